//! What kernels expand to, beside what they are known to expand to. `UNITE_BLESS=1` accepts what they expand to now.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{ImplItem, Item};

use super::{functions, is_kernel, listed, without_attribute, workspace};
use crate::expand::Expansion;

/// The items that differ from kernel to kernel.
const OWN: [&str; 4] = ["FOOTPRINT", "LOCATED", "check", "body"];

/// The listing's table of accesses, and the kernel's own items.
fn summary(expansion: &Expansion) -> String {
    let header = expansion
        .listing
        .as_deref()
        .and_then(|text| text.split("\n\n").next())
        .expect("a listing has a table");
    let file: syn::File = syn::parse2(expansion.tokens.clone()).expect("an expansion is Rust");
    let mut items: Vec<TokenStream> = Vec::new();
    for item in file.items {
        let Item::Impl(implementation) = item else { continue };
        for mut item in implementation.items {
            let (name, attrs) = match &mut item {
                ImplItem::Const(item) => (&item.ident, &mut item.attrs),
                ImplItem::Fn(item) => (&item.sig.ident, &mut item.attrs),
                _ => continue,
            };
            attrs.clear();
            if OWN.iter().any(|own| name == own) {
                items.push(item.to_token_stream());
            }
        }
    }
    let name = quote::format_ident!("{}", expansion.name);
    let items: syn::File = syn::parse2(quote!(impl #name { #(#items)* })).expect("the items are Rust");
    format!("{header}\n\n{}", prettyplease::unparse(&items))
}

fn compare(name: &str, found: &str, wrong: &mut Vec<String>) {
    let path = workspace().join("goldens/expansions").join(format!("{name}.rs"));
    if std::env::var("UNITE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, found).expect("the golden can be written");
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    if known != found {
        let line = known.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
        let at = |text: &str| text.lines().nth(line).unwrap_or("the end").to_string();
        wrong.push(format!("{name}, line {}:\n- {}\n+ {}", line + 1, at(&known), at(found)));
    }
}

#[test]
fn expansions_are_the_known_ones() {
    let kernels = functions(&workspace().join("goldens/kernels.rs"), is_kernel);
    assert!(kernels.len() >= 14);
    let mut wrong = Vec::new();
    for kernel in kernels {
        let expansion = listed(TokenStream::new(), without_attribute(kernel).into_token_stream());
        assert!(expansion.listing.is_some(), "{}", expansion.tokens);
        compare(&expansion.name, &summary(&expansion), &mut wrong);
        if expansion.name == "average" {
            // Everything that is around the items of a kernel.
            let file = syn::parse2(expansion.tokens).expect("an expansion is Rust");
            compare("whole", &prettyplease::unparse(&file), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}\n(UNITE_BLESS=1 accepts them)", wrong.join("\n"));
}
