//! What `#[kernel]` makes of a function of numbers: the function, and a macro that gives its body to kernels.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashSet};
use std::hash::{Hash, Hasher};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, ItemFn, Pat, Path, Stmt, Type, Visibility, parse_quote};

use crate::messages;
use crate::syntax::replaced;

/// What stands for the path of the function until it is known, and for the crate that it is in.
const HERE: &str = "__unite_here";

/// The types of numbers.
const NUMBERS: [&str; 15] = [
    "bool", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

/// Types and constructors of no crate, which mean the same everywhere.
const COMMON: [&str; 9] = ["char", "core", "std", "str", "Err", "None", "Ok", "Option", "Some"];

/// What a function without tensors is.
pub enum Offer {
    /// Its items, in place of those of a kernel: there is nothing to compile for several levels.
    Instead(TokenStream),
    /// What stands beside a kernel whose body no other kernel can see: a macro that says why.
    Beside(TokenStream),
}

/// What is offered of a function; nothing of a kernel of tensors.
pub fn offer(function: &ItemFn) -> Option<Offer> {
    let mut holds = Holds::default();
    holds.visit_item_fn(function);
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
        return Some(Offer::Beside(refusing(function, span, &messages::body_with(&name, what))));
    }
    Some(Offer::Instead(items(function)))
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
}

/// The items of a function of numbers.
fn items(function: &ItemFn) -> TokenStream {
    let name = &function.sig.ident;
    let mut body = (*function.block).clone();
    let inner = take_constants(&mut body);
    let mut names = Names {
        locals: locals(function),
        inner: inner.iter().map(|one| one.ident.clone()).collect(),
        constants: BTreeMap::new(),
        strange: None,
    };
    names.visit_block_mut(&mut body);
    let mut inputs = function.sig.inputs.clone();
    for input in &mut inputs {
        if let FnArg::Typed(typed) = input {
            typed.attrs.clear();
            names.visit_type_mut(&mut typed.ty);
        }
    }
    let mut output = function.sig.output.clone();
    names.visit_return_type_mut(&mut output);
    let outer =
        names.constants.iter().map(|(own, path)| quote!(pub const #own: ::core::primitive::i32 = #path;));
    let constants: TokenStream = outer
        .chain(inner.iter().map(|one| {
            let (own, ty) = (&one.ident, &one.ty);
            quote!(pub const #own: #ty = { #(#inner)* #own };)
        }))
        .collect();
    let (vis, doc) = (&function.vis, format!("What kernels see of the function [`{name}`](fn@{name})."));
    let cfgs: Vec<_> = function.attrs.iter().filter(|a| a.path().is_ident("cfg")).collect();
    let inline = (!function.attrs.iter().any(|a| a.path().is_ident("inline"))).then(|| quote!(#[inline]));
    let offered = match &names.strange {
        Some((path, span)) => refusing(function, *span, &messages::named_elsewhere(&name.to_string(), path)),
        None => {
            let closure = placed(quote!(|#inputs| #output #body));
            giving(
                function,
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

        #offered
    }
}

/// A macro that says why it does not give a body.
fn refusing(function: &ItemFn, span: Span, reason: &str) -> TokenStream {
    let error = quote_spanned!(span=> ::core::compile_error!(#reason););
    giving(
        function,
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
fn giving(function: &ItemFn, rules: &TokenStream) -> TokenStream {
    let (name, vis) = (&function.sig.ident, &function.vis);
    let cfgs: Vec<_> = function.attrs.iter().filter(|a| a.path().is_ident("cfg")).collect();
    let own =
        format_ident!("__unite_body_of_{}_{:016x}", name, number_of(function), span = Span::call_site());
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
fn number_of(function: &ItemFn) -> u64 {
    let mut hasher = DefaultHasher::new();
    function.to_token_stream().to_string().hash(&mut hasher);
    // Where it stands, and in which expansion of a macro: nothing is read off it but that others stand elsewhere.
    format!("{:?}", function.sig.ident.span()).hash(&mut hasher);
    hasher.finish()
}

/// The names that a function binds.
fn locals(function: &ItemFn) -> HashSet<String> {
    struct Locals(HashSet<String>);
    impl Visit<'_> for Locals {
        fn visit_pat_ident(&mut self, p: &syn::PatIdent) {
            if !is_constant(&p.ident) {
                self.0.insert(p.ident.to_string());
            }
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut locals = Locals(HashSet::new());
    locals.visit_item_fn(function);
    locals.0
}

fn is_constant(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with(|c: char| c.is_uppercase()) && !name.contains(|c: char| c.is_lowercase())
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

/// Gives what a body names outside of itself names that are the same everywhere.
struct Names {
    locals: HashSet<String>,
    /// Constants of the body.
    inner: HashSet<Ident>,
    /// Constants beside the function, by names of their own.
    constants: BTreeMap<Ident, Path>,
    /// What else is named there.
    strange: Option<(String, Span)>,
}

impl Names {
    /// What a path is called elsewhere.
    fn elsewhere(&mut self, path: &mut Path) {
        let (Some(first), Some(last)) = (path.segments.first(), path.segments.last()) else { return };
        let single = path.segments.len() == 1;
        let text = first.ident.to_string();
        let known = path.leading_colon.is_some()
            || ["crate", "$crate"].contains(&text.as_str())
            || (single && self.locals.contains(&text))
            || NUMBERS.contains(&text.as_str())
            || COMMON.contains(&text.as_str());
        if known {
            return;
        }
        if is_constant(&last.ident) {
            let words: Vec<String> =
                path.segments.iter().map(|s| s.ident.unraw().to_string().to_uppercase()).collect();
            let own = Ident::new(&words.join("_"), last.ident.span());
            if !self.inner.contains(&own) {
                self.constants.insert(own.clone(), path.clone());
            }
            let here = Ident::new(HERE, last.ident.span());
            *path = parse_quote!(#here::#own);
            return;
        }
        let shown = path.to_token_stream().to_string().replace(' ', "");
        self.strange.get_or_insert((shown, path.span()));
    }
}

impl VisitMut for Names {
    fn visit_expr_path_mut(&mut self, expr: &mut syn::ExprPath) {
        self.elsewhere(&mut expr.path);
    }

    fn visit_type_path_mut(&mut self, ty: &mut syn::TypePath) {
        self.elsewhere(&mut ty.path);
    }

    fn visit_expr_struct_mut(&mut self, expr: &mut syn::ExprStruct) {
        self.elsewhere(&mut expr.path);
        visit_mut::visit_expr_struct_mut(self, expr);
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Ident(p) = pat
            && is_constant(&p.ident)
        {
            let mut path = Path::from(p.ident.clone());
            self.elsewhere(&mut path);
            *pat = parse_quote!(#path);
            return;
        }
        if let Pat::TupleStruct(p) = pat {
            self.elsewhere(&mut p.path);
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}

/// A body whose names are those of a macro's: of its crate, and of the path that the function was called by.
fn placed(tokens: TokenStream) -> TokenStream {
    replaced(tokens, &|token| match token {
        TokenTree::Ident(name) if name == HERE => quote!($($at)*),
        TokenTree::Ident(name) if name == "crate" => quote!($#name),
        token => token.into(),
    })
}
