//! Footprints that are constants.

use super::near::FAR;
use super::{Carrier, Fault, FootprintError, Space, Touched, fail};
use crate::MAX_RANK;

/// The box of indices that a kernel touches in one of its tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The first index along each axis.
    pub first: [isize; MAX_RANK],
    /// The last index along each axis; before `first` where nothing is touched.
    pub last: [isize; MAX_RANK],
}

impl Reach {
    /// Nothing is touched.
    pub const NONE: Reach = Reach { first: [0; MAX_RANK], last: [-1; MAX_RANK] };

    /// The reaches of `all`, with indices `first..=last` of an axis of one tensor touched too.
    #[must_use]
    pub const fn touch<const K: usize>(
        mut all: [Reach; K],
        tensor: usize,
        axis: usize,
        first: isize,
        last: isize,
    ) -> [Reach; K] {
        let reach = &mut all[tensor];
        if first <= last {
            if reach.first[axis] > reach.last[axis] {
                reach.first[axis] = first;
                reach.last[axis] = last;
            } else {
                if first < reach.first[axis] {
                    reach.first[axis] = first;
                }
                if last > reach.last[axis] {
                    reach.last[axis] = last;
                }
            }
        }
        all
    }

    /// What is touched, if a caller can compute with it: where each index is [near](super::near()).
    ///
    /// ```
    /// use unite_core::staged::Reach;
    /// assert!(Reach::near([Reach { first: [-1; 6], last: [3; 6] }]).is_some());
    /// assert!(Reach::near([Reach { first: [0; 6], last: [1 << 50; 6] }]).is_none());
    /// ```
    pub const fn near<const K: usize>(all: [Reach; K]) -> Option<[Reach; K]> {
        let mut k = 0;
        while k < K {
            let mut axis = 0;
            while axis < MAX_RANK {
                let (first, last) = (all[k].first[axis], all[k].last[axis]);
                if first < -FAR || first > FAR || last < -FAR || last > FAR {
                    return None;
                }
                axis += 1;
            }
            k += 1;
        }
        Some(all)
    }

    /// The first index touched along an axis of a tensor, if the footprint is a constant.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn first<const K: usize>(footprint: &Option<[Reach; K]>, tensor: usize, axis: usize) -> isize {
        match footprint {
            Some(all) => all[tensor].first[axis],
            None => 0,
        }
    }

    /// Whether anything of a tensor is touched, if the footprint is a constant.
    ///
    /// ```
    /// use unite_core::staged::Reach;
    /// let reach = Reach { first: [-1; 6], last: [3; 6] };
    /// assert!(Reach::touches(&Some([Reach::NONE, reach]), 1));
    /// assert!(!Reach::touches(&Some([Reach::NONE, reach]), 0));
    /// assert!(!Reach::touches::<2>(&None, 1));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn touches<const K: usize>(footprint: &Option<[Reach; K]>, tensor: usize) -> bool {
        match footprint {
            Some(all) => all[tensor].is_some(),
            None => false,
        }
    }

    /// The last index touched along an axis of a tensor, if the footprint is a constant.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn last<const K: usize>(footprint: &Option<[Reach; K]>, tensor: usize, axis: usize) -> isize {
        match footprint {
            Some(all) => all[tensor].last[axis],
            None => -1,
        }
    }
}

impl Reach {
    /// The number of a pair among what a kernel of `tensors` tensors touches: the first, where the second is.
    ///
    /// ```
    /// use unite_core::staged::Reach;
    /// assert_eq!([Reach::pair(2, 0, 0), Reach::pair(2, 1, 0)], [2, 4]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn pair(tensors: usize, of: usize, by: usize) -> usize {
        tensors + of * tensors + by
    }

    /// Whether anything is touched.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_some(self) -> bool {
        let mut axis = 0;
        while axis < MAX_RANK {
            if self.first[axis] <= self.last[axis] {
                return true;
            }
            axis += 1;
        }
        false
    }

    /// What a kernel touches of a tensor or of a pair, by its [`LOCATED`](super::Kernel::LOCATED).
    ///
    /// ```
    /// use unite_core::staged::Reach;
    /// let reach = Reach { first: [-1; 6], last: [3; 6] };
    /// assert_eq!(Reach::located(Some(&[Reach::NONE, reach]), 1), reach);
    /// assert_eq!(Reach::located(None, 1), Reach::NONE);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn located(all: Option<&[Reach]>, number: usize) -> Reach {
        match all {
            Some(all) => all[number],
            None => Reach::NONE,
        }
    }

    /// Whether a caller can check all that a kernel touches, by its [`LOCATED`](super::Kernel::LOCATED), who does not know
    /// where the tensors of the pairs `apart` are in each other.
    ///
    /// ```
    /// use unite_core::staged::Reach;
    /// let reach = Reach { first: [-1; 6], last: [3; 6] };
    /// assert!(Reach::is_known(Some(&[Reach::NONE, reach]), &[0]));
    /// assert!(!Reach::is_known(Some(&[Reach::NONE, reach]), &[1]));
    /// assert!(!Reach::is_known(None, &[]));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_known(all: Option<&[Reach]>, apart: &[usize]) -> bool {
        let Some(all) = all else { return false };
        let mut k = 0;
        while k < apart.len() {
            if all[apart[k]].is_some() {
                return false;
            }
            k += 1;
        }
        true
    }
}

