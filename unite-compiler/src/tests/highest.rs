//! Kernels that are compiled for some levels only.

use quote::quote;

use super::listed;

#[test]
fn machines_with_more_run_the_highest_level_there_is() {
    let kernel = quote!(
        fn clear(out: &mut Tensor<[[u8]]>) {
            out[[!y, !x]] = 0;
        }
    );
    let expanded = |arguments| {
        let expansion = listed(arguments, kernel.clone());
        (expansion.tokens.to_string(), expansion.listing.unwrap_or_default())
    };
    let (tokens, listing) = expanded(quote!());
    assert!(tokens.contains("fn v4") && !listing.contains("at most"), "{tokens}");
    let (tokens, listing) = expanded(quote!(highest = v3));
    assert!(tokens.contains("fn v3") && !tokens.contains("fn v4"), "{tokens}");
    let both = quote! {
        ::core::option::Option::Some(::unite::level::Level::V4) | ::core::option::Option::Some(::unite::level::Level::V3)
    }
    .to_string();
    assert!(tokens.contains(&both), "{tokens}");
    assert!(listing.contains("compiled for v3 at most"), "{listing}");
}
