//! How much samples differ among themselves.

use unite_h264::kernels::high;
use unite_h264_c::tables::fill;
use unite_h264_c::x264_activity;

/// `var`: the sum of samples, and in the upper 32 bits that of their squares.
pub type Variance = unsafe extern "C" fn(p: *mut u16, stride: isize) -> u64;

/// `var2`: samples to encode of both components of chrominance and their predictions, and the sum of squared differences of
/// each. The result is the variance of the differences of both.
pub type VarianceOfTwo = unsafe extern "C" fn(samples: *mut u16, pred: *mut u16, squares: *mut i32) -> i32;

/// `hadamard_ac`: sums of absolute values but the first of Hadamard transforms, half of those of 4x4 blocks and in the upper 32
/// bits a quarter of those of 8x8 blocks.
pub type HadamardAc = unsafe extern "C" fn(p: *mut u16, stride: isize) -> u64;

/// `vsad`: rows of 16 samples, each compared with the next one.
pub type SadOfRows = unsafe extern "C" fn(p: *mut u16, stride: isize, height: i32) -> i32;

/// `asd8`: the absolute value of the sum of differences of rows of 8 samples.
pub type DifferenceOfRows =
    unsafe extern "C" fn(a: *mut u16, a_stride: isize, b: *mut u16, b_stride: isize, height: i32) -> i32;

/// `ssim_4x4x2_core`: of two blocks of 4x4 samples side by side the sums of both pictures, of the squares of both, and of the
/// products.
pub type Moments =
    unsafe extern "C" fn(a: *const u16, a_stride: isize, b: *const u16, b_stride: isize, sums: *mut i32);

x264_activity!(u16, high);

/// How busy samples are: `var` of 16x16, 8x16 and 8x8, and `var2` of 8x16 and 8x8, which are slots 0, 2 and 3 of tables of 4;
/// `hadamard_ac` of 16x16, 16x8, 8x16 and 8x8.
///
/// # Safety
/// All tables have 4 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_activity(
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
pub unsafe extern "C" fn unite_h264_x264_10_pictures(
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
