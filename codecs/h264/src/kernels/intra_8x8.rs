//! Intra_8x8 sample prediction (H.264 8.3.2.2), one kernel for each mode of table 8-3, in its order.
//!
//! `pred` is the block that is predicted, `filtered` are its neighbouring samples as [`neighbours_8x8`] leaves them, on one
//! line: `p'[x, -1]` of the standard is `above[[x]]` here, and `p'[-1, y]` is `filtered[[7 - y]]`. `pred` is indexed
//! `[x, y]`, as in the standard.
//!
//! What a mode may use the filter has settled: samples above and to the right that are missing have been replaced, and
//! DC takes what is available, a kernel for each case.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::intra_8x8::vertical_right;
//! use unite_h264::kernels::neighbours_8x8::{NO_ABOVE_RIGHT, filter};
//!
//! // A picture whose samples grow by 8 from left to right, and the prediction of the block at row 8, column 16 of it.
//! let recon = Block::<u8>::from_vec((0..512).map(|i| 8 * (i % 32) as u8).collect(), [16, 32])?;
//! let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 16])?;
//! let mut filtered = Block::<[u8; 25]>::stack();
//! filter::<NO_ABOVE_RIGHT>(&pred, &recon, &mut filtered);
//! vertical_right(&mut pred, &filtered);
//! assert_eq!(pred.as_slice()[..4], [125, 132, 140, 148]);
//! # Ok::<(), unite::BlockError>(())
//! ```
//!
//! [`neighbours_8x8`]: super::neighbours_8x8

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16)]
/// The modes for samples of a type.
pub(super) mod modes {
    use unite::kernel;

