//! Sums of absolute transformed differences.

use super::comparison::{Comparison, Slices};
use super::exhibit::{both, exhibit};

both! {
    /// Of 4 by 4 samples: half the sum of absolute values of the Hadamard transform of the differences, which is even.
    fn satd_4x4(a: &Tensor<[[u8; 4]; 4]>, b: &Tensor<[[u8; 4]; 4]>) -> i32 {
        let columns = Block::<[[i16; 4]; 4]>::stack();
        for x in 0..4 {
            let [a0, a1, a2, a3] = a[[.., x]];
            let [b0, b1, b2, b3] = b[[.., x]];
            let (d0, d1, d2, d3) = (a0 - b0, a1 - b1, a2 - b2, a3 - b3);
            let (s03, s12, d03, d12) = (d0 + d3, d1 + d2, d0 - d3, d1 - d2);
            columns[[.., x]] = [s03 + s12, d03 + d12, s03 - s12, d03 - d12];
        }
        let mut sum = 0;
        for y in 0..4 {
            let [c0, c1, c2, c3] = columns[[y, ..]];
            let (s03, s12, d03, d12) = (c0 + c3, c1 + c2, c0 - c3, c1 - c2);
            sum += (s03 + s12).abs() + (d03 + d12).abs() + (s03 - s12).abs() + (d03 - d12).abs();
        }
        sum >> 1
    }

    /// Of 8 by 8 samples: the sum of that of all 4x4 blocks.
    at most v3: fn satd_8x8(a: &Tensor<[[u8; 8]; 8]>, b: &Tensor<[[u8; 8]; 8]>) -> i32 {
        let columns = Block::<[[i16; 8]; 8]>::stack();
        for v in 0..2 {
            for x in 0..8 {
                let [a0, a1, a2, a3] = a[[4 * v..4 * v + 4, x]];
                let [b0, b1, b2, b3] = b[[4 * v..4 * v + 4, x]];
                let (d0, d1, d2, d3) = (a0 - b0, a1 - b1, a2 - b2, a3 - b3);
                let (s03, s12, d03, d12) = (d0 + d3, d1 + d2, d0 - d3, d1 - d2);
                columns[[4 * v..4 * v + 4, x]] = [s03 + s12, d03 + d12, s03 - s12, d03 - d12];
            }
        }
        let mut sum = 0;
        for y in 0..8 {
            for u in 0..2 {
                let [c0, c1, c2, c3] = columns[[y, 4 * u..4 * u + 4]];
                let (s03, s12, d03, d12) = (c0 + c3, c1 + c2, c0 - c3, c1 - c2);
                sum += (s03 + s12).abs() + (d03 + d12).abs() + (s03 - s12).abs() + (d03 - d12).abs();
            }
        }
        sum >> 1
    }

    /// Of 16 by 16 samples: the sum of that of all 4x4 blocks.
    at most v3: fn satd_16x16(a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) -> i32 {
        let columns = Block::<[[i16; 16]; 16]>::stack();
        for v in 0..4 {
            for x in 0..16 {
                let [a0, a1, a2, a3] = a[[4 * v..4 * v + 4, x]];
                let [b0, b1, b2, b3] = b[[4 * v..4 * v + 4, x]];
                let (d0, d1, d2, d3) = (a0 - b0, a1 - b1, a2 - b2, a3 - b3);
                let (s03, s12, d03, d12) = (d0 + d3, d1 + d2, d0 - d3, d1 - d2);
                columns[[4 * v..4 * v + 4, x]] = [s03 + s12, d03 + d12, s03 - s12, d03 - d12];
            }
        }
        let mut sum = 0;
        for y in 0..16 {
            for u in 0..4 {
                let [c0, c1, c2, c3] = columns[[y, 4 * u..4 * u + 4]];
                let (s03, s12, d03, d12) = (c0 + c3, c1 + c2, c0 - c3, c1 - c2);
                sum += (s03 + s12).abs() + (d03 + d12).abs() + (s03 - s12).abs() + (d03 - d12).abs();
            }
        }
        sum >> 1
    }
}

mod plain {
    use super::Slices;

    fn hadamard([a, b, c, d]: [i32; 4]) -> [i32; 4] {
        let (s03, s12, d03, d12) = (a + d, b + c, a - d, b - c);
        [s03 + s12, d03 + d12, s03 - s12, d03 - d12]
    }

    #[inline(always)]
    fn satd<const N: usize>(Slices { a, b, cost }: &mut Slices<'_>) {
        let mut sum = 0;
        for y in (0..N as isize).step_by(4) {
            for x in (0..N as isize).step_by(4) {
                let mut d = [[0; 4]; 4];
                for (i, row) in d.iter_mut().enumerate() {
                    let (a, b) = (a.array::<4>(y + i as isize, x), b.array::<4>(y + i as isize, x));
                    *row = hadamard(std::array::from_fn(|j| i32::from(a[j]) - i32::from(b[j])));
                }
                for j in 0..4 {
                    sum += hadamard(d.map(|row| row[j])).into_iter().map(i32::abs).sum::<i32>();
                }
            }
        }
        **cost = sum >> 1;
    }

    #[inline(always)]
    pub fn satd_4x4(slices: &mut Slices<'_>) {
        satd::<4>(slices)
    }

    #[inline(always)]
    pub fn satd_8x8(slices: &mut Slices<'_>) {
        satd::<8>(slices)
    }

    #[inline(always)]
    pub fn satd_16x16(slices: &mut Slices<'_>) {
        satd::<16>(slices)
    }
}

