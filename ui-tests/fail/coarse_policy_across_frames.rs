use unite::kernel;

#[kernel]
fn halve(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.coarsen([2, 2]).with_coarse_read(CoarseRead::Max)[out];
    out[[!y, !x]] = p[[!y, !x]];
}

fn main() {}
