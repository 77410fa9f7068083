use unite::kernel;

#[kernel]
fn transpose(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    const ORDER: [usize; 2] = [1, 1];
    out[[!y, !x]] = plane.permute(ORDER)[[!y, !x]];
}

#[kernel]
fn halve(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    const HALF: [usize; 3] = [2, 2, 2];
    out[[!y, !x]] = plane.coarsen(HALF)[[!y, !x]];
}

fn main() {}
