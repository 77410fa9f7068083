//! Integer expressions as indices.

use quote::ToTokens;
use syn::{BinOp, Expr, Lit, UnOp};

use super::{Binding, Parser};
use crate::ir::{Atom, Getter, Id, Index, Op, Scalar, Value};
use crate::messages;
use crate::syntax::{path_ident, type_name};

impl Parser<'_> {
    /// The index that an expression is; whatever is not one becomes a value known only where it stands.
    pub(super) fn index(&mut self, expr: &Expr) -> Index {
        if let Some(index) = self.try_index(expr) {
            return index;
        }
        // Keep the linear part symbolic around what is not an index: `table[i] + 1` is a value plus 1.
        if let Expr::Binary(b) = expr
            && matches!(b.op, BinOp::Add(_) | BinOp::Sub(_))
        {
            let (l, r) = (self.index(&b.left), self.index(&b.right));
            return l.plus(&r, if matches!(b.op, BinOp::Add(_)) { 1 } else { -1 });
        }
        // A mask bounds whatever it is put on.
        if let Expr::Binary(b) = expr
            && matches!(b.op, BinOp::BitAnd(_))
            && let Some(mask) = self.constant_index(&b.right).filter(|mask| mask.constant >= 0)
        {
            return Index::op(Op::And, vec![self.index(&b.left), mask]);
        }
        let mut tokens = expr.clone();
        self.expression(&mut tokens);
        let order = self.tick();
        self.kernel.values.push(Value { tokens, scope: self.scope, order, name: None, kept: false });
        Self::atom(Atom::Value(self.kernel.values.len() - 1))
    }

    /// The index that an expression is, if it is made of integers that the macro can follow, none of them too large.
    pub(super) fn try_index(&mut self, expr: &Expr) -> Option<Index> {
        self.followed(expr).filter(|index| !index.overflows())
    }

    fn followed(&mut self, expr: &Expr) -> Option<Index> {
        match expr {
            Expr::Lit(l) => match &l.lit {
                Lit::Int(i) => i.base10_parse::<i64>().ok().map(Index::constant),
                _ => None,
            },
            Expr::Cast(c) => {
                // Casts that keep every index that fits the signed type of indices.
                let ty = type_name(&c.ty);
                let keeps = ["i32", "i64", "isize", "usize", "u64", "i128"];
                keeps.contains(&ty.as_str()).then(|| self.try_index(&c.expr)).flatten()
            }
            Expr::Unary(u) => match u.op {
                UnOp::Neg(_) => Some(self.try_index(&u.expr)?.scaled(-1)),
                UnOp::Not(_) => {
                    let name = path_ident(&u.expr)?.to_string();
                    let id = self.iterators.iter().find(|(n, _)| *n == name)?.1;
                    Some(Self::atom(Atom::Var(id)))
                }
                _ => None,
            },
            Expr::Binary(b) => {
                let op = match b.op {
                    BinOp::Add(_) | BinOp::Sub(_) => None,
                    BinOp::Mul(_) => Some(Op::Mul),
                    BinOp::Div(_) => Some(Op::Div),
                    BinOp::Rem(_) => Some(Op::Rem),
                    BinOp::Shr(_) => Some(Op::Shr),
                    BinOp::Shl(_) => Some(Op::Shl),
                    BinOp::BitAnd(_) => Some(Op::And),
                    _ => return None,
                };
                let (l, r) = (self.try_index(&b.left)?, self.try_index(&b.right)?);
                Some(match op {
                    Some(op) => Index::op(op, vec![l, r]),
                    None => l.plus(&r, if matches!(b.op, BinOp::Add(_)) { 1 } else { -1 }),
                })
            }
            Expr::MethodCall(call) => {
                if let Some(view) = self.known_tensor(&call.receiver) {
                    return self.getter(view, call);
                }
                if let Some(stored) = self.known_stored(&call.receiver) {
                    return self.extent_of_stored(stored, call);
                }
                let this = self.try_index(&call.receiver)?;
                let args: Option<Vec<Index>> = call.args.iter().map(|a| self.try_index(a)).collect();
                let args = args?;
                match (call.method.to_string().as_str(), args.as_slice()) {
                    ("min", [b]) => Some(Index::op(Op::Min, vec![this, b.clone()])),
                    ("max", [b]) => Some(Index::op(Op::Max, vec![this, b.clone()])),
                    ("abs", []) => Some(Index::op(Op::Abs, vec![this])),
                    ("clamp", [lo, hi]) => {
                        Some(Index::op(Op::Min, vec![Index::op(Op::Max, vec![this, lo.clone()]), hi.clone()]))
                    }
                    ("div_euclid", [b]) if b.as_constant().is_some_and(|b| b > 0) => {
                        Some(Index::op(Op::FloorDiv, vec![this, b.clone()]))
                    }
                    _ => None,
                }
            }
            Expr::Path(p) => self.path_index(p),
            _ => None,
        }
    }

    fn path_index(&mut self, path: &syn::ExprPath) -> Option<Index> {
        if let Some(name) = path.path.get_ident()
            && path.qself.is_none()
        {
            match self.lookup(&name.to_string()) {
                Some(Binding::Var(id)) => return Some(Self::atom(Atom::Var(*id))),
                Some(Binding::Let(id)) => {
                    let id = *id;
                    self.kernel.mentioned.insert(id);
                    return Some(Self::atom(Atom::Let(id)));
                }
                Some(Binding::Scalar(id)) => return Some(Self::atom(Atom::Scalar(*id))),
                Some(Binding::Value(id)) => return Some(Self::atom(Atom::Value(*id))),
                Some(Binding::Tensor(_) | Binding::Stored(_) | Binding::Numbers(_) | Binding::Other) => {
                    return None;
                }
                None if name.to_string().starts_with(char::is_lowercase) => return None,
                None => {}
            }
        }
        // A constant: of the crate, of a type, or a const generic.
        let last = path.path.segments.last()?;
        if !last.ident.to_string().chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_') {
            return None;
        }
        if is_end_of_type(&path.path) {
            return None;
        }
        let expr = Expr::Path(path.clone());
        let tokens = path.to_token_stream();
        let text = tokens.to_string();
        if let Some(known) = self.kernel.scalars.iter().position(|s| s.tokens.to_string() == text) {
            return Some(Self::atom(Atom::Scalar(known)));
        }
        let global = !self.names_generic(&expr);
        self.kernel.scalars.push(Scalar { tokens, param: None, range: None, global });
        Some(Self::atom(Atom::Scalar(self.kernel.scalars.len() - 1)))
    }

    /// An expression made of literals only.
    pub(super) fn constant_index(&mut self, expr: &Expr) -> Option<Index> {
        match expr {
            Expr::Lit(_) | Expr::Unary(_) => self.try_index(expr),
            Expr::Binary(b) => {
                self.constant_index(&b.left)?;
                self.constant_index(&b.right)?;
                self.try_index(expr)
            }
            _ => None,
        }
        .filter(|i| i.as_constant().is_some())
    }

    /// The number that an index is, through the names that stand for others.
    pub(super) fn known(&self, index: &Index) -> Option<i64> {
        let lets = &self.kernel.lets;
        fn through(lets: &[Index], index: &Index) -> Index {
            index.substitute(&mut |atom| match atom {
                Atom::Let(id) => Some(through(lets, &lets[*id])),
                _ => None,
            })
        }
        through(lets, index).as_constant()
    }

    /// `t.extent(0)` and the like, as an index.
    pub(super) fn getter(&mut self, view: Id, call: &syn::ExprMethodCall) -> Option<Index> {
        let getter = Getter::named(&call.method.to_string())?;
        let [arg] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
        let axis = self.try_index(arg)?.as_constant()?;
        let rank = self.rank(view);
        match usize::try_from(axis) {
            Ok(axis) if axis < rank => Some(Self::atom(Atom::Get(getter, view, axis))),
            _ => {
                let message = messages::no_such_axis(&self.name(view), rank, axis);
                self.report.error(syn::spanned::Spanned::span(arg), message);
                Some(Index::constant(0))
            }
        }
    }
}

/// Whether a constant is the least or the greatest number of a type that has more of them than indices.
fn is_end_of_type(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    let [.., ty, end] = &names[..] else { return false };
    ["u32", "i64", "u64", "isize", "usize", "i128", "u128"].contains(&ty.as_str())
        && ["MIN", "MAX"].contains(&end.as_str())
}

/// `&t` and `&mut t` are `t`: a kernel call says the same with and without.
pub fn strip_reference(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(r) => strip_reference(&r.expr),
        other => other,
    }
}
