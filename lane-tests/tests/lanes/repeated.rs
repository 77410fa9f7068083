//! Lanes of which several in turn are one element, whichever of them is the first.

use super::memory::common;
use super::{Random, Test, at_each_level, values};
use unite_core::staged::Ptr;
use unite_core::staged::lanes::*;

fn each<S: Simd, L: Lanes<S, N>, T: Memory, const TIMES: usize, const N: usize>(simd: S) {
    let mut random = Random(0xA076_1D64_78BD_642F);
    let (low, high) = common::<T, L>();
    for right in [1, 0, -1, 2, 3, 4, -2, 5, -7, 16] {
        for first in 0..2 * TIMES {
            let element = |lane: usize| ((first + lane) / TIMES) as isize * right;
            let offsets: Vec<isize> = (0..N).map(element).collect();
            let (least, most) = (*offsets.iter().min().unwrap(), *offsets.iter().max().unwrap());
            let len = (most - least + 1) as usize;
            let mut data: Vec<T> = (0..len).map(|_| T::narrow(random.within(low, high))).collect();
            // SAFETY: the memory is there until the test ends.
            let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), len, -least) };
            let starts: [isize; TIMES] = core::array::from_fn(element);
            // SAFETY: the memory holds all elements.
            let loaded = unsafe { load_repeated::<S, L, T, TIMES, N, isize>(simd, ptr, starts, right) };
            let expected: Vec<i32> =
                offsets.iter().map(|offset| data[(offset - least) as usize].widen()).collect();
            let is = values::<S, L, N>(loaded).to_vec();
            assert_eq!(is, expected, "{TIMES} of each from {first} on, {right} apart, {N} lanes");
        }
    }
}

macro_rules! tests {
    ($($name:ident { $($lane:ty, $elem:ty: $($times:literal $count:literal),*;)* })*) => {$(
        #[test]
        fn $name() {
            struct Run;
            impl Test for Run {
                fn run<S: Simd>(&self, simd: S) {
                    $($(each::<_, $lane, $elem, $times, $count>(simd);)*)*
                }
            }
            at_each_level(Run);
        }
    )*};
}

tests! {
    twice {
        U8, u8: 2 4, 2 8, 2 16, 2 32;
        I16, u8: 2 8, 2 32;
        I16, i8: 2 16;
        U16, u16: 2 4, 2 16;
        I16, i16: 2 8, 2 32;
        I32, i32: 2 4, 2 16;
    }
    four_times {
        U8, u8: 4 4, 4 16, 4 32;
        I16, i16: 4 8, 4 32;
        I32, i32: 4 4, 4 8, 4 32;
        I32, u8: 4 8;
    }
}
