//! Macroblocks without loss, whose levels are differences of samples, and levels of 8x8 blocks for CAVLC.

use unite_h264_c::tables::fill;
use unite_h264_c::x264_lossless;

/// `sub_4x4` or `sub_8x8`: levels, samples to encode, and their prediction, which is what they are afterwards. The result is whether any
/// level is not 0.
pub type SubScan = unsafe extern "C" fn(levels: *mut i32, samples: *mut u16, pred: *mut u16) -> i32;

/// `sub_4x4ac`: the same, the first level apart.
pub type SubScanAc =
    unsafe extern "C" fn(levels: *mut i32, samples: *mut u16, pred: *mut u16, dc: *mut i32) -> i32;

/// `interleave_8x8_cavlc`: four lists of every fourth level, and in two rows of 8 whether they have any that is not 0.
pub type InterleaveLevels = unsafe extern "C" fn(lists: *mut i32, levels: *mut i32, nonzero: *mut u8);

/// Kernels on samples as x264 has them.
mod layout {
    pub use unite_h264_c::kernels::lossless::{
        high_field_4x4 as field_4x4, high_field_4x4_ac as field_4x4_ac, high_field_8x8 as field_8x8,
        high_interleave as interleave, high_zigzag_4x4 as zigzag_4x4, high_zigzag_4x4_ac as zigzag_4x4_ac,
        high_zigzag_8x8 as zigzag_8x8,
    };
}

x264_lossless!(u16, i32);

/// Levels of macroblocks without loss, in zig-zag order or in field scan order: `sub_8x8` and `sub_4x4`; `sub_4x4ac`; and
/// `interleave_8x8_cavlc`.
///
/// # Safety
/// `table` has 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_lossless(
    table: *mut SubScan,
    ac_slot: *mut SubScanAc,
    interleave_slot: *mut InterleaveLevels,
    field: bool,
) {
    let (scans, ac): ([SubScan; 2], SubScanAc) = if field {
        ([sub_field_8x8::current(), sub_field_4x4::current()], sub_field_4x4_ac::current())
    } else {
        ([sub_zigzag_8x8::current(), sub_zigzag_4x4::current()], sub_zigzag_4x4_ac::current())
    };
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<SubScan, 2>(table, scans);
        ac_slot.write(ac);
        interleave_slot.write(interleave_levels::current());
    }
}
