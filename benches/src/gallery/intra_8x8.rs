//! Intra_8x8 prediction of luminance (H.264 8.3.2.2), with the filter of the neighbours (8.3.2.2.1), all of them available.

use super::exhibit::{both, exhibit};
use super::prediction::{Prediction, Slices};

both! {
    /// Intra_8x8_Diagonal_Down_Left (8.3.2.2.4).
    fn diagonal_down_left(pred: &mut Tensor<[[u8; 8]; 8]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        // The filtered samples p'[x, -1], and the last of them once more.
        let above = Block::<[u8; 17]>::stack();
        for x in 0..15 {
            above[[x]] = (p[[x - 1, -1]] + 2 * p[[x, -1]] + p[[x + 1, -1]] + 2) >> 2;
        }
        above[[15]] = (p[[14, -1]] + 3 * p[[15, -1]] + 2) >> 2;
        above[[16]] = (p[[14, -1]] + 3 * p[[15, -1]] + 2) >> 2;
        for [x, y] in pred.indices() {
            pred[[x, y]] = (above[[x + y]] + 2 * above[[x + y + 1]] + above[[x + y + 2]] + 2) >> 2;
        }
    }

    /// Intra_8x8_Vertical_Right (8.3.2.2.6).
    fn vertical_right(pred: &mut Tensor<[[u8; 8]; 8]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        // The filtered samples p'[-1, 7] up to p'[-1, -1], and on to p'[7, -1].
        let edge = Block::<[u8; 17]>::stack();
        edge[[0]] = (p[[-1, 6]] + 3 * p[[-1, 7]] + 2) >> 2;
        for y in 0..7 {
            edge[[7 - y]] = (p[[-1, y - 1]] + 2 * p[[-1, y]] + p[[-1, y + 1]] + 2) >> 2;
        }
        edge[[8]] = (p[[0, -1]] + 2 * p[[-1, -1]] + p[[-1, 0]] + 2) >> 2;
        for x in 0..8 {
            edge[[x + 9]] = (p[[x - 1, -1]] + 2 * p[[x, -1]] + p[[x + 1, -1]] + 2) >> 2;
        }
        for [x, y] in pred.indices() {
            let z_vr = 2 * x - y;
            pred[[x, y]] = match z_vr {
                0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 => {
                    (edge[[8 + x - (y >> 1)]] + edge[[9 + x - (y >> 1)]] + 1) >> 1
                }
                -1 | 1 | 3 | 5 | 7 | 9 | 11 | 13 => {
                    (edge[[7 + x - (y >> 1)]] + 2 * edge[[8 + x - (y >> 1)]] + edge[[9 + x - (y >> 1)]] + 2) >> 2
                }
                _ => {
                    (edge[[8 - y + 2 * x]] + 2 * edge[[9 - y + 2 * x]] + edge[[10 - y + 2 * x]] + 2) >> 2
                }
            };
        }
    }
}

mod plain {
    use super::Slices;

    /// `(a + 2 b + c + 2) >> 2`
    fn weighted(a: u8, b: u8, c: u8) -> u8 {
        ((i32::from(a) + 2 * i32::from(b) + i32::from(c) + 2) >> 2) as u8
    }

    #[inline(always)]
    pub fn diagonal_down_left(Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.array::<17>(-1, -1);
        let above: [u8; 17] = std::array::from_fn(|x| match x {
            0..15 => weighted(p[x], p[x + 1], p[x + 2]),
            _ => weighted(p[15], p[16], p[16]),
        });
        for y in 0..8 {
            for (x, out) in pred.row(y, 0, 8).iter_mut().enumerate() {
                *out = weighted(above[x + y], above[x + y + 1], above[x + y + 2]);
            }
        }
    }

