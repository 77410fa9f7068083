//! Intra prediction of chrominance (H.264 8.3.4) at 4:2:0.

use super::exhibit::{both, exhibit};
use super::prediction::{Prediction, Slices};

both! {
    /// Intra_Chroma_DC (8.3.4.1), all samples available. Each 4x4 block has a mean of its own.
    fn dc(pred: &mut Tensor<[[u8; 8]; 8]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        for y_o in (0..8).step_by(4) {
            for x_o in (0..8).step_by(4) {
                let (mut above, mut left) = (0, 0);
                for i in 0..4 {
                    above += p[[x_o + i, -1]];
                    left += p[[-1, y_o + i]];
                }
                let mean = if x_o > 0 && y_o == 0 {
                    (above + 2) >> 2
                } else if x_o == 0 && y_o > 0 {
                    (left + 2) >> 2
                } else {
                    (above + left + 4) >> 3
                };
                let block = pred[[x_o..x_o + 4, y_o..y_o + 4]];
                block[[!x, !y]] = mean;
            }
        }
    }

    /// Intra_Chroma_Horizontal (8.3.4.2).
    fn horizontal(pred: &mut Tensor<[[u8; 8]; 8]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        pred[[!x, !y]] = p[[-1, !y]];
    }

    /// Intra_Chroma_Plane (8.3.4.4), with `xCF` = `yCF` = 0.
    fn plane(pred: &mut Tensor<[[u8; 8]; 8]>, recon: &Tensor<[[u8]]>) {
        let p = recon[pred].permute([1, 0]);
        let pred = pred.permute([1, 0]);
        let (mut h, mut v) = (0, 0);
        for i in 0..4 {
            h += (i + 1) * (p[[4 + i, -1]] - p[[2 - i, -1]]);
            v += (i + 1) * (p[[-1, 4 + i]] - p[[-1, 2 - i]]);
        }
        let a = 16 * (p[[-1, 7]] + p[[7, -1]]);
        let b = (34 * h + 32) >> 6;
        let c = (34 * v + 32) >> 6;
        pred[[!x, !y]] = ((a + b * (!x - 3) + c * (!y - 3) + 16) >> 5).clamp(0, 255);
    }
}

mod plain {
    use super::Slices;

    #[inline(always)]
    pub fn dc(Slices { pred, recon }: &mut Slices<'_>) {
        for y_o in [0, 4] {
            for x_o in [0, 4] {
                let (mut above, mut left) = (0, 0);
                for i in 0..4 {
                    above += i32::from(recon.row(-1, x_o as isize + i, 1)[0]);
                    left += i32::from(recon.row(y_o as isize + i, -1, 1)[0]);
                }
                let mean = match (x_o > 0, y_o > 0) {
                    (true, false) => (above + 2) >> 2,
                    (false, true) => (left + 2) >> 2,
                    _ => (above + left + 4) >> 3,
                };
                for y in y_o..y_o + 4 {
                    pred.row(y, x_o, 4).fill(mean as u8);
                }
            }
        }
    }

    #[inline(always)]
    pub fn horizontal(Slices { pred, recon }: &mut Slices<'_>) {
        for y in 0..8 {
            let left = recon.row(y as isize, -1, 1)[0];
            pred.row(y, 0, 8).fill(left);
        }
    }

