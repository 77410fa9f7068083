//! What appends to a storage is believed to say of what it appends.
#![forbid(unsafe_code)]

use unite::stored::{Assembly, Fibre, Leaf, LevelAssembly};

struct Far;

impl Assembly for Far {
    fn count(&self) -> usize {
        0
    }

    fn complete(&mut self) {}

    fn skip(&mut self) {}
}

impl LevelAssembly for Far {
    type Below = Far;

    fn open(&mut self, _: usize) -> &mut Far {
        self
    }

    fn close(&mut self) {}
}

impl Leaf for Far {
    type Element = f64;

    fn push(&mut self, _: usize, _: f64) {}

    fn append_each<A: Fibre>(&mut self, a: A, mut take: impl FnMut(usize, A::Below) -> f64) {
        for (at, below) in a.walk() {
            take(at + 100_000, below);
        }
    }
}

fn main() {}
