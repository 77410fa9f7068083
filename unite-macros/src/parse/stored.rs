//! Stored tensors: their parameters, loops over what is stored, and statements with one of them.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprArray, ExprForLoop, ExprIndex, ExprMethodCall, Ident, Pat, Stmt, Type, UnOp, parse_quote,
};

use super::elementwise::bare_iterator;
use super::loops::pattern_ident;
use super::{Binding, Parser, jumps};
use crate::ir::{Atom, Hole, Id, Index, Param, Scalar, ScopeKind, Stored, Total, Walk};
use crate::messages;
use crate::source::Source;
use crate::syntax::{Leaves, path_ident};

impl Parser<'_> {
    /// A parameter that is stored: the tensor, and its extents as numbers.
    pub(super) fn stored_param(
        &mut self,
        name: &Ident,
        elem: Type,
        format: Option<&Type>,
        lengths: &[Option<Expr>],
        mutable: bool,
    ) {
        if mutable {
            self.report.error(name, messages::stored_output(&name.to_string()));
            self.failed_param(name.clone());
            return;
        }
        if let Some(length) = lengths.iter().flatten().next() {
            self.report.error(length, messages::stored_length(&name.to_string()));
            self.failed_param(name.clone());
            return;
        }
        let hygienic = |text: String| Ident::new(&text, Span::mixed_site().located_at(name.span()));
        let position = self.kernel.params.len();
        let tensor = hygienic(name.to_string());
        let id = self.kernel.stored.len();
        // Its type is written where it is passed.
        let input = parse_quote!(#tensor: impl Sized);
        self.kernel.params.push(Param::Scalar(Some(tensor.clone()), Box::new(input)));
        let (mut extents, mut scalars) = (Vec::new(), Vec::new());
        for axis in 0..lengths.len() {
            let extent = hygienic(format!("{name}_extent_{axis}"));
            let input = parse_quote!(#extent: ::core::primitive::isize);
            self.kernel.params.push(Param::Scalar(Some(extent.clone()), Box::new(input)));
            self.kernel.scalars.push(Scalar {
                tokens: extent.to_token_stream(),
                param: Some(extent.clone()),
                range: None,
                global: false,
            });
            scalars.push(self.kernel.scalars.len() - 1);
            extents.push(extent);
        }
        let format = format.cloned();
        self.kernel.stored.push(Stored {
            position,
            name: tensor,
            elem,
            format,
            is_factor: false,
            extents,
            scalars,
        });
        self.bind(name, Binding::Stored(id));
    }

    /// The stored tensor that an expression is.
    pub(super) fn known_stored(&self, expr: &Expr) -> Option<Id> {
        match self.lookup(&path_ident(expr)?.to_string()) {
            Some(Binding::Stored(id)) => Some(*id),
            _ => None,
        }
    }

    /// `a.extent(0)`, as an index.
    pub(super) fn extent_of_stored(&mut self, stored: Id, call: &ExprMethodCall) -> Option<Index> {
        let [arg] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
        if call.method != "extent" {
            return None;
        }
        let axis = self.try_index(arg)?.as_constant()?;
        let scalars = &self.kernel.stored[stored].scalars;
        match usize::try_from(axis).ok().and_then(|axis| scalars.get(axis)) {
            Some(scalar) => Some(Self::atom(Atom::Scalar(*scalar))),
            None => {
                let (name, rank) = (self.kernel.stored[stored].name.to_string(), scalars.len());
                self.report.error(arg, messages::no_such_axis(&name, rank, axis));
                Some(Index::constant(0))
            }
        }
    }

    /// A method of a stored tensor where a value is needed.
    pub(super) fn method_on_stored(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let stored = self.known_stored(&call.receiver)?;
        if let Some(index) = self.extent_of_stored(stored, call) {
            let axis = self.kernel.stored[stored].scalars.iter();
            let at = axis.zip(&self.kernel.stored[stored].extents);
            let extent = at.clone().find(|(id, _)| index == Self::atom(Atom::Scalar(**id)));
            return Some(match extent {
                Some((_, extent)) => parse_quote!((#extent as ::core::primitive::i32)),
                None => parse_quote!(0),
            });
        }
        let name = self.kernel.stored[stored].name.to_string();
        let method = call.method.to_string();
        self.report.error(call, messages::stored_method(&name, &method));
        Some(Expr::Verbatim(quote!(())))
    }

    /// `a[[i, j]]` outside of a statement that knows what to do with it.
    pub(super) fn element_of_stored(&mut self, index: &ExprIndex) -> Option<Expr> {
        let stored = self.known_stored(&index.expr)?;
        let name = self.kernel.stored[stored].name.to_string();
        self.report.error(index, messages::stored_element(&name, self.kernel.stored[stored].rank()));
        Some(Expr::Verbatim(quote!(0)))
    }

    /// The tensor of `a.stored()`.
    pub(super) fn stored_elements(&self, expr: &Expr) -> Option<Id> {
        match expr {
            Expr::MethodCall(call) if call.method == "stored" && call.args.is_empty() => {
                self.known_stored(&call.receiver)
            }
            _ => None,
        }
    }

    /// `for ([i, j], element) in a.stored() { .. }`
    pub(super) fn walk_loop(&mut self, f: &mut ExprForLoop, of: Id) -> Expr {
        let rank = self.kernel.stored[of].rank();
        let (index, element) = match &*f.pat {
            Pat::Tuple(pair) if pair.elems.len() == 2 => (Some(&pair.elems[0]), pair.elems[1].clone()),
            _ => (None, parse_quote!(_)),
        };
        let mut names: Vec<Ident> = match index {
            Some(Pat::Slice(slice)) => slice.elems.iter().filter_map(pattern_ident).collect(),
            Some(other) if rank == 1 => pattern_ident(other).into_iter().collect(),
            _ => Vec::new(),
        };
        if names.len() != rank {
            let name = self.kernel.stored[of].name.to_string();
            self.report.error(&f.pat, messages::stored_pattern(&name, rank));
            names.resize(rank, Ident::new("_index", Span::call_site()));
        }
        if let Some((_, asked)) = self.asked.take() {
            let name = self.kernel.stored[of].name.to_string();
            self.report.error(&asked, messages::stored_schedule(&name));
        }
        let mut body = f.body.clone();
        let jumps = jumps::redirect(&mut body, f.label.as_ref(), self.kernel.scopes.len());
        let walk = self.walk(of, &names, element, body, jumps, None);
        self.hole(Hole::Walk(walk))
    }

    fn walk(
        &mut self,
        of: Id,
        names: &[Ident],
        element: Pat,
        mut body: Block,
        jumps: crate::ir::Jumps,
        statement: Option<Option<Id>>,
    ) -> Id {
        let scalars = self.kernel.stored[of].scalars.clone();
        let vars: Vec<Id> = names
            .iter()
            .zip(scalars)
            .map(|(name, extent)| {
                let var = self.loop_var(name, Index::constant(0), Self::atom(Atom::Scalar(extent)), true);
                self.kernel.vars[var].has_gaps = true;
                self.kernel.vars[var].step = None;
                var
            })
            .collect();
        let mut leaves = Leaves::default();
        leaves.visit_block(&body);
        let is_left = leaves.0 || jumps.whole.is_some() || jumps.point.is_some();
        let outermost = total(&body, names).filter(|_| !is_left);
        let (writes, accesses) = (self.kernel.writes.len(), self.kernel.accesses.len());
        let (scope, ()) = self.within(ScopeKind::Loop(vars.clone()), |this| {
            for (name, var) in names.iter().zip(&vars) {
                this.bind(name, Binding::Var(*var));
            }
            this.bind_pattern(&element);
            this.block(&mut body);
        });
        let is_one = self.kernel.writes.len() == writes + 1;
        let accesses = accesses..self.kernel.accesses.len();
        let (is_statement, zeroed) = (statement.is_some() && !is_left, statement.flatten());
        let is_new = zeroed.is_some();
        let total = outermost.filter(|_| is_one).map(|outermost| Total {
            outermost,
            write: writes,
            accesses,
            is_new,
        });
        self.kernel.walks.push(Walk {
            of,
            vars,
            scope,
            element,
            jumps,
            body,
            zeroed,
            is_statement,
            covered: Vec::new(),
            total,
        });
        self.kernel.walks.len() - 1
    }

    /// `t[[!i]] = sum(|j| a[[!i, j]] * x[[j]])`, and other statements with one stored tensor.
    pub(super) fn stored_statement(
        &mut self,
        view: Id,
        left: &ExprIndex,
        target: &ExprArray,
        op: &Option<TokenStream>,
        right: &Expr,
    ) -> Option<Expr> {
        if target.elems.iter().all(|elem| bare_iterator(elem).is_none()) {
            return None;
        }
        let found = self.stored_reads(right);
        let (read, of) = found.first()?.clone();
        let name = self.kernel.stored[of].name.to_string();
        if let Some((second, _)) = found.get(1) {
            self.report.error(second, messages::stored_operands(&name));
            return Some(Expr::Verbatim(quote!(())));
        }
        match self.statement_of(view, left, target, op, right, &read, of) {
            Ok(statement) => Some(statement),
            Err((place, message)) => {
                self.report.error(place, message);
                Some(Expr::Verbatim(quote!(())))
            }
        }
    }

    /// `sum(|i, j| a[[i, j]] * b[[i, j]])` where a value is needed, if `a` is stored: a loop over what is stored.
    pub(super) fn sum_of_stored(&mut self, names: &[Ident], term: &Expr) -> Option<Expr> {
        let found = self.stored_reads(term);
        let (read, of) = found.first()?.clone();
        let name = self.kernel.stored[of].name.to_string();
        let mistake = match (found.get(1), &*read.index) {
            (Some((second, _)), _) => Some((Source::from(second), messages::stored_operands(&name))),
            (None, Expr::Array(at)) => {
                let is_name = |elem: &Expr| path_ident(elem).is_some_and(|elem| names.contains(elem));
                let other = at.elems.iter().position(|elem| !is_name(elem));
                match other {
                    Some(axis) => Some((Source::from(&at.elems[axis]), messages::stored_index(&name, axis))),
                    None if at.elems.len() != names.len() => {
                        Some(((&*read.index).into(), messages::stored_names(&name, names.len())))
                    }
                    None if !is_factor(term, &read) => Some(((&read).into(), messages::stored_factor(&name))),
                    None => None,
                }
            }
            (None, other) => Some((other.into(), messages::single_bracket(&name))),
        };
        if let Some((place, message)) = mistake {
            self.report.error(place, message);
            return Some(parse_quote!(0));
        }
        let (tensor, index, krate) = (&read.expr, &read.index, self.kernel.krate.clone());
        let [element, total] = ["element", "total"].map(|name| Ident::new(name, Span::mixed_site()));
        let mut value = term.clone();
        Replace { read: &read, element: &element, names: &[] }.visit_expr_mut(&mut value);
        self.kernel.stored[of].is_factor = true;
        Some(parse_quote!({
            let mut #total = #krate::staged::zero();
            for (#index, #element) in #tensor.stored() {
                #total = #krate::staged::sum(#total, #value);
            }
            #total
        }))
    }

    /// The reads of stored tensors in an expression.
    fn stored_reads(&self, expr: &Expr) -> Vec<(ExprIndex, Id)> {
        let mut find = Reads { parser: self, found: Vec::new() };
        find.visit_expr(expr);
        find.found
    }

    #[allow(clippy::too_many_arguments)]
    fn statement_of(
        &mut self,
        view: Id,
        left: &ExprIndex,
        target: &ExprArray,
        op: &Option<TokenStream>,
        right: &Expr,
        read: &ExprIndex,
        of: Id,
    ) -> Result<Expr, (Source, String)> {
        let name = self.kernel.stored[of].name.to_string();
        let rank = self.kernel.stored[of].rank();
        let Expr::Array(at) = &*read.index else {
            return Err((read.into(), messages::single_bracket(&name)));
        };
        if at.elems.len() != rank {
            return Err(((&read.index).into(), messages::wrong_rank(&name, rank, at.elems.len())));
        }
        if op.as_ref().is_some_and(|op| op.to_string() != "+") {
            return Err((left.into(), messages::stored_operator(&name)));
        }
        let (mut reduced, term) = match super::sums::parts(right) {
            Some((names, term)) => (names, term.clone()),
            None => (Vec::new(), right.clone()),
        };
        let summed = !reduced.is_empty();
        let mut free = Vec::new();
        for elem in &target.elems {
            match bare_iterator(elem) {
                Some(iterator) => free.push(iterator.clone()),
                None => return Err((elem.into(), messages::stored_target(&name))),
            }
        }
        let mut names: Vec<Ident> = Vec::new();
        for (axis, elem) in at.elems.iter().enumerate() {
            let along = match (bare_iterator(elem), path_ident(elem)) {
                (Some(iterator), _) if free.contains(iterator) => Some(iterator),
                // With an operator, an iterator may stand on the right alone.
                (Some(iterator), _) if !summed && op.is_some() => {
                    reduced.push(iterator.clone());
                    Some(iterator)
                }
                (Some(iterator), _) => {
                    return Err((elem.into(), messages::stored_sum(&iterator.to_string())));
                }
                (None, Some(plain)) if reduced.contains(plain) => Some(plain),
                _ => None,
            };
            match along {
                Some(along) if !names.contains(along) => names.push(along.clone()),
                _ => return Err((elem.into(), messages::stored_index(&name, axis))),
            }
        }
        if let Some(other) = reduced.iter().find(|reduced| !names.contains(reduced)) {
            return Err((other.into(), messages::stored_other_sum(&name, &other.to_string())));
        }
        if !is_factor(&term, read) {
            return Err((read.into(), messages::stored_factor(&name)));
        }
        let root = self.root(&left.expr);
        let mut reads = Touches { parser: self, root, found: None };
        reads.visit_expr(&term);
        if let Some(read) = reads.found {
            let target = self.name(view);
            return Err(((&read).into(), messages::stored_in_place(&name, &target)));
        }
        let narrow = self.elem_name(view);
        if !reduced.is_empty() && matches!(narrow.as_str(), "u8" | "i8" | "u16" | "i16") {
            return Err((left.into(), messages::stored_narrow(&name, &narrow)));
        }
        let element = Ident::new("element", Span::mixed_site());
        let mut replace = Replace { read, element: &element, names: &names };
        let (mut at, mut value) = (Expr::Index(left.clone()), term);
        replace.visit_expr_mut(&mut at);
        replace.visit_expr_mut(&mut value);
        let krate = self.kernel.krate.clone();
        let zeroed = match op {
            Some(_) => None,
            None => {
                let zero: Expr = parse_quote!(#krate::staged::zero());
                let zeroed = self.write(left, None, &zero).ok_or_else(|| (left.into(), String::new()))?;
                crate::holes::number(&zeroed)
            }
        };
        let statement: Expr = match (op, reduced.is_empty()) {
            (None, true) => parse_quote!(#at = #value),
            _ => parse_quote!(#at += #value),
        };
        let body = parse_quote!({ #statement; });
        let walk = self.walk(of, &names, parse_quote!(#element), body, Default::default(), Some(zeroed));
        let axes = names.iter().enumerate();
        let covered =
            axes.filter_map(|(axis, name)| Some((axis, view, free.iter().position(|free| free == name)?)));
        self.kernel.walks[walk].covered = covered.collect();
        self.kernel.stored[of].is_factor = true;
        Ok(self.hole(Hole::Walk(walk)))
    }
}

/// Reads of stored tensors.
struct Reads<'p, 'r> {
    parser: &'p Parser<'r>,
    found: Vec<(ExprIndex, Id)>,
}

impl Visit<'_> for Reads<'_, '_> {
    fn visit_expr_index(&mut self, index: &ExprIndex) {
        if let Some(of) = self.parser.known_stored(&index.expr) {
            self.found.push((index.clone(), of));
        }
        syn::visit::visit_expr_index(self, index);
    }
}

/// Reads of what a view shows.
struct Touches<'p, 'r> {
    parser: &'p Parser<'r>,
    root: Option<Id>,
    found: Option<ExprIndex>,
}

impl Visit<'_> for Touches<'_, '_> {
    fn visit_expr_index(&mut self, index: &ExprIndex) {
        let tensors = &self.parser.kernel.views;
        let origin = |mut view: Id| {
            while let Some(of) = tensors[view].def.shows() {
                view = of;
            }
            view
        };
        if self.root.is_some() && self.parser.root(&index.expr).map(origin) == self.root.map(origin) {
            self.found.get_or_insert(index.clone());
        }
        syn::visit::visit_expr_index(self, index);
    }
}

/// Whether an expression is zero where this read is.
fn is_factor(expr: &Expr, read: &ExprIndex) -> bool {
    match expr {
        Expr::Index(index) => index == read,
        Expr::Binary(b) if matches!(b.op, syn::BinOp::Mul(_)) => {
            is_factor(&b.left, read) || is_factor(&b.right, read)
        }
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => is_factor(&u.expr, read),
        Expr::Cast(c) => is_factor(&c.expr, read),
        // What stands over several lines has braces around it.
        Expr::Block(b) if b.label.is_none() => {
            matches!(&b.block.stmts[..], [Stmt::Expr(value, None)] if is_factor(value, read))
        }
        _ => false,
    }
}

/// Puts the name of an element in the place of a read, and variables of the walk in that of iterators.
struct Replace<'a> {
    read: &'a ExprIndex,
    element: &'a Ident,
    names: &'a [Ident],
}

impl VisitMut for Replace<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Index(index) if index == self.read => {
                let element = self.element;
                *expr = parse_quote!(#element);
            }
            Expr::Unary(_) if bare_iterator(expr).is_some_and(|name| self.names.contains(name)) => {
                let name = bare_iterator(expr).cloned();
                *expr = parse_quote!(#name);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

/// How many of the variables, from the outermost on, choose the element that the one statement of a body adds to, if they are not
/// all.
fn total(body: &Block, names: &[Ident]) -> Option<usize> {
    let [Stmt::Expr(Expr::Binary(add), _)] = &body.stmts[..] else { return None };
    let Expr::Index(left) = &*add.left else { return None };
    let Expr::Array(at) = &*left.index else { return None };
    if !matches!(add.op, syn::BinOp::AddAssign(_)) || path_ident(&left.expr).is_none() {
        return None;
    }
    let mut outermost = 0;
    for elem in &at.elems {
        // Anything but a variable of the walk is not followed.
        let axis = names.iter().position(|name| path_ident(elem) == Some(name))?;
        outermost = outermost.max(axis + 1);
    }
    (outermost < names.len()).then_some(outermost)
}
