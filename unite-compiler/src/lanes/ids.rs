//! The numbers of values, and tables that have an entry for each.

use std::fmt;
use std::ops::{Index, IndexMut};

use proc_macro2::Literal;

/// The number of a value in a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(usize);

impl ValueId {
    /// As a literal.
    pub fn literal(self) -> Literal {
        Literal::usize_unsuffixed(self.0)
    }
}

impl fmt::Display for ValueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl quote::IdentFragment for ValueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Something for each value of a program.
#[derive(Clone, Debug)]
pub struct PerValue<T>(Vec<T>);

impl<T> Default for PerValue<T> {
    fn default() -> Self {
        PerValue(Vec::new())
    }
}

impl<T> PerValue<T> {
    /// The same for each of so many.
    pub fn filled(one: T, count: usize) -> Self
    where
        T: Clone,
    {
        PerValue(vec![one; count])
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the next one.
    pub fn push(&mut self, one: T) -> ValueId {
        self.0.push(one);
        ValueId(self.0.len() - 1)
    }

    /// Forgets all after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// The numbers, in order.
    pub fn ids(&self) -> impl Iterator<Item = ValueId> + use<T> {
        (0..self.0.len()).map(ValueId)
    }

    /// All of them, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// All of them with their numbers.
    pub fn entries(&self) -> impl Iterator<Item = (ValueId, &T)> {
        self.0.iter().enumerate().map(|(number, one)| (ValueId(number), one))
    }
}

impl PerValue<bool> {
    /// Those for which it holds.
    pub fn those(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.entries().filter(|(_, holds)| **holds).map(|(id, _)| id)
    }
}

impl<T> Index<ValueId> for PerValue<T> {
    type Output = T;

    fn index(&self, id: ValueId) -> &T {
        &self.0[id.0]
    }
}

impl<T> IndexMut<ValueId> for PerValue<T> {
    fn index_mut(&mut self, id: ValueId) -> &mut T {
        &mut self.0[id.0]
    }
}
