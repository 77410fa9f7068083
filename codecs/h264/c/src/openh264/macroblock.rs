//! What openh264 asks of a macroblock besides: copies, how busy it is, and how many levels there are.

use unite_h264::kernels;

use crate::levels::levels;
use crate::memory::{array, at, copy_rows, line, line_mut};
use crate::tables::fill;
use crate::worth::score;

/// `pfCopy16x16Aligned` and so on.
pub type CopyBlock = unsafe extern "C" fn(to: *mut u8, to_stride: i32, from: *mut u8, from_stride: i32);

/// `pfGetVarianceFromIntraVaa`: how much the means of the 4x4 blocks of a macroblock differ.
pub type VarianceOfMeans = unsafe extern "C" fn(samples: *mut u8, stride: i32) -> i32;

/// `pfGetNoneZeroCount`: how many of 16 levels are not 0; or `pfCalculateSingleCtr4x4`: what they are worth if each is 1 or -1.
pub type CountLevels = unsafe extern "C" fn(levels: *mut i16) -> i32;

/// `pfSetNZCZero`: 24 counts, of which those that are not 0 are 1 afterwards.
pub type CountFlags = unsafe extern "C" fn(counts: *mut i8);

/// `SMVUnitXY`: a vector.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct MotionVector {
    /// To the right, in quarters of a sample.
    pub x: i16,
    /// Downwards.
    pub y: i16,
}

/// `pfUpdateMbMv`: a vector for all 16 blocks of a macroblock.
pub type SpreadVector = unsafe extern "C" fn(vectors: *mut MotionVector, vector: MotionVector);

levels! {
    fn copy<const H: usize, const W: usize>(level; to: *mut u8, to_stride: i32, from: *mut u8, from_stride: i32)
    where (
        to: *mut u8 = to,
        to_stride: isize = to_stride as isize,
        from: *const u8 = from,
        from_stride: isize = from_stride as isize,
    ) {
        let _ = level;
        copy_rows::<u8, H, W>(to, to_stride, from, from_stride);
    }

    fn variance(level; samples: *mut u8, stride: i32) -> i32
    where (samples: *const u8 = samples, stride: isize = stride as isize) {
        kernels::variance_of_means::staged(level, at::<u8, 16, 16>(samples, stride))
    }

    fn count(level; levels: *mut i16) -> i32 where (levels: &[i16; 16] = array(levels)) {
        let [mask, _] = kernels::nonzero_16::staged(level, line::<i16, 16>(levels.as_ptr()).shared());
        mask.count_ones() as i32
    }

    fn worth(level; levels: *mut i16) -> i32 where (levels: &[i16; 16] = array(levels)) {
        let [mask, _] = kernels::nonzero_16::staged(level, line::<i16, 16>(levels.as_ptr()).shared());
        score(mask as u32)
    }

    fn flags(level; counts: *mut i8) where (counts: &mut [i8; 24] = &mut *counts.cast()) {
        kernels::flags::staged(level, line_mut::<i8, 24>(counts.as_mut_ptr()).exclusive());
    }

    fn vectors(level; vectors: *mut MotionVector, vector: MotionVector)
    where (vectors: *mut MotionVector = vectors, vector: MotionVector = vector) {
        let _ = level;
        vectors.cast::<[MotionVector; 16]>().write([vector; 16]);
    }
}

/// Copies of 16x16, 16x16 wherever it lies, 8x8, 16x8, 8x16, 4x4, 8x4 and 4x8 samples.
///
/// # Safety
/// `table` has 8 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_copy(table: *mut CopyBlock) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<CopyBlock, 8>(
            table,
            [
                copy::current::<16, 16>(),
                copy::current::<16, 16>(),
                copy::current::<8, 8>(),
                copy::current::<8, 16>(),
                copy::current::<16, 8>(),
                copy::current::<4, 4>(),
                copy::current::<4, 8>(),
                copy::current::<8, 4>(),
            ],
        );
    }
}

/// How busy a macroblock is, how many levels there are and what they are worth, flags of counts, and vectors of a macroblock.
///
/// # Safety
/// `levels` has 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_macroblock(
    variance_slot: *mut VarianceOfMeans,
    levels: *mut CountLevels,
    flags_slot: *mut CountFlags,
    vectors_slot: *mut SpreadVector,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        variance_slot.write(variance::current());
        fill::<CountLevels, 2>(levels, [count::current(), worth::current()]);
        flags_slot.write(flags::current());
        vectors_slot.write(vectors::current());
    }
}
