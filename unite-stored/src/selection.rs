//! Which elements of a tensor are taken, axis by axis.

use std::ops::{Range, RangeFull};

use crate::error::StorageError;

/// What is taken of an axis of a tensor, or put before one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// All indices.
    All,
    /// Those of an interval.
    Part(Range<usize>),
    /// One index: what is taken has no axis for it.
    At(usize),
    /// An axis that the tensor does not have, with one index.
    New,
}

impl From<usize> for Pick {
    fn from(at: usize) -> Self {
        Pick::At(at)
    }
}

impl From<Range<usize>> for Pick {
    fn from(part: Range<usize>) -> Self {
        Pick::Part(part)
    }
}

impl From<RangeFull> for Pick {
    fn from(_: RangeFull) -> Self {
        Pick::All
    }
}

/// Which elements of a tensor of `N` axes are those of one of `M` axes: intervals, single indices, and new axes. What is selected of a
/// selection is one.
///
/// ```
/// use unite_stored::{Pick, Selection};
/// let all = Selection::all([2, 3, 3]);
/// let part: Selection<3, 3> = all.select(&[Pick::New, 0.into(), (1..3).into(), (1..3).into()])?;
/// assert_eq!(part.extents(), [1, 2, 2]);
/// assert_eq!(part.index([0, 1, 0]), Some([0, 2, 1]));
/// assert_eq!((part.find([0, 2, 1]), part.find([1, 2, 1])), (Some([0, 1, 0]), None));
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection<const N: usize, const M: usize> {
    /// By axis of the tensor, the first index that is taken, and how many.
    taken: [(usize, usize); N],
    /// By axis of what is taken, that of the tensor; none for a new one.
    axes: [Option<usize>; M],
}

impl<const N: usize> Selection<N, N> {
    /// All of a tensor.
    pub fn all(extents: [usize; N]) -> Self {
        Selection { taken: extents.map(|extent| (0, extent)), axes: std::array::from_fn(Some) }
    }
}

impl<const N: usize, const M: usize> Selection<N, M> {
    /// What is picked of each axis of this selection, in order, with new axes between them.
    ///
    /// # Errors
    /// [`StorageError::Picks`] unless there is one for each axis, [`StorageError::Axes`] if `K` axes are not left,
    /// [`StorageError::Part`] for an interval that is empty or ends outside, [`StorageError::Outside`] for an index outside.
    pub fn select<const K: usize>(&self, picks: &[Pick]) -> Result<Selection<N, K>, StorageError> {
        let found = picks.iter().filter(|pick| **pick != Pick::New).count();
        if found != M {
            return Err(StorageError::Picks { axes: M, found });
        }
        let left = picks.iter().filter(|pick| !matches!(pick, Pick::At(_))).count();
        if left != K {
            return Err(StorageError::Axes { expected: K, found: left });
        }
        let (mut taken, mut axes) = (self.taken, [None; K]);
        let (mut seen, mut to) = (0, 0);
        let extents = self.extents();
        for pick in picks {
            let axis = if *pick == Pick::New { None } else { self.axes[seen] };
            let extent = if *pick == Pick::New { 1 } else { extents[seen] };
            let (first, count) = match *pick {
                Pick::New | Pick::All => (0, extent),
                Pick::Part(Range { start, end }) if start < end && end <= extent => (start, end - start),
                Pick::Part(Range { start, end }) => {
                    let part = (start.cast_signed(), end.cast_signed());
                    return Err(StorageError::Part { axis: seen, part, extent });
                }
                Pick::At(at) if at < extent => (at, 1),
                Pick::At(coordinate) => {
                    return Err(StorageError::Outside { axis: seen, coordinate, extent });
                }
            };
            if let Some(axis) = axis {
                taken[axis] = (taken[axis].0 + first, count);
            }
            if !matches!(pick, Pick::At(_)) {
                axes[to] = axis;
                to += 1;
            }
            seen += usize::from(*pick != Pick::New);
        }
        Ok(Selection { taken, axes })
    }

    /// The number of indices along each axis of what is taken.
    pub fn extents(&self) -> [usize; M] {
        self.axes.map(|axis| axis.map_or(1, |axis| self.taken[axis].1))
    }

    /// The index of the tensor for one of what is taken. `None` outside of that.
    pub fn index(&self, of: [usize; M]) -> Option<[usize; N]> {
        let mut index = self.taken.map(|(first, _)| first);
        for (at, axis) in of.into_iter().zip(self.axes) {
            match axis {
                Some(axis) if at < self.taken[axis].1 => index[axis] += at,
                None if at == 0 => {}
                _ => return None,
            }
        }
        Some(index)
    }

    /// The index in what is taken for one of the tensor, if it is.
    pub fn find(&self, index: [usize; N]) -> Option<[usize; M]> {
        let mut at = [0; N];
        for (axis, (first, count)) in self.taken.into_iter().enumerate() {
            at[axis] = index[axis].checked_sub(first).filter(|at| *at < count)?;
        }
        Some(self.axes.map(|axis| axis.map_or(0, |axis| at[axis])))
    }
}
