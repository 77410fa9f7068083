//! Tiles: transposed or not.

use super::memory::{common, places};
use super::{Random, Test, at_each_level, values, vector};
use unite_core::staged::Ptr;
use unite_core::staged::lanes::*;

fn both<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const K: usize,
    const R: usize,
    const C: usize,
    const N: usize,
>(
    simd: S,
) {
    let k = K as isize;
    let wide = wide::<K, R, C>();
    // Three of which the third is the first of the next.
    let shared = if K == 3 { 2 } else { k };
    let apart =
        [[wide, k], [wide, k + 1], [k, wide], [wide, wide], [-wide, -k], [wide, 1], [C as isize * k, k]];
    for [down, right] in apart.into_iter().chain([[wide, shared]]) {
        for (step, are_apart) in [(1, false), (1, true), (2, false), (40 * wide, true)] {
            each::<S, L, T, K, R, C, N, isize, isize>(simd, (down, right), step, are_apart);
        }
    }
}

/// So far that rows of lanes are apart.
fn wide<const K: usize, const R: usize, const C: usize>() -> isize {
    (R * K).max(C * (K + 1)) as isize + 3
}

/// Lanes at some places.
fn each<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const K: usize,
    const R: usize,
    const C: usize,
    const N: usize,
    P: Pace,
    Q: Pace,
>(
    simd: S,
    strides: (isize, P),
    pace: Q,
    are_apart: bool,
) {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let (low, high) = common::<T, L>();
    let (lanes, _, _) = places(R, C, [strides.0, strides.1.pace()]);
    let step = pace.pace();
    let what = format!("{K}, {:?}, step {step}, {R} x {C} of {N}", [strides.0, strides.1.pace()]);
    let offsets: Vec<Vec<isize>> =
        (0..K as isize).map(|k| lanes.iter().map(|lane| lane + k * step).collect()).collect();
    let all: Vec<isize> = offsets.iter().flatten().copied().collect();
    let (first, last) = (*all.iter().min().unwrap(), *all.iter().max().unwrap());
    let (len, origin) = ((last - first + 1) as usize, -first);
    let mut data: Vec<T> = (0..len).map(|_| T::narrow(random.within(low, high))).collect();
    // SAFETY: the memory is there until the test ends.
    let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), len, origin).shifted(-5) };
    // SAFETY: the memory holds all lanes.
    let in_order: [_; K] =
        unsafe { tile::<S, L, T, K, R, C, N, P, Q>(simd, ptr, 5, strides, pace, are_apart, false) };
    for (k, v) in in_order.into_iter().enumerate() {
        let expected: Vec<i32> =
            offsets[k].iter().map(|offset| data[(origin + offset) as usize].widen()).collect();
        assert_eq!(values::<S, L, N>(v).to_vec(), expected, "vector {k} of {what}");
    }

    // In another order all of them are in the same one.
    // SAFETY: as above.
    let in_any: [_; K] =
        unsafe { tile::<S, L, T, K, R, C, N, P, Q>(simd, ptr, 5, strides, pace, are_apart, true) };
    let is = in_any.map(values::<S, L, N>);
    let mut is: Vec<[i32; K]> = (0..N).map(|lane| is.map(|vector| vector[lane])).collect();
    let read = |k: usize, lane: usize| data[(origin + offsets[k][lane]) as usize].widen();
    let mut expected: Vec<[i32; K]> = (0..N).map(|lane| core::array::from_fn(|k| read(k, lane))).collect();
    is.sort_unstable();
    expected.sort_unstable();
    assert_eq!(is, expected, "any order, {what}");

    // Lanes that share elements are stored in no certain order.
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    if distinct.len() < all.len() {
        return;
    }
    let mut expected = data.clone();
    let put: [[i32; N]; K] = core::array::from_fn(|_| core::array::from_fn(|_| random.within(low, high)));
    let vectors = put.map(|values| vector::<S, L, N>(simd, values));
    // SAFETY: the memory holds all lanes.
    unsafe { put_tile::<S, L, T, K, R, C, N, P, Q>(simd, ptr, 5, strides, pace, are_apart, vectors) };
    for k in 0..K {
        for lane in 0..N {
            expected[(origin + offsets[k][lane]) as usize] = T::narrow(put[k][lane]);
        }
    }
    let (is, expected): (Vec<i32>, Vec<i32>) =
        (data.iter().map(|x| x.widen()).collect(), expected.iter().map(|x| x.widen()).collect());
    assert_eq!(is, expected, "put {what}");
}

/// Every stride and step for which there is a form of its own, and others.
#[test]
fn strides_are_constants() {
    struct Run;
    impl Test for Run {
        fn run<S: Simd>(&self, simd: S) {
            macro_rules! of_shape {
                ($lane:ty, $elem:ty: $k:literal $rows:literal $columns:literal $count:literal, $($right:literal, $step:literal);*) => {$(
                    for are_apart in [false, true] {
                        let strides = (wide::<$k, $rows, $columns>(), Fixed::<$right>);
                        each::<S, $lane, $elem, $k, $rows, $columns, $count, _, _>(simd, strides, Fixed::<$step>, are_apart);
                    }
                )*};
            }
            of_shape!(I16, u8: 2 1 8 8, 2, 1; 1, 1; 3, 1; 2, 2; -2, 1);
            of_shape!(U8, u8: 3 1 16 16, 3, 1; 4, 1; 2, 1; 1, 1; 3, 2; 5, 1);
            of_shape!(I16, i16: 4 2 4 8, 4, 1; 1, 1; 5, 1; 4, 3);
            of_shape!(U8, u8: 8 8 1 8, 8, 1; 1, 1);
        }
    }
    at_each_level(Run);
}

macro_rules! tests {
    ($($name:ident { $($lane:ty, $elem:ty: $($k:literal $rows:literal $columns:literal $count:literal),*;)* })*) => {$(
        #[test]
        fn $name() {
            struct Run;
            impl Test for Run {
                fn run<S: Simd>(&self, simd: S) {
                    $($(both::<_, $lane, $elem, $k, $rows, $columns, $count>(simd);)*)*
                }
            }
            at_each_level(Run);
        }
    )*};
}

tests! {
    bytes { U8, u8: 2 1 8 8, 3 1 8 8, 3 1 16 16, 3 1 32 32, 4 16 1 16, 8 8 1 8, 4 4 1 4, 16 2 8 16; }
    halves { I16, i16: 8 8 1 8, 4 2 4 8, 4 4 4 16, 8 4 4 16, 3 8 1 8, 3 1 8 8, 3 1 16 16; }
    words { I32, i32: 4 4 1 4, 4 2 4 8, 8 8 1 8, 3 1 4 4, 3 1 16 16; }
    widened { I16, u8: 3 1 16 16, 8 16 1 16; I32, u8: 3 1 8 8, 3 1 32 32; }
}
