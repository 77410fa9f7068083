//! Levels that cost least.

use unite_h264::kernels::high;
use unite_h264_c::tables::fill;
use unite_h264_c::x264_trellis;

/// `trellis_cabac_4x4`, `trellis_cabac_8x8` or `trellis_cabac_dc`: what a level of 1 is in 256ths, by coefficient; the scan; what bits weigh;
/// the place of the last level that is not 0; coefficients; nearest levels in the order of the scan; the same as coefficients lie, which
/// become smaller by one or stay; states of contexts; and the first place of the scan, whether the macroblock is one of fields, or the last
/// place. The result is whether any level is left. If none is, those of 4x4 blocks become 0, and others stay as they are.
pub type Trellis = unsafe extern "C" fn(
    steps: *const i32,
    scan: *const u8,
    weight: i32,
    last: i32,
    c: *const i32,
    nearest: *const i32,
    levels: *mut i32,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
    which: i32,
) -> i32;

/// `trellis_cabac_4x4_psy` or `trellis_cabac_8x8_psy`: the same with the coefficients of the samples to encode, and how much it is worth to
/// have as much of them.
pub type TrellisPsy = unsafe extern "C" fn(
    steps: *const i32,
    scan: *const u8,
    weight: i32,
    last: i32,
    c: *const i32,
    nearest: *const i32,
    levels: *mut i32,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
    which: i32,
    samples: *const i32,
    strength: i32,
) -> i32;

/// `trellis_cabac_chroma_422_dc`: the same of the first coefficients of chrominance at 4:2:2.
pub type TrellisTallDc = unsafe extern "C" fn(
    steps: *const i32,
    scan: *const u8,
    weight: i32,
    last: i32,
    c: *const i32,
    nearest: *const i32,
    levels: *mut i32,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
) -> i32;

x264_trellis!(i32, high);

/// Levels that cost least: of 4x4 and 8x8 blocks; the same where it is good to have as much as samples have; of first coefficients of
/// luminance and of chrominance at 4:2:0; and at 4:2:2.
///
/// # Safety
/// The first two tables have 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_trellis(
    table: *mut Trellis,
    psy_table: *mut TrellisPsy,
    dc: *mut Trellis,
    tall_dc: *mut TrellisTallDc,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Trellis, 2>(table, [trellis_4x4::current(), trellis_8x8::current()]);
        fill::<TrellisPsy, 2>(psy_table, [trellis_4x4_psy::current(), trellis_8x8_psy::current()]);
        dc.write(trellis_dc::current());
        tall_dc.write(trellis_tall_dc::current());
    }
}
