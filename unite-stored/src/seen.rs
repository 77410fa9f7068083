//! What is seen of the coordinates of a level.

/// What is seen of a level: indices that count from 0 on.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The coordinate at index 0; outside of the level it is less than the first one, or not less than the last.
    pub first: isize,
    /// How many indices there are.
    pub extent: usize,
    /// The coordinates that may be seen: the first, and one past the last.
    pub within: (usize, usize),
}

impl Seen {
    /// So many of these indices, from `first` on.
    #[inline(always)]
    pub(crate) fn part(self, first: isize, extent: usize) -> Seen {
        Seen { first: self.first.saturating_add(first), extent, ..self }
    }

    /// The coordinates that are seen: the first, and one past the last.
    #[inline(always)]
    pub(crate) fn coordinates(self) -> (usize, usize) {
        let end = self.first.saturating_add_unsigned(self.extent);
        let low = usize::try_from(self.first).unwrap_or(0).max(self.within.0);
        let high = usize::try_from(end).unwrap_or(0).min(self.within.1);
        (low.min(high), high)
    }

    /// The index of a coordinate, if it is seen.
    #[inline(always)]
    pub(crate) fn index(self, coordinate: usize) -> Option<usize> {
        let (low, high) = self.coordinates();
        (low <= coordinate && coordinate < high).then(|| coordinate.wrapping_sub(self.first.cast_unsigned()))
    }
}

/// Where index 0 of each axis lies in the universe, of what begins at these coordinates of a tensor that lies at `whole`.
#[inline(always)]
pub(crate) fn origin_of<const N: usize>(whole: [isize; N], first: [isize; N]) -> [isize; N] {
    std::array::from_fn(|axis| whole[axis].saturating_add(first[axis]))
}

/// What is seen of a level with a step: the coordinates at a first one and at every so many-th after it.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// From the first index on, as if it had no step.
    seen: Seen,
    /// The distance of neighbours.
    step: usize,
}

impl Steps {
    /// Those of an interval.
    #[inline(always)]
    pub(crate) fn of(seen: Seen) -> Steps {
        Steps { seen, step: 1 }
    }

    /// So many of these indices, from `first` on, and every `step`-th of them.
    #[inline(always)]
    pub(crate) fn part(self, first: isize, extent: usize, step: usize) -> Steps {
        let from = isize::try_from(self.step).map_or(isize::MAX, |step| first.saturating_mul(step));
        Steps { seen: self.seen.part(from, extent), step: self.step.saturating_mul(step.max(1)) }
    }

    /// The same where nothing beyond the ends of what is seen here is seen.
    #[inline(always)]
    pub(crate) fn cut(self) -> Steps {
        Steps { seen: Seen { within: self.coordinates(), ..self.seen }, ..self }
    }

    /// How many indices there are.
    #[inline(always)]
    pub(crate) fn extent(self) -> usize {
        self.seen.extent
    }

    /// The coordinate at index 0.
    #[inline(always)]
    pub(crate) fn first(self) -> isize {
        self.seen.first
    }

    /// The coordinates between which all that are seen lie: the first, and one past the last.
    #[inline(always)]
    pub(crate) fn coordinates(self) -> (usize, usize) {
        let span = match self.seen.extent {
            0 => 0,
            extent => (extent - 1).saturating_mul(self.step).saturating_add(1),
        };
        Seen { extent: span, ..self.seen }.coordinates()
    }

    /// The index of a coordinate, if it is seen.
    #[inline(always)]
    pub(crate) fn index(self, coordinate: usize) -> Option<usize> {
        let (low, high) = self.coordinates();
        let past = coordinate.wrapping_sub(self.seen.first.cast_unsigned());
        let is_seen = low <= coordinate && coordinate < high && past.is_multiple_of(self.step);
        Some(past / self.step).filter(|index| is_seen && *index < self.seen.extent)
    }

    /// The coordinate at an index, if it is seen.
    #[inline(always)]
    pub(crate) fn coordinate(self, index: usize) -> Option<usize> {
        let (low, high) = self.coordinates();
        let at = index.checked_mul(self.step)?.wrapping_add(self.seen.first.cast_unsigned());
        (index < self.seen.extent && low <= at && at < high).then_some(at)
    }
}
