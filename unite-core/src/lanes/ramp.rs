//! Indices as values.

use super::Simd;
use super::check::{self, Operation};
use super::count::Count;
use super::lane::Lanes;
use super::raw::Raw;
use super::vector::Arithmetic;

/// Lane `(r, c)` of `R` rows and `C` columns holds `first + r * steps[0] + c * steps[1]`.
///
/// # Panics
/// With debug assertions on, if a value does not fit its lane; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn ramp<S: Simd, L: Lanes<S, N>, const R: usize, const C: usize, const N: usize>(
    simd: S,
    first: i32,
    steps: [i32; 2],
) -> L::Vector {
    const { assert!(R * C == N, "rows times columns is the number of lanes") };
    let offset = |lane: usize| {
        ((lane / C) as i32).wrapping_mul(steps[0]).wrapping_add(((lane % C) as i32).wrapping_mul(steps[1]))
    };
    if cfg!(debug_assertions) {
        let offsets: [i32; N] = core::array::from_fn(offset);
        check::fit(Operation::Count, &[first; N], &offsets, L::RANGE);
    }
    L::Vector::splat(simd, first).add(L::Vector::from_fn(simd, offset))
}

/// Numbers from 0 on, of each the bits that are in another one.
const fn bits_of_numbers(bits: u16) -> [u16; NUMBERS] {
    let mut numbers = [0; NUMBERS];
    let mut at = 0;
    while at < NUMBERS {
        numbers[at] = at as u16 & bits;
        at += 1;
    }
    numbers
}

/// The same as bytes.
const fn bits_of_bytes(bits: u16) -> [u8; NUMBERS] {
    let (numbers, mut bytes) = (bits_of_numbers(bits), [0; NUMBERS]);
    let mut at = 0;
    while at < NUMBERS {
        bytes[at] = numbers[at] as u8;
        at += 1;
    }
    bytes
}

/// As many as there are lanes, from each number on that is told from others by bits up to the fifth.
const NUMBERS: usize = 64;

/// Lane `c` holds the bits of `first + c` that are in `BITS`, which are below the sixth: from a table, where that is one instruction.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn low_bits<S: Simd, L: Lanes<S, N>, const BITS: u16, const N: usize>(simd: S, first: i32) -> L::Vector {
    const { assert!(BITS < 32 && N <= 32) };
    let from = (first & 31) as usize;
    if const { L::BITS == 8 && N >= 16 }
        && let Some(bytes) = const { &bits_of_bytes(BITS) }[from..].first_chunk()
    {
        return L::of_u8(<L::Count as Count<S, N>>::U8::load(simd, bytes));
    }
    if const { L::BITS == 16 && N >= 8 }
        && let Some(numbers) = const { &bits_of_numbers(BITS) }[from..].first_chunk()
    {
        return L::of_u16(<L::Count as Count<S, N>>::U16::load(simd, numbers));
    }
    let counted = L::Vector::from_fn(simd, |lane| lane as i32);
    L::Vector::splat(simd, from as i32).add(counted).and(L::Vector::splat(simd, BITS.into()))
}
