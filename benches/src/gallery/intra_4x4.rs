//! Intra_4x4 prediction of luminance (H.264 8.3.1.2), all neighbours available.

use super::exhibit::{both, exhibit};
use super::prediction::{Prediction, Slices};

both! {
    /// Intra_4x4_Diagonal_Down_Left (8.3.1.2.4).
    fn diagonal_down_left(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for [x, y] in pred.indices() {
            pred[[x, y]] = (p[[x + y, -1]] + 2 * p[[x + y + 1, -1]] + p[[(x + y + 2).min(7), -1]] + 2) >> 2;
        }
    }

    /// Intra_4x4_Vertical_Right (8.3.1.2.6).
    fn vertical_right(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for [x, y] in pred.indices() {
            let z_vr = 2 * x - y;
            pred[[x, y]] = match z_vr {
                0 | 2 | 4 | 6 => (p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 1) >> 1,
                1 | 3 | 5 => {
                    (p[[x - (y >> 1) - 2, -1]] + 2 * p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 2) >> 2
                }
                -1 => (p[[-1, 0]] + 2 * p[[-1, -1]] + p[[0, -1]] + 2) >> 2,
                _ => (p[[-1, y - 1]] + 2 * p[[-1, y - 2]] + p[[-1, y - 3]] + 2) >> 2,
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
        let p = recon.array::<8>(-1, 0);
        for y in 0..4 {
            for (x, out) in pred.row(y, 0, 4).iter_mut().enumerate() {
                *out = weighted(p[x + y], p[x + y + 1], p[(x + y + 2).min(7)]);
            }
        }
    }

    #[inline(always)]
    pub fn vertical_right(Slices { pred, recon }: &mut Slices<'_>) {
        let above = recon.array::<5>(-1, -1);
        let p: [u8; 8] = std::array::from_fn(|i| match i {
            0..3 => recon.row(2 - i as isize, -1, 1)[0],
            _ => above[i - 3],
        });
        for y in 0..4 {
            for (x, out) in pred.row(y, 0, 4).iter_mut().enumerate() {
                let at = 3 + x - (y >> 1);
                *out = if 2 * x + 1 < y {
                    let at = 4 - y;
                    weighted(p[at - 1], p[at], p[at + 1])
                } else if y % 2 == 0 {
                    ((i32::from(p[at]) + i32::from(p[at + 1]) + 1) >> 1) as u8
                } else {
                    weighted(p[at - 1], p[at], p[at + 1])
                };
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{average, eight};
    use super::Slices;
    use fearless_simd::{prelude::*, u8x16, u32x4, u64x2};

    /// `(a + 2 b + c + 2) >> 2`: the mean of `b` and of that of `a` and `c`, which is rounded down.
    #[inline(always)]
    fn weighted<S: Simd>(token: S, a: u8x16<S>, b: u8x16<S>, c: u8x16<S>) -> u8x16<S> {
        average(token, b, average(token, a, c) - ((a ^ c) & 1))
    }

    /// The bytes `first..first + 4`.
    #[inline(always)]
    fn four<S: Simd, const FIRST: usize>(bytes: u8x16<S>) -> [u8; 4] {
        let words: u32x4<S> = bytes.slide::<FIRST>(bytes).bitcast();
        words[0].to_le_bytes()
    }

    #[inline(always)]
    pub fn diagonal_down_left<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.array::<8>(-1, 0);
        let number = u64::from_le_bytes(*p);
        // The samples, those after them, and those after these; the last is there twice.
        let here = eight(token, p);
        let next = u64x2::load_array(token, [number >> 8, 0]).bitcast();
        let last = u64x2::load_array(token, [number >> 16 | number >> 56 << 48, 0]).bitcast();
        let diagonal = weighted(token, here, next, last);
        let mut pred = pred.window::<4, 4>(0, 0);
        *pred.row(0) = four::<S, 0>(diagonal);
        *pred.row(1) = four::<S, 1>(diagonal);
        *pred.row(2) = four::<S, 2>(diagonal);
        *pred.row(3) = four::<S, 3>(diagonal);
    }

    #[inline(always)]
    pub fn vertical_right<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.window::<4, 5>(-1, -1);
        // From p[-1, 2] up to p[-1, -1], and on to p[3, -1].
        let above = u64::from(u32::from_le_bytes(*p.part::<4>(0, 0)));
        let left = u64::from(p.row(3)[0]) | u64::from(p.row(2)[0]) << 8 | u64::from(p.row(1)[0]) << 16;
        let edge = left | above << 24 | u64::from(p.row(0)[4]) << 56;
        let [here, next, last] =
            [0, 8, 16].map(|shift| u64x2::load_array(token, [edge >> shift, 0]).bitcast());
        let two = average(token, here, next);
        let three = weighted(token, here, next, last);
        let halves: u64x2<S> = three.bitcast();
        let three = halves.to_array()[0];
        let words: u64x2<S> = two.bitcast();
        let even = (words.to_array()[0] >> 24) as u32;
        let odd = (three >> 16) as u32;
        let mut pred = pred.window::<4, 4>(0, 0);
        *pred.row(0) = even.to_le_bytes();
        *pred.row(1) = odd.to_le_bytes();
        *pred.row(2) = (even << 8 | (three >> 8) as u32 & 0xFF).to_le_bytes();
        *pred.row(3) = (odd << 8 | three as u32 & 0xFF).to_le_bytes();
    }
}

exhibit!("intra_4x4_diagonal_down_left", diagonal_down_left, Prediction<4>, Prediction::new, |t| (
    &mut t.pred,
    &t.recon
));
exhibit!("intra_4x4_vertical_right", vertical_right, Prediction<4>, Prediction::new, |t| (
    &mut t.pred,
    &t.recon
));
