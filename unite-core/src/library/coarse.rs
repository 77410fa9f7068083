//! What a point means that stands for several: policies for reads and writes of coarse tensors.

use core::fmt;
use core::ops::RangeInclusive;

use super::placement::BLOCK_RANK;
use super::{AccessError, BaseView, Storage, StorageMut};
use crate::Mean;

/// What a read takes of the points that an index stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoarseRead {
    /// The first point.
    #[default]
    First,
    /// Their mean, rounded as [`Mean`] says.
    Mean,
    /// The least of them.
    Min,
    /// The greatest of them.
    Max,
}

/// Which of the points that an index stands for are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoarseWrite {
    /// The first point.
    #[default]
    First,
    /// All of them.
    Broadcast,
}

/// The positions in memory of the points that an index stands for, the last axis of the block fastest.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The interval on each axis of the nearest block.
    intervals: [(isize, isize); BLOCK_RANK],
    strides: [isize; BLOCK_RANK],
    offset: isize,
}

impl Covered {
    /// The positions.
    fn positions(&self) -> impl Iterator<Item = usize> + use<> {
        let [a, b, c, d] = self.intervals.map(|(first, last)| first..=last);
        let ([p, q, r, s], offset) = (self.strides, self.offset);
        let along = move |range: RangeInclusive<isize>, stride: isize, at: isize| {
            range.map(move |index| at + index * stride)
        };
        along(a, p, offset)
            .flat_map(move |at| along(b.clone(), q, at))
            .flat_map(move |at| along(c.clone(), r, at))
            .flat_map(move |at| along(d.clone(), s, at))
            .map(|position| position as usize)
    }

    /// How many points there are.
    pub fn count(&self) -> usize {
        self.intervals.iter().map(|&(first, last)| (last - first + 1) as usize).product()
    }
}

impl<M: Storage, const N: usize> BaseView<M, N> {
    /// All points of the nearest block that share the location of an index, one after the other in the order of the
    /// axes of the block. Of a coarse point that reaches over the end of the block, those that the block has.
    ///
    /// ```
    /// use unite_core::Block;
    /// let row = Block::from([1u8, 2, 3, 4, 5]);
    /// let pairs = row.view().coarsen([2])?;
    /// let counts: Result<Vec<usize>, _> = (0..3).map(|i| Ok(pairs.covered([i])?.count())).collect();
    /// assert_eq!(counts, Ok::<_, unite_core::AccessError>(vec![2, 2, 1]));
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the block has none of them.
    pub fn covered(&self, index: [isize; N]) -> Result<Covered, AccessError> {
        let placement = &self.placement;
        if placement.elsewhere {
            return Err(AccessError::Elsewhere);
        }
        let nearest = &placement.nearest;
        let mut intervals = [(0, 0); BLOCK_RANK];
        for (axis, interval) in intervals.iter_mut().enumerate().take(nearest.rank) {
            let extent = nearest.extents[axis];
            let (first, last) = placement.maps[axis].interval_at(&index);
            if last < 0 || first >= extent {
                return Err(AccessError::Outside { axis, index: first, extent: extent as usize });
            }
            *interval = (first.max(0), last.min(extent - 1));
        }
        Ok(Covered { intervals, strides: nearest.strides, offset: nearest.offset })
    }

    /// The elements at all points of the nearest block that share the location of an index: see
    /// [`covered`](Self::covered).
    ///
    /// ```
    /// use unite_core::Block;
    /// let flags = Block::from([[false, true], [false, false]]);
    /// let any = flags.view().coarsen([2, 2])?.elements_at([0, 0])?.any(|flag| flag);
    /// assert!(any);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the block has none of them.
    pub fn elements_at(&self, index: [isize; N]) -> Result<impl Iterator<Item = M::Elem>, AccessError> {
        Ok(self.covered(index)?.positions().map(|position| self.memory.load(position)))
    }

    /// What an index of a coarse tensor is worth, which stands for several points of its block.
    ///
    /// ```
    /// use unite_core::{Block, library::CoarseRead};
    /// let row = Block::from([1u8, 2, 7, 4, 5]);
    /// let pairs = row.view().coarsen([2])?;
    /// let all = |policy| [0, 1, 2].map(|i| pairs.get_coarse(policy, [i]).unwrap());
    /// assert_eq!(all(CoarseRead::First), [1, 7, 5]);
    /// assert_eq!(all(CoarseRead::Mean), [2, 6, 5]);
    /// assert_eq!(all(CoarseRead::Min), [1, 4, 5]);
    /// assert_eq!(all(CoarseRead::Max), [2, 7, 5]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the block has no point at the location; with [`CoarseRead::First`], if it has not the first of them.
    pub fn get_coarse(&self, policy: CoarseRead, index: [isize; N]) -> Result<M::Elem, AccessError>
    where
        M::Elem: Mean,
    {
        let best = |better: fn(&M::Elem, &M::Elem) -> bool| {
            Ok(self.elements_at(index)?.reduce(|best, x| if better(&x, &best) { x } else { best }))
        };
        let value = match policy {
            CoarseRead::First => Some(self.get(index)?),
            CoarseRead::Mean => M::Elem::mean(self.elements_at(index)?),
            CoarseRead::Min => best(|x, best| x < best)?,
            CoarseRead::Max => best(|x, best| x > best)?,
        };
        // There is a point, or `covered` had failed.
        value.ok_or(AccessError::Elsewhere)
    }

