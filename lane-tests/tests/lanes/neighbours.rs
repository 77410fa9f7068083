//! Sums of neighbours in memory, and the nearest bytes, against integers.

use super::memory::common;
use super::{Random, Test, at_each_level, values, vector};
use unite_core::staged::Ptr;
use unite_core::staged::lanes::*;

fn sums<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize>(simd: S) {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (low, high) = common::<T, L>();
    for (stride, next) in [(2, 1), (1, 1), (2, 3), (4, 1), (2, -1)] {
        let len = (stride * (N as isize - 1) + next.max(0) + 1 + 2) as usize;
        let mut data: Vec<T> = (0..len).map(|_| T::narrow(random.within(low / 2, high / 2))).collect();
        // SAFETY: the memory is there until the test ends.
        let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), len, 0) };
        let first = if next < 0 { 1 } else { 0 };
        // SAFETY: the memory holds all that is read.
        let sums = unsafe { sums_of_neighbours::<S, L, T, N, isize, isize>(simd, ptr, first, next, stride) };
        let expected: [i32; N] = core::array::from_fn(|lane| {
            let at = first + stride * lane as isize;
            data[at as usize].widen() + data[(at + next) as usize].widen()
        });
        assert_eq!(values::<S, L, N>(sums), expected, "{stride} apart, {next} further on");
    }
}

fn nearest_bytes<S: Simd, const N: usize>(simd: S)
where
    I16: Lanes<S, N>,
    U8: Lanes<S, N, Count = <I16 as Lanes<S, N>>::Count>,
{
    let mut random = Random(0x9E6C_63D0_876A_9A99);
    for _ in 0..60 {
        let a = random.lanes::<I16, N>();
        let bytes = nearest::<S, U8, N>(simd, vector::<S, I16, N>(simd, a));
        assert_eq!(values::<S, U8, N>(bytes), a.map(|x| x.clamp(0, 255)), "{a:?}");
    }
}

/// Bytes that take turns.
fn taken_apart<S: Simd, const N: usize>(simd: S)
where
    U8: Lanes<S, N>,
{
    let mut random = Random(0xBF58_476D_1CE4_E5B9);
    for _ in 0..20 {
        let (low, high) = (random.lanes::<U8, N>(), random.lanes::<U8, N>());
        let both = take_apart::<S, N>(simd, vector::<S, U8, N>(simd, low), vector::<S, U8, N>(simd, high));
        let all: Vec<i32> = low.into_iter().chain(high).collect();
        for (turn, taken) in both.into_iter().enumerate() {
            let expected: [i32; N] = core::array::from_fn(|lane| all[2 * lane + turn]);
            assert_eq!(values::<S, U8, N>(taken), expected, "{low:?}, {high:?}");
        }
    }
}

#[test]
fn bytes_that_take_turns() {
    struct Run;
    impl Test for Run {
        fn run<S: Simd>(&self, simd: S) {
            taken_apart::<S, 16>(simd);
            taken_apart::<S, 32>(simd);
        }
    }
    at_each_level(Run);
}

macro_rules! counts {
    ($($name:ident $count:literal;)*) => {$(
        #[test]
        fn $name() {
            struct Run;
            impl Test for Run {
                fn run<S: Simd>(&self, simd: S) {
                    sums::<S, I16, u8, $count>(simd);
                    sums::<S, I32, u8, $count>(simd);
                    sums::<S, I16, i8, $count>(simd);
                    sums::<S, I32, u16, $count>(simd);
                    sums::<S, I16, i16, $count>(simd);
                    sums::<S, I32, i16, $count>(simd);
                    nearest_bytes::<S, $count>(simd);
                }
            }
            at_each_level(Run);
        }
    )*};
}

counts! {
    four 4;
    eight 8;
    sixteen 16;
    thirty_two 32;
}
