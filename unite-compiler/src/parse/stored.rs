//! Stored tensors: their parameters, and loops over what is stored.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    Block, Expr, ExprArray, ExprCall, ExprForLoop, ExprIndex, ExprMethodCall, Ident, Pat, Stmt, Type,
    parse_quote, parse_quote_spanned,
};

use super::loops::pattern_ident;
use super::parser::Changing;
use super::{Binding, Parser, jumps, macros};
use crate::ir::{
    Atom, Case, Changes, Fold, Hole, Id, Index, Jumps, Operand, Param, Scalar, ScopeKind, Stored, Total,
    UNNAMED, Walk,
};
use crate::messages;
use crate::syntax::{Leaves, path_ident};

/// How a walk runs.
#[derive(Default)]
pub(super) struct Run {
    /// Where jumps out of the body go.
    pub jumps: Jumps,
    /// If it is a statement: what sets what is summed to zero before it, if anything does.
    pub statement: Option<Option<Id>>,
    /// If the tensor itself is changed.
    pub changes: Option<Changes>,
}

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
        if let Some(length) = lengths.iter().flatten().next() {
            self.report.error(length, messages::stored_length(&name.to_string()));
            self.failed_param(name.clone());
            return;
        }
        let places = self.asks_places && !mutable;
        let hygienic = |text: String| Ident::new(&text, Span::mixed_site().located_at(name.span()));
        let position = self.kernel.params.len();
        let tensor = hygienic(name.to_string());
        let id = self.kernel.stored.len();
        // Its type is written where it is passed.
        let input = parse_quote!(#tensor: impl Sized);
        self.kernel.params.push(Param::Scalar(Some(tensor.clone()), Box::new(input)));
        let mut numbers = |what: &str| -> (Vec<Ident>, Vec<Index>) {
            let number = |axis: usize| {
                let number = hygienic(self.own_name(&format!("{name}_{what}_{axis}")).to_string());
                let input = parse_quote!(#number: ::core::primitive::isize);
                self.kernel.params.push(Param::Scalar(Some(number.clone()), Box::new(input)));
                self.kernel.scalars.push(Scalar {
                    tokens: number.to_token_stream(),
                    param: Some(number.clone()),
                    range: None,
                    global: false,
                });
                (number, Self::atom(Atom::Scalar(self.kernel.scalars.len() - 1)))
            };
            (0..lengths.len()).map(number).unzip()
        };
        let (extents, extent) = numbers("extent");
        let (origins, origin) = if places { numbers("origin") } else { Default::default() };
        let format = format.cloned();
        self.kernel.stored.push(Stored {
            position,
            name: tensor,
            elem,
            format,
            mutable,
            nothing: None,
            is_assembled: false,
            is_changed: false,
            is_inserted: false,
            is_looked_up: false,
            is_passed: false,
            extents,
            extent,
            origins,
            origin,
            order: (0..lengths.len()).collect(),
            part: None,
            is_parted: [false; 3],
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

    /// `a.extent(0)` and `a.origin(0)`, as an index.
    pub(super) fn extent_of_stored(&mut self, stored: Id, call: &ExprMethodCall) -> Option<Index> {
        let [arg] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
        let is_origin = call.method == "origin";
        if call.method != "extent" && (!is_origin || self.kernel.stored[stored].mutable) {
            return None;
        }
        let axis = self.try_index(arg)?.as_constant()?;
        let stored = &self.kernel.stored[stored];
        let numbers = if is_origin { &stored.origin } else { &stored.extent };
        match usize::try_from(axis).ok().and_then(|axis| stored.order.get(axis)) {
            Some(axis) => numbers.get(*axis).cloned(),
            None => {
                let (name, rank) = (stored.name.to_string(), stored.seen());
                self.report.error(arg, messages::no_such_axis(&name, rank, axis));
                Some(Index::constant(0))
            }
        }
    }

    /// A method of a stored tensor where a value is needed.
    pub(super) fn method_on_stored(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let stored = self.known_stored(&call.receiver)?;
        if let Some(index) = self.extent_of_stored(stored, call) {
            let of = &self.kernel.stored[stored];
            let numbers = of.extent.iter().zip(&of.extents).chain(of.origin.iter().zip(&of.origins));
            let number = numbers.clone().find(|(at, _)| index == **at).map(|(_, name)| name);
            return Some(match number.filter(|_| of.part.is_none()) {
                Some(number) => parse_quote!((#number as ::core::primitive::i32)),
                None => self.hole(Hole::Number(index)),
            });
        }
        let name = self.stored_name(stored);
        let method = call.method.to_string();
        self.report.error(call, messages::stored_method(&name, &method));
        Some(Expr::Verbatim(quote!(())))
    }

    /// `a[[i, j]]` outside of a statement that runs over what is stored: a look-up. A part has no memory of its own, and is looked up in
    /// the tensor that it is a part of.
    pub(super) fn element_of_stored(&mut self, index: &ExprIndex) -> Option<Expr> {
        let id = self.known_stored(&index.expr)?;
        let name = self.stored_name(id);
        let stored = &self.kernel.stored[id];
        let (seen, rank) = (stored.seen(), stored.rank());
        let message = match &*index.index {
            _ if stored.mutable => messages::stored_output_read(&name),
            _ if stored.part.is_some() => messages::stored_element(&name, seen),
            Expr::Array(at) if at.elems.len() == rank => {
                let (of, source) = (stored.name.clone(), index.span());
                let (krate, all) = (self.krate_at(source), self.looked_up_at(at, &name, source));
                self.kernel.stored[id].is_looked_up = true;
                let mut looked_up: ExprCall = parse_quote_spanned!(source=>
                    #krate::stored::staged::looked_up::<#rank, _>(#of, #name));
                looked_up.args.push(Expr::Array(all));
                return Some(Expr::Call(looked_up));
            }
            Expr::Array(at) => messages::wrong_rank(&name, rank, at.elems.len()),
            _ => messages::single_bracket(&name),
        };
        self.report.error(index, message);
        Some(Expr::Verbatim(quote!(0)))
    }

    /// The path of the crate as it stands at a place of the source. A panic names the place where a call stands, which is where its
    /// first token does.
    pub(super) fn krate_at(&self, source: Span) -> TokenStream {
        let tokens = self.kernel.krate.to_token_stream().into_iter();
        tokens
            .map(|mut token| {
                token.set_span(source);
                token
            })
            .collect()
    }

    /// The indices of a look-up, which are checked to be indices.
    pub(super) fn looked_up_at(&mut self, at: &ExprArray, name: &str, source: Span) -> ExprArray {
        let (krate, title) = (self.krate_at(source), self.kernel.function.sig.ident.to_string());
        let mut all: ExprArray = parse_quote!([]);
        for mut number in at.elems.clone() {
            self.expression(&mut number);
            let mut checked: ExprCall =
                parse_quote_spanned!(source=> #krate::staged::index_of(#title, #name));
            checked.args.push(number);
            all.elems.push(Expr::Call(checked));
        }
        all
    }

    /// The tensor of `a.stored()`.
    pub(super) fn stored_elements(&mut self, expr: &Expr) -> Option<Id> {
        match expr {
            Expr::MethodCall(call)
                if call.method == "stored" && call.args.is_empty() && self.is_stored(&call.receiver) =>
            {
                self.stored_view(&call.receiver, None)
            }
            _ => None,
        }
    }

    /// `for ([i, j], element) in a.stored() { .. }`
    pub(super) fn walk_loop(&mut self, f: &mut ExprForLoop, of: Id) -> Expr {
        let rank = self.kernel.stored[of].seen();
        let changes = self.changes_in_loop(f, of);
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
            let name = self.stored_name(of);
            self.report.error(&f.pat, messages::stored_pattern(&name, rank));
            names.resize(rank, Ident::new(UNNAMED, Span::call_site()));
        }
        if let Some((_, asked)) = self.asked.take() {
            let name = self.stored_name(of);
            self.report.error(&asked, messages::stored_schedule(&name));
        }
        let mut body = f.body.clone();
        let jumps = jumps::redirect(&mut body, f.label.as_ref(), self.kernel.scopes.len().to_string());
        macros::name_variables(&mut body, &names);
        let names = self.by_axis(of, names);
        let operand = Operand { of, vars: (0..names.len()).collect(), element };
        if changes.is_some() && jumps.whole.is_some() {
            let name = self.stored_name(of);
            self.report.error(&f.expr, messages::stored_changed_jump(&name));
        }
        let run = Run { jumps, changes, ..Run::default() };
        let walk = self.walk(vec![operand], Vec::new(), &names, body, run);
        self.hole(Hole::Walk(walk))
    }

    /// A walk over operands. If they are several, then the statements of the body are what runs in the `cases`.
    pub(super) fn walk(
        &mut self,
        operands: Vec<Operand>,
        cases: Vec<Case>,
        names: &[Ident],
        mut body: Block,
        Run { jumps, statement, changes }: Run,
    ) -> Id {
        let vars: Vec<Id> = names
            .iter()
            .enumerate()
            .map(|(number, name)| {
                let extent = operands.iter().find_map(|operand| {
                    let axis = operand.vars.iter().position(|var| *var == number)?;
                    Some(self.kernel.stored[operand.of].extent[axis].clone())
                });
                let extent = extent.expect("an operand has each variable");
                let var = self.loop_var(name, Index::constant(0), extent, true);
                self.kernel.vars[var].has_gaps = true;
                self.kernel.vars[var].step = None;
                var
            })
            .collect();
        let mut leaves = Leaves::default();
        leaves.visit_block(&body);
        let is_left = leaves.0 || jumps.are_there();
        let outermost = total(&body, names, statement.is_some()).filter(|_| !is_left && cases.is_empty());
        let (writes, accesses) = (self.kernel.writes.len(), self.kernel.accesses.len());
        if let Some(changes) = &changes {
            let (of, place) = (operands[0].of, changes.place.clone());
            self.changing.push(Changing { of, vars: vars.clone(), place });
        }
        let (scope, ()) = self.within(ScopeKind::Loop(vars.clone()), |this| {
            for (name, var) in names.iter().zip(&vars) {
                this.bind(name, Binding::Var(*var));
            }
            if cases.is_empty() {
                this.bind_pattern(&operands[0].element);
                this.block(&mut body);
            }
            for (case, stmt) in cases.iter().zip(&mut body.stmts) {
                let Stmt::Expr(Expr::Block(inner), _) = stmt else { continue };
                let outside = this.open();
                let here = operands.iter().enumerate().filter(|(number, _)| case & 1 << number != 0);
                here.for_each(|(_, operand)| this.bind_pattern(&operand.element));
                this.block(&mut inner.block);
                this.close(outside);
            }
        });
        if changes.is_some() {
            self.changing.pop();
        }
        let is_one = self.kernel.writes.len() == writes + 1;
        let accesses = accesses..self.kernel.accesses.len();
        let (is_statement, zeroed) = (statement.is_some() && !is_left, statement.flatten());
        let is_new = zeroed.is_some();
        let total = outermost.filter(|_| is_one).map(|outermost| Total {
            outermost,
            write: writes,
            accesses,
            is_new,
            accumulators: self.accumulators_of_sum().filter(|_| is_statement),
        });
        self.kernel.walks.push(Walk {
            operands,
            cases,
            output: None,
            assembling: None,
            is_counted: false,
            fold: Fold::Sum,
            vars,
            scope,
            jumps,
            body,
            zeroed,
            is_statement,
            covered: Vec::new(),
            total,
            changes,
        });
        self.kernel.walks.len() - 1
    }
}

/// How many of the variables, from the outermost on, choose the element that the one statement of a body adds to, if they are not
/// all. A product, and whether all hold, is one if it is a statement of its own.
fn total(body: &Block, names: &[Ident], is_statement: bool) -> Option<usize> {
    let [Stmt::Expr(Expr::Binary(add), _)] = &body.stmts[..] else { return None };
    let Expr::Index(left) = &*add.left else { return None };
    let Expr::Array(at) = &*left.index else { return None };
    let is_total = match add.op {
        syn::BinOp::AddAssign(_) | syn::BinOp::BitOrAssign(_) => true,
        syn::BinOp::MulAssign(_) | syn::BinOp::BitAndAssign(_) => is_statement,
        _ => false,
    };
    if !is_total || path_ident(&left.expr).is_none() {
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
