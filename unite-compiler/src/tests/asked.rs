//! What of a kernel's expansion stands where the user's names do.
//!
//! Macros are called by whole paths. What asks whether a call fits makes carriers, also of blocks that have no memory yet, and touches no element: `unsafe` stands there
//! for the carriers only.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::{ImplItem, Item};

use super::{functions, is_kernel, listed, rust_files, without_attribute};

/// The functions of a kernel that ask.
const ASKS: [&str; 6] = ["check", "refuse", "ahead", "ahead_of", "unfit", "is_apart"];
/// What makes a carrier of memory.
const CARRIERS: [&str; 4] = ["block", "block_copy", "block_copy_as", "shared"];

/// Every `unsafe` block, also those inside of others.
fn unsafe_blocks(tokens: TokenStream, found: &mut Vec<TokenStream>) {
    let mut is_unsafe = false;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            if is_unsafe {
                found.push(group.stream());
            }
            unsafe_blocks(group.stream(), found);
        }
        is_unsafe = matches!(&token, TokenTree::Ident(word) if word == "unsafe");
    }
}

/// Whether the last call in an expression makes a carrier, of whatever stands in its arguments.
fn makes_a_carrier(tokens: &TokenStream) -> bool {
    let words = tokens.clone().into_iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    words.last().is_some_and(|last| CARRIERS.contains(&last.as_str()))
}

/// The names of macros that are called by them alone: they are the user's, if there is one. And of those that are defined.
fn bare_macros(tokens: TokenStream, found: &mut HashSet<String>, defined: &mut HashSet<String>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, sign| matches!(all.get(at), Some(TokenTree::Punct(p)) if p.as_char() == sign);
    for (at, token) in all.iter().enumerate() {
        match token {
            TokenTree::Group(group) => bare_macros(group.stream(), found, defined),
            TokenTree::Ident(name) if name == "macro_rules" && is(at + 1, '!') => {
                defined.extend(all.get(at + 2).map(ToString::to_string));
            }
            TokenTree::Ident(name) => {
                let is_word = syn::parse_str::<syn::Ident>(&name.to_string()).is_ok();
                let is_called =
                    is_word && is(at + 1, '!') && matches!(all.get(at + 2), Some(TokenTree::Group(_)));
                if is_called && !at.checked_sub(1).is_some_and(|before| is(before, ':')) {
                    found.insert(name.to_string());
                }
            }
            _ => {}
        }
    }
}

#[test]
fn macros_are_called_by_whole_paths() {
    let mut kernels = 0;
    for file in ["goldens", "tests/kernels"].into_iter().flat_map(rust_files) {
        for kernel in functions(&file, is_kernel) {
            let (mut own, mut emitted) = (HashSet::new(), HashSet::new());
            bare_macros(kernel.to_token_stream(), &mut own, &mut HashSet::new());
            let expansion = listed(TokenStream::new(), without_attribute(kernel).into_token_stream());
            bare_macros(expansion.tokens, &mut emitted, &mut own);
            emitted.retain(|name| !own.contains(name) && name != "compile_error");
            assert!(emitted.is_empty(), "{}: {emitted:?}", expansion.name);
            kernels += 1;
        }
    }
    assert!(kernels > 300, "{kernels} kernels");
}

#[test]
fn what_asks_touches_no_element() {
    let (mut asked, mut carriers) = (0, 0);
    for file in ["goldens", "tests/kernels"].into_iter().flat_map(rust_files) {
        for kernel in functions(&file, is_kernel) {
            let expansion = listed(TokenStream::new(), without_attribute(kernel).into_token_stream());
            let Ok(file) = syn::parse2::<syn::File>(expansion.tokens) else { continue };
            let items = file.items.into_iter().filter_map(|item| match item {
                Item::Impl(item) => Some(item.items),
                _ => None,
            });
            for item in items.flatten() {
                let ImplItem::Fn(function) = item else { continue };
                if !ASKS.iter().any(|name| function.sig.ident == name) {
                    continue;
                }
                asked += 1;
                let mut blocks = Vec::new();
                unsafe_blocks(function.block.into_token_stream(), &mut blocks);
                for block in blocks {
                    carriers += 1;
                    assert!(
                        makes_a_carrier(&block),
                        "{} in `{}`: {block}",
                        function.sig.ident,
                        expansion.name
                    );
                }
            }
        }
    }
    assert!(asked > 300 && carriers > 100, "{asked} functions that ask, {carriers} carriers");
}
