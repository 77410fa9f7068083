//! The arguments of the attribute.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Ident, Path, Token, parenthesized, parse_quote};

use crate::functions::take::Taken;
use crate::ir::{Level, Stage};
use crate::messages;

syn::custom_keyword!(autovectorize);
syn::custom_keyword!(highest);
syn::custom_keyword!(inline);
syn::custom_keyword!(inlined);
syn::custom_keyword!(instance);
syn::custom_keyword!(optimize);

/// What `#[kernel(..)]` was told.
#[derive(Clone)]
pub struct Options {
    /// The path of the `unite` crate: `unsafe(crate = path)` where it was renamed.
    pub krate: Path,
    /// The word `unsafe` before that path.
    pub vouched: Option<Span>,
    /// Whether all loops are left to the compiler's own vectoriser: `autovectorize`.
    pub autovectorize: bool,
    /// Whether the form is wanted for tensors that may be views of one memory; nothing that a user writes.
    pub overlapping: bool,
    /// The highest level that the kernel is compiled for: `highest = level`.
    pub highest: Level,
    /// How far the kernel is optimised: `optimize = stage`.
    pub stage: Option<Stage>,
    /// The bodies of the functions that `inline(..)` named, as their macros give them.
    pub inlined: Vec<Taken>,
    /// The module that the kernel is in, if that is an instance: `instance(name)`; nothing that a user writes.
    pub instance: Option<Ident>,
    /// What it is called as a form of a kernel; nothing that a user writes.
    pub form: Option<Ident>,
    /// Whether it has forms for tensors with boundary rules; nothing that a user writes.
    pub is_formed: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            krate: parse_quote!(::unite),
            vouched: None,
            autovectorize: false,
            overlapping: false,
            highest: Level::V4,
            stage: None,
            inlined: Vec::new(),
            instance: None,
            form: None,
            is_formed: false,
        }
    }
}

impl Parse for Options {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut options = Options::default();
        while !input.is_empty() {
            if input.peek(Token![unsafe]) {
                options.vouched = Some(input.parse::<Token![unsafe]>()?.span);
                let inside;
                parenthesized!(inside in input);
                options.krate = named_crate(&inside)?;
            } else if input.peek(Token![crate]) {
                let start = input.span();
                let path = named_crate(input)?;
                let span = start.join(path.span()).unwrap_or(start);
                return Err(syn::Error::new(span, messages::crate_without_unsafe(&path)));
            } else if input.peek(autovectorize) {
                input.parse::<autovectorize>()?;
                options.autovectorize = true;
            } else if input.peek(highest) {
                input.parse::<highest>()?;
                input.parse::<Token![=]>()?;
                let name = input.parse::<Ident>()?;
                let level = Level::named(&name.to_string());
                options.highest = level.ok_or_else(|| {
                    syn::Error::new(name.span(), messages::unknown_level(&name.to_string()))
                })?;
            } else if input.peek(inline) {
                // Bodies that are still asked for.
                let word = input.parse::<inline>()?;
                if !input.peek(syn::token::Paren) {
                    return Err(syn::Error::new(word.span, messages::inline_what()));
                }
                let inside;
                parenthesized!(inside in input);
                inside.parse::<proc_macro2::TokenStream>()?;
            } else if input.peek(inlined) {
                input.parse::<inlined>()?;
                let inside;
                parenthesized!(inside in input);
                options.inlined.push(inside.parse()?);
            } else if input.peek(instance) {
                input.parse::<instance>()?;
                let inside;
                parenthesized!(inside in input);
                options.instance = Some(inside.parse()?);
            } else if input.peek(optimize) {
                input.parse::<optimize>()?;
                input.parse::<Token![=]>()?;
                let name = input.parse::<Ident>()?;
                let stage = Stage::named(&name.to_string());
                options.stage = Some(stage.ok_or_else(|| {
                    syn::Error::new(name.span(), messages::unknown_stage(&name.to_string()))
                })?);
            } else {
                return Err(input.error(messages::UNKNOWN_ARGUMENT));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

/// `crate = path`.
fn named_crate(input: ParseStream<'_>) -> syn::Result<Path> {
    input.parse::<Token![crate]>()?;
    input.parse::<Token![=]>()?;
    input.call(Path::parse_mod_style)
}
