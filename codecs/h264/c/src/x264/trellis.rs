//! Levels that cost least, in the layout of x264.

use unite_h264::kernels;

use crate::tables::fill;

/// `trellis_cabac_4x4`, `trellis_cabac_8x8` or `trellis_cabac_dc`: what a level of 1 is in 256ths, by coefficient; the scan; what bits weigh;
/// the place of the last level that is not 0; coefficients; nearest levels in the order of the scan; the same as coefficients lie, which
/// become smaller by one or stay; states of contexts; and the first place of the scan, whether the macroblock is one of fields, or the last
/// place. The result is whether any level is left. If none is, those of 4x4 blocks become 0, and others stay as they are.
pub type Trellis = unsafe extern "C" fn(
    steps: *const i32,
    scan: *const u8,
    weight: i32,
    last: i32,
    c: *const i16,
    nearest: *const i16,
    levels: *mut i16,
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
    c: *const i16,
    nearest: *const i16,
    levels: *mut i16,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
    which: i32,
    samples: *const i16,
    strength: i32,
) -> i32;

/// `trellis_cabac_chroma_422_dc`: the same of the first coefficients of chrominance at 4:2:2.
pub type TrellisTallDc = unsafe extern "C" fn(
    steps: *const i32,
    scan: *const u8,
    weight: i32,
    last: i32,
    c: *const i16,
    nearest: *const i16,
    levels: *mut i16,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
) -> i32;

