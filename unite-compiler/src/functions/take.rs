//! `inline(tap)`: how a kernel gets the body of a function.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, Item, ItemFn, PatIdent, Path, Stmt, Token, parse_quote};

use crate::messages;
use crate::syntax::idents;

/// The body of a function, as its macro gives it.
#[derive(Clone)]
pub struct Taken {
    /// Where the function is.
    path: Path,
    /// What it computes.
    body: Box<ExprClosure>,
}

impl Parse for Taken {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.call(Path::parse_mod_style)?;
        input.parse::<Token![=]>()?;
        Ok(Taken { path, body: Box::new(input.parse()?) })
    }
}

/// What asks for the first body that is still wanted, if one is: the kernel comes back with it.
pub fn request(arguments: &TokenStream, item: &TokenStream) -> syn::Result<Option<TokenStream>> {
    let (mut krate, mut wanted) = (quote!(::unite), Vec::new());
    let mut others: Vec<TokenStream> = Vec::new();
    for argument in split(arguments) {
        match &argument[..] {
            [TokenTree::Ident(word), TokenTree::Group(group)] if word == "inline" => {
                let paths = |input: ParseStream<'_>| {
                    Punctuated::<Path, Token![,]>::parse_terminated_with(input, Path::parse_mod_style)
                };
                wanted.extend(paths.parse2(group.stream())?);
                if wanted.is_empty() {
                    return Err(syn::Error::new_spanned(word, messages::inline_what()));
                }
            }
            tokens => {
                if let [TokenTree::Ident(word), TokenTree::Group(group)] = tokens
                    && word == "unsafe"
                {
                    krate = group.stream().into_iter().skip(2).collect();
                }
                others.push(tokens.iter().cloned().collect());
            }
        }
    }
    let mut wanted = wanted.into_iter();
    let Some(path) = wanted.next() else { return Ok(None) };
    let rest: Vec<Path> = wanted.collect();
    if !rest.is_empty() {
        others.push(quote!(inline(#(#rest),*)));
    }
    Ok(Some(quote!(#path! { {#krate::kernel} {#path} {#(#others),*} #item })))
}

/// What stands between commas.
fn split(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    for token in tokens.clone() {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => parts.push(Vec::new()),
            _ => parts.last_mut().expect("there is always a part").push(token),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Names the bodies at the beginning of a kernel, and has its calls mean them: those that are spelt as in `inline(..)`.
pub fn name(function: &mut ItemFn, taken: &[Taken]) {
    let mut spelt: HashSet<String> =
        idents(function.to_token_stream()).map(|name| name.to_string()).collect();
    let hidden = hidden(function);
    let mut named = Vec::new();
    for Taken { path, body } in taken {
        let Some(last) = path.segments.last().map(|last| last.ident.clone()) else { continue };
        let name = match path.get_ident() {
            // The parameter or function of that name is meant.
            Some(name) if hidden.contains(name) => continue,
            Some(name) => name.clone(),
            None => {
                let words: Vec<String> = path.segments.iter().map(|s| s.ident.unraw().to_string()).collect();
                let mut text = words.join("_").replace('$', "");
                while !spelt.insert(text.clone()) {
                    text.push('_');
                }
                let name = Ident::new(&text, last.span());
                let mut calls = Calls { of: path.to_token_stream().to_string(), name: &name, found: false };
                calls.visit_block_mut(&mut function.block);
                if !calls.found {
                    continue;
                }
                name
            }
        };
        named.push((name, body));
    }
    for (name, body) in named.into_iter().rev() {
        // The name of a function that is associated with a type begins with that.
        let lint =
            (!name.to_string().starts_with(char::is_lowercase)).then(|| quote!(#[allow(non_snake_case)]));
        function.block.stmts.insert(0, parse_quote!(#lint let #name = #body;));
    }
}

/// The names that stand for something else in all of a kernel: its parameters, and functions and constants of its body.
fn hidden(function: &ItemFn) -> HashSet<Ident> {
    struct Bound(HashSet<Ident>);
    impl Visit<'_> for Bound {
        fn visit_pat_ident(&mut self, p: &PatIdent) {
            self.0.insert(p.ident.clone());
            visit::visit_pat_ident(self, p);
        }
    }
    let mut bound = Bound(HashSet::new());
    bound.visit_signature(&function.sig);
    for stmt in &function.block.stmts {
        match stmt {
            Stmt::Item(Item::Fn(inner)) => _ = bound.0.insert(inner.sig.ident.clone()),
            Stmt::Item(Item::Const(inner)) => _ = bound.0.insert(inner.ident.clone()),
            _ => {}
        }
    }
    bound.0
}

/// That the functions are used, for the compiler, which sees their bodies only.
pub fn used(taken: &[Taken]) -> TokenStream {
    let uses = taken.iter().map(|Taken { path, .. }| quote!(const _: () = { let _ = #path; };));
    uses.collect()
}

/// The calls of a function by a path of several names.
struct Calls<'a> {
    of: String,
    /// What they call instead.
    name: &'a Ident,
    found: bool,
}

impl VisitMut for Calls<'_> {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if let Expr::Path(called) = &mut *call.func
            && called.path.to_token_stream().to_string() == self.of
        {
            called.path = self.name.clone().into();
            self.found = true;
        }
        visit_mut::visit_expr_call_mut(self, call);
    }

    // They do not see the variables of the kernel.
    fn visit_item_mut(&mut self, _: &mut Item) {}
}
