//! Intra prediction of chrominance (H.264 8.3.4) at 4:2:2, where a component of a macroblock is 16 rows of 8 samples: one kernel for
//! each mode of table 8-5, in its order. All is as in [`intra_chroma`](super::intra_chroma).

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16)]
/// The modes for samples of a type.
pub(super) mod modes {
    use unite::kernel;

    /// Intra_Chroma_DC (8.3.4.1 to 8.3.4.3), all samples available. Each 4x4 block has a mean of its own.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma_422::dc;
    ///
    /// let recon = Block::<u8>::from_vec((0..408).map(|i| if i < 24 { 10 } else { 30 }).collect(), [17, 24])?;
    /// let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([1, 8])?;
    /// dc(&mut pred, &recon);
    /// assert_eq!([[0, 0], [0, 4], [12, 0], [12, 4]].map(|at| pred.read(at)), [20, 10, 30, 20]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc<Sample>(pred: &mut Tensor<[[Sample; 8]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for y_o in (0..16).step_by(4) {
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

    /// Intra_Chroma_DC, samples above not available, those to the left available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma_422::dc_left;
    ///
    /// let recon = Block::<u8>::from_vec((0..256).map(|i| (i / 16) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([0, 8])?;
    /// dc_left(&mut pred, &recon);
    /// assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [2, 14]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_left<Sample>(pred: &mut Tensor<[[Sample; 8]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for y_o in (0..16).step_by(4) {
            let mut left = 0;
            for i in 0..4 {
                left += p[[-1, y_o + i]];
            }
            let blocks = pred[[.., y_o..y_o + 4]];
            blocks[[!x, !y]] = (left + 2) >> 2;
        }
    }

    /// Intra_Chroma_DC, samples to the left not available, those above available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma_422::dc_above;
    ///
    /// let recon = Block::<u8>::from_vec((0..136).map(|i| (i % 8) as u8).collect(), [17, 8])?;
    /// let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([1, 0])?;
    /// dc_above(&mut pred, &recon);
    /// assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [2, 6]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_above<Sample>(pred: &mut Tensor<[[Sample; 8]; 16]>, recon: &Tensor<[[Sample]]>) {
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

    /// Intra_Chroma_DC, no samples available: `1 << (BitDepth - 1)`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma_422::dc_none;
    ///
    /// let mut pred = Block::<[[u8; 8]; 16]>::stack();
    /// dc_none(&mut pred);
    /// assert_eq!(pred.as_slice(), [128; 128]);
    /// ```
    #[kernel]
    pub fn dc_none<Sample>(pred: &mut Tensor<[[Sample; 8]; 16]>, bit_depth: i32) {
        pred[[!y, !x]] = 1 << (bit_depth - 1);
    }

    /// Intra_Chroma_Horizontal (8.3.4.4).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma_422::horizontal;
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([0, 8])?;
    /// horizontal(&mut pred, &recon);
    /// assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [7, 247]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal<Sample>(pred: &mut Tensor<[[Sample; 8]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[-1, !y]];
    }

    /// Intra_Chroma_Vertical (8.3.4.5).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma_422::vertical;
    ///
    /// let recon = Block::<u8>::from_vec((0..136).collect(), [17, 8])?;
    /// let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([1, 0])?;
    /// vertical(&mut pred, &recon);
    /// assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [0, 7]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical<Sample>(pred: &mut Tensor<[[Sample; 8]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[!x, -1]];
    }

    /// Intra_Chroma_Plane (8.3.4.6), with `xCF` = 0 and `yCF` = 4.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_chroma_422::plane;
    ///
    /// // A picture that grows by 3 from left to right and by 4 from row to row goes on as it is.
    /// let recon = Block::<u8>::from_vec((0..288).map(|i| (i % 16 * 3 + i / 16 * 4) as u8).collect(), [18, 16])?;
    /// let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([2, 8])?;
    /// plane(&mut pred, &recon);
    /// assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [8 * 3 + 2 * 4, 15 * 3 + 17 * 4]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn plane<Sample>(pred: &mut Tensor<[[Sample; 8]; 16]>, recon: &Tensor<[[Sample]]>, bit_depth: i32) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        let (mut h, mut v) = (0, 0);
        for i in 0..4 {
            h += (i + 1) * (p[[4 + i, -1]] - p[[2 - i, -1]]);
        }
        for i in 0..8 {
            v += (i + 1) * (p[[-1, 8 + i]] - p[[-1, 6 - i]]);
        }
        let a = 16 * (p[[-1, 15]] + p[[7, -1]]);
        let b = (34 * h + 32) >> 6;
        let c = (5 * v + 32) >> 6;
        pred[[!x, !y]] = ((a + b * (!x - 3) + c * (!y - 7) + 16) >> 5).clamp(0, (1 << bit_depth) - 1);
    }
}

pub use of_8_bits::*;
