//! Where a tensor is whose elements lie elsewhere: a copy, or a tensor seen where another one is.

use core::marker::PhantomData;

use super::{Carrier, Located, Space};
use crate::MAX_RANK;
use crate::frame::Frame;
use crate::frame::{Cells, divisor};
use crate::geometry::Geometry;

/// Where a tensor of rank `N` is.
#[derive(Clone, Copy, Debug)]
pub struct Place<const N: usize> {
    axes: [usize; N],
    step: [isize; N],
    refine: [isize; N],
    phase: [isize; N],
    origin: [isize; MAX_RANK],
    root_rank: usize,
    frame: Frame,
}

impl<'a, S: Space<M>, const M: usize> Carrier<'a, S, M> {
    /// The place of a tensor by its indices here. For each axis of this tensor: the axis of the other one that runs along it,
    /// and `[a, b, d]` if its index `i` is at index `floor((a * i + b) / d)`, or `[_, b, 0]` if only that of index 0 is known,
    /// which is `b`. An axis that none runs along is fixed where index 0 of such would be.
    ///
    /// `frame` is that of the other tensor: this one's, or one [below](Self::refined).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn place<const N: usize>(self, maps: [(Option<usize>, [isize; 3]); M], frame: Frame) -> Place<N> {
        let (known, here) = (self.known(), self.known().geometry());
        let mut place = Place {
            axes: [0; N],
            step: [1; N],
            refine: [1; N],
            phase: [0; N],
            origin: here.origin,
            root_rank: here.root_rank,
            frame,
        };
        let mut k = 0;
        while k < M {
            let (along, [a, b, d]) = maps[k];
            let root = here.axes[k];
            let (step, phase, refine) = (here.step[k], here.phase[k], here.refine[k]);
            // A floor of a floor is one only if nothing lies between the two.
            let (a, b, d) = match () {
                () if d == 1 => (step * a, step * b + phase, refine),
                () if step == 1 && d > 1 => (a, b + phase * d, refine * d),
                () => (0, 0, 0),
            };
            let first = || match maps[k].1 {
                [_, b, 0 | 1] => b,
                [_, b, d] => b.checked_div_euclid(d).unwrap_or(b),
            };
            let Some(j) = along else {
                place.origin[root] += known.distance_to(k, first());
                place.frame = place.frame.sliced(root, [a, b, d], 0);
                k += 1;
                continue;
            };
            place.axes[j] = root;
            if d == 0 {
                place.origin[root] += known.distance_to(k, first());
                place.refine[j] = 0;
            } else {
                let common = divisor(divisor(a, b), d);
                let (a, b, d) = (a / common, b / common, d / common);
                place.origin[root] += b.div_euclid(d);
                (place.step[j], place.phase[j], place.refine[j]) = (a, b.rem_euclid(d), d);
            }
            k += 1;
        }
        place
    }

    /// The frame of what this tensor is made of, from which refined spaces below begin.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn frame(self) -> Frame {
        self.known().frame()
    }

    /// The frame of a space below one of `frame`, which is this tensor's or one below, by the numbers that tell it apart from all
    /// others there. Its points are floored to those of the space that it refines: for each axis of this tensor, index `i` of
    /// that is at index `(a * i + b) / d`, if its entry is `[a, b, d]`. An axis along which nothing is refined has `[0, 0, 1]`;
    /// one where those points are not told has `[0, 0, 0]`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn refined<const K: usize>(
        self,
        frame: Frame,
        numbers: [isize; K],
        parents: [[isize; 3]; M],
    ) -> Frame {
        let known = self.known();
        let mut cells = [Cells::POINTS; MAX_RANK];
        let mut k = 0;
        while k < M {
            let ([a, b, d], step, phase, refine) =
                (parents[k], known.step(k), known.phase(k), known.refine(k));
            cells[known.root_axis(k)] = match () {
                () if a == 0 && d == 1 => Cells::POINTS,
                () if a == 0 => Cells::UNKNOWN,
                () if d == 1 => Cells::of(step * a, step * b + phase, refine),
                () if step == 1 => Cells::of(a, b + phase * d, refine * d),
                () => Cells::UNKNOWN,
            };
            k += 1;
        }
        frame.below(numbers, cells)
    }

    /// The same elements, at another place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn located(self, place: Place<M>) -> Carrier<'a, Located<S>, M> {
        let Place { axes, step, refine, phase, origin, root_rank, frame } = place;
        let here = self.known().geometry();
        // A copy of what is nowhere stays so.
        let root_rank = if !S::IS_SOMEWHERE && here.root_rank == 0 { 0 } else { root_rank };
        let geometry = Geometry { axes, step, refine, phase, origin, root_rank, frame, ..here };
        Carrier { ptr: self.ptr, geometry, space: PhantomData }
    }
}

impl<P: Space<M>, const M: usize> Carrier<'_, Located<P>, M> {
    /// The same elements, which are nowhere if the tensor is that they are a copy of.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn nowhere_with<B: Space<N>, const N: usize>(self, of: Carrier<B, N>) -> Self {
        let geometry = if of.known().is_nowhere() { self.geometry.unplaced() } else { self.geometry };
        Carrier { geometry, ..self }
    }
}
