//! Data of filters: a rectangle that is made from the same place of a picture and what is around it there.

use super::exhibit::Data;
use super::random::Case;
use super::rectangle::{Element, Part, PartMut, Rectangle, Rows, RowsMut};

/// A rectangle of any extents, and the picture.
pub struct Filter<T> {
    out: Rectangle<T>,
    picture: Rectangle<u8>,
}

/// What functions over slices take.
pub struct Slices<'a, T> {
    /// What is written.
    pub out: RowsMut<'a, T>,
    /// The picture; its rectangle is where that is.
    pub picture: Rows<'a, u8>,
}

/// What kernels take.
pub struct Tensors<'a, T: Element> {
    /// What is written, at its place in the picture.
    pub out: PartMut<'a, T>,
    /// The picture.
    pub picture: Part<'a, u8>,
}

impl<T: Element> Filter<T> {
    /// A rectangle in the middle of a picture.
    pub fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let out = Rectangle::new(case.extents, [0, 255], &mut numbers);
        Filter { out, picture: Rectangle::neighborhood(case.extents, [0, 255], &mut numbers) }
    }
}

impl<T: Element + 'static> Data for Filter<T> {
    type Slices<'a> = Slices<'a, T>;
    type Tensors<'a> = Tensors<'a, T>;

    fn slices(&mut self) -> Slices<'_, T> {
        Slices { out: self.out.rows_mut(), picture: self.picture.rows() }
    }

    fn tensors(&mut self) -> Tensors<'_, T> {
        Tensors { out: self.out.placed(), picture: self.picture.picture() }
    }

    fn output(&self) -> Vec<i64> {
        self.out.all()
    }

    fn around(&self) -> Vec<i64> {
        self.out.around()
    }
}
