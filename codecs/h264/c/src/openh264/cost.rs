//! Costs in the layout of openh264.

use unite_h264::kernels;

use crate::levels::levels;
use crate::memory::{array_mut, at};
use crate::tables::fill;

/// `pfSampleSad` or `pfSampleSatd`: two rectangles are compared.
pub type SampleCost = unsafe extern "C" fn(a: *mut u8, a_stride: i32, b: *mut u8, b_stride: i32) -> i32;

/// `pfSample4Sad`: a rectangle is compared with four others, those a sample above, below, to the left and to the right of
/// `b`.
pub type SampleCostAround =
    unsafe extern "C" fn(a: *mut u8, a_stride: i32, b: *mut u8, b_stride: i32, costs: *mut i32);

/// Two rectangles.
macro_rules! compare {
    ($($name:ident = $kernel:ident $(at most $highest:ident)?;)*) => {levels! {$(
        fn $name<const H: usize, const W: usize>(
            level; a: *mut u8, a_stride: i32, b: *mut u8, b_stride: i32
        ) -> i32
        where (
            a: *const u8 = a, a_stride: isize = a_stride as isize,
            b: *const u8 = b, b_stride: isize = b_stride as isize,
        ) $(at most $highest)? {
            kernels::$kernel::staged(level, at::<u8, H, W>(a, a_stride), at::<u8, H, W>(b, b_stride))
        }
    )*}};
}

compare! {
    sad = sad;
    satd = satd at most v3;
}

levels! {
    fn sad_around<const H: usize, const W: usize>(
        level; a: *mut u8, a_stride: i32, b: *mut u8, b_stride: i32, costs: *mut i32
    )
    where (
        a: *const u8 = a,
        a_stride: isize = a_stride as isize,
        b: *const u8 = b,
        b_stride: isize = b_stride as isize,
        costs: &mut [i32; 4] = array_mut(costs),
    ) {
        *costs = kernels::sad_x4::staged(
            level,
            at::<u8, H, W>(a, a_stride),
            at::<u8, H, W>(b.offset(-b_stride), b_stride),
            at::<u8, H, W>(b.offset(b_stride), b_stride),
            at::<u8, H, W>(b.sub(1), b_stride),
            at::<u8, H, W>(b.add(1), b_stride),
        );
    }
}

/// A function for each size in the order of openh264.
macro_rules! by_size {
    ($name:ident) => {
        [
            $name::current::<16, 16>(),
            $name::current::<8, 16>(),
            $name::current::<16, 8>(),
            $name::current::<8, 8>(),
            $name::current::<4, 4>(),
            $name::current::<4, 8>(),
            $name::current::<8, 4>(),
        ]
    };
}

/// Costs by the size of a partition, 16x16, 16x8, 8x16, 8x8, 4x4, 8x4, 4x8: the sum of absolute differences, and of absolute
/// values of their 4x4 Hadamard transform; then the first of them for the four places around one.
///
/// # Safety
/// All tables have 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_costs(
    sad_table: *mut SampleCost,
    satd_table: *mut SampleCost,
    sad_around_table: *mut SampleCostAround,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<SampleCost, 7>(sad_table, by_size!(sad));
        fill::<SampleCost, 7>(satd_table, by_size!(satd));
        fill::<SampleCostAround, 7>(sad_around_table, by_size!(sad_around));
    }
}
