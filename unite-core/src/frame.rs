//! Which points are told apart where several share a location.

use crate::MAX_RANK;
use crate::slices::Slices;
use crate::space::ReferenceSpace;

/// How many refined spaces, one below another, a tensor knows of those that it lies in.
const DEPTH: usize = 4;

/// What stands for all refined spaces above the lowest ones that are known.
const FORGOTTEN: u64 = u64::MAX;

/// The spaces that the points of a tensor are told apart in: those on its path that are refined, the lowest first. Points of
/// two tensors that lie in one of them are matched in it, the nearest to both; of others they are matched by location.
///
/// A space is a fingerprint of its path, of 64 bits. Where there is none nothing is carried from kernel to kernel but that; and where
/// the tensor is on axes of the root that it does not run along, if that is not one location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame(Option<Told>);

/// What there is to tell: views copy it, so it is no larger than it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    /// The path of each refined space, or 0 if there is none.
    paths: [u64; DEPTH],
    /// By which cells the tensor is known in each, along each axis of the root.
    cells: [[Cells; MAX_RANK]; DEPTH],
    /// Where it is on the axes that it does not run along.
    slices: Slices,
}

impl Told {
    const NOTHING: Told =
        Told { paths: [0; DEPTH], cells: [[Cells::POINTS; MAX_RANK]; DEPTH], slices: Slices::NONE };
}

/// By which parts of a location points of two tensors are matched, along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells(u16);

impl Cells {
    /// One for one.
    pub const POINTS: Cells = Cells(0);
    /// By all of it.
    pub const LOCATIONS: Cells = Cells(1);
    /// By parts that overlap, or that nobody knows.
    pub const UNKNOWN: Cells = Cells(u16::MAX);

    /// Those of a tensor whose index `i` lies at `(step * i + phase) / refine`: this many at each location. They are not known
    /// if there is no whole number of them, or if `refine` is 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn of(step: isize, phase: isize, refine: isize) -> Cells {
        let common = divisor(divisor(step, phase), refine);
        let count = refine / common;
        if step == common && count >= 1 && count < Self::UNKNOWN.0 as isize {
            Cells(count as u16)
        } else {
            Self::UNKNOWN
        }
    }

    /// How many there are at each location; none if they are not known, or if points are matched one for one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn count(self) -> Option<isize> {
        if self.0 == Self::POINTS.0 || self.0 == Self::UNKNOWN.0 { None } else { Some(self.0 as isize) }
    }

    /// Both, one after the other: the larger ones, if they consist of the smaller.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn and(self, other: Cells) -> Cells {
        match (self, other) {
            (Self::POINTS, cells) | (cells, Self::POINTS) => cells,
            (Self::UNKNOWN, _) | (_, Self::UNKNOWN) => Self::UNKNOWN,
            (Cells(mine), Cells(its)) if its % mine == 0 => self,
            (Cells(mine), Cells(its)) if mine % its == 0 => other,
            _ => Self::UNKNOWN,
        }
    }
}

impl Frame {
    /// That of tensors whose points do not share locations.
    pub const ROOT: Frame = Frame(None);

    /// That of a space.
    #[must_use]
    pub fn of(space: &ReferenceSpace) -> Frame {
        let has_all_axes = |space: &ReferenceSpace| space.parent().is_none_or(|p| p.rank() == space.rank());
        let is_refined = |space: &ReferenceSpace| space.refinement().iter().any(|&factor| factor != 1);
        if space.ancestry().all(|space| has_all_axes(space) && !is_refined(space)) {
            return Frame::ROOT;
        }
        let Some(parent) = space.parent() else { return Frame::ROOT };
        let mut frame = Frame::of(parent);
        if space.rank() < parent.rank() {
            let above = spacing(parent);
            for (axis, &at) in space.origin().iter().enumerate() {
                if !space.permutation().contains(&axis) {
                    let (root, spacing) = above[axis];
                    frame = frame.sliced(root, spacing, at);
                }
            }
        }
        if !is_refined(space) {
            return frame;
        }
        let (mut cells, above) = ([Cells::POINTS; MAX_RANK], spacing(parent));
        for (axis, &runs) in space.permutation().iter().enumerate() {
            if space.refinement()[axis] != 1 {
                let (root, [step, phase, refine]) = above[runs];
                cells[root] = Cells::of(step, phase, refine);
            }
        }
        let mut path = 0;
        for space in space.ancestry() {
            let axes = space.permutation().iter().map(|&axis| axis as isize);
            let numbers = space.origin().iter().chain(space.refinement()).chain(space.coarsening());
            path = mixed(path, [space.rank() as isize, space.origin().len() as isize]);
            path = axes.chain(numbers.copied()).fold(path, |path, number| mixed(path, [number]));
        }
        frame.push(path, cells);
        frame
    }

