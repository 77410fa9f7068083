//! Tests of the whole way, in process.

mod asked;
mod goldens;
mod highest;
mod loops;
mod passed;
mod plans;
mod robust;
mod tidy;

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};

use crate::expand::{Expansion, Wanted, expand};
use crate::instances::{self, is_instance};

/// Expands, with a listing.
fn listed(arguments: TokenStream, item: TokenStream) -> Expansion {
    expand(arguments, item, &Wanted { stage: None, listing: true })
}

/// The folder of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust file under a folder of the workspace, in order.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![workspace().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                // What was built is none of ours.
                folders.extend((!path.ends_with("target")).then_some(path));
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The free functions of a file for which `wanted` holds, one for each instance.
fn functions(path: &Path, wanted: impl Fn(&syn::ItemFn) -> bool) -> Vec<syn::ItemFn> {
    struct Functions(Vec<syn::ItemFn>);
    impl syn::visit::Visit<'_> for Functions {
        fn visit_item_fn(&mut self, function: &syn::ItemFn) {
            if function.attrs.iter().any(is_instance) {
                match instances::of_function(function.clone()) {
                    // What stands above the first instance is its own, the attribute among it.
                    Ok(made) if made.errors.is_empty() => {
                        self.0.extend(made.items.into_iter().map(|mut item| {
                            let attribute = function.attrs.iter().find(|attr| is_attribute(attr));
                            item.attrs.extend(attribute.filter(|_| !is_kernel(&item)).cloned());
                            item
                        }))
                    }
                    // A mistake on purpose.
                    _ => self.0.push(function.clone()),
                }
                return;
            }
            self.0.push(function.clone());
            syn::visit::visit_item_fn(self, function);
        }

        fn visit_item_mod(&mut self, module: &syn::ItemMod) {
            if !module.attrs.iter().any(is_instance) {
                return syn::visit::visit_item_mod(self, module);
            }
            match instances::of_module(module.clone()) {
                Ok(made) if made.errors.is_empty() => {
                    made.items.iter().for_each(|module| syn::visit::visit_item_mod(self, module));
                }
                _ => syn::visit::visit_item_mod(self, module),
            }
        }

        fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
            if item.mac.path.is_ident("both") {
                let Both(kernels) =
                    item.mac.parse_body().unwrap_or_else(|e| panic!("kernels of the gallery: {e}"));
                self.0.extend(kernels);
            }
        }

        fn visit_impl_item_fn(&mut self, method: &syn::ImplItemFn) {
            self.0.push(syn::ItemFn {
                attrs: method.attrs.clone(),
                vis: method.vis.clone(),
                modifiers: method.modifiers.clone(),
                sig: method.sig.clone(),
                block: Box::new(method.block.clone()),
            });
            syn::visit::visit_impl_item_fn(self, method);
        }
    }
    let text = std::fs::read_to_string(path).expect("a readable file");
    let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut found = Functions(Vec::new());
    syn::visit::Visit::visit_file(&mut found, &file);
    found.0.retain(wanted);
    found.0
}

/// Kernels of the gallery, as its macro takes them: in lanes.
struct Both(Vec<syn::ItemFn>);

impl Parse for Both {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut kernels = Vec::new();
        while !input.is_empty() {
            let mut attrs = input.call(syn::Attribute::parse_outer)?;
            let mut arguments = TokenStream::new();
            if input.peek(syn::Ident) {
                let words: [syn::Ident; 3] = [input.parse()?, input.parse()?, input.parse()?];
                input.parse::<syn::Token![:]>()?;
                let highest = &words[2];
                arguments = quote::quote!(highest = #highest);
            }
            attrs.push(syn::parse_quote!(#[kernel(#arguments)]));
            kernels.push(syn::ItemFn { attrs, ..input.parse()? });
        }
        Ok(Both(kernels))
    }
}

/// Whether an attribute is that of kernels.
fn is_attribute(attribute: &syn::Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|s| s.ident == "kernel")
}

/// Whether a function stands under the attribute.
fn is_kernel(function: &syn::ItemFn) -> bool {
    function.attrs.iter().any(is_attribute)
}

/// A kernel as the attribute gets it: without itself.
fn without_attribute(mut function: syn::ItemFn) -> syn::ItemFn {
    function.attrs.retain(|attribute| !is_attribute(attribute));
    function
}
