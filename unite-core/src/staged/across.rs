//! Where a tensor is in another one, in indices of the latter.

use super::{Carrier, Fault, Space};
use crate::MAX_RANK;

impl<A: Space<M>, const M: usize> Carrier<'_, A, M> {
    /// The index along an axis of this tensor that has the location of an index of `from`: of several points the first, or
    /// the last. On an axis of the universe that `from` does not run along, that is where it lies.
    ///
    /// It means something where the two have a [location in common](Self::meets).
    #[inline(always)]
    pub fn index_at<B: Space<N>, const N: usize>(
        &self,
        from: &Carrier<B, N>,
        at: [isize; N],
        axis: usize,
        last: bool,
    ) -> isize {
        let root = self.root_axis(axis);
        let mut location = from.geometry().origin[root];
        let mut j = 0;
        while j < N {
            if from.root_axis(j) == root {
                location += from.step(j) * at[j] + if last { from.step(j) - 1 } else { 0 };
            }
            j += 1;
        }
        (location - self.origin(axis)).div_euclid(self.step(axis))
    }

    /// Whether indices of `from` have locations that are those of points of this tensor, inside of its block or outside.
    ///
    /// # Errors
    /// [`Fault::Universe`] if the two do not share a root; [`Fault::Elsewhere`] if `from` runs along an axis of it that this
    /// tensor does not run along, or neither does and they lie apart there; [`Fault::Density`] if one of the two is a block
    /// with more points than its universe.
    #[inline(always)]
    pub fn meets<B: Space<N>, const N: usize>(&self, from: &Carrier<B, N>) -> Result<(), Fault> {
        let (this, other) = (self.geometry(), from.geometry());
        if this.root_rank != other.root_rank {
            return Err(Fault::Universe { this: this.root_rank, other: other.root_rank });
        }
        let mut root = 0;
        while root < MAX_RANK {
            match (this.axis_along(root), other.axis_along(root)) {
                (Some(k), j) => {
                    let refined = |j| from.refine(j) != 1;
                    if self.refine(k) != 1 || j.is_some_and(refined) {
                        return Err(Fault::Density { axis: k, this: self.step(k), other: 1 });
                    }
                }
                (None, None) if this.origin[root] == other.origin[root] => {}
                (None, _) => return Err(Fault::Elsewhere { axis: root }),
            }
            root += 1;
        }
        Ok(())
    }
}
