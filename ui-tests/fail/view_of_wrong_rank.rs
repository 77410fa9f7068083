use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[u8]>) {
    out[[!i]] = 0;
}

#[kernel]
fn corner(plane: &mut Tensor<[[u8]]>) {
    clear(&mut plane[[0..4, 0..4]]);
}

fn main() {}
