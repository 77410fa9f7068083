use unite::kernel;

#[kernel]
fn half(#[range(0..=1)] out: &mut Tensor<[[f32]]>) {
    out[[!y, !x]] = out[[!y, !x]] * 0.5;
}

fn main() {}
