//! Colocation across tensors: where one tensor is, in another.

use core::marker::PhantomData;

use super::{Carrier, Fault, Geometry, Space};
use crate::Shape;

/// The space of a tensor in the space `A`, of rank `M`, seen through the parameterisation of one in the space `B`.
pub struct Colocated<A, B, const M: usize>(PhantomData<fn() -> (A, B)>);

impl<A, B, const M: usize> Clone for Colocated<A, B, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, B, const M: usize> Copy for Colocated<A, B, M> {}

// SAFETY: `Carrier::located_at` computes the geometry by the same formulas.
unsafe impl<A, B, const N: usize, const M: usize> Space<N> for Colocated<A, B, M>
where
    A: Space<M>,
    B: Space<N>,
{
    type Elem = A::Elem;
    type Shape = <B::Shape as Shape<N>>::With<A::Elem>;
    const STRIDE: [Option<isize>; N] = {
        let mut stride = [None; N];
        let mut j = 0;
        while j < N {
            let mut k = 0;
            while k < M {
                if let (Some(a), Some(b)) = (A::AXES[k], B::AXES[j])
                    && a == b
                    && let (Some(stride_a), Some(step_a), Some(step_b)) =
                        (A::STRIDE[k], A::STEP[k], B::STEP[j])
                {
                    stride[j] = Some(stride_a * (step_b / step_a));
                }
                k += 1;
            }
            j += 1;
        }
        stride
    };
    const STEP: [Option<isize>; N] = B::STEP;
    const AXES: [Option<usize>; N] = B::AXES;
}

impl<A: Space<M>, const M: usize> Carrier<A, M> {
    /// This tensor's data at the locations of `b`, in the parameterisation of `b` (colocation, the source's
    /// parameterisation).
    ///
    /// An axis of this tensor that `b` does not run along is fixed where `b` is. An axis of `b` that this tensor
    /// does not run along has data only where the projection is spatially valid.
    ///
    /// # Errors
    /// [`Fault::Universe`] if the two do not share a root; [`Fault::Density`] if the points of this tensor are not
    /// at least as dense as those of `b`, so that no stride of `b` meets them.
    #[inline(always)]
    pub fn located_at<B: Space<N>, const N: usize>(
        &self,
        b: &Carrier<B, N>,
    ) -> Result<Carrier<Colocated<A, B, M>, N>, Fault> {
        if self.geometry.root_rank != b.geometry.root_rank {
            return Err(Fault::Universe { this: self.geometry.root_rank, other: b.geometry.root_rank });
        }
        let mut geometry = Geometry {
            extent: [0; N],
            stride: [0; N],
            lo: [0; N],
            hi: [0; N],
            axes: [0; N],
            step: [0; N],
            refine: [1; N],
            origin: b.geometry.origin,
            root_rank: b.geometry.root_rank,
            offset: 0,
        };
        let mut position = 0;
        let mut outside = false;
        let mut k = 0;
        while k < M {
            // Between refined points there are locations that no stride meets.
            if self.geometry.refine[k] != 1 {
                return Err(Fault::Density { axis: k, this: self.step(k), other: 1 });
            }
            let at = (b.geometry.origin[self.root_axis(k)] - self.origin(k)).div_euclid(self.step(k));
            position += at * self.stride(k);
            let mut runs = false;
            let mut j = 0;
            while j < N {
                if b.root_axis(j) == self.root_axis(k) {
                    runs = true;
                    if b.step(j) % self.step(k) != 0
                        || b.geometry.refine[j] != 1
                        || self.geometry.refine[k] != 1
                    {
                        return Err(Fault::Density { axis: j, this: self.step(k), other: b.step(j) });
                    }
                    let ratio = b.step(j) / self.step(k);
                    geometry.stride[j] = self.stride(k) * ratio;
                    geometry.lo[j] = super::derive::ceil_div(self.lo(k) - at, ratio);
                    geometry.hi[j] = super::derive::ceil_div(self.hi(k) - at, ratio);
                }
                j += 1;
            }
            outside |= !runs && (at < self.lo(k) || at >= self.hi(k));
            k += 1;
        }
        let mut j = 0;
        while j < N {
            let root = b.root_axis(j);
            let mut runs = false;
            let mut k = 0;
            while k < M {
                runs |= self.root_axis(k) == root;
                k += 1;
            }
            if !runs {
                // The projection is valid where `b` meets the one location that this tensor has on the axis.
                let at = (self.geometry.origin[root] - b.geometry.origin[root]).div_euclid(b.step(j));
                geometry.lo[j] = at;
                geometry.hi[j] = at + 1;
            }
            geometry.extent[j] = b.extent(j);
            geometry.axes[j] = root;
            geometry.step[j] = b.step(j);
            j += 1;
        }
        // On an axis of the root that neither runs along, they must lie on the same slice. There is one only if both have
        // fewer axes than the root.
        let rank = self.geometry.root_rank;
        let mut root = if M < rank && N < rank { 0 } else { rank };
        while root < rank {
            let apart = self.geometry.origin[root] != b.geometry.origin[root];
            outside |= apart
                && self.geometry().axis_along(root).is_none()
                && b.geometry().axis_along(root).is_none();
            root += 1;
        }
        geometry.offset = self.geometry.offset + position;
        if outside {
            geometry = geometry.outside();
        }
        Ok(Carrier { ptr: self.ptr.shifted(position), geometry, space: PhantomData })
    }
}
