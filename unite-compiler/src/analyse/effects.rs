//! What the body of a loop does beside reading and writing tensors.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprClosure, Pat, UnOp};

use super::foreign::{Foreign, is_conversion, is_of_a_type, is_of_numbers};
use crate::arrays;
use crate::holes;
use crate::ir::{Arg, Atom, Boundary, Def, Hole, Id, Kernel, SumParts};
use crate::syntax::{Leaves, is_integer, path_ident};

/// What the iterations of a loop have in common beside tensors.
#[derive(Default)]
pub struct Effects {
    /// Whether their order may be seen: something outside of the loop changes, or is called.
    pub ordered: bool,
    /// Whether something is called that may be a closure of the kernel.
    pub calls: bool,
    /// Whether something outside of the loop is added to.
    pub gathers: bool,
}

impl Effects {
    /// Of an expression with holes.
    pub fn of_value(kernel: &Kernel, value: &Expr) -> Effects {
        let mut look = Look::new(kernel);
        look.visit_expr(value);
        look.seen()
    }

    /// Of the body of a loop over a range, which says an order: that elements of the user's types are read and written in it, too.
    pub fn of_range(kernel: &Kernel, body: &Block) -> Effects {
        let mut look = Look { elements: true, ..Look::new(kernel) };
        look.visit_block(body);
        look.seen()
    }

    /// The same, where closures of the kernel that only compute are no more than what they compute.
    pub fn beside_closures(kernel: &Kernel, body: &Block) -> Effects {
        let mut look = Look { elements: true, sees_closures: true, ..Look::new(kernel) };
        look.visit_block(body);
        look.seen()
    }

    /// Of a block with holes.
    pub fn of_block(kernel: &Kernel, block: &Block) -> Effects {
        let mut look = Look::new(kernel);
        look.visit_block(block);
        look.seen()
    }
}

/// Whether there is a statement in the kernel that may leave a loop early.
pub fn may_jump(kernel: &Kernel) -> bool {
    let mut jumps = Leaves::default();
    jumps.visit_block(&kernel.function.block);
    kernel.bodies().for_each(|body| jumps.visit_block(body));
    // What stands in holes.
    kernel.writes.iter().for_each(|write| jumps.visit_expr(&write.value));
    kernel.values.iter().for_each(|value| jumps.visit_expr(&value.tokens));
    kernel.vars.iter().filter_map(|v| v.computed.as_ref()).for_each(|c| jumps.visit_expr_range(&c.range));
    for arg in kernel.calls.iter().flat_map(|call| &call.args) {
        if let Arg::Value(value, _) = arg {
            jumps.visit_expr(value);
        }
    }
    for view in &kernel.views {
        if let Def::Bounded(_, Boundary::Constant(value)) = &view.def {
            jumps.visit_expr(value);
        }
    }
    jumps.0
}

struct Look<'k> {
    kernel: &'k Kernel,
    /// Names that the body itself declares.
    own: HashSet<String>,
    /// Names that something is added to.
    gathered: HashSet<String>,
    /// Names that are used otherwise.
    used: HashSet<String>,
    /// Which names may be of no numbers.
    foreign: Foreign<'k>,
    /// Whether elements of the user's types count, which functions of the user's read and write.
    elements: bool,
    /// How many loops of the body's own are around.
    depth: usize,
    /// Whether calls of closures are looked into, and those that are.
    sees_closures: bool,
    within: Vec<String>,
    effects: Effects,
}

impl<'k> Look<'k> {
    fn new(kernel: &'k Kernel) -> Self {
        Look {
            kernel,
            own: HashSet::new(),
            gathered: HashSet::new(),
            used: HashSet::new(),
            foreign: Foreign::of(kernel),
            elements: false,
            depth: 0,
            sees_closures: false,
            within: Vec::new(),
            effects: Effects::default(),
        }
    }

