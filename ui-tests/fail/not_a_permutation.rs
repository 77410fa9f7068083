use unite::kernel;

#[kernel]
fn transpose(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.permute([0, 0]);
    out[[!y, !x]] = p[[!y, !x]];
}

fn main() {}
