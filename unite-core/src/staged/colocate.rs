//! Colocation across tensors: where one tensor is, in another.

use core::marker::PhantomData;

use super::axes::each_axis;
use super::footprint::Spacing;
use super::known::{Known, constant, roots};
use super::{Carrier, Fault, Space, mirrored, reflected, wrapped};
use crate::frame::Cells;
use crate::geometry::Geometry;
use crate::ptr::Ptr;
use crate::slices::Slices;
use crate::{MAX_RANK, Shape};

/// The strides of a tensor in the space `A` along the axes of one in the space `B`: those of the axes that run along the same axis of
/// the root, where neither is refined.
const fn strides<A: Space<M>, B: Space<N>, const M: usize, const N: usize>() -> [Option<isize>; N] {
    let mut stride = [None; N];
    let mut j = 0;
    while j < N {
        let mut k = 0;
        while k < M {
            if let (Some(a), Some(b)) = (A::AXES[k], B::AXES[j])
                && a == b
                && let (Some(stride_a), Some(step_a), Some(step_b)) = (A::STRIDE[k], A::STEP[k], B::STEP[j])
                && let (Some(1), Some(1)) = (A::REFINE[k], B::REFINE[j])
            {
                // Points that lie as far apart as those of the other tensor, or farther, follow each other. What is not shared is refused
                // there.
                stride[j] = Some(if step_b % step_a == 0 { stride_a * (step_b / step_a) } else { stride_a });
            }
            k += 1;
        }
        j += 1;
    }
    stride
}

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
    const STRIDE: [Option<isize>; N] = strides::<A, B, M, N>();
    const STEP: [Option<isize>; N] = B::STEP;
    const AXES: [Option<usize>; N] = B::AXES;
    const REFINE: [Option<isize>; N] = B::REFINE;
    const IS_THIN: bool = B::IS_THIN;
    const ROOT_RANK: Option<usize> = B::ROOT_RANK;
}

/// The space of a tensor in the space `A`, of rank `M`, seen through a frame in the space `B` whose points share those of
/// the tensor.
pub struct Shared<A, B, const M: usize>(PhantomData<fn() -> (A, B)>);

impl<A, B, const M: usize> Clone for Shared<A, B, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, B, const M: usize> Copy for Shared<A, B, M> {}

// SAFETY: it claims the extents, the axes and the slices of the frame only, which `Carrier::shared_at` takes over.
unsafe impl<A, B, const N: usize, const M: usize> Space<N> for Shared<A, B, M>
where
    A: Space<M>,
    B: Space<N>,
{
    type Elem = A::Elem;
    type Shape = <B::Shape as Shape<N>>::With<A::Elem>;
    const STRIDE: [Option<isize>; N] = strides::<A, B, M, N>();
    const STEP: [Option<isize>; N] = B::STEP;
    const AXES: [Option<usize>; N] = B::AXES;
    const REFINE: [Option<isize>; N] = B::REFINE;
    const IS_THIN: bool = B::IS_THIN;
    const ROOT_RANK: Option<usize> = B::ROOT_RANK;
}

/// A tensor in the space `A` seen through a frame in the space `B`, and where index 0 of the frame lies between two of
/// its points, along each axis.
pub type Sharing<'a, A, B, const M: usize, const N: usize> = (Carrier<'a, Shared<A, B, M>, N>, [isize; N]);

/// Where a boundary rule leads along an axis of a tensor that the other one does not run along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// To the nearest index.
    Clamp,
    /// To the index that is reflected at the edge, which is not repeated.
    Mirror,
    /// To the index that is reflected beyond the edge, which is repeated.
    Reflect,
    /// To the index from the other edge on.
    Wrap,
}

impl Aside {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(self, at: isize, first: isize, last: isize) -> isize {
        match self {
            Aside::Clamp => at.clamp(first, last),
            Aside::Mirror => mirrored(at, first, last),
            Aside::Reflect => reflected(at, first, last),
            Aside::Wrap => wrapped(at, first, last),
        }
    }
}

/// The parts of a tensor that is seen through a frame.
type Seen<'a, E, const N: usize> = (Ptr<'a, E>, Geometry<N>, [isize; N]);

