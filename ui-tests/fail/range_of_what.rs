use unite::kernel;

#[kernel]
fn fade(
    #[range(..=64)] out: &mut Tensor<[[u8]]>,
    #[range(..64)] weight: i32,
    #[range(0..=64)] [first, last]: [i32; 2],
) {
    out[[!y, !x]] = out[[!y, !x]] * weight + first - last;
}

fn main() {}
