//! What becomes of statements over stored tensors of some formats: a question to types, which is answered in words.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::accepts::type_of;
use super::merges::Merge;
use crate::ir::{Case, Walk};

impl Emitter<'_> {
    /// `plan_of`: what is walked, merged, followed, looked up and scanned. A kernel with generics of its own has none.
    pub fn plan_of(&self) -> TokenStream {
        let Some(generics) = self.types_of_stored() else { return TokenStream::new() };
        let (krate, told) = (&self.kernel.krate, self.fresh("told"));
        let walks = self.kernel.walks.iter().map(|walk| self.told_walk(walk));
        let looked_up = self.kernel.stored.iter().enumerate().filter(|(_, stored)| stored.is_looked_up);
        let looked_up = looked_up.map(|(id, stored)| {
            let (ty, rank, name) = (type_of(stored), stored.rank(), self.stored_title(id));
            let root = quote!(<#ty as #krate::stored::Stored<#rank>>::Root);
            let fibres = (0..rank).scan(root, |fibre, _| {
                let here = fibre.clone();
                *fibre = quote!(<#here as #krate::stored::Fibre>::Below);
                Some(here)
            });
            let locate = fibres.map(|fibre| quote!(<#fibre as #krate::stored::Fibre>::LOCATES));
            quote!(#krate::stored::told::Told::looked_up::<#rank, #ty>(&mut #told, #name, true #(&& #locate)*);)
        });
        quote! {
            /// What becomes of each statement and loop over stored tensors of these types, in the order of the parameters: which of them
            /// are walked, merged, looked up or scanned along which variable.
            pub fn plan_of<#(#generics),*>() -> #krate::stored::told::Words {
                let mut #told = #krate::stored::told::Told::new();
                #(#walks)*
                #(#looked_up)*
                #krate::stored::told::Told::into_string(#told)
            }
        }
    }

    fn told_walk(&self, walk: &Walk) -> TokenStream {
        let names = walk.vars.iter().map(|var| self.kernel.vars[*var].shown());
        let over = names.collect::<Vec<_>>().join(", ");
        let (ty, name) = (self.type_at(&walk.operands[0], None), self.stored_title(walk.of()));
        let (krate, told) = (&self.kernel.krate, self.fresh("told"));
        let rank = self.kernel.stored[walk.of()].rank();
        let how = match &walk.changes {
            Some(changes) => {
                let by_index = changes.by_index;
                quote!(#krate::stored::told::Told::changed::<#rank, #ty>(&mut #told, #over, #name, #by_index);)
            }
            None if walk.cases.is_empty() => {
                quote!(#krate::stored::told::Told::alone::<#rank, #ty>(&mut #told, #over, #name);)
            }
            None => {
                let mut all = Vec::new();
                self.told_levels(&self.merge_of(walk), 0, (1 << walk.operands.len()) - 1, &mut all);
                quote!(#(#all)*)
            }
        };
        let put_in = walk.output.as_ref().filter(|_| walk.is_inserted()).map(|output| {
            let name = self.stored_title(output.of);
            quote!(#krate::stored::told::Told::inserted(&mut #told, #over, #name);)
        });
        let counted = walk.output.as_ref().filter(|_| walk.is_counted).map(|output| {
            let name = self.stored_title(output.of);
            quote!(#krate::stored::told::Told::counted(&mut #told, #over, #name);)
        });
        quote!(#krate::stored::told::Told::begin(&mut #told, #over); #how #put_in #counted)
    }

    /// The levels from a variable on, where the operands of `case` are there. What is said already is not said again.
    fn told_levels(&self, merge: &Merge<'_>, var: usize, case: Case, all: &mut Vec<TokenStream>) {
        if var == merge.vars.len() {
            return;
        }
        let (krate, told, level) = (&self.kernel.krate, self.fresh("told"), merge.at(var, case));
        let over = self.kernel.vars[merge.walk.vars[var]].shown();
        let name = |number: &usize| self.stored_title(merge.walk.operands[*number].of);
        let fibre = |number: &usize| self.type_at(&merge.walk.operands[*number], Some(var));
        let mut note = |line: TokenStream| {
            if !all.iter().any(|other| other.to_string() == line.to_string()) {
                all.push(line);
            }
        };
        if level.kept.len() > 1 {
            let names: Vec<String> = level.along.iter().map(|number| format!("`{}`", name(number))).collect();
            let names = names.join(", ");
            note(quote!(#krate::stored::told::Told::any(&mut #told, #over, #names);));
            for chosen in &level.kept {
                self.told_levels(merge, var + 1, level.with(chosen), all);
            }
            return;
        }
        match &level.along[..] {
            [one] => {
                let (ty, name) = (fibre(one), name(one));
                note(quote!(#krate::stored::told::Told::one::<#ty>(&mut #told, #over, #name);));
            }
            [one, other, more @ ..] => {
                let (a, b, first, second) = (fibre(one), fibre(other), name(one), name(other));
                let each = merge.is_appended(var);
                note(
                    quote!(#krate::stored::told::Told::both::<#each, #a, #b>(&mut #told, #over, #first, #second);),
                );
                for third in more {
                    let (ty, name) = (fibre(third), name(third));
                    note(quote!(#krate::stored::told::Told::third::<#ty>(&mut #told, #over, #name);));
                }
            }
            [] => {}
        }
        self.told_levels(merge, var + 1, case, all);
    }
}
