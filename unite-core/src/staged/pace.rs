//! Distances in memory that the type of a tensor may know.

use core::marker::PhantomData;

use super::{Carrier, Space};
use crate::lanes::Pace;

/// So many times the stride of an axis of a tensor in the space `S`.
pub struct Along<S, const N: usize, const AXIS: usize, const TIMES: isize> {
    pace: isize,
    space: PhantomData<S>,
}

impl<S, const N: usize, const AXIS: usize, const TIMES: isize> Clone for Along<S, N, AXIS, TIMES> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const N: usize, const AXIS: usize, const TIMES: isize> Copy for Along<S, N, AXIS, TIMES> {}

impl<S: Space<N>, const N: usize, const AXIS: usize, const TIMES: isize> Pace for Along<S, N, AXIS, TIMES> {
    const KNOWN: Option<isize> = match S::STRIDE[AXIS] {
        Some(stride) => Some(TIMES * stride),
        None => None,
    };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pace(self) -> isize {
        self.pace
    }
}

impl<S: Space<N>, const N: usize> Carrier<'_, S, N> {
    /// `TIMES` the stride of an axis, where it is `stride`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pace<const AXIS: usize, const TIMES: isize>(self, stride: isize) -> Along<S, N, AXIS, TIMES> {
        let along = Along { pace: TIMES * stride, space: PhantomData };
        let known = <Along<S, N, AXIS, TIMES> as Pace>::KNOWN;
        debug_assert!(
            known.is_none_or(|known| known == along.pace),
            "the type of the tensor knows the stride"
        );
        along
    }
}
