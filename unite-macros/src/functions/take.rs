//! `inline(tap)`: how a kernel gets the body of a function.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, ItemFn, Path, Token, parse_quote};

use crate::messages;

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

/// Names the bodies at the beginning of a kernel, and has its calls mean them.
pub fn name(function: &mut ItemFn, taken: &[Taken]) {
    let paths = taken.iter().map(|taken| taken.path.to_token_stream().to_string()).collect();
    Calls { paths }.visit_block_mut(&mut function.block);
    for Taken { path, body } in taken.iter().rev() {
        let Some(name) = path.segments.last().map(|last| &last.ident) else { continue };
        // The name of a function that is associated with a type begins with that.
        let lint =
            (!name.to_string().starts_with(char::is_lowercase)).then(|| quote!(#[allow(non_snake_case)]));
        function.block.stmts.insert(0, parse_quote!(#lint let #name = #body;));
    }
}

/// That the functions are used, for the compiler, which sees their bodies only.
pub fn used(taken: &[Taken]) -> TokenStream {
    let uses = taken.iter().map(|Taken { path, .. }| quote!(const _: () = { let _ = #path; };));
    uses.collect()
}

/// Calls of functions by a path of several names.
struct Calls {
    paths: Vec<String>,
}

impl VisitMut for Calls {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if let Expr::Path(called) = &mut *call.func
            && called.path.segments.len() > 1
            && self.paths.contains(&called.path.to_token_stream().to_string())
            && let Some(last) = called.path.segments.last()
        {
            called.path = last.ident.clone().into();
        }
        visit_mut::visit_expr_call_mut(self, call);
    }
}
