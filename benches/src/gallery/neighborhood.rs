//! Filters of 3 by 3 samples.

use super::exhibit::{both, exhibit};
use super::filter::{Filter, Slices};

both! {
    /// The mean of 3 by 3 samples, weighted 1 2 1 in both directions.
    fn blur(out: &mut Tensor<[[u8]]>, picture: &Tensor<[[u8]]>) {
        let p = picture[out];
        for [y, x] in out.indices() {
            let above = p[[y - 1, x - 1]] + 2 * p[[y - 1, x]] + p[[y - 1, x + 1]];
            let here = p[[y, x - 1]] + 2 * p[[y, x]] + p[[y, x + 1]];
            let below = p[[y + 1, x - 1]] + 2 * p[[y + 1, x]] + p[[y + 1, x + 1]];
            out[[y, x]] = (above + 2 * here + below + 8) >> 4;
        }
    }

    /// The magnitude of the gradient by Sobel's operator, as the sum of absolute values.
    fn sobel(out: &mut Tensor<[[u8]]>, picture: &Tensor<[[u8]]>) {
        let p = picture[out];
        for [y, x] in out.indices() {
            let gx = (p[[y - 1, x + 1]] + 2 * p[[y, x + 1]] + p[[y + 1, x + 1]])
                - (p[[y - 1, x - 1]] + 2 * p[[y, x - 1]] + p[[y + 1, x - 1]]);
            let gy = (p[[y + 1, x - 1]] + 2 * p[[y + 1, x]] + p[[y + 1, x + 1]])
                - (p[[y - 1, x - 1]] + 2 * p[[y - 1, x]] + p[[y - 1, x + 1]]);
            out[[y, x]] = (gx.abs() + gy.abs()).min(255);
        }
    }
}

#[inline(always)]
fn blurred([above, here, below]: [[u8; 3]; 3]) -> u8 {
    let row = |[a, b, c]: [u8; 3]| i32::from(a) + 2 * i32::from(b) + i32::from(c);
    ((row(above) + 2 * row(here) + row(below) + 8) >> 4) as u8
}

#[inline(always)]
fn gradient([[a, b, c], [d, _, f], [g, h, i]]: [[u8; 3]; 3]) -> u8 {
    let sum = |a: u8, b: u8, c: u8| i32::from(a) + 2 * i32::from(b) + i32::from(c);
    let (gx, gy) = (sum(c, f, i) - sum(a, d, g), sum(g, h, i) - sum(a, b, c));
    (gx.abs() + gy.abs()).min(255) as u8
}

/// Every sample of a rectangle from the nine around it.
#[inline(always)]
fn each(Slices { out, picture }: &mut Slices<'_, u8>, of: impl Fn([[u8; 3]; 3]) -> u8) {
    let [h, w] = out.extents;
    for y in 0..h {
        let samples = |dy: isize, dx: isize| picture.row(y as isize + dy, dx, w);
        let (a, b, c) = (samples(-1, -1), samples(-1, 0), samples(-1, 1));
        let (d, e, f) = (samples(0, -1), samples(0, 0), samples(0, 1));
        let (g, h, i) = (samples(1, -1), samples(1, 0), samples(1, 1));
        for (x, out) in out.row(y, 0, w).iter_mut().enumerate() {
            let (above, here) = ([a[x], b[x], c[x]], [d[x], e[x], f[x]]);
            *out = of([above, here, [g[x], h[x], i[x]]]);
        }
    }
}

mod plain {
    use super::{Slices, blurred, each, gradient};

    #[inline(always)]
    pub fn blur(slices: &mut Slices<'_, u8>) {
        each(slices, blurred)
    }

    #[inline(always)]
    pub fn sobel(slices: &mut Slices<'_, u8>) {
        each(slices, gradient)
    }
}

/// Strips of 32 columns, from above down: what was made of two rows stays for the next. The halves of a vector are apart
/// for all of it, and narrowing joins them as zipping took them apart.
mod by_hand {
    use super::super::instructions::{products, rounded, saturate_halves, zip_high_bytes, zip_low_bytes};
    use super::super::rectangle::{Rows, RowsMut};
    use super::{Slices, blurred, each, gradient};
    use fearless_simd::{i16x16, prelude::*, u8x32, u16x16};

    /// Two vectors of 16 numbers each.
    type Pair<S> = [i16x16<S>; 2];

    /// Products of two vectors' bytes with two factors, summed.
    #[inline(always)]
    fn sums<S: Simd>(token: S, a: u8x32<S>, b: u8x32<S>, factors: [i8; 2]) -> Pair<S> {
        let factors = u16x16::splat(token, u16::from_le_bytes(factors.map(|factor| factor as u8))).bitcast();
        [
            products(token, zip_low_bytes(token, a, b), factors),
            products(token, zip_high_bytes(token, a, b), factors),
        ]
    }

