use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

#[kernel]
fn corner(plane: &Tensor<[[u8]]>) {
    clear(&mut plane[[0..4, 0..4]]);
}

fn main() {}
