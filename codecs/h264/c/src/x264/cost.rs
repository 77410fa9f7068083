//! Costs in the layout of x264.

use unite_h264::kernels;

use crate::levels::levels;
use crate::memory::{array_mut, at, at_pitch};
use crate::tables::{FENC_STRIDE, fill};

/// `sad`, `ssd`, `satd` or `sa8d`: two rectangles are compared.
pub type Compare = unsafe extern "C" fn(a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize) -> i32;

/// `sad_x3` or `satd_x3`: samples to encode, three candidates, their costs.
pub type CompareX3 = unsafe extern "C" fn(
    samples: *mut u8,
    a: *mut u8,
    b: *mut u8,
    c: *mut u8,
    stride: isize,
    costs: *mut i32,
);

/// `sad_x4` or `satd_x4`: samples to encode, four candidates, their costs.
pub type CompareX4 = unsafe extern "C" fn(
    samples: *mut u8,
    a: *mut u8,
    b: *mut u8,
    c: *mut u8,
    d: *mut u8,
    stride: isize,
    costs: *mut i32,
);

/// `sa8d_satd`: both transforms, `sa8d` and in the upper 32 bits `satd`.
pub type CompareByBoth =
    unsafe extern "C" fn(a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize) -> u64;

/// Two rectangles.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_compare {
    ([$Sample:ident, $kernels:ident] $($name:ident = $kernel:ident $(at most $highest:ident)?;)*) => {$crate::levels! {$(
        fn $name<const H: usize, const W: usize>(
            level; a: *mut $Sample, a_stride: isize, b: *mut $Sample, b_stride: isize
        ) -> i32
        where (a: *const $Sample = a, a_stride: isize = a_stride, b: *const $Sample = b, b_stride: isize = b_stride)
        $(at most $highest)? {
            $kernels::$kernel::staged(level, at::<$Sample, H, W>(a, a_stride), at::<$Sample, H, W>(b, b_stride))
        }
    )*}};
}

x264_compare! {
    [u8, kernels]
    sad = sad;
    ssd = ssd;
    satd = satd at most v3;
    sa8d = sa8d;
}

levels! {
    fn sa8d_satd(level; a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize) -> u64
    where (a: *const u8 = a, a_stride: isize = a_stride, b: *const u8 = b, b_stride: isize = b_stride) at most v3 {
        let satd = kernels::satd::staged(level, at::<u8, 16, 16>(a, a_stride), at::<u8, 16, 16>(b, b_stride));
        let sa8d = kernels::sa8d::staged(level, at::<u8, 16, 16>(a, a_stride), at::<u8, 16, 16>(b, b_stride));
        u64::from(sa8d as u32) + (u64::from(satd as u32) << 32)
    }
}

/// Several candidates: all of them are rectangles with rows `stride` apart, and there is room for their costs.
macro_rules! compare_many {
    ($($name:ident: $count:literal = $kernel:ident($($candidate:ident),*) $(at most $highest:ident)?;)*) => {levels! {$(
        fn $name<const H: usize, const W: usize>(
            level; samples: *mut u8, $($candidate: *mut u8,)* stride: isize, costs: *mut i32
        )
        where (
            samples: *const u8 = samples,
            $($candidate: *const u8 = $candidate,)*
            stride: isize = stride,
            costs: &mut [i32; $count] = array_mut(costs),
        ) $(at most $highest)? {
            let samples = at_pitch::<u8, H, W, FENC_STRIDE>(samples);
            *costs = kernels::$kernel::staged(level, samples, $(at::<u8, H, W>($candidate, stride)),*);
        }
    )*}};
}

compare_many! {
    sad_x3: 3 = sad_x3(a, b, c);
    sad_x4: 4 = sad_x4(a, b, c, d);
    satd_x3: 3 = satd_x3(a, b, c) at most v3;
    satd_x4: 4 = satd_x4(a, b, c, d) at most v3;
}

/// A function for each of the first sizes in the order of x264, and others.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_by_size {
    ($name:ident $(, $other:expr)*) => {
        [
            $name::current::<16, 16>(),
            $name::current::<8, 16>(),
            $name::current::<16, 8>(),
            $name::current::<8, 8>(),
            $name::current::<4, 8>(),
            $name::current::<8, 4>(),
            $name::current::<4, 4>(),
            $($other,)*
        ]
    };
}

/// Costs by the size of a partition, 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4: the sum of absolute differences, of squared
/// differences, and of absolute values of their 4x4 Hadamard transform.
///
/// # Safety
/// All tables have 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_costs(
    sad_table: *mut Compare,
    ssd_table: *mut Compare,
    satd_table: *mut Compare,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Compare, 7>(sad_table, x264_by_size!(sad));
        fill::<Compare, 7>(ssd_table, x264_by_size!(ssd));
        fill::<Compare, 7>(satd_table, x264_by_size!(satd));
    }
}

/// The same of partitions of chrominance at 4:2:2, 4x16, which are slot 7 of x264's tables; and `sa8d_satd` of 16x16.
///
/// # Safety
/// All are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_costs_4x16(
    sad_slot: *mut Compare,
    ssd_slot: *mut Compare,
    satd_slot: *mut Compare,
    both_slot: *mut CompareByBoth,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        sad_slot.write(sad::current::<16, 4>());
        ssd_slot.write(ssd::current::<16, 4>());
        satd_slot.write(satd::current::<16, 4>());
        both_slot.write(sa8d_satd::current());
    }
}

/// `sa8d` of 16x16 and of 8x8, which are slots 0 and 3 of its table.
///
/// # Safety
/// The table has 4 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_sa8d(table: *mut Compare) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        table.write(sa8d::current::<16, 16>());
        table.add(3).write(sa8d::current::<8, 8>());
    }
}

/// Costs of three and of four candidates at once, by the size of a partition as in `unite_h264_x264_costs`.
///
/// # Safety
/// All tables have 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_costs_of_many(
    sad_x3_table: *mut CompareX3,
    sad_x4_table: *mut CompareX4,
    satd_x3_table: *mut CompareX3,
    satd_x4_table: *mut CompareX4,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<CompareX3, 7>(sad_x3_table, x264_by_size!(sad_x3));
        fill::<CompareX4, 7>(sad_x4_table, x264_by_size!(sad_x4));
        fill::<CompareX3, 7>(satd_x3_table, x264_by_size!(satd_x3));
        fill::<CompareX4, 7>(satd_x4_table, x264_by_size!(satd_x4));
    }
}
