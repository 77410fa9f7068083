//! Pairs of 16-bit numbers, of which machines add up the products.

use super::arithmetic::{add, sub};
use super::check;
use super::count::Count;
use super::lane::{I32, Lanes, Vector};
use super::raw::Source;
use super::vector::Arithmetic;
use super::{Range, Simd};
use crate::ptr::Ptr;
use fearless_simd::{SimdBase, SimdFrom, u8x16};

/// Lanes of two vectors as pairs.
pub type Pairs<S, L, const N: usize> = <<L as Lanes<S, N>>::Count as Count<S, N>>::Pairs;

/// `a * ca + b * cb`, in lanes of 32 bits.
///
/// # Panics
/// With debug assertions on, if a sum does not fit; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn dot2<S: Simd, A: Lanes<S, N>, B: Lanes<S, N, Count = A::Count>, const N: usize>(
    simd: S,
    a: A::Vector,
    ca: i32,
    b: B::Vector,
    cb: i32,
) -> <A::Count as Count<S, N>>::I32 {
    check_sums::<S, A, B, N>(&a, ca, &b, cb);
    if are_pairs::<S, A, B, N>(ca, cb) {
        A::Count::dot(simd, A::Count::pairs(A::to_i16(a), B::to_i16(b)), ca as i16, cb as i16)
    } else {
        let (a, b) = (A::to_i32(a), B::to_i32(b));
        a.mul(Arithmetic::splat(simd, ca)).add(b.mul(Arithmetic::splat(simd, cb)))
    }
}

/// [`dot2`] of lanes of which the pairs are known, and the constants have 16 bits.
///
/// # Panics
/// With debug assertions on, if a sum does not fit; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn dot2_of<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    pairs: Pairs<S, L, N>,
    a: L::Vector,
    ca: i32,
    b: L::Vector,
    cb: i32,
) -> <L::Count as Count<S, N>>::I32 {
    if are_pairs::<S, L, L, N>(ca, cb) {
        check_sums::<S, L, L, N>(&a, ca, &b, cb);
        L::Count::dot(simd, pairs, ca as i16, cb as i16)
    } else {
        dot2::<S, L, L, N>(simd, a, ca, b, cb)
    }
}

/// `a + b`, or `a - b`, in lanes of 32 bits.
///
/// # Panics
/// With debug assertions on, if a result does not fit; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn plus_or_minus<S: Simd, const N: usize>(
    simd: S,
    a: Vector<S, I32, N>,
    b: Vector<S, I32, N>,
    is_minus: bool,
) -> Vector<S, I32, N>
where
    I32: Lanes<S, N>,
{
    if is_minus { sub::<S, I32, N>(simd, a, b) } else { add::<S, I32, N>(simd, a, b) }
}

/// The pairs of what two reads of bytes gave, `a` and `b`: of `N` elements each, from `offsets` on, `strides` apart. Where
/// both lie among the same bytes, as the samples of interleaved pixels do, they come from there at once.
///
/// # Safety
/// The elements of both, and those between two of them, lie in the memory behind the pointers, which nobody else writes
/// meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn read_pairs<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    pointers: [Ptr<u8>; 2],
    offsets: [isize; 2],
    strides: [isize; 2],
    a: L::Vector,
    b: L::Vector,
) -> Pairs<S, L, N> {
    /// Pairs at a stride that is a constant. The distance is one, too, once this is where it is called: until then there is one
    /// form for all distances, as each would be optimised before any of them is chosen.
    macro_rules! near {
        ($stride:literal: $($distance:literal)*) => {{
            let first = pointers[0].address(offsets[0]);
            let distance = pointers[1].address(offsets[1]).wrapping_sub(first) as isize;
            let orders = match distance {
                $($distance => Some(const { orders($stride, $distance) }),)*
                _ => None,
            };
            if let Some([first, last]) = orders {
                let (a, b) = ((pointers[0], offsets[0]), (pointers[1], offsets[1]));
                let (lower, upper) = if distance > 0 { (a, b) } else { (b, a) };
                let blocks = Near::<S, $stride, N> { simd, lower, upper };
                return L::Count::pairs_from(&blocks, &Orders::<S, N> { simd, first, last });
            }
        }};
    }
    if const { N >= 8 && S::HAS_TABLES } && strides[0] == strides[1] {
        match strides[0] {
            3 => near!(3: -2 -1 1 2),
            4 => near!(4: -3 -2 -1 1 2 3),
            _ => {}
        }
    }
    L::Count::pairs(L::to_i16(a), L::to_i16(b))
}

