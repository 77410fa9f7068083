//! Macros that the kernel does not know, and what they are given.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Block, Ident, Macro, MacroDelimiter, Stmt};

use crate::syntax::idents;

/// Gives the variables of a loop that the attribute writes a name that macros can be given, where one of the body mentions it.
pub fn name_variables(body: &mut Block, names: &[Ident]) {
    let mut mentioned = Mentioned::default();
    mentioned.visit_block(body);
    for name in names.iter().filter(|name| mentioned.0.contains(&name.to_string())) {
        body.stmts.insert(0, syn::parse_quote!(#[allow(unused_variables)] let #name = #name;));
    }
}

/// Whether a statement may expand to items. Where an expression stands, no macro of a known name does.
pub fn may_be_items(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Macro(m) if expands_to_items(&m.mac))
}

/// Whether a macro that is a statement may expand to items.
pub fn expands_to_items(mac: &Macro) -> bool {
    !is_known_macro(mac) || matches!(mac.delimiter, MacroDelimiter::Brace(_))
}

/// The names in the arguments of macros that are left alone.
#[derive(Default)]
struct Mentioned(HashSet<String>);

impl Visit<'_> for Mentioned {
    fn visit_macro(&mut self, mac: &Macro) {
        if !is_known_macro(mac) {
            self.0.extend(idents(mac.tokens.clone()).map(|name| name.to_string()));
        }
        visit::visit_macro(self, mac);
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}

/// Whether a macro has the name of one that takes expressions.
pub(super) fn is_known_macro(mac: &Macro) -> bool {
    let Some(name) = mac.path.segments.last().map(|s| s.ident.to_string()) else { return false };
    let known = [
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
        "print",
        "println",
        "eprint",
        "eprintln",
        "format",
        "write",
        "writeln",
        "panic",
        "vec",
        "matches",
        "dbg",
    ];
    known.contains(&name.as_str())
}
