//! Loads and stores: each element named, and no other.

use super::{Random, Test, at_each_level, values, vector};
use unite_core::staged::Ptr;
use unite_core::staged::lanes::*;

/// The offsets of lanes, and a block of memory that just holds them.
pub fn places(rows: usize, columns: usize, strides: [isize; 2]) -> (Vec<isize>, usize, isize) {
    let at = |lane: usize| (lane / columns) as isize * strides[0] + (lane % columns) as isize * strides[1];
    let offsets: Vec<isize> = (0..rows * columns).map(at).collect();
    let (first, last) = (*offsets.iter().min().unwrap(), *offsets.iter().max().unwrap());
    (offsets, (last - first + 1) as usize, -first)
}

/// Values that both elements and lanes hold.
pub fn common<T: Memory, L: Lane>() -> (i64, i64) {
    (T::RANGE.first.max(L::RANGE.first) as i64, T::RANGE.last.min(L::RANGE.last) as i64)
}

const STRIDES: [isize; 12] = [1, 0, -1, 2, 3, 4, -2, 5, -3, 8, 16, -16];

fn both<S: Simd, L: Lanes<S, N>, T: Memory, const R: usize, const C: usize, const N: usize>(simd: S) {
    STRIDES.into_iter().for_each(|column| each_row::<S, L, T, R, C, N, isize>(simd, column));
}

/// Rows of lanes that are so far apart, near each other and not.
#[inline(never)]
fn each_row<S: Simd, L: Lanes<S, N>, T: Memory, const R: usize, const C: usize, const N: usize, P: Pace>(
    simd: S,
    right: P,
) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (low, high) = common::<T, L>();
    let column = right.pace();
    for row in [0, 1, -1, 7, C as isize * column, 40, -40] {
        let (offsets, len, origin) = places(R, C, [row, column]);
        let mut data: Vec<T> = (0..len).map(|_| T::narrow(random.within(low, high))).collect();
        // SAFETY: the memory is there until the test ends.
        let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), len, origin) };
        // Moved to and fro, so that offsets count.
        let ptr = ptr.shifted(-3);
        let what = format!("{row}, {column}: {R} x {C} of {N}");
        // SAFETY: the memory holds all lanes.
        let loaded = unsafe { load::<S, L, T, R, C, N, P>(simd, ptr, 3, (row, right)) };
        let expected: Vec<i32> =
            offsets.iter().map(|&offset| data[(origin + offset) as usize].widen()).collect();
        assert_eq!(values::<S, L, N>(loaded).to_vec(), expected, "load {what}");
        // SAFETY: as above.
        let loaded = unsafe { load_for_pairs::<S, L, T, R, C, N, P>(simd, ptr, 3, (row, right)) };
        assert_eq!(values::<S, L, N>(loaded).to_vec(), expected, "pairs {what}");

        let before = data.clone();
        let put: [i32; N] = core::array::from_fn(|_| random.within(low, high));
        let put_there = vector::<S, L, N>(simd, put);
        // SAFETY: the memory holds all lanes.
        unsafe { store::<S, L, T, R, C, N, P>(simd, ptr, 3, (row, right), put_there) };
        let mut expected = before;
        for (&offset, value) in offsets.iter().zip(put) {
            expected[(origin + offset) as usize] = T::narrow(value);
        }
        let (is, expected): (Vec<i32>, Vec<i32>) =
            (data.iter().map(|x| x.widen()).collect(), expected.iter().map(|x| x.widen()).collect());
        assert_eq!(is, expected, "store {what}");
    }
}

macro_rules! tests {
    ($($name:ident { $($lane:ty, $elem:ty: $($rows:literal $columns:literal $count:literal),*;)* })*) => {$(
        #[test]
        fn $name() {
            struct Run;
            impl Test for Run {
                fn run<S: Simd>(&self, simd: S) {
                    $($(both::<_, $lane, $elem, $rows, $columns, $count>(simd);)*)*
                }
            }
            at_each_level(Run);
        }
    )*};
}

