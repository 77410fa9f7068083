//! From red, green and blue to luminance and chrominance: the equations of JFIF (ITU-R BT.601, full range).
//!
//! ```text
//! Y  =       0.299   R + 0.587   G + 0.114   B
//! Cb = 128 - 0.16874 R - 0.33126 G + 0.5     B
//! Cr = 128 + 0.5     R - 0.41869 G - 0.08131 B
//! ```
//!
//! Coefficients have 16 fractional bits. Luminance rounds half up, chrominance half down.
//!
//! The kernels take their pixels as planes, `[component, row, column]`; interleaved pixels are the same tensor with its
//! axes permuted.

use unite::kernel;

const FRACTION: u32 = 16;

/// `coefficient` hundred-thousandths as a fixed-point number, rounded.
const fn fixed(coefficient: i64) -> i32 {
    ((coefficient << FRACTION) * 2 + 100_000).div_euclid(200_000) as i32
}

const Y_R: i32 = fixed(29_900);
const Y_G: i32 = fixed(58_700);
const Y_B: i32 = fixed(11_400);
const CB_R: i32 = fixed(16_874);
const CB_G: i32 = fixed(33_126);
const CR_G: i32 = fixed(41_869);
const CR_B: i32 = fixed(8_131);
const HALF: i32 = fixed(50_000);
const CHROMA_OFFSET: i32 = (128 << FRACTION) + HALF - 1;

/// A plane each of red, green and blue to a plane each of luminance and chrominance.
#[kernel]
pub fn planes_to_ycbcr(
    red: &Tensor<[[u8]]>,
    green: &Tensor<[[u8]]>,
    blue: &Tensor<[[u8]]>,
    y: &mut Tensor<[[u8]]>,
    cb: &mut Tensor<[[u8]]>,
    cr: &mut Tensor<[[u8]]>,
) {
    for v in 0..red.extent(0) {
        #[vectorize(u, 32)]
        for u in 0..red.extent(1) {
            let (r, g, b) = (red[[v, u]], green[[v, u]], blue[[v, u]]);
            y[[v, u]] = (Y_R * r + Y_G * g + Y_B * b + HALF) >> FRACTION;
            cb[[v, u]] = (HALF * b - CB_R * r - CB_G * g + CHROMA_OFFSET) >> FRACTION;
            cr[[v, u]] = (HALF * r - CR_G * g - CR_B * b + CHROMA_OFFSET) >> FRACTION;
        }
    }
}

/// A plane each of red, green and blue to luminance.
#[kernel]
pub fn planes_to_gray(
    red: &Tensor<[[u8]]>,
    green: &Tensor<[[u8]]>,
    blue: &Tensor<[[u8]]>,
    y: &mut Tensor<[[u8]]>,
) {
    for v in 0..red.extent(0) {
        #[vectorize(u, 32)]
        for u in 0..red.extent(1) {
            y[[v, u]] = (Y_R * red[[v, u]] + Y_G * green[[v, u]] + Y_B * blue[[v, u]] + HALF) >> FRACTION;
        }
    }
}

/// Red, green and blue, `[component, row, column]`, to luminance and chrominance.
#[kernel]
pub fn rgb_to_ycbcr(
    rgb: &Tensor<[[[u8]]]>,
    y: &mut Tensor<[[u8]]>,
    cb: &mut Tensor<[[u8]]>,
    cr: &mut Tensor<[[u8]]>,
) {
    planes_to_ycbcr(rgb[[0, .., ..]], rgb[[1, .., ..]], rgb[[2, .., ..]], y, cb, cr);
}

/// Red, green and blue, `[component, row, column]`, to luminance.
#[kernel]
pub fn rgb_to_gray(rgb: &Tensor<[[[u8]]]>, y: &mut Tensor<[[u8]]>) {
    planes_to_gray(rgb[[0, .., ..]], rgb[[1, .., ..]], rgb[[2, .., ..]], y);
}

