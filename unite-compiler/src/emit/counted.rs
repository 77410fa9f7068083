//! How much memory what is appended takes: about, of what the operands have, or just as much, when it was counted.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::merges::{Level, Merge};
use super::{Emitter, Written};
use crate::ir::{Assembling, Case, Operand, Walk};

impl Emitter<'_> {
    /// What makes room for what is appended, and how much that is.
    pub(super) fn room_appended(&self, walk: &Walk) -> (Ident, TokenStream) {
        let (make, room) = match (walk.is_counted, walk.assembling) {
            (true, _) => {
                let tally = self.fresh("tally");
                ("counted_assembly", quote!(&#tally))
            }
            (false, Some((Assembling::Row, _))) => ("assembly_of_sums", self.most_appended(walk)),
            (false, _) => ("assembly", self.most_appended(walk)),
        };
        (Ident::new(make, Span::call_site()), room)
    }

    /// How many elements are appended, about: of each smallest case, as many as the shortest of its operands that have all axes, or as
    /// all of them together.
    pub(super) fn most_appended(&self, walk: &Walk) -> TokenStream {
        let krate = &self.kernel.krate;
        let is_least =
            |case: &&Case| !walk.cases.iter().any(|other| other != *case && other & *case == *other);
        let positions = |operand: &Operand| {
            let (name, rank) = (&self.kernel.stored[operand.of].name, operand.vars.len());
            quote!(#krate::stored::staged::positions::<#rank, _>(#name))
        };
        let sum = |one, other| quote!(::core::primitive::usize::saturating_add(#one, #other));
        let least = walk.cases.iter().filter(is_least).map(|case| {
            let here = walk.operands.iter().enumerate().filter(|(number, _)| case & 1 << number != 0);
            let here: Vec<&Operand> = here.map(|(_, operand)| operand).collect();
            let whole = here.iter().filter(|operand| operand.vars.len() == walk.vars.len());
            let shortest = whole
                .map(|operand| positions(operand))
                .reduce(|one, other| quote!(::core::primitive::usize::min(#one, #other)));
            shortest.or(here.into_iter().map(positions).reduce(sum)).unwrap_or(quote!(0usize))
        });
        least.reduce(sum).unwrap_or(quote!(0usize))
    }

    /// The loops of a statement, which count what it appends. No value is computed.
    pub(super) fn counted(&self, merge: &Merge<'_>, written: &mut Written) -> TokenStream {
        let Some(output) = &merge.walk.output else { return TokenStream::new() };
        let (krate, tally, rank) = (&self.kernel.krate, self.fresh("tally"), output.vars.len());
        let row = merge.is(Assembling::Row).then(|| {
            let (sums, (_, extent)) = (&merge.sums.0, self.row_of(output));
            quote!(let mut #sums = #krate::stored::staged::row_of_marks(#extent);)
        });
        let nest = self.levels_beside(merge, 0, (1 << merge.walk.operands.len()) - 1, written);
        let nest = self.with_sums(merge, None, nest);
        quote! {
            let mut #tally = #krate::stored::staged::tally::<#rank>();
            { #row #nest }
        }
    }

    /// A coordinate of a level that is not the last one begins.
    pub(super) fn counted_coordinate(&self, level: usize) -> TokenStream {
        let (krate, tally) = (&self.kernel.krate, self.fresh("tally"));
        quote!(#krate::stored::Tally::open(&mut #tally, #level);)
    }

    /// Loops inside of the variables of the output: where they have a term, or the row that has terms.
    pub(super) fn counted_sums(
        &self,
        merge: &Merge<'_>,
        assembling: Assembling,
        inner: TokenStream,
    ) -> TokenStream {
        let (krate, tally, (sums, is_there)) = (&self.kernel.krate, self.fresh("tally"), &merge.sums);
        match assembling {
            Assembling::Row => quote!(#inner #krate::stored::Tally::row(&mut #tally, &mut #sums);),
            Assembling::Sum => quote! {
                let mut #is_there = false;
                #inner
                if #is_there {
                    #krate::stored::Tally::one(&mut #tally);
                }
            },
            Assembling::Value | Assembling::Inserted { .. } => inner,
        }
    }

    /// The innermost loop, over one or two fibres.
    pub(super) fn counted_fibres(&self, merge: &Merge<'_>, level: &Level) -> Option<TokenStream> {
        let (krate, tally) = (&self.kernel.krate, self.fresh("tally"));
        let (fibres, sums) = (merge.fibres_of(&level.along), &merge.sums.0);
        let is_row = merge.is_row(level.var);
        let how = match (fibres.len(), level.kept.len()) {
            (1, _) if is_row => {
                return Some(quote!(#krate::stored::staged::mark_each(&mut #sums, #(#fibres),*);));
            }
            _ if is_row => return None,
            (1, _) => "each",
            (2, 1) => "both",
            (2, 3) => "any",
            _ => return None,
        };
        let how = Ident::new(how, Span::call_site());
        Some(quote!(#krate::stored::Tally::#how(&mut #tally, #(#fibres),*);))
    }

    /// What there is at a point.
    pub(super) fn counted_element(&self, merge: &Merge<'_>) -> TokenStream {
        let (krate, tally, (sums, is_there)) = (&self.kernel.krate, self.fresh("tally"), &merge.sums);
        let last = merge.walk.output.as_ref().and_then(|output| output.vars.iter().max());
        let here = last.map(|var| &merge.vars[*var]);
        match merge.assembling {
            Some((Assembling::Sum, _)) => quote!(#is_there = true;),
            Some((Assembling::Row, _)) => {
                quote!(#krate::stored::staged::mark(&mut #sums, #here as ::core::primitive::usize);)
            }
            _ => quote!(#krate::stored::Tally::one(&mut #tally);),
        }
    }
}
