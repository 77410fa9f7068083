//! What the macro knows, and what only rustc will: whatever depends on a constant of the user's.
//!
//! A decision that is known is made here, and one branch of it written out. Any other is made by rustc in a constant, by the
//! same arithmetic ([`unite_ranges`]).

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// A value that is known now, or later.
#[derive(Clone)]
pub enum Known<T> {
    /// To the macro.
    Now(T),
    /// To rustc: a constant expression.
    Later(TokenStream),
}

/// A decision.
pub type Truth = Known<bool>;

impl<T> Known<T> {
    /// The value, if the macro knows it.
    pub fn now(&self) -> Option<&T> {
        match self {
            Known::Now(value) => Some(value),
            Known::Later(_) => None,
        }
    }

    /// What is computed of the value.
    pub fn map<U>(
        self,
        now: impl FnOnce(T) -> U,
        later: impl FnOnce(TokenStream) -> TokenStream,
    ) -> Known<U> {
        match self {
            Known::Now(value) => Known::Now(now(value)),
            Known::Later(tokens) => Known::Later(later(tokens)),
        }
    }
}

impl ToTokens for Known<i64> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Known::Now(value) => Literal::i64_unsuffixed(*value).to_tokens(tokens),
            Known::Later(later) => later.to_tokens(tokens),
        }
    }
}

impl ToTokens for Truth {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Known::Now(value) => value.to_tokens(tokens),
            Known::Later(later) => later.to_tokens(tokens),
        }
    }
}

impl ToTokens for Known<u32> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Known::Now(value) => Literal::u32_unsuffixed(*value).to_tokens(tokens),
            Known::Later(later) => later.to_tokens(tokens),
        }
    }
}

impl Truth {
    /// Whether it is known to hold.
    pub fn holds(&self) -> bool {
        self.now() == Some(&true)
    }

    /// Whether it is known not to hold.
    pub fn fails(&self) -> bool {
        self.now() == Some(&false)
    }

    /// Both.
    pub fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Known::Now(true), one) | (one, Known::Now(true)) => one,
            (Known::Now(false), _) | (_, Known::Now(false)) => Known::Now(false),
            (Known::Later(a), Known::Later(b)) => Known::Later(quote!((#a && #b))),
        }
    }

    /// One of both.
    pub fn or(self, other: Truth) -> Truth {
        match (self, other) {
            (Known::Now(false), one) | (one, Known::Now(false)) => one,
            (Known::Now(true), _) | (_, Known::Now(true)) => Known::Now(true),
            (Known::Later(a), Known::Later(b)) => Known::Later(quote!((#a || #b))),
        }
    }

    /// What runs if it holds, and otherwise; only one of them if it is known.
    pub fn choose<E>(
        self,
        yes: impl FnOnce() -> Result<TokenStream, E>,
        no: impl FnOnce() -> Result<TokenStream, E>,
    ) -> Result<TokenStream, E> {
        match self {
            Known::Now(true) => yes(),
            Known::Now(false) => no(),
            Known::Later(condition) => {
                // What is said of the usual way comes first.
                let (no, yes) = (no()?, yes()?);
                Ok(quote!(if const { #condition } { #yes } else { #no }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Truth};
    use quote::quote;

    #[test]
    fn what_is_known_is_decided() {
        let later = || Truth::Later(quote!(A));
        assert!(later().or(Known::Now(true)).holds());
        assert!(later().and(Known::Now(false)).fails());
        assert!(later().and(Known::Now(true)).now().is_none());
        let chosen = |truth: Truth| {
            truth.choose(|| Ok::<_, ()>(quote!(yes)), || Ok(quote!(no))).expect("no error").to_string()
        };
        assert_eq!(chosen(Known::Now(true)), "yes");
        assert_eq!(chosen(Known::Now(false)), "no");
        assert_eq!(chosen(later()), quote!(if const { A } { yes } else { no }).to_string());
    }
}
