//! Blocks: tensors that own their memory, or were lent it.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::{BlockError, Inline, Layout, Memory, MemoryMut, Storage};
use crate::geometry::LIMIT;
use crate::staged::{Geometry, Located, RowMajor, Space, Tensor, TensorMut};
use crate::{Dynamic, Elem, Ranked, Shape};

/// A tensor of the shape `S` over the memory `M`, laid out as the space `L` says.
///
/// A block is made on the heap, in place, or over memory that exists already, and kernels take all of them alike.
///
/// ```
/// use unite_core::Block;
/// let frame = Block::<u8>::zeros([1080, 1920]);              // on the heap
/// let macroblock = Block::<[[u8; 16]; 16]>::stack();         // in place, extents in the type
/// let table = Block::from([[1i16, 2], [3, 4]]);              // in place, from an array
/// let mut pixels = [0u8; 12];
/// let image = Block::external(&mut pixels, [3, 4])?;         // over memory of yours
/// assert_eq!((frame.extents(), macroblock.extents(), image.extents()), ([1080, 1920], [16, 16], [3, 4]));
/// assert_eq!(table.read([1, 0]), 3);
/// # Ok::<(), unite_core::BlockError>(())
/// ```
///
/// A new block lies at the origin of a universe of its own rank. [`with_origin`](Block::with_origin) and its
/// siblings place it elsewhere.
pub struct Block<S: Ranked, M = Vec<<S as Ranked>::Item>, L = RowMajor<S>> {
    pub(super) memory: M,
    pub(super) geometry: S::Geometry,
    pub(super) space: PhantomData<fn() -> L>,
}

/// A block of elements `T` on the heap, with dynamic extents.
pub type Heap<T, const N: usize> = Block<<T as Dynamic<N>>::Shape>;

/// The same, anywhere in its universe.
pub type Placed<T, const N: usize> =
    Block<<T as Dynamic<N>>::Shape, Vec<T>, Located<RowMajor<<T as Dynamic<N>>::Shape>>>;

impl<T: Elem> Block<T> {
    /// A block on the heap, every element at its default.
    ///
    /// ```
    /// let frame = unite_core::Block::<u8>::zeros([9, 16]);
    /// assert_eq!(frame.read([8, 15]), 0);
    /// ```
    ///
    /// # Panics
    /// Where [`try_zeros`](Block::try_zeros) returns an error.
    #[track_caller]
    pub fn zeros<const N: usize>(extents: [usize; N]) -> Heap<T, N>
    where
        T: Dynamic<N>,
    {
        match Self::try_zeros(extents) {
            Ok(block) => block,
            Err(error) => panic!("{error}"),
        }
    }

    /// A block on the heap, every element at its default, for extents that come from outside.
    ///
    /// ```
    /// assert!(unite_core::Block::<u8>::try_zeros([usize::MAX, 2]).is_err());
    /// ```
    ///
    /// # Errors
    /// If an extent is 0 or the block would be too large.
    pub fn try_zeros<const N: usize>(extents: [usize; N]) -> Result<Heap<T, N>, BlockError>
    where
        T: Dynamic<N>,
    {
        let (geometry, len) = tight::<T::Shape, N>(extents)?;
        Ok(Block { memory: vec![T::default(); len], geometry, space: PhantomData })
    }

    /// A block over a vector of its elements, last axis fastest.
    ///
    /// ```
    /// let block = unite_core::Block::from_vec(vec![1u8, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(block.read([1, 0]), 4);
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If an extent is 0, or the vector has not as many elements as the extents.
    pub fn from_vec<const N: usize>(memory: Vec<T>, extents: [usize; N]) -> Result<Heap<T, N>, BlockError>
    where
        T: Dynamic<N>,
    {
        let (geometry, needed) = tight::<T::Shape, N>(extents)?;
        if memory.len() != needed {
            return Err(BlockError::Memory { needed, found: memory.len() });
        }
        Ok(Block { memory, geometry, space: PhantomData })
    }
}

impl<S, const N: usize> Block<S>
where
    S: Inline<N> + Ranked<Geometry = Geometry<N>>,
{
    /// A block in place, every element at its default.
    ///
    /// ```
    /// let mut residual = unite_core::Block::<[[i16; 4]; 4]>::stack();
    /// residual.write([3, 3], 7);
    /// assert_eq!(residual.read([3, 3]), 7);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stack() -> Block<S, S> {
        Block::from(S::zeroed())
    }
}

impl<S, const N: usize> From<S> for Block<S, S>
where
    S: Inline<N> + Ranked<Geometry = Geometry<N>>,
{
    /// A block in place, over an array. It has at most [`LIMIT`] points along an axis, or does not compile:
    ///
    /// ```compile_fail,E0080
    /// # use unite_core::{Block, Elem};
    /// # #[derive(Clone, Copy, Default, Debug, PartialEq)]
    /// # struct Nothing;
    /// # impl Elem for Nothing {
    /// #     type Wide = Self;
    /// #     fn widen(self) -> Self { self }
    /// #     fn narrow(wide: Self) -> Self { wide }
    /// # }
    /// let block = Block::from([Nothing; 3_000_000_000]);
    /// ```
    ///
    /// ```
    /// # use unite_core::{Block, Elem};
    /// # #[derive(Clone, Copy, Default, Debug, PartialEq)]
    /// # struct Nothing;
    /// # impl Elem for Nothing {
    /// #     type Wide = Self;
    /// #     fn widen(self) -> Self { self }
    /// #     fn narrow(wide: Self) -> Self { wide }
    /// # }
    /// assert_eq!(Block::from([Nothing; 2_000_000_000]).view().extents(), [2_000_000_000]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(memory: S) -> Self {
        const {
            assert!(S::LEN > 0, "a block has at least one element");
            let mut axis = 0;
            while axis < N {
                // A length beyond an `isize` is less than 0 as one.
                let extent = S::EXTENTS[axis];
                assert!(0 < extent && extent <= LIMIT, "a block has at most i32::MAX points along an axis");
                axis += 1;
            }
        };
        Block { memory, geometry: Geometry::row_major(S::EXTENTS), space: PhantomData }
    }
}

