//! Errors, collected so that one compilation shows them all.

use proc_macro2::TokenStream;

use crate::source::Source;

/// The mistakes found so far.
#[derive(Default)]
pub struct Report {
    errors: Vec<syn::Error>,
}

impl Report {
    /// Notes a mistake in a stretch of the source.
    pub fn error(&mut self, source: impl Into<Source>, message: impl std::fmt::Display) {
        self.errors.push(syn::Error::new_spanned(source.into(), message));
    }

    /// Whether nothing was wrong.
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// One `compile_error!` for each mistake.
    pub fn to_compile_errors(&self) -> TokenStream {
        self.errors.iter().map(syn::Error::to_compile_error).collect()
    }
}
