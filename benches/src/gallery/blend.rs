//! Blending of two pictures, with one weight for all of it or with one for each sample.

use super::exhibit::{both, exhibit};
use super::samples::{Samples, Slices};

both! {
    /// With `alpha / 256` of `a`.
    fn constant(a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>, alpha: u8, out: &mut Tensor<[[u8]]>) {
        let alpha = alpha as i32;
        out[[!y, !x]] = (a[[!y, !x]] * alpha + b[[!y, !x]] * (256 - alpha) + 128) >> 8;
    }

    /// With `alpha / 255` of `a`, rounded: `t / 255` is `(t + (t + 128 >> 8) + 128) >> 8`.
    fn per_sample(a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>, alpha: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        for [y, x] in out.indices() {
            let t = a[[y, x]] * alpha[[y, x]] + b[[y, x]] * (255 - alpha[[y, x]]) + 128;
            out[[y, x]] = (t + (t >> 8)) >> 8;
        }
    }
}

fn constant_of(a: u8, b: u8, alpha: u8) -> u8 {
    let [a, b, alpha] = [a, b, alpha].map(i32::from);
    ((a * alpha + b * (256 - alpha) + 128) >> 8) as u8
}

fn per_sample_of(a: u8, b: u8, alpha: u8) -> u8 {
    let [a, b, alpha] = [a, b, alpha].map(i32::from);
    let t = a * alpha + b * (255 - alpha) + 128;
    ((t + (t >> 8)) >> 8) as u8
}

mod plain {
    use super::{Slices, constant_of, per_sample_of};

    #[inline(always)]
    pub fn constant(Slices { read: [a, b], out, weight }: &mut Slices<'_, u8, 2>) {
        let ([h, w], alpha) = (out.extents, *weight);
        for y in 0..h {
            let samples = a.row(y as isize, 0, w).iter().zip(b.row(y as isize, 0, w));
            for (out, (&a, &b)) in out.row(y, 0, w).iter_mut().zip(samples) {
                *out = constant_of(a, b, alpha);
            }
        }
    }

    #[inline(always)]
    pub fn per_sample(Slices { read: [a, b, alpha], out, .. }: &mut Slices<'_, u8, 3>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let samples = a.row(y as isize, 0, w).iter().zip(b.row(y as isize, 0, w));
            let samples = samples.zip(alpha.row(y as isize, 0, w));
            for (out, ((&a, &b), &alpha)) in out.row(y, 0, w).iter_mut().zip(samples) {
                *out = per_sample_of(a, b, alpha);
            }
        }
    }
}

/// Products of weights without a sign and samples that were made to have one: all of it in 16 bits.
mod by_hand {
    use super::super::wide::{Wide, widest};
    use super::{Slices, constant_of, per_sample_of};
    use fearless_simd::prelude::*;

    #[inline(always)]
    fn constant_of_many<S: Simd, V: Wide<S>>(token: S, a: &[u8], b: &[u8], weights: V, out: &mut [u8]) {
        let (a, b) = (V::from_slice(token, a) ^ 0x80, V::from_slice(token, b) ^ 0x80);
        let [low, high] = V::zipped(token, a, b);
        let (low, high) = (V::products(token, weights, low), V::products(token, weights, high));
        let means = [V::rounded(token, low, 8), V::rounded(token, high, 8)];
        (V::saturated_signed(token, means) ^ 0x80).store_slice(out);
    }

