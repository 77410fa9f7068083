//! Data of kernels that go from sample to sample: rectangles that are read, and one that is written.

use super::exhibit::Data;
use super::random::Case;
use super::rectangle::{Element, Part, PartMut, Rectangle, Rows, RowsMut};

/// `N` rectangles of elements `T`, what is made of them, and a number.
pub struct Samples<T, const N: usize> {
    read: [Rectangle<T>; N],
    out: Rectangle<u8>,
    weight: u8,
}

/// What functions over slices take.
pub struct Slices<'a, T, const N: usize> {
    /// What is read.
    pub read: [Rows<'a, T>; N],
    /// What is written.
    pub out: RowsMut<'a, u8>,
    /// A number.
    pub weight: u8,
}

/// What kernels take.
pub struct Tensors<'a, T: Element, const N: usize> {
    /// What is read.
    pub read: [Part<'a, T>; N],
    /// What is written.
    pub out: PartMut<'a, u8>,
    /// A number.
    pub weight: u8,
}

impl<T: Element, const N: usize> Samples<T, N> {
    /// Rectangles with any numbers of their type.
    pub fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let read = [(); N].map(|()| Rectangle::new(case.extents, T::RANGE, &mut numbers));
        let out = Rectangle::new(case.extents, [0, 255], &mut numbers);
        Samples { read, out, weight: numbers.number([0, 255]) as u8 }
    }
}

impl<T: Element + 'static, const N: usize> Data for Samples<T, N> {
    type Slices<'a> = Slices<'a, T, N>;
    type Tensors<'a> = Tensors<'a, T, N>;

    fn slices(&mut self) -> Slices<'_, T, N> {
        let read = self.read.each_ref().map(Rectangle::rows);
        Slices { read, out: self.out.rows_mut(), weight: self.weight }
    }

    fn tensors(&mut self) -> Tensors<'_, T, N> {
        let read = self.read.each_ref().map(Rectangle::part);
        Tensors { read, out: self.out.part_mut(), weight: self.weight }
    }

    fn output(&self) -> Vec<i64> {
        self.out.all()
    }

    fn around(&self) -> Vec<i64> {
        self.out.around()
    }
}
