use unite::kernel;

#[kernel]
fn clear(plane: &Tensor<[[u8]]>) {
    plane[[!y, !x]] = 0;
}

fn main() {}
