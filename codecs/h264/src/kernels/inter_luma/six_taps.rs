//! The filter of six taps.

use unite::kernel;

/// The most rows of a partition, and the five around them that the filter needs.
pub(in crate::kernels) const MOST: usize = 16 + 5;

/// Six taps: what (8-241) and (8-242) make of samples, and (8-246) and (8-247) of sums, before they are rounded.
///
/// Kernels see into it, those of others too:
///
/// ```
/// use unite::{Block, kernel};
/// use unite_h264::kernels::inter_luma::tap;
///
/// /// Half samples between the third and the fourth of six.
/// #[kernel(inline(tap))]
/// fn half(out: &mut Tensor<[[u8]]>, p: &Tensor<[[u8]]>) {
///     for [y, x] in out.indices() {
///         let b1 = tap(p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]], p[[y, x + 4]], p[[y, x + 5]]);
///         out[[y, x]] = ((b1 + 16) >> 5).clamp(0, 255);
///     }
/// }
///
/// let mut out = Block::<u8>::zeros([2, 3]);
/// half(&mut out, &Block::<u8>::from_vec((0..16).map(|k| 10 * k).collect(), [2, 8])?);
/// assert_eq!(out.as_slice(), [25, 35, 45, 105, 115, 125]);
/// assert!(half::remarks()[0].is_vectorised());
/// assert_eq!(tap(0, 0, 8, 8, 0, 0), 320);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn tap(e: i32, f: i32, g: i32, h: i32, i: i32, j: i32) -> i32 {
    e - 5 * f + 20 * g + 20 * h - 5 * i + j
}
