//! A tensor on its way between kernels.

use core::marker::PhantomData;

use super::known::Known;
use super::near::near;
use super::{Fault, Space, Touched};
use crate::geometry::Geometry;
use crate::ptr::Ptr;
use crate::{Elem, Shape};

/// A tensor of rank `N` in the space `S`, between kernels: a pointer to memory that is borrowed for `'a`, and the dynamic
/// part of its geometry.
///
/// Safe code can make a carrier, ask where it is and derive others from it; only reading and writing through its
/// [`Ptr`] is unsafe. Generated code does that after it has checked its footprint.
pub struct Carrier<'a, S: Space<N>, const N: usize> {
    pub(super) ptr: Ptr<'a, S::Elem>,
    pub(super) geometry: Geometry<N>,
    pub(super) space: PhantomData<S>,
}

impl<S: Space<N>, const N: usize> Clone for Carrier<'_, S, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space<N>, const N: usize> Copy for Carrier<'_, S, N> {}

impl<'a, S: Space<N>, const N: usize> Carrier<'a, S, N>
where
    S::Elem: Elem,
{
    /// Carries a tensor that is only read.
    ///
    /// # Safety
    /// `geometry` is that of a [`Tensor`](super::Tensor) with this memory and this space.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn shared(memory: &'a [S::Elem], geometry: &Geometry<N>, _: PhantomData<S>) -> Self {
        Self::over(memory.as_ptr().cast_mut(), memory.len(), geometry)
    }

    /// Carries a tensor that is written.
    ///
    /// # Safety
    /// `geometry` is that of a [`Tensor`](super::Tensor) with this memory and this space.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn exclusive(memory: &'a mut [S::Elem], geometry: &Geometry<N>, _: PhantomData<S>) -> Self {
        Self::over(memory.as_mut_ptr(), memory.len(), geometry)
    }

    /// Carries memory that other carriers may reach, too: nothing is borrowed. Who writes one of two carriers of the same
    /// elements decides what the other one reads by the order of accesses, which is the kernel's.
    ///
    /// # Safety
    /// `memory` is `len` elements for as long as the result is used; no reference to an element that is written, and no other
    /// thread that writes, is in use meanwhile. `geometry` is that of a [`Tensor`](super::Tensor) with this memory and this
    /// space.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn raw(memory: *mut S::Elem, len: usize, geometry: &Geometry<N>, _: PhantomData<S>) -> Self {
        Self::over(memory, len, geometry)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn over(memory: *mut S::Elem, len: usize, geometry: &Geometry<N>) -> Self {
        debug_assert!(agrees::<S, N>(geometry), "{geometry:?} does not agree with its space");
        let known = Known::<S, N>::new(geometry);
        let geometry = Geometry { frame: known.frame(), ..*geometry };
        Carrier { ptr: Ptr::new(memory, len, geometry.offset), geometry, space: PhantomData }
    }

    /// What is known of the tensor, by reference.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn known(&self) -> Known<'_, S, N> {
        Known::new(&self.geometry)
    }

    /// The pointer to index 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ptr(self) -> Ptr<'a, S::Elem> {
        self.ptr
    }

    /// The extent of an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn extent(self, axis: usize) -> isize {
        self.known().extent(axis)
    }

    /// The distance in memory between neighbours along an axis, in elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stride(self, axis: usize) -> isize {
        self.known().stride(axis)
    }

    /// Whether the distance in memory between neighbours along an axis is a constant of the type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn knows_stride(self, axis: usize) -> bool {
        S::STRIDE[axis].is_some()
    }

    /// Whether neighbours along `axis` are as near in memory as those along `other`, or nearer: the loop over `axis` is
    /// the inner one. A constant wherever the space knows which axis has neighbouring elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn inside(self, axis: usize, other: usize) -> bool {
        match (S::STRIDE[axis], S::STRIDE[other]) {
            (Some(1 | -1), _) => true,
            (_, Some(1 | -1)) => false,
            _ => self.known().stride(axis).unsigned_abs() <= self.known().stride(other).unsigned_abs(),
        }
    }

    /// The distance in the root between neighbours along an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn step(self, axis: usize) -> isize {
        self.known().step(axis)
    }

    /// How many points share one location of the root along an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn refine(self, axis: usize) -> isize {
        self.known().refine(axis)
    }

    /// How far index 0 lies past the first point at its location along an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn phase(self, axis: usize) -> isize {
        self.known().phase(axis)
    }

    /// How far the location of an index lies past that of index 0; [near], and between what it is for the indices
    /// around, whatever the step is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn distance_to(self, axis: usize, index: isize) -> isize {
        let here = self.known();
        let (numerator, refine) =
            (here.step(axis).saturating_mul(index).saturating_add(here.phase(axis)), here.refine(axis));
        near(if refine == 1 { numerator } else { numerator.checked_div_euclid(refine).unwrap_or(0) })
    }

    /// Whether the location of every index is known along an axis.
    ///
    /// # Errors
    /// [`Fault::Unlocated`] if only that of index 0 is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_located(self, axis: usize) -> Result<(), Fault> {
        self.known().is_located(axis)
    }

    /// The axis of the root that an axis runs along.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn root_axis(self, axis: usize) -> usize {
        self.known().root_axis(axis)
    }

    /// Where index 0 lies on the axis of the root that an axis runs along.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn origin(self, axis: usize) -> isize {
        self.known().origin(axis)
    }

    /// The first index along an axis that lies in the nearest block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lo(self, axis: usize) -> isize {
        self.known().lo(axis)
    }

    /// One past the last index along an axis that lies in the nearest block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn hi(self, axis: usize) -> isize {
        self.known().hi(axis)
    }

    /// Whether the tensor lies in the universe as it is: each axis along that of its number, and a point at each location.
    ///
    /// # Errors
    /// [`Fault::Nowhere`], [`Fault::Universe`], or [`Fault::Placed`] for the axis along which it does not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_displaced(self) -> Result<(), Fault> {
        let here = self.known();
        if here.is_nowhere() {
            return Err(Fault::Nowhere);
        }
        let root_rank = here.root_rank();
        if root_rank != N {
            return Err(Fault::universe(N, root_rank));
        }
        let mut axis = 0;
        while axis < N {
            if here.root_axis(axis) != axis || here.step(axis) != 1 || here.refine(axis) != 1 {
                return Err(Fault::Placed { axis });
            }
            axis += 1;
        }
        Ok(())
    }

    /// The geometry, with the constants of the space filled in so that they fold.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn geometry(self) -> Geometry<N> {
        self.known().geometry()
    }

    /// Checks that the indices `first..=last` of an axis lie in the nearest block. Nothing does where `first` is past
    /// `last`: that is what an overflow looks like.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn covers(self, axis: usize, first: isize, last: isize) -> Result<(), Fault> {
        // By value: a carrier whose address is taken is written to memory at every call.
        let (lo, hi) = (self.known().lo(axis), self.known().hi(axis));
        if lo <= first && first <= last && last < hi {
            Ok(())
        } else {
            let (extent, origin) = (self.known().extent(axis), Some(self.known().origin(axis)));
            Err(Fault::Outside(Touched { axis, first, last, lo, hi, extent, origin }))
        }
    }
}

/// Whether a geometry agrees with what its space claims to know.
fn agrees<S: Space<N>, const N: usize>(geometry: &Geometry<N>) -> bool {
    (0..N).all(|j| {
        <S::Shape as Shape<N>>::EXTENT[j].is_none_or(|e| e == geometry.extent[j])
            && S::STRIDE[j].is_none_or(|s| s == geometry.stride[j])
            && S::STEP[j].is_none_or(|s| s == geometry.step[j])
            && S::AXES[j].is_none_or(|a| a == geometry.axes[j])
            && S::REFINE[j].is_none_or(|r| r == geometry.refine[j])
    }) && (!S::IS_WHOLE || (geometry.lo == [0; N] && geometry.hi == geometry.extent))
        && S::ROOT_RANK.is_none_or(|rank| rank == geometry.root_rank)
        && !(S::IS_SOMEWHERE && geometry.is_nowhere())
        && (!S::IS_THIN || geometry.frame.slices().is_none())
}
