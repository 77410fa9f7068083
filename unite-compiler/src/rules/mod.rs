//! What machines do at once: found in the graph of values, however the source spells it.
//!
//! [`canonical`] brings a program into one form. Then [`idioms::TABLE`] is asked for each value, [`dot`] for sums of products,
//! and [`reductions`] for what is summed up over all points; what is cut to 16 bits is [`narrowed`], what ranges decide is [`decided`]. Nothing here knows how an idiom is written out; a row of the table names
//! the function of `unite_core::lanes` that does it, and what must hold for it.

pub mod butterfly;
pub mod canonical;
pub mod decided;
pub mod dot;
pub mod idioms;
pub mod mixed;
pub mod narrowed;
pub mod points;
pub mod reductions;
mod terms;
#[cfg(test)]
mod tests;
pub mod turns;

pub use dot::Products;
pub use idioms::{Found, Idiom, Need};
pub use turns::Turns;

use crate::lanes::value::{PerValue, Program, ValueId};

/// What was found in a program.
pub struct Findings {
    /// For each value an idiom that computes it.
    pub idioms: PerValue<Option<Found>>,
    /// For each value the same as a sum of products, where it is one.
    pub products: PerValue<Option<Products>>,
    /// Values that are written and take turns.
    pub turns: Vec<Turns>,
}

impl Findings {
    /// What there is in a program.
    pub fn of(program: &Program) -> Findings {
        let mut idioms = PerValue::default();
        program.nodes.ids().for_each(|value| {
            idioms.push(idioms::find(program, value));
        });
        Findings { idioms, products: dot::find(program), turns: turns::find(program) }
    }

    /// The idiom of that name that computes a value.
    pub fn named(&self, value: ValueId, name: &str) -> Option<&Found> {
        self.idioms[value].as_ref().filter(|found| found.idiom.name == name)
    }

    /// What is computed before a value, in each way of saying it.
    pub fn operands(&self, program: &Program, value: ValueId) -> Vec<ValueId> {
        let products = self.products[value].iter();
        let products = products.flat_map(|p| p.args.iter().copied().chain(p.rest.map(|r| r.0)));
        program.nodes[value].args.iter().copied().chain(products).collect()
    }
}
