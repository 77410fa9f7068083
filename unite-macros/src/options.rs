//! The arguments of the attribute.

use syn::parse::{Parse, ParseStream};
use syn::{Path, Token, parse_quote};

/// What `#[kernel(..)]` was told.
pub struct Options {
    /// The path of the `unite` crate: `crate = path` where it was renamed.
    pub krate: Path,
}

impl Default for Options {
    fn default() -> Self {
        Options { krate: parse_quote!(::unite) }
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
            } else {
                return Err(input.error("unknown argument of `kernel`; there is: `crate = path`"));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}