/// Pixels of `N` interleaved samples, beginning with red, green and blue, to luminance and chrominance.
#[kernel]
pub fn pixels_to_ycbcr<const N: usize>(
    pixels: &Tensor<[[[u8; N]]]>,
    y: &mut Tensor<[[u8]]>,
    cb: &mut Tensor<[[u8]]>,
    cr: &mut Tensor<[[u8]]>,
) {
    rgb_to_ycbcr(pixels.permute([2, 0, 1]), y, cb, cr);
}

/// Pixels of `N` interleaved samples, beginning with red, green and blue, to luminance.
#[kernel]
pub fn pixels_to_gray<const N: usize>(pixels: &Tensor<[[[u8; N]]]>, y: &mut Tensor<[[u8]]>) {
    rgb_to_gray(pixels.permute([2, 0, 1]), y);
}

/// The first of `N` interleaved samples: grey, with or without alpha, which is dropped.
#[kernel]
pub fn first_samples<const N: usize>(pixels: &Tensor<[[[u8; N]]]>, y: &mut Tensor<[[u8]]>) {
    let gray = pixels[[.., .., 0]];
    for v in 0..pixels.extent(0) {
        for u in 0..pixels.extent(1) {
            y[[v, u]] = gray[[v, u]];
        }
    }
}

/// Pixels of `N` interleaved samples, beginning with blue, green and red, to luminance and chrominance.
#[kernel]
pub fn bgr_pixels_to_ycbcr<const N: usize>(
    pixels: &Tensor<[[[u8; N]]]>,
    y: &mut Tensor<[[u8]]>,
    cb: &mut Tensor<[[u8]]>,
    cr: &mut Tensor<[[u8]]>,
) {
    planes_to_ycbcr(pixels[[.., .., 2]], pixels[[.., .., 1]], pixels[[.., .., 0]], y, cb, cr);
}

/// Pixels of `N` interleaved samples, beginning with blue, green and red, to luminance.
#[kernel]
pub fn bgr_pixels_to_gray<const N: usize>(pixels: &Tensor<[[[u8; N]]]>, y: &mut Tensor<[[u8]]>) {
    planes_to_gray(pixels[[.., .., 2]], pixels[[.., .., 1]], pixels[[.., .., 0]], y);
}

/// Cyan, magenta and yellow to luminance and chrominance: inks are what red, green and blue lack. Black stays.
#[kernel]
pub fn cmyk_pixels_to_ycck(
    pixels: &Tensor<[[[u8; 4]]]>,
    y: &mut Tensor<[[u8]]>,
    cb: &mut Tensor<[[u8]]>,
    cr: &mut Tensor<[[u8]]>,
    k: &mut Tensor<[[u8]]>,
) {
    for v in 0..pixels.extent(0) {
        #[vectorize(u, 32)]
        for u in 0..pixels.extent(1) {
            let (r, g, b) = (255 - pixels[[v, u, 0]], 255 - pixels[[v, u, 1]], 255 - pixels[[v, u, 2]]);
            y[[v, u]] = (Y_R * r + Y_G * g + Y_B * b + HALF) >> FRACTION;
            cb[[v, u]] = (HALF * b - CB_R * r - CB_G * g + CHROMA_OFFSET) >> FRACTION;
            cr[[v, u]] = (HALF * r - CR_G * g - CR_B * b + CHROMA_OFFSET) >> FRACTION;
            k[[v, u]] = pixels[[v, u, 3]];
        }
    }
}

/// Sample `component` of pixels of `N` interleaved samples.
#[kernel]
pub fn component_of<const N: usize>(
    pixels: &Tensor<[[[u8; N]]]>,
    component: isize,
    plane: &mut Tensor<[[u8]]>,
) {
    let samples = pixels[[.., .., component]];
    for v in 0..pixels.extent(0) {
        for u in 0..pixels.extent(1) {
            plane[[v, u]] = samples[[v, u]];
        }
    }
}

/// A plane as it is.
#[kernel]
pub fn copy_plane(from: &Tensor<[[u8]]>, to: &mut Tensor<[[u8]]>) {
    for v in 0..from.extent(0) {
        for u in 0..from.extent(1) {
            to[[v, u]] = from[[v, u]];
        }
    }
}
