//! Data of intra predictions: a block in a picture, and its neighbours there.

use super::exhibit::Data;
use super::random::Case;
use super::rectangle::{MARGIN, Part, PartOfMut, Rectangle, Rows, RowsMut};

/// A block of `N` by `N` samples that is predicted, and the picture. The two are memory of their own, and of different
/// pitch.
pub struct Prediction<const N: usize> {
    pred: Rectangle<u8>,
    recon: Rectangle<u8>,
}

/// What functions over slices take.
pub struct Slices<'a> {
    /// What is written.
    pub pred: RowsMut<'a, u8>,
    /// The picture; its rectangle is where the block is.
    pub recon: Rows<'a, u8>,
}

/// What kernels take.
pub struct Tensors<'a, const N: usize> {
    /// What is written, at its place in the picture.
    pub pred: PartOfMut<'a, [[u8; N]; N]>,
    /// The picture.
    pub recon: Part<'a, u8>,
}

impl<const N: usize> Prediction<N> {
    /// A block in the middle of a picture.
    pub fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let pred = Rectangle::new([N, N], [0, 255], &mut numbers);
        let recon = Rectangle::neighborhood([N, N + MARGIN], [0, 255], &mut numbers);
        Prediction { pred, recon }
    }
}

impl<const N: usize> Data for Prediction<N> {
    type Slices<'a> = Slices<'a>;
    type Tensors<'a> = Tensors<'a, N>;

    fn slices(&mut self) -> Slices<'_> {
        Slices { pred: self.pred.rows_mut(), recon: self.recon.rows() }
    }

    fn tensors(&mut self) -> Tensors<'_, N> {
        let pred = self.pred.placed().fixed().expect("extents of the type");
        Tensors { pred, recon: self.recon.picture() }
    }

    fn output(&self) -> Vec<i64> {
        self.pred.all()
    }

    fn around(&self) -> Vec<i64> {
        self.pred.around()
    }
}
