//! Elements anywhere, and quotients, against numbers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::memory::common;
use super::{Random, Test, at_each_level, values, vector};
use unite_core::staged::Ptr;
use unite_core::staged::lanes::*;

#[inline(never)]
fn anywhere<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize>(simd: S)
where
    I32: Lanes<S, N, Count = L::Count>,
{
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (low, high) = common::<T, L>();
    let mut data: Vec<T> = (0..97).map(|_| T::narrow(random.within(low, high))).collect();
    // SAFETY: the memory is there until the test ends.
    let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), 97, 40) };
    for _ in 0..40 {
        let at: [i32; N] = core::array::from_fn(|_| random.within(-40, 56));
        // SAFETY: the memory holds all elements.
        let read = unsafe { gather::<S, L, T, N>(simd, ptr, 0, vector::<S, I32, N>(simd, at)) };
        assert_eq!(values::<S, L, N>(read), at.map(|at| data[(40 + at) as usize].widen()), "{at:?}");
    }
}

#[inline(never)]
fn axes<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S)
where
    I32: Lanes<S, N, Count = L::Count>,
{
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for stride in [1, -1, 3, 1000] {
        let along = Along { lo: -5, hi: 60, stride };
        assert!(along.is_near());
        let at = random.lanes::<I32, N>();
        let near = nearest_along::<S, N>(simd, vector::<S, I32, N>(simd, at), along);
        assert_eq!(values::<S, I32, N>(near), at.map(|at| at.clamp(-5, 59) * stride as i32), "{at:?}");
        let first = (L::RANGE.first as i64).max(-5);
        let at: [i32; N] = core::array::from_fn(|_| random.within(first, 59));
        let far = within_axis::<S, L, N>(simd, vector::<S, L, N>(simd, at), along, |_| unreachable!());
        assert_eq!(values::<S, I32, N>(far), at.map(|at| at * stride as i32), "{at:?}");
        // Each lane is looked at.
        for outside in [60, L::RANGE.last as i32, -6].into_iter().filter(|end| L::RANGE.first as i32 <= *end)
        {
            let lane = random.within(0, N as i64 - 1) as usize;
            let mut at = at;
            at[lane] = outside;
            let refused = catch_unwind(AssertUnwindSafe(|| {
                let at = vector::<S, L, N>(simd, at);
                within_axis::<S, L, N>(simd, at, along, |at| panic!("{at} in lane {lane}"))
            }));
            let message = *refused.err().expect("outside").downcast::<String>().expect("a message");
            assert_eq!(message, format!("{outside} in lane {lane}"));
        }
    }
    assert!(!Along { lo: 0, hi: 1 << 25, stride: 1 }.is_near());
    assert!(!Along { lo: 0, hi: 3, stride: isize::MIN }.is_near());
}

#[inline(never)]
fn quotients<S: Simd, const N: usize>(simd: S)
where
    I32: Lanes<S, N>,
{
    let mut random = Random(0x8EBC_6AF0_9C88_C6E3);
    for round in 0..200 {
        let mut a = random.lanes::<I32, N>();
        let by = random.lanes::<I32, N>().map(|by| if by == 0 { 3 } else { by >> (round % 31) | 1 });
        for (a, by) in a.iter_mut().zip(by) {
            // Near what is divided without a rest.
            if round % 2 == 0 {
                *a = (*a / by.wrapping_mul(7).max(1)).wrapping_mul(by).wrapping_sub(round % 3);
            }
            if *a == i32::MIN && by == -1 {
                *a = i32::MAX;
            }
        }
        let divided = quotient::<S, N>(simd, vector::<S, I32, N>(simd, a), vector::<S, I32, N>(simd, by));
        let expected: [i32; N] = core::array::from_fn(|lane| a[lane] / by[lane]);
        assert_eq!(values::<S, I32, N>(divided), expected, "{a:?} / {by:?}");
    }
    for (a, by, message) in
        [(7, 0, "attempt to divide by zero"), (i32::MIN, -1, "attempt to divide with overflow")]
    {
        let (mut all, mut divisors) = ([5; N], [2; N]);
        (all[N - 1], divisors[N - 1]) = (a, by);
        let refused = catch_unwind(AssertUnwindSafe(|| {
            quotient::<S, N>(simd, vector::<S, I32, N>(simd, all), vector::<S, I32, N>(simd, divisors))
        }));
        let refused = refused.err().expect("no quotient");
        assert_eq!(refused.downcast_ref::<&str>(), Some(&message));
    }
}

macro_rules! counts {
    ($($name:ident $count:literal;)*) => {$(
        #[test]
        fn $name() {
            struct Run;
            impl Test for Run {
                fn run<S: Simd>(&self, simd: S) {
                    anywhere::<S, U8, u8, $count>(simd);
                    anywhere::<S, I32, u8, $count>(simd);
                    anywhere::<S, I16, i8, $count>(simd);
                    anywhere::<S, I16, i16, $count>(simd);
                    anywhere::<S, U16, u16, $count>(simd);
                    anywhere::<S, I32, i32, $count>(simd);
                    axes::<S, U8, $count>(simd);
                    axes::<S, I16, $count>(simd);
                    axes::<S, I32, $count>(simd);
                    quotients::<S, $count>(simd);
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
