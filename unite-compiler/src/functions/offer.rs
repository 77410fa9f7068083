//! What `#[kernel]` makes of a function of numbers: the function, and a macro that gives its body to kernels.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, FnArg, ItemFn, Stmt, Type, Visibility};

use super::elsewhere::{HERE, Strange, elsewhere};
use crate::messages;
use crate::syntax::{NUMBERS, is_cfg, replaced};

/// What a function without tensors is.
pub enum Offer {
    /// Its items, in place of those of a kernel: there is nothing to compile for several levels.
    Instead(TokenStream),
    /// What stands beside a kernel whose body no other kernel can see: a macro that says why.
    Beside(TokenStream),
}

/// What is offered of a function, which may be in a module that is an instance; nothing of a kernel of tensors.
pub fn offer(function: &ItemFn, within: Option<&str>) -> Option<Offer> {
    let mut holds = Holds::default();
    holds.visit_signature(&function.sig);
    holds.visit_block(&function.block);
    let sig = &function.sig;
    let takes_numbers = sig.inputs.iter().all(|input| match input {
        FnArg::Typed(typed) => is_of_numbers(&typed.ty),
        _ => false,
    });
    // What takes slices and the like may be worth an instruction set: it stays a kernel.
    if holds.tensors || !takes_numbers {
        return None;
    }
    let name = sig.ident.to_string();
    let is_plain = sig.asyncness.is_none() && sig.abi.is_none() && matches!(sig.safety, syn::Safety::Default);
    let other = match () {
        () if !is_plain => return None,
        () if !sig.generics.params.is_empty() => Some(("a generic parameter", sig.generics.span())),
        () => holds.other,
    };
    if let Some((what, span)) = other {
        return Some(Offer::Beside(refusing(function, within, span, &messages::body_with(&name, what))));
    }
    Some(Offer::Instead(items(function, within)))
}

/// Whether a type is one of numbers: a primitive one, or an array or a tuple of such.
fn is_of_numbers(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            path.path.get_ident().is_some_and(|name| NUMBERS.contains(&name.to_string().as_str()))
        }
        Type::Array(array) => is_of_numbers(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_of_numbers),
        Type::Paren(inner) => is_of_numbers(&inner.elem),
        Type::Group(inner) => is_of_numbers(&inner.elem),
        _ => false,
    }
}

/// What there is in a function.
#[derive(Default)]
struct Holds {
    tensors: bool,
    /// Whether what is looked at stands in a block of the body.
    is_inner: bool,
    /// What no closure of a kernel should have.
    other: Option<(&'static str, Span)>,
}

impl Visit<'_> for Holds {
    fn visit_ident(&mut self, ident: &Ident) {
        self.tensors |= ident == "Tensor" || ident == "Block";
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Index(i) => self.tensors |= matches!(&*i.index, Expr::Array(_)),
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
                self.other.get_or_insert(("a loop", expr.span()));
            }
            _ => {}
        }
        syn::visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        self.other.get_or_insert(("a macro", mac.span()));
    }

    fn visit_attribute(&mut self, attribute: &syn::Attribute) {
        // The features of another crate are others.
        if is_cfg(attribute) {
            self.other.get_or_insert(("a `cfg`", attribute.span()));
        }
    }

    fn visit_block(&mut self, block: &syn::Block) {
        let is_inner = std::mem::replace(&mut self.is_inner, true);
        for stmt in &block.stmts {
            // Constants of the body itself are given beside it.
            if let Stmt::Item(item) = stmt
                && (is_inner || !matches!(item, syn::Item::Const(_)))
            {
                self.other.get_or_insert(("an item inside", item.span()));
            }
        }
        syn::visit::visit_block(self, block);
        self.is_inner = is_inner;
    }
}

