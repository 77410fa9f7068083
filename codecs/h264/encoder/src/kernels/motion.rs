//! Motion: predictions from planes of whole and half samples, and what they cost (H.264 8.4.2.2).

use unite::kernel;
use unite_h264::kernels::{interpolate_chroma, sad, sad_x4, satd_4x4, satd_8x8, satd_16x16};

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

/// The sums of absolute differences between the samples of a macroblock and what lies around a place in another plane, which is `dy` rows
/// and `dx` columns from there: above it, at its left, at its right, below it, and then at its corners in the order of rows.
#[kernel]
pub fn sad_around(samples: &Tensor<[[u8; 16]; 16]>, plane: &Tensor<[[u8]]>, dy: i32, dx: i32) -> [i32; 8] {
    let p = plane[samples];
    let [above, left, right, below] = sad_x4(
        samples,
        p[[dy - 1..dy + 15, dx..dx + 16]],
        p[[dy..dy + 16, dx - 1..dx + 15]],
        p[[dy..dy + 16, dx + 1..dx + 17]],
        p[[dy + 1..dy + 17, dx..dx + 16]],
    );
    let [above_left, above_right, below_left, below_right] = sad_x4(
        samples,
        p[[dy - 1..dy + 15, dx - 1..dx + 15]],
        p[[dy - 1..dy + 15, dx + 1..dx + 17]],
        p[[dy + 1..dy + 17, dx - 1..dx + 15]],
        p[[dy + 1..dy + 17, dx + 1..dx + 17]],
    );
    [above, left, right, below, above_left, above_right, below_left, below_right]
}

/// The same of what lies half a sample around a place of full samples, whose planes of half samples are `b`, `h` and `j` (8.4.2.2.1).
#[kernel]
pub fn sad_of_halves_around(
    samples: &Tensor<[[u8; 16]; 16]>,
    b: &Tensor<[[u8]]>,
    h: &Tensor<[[u8]]>,
    j: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
) -> [i32; 8] {
    let b = b[samples];
    let h = h[samples];
    let j = j[samples];
    let [above, left, right, below] = sad_x4(
        samples,
        h[[dy - 1..dy + 15, dx..dx + 16]],
        b[[dy..dy + 16, dx - 1..dx + 15]],
        b[[dy..dy + 16, dx..dx + 16]],
        h[[dy..dy + 16, dx..dx + 16]],
    );
    let [above_left, above_right, below_left, below_right] = sad_x4(
        samples,
        j[[dy - 1..dy + 15, dx - 1..dx + 15]],
        j[[dy - 1..dy + 15, dx..dx + 16]],
        j[[dy..dy + 16, dx - 1..dx + 15]],
        j[[dy..dy + 16, dx..dx + 16]],
    );
    [above, left, right, below, above_left, above_right, below_left, below_right]
}

/// The same of what lies a quarter of a sample around a place of full samples, or of half ones on both axes: `center` is the plane that has
/// it, `y` rows and `x` columns from the macroblock; `across` has its neighbours half a sample to the left, `x_left` columns from there,
/// and to the right, `down` those above, `y_above` rows from there, and below. At corners it is the mean of two of these (table 8-12).
#[kernel]
pub fn sad_of_quarters_around(
    samples: &Tensor<[[u8; 16]; 16]>,
    center: &Tensor<[[u8]]>,
    across: &Tensor<[[u8]]>,
    down: &Tensor<[[u8]]>,
    y: i32,
    x: i32,
    y_above: i32,
    x_left: i32,
) -> [i32; 8] {
    let center = center[samples];
    let across = across[samples];
    let down = down[samples];
    let mut above = 0;
    let mut left = 0;
    let mut right = 0;
    let mut below = 0;
    let mut above_left = 0;
    let mut above_right = 0;
    let mut below_left = 0;
    let mut below_right = 0;
    for [v, h] in samples.indices() {
        let s = samples[[v, h]];
        let c = center[[v + y, h + x]];
        let (l, r) = (across[[v + y, h + x_left]], across[[v + y, h + x_left + 1]]);
        let (a, b) = (down[[v + y_above, h + x]], down[[v + y_above + 1, h + x]]);
        above += (s - ((c + a + 1) >> 1)).abs();
        left += (s - ((c + l + 1) >> 1)).abs();
        right += (s - ((c + r + 1) >> 1)).abs();
        below += (s - ((c + b + 1) >> 1)).abs();
        above_left += (s - ((a + l + 1) >> 1)).abs();
        above_right += (s - ((a + r + 1) >> 1)).abs();
        below_left += (s - ((b + l + 1) >> 1)).abs();
        below_right += (s - ((b + r + 1) >> 1)).abs();
    }
    [above, left, right, below, above_left, above_right, below_left, below_right]
}

