//! Blocks over rows that lie anywhere in memory: an array of pointers to rows, as C programs have it.

use core::fmt;
use core::marker::PhantomData;

use super::block::tight;
use super::memory::sealed::Sealed;
use super::placement::Placement;
use super::{BaseView, Block, BlockError, Layout, Place, Storage, StorageMut};
use crate::staged::Geometry;
use crate::{Dynamic, Elem, Ranked, Shape};

/// Rows of one length that are read, each with memory of its own. `R` is what a row is: `&[T]`, `Vec<T>`, ...
pub struct RowPointers<'a, R, T> {
    rows: &'a [R],
    elem: PhantomData<T>,
}

/// Rows of one length that are read and written, each with memory of its own.
pub struct RowPointersMut<'a, R, T> {
    rows: &'a mut [R],
    elem: PhantomData<T>,
}

/// A block of elements `T` over row pointers `M`.
pub type Rows<M, T> = Block<<T as Dynamic<2>>::Shape, M>;

impl<T: Elem> Block<T> {
    /// A block over rows that lie anywhere, to be read.
    ///
    /// A kernel takes tensors with one stride from row to row, which such rows do not have: hand it a
    /// [copy](BaseView::to_block).
    ///
    /// ```
    /// use unite_core::Block;
    /// let (above, below) = ([1u8, 2, 3], [4u8, 5, 6]);
    /// let rows: [&[u8]; 2] = [&below, &above];
    /// let picture = Block::external_rows(&rows)?;
    /// let column = picture.view().slice(1, 2)?;
    /// assert_eq!((column.read([0]), column.read([1])), (6, 3));
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no row, the first one is empty, or another one is not as long.
    pub fn external_rows<R: AsRef<[T]>>(rows: &[R]) -> Result<Rows<RowPointers<'_, R, T>, T>, BlockError>
    where
        T: Dynamic<2>,
    {
        let geometry = geometry::<T, R>(rows)?;
        Ok(Block { memory: RowPointers { rows, elem: PhantomData }, geometry, space: PhantomData })
    }

    /// As [`external_rows`](Block::external_rows), to be written too.
    ///
    /// ```
    /// use unite_core::Block;
    /// let mut rows = vec![vec![0u8; 3]; 2];
    /// let mut picture = Block::external_rows_mut(&mut rows)?.with_origin([8, 0])?;
    /// picture.write([1, 2], 7);
    /// picture.view_mut().permute([1, 0])?.write([0, 1], 9);
    /// assert_eq!(rows[1], [9, 0, 7]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// As [`external_rows`](Block::external_rows).
    pub fn external_rows_mut<R: AsRef<[T]> + AsMut<[T]>>(
        rows: &mut [R],
    ) -> Result<Rows<RowPointersMut<'_, R, T>, T>, BlockError>
    where
        T: Dynamic<2>,
    {
        let geometry = geometry::<T, R>(rows)?;
        Ok(Block { memory: RowPointersMut { rows, elem: PhantomData }, geometry, space: PhantomData })
    }
}

/// The geometry that the rows would have one after the other.
fn geometry<T: Dynamic<2>, R: AsRef<[T]>>(rows: &[R]) -> Result<Geometry<2>, BlockError> {
    let expected = rows.first().map_or(0, |row| row.as_ref().len());
    for (row, found) in rows.iter().map(|row| row.as_ref().len()).enumerate() {
        if found != expected {
            return Err(BlockError::Ragged { row, expected, found });
        }
    }
    Ok(tight::<T::Shape, 2>([rows.len(), expected])?.0)
}

/// The row of a position, and the place in it.
fn place<T, R: AsRef<[T]>>(rows: &[R], position: usize) -> (usize, usize) {
    // A block is not empty.
    let pitch = rows[0].as_ref().len();
    (position / pitch, position % pitch)
}

impl<R, T> Sealed for RowPointers<'_, R, T> {}
impl<R: AsRef<[T]>, T: Elem> Storage for RowPointers<'_, R, T> {
    type Elem = T;

    fn load(&self, position: usize) -> T {
        let (y, x) = place(self.rows, position);
        self.rows[y].as_ref()[x]
    }
}

impl<R, T> Sealed for RowPointersMut<'_, R, T> {}
impl<R: AsRef<[T]>, T: Elem> Storage for RowPointersMut<'_, R, T> {
    type Elem = T;

    fn load(&self, position: usize) -> T {
        let (y, x) = place(self.rows, position);
        self.rows[y].as_ref()[x]
    }
}
impl<R: AsRef<[T]> + AsMut<[T]>, T: Elem> StorageMut for RowPointersMut<'_, R, T> {
    fn store(&mut self, position: usize, value: T) {
        let (y, x) = place(self.rows, position);
        self.rows[y].as_mut()[x] = value;
    }
}

impl<R, T> Clone for RowPointers<'_, R, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R, T> Copy for RowPointers<'_, R, T> {}

impl<R, T> fmt::Debug for RowPointers<'_, R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowPointers").field("rows", &self.rows.len()).finish()
    }
}

impl<R, T> fmt::Debug for RowPointersMut<'_, R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowPointersMut").field("rows", &self.rows.len()).finish()
    }
}

impl<'a, S, R, T, L> Block<S, RowPointers<'a, R, T>, L>
where
    T: Elem,
    S: Shape<2, Elem = T> + Ranked<Geometry = Geometry<2>>,
    R: AsRef<[T]>,
    L: Layout<2, Elem = T, Shape = S>,
{
    /// The whole block as a view, from which others derive.
    pub fn view(&self) -> BaseView<RowPointers<'a, R, T>, 2> {
        BaseView { memory: self.memory, placement: Placement::of_block(&self.geometry, self.space(), false) }
    }
}

impl<S, R, T, L> Block<S, RowPointersMut<'_, R, T>, L>
where
    T: Elem,
    S: Shape<2, Elem = T> + Ranked<Geometry = Geometry<2>>,
    R: AsRef<[T]>,
    L: Layout<2, Elem = T, Shape = S>,
{
    /// The whole block as a view, from which others derive.
    pub fn view(&self) -> BaseView<RowPointers<'_, R, T>, 2> {
        let memory = RowPointers { rows: &*self.memory.rows, elem: PhantomData };
        BaseView { memory, placement: Placement::of_block(&self.geometry, self.space(), false) }
    }

    /// The whole block as a view that is written.
    pub fn view_mut(&mut self) -> BaseView<RowPointersMut<'_, R, T>, 2> {
        let placement = Placement::of_block(&self.geometry, self.space(), false);
        let memory = RowPointersMut { rows: &mut *self.memory.rows, elem: PhantomData };
        BaseView { memory, placement }
    }
}