    /// What is in a loop of the body's own.
    fn inside(&mut self, look: impl FnOnce(&mut Self)) {
        self.depth += 1;
        look(self);
        self.depth -= 1;
    }

    fn seen(self) -> Effects {
        let outside: Vec<&String> = self.gathered.iter().filter(|name| !self.own.contains(*name)).collect();
        let looks = outside.iter().any(|name| self.used.contains(*name));
        Effects { ordered: self.effects.ordered || looks, gathers: !outside.is_empty(), ..self.effects }
    }

    /// A place that changes: a name of the body's own is forgotten with the iteration.
    fn changes(&mut self, place: &Expr) {
        let mut place = place;
        loop {
            match place {
                Expr::Field(f) => place = &f.base,
                Expr::Index(i) => place = &i.expr,
                Expr::Path(p) => {
                    let own = p.path.get_ident().is_some_and(|name| self.own.contains(&name.to_string()));
                    self.effects.ordered |= !own;
                    return;
                }
                Expr::Infer(_) => return,
                _ => {
                    self.effects.ordered = true;
                    return;
                }
            }
        }
    }

    fn is_foreign(&self, path: &syn::ExprPath) -> bool {
        path.path.get_ident().is_some_and(|name| self.foreign.has(name)) || is_of_a_type(path)
    }

    /// Whether a name is that of an integer, as far as is seen.
    fn is_integer(&self, path: &syn::ExprPath) -> bool {
        path.path.get_ident().is_some_and(|name| self.foreign.is_integer(name))
    }

    /// Whether a name is that of closures of the kernel alone, none of which does anything but compute.
    fn only_computes(&self, name: &Ident) -> bool {
        let closures = self.foreign.closures().named(name);
        let text = name.to_string();
        if !self.sees_closures || !self.kernel.in_closures.is_empty() || self.within.contains(&text) {
            return false;
        }
        let computes = |closure: &&ExprClosure| {
            let within = self.within.iter().cloned().chain([text.clone()]).collect();
            let mut look =
                Look { sees_closures: true, within, elements: self.elements, ..Look::new(self.kernel) };
            closure.inputs.iter().for_each(|input| look.visit_pat(input));
            look.visit_expr(&closure.body);
            let Effects { ordered, calls, gathers } = look.seen();
            !ordered && !calls && !gathers
        };
        !closures.is_empty() && closures.iter().all(computes)
    }

    /// An element that is read or written.
    fn element(&mut self, access: Id) {
        let ty = self.kernel.element_type(self.kernel.accesses[access].view);
        self.effects.ordered |= self.elements && !ty.is_some_and(is_of_numbers);
    }

    fn hole(&mut self, id: Id) {
        let kernel = self.kernel;
        match &kernel.holes[id] {
            Hole::Read(access) => {
                self.element(*access);
                self.indices(*access);
            }
            Hole::Write(write) => {
                self.element(kernel.writes[*write].target);
                self.indices(kernel.writes[*write].target);
                self.visit_expr(&kernel.writes[*write].value);
            }
            Hole::Loop(l) => self.visit_block(&kernel.loops[*l].body),
            Hole::Walk(_) | Hole::Call(_) => self.effects.ordered = true,
            _ => {}
        }
    }

    fn indices(&mut self, access: Id) {
        let kernel = self.kernel;
        for index in &kernel.accesses[access].at {
            index.for_each_atom(&mut |atom| {
                if let Atom::Value(value) = atom
                    && kernel.values[*value].name.is_none()
                {
                    self.visit_expr(&kernel.values[*value].tokens);
                }
            });
        }
    }
}

