//! Levels of DC coefficients of chrominance, back to coefficients, and as few of them as make the same samples.

use unite_h264_c::tables::fill;
use unite_h264_c::x264_chroma_levels;

/// `idct_dequant_2x4_dc`: levels at 4:2:2, the eight blocks whose first coefficients they are, scales, and the quantiser.
pub type TallDcBack = unsafe extern "C" fn(dc: *mut i32, c: *mut i32, level_scale: *mut i32, qp: i32);

/// `idct_dequant_2x4_dconly`: levels at 4:2:2, which are coefficients afterwards, scales, and the quantiser.
pub type TallDcOnly = unsafe extern "C" fn(dc: *mut i32, level_scale: *mut i32, qp: i32);

/// `optimize_chroma_2x2_dc` or `optimize_chroma_2x4_dc`: levels, which come nearer to 0 as far as samples stay as they are, and their
/// scale. The result is whether any is left.
pub type FewerLevels = unsafe extern "C" fn(levels: *mut i32, scale: i32) -> i32;

x264_chroma_levels!(i32, of_32_bits, -64);

/// DC coefficients of chrominance: back at 4:2:2, `idct_dequant_2x4_dc` and `idct_dequant_2x4_dconly`; and fewer levels,
/// `optimize_chroma_2x2_dc` and `optimize_chroma_2x4_dc`.
///
/// # Safety
/// `fewer_table` has 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_chroma_levels(
    back: *mut TallDcBack,
    only: *mut TallDcOnly,
    fewer_table: *mut FewerLevels,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        back.write(tall_dc_back::current());
        only.write(tall_dc_only::current());
        fill::<FewerLevels, 2>(fewer_table, [fewer_420::current(), fewer_422::current()]);
    }
}
