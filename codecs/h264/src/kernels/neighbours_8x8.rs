//! The reference sample filtering process for Intra_8x8 prediction (H.264 8.3.2.2.1).
//!
//! The 25 neighbouring samples of an 8x8 block lie on one line that bends in the corner: up the column at the left, then
//! along the row above. `filtered` is that line, straightened:
//!
//! ```text
//! p'[-1, 7]  ..  p'[-1, 0]   p'[-1, -1]   p'[0, -1]  ..  p'[15, -1]
//! filtered:  0 ..  7              8            9 ..  24
//! ```
//!
//! So `p'[-1, y]` is `filtered[[7 - y]]`, and `p'[x, -1]` is `above[[x]]` where `above` is `filtered[[9..]]`; `above[[-1]]` is
//! the corner. It is filtered once for a block, whatever number of modes are tried.
//!
//! What is available for prediction the caller knows. It calls the kernels for the samples that are, each with what stands
//! for the sample beside its end:
//!
//! * [`filter_above()`] with [`CORNER`] or [`NO_CORNER`], and [`ABOVE_RIGHT`] or [`NO_ABOVE_RIGHT`];
//! * [`filter_eight_above()`], where those above and to the right are not asked for;
//! * [`filter_left()`] with [`CORNER`] or [`NO_CORNER`];
//! * [`filter_corner()`] with [`BESIDE`] or [`NOTHING_BESIDE`], for the row above and for the column at the left;
//! * or [`filter()`], which is all three where everything is available.

use unite::kernel;

/// The sample in the corner, `p[-1, -1]`, is available.
pub const CORNER: i32 = -1;
/// It is not: the first sample of the row or column stands for it.
pub const NO_CORNER: i32 = 0;

/// The samples above and to the right of the block are available: the last sample above is `p[15, -1]`.
pub const ABOVE_RIGHT: i32 = 15;
/// They are not: the last sample above is `p[7, -1]`, which stands for them.
pub const NO_ABOVE_RIGHT: i32 = 7;

/// Beside the corner is a sample that is available.
pub const BESIDE: i32 = 0;
/// There is not: the corner stands for it.
pub const NOTHING_BESIDE: i32 = -1;

#[kernel]
#[instance(of_8_bits: Sample = u8)]
#[instance(of_more_bits: Sample = u16)]
/// The filters for samples of a type.
pub(super) mod filters {
    use super::{ABOVE_RIGHT, BESIDE, CORNER};
    use unite::kernel;

