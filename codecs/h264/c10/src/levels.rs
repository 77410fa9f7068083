//! Levels on their way to the entropy coder.

use unite_h264::kernels::high;
use unite_h264_c::tables::{OF_15_LEVELS, OF_16_LEVELS, OF_64_LEVELS, fill, fill_places};
use unite_h264_c::x264_levels;

/// `denoise_dct`: coefficients, the sums of what they were, and offsets.
pub type Denoise = unsafe extern "C" fn(c: *mut i32, sum: *mut u32, offset: *mut u32, size: i32);

/// `decimate_score15`, `decimate_score16` or `decimate_score64`: how much levels are worth, 9 where one is larger than 1; of 64 of them 9
/// wherever it is 6 or more.
pub type Score = unsafe extern "C" fn(levels: *mut i32) -> i32;

/// `coeff_last`: the index of the last level that is not 0, or -1.
pub type Last = unsafe extern "C" fn(levels: *mut i32) -> i32;

/// `x264_run_level_t`.
#[repr(C)]
pub struct Runs {
    /// The index of the last level that is not 0.
    pub last: i32,
    /// A bit for each level that is not 0.
    pub mask: i32,
    /// Nothing.
    pub unused: [i32; 2],
    /// These levels, the last one first.
    pub levels: [i32; 18],
}

/// `coeff_level_run`: levels that are not 0, and how many there are.
pub type LevelRun = unsafe extern "C" fn(levels: *mut i32, runs: *mut Runs) -> i32;

x264_levels!(i32, u32, i32, high);

/// `denoise_dct`, and what levels are worth: of 15 (all but the first), 16 and 64.
///
/// # Safety
/// The first is one slot, the table has 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_decimate(denoise_slot: *mut Denoise, score_table: *mut Score) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        denoise_slot.write(denoise::current());
        fill::<Score, 3>(score_table, [score_15::current(), score_16::current(), score_64::current()]);
    }
}

/// `coeff_last` by the category of a block, and then of 4 and of 8 levels; of the category of first coefficients of chrominance,
/// slot 3, x264 decides by itself which of these two it is.
///
/// # Safety
/// `table` has 16 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_last(table: *mut Last) {
    let slots: [(&[usize], Last); 5] = [
        (OF_16_LEVELS, last_16::current()),
        (OF_15_LEVELS, last_15::current()),
        (OF_64_LEVELS, last_64::current()),
        (&[14], last_4::current()),
        (&[15], last_8::current()),
    ];
    // SAFETY: the caller vouches for the slots.
    unsafe { fill_places(table, &slots) }
}

/// `coeff_level_run` by the category of a block, and then of 4 and of 8 levels; slot 3 as above. Blocks of 64 levels have none.
///
/// # Safety
/// `table` has 15 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_level_run(table: *mut LevelRun) {
    let slots: [(&[usize], LevelRun); 4] = [
        (OF_16_LEVELS, level_run_16::current()),
        (OF_15_LEVELS, level_run_15::current()),
        (&[13], level_run_4::current()),
        (&[14], level_run_8::current()),
    ];
    // SAFETY: the caller vouches for the slots.
    unsafe { fill_places(table, &slots) }
}
