//! What is known ahead of a call, and what can be asked with it: the questions themselves, scope by scope.

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Emitter;
use super::names::Stride;
use crate::analyse::{BaseKind, Check, Plan, Presence, Question, location};
use crate::ir::{Arg, Atom, Condition, Def, Id, Index, Op, ScopeKind};
use crate::syntax::idents;

/// What is known where a question is written.
pub struct Known<'e, 'k> {
    emitter: &'e Emitter<'k>,
    /// Whether what depends on numbers that the kernel takes is asked, or all else.
    numbers: bool,
    /// The numbers that are known then.
    scalars: Vec<Ident>,
    /// The bases that were made, beside parameters, and what each needs.
    made: HashMap<Id, Needs>,
}

/// What decides whether a question is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// Nothing but tensors.
    Tensors,
    /// Numbers that the kernel takes, too.
    Numbers,
}

impl<'e, 'k> Known<'e, 'k> {
    /// Where parameters are known, and nothing else yet.
    pub fn new(emitter: &'e Emitter<'k>, needs: Needs) -> Self {
        Known {
            emitter,
            numbers: needs == Needs::Numbers,
            scalars: emitter.checked_scalars(),
            made: HashMap::new(),
        }
    }

    /// What an index needs, if it is known where these variables are.
    fn index(&self, index: &Index, vars: &[Id]) -> Option<Needs> {
        let kernel = self.emitter.kernel;
        let base = |view: &Id| self.emitter.analysis.tensors.views[*view].base;
        let mut needs = Some(Needs::Tensors);
        self.emitter.resolve(index).for_each_atom(&mut |atom| {
            let one = match atom {
                Atom::Var(id) => vars.contains(id).then_some(Needs::Tensors),
                Atom::Scalar(id) => match &kernel.scalars[*id].param {
                    Some(param) if self.emitter.is_of_tensor(param) => Some(Needs::Tensors),
                    Some(param) => self.scalars.contains(param).then_some(Needs::Numbers),
                    None => Some(Needs::Tensors),
                },
                Atom::Phase(base, _) | Atom::Edge(base, ..) => self.exists(*base),
                Atom::Get(_, view, _) => {
                    let anchor = self.emitter.analysis.tensors.views[*view].anchor;
                    both(self.exists(base(view)), self.exists(anchor))
                }
                Atom::Op(Op::Across(across), _) => {
                    // Blocks lie in the universe, which is there.
                    let root = |view: &Id| match self.emitter.analysis.tensors.bases[base(view)].kind {
                        BaseKind::Block(_) => Some(Needs::Tensors),
                        _ => self.exists(base(view)),
                    };
                    both(root(&across.from), root(&across.to))
                }
                Atom::Value(_) | Atom::Group(_) | Atom::Overflow | Atom::Let(_) => None,
                Atom::Axis(_) | Atom::Reach(..) | Atom::Located(..) | Atom::Op(..) => Some(Needs::Tensors),
            };
            needs = both(needs, one);
        });
        needs
    }

