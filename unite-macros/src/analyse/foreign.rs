//! Names of a kernel that may stand for values of types that are not Rust's numbers. An operator, an index or a method of such a type
//! is a function of the user's, which may tell in which order it is called.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Expr, FnArg, Local, Pat, Type};

use crate::holes;
use crate::ir::{Kernel, Param};
use crate::syntax::{bound, is_primitive, path_ident};

/// The names in a kernel that may not stand for numbers, or for rows of them.
pub fn foreign(kernel: &Kernel) -> HashSet<String> {
    let mut found = Foreign { names: HashSet::new() };
    for param in &kernel.params {
        if let Param::Scalar(_, input) = param
            && let FnArg::Typed(typed) = &**input
            && !is_of_numbers(&typed.ty)
        {
            found.add(&typed.pat);
        }
    }
    loop {
        let before = found.names.len();
        found.visit_block(&kernel.function.block);
        kernel.bodies().for_each(|body| found.visit_block(body));
        if found.names.len() == before {
            return found.names;
        }
    }
}

/// Whether a call makes a number of another one, or only encloses what it is given.
pub fn is_conversion(call: &syn::ExprCall) -> bool {
    let Expr::Path(path) = &*call.func else { return false };
    let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match &names[..] {
        [name] => ["Some", "Ok", "Err"].contains(&name.as_str()),
        [.., ty, name] => is_primitive(ty) && ["from", "try_from"].contains(&name.as_str()),
        [] => false,
    }
}

/// Whether a path is the value of a type of the user's: a struct without fields, a variant.
pub fn is_of_a_type(path: &syn::ExprPath) -> bool {
    let Some(last) = path.path.segments.last().map(|segment| segment.ident.to_string()) else { return false };
    let is_plain = ["None", "Some", "Ok", "Err"].contains(&last.as_str());
    last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase) && !is_plain
}

/// Whether a type is one of numbers, by its name.
fn is_of_numbers(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| is_primitive(&last.ident.to_string()))
        }
        Type::Reference(r) => is_of_numbers(&r.elem),
        Type::Slice(s) => is_of_numbers(&s.elem),
        Type::Array(a) => is_of_numbers(&a.elem),
        Type::Paren(p) => is_of_numbers(&p.elem),
        Type::Tuple(t) => t.elems.iter().all(is_of_numbers),
        Type::Infer(_) => true,
        _ => false,
    }
}

struct Foreign {
    names: HashSet<String>,
}

impl Foreign {
    fn add(&mut self, pat: &Pat) {
        bound(pat, |name| _ = self.names.insert(name.to_string()));
    }
}

impl<'a> Visit<'a> for Foreign {
    fn visit_local(&mut self, local: &'a Local) {
        let is_of_a_number = match &local.pat {
            Pat::Type(typed) if !matches!(*typed.ty, Type::Infer(_)) => is_of_numbers(&typed.ty),
            _ => local.init.as_ref().is_some_and(|init| {
                let mut value = Value { names: &self.names, is_foreign: false };
                value.visit_expr(&init.expr);
                !value.is_foreign
            }),
        };
        if !is_of_a_number {
            self.add(&local.pat);
        }
        visit::visit_local(self, local);
    }
}

/// Whether what a name is bound to may be of another type.
struct Value<'n> {
    names: &'n HashSet<String>,
    is_foreign: bool,
}

impl<'a> Visit<'a> for Value<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if holes::number(expr).is_some() {
            return;
        }
        match expr {
            // What is cast is a number.
            Expr::Cast(_) => return,
            Expr::Path(path) => {
                self.is_foreign |= is_of_a_type(path)
                    || path_ident(expr).is_some_and(|name| self.names.contains(&name.to_string()));
            }
            Expr::Call(call) => {
                self.is_foreign |= !is_conversion(call);
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                return;
            }
            Expr::Struct(_) | Expr::Macro(_) => self.is_foreign = true,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
