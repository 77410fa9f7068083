//! Kernels in an `impl` block.
//!
//! What a kernel becomes are several items, of which an `impl` takes functions alone; and an attribute on a function does not know
//! that it is in one. So the attribute stands on the `impl`, too. Each kernel in it becomes a free one, `Type_name`, and a function
//! `Type::name` that calls it.

use std::collections::HashMap;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, ImplItem, ImplItemFn, ItemFn, ItemImpl, Meta, Type};

use crate::analyse::analyse;
use crate::emit::Emitter;
use crate::exports;
use crate::instances::is_instance;
use crate::messages;
use crate::options::Options;
use crate::parse::parse;
use crate::report::Report;

/// Whether an item is an `impl` block.
pub fn is_block(item: &TokenStream) -> bool {
    item.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "impl"))
        && syn::parse2::<ItemImpl>(item.clone()).is_ok()
}

/// Takes the kernels out of an `impl` block. Where it cannot have any, there are none.
pub fn expand(arguments: &TokenStream, block: TokenStream) -> syn::Result<TokenStream> {
    let mut block: ItemImpl = syn::parse2(block)?;
    let (name, kernels) = match kernels(arguments, &block) {
        Ok(found) => found,
        Err(error) => {
            block.items.retain(|item| free_kernel(item).is_none());
            let error = error.to_compile_error();
            return Ok(quote!(#error #block));
        }
    };
    let outside = Outside { of: block.self_ty.to_token_stream(), name, kernels };
    let mut free = TokenStream::new();
    for item in &mut block.items {
        let Some((function, at)) = free_kernel(item) else { continue };
        let (kernel, associated) = outside.kernel(function, at)?;
        free.extend(kernel);
        *item = ImplItem::Verbatim(associated);
    }
    Ok(quote!(#block #free))
}

/// The name of the type of a block, and what its kernels are called outside.
fn kernels(arguments: &TokenStream, block: &ItemImpl) -> syn::Result<(String, HashMap<String, Ident>)> {
    let refused = |what: &dyn ToTokens, message: &str| Err(syn::Error::new_spanned(what, message));
    if !arguments.is_empty() {
        return refused(arguments, messages::ARGUMENT_OF_BLOCK);
    }
    if let Some((of, _)) = &block.trait_ {
        return refused(of, messages::KERNELS_OF_A_TRAIT);
    }
    if !block.generics.params.is_empty() {
        return refused(&block.generics, messages::KERNELS_OF_A_GENERIC_TYPE);
    }
    let listed = |item| free_kernel(item)?.0.attrs.iter().find(|attribute| is_instance(attribute));
    if let Some(instance) = block.items.iter().find_map(listed) {
        return refused(instance, messages::INSTANCE_IN_IMPL);
    }
    let Some(name) = type_name(&block.self_ty) else {
        return refused(&block.self_ty, messages::KERNELS_OF_NO_TYPE);
    };
    let named = block.items.iter().filter_map(|item| {
        let own = &free_kernel(item)?.0.sig.ident;
        Some((own.to_string(), format_ident!("{name}_{own}")))
    });
    let kernels: HashMap<String, Ident> = named.collect();
    match kernels.is_empty() {
        true => refused(&block.self_ty, messages::NO_KERNEL_IN_BLOCK),
        false => Ok((name.to_string(), kernels)),
    }
}

/// The name of a type, without its module.
fn type_name(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            last.arguments.is_none().then_some(&last.ident)
        }
        Type::Paren(inner) => type_name(&inner.elem),
        Type::Group(inner) => type_name(&inner.elem),
        _ => None,
    }
}

/// A function under `#[kernel]` without `self`, and which of its attributes that is. One with `self` is left to that attribute, which
/// says what is wrong.
fn free_kernel(item: &ImplItem) -> Option<(&ImplItemFn, usize)> {
    let ImplItem::Fn(function) = item else { return None };
    let is_kernel = |a: &Attribute| a.path().segments.last().is_some_and(|last| last.ident == "kernel");
    let at = function.attrs.iter().position(is_kernel)?;
    function.sig.receiver().is_none().then_some((function, at))
}

/// What names of the block are outside of it.
struct Outside {
    /// The type.
    of: TokenStream,
    /// Its name.
    name: String,
    /// Its kernels, by their names inside.
    kernels: HashMap<String, Ident>,
}

impl Outside {
    /// A kernel outside, and the function inside.
    fn kernel(&self, function: &ImplItemFn, at: usize) -> syn::Result<(TokenStream, TokenStream)> {
        let mut function = ItemFn {
            attrs: function.attrs.clone(),
            vis: function.vis.clone(),
            modifiers: function.modifiers.clone(),
            sig: function.sig.clone(),
            block: Box::new(function.block.clone()),
        };
        let attribute = function.attrs.remove(at);
        let options = match &attribute.meta {
            Meta::List(list) => syn::parse2(list.tokens.clone())?,
            _ => Options::default(),
        };
        let attribute = self.named(attribute.to_token_stream());
        let function: ItemFn = syn::parse2(self.named(function.to_token_stream()))?;
        let own = &self.kernels[&function.sig.ident.to_string()];
        // What is wrong is said of the free kernel, and C calls that one.
        let mut report = Report::default();
        let mut inside = function.clone();
        exports::forget(&mut inside);
        let mut kernel = parse(inside, &options, &mut report);
        let analysis = analyse(&mut kernel, &mut report);
        let associated = Emitter::new(&kernel, &analysis).associated(own);
        let doc = format!("The kernel `{}::{}`, for other kernels.", self.name, function.sig.ident);
        let mut free = function;
        free.attrs.retain(|attribute| !attribute.path().is_ident("doc"));
        free.sig.ident = own.clone();
        Ok((quote!(#[doc = #doc] #[allow(non_snake_case)] #attribute #free), associated))
    }

    /// Tokens of the block as they are outside.
    fn named(&self, tokens: TokenStream) -> TokenStream {
        let mut named = Vec::new();
        for token in tokens {
            let token = match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.named(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                token => token,
            };
            named.push(token);
            self.shorten(&mut named);
        }
        let of = |token| match token {
            TokenTree::Ident(word) if word == "Self" => self.of.clone(),
            token => TokenStream::from(token),
        };
        named.into_iter().map(of).collect()
    }

    /// Replaces `Self::name` at the end of some tokens, if it is a kernel.
    fn shorten(&self, tokens: &mut Vec<TokenTree>) {
        let [.., TokenTree::Ident(of), TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Ident(name)] =
            &tokens[..]
        else {
            return;
        };
        if (of == "Self" || *of == self.name)
            && a.as_char() == ':'
            && b.as_char() == ':'
            && let Some(own) = self.kernels.get(&name.to_string())
        {
            let own = Ident::new(&own.to_string(), name.span());
            tokens.truncate(tokens.len() - 4);
            tokens.push(own.into());
        }
    }
}
