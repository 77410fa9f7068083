//! The `#[kernel]` attribute.
//!
//! The stages are the modules: [`parse`] turns Rust syntax into the staged IR ([`ir`]), [`analyse`] collapses
//! views, propagates locations and infers bounds, [`check`] reports what cannot be right, and [`emit`] writes Rust.
//! The IR is all they share.
mod analyse;
mod check;
mod emit;
mod expand;
mod holes;
mod ir;
mod messages;
mod options;
mod parse;
mod report;
mod source;
#[cfg(test)]
mod tests;
mod traversal;

use proc_macro::TokenStream;

/// Compiles a function over tensors to the index arithmetic that an expert would write by hand.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let expansion = expand::expand(arguments.into(), item.into());
    if let Some(folder) = std::env::var_os("UNITE_EMIT")
        && !expansion.listing.is_empty()
    {
        let file = std::path::Path::new(&folder).join(format!("{}.rs", expansion.name));
        // A listing that cannot be written is no reason not to compile.
        let _ = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(file, &expansion.listing));
    }
    expansion.tokens.into()
}
