//! Blocks made inside kernels.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::derive::{other_extent, require_shape};
use super::{Carrier, Fault, FootprintError, RowMajor, Space, Tensor};
use crate::geometry::Geometry;
use crate::geometry::LIMIT;
use crate::ptr::Ptr;
use crate::{Elem, Shape};

/// The memory of a heap block of a kernel, filled with the default element.
///
/// # Panics
/// If an extent is negative or the block is larger than the address space.
#[track_caller]
pub fn zeros<T: Elem, const N: usize>(tensor: &'static str, extent: [isize; N]) -> Vec<T> {
    let len = match length::<T, N>(extent) {
        Ok(len) => len,
        Err(axis) => panic!("block {tensor} cannot have extent {} on axis {axis}", extent[axis]),
    };
    let mut memory = Vec::new();
    memory.resize(len, T::default());
    memory
}

/// How many elements a block has; an axis whose extent is negative or too large.
fn length<T, const N: usize>(extent: [isize; N]) -> Result<usize, usize> {
    let mut len = 1usize;
    for (axis, &e) in extent.iter().enumerate() {
        len = usize::try_from(e)
            .ok()
            .and_then(|e| len.checked_mul(e))
            .filter(|_| e <= LIMIT)
            .filter(|len| isize::try_from(len.saturating_mul(size_of::<T>().max(1))).is_ok())
            .ok_or(axis)?;
    }
    Ok(len)
}

/// Whether a block that `kernel` makes can have these extents.
///
/// # Errors
/// [`Fault::Extent`] if one is negative, or the block larger than the address space.
pub fn holds<T: Elem, const N: usize>(
    kernel: &'static str,
    tensor: &'static str,
    extent: [isize; N],
) -> Result<(), FootprintError> {
    match length::<T, N>(extent) {
        Ok(_) => Ok(()),
        Err(axis) => {
            Err(FootprintError { kernel, tensor, fault: Fault::Extent { axis, extent: extent[axis] } })
        }
    }
}

/// The static part of a tensor, as a value that generic functions can be given.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn space_of<const N: usize, T: Tensor<N>>(_: &T) -> PhantomData<T::Space> {
    PhantomData
}

/// The space of a block copied from a tensor in the space `P`: its location, with memory of its own.
pub struct Copied<P, S>(PhantomData<fn() -> (P, S)>);

impl<P, S> Clone for Copied<P, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P, S> Copy for Copied<P, S> {}

// SAFETY: `Carrier::block_copy` lays the memory out row-major and keeps the location of a tensor in `P`.
unsafe impl<P: Space<N>, S: Shape<N>, const N: usize> Space<N> for Copied<P, S> {
    type Elem = S::Elem;
    type Shape = S;
    const STRIDE: [Option<isize>; N] = <RowMajor<S> as Space<N>>::STRIDE;
    const STEP: [Option<isize>; N] = P::STEP;
    const AXES: [Option<usize>; N] = P::AXES;
    const REFINE: [Option<isize>; N] = P::REFINE;
    const IS_SOMEWHERE: bool = P::IS_SOMEWHERE;
    const IS_THIN: bool = P::IS_THIN;
    const IS_WHOLE: bool = true;
    // A copy of what is nowhere has none.
    const ROOT_RANK: Option<usize> = if P::IS_SOMEWHERE { P::ROOT_RANK } else { None };
}

impl<'a, S: Shape<N>, const N: usize> Carrier<'a, RowMajor<S>, N> {
    /// Carries a block of the kernel's own, at `origin` in the root.
    ///
    /// # Safety
    /// `ptr` is to memory for a row-major block of `extent`.
    ///
    /// # Panics
    /// If an extent is not the constant of the shape.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub unsafe fn block(ptr: Ptr<'a, S::Elem>, extent: [isize; N], origin: [isize; N]) -> Self {
        require_shape::<S, N>(&extent);
        let mut geometry = Geometry::row_major(extent);
        let mut j = 0;
        while j < N {
            geometry.origin[j] = origin[j];
            j += 1;
        }
        Carrier { ptr, geometry, space: PhantomData }
    }
}

impl<P: Space<N>, const N: usize> Carrier<'_, P, N> {
    /// Carries a block of the kernel's own at the location of this tensor (block copy).
    ///
    /// # Safety
    /// `ptr` is to memory for a row-major block of `extent`.
    ///
    /// # Panics
    /// If those are not the extents of this tensor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub unsafe fn block_copy<'a, T: Elem>(
        self,
        ptr: Ptr<'a, T>,
        extent: [isize; N],
    ) -> Carrier<'a, Copied<P, <P::Shape as Shape<N>>::With<T>>, N> {
        // SAFETY: what the caller says.
        unsafe { self.block_copy_as(ptr, extent, PhantomData) }
    }

    /// The same of a shape that the kernel says, of the same extents.
    ///
    /// # Safety
    /// `ptr` is to memory for a row-major block of `extent`.
    ///
    /// # Panics
    /// If those are not the extents of this tensor, or an extent is not the constant of the shape.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub unsafe fn block_copy_as<'a, S: Shape<N>>(
        self,
        ptr: Ptr<'a, S::Elem>,
        extent: [isize; N],
        _: PhantomData<S>,
    ) -> Carrier<'a, Copied<P, S>, N> {
        require_shape::<S, N>(&extent);
        let here = self.known().geometry();
        let mut axis = 0;
        while axis < N {
            if here.extent[axis] != extent[axis] {
                other_extent(axis, extent[axis], here.extent[axis])
            }
            axis += 1;
        }
        let mut geometry = Geometry::row_major(here.extent);
        geometry.axes = here.axes;
        geometry.step = here.step;
        geometry.refine = here.refine;
        geometry.phase = here.phase;
        geometry.frame = here.frame;
        geometry.origin = here.origin;
        geometry.root_rank = here.root_rank;
        if self.known().is_nowhere() {
            geometry = geometry.unplaced();
        }
        Carrier { ptr, geometry, space: PhantomData }
    }
}
