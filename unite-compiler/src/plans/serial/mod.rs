//! What becomes of a loop nest that is no lanes, before the compiler has it: in which order its loops are, which of them are one, and
//! how the points of the innermost are written. A [`Site`] decides, from the IR and the analyses alone; emission writes what was
//! decided, and a [`Serial`] says it.

mod accumulators;
mod body;
mod computed;
mod distributed;
mod ends;
mod fixed;
mod groups;
mod middle;
mod numbers;
mod order;
mod parts;
mod rows;
mod said;
mod site;
mod strip;
mod tiles;
mod turns;
mod until;
mod versions;

pub use distributed::Distributed;
pub use groups::Point;
pub use middle::{Inside, Middle};
pub use order::{Nest, Order};
pub use parts::{Part, Parts, Shared};
pub use rows::{Collapsed, Touching};
pub use said::Serial;
pub use site::Site;
pub use strip::Strip;
pub use tiles::{Summed, Tile};
pub use until::Until;
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
    /// So many at a time, part by part of the body.
    Distributed(Distributed),
    /// Where no rule is needed apart from others, and how the points are written there.
    Middle(Middle, Box<Steps>),
}

impl Steps {
    /// Points of which conditions ask whether they are even, or not.
    fn by_turns(takes_turns: bool) -> Self {
        if takes_turns { Steps::Pairs } else { Steps::Each }
    }
}

impl Site<'_> {
    /// An innermost loop over an axis, with those of its nest around it.
    pub fn innermost(&self, var: Id, extent: &Index, scope: Id, outer: &[(Id, usize)]) -> Innermost {
        let (around, takes_turns) = (self.asked_around(var, outer), self.asks_for_turns(var));
        let distributed = |inside: &HashSet<(Id, usize)>| {
            let is_free = around.is_none() && !takes_turns;
            is_free.then(|| self.distributed(var, scope, inside).map(Steps::Distributed)).flatten()
        };
        if let Some(tile) = self.tile(var, scope, outer) {
            // Other loops than those of its sums would stay at each point.
            let whole = if self.has_sums_alone(scope) { None } else { distributed(&HashSet::new()) };
            return Innermost { around: None, steps: whole.unwrap_or(Steps::Tiles(tile)) };
        }
        if let Some(points) = self.group(var, extent, scope) {
            return Innermost { around, steps: Steps::Groups(points) };
        }
        let steps = match self.middle(var, [&Index::constant(0), extent], scope) {
            Some(middle) => {
                let inner = distributed(&middle.inside).unwrap_or(Steps::by_turns(takes_turns));
                Steps::Middle(middle, Box::new(inner))
            }
            None => distributed(&HashSet::new()).unwrap_or(Steps::Each),
        };
        Innermost { around, steps }
    }

    /// An innermost loop over a range that counts up to before its end, if it is not left as it is.
    pub fn innermost_range(&self, var: Id) -> Option<Innermost> {
        if let Some(distributed) = self.distributed_range(var) {
            return Some(distributed);
        }
        if !self.is_divisible(var) {
            return None;
        }
        let is_free = !self.kernel.schedules.contains_key(&var);
        let takes_turns = is_free && self.asks_for_turns(var);
        let around = is_free.then(|| self.asked_around(var, &[])).flatten();
        if let Some(middle) = self.middle_of_range(var) {
            let inner = Box::new(Steps::by_turns(takes_turns));
            return Some(Innermost { around, steps: Steps::Middle(middle, inner) });
        }
        if self.kernel.jumping.contains(&var) || !takes_turns && around.is_none() {
            return None;
        }
        Some(Innermost { around, steps: Steps::by_turns(takes_turns) })
    }

    /// A loop over a range whose points are inside of the loops of its body, if such are.
    pub fn distributed_range(&self, var: Id) -> Option<Innermost> {
        let v = &self.kernel.vars[var];
        // Most loops have no such points: that costs least to ask.
        self.bytes_beside(v.scope)?;
        let takes_turns = || self.asked_around(var, &[]).is_some() || self.asks_for_turns(var);
        let [start, end] = [&v.start, &v.end].map(|bound| self.resolve(bound));
        let steps = match self.middle(var, [&start, &end], v.scope) {
            Some(middle) => {
                let inner = self.points_of_range(var, &middle.inside)?;
                Steps::Middle(middle, Box::new(Steps::Distributed(inner)))
            }
            None => Steps::Distributed(self.points_of_range(var, &HashSet::new())?),
        };
        (!takes_turns()).then_some(Innermost { around: None, steps })
    }
}
