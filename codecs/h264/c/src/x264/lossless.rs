//! Macroblocks without loss, whose levels are differences of samples, and levels of 8x8 blocks for CAVLC, in the layout of x264.

use crate::tables::fill;

/// `sub_4x4` or `sub_8x8`: levels, samples to encode, and their prediction, which is what they are afterwards. The result is whether any
/// level is not 0.
pub type SubScan = unsafe extern "C" fn(levels: *mut i16, samples: *mut u8, pred: *mut u8) -> i32;

/// `sub_4x4ac`: the same, the first level apart.
pub type SubScanAc =
    unsafe extern "C" fn(levels: *mut i16, samples: *mut u8, pred: *mut u8, dc: *mut i16) -> i32;

/// `interleave_8x8_cavlc`: four lists of every fourth level, and in two rows of 8 whether they have any that is not 0.
pub type InterleaveLevels = unsafe extern "C" fn(lists: *mut i16, levels: *mut i16, nonzero: *mut u8);

/// Scans of `N` rows of differences.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_sub_scan {
    ([$Sample:ident, $Coefficient:ident] $($name:ident = $kernel:ident of $n:literal, $len:literal;)*) => {$crate::levels! {$(
        fn $name(level; levels: *mut $Coefficient, samples: *mut $Sample, pred: *mut $Sample) -> i32
        where (levels: &mut [$Coefficient; $len] = array_mut(levels), samples: *const $Sample = samples, pred: *mut $Sample = pred) {
            let samples = at_pitch::<$Sample, $n, $n, FENC_STRIDE>(samples);
            let pred = at_pitch_mut::<$Sample, $n, $n, FDEC_STRIDE>(pred);
            layout::$kernel::staged(level, line_mut::<$Coefficient, $len>(levels.as_mut_ptr()).exclusive(), samples, pred)
                .into()
        }
    )*}};
}

/// The same, whose first level goes to `dc` and is 0 in the list.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_sub_scan_ac {
    ([$Sample:ident, $Coefficient:ident] $($name:ident = $kernel:ident;)*) => {$crate::levels! {$(
        fn $name(level; levels: *mut $Coefficient, samples: *mut $Sample, pred: *mut $Sample, dc: *mut $Coefficient) -> i32
        where (
            levels: &mut [$Coefficient; 16] = array_mut(levels),
            samples: *const $Sample = samples,
            pred: *mut $Sample = pred,
            dc: *mut $Coefficient = dc,
        ) {
            let samples = at_pitch::<$Sample, 4, 4, FENC_STRIDE>(samples);
            let pred = at_pitch_mut::<$Sample, 4, 4, FDEC_STRIDE>(pred);
            let list = line_mut::<$Coefficient, 16>(levels.as_mut_ptr()).exclusive();
            let any = layout::$kernel::staged(level, list, samples, pred);
            dc.write(std::mem::take(&mut levels[0]));
            any.into()
        }
    )*}};
}

/// The slots of macroblocks without loss, for samples and levels of types.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_lossless {
    ($Sample:ident, $Coefficient:ident) => {
        use $crate::memory::{array, array_mut, at_pitch, at_pitch_mut, line_mut, tight, tight_mut};
        use $crate::tables::{FDEC_STRIDE, FENC_STRIDE};

        $crate::x264_sub_scan! {
            [$Sample, $Coefficient]
            sub_zigzag_4x4 = zigzag_4x4 of 4, 16;
            sub_field_4x4 = field_4x4 of 4, 16;
            sub_zigzag_8x8 = zigzag_8x8 of 8, 64;
            sub_field_8x8 = field_8x8 of 8, 64;
        }

        $crate::x264_sub_scan_ac! {
            [$Sample, $Coefficient]
            sub_zigzag_4x4_ac = zigzag_4x4_ac;
            sub_field_4x4_ac = field_4x4_ac;
        }

        $crate::levels! {
            fn interleave_levels(level; lists: *mut $Coefficient, levels: *mut $Coefficient, nonzero: *mut u8)
            where (lists: &mut [$Coefficient; 64] = array_mut(lists), levels: &[$Coefficient; 64] = array(levels), nonzero: *mut u8 = nonzero)
            at most v3 {
                let from = tight::<$Coefficient, 16, 4>(levels.as_ptr()).shared();
                let lists = tight_mut::<$Coefficient, 4, 16>(lists.as_mut_ptr()).exclusive();
                for (k, any) in layout::interleave::staged(level, lists, from).into_iter().enumerate() {
                    nonzero.add(k / 2 * 8 + k % 2).write(any.into());
                }
            }
        }
    };
}

/// Kernels on samples as x264 has them.
use crate::kernels::lossless as layout;

x264_lossless!(u8, i16);

/// Levels of macroblocks without loss, in zig-zag order or in field scan order: `sub_8x8` and `sub_4x4`; `sub_4x4ac`; and
/// `interleave_8x8_cavlc`.
///
/// # Safety
/// `table` has 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_lossless(
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
