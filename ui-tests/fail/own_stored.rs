//! Extents of a stored tensor are believed.
#![forbid(unsafe_code)]

use unite::stored::{Csr, Stored, StoredBlock, Zero};

type Matrix = StoredBlock<f64, Csr, 2>;

#[derive(Clone, Copy)]
struct Liar<'a>(&'a Matrix);

impl<'a> Stored<2> for Liar<'a> {
    type Elem = f64;
    type Fill = Zero;
    type Format = Csr;
    type Root = <&'a Matrix as Stored<2>>::Root;

    fn extents(self) -> [usize; 2] {
        [4, 4]
    }

    fn root(self) -> Self::Root {
        self.0.root()
    }

    fn positions(self) -> usize {
        0
    }

    fn entries(self) -> impl Iterator<Item = ([usize; 2], f64)> {
        std::iter::empty()
    }

    fn for_each(self, take: impl FnMut([usize; 2], f64)) {
        self.0.for_each(take);
    }
}

fn main() {}
