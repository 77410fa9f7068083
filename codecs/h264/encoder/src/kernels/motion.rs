//! Motion: predictions from planes of whole and half samples, and what they cost (H.264 8.4.2.2).

use unite::kernel;
use unite_h264::kernels::{interpolate_chroma, sad};

/// A kernel for each size. Constants of the type are no constant extents of a partition that moves.
macro_rules! sums {
    ($($(#[$doc:meta])* $name:ident of [$w:literal; $h:literal];)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub fn $name(samples: &Tensor<[[u8; $w]; $h]>, plane: &Tensor<[[u8]]>, dy: i32, dx: i32) -> i32 {
            let p = plane[samples];
            sad(samples, p[[dy..dy + $h, dx..dx + $w]])
        }
    )*};
}

sums! {
    /// The sum of absolute differences between the samples of a macroblock and what lies `dy` rows and `dx` columns from there
    /// in another plane.
    sad_16x16 of [16; 16];
    /// The same for 8x8 samples.
    sad_8x8 of [8; 8];
    /// The same for 4x4 samples.
    sad_4x4 of [4; 4];
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

/// A prediction by quarters of a sample: the mean of what lies at two places in two planes, rounded up.
#[kernel]
pub fn fetch_average<const H: usize, const W: usize>(
    pred: &mut Tensor<[[u8; W]; H]>,
    first: &Tensor<[[u8]]>,
    second: &Tensor<[[u8]]>,
    dy: [i32; 2],
    dx: [i32; 2],
) {
    let first = first[pred];
    let second = second[pred];
    let (dy0, dx0, dy1, dx1) = (dy[0], dx[0], dy[1], dx[1]);
    pred[[!y, !x]] = (first[[!y + dy0, !x + dx0]] + second[[!y + dy1, !x + dx1]] + 1) >> 1;
}

/// The same for interpolation.
macro_rules! chroma {
    ($($(#[$doc:meta])* $name:ident of $n:literal;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub fn $name(
            pred: &mut Tensor<[[u8; $n]; $n]>,
            plane: &Tensor<[[u8]]>,
            dy: i32,
            dx: i32,
            y_frac: i32,
            x_frac: i32,
        ) {
            let p = plane[pred];
            interpolate_chroma(&mut pred, p[[dy..dy + $n, dx..dx + $n]], x_frac, y_frac);
        }
    )*};
}

chroma! {
    /// A prediction of chrominance: what lies `dy` rows and `dx` columns, and eighths of a sample, from it.
    fetch_chroma_8x8 of 8;
    /// The same for 4x4 samples.
    fetch_chroma_4x4 of 4;
    /// The same for 2x2 samples.
    fetch_chroma_2x2 of 2;
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

/// The samples of a block into the plane that it is in.
#[kernel]
pub fn place<const H: usize, const W: usize>(plane: &mut Tensor<[[u8]]>, samples: &Tensor<[[u8; W]; H]>) {
    let p = plane[samples];
    p[[!y, !x]] = samples[[!y, !x]];
}
