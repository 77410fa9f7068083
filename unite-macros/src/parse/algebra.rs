//! What is known of a term where some of its operands are zero.

use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprIndex, Pat, Stmt, UnOp, parse_quote};

use crate::ir::{Case, Operand};

/// What a term is where some operands have no element, and are zero.
pub struct Presence<'a> {
    /// The reads of stored tensors.
    pub reads: &'a [ExprIndex],
    /// The same, as operands.
    pub operands: &'a [Operand],
    /// By operand, a zero of the type that its elements have in a kernel.
    pub zeros: &'a [Expr],
    /// The path of this crate.
    pub krate: &'a syn::Path,
}

impl Presence<'_> {
    /// The term where the operands of `case` have elements; `None` if it is zero.
    pub fn value(&self, term: &Expr, case: Case) -> Option<Expr> {
        match term {
            Expr::Index(index) => match self.reads.iter().position(|read| read == index) {
                Some(number) => (case & 1 << number != 0).then(|| self.element(number)),
                None => Some(term.clone()),
            },
            Expr::Binary(b) => {
                let [left, right] = [&b.left, &b.right].map(|side| self.value(side, case));
                match (b.op, left, right) {
                    (BinOp::Mul(_) | BinOp::BitAnd(_) | BinOp::And(_), left, right) => {
                        Some(joined(b, left?, right?))
                    }
                    (_, Some(left), Some(right)) => Some(joined(b, left, right)),
                    (BinOp::Add(_) | BinOp::BitOr(_) | BinOp::BitXor(_) | BinOp::Or(_), left, right) => {
                        left.or(right)
                    }
                    // A part of nothing.
                    (BinOp::Div(_) | BinOp::Rem(_) | BinOp::Shl(_) | BinOp::Shr(_), None, _) => None,
                    (BinOp::Sub(_), Some(left), None) => Some(left),
                    (BinOp::Sub(_), None, Some(right)) => Some(Expr::Unary(syn::ExprUnary {
                        attrs: Vec::new(),
                        op: UnOp::Neg(Default::default()),
                        expr: Box::new(right),
                    })),
                    (BinOp::Sub(_), None, None) => None,
                    _ => Some(self.opaque(term, case)),
                }
            }
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => {
                let expr = Box::new(self.value(&u.expr, case)?);
                Some(Expr::Unary(syn::ExprUnary { expr, ..u.clone() }))
            }
            Expr::Cast(c) => {
                let expr = Box::new(self.value(&c.expr, case)?);
                Some(Expr::Cast(syn::ExprCast { expr, ..c.clone() }))
            }
            Expr::MethodCall(call) if keeps_zero(call) => {
                let receiver = Box::new(self.value(&call.receiver, case)?);
                Some(Expr::MethodCall(syn::ExprMethodCall { receiver, ..call.clone() }))
            }
            Expr::MethodCall(call) if self.chooses(call) => {
                let [receiver, other] = [&*call.receiver, &call.args[0]].map(|side| self.value(side, case));
                let krate = self.krate;
                let (here, other) = match (receiver, other) {
                    (Some(receiver), Some(other)) => (receiver, other),
                    (receiver, other) => (receiver.or(other)?, parse_quote!(#krate::staged::zero())),
                };
                let (receiver, args) = (Box::new(here), [other].into_iter().collect());
                Some(Expr::MethodCall(syn::ExprMethodCall { receiver, args, ..call.clone() }))
            }
            // What stands over several lines has braces around it.
            Expr::Block(b) if b.label.is_none() => match &b.block.stmts[..] {
                [Stmt::Expr(value, None)] => self.value(value, case),
                _ => Some(self.opaque(term, case)),
            },
            _ => Some(self.opaque(term, case)),
        }
    }

    /// Whether a method answers one of two terms, which are both zero where no operand has an element.
    fn chooses(&self, call: &syn::ExprMethodCall) -> bool {
        let is_zero = |term: &Expr| self.value(term, 0).is_none();
        matches!(call.method.to_string().as_str(), "min" | "max")
            && call.args.len() == 1
            && is_zero(&call.receiver)
            && is_zero(&call.args[0])
    }

    fn element(&self, number: usize) -> Expr {
        let element: &Pat = &self.operands[number].element;
        parse_quote!(#element)
    }

    /// What is not looked into: it is given zeros.
    fn opaque(&self, term: &Expr, case: Case) -> Expr {
        let mut term = term.clone();
        Given { presence: self, case }.visit_expr_mut(&mut term);
        term
    }
}

/// Whether a method answers zero for zero.
fn keeps_zero(call: &syn::ExprMethodCall) -> bool {
    let sign = |arg: &Expr| match arg {
        Expr::Lit(_) => Some(1),
        Expr::Unary(u) if matches!((&u.op, &*u.expr), (UnOp::Neg(_), Expr::Lit(_))) => Some(-1),
        _ => None,
    };
    let is_zero = |arg: &Expr| match arg {
        Expr::Lit(lit) => match &lit.lit {
            syn::Lit::Int(number) => number.base10_digits() == "0",
            syn::Lit::Float(number) => number.base10_parse::<f64>().is_ok_and(|number| number == 0.0),
            _ => false,
        },
        _ => false,
    };
    let (least, most) = (|arg| is_zero(arg) || sign(arg) == Some(-1), |arg| sign(arg) == Some(1));
    match (call.method.to_string().as_str(), &call.args.iter().collect::<Vec<_>>()[..]) {
        ("abs", []) => true,
        ("min", [bound]) => most(bound),
        ("max", [bound]) => least(bound),
        ("clamp", [low, high]) => least(low) && most(high),
        _ => false,
    }
}

fn joined(of: &syn::ExprBinary, left: Expr, right: Expr) -> Expr {
    Expr::Binary(syn::ExprBinary { left: Box::new(left), right: Box::new(right), ..of.clone() })
}

/// Puts elements, or zeros, in the place of reads.
struct Given<'a> {
    presence: &'a Presence<'a>,
    case: Case,
}

impl VisitMut for Given<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let presence = self.presence;
        let read = match expr {
            Expr::Index(index) => presence.reads.iter().position(|read| read == index),
            _ => None,
        };
        match read {
            Some(number) if self.case & 1 << number != 0 => *expr = presence.element(number),
            Some(number) => *expr = presence.zeros[number].clone(),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
