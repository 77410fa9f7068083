//! Which neighbours of a block are available for intra prediction (H.264 6.4.8 to 6.4.12, and what 8.3.1.2, 8.3.2.2, 8.3.3 and
//! 8.3.4 add), in frames of frame macroblocks.
//!
//! What is known of macroblocks lies in tensors that are coarser than the picture: one element for 16x16 samples, which is
//! found at every sample. Outside of the picture no slice goes on.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::intra_neighbours;
//!
//! // Two by two macroblocks of one slice, of which the second one is coded in Inter prediction.
//! let slice = Block::from([[0, 0], [0, 0]]).with_coarsening([16, 16])?;
//! let intra = Block::from([[1u8, 0], [1, 1]]).with_coarsening([16, 16])?;
//! let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([16, 12])?;
//!
//! let all = intra_neighbours(&pred, &slice, &intra, false);
//! assert!(all.left && all.above && all.above_right && all.above_left);
//! let constrained = intra_neighbours(&pred, &slice, &intra, true);
//! assert!(constrained.above && !constrained.above_right);
//! # Ok::<(), unite::BlockError>(())
//! ```

use unite::{Elem, kernel};

/// The neighbouring samples of a block that are available for intra prediction: all of a side, or none of it.
///
/// ```
/// use unite_h264::kernels::Neighbours;
///
/// assert!(!Neighbours::default().left);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// `p[-1, y]`: what is at A in the figures of the standard.
    pub left: bool,
    /// `p[x, -1]` above the block, at B.
    pub above: bool,
    /// `p[x, -1]` behind that, as many again, at C. Intra_16x16 prediction does not ask for them.
    pub above_right: bool,
    /// `p[-1, -1]`, at D.
    pub above_left: bool,
}

/// The neighbours of a block of luminance: `N` is 4, 8 or 16 for Intra_4x4, Intra_8x8 and Intra_16x16 prediction.
///
/// * `pred`: a block of the macroblock that is predicted, of samples of any depth; only its location counts.
/// * `slice`: a number for the slice that a macroblock belongs to; none is negative. Macroblocks of one slice are coded in the
///   order of their addresses.
/// * `intra`: whether a macroblock is coded in Intra prediction, for that of `pred` too. If `pred` is not of a macroblock of
///   type SI, such a one counts as not.
/// * `constrained_intra_pred_flag`: if it is set, samples of macroblocks coded in Inter prediction are not available
///   (7.4.2.2).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::{Neighbours, intra_neighbours};
///
/// let slice = Block::from([[0, 1]]).with_coarsening([16, 16])?;
/// let intra = Block::from([[1u8, 1]]).with_coarsening([16, 16])?;
/// let block = |y, x| Block::<[[u8; 4]; 4]>::stack().with_origin([y, x]);
///
/// // Another slice on the left. Of the second row what is above and to the right comes later where x is 4.
/// assert_eq!(intra_neighbours(&block(0, 16)?, &slice, &intra, false), Neighbours::default());
/// assert!(intra_neighbours(&block(4, 16)?, &slice, &intra, false).above_right);
/// assert!(!intra_neighbours(&block(4, 20)?, &slice, &intra, false).above_right);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn intra_neighbours<T: Elem, const N: usize>(
    pred: &Tensor<[[T; N]; N]>,
    slice: &Tensor<[[i32]]>,
    intra: &Tensor<[[u8]]>,
    constrained_intra_pred_flag: bool,
) -> Neighbours {
    let slice = slice.with_boundary(Boundary::Constant(-1)).refine([16, 16])[pred];
    let intra = intra.with_boundary(Boundary::Constant(0)).refine([16, 16])[pred];
    let (y, x, n) = (pred.origin(0), pred.origin(1), N as i32);
    // What is above and to the right lies in a macroblock above, or earlier in the order of the blocks of this one.
    let earlier = y % 16 == 0 || (x + n) % 16 != 0 && (y & n == 0 || x & n == 0);
    let current = slice[[0, 0]];
    let any = !constrained_intra_pred_flag;
    Neighbours {
        left: slice[[0, -1]] == current && (any || intra[[0, -1]] != 0),
        above: slice[[-1, 0]] == current && (any || intra[[-1, 0]] != 0),
        above_right: earlier && slice[[-1, n]] == current && (any || intra[[-1, n]] != 0),
        above_left: slice[[-1, -1]] == current && (any || intra[[-1, -1]] != 0),
    }
}

/// The neighbours of the chrominance of a macroblock at 4:2:0, of which `pred` is one component: for 8x8 samples there is one
/// element of `slice` and of `intra`. All else is as for [`intra_neighbours()`]; above and to the right nothing is asked for.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::{Neighbours, intra_neighbours_chroma};
///
/// let slice = Block::from([[0, 0]]).with_coarsening([8, 8])?;
/// let intra = Block::from([[0u8, 1]]).with_coarsening([8, 8])?;
/// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([0, 8])?;
/// assert!(intra_neighbours_chroma(&pred, &slice, &intra, false).left);
/// assert_eq!(intra_neighbours_chroma(&pred, &slice, &intra, true), Neighbours::default());
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn intra_neighbours_chroma<T: Elem>(
    pred: &Tensor<[[T; 8]; 8]>,
    slice: &Tensor<[[i32]]>,
    intra: &Tensor<[[u8]]>,
    constrained_intra_pred_flag: bool,
) -> Neighbours {
    let slice = slice.with_boundary(Boundary::Constant(-1)).refine([8, 8])[pred];
    let intra = intra.with_boundary(Boundary::Constant(0)).refine([8, 8])[pred];
    let current = slice[[0, 0]];
    let any = !constrained_intra_pred_flag;
    Neighbours {
        left: slice[[0, -1]] == current && (any || intra[[0, -1]] != 0),
        above: slice[[-1, 0]] == current && (any || intra[[-1, 0]] != 0),
        above_right: false,
        above_left: slice[[-1, -1]] == current && (any || intra[[-1, -1]] != 0),
    }
}
