//! The dynamic part of a tensor: where it is, and where its data is.

use crate::{Frame, MAX_RANK};

/// The largest extent, stride, step and coordinate that a tensor may have, so that index arithmetic cannot overflow.
pub const LIMIT: isize = if isize::BITS >= 64 { i32::MAX as isize } else { 1 << 26 };

/// Where a tensor is in its universe and in the memory of its nearest block, as run-time values.
///
/// Index `i` of axis `j` lies at `origin[axes[j]] + floor((step[j] * i + phase[j]) / refine[j])` on axis `axes[j]` of the
/// root, and `stride[j] * i` elements after index 0 in memory. The indices that lie in the nearest block are
/// `lo[j]..hi[j]`: that range, not `0..extent[j]`, is what may be accessed (locality access).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry<const N: usize> {
    /// Number of points along each axis.
    pub extent: [isize; N],
    /// Distance in memory between neighbours along each axis, in elements.
    pub stride: [isize; N],
    /// The first index along each axis that lies in the nearest block.
    pub lo: [isize; N],
    /// One past the last index along each axis that lies in the nearest block.
    pub hi: [isize; N],
    /// The axis of the root that each axis runs along.
    pub axes: [usize; N],
    /// Distance in the root between neighbours along each axis: the coarsening.
    pub step: [isize; N],
    /// How many points of the tensor share one location of the root along each axis: the refinement. Where it is 0, the
    /// locations have no such form, and only that of index 0 is known.
    pub refine: [isize; N],
    /// How far index 0 lies past the first point at its location, where several share it: below `refine`.
    pub phase: [isize; N],
    /// The location of index 0 in the root, on every axis of the root; those past `root_rank` are 0.
    pub origin: [isize; MAX_RANK],
    /// The rank of the root universe.
    pub root_rank: usize,
    /// The position of index 0 in the memory of the nearest block, in elements.
    pub offset: isize,
    /// In which space points are told apart that share a location.
    pub frame: Frame,
}

impl<const N: usize> Geometry<N> {
    /// A row-major block of its own universe axes, at the origin.
    ///
    /// ```
    /// use unite_core::staged::Geometry;
    /// let g = Geometry::row_major([3, 5]);
    /// assert_eq!(g.stride, [5, 1]);
    /// assert_eq!(g.hi, [3, 5]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn row_major(extent: [isize; N]) -> Self {
        let mut stride = [1; N];
        let mut axes = [0; N];
        let mut j = N;
        let mut size = 1;
        while j > 0 {
            j -= 1;
            stride[j] = size;
            size *= extent[j];
            axes[j] = j;
        }
        Geometry {
            extent,
            stride,
            lo: [0; N],
            hi: extent,
            axes,
            step: [1; N],
            refine: [1; N],
            phase: [0; N],
            origin: [0; MAX_RANK],
            root_rank: N,
            offset: 0,
            frame: Frame::ROOT,
        }
    }

    /// The axis of this tensor that runs along axis `root` of the universe, if there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn axis_along(&self, root: usize) -> Option<usize> {
        let mut j = 0;
        while j < N {
            if self.axes[j] == root {
                return Some(j);
            }
            j += 1;
        }
        None
    }

    /// Whether no index at all lies in the nearest block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_outside(&self) -> bool {
        let mut j = 0;
        while j < N {
            if self.lo[j] >= self.hi[j] {
                return true;
            }
            j += 1;
        }
        false
    }

    /// Whether the tensor was made where it shares no location with the one whose elements it shows, or is a copy of such.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_nowhere(&self) -> bool {
        self.root_rank == 0 || (N > 0 && self.lo[0] > self.hi[0])
    }

    /// Marks a block as having no location, as a copy of what has none: it has elements, and lies in no universe.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn unplaced(mut self) -> Self {
        self.root_rank = 0;
        self
    }

    /// Marks the tensor as having no location: no access to it is possible, and nothing is where it is. However it is
    /// partitioned, the first index that it has stays past the last one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn nowhere(mut self) -> Self {
        self.lo = [LIMIT; N];
        self.hi = [-LIMIT; N];
        self
    }

    /// Marks the tensor as lying wholly outside its block: no access to it is possible.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn outside(mut self) -> Self {
        self.lo = [0; N];
        self.hi = [0; N];
        self
    }
}
