//! What is written of a kernel so far: what later code may rely on, and what was found out on the way.

use std::collections::HashSet;

use proc_macro2::TokenStream;

use super::contents::Contents;
use super::programs::Programs;
use crate::ir::{Id, Kernel};
use crate::lanes::facts::Facts;
use crate::plans::Plan;

/// The kernel as far as it is written, in the order of its source.
pub struct Written {
    /// Tensors without a `let` of their own whose memory is there.
    pub defined: HashSet<Id>,
    /// What is known of the names in scope.
    pub facts: Facts,
    /// What local blocks hold.
    pub contents: Contents,
    /// The constants and types of loops that became lanes.
    pub programs: Programs,
    /// What became of the loops.
    pub plans: Vec<Plan>,
    /// Calls that are made in turns, if rustc finds that they may be.
    pub fused: Vec<Fused>,
}

/// What a plan says of calls that may be made in turns.
pub struct Fused {
    /// How many loops stand before them.
    pub before: usize,
    /// Items that the question needs.
    pub items: TokenStream,
    /// Whether they are made in turns.
    pub test: TokenStream,
    /// What is said if they are.
    pub is: String,
    /// What is said if they are not.
    pub is_not: String,
}

impl Written {
    /// Nothing of a kernel.
    pub fn new(kernel: &Kernel) -> Self {
        Written {
            defined: HashSet::new(),
            facts: Facts::of_parameters(kernel),
            contents: Contents::new(),
            programs: Programs::default(),
            plans: Vec::new(),
            fused: Vec::new(),
        }
    }

    /// Notes what became of a loop nest.
    pub fn plan(&mut self, plan: Plan) {
        // A nest may be written more than once.
        if !self.plans.iter().any(|known| known.vars == plan.vars) {
            self.plans.push(plan);
        }
    }
}
