//! Kernels that a `macro_rules!` writes: its arguments arrive in groups with `Delimiter::None`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::expand::{Wanted, expand};

#[test]
fn a_literal_that_was_passed_is_one_for_lanes() {
    let clamped = |largest: TokenStream| {
        let kernel = quote!(
            fn clamped(a: &Tensor<[[i16; 16]; 16]>, out: &mut Tensor<[[u8; 16]; 16]>) {
                out[[!y, !x]] = (a[[!y, !x]] >> 5).clamp(0, #largest);
            }
        );
        expand(quote!(), kernel, &Wanted::default()).tokens.to_string()
    };
    let passed = TokenTree::Group(Group::new(Delimiter::None, quote!(255)));
    for largest in [quote!(255), passed.into()] {
        let tokens = clamped(largest);
        assert!(tokens.contains("lanes :: nearest"), "{tokens}");
    }
    assert!(!clamped(quote!(254)).contains("lanes :: nearest"));
}
