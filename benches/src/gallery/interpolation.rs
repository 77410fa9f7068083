//! Half-sample interpolation of luminance (H.264 8.4.2.2.1) for a macroblock.

use super::exhibit::{both, exhibit};
use super::prediction::{Prediction, Slices};

both! {
    /// The samples b, halfway to the right.
    fn horizontal(pred: &mut Tensor<[[u8; 16]; 16]>, picture: &Tensor<[[u8]]>) {
        let p = picture[pred];
        for [y, x] in pred.indices() {
            let b_1 = p[[y, x - 2]] - 5 * p[[y, x - 1]] + 20 * p[[y, x]] + 20 * p[[y, x + 1]]
                - 5 * p[[y, x + 2]]
                + p[[y, x + 3]];
            pred[[y, x]] = ((b_1 + 16) >> 5).clamp(0, 255);
        }
    }

    /// The samples h, halfway down.
    fn vertical(pred: &mut Tensor<[[u8; 16]; 16]>, picture: &Tensor<[[u8]]>) {
        let p = picture[pred];
        for [y, x] in pred.indices() {
            let h_1 = p[[y - 2, x]] - 5 * p[[y - 1, x]] + 20 * p[[y, x]] + 20 * p[[y + 1, x]]
                - 5 * p[[y + 2, x]]
                + p[[y + 3, x]];
            pred[[y, x]] = ((h_1 + 16) >> 5).clamp(0, 255);
        }
    }

    /// The samples j, in the centre of four: from the values b_1 of six rows.
    fn centre(pred: &mut Tensor<[[u8; 16]; 16]>, picture: &Tensor<[[u8]]>) {
        let p = picture[pred];
        let b = Block::<[[i16; 16]; 21]>::stack();
        for y in 0..21 {
            for x in 0..16 {
                b[[y, x]] = p[[y - 2, x - 2]] - 5 * p[[y - 2, x - 1]] + 20 * p[[y - 2, x]] + 20 * p[[y - 2, x + 1]]
                    - 5 * p[[y - 2, x + 2]]
                    + p[[y - 2, x + 3]];
            }
        }
        for y in 0..16 {
            for x in 0..16 {
                let j_1 = b[[y, x]] - 5 * b[[y + 1, x]] + 20 * b[[y + 2, x]] + 20 * b[[y + 3, x]]
                    - 5 * b[[y + 4, x]]
                    + b[[y + 5, x]];
                pred[[y, x]] = ((j_1 + 512) >> 10).clamp(0, 255);
            }
        }
    }
}

mod plain {
    use super::Slices;

    fn six(a: i32, b: i32, c: i32, d: i32, e: i32, f: i32) -> i32 {
        a - 5 * b + 20 * c + 20 * d - 5 * e + f
    }

    #[inline(always)]
    fn row_of_six(row: &[u8; 21], x: usize) -> i32 {
        let at = |i: usize| i32::from(row[x + i]);
        six(at(0), at(1), at(2), at(3), at(4), at(5))
    }

    #[inline(always)]
    pub fn horizontal(Slices { pred, recon }: &mut Slices<'_>) {
        for y in 0..16 {
            let row = recon.array::<21>(y as isize, -2);
            for (x, out) in pred.row(y, 0, 16).iter_mut().enumerate() {
                *out = ((row_of_six(row, x) + 16) >> 5).clamp(0, 255) as u8;
            }
        }
    }

    #[inline(always)]
    pub fn vertical(Slices { pred, recon }: &mut Slices<'_>) {
        for y in 0..16 {
            let rows = [-2, -1, 0, 1, 2, 3].map(|dy| recon.array::<16>(y as isize + dy, 0));
            for (x, out) in pred.row(y, 0, 16).iter_mut().enumerate() {
                let [a, b, c, d, e, f] = rows.map(|row| i32::from(row[x]));
                *out = ((six(a, b, c, d, e, f) + 16) >> 5).clamp(0, 255) as u8;
            }
        }
    }

