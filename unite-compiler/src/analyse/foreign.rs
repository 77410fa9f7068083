//! Names of a kernel that may stand for values of types that are not Rust's numbers. An operator, an index or a method of such a type
//! is a function of the user's, which may tell in which order it is called.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Expr, ExprPath, FnArg, Ident, Lit, Local, Pat, PatIdent, Type};

use super::closures::Closures;
use crate::holes;
use crate::ir::{Kernel, Param, SumParts, first_of_block};
use crate::syntax::{bound, is_integer, is_primitive, path_ident};

/// What is known of the names in a kernel, as far as their types are said.
pub struct Foreign<'k> {
    /// Those that may not stand for numbers, or for rows of them.
    names: HashSet<String>,
    /// Those that are integers, if all elements are.
    integers: HashSet<String>,
    /// Those that may be something else.
    others: HashSet<String>,
    /// Totals of sums.
    totals: HashSet<String>,
    /// The closures of the kernel, whose values are what their bodies are.
    closures: Closures<'k>,
}

impl<'k> Foreign<'k> {
    /// That of the names in a kernel.
    pub fn of(kernel: &'k Kernel) -> Self {
        let [names, integers, others] = [(); 3].map(|()| HashSet::new());
        let totals = kernel.sums.iter().map(|sum| sum.total.to_string()).collect();
        let mut found = Foreign { names, integers, others, totals, closures: Closures::of(kernel) };
        for param in &kernel.params {
            if let Param::Scalar(_, input) = param
                && let FnArg::Typed(typed) = &**input
            {
                found.learn(&typed.pat, is_of_numbers(&typed.ty), is_integer(&typed.ty));
            }
        }
        // A name is bound to what has names: those of the former that turned out to be foreign are looked at again.
        loop {
            let before = found.names.len();
            found.visit_block(&kernel.function.block);
            kernel.bodies().for_each(|body| found.visit_block(body));
            if found.names.len() == before {
                return found;
            }
        }
    }

    /// The closures of the kernel.
    pub fn closures(&self) -> &Closures<'k> {
        &self.closures
    }

    /// Whether a name may not stand for a number.
    pub fn has(&self, name: &Ident) -> bool {
        self.names.contains(&name.to_string())
    }

    /// Whether a name is that of an integer, if all elements are.
    pub fn is_integer(&self, name: &Ident) -> bool {
        let name = name.to_string();
        self.integers.contains(&name) && !self.names.contains(&name) && !self.others.contains(&name)
    }

    fn learn(&mut self, pat: &Pat, is_number: bool, is_integer: bool) {
        bound(pat, |name| {
            if !is_number {
                self.names.insert(name.to_string());
            }
            if is_integer { &mut self.integers } else { &mut self.others }.insert(name.to_string());
        });
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
pub fn is_of_a_type(path: &ExprPath) -> bool {
    let Some(last) = path.path.segments.last().map(|segment| segment.ident.to_string()) else { return false };
    let is_plain = ["None", "Some", "Ok", "Err"].contains(&last.as_str());
    last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase) && !is_plain
}

/// Whether a type is one of numbers, by its name.
pub fn is_of_numbers(ty: &Type) -> bool {
    match ty {
        Type::Path(_) => primitive(ty).is_some(),
        Type::Reference(r) => is_of_numbers(&r.elem),
        Type::Slice(s) => is_of_numbers(&s.elem),
        Type::Array(a) => is_of_numbers(&a.elem),
        Type::Paren(p) => is_of_numbers(&p.elem),
        Type::Tuple(t) => t.elems.iter().all(is_of_numbers),
        Type::Infer(_) => true,
        _ => false,
    }
}

/// The name of a primitive type.
fn primitive(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    path.path.segments.last().map(|last| last.ident.to_string()).filter(|name| is_primitive(name))
}

impl<'a> Visit<'a> for Foreign<'_> {
    fn visit_local(&mut self, local: &'a Local) {
        let (is_number, is_counted) = match (&local.pat, &local.init) {
            (Pat::Type(typed), _) if !matches!(*typed.ty, Type::Infer(_)) => {
                (is_of_numbers(&typed.ty), is_integer(&typed.ty))
            }
            (_, Some(init)) => {
                let mut value = Value { known: self, is_foreign: false };
                value.visit_expr(&init.expr);
                (!value.is_foreign, self.counts(&init.expr))
            }
            (_, None) => (false, false),
        };
        self.learn(&local.pat, is_number, is_counted);
        if let Some(init) = &local.init {
            visit::visit_local_init(self, init);
        }
    }

    fn visit_pat_ident(&mut self, pat: &'a PatIdent) {
        self.others.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}

impl Foreign<'_> {
    /// Whether a value is an integer, if all elements are: of a cast the type says so.
    fn counts(&self, value: &Expr) -> bool {
        if holes::number(value).is_some() {
            return true;
        }
        match value {
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
            Expr::Cast(cast) => is_integer(&cast.ty),
            Expr::Unary(unary) => self.counts(&unary.expr),
            Expr::Binary(binary) => self.counts(&binary.left) && self.counts(&binary.right),
            Expr::Path(_) => path_ident(value).is_some_and(|name| self.is_integer(name)),
            _ => false,
        }
    }
}

/// Whether what a name is bound to may be of another type.
struct Value<'n> {
    known: &'n Foreign<'n>,
    is_foreign: bool,
}

impl<'a> Visit<'a> for Value<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if holes::number(expr).is_some() {
            return;
        }
        // A sum is of the type of its terms.
        if let Some((block, name)) = first_of_block(expr)
            && self.known.totals.contains(&name.to_string())
            && let Some(sum) = SumParts::of(block)
        {
            self.visit_expr(sum.term);
            return;
        }
        match expr {
            // What is cast is a number, whatever its type is called.
            Expr::Cast(_) => return,
            Expr::Path(path) => {
                self.is_foreign |=
                    is_of_a_type(path) || path_ident(expr).is_some_and(|name| self.known.has(name));
            }
            Expr::Call(call) => {
                let name = path_ident(&call.func);
                self.is_foreign |= match name.filter(|name| !self.known.closures.named(name).is_empty()) {
                    Some(closure) => self.known.has(closure),
                    None => !is_conversion(call),
                };
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                return;
            }
            Expr::Struct(_) | Expr::Macro(_) => self.is_foreign = true,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
