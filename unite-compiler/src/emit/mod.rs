//! From the staged IR to Rust.
//!
//! This is the only stage that knows what memory is: that a block is a run of elements with one stride for each
//! axis, and that a statement over iterators is a loop nest.

mod accepts;
mod access;
mod accumulators;
mod ahead;
mod along;
mod appended;
mod associated;
mod blocked;
mod body;
mod boundary;
mod by_type;
mod calls;
mod chains;
mod checks;
mod collapse;
mod contents;
mod counted;
mod declared;
mod define;
mod distances;
mod distributed;
mod folds;
mod footprint;
mod foreseen;
mod forms;
mod function;
mod fused;
mod groups;
mod hoisted;
mod index;
mod known;
mod lanes;
mod levels;
pub mod listing;
mod loops;
mod merges;
mod names;
mod narrow;
mod overlap;
mod overwritten;
mod parts;
mod phases;
mod pixels;
mod points;
mod presence;
mod programs;
mod ranges;
mod refined;
mod remarks;
mod stage;
mod stored;
mod strips;
mod stub;
mod sweeps;
mod tiles;
mod vector;
mod versions;
mod written;

pub use function::kernel;
pub use known::known;
pub use levels::compiled_levels;
pub use overlap::{InOrder, in_order, needs_order};
pub use stub::stub;

use std::collections::HashSet;
use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::analyse::Analysis;
use crate::ir::{Atom, Id, Index, Kernel, Stage};
use crate::plans::serial::{Collapsed, Middle, Point, Site};
use written::Written;

/// What every part of emission needs, at some place of the output. Another place has an emitter of its own; none changes.
#[derive(Clone)]
pub struct Emitter<'a> {
    kernel: &'a Kernel,
    analysis: &'a Analysis,
    names: Rc<names::Names>,
    /// The values that some index depends on.
    used_values: Rc<HashSet<Id>>,
    here: Here,
}

/// What is special about a place of the output.
#[derive(Clone, Default)]
struct Here {
    /// The two loops that are one.
    collapsed: Option<Collapsed>,
    /// Where the points of a group are written out.
    point_of_group: Option<Point>,
    /// Where neighbours are in the loop.
    distances: Rc<distances::Distances>,
    /// What was made before, and does not change here.
    hoisted: Rc<hoisted::Hoisted>,
    /// What stands in the places of sums that are taken before.
    totals: tiles::Totals,
    /// Whether loops are left as they are.
    plain: bool,
    /// Whether there are no lanes of the nest, for a reason.
    is_refused: bool,
    /// Whether it is the version of a loop that checks where conditions lead.
    is_version: bool,
    /// How indices are written.
    writing: checks::Writing,
    /// Whether what does not fit is an answer of the function around.
    answers: bool,
}

/// What writes something that is repeated, at the places that it is given.
type Body<'b> = dyn Fn(&Emitter<'_>, &mut Written) -> TokenStream + 'b;

impl<'a> Emitter<'a> {
    /// An emitter of a kernel.
    pub fn new(kernel: &'a Kernel, analysis: &'a Analysis) -> Self {
        let plain = kernel.autovectorize || kernel.stage < Stage::All || kernel.opaque.is_some();
        let mut emitter = Emitter {
            kernel,
            analysis,
            names: Rc::new(names::Names::new(kernel, analysis)),
            used_values: Rc::default(),
            here: Here { plain, ..Here::default() },
        };
        let mut used = HashSet::new();
        emitter.every_atom(&mut |atom| {
            if let Atom::Value(id) = atom {
                used.insert(*id);
            }
        });
        emitter.used_values = Rc::new(used);
        emitter
    }

    /// The emitter of another place.
    fn there(&self, change: impl FnOnce(&mut Here)) -> Self {
        let mut there = self.clone();
        change(&mut there.here);
        there
    }

    /// The emitter of a place where what does not fit is an answer, and no panic.
    fn answering(&self) -> Self {
        self.there(|here| here.answers = true)
    }

    /// The emitter of a place where these axes of accesses are known to lie inside.
    fn where_inside<R>(&self, known: &HashSet<(Id, usize)>, write: impl FnOnce(&Emitter<'_>) -> R) -> R {
        let analysis = self.analysis.where_inside(known);
        write(&Emitter { analysis: &analysis, ..self.clone() })
    }

    /// The emitter of the middle of a loop.
    fn in_middle<R>(&self, middle: &Middle, write: impl FnOnce(&Emitter<'_>) -> R) -> R {
        let analysis = self.analysis.where_inside(&middle.inside).with_sides(&middle.sides);
        write(&Emitter { analysis: &analysis, ..self.clone() })
    }

    /// What decides how loops are written here.
    fn site(&self) -> Site<'_> {
        let Here { point_of_group: point, is_version, is_refused, .. } = self.here;
        Site { kernel: self.kernel, analysis: self.analysis, point, is_version, is_refused }
    }

    fn resolve(&self, index: &Index) -> Index {
        self.analysis.tensors.resolve(self.kernel, index)
    }

    /// The name of the kernel, as text.
    fn title(&self) -> String {
        self.kernel.name.to_string()
    }
}
