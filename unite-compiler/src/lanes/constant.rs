//! Constants of a program: numbers, and constants of the user's, which only rustc knows.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::known::{Known, Truth};

/// A constant of the program, of unbounded integers.
#[derive(Clone)]
pub struct Constant {
    value: Known<i128>,
}

impl Constant {
    /// A number.
    pub fn exact(value: i128) -> Constant {
        Constant { value: Known::Now(value) }
    }

    /// A constant expression of the user's, of type `i128`.
    pub fn later(tokens: TokenStream) -> Constant {
        Constant { value: Known::Later(tokens) }
    }

    /// The number, if the macro knows it.
    pub fn now(&self) -> Option<i128> {
        self.value.now().copied()
    }

    /// As an expression of type `i128`.
    pub fn tokens(&self) -> TokenStream {
        match &self.value {
            Known::Now(value) => {
                let value = Literal::i128_suffixed(*value);
                quote!((#value))
            }
            Known::Later(tokens) => tokens.clone(),
        }
    }

    /// As an expression of type `i32`.
    pub fn narrow_tokens(&self) -> TokenStream {
        match self.now().and_then(|value| i32::try_from(value).ok()) {
            Some(value) => {
                let value = Literal::i32_unsuffixed(value);
                quote!(#value)
            }
            None => {
                let tokens = self.tokens();
                quote!(#tokens as ::core::primitive::i32)
            }
        }
    }

    /// Whether it is a number.
    pub fn is(&self, number: i128) -> Truth {
        let number_tokens = Literal::i128_unsuffixed(number);
        self.value.clone().map(|value| value == number, |tokens| quote!(#tokens == #number_tokens))
    }

    /// What must be added to it for 0.
    pub fn negated(&self) -> Constant {
        match self.now().and_then(i128::checked_neg) {
            Some(value) => Constant::exact(value),
            None => {
                let tokens = self.tokens();
                Constant::later(quote!((-#tokens)))
            }
        }
    }

    /// A sum.
    pub fn plus(&self, other: &Constant) -> Constant {
        self.combined(other, i128::checked_add, &quote!(+))
    }

    /// A product.
    pub fn times(&self, other: &Constant) -> Constant {
        self.combined(other, i128::checked_mul, &quote!(*))
    }

    /// Times a power of two.
    pub fn shifted_left(&self, by: &Constant) -> Constant {
        let amount = |by: i128| u32::try_from(by).ok().filter(|by| *by < 32);
        self.combined(by, |a, by| a.checked_mul(1 << amount(by)?), &quote!(<<))
    }

    /// By a power of two, rounded down.
    pub fn shifted_right(&self, by: &Constant) -> Constant {
        let amount = |by: i128| u32::try_from(by).ok().filter(|by| *by < 32);
        self.combined(by, |a, by| Some(a >> amount(by)?), &quote!(>>))
    }

    fn combined(
        &self,
        other: &Constant,
        now: impl Fn(i128, i128) -> Option<i128>,
        sign: &TokenStream,
    ) -> Constant {
        if let Some(value) = self.now().zip(other.now()).and_then(|(a, b)| now(a, b)) {
            return Constant::exact(value);
        }
        let (a, b) = (self.tokens(), other.tokens());
        Constant::later(quote!((#a #sign #b)))
    }
}
