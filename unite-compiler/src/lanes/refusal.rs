//! Why a loop does not become lanes.

use proc_macro2::Span;
use syn::spanned::Spanned;

use crate::ir::Access;

/// What prevents lanes, and where it stands.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Where.
    pub span: Span,
    /// What.
    pub reason: String,
}

impl Refusal {
    /// A reason at a place.
    pub fn new(span: Span, reason: String) -> Self {
        Refusal { span, reason }
    }
}

/// An access, which reads or writes, to elements of a type that lanes do not hold.
pub fn refuse_elements(span: Span, source: &str, verb: &str) -> Refusal {
    let held = "`u8`, `i8`, `u16`, `i16` or `i32`";
    Refusal::new(span, format!("`{source}` {verb} elements that are not {held}: left to the compiler"))
}

/// A reason at a piece of syntax.
pub fn refuse(at: &impl Spanned, reason: &str) -> Refusal {
    Refusal::new(at.span(), reason.to_string())
}

/// An access whose index is data, and another one in each lane.
pub fn by_data(access: &Access) -> Refusal {
    Refusal::new(access.span.first(), format!("the index of `{}` depends on data", access.source))
}