    /// Writes an index of a coarse tensor, which stands for several points of its block.
    ///
    /// ```
    /// use unite_core::{Block, library::CoarseWrite};
    /// let mut row = Block::<[u8; 5]>::stack();
    /// let mut pairs = row.view_mut().coarsen([2])?;
    /// pairs.set_coarse(CoarseWrite::First, [0], 7)?;
    /// pairs.set_coarse(CoarseWrite::Broadcast, [1], 8)?;
    /// assert_eq!(row.as_slice(), [7, 0, 8, 8, 0]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the block has no point at the location; with [`CoarseWrite::First`], if it has not the first of them.
    pub fn set_coarse(
        &mut self,
        policy: CoarseWrite,
        index: [isize; N],
        value: M::Elem,
    ) -> Result<(), AccessError>
    where
        M: StorageMut,
    {
        match policy {
            CoarseWrite::First => self.set(index, value),
            CoarseWrite::Broadcast => {
                for position in self.covered(index)?.positions() {
                    self.memory.store(position, value);
                }
                Ok(())
            }
        }
    }
}

/// A view with policies for the points that an index stands for, as in kernels.
///
/// ```
/// use unite_core::Block;
/// use unite_core::library::{CoarseRead, CoarseWrite};
/// let mut plane = Block::from([[1u8, 2], [3, 6]]);
/// let cells = plane.view_mut().coarsen([2, 2])?.with_coarse_read(CoarseRead::Mean);
/// assert_eq!(cells.read([0, 0]), 3);
/// let mut cells = cells.with_coarse_write(CoarseWrite::Broadcast);
/// cells.write([0, 0], 9);
/// assert_eq!(plane.as_slice(), [9, 9, 9, 9]);
/// # Ok::<(), unite_core::library::ViewError>(())
/// ```
pub struct Coarse<M, const N: usize> {
    view: BaseView<M, N>,
    read: CoarseRead,
    write: CoarseWrite,
}

impl<M: Storage, const N: usize> BaseView<M, N> {
    /// This view, whose reads take what the policy says.
    pub fn with_coarse_read(self, policy: CoarseRead) -> Coarse<M, N> {
        Coarse { view: self, read: policy, write: CoarseWrite::default() }
    }

    /// This view, whose writes hit what the policy says.
    pub fn with_coarse_write(self, policy: CoarseWrite) -> Coarse<M, N> {
        Coarse { view: self, read: CoarseRead::default(), write: policy }
    }
}

impl<M: Storage, const N: usize> Coarse<M, N> {
    /// The same with another policy for reads.
    #[must_use]
    pub fn with_coarse_read(self, policy: CoarseRead) -> Self {
        Coarse { read: policy, ..self }
    }

    /// The same with another policy for writes.
    #[must_use]
    pub fn with_coarse_write(self, policy: CoarseWrite) -> Self {
        Coarse { write: policy, ..self }
    }

    /// The view without policies.
    pub fn view(&self) -> &BaseView<M, N> {
        &self.view
    }

    /// What an index is worth.
    ///
    /// # Errors
    /// As [`BaseView::get_coarse`].
    pub fn get(&self, index: [isize; N]) -> Result<M::Elem, AccessError>
    where
        M::Elem: Mean,
    {
        self.view.get_coarse(self.read, index)
    }

    /// What an index is worth.
    ///
    /// # Panics
    /// Where [`get`](Self::get) returns an error.
    #[track_caller]
    pub fn read(&self, index: [isize; N]) -> M::Elem
    where
        M::Elem: Mean,
    {
        match self.get(index) {
            Ok(value) => value,
            Err(error) => panic!("cannot read {index:?}: {error}"),
        }
    }

    /// Writes the points that an index stands for, or the first.
    ///
    /// # Errors
    /// As [`BaseView::set_coarse`].
    pub fn set(&mut self, index: [isize; N], value: M::Elem) -> Result<(), AccessError>
    where
        M: StorageMut,
    {
        self.view.set_coarse(self.write, index, value)
    }

    /// Writes the points that an index stands for, or the first.
    ///
    /// # Panics
    /// Where [`set`](Self::set) returns an error.
    #[track_caller]
    pub fn write(&mut self, index: [isize; N], value: M::Elem)
    where
        M: StorageMut,
    {
        if let Err(error) = self.set(index, value) {
            panic!("cannot write {index:?}: {error}")
        }
    }
}

impl<M: Storage, const N: usize> fmt::Debug for Coarse<M, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Coarse");
        debug.field("view", &self.view).field("read", &self.read).field("write", &self.write).finish()
    }
}
