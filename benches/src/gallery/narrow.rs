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
    fn clamp<S: Simd>(token: S, numbers: &[i16; 32]) -> u8x32<S> {
        let (low, high) = numbers.split_at(16);
        let (low, high) = (i16x16::from_slice(token, low), i16x16::from_slice(token, high));
        let [low, high] = in_order(token, saturate_halves(token, low, high));
        token.combine_u8x16(low, high)
    }

    // Wider vectors are no faster: putting them in order is more work for them.
    #[inline(always)]
    pub fn clamp_copy<S: Simd>(token: S, Slices { read: [numbers], out, .. }: &mut Slices<'_, i16, 1>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let (numbers, out) = (numbers.row(y as isize, 0, w), out.row(y, 0, w));
            let (Some(numbers_end), Some(end)) = (numbers.last_chunk(), out.last_chunk_mut()) else {
                out.iter_mut().zip(numbers).for_each(|(out, &number)| *out = number.clamp(0, 255) as u8);
                continue;
            };
            // The end of the row, of which the rest may do some once more.
            clamp(token, numbers_end).store_array(end);
            for (out, numbers) in out.as_chunks_mut().0.iter_mut().zip(numbers.as_chunks().0) {
                clamp(token, numbers).store_array(out);
            }
        }
    }
}

exhibit!("clamp_copy_i16_to_u8", clamp_copy, Samples<i16, 1>, Samples::new, |t| (&t.read[0], &mut t.out));
