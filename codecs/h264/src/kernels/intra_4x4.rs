//! Intra_4x4 sample prediction (H.264 8.3.1.2), one kernel for each mode of table 8-2, in its order.
//!
//! `pred` is the block that is predicted, at its location in the picture; `recon` is the picture as far as it has been
//! constructed. `p` is `recon` where `pred` is, so that the 13 neighbouring samples are `p[x, -1]` with `x` = -1..7 and
//! `p[-1, y]` with `y` = 0..3. Both are indexed `[x, y]` here, as in the standard, whatever their order in memory.
//!
//! Where the samples `p[x, -1]` with `x` = 4..7 are not available, `p[3, -1]` stands for them. Whether they are is more
//! than a matter of the picture's border (they may lie in another slice, or not be constructed yet), so the two modes
//! that use them take it as a parameter of the type, `LAST`: [`ABOVE_RIGHT`] or [`NO_ABOVE_RIGHT`].
//!
//! May a mode run here? Whether the picture has the samples that it uses is what each kernel answers, with `fits`; whether
//! they are available for prediction [`intra_neighbours()`](super::intra_neighbours()) finds out. DC takes what is available: a kernel for each case.

use unite::kernel;

/// The samples above and to the right of the block are available: the last sample above is `p[7, -1]`.
pub const ABOVE_RIGHT: i32 = 7;
/// They are not: the last sample above is `p[3, -1]`, which stands for them.
pub const NO_ABOVE_RIGHT: i32 = 3;

#[kernel]
#[instance(of_8_bits: Sample = u8, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16)]
/// The modes for samples of a type.
pub(super) mod modes {
    use unite::kernel;

