use unite::kernel;

#[kernel]
fn mask(out: &mut Tensor<[u8]>, #[boundary(Clamp, Mirror, Constant)] t: &Tensor<[u8]>) {
    out[[!x]] = if t[[!x - 1]] { 1 } else { 0 };
}

fn main() {}
