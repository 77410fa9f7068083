//! Whether two tensors that one kernel passes to another one have elements in common.

use super::{Carrier, Space};

/// The first and the last index that are touched along each axis; nothing where that is not known.
pub type Part<const N: usize> = [Option<[isize; 2]>; N];

impl<S: Space<N>, const N: usize> Carrier<'_, S, N> {
    /// Whether no element of a part of this tensor is one of a part of another tensor, as far as that is easily said: of views
    /// of one block whose axes run alike by the axes, and of others by the stretches of memory that the parts lie in. Parts may
    /// be larger than what is touched, which lies in the nearest block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_apart<P: Space<M>, const M: usize>(
        self,
        part: Part<N>,
        other: Carrier<'_, P, M>,
        its: Part<M>,
    ) -> bool {
        let (here, there) = (self.known(), other.known());
        let (part, its) = (self.ends(part), other.ends(its));
        if self.runs_like(other) {
            // Index `i` of the other one is index `i + shift` of this one, where both count in their block.
            let (mut shift, mut position) = ([0; N], 0isize);
            let mut axis = 0;
            while axis < N {
                shift[axis] = here.lo(axis).wrapping_sub(there.lo(axis));
                position = position.wrapping_add(shift[axis].wrapping_mul(here.stride(axis)));
                axis += 1;
            }
            if self.ptr().address(position) == other.ptr().address(0) {
                let (mut apart, mut axis) = (false, 0);
                while axis < N {
                    let ([first, last], [from, to]) = (part[axis], its[axis]);
                    apart |= last < from.wrapping_add(shift[axis]) || to.wrapping_add(shift[axis]) < first;
                    axis += 1;
                }
                return apart;
            }
        }
        let ([begin, end], [from, to]) = (self.stretch(&part), other.stretch(&its));
        end <= from || to <= begin
    }

    /// Whether another tensor is this one: each index is the same element in both.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_same<P: Space<M>, const M: usize>(self, other: Carrier<'_, P, M>) -> bool {
        self.runs_like(other) && self.ptr().address(0) == other.ptr().address(0)
    }

    /// Whether neighbours are as far apart in memory as those of another tensor, along every axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn runs_like<P: Space<M>, const M: usize>(self, other: Carrier<'_, P, M>) -> bool {
        let (here, there) = (self.known(), other.known());
        let mut alike = N == M && size_of::<S::Elem>() == size_of::<P::Elem>();
        let mut axis = 0;
        while axis < N && axis < M {
            alike &= here.stride(axis) == there.stride(axis);
            axis += 1;
        }
        alike
    }

    /// The first and the last index of a part along each axis: all that there are where it is not known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ends(self, part: Part<N>) -> [[isize; 2]; N] {
        let mut ends = [[0; 2]; N];
        let mut axis = 0;
        while axis < N {
            ends[axis] = part[axis].unwrap_or([self.known().lo(axis), self.known().hi(axis).wrapping_sub(1)]);
            axis += 1;
        }
        ends
    }

    /// The addresses of the first element of a part and of what follows its last one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stretch(self, part: &[[isize; 2]; N]) -> [usize; 2] {
        let (mut least, mut most) = (0isize, 0isize);
        let mut axis = 0;
        while axis < N {
            let stride = self.known().stride(axis);
            let [a, b] = [stride.wrapping_mul(part[axis][0]), stride.wrapping_mul(part[axis][1])];
            least = least.wrapping_add(if stride < 0 { b } else { a });
            most = most.wrapping_add(if stride < 0 { a } else { b });
            axis += 1;
        }
        [self.ptr().address(least), self.ptr().address(most.wrapping_add(1))]
    }
}

#[cfg(test)]
mod tests {
    use core::marker::PhantomData;

    use super::*;
    use crate::Dyn;
    use crate::staged::{Geometry, RowMajor, Strided};

    /// Part of a block of 6 rows of 8.
    fn window(
        memory: &[u8; 48],
        at: [isize; 2],
        extent: [isize; 2],
    ) -> Carrier<'_, Strided<Dyn<Dyn<u8>>>, 2> {
        let mut geometry = Geometry::row_major([6, 8]);
        geometry.extent = extent;
        geometry.lo = [-at[0], -at[1]];
        geometry.hi = [6 - at[0], 8 - at[1]];
        geometry.offset = 8 * at[0] + at[1];
        // SAFETY: the window lies in the block, whose geometry that is.
        unsafe { Carrier::shared(memory, &geometry, PhantomData) }
    }

    /// Windows of one block, against the elements that they have.
    #[test]
    fn windows_of_a_block() {
        let memory = [0u8; 48];
        let windows: [([isize; 2], [isize; 2]); 6] = [
            ([0, 0], [6, 8]),
            ([1, 2], [3, 3]),
            ([1, 2], [1, 6]),
            ([3, 0], [2, 2]),
            ([0, 5], [6, 1]),
            ([5, 7], [1, 1]),
        ];
        let window = |(at, extent)| window(&memory, at, extent);
        for a in windows {
            for b in windows {
                let part = |(_, [h, w]): ([isize; 2], [isize; 2])| [Some([0, h - 1]), Some([0, w - 1])];
                let meet = (0..2).all(|k| a.0[k] < b.0[k] + b.1[k] && b.0[k] < a.0[k] + a.1[k]);
                assert_eq!(window(a).is_apart(part(a), window(b), part(b)), !meet, "{a:?} {b:?}");
                assert_eq!(window(a).is_same(window(b)), a.0 == b.0);
            }
        }
        // The row above a window, and the column to its left, are not in it.
        let inner = window(windows[1]);
        let all = [Some([0, 2]), Some([0, 2])];
        for neighbours in [[Some([-1, -1]), Some([-1, 5])], [None, Some([-1, -1])]] {
            assert!(inner.is_apart(all, inner, neighbours), "{neighbours:?}");
        }
        assert!(!inner.is_apart(all, inner, [Some([-1, 0]), Some([-1, 0])]));
    }

    /// Rows of a block, one of them across.
    #[test]
    fn views_that_run_otherwise() {
        let memory = [0u8; 16];
        let mut across = Geometry::row_major([4, 4]);
        across.stride = [1, 4];
        // SAFETY: both are geometries of the block.
        let (block, turned) = unsafe {
            (
                Carrier::<RowMajor<[[u8; 4]; 4]>, 2>::shared(
                    &memory,
                    &Geometry::row_major([4, 4]),
                    PhantomData,
                ),
                Carrier::<Strided<[[u8; 4]; 4]>, 2>::shared(&memory, &across, PhantomData),
            )
        };
        let (first, last) = ([Some([0, 0]), None], [Some([3, 3]), None]);
        assert!(block.is_apart(first, block, last));
        assert!(!block.is_apart(first, turned, last));
        assert!(!block.is_same(turned));
    }
}
