//! Where a tensor is whose elements lie elsewhere: a copy, or a tensor seen where another one is.

use core::marker::PhantomData;

use super::{Carrier, Frame, Geometry, Located, Space};
use crate::MAX_RANK;

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
    /// which is `b`. An axis that none runs along is fixed at `b`.
    ///
    /// `refined` are the numbers of the lowest refined space between the two.
    #[inline(always)]
    pub fn place<const N: usize, const K: usize>(
        self,
        maps: [(Option<usize>, [isize; 3]); M],
        refined: [isize; K],
    ) -> Place<N> {
        let (known, here) = (self.known(), self.known().geometry());
        let mut place = Place {
            axes: [0; N],
            step: [1; N],
            refine: [1; N],
            phase: [0; N],
            origin: here.origin,
            root_rank: here.root_rank,
            frame: if K == 0 { here.frame } else { here.frame.below(refined) },
        };
        let mut k = 0;
        while k < M {
            let (along, [a, b, d]) = maps[k];
            let root = here.axes[k];
            let (step, phase, refine) = (here.step[k], here.phase[k], here.refine[k]);
            let Some(j) = along else {
                place.origin[root] += known.distance_to(k, b);
                k += 1;
                continue;
            };
            place.axes[j] = root;
            // A floor of a floor is one only if nothing lies between the two.
            let (a, b, d) = match () {
                () if d == 1 => (step * a, step * b + phase, refine),
                () if step == 1 && d > 1 => (a, b + phase * d, refine * d),
                () => (0, 0, 0),
            };
            if d == 0 {
                let first =
                    if maps[k].1[2] == 0 { maps[k].1[1] } else { maps[k].1[1].div_euclid(maps[k].1[2]) };
                place.origin[root] += known.distance_to(k, first);
                place.refine[j] = 0;
            } else {
                let common = common(common(a, b), d);
                let (a, b, d) = (a / common, b / common, d / common);
                place.origin[root] += b.div_euclid(d);
                (place.step[j], place.phase[j], place.refine[j]) = (a, b.rem_euclid(d), d);
            }
            k += 1;
        }
        place
    }

    /// The same elements, at another place.
    #[inline(always)]
    #[must_use]
    pub fn located(self, place: Place<M>) -> Carrier<'a, Located<S>, M> {
        let Place { axes, step, refine, phase, origin, root_rank, frame } = place;
        let here = self.known().geometry();
        // A copy of what is nowhere stays so.
        let root_rank = if !S::IS_SOMEWHERE && here.root_rank == 0 { 0 } else { root_rank };
        let geometry = Geometry { axes, step, refine, phase, origin, root_rank, frame, ..here };
        Carrier { ptr: self.ptr, geometry, space: PhantomData }
    }

    /// The same elements, which are nowhere if the tensor is that they are a copy of.
    #[inline(always)]
    #[must_use]
    pub fn nowhere_with<B: Space<N>, const N: usize>(self, of: Carrier<B, N>) -> Self {
        let geometry = if of.known().is_nowhere() { self.geometry.unplaced() } else { self.geometry };
        Carrier { geometry, ..self }
    }
}

/// The greatest common divisor, at least 1.
const fn common(mut a: isize, mut b: isize) -> isize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a < 0 {
        -a
    } else if a == 0 {
        1
    } else {
        a
    }
}
