//! Views on their way to another kernel: partition, slice and permute of a carried tensor.

use core::marker::PhantomData;

use super::axes::each_axis;
use super::known::constant;
use super::{Carrier, Space};
use crate::geometry::Geometry;
use crate::{Elem, Shape};

/// How a view of rank `N` lies in a tensor of rank `M`: what the `kernel` macro knows of it at compile time.
///
/// # Safety
/// No two axes of the view run along the same axis of the tensor, and steps are positive.
pub unsafe trait Derivation<const N: usize, const M: usize>: Copy + 'static {
    /// Which extents of the view are constants.
    type Shape<E: Elem>: Shape<N, Elem = E>;
    /// The axis of the tensor that each axis of the view runs along; no two are the same.
    const AXIS: [usize; N];
    /// The distance, in indices of the tensor, between neighbours along each axis of the view.
    const STEP: [Option<isize>; N];
}

/// The space of a view `D` of a tensor in the space `P` of rank `M`.
pub struct Derived<P, D, const M: usize>(PhantomData<fn() -> (P, D)>);

impl<P, D, const M: usize> Clone for Derived<P, D, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P, D, const M: usize> Copy for Derived<P, D, M> {}

const fn product(a: Option<isize>, b: Option<isize>) -> Option<isize> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a * b),
        _ => None,
    }
}

// SAFETY: `Carrier::derive` computes the geometry by the same formulas, from a parent that agrees with `P`.
unsafe impl<P, D, const N: usize, const M: usize> Space<N> for Derived<P, D, M>
where
    P: Space<M>,
    D: Derivation<N, M>,
{
    type Elem = P::Elem;
    type Shape = D::Shape<P::Elem>;
    const STRIDE: [Option<isize>; N] = {
        let mut stride = [None; N];
        let mut j = 0;
        while j < N {
            stride[j] = product(P::STRIDE[D::AXIS[j]], D::STEP[j]);
            j += 1;
        }
        stride
    };
    const STEP: [Option<isize>; N] = {
        let mut step = [None; N];
        let mut j = 0;
        while j < N {
            step[j] = product(P::STEP[D::AXIS[j]], D::STEP[j]);
            j += 1;
        }
        step
    };
    const IS_SOMEWHERE: bool = P::IS_SOMEWHERE;
    const ROOT_RANK: Option<usize> = P::ROOT_RANK;
    const IS_THIN: bool = {
        let mut is_thin = P::IS_THIN;
        let mut k = 0;
        while k < M {
            is_thin &= !is_thick::<P, D, N, M>(k);
            k += 1;
        }
        is_thin
    };
    const AXES: [Option<usize>; N] = {
        let mut axes = [None; N];
        let mut j = 0;
        while j < N {
            axes[j] = P::AXES[D::AXIS[j]];
            j += 1;
        }
        axes
    };
    const REFINE: [Option<isize>; N] = {
        let mut refine = [None; N];
        let mut j = 0;
        while j < N {
            refine[j] = P::REFINE[D::AXIS[j]];
            j += 1;
        }
        refine
    };
}

