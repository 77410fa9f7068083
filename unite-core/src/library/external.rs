//! Blocks over memory that somebody else owns.

use core::marker::PhantomData;

use super::block::tight;
use super::{Block, BlockError, Memory};
use crate::geometry::LIMIT;
use crate::staged::{Geometry, Pitched, Strided};
use crate::{Dynamic, Elem, Shape};

/// A block over the memory `M` of elements `T`, with dynamic extents and no gaps.
pub type External<M, T, const N: usize> = Block<<T as Dynamic<N>>::Shape, M>;

/// A block over the memory `M` of elements `T`, with dynamic extents and rows apart.
pub type ExternalPitched<M, T, const N: usize> =
    Block<<T as Dynamic<N>>::Shape, M, Pitched<<T as Dynamic<N>>::Shape>>;

/// A block over the memory `M` of elements `T`, with dynamic extents and strides.
pub type ExternalStrided<M, T, const N: usize> =
    Block<<T as Dynamic<N>>::Shape, M, Strided<<T as Dynamic<N>>::Shape>>;

/// How the elements of an external block lie in its memory.
///
/// ```
/// use unite_core::{Block, library::Strides};
/// // A picture that is stored from its bottom row up.
/// let stored = [5u8, 6, 7, 8, 1, 2, 3, 4];
/// let picture = Block::external_strided_ref(&stored, [2, 4], Strides { stride: [-4, 1], offset: 4 })?;
/// assert_eq!(picture.read([0, 2]), 3);
/// # Ok::<(), unite_core::BlockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strides<const N: usize> {
    /// The distance between neighbours along each axis, in elements. It may be negative.
    pub stride: [isize; N],
    /// The position of index 0.
    pub offset: isize,
}

impl<T: Elem> Block<T> {
    /// A block over memory of the caller's, last axis fastest. Memory beyond the last element stays unused.
    ///
    /// ```
    /// use unite_core::Block;
    /// let mut pixels = vec![0u8; 6];
    /// Block::external(&mut pixels, [2, 3])?.write([1, 0], 9);
    /// assert_eq!(pixels[3], 9);
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If an extent is 0 or the memory is too short.
    #[inline]
    pub fn external<const N: usize>(
        memory: &mut [T],
        extents: [usize; N],
    ) -> Result<External<&mut [T], T, N>, BlockError>
    where
        T: Dynamic<N>,
    {
        over(memory, extents)
    }

    /// As [`external`](Block::external), over memory that is only read.
    ///
    /// # Errors
    /// If an extent is 0 or the memory is too short.
    #[inline]
    pub fn external_ref<const N: usize>(
        memory: &[T],
        extents: [usize; N],
    ) -> Result<External<&[T], T, N>, BlockError>
    where
        T: Dynamic<N>,
    {
        over(memory, extents)
    }

    /// A block whose rows lie `pitch` elements apart: a picture with padded rows, or a part of a larger one. Axes
    /// before the last two follow without further gaps.
    ///
    /// ```
    /// use unite_core::Block;
    /// let padded = [1u8, 2, 3, 0, 4, 5, 6, 0];
    /// let picture = Block::external_pitched_ref(&padded, [2, 3], 4)?;
    /// assert_eq!(picture.read([1, 0]), 4);
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If an extent is 0, the memory is too short, or rows overlap.
    pub fn external_pitched<const N: usize>(
        memory: &mut [T],
        extents: [usize; N],
        pitch: usize,
    ) -> Result<ExternalPitched<&mut [T], T, N>, BlockError>
    where
        T: Dynamic<N>,
    {
        let strides = pitched(extents, pitch)?;
        separate(&extents, &strides)?;
        strided(memory, extents, strides)
    }

    /// As [`external_pitched`](Block::external_pitched), over memory that is only read.
    ///
    /// # Errors
    /// If an extent is 0 or the memory is too short.
    pub fn external_pitched_ref<const N: usize>(
        memory: &[T],
        extents: [usize; N],
        pitch: usize,
    ) -> Result<ExternalPitched<&[T], T, N>, BlockError>
    where
        T: Dynamic<N>,
    {
        strided(memory, extents, pitched(extents, pitch)?)
    }

