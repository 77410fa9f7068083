//! Checks that views exist: that a tensor is somewhere in another one, and that factors are at least 1.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::Emitter;
use crate::analyse::{BaseKind, Presence, Question};
use crate::ir::{Id, Index};

impl Emitter<'_> {
    /// What is asked, as an expression.
    fn presence(&self, presence: &Presence) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let tensor = &self.kernel.views[presence.of].shown;
        let number = |index: &Index| self.exact_index(&self.resolve(index));
        let asked = match &presence.question {
            Question::Shares { by, in_universe, first, last } => {
                let (before, of) = self.carrier(presence.of);
                let by = match in_universe {
                    true => self.universe(first.len()),
                    false => self.carrier_name(*by).to_token_stream(),
                };
                let (first, last) = (first.iter().map(number), last.iter().map(number));
                quote!({ #before #of.shares(#by, [#(#first),*], [#(#last),*]) })
            }
            Question::Has(sliced) => {
                let axis = sliced.axis;
                let [slice, first, last] = [&sliced.slice, &sliced.first, &sliced.last].map(number);
                quote!(#krate::staged::on_slice(#axis, #slice, #first, #last))
            }
            Question::Factor(axis, factor) => {
                let factor = number(factor);
                quote!(#krate::staged::is_factor(#axis, #factor))
            }
            Question::Count { axis, extent, count, all } => {
                let [extent, count] = [extent, count].map(number);
                quote!(#krate::staged::has_listed(#axis, #extent, #count, #all))
            }
        };
        quote!(#asked.map_err(|fault| #krate::staged::FootprintError { kernel: #kernel, tensor: #tensor, fault }))
    }

    /// The universe, as a tensor of this rank.
    fn universe(&self, rank: usize) -> TokenStream {
        let krate = &self.kernel.krate;
        quote!(#krate::staged::universe::<#rank>())
    }

    /// What a view is made of that others are related to: a parameter, or the universe, for a block of the kernel's own.
    pub fn root_of(&self, view: Id) -> TokenStream {
        let v = &self.analysis.tensors.views[view];
        match self.analysis.tensors.bases[v.base].kind {
            BaseKind::Block(_) => self.universe(v.extent.len()),
            _ => self.carrier_name(v.base).to_token_stream(),
        }
    }

    /// A statement that returns early.
    pub fn presence_as_error(&self, presence: &Presence) -> TokenStream {
        let asked = self.answering().presence(presence);
        quote!(#asked?;)
    }

    /// A statement that panics.
    fn presence_as_panic(&self, presence: &Presence) -> TokenStream {
        let (krate, asked) = (&self.kernel.krate, self.presence(presence));
        quote!(#krate::staged::must_fit(#asked);)
    }

    /// What is asked at the beginning of a scope.
    pub fn presences_in(&self, scope: Id) -> impl Iterator<Item = &Presence> {
        let tensors = &self.analysis.tensors;
        tensors.presences.iter().filter(move |presence| presence.scope(self.kernel, tensors) == Some(scope))
    }

    /// What is asked where a view is defined.
    pub fn presences_at(&self, view: Id) -> impl Iterator<Item = &Presence> {
        let tensors = &self.analysis.tensors;
        let here = move |presence: &&Presence| {
            presence.view == view && presence.scope(self.kernel, tensors).is_none()
        };
        tensors.presences.iter().filter(here)
    }

    /// The same, as statements.
    pub fn presences_of(&self, view: Id) -> TokenStream {
        self.presences_at(view).map(|presence| self.presence_as_panic(presence)).collect()
    }

    /// What is asked at the beginning of a scope inside of the kernel, as statements.
    pub fn presences_inside(&self, scope: Id) -> TokenStream {
        self.presences_in(scope).map(|presence| self.presence_as_panic(presence)).collect()
    }
}
