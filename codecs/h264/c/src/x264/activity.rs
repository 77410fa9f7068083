//! How much samples differ among themselves, in the layout of x264.

use unite_h264::kernels;

use crate::tables::fill;

/// `var`: the sum of samples, and in the upper 32 bits that of their squares.
pub type Variance = unsafe extern "C" fn(p: *mut u8, stride: isize) -> u64;

/// `var2`: samples to encode of both components of chrominance and their predictions, and the sum of squared differences of
/// each. The result is the variance of the differences of both.
pub type VarianceOfTwo = unsafe extern "C" fn(samples: *mut u8, pred: *mut u8, squares: *mut i32) -> i32;

/// `hadamard_ac`: sums of absolute values but the first of Hadamard transforms, half of those of 4x4 blocks and in the upper 32
/// bits a quarter of those of 8x8 blocks.
pub type HadamardAc = unsafe extern "C" fn(p: *mut u8, stride: isize) -> u64;

/// `vsad`: rows of 16 samples, each compared with the next one.
pub type SadOfRows = unsafe extern "C" fn(p: *mut u8, stride: isize, height: i32) -> i32;

/// `asd8`: the absolute value of the sum of differences of rows of 8 samples.
pub type DifferenceOfRows =
    unsafe extern "C" fn(a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize, height: i32) -> i32;

/// `ssim_4x4x2_core`: of two blocks of 4x4 samples side by side the sums of both pictures, of the squares of both, and of the
/// products.
pub type Moments =
    unsafe extern "C" fn(a: *const u8, a_stride: isize, b: *const u8, b_stride: isize, sums: *mut i32);

/// What is left of a sum in 32 bits.
#[inline(always)]
pub fn in_32_bits(sum: impl Into<i64>) -> u32 {
    sum.into() as u32
}

/// Both sums in one number.
#[inline(always)]
pub fn in_halves(sums: [impl Into<i64>; 2]) -> u64 {
    let [low, high] = sums.map(in_32_bits);
    u64::from(low) + (u64::from(high) << 32)
}

/// What two components of `count` samples differ, beside their means; the squares of each are kept.
#[inline(always)]
pub fn beside_means(of_both: [[impl Into<i64>; 2]; 2], count: i64, squares: &mut [i32; 2]) -> i32 {
    let [of_cb, of_cr] = of_both.map(|of_one| of_one.map(|sum| in_32_bits(sum) as i32));
    *squares = [of_cb, of_cr].map(|[_, squares]| squares);
    let variance = |[sum, squares]: [i32; 2]| squares - (i64::from(sum) * i64::from(sum) / count) as i32;
    variance(of_cb) + variance(of_cr)
}

/// From the samples to encode of the first component to those of the second.
pub const FENC_SECOND: usize = FENC_STRIDE as usize / 2;

/// The same of their prediction.
pub const FDEC_SECOND: usize = FDEC_STRIDE as usize / 2;

