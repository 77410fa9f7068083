//! What kernels take of stored blocks, and what they put into them.

use unite_core::Elem;

use crate::assembly::LevelAssembly;
use crate::block::StoredBlock;
use crate::fibre::{Fibre, Levels};
use crate::fill::Fill;
use crate::format::{AppendFormat, Format};

/// A tensor of `N` axes that is stored in some format, borrowed: what stands behind `&Tensor<[[f64]], _>` in a kernel.
///
/// # Safety
/// [`extents`](Stored::extents) always answers the same. Indices of [`for_each`](Stored::for_each) and
/// [`entries`](Stored::entries) are less than it on each axis. If the format is `NESTED`, then so are the coordinates of walks and
/// cursors from [`root`](Stored::root), of the axes in its `ORDER`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stored tensor of {N} axes",
    note = "a kernel takes `&StoredBlock<T, Format, {N}>` here"
)]
pub unsafe trait Stored<const N: usize>: Copy {
    /// The type of elements.
    type Elem: Elem;
    /// What is not stored.
    type Fill: Fill<Self::Elem>;
    /// How elements are stored.
    type Format: Format<N>;
    /// Its outermost level.
    type Root: Fibre;

    /// The number of indices along each axis.
    fn extents(self) -> [usize; N];

    /// The outermost level; without coordinates if there is not a level for each axis.
    fn root(self) -> Self::Root;

    /// How many positions there are.
    fn positions(self) -> usize;

    /// Each index that has a position, with its element, if there is not a level for each axis; otherwise none.
    fn entries(self) -> impl Iterator<Item = ([usize; N], Self::Elem)>;

    /// Calls `take` with each index that has a position, and its element, in the order of storage.
    fn for_each(self, take: impl FnMut([usize; N], Self::Elem));
}

// SAFETY: a block was checked when it was made, and nobody changes its arrays: its levels keep their promises, so that coordinates
// and indices are less than the extents.
unsafe impl<'a, T: Elem, F: Format<N>, Z: Fill<T>, const N: usize> Stored<N> for &'a StoredBlock<T, F, N, Z>
where
    F::Levels<'a>: Levels<'a, T, Below: Fibre>,
{
    type Elem = T;
    type Fill = Z;
    type Format = F;
    type Root = <F::Levels<'a> as Levels<'a, T>>::Below;

    #[inline(always)]
    fn extents(self) -> [usize; N] {
        StoredBlock::extents(self)
    }

    #[inline(always)]
    fn root(self) -> Self::Root {
        let levels = F::levels(self.arrays(), StoredBlock::extents(self));
        // SAFETY: the root has position 0, and a block has a value for each position.
        unsafe { levels.below(0, 0, self.values()) }
    }

    #[inline(always)]
    fn positions(self) -> usize {
        self.values().len()
    }

    #[inline(always)]
    fn entries(self) -> impl Iterator<Item = ([usize; N], T)> {
        let values = self.values();
        F::entries(self.arrays(), StoredBlock::extents(self))
            .map(|(index, position)| (index, values[position]))
    }

    #[inline(always)]
    fn for_each(self, mut take: impl FnMut([usize; N], T)) {
        let values = self.values();
        // SAFETY: the arrays were checked when the block was made; positions of a format are less than the number of values of its block.
        unsafe {
            F::scan(self.arrays(), StoredBlock::extents(self), |index, position| {
                take(index, *values.get_unchecked(position));
            });
        }
    }
}

/// A stored tensor of `N` axes that a kernel writes as a whole: what stands behind `&mut Tensor<[[f64]], _>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stored tensor of {N} axes to which a kernel can append",
    note = "a kernel takes `&mut StoredBlock<T, Format, {N}>` here, whose levels are dense, compressed or singleton"
)]
pub trait Assembled<const N: usize> {
    /// The type of elements.
    type Elem: Elem;
    /// What is not stored.
    type Fill: Fill<Self::Elem>;
    /// How elements are stored.
    type Format: Format<N>;
    /// The outermost level on its way.
    type Root: LevelAssembly;

    /// The number of indices along each axis.
    fn extents(&self) -> [usize; N];

    /// A storage without elements, of these extents, with room for so many.
    fn assemble(&self, room: usize) -> Self::Root;

    /// Puts a storage in the place of what is there.
    ///
    /// # Panics
    /// If there are more positions than the integers of the format count. Then what is there stays.
    fn put(&mut self, root: Self::Root);
}

impl<T: Elem, F: AppendFormat<N>, Z: Fill<T>, const N: usize> Assembled<N> for StoredBlock<T, F, N, Z>
where
    F::Assembly<T>: LevelAssembly,
{
    type Elem = T;
    type Fill = Z;
    type Format = F;
    type Root = F::Assembly<T>;

    #[inline(always)]
    fn extents(&self) -> [usize; N] {
        StoredBlock::extents(self)
    }

    #[inline(always)]
    fn assemble(&self, room: usize) -> F::Assembly<T> {
        F::assemble(StoredBlock::extents(self), Z::VALUE, room)
    }

    #[inline(always)]
    fn put(&mut self, root: F::Assembly<T>) {
        if let Err(error) = self.replace(root) {
            panic!("what was appended is no storage: {error}");
        }
    }
}
