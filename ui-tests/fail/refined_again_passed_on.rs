//! What was passed as refined is refined once more, and passed on: its floor is the caller's, and so no single division leads
//! from points to elements.

use unite::kernel;

#[kernel]
fn brighten(picture: &mut Tensor<Refined<[[u8]]>>) {
    picture[[0, 0]] = 255;
}

#[kernel]
fn brighten_finer(picture: &mut Tensor<Refined<[[u8]]>>) {
    let finer = picture.refine([1, 2]);
    brighten(finer);
}

fn main() {}