    #[inline(always)]
    fn constant_rows<S: Simd, V: Wide<S>>(
        token: S,
        Slices { read: [a, b], out, weight }: &mut Slices<'_, u8, 2>,
    ) {
        let ([h, w], alpha) = (out.extents, *weight);
        let weights = V::turns(token, [alpha, alpha.wrapping_neg()]);
        for y in 0..h {
            let (a, b) = (a.row(y as isize, 0, w), b.row(y as isize, 0, w));
            let out = out.row(y, 0, w);
            // The other weight, 256, is none of 8 bits.
            if alpha == 0 {
                out.copy_from_slice(b);
                continue;
            }
            if w < V::LEN {
                for (out, (&a, &b)) in out.iter_mut().zip(a.iter().zip(b)) {
                    *out = constant_of(a, b, alpha);
                }
                continue;
            }
            // The end of the row, of which the rest may do some once more.
            let end = w - V::LEN;
            constant_of_many::<S, V>(token, &a[end..], &b[end..], weights, &mut out[end..]);
            let samples = a.chunks_exact(V::LEN).zip(b.chunks_exact(V::LEN));
            for (out, (a, b)) in out.chunks_exact_mut(V::LEN).zip(samples) {
                constant_of_many::<S, V>(token, a, b, weights, out);
            }
        }
    }

    #[inline(always)]
    pub fn constant<S: Simd>(token: S, slices: &mut Slices<'_, u8, 2>) {
        widest!(token, constant_rows::<_, V>(token, slices))
    }

    /// Sums of products with weights that are 255 together, as numbers without a sign, divided by 255 and rounded.
    #[inline(always)]
    fn mean<S: Simd, V: Wide<S>>(token: S, weights: V, samples: V) -> V::Numbers {
        V::divided(V::products(token, weights, samples) ^ i16::MIN)
    }

    #[inline(always)]
    fn per_sample_of_many<S: Simd, V: Wide<S>>(token: S, [a, b, alpha]: [&[u8]; 3], out: &mut [u8]) {
        let (a, b) = (V::from_slice(token, a) ^ 0x80, V::from_slice(token, b) ^ 0x80);
        let alpha = V::from_slice(token, alpha);
        let [low, high] = V::zipped(token, a, b);
        let [weights, weights_2] = V::zipped(token, alpha, alpha ^ 0xFF);
        let means = [mean::<S, V>(token, weights, low), mean::<S, V>(token, weights_2, high)];
        V::saturated(token, means).store_slice(out);
    }

    #[inline(always)]
    fn per_sample_rows<S: Simd, V: Wide<S>>(
        token: S,
        Slices { read: [a, b, alpha], out, .. }: &mut Slices<'_, u8, 3>,
    ) {
        let [h, w] = out.extents;
        for y in 0..h {
            let y_in = y as isize;
            let (a, b, alpha) = (a.row(y_in, 0, w), b.row(y_in, 0, w), alpha.row(y_in, 0, w));
            let out = out.row(y, 0, w);
            if w < V::LEN {
                for (out, ((&a, &b), &alpha)) in out.iter_mut().zip(a.iter().zip(b).zip(alpha)) {
                    *out = per_sample_of(a, b, alpha);
                }
                continue;
            }
            // The end of the row, of which the rest may do some once more.
            let end = w - V::LEN;
            per_sample_of_many::<S, V>(token, [&a[end..], &b[end..], &alpha[end..]], &mut out[end..]);
            let samples = a.chunks_exact(V::LEN).zip(b.chunks_exact(V::LEN)).zip(alpha.chunks_exact(V::LEN));
            for (out, ((a, b), alpha)) in out.chunks_exact_mut(V::LEN).zip(samples) {
                per_sample_of_many::<S, V>(token, [a, b, alpha], out);
            }
        }
    }

    #[inline(always)]
    pub fn per_sample<S: Simd>(token: S, slices: &mut Slices<'_, u8, 3>) {
        widest!(token, per_sample_rows::<_, V>(token, slices))
    }
}

exhibit!("blend_constant_alpha", constant, Samples<u8, 2>, Samples::new, |t| (
    &t.read[0],
    &t.read[1],
    t.weight,
    &mut t.out
));
exhibit!("blend_alpha_per_sample", per_sample, Samples<u8, 3>, Samples::new, |t| (
    &t.read[0],
    &t.read[1],
    &t.read[2],
    &mut t.out
));
