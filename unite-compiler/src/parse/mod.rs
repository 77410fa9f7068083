//! From Rust syntax to the staged IR. Nothing is decided here beyond what the syntax says.

mod accumulators;
mod algebra;
mod blocks;
mod body;
mod boundary;
mod branches;
mod calls;
mod changes;
mod closed;
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
mod operators;
mod parser;
mod parts;
mod places;
mod policy;
mod reductions;
mod refuse;
mod rows;
mod schedule;
mod scope;
mod signature;
mod slips;
mod stepped;
mod stored;
mod sums;
mod tensor;
mod together;

pub use jumps::redirect;
pub use loops::{bounds, replace_bounds};
pub use tensor::tidy;

use std::collections::{HashMap, HashSet};

use parser::{Binding, Parser};

use crate::indexed::by_any_number;
use crate::ir::{Kernel, Scope, ScopeKind, Stage};
use crate::options::Options;
use crate::report::Report;
use crate::syntax::normalise;

/// Translates a kernel. Mistakes go to `report`; the result is then only good for its signature.
pub fn parse(mut function: syn::ItemFn, options: &Options, report: &mut Report) -> Kernel {
    normalise(&mut function);
    by_any_number(&mut function);
    let told = hygiene::tell_apart(&mut function, report);
    let mut parser = Parser {
        kernel: Kernel {
            function: function.clone(),
            name: function.sig.ident.clone(),
            is_formed: options.is_formed,
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
            to_ends: HashSet::new(),
            kept_first: HashMap::new(),
            sums: Vec::new(),
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
        counted: None,
        accumulators: None,
        merged: None,
        changing: Vec::new(),
        asks_places: parts::asks_places(&function.block),
        in_macro: false,
    };
    parser.signature(&function.sig);
    refuse::refuse(&function, parser.report);
    let mut body = *function.block.clone();
    parser.body(&mut body);
    parser.kernel.function.block = Box::new(body);
    items::refuse_hidden(&function, &parser.kernel.scalars, parser.report);
    if let Some(name) = &options.form {
        parser.kernel.function.sig.ident = name.clone();
    }
    parser.kernel
}