/// The same around a place of half samples on one axis: at corners it is the mean of the place and of what `corners` has there, the first
/// of which lies `y_above` rows and `x_left` columns from the macroblock.
#[kernel]
pub fn sad_of_quarters_around_one(
    samples: &Tensor<[[u8; 16]; 16]>,
    center: &Tensor<[[u8]]>,
    across: &Tensor<[[u8]]>,
    down: &Tensor<[[u8]]>,
    corners: &Tensor<[[u8]]>,
    y: i32,
    x: i32,
    y_above: i32,
    x_left: i32,
) -> [i32; 8] {
    let center = center[samples];
    let across = across[samples];
    let down = down[samples];
    let corners = corners[samples];
    let mut above = 0;
    let mut left = 0;
    let mut right = 0;
    let mut below = 0;
    let mut above_left = 0;
    let mut above_right = 0;
    let mut below_left = 0;
    let mut below_right = 0;
    for [v, h] in samples.indices() {
        let s = samples[[v, h]];
        let c = center[[v + y, h + x]];
        above += (s - ((c + down[[v + y_above, h + x]] + 1) >> 1)).abs();
        left += (s - ((c + across[[v + y, h + x_left]] + 1) >> 1)).abs();
        right += (s - ((c + across[[v + y, h + x_left + 1]] + 1) >> 1)).abs();
        below += (s - ((c + down[[v + y_above + 1, h + x]] + 1) >> 1)).abs();
        above_left += (s - ((c + corners[[v + y_above, h + x_left]] + 1) >> 1)).abs();
        above_right += (s - ((c + corners[[v + y_above, h + x_left + 1]] + 1) >> 1)).abs();
        below_left += (s - ((c + corners[[v + y_above + 1, h + x_left]] + 1) >> 1)).abs();
        below_right += (s - ((c + corners[[v + y_above + 1, h + x_left + 1]] + 1) >> 1)).abs();
    }
    [above, left, right, below, above_left, above_right, below_left, below_right]
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

/// [`fetch_chroma_8x8()`] of both components, whose planes lie alike.
#[kernel]
pub fn fetch_chroma_of_both(
    cb: &mut Tensor<[[u8; 8]; 8]>,
    cr: &mut Tensor<[[u8; 8]; 8]>,
    plane_of_cb: &Tensor<[[u8]]>,
    plane_of_cr: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
    y_frac: i32,
    x_frac: i32,
) {
    fetch_chroma_8x8(&mut cb, plane_of_cb, dy, dx, y_frac, x_frac);
    fetch_chroma_8x8(&mut cr, plane_of_cr, dy, dx, y_frac, x_frac);
}

/// What lies outside of a picture: the nearest sample of its border (8-239, 8-240). The plane around it has them in memory.
#[kernel]
pub fn surround(plane: &mut Tensor<[[u8]]>, picture: &Tensor<[[u8]]>) {
    let picture = picture.with_boundary(Boundary::Clamp)[plane];
    plane[[!y, !x]] = picture[[!y, !x]];
}

/// The same of lines of a plane that have `before` samples around a picture of `width` columns at their left, and some at their right.
#[kernel]
pub fn extend(lines: &mut Tensor<[[u8]]>, before: i32, width: i32) {
    for y in 0..lines.extent(0) {
        for x in 0..before {
            lines[[y, x]] = lines[[y, before]];
        }
        for x in before + width..lines.extent(1) {
            lines[[y, x]] = lines[[y, before + width - 1]];
        }
    }
}

/// Reads one of 64 samples of some lines of a plane, which is what makes a cache fetch all of them: their sum.
#[kernel]
pub fn touch(plane: &Tensor<[[u8]]>, first: i32, end: i32) -> i32 {
    let mut sum = 0;
    for y in first..end {
        for x in (0..plane.extent(1)).step_by(64) {
            sum += plane[[y, x]];
        }
    }
    sum
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