    /// `p'[x, -1]` with `x` = 0..15. `pred` is the block that is predicted; it says where, and is not touched.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::neighbours_8x8::{ABOVE_RIGHT, CORNER, filter_above};
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).cycle().take(512).collect(), [16, 32])?;
    /// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// let mut filtered = Block::<[u8; 25]>::stack();
    /// filter_above::<CORNER, ABOVE_RIGHT>(&pred, &recon, &mut filtered);
    /// assert_eq!(filtered.as_slice()[9..12], [232, 233, 234]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn filter_above<Sample, const FIRST: i32, const LAST: i32>(
        pred: &Tensor<[[Sample; 8]; 8]>,
        recon: &Tensor<[[Sample]]>,
        filtered: &mut Tensor<[Sample; 25]>,
    ) {
        let p = recon[pred].permute([1, 0]);
        let above = filtered[[9..25]];
        above[[0]] = (p[[FIRST, -1]] + 2 * p[[0, -1]] + p[[1, -1]] + 2) >> 2;
        if const { LAST == ABOVE_RIGHT } {
            for x in 1..15 {
                above[[x]] = (p[[x - 1, -1]] + 2 * p[[x, -1]] + p[[x + 1, -1]] + 2) >> 2;
            }
            above[[15]] = (p[[14, -1]] + 3 * p[[15, -1]] + 2) >> 2;
        } else {
            for x in 1..7 {
                above[[x]] = (p[[x - 1, -1]] + 2 * p[[x, -1]] + p[[x + 1, -1]] + 2) >> 2;
            }
            above[[7]] = (p[[6, -1]] + 3 * p[[7, -1]] + 2) >> 2;
            for x in 8..16 {
                above[[x]] = p[[7, -1]];
            }
        }
    }

    /// `p'[x, -1]` with `x` = 0..7 alone. `p[RIGHT, -1]` is the sample that stands beside the last one: `p[8, -1]` where that is available,
    /// else `p[7, -1]`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::neighbours_8x8::{CORNER, filter_eight_above};
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).cycle().take(512).collect(), [16, 32])?;
    /// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// let mut filtered = Block::<[u8; 8]>::stack();
    /// filter_eight_above::<CORNER, 8>(&pred, &recon, &mut filtered);
    /// assert_eq!(filtered.as_slice(), [232, 233, 234, 235, 236, 237, 238, 239]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn filter_eight_above<Sample, const FIRST: i32, const RIGHT: i32>(
        pred: &Tensor<[[Sample; 8]; 8]>,
        recon: &Tensor<[[Sample]]>,
        filtered: &mut Tensor<[Sample; 8]>,
    ) {
        let p = recon[pred].permute([1, 0]);
        filtered[[0]] = (p[[FIRST, -1]] + 2 * p[[0, -1]] + p[[1, -1]] + 2) >> 2;
        for x in 1..7 {
            filtered[[x]] = (p[[x - 1, -1]] + 2 * p[[x, -1]] + p[[x + 1, -1]] + 2) >> 2;
        }
        filtered[[7]] = (p[[6, -1]] + 2 * p[[7, -1]] + p[[RIGHT, -1]] + 2) >> 2;
    }

    /// `p'[-1, y]` with `y` = 0..7.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::neighbours_8x8::{CORNER, NO_CORNER, filter_left};
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
    /// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// let mut filtered = Block::<[u8; 25]>::stack();
    /// filter_left::<CORNER>(&pred, &recon, &mut filtered);
    /// assert_eq!(filtered.as_slice()[5..8], [167, 151, 135]);
    /// filter_left::<NO_CORNER>(&pred, &recon, &mut filtered);
    /// assert_eq!(filtered.as_slice()[5..8], [167, 151, 139]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn filter_left<Sample, const FIRST: i32>(
        pred: &Tensor<[[Sample; 8]; 8]>,
        recon: &Tensor<[[Sample]]>,
        filtered: &mut Tensor<[Sample; 25]>,
    ) {
        let p = recon[pred].permute([1, 0]);
        // Each sample is read once.
        let (p0, p1, p2, p3) = (p[[-1, 0]], p[[-1, 1]], p[[-1, 2]], p[[-1, 3]]);
        let (p4, p5, p6, p7) = (p[[-1, 4]], p[[-1, 5]], p[[-1, 6]], p[[-1, 7]]);
        filtered[[7]] = (p[[-1, FIRST]] + 2 * p0 + p1 + 2) >> 2;
        filtered[[6]] = (p0 + 2 * p1 + p2 + 2) >> 2;
        filtered[[5]] = (p1 + 2 * p2 + p3 + 2) >> 2;
        filtered[[4]] = (p2 + 2 * p3 + p4 + 2) >> 2;
        filtered[[3]] = (p3 + 2 * p4 + p5 + 2) >> 2;
        filtered[[2]] = (p4 + 2 * p5 + p6 + 2) >> 2;
        filtered[[1]] = (p5 + 2 * p6 + p7 + 2) >> 2;
        filtered[[0]] = (p6 + 3 * p7 + 2) >> 2;
    }

    /// `p'[-1, -1]`. `X` is [`BESIDE`] where `p[0, -1]` is available, `Y` where `p[-1, 0]` is.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::neighbours_8x8::{BESIDE, NOTHING_BESIDE, filter_corner};
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
    /// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// let mut filtered = Block::<[u8; 25]>::stack();
    /// filter_corner::<BESIDE, BESIDE>(&pred, &recon, &mut filtered);
    /// assert_eq!(filtered.read([8]), 123);
    /// filter_corner::<NOTHING_BESIDE, BESIDE>(&pred, &recon, &mut filtered);
    /// assert_eq!(filtered.read([8]), 123);
    /// filter_corner::<NOTHING_BESIDE, NOTHING_BESIDE>(&pred, &recon, &mut filtered);
    /// assert_eq!(filtered.read([8]), recon.read([7, 7]));
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn filter_corner<Sample, const X: i32, const Y: i32>(
        pred: &Tensor<[[Sample; 8]; 8]>,
        recon: &Tensor<[[Sample]]>,
        filtered: &mut Tensor<[Sample; 25]>,
    ) {
        let p = recon[pred].permute([1, 0]);
        filtered[[8]] = (p[[X, -1]] + 2 * p[[-1, -1]] + p[[-1, Y]] + 2) >> 2;
    }

    /// All of them, where the samples at the left, in the corner and above are available; `LAST` is [`ABOVE_RIGHT`] or
    /// [`NO_ABOVE_RIGHT`](super::NO_ABOVE_RIGHT).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::neighbours_8x8::{NO_ABOVE_RIGHT, filter};
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
    /// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// let mut filtered = Block::<[u8; 25]>::stack();
    /// filter::<NO_ABOVE_RIGHT>(&pred, &recon, &mut filtered);
    /// assert_eq!(filtered.as_slice()[7..11], [135, 123, 120, 121]);
    /// assert_eq!(filtered.as_slice()[16..], [127; 9]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn filter<Sample, const LAST: i32>(
        pred: &Tensor<[[Sample; 8]; 8]>,
        recon: &Tensor<[[Sample]]>,
        filtered: &mut Tensor<[Sample; 25]>,
    ) {
        filter_left::<Sample, CORNER>(pred, recon, &mut filtered);
        filter_corner::<Sample, BESIDE, BESIDE>(pred, recon, &mut filtered);
        filter_above::<Sample, CORNER, LAST>(pred, recon, &mut filtered);
    }
}

pub use of_8_bits::*;
