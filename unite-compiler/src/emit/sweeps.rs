//! The loops of a kernel that may be run part by part, as a constant of the kernel.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use crate::analyse::{Sweep, sweeps};

impl Emitter<'_> {
    /// The constant, if there is such a loop.
    pub fn sweeps(&self) -> Option<TokenStream> {
        let krate = &self.kernel.krate;
        let all = sweeps(self.kernel, &self.analysis.tensors);
        let one = |sweep: &Option<Sweep>| match sweep {
            None => quote!(::core::option::Option::None),
            Some(Sweep { axis, before, after, is_written, is_counted, is_overwritten }) => {
                let axis = Literal::usize_unsuffixed(*axis);
                let [before, after] = [before, after].map(|by| Literal::i64_unsuffixed(*by));
                let sweep = match is_written {
                    true => quote!(written(#axis, #before, #after, #is_counted, #is_overwritten)),
                    false => quote!(read(#axis, #before, #after)),
                };
                quote!(::core::option::Option::Some(#krate::staged::Sweep::#sweep))
            }
        };
        let each = all.iter().map(|tensors| {
            let tensors = tensors.iter().map(one);
            quote!(&[#(#tensors),*])
        });
        (!all.is_empty()).then(|| {
            quote!(
                const SWEEPS: &'static [&'static [::core::option::Option<#krate::staged::Sweep>]] = &[#(#each),*];
            )
        })
    }
}
