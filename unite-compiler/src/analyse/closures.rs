//! The closures of a kernel, by their names.

use std::collections::{HashMap, HashSet};

use syn::visit::{self, Visit};
use syn::{Expr, ExprClosure, Ident, Local, Pat, PatIdent};

use crate::ir::Kernel;

/// What names of a kernel are bound to, as far as that is closures.
#[derive(Default)]
pub struct Closures<'k> {
    named: HashMap<String, Vec<&'k ExprClosure>>,
    /// Names that are bound to something else, too.
    others: HashSet<String>,
}

impl<'k> Closures<'k> {
    /// Those of a kernel.
    pub fn of(kernel: &'k Kernel) -> Self {
        let mut found = Closures::default();
        found.visit_block(&kernel.function.block);
        kernel.bodies().for_each(|body| found.visit_block(body));
        found
    }

    /// All that a name is bound to; none if one of them may be something else than a closure.
    pub fn named(&self, name: &Ident) -> &[&'k ExprClosure] {
        let name = name.to_string();
        match self.named.get(&name) {
            Some(closures) if !self.others.contains(&name) => closures,
            _ => &[],
        }
    }
}

impl<'k> Visit<'k> for Closures<'k> {
    fn visit_local(&mut self, local: &'k Local) {
        match (&local.pat, local.init.as_ref().map(|init| &*init.expr)) {
            (Pat::Ident(p), Some(Expr::Closure(closure))) if p.mutability.is_none() && p.by_ref.is_none() => {
                self.named.entry(p.ident.to_string()).or_default().push(closure);
                self.visit_expr_closure(closure);
            }
            _ => visit::visit_local(self, local),
        }
    }

    fn visit_pat_ident(&mut self, p: &'k PatIdent) {
        self.others.insert(p.ident.to_string());
        visit::visit_pat_ident(self, p);
    }
}