    /// Intra_4x4_Vertical (8.3.1.2.1).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::vertical;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// vertical(&mut pred, &recon);
    /// assert_eq!(pred.as_slice(), [28, 29, 30, 31].repeat(4));
    ///
    /// // At the upper border there is nothing above.
    /// assert!(vertical::fits(&pred.with_origin([0, 4])?, &recon).is_err());
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[!x, -1]];
    }

    /// Intra_4x4_Horizontal (8.3.1.2.2).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::horizontal;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// horizontal(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[..5], [35, 35, 35, 35, 43]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[-1, !y]];
    }

    /// Intra_4x4_DC (8.3.1.2.3), all samples available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::dc;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// dc(&mut pred, &recon);
    /// assert_eq!(pred.as_slice(), [38; 16]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let mut sum = 0;
        for i in 0..4 {
            sum += p[[i, -1]];
        }
        for i in 0..4 {
            sum += p[[-1, i]];
        }
        pred[[!y, !x]] = (sum + 4) >> 3;
    }

    /// Intra_4x4_DC (8.3.1.2.3), samples above not available, those to the left available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::dc_left;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([0, 4])?;
    /// dc_left(&mut pred, &recon);
    /// assert_eq!(pred.as_slice(), [15; 16]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_left<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let mut sum = 0;
        for y in 0..4 {
            sum += p[[-1, y]];
        }
        pred[[!y, !x]] = (sum + 2) >> 2;
    }

    /// Intra_4x4_DC (8.3.1.2.3), samples to the left not available, those above available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::dc_above;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 0])?;
    /// dc_above(&mut pred, &recon);
    /// assert_eq!(pred.as_slice(), [26; 16]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_above<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let mut sum = 0;
        for x in 0..4 {
            sum += p[[x, -1]];
        }
        pred[[!y, !x]] = (sum + 2) >> 2;
    }

    /// Intra_4x4_DC (8.3.1.2.3), no samples available: `1 << (BitDepth - 1)`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::dc_none;
    ///
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// dc_none(&mut pred);
    /// assert_eq!(pred.as_slice(), [128; 16]);
    /// ```
    #[kernel]
    pub fn dc_none<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, bit_depth: i32) {
        pred[[!y, !x]] = 1 << (bit_depth - 1);
    }

    /// Intra_4x4_Diagonal_Down_Left (8.3.1.2.4).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::{ABOVE_RIGHT, NO_ABOVE_RIGHT, diagonal_down_left};
    ///
    /// let recon = Block::<u8>::from_vec((0..128).collect(), [8, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// diagonal_down_left::<ABOVE_RIGHT>(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[12..], [56, 57, 58, 59]);
    /// diagonal_down_left::<NO_ABOVE_RIGHT>(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[12..], [55; 4]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn diagonal_down_left<Sample, const LAST: i32>(
        pred: &mut Tensor<[[Sample; 4]; 4]>,
        recon: &Tensor<[[Sample]]>,
    ) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for [x, y] in pred.indices() {
            pred[[x, y]] = if x == 3 && y == 3 {
                (p[[6.min(LAST), -1]] + 3 * p[[7.min(LAST), -1]] + 2) >> 2
            } else {
                (p[[(x + y).min(LAST), -1]]
                    + 2 * p[[(x + y + 1).min(LAST), -1]]
                    + p[[(x + y + 2).min(LAST), -1]]
                    + 2)
                    >> 2
            };
        }
    }

    /// Intra_4x4_Diagonal_Down_Right (8.3.1.2.5).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::diagonal_down_right;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// diagonal_down_right(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[..4], [29, 28, 29, 30]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn diagonal_down_right<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for [x, y] in pred.indices() {
            pred[[x, y]] = if x > y {
                (p[[x - y - 2, -1]] + 2 * p[[x - y - 1, -1]] + p[[x - y, -1]] + 2) >> 2
            } else if x < y {
                (p[[-1, y - x - 2]] + 2 * p[[-1, y - x - 1]] + p[[-1, y - x]] + 2) >> 2
            } else {
                (p[[0, -1]] + 2 * p[[-1, -1]] + p[[-1, 0]] + 2) >> 2
            };
        }
    }

    /// Intra_4x4_Vertical_Right (8.3.1.2.6).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::vertical_right;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// vertical_right(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[..4], [28, 29, 30, 31]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical_right<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for [x, y] in pred.indices() {
            let z_vr = 2 * x - y;
            pred[[x, y]] = match z_vr {
                0 | 2 | 4 | 6 => (p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 1) >> 1,
                1 | 3 | 5 => {
                    (p[[x - (y >> 1) - 2, -1]] + 2 * p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 2)
                        >> 2
                }
                -1 => (p[[-1, 0]] + 2 * p[[-1, -1]] + p[[0, -1]] + 2) >> 2,
                _ => (p[[-1, y - 1]] + 2 * p[[-1, y - 2]] + p[[-1, y - 3]] + 2) >> 2,
            };
        }
    }

    /// Intra_4x4_Horizontal_Down (8.3.1.2.7).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::horizontal_down;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// horizontal_down(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[..4], [31, 29, 28, 29]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal_down<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for [x, y] in pred.indices() {
            let z_hd = 2 * y - x;
            pred[[x, y]] = match z_hd {
                0 | 2 | 4 | 6 => (p[[-1, y - (x >> 1) - 1]] + p[[-1, y - (x >> 1)]] + 1) >> 1,
                1 | 3 | 5 => {
                    (p[[-1, y - (x >> 1) - 2]] + 2 * p[[-1, y - (x >> 1) - 1]] + p[[-1, y - (x >> 1)]] + 2)
                        >> 2
                }
                -1 => (p[[-1, 0]] + 2 * p[[-1, -1]] + p[[0, -1]] + 2) >> 2,
                _ => (p[[x - 1, -1]] + 2 * p[[x - 2, -1]] + p[[x - 3, -1]] + 2) >> 2,
            };
        }
    }

    /// Intra_4x4_Vertical_Left (8.3.1.2.8).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::{ABOVE_RIGHT, vertical_left};
    ///
    /// let recon = Block::<u8>::from_vec((0..128).collect(), [8, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// vertical_left::<ABOVE_RIGHT>(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[..4], [53, 54, 55, 56]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical_left<Sample, const LAST: i32>(
        pred: &mut Tensor<[[Sample; 4]; 4]>,
        recon: &Tensor<[[Sample]]>,
    ) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for [x, y] in pred.indices() {
            pred[[x, y]] = match y {
                0 | 2 => (p[[(x + (y >> 1)).min(LAST), -1]] + p[[(x + (y >> 1) + 1).min(LAST), -1]] + 1) >> 1,
                _ => {
                    (p[[(x + (y >> 1)).min(LAST), -1]]
                        + 2 * p[[(x + (y >> 1) + 1).min(LAST), -1]]
                        + p[[(x + (y >> 1) + 2).min(LAST), -1]]
                        + 2)
                        >> 2
                }
            };
        }
    }

    /// Intra_4x4_Horizontal_Up (8.3.1.2.9).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_4x4::horizontal_up;
    ///
    /// let recon = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// horizontal_up(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[..4], [39, 43, 47, 51]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal_up<Sample>(pred: &mut Tensor<[[Sample; 4]; 4]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for [x, y] in pred.indices() {
            let z_hu = x + 2 * y;
            pred[[x, y]] = match z_hu {
                0 | 2 | 4 => (p[[-1, y + (x >> 1)]] + p[[-1, y + (x >> 1) + 1]] + 1) >> 1,
                1 | 3 => {
                    (p[[-1, y + (x >> 1)]] + 2 * p[[-1, y + (x >> 1) + 1]] + p[[-1, y + (x >> 1) + 2]] + 2)
                        >> 2
                }
                5 => (p[[-1, 2]] + 3 * p[[-1, 3]] + 2) >> 2,
                _ => p[[-1, 3]],
            };
        }
    }
}

pub use of_8_bits::*;
