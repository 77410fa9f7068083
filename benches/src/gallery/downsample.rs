//! Fewer samples for chrominance: means of boxes, rounded by a bias that alternates from column to column.

use super::exhibit::{Data, both, exhibit};
use super::random::Case;
use super::rectangle::{Part, PartMut, Rectangle, Rows, RowsMut};

/// A plane, and the means of its boxes of two samples across and `V` down.
struct Boxes<const V: usize> {
    plane: Rectangle<u8>,
    out: Rectangle<u8>,
}

struct Slices<'a> {
    plane: Rows<'a, u8>,
    out: RowsMut<'a, u8>,
}

struct Tensors<'a> {
    plane: Part<'a, u8>,
    out: PartMut<'a, u8>,
}

impl<const V: usize> Boxes<V> {
    fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let [h, w] = case.extents;
        let plane = Rectangle::new([V * h, 2 * w], [0, 255], &mut numbers);
        Boxes { plane, out: Rectangle::new([h, w], [0, 255], &mut numbers) }
    }
}

impl<const V: usize> Data for Boxes<V> {
    type Slices<'a> = Slices<'a>;
    type Tensors<'a> = Tensors<'a>;

    fn slices(&mut self) -> Slices<'_> {
        Slices { plane: self.plane.rows(), out: self.out.rows_mut() }
    }

    fn tensors(&mut self) -> Tensors<'_> {
        Tensors { plane: self.plane.part(), out: self.out.part_mut() }
    }

    fn output(&self) -> Vec<i64> {
        self.out.all()
    }

    fn around(&self) -> Vec<i64> {
        self.out.around()
    }
}

both! {
    /// Half as many samples across; the bias is 0, 1, 0, 1, ...
    fn h2v1(plane: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        out[[!y, !x]] = (plane[[!y, 2 * !x]] + plane[[!y, 2 * !x + 1]] + (!x & 1)) >> 1;
    }

    /// Half as many samples across and down; the bias is 1, 2, 1, 2, ...
    fn h2v2(plane: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        let p = plane;
        out[[!y, !x]] = (p[[2 * !y, 2 * !x]]
            + p[[2 * !y, 2 * !x + 1]]
            + p[[2 * !y + 1, 2 * !x]]
            + p[[2 * !y + 1, 2 * !x + 1]]
            + 1
            + (!x & 1))
            >> 2;
    }
}

mod plain {
    use super::Slices;

    #[inline(always)]
    pub fn h2v1(Slices { plane, out }: &mut Slices<'_>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let samples = plane.row(y as isize, 0, 2 * w).as_chunks::<2>().0;
            for (x, (out, &[a, b])) in out.row(y, 0, w).iter_mut().zip(samples).enumerate() {
                *out = ((i32::from(a) + i32::from(b) + (x as i32 & 1)) >> 1) as u8;
            }
        }
    }

    #[inline(always)]
    pub fn h2v2(Slices { plane, out }: &mut Slices<'_>) {
        let [h, w] = out.extents;
        for y in 0..h {
            let [above, below] =
                [2 * y, 2 * y + 1].map(|y| plane.row(y as isize, 0, 2 * w).as_chunks::<2>().0);
            let boxes = above.iter().zip(below);
            for (x, (out, (&[a, b], &[c, d]))) in out.row(y, 0, w).iter_mut().zip(boxes).enumerate() {
                let sum = i32::from(a) + i32::from(b) + i32::from(c) + i32::from(d);
                *out = ((sum + 1 + (x as i32 & 1)) >> 2) as u8;
            }
        }
    }
}

mod by_hand {
    use super::Slices;
    use fearless_simd::{prelude::*, u8x64, u16x32, u32x16};

    /// What is added at columns from `x` on.
    #[inline(always)]
    fn bias<S: Simd>(token: S, x: usize, least: u16) -> u16x32<S> {
        let even: u16x32<S> = u32x16::splat(token, 1 << 16).bitcast();
        (if x.is_multiple_of(2) { even } else { even ^ 1 }) + least
    }

    /// The means of 64 boxes.
    #[inline(always)]
    fn means<S: Simd, const V: usize>(token: S, rows: [&[u8; 128]; V], bias: u16x32<S>) -> u8x64<S> {
        let (mut low, mut high) = (bias, bias);
        for row in rows {
            low += token.pairwise_widening_add_u8x64(u8x64::from_slice(token, &row[..64]));
            high += token.pairwise_widening_add_u8x64(u8x64::from_slice(token, &row[64..]));
        }
        token.relaxed_narrow_u16x32(low >> V as u32, high >> V as u32)
    }

    #[inline(always)]
    fn boxes<S: Simd, const V: usize>(token: S, Slices { plane, out }: &mut Slices<'_>) {
        let [h, w] = out.extents;
        let (even, end) = (bias(token, 0, V as u16 - 1), bias(token, w, V as u16 - 1));
        for y in 0..h {
            let out = out.row(y, 0, w);
            let mut rows = [&[][..]; V];
            for (i, row) in rows.iter_mut().enumerate() {
                *row = plane.row((V * y + i) as isize, 0, 2 * w);
            }
            let Some(last) = out.last_chunk_mut() else {
                for x in 0..w {
                    let sum: u16 =
                        rows.iter().map(|row| u16::from(row[2 * x]) + u16::from(row[2 * x + 1])).sum();
                    out[x] = ((sum + V as u16 - 1 + (x as u16 & 1)) >> V) as u8;
                }
                continue;
            };
            // The last 64 columns, some of which come once more.
            means(token, rows.map(|row| row.last_chunk().expect("twice as many")), end).store_array(last);
            let rows = rows.map(|row| &row.as_chunks::<128>().0[..w / 64]);
            for (i, out) in out.as_chunks_mut().0[..w / 64].iter_mut().enumerate() {
                means(token, rows.map(|row| &row[i]), even).store_array(out);
            }
        }
    }

    #[inline(always)]
    pub fn h2v1<S: Simd>(token: S, slices: &mut Slices<'_>) {
        boxes::<S, 1>(token, slices)
    }

    #[inline(always)]
    pub fn h2v2<S: Simd>(token: S, slices: &mut Slices<'_>) {
        boxes::<S, 2>(token, slices)
    }
}

exhibit!("downsample_h2v1", h2v1, Boxes<1>, Boxes::new, |t| (&t.plane, &mut t.out));
exhibit!("downsample_h2v2", h2v2, Boxes<2>, Boxes::new, |t| (&t.plane, &mut t.out));
