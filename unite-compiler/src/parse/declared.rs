//! What a kernel declares of the values of its parameters: `#[range(0..=51)]`.

use quote::quote;
use syn::{Expr, Pat, parse_quote};

use super::{Binding, Parser};
use crate::ir::{Declared, Def};
use crate::messages;
use crate::source::Source;
use crate::syntax::{normal, type_name};

impl Parser<'_> {
    /// Takes `#[range(0..=51)]` from a parameter: its least and its greatest value.
    pub(super) fn declared_range(&mut self, attributes: &mut Vec<syn::Attribute>) -> Option<[Expr; 2]> {
        let at = attributes.iter().position(|a| a.path().is_ident("range"))?;
        let attribute = attributes.remove(at);
        let ends = match attribute.parse_args::<syn::ExprRange>() {
            Ok(syn::ExprRange { start: Some(start), end: Some(end), limits, .. }) => match limits {
                syn::RangeLimits::HalfOpen(_) => Some([normal(*start), normal(parse_quote!((#end) - 1))]),
                syn::RangeLimits::Closed(_) => Some([normal(*start), normal(*end)]),
            },
            _ => None,
        };
        let Some(ends) = ends else {
            self.report.error(&attribute, messages::range_what());
            return None;
        };
        if let Some([first, last]) = self.known_ends(&ends)
            && first > last
        {
            self.report.error(&attribute, messages::range_of_nothing([first, last]));
            return None;
        }
        Some(ends)
    }

    /// The numbers that the ends of a range are, if they are literals.
    fn known_ends(&mut self, ends: &[Expr; 2]) -> Option<[i64; 2]> {
        let mut number = |end: &Expr| self.constant_index(end)?.as_constant();
        Some([number(&ends[0])?, number(&ends[1])?])
    }

    /// What the elements of a parameter are declared to be.
    pub(super) fn declared_elements(&mut self, pat: &Pat, ends: [Expr; 2]) {
        let source = Source::from(&quote!(#(#ends)*));
        let Pat::Ident(name) = pat else { return };
        let tensor = name.ident.to_string();
        let view = match self.lookup(&tensor) {
            Some(Binding::Tensor(view)) => match self.kernel.views[*view].def {
                Def::Repeated { elements, .. } => elements,
                _ => *view,
            },
            Some(Binding::Stored(_)) => {
                self.report.error(source, messages::range_of_stored(&tensor));
                return;
            }
            // What is wrong with it was said.
            _ => return,
        };
        let Def::Param { elem, .. } = &self.kernel.views[view].def else { return };
        let elem = type_name(elem);
        let Some(all) = values_of(&elem) else {
            self.report.error(source, messages::range_of_elements(&tensor, &elem));
            return;
        };
        let global = !ends.iter().any(|end| self.names_generic(end));
        let known = self.known_ends(&ends);
        if let Some([first, last]) = known
            && (last < all[0] || first > all[1])
        {
            self.report.error(source, messages::range_of_other_elements(&tensor, &elem, [first, last]));
            return;
        }
        // What lies outside of the type no element has.
        let known = known.map(|[first, last]| [first.max(all[0]), last.min(all[1])]);
        self.kernel.declared.insert(view, Declared { tensor, ends, global, known });
    }
}

/// The least and the greatest value of elements that lanes hold.
fn values_of(elem: &str) -> Option<[i64; 2]> {
    Some(match elem {
        "u8" => [0, 0xFF],
        "i8" => [-0x80, 0x7F],
        "u16" => [0, 0xFFFF],
        "i16" => [-0x8000, 0x7FFF],
        "i32" => [i32::MIN.into(), i32::MAX.into()],
        _ => return None,
    })
}