impl<'a, A: Space<M>, const M: usize> Carrier<'a, A, M> {
    /// This tensor's data at the locations of `b`, in the parameterisation of `b` (colocation, the source's
    /// parameterisation).
    ///
    /// An axis of this tensor that `b` does not run along is fixed where `b` is. An axis of `b` that this tensor
    /// does not run along has data only where the projection is spatially valid.
    ///
    /// # Errors
    /// [`Fault::Universe`] if the two do not share a root; [`Fault::Nowhere`] if one of them is a copy of what is nowhere; [`Fault::Density`] if the points of this tensor are not
    /// at least as dense as those of `b`, so that no stride of `b` meets them; [`Fault::Frames`] if points of both share
    /// locations, and they are told apart in two spaces; [`Fault::Unlocated`] if it is not known where one of them is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn located_at<B: Space<N>, const N: usize>(
        self,
        b: Carrier<B, N>,
    ) -> Result<Carrier<'a, Colocated<A, B, M>, N>, Fault> {
        let (ptr, geometry, _) = self.seen_from::<B, N, false, false>(b, [1; 4], None)?;
        Ok(Carrier { ptr, geometry, space: PhantomData })
    }

    /// The same for a tensor with a boundary rule: the nearest of its points is at one of `b` only if there are none between
    /// those. Along an axis that `b` does not run along the rule leads to one index, by `aside`; without that there have to be data.
    ///
    /// # Errors
    /// As [`located_at`](Self::located_at); and [`Fault::Between`] if the points of this tensor are denser than those of `b`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn matched_at<B: Space<N>, const N: usize>(
        self,
        b: Carrier<B, N>,
        aside: Option<Aside>,
    ) -> Result<Carrier<'a, Colocated<A, B, M>, N>, Fault> {
        let (ptr, geometry, _) = self.seen_from::<B, N, true, false>(b, [1; 4], aside)?;
        Ok(Carrier { ptr, geometry, space: PhantomData })
    }

    /// This tensor's data at the locations of `b`, where `share` points of `b` share each point of this tensor along an
    /// axis: index `i` of axis `j` of `b` is index `(i + phase[j]).div_euclid(share)` of the result.
    ///
    /// Where the numbers of `share` differ, they are those of the axes of both tensors, which run along each other. With a boundary
    /// rule, `aside` is as for [`matched_at`](Self::matched_at).
    ///
    /// # Errors
    /// As [`located_at`](Self::located_at); and [`Fault::Density`] if the points of this tensor do not lie exactly
    /// `share` times as far apart as those of `b`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn shared_at<B: Space<N>, const N: usize>(
        self,
        b: Carrier<B, N>,
        share: [isize; 4],
        aside: Option<Aside>,
    ) -> Result<Sharing<'a, A, B, M, N>, Fault> {
        let (ptr, geometry, phase) = self.seen_from::<B, N, false, true>(b, share, aside)?;
        Ok((Carrier { ptr, geometry, space: PhantomData }, phase))
    }

    /// How far points of this tensor are apart along axis `k`, how far those of `b` along axis `j`, which both run along one
    /// axis of the root, and how far index 0 of `b` lies past that of this one: in units that are whole.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn spacing<B: Space<N>, const N: usize>(
        self,
        k: usize,
        b: Carrier<B, N>,
        j: usize,
    ) -> Result<(isize, isize, isize), Fault> {
        let (here, there) = (self.known(), b.known());
        let (mine, its) = (here.refine(k), there.refine(j));
        let apart = there.origin(j) - here.origin(k);
        if mine == 1 && its == 1 {
            return Ok((here.step(k), there.step(j), apart));
        }
        here.is_located(k)?;
        there.is_located(j)?;
        // Where points of one tensor only share locations, those of the other one find the first of them. What covers all
        // of such points shares none.
        let shares = |step: isize, refine, phase| phase != 0 || step % refine != 0;
        let both = shares(here.step(k), mine, here.phase(k)) && shares(there.step(j), its, there.phase(j));
        if both && here.frame().shared(there.frame(), here.root_axis(k)) != Cells::POINTS {
            return Err(Fault::Frames { axis: j });
        }
        let apart = apart * mine * its + there.phase(j) * mine - here.phase(k) * its;
        Ok((here.step(k) * its, there.step(j) * mine, apart))
    }

    /// What the three above do: `MATCHED` as the second, `SHARES` as the third. Each asks its types first, and only what they leave open
    /// is compiled.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seen_from<B: Space<N>, const N: usize, const MATCHED: bool, const SHARES: bool>(
        self,
        b: Carrier<B, N>,
        share: [isize; 4],
        aside: Option<Aside>,
    ) -> Result<Seen<'a, A::Elem, N>, Fault> {
        let (here, there) = (self.known(), b.known());
        if here.root_rank() != there.root_rank() {
            return Err(Fault::universe(here.root_rank(), there.root_rank()));
        }
        let mut geometry = Geometry {
            extent: [0; N],
            stride: [0; N],
            lo: [0; N],
            hi: [0; N],
            axes: [0; N],
            step: [0; N],
            refine: [1; N],
            phase: [0; N],
            origin: b.geometry.origin,
            root_rank: there.root_rank(),
            offset: 0,
            frame: there.frame(),
        };
        let mut phase = [0; N];
        let mut position = 0;
        let mut outside = false;
        each_axis!(const k below M: {
            let mut at = 0;
            let mut runs = false;
            each_axis!(const j below N: {
                if const { may_meet(&A::AXES, k, &B::AXES, j) }
                    && there.root_axis_along::<j>() == here.root_axis_along::<k>()
                {
                    runs = true;
                    let (mine, its, apart) = if const { shares_nothing(&A::REFINE, k, &B::REFINE, j) } {
                        (here.step(k), there.step(j), there.origin(j) - here.origin(k))
                    } else {
                        self.spacing(k, b, j)?
                    };
                    if SHARES && of_axis(share, j) != of_axis(share, k) {
                        return Err(other_density(here, k, there, j));
                    }
                    let mut ratio = 1;
                    if !SHARES || of_axis(share, k) == 1 {
                        if its % mine != 0 {
                            return Err(other_density(here, k, there, j));
                        }
                        ratio = its / mine;
                        if MATCHED && ratio != 1 {
                            return Err(between(here, k, there, j));
                        }
                        at = apart.div_euclid(mine);
                    } else {
                        if mine != of_axis(share, k) * its {
                            return Err(other_density(here, k, there, j));
                        }
                        let points = apart.div_euclid(its);
                        at = points.div_euclid(of_axis(share, k));
                        phase[j] = points.rem_euclid(of_axis(share, k));
                    }
                    geometry.stride[j] = here.stride(k) * ratio;
                    geometry.lo[j] = super::derive::ceil_div(here.lo(k) - at, ratio);
                    geometry.hi[j] = super::derive::ceil_div(here.hi(k) - at, ratio);
                }
            });
            if const { !must_meet(&A::AXES, k, &B::AXES) } && !runs {
                here.is_located(k)?;
                at = if const { B::IS_THIN || matches!(constant(&A::REFINE, k), Some(1)) } {
                    let apart = b.geometry.origin[here.root_axis(k)] - here.origin(k);
                    (apart * here.refine(k) - here.phase(k)).div_euclid(here.step(k))
                } else {
                    self.knows_slice(k, b)?;
                    self.index_at(b, [0; N], k, false)
                };
                let (first, past) = (here.lo(k), here.hi(k));
                if let Some(aside) = aside.filter(|_| first < past) {
                    at = aside.from(at, first, past - 1);
                }
                outside |= at < first || at >= past;
            }
            position += at * here.stride_along::<k>();
        });
        each_axis!(const j below N: {
            let root = there.root_axis_along::<j>();
            if const { !must_meet(&B::AXES, j, &A::AXES) } && here.axis_along(root).is_none() {
                there.is_located(j)?;
                // The projection is valid where `b` meets the locations that this tensor has on the axis: mostly one.
                let apart = self.geometry.origin[root] - b.geometry.origin[root];
                let first = apart * there.refine(j) - there.phase(j);
                let last = first + here.slices().more(root) * there.refine(j);
                geometry.lo[j] = super::derive::ceil_div(first - there.step(j) + 1, there.step(j));
                geometry.hi[j] = (last + there.refine(j) - 1).div_euclid(there.step(j)) + 1;
            }
            geometry.extent[j] = there.extent(j);
            geometry.axes[j] = root;
            geometry.step[j] = there.step(j);
            if const { !matches!(constant(&B::REFINE, j), Some(1)) } {
                geometry.refine[j] = there.refine(j);
                geometry.phase[j] = there.phase(j);
            }
        });
        // On an axis of the root that neither runs along, they must lie on the same slice. There is one only if both have
        // fewer axes than the root.
        // Past the rank of the root both origins are 0: what has a constant length costs less than what stops there, unless the type
        // knows it.
        const RANK: usize = MAX_RANK;
        let mut nowhere = there.is_nowhere();
        let mut alone = 0u8;
        each_axis!(const root below RANK: {
            if const {
                root < roots(A::ROOT_RANK, B::ROOT_RANK)
                    && !runs_along(&A::AXES, root)
                    && !runs_along(&B::AXES, root)
            } {
                let apart = self.geometry.origin[root] != b.geometry.origin[root];
                let (mine, its) = (here.runs_along::<root>(), there.runs_along::<root>());
                nowhere |= apart && !mine && !its;
                if const { !(A::IS_THIN && B::IS_THIN) } {
                    alone |= u8::from(!mine && !its) << root;
                }
            }
        });
        geometry.offset = self.geometry.offset + position;
        // Slices of coarse tensors begin apart, and may overlap.
        if const { !(A::IS_THIN && B::IS_THIN) } && nowhere {
            let [mine, its] = [here.slices(), there.slices()];
            nowhere =
                there.is_nowhere() || are_apart(alone, [self.geometry.origin, b.geometry.origin], mine, its);
        }
        if nowhere {
            geometry = geometry.nowhere();
        } else if outside {
            geometry = geometry.outside();
        }
        Ok((self.ptr.shifted(position), geometry, phase))
    }
}

