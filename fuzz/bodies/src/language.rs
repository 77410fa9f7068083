//! The kernel attribute: whatever stands under it, it does not panic, and leaves Rust behind.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use unite_compiler::{Wanted, expand};

use crate::bytes::Bytes;
use crate::grammar::Grammar;

/// Token streams: any, or statements of the language that are not quite right.
///
/// # Panics
/// If the attribute does, or if it makes something that is not Rust.
pub fn language(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (arguments, item) = match bytes.below(4) {
        0 => (tokens(&mut bytes, 2), tokens(&mut bytes, 5)),
        1 => (TokenStream::new(), function(tokens(&mut bytes, 5).to_string())),
        _ => (TokenStream::new(), function(Grammar::new(&mut bytes).statements())),
    };
    let text = item.to_string();
    let expansion = expand(arguments, item.clone(), &Wanted::default());
    // What is no function is handed back as it came.
    if syn::parse2::<syn::ItemFn>(item).is_ok() {
        if let Err(error) = syn::parse2::<syn::File>(expansion.tokens.clone()) {
            panic!("no Rust: {error}\nfrom: {text}\nmade: {}", expansion.tokens);
        }
        assert!(!expansion.has_hole(), "a hole is left: {text}");
    }
}

/// A kernel with a body; without one, if that is no token stream.
fn function(body: String) -> TokenStream {
    const SIGNATURE: &str = "fn k<const N: usize>(a: &mut Tensor<[[u8; 4]; 4]>, b: &Tensor<[[u8]]>, \
                             c: &mut Tensor<[[[i16; N]]]>, row: &Tensor<[i32; 8]>, n: usize, m: i32)";
    let parsed = format!("{SIGNATURE} {{ {body} }}").parse();
    parsed.unwrap_or_else(|_| format!("{SIGNATURE} {{}}").parse().unwrap_or_default())
}

const WORDS: [&str; 34] = [
    "a", "b", "c", "row", "n", "m", "x", "y", "fn", "let", "mut", "for", "in", "if", "else", "match",
    "return", "break", "while", "loop", "move", "as", "const", "usize", "Tensor", "Block", "permute",
    "coarsen", "indices", "zigzag", "step_by", "extent", "to_block", "N",
];
const MARKS: [char; 19] =
    ['!', '+', '-', '*', '/', '%', '&', '|', '=', '<', '>', '.', ',', ';', ':', '#', '?', '^', '@'];
const NUMBERS: [i64; 9] = [0, 1, 2, 3, 4, 63, i32::MAX as i64, i64::MAX, 1 << 40];

/// Any tokens, groups at most `depth` deep.
fn tokens(bytes: &mut Bytes<'_>, depth: usize) -> TokenStream {
    let mut stream = TokenStream::new();
    for _ in 0..bytes.below(40) {
        let kind = bytes.below(if depth == 0 { 4 } else { 6 });
        let token: TokenTree = match kind {
            0 | 1 => Ident::new(bytes.choice(&WORDS), Span::call_site()).into(),
            2 => Literal::i64_unsuffixed(bytes.choice(&NUMBERS)).into(),
            3 => Punct::new(bytes.choice(&MARKS), bytes.choice(&[Spacing::Alone, Spacing::Joint])).into(),
            _ => {
                let delimiters = [Delimiter::Bracket, Delimiter::Parenthesis, Delimiter::Brace];
                let delimiter = bytes.choice(&delimiters);
                Group::new(delimiter, tokens(bytes, depth - 1)).into()
            }
        };
        stream.extend([token]);
    }
    stream
}