impl<S: Space<N>, const N: usize> Carrier<'_, S, N> {
    /// Checks part of the footprint of `kernel` in this tensor, which it calls `tensor`.
    ///
    /// # Errors
    /// The part that does not fit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn within(
        self,
        kernel: &'static str,
        tensor: &'static str,
        axis: usize,
        first: isize,
        last: isize,
    ) -> Result<(), FootprintError> {
        match self.covers(axis, first, last) {
            Ok(()) => Ok(()),
            Err(fault) => Err(FootprintError { kernel, tensor, fault }),
        }
    }

    /// Checks accesses of `kernel` to this tensor that could not be checked at entry.
    ///
    /// # Panics
    /// If they do not fit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn require(self, kernel: &'static str, tensor: &'static str, axis: usize, first: isize, last: isize) {
        self.require_or(kernel, tensor, axis, first, last, |error| error);
    }

    /// The same, with an error made of that.
    ///
    /// # Panics
    /// If they do not fit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn require_or(
        self,
        kernel: &'static str,
        tensor: &'static str,
        axis: usize,
        first: isize,
        last: isize,
        told: impl FnOnce(FootprintError) -> FootprintError,
    ) {
        // Of a view inside of its block, which it is or is not in all of a loop, every index of its own fits: one comparison, of
        // which nothing is left where the extent is a constant that the type of the index does not exceed.
        let extent = self.extent(axis);
        let is_inside = self.lo(axis) <= 0 && extent <= self.hi(axis);
        if is_inside && 0 <= first && first <= last && last < extent {
            return;
        }
        if let Err(error) = self.within(kernel, tensor, axis, first, last) {
            fail(told(error))
        }
    }
}

/// Checks accesses of `kernel` to a block of its own.
///
/// # Errors
/// The part that does not fit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn within_block(
    kernel: &'static str,
    tensor: &'static str,
    axis: usize,
    first: isize,
    last: isize,
    extent: isize,
) -> Result<(), FootprintError> {
    if 0 <= first && first <= last && last < extent {
        return Ok(());
    }
    let touched = Touched { axis, first, last, lo: 0, hi: extent, extent, origin: None };
    Err(FootprintError { kernel, tensor, fault: Fault::Outside(touched) })
}

/// Whether a stored tensor has the indices from 0 to `last` of an axis.
///
/// # Errors
/// The part that does not fit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn within_rows(
    kernel: &'static str,
    tensor: &'static str,
    axis: usize,
    last: isize,
    extent: isize,
) -> Result<(), FootprintError> {
    if last < 0 { Ok(()) } else { within_block(kernel, tensor, axis, 0, last, extent) }
}

/// Whether a stored tensor has `count` indices of an axis, from `first` on. It has none wherever that is.
///
/// # Errors
/// The part that does not fit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn within_part(
    kernel: &'static str,
    tensor: &'static str,
    axis: usize,
    first: isize,
    count: isize,
    extent: isize,
) -> Result<(), FootprintError> {
    if count <= 0 && 0 <= first && first <= extent {
        return Ok(());
    }
    within_block(kernel, tensor, axis, first, first.saturating_add(count.max(1) - 1), extent)
}

/// Checks accesses of `kernel` to a block of its own that could not be checked at entry.
///
/// # Panics
/// If they do not fit.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn require_block(
    kernel: &'static str,
    tensor: &'static str,
    axis: usize,
    first: isize,
    last: isize,
    extent: isize,
) {
    if let Err(error) = within_block(kernel, tensor, axis, first, last, extent) {
        fail(error)
    }
}