/// Whether two tensors lie on slices apart along one of some axes of the root. By value: what has its address taken stays in memory.
#[cold]
#[inline(never)]
fn are_apart(alone: u8, [this, other]: [[isize; MAX_RANK]; 2], mine: Slices, its: Slices) -> bool {
    let misses = |root: usize| mine.misses(its, root, this[root] - other[root], [0, 0]);
    (0..MAX_RANK).any(|root| alone >> root & 1 == 1 && misses(root))
}

/// The number of an axis.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_axis(share: [isize; 4], axis: usize) -> isize {
    share[axis]
}

/// The axes of a space, as far as they are constants.
type Axes<const N: usize> = [Option<usize>; N];

/// Whether axis `k` of one tensor and axis `j` of another may run along one axis of the root. False past the ranks.
const fn may_meet<const M: usize, const N: usize>(a: &Axes<M>, k: usize, b: &Axes<N>, j: usize) -> bool {
    if k >= M || j >= N {
        return false;
    }
    match (a[k], b[j]) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Whether axis `k` of one tensor runs along an axis of the root that another tensor runs along, too, as far as constants tell.
const fn must_meet<const M: usize, const N: usize>(a: &Axes<M>, k: usize, b: &Axes<N>) -> bool {
    match constant(a, k) {
        Some(root) => runs_along(b, root),
        None => false,
    }
}

/// Whether a tensor runs along axis `root` of the root, as far as constants tell.
const fn runs_along<const N: usize>(axes: &Axes<N>, root: usize) -> bool {
    let mut axis = 0;
    while axis < N {
        if let Some(along) = axes[axis]
            && along == root
        {
            return true;
        }
        axis += 1;
    }
    false
}

/// Whether points of neither tensor share locations, along axis `k` of one and `j` of the other: by constants.
const fn shares_nothing<const M: usize, const N: usize>(
    a: &[Option<isize>; M],
    k: usize,
    b: &[Option<isize>; N],
    j: usize,
) -> bool {
    matches!((constant(a, k), constant(b, j)), (Some(1), Some(1)))
}

/// How far points are apart along an axis, for a message.
fn spacing_of<S: Space<N>, const N: usize>(known: Known<'_, S, N>, axis: usize) -> Spacing {
    Spacing { step: known.step(axis), refine: known.refine(axis) }
}

#[cold]
#[inline(never)]
fn other_density<A: Space<M>, B: Space<N>, const M: usize, const N: usize>(
    here: Known<'_, A, M>,
    k: usize,
    there: Known<'_, B, N>,
    j: usize,
) -> Fault {
    Fault::Density { axis: j, this: spacing_of(here, k), other: spacing_of(there, j) }
}

#[cold]
#[inline(never)]
fn between<A: Space<M>, B: Space<N>, const M: usize, const N: usize>(
    here: Known<'_, A, M>,
    k: usize,
    there: Known<'_, B, N>,
    j: usize,
) -> Fault {
    Fault::Between { axis: j, this: spacing_of(here, k), other: spacing_of(there, j) }
}
