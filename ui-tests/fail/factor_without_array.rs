use unite::kernel;

#[kernel]
fn halve(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    out[[!y, !x]] = plane.coarsen(2)[[!y, !x]];
}

fn main() {}