    /// What all of these need, if all are known.
    fn all<'i>(&self, indices: impl IntoIterator<Item = &'i Index>, vars: &[Id]) -> Option<Needs> {
        indices.into_iter().try_fold(Needs::Tensors, |needs, index| Some(needs.max(self.index(index, vars)?)))
    }

    fn condition(&self, condition: &Condition, vars: &[Id]) -> Option<Needs> {
        let mut indices = Vec::new();
        condition.for_each_index(&mut |index| indices.push(index.clone()));
        if condition.is_unknown() { None } else { self.all(&indices, vars) }
    }

    /// What a view as a carrier needs, if all is known that it is made of.
    fn view(&self, view: Id, vars: &[Id]) -> Option<Needs> {
        let v = &self.emitter.analysis.tensors.views[view];
        let indices = self.all(v.data.iter().chain(&v.at).chain(&v.extent), vars);
        both(both(self.exists(v.base), self.exists(v.anchor)), indices)
    }

    /// What is needed to say where a view is: also the numbers of operations above it, which tell its space from others.
    fn place(&self, view: Id, vars: &[Id]) -> Option<Needs> {
        self.all(location(&self.emitter.analysis.tensors, view).numbers(), vars)
    }

    /// What the carrier of a base needs, if it is there.
    fn exists(&self, base: Id) -> Option<Needs> {
        match self.emitter.analysis.tensors.bases[base].kind {
            BaseKind::Param(_) | BaseKind::Seen { entry: true, .. } => Some(Needs::Tensors),
            _ => self.made.get(&base).copied(),
        }
    }

    /// Whether what needs this is asked here, inside of what is or is not.
    fn is_asked(&self, needs: Needs, inside: bool) -> bool {
        (needs == Needs::Numbers || inside) == self.numbers
    }

    /// All that is asked in a scope. `vars`: the variables of loops around; `numbers`: whether one of them, or a condition
    /// around, depends on numbers that the kernel takes.
    pub fn scope(&mut self, scope: Id, vars: &mut Vec<Id>, numbers: bool) -> TokenStream {
        let kernel = self.emitter.kernel;
        let mut tokens = TokenStream::new();
        if scope != 0 {
            tokens.extend(self.checks(scope, vars, numbers));
        }
        let (count, before) = (vars.len(), self.made.clone());
        let mut around = numbers;
        let mut frame: Vec<(TokenStream, TokenStream)> = Vec::new();
        match &kernel.scopes[scope].kind {
            ScopeKind::Kernel => {}
            ScopeKind::Branch(condition) => {
                let Some(needs) = self.condition(condition, vars) else { return TokenStream::new() };
                around |= needs == Needs::Numbers;
            }
            ScopeKind::Loop(all) => {
                for &var in all {
                    let v = &kernel.vars[var];
                    let counts = kernel.loops.iter().filter_map(|l| l.traversal.as_ref()?.counter);
                    let known = self.all([&v.start, &v.end], vars);
                    let (Some(needs), Some(step)) = (known, v.step) else {
                        vars.truncate(count);
                        return tokens;
                    };
                    if counts.into_iter().any(|counter| counter == var) {
                        continue;
                    }
                    around |= needs == Needs::Numbers;
                    frame.push(self.header(var, step));
                    vars.push(var);
                }
            }
        }
        let mut inner = TokenStream::new();
        if let ScopeKind::Branch(condition) = &kernel.scopes[scope].kind {
            // The checks of a branch stand in it.
            let holds = self.emitter.condition(condition);
            let inside = self.inside(scope, vars, around);
            let all = quote!(#tokens #inside);
            tokens = TokenStream::new();
            if !all.is_empty() {
                inner = quote!(if #holds { #all });
            }
        } else {
            inner.extend(self.inside(scope, vars, around));
            for (header, bind) in frame.into_iter().rev() {
                if !inner.is_empty() {
                    inner = quote!(#header { #bind #inner });
                }
            }
        }
        vars.truncate(count);
        self.made = before;
        quote!(#tokens #inner)
    }

    /// The beginning of a loop, and of its body.
    fn header(&self, var: Id, step: i64) -> (TokenStream, TokenStream) {
        let (kernel, krate) = (self.emitter.kernel, &self.emitter.kernel.krate);
        let v = &kernel.vars[var];
        let [start, end] =
            [&v.start, &v.end].map(|index| self.emitter.exact_index(&self.emitter.resolve(index)));
        let name = self.emitter.var_name(var);
        // Of two literals nothing else would say the type.
        let range = quote!(::core::ops::Range::<::core::primitive::isize> { start: #start, end: #end });
        let header = if step > 1 {
            let step = proc_macro2::Literal::i64_unsuffixed(step);
            // By its path, as in the body: where the prelude is missing a method of this name may be another one.
            quote!(for #name in ::core::iter::Iterator::step_by(#range, #step))
        } else {
            quote!(for #name in (#range))
        };
        let (title, shown) = (self.emitter.title(), v.shown());
        let bounded = match v.staged {
            true => TokenStream::new(),
            false => quote!(#krate::staged::coordinate(#title, #shown, #name as ::core::primitive::i128)?;),
        };
        (header, bounded)
    }

    /// What is asked in a scope after its beginning.
    fn inside(&mut self, scope: Id, vars: &mut Vec<Id>, numbers: bool) -> TokenStream {
        let kernel = self.emitter.kernel;
        let mut tokens = TokenStream::new();
        let here = |view: &Id| kernel.views[*view].scope == scope;
        for view in (0..kernel.views.len()).filter(here) {
            tokens.extend(self.definition(view, vars, numbers));
        }
        for access in (0..kernel.accesses.len()).filter(|id| kernel.accesses[*id].scope == scope) {
            tokens.extend(self.access(access, vars, numbers));
        }
        for call in (0..kernel.calls.len()).filter(|id| kernel.calls[*id].scope == scope) {
            tokens.extend(self.call(call, vars, numbers));
        }
        for inner in (0..kernel.scopes.len()).filter(|id| kernel.scopes[*id].parent == Some(scope)) {
            tokens.extend(self.scope(inner, vars, numbers));
        }
        tokens
    }

    /// All that is asked of calls, and of blocks that they are given; nothing if one of the calls cannot be asked.
    pub fn calls(mut self, blocks: &[Id], calls: &[Id]) -> Option<TokenStream> {
        let mut tokens = TokenStream::new();
        for block in blocks {
            tokens.extend(self.definition(*block, &[], true));
        }
        for call in calls {
            let asked = self.call(*call, &[], true);
            if asked.is_empty() {
                return None;
            }
            tokens.extend(asked);
        }
        Some(tokens)
    }

    /// The checks at the beginning of a scope.
    pub fn checks(&self, scope: Id, vars: &[Id], numbers: bool) -> TokenStream {
        let emitter = self.emitter;
        let bounds = &emitter.analysis.bounds;
        let needs = |check: &Check| {
            let base = match emitter.analysis.tensors.bases[check.base].kind {
                BaseKind::Block(view) => self.all(&emitter.analysis.tensors.views[view].extent, vars),
                _ => self.exists(check.base),
            };
            let ranges = check.ranges.iter().flat_map(|(first, last)| [first, last]);
            let indices = self.all(ranges.chain([&check.first, &check.last]), vars);
            let conditions = check.conditions.iter().map(|condition| self.condition(condition, vars));
            conditions.fold(both(base, indices), both)
        };
        let asked = |check: &&Check| needs(check).is_some_and(|needs| self.is_asked(needs, numbers));
        let checks = bounds.checks[scope].iter().filter(asked).map(|check| emitter.check_as_error(check));
        [self.presences(emitter.presences_in(scope), vars, numbers)].into_iter().chain(checks).collect()
    }

    /// Whether views are somewhere.
    fn presences<'m>(
        &self,
        all: impl Iterator<Item = &'m Presence>,
        vars: &[Id],
        numbers: bool,
    ) -> TokenStream {
        let needs = |presence: &Presence| {
            let indices = self.all(presence.indices(), vars);
            match presence.question {
                Question::Shares { by, in_universe, .. } => {
                    let by = if in_universe { Some(Needs::Tensors) } else { self.exists(by) };
                    both(indices, both(self.view(presence.of, vars), by))
                }
                Question::Has(_) | Question::Factor(..) | Question::Count { .. } => indices,
            }
        };
        let asked = |presence: &&Presence| needs(presence).is_some_and(|needs| self.is_asked(needs, numbers));
        all.filter(asked).map(|presence| self.emitter.presence_as_error(presence)).collect()
    }

    /// A tensor that is made where it is defined, if something depends on where it is.
    fn definition(&mut self, view: Id, vars: &[Id], numbers: bool) -> TokenStream {
        let emitter = self.emitter;
        let (tensors, krate) = (&emitter.analysis.tensors, &emitter.kernel.krate);
        let v = &tensors.views[view];
        let mut tokens = self.presences(emitter.presences_at(view), vars, numbers);
        if let Some(base) = v.made_here {
            let BaseKind::Seen { of, by, frame, .. } = tensors.bases[base].kind else { return tokens };
            let there = frame.map_or(Some(Needs::Tensors), |frame| {
                let frame = &tensors.views[frame];
                self.all(frame.at.iter().chain(&frame.extent), vars)
            });
            let Some(needs) = both(both(self.view(of, vars), self.exists(by)), there) else {
                return tokens;
            };
            tokens.extend(self.made(base, needs, numbers, || emitter.seen_ahead(base)));
            return tokens;
        }
        let copied = match &emitter.kernel.views[view].def {
            Def::Block { .. } => None,
            Def::Copy { of, .. } => Some(*of),
            _ => return tokens,
        };
        let Some(extents) = self.all(&v.extent, vars) else { return tokens };
        let lengths: Vec<TokenStream> =
            v.extent.iter().map(|e| emitter.exact_index(&emitter.resolve(e))).collect();
        let fixed = v.extent.iter().all(|e| e.as_constant().is_some_and(|e| e >= 0));
        if !fixed && self.is_asked(extents, numbers) {
            let (title, name, elem) =
                (emitter.title(), emitter.carrier_name(v.base).to_string(), emitter.elem(view));
            tokens.extend(quote!(#krate::staged::holds::<#elem, _>(#title, #name, [#(#lengths),*])?;));
        }
        if !emitter.needs_carrier(v.base) {
            return tokens;
        }
        let place = match (copied, &emitter.kernel.views[view].def) {
            (Some(of), _) => both(self.view(of, vars), self.place(view, vars)),
            (None, Def::Block { origin, .. }) => self.all(origin, vars),
            _ => None,
        };
        let Some(place) = place else { return tokens };
        let needs = extents.max(place);
        let name = emitter.carrier_name(v.base);
        tokens.extend(self.made(v.base, needs, numbers, || {
            let pointer = emitter.pointer_name(v.base);
            let strides = (0..lengths.len()).filter_map(|axis| match emitter.stride(v.base, axis) {
                Stride::Named(stride) => Some(quote!(let #stride = #name.stride(#axis);)),
                Stride::Constant(_) => None,
            });
            let carrier = emitter.block_carrier(view, &lengths);
            let elem = emitter.elem(view);
            // Nothing is read or written.
            quote!(let #pointer = #krate::staged::Ptr::<#elem>::nowhere(); #carrier #(#strides)*)
        }));
        tokens
    }

    /// A base that is made here: also for what needs more, if it needs less.
    fn made(
        &mut self,
        base: Id,
        needs: Needs,
        inside: bool,
        tokens: impl FnOnce() -> TokenStream,
    ) -> TokenStream {
        if (needs == Needs::Numbers || inside) && !self.numbers {
            return TokenStream::new();
        }
        let tokens = tokens();
        self.made.insert(base, if inside { Needs::Numbers } else { needs });
        tokens
    }

    /// An access that is checked where it stands.
    fn access(&self, access: Id, vars: &[Id], numbers: bool) -> TokenStream {
        let emitter = self.emitter;
        let (kernel, tensors, krate) = (emitter.kernel, &emitter.analysis.tensors, &emitter.kernel.krate);
        if emitter.analysis.bounds.accesses[access] != Plan::Here || kernel.in_closures.contains(&access) {
            return TokenStream::new();
        }
        let view = kernel.accesses[access].view;
        let base = tensors.views[view].base;
        let mut needed = tensors.data(kernel, access);
        let extent = match tensors.bases[base].kind {
            BaseKind::Block(view) => Some(&tensors.views[view].extent),
            _ => None,
        };
        let known = if extent.is_some() { Some(Needs::Tensors) } else { self.exists(base) };
        needed.extend(extent.into_iter().flatten().cloned());
        // Above a block, only what lies outside of it is read.
        let mut beyond = Vec::new();
        let mut above = access;
        while let Some((&below, _)) = tensors.climbs.iter().find(|(_, climb)| climb.above == above) {
            let block = tensors.base(kernel, below);
            for (axis, at, _) in tensors.ruled(kernel, below) {
                let (first, last) = tensors.edges(block, axis);
                needed.extend([at, first, last]);
            }
            let Some(inside) = emitter.inside(below) else { return TokenStream::new() };
            beyond.push(quote!(!(#inside)));
            above = below;
        }
        let Some(needs) = both(known, self.all(&needed, vars)) else { return TokenStream::new() };
        if !self.is_asked(needs, numbers) {
            return TokenStream::new();
        }
        let (title, name) = (emitter.title(), emitter.base_title(base));
        let checks = tensors.data(kernel, access).into_iter().enumerate().map(|(axis, index)| {
            let at = emitter.exact_index(&index);
            match extent {
                Some(extent) => {
                    let extent = emitter.exact_index(&extent[axis]);
                    quote!(#krate::staged::within_block(#title, #name, #axis, #at, #at, #extent)?;)
                }
                None => emitter.within(base, axis, &at, &at),
            }
        });
        match &beyond[..] {
            [] => quote!(#(#checks)*),
            all => quote!(if #(#all)&&* { #(#checks)* }),
        }
    }

    /// What a called kernel would refuse.
    fn call(&self, call: Id, vars: &[Id], numbers: bool) -> TokenStream {
        let emitter = self.emitter;
        let (c, krate) = (&emitter.kernel.calls[call], &emitter.kernel.krate);
        let mut needs = Needs::Tensors;
        let mut before = TokenStream::new();
        let mut args = Vec::new();
        for arg in &c.args {
            match arg {
                Arg::Tensor(view) => {
                    let mut view_needs = self.view(*view, vars);
                    if emitter.is_placed(*view) {
                        view_needs = both(view_needs, self.place(*view, vars));
                    }
                    let Some(view_needs) = view_needs else { return TokenStream::new() };
                    if view_needs == Needs::Numbers {
                        needs = view_needs;
                    }
                    let (items, carrier) = emitter.answering().passed_carrier(*view);
                    let name = emitter.fresh(&format!("ahead_{}", args.len()));
                    before.extend(quote!(let #name = { #items #carrier };));
                    args.push(quote!(#name));
                }
                Arg::Stored(of) => {
                    // A part is made where it is passed on, and there it has to fit.
                    let indices = emitter.indices_of_part(*of);
                    let Some(part_needs) = self.all(&indices, vars) else { return TokenStream::new() };
                    if part_needs == Needs::Numbers {
                        needs = part_needs;
                    }
                    let inside = emitter.part_is_inside(*of);
                    let defined = emitter.answering().defined_part(*of);
                    before.extend(quote!(#(#inside?;)* #defined));
                    let name = &emitter.kernel.stored[*of].name;
                    args.push(quote!(#name));
                }
                Arg::Value(_, number) => {
                    let known = number.as_ref().filter(|number| !self.is_any_constant(number));
                    match known.and_then(|number| Some((number, self.index(number, vars)?))) {
                        Some((number, number_needs)) => {
                            if number_needs == Needs::Numbers {
                                needs = number_needs;
                            }
                            let number = emitter.exact_index(&emitter.resolve(number));
                            args.push(
                                quote!(::core::option::Option::Some((#number) as ::core::primitive::i128)),
                            );
                        }
                        None => args.push(quote!(::core::option::Option::None::<::core::primitive::i128>)),
                    }
                }
            }
        }
        if !self.is_asked(needs, numbers) {
            return TokenStream::new();
        }
        let callee = emitter.callee(call);
        let none = quote!(::core::option::Option::None::<::core::primitive::i128>);
        args.extend((0..emitter.count_of_outside_values(call)).map(|_| none.clone()));
        let checked = emitter.is_checked(call).map_or(quote!(false), |known| quote!(const { #known }));
        let generics = emitter.callee_generics(call);
        // What does not fit the kernel is said where it is called.
        let fitting = emitter.fresh("fitting");
        let span = c.path.segments.last().map_or_else(Span::mixed_site, |last| last.ident.span());
        let passed = quote_spanned!(Span::mixed_site().located_at(span)=> #fitting);
        let is_said = !generics.is_empty() && !idents(generics.clone()).any(|name| name == "_");
        let (fits, ahead) = if is_said {
            (quote!(fitting_or(#callee::unfit #generics())), quote!(ahead_of #generics))
        } else {
            (quote!(fitting()), quote!(ahead))
        };
        quote!({
            #before
            #[allow(unused_imports)]
            use #krate::staged::{Foresees as _, Unfit as _, Unfounded as _};
            if let ::core::option::Option::Some(#fitting @ _) =
                #krate::staged::Arguments::<#callee, _>::new((#(#args,)*)).#fits
            {
                #callee::#ahead(#checked, #passed)?;
            }
        })
    }

    /// Whether a number is a constant of the crate by itself, which may be no number.
    fn is_any_constant(&self, number: &Index) -> bool {
        let [(Atom::Scalar(id), 1)] = &number.terms[..] else { return false };
        let scalar = &self.emitter.kernel.scalars[*id];
        number.constant == 0 && scalar.param.is_none() && scalar.global
    }
}

/// What two things need, if both are known.
fn both(one: Option<Needs>, other: Option<Needs>) -> Option<Needs> {
    Some(one?.max(other?))
}
