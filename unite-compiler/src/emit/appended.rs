//! Loops that append elements to a stored tensor, where one call of the library does that.

use proc_macro2::TokenStream;
use quote::quote;

use super::merges::{Level, Merge};
use super::{Emitter, Written};
use crate::ir::{Assembling, Case, Nothing, Operand};

impl Emitter<'_> {
    /// The two innermost loops, if they append what two operands have, as one call of the library.
    pub(super) fn appended_rows(
        &self,
        merge: &Merge<'_>,
        level: &Level,
        written: &mut Written,
    ) -> Option<TokenStream> {
        let is_value = merge.is(Assembling::Value) && !merge.walk.is_counted;
        if level.var + 2 != merge.vars.len() || !is_value || !merge.walk.is_statement {
            return None;
        }
        let [one, other] = level.along[..] else { return None };
        let below = merge.at(level.var + 1, level.with(&level.along));
        if below.along != level.along || below.kept.len() != level.kept.len() {
            return None;
        }
        let krate = &self.kernel.krate;
        let (rows, fibres) = (merge.level(level.var), merge.fibres_of(&level.along));
        let (outer, inner) = (&merge.vars[level.var], &merge.vars[level.var + 1]);
        let (row, at) = (self.fresh("row"), self.fresh("coordinate"));
        let mut taken = |chosen: &[usize]| {
            let here = merge.fibres_of(chosen);
            let value = self.value(merge, level.with(chosen), written);
            quote! {
                |#row, #at, #(#here),*| {
                    let #outer = #row as ::core::primitive::isize;
                    let #inner = #at as ::core::primitive::isize;
                    #value
                }
            }
        };
        match level.kept.len() {
            1 if level.kept[0].len() == 2 => {
                let take = taken(&level.along);
                Some(quote!(#krate::stored::LevelAssembly::append_rows_both(#rows, #(#fibres),*, #take);))
            }
            3 => {
                let (both, first, second) = (taken(&level.along), taken(&[one]), taken(&[other]));
                Some(quote! {
                    #krate::stored::LevelAssembly::append_rows_any(#rows, #(#fibres),*, #both, #first, #second);
                })
            }
            _ => None,
        }
    }

    /// The innermost loop, if it appends what one or two operands have, or adds up what one has, as a call of the library.
    pub(super) fn appended(
        &self,
        merge: &Merge<'_>,
        level: &Level,
        written: &mut Written,
    ) -> Option<TokenStream> {
        let is_row = merge.is_row(level.var);
        if level.var + 1 != merge.vars.len()
            || !is_row && !merge.is(Assembling::Value)
            || !merge.walk.is_statement
        {
            return None;
        }
        if merge.counts {
            return self.counted_fibres(merge, level);
        }
        let krate = &self.kernel.krate;
        let (leaf, name) = (merge.leaf(), &merge.vars[level.var]);
        let coordinate = self.fresh("coordinate");
        let fibres = merge.fibres_of(&level.along);
        let mut taken = |chosen: &[usize]| {
            let here = merge.fibres_of(chosen);
            let value = self.value(merge, level.with(chosen), written);
            quote!(|#coordinate, #(#here),*| { let #name = #coordinate as ::core::primitive::isize; #value })
        };
        match (&level.along[..], level.kept.len()) {
            ([_], _) if is_row => {
                let (take, sums) = (taken(&level.along), &merge.sums.0);
                Some(quote!(#krate::stored::Workspace::add_each(&mut #sums, #(#fibres),*, #take);))
            }
            _ if is_row => None,
            ([_], _) => {
                let take = taken(&level.along);
                Some(quote!(#krate::stored::Leaf::append_each(#leaf, #(#fibres),*, #take);))
            }
            ([_, _], 1) => {
                let take = taken(&level.along);
                Some(quote!(#krate::stored::Leaf::append_both(#leaf, #(#fibres),*, #take);))
            }
            ([one, other], 3) => {
                let (both, first, second) = (taken(&level.along), taken(&[*one]), taken(&[*other]));
                Some(quote!(#krate::stored::Leaf::append_any(#leaf, #(#fibres),*, #both, #first, #second);))
            }
            _ => None,
        }
    }

    /// The last loop along what is appended, if it appends a sum at each coordinate of one operand, as a call of the library.
    pub(super) fn appended_sums(
        &self,
        merge: &Merge<'_>,
        level: &Level,
        case: Case,
        written: &mut Written,
    ) -> Option<TokenStream> {
        let output = merge.walk.output.as_ref().filter(|_| merge.is(Assembling::Sum) && !merge.counts)?;
        let is_last = merge.is_appended(level.var) && !merge.is_appended(level.var + 1);
        if !is_last || !merge.walk.is_statement || level.kept.len() > 1 {
            return None;
        }
        let [one] = merge.fibres_of(&level.along)[..] else { return None };
        let (krate, (sums, is_there)) = (&self.kernel.krate, &merge.sums);
        let (elem, leaf, name) = (&self.kernel.stored[output.of].elem, merge.leaf(), &merge.vars[level.var]);
        let (begin, coordinate) = (self.no_terms(merge, output), self.fresh("coordinate"));
        let terms = self.levels_beside(merge, level.var + 1, case, written);
        Some(quote! {
            #krate::stored::Leaf::append_some(#leaf, #one, |#coordinate, #one| {
                let #name = #coordinate as ::core::primitive::isize;
                #begin
                #terms
                #is_there.then(|| <#elem as #krate::Elem>::narrow(#sums))
            });
        })
    }

    /// A sum without terms yet.
    pub(super) fn no_terms(&self, merge: &Merge<'_>, output: &Operand) -> TokenStream {
        let (krate, (sums, is_there)) = (&self.kernel.krate, &merge.sums);
        let (elem, (wide, _)) = (&self.kernel.stored[output.of].elem, self.row_of(output));
        let nothing = match merge.walk.fold.of_nothing() {
            Nothing::Zero => quote!(#krate::staged::zero::<#wide>()),
            extreme => extreme.value(krate, elem),
        };
        quote!(let (mut #sums, mut #is_there) = (#nothing, false);)
    }
}
