use unite::kernel;

#[kernel]
fn mask(out: &mut Tensor<[u8]>, m: &Tensor<[u8]>) {
    out[[!i]] = if m[[!i]] { 1 } else { 0 };
}

fn main() {}