    /// Intra_8x8_Vertical (8.3.2.2.2).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::vertical;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// vertical(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [150, 160, 90, 100]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        let above = filtered[[9..]];
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = above[[!x]];
    }

    /// Intra_8x8_Horizontal (8.3.2.2.3).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::horizontal;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// horizontal(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [70, 70, 60, 60]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = filtered[[7 - !y]];
    }

    /// Intra_8x8_DC (8.3.2.2.4), all samples available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::dc;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// dc(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [80, 80, 80, 80]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        let above = filtered[[9..]];
        let mut sum = 0;
        for x in 0..8 {
            sum += above[[x]];
        }
        for y in 0..8 {
            sum += filtered[[7 - y]];
        }
        pred[[!y, !x]] = (sum + 8) >> 4;
    }

    /// Intra_8x8_DC (8.3.2.2.4), samples above not available, those to the left available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::dc_left;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// dc_left(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [35, 35, 35, 35]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_left<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        let mut sum = 0;
        for y in 0..8 {
            sum += filtered[[7 - y]];
        }
        pred[[!y, !x]] = (sum + 4) >> 3;
    }

    /// Intra_8x8_DC (8.3.2.2.4), samples to the left not available, those above available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::dc_above;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// dc_above(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [125, 125, 125, 125]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_above<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        let above = filtered[[9..]];
        let mut sum = 0;
        for x in 0..8 {
            sum += above[[x]];
        }
        pred[[!y, !x]] = (sum + 4) >> 3;
    }

    /// Intra_8x8_DC (8.3.2.2.4), no samples available: `1 << (BitDepth - 1)`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::dc_none;
    ///
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// dc_none(&mut pred);
    /// assert_eq!(pred.as_slice(), [128; 64]);
    /// ```
    #[kernel]
    pub fn dc_none<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, bit_depth: i32) {
        pred[[!y, !x]] = 1 << (bit_depth - 1);
    }

    /// Intra_8x8_Diagonal_Down_Left (8.3.2.2.5).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::diagonal_down_left;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// diagonal_down_left(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [160, 170, 110, 120]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn diagonal_down_left<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        // A sample depends on x + y: `diagonal[[2 + x + y]]`, written at once and read where it lies; the last one is apart.
        let above = filtered[[9..]];
        let diagonal = Block::<[Sample; 16]>::stack();
        for i in 0..16 {
            diagonal[[i]] = (above[[i - 2]] + 2 * above[[i - 1]] + above[[i]] + 2) >> 2;
        }
        let pred = pred.permute([1, 0]);
        for y in 0..7 {
            for x in 0..8 {
                pred[[x, y]] = diagonal[[2 + x + y]];
            }
        }
        for x in 0..7 {
            pred[[x, 7]] = diagonal[[9 + x]];
        }
        pred[[7, 7]] = (above[[14]] + 3 * above[[15]] + 2) >> 2;
    }

    /// Intra_8x8_Diagonal_Down_Right (8.3.2.2.6).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::diagonal_down_right;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// diagonal_down_right(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [140, 150, 70, 80]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn diagonal_down_right<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        // A sample depends on x - y, -7 to 7: x > y is above the corner, which is `filtered[[8]]`, and x < y to the left of it.
        // Of 16 the last is not used: they are written at once, and read where they lie.
        let diagonal = Block::<[Sample; 16]>::stack();
        for i in 0..16 {
            diagonal[[i]] = (filtered[[i]] + 2 * filtered[[i + 1]] + filtered[[i + 2]] + 2) >> 2;
        }
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = diagonal[[7 + !x - !y]];
    }

    /// Intra_8x8_Vertical_Right (8.3.2.2.7).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::vertical_right;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// vertical_right(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [145, 155, 80, 90]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical_right<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        let above = filtered[[9..]];
        let three = Block::<[Sample; 16]>::stack();
        for i in 0..16 {
            three[[i]] = (filtered[[i]] + 2 * filtered[[i + 1]] + filtered[[i + 2]] + 2) >> 2;
        }
        // A sample depends on y & 1 and x - (y >> 1), on zVR = 2 * x - y: of what is before the others, for zVR below -1, each is
        // two of zVR further. Blocks are written at once, and read where they lie.
        let even = Block::<[Sample; 16]>::stack();
        let odd = Block::<[Sample; 16]>::stack();
        for i in 0..16 {
            even[[i]] = (above[[i - 5]] + above[[i - 4]] + 1) >> 1;
            odd[[i]] = (above[[i - 5]] + 2 * above[[i - 4]] + above[[i - 3]] + 2) >> 2;
        }
        #[unroll]
        for i in 0..3 {
            even[[1 + i]] = three[[2 + 2 * i]];
            odd[[i]] = three[[1 + 2 * i]];
        }
        let pred = pred.permute([1, 0]);
        for k in 0..4 {
            for x in 0..8 {
                pred[[x, 2 * k]] = even[[4 + x - k]];
                pred[[x, 2 * k + 1]] = odd[[3 + x - k]];
            }
        }
    }

    /// Intra_8x8_Horizontal_Down (8.3.2.2.8).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::horizontal_down;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// horizontal_down(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [130, 140, 65, 70]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal_down<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        // A sample depends on zHD = 2 * y - x, 14 to -7. Blocks are written at once, and read where they lie: in
        // `by_zhd` are those down to -1, 13, 11, .. between 14, 12, ..
        let by_zhd = Block::<[Sample; 16]>::stack();
        for k in 0..8 {
            by_zhd[[2 * k]] = (filtered[[k]] + filtered[[k + 1]] + 1) >> 1;
            by_zhd[[2 * k + 1]] = (filtered[[k]] + 2 * filtered[[k + 1]] + filtered[[k + 2]] + 2) >> 2;
        }
        let at_once = Block::<[Sample; 16]>::stack();
        for i in 0..16 {
            at_once[[i]] = by_zhd[[i]];
        }
        // From 6 on; those from -2 on, `to_6[[8]]`, are along the row above.
        let to_6 = Block::<[Sample; 16]>::stack();
        for i in 0..16 {
            to_6[[i]] = (filtered[[i]] + 2 * filtered[[i + 1]] + filtered[[i + 2]] + 2) >> 2;
        }
        for i in 0..8 {
            to_6[[i]] = at_once[[8 + i]];
        }
        let pred = pred.permute([1, 0]);
        for y in 0..3 {
            #[vectorize(x)]
            for x in 0..8 {
                pred[[x, y]] = to_6[[6 + x - 2 * y]];
            }
        }
        for y in 3..8 {
            #[vectorize(x)]
            for x in 0..8 {
                pred[[x, y]] = at_once[[14 + x - 2 * y]];
            }
        }
    }

    /// Intra_8x8_Vertical_Left (8.3.2.2.9).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::vertical_left;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// vertical_left(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [155, 165, 100, 110]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical_left<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        // `k` is y >> 1.
        let above = filtered[[9..]];
        let pred = pred.permute([1, 0]);
        for k in 0..4 {
            for x in 0..8 {
                pred[[x, 2 * k]] = (above[[x + k]] + above[[x + k + 1]] + 1) >> 1;
                pred[[x, 2 * k + 1]] =
                    (above[[x + k]] + 2 * above[[x + k + 1]] + above[[x + k + 2]] + 2) >> 2;
            }
        }
    }

    /// Intra_8x8_Horizontal_Up (8.3.2.2.10).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_8x8::horizontal_up;
    ///
    /// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
    /// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// horizontal_up(&mut pred, &filtered);
    /// assert_eq!(pred.as_slice()[6..10], [35, 30, 55, 50]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal_up<Sample>(pred: &mut Tensor<[[Sample; 8]; 8]>, filtered: &Tensor<[Sample; 25]>) {
        // A sample depends on zHU = x + 2 * y. Those below 12 are `by_zhu[[4 + zHU]]`, written at once and read where they lie.
        let by_zhu = Block::<[Sample; 16]>::stack();
        for k in 0..8 {
            by_zhu[[2 * k]] = (filtered[[9 - k]] + filtered[[8 - k]] + 1) >> 1;
            by_zhu[[2 * k + 1]] = (filtered[[9 - k]] + 2 * filtered[[8 - k]] + filtered[[7 - k]] + 2) >> 2;
        }
        let at_once = Block::<[Sample; 16]>::stack();
        for i in 0..16 {
            at_once[[i]] = by_zhu[[i]];
        }
        let pred = pred.permute([1, 0]);
        for y in 0..3 {
            #[vectorize(x)]
            for x in 0..8 {
                pred[[x, y]] = at_once[[4 + x + 2 * y]];
            }
        }
        // From 12 on: 12, 13, and above 13 it is the last sample. These are `from_4[[zHU - 4]]`.
        let last = filtered[[0]];
        let from_4 = Block::<[Sample; 16]>::stack();
        for i in 0..16 {
            from_4[[i]] = last;
        }
        for i in 0..8 {
            from_4[[i]] = at_once[[8 + i]];
        }
        from_4[[8]] = (filtered[[1]] + last + 1) >> 1;
        from_4[[9]] = (filtered[[1]] + 3 * last + 2) >> 2;
        for y in 3..7 {
            #[vectorize(x)]
            for x in 0..8 {
                pred[[x, y]] = from_4[[x + 2 * y - 4]];
            }
        }
        for x in 0..8 {
            pred[[x, 7]] = last;
        }
    }
}

pub use of_8_bits::*;
