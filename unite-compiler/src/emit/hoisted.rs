//! Operations on indices that do not change in a loop, made before it: where a rule leads, where a tensor lies in another
//! one. The compiler hoists what is arithmetic; it may not hoist a call that a branch leads to, or what it reads of memory.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Emitter;
use crate::ir::{Across, Atom, Id, Index, Op};
use crate::syntax::idents;

/// What was made before: each has a name.
pub type Hoisted = Vec<(Atom, Ident)>;

/// What is made before, in order.
pub struct Made(Vec<(Ident, TokenStream)>);

impl Made {
    /// What makes those that something mentions.
    pub fn mentioned(self, written: &TokenStream) -> TokenStream {
        let mut before = TokenStream::new();
        for (name, value) in self.0.into_iter().rev() {
            if idents(before.clone()).chain(idents(written.clone())).any(|mentioned| mentioned == name) {
                before = quote!(let #name: ::core::primitive::isize = #value; #before);
            }
        }
        before
    }
}

impl Emitter<'_> {
    /// The name of what was made before, where indices are written as they are.
    pub fn hoisted(&self, atom: &Atom) -> Option<TokenStream> {
        let (_, name) = self.here.hoisted.iter().find(|(made, _)| made == atom)?;
        Some(match self.here.writing.wide {
            true => quote!((#name as ::core::primitive::i128)),
            false => quote!(#name),
        })
    }

    /// What is written where these are made before, and what makes those of them that it mentions.
    fn where_hoisted(
        &self,
        atoms: Vec<Atom>,
        write: impl FnOnce(&Self) -> TokenStream,
    ) -> (TokenStream, TokenStream) {
        let (there, made) = self.hoisting(atoms);
        let written = write(&there);
        (made.mentioned(&written), written)
    }

    /// The emitter of a place where these are made before, and what makes them.
    fn hoisting(&self, atoms: Vec<Atom>) -> (Self, Made) {
        let mut made = (*self.here.hoisted).clone();
        let mut each: Vec<(Ident, TokenStream)> = Vec::new();
        for atom in atoms {
            if made.iter().any(|(known, _)| *known == atom) {
                continue;
            }
            let value = self.there(|here| here.hoisted = Rc::new(made.clone()));
            let value = value.exact_index(&Index::atom(atom.clone()));
            let name = self.fresh(&format!("hoisted_{}", made.len()));
            each.push((name.clone(), value));
            made.push((atom, name));
        }
        (self.there(|here| here.hoisted = Rc::new(made)), Made(each))
    }

    /// The body of a kernel, after what of other tensors' places is the same in all of it.
    pub fn with_places(&self, body: impl FnOnce(&Self) -> TokenStream) -> TokenStream {
        let mut places = Vec::new();
        self.every_atom(&mut |atom| {
            if let Atom::Op(Op::Across(Across { from, to, .. }), at) = atom
                && at.iter().all(|at| at.as_constant().is_some())
                && self.analysis.tensors.related.contains(&(*from, *to))
                && !places.contains(atom)
            {
                places.push(atom.clone());
            }
        });
        let (before, body) = self.where_hoisted(places, body);
        quote!(#before #body)
    }

    /// The body of a loop over a variable in a scope, and before it what does not change in it: where rules lead, and how many points
    /// there are.
    pub fn with_hoisted(
        &self,
        var: Id,
        scope: Id,
        write: impl FnOnce(&Self) -> TokenStream,
    ) -> (TokenStream, TokenStream) {
        self.where_hoisted(self.site().fixed_in(var, scope), write)
    }

    /// The emitter of the body of a loop over a variable in a scope, where what does not change in it is made before; and that.
    pub fn hoisting_of(&self, var: Id, scope: Id) -> (Self, Made) {
        self.hoisting(self.site().fixed_in(var, scope))
    }
}
