use unite::kernel;

#[kernel]
fn half(#[range(9..=3)] out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = out[[!y, !x]] >> 1;
}

fn main() {}