/// The slots of coefficients of a type.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_trellis {
    ($Coefficient:ident, $kernels:ident) => {
        use ::unite_h264::cabac::{LAST_INC_8X8, SIGNIFICANT_INC_8X8};
        use ::unite_h264::trellis::least;
        use $crate::memory::{array, array_mut, line};
        use $crate::runs::all_of;
        use $crate::distortion::{
            Coefficients, DIFFERENCES_4X4, DIFFERENCES_8X8, FirstCoefficients, Flags, Psychovisual, SQUARES_4X4,
            SQUARES_8X8, coding, from_to, place,
        };

        /// Levels become smaller by one where they cost least; `None` is what is done where none is left.
        macro_rules! made_less {
            ($less:expr, $scan:ident, $nearest:ident, $levels:ident, None => $none:expr) => {
                match $less {
                    None => {
                        $none;
                        0
                    }
                    Some(mut less) => {
                        while less != 0 {
                            let at = less.trailing_zeros() as usize % $levels.len();
                            let level = &mut $levels[usize::from($scan[at]) % $nearest.len()];
                            *level = level.wrapping_sub($nearest[at].signum());
                            less &= less - 1;
                        }
                        1
                    }
                }
            };
        }

        /// Where levels are not 0.
        macro_rules! nonzero {
            ($level:ident, $nearest:ident, 64) => {
                all_of($kernels::nonzero_64::staged($level, line::<$Coefficient, 64>($nearest.as_ptr()).shared()))
            };
            ($level:ident, $nearest:ident, $count:literal by $nonzero:ident) => {{
                let nearest = line::<$Coefficient, $count>($nearest.as_ptr());
                u64::from($kernels::$nonzero::staged($level, nearest.shared())[0] as u32)
            }};
        }

        $crate::levels! {
            fn trellis_4x4(
                level; steps: *const i32, scan: *const u8, weight: i32, last: i32, c: *const $Coefficient, nearest: *const $Coefficient,
                levels: *mut $Coefficient, significant_states: *const u8, last_states: *const u8, level_states: u64, more_level_states: u16,
                first: i32
            ) -> i32
            where (
                steps: &[i32; 16] = array(steps), scan: &[u8; 16] = array(scan), weight: i32 = weight, last: i32 = last,
                c: &[$Coefficient; 16] = array(c), nearest: &[$Coefficient; 16] = array(nearest),
                levels: &mut [$Coefficient; 16] = array_mut(levels), significant: &[u8; 15] = array(significant_states),
                last_states: &[u8; 15] = array(last_states), states: u64 = level_states, more: u16 = more_level_states,
                first: usize = place(first),
            ) at most v3 {
                let flags = Flags { significant, last: last_states, contexts: |at: usize| (at < 15).then_some([at; 2]) };
                let block = Coefficients { c, nearest, scan, steps, squares: &SQUARES_4X4, flags };
                let nonzero = from_to(nonzero!(level, nearest, 16 by nonzero_16), first, last);
                let less = least(&block, &coding(states, more, 4, weight), first, nonzero);
                made_less!(less, scan, nearest, levels, None => *levels = [0; 16])
            }

            fn trellis_4x4_psy(
                level; steps: *const i32, scan: *const u8, weight: i32, last: i32, c: *const $Coefficient, nearest: *const $Coefficient,
                levels: *mut $Coefficient, significant_states: *const u8, last_states: *const u8, level_states: u64, more_level_states: u16,
                first: i32, samples: *const $Coefficient, strength: i32
            ) -> i32
            where (
                steps: &[i32; 16] = array(steps), scan: &[u8; 16] = array(scan), weight: i32 = weight, last: i32 = last,
                c: &[$Coefficient; 16] = array(c), nearest: &[$Coefficient; 16] = array(nearest),
                levels: &mut [$Coefficient; 16] = array_mut(levels), significant: &[u8; 15] = array(significant_states),
                last_states: &[u8; 15] = array(last_states), states: u64 = level_states, more: u16 = more_level_states,
                first: usize = place(first), samples: &[$Coefficient; 16] = array(samples), strength: i32 = strength,
            ) at most v3 {
                let flags = Flags { significant, last: last_states, contexts: |at: usize| (at < 15).then_some([at; 2]) };
                let of = Coefficients { c, nearest, scan, steps, squares: &SQUARES_4X4, flags };
                let block = Psychovisual { of, samples, differences: &DIFFERENCES_4X4, strength };
                let nonzero = from_to(nonzero!(level, nearest, 16 by nonzero_16), first, last);
                let less = least(&block, &coding(states, more, 4, weight), first, nonzero);
                made_less!(less, scan, nearest, levels, None => *levels = [0; 16])
            }

            fn trellis_8x8(
                level; steps: *const i32, scan: *const u8, weight: i32, last: i32, c: *const $Coefficient, nearest: *const $Coefficient,
                levels: *mut $Coefficient, significant_states: *const u8, last_states: *const u8, level_states: u64, more_level_states: u16,
                of_fields: i32
            ) -> i32
            where (
                steps: &[i32; 64] = array(steps), scan: &[u8; 64] = array(scan), weight: i32 = weight, last: i32 = last,
                c: &[$Coefficient; 64] = array(c), nearest: &[$Coefficient; 64] = array(nearest),
                levels: &mut [$Coefficient; 64] = array_mut(levels), significant: &[u8; 15] = array(significant_states),
                last_states: &[u8; 9] = array(last_states), states: u64 = level_states, more: u16 = more_level_states,
                increments: &'static [u8; 63] = &SIGNIFICANT_INC_8X8[usize::from(of_fields != 0)],
            ) at most v3 {
                let contexts = |at: usize| Some([*increments.get(at)?, LAST_INC_8X8[at % 63]].map(usize::from));
                let flags = Flags { significant, last: last_states, contexts };
                let block = Coefficients { c, nearest, scan, steps, squares: &SQUARES_8X8, flags };
                let nonzero = from_to(nonzero!(level, nearest, 64), 0, last);
                let less = least(&block, &coding(states, more, 4, weight), 0, nonzero);
                made_less!(less, scan, nearest, levels, None => ())
            }

            fn trellis_8x8_psy(
                level; steps: *const i32, scan: *const u8, weight: i32, last: i32, c: *const $Coefficient, nearest: *const $Coefficient,
                levels: *mut $Coefficient, significant_states: *const u8, last_states: *const u8, level_states: u64, more_level_states: u16,
                of_fields: i32, samples: *const $Coefficient, strength: i32
            ) -> i32
            where (
                steps: &[i32; 64] = array(steps), scan: &[u8; 64] = array(scan), weight: i32 = weight, last: i32 = last,
                c: &[$Coefficient; 64] = array(c), nearest: &[$Coefficient; 64] = array(nearest),
                levels: &mut [$Coefficient; 64] = array_mut(levels), significant: &[u8; 15] = array(significant_states),
                last_states: &[u8; 9] = array(last_states), states: u64 = level_states, more: u16 = more_level_states,
                increments: &'static [u8; 63] = &SIGNIFICANT_INC_8X8[usize::from(of_fields != 0)],
                samples: &[$Coefficient; 64] = array(samples), strength: i32 = strength,
            ) at most v3 {
                let contexts = |at: usize| Some([*increments.get(at)?, LAST_INC_8X8[at % 63]].map(usize::from));
                let flags = Flags { significant, last: last_states, contexts };
                let of = Coefficients { c, nearest, scan, steps, squares: &SQUARES_8X8, flags };
                let block = Psychovisual { of, samples, differences: &DIFFERENCES_8X8, strength };
                let nonzero = from_to(nonzero!(level, nearest, 64), 0, last);
                let less = least(&block, &coding(states, more, 4, weight), 0, nonzero);
                made_less!(less, scan, nearest, levels, None => ())
            }

            /// First coefficients of luminance, which are 16, or of chrominance at 4:2:0, which are 4. Nothing is done of others.
            fn trellis_dc(
                level; steps: *const i32, scan: *const u8, weight: i32, last: i32, c: *const $Coefficient, nearest: *const $Coefficient,
                levels: *mut $Coefficient, significant_states: *const u8, last_states: *const u8, level_states: u64, more_level_states: u16,
                last_place: i32
            ) -> i32
            where (
                steps: *const i32 = steps, scan: *const u8 = scan, weight: i32 = weight, last: i32 = last,
                c: *const $Coefficient = c, nearest: *const $Coefficient = nearest,
                levels: *mut $Coefficient = levels, significant: *const u8 = significant_states,
                last_states: *const u8 = last_states, states: u64 = level_states, more: u16 = more_level_states,
                last_place: i32 = last_place,
            ) at most v3 {
                macro_rules! of {
                    ($count:literal, $flags:literal, $nonzero:ident) => {{
                        let (scan, nearest) = (array(scan), array(nearest));
                        let levels = array_mut::<$Coefficient, $count>(levels);
                        let flags = Flags::<_, $flags, $flags> {
                            significant: array(significant),
                            last: array(last_states),
                            contexts: |at: usize| (at < $flags).then_some([at; 2]),
                        };
                        let [step] = array(steps).map(|step: i32| step.wrapping_mul(2));
                        let block = FirstCoefficients::<_, _, $count> { c: array(c), nearest, scan, step, flags };
                        let nonzero = from_to(nonzero!(level, nearest, $count by $nonzero), 0, last);
                        let less = least(&block, &coding(states, more, 4, weight), 0, nonzero);
                        made_less!(less, scan, nearest, levels, None => ())
                    }};
                }
                match last_place {
                    15 => of!(16, 15, nonzero_16),
                    3 => of!(4, 3, nonzero_4),
                    _ => 0,
                }
            }

            /// First coefficients of chrominance at 4:2:2.
            fn trellis_tall_dc(
                level; steps: *const i32, scan: *const u8, weight: i32, last: i32, c: *const $Coefficient, nearest: *const $Coefficient,
                levels: *mut $Coefficient, significant_states: *const u8, last_states: *const u8, level_states: u64, more_level_states: u16
            ) -> i32
            where (
                steps: &[i32; 1] = array(steps), scan: &[u8; 8] = array(scan), weight: i32 = weight, last: i32 = last,
                c: &[$Coefficient; 8] = array(c), nearest: &[$Coefficient; 8] = array(nearest),
                levels: &mut [$Coefficient; 8] = array_mut(levels), significant: &[u8; 3] = array(significant_states),
                last_states: &[u8; 3] = array(last_states), states: u64 = level_states, more: u16 = more_level_states,
            ) at most v3 {
                let contexts = |at: usize| (at < 7).then_some([(at / 2).min(2); 2]);
                let flags = Flags { significant, last: last_states, contexts };
                let block = FirstCoefficients { c, nearest, scan, step: steps[0].wrapping_mul(2), flags };
                let nonzero = from_to(nonzero!(level, nearest, 8 by nonzero_8), 0, last);
                let less = least(&block, &coding(states, more, 3, weight), 0, nonzero);
                made_less!(less, scan, nearest, levels, None => ())
            }
        }
    };
}

x264_trellis!(i16, kernels);

/// Levels that cost least: of 4x4 and 8x8 blocks; the same where it is good to have as much as samples have; of first coefficients of
/// luminance and of chrominance at 4:2:0; and at 4:2:2.
///
/// # Safety
/// The first two tables have 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_trellis(
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
