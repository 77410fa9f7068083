//! `break` and `continue` in loops over index spaces, which become nests of loops, or none: they leave labelled blocks
//! instead.

use quote::quote;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Label, Lifetime};

use crate::ir::Jumps;

/// Directs the jumps of a loop's body to the labels `'whole_N` and `'point_N`, where `N` is what no other loop has.
pub fn redirect(body: &mut Block, label: Option<&Label>, number: String) -> Jumps {
    let mut redirect =
        Redirect { own: label.map(|l| l.name.clone()), number, depth: 0, jumps: Jumps::default() };
    redirect.visit_block_mut(body);
    redirect.jumps
}

struct Redirect {
    own: Option<Lifetime>,
    number: String,
    depth: usize,
    jumps: Jumps,
}

impl Redirect {
    fn is_own(&self, label: &Option<Lifetime>) -> bool {
        match label {
            Some(label) => self.own.as_ref() == Some(label),
            None => self.depth == 0,
        }
    }

    fn label(&self, what: &str) -> Lifetime {
        Lifetime::new(&format!("'{what}_{}", self.number), proc_macro2::Span::mixed_site())
    }

    fn nested(&mut self, label: Option<&Label>, visit: impl FnOnce(&mut Self)) {
        let hidden = label.is_some_and(|l| self.own.as_ref() == Some(&l.name));
        let own = if hidden { self.own.take() } else { self.own.clone() };
        self.depth += 1;
        visit(self);
        self.depth -= 1;
        self.own = own;
    }
}

impl VisitMut for Redirect {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Break(b) if b.expr.is_none() && self.is_own(&b.label) => {
                let label = self.label("whole");
                *expr = Expr::Verbatim(quote!(break #label));
                self.jumps.whole = Some(label);
            }
            Expr::Continue(c) if self.is_own(&c.label) => {
                let label = self.label("point");
                *expr = Expr::Verbatim(quote!(break #label));
                self.jumps.point = Some(label);
            }
            Expr::ForLoop(l) => {
                // The iterated expression is evaluated outside the loop.
                self.visit_expr_mut(&mut l.expr);
                let label = l.label.clone();
                self.nested(label.as_ref(), |this| this.visit_block_mut(&mut l.body));
            }
            Expr::While(l) => {
                let label = l.label.clone();
                self.nested(label.as_ref(), |this| {
                    this.visit_expr_mut(&mut l.cond);
                    this.visit_block_mut(&mut l.body);
                });
            }
            Expr::Loop(l) => {
                let label = l.label.clone();
                self.nested(label.as_ref(), |this| this.visit_block_mut(&mut l.body));
            }
            // No jump leaves these.
            Expr::Closure(_) | Expr::Async(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_macro_mut(&mut self, _: &mut syn::Macro) {
        if self.depth == 0 {
            self.jumps.closed = Some(self.label("closed"));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether the body of a loop may leave it early, and whether it may leave a pass of it: by a jump, or by a macro, which may expand to
/// one.
pub fn may_leave(body: &Block) -> [bool; 2] {
    let mut leaves = LeavesThis([false; 2]);
    leaves.visit_block(body);
    leaves.0
}

struct LeavesThis([bool; 2]);

impl Visit<'_> for LeavesThis {
    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Break(b) if b.label.is_none() => self.0 = [true; 2],
            Expr::Continue(c) if c.label.is_none() => self.0[1] = true,
            // Loops inside have jumps of their own.
            Expr::ForLoop(l) => self.visit_expr(&l.expr),
            Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) | Expr::Async(_) => {}
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, _: &syn::Macro) {
        self.0 = [true; 2];
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}

/// Encloses the macros of an expression around which loops are made: a `break` that one of them expands to would leave such a loop.
/// Out of a labelled block the compiler lets no jump without a label.
pub fn enclose_macros(expr: &mut Expr, number: usize) {
    Enclosing { number, count: 0 }.visit_expr_mut(expr);
}

struct Enclosing {
    number: usize,
    count: usize,
}

impl Enclosing {
    fn label(&mut self) -> Lifetime {
        self.count += 1;
        Lifetime::new(&format!("'closed_{}_{}", self.number, self.count), proc_macro2::Span::mixed_site())
    }
}

impl VisitMut for Enclosing {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Macro(_) => {
                let label = self.label();
                *expr = syn::parse_quote!(#label: { #expr });
            }
            Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) | Expr::Async(_) => {}
            Expr::ForLoop(l) => self.visit_expr_mut(&mut l.expr),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        if block.stmts.iter().any(|stmt| matches!(stmt, syn::Stmt::Macro(_))) {
            let label = self.label();
            let stmts = &block.stmts;
            *block = syn::parse_quote!({ #label: { #(#stmts)* } });
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// A jump out of a loop that is not an expression's own: where one is made around the expression, that would be left.
pub fn out_of(expr: &Expr) -> Option<Expr> {
    let mut out = OutOf { depth: 0, labels: Vec::new(), found: None };
    out.visit_expr(expr);
    out.found
}

struct OutOf {
    /// How many loops of the expression's own are around.
    depth: usize,
    /// Their labels, and those of blocks.
    labels: Vec<Lifetime>,
    found: Option<Expr>,
}

impl OutOf {
    fn is_own(&self, label: Option<&Lifetime>) -> bool {
        match label {
            Some(label) => self.labels.contains(label),
            None => self.depth > 0,
        }
    }

    fn inside(&mut self, label: Option<&Label>, loops: usize, visit: impl FnOnce(&mut Self)) {
        let labels = self.labels.len();
        self.labels.extend(label.map(|label| label.name.clone()));
        self.depth += loops;
        visit(self);
        self.depth -= loops;
        self.labels.truncate(labels);
    }
}

impl<'s> Visit<'s> for OutOf {
    fn visit_expr(&mut self, expr: &'s Expr) {
        let leaves = match expr {
            Expr::Break(b) => !self.is_own(b.label.as_ref()),
            Expr::Continue(c) => !self.is_own(c.label.as_ref()),
            _ => false,
        };
        if leaves {
            self.found.get_or_insert_with(|| expr.clone());
        }
        match expr {
            Expr::ForLoop(l) => {
                self.visit_expr(&l.expr);
                self.inside(l.label.as_ref(), 1, |this| this.visit_block(&l.body));
            }
            Expr::While(l) => self.inside(l.label.as_ref(), 1, |this| visit::visit_expr_while(this, l)),
            Expr::Loop(l) => self.inside(l.label.as_ref(), 1, |this| this.visit_block(&l.body)),
            Expr::Block(b) => self.inside(b.label.as_ref(), 0, |this| this.visit_block(&b.block)),
            // No jump leaves these; the closure of a sum is no function.
            Expr::Async(_) | Expr::Closure(_) => {}
            _ => match super::reductions::parts(expr) {
                Some((_, term)) => self.visit_expr(term),
                None => visit::visit_expr(self, expr),
            },
        }
    }

    fn visit_item(&mut self, _: &'s syn::Item) {}
}
