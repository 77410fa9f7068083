//! What became of the loops of a kernel.

use core::fmt;

/// What became of a loop nest of a kernel. The function `remarks` of a kernel has one for each nest that was looked at,
/// so that a test can hold on to what a kernel became.
///
/// ```
/// use unite_core::staged::{Outcome, Remark};
/// let remark =
///     Remark { over: "y, x", line: 7, outcome: Outcome::Lanes { along: "x", lanes: 16, bits: 16 } };
/// assert!(remark.is_vectorised());
/// assert_eq!(remark.to_string(), "line 7, loops over y, x: 16 lanes of at most 16 bits along x");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The variables of its loops, outermost first, as the kernel calls them.
    pub over: &'static str,
    /// The line of its file where the first of them stands.
    pub line: u32,
    /// What became of it.
    pub outcome: Outcome,
}

/// Lanes, or loops as the compiler likes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Several points at a time. Where rows do not lie as lanes need them, which only a call knows, it runs without.
    Lanes {
        /// The variables along the lanes.
        along: &'static str,
        /// How many lanes.
        lanes: u32,
        /// The bits of the widest: 8, 16 or 32.
        bits: u32,
    },
    /// Loops.
    Plain {
        /// What prevented lanes.
        reason: &'static str,
        /// The line where that stands.
        line: u32,
    },
}

impl Remark {
    /// Whether the nest became lanes.
    pub const fn is_vectorised(&self) -> bool {
        matches!(self.outcome, Outcome::Lanes { .. })
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, loops over {}: ", self.line, self.over)?;
        match self.outcome {
            Outcome::Lanes { along, lanes, bits } => {
                write!(f, "{lanes} lanes of at most {bits} bits along {along}")
            }
            Outcome::Plain { reason, line } => write!(f, "no lanes: {reason} (line {line})"),
        }
    }
}