/// The absolute values that the last step makes of `a` and `b` are `|a + b|` and `|a - b|`, and half their sum is the
/// greater of `|a|` and `|b|`. The first step, of neighbours in a row, is one with widening: products with 1 and 1 in the
/// lower half of a vector, and with 1 and -1 in the upper.
mod by_hand {
    use super::super::instructions::{load, products};
    use super::Slices;
    use fearless_simd::{i16x16, prelude::*, u8x16, u8x32, u32x4, u32x8, u64x2};

    /// Sums and differences of neighbours.
    #[inline(always)]
    fn first<S: Simd>(token: S, a: u8x16<S>, b: u8x16<S>) -> i16x16<S> {
        const SIGNS: [u8; 32] = {
            let mut signs = [1; 32];
            let mut i = 17;
            while i < 32 {
                signs[i] = 255;
                i += 2;
            }
            signs
        };
        let signs = u8x32::simd_from(token, SIGNS);
        products(token, u8x32::block_splat(a), signs) - products(token, u8x32::block_splat(b), signs)
    }

    /// The transform along the rows' axis, and the last step for each pair of vectors.
    #[inline(always)]
    fn cost<S: Simd>([a, b, c, d]: [i16x16<S>; 4]) -> i16x16<S> {
        let (s02, s13, d02, d13) = (a + c, b + d, a - c, b - d);
        greater(s02 + s13, s02 - s13) + greater(d02 + d13, d02 - d13)
    }

    /// The greater of the absolute values of neighbours, those of `a` and of `b` in turns.
    #[inline(always)]
    fn greater<S: Simd>(a: i16x16<S>, b: i16x16<S>) -> i16x16<S> {
        let (a, b): (u32x8<S>, u32x8<S>) = (a.abs().bitcast(), b.abs().bitcast());
        let even: i16x16<S> = (a & 0xFFFF | b << 16).bitcast();
        let odd: i16x16<S> = (a >> 16 | b & 0xFFFF_0000).bitcast();
        even.max(odd)
    }

    /// The sum of all numbers.
    #[inline(always)]
    fn sum<S: Simd>(token: S, numbers: i16x16<S>) -> i32 {
        token.pairwise_dot_product_i16x16(numbers, i16x16::splat(token, 1)).reduce_sum()
    }

    #[inline(always)]
    pub fn satd_4x4<S: Simd>(token: S, Slices { a, b, cost }: &mut Slices<'_>) {
        let [a, b] = [a.window::<4, 4>(0, 0), b.window::<4, 4>(0, 0)].map(|block| {
            let rows = std::array::from_fn(|y| u32::from_le_bytes(*block.row(y)));
            u32x4::load_array(token, rows).bitcast()
        });
        // Rows are pairs in each half: 0 and 2 are added and subtracted, then what they became and what 1 and 3 became.
        const HALVES: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];
        const PAIRS: [u8; 16] = [4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11];
        let step = |d: i16x16<S>, order: [u8; 16], signs: [i16; 8]| {
            let other = d.swizzle_dyn_within_blocks(u8x32::block_splat(u8x16::simd_from(token, order)));
            d * i16x16::block_splat(signs.simd_into(token)) + other
        };
        let d = step(first(token, a, b), HALVES, [1, 1, 1, 1, -1, -1, -1, -1]);
        let d: u32x8<S> = step(d, PAIRS, [1, 1, -1, -1, 1, 1, -1, -1]).abs().bitcast();
        let greatest: i16x16<S> = (d >> 16).bitcast();
        let greatest: u32x8<S> = greatest.max(d.bitcast::<i16x16<S>>()).bitcast();
        **cost = (greatest & 0xFFFF).reduce_sum() as i32;
    }

    #[inline(always)]
    pub fn satd_8x8<S: Simd>(token: S, Slices { a, b, cost: out }: &mut Slices<'_>) {
        let (a, b) = (a.window::<8, 8>(0, 0), b.window::<8, 8>(0, 0));
        // Two rows at once, as far apart as blocks are.
        let rows = |y: usize| {
            let [a, b] = [a, b].map(|block| [*block.row(y), *block.row(y + 4)].map(u64::from_le_bytes));
            (u64x2::load_array(token, a).bitcast(), u64x2::load_array(token, b).bitcast())
        };
        let [(a0, b0), (a1, b1), (a2, b2), (a3, b3)] = [rows(0), rows(1), rows(2), rows(3)];
        let d = [first(token, a0, b0), first(token, a1, b1), first(token, a2, b2), first(token, a3, b3)];
        **out = sum(token, cost(d));
    }

    #[inline(always)]
    pub fn satd_16x16<S: Simd>(token: S, Slices { a, b, cost: out }: &mut Slices<'_>) {
        let (a, b) = (a.window::<16, 16>(0, 0), b.window::<16, 16>(0, 0));
        // Four times at most 8 * 4080: 16 bits suffice.
        let mut costs = i16x16::splat(token, 0);
        for y in (0..16).step_by(4) {
            let d = [
                first(token, load(token, a.row(y)), load(token, b.row(y))),
                first(token, load(token, a.row(y + 1)), load(token, b.row(y + 1))),
                first(token, load(token, a.row(y + 2)), load(token, b.row(y + 2))),
                first(token, load(token, a.row(y + 3)), load(token, b.row(y + 3))),
            ];
            costs += cost(d);
        }
        **out = sum(token, costs);
    }
}

exhibit!("satd_4x4", satd_4x4, Comparison<4>, Comparison::new, |t| (&t.a, &t.b) -> *t.cost);
exhibit!("satd_8x8", satd_8x8, Comparison<8>, Comparison::new, |t| (&t.a, &t.b) -> *t.cost);
exhibit!("satd_16x16", satd_16x16, Comparison<16>, Comparison::new, |t| (&t.a, &t.b) -> *t.cost);
