//! What local blocks hold: the range of everything that was written to them so far.

use std::collections::HashMap;

use quote::quote;
use unite_ranges::Range;

use super::vector::Vector;
use super::{Emitter, Written};
use crate::analyse::{BaseKind, chain};
use crate::ir::{Def, Id, ScopeKind};
use crate::known::Known;
use crate::lanes::value::{Read, Step, Type};

/// The range of the elements of a block.
#[derive(Clone)]
pub enum Content {
    /// What is known of it.
    Range(Known<Range>),
    /// Whatever the type of the elements holds.
    Anything,
}

/// What local blocks hold: of those that nothing was written to there is no entry.
pub type Contents = HashMap<Id, Content>;

impl Emitter<'_> {
    /// Something is written to a tensor that is not followed.
    pub fn forget(&self, view: Id, written: &mut Written) {
        let base = self.analysis.tensors.views[view].base;
        written.contents.insert(base, Content::Anything);
    }

    /// The range of a block of this kernel, for an access that is inside of the loops of `nest` only.
    fn content(&self, contents: &Contents, read: &Read, nest: &[Id]) -> Option<Known<Range>> {
        let access = &self.kernel.accesses[read.access];
        let base = read.base;
        let BaseKind::Block(block) = self.analysis.tensors.bases[base].kind else { return None };
        let own = self.kernel.views[block].scope;
        let around = chain(self.kernel, access.scope);
        let within =
            around.iter().skip_while(|s| **s != own).skip(1).all(|s| match &self.kernel.scopes[*s].kind {
                ScopeKind::Loop(vars) => {
                    vars.iter().all(|v| nest.contains(v) || read.at.iter().any(|(a, _)| a == v))
                }
                _ => false,
            });
        if !within {
            return None;
        }
        match contents.get(&base) {
            Some(Content::Range(range)) => Some(range.clone()),
            Some(Content::Anything) => None,
            // A new block holds zeros.
            None => matches!(self.kernel.views[block].def, Def::Block { .. } | Def::Copy { .. })
                .then(|| Known::Now(Range::exact(0))),
        }
    }
}

impl Vector<'_, '_> {
    /// What is known of the elements that are read.
    pub fn content(&self, read: &Read) -> Option<Known<Range>> {
        // What this nest itself wrote before is not in it.
        let mut written = false;
        for step in &self.program.steps {
            match step {
                Step::Write(to, _) => written |= to.base == read.base,
                Step::Read(_)
                    if written
                        && self.program.accessed(step).is_some_and(|other| other.base == read.base) =>
                {
                    return None;
                }
                _ => {}
            }
        }
        self.emitter.content(&self.contents, read, &self.nest)
    }

    /// Takes into account what the program writes.
    pub fn note_contents(&self, contents: &mut Contents) {
        for step in &self.program.steps {
            let Step::Write(to, node) = step else { continue };
            let view = self.emitter.kernel.accesses[to.access].view;
            let base = self.emitter.analysis.tensors.views[view].base;
            let ty = to.elem.unwrap_or(Type::I32).range();
            let content = match (self.emitter.content(contents, to, &self.nest), self.range(*node)) {
                (Some(Known::Now(before)), Known::Now(range)) => {
                    Content::Range(Known::Now(before.union(range.or_else_all(ty))))
                }
                (Some(before), range) => {
                    let ty = self.range_tokens(ty);
                    let [before, range] = [before, range].map(|range| match range {
                        Known::Now(range) => self.range_tokens(range),
                        Known::Later(tokens) => tokens,
                    });
                    Content::Range(Known::Later(quote!(#before.union(#range.or_else_all(#ty)))))
                }
                (None, _) => Content::Anything,
            };
            contents.insert(base, content);
        }
    }
}
