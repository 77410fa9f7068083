//! Numbers that look like nothing, and numbers that lie at the ends of what is allowed; the same every time.

/// What data is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Any number of the range.
    Random,
    /// The least or the greatest number, by chance.
    Extreme,
    /// The least number everywhere.
    Least,
    /// The greatest number everywhere.
    Greatest,
}

impl Fill {
    /// All of them.
    pub const ALL: [Fill; 4] = [Fill::Random, Fill::Extreme, Fill::Least, Fill::Greatest];
}

/// What an exhibit is made of: how its data is filled, and how large it is where that is not a constant of the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// How data is filled.
    pub fill: Fill,
    /// Where the random numbers begin.
    pub seed: u64,
    /// Rows and columns.
    pub extents: [usize; 2],
    /// Whether rows begin where a line of the cache does, as those of a codec's pictures do, and all memory is at a place
    /// of its own. Otherwise rows begin at any alignment.
    pub aligned: bool,
}

impl Case {
    /// The numbers of this case.
    pub fn numbers(&self) -> Numbers {
        let state = self.seed.wrapping_mul(2).wrapping_add(1);
        Numbers { state, fill: self.fill, place: self.aligned.then_some(0) }
    }
}

/// A source of numbers, and of places for memory.
pub struct Numbers {
    state: u64,
    fill: Fill,
    place: Option<usize>,
}

impl Numbers {
    fn next(&mut self) -> u64 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.state >> 33
    }

    /// Where in a page the next memory is to begin, if that matters: at a line of the cache, and not where that before
    /// did.
    pub fn place(&mut self) -> Option<usize> {
        let place = self.place;
        self.place = place.map(|place| (place + 17 * 64) % 4096);
        place
    }

    /// A number of the range, as the case fills its data.
    pub fn number(&mut self, range: [i32; 2]) -> i32 {
        let [least, greatest] = range;
        match self.fill {
            Fill::Random => self.any(range),
            Fill::Extreme => range[(self.next() & 1) as usize],
            Fill::Least => least,
            Fill::Greatest => greatest,
        }
    }

    /// Any number of the range.
    pub fn any(&mut self, [least, greatest]: [i32; 2]) -> i32 {
        let span = (i64::from(greatest) - i64::from(least) + 1) as u64;
        (i64::from(least) + ((self.next() * span) >> 31) as i64) as i32
    }
}
