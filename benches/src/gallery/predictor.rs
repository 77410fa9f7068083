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
            let (here, above) = (picture.row(y as isize, -1, w + 1), picture.row(y as isize - 1, 0, w));
            for (x, out) in out.row(y, 0, w).iter_mut().enumerate() {
                *out = difference(here[x + 1], here[x], above[x]);
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{load, numbers};
    use super::{Slices, difference};
    use fearless_simd::{i16x16, prelude::*};

    #[inline(always)]
    fn differences<S: Simd>(token: S, [x, a, b]: [&[u8; 16]; 3]) -> i16x16<S> {
        let [x, a, b] = [load(token, x), load(token, a), load(token, b)];
        numbers(token, x) - ((numbers(token, a) + numbers(token, b)) >> 1)
    }

    #[inline(always)]
    pub fn predictor_7<S: Simd>(token: S, Slices { out, picture }: &mut Slices<'_, i16>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let y_in = y as isize;
            let (here, left, above) =
                (picture.row(y_in, 0, w), picture.row(y_in, -1, w), picture.row(y_in - 1, 0, w));
            let out = out.row(y, 0, w);
            if let (Some(x), Some(a), Some(b), Some(out)) =
                (here.last_chunk(), left.last_chunk(), above.last_chunk(), out.last_chunk_mut())
            {
                differences(token, [x, a, b]).store_array(out);
            } else {
                for (x, out) in out.iter_mut().enumerate() {
                    *out = difference(here[x], left[x], above[x]);
                }
                continue;
            }
            let samples = here.as_chunks().0.iter().zip(left.as_chunks().0).zip(above.as_chunks().0);
            for (out, ((x, a), b)) in out.as_chunks_mut().0.iter_mut().zip(samples) {
                differences(token, [x, a, b]).store_array(out);
            }
        }
    }
}

exhibit!("lossless_predictor_7", predictor_7, Filter<i16>, Filter::new, |t| (&mut t.out, &t.picture));
