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
    use super::super::instructions::{
        products, rounded, saturate_halves, saturate_signed_halves, zip_high_bytes, zip_low_bytes,
    };
    use super::{Slices, constant_of, per_sample_of};
    use fearless_simd::{i16x16, prelude::*, u8x32, u16x16};

    #[inline(always)]
    fn load<S: Simd>(token: S, samples: &[u8; 32]) -> u8x32<S> {
        u8x32::load_array_ref(token, samples)
    }

    #[inline(always)]
    fn constant_32<S: Simd>(token: S, a: &[u8; 32], b: &[u8; 32], weights: u8x32<S>) -> u8x32<S> {
        let (a, b) = (load(token, a) ^ 0x80, load(token, b) ^ 0x80);
        let low = products(token, weights, zip_low_bytes(token, a, b));
        let high = products(token, weights, zip_high_bytes(token, a, b));
        let mean = saturate_signed_halves(token, rounded(token, low, 8), rounded(token, high, 8));
        mean.bitcast::<u8x32<S>>() ^ 0x80
    }

    #[inline(always)]
    pub fn constant<S: Simd>(token: S, Slices { read: [a, b], out, weight }: &mut Slices<'_, u8, 2>) {
        let ([h, w], alpha) = (out.extents, *weight);
        // The other weight, 256, is none of 8 bits.
        if alpha == 0 {
            return (0..h).for_each(|y| out.row(y, 0, w).copy_from_slice(b.row(y as isize, 0, w)));
        }
        let weights = u16x16::splat(token, u16::from_le_bytes([alpha, alpha.wrapping_neg()])).bitcast();
        for y in 0..h {
            let (a, b) = (a.row(y as isize, 0, w), b.row(y as isize, 0, w));
            let out = out.row(y, 0, w);
            if let (Some(a), Some(b), Some(out)) = (a.last_chunk(), b.last_chunk(), out.last_chunk_mut()) {
                constant_32(token, a, b, weights).store_array(out);
            } else {
                for (out, (&a, &b)) in out.iter_mut().zip(a.iter().zip(b)) {
                    *out = constant_of(a, b, alpha);
                }
                continue;
            }
            let samples = a.as_chunks().0.iter().zip(b.as_chunks().0);
            for (out, (a, b)) in out.as_chunks_mut().0.iter_mut().zip(samples) {
                constant_32(token, a, b, weights).store_array(out);
            }
        }
    }

    /// Sums of products with weights that are 255 together, as numbers without a sign, divided by 255 and rounded.
    #[inline(always)]
    fn means<S: Simd>(sums: i16x16<S>) -> i16x16<S> {
        let t: u16x16<S> = sums.bitcast();
        let t = t ^ 0x8000;
        ((t + (t >> 8)) >> 8).bitcast()
    }

    #[inline(always)]
    fn per_sample_32<S: Simd>(token: S, [a, b, alpha]: [&[u8; 32]; 3]) -> u8x32<S> {
        let (a, b, alpha) = (load(token, a) ^ 0x80, load(token, b) ^ 0x80, load(token, alpha));
        let rest = alpha ^ 0xFF;
        let low = products(token, zip_low_bytes(token, alpha, rest), zip_low_bytes(token, a, b));
        let high = products(token, zip_high_bytes(token, alpha, rest), zip_high_bytes(token, a, b));
        saturate_halves(token, means(low), means(high))
    }

    #[inline(always)]
    pub fn per_sample<S: Simd>(token: S, Slices { read: [a, b, alpha], out, .. }: &mut Slices<'_, u8, 3>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let y_in = y as isize;
            let (a, b, alpha) = (a.row(y_in, 0, w), b.row(y_in, 0, w), alpha.row(y_in, 0, w));
            let out = out.row(y, 0, w);
            if let (Some(a), Some(b), Some(alpha), Some(out)) =
                (a.last_chunk(), b.last_chunk(), alpha.last_chunk(), out.last_chunk_mut())
            {
                per_sample_32(token, [a, b, alpha]).store_array(out);
            } else {
                for (out, ((&a, &b), &alpha)) in out.iter_mut().zip(a.iter().zip(b).zip(alpha)) {
                    *out = per_sample_of(a, b, alpha);
                }
                continue;
            }
            let samples = a.as_chunks().0.iter().zip(b.as_chunks().0).zip(alpha.as_chunks().0);
            for (out, ((a, b), alpha)) in out.as_chunks_mut().0.iter_mut().zip(samples) {
                per_sample_32(token, [a, b, alpha]).store_array(out);
            }
        }
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
