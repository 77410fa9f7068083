use unite::kernel;

#[kernel]
fn shifted(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    out[[!y, !x + 1]] = plane[[!y, 0]];
}

fn main() {}
