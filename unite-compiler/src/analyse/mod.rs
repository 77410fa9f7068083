//! What follows from the IR alone: which memory every view is, where every tensor lies, which indices are touched.

mod across;
mod apart;
mod bases;
mod batches;
mod beside;
mod boundary;
mod bounds;
mod calls;
mod certain;
mod checks;
mod climb;
mod closures;
mod collapse;
mod dependence;
mod effects;
mod foreign;
mod frame;
mod fusion;
mod getters;
mod interchange;
mod interval;
mod location;
mod loops;
mod meet;
mod moved;
mod outside;
mod overlap;
mod placement;
mod places;
mod presence;
mod question;
mod repeated;
mod rule;
mod sharing;
mod space;
mod sweeps;
mod tensors;
mod through;
mod trust;
mod values;

pub use apart::{Touched, factor, told_apart};
pub use bases::BaseKind;
pub use batches::{Batch, Results, batches};
pub use checks::{Bounds, Called, Check, Plan};
pub use dependence::{Dependences, iterations_meet};
pub use effects::{Effects, has_integers_alone, may_jump};
pub use fusion::Fusion;
pub use interval::{Interval, interval};
pub use location::{Location, Parent, is_located, location};
pub use moved::may_change_places;
pub use overlap::{Side, is_primitive, meetings};
pub use placement::chain;
pub use places::reach;
pub use question::{Presence, Question};
pub use repeated::Repeated;
pub use rule::{Cover, Rule};
pub use sharing::{Spread, is_affine, share_along, spread};
pub use space::Along;
pub use sweeps::{Sweep, sweeps};
pub use tensors::Tensors;
pub use trust::is_relied_on;

use std::collections::{HashMap, HashSet};

use crate::ir::{Id, Kernel};
use crate::report::Report;
use fusion::fusions;

/// Everything that emission needs to know beside the IR.
#[derive(Clone)]
pub struct Analysis {
    /// Views as maps to memory and to locations.
    pub tensors: Tensors,
    /// What is touched, and where that is checked.
    pub bounds: Bounds,
    /// Loops whose order matters.
    pub dependences: Dependences,
    /// Accesses that a test was made of where the output is.
    known: bounds::Known,
    /// Branches that run at each of the points where the output is, and those that run at none.
    sides: HashMap<Id, bool>,
    /// Calls that may be made in turns.
    pub fusions: Vec<Fusion>,
}

impl Analysis {
    /// The same, where these axes of accesses are known to lie inside.
    pub fn where_inside(&self, known: &HashSet<(Id, usize)>) -> Self {
        let mut there = self.clone();
        there.tensors.inside.extend(known);
        there
    }

    /// The same, where of these branches it is known whether they run.
    pub fn with_sides(self, sides: &HashMap<Id, bool>) -> Self {
        let mut there = self;
        there.sides.extend(sides);
        there
    }

    /// Whether a branch runs at each of the points where the output is, or at none, if that is known.
    pub fn side(&self, branch: Id) -> Option<bool> {
        self.sides.get(&branch).copied()
    }

    /// Whether accesses were made sure of before a scope.
    pub fn is_known_in(&self, scope: Id) -> bool {
        self.known.iter().any(|(_, known)| *known == scope)
    }

    /// The same, where these accesses are known to lie inside at all points of a scope.
    pub fn where_known(&self, kernel: &Kernel, scope: Id, known: &HashSet<Id>) -> Self {
        let mut there = self.clone();
        there.known.extend(known.iter().map(|access| (*access, scope)));
        there.bounds = bounds::infer(kernel, &there.tensors, &there.known);
        there
    }
}

/// Runs every analysis.
pub fn analyse(kernel: &mut Kernel, report: &mut Report) -> Analysis {
    let mut tensors = collapse::collapse(kernel, report);
    tensors.count_listed(kernel);
    trust::settle(kernel, &tensors);
    climb::climb(kernel, &mut tensors);
    beside::beside(kernel, &mut tensors);
    let dependences = dependence::settle(kernel, &mut tensors, report);
    interchange::settle(kernel, &tensors);
    let known = bounds::Known::new();
    let bounds = bounds::infer(kernel, &tensors, &known);
    let fusions = fusions(kernel, &tensors);
    Analysis { tensors, bounds, dependences, known, sides: HashMap::new(), fusions }
}
