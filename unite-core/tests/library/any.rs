//! Views of any rank.

use unite_core::library::{AccessError, Place, Span, Spans, View, ViewError};
use unite_core::space::ReferenceSpace;

/// A view of any rank.
#[derive(Clone)]
pub enum Any<'a> {
    R1(View<'a, u32, 1>),
    R2(View<'a, u32, 2>),
    R3(View<'a, u32, 3>),
    R4(View<'a, u32, 4>),
}
pub use Any::{R1, R2, R3, R4};

/// Evaluates an expression for the view, whatever its rank.
macro_rules! each {
    ($any:expr, $view:ident => $result:expr) => {
        match $any {
            R1($view) => $result,
            R2($view) => $result,
            R3($view) => $result,
            R4($view) => $result,
        }
    };
}

/// An operation that keeps the rank.
macro_rules! keep {
    ($any:expr, $view:ident => $result:expr) => {
        match $any {
            R1($view) => $result.map(R1),
            R2($view) => $result.map(R2),
            R3($view) => $result.map(R3),
            R4($view) => $result.map(R4),
        }
    };
}

pub fn take<T: Copy, const N: usize>(values: &[T]) -> [T; N] {
    std::array::from_fn(|axis| values[axis])
}

pub fn places<const N: usize>(values: &[usize]) -> [usize; N] {
    let order: Vec<usize> = values.iter().copied().filter(|&axis| axis < N).collect();
    take(&order)
}

pub struct Ranges(pub Vec<(isize, isize, isize)>);

impl<const N: usize> Spans<N> for Ranges {
    fn spans(self) -> [Span; N] {
        std::array::from_fn(|axis| {
            let (first, len, step) = self.0[axis];
            Span::from(first..first + len).step_by(step as usize)
        })
    }
}

pub fn colocate<'a>(into: Any<'a>, source: &Any<'a>) -> Result<Any<'a>, ViewError> {
    each!(into, into => match source {
        R1(source) => into.colocate(source).map(R1),
        R2(source) => into.colocate(source).map(R2),
        R3(source) => into.colocate(source).map(R3),
        R4(source) => into.colocate(source).map(R4),
    })
}

pub fn get(view: &Any, index: &[isize]) -> Result<u32, AccessError> {
    each!(view, view => view.get(take(index)))
}

pub fn space(view: &Any) -> ReferenceSpace {
    each!(view, view => view.space())
}

pub fn extents(view: &Any) -> Vec<usize> {
    each!(view, view => view.extents().to_vec())
}

pub(crate) use {each, keep};
