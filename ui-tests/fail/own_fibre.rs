//! Coordinates of a fibre are believed.
#![forbid(unsafe_code)]

use unite::stored::{Cursor, Fibre};

#[derive(Clone, Copy)]
struct Far;

impl Cursor for Far {
    type Below = f64;

    fn is_at(&self) -> bool {
        true
    }

    fn coordinate(&self) -> usize {
        100_000
    }

    fn below(&self) -> f64 {
        1.0
    }

    fn step_if(&mut self, _: bool) {}
}

impl Fibre for Far {
    type Below = f64;
    type Walk = std::iter::Once<(usize, f64)>;
    type Cursor = Far;
    const FULL: bool = false;
    const ORDERED: bool = true;
    const MERGES: bool = true;
    const LOCATES: bool = false;

    fn walk(self) -> Self::Walk {
        std::iter::once((100_000, 1.0))
    }

    fn cursor(self) -> Far {
        self
    }

    fn locate(self, _: usize) -> Option<f64> {
        None
    }

    fn room(self) -> usize {
        0
    }

    fn extent(self) -> usize {
        4
    }
}

fn main() {}
