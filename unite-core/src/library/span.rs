//! Ranges of a partition.

use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo};

/// The indices that a partition takes along one axis: every `step`-th from a start up to an end. An open end is
/// that of the tensor; a given one may lie outside it, and a negative one is a neighbour.
///
/// ```
/// use unite_core::library::span;
/// assert_eq!(span(-2..6).step_by(3).within(100), (-2, 3, 3));       // -2, 1, 4: three of them
/// assert_eq!(span(1..).within(4), (1, 3, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    start: Option<isize>,
    end: Option<isize>,
    step: usize,
}

/// The span of a range, to give it a step: `span(0..16).step_by(4)`.
pub fn span(range: impl Into<Span>) -> Span {
    range.into()
}

impl Span {
    /// Every `step`-th index only.
    #[must_use]
    pub fn step_by(self, step: usize) -> Span {
        Span { step, ..self }
    }

    /// The start, the number of indices and the step, for an axis of the given extent. An empty span has no index.
    pub fn within(self, extent: usize) -> (isize, usize, usize) {
        let start = self.start.unwrap_or(0);
        let end = self.end.unwrap_or(extent as isize);
        let reach = usize::try_from(end.saturating_sub(start)).unwrap_or(0);
        (start, if self.step == 0 { 0 } else { reach.div_ceil(self.step) }, self.step)
    }
}

impl From<Range<isize>> for Span {
    fn from(range: Range<isize>) -> Self {
        Span { start: Some(range.start), end: Some(range.end), step: 1 }
    }
}

impl From<RangeInclusive<isize>> for Span {
    fn from(range: RangeInclusive<isize>) -> Self {
        Span { start: Some(*range.start()), end: Some(range.end().saturating_add(1)), step: 1 }
    }
}

impl From<RangeFrom<isize>> for Span {
    fn from(range: RangeFrom<isize>) -> Self {
        Span { start: Some(range.start), end: None, step: 1 }
    }
}

impl From<RangeTo<isize>> for Span {
    fn from(range: RangeTo<isize>) -> Self {
        Span { start: None, end: Some(range.end), step: 1 }
    }
}

impl From<RangeFull> for Span {
    fn from(_: RangeFull) -> Self {
        Span { start: None, end: None, step: 1 }
    }
}

/// One span for each of `N` axes: an array of ranges of one kind, or a tuple of ranges of any.
pub trait Spans<const N: usize> {
    /// The spans.
    fn spans(self) -> [Span; N];
}

impl<R: Into<Span>, const N: usize> Spans<N> for [R; N] {
    fn spans(self) -> [Span; N] {
        self.map(Into::into)
    }
}

macro_rules! tuple {
    ($n:literal: $($name:ident)*) => {
        impl<$($name: Into<Span>),*> Spans<$n> for ($($name,)*) {
            #[allow(non_snake_case)]
            fn spans(self) -> [Span; $n] {
                let ($($name,)*) = self;
                [$($name.into()),*]
            }
        }
    };
}

tuple!(1: A);
tuple!(2: A B);
tuple!(3: A B C);
tuple!(4: A B C D);
