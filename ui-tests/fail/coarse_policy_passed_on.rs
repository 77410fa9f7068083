use unite::kernel;

#[kernel]
fn copy(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    out[[!y, !x]] = plane[[!y, !x]];
}

#[kernel]
fn halve(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    copy(out, plane.coarsen([2, 2]).with_coarse_read(CoarseRead::Mean));
}

fn main() {}
