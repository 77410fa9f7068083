//! What stands beside a kernel: what an editor has to know of the source that nothing else is left of, and what a target needs.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ir::Kernel;

/// The word `Tensor` of each parameter, as a path that resolves: an editor shows what is said about it. And the question
/// whether checks count in enough bits.
pub fn known(kernel: &Kernel) -> TokenStream {
    let (krate, words) = (&kernel.krate, &kernel.words);
    quote! {
        const _: ::core::option::Option<(#(#krate::#words<()>,)*)> = ::core::option::Option::None;
        const _: () = #krate::staged::require_wide_pointers();
    }
}
