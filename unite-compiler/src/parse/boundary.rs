//! Boundary rules: `t.with_boundary(Boundary::Clamp)`.

use syn::{Expr, ExprMethodCall, Ident};

use super::Parser;
use crate::ir::{Boundary, Def, Id, Lead};
use crate::messages;

impl Parser<'_> {
    /// The view with the rule that `call` gives.
    pub(super) fn bounded(&mut self, of: Id, call: &ExprMethodCall, name: Option<&Ident>) -> Option<Id> {
        let rank = self.rank(of);
        let rule = match call.args.first() {
            Some(arg) if call.args.len() == 1 => self.boundary(arg),
            _ => None,
        };
        let Some(rule) = rule else {
            let message = messages::boundary_rule(&self.name(of));
            self.report.error(call, message);
            return Some(of);
        };
        Some(self.derived(of, "bounded", name, call, Def::Bounded(of, rule), rank))
    }

    pub(super) fn boundary(&mut self, expr: &Expr) -> Option<Boundary> {
        match expr {
            Expr::Path(path) => {
                let variant = variant(&path.path, "Boundary")?;
                let lead = Lead::ALL.into_iter().find(|(name, _)| variant == *name);
                match lead {
                    Some((_, lead)) => Some(Boundary::Leads(lead)),
                    None => (variant == "Error").then_some(Boundary::Error),
                }
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                if variant(&path.path, "Boundary")? != "Constant" || call.args.len() != 1 {
                    return None;
                }
                let mut value = call.args[0].clone();
                self.expression(&mut value);
                Some(Boundary::Constant(Box::new(value)))
            }
            _ => None,
        }
    }

    /// Whether reads of a view outside its block follow a rule.
    pub(super) fn is_bounded(&self, view: Id) -> bool {
        match &self.kernel.views[view].def {
            Def::Bounded(_, rule) => !matches!(rule, Boundary::Error),
            def => def.shows().is_some_and(|of| self.is_bounded(of)),
        }
    }
}

/// The last segment of `Boundary::..`, or of another type.
pub fn variant(path: &syn::Path, of: &str) -> Option<String> {
    let mut segments = path.segments.iter().rev();
    let (variant, name) = (segments.next()?, segments.next()?);
    (name.ident == of).then(|| variant.ident.to_string())
}
