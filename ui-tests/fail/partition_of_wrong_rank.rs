use unite::kernel;

#[kernel]
fn rows(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let rows = plane[[0..4]];
    out[[0, 0]] = rows[[0, 0]];
}

fn main() {}