tests! {
    bytes { U8, u8: 1 16 16, 4 4 16, 2 8 16, 1 8 8, 2 2 4; }
    widened { I16, u8: 2 16 32; I16, i8: 1 8 8; }
    halves { I16, i16: 1 8 8, 4 2 8, 2 8 16; }
    words { I32, i32: 1 4 4, 2 4 8; }
    narrowed { U8, i16: 16 1 16; }
}

/// Every stride for which there is a form of its own, and two of the others.
#[test]
fn strides_are_constants() {
    struct Run;
    impl Test for Run {
        fn run<S: Simd>(&self, simd: S) {
            macro_rules! of_shape {
                ($lane:ty, $elem:ty: $rows:literal $columns:literal $count:literal) => {
                    of_shape!($lane, $elem: $rows $columns $count; 1 0 -1 2 3 4 -2 5 -3)
                };
                ($lane:ty, $elem:ty: $rows:literal $columns:literal $count:literal; $($stride:literal)*) => {
                    $(each_row::<S, $lane, $elem, $rows, $columns, $count, Fixed<$stride>>(simd, Fixed);)*
                };
            }
            of_shape!(U8, u8: 1 16 16);
            of_shape!(U8, u8: 4 4 16);
            of_shape!(U8, u8: 2 2 4);
            of_shape!(I16, i16: 1 8 8);
            of_shape!(U8, i16: 16 1 16);
        }
    }
    at_each_level(Run);
}

/// Every second element is another one afterwards, and no other, of memory that ends with the last lane.
fn every_second<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize>(simd: S) {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let (low, high) = common::<T, L>();
    let mut data: Vec<T> = (0..2 * N - 1).map(|_| T::narrow(random.within(low, high))).collect();
    let put: [i32; N] = core::array::from_fn(|_| random.within(low, high));
    let mut expected: Vec<i32> = data.iter().map(|x| x.widen()).collect();
    for (lane, value) in put.into_iter().enumerate() {
        expected[2 * lane] = T::narrow(value).widen();
    }
    // SAFETY: the memory is there until the test ends.
    let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), 2 * N - 1, 5) };
    // SAFETY: it holds all lanes, and what is between them.
    unsafe { store_every_second::<S, L, T, N>(simd, ptr, -5, vector::<S, L, N>(simd, put)) };
    let is: Vec<i32> = data.iter().map(|x| x.widen()).collect();
    assert_eq!(is, expected, "{N}");
}

#[test]
fn what_lies_between_stays() {
    struct Run;
    impl Test for Run {
        fn run<S: Simd>(&self, simd: S) {
            every_second::<S, U8, u8, 4>(simd);
            every_second::<S, U8, u8, 8>(simd);
            every_second::<S, U8, u8, 16>(simd);
            every_second::<S, I16, u8, 32>(simd);
            every_second::<S, I16, i8, 16>(simd);
            every_second::<S, I16, i16, 4>(simd);
            every_second::<S, I16, i16, 8>(simd);
            every_second::<S, U16, u16, 32>(simd);
            every_second::<S, I32, i32, 4>(simd);
            every_second::<S, I32, i32, 8>(simd);
            every_second::<S, I32, i32, 16>(simd);
            every_second::<S, I32, u16, 32>(simd);
        }
    }
    at_each_level(Run);
}

#[test]
fn stores_wrap_or_panic() {
    let mut data = [0u8; 16];
    // SAFETY: the memory is there until the test ends.
    let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), 16, 0) };
    let simd = baseline();
    let wide = splat::<_, I32, 16>(simd, 259);
    let result = std::panic::catch_unwind(|| {
        // SAFETY: the memory holds 16 elements.
        unsafe { store::<_, I32, u8, 1, 16, 16, _>(simd, ptr, 0, (0, Fixed::<1>), wide) }
    });
    if cfg!(debug_assertions) {
        assert!(result.is_err());
    } else {
        assert_eq!(data, [3; 16]);
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "outside the block's memory")]
fn an_element_outside() {
    let mut data = [0u8; 16];
    // SAFETY: the memory is there until the test ends.
    let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), 15, 0) };
    // SAFETY: there are 16 elements, of which the pointer knows 15.
    unsafe { load::<_, U8, u8, 1, 16, 16, _>(baseline(), ptr, 0, (0, Fixed::<1>)) };
}
