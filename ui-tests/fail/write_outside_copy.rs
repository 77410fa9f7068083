use unite::kernel;

#[kernel]
fn beyond(out: &mut Tensor<[u8; 9]>) {
    let middle = out[[2..6]].to_block();
    for i in 0..4 {
        middle[[i + 1]] = middle[[i - 2]];
    }
    out[[!i]] = middle[[!i - 2]];
}

fn main() {}