    /// The samples that 32 columns from `x` on are made of, from the row above the first on.
    #[inline(always)]
    fn rows_from<'a>(picture: &Rows<'a, u8>, x: usize) -> impl Iterator<Item = &'a [u8; 34]> {
        let rows = picture.data[picture.first - picture.pitch + x - 1..].chunks(picture.pitch);
        rows.map(|row| row.first_chunk().expect("samples to the right"))
    }

    /// What is made of 32 columns from `x` on.
    #[inline(always)]
    fn rows_to<'a>(out: &'a mut RowsMut<'_, u8>, x: usize) -> impl Iterator<Item = &'a mut [u8; 32]> {
        let rows = out.data[out.first + x..].chunks_mut(out.pitch).take(out.extents[0]);
        rows.map(|row| row.first_chunk_mut().expect("samples to the right"))
    }

    #[inline(always)]
    fn three<S: Simd>(token: S, row: &[u8; 34]) -> [u8x32<S>; 3] {
        let part = |at: usize| u8x32::from_slice(token, &row[at..at + 32]);
        [part(0), part(1), part(2)]
    }

    /// `l + 2 c + r`
    #[inline(always)]
    fn smooth<S: Simd>(token: S, [l, c, r]: [u8x32<S>; 3]) -> Pair<S> {
        let (outer, twice) = (sums(token, l, r, [1, 1]), sums(token, c, c, [1, 1]));
        [outer[0] + twice[0], outer[1] + twice[1]]
    }

    /// `a + 2 b + c`
    #[inline(always)]
    fn across<S: Simd>(a: Pair<S>, b: Pair<S>, c: Pair<S>) -> Pair<S> {
        [a[0] + c[0] + (b[0] + b[0]), a[1] + c[1] + (b[1] + b[1])]
    }

    #[inline(always)]
    fn blur_strip<S: Simd>(token: S, Slices { out, picture }: &mut Slices<'_, u8>, x: usize) {
        let mut rows = rows_from(picture, x);
        let (Some(above), Some(here)) = (rows.next(), rows.next()) else { return };
        let (mut above, mut here) = (smooth(token, three(token, above)), smooth(token, three(token, here)));
        for (out, below) in rows_to(out, x).zip(rows) {
            let below = smooth(token, three(token, below));
            let [low, high] = across(above, here, below);
            saturate_halves(token, rounded(token, low, 4), rounded(token, high, 4)).store_array(out);
            (above, here) = (here, below);
        }
    }

    /// What is made of a row for the gradient: differences across, and means.
    #[inline(always)]
    fn slopes<S: Simd>(token: S, row: &[u8; 34]) -> [Pair<S>; 2] {
        let three = three(token, row);
        [sums(token, three[0], three[2], [-1, 1]), smooth(token, three)]
    }

    #[inline(always)]
    fn sobel_strip<S: Simd>(token: S, Slices { out, picture }: &mut Slices<'_, u8>, x: usize) {
        let mut rows = rows_from(picture, x);
        let (Some(above), Some(here)) = (rows.next(), rows.next()) else { return };
        let (mut above, mut here) = (slopes(token, above), slopes(token, here));
        for (out, below) in rows_to(out, x).zip(rows) {
            let below = slopes(token, below);
            let gx = across(above[0], here[0], below[0]);
            let gy = [below[1][0] - above[1][0], below[1][1] - above[1][1]];
            let low = gx[0].abs() + gy[0].abs();
            let high = gx[1].abs() + gy[1].abs();
            saturate_halves(token, low, high).store_array(out);
            (above, here) = (here, below);
        }
    }

    /// Where strips begin. The last may lie over the one before.
    fn strips(width: usize) -> impl Iterator<Item = usize> {
        (0..width / 32)
            .map(|strip| 32 * strip)
            .chain((!width.is_multiple_of(32)).then_some(width.saturating_sub(32)))
    }

    #[inline(always)]
    pub fn blur<S: Simd>(token: S, slices: &mut Slices<'_, u8>) {
        let width = slices.out.extents[1];
        if width < 32 {
            return each(slices, blurred);
        }
        for x in strips(width) {
            blur_strip(token, slices, x);
        }
    }

    #[inline(always)]
    pub fn sobel<S: Simd>(token: S, slices: &mut Slices<'_, u8>) {
        let width = slices.out.extents[1];
        if width < 32 {
            return each(slices, gradient);
        }
        for x in strips(width) {
            sobel_strip(token, slices, x);
        }
    }
}

exhibit!("blur_3x3", blur, Filter<u8>, Filter::new, |t| (&mut t.out, &t.picture));
exhibit!("sobel_3x3", sobel, Filter<u8>, Filter::new, |t| (&mut t.out, &t.picture));