    /// A block with a stride for every axis.
    ///
    /// # Errors
    /// If an extent is 0, or the strides lead outside the memory or let two indices share an element.
    pub fn external_strided<const N: usize>(
        memory: &mut [T],
        extents: [usize; N],
        strides: Strides<N>,
    ) -> Result<ExternalStrided<&mut [T], T, N>, BlockError>
    where
        T: Dynamic<N>,
    {
        separate(&extents, &strides)?;
        strided(memory, extents, strides)
    }

    /// As [`external_strided`](Block::external_strided), over memory that is only read; indices may share
    /// elements.
    ///
    /// # Errors
    /// If an extent is 0, or the strides lead outside the memory.
    pub fn external_strided_ref<const N: usize>(
        memory: &[T],
        extents: [usize; N],
        strides: Strides<N>,
    ) -> Result<ExternalStrided<&[T], T, N>, BlockError>
    where
        T: Dynamic<N>,
    {
        strided(memory, extents, strides)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn over<T, M, const N: usize>(memory: M, extents: [usize; N]) -> Result<External<M, T, N>, BlockError>
where
    T: Dynamic<N>,
    M: Memory<Elem = T>,
{
    let (geometry, needed) = tight::<T::Shape, N>(extents)?;
    let found = memory.elements().len();
    if found < needed {
        return Err(BlockError::Memory { needed, found });
    }
    Ok(Block { memory, geometry, space: PhantomData })
}

/// The strides of rows `pitch` apart.
fn pitched<const N: usize>(extents: [usize; N], pitch: usize) -> Result<Strides<N>, BlockError> {
    let mut stride = [1; N];
    let mut distance = pitch;
    for axis in (0..N.saturating_sub(1)).rev() {
        stride[axis] =
            isize::try_from(distance).map_err(|_| BlockError::TooLarge { axis, extent: extents[axis] })?;
        distance = distance.saturating_mul(extents[axis]);
    }
    Ok(Strides { stride, offset: 0 })
}

/// Checks that no two indices share an element: each axis, in the order of strides, steps over the ones below it.
fn separate<const N: usize>(extents: &[usize; N], strides: &Strides<N>) -> Result<(), BlockError> {
    let mut order: [usize; N] = core::array::from_fn(|axis| axis);
    order.sort_unstable_by_key(|&axis| strides.stride[axis].unsigned_abs());
    let mut below = 1usize;
    for axis in order {
        let (extent, stride) = (extents[axis], strides.stride[axis]);
        if extent > 1 {
            if stride.unsigned_abs() < below {
                return Err(BlockError::Overlap { axis, stride });
            }
            below = below.saturating_add(stride.unsigned_abs().saturating_mul(extent - 1));
        }
    }
    Ok(())
}

/// A block with given strides. The last stride is 1 where the space is `Pitched`, by construction of its callers.
fn strided<T, M, L, const N: usize>(
    memory: M,
    extents: [usize; N],
    strides: Strides<N>,
) -> Result<Block<T::Shape, M, L>, BlockError>
where
    T: Dynamic<N>,
    T::Shape: Shape<N, Elem = T>,
    M: Memory<Elem = T>,
{
    let (tight, _) = tight::<T::Shape, N>(extents)?;
    let len = memory.elements().len();
    let (mut first, mut last) = (strides.offset, strides.offset);
    for axis in 0..N {
        let stride = strides.stride[axis];
        if stride.unsigned_abs() > LIMIT as usize {
            return Err(BlockError::Coordinate { axis, value: stride });
        }
        // Both factors are at most LIMIT, so the product does not overflow.
        let reach = stride * (tight.extent[axis] - 1);
        let end = if reach < 0 { &mut first } else { &mut last };
        *end = end.checked_add(reach).ok_or(BlockError::TooLarge { axis, extent: extents[axis] })?;
    }
    if first < 0 || last as usize >= len {
        return Err(BlockError::Reach { first, last, len });
    }
    let geometry = Geometry { stride: strides.stride, offset: strides.offset, ..tight };
    Ok(Block { memory, geometry, space: PhantomData })
}