    #[inline(always)]
    pub fn plane(Slices { pred, recon }: &mut Slices<'_>) {
        let above = recon.array::<9>(-1, -1).map(i32::from);
        let left: [i32; 9] = std::array::from_fn(|i| i32::from(recon.row(i as isize - 1, -1, 1)[0]));
        let (mut h, mut v) = (0, 0);
        for i in 0..4 {
            h += (i as i32 + 1) * (above[5 + i] - above[3 - i]);
            v += (i as i32 + 1) * (left[5 + i] - left[3 - i]);
        }
        let a = 16 * (left[8] + above[8]);
        let b = (34 * h + 32) >> 6;
        let c = (34 * v + 32) >> 6;
        for y in 0..8 {
            for (x, out) in pred.row(y, 0, 8).iter_mut().enumerate() {
                let sample = (a + b * (x as i32 - 3) + c * (y as i32 - 3) + 16) >> 5;
                *out = sample.clamp(0, 255) as u8;
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{eights, numbers, saturate_halves};
    use super::Slices;
    use fearless_simd::{i16x16, prelude::*, u8x16};

    /// The sum of four bytes.
    #[inline(always)]
    fn sum(bytes: [u8; 4]) -> u64 {
        bytes.into_iter().map(u64::from).sum()
    }

    // A row is one number: vectors have nothing to add.
    #[inline(always)]
    pub fn dc<S: Simd>(_token: S, Slices { pred, recon }: &mut Slices<'_>) {
        const FOUR: u64 = 0x0101_0101;
        const RIGHT: u64 = FOUR << 32;
        let p = recon.window::<9, 9>(-1, -1);
        let above = [1, 5].map(|x| sum(*p.part::<4>(0, x)));
        let left = [1, 5].map(|y| sum(std::array::from_fn(|i| p.row(y + i)[0])));
        let upper = FOUR * ((above[0] + left[0] + 4) >> 3) + RIGHT * ((above[1] + 2) >> 2);
        let lower = FOUR * ((left[1] + 2) >> 2) + RIGHT * ((above[1] + left[1] + 4) >> 3);
        let mut pred = pred.window::<8, 8>(0, 0);
        for y in 0..8 {
            *pred.row(y) = u64::to_le_bytes(if y < 4 { upper } else { lower });
        }
    }

    #[inline(always)]
    pub fn horizontal<S: Simd>(_token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let left = recon.window::<8, 1>(0, -1);
        let mut pred = pred.window::<8, 8>(0, 0);
        for y in 0..8 {
            let row = u64::from(left.row(y)[0]) * 0x0101_0101_0101_0101;
            *pred.row(y) = row.to_le_bytes();
        }
    }

    /// Weights of 8 neighbours above and 8 to the left, the nearest first; that of `p[-1, -1]` is -4.
    const ABOVE: [i16; 16] = [-3, -2, -1, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0];
    const LEFT: [i16; 16] = [0, 0, 0, 0, 0, 0, 0, 0, -3, -2, -1, 0, 1, 2, 3, 4];
    const COLUMNS: [i16; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
    const ROWS: [i16; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2];

    #[inline(always)]
    pub fn plane<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.window::<9, 9>(-1, -1);
        let corner = i32::from(p.row(0)[0]);
        let above = p.part::<8>(0, 1);
        let neighbors = std::array::from_fn(|i| if i < 8 { above[i] } else { p.row(i - 7)[0] });
        let samples = numbers(token, u8x16::load_array(token, neighbors));
        let slope = |weights| {
            let weights = i16x16::simd_from(token, weights);
            let products = token.pairwise_dot_product_i16x16(samples, weights);
            products.reduce_sum() - 4 * corner
        };
        let b = (34 * slope(ABOVE) + 32) >> 6;
        let c = (34 * slope(LEFT) + 32) >> 6;
        let a = 16 * (i32::from(neighbors[15]) + i32::from(neighbors[7]));
        // 16 bits suffice: b and c are at most 1355, and a is at most 8160. Rows 0 and 2, then 1 and 3, of every four.
        let (b, c) = (b as i16, c as i16);
        let first = (a + 16) as i16 - 3 * (b + c);
        let mut even = i16x16::simd_from(token, COLUMNS) * b + i16x16::simd_from(token, ROWS) * c + first;
        let mut odd = even + c;
        let mut pred = pred.window::<8, 8>(0, 0);
        for y in [0, 4] {
            let (first, last) = token.split_u8x32(saturate_halves(token, even >> 5, odd >> 5));
            [*pred.row(y), *pred.row(y + 1)] = eights(first);
            [*pred.row(y + 2), *pred.row(y + 3)] = eights(last);
            even += 4 * c;
            odd += 4 * c;
        }
    }
}

exhibit!("intra_chroma_dc", dc, Prediction<8>, Prediction::new, |t| (&mut t.pred, &t.recon));
exhibit!("intra_chroma_horizontal", horizontal, Prediction<8>, Prediction::new, |t| (&mut t.pred, &t.recon));
exhibit!("intra_chroma_plane", plane, Prediction<8>, Prediction::new, |t| (&mut t.pred, &t.recon));
