//! Arrays are indexed by numbers of any type, as tensors are: `weights[k + 2]`, `table[picture[[y, x]]]`. Rust wants an `usize`, so the macro
//! makes one of what is surely a number: a negative one is outside of every array.

use std::collections::{HashMap, HashSet};

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    BinOp, Expr, ExprCast, ExprIndex, FnArg, Ident, ItemFn, Lit, Local, Pat, PatIdent, Type, UnOp,
    parse_quote,
};

use crate::methods::gives_its_own;
use crate::syntax::{bound, idents, is_integer, path_ident, type_name};

/// Makes numbers in the places of indices of arrays an `usize`.
pub fn by_any_number(function: &mut ItemFn) {
    let are_generic = function.sig.generics.type_params().next().is_some();
    let mut names = Names { counts: !are_generic && !has_others(&function.sig), ..Names::default() };
    for input in &function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let Pat::Ident(name) = &*input.pat else { continue };
        let name = name.ident.to_string();
        match (&*input.ty, rank(&input.ty)) {
            (_, 1..) => _ = names.arrays.insert(name, rank(&input.ty)),
            (ty, _) if is_integer(ty) => _ = names.numbers.insert(name),
            (ty, _) if !are_generic && !has_others(ty) => _ = names.tensors.insert(name),
            _ => {}
        }
    }
    names.visit_block(&function.block);
    names.visit_block_mut(&mut function.block);
}

/// Names that stand for one thing in the whole function.
#[derive(Default)]
struct Names {
    /// Arrays, slices, and references to such, with how many times they are surely arrays.
    arrays: HashMap<String, usize>,
    /// Integers.
    numbers: HashSet<String>,
    /// Parameters that are tensors of integers, or something else.
    tensors: HashSet<String>,
    /// Whether all parameters are such.
    counts: bool,
    /// Those that may be something else.
    others: HashSet<String>,
}

impl Names {
    /// The name that an expression is, if it stands for one thing.
    fn name(&self, expr: &Expr) -> Option<String> {
        let name = path_ident(expr).map(ToString::to_string);
        name.filter(|name| !self.others.contains(name))
    }

    fn is_in(&self, names: &HashSet<String>, expr: &Expr) -> bool {
        self.name(expr).is_some_and(|name| names.contains(&name))
    }

    /// How many times an expression is surely an array: 2 of one whose elements are arrays.
    fn rank(&self, expr: &Expr) -> usize {
        match expr {
            Expr::Index(inner) => self.rank(&inner.expr).saturating_sub(1),
            Expr::Array(list) => list.elems.first().map_or(0, |first| self.rank(first)).saturating_add(1),
            Expr::Repeat(list) => self.rank(&list.expr).saturating_add(1),
            Expr::Path(path) => {
                let of_name = self.name(expr).and_then(|name| self.arrays.get(&name).copied());
                let last = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
                let is_upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
                // Constants that numbers index are tables.
                of_name.unwrap_or(if last.chars().all(is_upper) { usize::MAX } else { 0 })
            }
            _ => 0,
        }
    }

    /// Whether an expression is an integer for sure.
    fn is_number(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && self.is_number(&unary.expr),
            Expr::Cast(cast) => is_integer(&cast.ty),
            Expr::Path(_) => self.is_in(&self.numbers, expr),
            // An element of a tensor.
            Expr::Index(element) => {
                let are_integers = self.counts || self.is_in(&self.tensors, &element.expr);
                matches!(*element.index, Expr::Array(_)) && are_integers
            }
            Expr::MethodCall(call) => {
                gives_its_own(&call.method.to_string()) && self.is_number(&call.receiver)
            }
            Expr::Binary(binary) => {
                use BinOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
                let computes = matches!(
                    binary.op,
                    Add(_)
                        | Sub(_)
                        | Mul(_)
                        | Div(_)
                        | Rem(_)
                        | BitAnd(_)
                        | BitOr(_)
                        | BitXor(_)
                        | Shl(_)
                        | Shr(_)
                );
                computes && self.is_number(&binary.left) && self.is_number(&binary.right)
            }
            _ => false,
        }
    }
}

/// Whether something else than integers is there: numbers with a fraction, or truth values.
fn has_others(syntax: &impl ToTokens) -> bool {
    let is_other = |name: &Ident| ["f32", "f64", "bool"].iter().any(|other| name == other);
    idents(syntax.to_token_stream()).any(|name| is_other(&name))
}

/// How many times a type is an array.
fn rank(ty: &Type) -> usize {
    match ty {
        Type::Array(array) => 1 + rank(&array.elem),
        Type::Slice(slice) => 1 + rank(&slice.elem),
        Type::Reference(reference) => rank(&reference.elem),
        Type::Paren(inner) => rank(&inner.elem),
        _ => 0,
    }
}

impl Visit<'_> for Names {
    fn visit_local(&mut self, local: &Local) {
        let init = local.init.as_ref().map(|init| &*init.expr);
        let (name, ty) = match &local.pat {
            Pat::Ident(name) => (Some(name), None),
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(name) => (Some(name), Some(&*typed.ty)),
                _ => (None, None),
            },
            _ => (None, None),
        };
        let name = name.filter(|name| name.by_ref.is_none()).map(|name| name.ident.to_string());
        let init_rank = match init {
            Some(Expr::Reference(reference)) => self.rank(&reference.expr),
            Some(list @ (Expr::Array(_) | Expr::Repeat(_))) => self.rank(list),
            _ => 0,
        };
        let known = ty.map_or(init_rank, rank);
        let is_integer = ty.map_or_else(|| init.is_some_and(|init| self.is_number(init)), is_integer);
        match name {
            Some(name) if known > 0 && !self.numbers.contains(&name) => {
                let least = self.arrays.get(&name).map_or(known, |before| known.min(*before));
                self.arrays.insert(name, least);
            }
            Some(name) if known == 0 && is_integer && !self.arrays.contains_key(&name) => {
                self.numbers.insert(name);
            }
            _ => self.visit_pat(&local.pat),
        }
        local.init.iter().for_each(|init| visit::visit_local_init(self, init));
    }

    fn visit_expr_for_loop(&mut self, f: &syn::ExprForLoop) {
        // Those of a range, and the indices of a tensor.
        let mut over = &*f.expr;
        let mut is_counted = false;
        while let Expr::MethodCall(call) = over {
            is_counted |= call.method == "indices";
            over = &call.receiver;
        }
        let mut names = Vec::new();
        bound(&f.pat, |name| names.push(name.to_string()));
        if (is_counted || matches!(over, Expr::Range(_)))
            && names.iter().all(|name| !self.arrays.contains_key(name))
        {
            self.numbers.extend(names);
        } else {
            self.visit_pat(&f.pat);
        }
        self.visit_expr(&f.expr);
        self.visit_block(&f.body);
    }

    fn visit_pat_ident(&mut self, pat: &PatIdent) {
        self.others.insert(pat.ident.to_string());
    }
}

impl VisitMut for Names {
    fn visit_expr_index_mut(&mut self, element: &mut ExprIndex) {
        visit_mut::visit_expr_index_mut(self, element);
        let is_place = match &*element.index {
            Expr::Lit(_) => true,
            Expr::Cast(cast) => type_name(&cast.ty) == "usize",
            _ => false,
        };
        if !is_place && self.rank(&element.expr) > 0 && self.is_number(&element.index) {
            let expr = element.index.clone();
            let (attrs, as_token, ty) = (Vec::new(), Default::default(), parse_quote!(usize));
            *element.index = Expr::Cast(ExprCast { attrs, expr, as_token, ty });
        }
    }
}
