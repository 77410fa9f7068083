use unite::kernel;

#[kernel]
fn half(#[range(300..=400)] out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = out[[!y, !x]] >> 1;
}

fn main() {}
