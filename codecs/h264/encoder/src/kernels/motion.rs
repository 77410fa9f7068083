//! Motion: predictions from planes of whole and half samples, and what they cost (H.264 8.4.2.2).

use unite::kernel;
use unite_h264::kernels::{interpolate_chroma, sad, satd_4x4, satd_8x8, satd_16x16};

#[kernel]
/// The sum of absolute differences between the samples of a macroblock and what lies `dy` rows and `dx` columns from there
/// in another plane.
#[instance(sad_16x16: N = 16, cost = sad)]
/// The same for 8x8 samples.
#[instance(sad_8x8: N = 8, cost = sad)]
/// The same for 4x4 samples.
#[instance(sad_4x4: N = 4, cost = sad)]
/// The sum of absolute transformed differences of a macroblock.
#[instance(satd_at_16x16: N = 16, cost = satd_16x16)]
/// The same for 8x8 samples.
#[instance(satd_at_8x8: N = 8, cost = satd_8x8)]
/// The same for 4x4 samples.
#[instance(satd_at_4x4: N = 4, cost = satd_4x4)]
pub fn of_one<const N: usize>(
    samples: &Tensor<[[u8; N]; N]>,
    plane: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
    cost: impl Fn(&Tensor<[[u8; N]; N]>, &Tensor<[[u8; N]; N]>) -> i32,
) -> i32 {
    let p = plane[samples];
    cost(samples, p[[dy..dy + N, dx..dx + N]])
}

/// A prediction by full or half samples: what lies `dy` rows and `dx` columns from it in a plane.
#[kernel]
pub fn fetch<const H: usize, const W: usize>(
    pred: &mut Tensor<[[u8; W]; H]>,
    plane: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
) {
    let p = plane[pred];
    pred[[!y, !x]] = p[[!y + dy, !x + dx]];
}

/// A prediction by quarters of a sample: the mean of what lies `y0` rows and `x0` columns from it in one plane, and `y1` and `x1` in
/// another one, rounded up.
#[kernel]
pub fn fetch_average<const H: usize, const W: usize>(
    pred: &mut Tensor<[[u8; W]; H]>,
    first: &Tensor<[[u8]]>,
    second: &Tensor<[[u8]]>,
    y0: i32,
    x0: i32,
    y1: i32,
    x1: i32,
) {
    let first = first[pred];
    let second = second[pred];
    pred[[!y, !x]] = (first[[!y + y0, !x + x0]] + second[[!y + y1, !x + x1]] + 1) >> 1;
}

#[kernel]
/// The sum of absolute transformed differences between the samples of a macroblock and the mean, rounded up, of what lies at two places
/// in two planes.
#[instance(satd_average_16x16: N = 16, cost = satd_16x16)]
/// The same for 8x8 samples.
#[instance(satd_average_8x8: N = 8, cost = satd_8x8)]
/// The same for 4x4 samples.
#[instance(satd_average_4x4: N = 4, cost = satd_4x4)]
/// The sum of absolute differences of a macroblock.
#[instance(sad_average_16x16: N = 16, cost = sad)]
pub fn of_average<const N: usize>(
    samples: &Tensor<[[u8; N]; N]>,
    first: &Tensor<[[u8]]>,
    second: &Tensor<[[u8]]>,
    y0: i32,
    x0: i32,
    y1: i32,
    x1: i32,
    cost: impl Fn(&Tensor<[[u8; N]; N]>, &Tensor<[[u8; N]; N]>) -> i32,
) -> i32 {
    let pred = samples.to_block();
    fetch_average(&mut pred, first, second, y0, x0, y1, x1);
    cost(samples, pred)
}

#[kernel]
/// A prediction of chrominance: what lies `dy` rows and `dx` columns, and eighths of a sample, from it.
#[instance(fetch_chroma_8x8: N = 8)]
/// The same for 4x4 samples.
#[instance(fetch_chroma_4x4: N = 4)]
/// The same for 2x2 samples.
#[instance(fetch_chroma_2x2: N = 2)]
pub fn fetch_chroma<const N: usize>(
    pred: &mut Tensor<[[u8; N]; N]>,
    plane: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
    y_frac: i32,
    x_frac: i32,
) {
    let p = plane[pred];
    interpolate_chroma(&mut pred, p[[dy..dy + N, dx..dx + N]], x_frac, y_frac);
}

/// What lies outside of a picture: the nearest sample of its border (8-239, 8-240). The plane around it has them in memory.
#[kernel]
pub fn surround(plane: &mut Tensor<[[u8]]>, picture: &Tensor<[[u8]]>) {
    let picture = picture.with_boundary(Boundary::Clamp)[plane];
    plane[[!y, !x]] = picture[[!y, !x]];
}

/// The samples of a block from the plane that it is in.
#[kernel]
pub fn load<const H: usize, const W: usize>(samples: &mut Tensor<[[u8; W]; H]>, plane: &Tensor<[[u8]]>) {
    let p = plane[samples];
    samples[[!y, !x]] = p[[!y, !x]];
}

/// The samples of a plane from where a block is.
#[kernel]
pub fn load_at<const H: usize, const W: usize>(
    samples: &mut Tensor<[[u8; W]; H]>,
    block: &Tensor<[[u8; W]; H]>,
    plane: &Tensor<[[u8]]>,
) {
    let p = plane[block];
    samples[[!y, !x]] = p[[!y, !x]];
}

/// The samples of a block into the plane that it is in.
#[kernel]
pub fn place<const H: usize, const W: usize>(plane: &mut Tensor<[[u8]]>, samples: &Tensor<[[u8; W]; H]>) {
    let p = plane[samples];
    p[[!y, !x]] = samples[[!y, !x]];
}
