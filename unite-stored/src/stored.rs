//! What kernels take of stored blocks, and what they put into them.

use unite_core::Elem;

use crate::assembly::LevelAssembly;
use crate::block::StoredBlock;
use crate::fibre::Fibre;
use crate::fill::Fill;
use crate::format::{AppendFormat, Format};
use crate::tally::Tally;

/// A tensor of `N` axes that is stored in some format, borrowed: what stands behind `&Tensor<[[f64]], _>` in a kernel.
///
/// # Safety
/// [`extents`](Stored::extents) always answers the same. Indices of [`for_each`](Stored::for_each) and
/// [`entries`](Stored::entries) are less than it on each axis. If the format is `NESTED`, then so are the coordinates of walks and
/// cursors from [`root`](Stored::root), of the axes in its `ORDER`. A [part](Stored::part), what is in [reach](Stored::reach) and
/// what is [stepped](Stored::stepped) have the extents that they are asked for.
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
    /// A part of it.
    type Part: Stored<
            N,
            Elem = Self::Elem,
            Fill = Self::Fill,
            Format = Self::Format,
            Part = Self::Part,
            Reach = Self::Reach,
            Stepped = Self::Stepped,
        >;
    /// A part that may go beyond its ends, where nothing is stored.
    type Reach: Stored<
            N,
            Elem = Self::Elem,
            Fill = Self::Fill,
            Format = Self::Format,
            Part = Self::Reach,
            Reach = Self::Reach,
            Stepped = Self::Stepped,
        >;
    /// Every so many-th index of it, which may go beyond its ends, where nothing is stored.
    type Stepped: Stored<
            N,
            Elem = Self::Elem,
            Fill = Self::Fill,
            Format = Self::Format,
            Part = Self::Stepped,
            Reach = Self::Stepped,
            Stepped = Self::Stepped,
        >;
    /// Whether levels of the format that have all coordinates have all of the extents.
    const WHOLE: bool = true;

    /// The number of indices along each axis.
    fn extents(self) -> [usize; N];

    /// Where index 0 of each axis lies in the universe.
    fn origin(self) -> [isize; N];

    /// So many indices from the first ones on, if they are all there.
    fn part(self, first: [isize; N], extents: [usize; N]) -> Option<Self::Part>;

    /// The same wherever they are.
    fn reach(self, first: [isize; N], extents: [usize; N]) -> Self::Reach;

    /// The same of indices at these distances.
    fn stepped(self, first: [isize; N], extents: [usize; N], steps: [usize; N]) -> Self::Stepped;

    /// The outermost level; without coordinates if there is not a level for each axis.
    fn root(self) -> Self::Root;

    /// How many positions there are; of a part, about how many.
    fn positions(self) -> usize;

    /// Each index that has a position, with its element, if there is not a level for each axis; otherwise none.
    fn entries(self) -> impl Iterator<Item = ([usize; N], Self::Elem)>;

    /// Calls `take` with each index that has a position, and its element, in the order of storage.
    fn for_each(self, take: impl FnMut([usize; N], Self::Elem));

    /// The element at an index: what is stored, or the fill. `None` outside of the tensor.
    fn look_up(self, index: [usize; N]) -> Option<Self::Elem>;
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

    /// How many elements there are now: what is written again mostly has as many.
    fn count(&self) -> usize {
        0
    }

    /// Whether levels are opened in the order in which axes are stored.
    const IN_ORDER: bool = true;

    /// A storage without elements, of these extents, with room for so many, whose levels are opened in this order of axes. It may be made
    /// in the memory of what is there: then the tensor has no extents until something is [`put`](Assembled::put) there, or it is
    /// [left](Assembled::leave).
    fn assemble(&mut self, room: usize, order: [usize; N]) -> Self::Root;

    /// The same with just the memory for what was counted, if the format has memory for each element, in the order in which they come.
    fn assemble_counted(&mut self, counted: &Tally<N>, order: [usize; N]) -> Self::Root {
        self.assemble(counted.entries(), order)
    }

    /// Puts a storage of these extents, which are those of the tensor, in the place of what is there.
    ///
    /// # Panics
    /// If there are more positions than the integers of the format count.
    fn put(&mut self, root: Self::Root, extents: [usize; N]);

    /// Gives a tensor that has no extents these again: nothing is stored.
    fn leave(&mut self, extents: [usize; N]) {
        let _ = extents;
    }
}

impl<T: Elem, F: AppendFormat<N>, Z: Fill<T>, const N: usize> Assembled<N> for StoredBlock<T, F, N, Z>
where
    F::Assembly<T>: LevelAssembly,
{
    type Elem = T;
    type Fill = Z;
    type Format = F;
    type Root = F::Assembly<T>;
    const IN_ORDER: bool = F::IN_ORDER;

    #[inline(always)]
    fn extents(&self) -> [usize; N] {
        StoredBlock::extents(self)
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.values().len()
    }

    #[inline(always)]
    fn assemble(&mut self, room: usize, order: [usize; N]) -> F::Assembly<T> {
        let extents = StoredBlock::extents(self);
        match self.take_out() {
            Some(memory) => F::assemble_within(memory, extents, Z::VALUE, room, order),
            None => F::assemble_by(extents, Z::VALUE, room, order),
        }
    }

    fn assemble_counted(&mut self, counted: &Tally<N>, order: [usize; N]) -> F::Assembly<T> {
        let extents = StoredBlock::extents(self);
        // Its memory has another size.
        drop(self.take_out());
        F::assemble_counted(extents, Z::VALUE, counted, order)
    }

    #[inline(always)]
    fn put(&mut self, root: F::Assembly<T>, extents: [usize; N]) {
        if let Err(error) = self.replace_whole(root, extents) {
            panic!("what was appended is no storage: {error}");
        }
    }

    #[cold]
    fn leave(&mut self, extents: [usize; N]) {
        if StoredBlock::extents(self) != extents {
            self.give_extents(extents);
        }
    }
}
