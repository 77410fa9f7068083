//! Elements from anywhere, one for each lane.

use super::Simd;
use super::check;
use super::count::Count;
use super::lane::{I32, Lanes, Vector};
use super::memory::{Memory, RawOf};
use super::piece::{Pieces, elements, pieces};
use super::raw::{Raw, Source};
use super::vector::{Arithmetic, Truth};
use crate::ptr::Ptr;
use core::marker::PhantomData;
use fearless_simd::u8x16;

/// The most that an index along an axis may be from 0: what is more than twice as far has no element, whatever small numbers are
/// added to it.
const NEAR: usize = 1 << 25;

/// The most that an element may be from index 0 along one axis: the sum of four is a number of 32 bits.
const FAR: usize = 1 << 29;

/// An axis of a tensor: the indices that have elements, and how far apart those lie in memory.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    /// The first index.
    pub lo: isize,
    /// One past the last index.
    pub hi: isize,
    /// From one element to the next.
    pub stride: isize,
}

impl Along {
    /// Whether there are elements, and lanes of 32 bits hold all indices, and how far they are from index 0 in memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_near(self) -> bool {
        let (lo, hi) = (self.lo.unsigned_abs(), self.hi.unsigned_abs());
        let most = if lo > hi { lo } else { hi };
        self.lo < self.hi && most < NEAR && most.saturating_mul(self.stride.unsigned_abs()) < FAR
    }

    /// Whether lanes of a type hold no other index than those that have elements.
    const fn holds<L: Lanes<S, N>, S: Simd, const N: usize>(self) -> bool {
        self.lo as i128 <= L::RANGE.first && L::RANGE.last < self.hi as i128
    }
}

/// Whether lanes are worth it where narrow elements lie anywhere: with few lanes in a vector, a loop does as well.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_gathers<S: Simd>(simd: S) -> bool {
    let _ = simd;
    S::HAS_AVX2
}

/// Whether a number that indices are made of leaves room for what else they are made of, in lanes of 32 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn is_small(number: isize) -> bool {
    number.unsigned_abs() <= 1 << 22
}

/// How far indices along an [axis](Along::is_near) are from index 0 in memory.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn distances<S: Simd, const N: usize>(simd: S, at: Vector<S, I32, N>, along: Along) -> Vector<S, I32, N>
where
    I32: Lanes<S, N>,
{
    match along.stride {
        1 => at,
        stride => at.mul(Vector::<S, I32, N>::splat(simd, stride as i32)),
    }
}

/// How far the nearest indices that have elements along an [axis](Along::is_near) are from index 0 in memory.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn nearest_along<S: Simd, const N: usize>(
    simd: S,
    at: Vector<S, I32, N>,
    along: Along,
) -> Vector<S, I32, N>
where
    I32: Lanes<S, N>,
{
    let first = Vector::<S, I32, N>::splat(simd, along.lo as i32);
    let last = Vector::<S, I32, N>::splat(simd, (along.hi - 1) as i32);
    distances(simd, at.max(first).min(last), along)
}

/// How far indices along an [axis](Along::is_near) are from index 0 in memory, which all have elements.
///
/// # Panics
/// As `refuse` does, which is called with the first index that has none.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn within_axis<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    at: L::Vector,
    along: Along,
    refuse: impl Fn(isize),
) -> Vector<S, I32, N>
where
    I32: Lanes<S, N, Count = L::Count>,
{
    let at = L::into::<I32>(at);
    if !along.holds::<L, S, N>() {
        let first = Vector::<S, I32, N>::splat(simd, along.lo as i32);
        let last = Vector::<S, I32, N>::splat(simd, (along.hi - 1) as i32);
        if !first.le(at).and(at.le(last)).all() {
            outside::<S, N>(at, along, refuse);
        }
    }
    distances(simd, at, along)
}

#[cold]
#[track_caller]
fn outside<S: Simd, const N: usize>(at: Vector<S, I32, N>, along: Along, refuse: impl Fn(isize))
where
    I32: Lanes<S, N>,
{
    let indices = (0..N).map(|lane| at.lane(lane) as isize);
    indices.filter(|index| !(along.lo..along.hi).contains(index)).for_each(refuse);
    unreachable!("an index that has no element is refused");
}

/// The lanes of a block, which lie anywhere.
#[derive(Clone, Copy)]
struct Scattered<'a, T, const N: usize> {
    at: &'a [i32; N],
    first: usize,
    elem: PhantomData<T>,
}

impl<T: Memory, const N: usize> Pieces for Scattered<'_, T, N> {
    type Elem = T;
    const WIDTH: usize = 1;
    const COUNT: usize = if N < elements::<T>() { N } else { elements::<T>() };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(self, piece: usize) -> isize {
        self.at[self.first + piece] as isize
    }
}

/// Blocks of elements that lie anywhere.
struct Gathering<'a, S, T, const N: usize> {
    simd: S,
    ptr: Ptr<'a, T>,
    at: [i32; N],
}

impl<S: Simd, T: Memory, const N: usize> Source<S> for Gathering<'_, S, T, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn block(&self, index: usize) -> u8x16<S> {
        let scattered = Scattered { at: &self.at, first: index * elements::<T>(), elem: PhantomData };
        // SAFETY: who makes this promises that the elements of all lanes may be read.
        unsafe { pieces(self.simd, self.ptr, scattered) }
    }
}

/// Lane `k` is the element at `offset + at[k]`.
///
/// # Safety
/// These elements lie in the memory behind `ptr`, which nobody else writes meanwhile.
///
/// # Panics
/// With debug assertions on, if an element lies elsewhere, or its value does not fit lanes of type `L`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn gather<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    at: Vector<S, I32, N>,
) -> L::Vector
where
    I32: Lanes<S, N, Count = L::Count>,
{
    let at = <I32 as Lanes<S, N>>::to_i32(at);
    let ptr = ptr.shifted(offset);
    if cfg!(debug_assertions) {
        // SAFETY: the caller promises that the elements may be read.
        let elements: [i32; N] = core::array::from_fn(|lane| unsafe { ptr.read(at.lane(lane) as isize) });
        check::fit(check::Operation::Load, &elements, &elements, L::RANGE);
    }
    // SAFETY: as the caller promises.
    T::decode::<S, L, N>(unsafe {
        <T::Bits as super::memory::Bits>::gathered::<S, T, L::Count, N>(simd, ptr, at)
    })
}

/// Elements of fewer than 32 bits, one by one.
///
/// # Safety
/// That of [`gather`].
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn one_by_one<S: Simd, T: Memory, C: Count<S, N>, const N: usize>(
    simd: S,
    ptr: Ptr<T>,
    at: C::I32,
) -> RawOf<S, T, C, N> {
    let mut places = [0; N];
    at.store(&mut places);
    Raw::from_blocks(&Gathering { simd, ptr, at: places })
}
