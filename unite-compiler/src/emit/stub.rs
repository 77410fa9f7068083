//! What is emitted for a kernel with mistakes: items of its signature that do nothing, so that one mistake does not
//! make twenty.

use proc_macro2::TokenStream;
use quote::quote;

use super::function::Parts;
use super::{Emitter, Written};

/// The items of a kernel that does not compile.
pub fn stub(emitter: &Emitter<'_>) -> TokenStream {
    let krate = &emitter.kernel.krate;
    let (generics, _, clause) = emitter.generics();
    let body = quote!(::core::unimplemented!("this kernel does not compile"));
    let sig = &emitter.kernel.function.sig;
    if let Some(receiver) = sig.receiver() {
        // Inside an `impl` there can only be the method.
        let (vis, name, output) = (&emitter.kernel.function.vis, &sig.ident, &sig.output);
        let public = emitter.public_params();
        return quote! {
            #[allow(unused_variables, dead_code)]
            #vis fn #name #generics(#receiver, #(#public),*) #output #clause { #body }
        };
    }
    let carriers = emitter.carrier_params(true);
    let count = emitter.tensor_params().count();
    let check = quote! {
        #[allow(unused_variables)]
        #[doc(hidden)]
        pub fn check #generics(#(#carriers),*) -> ::core::result::Result<(), #krate::staged::FootprintError> #clause { ::core::result::Result::Ok(()) }
    };
    let footprint = quote! {
        /// Not known: the kernel does not compile.
        pub const FOOTPRINT: ::core::option::Option<[#krate::staged::Reach; #count]> = ::core::option::Option::None;
    };
    let parts = Parts {
        body,
        remarks: emitter.remarks_function(&Written::new(emitter.kernel)),
        lints: quote!(unused_variables,),
        check,
        footprint: (footprint, TokenStream::new()),
        ahead: Some(quote!(::core::result::Result::Ok(()))),
        overlapping: emitter.overlapping_stub(),
        in_order: None,
    };
    emitter.items(parts)
}
