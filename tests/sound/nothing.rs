//! An element without size.

use unite::Elem;

/// There is nothing in it.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Nothing;

impl Elem for Nothing {
    type Wide = Self;

    fn widen(self) -> Self {
        self
    }

    fn narrow(wide: Self) -> Self {
        wide
    }
}