/// The items of a function of numbers.
fn items(function: &ItemFn, within: Option<&str>) -> TokenStream {
    let name = &function.sig.ident;
    let mut body = (*function.block).clone();
    let inner = take_constants(&mut body);
    let mut inputs = function.sig.inputs.clone();
    for input in &mut inputs {
        if let FnArg::Typed(typed) = input {
            typed.attrs.clear();
        }
    }
    let mut output = function.sig.output.clone();
    let names = elsewhere(&mut inputs, &mut output, &mut body, inner.iter().map(|one| &one.ident));
    let witnesses = names.witnesses();
    let outer = names.constants().map(|(own, path)| quote!(pub const #own: ::core::primitive::i32 = #path;));
    let constants: TokenStream = outer
        .chain(inner.iter().map(|one| {
            let (own, ty) = (&one.ident, &one.ty);
            quote!(pub const #own: #ty = { #(#inner)* #own };)
        }))
        .collect();
    let (vis, doc) = (&function.vis, format!("What kernels see of the function [`{name}`](fn@{name})."));
    let cfgs: Vec<_> = function.attrs.iter().filter(|a| a.path().is_ident("cfg")).collect();
    let inline = (!function.attrs.iter().any(|a| a.path().is_ident("inline"))).then(|| quote!(#[inline]));
    let offered = match names.strange() {
        Some(Strange::Path(path, span)) => {
            refusing(function, within, *span, &messages::named_elsewhere(&name.to_string(), path))
        }
        Some(Strange::Method(method, span)) => {
            refusing(function, within, *span, &messages::method_elsewhere(&name.to_string(), method))
        }
        None => {
            let closure = placed(quote!(|#inputs| #output #body));
            giving(
                function,
                within,
                &quote! {
                    ({$($kernel:tt)*} {$($at:tt)*} {$($options:tt)*} $($item:tt)*) => {
                        #[$($kernel)*(inlined($($at)* = #closure), $($options)*)]
                        $($item)*
                    };
                },
            )
        }
    };
    quote! {
        #inline
        #function

        #(#cfgs)*
        #[doc = #doc]
        #[allow(non_camel_case_types, missing_debug_implementations, missing_copy_implementations, dead_code, unreachable_pub)]
        #vis enum #name {}

        #(#cfgs)*
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        #[doc(hidden)]
        impl #name { #constants }

        #(#cfgs)*
        #witnesses

        #offered
    }
}

/// A macro that says why it does not give a body.
fn refusing(function: &ItemFn, within: Option<&str>, span: Span, reason: &str) -> TokenStream {
    let error = quote_spanned!(span=> ::core::compile_error!(#reason););
    giving(
        function,
        within,
        &quote! {
            ({$($kernel:tt)*} {$($at:tt)*} {$($options:tt)*} $($item:tt)*) => {
                #error
                #[$($kernel)*($($options)*)]
                $($item)*
            };
        },
    )
}

/// A macro of the name of a function.
fn giving(function: &ItemFn, within: Option<&str>, rules: &TokenStream) -> TokenStream {
    let (name, vis) = (&function.sig.ident, &function.vis);
    let cfgs: Vec<_> = function.attrs.iter().filter(|a| a.path().is_ident("cfg")).collect();
    let own = format_ident!(
        "__unite_body_of_{}_{:016x}",
        name,
        number_of(function, within),
        span = Span::call_site()
    );
    let export = matches!(vis, Visibility::Public(_)).then(|| quote!(#[macro_export]));
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(unused_macros, non_local_definitions)]
        #export
        macro_rules! #own { #rules }

        #(#cfgs)*
        #[doc(hidden)]
        #[allow(unused_imports, unreachable_pub)]
        #vis use #own as #name;
    }
}

/// A number that no other function of the crate has.
fn number_of(function: &ItemFn, within: Option<&str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    function.to_token_stream().to_string().hash(&mut hasher);
    // Instances stand in one place.
    within.hash(&mut hasher);
    // Where it stands, and in which expansion of a macro: nothing is read off it but that others stand elsewhere.
    format!("{:?}", function.sig.ident.span()).hash(&mut hasher);
    hasher.finish()
}

/// The constants of a body, which stand beside it instead.
fn take_constants(body: &mut syn::Block) -> Vec<syn::ItemConst> {
    let mut constants = Vec::new();
    body.stmts.retain(|stmt| match stmt {
        Stmt::Item(syn::Item::Const(one)) => {
            constants.push(one.clone());
            false
        }
        _ => true,
    });
    constants
}

/// A body whose names are those of a macro's: of its crate, and of the path that the function was called by.
fn placed(tokens: TokenStream) -> TokenStream {
    replaced(tokens, &|token| match token {
        TokenTree::Ident(name) if name == HERE => quote!($($at)*),
        TokenTree::Ident(name) if name == "crate" => quote!($#name),
        token => token.into(),
    })
}
