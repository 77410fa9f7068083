//! Checks of what is touched: at entry, where they are the footprint, and at the beginning of branches and loops.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::index::without_arguments;
use crate::analyse::{BaseKind, Check};
use crate::ir::{Condition, Id};

impl Emitter<'_> {
    /// When a check applies; empty if always.
    fn when(&self, check: &Check) -> TokenStream {
        let mut tests: Vec<TokenStream> = Vec::new();
        if let Some(call) = check.call {
            let callee = without_arguments(&self.kernel.calls[call].path);
            tests.push(quote!(#callee::FOOTPRINT.is_some()));
        }
        for (first, last) in &check.ranges {
            let (first, last) = (self.index(first), self.index(last));
            tests.push(quote!(#first <= #last));
        }
        for condition in &check.conditions {
            tests.push(self.condition(condition));
        }
        quote!(#(#tests)&&*)
    }

    fn condition(&self, condition: &Condition) -> TokenStream {
        match condition {
            Condition::Negative(i) => {
                let i = self.factor(i);
                quote!((#i < 0))
            }
            Condition::Zero(i) => {
                let i = self.factor(i);
                quote!((#i == 0))
            }
            Condition::And(a, b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                quote!((#a && #b))
            }
            Condition::Or(a, b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                quote!((#a || #b))
            }
            Condition::Not(c) => {
                let c = self.condition(c);
                quote!((!#c))
            }
            Condition::Constant(b) => quote!(#b),
            // Nothing is checked under a condition that is not known there.
            Condition::Unknown => quote!(true),
        }
    }

    /// The checks at the entry of the kernel, as statements that return early.
    pub fn entry_checks(&self) -> TokenStream {
        let kernel = self.title();
        let checks = &self.analysis.bounds.checks[0];
        checks
            .iter()
            .map(|check| {
                let base = &self.analysis.tensors.bases[check.base];
                let (tensor, axis) = (base.name.to_string(), check.axis);
                let (first, last) = (self.index(&check.first), self.index(&check.last));
                let krate = &self.kernel.krate;
                let test = match base.kind {
                    BaseKind::Block(view) => {
                        let extent = self.index(&self.analysis.tensors.views[view].extent[axis]);
                        quote!(#krate::staged::within_block(#kernel, #tensor, #axis, #first, #last, #extent)?;)
                    }
                    _ => {
                        let carrier = self.carrier_name(check.base);
                        quote!(#carrier.within(#kernel, #tensor, #axis, #first, #last)?;)
                    }
                };
                self.guard(check, test)
            })
            .collect()
    }

    /// The checks at the beginning of an inner scope, as statements that panic.
    pub fn scope_checks(&self, scope: Id) -> TokenStream {
        let kernel = self.title();
        self.analysis.bounds.checks[scope]
            .iter()
            .map(|check| {
                let tensor = self.analysis.tensors.bases[check.base].name.to_string();
                let (first, last) = (self.index(&check.first), self.index(&check.last));
                let test = self.require(check.base, &kernel, &tensor, check.axis, &first, &last);
                self.guard(check, test)
            })
            .collect()
    }

    fn guard(&self, check: &Check, test: TokenStream) -> TokenStream {
        let when = self.when(check);
        if when.is_empty() { test } else { quote!(if #when { #test }) }
    }
}
