use unite::kernel;

#[kernel]
fn first(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    out[[0, 0]] = plane[[0]];
}

fn main() {}
