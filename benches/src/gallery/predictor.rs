//! Lossless JPEG (T.81 H.1.2.1), predictor 7: what a sample differs by from the mean of those to the left and above.

use super::exhibit::{both, exhibit};
use super::filter::{Filter, Slices};

both! {
    /// The differences.
    fn predictor_7(out: &mut Tensor<[[i16]]>, picture: &Tensor<[[u8]]>) {
        let p = picture[out];
        out[[!y, !x]] = p[[!y, !x]] - ((p[[!y, !x - 1]] + p[[!y - 1, !x]]) >> 1);
    }
}

/// What `x` differs by from the mean of `a` and `b`.
fn difference(x: u8, a: u8, b: u8) -> i16 {
    let [x, a, b] = [x, a, b].map(i32::from);
    (x - ((a + b) >> 1)) as i16
}

mod plain {
    use super::{Slices, difference};

    #[inline(always)]
    pub fn predictor_7(Slices { out, picture }: &mut Slices<'_, i16>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let row = |dy: isize, x: isize| picture.row(y as isize + dy, x, w);
            let neighbors = row(0, -1).iter().zip(row(-1, 0));
            for (out, (&x, (&a, &b))) in out.row(y, 0, w).iter_mut().zip(row(0, 0).iter().zip(neighbors)) {
                *out = difference(x, a, b);
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{average_32, numbers};
    use super::{Slices, difference};
    use fearless_simd::{prelude::*, u8x32};

    #[inline(always)]
    fn differences<S: Simd>(token: S, [x, a, b]: [&[u8; 32]; 3], out: &mut [i16; 32]) {
        let (x, a) = (u8x32::load_array_ref(token, x), u8x32::load_array_ref(token, a));
        let b = u8x32::load_array_ref(token, b);
        // Rounded down.
        let mean = average_32(token, a, b) - ((a ^ b) & 1);
        let ((x, x_2), (mean, mean_2)) = (token.split_u8x32(x), token.split_u8x32(mean));
        (numbers(token, x) - numbers(token, mean)).store_slice(&mut out[..16]);
        (numbers(token, x_2) - numbers(token, mean_2)).store_slice(&mut out[16..]);
    }

    #[inline(always)]
    pub fn predictor_7<S: Simd>(token: S, Slices { out, picture }: &mut Slices<'_, i16>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let row = |dy: isize, x: isize| picture.row(y as isize + dy, x, w);
            let (here, left, above, out) = (row(0, 0), row(0, -1), row(-1, 0), out.row(y, 0, w));
            if let (Some(x), Some(a), Some(b), Some(out)) =
                (here.last_chunk(), left.last_chunk(), above.last_chunk(), out.last_chunk_mut())
            {
                differences(token, [x, a, b], out);
            } else {
                for (x, out) in out.iter_mut().enumerate() {
                    *out = difference(here[x], left[x], above[x]);
                }
                continue;
            }
            let samples = here.as_chunks().0.iter().zip(left.as_chunks().0).zip(above.as_chunks().0);
            for (out, ((x, a), b)) in out.as_chunks_mut().0.iter_mut().zip(samples) {
                differences(token, [x, a, b], out);
            }
        }
    }
}

exhibit!("lossless_predictor_7", predictor_7, Filter<i16>, Filter::new, |t| (&mut t.out, &t.picture));
