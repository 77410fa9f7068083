//! From the staged IR to Rust.
//!
//! This is the only stage that knows what memory is: that a block is a run of elements with one stride for each
//! axis, and that a statement over iterators is a loop nest.

mod access;
mod accumulators;
mod ahead;
mod body;
mod boundary;
mod calls;
mod checks;
mod collapse;
mod contents;
mod define;
mod distances;
mod footprint;
mod foreseen;
mod forms;
mod function;
mod groups;
mod index;
mod known;
mod lanes;
mod levels;
pub mod listing;
mod loops;
mod names;
mod overlap;
mod overwritten;
mod points;
mod presence;
mod programs;
mod remarks;
mod stage;
mod strips;
mod stub;
mod vector;

pub use function::kernel;
pub use known::known;
pub use overlap::{InOrder, in_order, needs_order};
pub use stub::stub;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use crate::analyse::Analysis;
use crate::ir::{Atom, Id, Index, Kernel, Stage};
use crate::lanes::facts::Facts;

/// What every part of emission needs.
pub struct Emitter<'a> {
    kernel: &'a Kernel,
    analysis: &'a Analysis,
    /// Tensors without a `let` of their own whose memory has been emitted.
    defined: RefCell<HashSet<Id>>,
    /// The two loops that are one where code is emitted now.
    collapsed: Cell<Option<collapse::Collapsed>>,
    /// Where the points of a group are written out.
    point_of_group: Cell<Option<groups::Point>>,
    /// Where neighbours are in the loop that code is emitted for now.
    distances: RefCell<distances::Distances>,
    /// What is known of the names around what is emitted now.
    facts: RefCell<Facts>,
    /// Whether loops are left as they are where code is emitted now.
    plain: Cell<bool>,
    /// The constants and types of loops that became lanes.
    programs: RefCell<programs::Programs>,
    /// What local blocks hold where code is emitted now.
    contents: RefCell<HashMap<Id, contents::Content>>,
    /// What was said of the loops.
    remarks: RefCell<Vec<remarks::Remark>>,
    /// How indices are written where code is emitted now.
    writing: Cell<checks::Writing>,
    names: names::Names,
    /// The values that some index depends on.
    used_values: HashSet<Id>,
}

impl<'a> Emitter<'a> {
    /// An emitter of a kernel.
    pub fn new(kernel: &'a Kernel, analysis: &'a Analysis) -> Self {
        let names = names::Names::new(kernel, analysis);
        let mut emitter = Emitter {
            kernel,
            analysis,
            defined: RefCell::default(),
            collapsed: Cell::new(None),
            point_of_group: Cell::new(None),
            distances: RefCell::default(),
            facts: RefCell::new(Facts::of_parameters(kernel)),
            plain: Cell::new(kernel.autovectorize || kernel.stage < Stage::All || kernel.opaque),
            programs: RefCell::default(),
            contents: RefCell::default(),
            remarks: RefCell::default(),
            writing: Cell::default(),
            names,
            used_values: HashSet::new(),
        };
        let mut used = HashSet::new();
        emitter.every_atom(&mut |atom| {
            if let Atom::Value(id) = atom {
                used.insert(*id);
            }
        });
        emitter.used_values = used;
        emitter
    }

    fn resolve(&self, index: &Index) -> Index {
        self.analysis.tensors.resolve(self.kernel, index)
    }

    /// The name of the kernel, as text.
    fn title(&self) -> String {
        self.kernel.function.sig.ident.to_string()
    }
}
