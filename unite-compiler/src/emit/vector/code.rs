//! What is written of a program: its statements, and what must stand around them.

use std::collections::{BTreeMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::super::Written;
use crate::ir::Id;
use crate::lanes::value::{Passes, ValueId};

/// The code of a program, as far as it is written.
pub struct Code<'w> {
    /// What is written of the kernel before it.
    pub written: &'w mut Written,
    /// Its statements.
    pub statements: TokenStream,
    /// The values that these compute.
    pub done: HashSet<ValueId>,
    /// Reads that are read as pairs, too.
    pub pairs: HashSet<[ValueId; 2]>,
    /// The loops inside that are open.
    pub open: Vec<Open>,
    /// What must hold of strides that only the caller knows, by its text.
    units: BTreeMap<String, TokenStream>,
    /// Strides that are known in the loops: of a base along an axis.
    known: BTreeMap<(Id, usize), TokenStream>,
    /// The types of its lanes, and of its sums of products, by their names.
    pub items: BTreeMap<String, TokenStream>,
}

/// A loop inside of lanes that is being written: what was there before it.
pub struct Open {
    passes: Passes,
    statements: TokenStream,
    done: HashSet<ValueId>,
    pairs: HashSet<[ValueId; 2]>,
}

impl Open {
    /// What its variables are at the beginning of a pass.
    pub fn carried(&self) -> &[ValueId] {
        &self.passes.carried
    }
}

impl<'w> Code<'w> {
    /// Nothing yet.
    pub fn new(written: &'w mut Written) -> Self {
        Code {
            written,
            statements: TokenStream::new(),
            done: HashSet::new(),
            pairs: HashSet::new(),
            open: Vec::new(),
            units: BTreeMap::new(),
            known: BTreeMap::new(),
            items: BTreeMap::new(),
        }
    }

    /// Adds statements.
    pub fn push(&mut self, statements: TokenStream) {
        self.statements.extend(statements);
    }

    /// What follows is in a loop.
    pub fn begin(&mut self, passes: Passes) {
        let statements = std::mem::take(&mut self.statements);
        self.open.push(Open { passes, statements, done: self.done.clone(), pairs: self.pairs.clone() });
    }

    /// Ends the innermost loop: what it is, and its statements. What these compute is there no longer.
    pub fn end(&mut self) -> Option<(Passes, TokenStream)> {
        let Open { passes, statements, done, pairs } = self.open.pop()?;
        (self.done, self.pairs) = (done, pairs);
        Some((passes, std::mem::replace(&mut self.statements, statements)))
    }

    /// An item that the program needs once.
    pub fn item(&mut self, name: String, item: impl FnOnce() -> TokenStream) {
        self.items.entry(name).or_insert_with(item);
    }

    /// Asks for something of strides.
    pub fn ask(&mut self, condition: TokenStream) {
        self.units.insert(condition.to_string(), condition);
    }

    /// What must hold of strides that only the caller knows.
    pub fn units(&self) -> Vec<TokenStream> {
        self.units.values().cloned().collect()
    }

    /// Lets a name stand for a stride that is known in the loops.
    pub fn know(&mut self, base: Id, axis: usize, name: &Ident, stride: &TokenStream) {
        self.known.insert((base, axis), quote!(let #name = #stride;));
    }

    /// What stands before loops for which that holds.
    pub fn known_strides(&self) -> TokenStream {
        self.known.values().cloned().collect()
    }
}
