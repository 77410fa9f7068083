//! The compiler of kernels: what the attribute `#[kernel]` of the crate `unite` does with a function. It takes tokens and gives tokens, and
//! needs no compiler around it.
//!
//! ```
//! use unite_compiler::{Wanted, expand};
//!
//! let kernel = "fn brighten(t: &mut Tensor<[[u8]]>) { t[[!y, !x]] += 1; }".parse().expect("Rust");
//! let expansion = expand(Default::default(), kernel, &Wanted { listing: true, ..Wanted::default() });
//! assert_eq!(expansion.name, "brighten");
//! assert!(expansion.listing.expect("a listing").contains("read"));
//! ```
//!
//! The stages are the modules: `instances` makes one kernel for each entry of a list, `syntax` normalises, `parse` turns Rust syntax
//! into the staged IR (`ir`), `analyse` collapses views, propagates locations and infers bounds, `check` reports what cannot be right,
//! and `emit` writes Rust.
//! The IR is all they share.

mod analyse;
mod arrays;
mod associated;
mod batch;
mod boundaries;
mod check;
mod cost;
mod emit;
mod expand;
mod exports;
mod functions;
mod holes;
mod indexed;
mod instances;
mod ir;
mod known;
mod lanes;
mod messages;
mod methods;
mod options;
mod parse;
mod plans;
mod report;
mod rules;
mod source;
mod syntax;
#[cfg(test)]
mod tests;
mod traversal;

pub use expand::{Expansion, Wanted, expand};
