//! Intra_16x16 prediction of luminance (H.264 8.3.3), one kernel for each mode of table 8-4, in its order.
//!
//! `pred` is the macroblock that is predicted, at its location in the picture; `recon` is the picture as far as it has
//! been constructed. `p` is `recon` where `pred` is, indexed `[x, y]`: the 33 neighbouring samples are `p[-1, y]` with
//! `y` = -1..15 and `p[x, -1]` with `x` = 0..15.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, Sum = i16, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16, Sum = i32)]
/// The modes for samples of a type; `Sum` holds what plane prediction adds up.
pub(super) mod modes {
    use unite::kernel;

    /// Intra_16x16_Vertical (8.3.3.1).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_16x16::vertical;
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).cycle().take(1024).collect(), [32, 32])?;
    /// let mut pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
    /// vertical(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[240..243], [240, 241, 242]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn vertical<Sample>(pred: &mut Tensor<[[Sample; 16]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[!x, -1]];
    }

    /// Intra_16x16_Horizontal (8.3.3.2).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_16x16::horizontal;
    ///
    /// let recon = Block::<u8>::from_vec((0..=255).cycle().take(1024).collect(), [32, 32])?;
    /// let mut pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
    /// horizontal(&mut pred, &recon);
    /// assert_eq!(pred.as_slice()[14..18], [15, 15, 47, 47]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn horizontal<Sample>(pred: &mut Tensor<[[Sample; 16]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[-1, !y]];
    }

    /// Intra_16x16_DC (8.3.3.3), all samples available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_16x16::dc;
    ///
    /// let recon = Block::from([[9u8; 32]; 32]);
    /// let mut pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
    /// dc(&mut pred, &recon);
    /// assert_eq!(pred.as_slice(), [9; 256]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc<Sample>(pred: &mut Tensor<[[Sample; 16]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let mut sum = 0;
        for x in 0..16 {
            sum += p[[x, -1]];
        }
        for y in 0..16 {
            sum += p[[-1, y]];
        }
        pred[[!y, !x]] = (sum + 16) >> 5;
    }

    /// Intra_16x16_DC (8.3.3.3), samples above not available, those to the left available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_16x16::dc_left;
    ///
    /// let recon = Block::from([[9u8; 32]; 32]);
    /// let mut pred = Block::<[[u8; 16]; 16]>::stack().with_origin([0, 16])?;
    /// dc_left(&mut pred, &recon);
    /// assert_eq!(pred.as_slice(), [9; 256]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_left<Sample>(pred: &mut Tensor<[[Sample; 16]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let mut sum = 0;
        for y in 0..16 {
            sum += p[[-1, y]];
        }
        pred[[!y, !x]] = (sum + 8) >> 4;
    }

    /// Intra_16x16_DC (8.3.3.3), samples to the left not available, those above available.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_16x16::dc_above;
    ///
    /// let recon = Block::from([[9u8; 32]; 32]);
    /// let mut pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 0])?;
    /// dc_above(&mut pred, &recon);
    /// assert_eq!(pred.as_slice(), [9; 256]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn dc_above<Sample>(pred: &mut Tensor<[[Sample; 16]; 16]>, recon: &Tensor<[[Sample]]>) {
        let p = recon[pred].permute([1, 0]);
        let mut sum = 0;
        for x in 0..16 {
            sum += p[[x, -1]];
        }
        pred[[!y, !x]] = (sum + 8) >> 4;
    }

    /// Intra_16x16_DC (8.3.3.3), no samples available: `1 << (BitDepth - 1)`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_16x16::dc_none;
    ///
    /// let mut pred = Block::<[[u8; 16]; 16]>::stack();
    /// dc_none(&mut pred);
    /// assert_eq!(pred.as_slice(), [128; 256]);
    /// ```
    #[kernel]
    pub fn dc_none<Sample>(pred: &mut Tensor<[[Sample; 16]; 16]>, bit_depth: i32) {
        pred[[!y, !x]] = 1 << (bit_depth - 1);
    }

    /// Intra_16x16_Plane (8.3.3.4).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::intra_16x16::plane;
    ///
    /// // A picture that grows by 3 from left to right and by 4 from row to row goes on as it is.
    /// let pixels = (0..1024).map(|i| (i % 32 * 3 + i / 32 * 4) as u8).collect();
    /// let recon = Block::<u8>::from_vec(pixels, [32, 32])?;
    /// let mut pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
    /// plane(&mut pred, &recon);
    /// assert_eq!(pred.read([0, 0]), recon.read([16, 16]));
    /// assert_eq!(pred.read([15, 15]), recon.read([31, 31]));
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn plane<Sample, Sum>(
        pred: &mut Tensor<[[Sample; 16]; 16]>,
        recon: &Tensor<[[Sample]]>,
        bit_depth: i32,
    ) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        let (mut h, mut v) = (0, 0);
        for i in 0..8 {
            h += (i + 1) * (p[[8 + i, -1]] - p[[6 - i, -1]]);
        }
        #[scalar]
        for i in 0..8 {
            v += (i + 1) * (p[[-1, 8 + i]] - p[[-1, 6 - i]]);
        }
        let a = 16 * (p[[-1, 15]] + p[[15, -1]]);
        let b = (5 * h + 32) >> 6;
        let c = (5 * v + 32) >> 6;
        // What the clause adds up, of every fourth row: from row to row it grows by c.
        let sums = Block::<[[Sum; 16]; 4]>::stack();
        sums[[!k, !x]] = a + b * (!x - 7) + c * (4 * !k - 7) + 16;
        for y in 0..4 {
            for k in 0..4 {
                pred[[!x, 4 * k + y]] = (sums[[k, !x]] >> 5).clamp(0, (1 << bit_depth) - 1);
            }
            sums[[!k, !x]] = i32::from(sums[[!k, !x]] as Sum + c as Sum);
        }
    }
}

pub use of_8_bits::*;
