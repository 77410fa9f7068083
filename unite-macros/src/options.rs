//! The arguments of the attribute.

use syn::parse::{Parse, ParseStream};
use syn::{Path, Token, parse_quote};

syn::custom_keyword!(autovectorize);

/// What `#[kernel(..)]` was told.
pub struct Options {
    /// The path of the `unite` crate: `crate = path` where it was renamed.
    pub krate: Path,
    /// Whether all loops are left to the compiler's own vectoriser: `autovectorize`.
    pub autovectorize: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { krate: parse_quote!(::unite), autovectorize: false }
    }
}

impl Parse for Options {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut options = Options::default();
        while !input.is_empty() {
            if input.peek(Token![crate]) {
                input.parse::<Token![crate]>()?;
                input.parse::<Token![=]>()?;
                options.krate = input.call(Path::parse_mod_style)?;
            } else if input.peek(autovectorize) {
                input.parse::<autovectorize>()?;
                options.autovectorize = true;
            } else {
                return Err(
                    input.error("unknown argument of `kernel`; there are: `crate = path`, `autovectorize`")
                );
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}
