//! What becomes of the loops of every kernel of the codecs, of the gallery and of those that are no codec, beside what is known to
//! become of them. `UNITE_BLESS=1` accepts what becomes of them now. Each instance has its own.

use std::fmt::Write;

use proc_macro2::TokenStream;

use crate::functions::offer::{self, Offer};

use super::{functions, is_kernel, listed, rust_files, without_attribute, workspace};

/// Where kernels are.
const FOLDERS: [&str; 4] = ["beyond/src", "benches/src/gallery", "codecs/h264/src", "codecs/jpeg/src"];

/// What the attribute of a kernel says.
fn arguments(kernel: &syn::ItemFn) -> TokenStream {
    let lists = kernel.attrs.iter().filter_map(|attr| attr.meta.require_list().ok());
    let of_kernel = |list: &&syn::MetaList| list.path.segments.last().is_some_and(|s| s.ident == "kernel");
    lists.into_iter().find(of_kernel).map(|list| list.tokens.clone()).unwrap_or_default()
}

/// The same, with the bodies of the functions that `inline(..)` names: here no macro gives them.
fn with_bodies(arguments: TokenStream, all: &[syn::ItemFn]) -> TokenStream {
    let mut tokens = arguments.into_iter();
    let mut given = TokenStream::new();
    while let Some(token) = tokens.next() {
        if token.to_string() != "inline" {
            given.extend([token]);
            continue;
        }
        let Some(proc_macro2::TokenTree::Group(names)) = tokens.next() else { panic!("names of functions") };
        let bodies = crate::syntax::idents(names.stream()).filter_map(|name| {
            let syn::ItemFn { sig, block, .. } = all.iter().find(|function| function.sig.ident == name)?;
            let (inputs, output) = (&sig.inputs, &sig.output);
            Some(quote::quote!(inlined(#name = |#inputs| #output #block)))
        });
        given.extend(quote::quote!(#(#bodies),*));
    }
    given
}

/// What a listing says of loops, without the lines where that stands.
fn plan(listing: &str) -> Vec<&str> {
    let loops = listing.lines().skip_while(|line| *line != "// loops:").skip(1);
    let said = loops.map_while(|line| line.strip_prefix("//   over "));
    said.map(|line| line.rfind(" (line ").map_or(line, |end| &line[..end])).collect()
}

#[test]
fn plans_are_the_known_ones() {
    let root = workspace();
    let (mut found, mut kernels) = (String::new(), 0);
    let numbers = |f: &syn::ItemFn| is_kernel(f) && matches!(offer::offer(f, None), Some(Offer::Instead(_)));
    let all: Vec<_> =
        FOLDERS.into_iter().flat_map(rust_files).flat_map(|file| functions(&file, numbers)).collect();
    for file in FOLDERS.into_iter().flat_map(rust_files) {
        let mut of_file = String::new();
        for kernel in functions(&file, is_kernel) {
            let arguments = with_bodies(arguments(&kernel), &all);
            let expansion = listed(arguments, quote::ToTokens::into_token_stream(without_attribute(kernel)));
            let listing = expansion.listing.unwrap_or_default();
            let plan = plan(&listing);
            if plan.is_empty() {
                continue;
            }
            kernels += 1;
            let within = expansion.within.map_or(String::new(), |module| format!("{module}::"));
            let _ = writeln!(of_file, "  {within}{}", expansion.name);
            plan.iter().for_each(|line| {
                let _ = writeln!(of_file, "    {line}");
            });
        }
        if !of_file.is_empty() {
            let name = file.strip_prefix(&root).expect("a file of the workspace");
            let _ = writeln!(found, "{}\n{of_file}", name.display());
        }
    }
    assert!(kernels > 300, "only {kernels} kernels with loops");
    let path = root.join("goldens/plans.txt");
    if std::env::var("UNITE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, found).expect("the golden can be written");
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let wrong: Vec<String> = known
        .lines()
        .zip(found.lines())
        .filter(|(known, found)| known != found)
        .take(5)
        .map(|(known, found)| format!("- {known}\n+ {found}"))
        .collect();
    assert!(known == found, "{}\n(UNITE_BLESS=1 accepts them)", wrong.join("\n"));
}
