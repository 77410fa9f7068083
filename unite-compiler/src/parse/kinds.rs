//! Numbers of kernels beside numbers of other types.
//!
//! Elements and indices are `i32` in arithmetic. A const generic, a parameter or a local that is declared `usize` and stands
//! beside one of them is cast: `(N - 1) - x` is `(N - 1) as i32 - x`. So is what is declared, or cast to, a type of fewer bits, and written:
//! `t[[x]] = v as u8` is `t[[x]] = v as u8 as i32`.

use quote::ToTokens;
use syn::{BinOp, Expr, FnArg, GenericParam, Local, Pat, Type, UnOp, parse_quote};

use super::parser::Kind;
use super::reductions::parts;
use super::{Binding, Parser};
use crate::ir::{Def, Id};
use crate::methods;
use crate::syntax::{mark_saturated, normal, path_ident, type_name};

impl Parser<'_> {
    /// Casts the side of an operator that is of another type, if the other one is `i32`.
    pub(super) fn agree(&mut self, binary: &mut syn::ExprBinary) {
        if matches!(binary.op, BinOp::And(_) | BinOp::Or(_) | BinOp::Shl(_) | BinOp::Shr(_)) {
            return;
        }
        match (self.kind(&binary.left), self.kind(&binary.right)) {
            (Some(Kind::Number), Some(Kind::Size | Kind::Narrow)) => cast(&mut binary.right),
            (Some(Kind::Size | Kind::Narrow), Some(Kind::Number)) => cast(&mut binary.left),
            _ => {}
        }
    }

    /// The same for the arguments of `min`, `max` and `clamp`.
    pub(super) fn agree_in_call(&mut self, call: &mut syn::ExprMethodCall) {
        if matches!(call.method.to_string().as_str(), "min" | "max" | "clamp" | "abs_diff")
            && self.kind(&call.receiver) == Some(Kind::Number)
        {
            for arg in call.args.iter_mut() {
                if matches!(self.kind(arg), Some(Kind::Size | Kind::Narrow)) {
                    cast(arg);
                }
            }
        }
    }

    /// Casts what is written to a tensor of small integers, if it is of another type than `i32`.
    pub(super) fn agree_with(&mut self, view: Id, value: &mut Expr) {
        if self.widens_to_number(view) && matches!(self.kind(value), Some(Kind::Size | Kind::Narrow)) {
            cast(value);
        }
    }

    /// Notes the kind of a local variable.
    pub(super) fn note_kind(&mut self, local: &Local, kind: Option<Kind>) {
        let (name, declared) = match &local.pat {
            Pat::Ident(p) => (&p.ident, None),
            Pat::Type(t) => match &*t.pat {
                Pat::Ident(p) => (&p.ident, Some(declared(&t.ty))),
                _ => return,
            },
            _ => return,
        };
        let name = name.to_string();
        match declared.unwrap_or(kind) {
            Some(kind) => self.kinds.insert(name, kind),
            None => self.kinds.remove(&name),
        };
    }

    /// The kind of an expression, as far as it can be seen.
    pub(super) fn kind(&self, expr: &Expr) -> Option<Kind> {
        match expr {
            Expr::Lit(l) => match &l.lit {
                syn::Lit::Int(i) if i.suffix().is_empty() => Some(Kind::Literal),
                syn::Lit::Int(i) => named(i.suffix()),
                syn::Lit::Float(_) => Some(Kind::Float),
                _ => None,
            },
            Expr::Cast(c) => declared(&c.ty),
            Expr::Array(a) => Some(array_of(a.elems.first().and_then(|first| self.kind(first)))),
            Expr::Repeat(r) => Some(array_of(self.kind(&r.expr))),
            Expr::Unary(u) => match u.op {
                UnOp::Neg(_) => self.kind(&u.expr),
                UnOp::Not(_) => {
                    let name = path_ident(&u.expr)?.to_string();
                    self.iterators.iter().any(|(n, _)| *n == name).then_some(Kind::Number)
                }
                _ => None,
            },
            Expr::Binary(b) => match b.op {
                BinOp::Shl(_) | BinOp::Shr(_) => self.kind(&b.left),
                BinOp::Add(_)
                | BinOp::Sub(_)
                | BinOp::Mul(_)
                | BinOp::Div(_)
                | BinOp::Rem(_)
                | BinOp::BitAnd(_)
                | BinOp::BitOr(_)
                | BinOp::BitXor(_) => match (self.kind(&b.left), self.kind(&b.right)) {
                    (Some(Kind::Literal), other) | (other, Some(Kind::Literal)) => other,
                    (Some(Kind::Float), _) | (_, Some(Kind::Float)) => Some(Kind::Float),
                    (Some(Kind::Number), _) | (_, Some(Kind::Number)) => Some(Kind::Number),
                    (left, _) => left,
                },
                _ => None,
            },
            Expr::MethodCall(m) => {
                if let Some(_view) = self.known_tensor(&m.receiver) {
                    let getter =
                        matches!(m.method.to_string().as_str(), "extent" | "origin" | "step" | "stride");
                    return getter.then_some(Kind::Number);
                }
                let same = ["min", "max", "abs", "clamp", "pow", "signum", "rem_euclid", "div_euclid"];
                let method = m.method.to_string();
                let in_type =
                    ["saturating_", "wrapping_"].iter().any(|beginning| method.starts_with(beginning));
                let kind = self.kind(&m.receiver);
                let is_float = kind == Some(Kind::Float) && methods::gives_float(&method);
                kind.filter(|_| in_type || is_float || same.contains(&method.as_str()))
            }
            Expr::Index(i) => {
                let is_element = self.is_tensor(&i.expr) && !self.is_tensor(expr);
                let view = self.root(&i.expr).filter(|_| is_element)?;
                if matches!(self.elem_name(view).as_str(), "f32" | "f64") {
                    return Some(Kind::Float);
                }
                self.widens_to_number(view).then_some(Kind::Number)
            }
            Expr::Path(p) => {
                let name = p.path.get_ident()?.to_string();
                match self.lookup(&name) {
                    Some(Binding::Var(id)) if self.kernel.vars[*id].staged => Some(Kind::Number),
                    Some(Binding::Tensor(_)) => None,
                    Some(Binding::Scalar(id)) => {
                        let param = self.kernel.scalars[*id].param.as_ref()?.to_string();
                        self.kernel.function.sig.inputs.iter().find_map(|input| match input {
                            FnArg::Typed(t) => match &*t.pat {
                                Pat::Ident(p) if p.ident == param => declared(&t.ty),
                                _ => None,
                            },
                            _ => None,
                        })
                    }
                    Some(_) => self.kinds.get(&name).copied(),
                    None => self.kernel.function.sig.generics.params.iter().find_map(|param| match param {
                        GenericParam::Const(c) if c.ident == name => declared(&c.ty),
                        _ => None,
                    }),
                }
            }
            Expr::Call(c) => {
                let (_, term) = parts(expr)?;
                let adds = ["sum", "product", "min", "max"]
                    .iter()
                    .any(|word| path_ident(&c.func).is_some_and(|f| f == word));
                adds.then(|| self.kind(term)).flatten()
            }
            _ => None,
        }
    }

    /// Marks a cast of a number with a fraction to an integer of at most 32 bits, which the compiler would not make of several at once.
    pub(super) fn mark_saturated(&mut self, cast: &mut syn::ExprCast) {
        let is_short = matches!(type_name(&cast.ty).as_str(), "u8" | "i8" | "u16" | "i16" | "i32");
        if is_short && self.kind(&cast.expr) == Some(Kind::Float) {
            mark_saturated(cast);
        }
    }

    /// The named tensor that an expression is made of.
    pub(super) fn root(&self, expr: &Expr) -> Option<Id> {
        match expr {
            Expr::Index(i) => self.root(&i.expr),
            Expr::MethodCall(m) => self.root(&m.receiver),
            other => self.known_tensor(other),
        }
    }

    /// Whether arithmetic on the elements of a tensor is in `i32`.
    fn widens_to_number(&self, view: Id) -> bool {
        match &self.kernel.views[view].def {
            Def::Param { elem, .. } | Def::Block { elem, .. } | Def::Copy { elem: Some(elem), .. } => {
                let elem = elem.to_token_stream().to_string();
                ["u8", "i8", "u16", "i16", "i32"].contains(&elem.as_str())
            }
            Def::Copy { of, elem: None } => self.widens_to_number(*of),
            def => def.shows().is_some_and(|of| self.widens_to_number(of)),
        }
    }
}

fn declared(ty: &Type) -> Option<Kind> {
    match ty {
        Type::Array(array) => Some(array_of(declared(&array.elem))),
        ty => named(&type_name(ty)),
    }
}

fn array_of(elements: Option<Kind>) -> Kind {
    if elements == Some(Kind::Float) { Kind::Floats } else { Kind::Array }
}

fn named(ty: &str) -> Option<Kind> {
    match ty {
        "usize" => Some(Kind::Size),
        "i32" => Some(Kind::Number),
        "u8" | "i8" | "u16" | "i16" => Some(Kind::Narrow),
        "f32" | "f64" => Some(Kind::Float),
        _ => None,
    }
}

fn cast(expr: &mut Expr) {
    let other = expr.clone();
    *expr = normal(parse_quote!((#other) as ::core::primitive::i32));
}