    #[inline(always)]
    pub fn vertical_right(Slices { pred, recon }: &mut Slices<'_>) {
        let above = recon.array::<10>(-1, -1);
        let neighbors: [u8; 19] = std::array::from_fn(|i| match i {
            0 => recon.row(7, -1, 1)[0],
            1..9 => recon.row(8 - i as isize, -1, 1)[0],
            _ => above[i - 9],
        });
        let edge: [u8; 17] =
            std::array::from_fn(|i| weighted(neighbors[i], neighbors[i + 1], neighbors[i + 2]));
        for y in 0..8 {
            for (x, out) in pred.row(y, 0, 8).iter_mut().enumerate() {
                let at = 8 + x - (y >> 1);
                *out = if 2 * x + 1 < y {
                    let at = 8 + 2 * x - y;
                    weighted(edge[at], edge[at + 1], edge[at + 2])
                } else if y % 2 == 0 {
                    ((i32::from(edge[at]) + i32::from(edge[at + 1]) + 1) >> 1) as u8
                } else {
                    weighted(edge[at - 1], edge[at], edge[at + 1])
                };
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{average, eights};
    use super::Slices;
    use fearless_simd::{prelude::*, u8x16, u64x2};

    /// `(a + 2 b + c + 2) >> 2`: the mean of `b` and of that of `a` and `c`, which is rounded down.
    #[inline(always)]
    fn weighted<S: Simd>(token: S, a: u8x16<S>, b: u8x16<S>, c: u8x16<S>) -> u8x16<S> {
        average(token, b, average(token, a, c) - ((a ^ c) & 1))
    }

    /// The next byte first, and `last` behind the others.
    #[inline(always)]
    fn next<S: Simd>(bytes: u8x16<S>, last: u8x16<S>) -> u8x16<S> {
        bytes.slide::<1>(last)
    }

    #[inline(always)]
    pub fn diagonal_down_left<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.array::<17>(-1, -1);
        let before = u8x16::load_array_ref(token, p.first_chunk().expect("17 samples"));
        let here = u8x16::load_array_ref(token, p.last_chunk().expect("17 samples"));
        let last = |v: u8x16<S>| u8x16::splat(token, v[15]);
        let above = weighted(token, before, here, next(here, last(here)));
        let second = next(above, last(above));
        let mut diagonal = weighted(token, above, second, next(second, last(above)));
        let mut pred = pred.window::<8, 8>(0, 0);
        for y in 0..8 {
            [*pred.row(y), _] = eights(diagonal);
            diagonal = next(diagonal, diagonal);
        }
    }

    #[inline(always)]
    pub fn vertical_right<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.window::<9, 10>(-1, -1);
        // From p[-1, 7] up to p[-1, -1], and on to p[6, -1].
        let above = p.part::<8>(0, 0);
        let neighbors = std::array::from_fn(|i| if i < 8 { p.row(8 - i)[0] } else { above[i - 8] });
        let here = u8x16::load_array(token, neighbors);
        let before = u8x16::splat(token, neighbors[0]).slide::<15>(here);
        let after = next(here, u8x16::splat(token, p.row(0)[8]));
        let edge = weighted(token, before, here, after);
        // The last sample, p'[7, -1], is apart.
        let end = weighted(token, here, after, next(after, u8x16::splat(token, p.row(0)[9])));
        let after = next(edge, u8x16::splat(token, end[15]));
        let two = average(token, edge, after);
        let three = weighted(token, u8x16::splat(token, 0).slide::<15>(edge), edge, after);
        // Rows of even y begin with means of two, those of odd y with weighted ones; each is the one two rows above, and
        // before it what goes up the left side.
        let mut pred = pred.window::<8, 8>(0, 0);
        let halves: u64x2<S> = two.bitcast();
        let mut even = halves.to_array()[1];
        let halves: u64x2<S> = three.bitcast();
        let [side, mut odd] = halves.to_array();
        for y in (0..8).step_by(2) {
            *pred.row(y) = even.to_le_bytes();
            *pred.row(y + 1) = odd.to_le_bytes();
            even = even << 8 | side >> (56 - 8 * y) & 0xFF;
            odd = odd << 8 | side >> (48 - 8 * y) & 0xFF;
        }
    }
}

exhibit!("intra_8x8_diagonal_down_left", diagonal_down_left, Prediction<8>, Prediction::new, |t| (
    &mut t.pred,
    &t.recon
));
exhibit!("intra_8x8_vertical_right", vertical_right, Prediction<8>, Prediction::new, |t| (
    &mut t.pred,
    &t.recon
));
