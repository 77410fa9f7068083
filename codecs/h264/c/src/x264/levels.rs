//! Levels on their way to the entropy coder, in the layout of x264.

use unite_h264::kernels;

use crate::tables::{OF_15_LEVELS, OF_16_LEVELS, OF_64_LEVELS, fill, fill_places};

/// `denoise_dct`: coefficients, the sums of what they were, and offsets.
pub type Denoise = unsafe extern "C" fn(c: *mut i16, sum: *mut u32, offset: *mut u16, size: i32);

/// `decimate_score15`, `decimate_score16` or `decimate_score64`: how much levels are worth, 9 where one is larger than 1; of 64 of them 9
/// wherever it is 6 or more.
pub type Score = unsafe extern "C" fn(levels: *mut i16) -> i32;

/// `coeff_last`: the index of the last level that is not 0, or -1.
pub type Last = unsafe extern "C" fn(levels: *mut i16) -> i32;

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
    pub levels: [i16; 18],
}

/// `coeff_level_run`: levels that are not 0, and how many there are.
pub type LevelRun = unsafe extern "C" fn(levels: *mut i16, runs: *mut Runs) -> i32;

/// The slots of levels of a type. Offsets are of `$Offset`, which kernels know as `$Known`.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_levels {
    ($Coefficient:ident, $Offset:ident, $Known:ident, $kernels:ident) => {
        use ::core::slice;

        use $crate::memory::{array, line, line_mut};
        use $crate::runs::{ENOUGH, MOST, WORTH_8X8, all_of, count, last, score, taken_out};

        $crate::levels! {
            fn denoise(level; c: *mut $Coefficient, sum: *mut u32, offset: *mut $Offset, size: i32)
            where (
                c: &mut [$Coefficient] = slice::from_raw_parts_mut(c, count(size)),
                sum: &mut [u32] = slice::from_raw_parts_mut(sum, count(size)),
                offset: &[$Known] = slice::from_raw_parts(offset.cast(), count(size)),
            ) {
                /// A block of coefficients from one on.
                macro_rules! block {
                    ($kernel:ident of $count:literal from $first:expr) => {{
                        let offset = line::<$Known, $count>(offset.as_ptr().add($first)).shared();
                        let c = line_mut::<$Coefficient, $count>(c.as_mut_ptr().add($first)).exclusive();
                        let sum = line_mut::<u32, $count>(sum.as_mut_ptr().add($first)).exclusive();
                        $kernels::$kernel::staged(level, c, sum, offset);
                    }};
                }
                match c.len() {
                    16 => block!(denoise_16 of 16 from 0),
                    64 => block!(denoise_64 of 64 from 0),
                    // No block has as many.
                    size => (0..size).for_each(|k| block!(denoise_one of 1 from k)),
                }
            }

            /// Of 15 levels, after the first one.
            fn score_15(level; levels: *mut $Coefficient) -> i32 where (levels: &[$Coefficient; 15] = array(levels.add(1))) {
                score($kernels::nonzero_15::staged(level, line::<$Coefficient, 15>(levels.as_ptr()).shared()))
            }

            fn score_16(level; levels: *mut $Coefficient) -> i32 where (levels: &[$Coefficient; 16] = array(levels)) {
                score($kernels::nonzero_16::staged(level, line::<$Coefficient, 16>(levels.as_ptr()).shared()))
            }

            fn score_64(level; levels: *mut $Coefficient) -> i32 where (levels: &[$Coefficient; 64] = array(levels)) {
                if $kernels::exceed_one_64::staged(level, line::<$Coefficient, 64>(levels.as_ptr()).shared()) {
                    return MOST;
                }
                let nonzero = $kernels::nonzero_64::staged(level, line::<$Coefficient, 64>(levels.as_ptr()).shared());
                let (mut mask, mut score) = (all_of(nonzero), 0);
                while mask != 0 {
                    let run = mask.trailing_zeros();
                    score += i32::from(WORTH_8X8[run as usize]);
                    if score >= ENOUGH {
                        return MOST;
                    }
                    mask = mask >> run >> 1;
                }
                score
            }

            fn last_4(level; levels: *mut $Coefficient) -> i32 where (levels: &[$Coefficient; 4] = array(levels)) {
                last($kernels::nonzero_4::staged(level, line::<$Coefficient, 4>(levels.as_ptr()).shared()))
            }

            fn last_8(level; levels: *mut $Coefficient) -> i32 where (levels: &[$Coefficient; 8] = array(levels)) {
                last($kernels::nonzero_8::staged(level, line::<$Coefficient, 8>(levels.as_ptr()).shared()))
            }

            fn last_15(level; levels: *mut $Coefficient) -> i32 where (levels: &[$Coefficient; 15] = array(levels)) {
                last($kernels::nonzero_15::staged(level, line::<$Coefficient, 15>(levels.as_ptr()).shared()))
            }

            fn last_16(level; levels: *mut $Coefficient) -> i32 where (levels: &[$Coefficient; 16] = array(levels)) {
                last($kernels::nonzero_16::staged(level, line::<$Coefficient, 16>(levels.as_ptr()).shared()))
            }

            fn last_64(level; levels: *mut $Coefficient) -> i32 where (levels: &[$Coefficient; 64] = array(levels)) {
                let mask = all_of($kernels::nonzero_64::staged(level, line::<$Coefficient, 64>(levels.as_ptr()).shared()));
                63 - mask.leading_zeros() as i32
            }

            fn level_run_4(level; levels: *mut $Coefficient, runs: *mut Runs) -> i32
            where (levels: &[$Coefficient; 4] = array(levels), runs: &mut Runs = &mut *runs) {
                let nonzero = $kernels::nonzero_4::staged(level, line::<$Coefficient, 4>(levels.as_ptr()).shared());
                (runs.mask, runs.last) = (nonzero[0], last(nonzero));
                taken_out(nonzero, levels, &mut runs.levels)
            }

            fn level_run_8(level; levels: *mut $Coefficient, runs: *mut Runs) -> i32
            where (levels: &[$Coefficient; 8] = array(levels), runs: &mut Runs = &mut *runs) {
                let nonzero = $kernels::nonzero_8::staged(level, line::<$Coefficient, 8>(levels.as_ptr()).shared());
                (runs.mask, runs.last) = (nonzero[0], last(nonzero));
                taken_out(nonzero, levels, &mut runs.levels)
            }

            fn level_run_15(level; levels: *mut $Coefficient, runs: *mut Runs) -> i32
            where (levels: &[$Coefficient; 15] = array(levels), runs: &mut Runs = &mut *runs) {
                let nonzero = $kernels::nonzero_15::staged(level, line::<$Coefficient, 15>(levels.as_ptr()).shared());
                (runs.mask, runs.last) = (nonzero[0], last(nonzero));
                taken_out(nonzero, levels, &mut runs.levels)
            }

            fn level_run_16(level; levels: *mut $Coefficient, runs: *mut Runs) -> i32
            where (levels: &[$Coefficient; 16] = array(levels), runs: &mut Runs = &mut *runs) {
                let nonzero = $kernels::nonzero_16::staged(level, line::<$Coefficient, 16>(levels.as_ptr()).shared());
                (runs.mask, runs.last) = (nonzero[0], last(nonzero));
                taken_out(nonzero, levels, &mut runs.levels)
            }
        }
    };
}

x264_levels!(i16, u16, u16, kernels);

/// `denoise_dct`, and what levels are worth: of 15 (all but the first), 16 and 64.
///
/// # Safety
/// The first is one slot, the table has 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_decimate(denoise_slot: *mut Denoise, score_table: *mut Score) {
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
pub unsafe extern "C" fn unite_h264_x264_last(table: *mut Last) {
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
pub unsafe extern "C" fn unite_h264_x264_level_run(table: *mut LevelRun) {
    let slots: [(&[usize], LevelRun); 4] = [
        (OF_16_LEVELS, level_run_16::current()),
        (OF_15_LEVELS, level_run_15::current()),
        (&[13], level_run_4::current()),
        (&[14], level_run_8::current()),
    ];
    // SAFETY: the caller vouches for the slots.
    unsafe { fill_places(table, &slots) }
}
