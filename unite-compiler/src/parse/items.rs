//! Items of blocks that hide what checks are made with. An item is known in its whole block, and in those inside of it; a check stands
//! outside, and an access inside would be made with another constant.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

use crate::ir::Scalar;
use crate::messages;
use crate::report::Report;
use crate::syntax::idents;

/// Notes every item of a block with the name of a constant that indices are made of, if that name is said outside of the block, too.
pub fn refuse_hidden(function: &syn::ItemFn, constants: &[Scalar], report: &mut Report) {
    let constants = constants.iter().filter(|constant| constant.param.is_none());
    let names: Vec<String> =
        constants.flat_map(|constant| idents(constant.tokens.clone())).map(|name| name.to_string()).collect();
    let (sig, block) = (&function.sig, &function.block);
    let (generics, inputs, output, clause) =
        (&sig.generics, &sig.inputs, &sig.output, &sig.generics.where_clause);
    let mut hiding = Vec::new();
    hidden(&quote!(#generics (#inputs) #output #clause #block), &names, &mut hiding);
    for name in hiding {
        report.error(&name, messages::hidden_constant(&name.to_string()));
    }
}

/// Collects the items in blocks among some tokens whose names are said outside of their blocks.
fn hidden(tokens: &TokenStream, names: &[String], hiding: &mut Vec<Ident>) {
    let mut inside = blocks(tokens.clone());
    for block in &inside {
        hidden(block, names, hiding);
    }
    while let Some(block) = inside.pop() {
        for item in items(block.clone()) {
            let is_free = names.iter().any(|name| item == name) && is_said(tokens.clone(), &item);
            if is_free && !hiding.contains(&item) {
                hiding.push(item);
            }
        }
        inside.extend(blocks(block));
    }
}

/// The blocks among some tokens, those of brackets and parentheses too, but not those inside of others, nor bodies of functions.
fn blocks(tokens: TokenStream) -> Vec<TokenStream> {
    let mut all = Vec::new();
    let mut is_function = false;
    for (token, next) in pairs(tokens) {
        match token {
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
                all.extend(blocks(group.stream()));
            }
            TokenTree::Group(_) if is_function => is_function = false,
            TokenTree::Group(block) => all.push(block.stream()),
            TokenTree::Ident(word) if word == "fn" => is_function = matches!(next, Some(TokenTree::Ident(_))),
            _ => {}
        }
    }
    all
}

/// The names of the constants and functions that stand among the tokens of a block.
fn items(tokens: TokenStream) -> Vec<Ident> {
    let mut all = Vec::new();
    let mut before = None;
    for (token, next) in pairs(tokens) {
        // In `*const T` and `<const N: usize>` there is no item.
        let is_inside = matches!(&before, Some(TokenTree::Punct(sign)) if "*<,".contains(sign.as_char()));
        if let (TokenTree::Ident(word), Some(TokenTree::Ident(name))) = (&token, next)
            && (word == "fn" || word == "const" && !is_inside && name != "fn" && name != "unsafe")
        {
            all.push(name);
        }
        before = Some(token);
    }
    all
}

/// Whether a name is said among some tokens: by itself, and outside of the blocks that have an item of that name.
fn is_said(tokens: TokenStream, name: &Ident) -> bool {
    let mut before = [None, None];
    tokens.into_iter().any(|token| {
        let [first, second] = &before;
        let is_after = |sign: char| *second == Some(sign) && (sign != '.' || *first != Some('.'));
        let found = match &token {
            TokenTree::Group(group) => {
                let hides = group.delimiter() == Delimiter::Brace
                    && items(group.stream()).iter().any(|item| item == name);
                !hides && is_said(group.stream(), name)
            }
            // Not a field, a method or the end of a path.
            TokenTree::Ident(word) => {
                word == name && !is_after('.') && !(is_after(':') && *first == Some(':'))
            }
            _ => false,
        };
        let sign = match &token {
            TokenTree::Punct(sign) => Some(sign.as_char()),
            _ => None,
        };
        before = [before[1], sign];
        found
    })
}

/// Some tokens, each with the next one.
fn pairs(tokens: TokenStream) -> impl Iterator<Item = (TokenTree, Option<TokenTree>)> {
    let mut tokens = tokens.into_iter().peekable();
    std::iter::from_fn(move || {
        let token = tokens.next()?;
        Some((token, tokens.peek().cloned()))
    })
}
