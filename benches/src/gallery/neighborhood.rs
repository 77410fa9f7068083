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

/// Strips as wide as a vector, from above down: what was made of two rows stays for the next. The halves of a row are
/// apart for all of it, and narrowing joins them as zipping took them apart.
mod by_hand {
    use super::super::rectangle::{Rows, RowsMut};
    use super::super::wide::{Wide, widest};
    use super::{Slices, blurred, each, gradient};
    use fearless_simd::prelude::*;

    /// The numbers of a row.
    type Numbers<S, V> = [<V as Wide<S>>::Numbers; 2];

    /// Products of two vectors' bytes with two factors, summed.
    #[inline(always)]
    fn sums<S: Simd, V: Wide<S>>(token: S, a: V, b: V, factors: [i8; 2]) -> Numbers<S, V> {
        let factors = V::turns(token, factors.map(|factor| factor as u8));
        let [low, high] = V::zipped(token, a, b);
        [V::products(token, low, factors), V::products(token, high, factors)]
    }

    /// The rows that a strip from column `x` on is made of, from the one above the first on.
    #[inline(always)]
    fn rows_from<'a>(picture: &Rows<'a, u8>, x: usize, length: usize) -> impl Iterator<Item = &'a [u8]> {
        let rows = picture.data[picture.first - picture.pitch + x - 1..].chunks(picture.pitch);
        rows.map(move |row| &row[..length + 2])
    }

    /// What is made of a strip from column `x` on.
    #[inline(always)]
    fn rows_to<'a>(
        out: &'a mut RowsMut<'_, u8>,
        x: usize,
        length: usize,
    ) -> impl Iterator<Item = &'a mut [u8]> {
        let rows = out.data[out.first + x..].chunks_mut(out.pitch).take(out.extents[0]);
        rows.map(move |row| &mut row[..length])
    }

    /// To the left, in the middle, to the right.
    #[inline(always)]
    fn three<S: Simd, V: Wide<S>>(token: S, row: &[u8]) -> [V; 3] {
        let part = |at: usize| V::from_slice(token, &row[at..at + V::LEN]);
        [part(0), part(1), part(2)]
    }

    /// `l + 2 c + r`
    #[inline(always)]
    fn smooth<S: Simd, V: Wide<S>>(token: S, row: &[u8]) -> Numbers<S, V> {
        let [l, c, r] = three::<S, V>(token, row);
        let (outer, twice) = (sums(token, l, r, [1, 1]), sums(token, c, c, [1, 1]));
        [outer[0] + twice[0], outer[1] + twice[1]]
    }

    /// `r - l`
    #[inline(always)]
    fn difference<S: Simd, V: Wide<S>>(token: S, row: &[u8]) -> Numbers<S, V> {
        let [l, _, r] = three::<S, V>(token, row);
        sums(token, l, r, [-1, 1])
    }

    /// `a + 2 b + c`
    #[inline(always)]
    fn down<N: SimdInt<S>, S: Simd>(a: [N; 2], b: [N; 2], c: [N; 2]) -> [N; 2] {
        [a[0] + c[0] + (b[0] + b[0]), a[1] + c[1] + (b[1] + b[1])]
    }

    #[inline(always)]
    fn blur_strip<S: Simd, V: Wide<S>>(token: S, Slices { out, picture }: &mut Slices<'_, u8>, x: usize) {
        let mut rows = rows_from(picture, x, V::LEN);
        let (Some(above), Some(here)) = (rows.next(), rows.next()) else { return };
        let (mut above, mut here) = (smooth::<S, V>(token, above), smooth::<S, V>(token, here));
        for (out, below) in rows_to(out, x, V::LEN).zip(rows) {
            let below = smooth::<S, V>(token, below);
            let [low, high] = down(above, here, below);
            V::saturated(token, [V::rounded(token, low, 4), V::rounded(token, high, 4)]).store_slice(out);
            (above, here) = (here, below);
        }
    }

    /// What is made of a row for the gradient: differences across, and means.
    #[inline(always)]
    fn slopes<S: Simd, V: Wide<S>>(token: S, row: &[u8]) -> [Numbers<S, V>; 2] {
        [difference::<S, V>(token, row), smooth::<S, V>(token, row)]
    }

    #[inline(always)]
    fn sobel_strip<S: Simd, V: Wide<S>>(token: S, Slices { out, picture }: &mut Slices<'_, u8>, x: usize) {
        let mut rows = rows_from(picture, x, V::LEN);
        let (Some(above), Some(here)) = (rows.next(), rows.next()) else { return };
        let (mut above, mut here) = (slopes::<S, V>(token, above), slopes::<S, V>(token, here));
        for (out, below) in rows_to(out, x, V::LEN).zip(rows) {
            let below = slopes::<S, V>(token, below);
            let gx = down(above[0], here[0], below[0]);
            let gy = [below[1][0] - above[1][0], below[1][1] - above[1][1]];
            let sums = [gx[0].abs() + gy[0].abs(), gx[1].abs() + gy[1].abs()];
            V::saturated(token, sums).store_slice(out);
            (above, here) = (here, below);
        }
    }

    /// Where strips begin. The last may lie over the one before.
    fn strips(width: usize, strip: usize) -> impl Iterator<Item = usize> {
        let last = (!width.is_multiple_of(strip)).then_some(width - strip);
        (0..width / strip).map(move |i| strip * i).chain(last)
    }

    #[inline(always)]
    fn blur_strips<S: Simd, V: Wide<S>>(token: S, slices: &mut Slices<'_, u8>) {
        let width = slices.out.extents[1];
        if width < V::LEN {
            return each(slices, blurred);
        }
        for x in strips(width, V::LEN) {
            blur_strip::<S, V>(token, slices, x);
        }
    }

    #[inline(always)]
    pub fn blur<S: Simd>(token: S, slices: &mut Slices<'_, u8>) {
        widest!(token, blur_strips::<_, V>(token, slices))
    }

    #[inline(always)]
    fn sobel_strips<S: Simd, V: Wide<S>>(token: S, slices: &mut Slices<'_, u8>) {
        let width = slices.out.extents[1];
        if width < V::LEN {
            return each(slices, gradient);
        }
        for x in strips(width, V::LEN) {
            sobel_strip::<S, V>(token, slices, x);
        }
    }

    #[inline(always)]
    pub fn sobel<S: Simd>(token: S, slices: &mut Slices<'_, u8>) {
        widest!(token, sobel_strips::<_, V>(token, slices))
    }
}

exhibit!("blur_3x3", blur, Filter<u8>, Filter::new, |t| (&mut t.out, &t.picture));
exhibit!("sobel_3x3", sobel, Filter<u8>, Filter::new, |t| (&mut t.out, &t.picture));
