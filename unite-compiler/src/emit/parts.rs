//! Parts of stored tensors: where they begin and end, checked, and made where they are walked.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::checks::is_small;
use super::{Emitter, Written};
use crate::ir::{Id, Index, StoredPart, Walk};

impl Emitter<'_> {
    /// What messages call a stored tensor, or that of which it is a part.
    pub(super) fn stored_title(&self, of: Id) -> String {
        let stored = &self.kernel.stored[of];
        let of = stored.part.as_ref().map_or(of, |part| part.of);
        self.kernel.stored[of].name.to_string()
    }

    /// The operands of a walk that are parts, each once.
    pub(super) fn parts_of(&self, walk: &Walk) -> Vec<Id> {
        let mut parts: Vec<Id> = Vec::new();
        for operand in &walk.operands {
            if self.kernel.stored[operand.of].part.is_some() && !parts.contains(&operand.of) {
                parts.push(operand.of);
            }
        }
        parts
    }

    /// What a part is told by, if it is one, and how far that goes of which it is a part.
    pub(super) fn indices_of_part(&self, of: Id) -> Vec<Index> {
        let stored = &self.kernel.stored[of];
        let all = stored.part.iter().flat_map(|part| {
            part.first.iter().chain(&stored.extent).chain(&self.kernel.stored[part.of].extent)
        });
        all.cloned().collect()
    }

    /// Whether a part lies in its tensor, as answers. One that may go beyond the ends does wherever it is.
    pub(super) fn part_is_inside(&self, of: Id) -> Vec<TokenStream> {
        let stored = &self.kernel.stored[of];
        let Some(StoredPart { of: param, first, step, outside: None, .. }) = &stored.part else {
            return Vec::new();
        };
        let (krate, kernel, title) = (&self.kernel.krate, self.title(), self.stored_title(of));
        let whole = &self.kernel.stored[*param].extent;
        let is_cut =
            |axis: &usize| first[*axis].as_constant() != Some(0) || stored.extent[*axis] != whole[*axis];
        let axes = (0..stored.rank()).filter(is_cut);
        axes.map(|axis| {
            // From the first to the last.
            let span = stored.extent[axis].clone().offset(-1).scaled(step[axis]).offset(1);
            let [first, extent, whole] =
                [&first[axis], &span, &whole[axis]].map(|index| self.check_index(&self.resolve(index)));
            quote!(#krate::staged::within_part(#kernel, #title, #axis, #first, #extent, #whole))
        })
        .collect()
    }

    /// The values that a part depends on, evaluated where it is defined: by a statement, or where it is walked.
    pub(super) fn kept_of_part(&self, of: Id, is_named: bool, written: &mut Written) -> TokenStream {
        if self.kernel.stored[of].part.as_ref().is_none_or(|part| part.is_named != is_named) {
            return TokenStream::new();
        }
        self.keep_unnamed(&self.indices_of_part(of), written)
    }

    /// A part, and its extents, under the names that they have in the kernel.
    pub(super) fn defined_part(&self, of: Id) -> TokenStream {
        let stored = &self.kernel.stored[of];
        let Some(part) = &stored.part else { return TokenStream::new() };
        let (krate, name, extents, rank) = (&self.kernel.krate, &stored.name, &stored.extents, stored.rank());
        let exact = |index: &Index| self.exact_index(&self.resolve(index));
        let (first, title) = (part.first.iter().map(exact), self.stored_title(of));
        let extent = stored.extent.iter().map(|extent| {
            let (extent, exact) = (self.resolve(extent), exact(extent));
            let extent_of_part = quote!(#krate::staged::index_max(#exact, 0));
            // One that is inside is not longer than what it is a part of.
            match part.outside.is_some() && !is_small(&extent) {
                true => self.require_extent(&title, extent_of_part),
                false => extent_of_part,
            }
        });
        let param = &self.kernel.stored[part.of].name;
        let function = format_ident!("{}", part.kind().1);
        let steps = part.has_step().then(|| {
            let steps = part.step.iter();
            quote!(, [#(#steps as ::core::primitive::isize),*])
        });
        quote! {
            let [#(#extents),*]: [::core::primitive::isize; #rank] =
                [#(#extent),*];
            let #name = #krate::stored::staged::#function::<#rank, _>(#param, [#(#first),*], [#(#extents),*] #steps);
        }
    }

    /// A part that is passed to another kernel.
    pub(super) fn passed_part(&self, of: Id, written: &mut Written) -> TokenStream {
        let (krate, name) = (&self.kernel.krate, &self.kernel.stored[of].name);
        let kept = self.kept_of_part(of, false, written);
        let checks =
            self.part_is_inside(of).into_iter().map(|answer| quote!(#krate::staged::must_fit(#answer);));
        let defined = self.defined_part(of);
        quote!({ #kept #(#checks)* #defined #name })
    }
}
