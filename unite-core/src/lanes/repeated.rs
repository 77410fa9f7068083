//! Lanes of which several in turn are one element.

use super::Simd;
use super::check;
use super::lane::Lanes;
use super::memory::{Memory, Places, Reading};
use super::pace::Pace;
use super::piece::elements;
use super::raw::{Raw, Source};
use crate::ptr::Ptr;
use core::marker::PhantomData;
use fearless_simd::{Bytes, SimdBase, u8x16, u16x8, u32x4};

/// Blocks of lanes of which each element is `TIMES`.
struct Repeating<'a, S, T, P, const TIMES: usize, const N: usize> {
    simd: S,
    ptr: Ptr<'a, T>,
    offsets: [isize; TIMES],
    right: P,
}

impl<S: Simd, T: Memory, P: Pace, const TIMES: usize, const N: usize> Repeating<'_, S, T, P, TIMES, N> {
    /// Lanes of a block.
    const LANES: usize = if N < elements::<T>() { N } else { elements::<T>() };
    /// Elements of a block of lanes.
    const ELEMENTS: usize = Self::LANES / TIMES;

    /// The elements of block `index` that the lanes with this turn are, in the low lanes of a block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn turn(&self, index: usize, turn: usize) -> u8x16<S> {
        let Repeating { simd, ptr, offsets, right } = *self;
        let right = right.pace();
        let places = Places::new::<2>(offsets[turn] + (index * Self::ELEMENTS) as isize * right, [0, right]);
        macro_rules! read {
            ($count:literal) => {
                Reading::<S, T, P, 1, $count, $count, false> { simd, ptr, places, pace: PhantomData }.block(0)
            };
        }
        match const { Self::ELEMENTS } {
            1 => read!(1),
            2 => read!(2),
            4 => read!(4),
            _ => read!(8),
        }
    }
}

/// The elements of the low halves of two blocks in turn.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_turn<S: Simd, T>(a: u8x16<S>, b: u8x16<S>) -> u8x16<S> {
    match const { size_of::<T>() } {
        1 => a.zip_low(b),
        2 => a.bitcast::<u16x8<S>>().zip_low(b.bitcast::<u16x8<S>>()).bitcast(),
        _ => a.bitcast::<u32x4<S>>().zip_low(b.bitcast::<u32x4<S>>()).bitcast(),
    }
}

impl<S: Simd, T: Memory, P: Pace, const TIMES: usize, const N: usize> Source<S>
    for Repeating<'_, S, T, P, TIMES, N>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn block(&self, index: usize) -> u8x16<S> {
        const { assert!(TIMES == 2 || TIMES == 4, "elements stand for two or four lanes") };
        if const { TIMES == 2 } {
            return in_turn::<S, T>(self.turn(index, 0), self.turn(index, 1 % TIMES));
        }
        let even = in_turn::<S, T>(self.turn(index, 0), self.turn(index, 2 % TIMES));
        let odd = in_turn::<S, T>(self.turn(index, 1 % TIMES), self.turn(index, 3 % TIMES));
        in_turn::<S, T>(even, odd)
    }
}

/// Lane `l` is the element at `offsets[l % TIMES] + l / TIMES * right`: of elements that are `TIMES` lanes each, two or four, whichever
/// of these lanes is the first.
///
/// The code depends on `right` as that of [`load`](super::load) does on the stride along a row.
///
/// # Safety
/// These elements, and those between two of one offset, lie in the memory behind `ptr`, which nobody else writes meanwhile.
///
/// # Panics
/// With debug assertions on, if an element lies elsewhere, or its value does not fit lanes of type `L`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn load_repeated<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const TIMES: usize,
    const N: usize,
    P: Pace,
>(
    simd: S,
    ptr: Ptr<T>,
    offsets: [isize; TIMES],
    right: P,
) -> L::Vector {
    if cfg!(debug_assertions) && !T::RANGE.fits(L::RANGE) {
        let at = |lane: usize| offsets[lane % TIMES] + (lane / TIMES) as isize * right.pace();
        // SAFETY: the caller promises that the elements may be read.
        let elements: [i32; N] = core::array::from_fn(|lane| unsafe { ptr.read(at(lane)) });
        check::fit(check::Operation::Load, &elements, &elements, L::RANGE);
    }
    // The caller promises for the elements what `Repeating` needs.
    T::decode::<S, L, N>(Raw::from_blocks(&Repeating::<S, T, P, TIMES, N> { simd, ptr, offsets, right }))
}
