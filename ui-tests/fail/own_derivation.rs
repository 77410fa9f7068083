#![forbid(unsafe_code)]

use unite::staged::Derivation;
use unite::{Dyn, Elem};

#[derive(Clone, Copy)]
struct Twice;

impl Derivation<2, 1> for Twice {
    type Shape<E: Elem> = Dyn<Dyn<E>>;
    const AXIS: [usize; 2] = [0, 0];
    const STEP: [Option<isize>; 2] = [Some(1), Some(1)];
}

fn main() {}
