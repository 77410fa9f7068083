//! What a vector that points outside of the picture finds (H.264 8.4.2.2.1): samples of its border stand for others.

use unite::kernel;

use super::inter_luma::MOST;

/// All samples that the prediction of a partition may need, from a picture without padding: those of a partition of 16x16
/// samples, two before and three after it, so that `window[[2, 2]]` is `G` of the first sample, of row `y_int` and column
/// `x_int`, anywhere. Clipping both, as (8-239) and (8-240) do for each sample, is the picture's boundary rule.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::clamped_window;
/// use unite_h264::kernels::inter_luma::interpolate;
///
/// // Columns of 0, 10, 20, .., and a vector that leads to the border at the right.
/// let reference = Block::<u8>::from_vec((0..64).map(|i| i % 8 * 10).collect(), [8, 8])?;
/// let mut window = Block::<[[u8; 21]; 21]>::stack();
/// clamped_window(&reference, 6, 6, &mut window);
/// let p = window.view().partition([2..6, 2..6])?;
/// let mut pred = Block::<[[u8; 4]; 4]>::stack();
/// interpolate(&mut pred, &p.tensor()?.fixed::<[[u8; 4]; 4]>()?, 0, 3);
/// assert_eq!(pred.as_slice(), [60, 70, 70, 70].repeat(4));
/// # Ok::<(), unite::ViewError>(())
/// ```
#[kernel]
pub fn clamped_window(
    reference: &Tensor<[[u8]]>,
    y_int: i32,
    x_int: i32,
    window: &mut Tensor<[[u8; MOST]; MOST]>,
) {
    let reference = reference.with_boundary(Boundary::Clamp);
    window[[!y, !x]] = reference[[y_int + !y - 2, x_int + !x - 2]];
}