impl<'a> Visit<'a> for Look<'_> {
    fn visit_pat(&mut self, pat: &'a Pat) {
        if let Pat::Ident(p) = pat {
            self.own.insert(p.ident.to_string());
        }
        visit::visit_pat(self, pat);
    }

    fn visit_macro(&mut self, mac: &'a syn::Macro) {
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let asserts = name.starts_with("assert") || name.starts_with("debug_assert");
        self.effects.ordered |= !asserts && name != "matches";
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Some(id) = holes::number(expr) {
            self.hole(id);
            return;
        }
        // A sum changes its own total alone.
        if let Some(SumParts { loops, term, .. }) = self.kernel.parts_of_sum(expr) {
            loops.iter().for_each(|f| self.visit_expr(&f.expr));
            self.visit_expr(term);
            return;
        }
        if let Some(array) = arrays::sorted(expr) {
            self.effects.ordered |= !self.own.contains(&array.to_string());
            return;
        }
        match expr {
            Expr::Assign(a) => self.changes(&a.left),
            Expr::Binary(b) if is_compound(&b.op) => {
                // Sums of integers and sets of bits come to the same in any order, if nobody looks before the end.
                let gathers = match b.op {
                    BinOp::AddAssign(_) | BinOp::SubAssign(_) => has_integers_alone(self.kernel),
                    BinOp::BitAndAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_) => true,
                    _ => false,
                };
                match &*b.left {
                    Expr::Path(p) if gathers && self.is_integer(p) => {
                        self.gathered.extend(p.path.get_ident().map(ToString::to_string));
                        self.visit_expr(&b.right);
                        return;
                    }
                    left => self.changes(left),
                }
            }
            Expr::Path(p) => {
                // What its operators and methods are is not known.
                self.effects.ordered |= self.is_foreign(p);
                self.used.extend(p.path.get_ident().map(ToString::to_string));
            }
            // Something may happen where it is dropped.
            Expr::Struct(_) => self.effects.ordered = true,
            Expr::Reference(r) if r.mutability.is_some() => self.changes(&r.expr),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => self.effects.ordered = true,
            Expr::Call(c) if path_ident(&c.func).is_some_and(|name| self.only_computes(name)) => {
                c.args.iter().for_each(|arg| self.visit_expr(arg));
                return;
            }
            Expr::Call(c) if !is_conversion(c) => {
                let name = path_ident(&c.func).map(ToString::to_string).unwrap_or_default();
                self.effects.ordered = true;
                self.effects.calls |= !name.starts_with(char::is_uppercase);
            }
            // What a range that is known is made into: backwards, or with steps.
            Expr::ForLoop(f) => {
                let mut over = &*f.expr;
                let is_known = holes::variable(self.kernel, f).is_some();
                while let (true, Expr::MethodCall(m)) = (is_known, over) {
                    m.args.iter().for_each(|arg| self.visit_expr(arg));
                    over = &m.receiver;
                }
                self.visit_pat(&f.pat);
                self.visit_expr(over);
                self.inside(|look| look.visit_block(&f.body));
                return;
            }
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                self.effects.ordered |= !crate::methods::is_silent(&name);
            }
            // That of a loop inside is over with the iteration.
            Expr::Break(b) => self.effects.ordered |= b.label.is_some() || self.depth == 0,
            Expr::While(_) | Expr::Loop(_) => {
                self.inside(|look| visit::visit_expr(look, expr));
                return;
            }
            Expr::Return(_) | Expr::Try(_) | Expr::Await(_) | Expr::Yield(_) | Expr::Unsafe(_) => {
                self.effects.ordered = true;
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

fn is_compound(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// Whether all numbers in a kernel are integers: their sums do not depend on the order.
pub fn has_integers_alone(kernel: &Kernel) -> bool {
    let elements = (0..kernel.views.len()).all(|view| kernel.element_type(view).is_some_and(is_integer));
    elements && !kernel.function.to_token_stream().into_iter().any(|token| is_float(&token))
}

fn is_float(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.stream().into_iter().any(|token| is_float(&token)),
        TokenTree::Ident(name) => name == "f32" || name == "f64",
        TokenTree::Literal(literal) => matches!(syn::Lit::new(literal.clone()), syn::Lit::Float(_)),
        TokenTree::Punct(_) => false,
    }
}
