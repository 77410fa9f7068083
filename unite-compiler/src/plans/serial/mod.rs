//! What becomes of a loop nest that is no lanes, before the compiler has it: in which order its loops are, which of them are one, and
//! how the points of the innermost are written. A [`Site`] decides, from the IR and the analyses alone; emission writes what was
//! decided, and a [`Serial`] says it.

mod accumulators;
mod distributed;
mod fixed;
mod groups;
mod middle;
mod order;
mod parts;
mod rows;
mod said;
mod site;
mod tiles;
mod turns;
mod versions;

pub use distributed::Distributed;
pub use groups::Point;
pub use middle::{Inside, Middle};
pub use order::{Nest, Order};
pub use parts::{Part, Parts, Shared};
pub use rows::{Collapsed, Touching};
pub use said::Serial;
pub use site::Site;
pub use tiles::{Summed, Tile};
pub use versions::Versions;

use std::collections::HashSet;

use crate::ir::{Id, Index};

/// An innermost loop.
pub struct Innermost {
    /// The variable of a loop around it that conditions in it ask about: it is written for even and for odd ones.
    pub around: Option<Id>,
    /// Its points.
    pub steps: Steps,
}

/// How the points of an innermost loop are written.
pub enum Steps {
    /// One by one.
    Each,
    /// So many at a time.
    Groups(i64),
    /// An even one and an odd one at a time.
    Pairs,
    /// Those of a tile at a time, whose sums are taken together.
    Tiles(Tile),
    /// So many at a time, inside of the loops of the body.
    Distributed(Distributed),
    /// Where no rule is needed apart from others, and how the points are written there.
    Middle(Middle, Box<Steps>),
}

impl Site<'_> {
    /// An innermost loop over an axis, with those of its nest around it.
    pub fn innermost(&self, var: Id, extent: &Index, scope: Id, outer: &[(Id, usize)]) -> Innermost {
        if let Some(tile) = self.tile(var, scope, outer).filter(|_| self.has_sums_alone(scope)) {
            return Innermost { around: None, steps: Steps::Tiles(tile) };
        }
        let around = self.asked_around(var, outer);
        if let Some(points) = self.group(var, extent, scope) {
            return Innermost { around, steps: Steps::Groups(points) };
        }
        let distributed = |inside: &HashSet<(Id, usize)>| {
            let is_free = around.is_none() && !self.asks_for_turns(var);
            let distributed = self.distributed(var, scope, inside).filter(|_| is_free);
            distributed.map(Steps::Distributed)
        };
        let steps = match self.middle(var, [&Index::constant(0), extent], scope) {
            Some(middle) => {
                let inner = distributed(&middle.inside).unwrap_or_else(|| self.each_or_pairs(var));
                Steps::Middle(middle, Box::new(inner))
            }
            None => distributed(&HashSet::new()).unwrap_or(Steps::Each),
        };
        Innermost { around, steps }
    }

    fn each_or_pairs(&self, var: Id) -> Steps {
        if self.asks_for_turns(var) { Steps::Pairs } else { Steps::Each }
    }

    /// An innermost loop over a range that counts up to before its end, if it is not left as it is.
    pub fn innermost_range(&self, var: Id) -> Option<Innermost> {
        if !self.is_divisible(var) {
            return None;
        }
        let is_free = !self.kernel.schedules.contains_key(&var);
        let takes_turns = is_free && self.asks_for_turns(var);
        let around = is_free.then(|| self.asked_around(var, &[])).flatten();
        if let Some(middle) = self.middle_of_range(var) {
            let inner = if takes_turns { Steps::Pairs } else { Steps::Each };
            return Some(Innermost { around, steps: Steps::Middle(middle, Box::new(inner)) });
        }
        if self.kernel.jumping.contains(&var) || !takes_turns && around.is_none() {
            return None;
        }
        Some(Innermost { around, steps: if takes_turns { Steps::Pairs } else { Steps::Each } })
    }
}
