//! What becomes of a loop nest that is no lanes, before the compiler has it: in which order its loops are, which of them are one, and
//! how the points of the innermost are written. A [`Site`] decides, from the IR and the analyses alone; emission writes what was
//! decided, and a [`Serial`] says it.

mod accumulators;
mod fixed;
mod groups;
mod middle;
mod order;
mod rows;
mod said;
mod site;
mod tiles;
mod turns;
mod versions;

pub use groups::Point;
pub use middle::{Inside, Middle};
pub use order::{Nest, Order};
pub use rows::{Collapsed, Touching};
pub use said::Serial;
pub use site::Site;
pub use tiles::{Summed, Tile};
pub use versions::Versions;

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
    /// Where no rule is needed apart from others; there an even one and an odd one at a time, or one by one.
    Middle(Middle, bool),
}

impl Site<'_> {
    /// An innermost loop over an axis, with those of its nest around it.
    pub fn innermost(&self, var: Id, extent: &Index, scope: Id, outer: &[(Id, usize)]) -> Innermost {
        if let Some(tile) = self.tile(var, scope, outer) {
            return Innermost { around: None, steps: Steps::Tiles(tile) };
        }
        let around = self.asked_around(var, outer);
        let middle = || self.middle(var, [&Index::constant(0), extent], scope);
        let steps = match self.group(var, extent, scope) {
            Some(points) => Steps::Groups(points),
            None => middle().map_or(Steps::Each, |middle| Steps::Middle(middle, self.asks_for_turns(var))),
        };
        Innermost { around, steps }
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
            return Some(Innermost { around, steps: Steps::Middle(middle, takes_turns) });
        }
        if self.kernel.jumping.contains(&var) || !takes_turns && around.is_none() {
            return None;
        }
        Some(Innermost { around, steps: if takes_turns { Steps::Pairs } else { Steps::Each } })
    }
}
