use unite::kernel;

#[kernel]
fn blur(out: &mut Tensor<[[u8; 4]; 4]>) {
    let tmp = Block::zeros([4, 4]);
    out[[!y, !x]] = tmp[[!y, !x]];
}

fn main() {}
