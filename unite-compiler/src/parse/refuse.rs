//! What cannot stand in a kernel, wherever it stands.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Pat};

use crate::holes;
use crate::messages;
use crate::report::Report;
use crate::syntax::is_cfg;

/// Notes everything in a body that the macro would not follow, and every name of the macro's own.
pub fn refuse(function: &syn::ItemFn, report: &mut Report) {
    Refuse(report).visit_signature(&function.sig);
    Refuse(report).visit_block(&function.block);
}

struct Refuse<'a>(&'a mut Report);

impl Visit<'_> for Refuse<'_> {
    fn visit_attribute(&mut self, attribute: &Attribute) {
        if is_cfg(attribute) {
            self.0.error(attribute, messages::cfg_inside());
        }
    }

    fn visit_ident(&mut self, ident: &Ident) {
        if holes::is_reserved(ident) {
            self.0.error(ident, messages::reserved_name(&ident.to_string()));
        }
    }

    fn visit_item(&mut self, item: &Item) {
        // They are known in the whole block, but not where the kernel is checked.
        let harmless =
            ["allow", "cold", "deny", "doc", "expect", "inline", "must_use", "track_caller", "warn"];
        let is_harmless = |attribute: &Attribute| harmless.iter().any(|name| attribute.path().is_ident(name));
        // Code of a kernel stands in several forms, of which each would have one of its own.
        if let Item::Fn(_) | Item::Const(_) = item {
            Statics(self.0).visit_item(item);
        }
        match item {
            Item::Const(one) if one.attrs.iter().all(is_harmless) => {}
            // Where the attribute takes it away, one outside is meant.
            Item::Const(one) if one.attrs.iter().any(is_cfg) => {
                one.attrs.iter().for_each(|attribute| self.visit_attribute(attribute));
            }
            Item::Fn(function) if function.attrs.iter().all(is_harmless) => {}
            other => self.0.error(other, messages::item_inside()),
        }
    }

    fn visit_pat(&mut self, pat: &Pat) {
        if let Pat::Macro(_) = pat {
            self.0.error(pat, messages::macro_in_pattern());
        }
        visit::visit_pat(self, pat);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        let mut tokens: Vec<_> = mac.tokens.clone().into_iter().collect();
        while let Some(token) = tokens.pop() {
            match token {
                proc_macro2::TokenTree::Group(group) => tokens.extend(group.stream()),
                proc_macro2::TokenTree::Ident(ident) => self.visit_ident(&ident),
                _ => {}
            }
        }
        visit::visit_macro(self, mac);
    }
}

/// What there is once in functions and constants of a kernel.
struct Statics<'a>(&'a mut Report);

impl Visit<'_> for Statics<'_> {
    fn visit_item_static(&mut self, item: &syn::ItemStatic) {
        self.0.error(item, messages::static_in_function());
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        if mac.path.segments.last().is_some_and(|last| last.ident == "thread_local") {
            self.0.error(mac, messages::static_in_function());
        }
    }
}
