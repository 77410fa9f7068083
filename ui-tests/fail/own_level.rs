//! What a level answers is believed.
#![forbid(unsafe_code)]

use unite::stored::Level;

#[derive(Clone, Copy)]
struct Far;

impl Level for Far {
    fn extent(self) -> usize {
        4
    }

    unsafe fn begin(self, _: usize) -> usize {
        0
    }

    unsafe fn end(self, _: usize) -> usize {
        1
    }

    unsafe fn coord(self, _: usize, _: usize) -> usize {
        100_000
    }
}

fn main() {}
