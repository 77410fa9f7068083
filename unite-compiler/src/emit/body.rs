//! The body of a kernel: ordinary Rust, with every hole filled.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt, Token};

use super::checks::are_indices;
use super::{Emitter, Written};
use crate::holes;
use crate::ir::{Atom, Getter, Hole, Id, Index};
use crate::plans::serial::{Innermost, Steps};
use crate::syntax::{binds, parenthesise, saturated};

impl Emitter<'_> {
    /// An expression of the user with its holes filled.
    pub fn filled(&self, expr: &Expr, written: &mut Written) -> TokenStream {
        let mut expr = expr.clone();
        Filler { emitter: self, written }.visit_expr_mut(&mut expr);
        expr.to_token_stream()
    }

    /// The statements of a block with their holes filled.
    pub fn filled_block(&self, block: &Block, written: &mut Written) -> TokenStream {
        let mut block = block.clone();
        Filler { emitter: self, written }.visit_block_mut(&mut block);
        let stmts = &block.stmts;
        quote!(#(#stmts)*)
    }

    /// The arguments of a macro with their holes filled.
    fn filled_tokens(&self, tokens: TokenStream, written: &mut Written) -> TokenStream {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Group(group) => {
                    let mut filled =
                        Group::new(group.delimiter(), self.filled_tokens(group.stream(), written));
                    filled.set_span(group.span());
                    TokenTree::Group(filled).into()
                }
                token => match holes::in_token(&token) {
                    // What stands before a `let` there cannot stand alone.
                    Some(id) if matches!(self.kernel.holes[id], Hole::Mentioned(_)) => TokenStream::new(),
                    Some(id) => self.fill(id, written),
                    None => token.into(),
                },
            })
            .collect()
    }

    /// A macro whose arguments have holes: it is given them filled, each as one expression that no macro can take apart. The macro
    /// may be one of the user's, whatever its name is.
    fn closed_macro(&self, mac: &syn::Macro, written: &mut Written) -> Option<TokenStream> {
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone()).ok()?;
        if !arguments.iter().any(holes::contains) {
            return None;
        }
        // What the macro expands to may have items, which hide constants from its arguments.
        let same = self.same();
        let (mut matched, mut given, mut passed) = (Vec::new(), Vec::new(), Vec::new());
        for (k, argument) in arguments.into_iter().enumerate() {
            let (before, argument) = match argument {
                // The name of an argument is none of a variable.
                Expr::Assign(syn::ExprAssign { left, right, .. }) => (quote!(#left =), *right),
                argument => (TokenStream::new(), argument),
            };
            let name = self.fresh(&format!("argument_{k}"));
            let filled = self.filled_tokens(argument.to_token_stream(), written);
            let is_closed = holes::contains(&argument);
            matched.push(if is_closed { quote!(($#name:expr)) } else { quote!(($($#name:tt)*)) });
            passed.push(if is_closed { quote!(#before $#name) } else { quote!(#before $($#name)*) });
            let is_asked = is_closed && !same.is_empty();
            given.push(if is_asked { quote!(({ #same #filled })) } else { quote!((#filled)) });
        }
        let (closed, path) = (self.fresh("closed"), &mac.path);
        Some(quote! {{
            macro_rules! #closed { (#(#matched)*) => { #path!(#(#passed),*) }; }
            #closed!(#(#given)*)
        }})
    }

    /// The constants that indices are made of, by number.
    fn constants(&self) -> impl Iterator<Item = (Id, &TokenStream)> {
        let constants = self.kernel.scalars.iter().enumerate().filter(|(_, scalar)| scalar.param.is_none());
        constants.map(|(id, scalar)| (id, &scalar.tokens))
    }

    /// What constants and called kernels are outside of the user's block, if something in it may hide them.
    pub fn outside_of_body(&self) -> TokenStream {
        if !self.kernel.may_hide() {
            return TokenStream::new();
        }
        let krate = &self.kernel.krate;
        let constants = self.constants().map(|(id, tokens)| {
            let name = self.fresh(&format!("constant_{id}"));
            quote!(let #name = #krate::staged::wide(#tokens);)
        });
        let callees = (0..self.kernel.calls.len()).map(|id| {
            let (name, callee) = (self.fresh(&format!("callee_{id}")), self.callee_as_value(id));
            quote!(let #name = #callee;)
        });
        quote!(#(#constants)* #(#callees)*)
    }

    /// Makes sure that constants are what they are outside.
    fn same(&self) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let constants = self.constants().map(|(id, tokens)| {
            let (name, shown) = (self.fresh(&format!("constant_{id}")), tokens.to_string());
            quote!(#krate::staged::require_same(#kernel, #shown, #tokens, #name);)
        });
        quote!(#(#constants)*)
    }

    /// Keeps a value as an index.
    pub fn keep(&self, value: Id, written: &mut Written) -> TokenStream {
        let v = &self.kernel.values[value];
        let (name, tokens) = (self.value_name(value), self.filled(&v.tokens, written));
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let shown = v.name.as_ref().map_or("a value".to_string(), ToString::to_string);
        quote!(let #name = #krate::staged::index_of(#kernel, #shown, #tokens);)
    }

    /// A range whose bounds were computed.
    fn range(&self, var: Id, written: &mut Written) -> TokenStream {
        let v = &self.kernel.vars[var];
        let Some(computed) = &v.computed else { return TokenStream::new() };
        let mut range = computed.range.clone();
        self.ask_for_end(Some(var), &mut range);
        if !self.site().is_relied_range(var) {
            let tokens = self.filled(&Expr::Range(range), written);
            return quote!((#tokens));
        }
        self.exact_bounds(var, &range, [&computed.start, &computed.end], written)
    }

    /// What a loop over a range runs over: a range whose bounds are names is the one that the macro takes it for.
    pub fn iterated(&self, f: &syn::ExprForLoop, written: &mut Written) -> Expr {
        let mut expr = (*f.expr).clone();
        let var = holes::variable(self.kernel, f);
        if let Some(range) = crate::parse::bounds(&mut expr) {
            self.ask_for_end(var, range);
        }
        if let Some(var) = var.filter(|var| self.site().is_relied_range(*var))
            && let Some((start, end)) = &self.kernel.vars[var].named
            && let Some(range) = crate::parse::bounds(&mut expr).cloned()
        {
            let exact = self.exact_bounds(var, &range, [start, end], written);
            crate::parse::replace_bounds(&mut expr, Expr::Verbatim(exact));
        }
        if var.is_some() {
            by_path(&mut expr);
        }
        expr
    }

    /// Makes sure that there is a number after the end of a range that was written with its end.
    fn ask_for_end(&self, var: Option<Id>, range: &mut syn::ExprRange) {
        if let Some(Expr::Binary(after)) = range.end.as_deref()
            && var.is_some_and(|var| self.kernel.to_ends.contains(&var))
        {
            let (krate, last) = (&self.kernel.krate, &after.left);
            range.end = Some(Box::new(syn::parse_quote!(#krate::staged::after(#last))));
        }
    }

    fn exact_bounds(
        &self,
        var: Id,
        range: &syn::ExprRange,
        bounds: [&Index; 2],
        written: &mut Written,
    ) -> TokenStream {
        let (krate, kernel, name) = (&self.kernel.krate, self.title(), self.kernel.vars[var].shown());
        let [start, end] = bounds.map(|bound| self.resolve(bound));
        // What indices are computed with is an `i32`: of these numbers that is sure, or made sure of.
        let are_small = are_indices(&start, &end);
        let [start, end] = [start, end].map(|bound| self.exact_index(&bound));
        let tokens = self.filled(&Expr::Range(range.clone()), written);
        let exact = match (range.limits, are_small) {
            (syn::RangeLimits::HalfOpen(_), true) => quote!(exact_range),
            (syn::RangeLimits::Closed(_), true) => quote!(exact_range_inclusive),
            (syn::RangeLimits::HalfOpen(_), false) => quote!(index_range),
            (syn::RangeLimits::Closed(_), false) => quote!(index_range_inclusive),
        };
        quote!(#krate::staged::#exact(#kernel, #name, #tokens, #start, #end))
    }

    /// Whether a condition holds here, if that is known, and it gives nothing a name.
    fn holds(&self, i: &syn::ExprIf) -> Option<bool> {
        self.analysis.side(holes::scope(self.kernel, &i.then_branch)?).filter(|_| !binds(&i.cond))
    }

    /// The arm that runs here, if that is known, and binds nothing.
    fn arm<'m>(&self, m: &'m syn::ExprMatch) -> Option<&'m Expr> {
        let runs = |arm: &&syn::Arm| {
            holes::scope_of(self.kernel, &arm.body).and_then(|scope| self.analysis.side(scope)) == Some(true)
        };
        let arm = m.arms.iter().find(runs)?;
        matches!(arm.pat, syn::Pat::Wild(_) | syn::Pat::Lit(_)).then_some(&*arm.body)
    }

    /// A loop over a range, as lanes if that is possible.
    fn range_loop(&self, f: &syn::ExprForLoop, vars: &[Id], written: &mut Written) -> TokenStream {
        let plain = |emitter: &Emitter<'_>, written: &mut Written| match emitter.innermost_range(f) {
            Some(innermost) => emitter.divided(f, &innermost, written),
            None => emitter.undivided(f, written),
        };
        if self.here.plain || f.label.is_some() {
            return plain(self, written);
        }
        let serial = |emitter: &Emitter<'_>| {
            let var = holes::variable(self.kernel, f);
            let serial = var.map(|var| emitter.site().serial_range(var, emitter.innermost_range(f).as_ref()));
            serial.unwrap_or_default()
        };
        let lanes = |emitter: &Emitter<'_>, scalar: &TokenStream, written: &mut Written| {
            emitter.vectorised_range(f, scalar, written)
        };
        self.either(vars, &serial, lanes, &plain, written)
    }

    /// A loop as it was written.
    fn undivided(&self, f: &syn::ExprForLoop, written: &mut Written) -> TokenStream {
        let mut expr = Expr::ForLoop(f.clone());
        visit_mut::visit_expr_mut(&mut Filler { emitter: self, written }, &mut expr);
        expr.to_token_stream()
    }

    /// A loop as what is decided of it.
    fn divided(&self, f: &syn::ExprForLoop, innermost: &Innermost, written: &mut Written) -> TokenStream {
        let Innermost { around, steps } = innermost;
        match steps {
            Steps::Middle(middle, inner) => self.split_range(f, middle, inner, *around, written),
            Steps::Distributed(points) => self.distributed_whole(f, &points.strip, written),
            Steps::Pairs => self.range_by_turns(f, true, *around, written),
            Steps::Each | Steps::Groups(_) | Steps::Tiles(_) => {
                self.range_by_turns(f, false, *around, written)
            }
        }
    }

    /// What is decided of a loop over a range, if it is not left as it is.
    fn innermost_range(&self, f: &syn::ExprForLoop) -> Option<Innermost> {
        let var = holes::variable(self.kernel, f)?;
        let site = self.site();
        if self.is_counted(f) { site.innermost_range(var) } else { site.distributed_range(var) }
    }

    pub fn fill(&self, id: Id, written: &mut Written) -> TokenStream {
        match &self.kernel.holes[id] {
            Hole::Read(access) => self.read(*access, written),
            Hole::Write(write) => self.write(*write, written),
            Hole::Through(results, copy) => {
                written.defined.remove(results);
                let (results, copy) = (self.define(*results, written), self.write(*copy, written));
                quote!({ #results #copy })
            }
            Hole::Call(call) => match self.fusion_of_call(*call) {
                Some(fusion) if fusion.calls.last() == Some(call) => self.fused(fusion, written),
                Some(_) => quote!({}),
                None => self.call(*call, written),
            },
            Hole::Loop(l) => self.staged_loop(*l, written),
            Hole::Walk(walk) => self.walk(*walk, written),
            Hole::Var(var) => {
                let name = self.var_name(*var);
                quote!((#name as ::core::primitive::i32))
            }
            Hole::Get(view, index) => {
                let (before, mut value) =
                    (self.define_missing(*view, written), self.extent(&self.resolve(index)));
                // Where tensors are is asked.
                if index.any_atom(|a| matches!(a, Atom::Get(getter, ..) if *getter != Getter::Extent)) {
                    value = self.asked_of(&self.resolve(index));
                    let (krate, kernel) = (&self.kernel.krate, self.title());
                    let shown = self.kernel.views[*view].shown.clone();
                    value = quote!(#krate::staged::index_of(#kernel, #shown, #value));
                } else if let Some(bounded) = self.bounded_extent(*view, &self.resolve(index)) {
                    value = bounded;
                }
                if before.is_empty() {
                    quote!(((#value) as ::core::primitive::i32))
                } else {
                    quote!({ #before (#value) as ::core::primitive::i32 })
                }
            }
            Hole::Define(view) if self.is_fused(*view) => TokenStream::new(),
            Hole::Define(view) => self.define(*view, written),
            Hole::Part(of) => self.kept_of_part(*of, true, written),
            Hole::Number(index) => {
                let (krate, kernel) = (&self.kernel.krate, self.title());
                let value = self.exact_index(&self.resolve(index));
                quote!((#krate::staged::index_of(#kernel, "a part", #value) as ::core::primitive::i32))
            }
            Hole::Checks(scope) => self.scope_checks(*scope),
            Hole::Keep(value) if self.used_values.contains(value) => self.keep(*value, written),
            Hole::Mentioned(id) if self.kernel.mentioned.contains(id) => quote!(#[allow(unused_variables)]),
            Hole::MentionedPattern(id, name) if self.kernel.mentioned.contains(id) => quote!(let _ = #name;),
            Hole::Keep(_) | Hole::Mentioned(_) | Hole::MentionedPattern(..) => TokenStream::new(),
            Hole::Range(var) => self.range(*var, written),
            Hole::Same => self.same(),
            Hole::Snapshot(var) => {
                let (at, name) = (self.var_name(*var), &self.kernel.vars[*var].name);
                let serial = self.serial(&[*var]);
                quote!(#serial let #at = #name as ::core::primitive::isize;)
            }
        }
    }
}

impl Emitter<'_> {
    /// A read as a place that nothing can be written to, where it stands in the source.
    fn shared(&self, hole: Id, written: &mut Written) -> TokenStream {
        let element = self.fill(hole, written);
        let Hole::Read(access) = &self.kernel.holes[hole] else { return element };
        let source = self.kernel.accesses[*access].span;
        let mut group = Group::new(Delimiter::Parenthesis, element);
        group.set_span(source.last());
        let place = quote_spanned!(source.first()=> *&#group);
        let mut place = Group::new(Delimiter::Parenthesis, place);
        place.set_span(source.last());
        TokenTree::Group(place).into()
    }
}

/// Calls the methods of an iterator by their path: where the prelude is missing they may be others.
fn by_path(expr: &mut Expr) {
    if let Expr::MethodCall(call) = expr {
        by_path(&mut call.receiver);
        let (method, args, receiver) = (&call.method, &call.args, &call.receiver);
        *expr = syn::parse_quote!(::core::iter::Iterator::#method(#receiver, #args));
    }
}

/// An expression that may stand beside an operator: a block at the beginning of a statement would be all of it.
fn operand(tokens: TokenStream) -> TokenStream {
    let is_block = match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(word)) => matches!(word.to_string().as_str(), "if" | "for" | "unsafe"),
        _ => false,
    };
    if is_block { quote!((#tokens)) } else { tokens }
}

/// Puts Rust where the holes are.
struct Filler<'f, 'a> {
    emitter: &'f Emitter<'a>,
    written: &'f mut Written,
}

impl VisitMut for Filler<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(id) = holes::number(expr) {
            *expr = Expr::Verbatim(operand(self.emitter.fill(id, self.written)));
            return;
        }
        if let Some(sum) = self.emitter.kernel.sum_of(expr) {
            let taken = self.emitter.here.totals.iter().find(|(taken, _)| *taken == sum);
            let taken = taken.map(|(_, total)| total.clone());
            if let Some(total) = taken.or_else(|| self.emitter.accumulated(sum, expr, self.written)) {
                *expr = Expr::Verbatim(operand(total));
                return;
            }
        }
        if let Some((number, ty)) = saturated(expr) {
            self.visit_expr_mut(number);
            let (krate, span) = (&self.emitter.kernel.krate, ty.span());
            let mut arguments = Group::new(Delimiter::Parenthesis, number.to_token_stream());
            arguments.set_span(span);
            *expr = Expr::Verbatim(quote!(#krate::staged::saturated::<_, #ty> #arguments));
            return;
        }
        parenthesise(expr);
        // A method that would change the element changes a copy: the compiler refuses what is borrowed.
        if let Expr::MethodCall(m) = expr
            && !crate::methods::is_pure(&m.method.to_string())
            && let Some(id) = holes::number(&m.receiver)
            && matches!(self.emitter.kernel.holes[id], Hole::Read(_))
        {
            let element = self.emitter.shared(id, self.written);
            visit_mut::visit_expr_method_call_mut(self, m);
            *m.receiver = Expr::Verbatim(element);
            return;
        }
        // The other side is left to rustc, which takes it out: it would miss what is assigned there, and warn of that.
        if let Expr::If(i) = expr
            && let Some(holds) = self.emitter.holds(i)
        {
            *i.cond = if holds { syn::parse_quote!(true) } else { syn::parse_quote!(false) };
        }
        if let Expr::Match(m) = expr
            && let Some(arm) = self.emitter.arm(m)
        {
            let mut arm = arm.clone();
            self.visit_expr_mut(&mut arm);
            visit_mut::visit_expr_mut(self, expr);
            *expr = Expr::Verbatim(quote!({ if true { #arm } else { #expr } }));
            return;
        }
        if let Expr::ForLoop(f) = expr
            && let Some(unrolled) = self.emitter.unrolled_range(f, self.written)
        {
            *expr = Expr::Verbatim(unrolled);
            return;
        }
        if let Expr::ForLoop(f) = expr {
            let vars = self.emitter.vars_of(f);
            let nest = |emitter: &Emitter<'_>, written: &mut Written| emitter.range_loop(f, &vars, written);
            *expr = Expr::Verbatim(self.emitter.in_versions(&vars, &nest, self.written));
            return;
        }
        if let Expr::Macro(m) = expr
            && let Some(closed) = self.emitter.closed_macro(&m.mac, self.written)
        {
            *expr = Expr::Verbatim(closed);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_for_loop_mut(&mut self, f: &mut syn::ExprForLoop) {
        *f.expr = self.emitter.iterated(f, self.written);
        visit_mut::visit_expr_for_loop_mut(self, f);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.emitter.filled_tokens(std::mem::take(&mut mac.tokens), self.written);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let whole = block.clone();
        let known = self.written.facts.len();
        let mut stmts = Vec::new();
        for mut stmt in std::mem::take(&mut block.stmts) {
            let local = match &stmt {
                Stmt::Local(local) => Some(local.clone()),
                _ => None,
            };
            // What is a whole statement needs no parentheses.
            if let Stmt::Expr(expr, _) = &mut stmt
                && let Some(id) = holes::number(expr)
                && self.emitter.kernel.holes[id].is_expression()
            {
                *expr = Expr::Verbatim(self.emitter.fill(id, self.written));
                stmts.push(stmt);
                continue;
            }
            let statement = match &stmt {
                Stmt::Expr(expr, _) => holes::number(expr).filter(|id| {
                    let hole = &self.emitter.kernel.holes[*id];
                    !hole.is_expression() && !matches!(hole, Hole::Var(_) | Hole::Get(..) | Hole::Range(_))
                }),
                _ => None,
            };
            match statement {
                // Definitions and checks are runs of statements, and often none.
                Some(id) => {
                    let tokens = self.emitter.fill(id, self.written);
                    if !tokens.is_empty() {
                        stmts.push(Stmt::Expr(Expr::Verbatim(tokens), None));
                    }
                }
                None => {
                    let closed = match &stmt {
                        Stmt::Macro(m) => self
                            .emitter
                            .closed_macro(&m.mac, self.written)
                            .map(|closed| (closed, m.semi_token)),
                        _ => None,
                    };
                    match closed {
                        Some((closed, semi)) => stmt = Stmt::Expr(Expr::Verbatim(closed), semi),
                        None => self.visit_stmt_mut(&mut stmt),
                    }
                    stmts.push(stmt);
                }
            }
            if let Some(local) = local {
                let Emitter { kernel, analysis, .. } = self.emitter;
                self.written.facts.learn(kernel, analysis, &local, &whole);
            }
        }
        self.written.facts.truncate(known);
        block.stmts = stmts;
    }
}

/// Parentheses that printing put around an operand are where it is in the source, and with them the expression that begins there: mistakes
/// of type are shown at it. Those around an access are there already.
pub(super) fn at_operands(tokens: TokenStream) -> TokenStream {
    let mut begins = true;
    let one = |token: TokenTree| {
        // An operand begins after an operator, and arguments begin after the types of a function.
        let is_operator = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() != '>');
        let was_first = std::mem::replace(&mut begins, is_operator(&token));
        let TokenTree::Group(group) = token else { return token };
        let mut placed = Group::new(group.delimiter(), at_operands(group.stream()));
        placed.set_span(group.span());
        let is_access = |first: &TokenTree| match first {
            TokenTree::Ident(word) => word == "unsafe",
            TokenTree::Punct(p) => matches!(p.as_char(), '*' | '&'),
            _ => false,
        };
        let mut inside = placed.stream().into_iter();
        if let (Some(first), Some(_)) = (inside.next(), inside.next())
            && was_first
            && group.delimiter() == Delimiter::Parenthesis
            && !is_access(&first)
        {
            placed.set_span(first.span());
        }
        TokenTree::Group(placed)
    };
    tokens.into_iter().map(one).collect()
}
