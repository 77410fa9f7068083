//! Chroma sample interpolation (H.264 8.4.2.2.2): eighths of a sample at 4:2:0.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8)]
#[instance(of_more_bits: Sample = u16)]
/// The kernels for samples of a type.
pub(super) mod eighths {
    use unite::kernel;

    /// A partition of one component, moved by `x_frac` and `y_frac` eighths of a sample, `xFracC` and `yFracC`.
    ///
    /// `p` is the reference picture where the vector's full samples point, so that `A`, `B`, `C` and `D` of the clause are
    /// `p[[y, x]]`, `p[[y, x + 1]]`, `p[[y + 1, x]]` and `p[[y + 1, x + 1]]`; the plane that `p` is a part of has to be padded
    /// as in [`inter_luma`](super::super::inter_luma).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::interpolate_chroma;
    ///
    /// let plane = Block::<u8>::from_vec((0..64).map(|i| (i % 8 * 8 + i / 8 * 16) as u8).collect(), [8, 8])?;
    /// let at = plane.view().partition([2..6, 2..6])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// interpolate_chroma(&mut pred, &at.tensor()?.fixed::<[[u8; 4]; 4]>()?, 3, 4);
    /// assert_eq!(pred.as_slice()[..2], [48 + 3 + 8, 56 + 3 + 8]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel]
    pub fn interpolate_chroma<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        x_frac: i32,
        y_frac: i32,
    ) {
        interpolate_chroma_in_turn::<Sample, 1, H, W>(pred, p, x_frac, y_frac);
    }

    /// [`interpolate_chroma()`] of `N` components, sample by sample in turn: the next sample of a component is `p[[y, x + N]]`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::interpolate_chroma_in_turn;
    ///
    /// let plane = Block::<u8>::from_vec((0..64).map(|i| (i % 8 / 2 * 8 + i / 8 * 16) as u8).collect(), [8, 8])?;
    /// let at = plane.view().partition([2..6, 2..6])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// interpolate_chroma_in_turn::<2, 4, 4>(&mut pred, &at.tensor()?.fixed::<[[u8; 4]; 4]>()?, 3, 4);
    /// assert_eq!(pred.as_slice()[..4], [40 + 3 + 8, 40 + 3 + 8, 48 + 3 + 8, 48 + 3 + 8]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel]
    pub fn interpolate_chroma_in_turn<Sample, const N: usize, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        x_frac: i32,
        y_frac: i32,
    ) {
        let x_frac = x_frac.clamp(0, 8);
        let y_frac = y_frac.clamp(0, 8);
        // The weights of the clause are products, of one along the row and one across rows.
        pred[[!y, !x]] = ((8 - y_frac) * ((8 - x_frac) * p[[!y, !x]] + x_frac * p[[!y, !x + N]])
            + y_frac * ((8 - x_frac) * p[[!y + 1, !x]] + x_frac * p[[!y + 1, !x + N]])
            + 32)
            >> 6;
    }
}

pub use of_8_bits::*;
