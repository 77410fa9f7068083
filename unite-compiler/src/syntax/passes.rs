//! Passes of loops that end at a condition.

use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprBlock, Stmt};

/// Loops whose passes end at a condition.
pub(super) struct Passes;

impl Passes {
    /// Makes what follows a condition that ends the pass its other side.
    fn body(stmts: &mut Vec<Stmt>) {
        for at in (0..stmts.len()).rev() {
            // Items are seen in the whole block.
            if !ends_pass(&stmts[at]) || stmts[at..].iter().any(|stmt| matches!(stmt, Stmt::Item(_))) {
                continue;
            }
            let rest = stmts.split_off(at + 1);
            let Stmt::Expr(Expr::If(ends), _) = &mut stmts[at] else { continue };
            ends.then_branch.stmts.pop();
            if !rest.is_empty() {
                let block = Block { brace_token: Default::default(), stmts: rest };
                let other = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block });
                ends.else_branch = Some((Default::default(), Box::new(other)));
            }
        }
    }
}

/// Whether a statement is `if c { ..; continue; }`, of the loop that it stands in. What `if let` looks at may live on the other side.
fn ends_pass(stmt: &Stmt) -> bool {
    let Stmt::Expr(Expr::If(ends), _) = stmt else { return false };
    let last = ends.then_branch.stmts.last();
    ends.else_branch.is_none()
        && ends.attrs.is_empty()
        && !binds(&ends.cond)
        && matches!(last, Some(Stmt::Expr(Expr::Continue(c), _)) if c.label.is_none() && c.attrs.is_empty())
}

/// Whether a condition binds names.
pub fn binds(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(both) => binds(&both.left) || binds(&both.right),
        _ => false,
    }
}

impl VisitMut for Passes {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::ForLoop(f) => Self::body(&mut f.body.stmts),
            Expr::While(w) => Self::body(&mut w.body.stmts),
            Expr::Loop(l) => Self::body(&mut l.body.stmts),
            _ => {}
        }
    }
}
