//! Intra_16x16 prediction (H.264 8.3.3).

use super::exhibit::{both, exhibit};
use super::prediction::{Prediction, Slices};

both! {
    /// Intra_16x16_Vertical (8.3.3.1).
    fn vertical(pred: &mut Tensor<[[u8; 16]; 16]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[!x, -1]];
    }

    /// Intra_16x16_Horizontal (8.3.3.2).
    fn horizontal(pred: &mut Tensor<[[u8; 16]; 16]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[-1, !y]];
    }

    /// Intra_16x16_DC (8.3.3.3), all samples available.
    fn dc(pred: &mut Tensor<[[u8; 16]; 16]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let mut sum = 0;
        for i in 0..16 {
            sum += p[[i, -1]] + p[[-1, i]];
        }
        pred[[!y, !x]] = (sum + 16) >> 5;
    }

    /// Intra_16x16_Plane (8.3.3.4).
    fn plane(pred: &mut Tensor<[[u8; 16]; 16]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        let (mut h, mut v) = (0, 0);
        for i in 0..8 {
            h += (i + 1) * (p[[8 + i, -1]] - p[[6 - i, -1]]);
            v += (i + 1) * (p[[-1, 8 + i]] - p[[-1, 6 - i]]);
        }
        let a = 16 * (p[[-1, 15]] + p[[15, -1]]);
        let b = (5 * h + 32) >> 6;
        let c = (5 * v + 32) >> 6;
        pred[[!x, !y]] = ((a + b * (!x - 7) + c * (!y - 7) + 16) >> 5).clamp(0, 255);
    }
}

mod plain {
    use super::Slices;

    #[inline(always)]
    pub fn vertical(Slices { pred, recon }: &mut Slices<'_>) {
        let above = recon.row(-1, 0, 16);
        for y in 0..16 {
            pred.row(y, 0, 16).copy_from_slice(above);
        }
    }

    #[inline(always)]
    pub fn horizontal(Slices { pred, recon }: &mut Slices<'_>) {
        for y in 0..16 {
            let left = recon.row(y as isize, -1, 1)[0];
            pred.row(y, 0, 16).fill(left);
        }
    }

    #[inline(always)]
    pub fn dc(Slices { pred, recon }: &mut Slices<'_>) {
        let mut sum = 16;
        for &sample in recon.row(-1, 0, 16) {
            sum += i32::from(sample);
        }
        for y in 0..16 {
            sum += i32::from(recon.row(y, -1, 1)[0]);
        }
        for y in 0..16 {
            pred.row(y, 0, 16).fill((sum >> 5) as u8);
        }
    }

    #[inline(always)]
    pub fn plane(Slices { pred, recon }: &mut Slices<'_>) {
        let above = recon.array::<17>(-1, -1).map(i32::from);
        let left: [i32; 17] = std::array::from_fn(|i| i32::from(recon.row(i as isize - 1, -1, 1)[0]));
        let (mut h, mut v) = (0, 0);
        for i in 0..8 {
            h += (i as i32 + 1) * (above[9 + i] - above[7 - i]);
            v += (i as i32 + 1) * (left[9 + i] - left[7 - i]);
        }
        let a = 16 * (left[16] + above[16]);
        let b = (5 * h + 32) >> 6;
        let c = (5 * v + 32) >> 6;
        for y in 0..16 {
            for (x, out) in pred.row(y, 0, 16).iter_mut().enumerate() {
                let sample = (a + b * (x as i32 - 7) + c * (y as i32 - 7) + 16) >> 5;
                *out = sample.clamp(0, 255) as u8;
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{numbers, saturate_halves};
    use super::Slices;
    use fearless_simd::{i16x16, prelude::*, u8x16};

    #[inline(always)]
    pub fn vertical<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let above = u8x16::load_array_ref(token, recon.array(-1, 0));
        let mut pred = pred.window::<16, 16>(0, 0);
        for y in 0..16 {
            above.store_array(pred.row(y));
        }
    }

    #[inline(always)]
    pub fn horizontal<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let left = recon.window::<16, 1>(0, -1);
        let mut pred = pred.window::<16, 16>(0, 0);
        for y in 0..16 {
            u8x16::splat(token, left.row(y)[0]).store_array(pred.row(y));
        }
    }

    #[inline(always)]
    pub fn dc<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let (low, high) = token.widen_u8x16(u8x16::load_array_ref(token, recon.array(-1, 0)));
        let left = recon.window::<16, 1>(0, -1);
        let mut sum = u32::from((low + high).reduce_sum()) + 16;
        for y in 0..16 {
            sum += u32::from(left.row(y)[0]);
        }
        let mean = u8x16::splat(token, (sum >> 5) as u8);
        let mut pred = pred.window::<16, 16>(0, 0);
        for y in 0..16 {
            mean.store_array(pred.row(y));
        }
    }

    /// Weights of 16 neighbours, the nearest first; that of `p[-1, -1]` is -8.
    const WEIGHTS: [i16; 16] = [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8];
    const COLUMNS: [i16; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
    const ROWS: [i16; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];

    #[inline(always)]
    pub fn plane<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.window::<17, 1>(-1, -1);
        let corner = i32::from(p.row(0)[0]);
        let above = recon.array(-1, 0);
        let left = std::array::from_fn(|y| p.row(y + 1)[0]);
        let weights = i16x16::simd_from(token, WEIGHTS);
        let slope = |samples: &[u8; 16]| {
            let samples = numbers(token, u8x16::load_array_ref(token, samples));
            token.pairwise_dot_product_i16x16(samples, weights).reduce_sum() - 8 * corner
        };
        let b = (5 * slope(above) + 32) >> 6;
        let c = (5 * slope(&left) + 32) >> 6;
        let a = 16 * (i32::from(left[15]) + i32::from(above[15]));
        // 16 bits suffice: b and c are less than 719, and a is at most 8160. Two rows at once, and half of their columns.
        let (b, c) = (b as i16, c as i16);
        let first = (a + 16) as i16 - 7 * (b + c);
        let mut left = i16x16::simd_from(token, COLUMNS) * b + i16x16::simd_from(token, ROWS) * c + first;
        let mut right = left + 8 * b;
        let mut pred = pred.window::<16, 16>(0, 0);
        for y in (0..16).step_by(2) {
            let (row, next) = token.split_u8x32(saturate_halves(token, left >> 5, right >> 5));
            row.store_array(pred.row(y));
            next.store_array(pred.row(y + 1));
            left += 2 * c;
            right += 2 * c;
        }
    }
}

exhibit!("intra_16x16_vertical", vertical, Prediction<16>, Prediction::new, |t| (&mut t.pred, &t.recon));
exhibit!("intra_16x16_horizontal", horizontal, Prediction<16>, Prediction::new, |t| (&mut t.pred, &t.recon));
exhibit!("intra_16x16_dc", dc, Prediction<16>, Prediction::new, |t| (&mut t.pred, &t.recon));
exhibit!("intra_16x16_plane", plane, Prediction<16>, Prediction::new, |t| (&mut t.pred, &t.recon));
