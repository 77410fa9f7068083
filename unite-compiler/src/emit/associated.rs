//! A kernel as an associated function, which calls it.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::Emitter;

impl Emitter<'_> {
    /// A function of the kernel's name and parameters that calls it by another name.
    pub fn associated(&self, called: &Ident) -> TokenStream {
        let function = &self.kernel.function;
        let (vis, name, output) = (&function.vis, &function.sig.ident, &function.sig.output);
        let (generics, passed, clause) = self.generics();
        let (params, attrs) = (self.public_params(), &function.attrs);
        let arguments =
            self.passed().into_iter().map(|(position, _)| self.forwarded_name(position).into_token_stream());
        let inline = (!attrs.iter().any(|a| a.path().is_ident("inline"))).then(|| quote!(#[inline]));
        quote! {
            #(#attrs)*
            #inline
            #[allow(clippy::too_many_arguments)]
            #vis fn #name #generics(#(#params),*) #output #clause { #called #passed(#(#arguments),*) }
        }
    }
}
