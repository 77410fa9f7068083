use unite::kernel;

#[kernel]
fn same(out: &mut Tensor<[u8; 1]>, plane: &Tensor<[[u8]]>) {
    let upper = plane[[0, ..]];
    let lower = plane[[1, ..]];
    out[[0]] = upper[lower][[0]];
}

fn main() {}
