use unite::kernel;

#[kernel]
fn thin(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane[[.., (0..8).step_by(0)]];
    out[[!y, !x]] = p[[!y, !x]];
}

fn main() {}