    /// That of a slice of a tensor of this frame, along an axis of the root: at index `at` of those of which index `i` lies at
    /// `(step * i + phase) / refine`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub(crate) const fn sliced(self, root: usize, [step, phase, refine]: [isize; 3], at: isize) -> Frame {
        let phase = step.saturating_mul(at).saturating_add(phase);
        self.with(self.slices().with(root, [step, phase, refine]))
    }

    /// The same spaces, and other slices.
    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn with(self, slices: Slices) -> Frame {
        match self.0 {
            None if slices.is_none() => self,
            None => Frame(Some(Told { slices, ..Told::NOTHING })),
            Some(told) => Frame(Some(Told { slices, ..told })),
        }
    }

    /// Where the tensor is on the axes of the root that it does not run along.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub(crate) const fn slices(self) -> Slices {
        match self.0 {
            Some(told) => told.slices,
            None => Slices::NONE,
        }
    }

    /// That of a space below one of this frame, by what makes it, and by which cells it is known above.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub(crate) fn below<const K: usize>(mut self, numbers: [isize; K], cells: [Cells; MAX_RANK]) -> Frame {
        let above = match self.0 {
            Some(told) => told.paths[0],
            None => 0,
        };
        self.push(mixed(above, numbers), cells);
        self
    }

    /// That of a tensor in the frame `above` that stands for one of this frame, which lies below, where nobody knows how.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub(crate) fn lost_in(self, above: Frame) -> Frame {
        let mut frame = above.with(self.slices());
        let Some(mine) = self.0 else { return frame };
        let mut lost = DEPTH;
        // Those of this one alone, the highest first.
        while lost > 0 {
            lost -= 1;
            let path = mine.paths[lost];
            if path != 0 && !above.has(path) {
                frame.push(path, [Cells::POINTS; MAX_RANK]);
                if let Some(told) = &mut frame.0 {
                    told.cells[0] = [Cells::UNKNOWN; MAX_RANK];
                }
            }
        }
        frame
    }

    /// By which cells points of two tensors are matched along an axis of the root: in the nearest space that both are in.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub(crate) fn shared(self, other: Frame, root: usize) -> Cells {
        let (Some(this), Some(other)) = (self.0, other.0) else { return Cells::LOCATIONS };
        let (mut mine, mut is_known) = (0, true);
        while mine < DEPTH && this.paths[mine] != 0 {
            let mut its = 0;
            while its < DEPTH && other.paths[its] != 0 {
                let (path, there) = (this.paths[mine], other.paths[its]);
                is_known &= path != FORGOTTEN && there != FORGOTTEN;
                if path == there && path != FORGOTTEN {
                    return this.cells[mine][root].and(other.cells[its][root]);
                }
                its += 1;
            }
            mine += 1;
        }
        if is_known { Cells::LOCATIONS } else { Cells::UNKNOWN }
    }

    /// Goes on to a space below.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push(&mut self, path: u64, cells: [Cells; MAX_RANK]) {
        let mut told = self.0.unwrap_or(Told::NOTHING);
        let mut at = DEPTH - 1;
        let is_full = told.paths[at] != 0;
        while at > 0 {
            told.paths[at] = told.paths[at - 1];
            let mut root = 0;
            while root < MAX_RANK {
                told.cells[at][root] = told.cells[at - 1][root].and(cells[root]);
                root += 1;
            }
            at -= 1;
        }
        if is_full {
            told.paths[DEPTH - 1] = FORGOTTEN;
        }
        // Neither of the two numbers that mean something else.
        told.paths[0] = if path == 0 || path == FORGOTTEN { 1 } else { path };
        told.cells[0] = [Cells::POINTS; MAX_RANK];
        self.0 = Some(told);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has(self, path: u64) -> bool {
        let Some(told) = self.0 else { return false };
        let mut at = 0;
        while at < DEPTH {
            if told.paths[at] == path {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// Where the points of a space are, along each axis: the axis of the root that it runs along, and `[step, phase, refine]` if its
/// index `i` lies at `floor((step * i + phase) / refine)`. What is no such floor has a `refine` of 0.
fn spacing(space: &ReferenceSpace) -> [(usize, [isize; 3]); MAX_RANK] {
    let mut along = core::array::from_fn(|axis| (axis, [1, 0, 1]));
    let Some(parent) = space.parent() else { return along };
    let above = spacing(parent);
    for (axis, &runs) in space.permutation().iter().enumerate() {
        let (c, r, o) = (space.coarsening()[axis], space.refinement()[axis], space.origin()[runs]);
        let (root, [step, phase, refine]) = above[runs];
        let floor = || {
            let phase = step.checked_mul(o)?.checked_add(phase)?;
            let common = divisor(divisor(step, phase), refine);
            match r {
                1 => Some([step.checked_mul(c)?, phase, refine]),
                _ if step != common => None,
                _ => Some([1, (phase / common).checked_mul(r)?, (refine / common).checked_mul(r)?]),
            }
        };
        along[axis] = (root, floor().unwrap_or([1, 0, 0]));
    }
    along
}

/// The greatest common divisor, at least 1.
pub(crate) const fn divisor(mut a: isize, mut b: isize) -> isize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a.saturating_abs() }
}

/// A fingerprint and some numbers more.
#[cfg_attr(not(debug_assertions), inline(always))]
fn mixed<const K: usize>(mut path: u64, numbers: [isize; K]) -> u64 {
    let mut k = 0;
    while k < K {
        // One round of splitmix64.
        path = (path ^ numbers[k] as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
        path = (path ^ (path >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        path = (path ^ (path >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        path ^= path >> 31;
        k += 1;
    }
    path
}
