//! Data of costs: two blocks that are compared.

use super::exhibit::Data;
use super::random::Case;
use super::rectangle::{PartOf, Rectangle, Rows};

/// Two blocks of `N` by `N` samples, and what was found.
pub struct Comparison<const N: usize> {
    a: Rectangle<u8>,
    b: Rectangle<u8>,
    cost: i32,
}

/// What functions over slices take.
pub struct Slices<'a> {
    /// Samples.
    pub a: Rows<'a, u8>,
    /// What they are compared with.
    pub b: Rows<'a, u8>,
    /// How far they are from each other.
    pub cost: &'a mut i32,
}

/// What kernels take.
pub struct Tensors<'a, const N: usize> {
    /// Samples.
    pub a: PartOf<'a, [[u8; N]; N]>,
    /// What they are compared with.
    pub b: PartOf<'a, [[u8; N]; N]>,
    /// How far they are from each other.
    pub cost: &'a mut i32,
}

impl<const N: usize> Comparison<N> {
    /// Two blocks in pictures of their own.
    pub fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let [a, b] = [(); 2].map(|()| Rectangle::new([N, N], [0, 255], &mut numbers));
        Comparison { a, b, cost: -1 }
    }
}

impl<const N: usize> Data for Comparison<N> {
    type Slices<'a> = Slices<'a>;
    type Tensors<'a> = Tensors<'a, N>;

    fn slices(&mut self) -> Slices<'_> {
        Slices { a: self.a.rows(), b: self.b.rows(), cost: &mut self.cost }
    }

    fn tensors(&mut self) -> Tensors<'_, N> {
        let [a, b] = [&self.a, &self.b].map(|block| block.part().fixed().expect("extents of the type"));
        Tensors { a, b, cost: &mut self.cost }
    }

    fn output(&self) -> Vec<i64> {
        vec![i64::from(self.cost)]
    }

    fn around(&self) -> Vec<i64> {
        Vec::new()
    }
}
