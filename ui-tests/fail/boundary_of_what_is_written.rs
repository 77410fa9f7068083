use unite::kernel;

#[kernel]
fn clear(#[boundary(Clamp)] plane: &mut Tensor<[[u8]]>) {
    plane[[!y, !x]] = 0;
}

fn main() {}
