use unite::kernel;

#[kernel]
fn fill(out: &mut Tensor<[[u8; 2]; 2]>) {
    out[[.., ..]] = [[1, 2], [3]];
}

fn main() {}
