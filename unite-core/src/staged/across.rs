//! Where a tensor is in another one, in indices of the latter.

use core::marker::PhantomData;

use super::axes::each_axis;
use super::known::roots;
use super::near::near;
use super::{Carrier, Fault, RowMajor, Space};
use crate::frame::Cells;
use crate::geometry::Geometry;
use crate::ptr::Ptr;
use crate::{Dynamic, Shape};

/// The universe of rank `N`, as a tensor without elements: where the blocks are that a kernel makes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn universe<const N: usize>() -> Carrier<'static, RowMajor<<u8 as Dynamic<N>>::Shape>, N>
where
    u8: Dynamic<N>,
    <u8 as Dynamic<N>>::Shape: Shape<N, Elem = u8>,
{
    Carrier { ptr: Ptr::nowhere(), geometry: Geometry::row_major([0; N]), space: PhantomData }
}

impl<A: Space<M>, const M: usize> Carrier<'_, A, M> {
    /// The index along an axis of this tensor that has the location of an index of `from`: of several points the first, or
    /// the last. On an axis of the universe that `from` does not run along, that is where it lies, all points of its slice.
    ///
    /// It means something where the two have a [location in common](Self::shares). Farther than any coordinate is from 0, which
    /// is at most 2^40 here, it is that: what is computed of it fits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn index_at<B: Space<N>, const N: usize>(
        self,
        from: Carrier<B, N>,
        at: [isize; N],
        axis: usize,
        last: bool,
    ) -> isize {
        let (here, there) = (self.known(), from.known());
        let root = here.root_axis(axis);
        let (mine, mut its) = (here.refine(axis), 1);
        // In units of which `its` are one location; of points that are told apart in one space, that is not rounded.
        let mut at_its = there.geometry().origin[root];
        let mut more = 0;
        if const { !B::IS_THIN } {
            // Along an axis that is run along there is no slice.
            let [first, parts, refine] = there.slices().at(root);
            its = refine;
            at_its = at_its.saturating_mul(refine).saturating_add(first);
            more = parts - 1;
        }
        each_axis!(j below N: {
            if there.root_axis(j) == root {
                its = there.refine(j);
                let past = there.step(j).saturating_mul(at[j]).saturating_add(there.phase(j));
                at_its = there.origin(j).saturating_mul(its).saturating_add(past);
                more = there.step(j) - 1;
            }
        });
        // Nothing wraps around: what lies between two indices is between what they are here.
        let end = if last { at_its.saturating_add(more) } else { at_its };
        let cells = match its == 1 || mine == 1 {
            true => Cells::LOCATIONS,
            false => here.frame().shared(there.frame(), root),
        };
        if cells != Cells::LOCATIONS {
            // A cell is all points that share it.
            let count = cells.count();
            let ends = match (count, last) {
                (None, _) => end,
                (Some(count), false) => end.saturating_mul(count).checked_div_euclid(its).unwrap_or(end),
                (Some(count), true) => {
                    let past = end.saturating_add(1).saturating_mul(count);
                    past.saturating_sub(1).checked_div_euclid(its).unwrap_or(end)
                }
            };
            let ends = ends.saturating_mul(mine).saturating_add(if last { mine - 1 } else { 0 });
            let count = count.unwrap_or(its);
            let first = here.origin(axis).saturating_mul(mine).saturating_add(here.phase(axis));
            let past = ends.saturating_sub(first.saturating_mul(count));
            return near(past.div_euclid(here.step(axis).saturating_mul(count)));
        }
        // A refinement is at least 1 where it is known: said like this, the division is no way to a panic.
        let location = if its == 1 { end } else { end.checked_div_euclid(its).unwrap_or(end) };
        let ends = location.saturating_sub(here.origin(axis)).saturating_mul(mine);
        let ends = ends.saturating_sub(here.phase(axis)).saturating_add(if last { mine - 1 } else { 0 });
        near(ends.div_euclid(here.step(axis)))
    }

    /// Whether it is known where both tensors are, in one universe.
    ///
    /// # Errors
    /// [`Fault::Universe`] if the two do not share a root; [`Fault::Nowhere`] if one of them is nowhere; [`Fault::Unlocated`] if
    /// it is not known where one of the two is; [`Fault::Cells`] if it is not known how their points share locations.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meets<B: Space<N>, const N: usize>(self, from: Carrier<B, N>) -> Result<(), Fault> {
        let (here, there) = (self.known(), from.known());
        let (this, other) = (here.geometry(), there.geometry());
        if this.root_rank != other.root_rank {
            return Err(Fault::universe(this.root_rank, other.root_rank));
        }
        if here.is_nowhere() || there.is_nowhere() {
            return Err(Fault::Nowhere);
        }
        let mut root = 0;
        while root < const { roots(A::ROOT_RANK, B::ROOT_RANK) } {
            match (this.axis_along(root), other.axis_along(root)) {
                (Some(k), Some(j)) => {
                    here.is_located(k)?;
                    there.is_located(j)?;
                    if here.may_share(k)
                        && there.may_share(j)
                        && this.frame.shared(other.frame, root) == Cells::UNKNOWN
                    {
                        return Err(Fault::Cells { axis: k });
                    }
                }
                (Some(k), None) => {
                    here.is_located(k)?;
                    self.knows_slice(k, from)?;
                }
                (None, Some(j)) => there.is_located(j)?,
                (None, None) => {}
            }
            root += 1;
        }
        Ok(())
    }

    /// Whether it is known at which points of axis `axis` of this tensor another one is that does not run along it.
    ///
    /// # Errors
    /// [`Fault::Cells`] if it is not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn knows_slice<B: Space<N>, const N: usize>(
        self,
        axis: usize,
        from: Carrier<B, N>,
    ) -> Result<(), Fault> {
        let (here, there) = (self.known(), from.known());
        let root = here.root_axis(axis);
        let is_known = match there.slices().at(root) {
            [_, _, 0] => false,
            [_, _, 1] => true,
            _ => !here.may_share(axis) || here.frame().shared(there.frame(), root) != Cells::UNKNOWN,
        };
        if is_known { Ok(()) } else { Err(Fault::Cells { axis }) }
    }

    /// Whether the box of indices `first..=last` of `from` shares a location with points of this tensor, inside of its block or
    /// outside: on each axis of the universe that this tensor does not run along, the box covers where it lies. Of a slice of a
    /// coarser tensor that are all of its locations.
    ///
    /// # Errors
    /// [`Fault::Elsewhere`] if it does not; [`Fault::Unlocated`] if it is not known where the box is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn shares<B: Space<N>, const N: usize>(
        self,
        from: Carrier<B, N>,
        first: [isize; N],
        last: [isize; N],
    ) -> Result<(), Fault> {
        let (here, there) = (self.known(), from.known());
        let (this, other) = (here.geometry(), there.geometry());
        let mut root = 0;
        while root < const { roots(A::ROOT_RANK, B::ROOT_RANK) } {
            if this.axis_along(root).is_none() {
                let mut covered = [0, 0];
                if let Some(j) = other.axis_along(root) {
                    there.is_located(j)?;
                    // A location is all points that share it.
                    let to = |index: isize, more: isize| {
                        let past = there.step(j).saturating_mul(index).saturating_add(there.phase(j) + more);
                        past.checked_div_euclid(there.refine(j)).unwrap_or(past)
                    };
                    covered = [to(first[j], 0), to(last[j], there.step(j) - 1)];
                }
                let apart = this.origin[root] - other.origin[root];
                if apart < covered[0] || apart > covered[1] {
                    // Of a slice of a coarser tensor that is the first location.
                    if const { A::IS_THIN && B::IS_THIN }
                        || here.slices().misses(there.slices(), root, apart, covered)
                    {
                        return Err(Fault::Elsewhere { axis: root });
                    }
                }
            }
            root += 1;
        }
        Ok(())
    }
}

/// Whether a slice of a tensor is among the indices that something else has there.
///
/// # Errors
/// [`Fault::Slice`] if it is not.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn on_slice(axis: usize, slice: isize, first: isize, last: isize) -> Result<(), Fault> {
    if first <= slice && slice <= last { Ok(()) } else { Err(Fault::Slice { axis, slice, first, last }) }
}
