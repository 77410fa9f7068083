//! Stretches of the source: what a message underlines.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

/// The first and the last token of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    first: Span,
    last: Span,
}

impl From<Span> for Source {
    fn from(span: Span) -> Self {
        Source { first: span, last: span }
    }
}

impl<T: ToTokens> From<&T> for Source {
    fn from(tokens: &T) -> Self {
        let mut spans = tokens.to_token_stream().into_iter().map(|t| t.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        Source { first, last: spans.last().unwrap_or(first) }
    }
}

impl Source {
    /// The first token.
    pub fn first(self) -> Span {
        self.first
    }

    /// The last token.
    pub fn last(self) -> Span {
        self.last
    }
}

impl ToTokens for Source {
    /// Two tokens between which everything is underlined.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        Ident::new("_first", self.first).to_tokens(tokens);
        Ident::new("_last", self.last).to_tokens(tokens);
    }
}
