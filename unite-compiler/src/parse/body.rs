//! The statements and expressions of a body: everything that is not about tensors stays as it is.

use std::collections::VecDeque;

use quote::{ToTokens, quote};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Local, Pat, Stmt, Token};

use super::index::strip_reference;
use super::macros::{expands_to_items, is_known_macro, may_be_items};
use super::operators::compound;
use super::parser::Kind;
use super::rows::Piece;
use super::{Binding, Parser, tidy};
use crate::arrays;
use crate::ir::{Condition, Hole, Id, Index, ScopeKind};
use crate::messages;
use crate::syntax::{enclose, normal, path_ident};

impl Parser<'_> {
    /// The body of the kernel. Its checks are made at entry, by the code around it.
    pub(super) fn body(&mut self, block: &mut Block) {
        self.block(block);
    }

    /// The statements of a block, with names of their own.
    pub(super) fn block(&mut self, block: &mut Block) {
        let outside = self.open();
        for stmt in &block.stmts {
            self.local_constant(stmt);
        }
        let outer = std::mem::take(&mut self.before);
        // Items of a macro are known before it, too.
        if block.stmts.iter().any(may_be_items) {
            self.pending.push(Hole::Same);
        }
        let stmts = std::mem::take(&mut block.stmts);
        block.stmts.extend(self.kept());
        let mut rest: VecDeque<Piece> = stmts.into_iter().map(Piece::plain).collect();
        while let Some(piece) = rest.pop_front() {
            let Some((mut stmt, together)) = self.piece(piece, &mut rest) else { continue };
            let views = match &mut stmt {
                Stmt::Local(local) => self.tuple_of_views(local),
                _ => Vec::new(),
            };
            for (_, view) in &views {
                let hole = self.hole(Hole::Define(*view));
                block.stmts.push(Stmt::Expr(hole, Some(Default::default())));
            }
            self.with_accumulators(&mut stmt, Self::statement);
            if together {
                self.is_together();
            }
            for (name, view) in views {
                self.bind(&name, Binding::Tensor(view));
            }
            // The checks of a loop stand before it.
            for checks in self.before.drain(..) {
                block.stmts.push(Stmt::Expr(checks, Some(Default::default())));
            }
            block.stmts.push(stmt);
            block.stmts.extend(self.kept());
        }
        self.before = outer;
        self.close(outside);
    }

    /// Statements that keep the values of the names bound since the last time.
    fn kept(&mut self) -> Vec<Stmt> {
        let holes = std::mem::take(&mut self.pending);
        holes.into_iter().map(|hole| Stmt::Expr(self.hole(hole), Some(Default::default()))).collect()
    }

    /// Gives an arm or the body of a closure a block, where its checks and the values of its names have a place.
    pub(super) fn as_block(&self, expr: &mut Expr) {
        if matches!(expr, Expr::ForLoop(_)) || !self.pending.is_empty() {
            enclose(expr);
        }
    }

    /// An expression in a place where a value is needed.
    pub(super) fn expression(&mut self, expr: &mut Expr) {
        self.visit_expr_mut(expr);
    }

    /// A constant declared in the body is an index, or several, if it is made of literals, and otherwise just a value.
    fn local_constant(&mut self, stmt: &Stmt) {
        if let Stmt::Item(syn::Item::Const(item)) = stmt {
            let binding = match (self.constant_index(&item.expr), &*item.expr) {
                (Some(index), _) => Binding::Let(self.new_let(index)),
                (None, Expr::Array(array)) => self.numbers(array).map_or(Binding::Other, Binding::Numbers),
                (None, _) => Binding::Other,
            };
            self.bind(&item.ident, binding);
        }
    }

    pub(super) fn new_let(&mut self, index: Index) -> Id {
        self.kernel.lets.push(index);
        self.kernel.lets.len() - 1
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Local(local) => {
                if let Some(hole) = self.local(local) {
                    *stmt = Stmt::Expr(hole, Some(Default::default()));
                }
            }
            // Items do not see the locals of the kernel.
            Stmt::Item(_) => {}
            Stmt::Macro(m) => {
                self.macro_arguments(&mut m.mac);
                if !expands_to_items(&m.mac) {
                    // Where an expression stands, no macro of that name binds a variable.
                    let (attrs, mac, end) = (m.attrs.clone(), m.mac.clone(), m.semi_token);
                    let inner = Expr::Macro(syn::ExprMacro { attrs, mac });
                    *stmt = Stmt::Expr(syn::parse_quote!((#inner)), end);
                } else {
                    self.opaque_macro(&m.mac.clone());
                }
            }
            Stmt::Expr(expr, end) => {
                if end.is_some() {
                    self.does_nothing(expr);
                }
                self.expression(expr);
            }
        }
    }

    /// A `let`: the definition of a tensor, an index, or any other value.
    fn local(&mut self, local: &mut Local) -> Option<Expr> {
        self.binds_a_copy(local);
        self.narrows(local);
        let name = match &local.pat {
            Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => {
                Some((p.ident.clone(), p.mutability.is_some()))
            }
            Pat::Type(t) => match &*t.pat {
                Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => {
                    Some((p.ident.clone(), p.mutability.is_some()))
                }
                _ => None,
            },
            _ => None,
        };
        if let (Some((name, _)), Some(init)) = (&name, &local.init) {
            if self.is_tensor(strip_reference(&init.expr)) {
                let Some(view) = self.tensor(strip_reference(&init.expr), Some(name)) else {
                    // What is wrong with it was said.
                    self.bind(name, Binding::Other);
                    return None;
                };
                self.bind(name, Binding::Tensor(view));
                return Some(self.hole(Hole::Define(view)));
            }
            let init_of = strip_reference(&init.expr);
            if self.is_stored(init_of) {
                let Some(of) = self.stored_view(init_of, Some(name)) else {
                    self.bind(name, Binding::Other);
                    return None;
                };
                self.bind(name, Binding::Stored(of));
                return Some(self.hole(Hole::Part(of)));
            }
            if let Some(view) = self.allocation(&init.expr, name) {
                self.bind(name, Binding::Tensor(view));
                return Some(self.hole(Hole::Define(view)));
            }
        }
        // A name for something that only stands somewhere in the body is a value itself: what it was made of may be
        // hidden by another name where it is used.
        let index = match (&name, &local.init) {
            (Some((_, false)), Some(init)) => self
                .try_index(&init.expr)
                .filter(|index| !index.any_atom(|a| matches!(a, crate::ir::Atom::Value(_)))),
            _ => None,
        };
        let kind = local.init.as_ref().and_then(|init| self.kind(&init.expr));
        let (plain, casts) = match &local.init {
            Some(init) => (self.is_plain(&init.expr), self.casts(&init.expr)),
            None => (false, false),
        };
        if let Some(init) = &mut local.init {
            self.expression(&mut init.expr);
            if let Some((_, diverge)) = &mut init.diverge {
                self.expression(diverge);
            }
        }
        match (name, index) {
            (Some((name, _)), Some(index)) => {
                let id = self.new_let(index);
                if !plain {
                    self.kernel.computed.insert(id, casts);
                }
                self.bind(&name, Binding::Let(id));
                let mentioned = self.hole(Hole::Mentioned(id));
                self.before.push(mentioned);
            }
            // What is assigned later has no value yet.
            _ if local.init.is_none() => self.bind_all(&local.pat, |_, _| Binding::Other),
            _ => self.bind_pattern(&local.pat),
        }
        self.note_kind(local, kind);
        None
    }

    /// Takes the tensors out of `let (a, b) = (t[[0, ..]], 2)`. They are not bound yet: all of the right side comes before
    /// the names.
    fn tuple_of_views(&mut self, local: &mut Local) -> Vec<(syn::Ident, Id)> {
        let (Pat::Tuple(names), Some(init)) = (&local.pat, &local.init) else { return Vec::new() };
        let Expr::Tuple(values) = &*init.expr else { return Vec::new() };
        if names.elems.len() != values.elems.len() || init.diverge.is_some() {
            return Vec::new();
        }
        let (names, values) = (names.elems.clone(), values.elems.clone());
        let (mut views, mut rest) = (Vec::new(), Vec::new());
        for (pat, value) in names.into_iter().zip(values) {
            let view = match &pat {
                Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => {
                    let view = if self.is_tensor(strip_reference(&value)) {
                        self.tensor(strip_reference(&value), Some(&p.ident))
                    } else {
                        self.allocation(&value, &p.ident)
                    };
                    view.map(|view| (p.ident.clone(), view))
                }
                _ => None,
            };
            match view {
                Some(view) => views.push(view),
                None => rest.push((pat, value)),
            }
        }
        if !views.is_empty() {
            let one = rest.len() == 1;
            let (mut pats, mut values): (Punctuated<Pat, _>, Punctuated<Expr, _>) = rest.into_iter().unzip();
            if one {
                pats.push_punct(Default::default());
                values.push_punct(Default::default());
            }
            if let (Pat::Tuple(names), Some(init)) = (&mut local.pat, &mut local.init)
                && let Expr::Tuple(tuple) = &mut *init.expr
            {
                (names.elems, tuple.elems) = (pats, values);
            }
        }
        views
    }

    /// A macro that may expand to anything, items and `let`s among them: the names that it is given, and those that it may know
    /// without, are bound anew as far as anybody knows, and constants have to be what they were.
    fn opaque_macro(&mut self, mac: &syn::Macro) {
        self.kernel.opaque.get_or_insert_with(|| tidy(&mac.path.to_token_stream().to_string()));
        let mut rest: Vec<proc_macro2::TokenTree> = mac.tokens.clone().into_iter().collect();
        while let Some(token) = rest.pop() {
            match token {
                proc_macro2::TokenTree::Group(group) => rest.extend(group.stream()),
                proc_macro2::TokenTree::Ident(name) => match self.lookup(&name.to_string()) {
                    Some(Binding::Tensor(_) | Binding::Numbers(_)) => self.bind(&name, Binding::Other),
                    Some(Binding::Other) | None => {}
                    Some(_) => {
                        let value = self.named_value(&name);
                        self.bind(&name, Binding::Value(value));
                    }
                },
                _ => {}
            }
        }
        let mut known: Vec<String> = self.names.iter().flat_map(|names| names.keys().cloned()).collect();
        known.sort();
        known.dedup();
        for name in known {
            let is_variable = match self.lookup(&name) {
                Some(Binding::Var(id)) => !self.kernel.vars[*id].staged,
                Some(Binding::Let(_) | Binding::Scalar(_) | Binding::Value(_)) => true,
                _ => false,
            };
            if let Some(name) = self.bound.get(&name).cloned().filter(|_| is_variable) {
                let value = self.named_value(&name);
                self.bind(&name, Binding::Value(value));
            }
        }
        self.pending.push(Hole::Same);
    }

    /// The arguments of the macros that take expressions; others are left alone.
    fn macro_arguments(&mut self, mac: &mut syn::Macro) {
        if !is_known_macro(mac) {
            return;
        }
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(args) = parser.parse2(mac.tokens.clone()) {
            // A macro of that name may be one of the user's, which binds what it is given.
            let outer = std::mem::replace(&mut self.in_macro, true);
            let mut args: Punctuated<Expr, Token![,]> = args.into_iter().map(normal).collect();
            let outside = self.open();
            for name in args.iter().filter_map(path_ident).cloned().collect::<Vec<_>>() {
                // Variables of loops over index spaces have no name that a macro could be given.
                let is_written = match self.lookup(&name.to_string()) {
                    Some(Binding::Var(id)) => !self.kernel.vars[*id].staged,
                    Some(Binding::Tensor(_)) | None => false,
                    Some(_) => true,
                };
                if is_written {
                    self.bind(&name, Binding::Other);
                }
            }
            for arg in &mut args {
                self.expression(arg);
            }
            self.close(outside);
            self.in_macro = outer;
            self.kernel.closed |= args.iter().any(crate::holes::contains);
            mac.tokens = quote!(#args);
        }
    }

    /// An indexed tensor where a value is needed: a read.
    fn read(&mut self, expr: &syn::ExprIndex) -> Option<Expr> {
        if !self.is_tensor(&expr.expr) {
            return None;
        }
        let whole = Expr::Index(expr.clone());
        if self.is_tensor(&whole) {
            let view = self.tensor(&whole, None)?;
            self.report.error(expr, messages::view_as_value(&self.name(view)));
            return Some(Expr::Verbatim(quote!(0)));
        }
        let Expr::Array(array) = &*expr.index else {
            let view = self.tensor(&expr.expr, None)?;
            let message = messages::single_bracket(&self.name(view));
            self.report.error(expr, message);
            return Some(Expr::Verbatim(quote!(0)));
        };
        let view = self.tensor(&expr.expr, None)?;
        let elems: Vec<&Expr> = array.elems.iter().collect();
        let access = self.access(view, expr, &elems, false);
        Some(self.hole(Hole::Read(access)))
    }

    fn method_on_tensor(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        if !self.is_tensor(&call.receiver) {
            if let Some(arg) = call.args.iter().find(|a| self.is_tensor(strip_reference(a))) {
                self.report.error(arg, messages::not_a_kernel_call());
                return Some(Expr::Verbatim(quote!(())));
            }
            return None;
        }
        let view = self.tensor(&call.receiver, None)?;
        if let Some(index) = self.getter(view, call) {
            return Some(self.hole(Hole::Get(view, index)));
        }
        let whole = Expr::MethodCall(call.clone());
        let message = if self.is_tensor(&whole) {
            match self.tensor(&whole, None) {
                Some(derived) if derived != view => messages::view_as_value(&self.name(derived)),
                _ => return Some(Expr::Verbatim(quote!(()))),
            }
        } else {
            messages::view_as_value(&self.name(view))
        };
        self.report.error(call, message);
        Some(Expr::Verbatim(quote!(())))
    }
}

impl VisitMut for Parser<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.block(block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let index = match &*expr {
            Expr::Assign(a) => &*a.left,
            Expr::Binary(b) if compound(&b.op).is_some() => &*b.left,
            other => other,
        };
        if self.writes_a_row(expr) {
            let block = enclose(expr);
            self.block(block);
            return;
        }
        let slips = matches!(index, Expr::Index(index) if self.is_no_tensor(index));
        if slips || self.changes_a_copy(expr) {
            *expr = Expr::Verbatim(quote!(()));
            return;
        }
        let replaced = match expr {
            Expr::Assign(a) => match &mut *a.left {
                Expr::Index(left) => {
                    let around = self.attributes_of(&mut left.attrs);
                    let written = self.write(&left.clone(), None, &a.right.clone());
                    self.is_not_counted(around);
                    written
                }
                _ => None,
            },
            Expr::Binary(b) => match (&mut *b.left, compound(&b.op)) {
                (Expr::Index(left), Some(op)) => {
                    let around = self.attributes_of(&mut left.attrs);
                    let written = self.write(&left.clone(), Some(op), &b.right.clone());
                    self.is_not_counted(around);
                    written
                }
                _ => {
                    // The right side of `&&` and `||` runs only if the left one says so.
                    let condition = match b.op {
                        BinOp::And(_) => Some(self.condition(&b.left)),
                        BinOp::Or(_) => Some(self.condition(&b.left).negated()),
                        _ => None,
                    };
                    self.agree(b);
                    self.visit_expr_mut(&mut b.left);
                    match condition {
                        Some(condition) => {
                            let (scope, ()) = self.within(ScopeKind::Branch(condition), |this| {
                                this.visit_expr_mut(&mut b.right);
                            });
                            if crate::holes::contains(&b.right) {
                                self.checked_expression(scope, &mut b.right);
                            }
                        }
                        None => self.visit_expr_mut(&mut b.right),
                    }
                    return;
                }
            },
            Expr::ForLoop(_) => {
                self.for_loop(expr);
                return;
            }
            Expr::If(i) => {
                self.branches(i);
                return;
            }
            Expr::Match(m) => {
                self.arms(m);
                return;
            }
            Expr::While(w) => {
                let (scope, ()) = self.within(ScopeKind::Branch(Condition::Unknown), |this| {
                    this.chain(&mut w.cond);
                    this.bind_chain(&w.cond);
                    this.block(&mut w.body);
                });
                self.checked_block(scope, &mut w.body);
                return;
            }
            Expr::Loop(l) => {
                let (scope, ()) =
                    self.within(ScopeKind::Branch(Condition::Unknown), |this| this.block(&mut l.body));
                self.checked_block(scope, &mut l.body);
                return;
            }
            Expr::Closure(c) => {
                let accesses = self.kernel.accesses.len();
                let (scope, ()) = self.within(ScopeKind::Branch(Condition::Unknown), |this| {
                    for input in &c.inputs {
                        this.bind_pattern(input);
                    }
                    this.as_block(&mut c.body);
                    this.expression(&mut c.body);
                });
                self.kernel.in_closures.extend(accesses..self.kernel.accesses.len());
                self.checked_expression(scope, &mut c.body);
                return;
            }
            Expr::Async(a) => {
                let (scope, ()) =
                    self.within(ScopeKind::Branch(Condition::Unknown), |this| this.block(&mut a.block));
                self.checked_block(scope, &mut a.block);
                return;
            }
            Expr::Macro(m) => {
                self.macro_arguments(&mut m.mac);
                return;
            }
            Expr::Call(call) => self.sum(call).or_else(|| self.kernel_call(call)),
            Expr::Index(index) => self.read(&index.clone()).or_else(|| self.element_of_stored(index)),
            Expr::MethodCall(call) if self.known_stored(&call.receiver).is_some() => {
                self.method_on_stored(&call.clone())
            }
            // What a macro is given goes through tokens.
            Expr::Cast(cast) if !self.in_macro => {
                self.mark_saturated(cast);
                None
            }
            Expr::MethodCall(call) if arrays::is_sort(&call.method.to_string()) && call.args.is_empty() => {
                match (path_ident(&call.receiver), self.kind(&call.receiver)) {
                    (Some(array), Some(Kind::Array)) => Some(arrays::sort(array, call.method.span())),
                    (Some(array), Some(Kind::Floats)) => {
                        self.report.error(&*call, messages::sorted_floats(&array.to_string()));
                        None
                    }
                    _ => self.method_on_tensor(&call.clone()),
                }
            }
            Expr::MethodCall(call) => {
                self.saturates_wide(call);
                self.agree_in_call(call);
                self.method_on_tensor(&call.clone())
            }
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Not(_)) => match path_ident(&u.expr) {
                Some(name) => {
                    let text = name.to_string();
                    let var = self.iterators.iter().find(|(n, _)| *n == text).map(|(_, id)| *id);
                    if var.is_none() && !self.iterators.is_empty() && self.lookup(&text).is_none() {
                        let known: Vec<String> = self.iterators.iter().map(|(n, _)| n.clone()).collect();
                        self.report.error(&u, messages::unknown_iterator(&text, &known));
                    }
                    var.map(|id| self.hole(Hole::Var(id)))
                }
                None => None,
            },
            Expr::Path(path) if path.qself.is_none() => {
                match path.path.get_ident().map(ToString::to_string) {
                    Some(name) => match self.lookup(&name) {
                        Some(Binding::Var(id)) if self.kernel.vars[*id].staged => {
                            let id = *id;
                            Some(self.hole(Hole::Var(id)))
                        }
                        Some(Binding::Stored(_)) => {
                            self.report.error(&path, messages::stored_as_value(&name));
                            Some(Expr::Verbatim(quote!(())))
                        }
                        Some(Binding::Tensor(_)) => {
                            self.report.error(&path, messages::view_as_value(&name));
                            Some(Expr::Verbatim(quote!(())))
                        }
                        _ => None,
                    },
                    None => None,
                }
            }
            _ => None,
        };
        match replaced {
            Some(replaced) => *expr = replaced,
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        self.local(local);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        self.with_accumulators(stmt, Self::statement);
    }
}
