//! Where views mostly are, as far as a chain alone says it.

/// Where an axis of a view is if every scalar is 0: so that most chains stay within their blocks.
#[derive(Clone, Copy, Debug)]
pub struct Nominal {
    /// The location of index 0.
    pub origin: f64,
    /// The distance between points.
    pub step: f64,
    /// How many points there are.
    pub extent: i64,
    /// The first index with data.
    pub lo: i64,
    /// One past the last index with data.
    pub hi: i64,
}

impl Nominal {
    /// The part from an index on, of an extent, with a step.
    pub fn part(self, start: i64, extent: i64, step: i64) -> Nominal {
        Nominal {
            origin: self.origin + start as f64 * self.step,
            step: self.step * step as f64,
            extent,
            lo: ceil(self.lo - start, step),
            hi: ceil(self.hi - start, step),
        }
    }

    /// The view where another one is.
    pub fn located_at(self, by: Nominal) -> Nominal {
        let at = |index: i64| ((self.origin + self.step * index as f64 - by.origin) / by.step).ceil() as i64;
        Nominal { lo: at(self.lo), hi: at(self.hi), ..by }
    }

    /// The view, refined.
    pub fn refined(self, by: i64) -> Nominal {
        let (extent, lo, hi) = (self.extent * by, self.lo * by, self.hi * by);
        Nominal { step: self.step / by as f64, extent, lo, hi, ..self }
    }

    /// The part at the locations from `first` up to `end`.
    pub fn between(self, first: f64, end: f64) -> Nominal {
        let at = |location: f64| ((location - self.origin) / self.step).floor() as i64;
        // Just before the end.
        let (first, last) = (at(first), at(end - 1e-6));
        self.part(first, last - first + 1, 1)
    }
}

/// The quotient, rounded up.
pub fn ceil(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}
