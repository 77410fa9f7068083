//! From Rust syntax to the staged IR. Nothing is decided here beyond what the syntax says.

mod algebra;
mod blocks;
mod body;
mod boundary;
mod branches;
mod calls;
mod declared;
mod domain;
mod each;
mod elementwise;
mod hygiene;
mod index;
mod items;
mod jumps;
mod kinds;
mod loops;
mod macros;
mod merges;
mod nested;
mod parts;
mod places;
mod policy;
mod refuse;
mod rows;
mod schedule;
mod scope;
mod signature;
mod slips;
mod stored;
mod sums;
mod tensor;
mod together;

pub use loops::{bounds, replace_bounds};
pub use tensor::tidy;

use std::collections::{HashMap, HashSet};

use proc_macro2::Span;
use syn::Ident;

use crate::ir::{Atom, Def, Hole, Id, Index, Kernel, Schedule, Scope, ScopeKind, Stage, View};
use crate::options::Options;
use crate::report::Report;
use crate::source::Source;
use crate::syntax::normalise;

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

/// The state of the translation.
pub struct Parser<'a> {
    kernel: Kernel,
    report: &'a mut Report,
    names: Vec<HashMap<String, Binding>>,
    /// How names are spelt in the kernel.
    taken: HashSet<String>,
    /// The names that were bound last, by their spelling.
    bound: HashMap<String, Ident>,
    iterators: Vec<(String, Id)>,
    /// What is known of the types of local variables, of those that are bound here.
    kinds: HashMap<String, kinds::Kind>,
    scope: Id,
    order: usize,
    before: Vec<syn::Expr>,
    /// Named values that are not kept yet.
    pending: Vec<Hole>,
    /// Variables that stand for iterators, and how the user writes these.
    renamed: Vec<(String, String)>,
    /// How the next loop or statement is to be run.
    asked: Option<(Schedule, syn::Attribute)>,
    /// What the next loop runs over, if it is one that a sum over several stored tensors has become.
    merged: Option<merges::Merged>,
    /// Whether the kernel asks where tensors are, so that stored ones say so.
    asks_places: bool,
    /// Inside the arguments of a macro: what names stand for here is not known.
    in_macro: bool,
}

/// Translates a kernel. Mistakes go to `report`; the result is then only good for its signature.
pub fn parse(mut function: syn::ItemFn, options: &Options, report: &mut Report) -> Kernel {
    normalise(&mut function);
    let told = hygiene::tell_apart(&mut function, report);
    let mut parser = Parser {
        kernel: Kernel {
            function: function.clone(),
            krate: options.krate.clone(),
            vouched: options.vouched,
            autovectorize: options.autovectorize,
            overlapping: options.overlapping,
            highest: options.highest,
            stage: options.stage.unwrap_or(Stage::All),
            schedules: HashMap::new(),
            words: Vec::new(),
            params: Vec::new(),
            declared: HashMap::new(),
            refined: Vec::new(),
            stored: Vec::new(),
            displaced: Vec::new(),
            views: Vec::new(),
            vars: Vec::new(),
            lets: Vec::new(),
            mentioned: HashSet::new(),
            computed: HashMap::new(),
            scalars: Vec::new(),
            values: Vec::new(),
            scopes: vec![Scope { parent: None, kind: ScopeKind::Kernel, order: 0, doubtful: false }],
            alternatives: Vec::new(),
            accesses: Vec::new(),
            writes: Vec::new(),
            calls: Vec::new(),
            loops: Vec::new(),
            walks: Vec::new(),
            fills: Vec::new(),
            lists: Vec::new(),
            together: Vec::new(),
            holes: Vec::new(),
            opaque: None,
            closed: false,
            mixed: told.unknown,
            apart: told.apart,
            in_closures: HashSet::new(),
            left: HashSet::new(),
            jumping: HashSet::new(),
            kept_first: HashMap::new(),
            folds: HashMap::new(),
        },
        report,
        names: vec![HashMap::new()],
        taken: told.taken,
        bound: HashMap::new(),
        iterators: Vec::new(),
        kinds: HashMap::new(),
        scope: 0,
        order: 0,
        before: Vec::new(),
        pending: Vec::new(),
        renamed: Vec::new(),
        asked: None,
        merged: None,
        asks_places: parts::asks_places(&function.block),
        in_macro: false,
    };
    parser.signature(&function.sig);
    refuse::refuse(&function, parser.report);
    let mut body = *function.block.clone();
    parser.body(&mut body);
    parser.kernel.function.block = Box::new(body);
    items::refuse_hidden(&function, &parser.kernel.scalars, parser.report);
    parser.kernel
}

impl Parser<'_> {
    /// A number that grows along the source.
    fn tick(&mut self) -> usize {
        self.order += 1;
        self.order
    }

    /// What a name stands for here.
    fn lookup(&self, name: &str) -> Option<&Binding> {
        self.names.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Begins a stretch with names of its own; answers what is known of the types of those outside.
    fn open(&mut self) -> HashMap<String, kinds::Kind> {
        self.names.push(HashMap::new());
        self.kinds.clone()
    }

    /// Ends it.
    fn close(&mut self, outside: HashMap<String, kinds::Kind>) {
        self.kinds = outside;
        self.names.pop();
    }

    /// Lets a name stand for something until the end of the block.
    fn bind(&mut self, name: &Ident, binding: Binding) {
        let text = name.to_string();
        self.bound.insert(text.clone(), name.clone());
        self.kinds.remove(&text);
        self.names.last_mut().expect("there is always a block").insert(text, binding);
    }

    /// A name of the macro's own that stands for nothing in the kernel, which tells names apart by their spelling.
    fn own_name(&self, text: &str) -> Ident {
        let mut text = text.to_string();
        while self.taken.contains(&text) {
            text.push('_');
        }
        Ident::new(&text, Span::mixed_site())
    }

    /// Puts an entry of a table into the body.
    fn hole(&mut self, hole: Hole) -> syn::Expr {
        self.kernel.holes.push(hole);
        crate::holes::expression(self.kernel.holes.len() - 1)
    }

    /// Adds a tensor.
    fn view(&mut self, name: Ident, span: impl Into<Source>, def: Def, rank: usize, named: bool) -> Id {
        let order = self.tick();
        let (span, shown) = (span.into(), name.to_string());
        self.kernel.views.push(View { name, shown, span, def, rank, named, scope: self.scope, order });
        self.kernel.views.len() - 1
    }

    /// The name of a tensor, for messages.
    fn name(&self, view: Id) -> String {
        self.kernel.views[view].shown.clone()
    }

    /// The number of axes of a tensor.
    fn rank(&self, view: Id) -> usize {
        self.kernel.views[view].rank
    }

    /// The index that is the value of one atom.
    fn atom(atom: Atom) -> Index {
        Index::atom(atom)
    }
}
