//! Numbers, and who knows them.

use alloc::vec::Vec;
use core::fmt;

/// A parameter of a tensor.
///
/// ```
/// use unite_core::inspect::Number;
/// assert_eq!(Number::Constant(4).to_string(), "4");
/// assert_eq!(Number::Dynamic(-4).to_string(), "-4?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A constant of the tensor's type.
    Constant(isize),
    /// What it is in this run.
    Dynamic(isize),
}

impl Number {
    /// The number, whoever knows it.
    pub fn value(self) -> isize {
        match self {
            Number::Constant(value) | Number::Dynamic(value) => value,
        }
    }

    /// Run-time values, of which the type knows some.
    pub(super) fn all(values: &[isize], constants: &[Option<isize>]) -> Vec<Number> {
        let number = |(axis, &value): (usize, &isize)| match constants.get(axis) {
            Some(Some(_)) => Number::Constant(value),
            _ => Number::Dynamic(value),
        };
        values.iter().enumerate().map(number).collect()
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Constant(value) => write!(f, "{value}"),
            Number::Dynamic(value) => write!(f, "{value}?"),
        }
    }
}

/// `[4, 8?]`
pub(super) struct List<'a>(pub &'a [Number]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (axis, number) in self.0.iter().enumerate() {
            let comma = if axis == 0 { "" } else { ", " };
            write!(f, "{comma}{number}")?;
        }
        f.write_str("]")
    }
}
