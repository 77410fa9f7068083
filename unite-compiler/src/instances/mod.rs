//! Instances: a kernel that is generic in types, numbers and what it calls, and the list of what it is made for.
//!
//! `#[instance(name: Parameter = value, ..)]` under `#[kernel]` makes one kernel of that name: where a parameter that it fixes stands,
//! the value stands. That is done to the syntax, before anything else reads the kernel, so that no other stage knows of it. What
//! comes of it is written with `#[kernel]` above it, once for each instance, and expanded in its turn.

mod fixed;
mod kernel;
mod list;
mod made;
mod module;
mod parameter;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ItemFn, ItemMod};

use crate::messages;

pub use kernel::Parameters;
pub use list::{List, is_instance};
pub use made::Made;

/// The kernels of a list, if an item has one; nothing of one that has none.
pub fn expand(
    arguments: &TokenStream,
    krate: impl FnOnce() -> syn::Result<syn::Path>,
    item: &TokenStream,
) -> syn::Result<Option<TokenStream>> {
    let is_module = item.clone().into_iter().any(|t| matches!(t, TokenTree::Ident(word) if word == "mod"));
    if is_module && let Ok(module) = syn::parse2::<ItemMod>(item.clone()) {
        if !arguments.is_empty() {
            return Err(syn::Error::new_spanned(arguments, messages::ARGUMENT_OF_MODULE));
        }
        return of_module(module).map(|made| Some(written(made, |module| module.into_token_stream())));
    }
    // Most kernels have none, and are parsed later.
    if !names_instances(item) {
        return Ok(None);
    }
    let Ok(function) = syn::parse2::<ItemFn>(item.clone()) else { return Ok(None) };
    if !function.attrs.iter().any(is_instance) {
        return Ok(None);
    }
    let krate = krate()?;
    let made = of_function(function)?;
    Ok(Some(written(made, |kernel| quote!(#[#krate::kernel(#arguments)] #kernel))))
}

/// Whether an attribute of an item can be one of a list.
fn names_instances(item: &TokenStream) -> bool {
    item.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(word)) if word == "instance")
        }
        // As a macro passes an item on.
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => names_instances(&group.stream()),
        _ => false,
    })
}

/// The instances of a kernel: each has the name and the attributes that the list gives it.
pub fn of_function(mut function: ItemFn) -> syn::Result<Made<ItemFn>> {
    let list = List::take(&mut function.attrs)?;
    let parameters = Parameters::of(&function.sig);
    let mut errors = list.mistakes();
    let mut items = Vec::new();
    for instance in list.each() {
        let fixed = parameters.fixed(&instance.fixes, &function, &mut errors);
        parameters.missing(instance, &list, &mut errors);
        let Some(fixed) = fixed else { continue };
        let mut kernel = function.clone();
        match fixed.write(&mut kernel) {
            Ok(()) => {
                kernel.sig.ident = instance.name.clone();
                kernel.attrs.splice(0..0, instance.attrs.iter().cloned());
                items.push(kernel);
            }
            Err(error) => errors.push(error),
        }
    }
    Ok(Made { items, errors })
}

/// The instances of a module of kernels: each is a module.
pub fn of_module(module: ItemMod) -> syn::Result<Made<ItemMod>> {
    module::instances(module)
}

fn written<T>(made: Made<T>, each: impl Fn(T) -> TokenStream) -> TokenStream {
    let mut said: Vec<String> = Vec::new();
    let mut tokens = TokenStream::new();
    for error in made.errors {
        // What is wrong with the kernel is wrong in each of its instances.
        let text = format!("{:?} {error}", error.span());
        if !said.contains(&text) {
            tokens.extend(error.to_compile_error());
            said.push(text);
        }
    }
    tokens.extend(made.items.into_iter().map(each));
    tokens
}
