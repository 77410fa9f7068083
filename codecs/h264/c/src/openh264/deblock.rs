//! The deblocking filter in the layout of openh264: both components of chrominance at once.

use crate::deblock::windows;
use crate::levels::levels;
use crate::memory::{array, at_mut, line};
use crate::tables::fill;

/// `pfLumaDeblockingLT4Ver` or `pfLumaDeblockingLT4Hor`.
pub type DeblockLuma = unsafe extern "C" fn(q: *mut u8, stride: i32, alpha: i32, beta: i32, tc0: *mut i8);

/// `pfLumaDeblockingEQ4Ver` or `pfLumaDeblockingEQ4Hor`.
pub type DeblockLumaIntra = unsafe extern "C" fn(q: *mut u8, stride: i32, alpha: i32, beta: i32);

/// `pfChromaDeblockingLT4Ver` or `pfChromaDeblockingLT4Hor`: `tc` is one more than `tC0`, 0 where nothing is filtered.
pub type DeblockChroma =
    unsafe extern "C" fn(cb: *mut u8, cr: *mut u8, stride: i32, alpha: i32, beta: i32, tc: *mut i8);

/// `pfChromaDeblockingEQ4Ver` or `pfChromaDeblockingEQ4Hor`.
pub type DeblockChromaIntra =
    unsafe extern "C" fn(cb: *mut u8, cr: *mut u8, stride: i32, alpha: i32, beta: i32);

/// Edges of luminance, 16 long, with four samples on both sides; of chrominance, 8 long, with two.
macro_rules! slots {
    (luma $($name:ident, $intra:ident in [$h:literal, $w:literal] after [$y:literal, $x:literal];)*) => {levels! {$(
        fn $name(level; q: *mut u8, stride: i32, alpha: i32, beta: i32, tc0: *mut i8)
        where (
            window: *mut u8 = q.offset(-($y * stride as isize + $x)),
            stride: isize = stride as isize,
            alpha: i32 = alpha,
            beta: i32 = beta,
            tc0: [i8; 4] = *array(tc0),
        ) {
            let window = at_mut::<u8, $h, $w>(window, stride);
            windows::$name::staged(level, window, alpha, beta, line::<i8, 4>(tc0.as_ptr()).shared());
        }

        fn $intra(level; q: *mut u8, stride: i32, alpha: i32, beta: i32)
        where (q: *mut u8 = q, stride: isize = stride as isize, alpha: i32 = alpha, beta: i32 = beta) {
            let window = at_mut::<u8, $h, $w>(q.offset(-($y * stride + $x)), stride);
            windows::$intra::staged(level, window, alpha, beta);
        }
    )*}};
    (chroma $($name:ident, $intra:ident in [$h:literal, $w:literal] after [$y:literal, $x:literal];)*) => {levels! {$(
        fn $name(level; cb: *mut u8, cr: *mut u8, stride: i32, alpha: i32, beta: i32, tc: *mut i8)
        where (
            planes: [*mut u8; 2] = [cb, cr],
            stride: isize = stride as isize,
            alpha: i32 = alpha,
            beta: i32 = beta,
            tc: [i8; 4] = *array(tc),
        ) {
            let tc0 = tc.map(|tc| tc.wrapping_sub(1));
            for plane in planes {
                let window = at_mut::<u8, $h, $w>(plane.offset(-($y * stride + $x)), stride);
                windows::$name::staged(level, window, alpha, beta, line::<i8, 4>(tc0.as_ptr()).shared());
            }
        }

        fn $intra(level; cb: *mut u8, cr: *mut u8, stride: i32, alpha: i32, beta: i32)
        where (planes: [*mut u8; 2] = [cb, cr], stride: isize = stride as isize, alpha: i32 = alpha, beta: i32 = beta) {
            for plane in planes {
                let window = at_mut::<u8, $h, $w>(plane.offset(-($y * stride + $x)), stride);
                windows::$intra::staged(level, window, alpha, beta);
            }
        }
    )*}};
}

slots! { luma
    luma_horizontal, luma_horizontal_intra in [8, 16] after [4, 0];
    luma_vertical, luma_vertical_intra in [16, 8] after [0, 4];
}

slots! { chroma
    chroma_horizontal, chroma_horizontal_intra in [4, 8] after [2, 0];
    chroma_vertical, chroma_vertical_intra in [8, 4] after [0, 2];
}

/// The filters of edges of luminance and of chrominance, each first horizontal, which openh264 calls `Ver`, then vertical;
/// and the same for `bS` 4.
///
/// # Safety
/// All tables have 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_deblock(
    luma: *mut DeblockLuma,
    luma_intra: *mut DeblockLumaIntra,
    chroma: *mut DeblockChroma,
    chroma_intra: *mut DeblockChromaIntra,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<DeblockLuma, 2>(luma, [luma_horizontal::current(), luma_vertical::current()]);
        fill::<DeblockLumaIntra, 2>(
            luma_intra,
            [luma_horizontal_intra::current(), luma_vertical_intra::current()],
        );
        fill::<DeblockChroma, 2>(chroma, [chroma_horizontal::current(), chroma_vertical::current()]);
        fill::<DeblockChromaIntra, 2>(
            chroma_intra,
            [chroma_horizontal_intra::current(), chroma_vertical_intra::current()],
        );
    }
}
