//! The forward core transform of four 4x4 blocks side by side (the transform whose inverse is H.264 8.5.12).

use super::exhibit::{Data, both, exhibit};
use super::random::Case;
use super::rectangle::{PartOf, PartOfMut, Rectangle, Rows, RowsMut};

/// Samples, their prediction, and coefficients.
struct Residual {
    samples: Rectangle<u8>,
    pred: Rectangle<u8>,
    coefficients: Rectangle<i16>,
}

struct Slices<'a> {
    samples: Rows<'a, u8>,
    pred: Rows<'a, u8>,
    coefficients: RowsMut<'a, i16>,
}

struct Tensors<'a> {
    samples: PartOf<'a, [[u8; 16]; 4]>,
    pred: PartOf<'a, [[u8; 16]; 4]>,
    coefficients: PartOfMut<'a, [[i16; 16]; 4]>,
}

impl Residual {
    fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let [samples, pred] = [(); 2].map(|()| Rectangle::new([4, 16], [0, 255], &mut numbers));
        Residual { samples, pred, coefficients: Rectangle::new([4, 16], [-5, 5], &mut numbers) }
    }
}

impl Data for Residual {
    type Slices<'a> = Slices<'a>;
    type Tensors<'a> = Tensors<'a>;

    fn slices(&mut self) -> Slices<'_> {
        let coefficients = self.coefficients.rows_mut();
        Slices { samples: self.samples.rows(), pred: self.pred.rows(), coefficients }
    }

    fn tensors(&mut self) -> Tensors<'_> {
        let [samples, pred] =
            [&self.samples, &self.pred].map(|r| r.part().fixed().expect("extents of the type"));
        let coefficients = self.coefficients.part_mut().fixed().expect("extents of the type");
        Tensors { samples, pred, coefficients }
    }

    fn output(&self) -> Vec<i64> {
        self.coefficients.all()
    }

    fn around(&self) -> Vec<i64> {
        self.coefficients.around()
    }
}

both! {
    /// The transforms of the differences; coefficients lie where their block does.
    fn forward_4x4(
        samples: &Tensor<[[u8; 16]; 4]>,
        pred: &Tensor<[[u8; 16]; 4]>,
        c: &mut Tensor<[[i16; 16]; 4]>,
    ) {
        let r = Block::<[[i16; 16]; 4]>::stack();
        r[[!i, !j]] = samples[[!i, !j]] - pred[[!i, !j]];
        for u in 0..4 {
            for i in 0..4 {
                let x = r[[i, 4 * u..4 * u + 4]];
                let (s03, s12) = (x[[0]] + x[[3]], x[[1]] + x[[2]]);
                let (d03, d12) = (x[[0]] - x[[3]], x[[1]] - x[[2]]);
                x[[0]] = s03 + s12;
                x[[1]] = 2 * d03 + d12;
                x[[2]] = s03 - s12;
                x[[3]] = d03 - 2 * d12;
            }
        }
        for j in 0..16 {
            let (s03, s12) = (r[[0, j]] + r[[3, j]], r[[1, j]] + r[[2, j]]);
            let (d03, d12) = (r[[0, j]] - r[[3, j]], r[[1, j]] - r[[2, j]]);
            c[[0, j]] = s03 + s12;
            c[[1, j]] = 2 * d03 + d12;
            c[[2, j]] = s03 - s12;
            c[[3, j]] = d03 - 2 * d12;
        }
    }
}

mod plain {
    use super::Slices;

    fn pass([a, b, c, d]: [i32; 4]) -> [i32; 4] {
        let (s03, s12, d03, d12) = (a + d, b + c, a - d, b - c);
        [s03 + s12, 2 * d03 + d12, s03 - s12, d03 - 2 * d12]
    }

    #[inline(always)]
    pub fn forward_4x4(Slices { samples, pred, coefficients }: &mut Slices<'_>) {
        let mut rows = [[0; 16]; 4];
        for (y, row) in rows.iter_mut().enumerate() {
            let (samples, pred) = (samples.array::<16>(y as isize, 0), pred.array::<16>(y as isize, 0));
            for u in 0..4 {
                let x = std::array::from_fn(|j| i32::from(samples[4 * u + j]) - i32::from(pred[4 * u + j]));
                row[4 * u..4 * u + 4].copy_from_slice(&pass(x));
            }
        }
        for x in 0..16 {
            for (y, c) in pass(rows.map(|row| row[x])).into_iter().enumerate() {
                coefficients.row(y, x, 1)[0] = c as i16;
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{load, numbers, transposed_4x4};
    use super::Slices;
    use fearless_simd::{i16x16, prelude::*};

    /// The transform of four numbers, 16 times at once.
    #[inline(always)]
    fn pass<S: Simd>([a, b, c, d]: [i16x16<S>; 4]) -> [i16x16<S>; 4] {
        let (s03, s12, d03, d12) = (a + d, b + c, a - d, b - c);
        [s03 + s12, d03 + d03 + d12, s03 - s12, d03 - (d12 + d12)]
    }

    #[inline(always)]
    fn difference<S: Simd>(token: S, a: &[u8; 16], b: &[u8; 16]) -> i16x16<S> {
        numbers(token, load(token, a)) - numbers(token, load(token, b))
    }

    // Nothing is rounded, so columns may come first.
    #[inline(always)]
    pub fn forward_4x4<S: Simd>(token: S, Slices { samples, pred, coefficients }: &mut Slices<'_>) {
        let (samples, pred) = (samples.window::<4, 16>(0, 0), pred.window::<4, 16>(0, 0));
        let rows = [
            difference(token, samples.row(0), pred.row(0)),
            difference(token, samples.row(1), pred.row(1)),
            difference(token, samples.row(2), pred.row(2)),
            difference(token, samples.row(3), pred.row(3)),
        ];
        let columns = pass(transposed_4x4(token, pass(rows)));
        let mut coefficients = coefficients.window::<4, 16>(0, 0);
        for (y, row) in transposed_4x4(token, columns).into_iter().enumerate() {
            row.store_array(coefficients.row(y));
        }
    }
}

exhibit!("forward_4x4_of_four", forward_4x4, Residual, Residual::new, |t| (
    &t.samples,
    &t.pred,
    &mut t.coefficients
));
