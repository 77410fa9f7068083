//! The attribute does not panic, and its output is Rust, whatever stands under it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

use super::{functions, is_kernel, rust_files, without_attribute};
use crate::expand::{Wanted, expand};

/// Expands, and says what was expanded if that panics or leaves something that is not Rust.
fn survives(item: TokenStream) {
    let text = item.to_string();
    let Ok(expansion) =
        catch_unwind(AssertUnwindSafe(|| expand(TokenStream::new(), item.clone(), &Wanted::default())))
    else {
        panic!("the attribute panicked on: {text}")
    };
    // What does not parse is handed back as it came.
    if syn::parse2::<syn::ItemFn>(item).is_ok() {
        if let Err(error) = syn::parse2::<syn::File>(expansion.tokens.clone()) {
            panic!("the attribute made no Rust of: {text}\n{error} in: {}", expansion.tokens);
        }
        let mut tokens = Vec::new();
        all(&expansion.tokens, &mut tokens);
        assert!(tokens.iter().all(|t| crate::holes::in_token(t).is_none()), "a hole is left of: {text}");
    }
}

#[test]
fn what_panicked_once_expands() {
    let of_a_row = "fn first(out: &mut Tensor<[i32]>, t: &Tensor<[[u8; 8]]>) {
        let [a, b, _] = t[[0, ..]][[0, ..]];
        out[[0]] = a + b;
    }";
    survives(of_a_row.parse().expect("tokens"));
}

#[test]
fn any_function_expands() {
    let mut count = 0;
    for folder in ["unite-core", "unite-compiler", "codecs", "xtask", "benches", "tests", "src", "examples"] {
        for file in rust_files(folder) {
            for function in functions(&file, |_| true) {
                survives(without_attribute(function).to_token_stream());
                count += 1;
            }
        }
    }
    assert!(count > 100, "only {count} functions found");
}

/// A random number generator: the multiplier of Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

fn count(tokens: &TokenStream) -> usize {
    tokens
        .clone()
        .into_iter()
        .map(|t| 1 + if let TokenTree::Group(g) = &t { count(&g.stream()) } else { 0 })
        .sum()
}

fn all(tokens: &TokenStream, into: &mut Vec<TokenTree>) {
    for token in tokens.clone() {
        if let TokenTree::Group(g) = &token {
            all(&g.stream(), into);
        }
        into.push(token);
    }
}

/// Changes token number `at`.
fn mutated(
    tokens: TokenStream,
    at: &mut usize,
    change: &mut dyn FnMut(TokenTree) -> TokenStream,
) -> TokenStream {
    let mut out = TokenStream::new();
    for token in tokens {
        if *at == 0 {
            *at = usize::MAX;
            out.extend(change(token));
            continue;
        }
        *at -= 1;
        match token {
            TokenTree::Group(g) => {
                let mut group = Group::new(g.delimiter(), mutated(g.stream(), at, change));
                group.set_span(g.span());
                out.extend([TokenTree::Group(group)]);
            }
            other => out.extend([other]),
        }
    }
    out
}

#[test]
fn mutated_kernels_expand() {
    let mut kernels = Vec::new();
    for folder in ["tests", "ui-tests", "codecs"] {
        for file in rust_files(folder) {
            kernels.extend(
                functions(&file, is_kernel).into_iter().map(|f| without_attribute(f).into_token_stream()),
            );
        }
    }
    assert!(kernels.len() > 50, "only {} kernels found", kernels.len());
    let mut pool = Vec::new();
    kernels.iter().for_each(|k| all(k, &mut pool));
    for n in [0i64, 1, 63, 64, i64::MAX, i64::from(i32::MAX)] {
        pool.push(Literal::i64_unsuffixed(n).into());
    }
    for c in ['!', '-', '&', '.', '*', '/', '%'] {
        pool.push(Punct::new(c, Spacing::Alone).into());
    }
    for name in
        ["if", "match", "return", "loop", "permute", "coarsen", "step_by", "zigzag", "indices", "to_block"]
    {
        pool.push(Ident::new(name, Span::call_site()).into());
    }
    let depth = std::env::var("UNITE_TEST_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1);
    let rounds = if cfg!(debug_assertions) { 1_250 * depth } else { 200_000 } / kernels.len();
    let mut random = Random(7);
    for kernel in &kernels {
        survives(kernel.clone());
        let tokens = count(kernel);
        for _ in 0..rounds {
            let mut item = kernel.clone();
            for _ in 0..=random.below(3) {
                let how = random.below(4);
                let other = pool[random.below(pool.len())].clone();
                item = mutated(item, &mut random.below(tokens), &mut |token| match how {
                    0 => TokenStream::new(),
                    1 => [token.clone(), token].into_iter().collect(),
                    2 => TokenStream::from(other.clone()),
                    _ => [token, other.clone()].into_iter().collect(),
                });
            }
            survives(item);
        }
    }
}
