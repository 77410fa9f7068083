use unite::kernel;

#[kernel]
fn transpose(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, first: usize) {
    let p = plane.permute([first, 1]);
    out[[!y, !x]] = p[[!y, !x]];
}

fn main() {}
