use unite::kernel;

#[kernel]
fn predict(out: &mut Tensor<[[u8; 4]; 4]>, plane: &Tensor<[[u8]]>) {
    let p = plane.permute([0, 2]);
    for [x] in out.indices() {
        out[[x, 0]] = plane[[x]];
    }
    plane[[0, 0]] = 1;
    out[[!y, !x]] = plane[[!y, !z]];
}

fn main() {}
