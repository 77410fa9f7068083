//! Sums of products with constants, which machines compute in pairs.

use super::Simd;
use super::arithmetic::{add, neg};
use super::count::Count;
use super::lane::{I32, Lanes};
use super::pairs::{Pairs, dot2, dot2_of, plus_or_minus};

/// The constants of a sum of products, for pairs of terms: the first and the second, the third and the fourth, ...; the
/// last is alone if their number is odd. Each constant has 16 bits: one of 17 bits is two.
#[derive(Clone, Copy, Debug)]
pub struct Terms<const K: usize> {
    /// For each term its constant, or the first half of it.
    pub first: [i32; K],
    /// For each term the second half, or 0.
    pub second: [i32; K],
    /// For each term whether its pair is taken away: 32768 has no 16 bits, -32768 has.
    pub is_negative: [bool; K],
    /// The first term that has a second half, which becomes the partner of the one that is alone; or how many there are.
    pub split: usize,
}

/// Constants of up to 17 bits as those of pairs.
pub const fn terms<const K: usize>(constants: [i32; K]) -> Terms<K> {
    let mut terms = Terms { first: constants, second: [0; K], is_negative: [false; K], split: K };
    let mut at = 0;
    while at < K {
        // Both of a pair.
        let pair = at - at % 2;
        let end = if pair + 2 < K { pair + 2 } else { K };
        let (mut has_largest, mut negatives_fit, mut k) = (false, true, pair);
        while k < end {
            has_largest = has_largest || constants[k] == 0x8000;
            negatives_fit = negatives_fit && -0x8000 <= -constants[k] && -constants[k] < 0x8000;
            k += 1;
        }
        if has_largest && negatives_fit {
            terms.is_negative[at] = true;
            terms.first[at] = -constants[at];
        }
        at += 1;
    }
    while at > 0 {
        at -= 1;
        if !terms.is_negative[at] && (constants[at] < -0x8000 || constants[at] > 0x7FFF) {
            terms.second[at] = constants[at] / 2;
            terms.first[at] = constants[at] - terms.second[at];
            terms.split = at;
        }
    }
    terms
}

/// The constants of one sum of products.
pub trait Weights<const K: usize> {
    /// These, for pairs.
    const TERMS: Terms<K>;
}

/// What is known of the pairs of terms: nothing, or which of them were read as pairs.
pub trait Pairing<S: Simd, L: Lanes<S, N>, const N: usize>: Copy {
    /// `a * ca + b * cb`, of the pair of that number.
    fn dot(self, simd: S, number: usize, terms: [L::Vector; 2], constants: [i32; 2]) -> Sum<S, L, N>;
}

/// Sums of 32 bits, of so many lanes.
pub type Sum<S, L, const N: usize> = <<L as Lanes<S, N>>::Count as Count<S, N>>::I32;

impl<S: Simd, L: Lanes<S, N>, const N: usize> Pairing<S, L, N> for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn dot(self, simd: S, _: usize, [a, b]: [L::Vector; 2], [ca, cb]: [i32; 2]) -> Sum<S, L, N> {
        dot2::<S, L, L, N>(simd, a, ca, b, cb)
    }
}

/// Of each pair whether it was read as one.
#[derive(Clone, Copy, Debug)]
pub struct Read<P, const COUNT: usize>(pub [Option<P>; COUNT]);

impl<S: Simd, L: Lanes<S, N>, const N: usize, const COUNT: usize> Pairing<S, L, N>
    for Read<Pairs<S, L, N>, COUNT>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn dot(self, simd: S, number: usize, [a, b]: [L::Vector; 2], [ca, cb]: [i32; 2]) -> Sum<S, L, N> {
        match self.0[number] {
            Some(pairs) => dot2_of::<S, L, N>(simd, pairs, a, ca, b, cb),
            None => dot2::<S, L, L, N>(simd, a, ca, b, cb),
        }
    }
}

/// The sum of two to six terms, each with its constant, in lanes of 32 bits.
///
/// # Panics
/// With debug assertions on, if a sum does not fit; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn dot<S: Simd, W: Weights<K>, L: Lanes<S, N>, const N: usize, const K: usize, P: Pairing<S, L, N>>(
    simd: S,
    terms: [L::Vector; K],
    pairs: P,
) -> Sum<S, L, N>
where
    I32: Lanes<S, N, Count = L::Count, Vector = Sum<S, L, N>>,
{
    const { assert!(2 <= K && K <= 6, "two to six terms") };
    let pair = pairs.dot(simd, 0, [terms[0], terms[1]], [W::TERMS.first[0], W::TERMS.first[1]]);
    let mut total = if const { W::TERMS.is_negative[0] } { neg::<S, I32, N>(simd, pair) } else { pair };
    /// One more pair, if there is one.
    macro_rules! pair {
        ($number:literal) => {
            if const { K >= 2 * $number + 2 } {
                let both = [terms[2 * $number], terms[2 * $number + 1]];
                let constants = [W::TERMS.first[2 * $number], W::TERMS.first[2 * $number + 1]];
                let pair = pairs.dot(simd, $number, both, constants);
                total = plus_or_minus::<S, N>(simd, total, pair, W::TERMS.is_negative[2 * $number]);
            }
        };
    }
    pair!(1);
    pair!(2);
    if const { K % 2 == 1 } {
        // With the second half of a constant, or with nothing of the one before.
        let last = K - 1;
        let (split, is_negative) = (W::TERMS.split, W::TERMS.is_negative[last]);
        let half = if const { W::TERMS.split < K } { W::TERMS.second[split] } else { 0 };
        let constants = [if is_negative { -half } else { half }, W::TERMS.first[last]];
        let pair = if const { W::TERMS.split + 1 < K - 1 } {
            dot2::<S, L, L, N>(simd, terms[split], constants[0], terms[last], constants[1])
        } else if const { W::TERMS.split == K - 1 } {
            dot2::<S, L, L, N>(simd, terms[last], constants[0], terms[last], constants[1])
        } else {
            pairs.dot(simd, K / 2, [terms[last - 1], terms[last]], constants)
        };
        total = plus_or_minus::<S, N>(simd, total, pair, is_negative);
    }
    if const { W::TERMS.split < K } {
        for (k, term) in terms.into_iter().enumerate() {
            let half = W::TERMS.second[k];
            if half != 0 && !(K % 2 == 1 && W::TERMS.split == k) {
                let rest = dot2::<S, L, L, N>(simd, term, half, term, 0);
                total = add::<S, I32, N>(simd, total, rest);
            }
        }
    }
    total
}