/// The slots that say how much samples of a type differ.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_activity {
    ($Sample:ident, $kernels:ident $(, variance at most $highest:ident)?) => {
        use $crate::memory::{array_mut, at, at_pitch, rows};
        use $crate::tables::{FDEC_STRIDE, FENC_STRIDE};

        $crate::levels! {
            fn variance_16x16(level; p: *mut $Sample, stride: isize) -> u64 where (p: *const $Sample = p, stride: isize = stride) {
                $crate::activity::in_halves($kernels::sum_and_squares_16x16::staged(level, at::<$Sample, 16, 16>(p, stride)))
            }

            fn variance_8x16(level; p: *mut $Sample, stride: isize) -> u64
            where (p: *const $Sample = p, stride: isize = stride) $(at most $highest)? {
                $crate::activity::in_halves($kernels::sum_and_squares_8x16::staged(level, at::<$Sample, 16, 8>(p, stride)))
            }

            fn variance_8x8(level; p: *mut $Sample, stride: isize) -> u64 where (p: *const $Sample = p, stride: isize = stride) {
                $crate::activity::in_halves($kernels::sum_and_squares_8x8::staged(level, at::<$Sample, 8, 8>(p, stride)))
            }

            fn variance_of_two_8x16(level; samples: *mut $Sample, pred: *mut $Sample, squares: *mut i32) -> i32
            where (samples: *const $Sample = samples, pred: *const $Sample = pred, squares: &mut [i32; 2] = array_mut(squares)) {
                let cb = $kernels::difference_and_squares_8x16::staged(
                    level,
                    at_pitch::<$Sample, 16, 8, FENC_STRIDE>(samples),
                    at_pitch::<$Sample, 16, 8, FDEC_STRIDE>(pred),
                );
                let cr = $kernels::difference_and_squares_8x16::staged(
                    level,
                    at_pitch::<$Sample, 16, 8, FENC_STRIDE>(samples.add($crate::activity::FENC_SECOND)),
                    at_pitch::<$Sample, 16, 8, FDEC_STRIDE>(pred.add($crate::activity::FDEC_SECOND)),
                );
                $crate::activity::beside_means([cb, cr], 128, squares)
            }

            fn variance_of_two_8x8(level; samples: *mut $Sample, pred: *mut $Sample, squares: *mut i32) -> i32
            where (samples: *const $Sample = samples, pred: *const $Sample = pred, squares: &mut [i32; 2] = array_mut(squares)) {
                let cb = $kernels::difference_and_squares_8x8::staged(
                    level,
                    at_pitch::<$Sample, 8, 8, FENC_STRIDE>(samples),
                    at_pitch::<$Sample, 8, 8, FDEC_STRIDE>(pred),
                );
                let cr = $kernels::difference_and_squares_8x8::staged(
                    level,
                    at_pitch::<$Sample, 8, 8, FENC_STRIDE>(samples.add($crate::activity::FENC_SECOND)),
                    at_pitch::<$Sample, 8, 8, FDEC_STRIDE>(pred.add($crate::activity::FDEC_SECOND)),
                );
                $crate::activity::beside_means([cb, cr], 64, squares)
            }

            fn hadamard_ac_of_8<const H: usize>(level; p: *mut $Sample, stride: isize) -> u64
            where (p: *const $Sample = p, stride: isize = stride) at most v3 {
                let (mut of_4x4, mut of_8x8) = (0, 0);
                for v in 0..H as isize / 8 {
                    let block = at::<$Sample, 8, 8>(p.offset(8 * v * stride), stride);
                    let [sum_of_4x4, sum_of_8x8] = $kernels::hadamard_ac_8x8::staged(level, block);
                    of_4x4 += sum_of_4x4;
                    of_8x8 += sum_of_8x8;
                }
                $crate::activity::in_halves([of_4x4 >> 1, of_8x8 >> 2])
            }

            fn hadamard_ac_of_16<const H: usize>(level; p: *mut $Sample, stride: isize) -> u64
            where (p: *const $Sample = p, stride: isize = stride) at most v3 {
                let (mut of_4x4, mut of_8x8) = (0, 0);
                for v in 0..H as isize / 8 {
                    let blocks = at::<$Sample, 8, 16>(p.offset(8 * v * stride), stride);
                    let [sum_of_4x4, sum_of_8x8] = $kernels::hadamard_ac_16x8::staged(level, blocks);
                    of_4x4 += sum_of_4x4;
                    of_8x8 += sum_of_8x8;
                }
                $crate::activity::in_halves([of_4x4 >> 1, of_8x8 >> 2])
            }

            fn sad_of_rows(level; p: *mut $Sample, stride: isize, height: i32) -> i32
            where (p: *const $Sample = p, stride: isize = stride, height: i32 = height) {
                if height < 1 {
                    return 0;
                }
                $kernels::sad_of_rows_16::staged(level, rows::<$Sample, 16>(p, height as usize, stride))
            }

            fn difference_of_rows(
                level; a: *mut $Sample, a_stride: isize, b: *mut $Sample, b_stride: isize, height: i32
            ) -> i32
            where (
                a: *const $Sample = a, a_stride: isize = a_stride,
                b: *const $Sample = b, b_stride: isize = b_stride,
                height: i32 = height,
            ) {
                if height < 1 {
                    return 0;
                }
                let (a, b) = (rows::<$Sample, 8>(a, height as usize, a_stride), rows::<$Sample, 8>(b, height as usize, b_stride));
                $kernels::difference_of_rows_8::staged(level, a, b).abs()
            }

            fn moments(level; a: *const $Sample, a_stride: isize, b: *const $Sample, b_stride: isize, sums: *mut i32)
            where (
                a: *const $Sample = a, a_stride: isize = a_stride,
                b: *const $Sample = b, b_stride: isize = b_stride,
                sums: &mut [[u32; 4]; 2] = array_mut(sums.cast()),
            ) {
                for (block, sums) in sums.iter_mut().enumerate() {
                    let a = at::<$Sample, 4, 4>(a.add(4 * block), a_stride);
                    *sums = $kernels::moments::staged(level, a, at::<$Sample, 4, 4>(b.add(4 * block), b_stride)).map($crate::activity::in_32_bits);
                }
            }
        }
    };
}

// With AVX-512 the compiler adds up eight times by the instruction that multiplies, too, each of which waits for the one before.
x264_activity!(u8, kernels, variance at most v3);

/// How busy samples are: `var` of 16x16, 8x16 and 8x8, and `var2` of 8x16 and 8x8, which are slots 0, 2 and 3 of tables of 4;
/// `hadamard_ac` of 16x16, 16x8, 8x16 and 8x8.
///
/// # Safety
/// All tables have 4 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_activity(
    variance_table: *mut Variance,
    variance_of_two_table: *mut VarianceOfTwo,
    hadamard_ac_table: *mut HadamardAc,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        variance_table.write(variance_16x16::current());
        variance_table.add(2).write(variance_8x16::current());
        variance_table.add(3).write(variance_8x8::current());
        variance_of_two_table.add(2).write(variance_of_two_8x16::current());
        variance_of_two_table.add(3).write(variance_of_two_8x8::current());
        fill::<HadamardAc, 4>(
            hadamard_ac_table,
            [
                hadamard_ac_of_16::current::<16>(),
                hadamard_ac_of_16::current::<8>(),
                hadamard_ac_of_8::current::<16>(),
                hadamard_ac_of_8::current::<8>(),
            ],
        );
    }
}

/// What is told of pictures on the whole: `vsad`, `asd8` and `ssim_4x4x2_core`.
///
/// # Safety
/// All are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_pictures(
    sad_of_rows_slot: *mut SadOfRows,
    difference_of_rows_slot: *mut DifferenceOfRows,
    moments_slot: *mut Moments,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        sad_of_rows_slot.write(sad_of_rows::current());
        difference_of_rows_slot.write(difference_of_rows::current());
        moments_slot.write(moments::current());
    }
}
