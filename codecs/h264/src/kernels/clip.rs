//! The function Clip1 (H.264 5.7) for samples of 8 bits.

/// `x`, or the nearest number that is a sample.
///
/// ```
/// use unite_h264::kernels::clip1;
///
/// assert_eq!([-3, 7, 300].map(clip1), [0, 7, 255]);
/// ```
#[inline(always)]
pub const fn clip1(x: i32) -> i32 {
    if x < 0 {
        0
    } else if x > 255 {
        255
    } else {
        x
    }
}