impl<'a, P: Space<M>, const M: usize> Carrier<'a, P, M> {
    /// The view `D` of this tensor: index `i` of axis `j` is index `offset[k] + step[j] * i` of axis
    /// `k = D::AXIS[j]` here; axes that no axis of the view runs along are fixed at `offset[k]`.
    ///
    /// Offsets, strides and indices in the block count modulo the size of an `isize`, all alike: whatever leaves it on the way,
    /// an index from `lo` to `hi` is an element of the block.
    ///
    /// # Panics
    /// If an extent is not the constant of the shape.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn derive<D: Derivation<N, M>, const N: usize>(
        self,
        offset: [isize; M],
        step: [isize; N],
        extent: [isize; N],
    ) -> Carrier<'a, Derived<P, D, M>, N> {
        self.derive_led::<D, N>(offset, offset, step, extent)
    }

    /// The same, with the elements of the view that has the offsets `led`: where a boundary rule leads from `offset`, which is where the
    /// view is.
    ///
    /// # Panics
    /// If an extent is not the constant of the shape.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn derive_led<D: Derivation<N, M>, const N: usize>(
        self,
        offset: [isize; M],
        led: [isize; M],
        step: [isize; N],
        extent: [isize; N],
    ) -> Carrier<'a, Derived<P, D, M>, N> {
        let here = self.known();
        require_shape::<D::Shape<P::Elem>, N>(&extent);
        let mut position = 0;
        let mut origin = self.geometry.origin;
        each_axis!(const k below M: {
            position += led[k] * here.stride_along::<k>();
            origin[here.root_axis_along::<k>()] += here.distance_along::<k>(offset[k]);
        });
        let mut geometry = Geometry {
            extent,
            stride: [0; N],
            lo: [0; N],
            hi: [0; N],
            axes: [0; N],
            step: [0; N],
            refine: [1; N],
            phase: [0; N],
            origin,
            root_rank: here.root_rank(),
            offset: self.geometry.offset + position,
            frame: here.frame(),
        };
        // An axis that is sliced away outside the block leaves nothing of the view inside it.
        let mut outside = false;
        each_axis!(const k below M: {
            if const { is_thick::<P, D, N, M>(k) } {
                let spacing = [here.step(k), here.phase(k), here.refine(k)];
                geometry.frame = geometry.frame.sliced(here.root_axis_along::<k>(), spacing, offset[k]);
            }
            if const { is_sliced_away::<D, N, M>(k) } {
                outside |= led[k] < here.lo(k) || led[k] >= here.hi(k);
            }
        });
        each_axis!(const j below N: {
            let k = D::AXIS[j];
            let step = match D::STEP[j] {
                Some(step) => step,
                // Checked before it comes here.
                None => step[j].max(1),
            };
            geometry.stride[j] = here.stride(k) * step;
            geometry.step[j] = here.step(k) * step;
            geometry.axes[j] = here.root_axis(k);
            // Elsewhere it is as it was made: 1, and no phase.
            if const { may_share::<P, D, N, M>(j) } {
                geometry.refine[j] = here.refine(k);
                let shifted = here.step(k) * offset[k] + here.phase(k);
                geometry.phase[j] = match here.refine(k) {
                    1 => 0,
                    refine => shifted.checked_rem_euclid(refine).unwrap_or(0),
                };
            }
            if const { matches!(constant(&D::STEP, j), Some(1)) } {
                geometry.lo[j] = here.lo(k) - led[k];
                geometry.hi[j] = here.hi(k) - led[k];
            } else {
                geometry.lo[j] = ceil_div(here.lo(k) - led[k], step);
                geometry.hi[j] = ceil_div(here.hi(k) - led[k], step);
            }
        });
        if outside {
            geometry = if self.geometry.is_nowhere() { geometry.nowhere() } else { geometry.outside() };
        }
        Carrier { ptr: self.ptr.shifted(position), geometry, space: PhantomData }
    }
}

/// Whether no axis of the view `D` runs along axis `k` of the tensor.
const fn is_sliced_away<D: Derivation<N, M>, const N: usize, const M: usize>(k: usize) -> bool {
    let mut j = 0;
    while j < N {
        if D::AXIS[j] == k {
            return false;
        }
        j += 1;
    }
    true
}

/// Whether axis `k` of the tensor in the space `P` is sliced away in the view `D`, and an index of it may be something else than all of
/// one location.
const fn is_thick<P: Space<M>, D: Derivation<N, M>, const N: usize, const M: usize>(k: usize) -> bool {
    k < M && is_sliced_away::<D, N, M>(k) && !matches!((P::STEP[k], P::REFINE[k]), (Some(1), Some(1)))
}

/// Whether points of the tensor in the space `P` may share locations along axis `j` of the view `D`.
const fn may_share<P: Space<M>, D: Derivation<N, M>, const N: usize, const M: usize>(j: usize) -> bool {
    j < N && !matches!(P::REFINE[D::AXIS[j]], Some(1))
}

/// Checks that the constants of a shape are the extents: of those that are constants too, nothing is left.
///
/// # Panics
/// If one is another.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub(super) fn require_shape<S: Shape<N>, const N: usize>(extent: &[isize; N]) {
    each_axis!(axis below N: {
        if let Some(constant) = S::EXTENT[axis]
            && constant != extent[axis]
        {
            other_extent(axis, extent[axis], constant)
        }
    });
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn other_extent(axis: usize, extent: isize, constant: isize) -> ! {
    panic!("the extent of axis {axis} is {extent}, and the shape of the tensor says {constant}")
}

/// The least integer not below `a / b`, for a positive `b`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) const fn ceil_div(a: isize, b: isize) -> isize {
    if b == 1 { a } else { -((-a).div_euclid(b)) }
}