/// The geometry of a block without gaps, and how many elements it has.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn tight<S: Shape<N>, const N: usize>(
    extents: [usize; N],
) -> Result<(Geometry<N>, usize), BlockError> {
    // As many elements as a vector of them can have.
    let most = isize::MAX as usize / size_of::<S::Elem>().max(1);
    let mut len = 1usize;
    let mut signed = [0; N];
    for (axis, &extent) in extents.iter().enumerate() {
        if extent == 0 {
            return Err(BlockError::Empty { axis });
        }
        len = match len.checked_mul(extent) {
            Some(len) if len <= most && extent <= LIMIT as usize => len,
            _ => return Err(BlockError::TooLarge { axis, extent }),
        };
        signed[axis] = extent as isize;
    }
    fits::<S, N>(&signed)?;
    Ok((Geometry::row_major(signed), len))
}

/// Checks that the constants of a shape are the extents.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fits<S: Shape<N>, const N: usize>(extents: &[isize; N]) -> Result<(), BlockError> {
    let mut axis = 0;
    while axis < N {
        let found = extents[axis];
        // By index: each constant is one then, and nothing is left of axes without.
        if let Some(expected) = S::EXTENT[axis]
            && expected != found
        {
            return Err(BlockError::Extent { axis, expected: expected as usize, found: found as usize });
        }
        axis += 1;
    }
    Ok(())
}

impl<S, M, L, const N: usize> Block<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    M: Memory<Elem = S::Elem>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    /// All elements, in the order of memory; between padded rows also what is not part of the block.
    pub fn as_slice(&self) -> &[S::Elem] {
        self.memory.elements()
    }

    /// All elements, in the order of memory, to write.
    pub fn as_mut_slice(&mut self) -> &mut [S::Elem]
    where
        M: MemoryMut<Elem = S::Elem>,
    {
        self.memory.elements_mut()
    }
}

impl<S, M, L, const N: usize> Block<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    M: Storage<Elem = S::Elem>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    /// The number of points along each axis.
    pub fn extents(&self) -> [usize; N] {
        self.geometry.extent.map(|extent| extent as usize)
    }

    /// Gives the memory back.
    pub fn into_memory(self) -> M {
        self.memory
    }

    /// The same block, whose extents are constants of its type where the shape `R` says so.
    ///
    /// ```
    /// use unite_core::{Block, Dyn};
    /// let rgb = [0u8; 2 * 5 * 3];
    /// let image = Block::external_ref(&rgb, [2, 5, 3])?.fixed::<Dyn<Dyn<[u8; 3]>>>()?;
    /// let error = image.fixed::<Dyn<Dyn<[u8; 4]>>>().err().unwrap();
    /// assert_eq!(error.to_string(), "the extent of axis 2 is 3, and the shape says 4");
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If an extent is not the constant of the shape.
    pub fn fixed<R>(self) -> Result<Block<R, M, L::Reshaped<R>>, BlockError>
    where
        R: Shape<N, Elem = S::Elem> + Ranked<Geometry = Geometry<N>>,
    {
        fits::<R, N>(&self.geometry.extent)?;
        Ok(Block { memory: self.memory, geometry: self.geometry, space: PhantomData })
    }
}

// SAFETY: every constructor checked that the extents and strides of the geometry stay within the memory, which
// does not shrink while the block owns it, and that they agree with `L`.
unsafe impl<S, M, L, const N: usize> Tensor<N> for Block<S, M, L>
where
    S: Shape<N>,
    M: Memory<Elem = S::Elem>,
    L: Space<N, Elem = S::Elem, Shape = S>,
{
    type Elem = S::Elem;
    type Shape = S;
    type Space = L;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn geometry(&self) -> &Geometry<N> {
        &self.geometry
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn memory(&self) -> &[S::Elem] {
        self.memory.elements()
    }
}

// SAFETY: the memory is that of the block, and the geometry the same.
unsafe impl<S, M, L, const N: usize> TensorMut<N> for Block<S, M, L>
where
    S: Shape<N>,
    M: MemoryMut<Elem = S::Elem>,
    L: Space<N, Elem = S::Elem, Shape = S>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parts_mut(&mut self) -> (&mut [S::Elem], &Geometry<N>) {
        (self.memory.elements_mut(), &self.geometry)
    }
}

impl<S: Ranked, M: Clone, L> Clone for Block<S, M, L> {
    fn clone(&self) -> Self {
        Block { memory: self.memory.clone(), geometry: self.geometry, space: PhantomData }
    }
}

impl<S: Ranked, M: fmt::Debug, L> fmt::Debug for Block<S, M, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Block").field("geometry", &self.geometry).field("memory", &self.memory).finish()
    }
}
