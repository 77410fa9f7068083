//! Footprints that are constants.

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

    /// The first index touched along an axis of a tensor, if the footprint is a constant.
    #[inline(always)]
    pub const fn first<const K: usize>(footprint: &Option<[Reach; K]>, tensor: usize, axis: usize) -> isize {
        match footprint {
            Some(all) => all[tensor].first[axis],
            None => 0,
        }
    }

    /// The last index touched along an axis of a tensor, if the footprint is a constant.
    #[inline(always)]
    pub const fn last<const K: usize>(footprint: &Option<[Reach; K]>, tensor: usize, axis: usize) -> isize {
        match footprint {
            Some(all) => all[tensor].last[axis],
            None => -1,
        }
    }
}

impl<S: Space<N>, const N: usize> Carrier<S, N> {
    /// Checks part of the footprint of `kernel` in this tensor, which it calls `tensor`.
    ///
    /// # Errors
    /// The part that does not fit.
    #[inline(always)]
    pub fn within(
        &self,
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
    #[inline(always)]
    #[track_caller]
    pub fn require(
        &self,
        kernel: &'static str,
        tensor: &'static str,
        axis: usize,
        first: isize,
        last: isize,
    ) {
        if let Err(error) = self.within(kernel, tensor, axis, first, last) {
            fail(error)
        }
    }
}

/// Checks accesses of `kernel` to a block of its own.
///
/// # Errors
/// The part that does not fit.
#[inline(always)]
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
    let touched = Touched { axis, first, last, lo: 0, hi: extent, extent, origin: 0 };
    Err(FootprintError { kernel, tensor, fault: Fault::Outside(touched) })
}

/// Checks accesses of `kernel` to a block of its own that could not be checked at entry.
///
/// # Panics
/// If they do not fit.
#[inline(always)]
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