/// Blocks that hold four pairs each: of bytes that are `STRIDE` apart, and of those a little further on.
struct Near<'a, S, const STRIDE: usize, const N: usize> {
    simd: S,
    lower: (Ptr<'a, u8>, isize),
    upper: (Ptr<'a, u8>, isize),
}

impl<S: Simd, const STRIDE: usize, const N: usize> Source<S> for Near<'_, S, STRIDE, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn block(&self, index: usize) -> u8x16<S> {
        let ((ptr, from), step) = if index < N / 4 - 1 {
            // From a byte of the lower ones on: the last of them is far enough.
            (self.lower, 4 * STRIDE * index)
        } else {
            // To the last of the upper ones.
            (self.upper, STRIDE * (N - 1) - 15)
        };
        let from = ptr.run(from + step as isize, 16).cast::<[u8; 16]>();
        // SAFETY: who makes this promises that the elements, and those between, may be read; a block lies between the
        // first and the last of those behind its pointer.
        u8x16::load_array_ref(self.simd, unsafe { &*from })
    }
}

/// Where the pairs are in the blocks of [`Near`].
struct Orders<S, const N: usize> {
    simd: S,
    /// In a block that begins with the lower byte of a pair.
    first: [u8; 16],
    /// In a block that ends with the upper byte of a pair.
    last: [u8; 16],
}

impl<S: Simd, const N: usize> Source<S> for Orders<S, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block(&self, index: usize) -> u8x16<S> {
        u8x16::simd_from(self.simd, if index < N / 4 - 1 { self.first } else { self.last })
    }
}

/// The orders of pairs at a stride and a distance: the upper number comes first if the distance is negative.
const fn orders(stride: usize, distance: isize) -> [[u8; 16]; 2] {
    let apart = distance.unsigned_abs();
    let is_swapped = distance < 0;
    [order(0, stride, apart, is_swapped), order(15 - apart - 3 * stride, stride, apart, is_swapped)]
}

/// The order of the pairs from a byte on: each number is a byte, and 0.
const fn order(from: usize, stride: usize, distance: usize, is_swapped: bool) -> [u8; 16] {
    let mut order = [128; 16];
    let mut pair = 0;
    while pair < 4 {
        let (lower, upper) = (from + stride * pair, from + stride * pair + distance);
        assert!(upper < 16, "a block holds four pairs");
        order[4 * pair] = (if is_swapped { upper } else { lower }) as u8;
        order[4 * pair + 2] = (if is_swapped { lower } else { upper }) as u8;
        pair += 1;
    }
    order
}

/// Whether numbers and constants have 16 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
fn are_pairs<S: Simd, A: Lanes<S, N>, B: Lanes<S, N>, const N: usize>(ca: i32, cb: i32) -> bool {
    let fits = |range: Range| range.fits(Range::I16);
    fits(A::RANGE) && fits(B::RANGE) && [ca, cb].iter().all(|c| i16::try_from(*c).is_ok())
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
fn check_sums<S: Simd, A: Lanes<S, N>, B: Lanes<S, N>, const N: usize>(
    a: &A::Vector,
    ca: i32,
    b: &B::Vector,
    cb: i32,
) {
    if cfg!(debug_assertions) {
        check::sums(&check::values::<S, A, N>(a), ca, &check::values::<S, B, N>(b), cb);
    }
}