    #[inline(always)]
    pub fn centre(Slices { pred, recon }: &mut Slices<'_>) {
        let mut rows = [[0i16; 16]; 21];
        for (y, out) in rows.iter_mut().enumerate() {
            let row = recon.array::<21>(y as isize - 2, -2);
            for (x, out) in out.iter_mut().enumerate() {
                *out = row_of_six(row, x) as i16;
            }
        }
        for y in 0..16 {
            for (x, out) in pred.row(y, 0, 16).iter_mut().enumerate() {
                let at = |i: usize| i32::from(rows[y + i][x]);
                *out = ((six(at(0), at(1), at(2), at(3), at(4), at(5)) + 512) >> 10).clamp(0, 255) as u8;
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{
        in_order, load, numbers, products, rounded, saturate_halves, shuffle_halves,
    };
    use super::super::window::Window;
    use super::Slices;
    use fearless_simd::{i16x16, prelude::*, u8x16, u8x32, u16x16};

    /// The bytes `from` and the next of each of eight columns.
    const fn neighbors(from: u8) -> [u8; 16] {
        let mut order = [0; 16];
        let mut i = 0;
        while i < 16 {
            order[i] = from + (i as u8).div_ceil(2);
            i += 1;
        }
        order
    }

    /// Six samples of a row for each of 16 columns, weighted: three sums of two products, of eight columns in each half.
    #[inline(always)]
    fn row<S: Simd, const H: usize>(token: S, samples: &Window<'_, u8, H, 24>, y: usize) -> i16x16<S> {
        let low = load(token, samples.part::<16>(y, 0));
        let high = load(token, samples.part::<16>(y, 8));
        let bytes = token.combine_u8x16(low, high);
        let two = |order: [u8; 16], factors: [i8; 2]| {
            let order = u8x32::block_splat(u8x16::simd_from(token, order));
            let factors = u16x16::splat(token, u16::from_le_bytes(factors.map(|factor| factor as u8)));
            products(token, shuffle_halves(token, bytes, order), factors.bitcast())
        };
        two(const { neighbors(0) }, [1, -5])
            + two(const { neighbors(2) }, [20, 20])
            + two(const { neighbors(4) }, [-5, 1])
    }

    /// Two rows of samples from numbers.
    #[inline(always)]
    fn samples<S: Simd>(token: S, first: i16x16<S>, second: i16x16<S>) -> [u8x16<S>; 2] {
        in_order(token, saturate_halves(token, first, second))
    }

    #[inline(always)]
    pub fn horizontal<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.window::<16, 24>(0, -2);
        let mut pred = pred.window::<16, 16>(0, 0);
        for y in (0..16).step_by(2) {
            let (first, second) = (row(token, &p, y), row(token, &p, y + 1));
            let [first, second] = samples(token, rounded(token, first, 5), rounded(token, second, 5));
            first.store_array(pred.row(y));
            second.store_array(pred.row(y + 1));
        }
    }

    #[inline(always)]
    pub fn vertical<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.window::<21, 16>(-2, 0);
        let row = |y: usize| numbers(token, load(token, p.row(y)));
        let six =
            |[a, b, c, d, e, f]: [i16x16<S>; 6]| rounded(token, (a + f) - (b + e) * 5 + (c + d) * 20, 5);
        let (mut a, mut b, mut c, mut d, mut e) = (row(0), row(1), row(2), row(3), row(4));
        let mut pred = pred.window::<16, 16>(0, 0);
        for y in (0..16).step_by(2) {
            let (f, g) = (row(y + 5), row(y + 6));
            let [first, second] = samples(token, six([a, b, c, d, e, f]), six([b, c, d, e, f, g]));
            first.store_array(pred.row(y));
            second.store_array(pred.row(y + 1));
            (a, b, c, d, e) = (c, d, e, f, g);
        }
    }

    /// `(a - 5 b + 20 c + 512) >> 10`, in 16 bits: `a - 5 b + 20 c` is 16 times `((a - b) / 4 - b + c) / 4 + c`, and
    /// rounding down twice is rounding down once. The one sum that may be too large is clipped in the end anyway.
    #[inline(always)]
    fn six<S: Simd>(token: S, [a, b, c, d, e, f]: [i16x16<S>; 6]) -> i16x16<S> {
        let (a, b, c) = (a + f, b + e, c + d);
        let quarter = (((a - b) >> 2) - b).saturating_add(c);
        rounded(token, (quarter >> 2) + c, 6)
    }

    #[inline(always)]
    pub fn centre<S: Simd>(token: S, Slices { pred, recon }: &mut Slices<'_>) {
        let p = recon.window::<21, 24>(-2, -2);
        let row = |y: usize| row(token, &p, y);
        let (mut a, mut b, mut c, mut d, mut e) = (row(0), row(1), row(2), row(3), row(4));
        let mut pred = pred.window::<16, 16>(0, 0);
        for y in (0..16).step_by(2) {
            let (f, g) = (row(y + 5), row(y + 6));
            let [first, second] =
                samples(token, six(token, [a, b, c, d, e, f]), six(token, [b, c, d, e, f, g]));
            first.store_array(pred.row(y));
            second.store_array(pred.row(y + 1));
            (a, b, c, d, e) = (c, d, e, f, g);
        }
    }
}

exhibit!("half_sample_horizontal", horizontal, Prediction<16>, Prediction::new, |t| (&mut t.pred, &t.recon));
exhibit!("half_sample_vertical", vertical, Prediction<16>, Prediction::new, |t| (&mut t.pred, &t.recon));
exhibit!("half_sample_centre", centre, Prediction<16>, Prediction::new, |t| (&mut t.pred, &t.recon));
