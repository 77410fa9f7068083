//! A copy that clips.

use super::exhibit::{both, exhibit};
use super::samples::{Samples, Slices};

both! {
    /// Numbers to the nearest samples.
    fn clamp_copy(numbers: &Tensor<[[i16]]>, out: &mut Tensor<[[u8]]>) {
        out[[!y, !x]] = numbers[[!y, !x]].clamp(0, 255);
    }
}

mod plain {
    use super::Slices;

    #[inline(always)]
    pub fn clamp_copy(Slices { read: [numbers], out, .. }: &mut Slices<'_, i16, 1>) {
        let [h, w] = out.extents;
        for y in 0..h {
            for (out, &number) in out.row(y, 0, w).iter_mut().zip(numbers.row(y as isize, 0, w)) {
                *out = i32::from(number).clamp(0, 255) as u8;
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{in_order, saturate_halves};
    use super::Slices;
    use fearless_simd::{i16x16, prelude::*, u8x32};

    #[inline(always)]
    fn clamp_32<S: Simd>(token: S, numbers: &[i16; 32]) -> u8x32<S> {
        let (low, high) = numbers.split_at(16);
        let (low, high) = (i16x16::from_slice(token, low), i16x16::from_slice(token, high));
        let [low, high] = in_order(token, saturate_halves(token, low, high));
        token.combine_u8x16(low, high)
    }

    #[inline(always)]
    pub fn clamp_copy<S: Simd>(token: S, Slices { read: [numbers], out, .. }: &mut Slices<'_, i16, 1>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let (numbers, out) = (numbers.row(y as isize, 0, w), out.row(y, 0, w));
            if let (Some(numbers), Some(out)) = (numbers.last_chunk(), out.last_chunk_mut()) {
                clamp_32(token, numbers).store_array(out);
            } else {
                for (out, &number) in out.iter_mut().zip(numbers) {
                    *out = number.clamp(0, 255) as u8;
                }
                continue;
            }
            for (out, numbers) in out.as_chunks_mut().0.iter_mut().zip(numbers.as_chunks().0) {
                clamp_32(token, numbers).store_array(out);
            }
        }
    }
}

exhibit!("clamp_copy_i16_to_u8", clamp_copy, Samples<i16, 1>, Samples::new, |t| (&t.read[0], &mut t.out));
