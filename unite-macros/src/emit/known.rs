//! What an editor has to know of the source that nothing else is left of.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ir::Kernel;

/// The word `Tensor` of each parameter, as a path that resolves: an editor shows what is said about it.
pub fn known(kernel: &Kernel) -> TokenStream {
    let (krate, words) = (&kernel.krate, &kernel.words);
    quote!(const _: ::core::option::Option<(#(#krate::#words<()>,)*)> = ::core::option::Option::None;)
}
