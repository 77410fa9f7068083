//! What is known of a tensor: constants of its space, and for the rest its geometry.

use core::marker::PhantomData;

use super::axes::each_axis;
use super::{Fault, Space};
use crate::frame::Frame;
use crate::geometry::Geometry;
use crate::slices::Slices;
use crate::{MAX_RANK, Shape};

/// What is known of axis `axis`, of which none need be: the compiler asks also for branches that it leaves out.
pub(super) const fn constant<T: Copy, const N: usize>(of: &[Option<T>; N], axis: usize) -> Option<T> {
    if axis < N { of[axis] } else { None }
}

/// The most axes that the root of two tensors may have, as far as constants tell. There is one root where it is asked.
pub(super) const fn roots(a: Option<usize>, b: Option<usize>) -> usize {
    match (a, b) {
        (Some(rank), _) | (None, Some(rank)) => rank,
        (None, None) => MAX_RANK,
    }
}

/// A geometry whose constants are those of the space `S`.
///
/// Carriers answer the same questions by value, for generated code. They are large: whoever has more than one question asks
/// here.
pub(super) struct Known<'g, S, const N: usize> {
    geometry: &'g Geometry<N>,
    space: PhantomData<S>,
}

impl<S, const N: usize> Clone for Known<'_, S, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const N: usize> Copy for Known<'_, S, N> {}

impl<'g, S: Space<N>, const N: usize> Known<'g, S, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(geometry: &'g Geometry<N>) -> Self {
        Known { geometry, space: PhantomData }
    }

    /// The extent of an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn extent(self, axis: usize) -> isize {
        match <S::Shape as Shape<N>>::EXTENT[axis] {
            Some(extent) => extent,
            None => self.geometry.extent[axis],
        }
    }

    /// The distance in memory between neighbours along an axis, in elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stride(self, axis: usize) -> isize {
        match S::STRIDE[axis] {
            Some(stride) => stride,
            None => self.geometry.stride[axis],
        }
    }

    /// The distance in the root between neighbours along an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn step(self, axis: usize) -> isize {
        match S::STEP[axis] {
            Some(step) => step,
            None => self.geometry.step[axis],
        }
    }

    /// How many points share one location of the root along an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn refine(self, axis: usize) -> isize {
        match S::REFINE[axis] {
            Some(refine) => refine,
            None => self.geometry.refine[axis],
        }
    }

    /// Whether points may share locations along an axis: a constant.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn may_share(self, axis: usize) -> bool {
        S::REFINE[axis] != Some(1)
    }

    /// Which spaces its points are told apart in: a constant where they cannot share locations, and it is no slice of such.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn frame(self) -> Frame {
        let mut axis = 0;
        while axis < N {
            if self.may_share(axis) {
                return self.geometry.frame;
            }
            axis += 1;
        }
        if S::IS_THIN { Frame::ROOT } else { self.geometry.frame }
    }

    /// Where it is on the axes of the root that it does not run along.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn slices(self) -> Slices {
        if S::IS_THIN { Slices::NONE } else { self.geometry.frame.slices() }
    }

    /// How far index 0 lies past the first point at its location along an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn phase(self, axis: usize) -> isize {
        match S::REFINE[axis] {
            Some(1) => 0,
            _ => self.geometry.phase[axis],
        }
    }

    /// How far the location of an index lies past that of index 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn distance_to(self, axis: usize, index: isize) -> isize {
        let (numerator, refine) = (self.step(axis) * index + self.phase(axis), self.refine(axis));
        if refine == 1 { numerator } else { numerator.checked_div_euclid(refine).unwrap_or(0) }
    }

    /// The distance in memory between neighbours along axis `K`, in elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stride_along<const K: usize>(self) -> isize {
        if const { constant(&S::STRIDE, K).is_some() } { self.stride(K) } else { self.geometry.stride[K] }
    }

    /// The axis of the root that axis `K` runs along.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn root_axis_along<const K: usize>(self) -> usize {
        if const { constant(&S::AXES, K).is_some() } { self.root_axis(K) } else { self.geometry.axes[K] }
    }

    /// Whether an axis runs along axis `ROOT` of the root.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn runs_along<const ROOT: usize>(self) -> bool {
        let mut runs = false;
        each_axis!(const axis below N: {
            if const { constant(&S::AXES, axis).is_none() } {
                runs |= self.geometry.axes[axis] == ROOT;
            } else {
                runs |= self.root_axis(axis) == ROOT;
            }
        });
        runs
    }

    /// How far the location of an index lies past that of index 0, along axis `K`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn distance_along<const K: usize>(self, index: isize) -> isize {
        if const { matches!(constant(&S::REFINE, K), Some(1)) } {
            self.step(K) * index
        } else {
            self.distance_to(K, index)
        }
    }

    /// Whether the location of every index is known along an axis.
    ///
    /// # Errors
    /// [`Fault::Unlocated`] if only that of index 0 is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_located(self, axis: usize) -> Result<(), Fault> {
        if self.refine(axis) == 0 { Err(Fault::Unlocated { axis }) } else { Ok(()) }
    }

    /// The axis of the root that an axis runs along.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn root_axis(self, axis: usize) -> usize {
        match S::AXES[axis] {
            Some(root) => root,
            None => self.geometry.axes[axis],
        }
    }

    /// Where index 0 lies on the axis of the root that an axis runs along.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn origin(self, axis: usize) -> isize {
        self.geometry.origin[self.root_axis(axis)]
    }

    /// The first index along an axis that lies in the nearest block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lo(self, axis: usize) -> isize {
        if S::IS_WHOLE { 0 } else { self.geometry.lo[axis] }
    }

    /// One past the last index along an axis that lies in the nearest block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn hi(self, axis: usize) -> isize {
        if S::IS_WHOLE { self.extent(axis) } else { self.geometry.hi[axis] }
    }

    /// The rank of the root.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn root_rank(self) -> usize {
        match S::ROOT_RANK {
            Some(rank) => rank,
            None => self.geometry.root_rank,
        }
    }

    /// The axis of this tensor that runs along axis `root` of the universe, if there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn axis_along(self, root: usize) -> Option<usize> {
        each_axis!(axis below N: {
            if self.root_axis(axis) == root {
                return Some(axis);
            }
        });
        None
    }

    /// Whether the tensor shares no location with the one whose elements it shows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_nowhere(self) -> bool {
        !S::IS_SOMEWHERE && self.geometry.is_nowhere()
    }

    /// The geometry, with the constants of the space filled in so that they fold.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn geometry(self) -> Geometry<N> {
        let mut geometry = Geometry { frame: self.frame(), root_rank: self.root_rank(), ..*self.geometry };
        each_axis!(j below N: {
            geometry.extent[j] = self.extent(j);
            geometry.stride[j] = self.stride(j);
            geometry.lo[j] = self.lo(j);
            geometry.hi[j] = self.hi(j);
            geometry.step[j] = self.step(j);
            geometry.refine[j] = self.refine(j);
            geometry.phase[j] = self.phase(j);
            geometry.axes[j] = self.root_axis(j);
        });
        geometry
    }
}
