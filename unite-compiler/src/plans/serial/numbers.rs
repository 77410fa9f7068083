//! Which names and expressions are numbers for sure, as far as a kernel says it: arrays can be made of them before they are there.

use std::collections::{HashMap, HashSet};

use syn::visit::{self, Visit};
use syn::{Expr, FnArg, Ident, Lit, Local, Pat, Stmt, Type, UnOp};

use crate::holes;
use crate::ir::{Hole, Kernel, Param};
use crate::methods::gives_its_own;
use crate::syntax::{NUMBERS, path_ident, type_name};

/// The names of numbers.
pub struct Numbers<'k> {
    kernel: &'k Kernel,
    names: HashSet<String>,
}

impl<'k> Numbers<'k> {
    /// Those of a whole kernel that stand for one thing each.
    pub fn around(kernel: &'k Kernel) -> Self {
        let mut bindings = Bindings { times: HashMap::new(), locals: Vec::new() };
        bindings.visit_block(&kernel.function.block);
        kernel.bodies().for_each(|body| bindings.visit_block(body));
        let mut numbers = Numbers { kernel, names: HashSet::new() };
        for param in &kernel.params {
            if let Param::Scalar(Some(name), arg) = param
                && let FnArg::Typed(typed) = &**arg
                && !bindings.times.contains_key(&name.to_string())
            {
                numbers.learn(name, is_number_type(&typed.ty));
            }
        }
        for local in bindings.locals {
            if let Some((name, is_number)) = numbers.of_local(local)
                && bindings.times.get(&name.to_string()) == Some(&1)
            {
                numbers.learn(name, is_number);
            }
        }
        numbers
    }

    /// What a `let` names, and whether that is a number.
    fn of_local<'l>(&self, local: &'l Local) -> Option<(&'l Ident, bool)> {
        match &local.pat {
            Pat::Ident(pat) => {
                let init = local.init.as_ref().filter(|_| pat.by_ref.is_none())?;
                Some((&pat.ident, self.has(&init.expr)))
            }
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(pat) => Some((&pat.ident, is_number_type(&typed.ty))),
                _ => None,
            },
            _ => None,
        }
    }

    /// Takes a name for that of a number from here on, or not.
    pub fn learn(&mut self, name: &Ident, is_number: bool) {
        let name = name.to_string();
        if is_number {
            self.names.insert(name);
        } else {
            self.names.remove(&name);
        }
    }

    /// Whether an expression is a number for sure, where operators of numbers make numbers: elements of arrays of such are copied.
    pub fn has(&self, expr: &Expr) -> bool {
        let kernel = self.kernel;
        if let Some(hole) = holes::number(expr) {
            return match &kernel.holes[hole] {
                Hole::Read(access) => {
                    kernel.element_type(kernel.accesses[*access].view).is_some_and(is_number_type)
                }
                Hole::Var(_) | Hole::Get(..) => true,
                _ => false,
            };
        }
        match expr {
            Expr::Lit(lit) => matches!(lit.lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_)),
            Expr::Paren(e) => self.has(&e.expr),
            Expr::Group(e) => self.has(&e.expr),
            Expr::Unary(u) => matches!(u.op, UnOp::Neg(_) | UnOp::Not(_)) && self.has(&u.expr),
            Expr::Cast(cast) => is_number_type(&cast.ty),
            Expr::Path(path) => match path_ident(expr) {
                Some(name) => self.names.contains(&name.to_string()),
                // `f32::MIN`
                None => is_of_a_number(path),
            },
            Expr::Call(call) => match &*call.func {
                // `f32::from`, `i32::max`
                Expr::Path(path) => {
                    let name = path.path.segments.last().map(|last| last.ident.to_string());
                    is_of_a_number(path) && name.is_some_and(|name| name == "from" || gives_its_own(&name))
                }
                _ => false,
            },
            Expr::MethodCall(m) => gives_its_own(&m.method.to_string()) && self.has(&m.receiver),
            Expr::If(i) => i.else_branch.is_some() && self.is_value(&i.then_branch),
            Expr::Binary(b) => self.has(&b.left),
            Expr::Block(block) => self.is_value(&block.block) || kernel.sum_of(expr).is_some(),
            _ => false,
        }
    }

    /// Whether a block is a number, which binds no names.
    fn is_value(&self, block: &syn::Block) -> bool {
        let Some((Stmt::Expr(value, None), before)) = block.stmts.split_last() else { return false };
        before.iter().all(|stmt| holes::of_statement(self.kernel, stmt).is_some()) && self.has(value)
    }
}

/// Whether a path names what belongs to a type of numbers.
fn is_of_a_number(path: &syn::ExprPath) -> bool {
    let ty = path.path.segments.iter().rev().nth(1);
    ty.is_some_and(|ty| NUMBERS.contains(&ty.ident.to_string().as_str()))
}

/// Whether a type is one of numbers.
pub fn is_number_type(ty: &Type) -> bool {
    NUMBERS.contains(&type_name(ty).as_str())
}

/// How often names are bound, and the statements that do it.
struct Bindings<'k> {
    times: HashMap<String, usize>,
    locals: Vec<&'k Local>,
}

impl<'k> Visit<'k> for Bindings<'k> {
    fn visit_local(&mut self, local: &'k Local) {
        self.locals.push(local);
        visit::visit_local(self, local);
    }

    fn visit_pat(&mut self, pat: &'k Pat) {
        if let Pat::Ident(name) = pat {
            *self.times.entry(name.ident.to_string()).or_default() += 1;
        }
        visit::visit_pat(self, pat);
    }
}
