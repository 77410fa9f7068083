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
    use super::super::wide::{Wide, widest};
    use super::{Slices, difference};
    use fearless_simd::prelude::*;

    #[inline(always)]
    fn differences<S: Simd, V: Wide<S>>(token: S, [x, a, b]: [&[u8]; 3], out: &mut [i16]) {
        let (x, a, b) = (V::from_slice(token, x), V::from_slice(token, a), V::from_slice(token, b));
        // Rounded down.
        let mean = V::average(token, a, b) - ((a ^ b) & 1);
        let ([x, x_2], [mean, mean_2]) = (V::numbers(token, x), V::numbers(token, mean));
        let (low, high) = out.split_at_mut(V::LEN / 2);
        (x - mean).store_slice(low);
        (x_2 - mean_2).store_slice(high);
    }

    #[inline(always)]
    fn rows<S: Simd, V: Wide<S>>(token: S, Slices { out, picture }: &mut Slices<'_, i16>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let row = |dy: isize, x: isize| picture.row(y as isize + dy, x, w);
            let (here, left, above, out) = (row(0, 0), row(0, -1), row(-1, 0), out.row(y, 0, w));
            if w < V::LEN {
                for (x, out) in out.iter_mut().enumerate() {
                    *out = difference(here[x], left[x], above[x]);
                }
                continue;
            }
            // The end of the row, of which the rest may do some once more.
            let end = w - V::LEN;
            differences::<S, V>(token, [&here[end..], &left[end..], &above[end..]], &mut out[end..]);
            let neighbors = left.chunks_exact(V::LEN).zip(above.chunks_exact(V::LEN));
            let samples = here.chunks_exact(V::LEN).zip(neighbors);
            for (out, (x, (a, b))) in out.chunks_exact_mut(V::LEN).zip(samples) {
                differences::<S, V>(token, [x, a, b], out);
            }
        }
    }

    #[inline(always)]
    pub fn predictor_7<S: Simd>(token: S, slices: &mut Slices<'_, i16>) {
        widest!(token, rows::<_, V>(token, slices))
    }
}

exhibit!("lossless_predictor_7", predictor_7, Filter<i16>, Filter::new, |t| (&mut t.out, &t.picture));
