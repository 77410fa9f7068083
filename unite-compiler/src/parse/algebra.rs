//! What is known of a term where some of its operands have no element, and are zero, one, or the least or the largest value there is.

use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprIndex, Pat, Stmt, UnOp, parse_quote};

use crate::ir::{Case, Nothing, Operand};

/// What a term is where some operands have no element.
pub struct Presence<'a> {
    /// What these are there.
    pub nothing: Nothing,
    /// Whether elements are floating-point numbers, whose extremes are infinite.
    pub is_float: bool,
    /// Whether no number in the kernel is beyond the extremes of the elements: they are no narrower than what they are computed with.
    pub is_wide: bool,
    /// The reads of stored tensors.
    pub reads: &'a [ExprIndex],
    /// The same, as operands.
    pub operands: &'a [Operand],
    /// By operand, that value in the type that its elements have in a kernel.
    pub absent: &'a [Expr],
    /// The path of this crate.
    pub krate: &'a syn::Path,
}

impl Presence<'_> {
    /// The term where the operands of `case` have elements; `None` if it is what is absent: zero, or an extreme.
    pub fn value(&self, term: &Expr, case: Case) -> Option<Expr> {
        match term {
            Expr::Index(index) => match self.reads.iter().position(|read| read == index) {
                Some(number) => (case & 1 << number != 0).then(|| self.element(number)),
                None => Some(term.clone()),
            },
            // What stands over several lines has braces around it.
            Expr::Block(b) if b.label.is_none() => match &b.block.stmts[..] {
                [Stmt::Expr(value, None)] => self.value(value, case),
                _ => Some(self.opaque(term, case)),
            },
            _ => match self.nothing {
                Nothing::Zero => self.beside_zero(term, case),
                Nothing::One => self.beside_one(term, case),
                Nothing::Least | Nothing::Most => self.beside_extreme(term, case),
            },
        }
    }

    /// The same where what is absent is the least or the largest value.
    fn beside_extreme(&self, term: &Expr, case: Case) -> Option<Expr> {
        match term {
            // Infinity stays what it is.
            Expr::Binary(b) if self.is_float && matches!(b.op, BinOp::Add(_)) => {
                let [left, right] = [&b.left, &b.right].map(|side| self.value(side, case));
                Some(joined(b, left?, right?))
            }
            Expr::Binary(b) if self.is_float && matches!(b.op, BinOp::Sub(_)) && !self.reads_in(&b.right) => {
                Some(joined(b, self.value(&b.left, case)?, (*b.right).clone()))
            }
            Expr::MethodCall(call) if self.chooses(call) => {
                let [receiver, other] = [&*call.receiver, &call.args[0]].map(|side| self.value(side, case));
                let is_either = (call.method == "max") == (self.nothing == Nothing::Least);
                let (receiver, other) = match (receiver, other) {
                    (Some(receiver), Some(other)) => (receiver, other),
                    (receiver, other) if is_either => return receiver.or(other),
                    _ => return None,
                };
                Some(chosen(call, receiver, other))
            }
            _ => Some(self.opaque(term, case)),
        }
    }

    /// The same where what is absent is one.
    fn beside_one(&self, term: &Expr, case: Case) -> Option<Expr> {
        match term {
            Expr::Binary(b) if matches!(b.op, BinOp::Mul(_)) => {
                match [&b.left, &b.right].map(|side| self.value(side, case)) {
                    [Some(left), Some(right)] => Some(joined(b, left, right)),
                    [left, right] => left.or(right),
                }
            }
            Expr::Binary(b) if matches!(b.op, BinOp::Div(_)) => {
                match [&b.left, &b.right].map(|side| self.value(side, case)) {
                    [left, None] => left,
                    _ => Some(self.opaque(term, case)),
                }
            }
            // One to any power, and each root of it.
            Expr::MethodCall(call) if keeps_one(call) && !call.args.iter().any(|arg| self.reads_in(arg)) => {
                let receiver = Box::new(self.value(&call.receiver, case)?);
                Some(Expr::MethodCall(syn::ExprMethodCall { receiver, ..call.clone() }))
            }
            Expr::Cast(c) => {
                let expr = Box::new(self.value(&c.expr, case)?);
                Some(Expr::Cast(syn::ExprCast { expr, ..c.clone() }))
            }
            _ => Some(self.opaque(term, case)),
        }
    }

    /// Whether a condition is known to hold where what is absent is zero.
    fn holds(&self, term: &Expr, case: Case) -> bool {
        match term {
            Expr::Binary(b) => match b.op {
                BinOp::And(_) => self.holds(&b.left, case) && self.holds(&b.right, case),
                BinOp::Or(_) => self.holds(&b.left, case) || self.holds(&b.right, case),
                op => {
                    self.compared(b, case).is_some_and(|difference| compares(&op, difference) == Some(true))
                }
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Not(_)) => {
                is_condition(&u.expr) && self.value(&u.expr, case).is_none()
            }
            _ => false,
        }
    }

    /// The sign of the difference of two terms, if one of them is absent and the other one a literal, or absent too.
    fn compared(&self, b: &syn::ExprBinary, case: Case) -> Option<i32> {
        match [&b.left, &b.right].map(|side| self.value(side, case)) {
            [None, None] => Some(0),
            [None, Some(bound)] => sign(&bound).map(|sign| -sign),
            [Some(bound), None] => sign(&bound),
            _ => None,
        }
    }

    /// Whether a term is nothing where no operand has an element.
    fn is_absent(&self, term: &Expr) -> bool {
        self.value(term, 0).is_none()
    }

    /// Whether something of a term is stored.
    fn reads_in(&self, term: &Expr) -> bool {
        struct Find<'a>(&'a [ExprIndex], bool);
        impl syn::visit::Visit<'_> for Find<'_> {
            fn visit_expr_index(&mut self, index: &ExprIndex) {
                self.1 |= self.0.contains(index);
                syn::visit::visit_expr_index(self, index);
            }
        }
        let mut find = Find(self.reads, false);
        syn::visit::Visit::visit_expr(&mut find, term);
        find.1
    }

    /// The same where what is absent is zero.
    fn beside_zero(&self, term: &Expr, case: Case) -> Option<Expr> {
        match term {
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
                    (op, ..) => {
                        let difference = self.compared(b, case);
                        let fails = difference.is_some_and(|sign| compares(&op, sign) == Some(false));
                        (!fails).then(|| self.opaque(term, case))
                    }
                }
            }
            Expr::Unary(u) if matches!(u.op, UnOp::Not(_)) && self.holds(&u.expr, case) => None,
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
                Some(chosen(call, here, other))
            }
            // Both branches may be nothing, and a condition of nothing does not hold.
            Expr::If(choice) => match &choice.else_branch {
                Some((_, other)) if self.value(&choice.cond, case).is_none() => self.value(other, case),
                Some((_, other)) if self.is_nothing(&choice.then_branch, case) => {
                    self.value(other, case)?;
                    Some(self.opaque(term, case))
                }
                _ => Some(self.opaque(term, case)),
            },
            Expr::Lit(_) if sign(term) == Some(0) => None,
            _ => Some(self.opaque(term, case)),
        }
    }

    /// Whether a block is one value, and that is zero.
    fn is_nothing(&self, block: &syn::Block, case: Case) -> bool {
        matches!(&block.stmts[..], [Stmt::Expr(value, None)] if self.value(value, case).is_none())
    }

    /// Whether a method answers one of two terms, of which it is known which where no operand has an element: both are what is absent,
    /// or no number is beyond that.
    fn chooses(&self, call: &syn::ExprMethodCall) -> bool {
        let is_bound = self.nothing != Nothing::Zero && self.is_wide;
        matches!(call.method.to_string().as_str(), "min" | "max")
            && call.args.len() == 1
            && (is_bound || self.is_absent(&call.receiver) && self.is_absent(&call.args[0]))
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

/// What holds where a condition does not.
pub fn opposite(condition: Expr) -> Expr {
    match condition {
        Expr::Unary(u) if matches!(u.op, UnOp::Not(_)) => *u.expr,
        condition => Expr::Unary(syn::ExprUnary {
            attrs: Vec::new(),
            op: UnOp::Not(Default::default()),
            expr: Box::new(condition),
        }),
    }
}

/// A call of `min` or `max` with these two.
fn chosen(call: &syn::ExprMethodCall, receiver: Expr, other: Expr) -> Expr {
    let (receiver, args) = (Box::new(receiver), [other].into_iter().collect());
    Expr::MethodCall(syn::ExprMethodCall { receiver, args, ..call.clone() })
}

/// The sign of a number that is written as a literal: -1, 0 or 1.
fn sign(number: &Expr) -> Option<i32> {
    match number {
        Expr::Lit(lit) => match &lit.lit {
            syn::Lit::Int(number) => Some(i32::from(number.base10_digits() != "0")),
            syn::Lit::Float(number) => Some(i32::from(number.base10_parse::<f64>().ok()? != 0.0)),
            _ => None,
        },
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => sign(&u.expr).map(|sign| -sign),
        _ => None,
    }
}

/// What a comparison says of two numbers whose difference has this sign. `None` if it is no comparison.
fn compares(op: &BinOp, difference: i32) -> Option<bool> {
    Some(match op {
        BinOp::Lt(_) => difference < 0,
        BinOp::Le(_) => difference <= 0,
        BinOp::Gt(_) => difference > 0,
        BinOp::Ge(_) => difference >= 0,
        BinOp::Eq(_) => difference == 0,
        BinOp::Ne(_) => difference != 0,
        _ => return None,
    })
}

/// Whether a method answers zero for zero.
fn keeps_zero(call: &syn::ExprMethodCall) -> bool {
    let (least, most) = (|arg| matches!(sign(arg), Some(0 | -1)), |arg| matches!(sign(arg), Some(0 | 1)));
    match (call.method.to_string().as_str(), &call.args.iter().collect::<Vec<_>>()[..]) {
        ("abs", []) => true,
        ("min", [bound]) => most(bound),
        ("max", [bound]) => least(bound),
        ("clamp", [low, high]) => least(low) && most(high),
        _ => false,
    }
}

/// Whether a method answers one for one, whatever its argument is.
fn keeps_one(call: &syn::ExprMethodCall) -> bool {
    matches!(
        (call.method.to_string().as_str(), call.args.len()),
        ("abs" | "sqrt" | "cbrt" | "recip", 0) | ("powi" | "powf" | "pow", 1)
    )
}

/// Whether an expression is a condition by its form: `!` of numbers is something else.
fn is_condition(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(b) => compares(&b.op, 0).is_some() || matches!(b.op, BinOp::And(_) | BinOp::Or(_)),
        Expr::Unary(u) => matches!(u.op, UnOp::Not(_)) && is_condition(&u.expr),
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
            Some(number) => *expr = presence.absent[number].clone(),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
