//! The state of the translation, and what names stand for.

use std::collections::{HashMap, HashSet};

use proc_macro2::Span;
use syn::{Block, Ident};

use crate::ir::{Atom, Case, Def, Hole, Id, Index, Kernel, Operand, Schedule, View};
use crate::report::Report;
use crate::source::Source;

/// A loop that changes what it runs over.
pub struct Changing {
    /// The tensor.
    pub of: Id,
    /// The variables, by axis.
    pub vars: Vec<Id>,
    /// What the place of the element is called.
    pub place: Ident,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Binding {
    /// A tensor.
    Tensor(Id),
    /// A loop variable.
    Var(Id),
    /// An immutable local that is an index.
    Let(Id),
    /// A scalar parameter.
    Scalar(Id),
    /// A stored tensor.
    Stored(Id),
    /// A local that does not change.
    Value(Id),
    /// A constant of the kernel that is an array of literals.
    Numbers(Vec<i64>),
    /// A local that may change, or anything that is not an integer.
    Other,
}

/// What is known of the type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `i32`.
    Number,
    /// `usize`.
    Size,
    /// `u8` or another type of less than 32 bits.
    Narrow,
    /// `f32` or `f64`.
    Float,
    /// An array of the body, of integers.
    Array,
    /// One of `f32` or `f64`.
    Floats,
    /// A literal, which has the type of what it stands beside.
    Literal,
}

/// The attribute `#[accumulators(n)]` of a statement.
pub struct Accumulators {
    /// How many.
    pub(super) count: usize,
    /// Whether the statement has a sum.
    pub(super) are_used: bool,
}

/// A sum over several tensors on its way to a loop: its variables, operands and cases, and what runs in these.
pub type Merged = (Vec<Ident>, Vec<Operand>, Vec<Case>, Block);

/// The state of the translation.
pub struct Parser<'a> {
    pub(super) kernel: Kernel,
    pub(super) report: &'a mut Report,
    pub(super) names: Vec<HashMap<String, Binding>>,
    /// How names are spelt in the kernel.
    pub(super) taken: HashSet<String>,
    /// The names that were bound last, by their spelling.
    pub(super) bound: HashMap<String, Ident>,
    pub(super) iterators: Vec<(String, Id)>,
    /// What is known of the types of local variables, of those that are bound here.
    pub(super) kinds: HashMap<String, Kind>,
    pub(super) scope: Id,
    pub(super) order: usize,
    pub(super) before: Vec<syn::Expr>,
    /// Named values that are not kept yet.
    pub(super) pending: Vec<Hole>,
    /// Variables that stand for iterators, and how the user writes these.
    pub(super) renamed: Vec<(String, String)>,
    /// How the next loop or statement is to be run.
    pub(super) asked: Option<(Schedule, syn::Attribute)>,
    /// The attribute `#[count]` of the statement that is read.
    pub(super) counted: Option<syn::Attribute>,
    /// The attribute `#[accumulators(n)]` of the statement that is read.
    pub(super) accumulators: Option<Accumulators>,
    /// What the next loop runs over, if it is one that a sum over several stored tensors has become.
    pub(super) merged: Option<Merged>,
    /// The loops around that change what they run over, the outermost first.
    pub(super) changing: Vec<Changing>,
    /// Whether the kernel asks where tensors are, so that stored ones say so.
    pub(super) asks_places: bool,
    /// Inside the arguments of a macro: what names stand for here is not known.
    pub(super) in_macro: bool,
}

impl Parser<'_> {
    /// A number that grows along the source.
    pub(super) fn tick(&mut self) -> usize {
        self.order += 1;
        self.order
    }

    /// What a name stands for here.
    pub(super) fn lookup(&self, name: &str) -> Option<&Binding> {
        self.names.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Begins a stretch with names of its own; answers what is known of the types of those outside.
    pub(super) fn open(&mut self) -> HashMap<String, Kind> {
        self.names.push(HashMap::new());
        self.kinds.clone()
    }

    /// Ends it.
    pub(super) fn close(&mut self, outside: HashMap<String, Kind>) {
        self.kinds = outside;
        self.names.pop();
    }

    /// Lets a name stand for something until the end of the block.
    pub(super) fn bind(&mut self, name: &Ident, binding: Binding) {
        let text = name.to_string();
        self.bound.insert(text.clone(), name.clone());
        self.kinds.remove(&text);
        self.names.last_mut().expect("there is always a block").insert(text, binding);
    }

    /// A name of the macro's own that stands for nothing in the kernel, which tells names apart by their spelling.
    pub(super) fn own_name(&self, text: &str) -> Ident {
        let mut text = text.to_string();
        while self.taken.contains(&text) {
            text.push('_');
        }
        Ident::new(&text, Span::mixed_site())
    }

    /// Puts an entry of a table into the body.
    pub(super) fn hole(&mut self, hole: Hole) -> syn::Expr {
        self.kernel.holes.push(hole);
        crate::holes::expression(self.kernel.holes.len() - 1)
    }

    /// Adds a tensor.
    pub(super) fn view(
        &mut self,
        name: Ident,
        span: impl Into<Source>,
        def: Def,
        rank: usize,
        named: bool,
    ) -> Id {
        let order = self.tick();
        let (span, shown) = (span.into(), name.to_string());
        self.kernel.views.push(View { name, shown, span, def, rank, named, scope: self.scope, order });
        self.kernel.views.len() - 1
    }

    /// The name of a tensor, for messages.
    pub(super) fn name(&self, view: Id) -> String {
        self.kernel.views[view].shown.clone()
    }

    /// The number of axes of a tensor.
    pub(super) fn rank(&self, view: Id) -> usize {
        self.kernel.views[view].rank
    }

    /// The index that is the value of one atom.
    pub(super) fn atom(atom: Atom) -> Index {
        Index::atom(atom)
    }
}
