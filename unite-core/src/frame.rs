//! Which points are told apart where several share a location.

use crate::space::ReferenceSpace;

/// The space that the points of a tensor are told apart in: the lowest one on its path that is refined. Points of two
/// tensors of one frame are matched one for one, though they share locations; of two frames they are matched by location.
///
/// It is a fingerprint of the path, of 64 bits, so that it is one number on its way between kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    path: u64,
}

impl Frame {
    /// That of tensors whose points do not share locations.
    pub const ROOT: Frame = Frame { path: 0 };

    /// That of a space.
    #[must_use]
    pub fn of(space: &ReferenceSpace) -> Frame {
        let refined = |space: &&ReferenceSpace| space.refinement().iter().any(|&factor| factor != 1);
        let Some(lowest) = space.ancestry().find(refined) else { return Frame::ROOT };
        let mut frame = Frame::ROOT;
        for space in lowest.ancestry() {
            let axes = space.permutation().iter().map(|&axis| axis as isize);
            let numbers = space.origin().iter().chain(space.refinement()).chain(space.coarsening());
            frame = frame.below([space.rank() as isize, space.origin().len() as isize]);
            frame = axes.chain(numbers.copied()).fold(frame, |frame, number| frame.below([number]));
        }
        frame
    }

    /// That of a space below one of this frame, by what makes it.
    #[inline(always)]
    #[must_use]
    pub fn below<const K: usize>(self, numbers: [isize; K]) -> Frame {
        let mut path = self.path;
        let mut k = 0;
        while k < K {
            // One round of splitmix64.
            path = (path ^ numbers[k] as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
            path = (path ^ (path >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            path = (path ^ (path >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            path ^= path >> 31;
            k += 1;
        }
        Frame { path }
    }

    /// Whether points of two tensors are matched one for one.
    #[inline(always)]
    pub const fn is(self, other: Frame) -> bool {
        self.path == other.path
    }
}
