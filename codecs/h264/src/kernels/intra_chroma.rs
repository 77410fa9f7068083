//! Intra prediction of chrominance (H.264 8.3.4) at 4:2:0, one kernel for each mode of table 8-5, in its order. At 4:2:2 they are those of
//! [`intra_chroma_422`](super::intra_chroma_422).
//!
//! `pred` is the 8x8 block of one component that is predicted, at its location in the plane; `recon` is the plane as far
//! as it has been constructed. `p` is `recon` where `pred` is, indexed `[x, y]`: the 17 neighbouring samples are
//! `p[-1, y]` with `y` = -1..7 and `p[x, -1]` with `x` = 0..7.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, H = 8, y_cf = 0, c_of_v = 34, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16, H = 8, y_cf = 0, c_of_v = 34)]
#[instance(of_8_bits_422: Sample = u8, H = 16, y_cf = 4, c_of_v = 5, bit_depth = 8)]
#[instance(of_more_bits_422: Sample = u16, H = 16, y_cf = 4, c_of_v = 5)]
/// The modes for samples of a type, and so many rows of them.
pub(super) mod modes {
    use unite::kernel;

    /// Intra_Chroma_DC (8.3.4.1), all samples available. Each 4x4 block has a mean of its own.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma::dc;
    ///
    /// // 10 above and 30 to the left.
    /// let pixels = (0..256).map(|i| if i < 128 { 10 } else { 30 }).collect();
    /// let recon = Block::<u8>::from_vec(pixels, [16, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// dc(&mut pred, &recon);
    /// assert_eq!([[0, 0], [0, 4], [4, 0], [4, 4]].map(|at| pred.read(at)), [20, 10, 30, 20]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc<Sample, const H: usize>(pred: &mut Tensor<[[Sample; 8]; H]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for y_o in (0..H as i32).step_by(4) {
            for x_o in (0..8).step_by(4) {
                let (mut above, mut left) = (0, 0);
                for i in 0..4 {
                    above += p[[x_o + i, -1]];
                }
                for i in 0..4 {
                    left += p[[-1, y_o + i]];
                }
                let mean = if x_o > 0 && y_o == 0 {
                    (above + 2) >> 2
                } else if x_o == 0 && y_o > 0 {
                    (left + 2) >> 2
                } else {
                    (above + left + 4) >> 3
                };
                let block = pred[[x_o..x_o + 4, y_o..y_o + 4]];
                block[[!x, !y]] = mean;
            }
        }
    }

    /// Intra_Chroma_DC (8.3.4.1), samples above not available, those to the left available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma::dc_left;
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([0, 8])?;
    /// dc_left(&mut pred, &recon);
    /// assert_eq!([[0, 0], [0, 4], [4, 0], [4, 4]].map(|at| pred.read(at)), [31, 31, 95, 95]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_left<Sample, const H: usize>(pred: &mut Tensor<[[Sample; 8]; H]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for y_o in (0..H as i32).step_by(4) {
            let mut left = 0;
            for i in 0..4 {
                left += p[[-1, y_o + i]];
            }
            let blocks = pred[[.., y_o..y_o + 4]];
            blocks[[!x, !y]] = (left + 2) >> 2;
        }
    }

    /// Intra_Chroma_DC (8.3.4.1), samples to the left not available, those above available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma::dc_above;
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 0])?;
    /// dc_above(&mut pred, &recon);
    /// assert_eq!([[0, 0], [0, 4], [4, 0], [4, 4]].map(|at| pred.read(at)), [114, 118, 114, 118]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_above<Sample, const H: usize>(pred: &mut Tensor<[[Sample; 8]; H]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for x_o in (0..8).step_by(4) {
            let mut above = 0;
            for i in 0..4 {
                above += p[[x_o + i, -1]];
            }
            let blocks = pred[[x_o..x_o + 4, ..]];
            blocks[[!x, !y]] = (above + 2) >> 2;
        }
    }

    /// Intra_Chroma_DC (8.3.4.1), no samples available: `1 << (BitDepth - 1)`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma::dc_none;
    ///
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack();
    /// dc_none(&mut pred);
    /// assert_eq!(pred.as_slice(), [128; 64]);
    /// ```
    #[kernel]
    pub fn dc_none<Sample, const H: usize>(pred: &mut Tensor<[[Sample; 8]; H]>, bit_depth: i32) {
        pred[[!y, !x]] = 1 << (bit_depth - 1);
    }

    /// Intra_Chroma_Horizontal (8.3.4.2).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma::horizontal;
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// horizontal(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[6..10], [135, 135, 151, 151]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal<Sample, const H: usize>(
        pred: &mut Tensor<[[Sample; 8]; H]>,
        recon: &Tensor<[[Sample]]>,
    ) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[-1, !y]];
    }

    /// Intra_Chroma_Vertical (8.3.4.3).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma::vertical;
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// vertical(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[6..10], [126, 127, 120, 121]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical<Sample, const H: usize>(pred: &mut Tensor<[[Sample; 8]; H]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[!x, -1]];
    }

    /// Intra_Chroma_Plane (8.3.4.4), with `xCF` = 0 and `y_cf`, which is `yCF`: 0, and 4 at 4:2:2. `c_of_v` is what `V` is multiplied by in
    /// (8-148).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma::plane;
    ///
    /// // A picture that grows by 3 from left to right and by 8 from row to row goes on as it is.
    /// let pixels = (0..256).map(|i| (i % 16 * 3 + i / 16 * 8) as u8).collect();
    /// let recon = Block::<u8>::from_vec(pixels, [16, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// plane(&mut pred, &recon);
    /// assert_eq!(pred.read([0, 0]), recon.read([8, 8]));
    /// assert_eq!(pred.read([7, 7]), recon.read([15, 15]));
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn plane<Sample, const H: usize>(
        pred: &mut Tensor<[[Sample; 8]; H]>,
        recon: &Tensor<[[Sample]]>,
        y_cf: i32,
        c_of_v: i32,
        bit_depth: i32,
    ) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        let (mut h, mut v) = (0, 0);
        for i in 0..4 {
            h += (i + 1) * (p[[4 + i, -1]] - p[[2 - i, -1]]);
        }
        for i in 0..4 + y_cf {
            v += (i + 1) * (p[[-1, 4 + y_cf + i]] - p[[-1, 2 + y_cf - i]]);
        }
        let a = 16 * (p[[-1, H as i32 - 1]] + p[[7, -1]]);
        let b = (34 * h + 32) >> 6;
        let c = (c_of_v * v + 32) >> 6;
        pred[[!x, !y]] = ((a + b * (!x - 3) + c * (!y - 3 - y_cf) + 16) >> 5).clamp(0, (1 << bit_depth) - 1);
    }
}

pub use of_8_bits::*;
