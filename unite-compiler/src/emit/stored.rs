//! Stored tensors: their parameters, and loops over what is stored.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::folds::Accumulators;
use super::names::Stride;
use super::{Emitter, Written};
use crate::ir::{Atom, Changes, Id, Index, Nothing, ScopeKind, Stored, Total, Walk};
use crate::lanes::refusal::Refusal;
use crate::plans::Plan;
use crate::plans::serial::Serial;

impl Emitter<'_> {
    /// The type of a parameter that is stored, as callers pass it.
    pub fn stored_type(&self, stored: &Stored) -> TokenStream {
        let bounds = self.stored_bounds(stored);
        if stored.mutable { quote!(&mut #bounds) } else { bounds }
    }

    /// The same where nothing is written.
    pub fn stored_question(&self, stored: &Stored) -> TokenStream {
        let bounds = self.stored_bounds(stored);
        if stored.mutable { quote!(&#bounds) } else { bounds }
    }

    fn stored_bounds(&self, stored: &Stored) -> TokenStream {
        let bounds = self.bounds_of_stored(stored, &|below| quote!(Below = impl #below));
        // Two bounds behind a reference.
        if stored.is_also_changed() { quote!((impl #bounds)) } else { quote!(impl #bounds) }
    }

    /// What a stored tensor has to be, where `below` says what a level has to have below it.
    pub(super) fn bounds_of_stored(
        &self,
        stored: &Stored,
        below: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let (krate, elem, rank) = (&self.kernel.krate, &stored.elem, stored.rank());
        let (what, level, last) = match stored.mutable {
            true => (quote!(Assembled), quote!(LevelAssembly), quote!(#krate::stored::Leaf<Element = #elem>)),
            false => (quote!(Stored), quote!(Fibre), quote!(#krate::stored::Fibre<Below = #elem>)),
        };
        let root = (1..rank).fold(last, |inner, _| {
            let inner = below(inner);
            quote!(#krate::stored::#level<#inner>)
        });
        let parts = [quote!(Part), quote!(Reach), quote!(Stepped)];
        // What another kernel takes of it nobody sees here.
        let is_taken = |is: bool| !stored.mutable && (is || stored.is_passed);
        let parts = parts.into_iter().zip(stored.is_parted).filter(|(_, is)| is_taken(*is));
        let parts =
            parts.map(|(part, _)| quote!(#part: #krate::stored::Stored<#rank, Elem = #elem, Root: #root>,));
        let format = stored.format.iter().map(|format| quote!(Format = #format,));
        let fill = stored.fill().map(Nothing::fill).map(|fill| quote!(Fill = #krate::stored::#fill,));
        let common = quote!(#rank, Elem = #elem, #(#format)* #fill);
        let run_over = quote!(#krate::stored::#what<#common #(#parts)* Root: #root>);
        let changed = match stored.is_inserted {
            true => quote!(#krate::stored::Inserted<#common>),
            false => quote!(#krate::stored::Changed<#common>),
        };
        match (stored.is_only_changed(), stored.is_also_changed()) {
            (true, _) => changed,
            (false, true) => quote!(#run_over + #changed),
            (false, false) => run_over,
        }
    }

    /// The extents of stored tensors, under the names that they have in the kernel.
    pub fn stored_extents(&self) -> TokenStream {
        let params = self.kernel.stored.iter().filter(|stored| stored.part.is_none());
        params.map(|stored| self.extents_of_stored(stored)).collect()
    }

    /// The same of one of them.
    pub fn extents_of_stored(&self, stored: &Stored) -> TokenStream {
        let (krate, name, extents, rank) = (&self.kernel.krate, &stored.name, &stored.extents, stored.rank());
        let asked = match stored.mutable {
            true if stored.is_only_changed() => quote!(changed_extents::<#rank, _>(&*#name)),
            true => quote!(assembled_extents::<#rank, _>(&*#name)),
            false => quote!(extents::<#rank, _>(#name)),
        };
        let origins = &stored.origins;
        let origins = (!origins.is_empty())
            .then(|| quote!(let [#(#origins),*] = #krate::stored::staged::origins::<#rank, _>(#name);));
        quote!(let [#(#extents),*] = #krate::stored::staged::#asked; #origins)
    }

    /// What a statement reads of a stored tensor along the iterators of its target, as an answer.
    fn rows_of(&self, walk: &Walk) -> Vec<TokenStream> {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let within = |(of, axis): (Id, usize), extent: &Index| {
            let name = self.stored_title(of);
            let last = self.check_index(&self.resolve(extent).offset(-1));
            let extent = self.check_index(&self.axis_extent((of, axis)));
            quote!(#krate::staged::within_rows(#kernel, #name, #axis, #last, #extent))
        };
        let targets = walk.covered.iter().map(|covered| {
            let extent = &self.analysis.tensors.views[covered.target].extent[covered.along];
            within((walk.operands[covered.operand].of, covered.axis), extent)
        });
        // Tensors along one variable are equally long.
        let beside = self.shared_axes(walk).into_iter().flat_map(|(one, other)| {
            [(one, other), (other, one)].map(|(at, of)| within(at, &self.axis_extent(of)))
        });
        let inside = self.parts_of(walk).into_iter().flat_map(|of| self.part_is_inside(of));
        inside.chain(targets).chain(beside).collect()
    }

    /// The extent of an axis of a stored tensor.
    fn axis_extent(&self, (of, axis): (Id, usize)) -> Index {
        self.resolve(&self.kernel.stored[of].extent[axis])
    }

    /// Pairs of axes of stored tensors along which one variable runs.
    fn shared_axes(&self, walk: &Walk) -> Vec<((Id, usize), (Id, usize))> {
        let along = |var: usize| {
            let all = walk.operands.iter().chain(&walk.output);
            all.filter_map(move |operand| Some((operand.of, operand.axis(var)?)))
        };
        let pairs = |var: usize| {
            let first = along(var).next();
            along(var).skip(1).filter_map(move |other| Some((first?, other)))
        };
        (0..walk.vars.len()).flat_map(pairs).collect()
    }

    /// Whether a statement runs in every call, and what it reads is known at entry.
    fn is_certain(&self, walk: &Walk) -> bool {
        let is_here = |atom: &Atom| matches!(atom, Atom::Value(_) | Atom::Var(_));
        self.kernel.scopes[walk.scope].parent == Some(0)
            && !self.indices_of(walk).iter().any(|index| self.resolve(index).any_atom(is_here))
    }

    /// The checks that stored tensors have what statements read of them.
    pub fn stored_checks(&self) -> TokenStream {
        let certain = self.kernel.walks.iter().filter(|walk| self.is_certain(walk));
        certain.flat_map(|walk| self.rows_of(walk)).map(|answer| quote!(#answer?;)).collect()
    }

    /// The indices in these checks.
    pub fn stored_indices(&self) -> Vec<Index> {
        let parts = (0..self.kernel.stored.len()).flat_map(|of| self.indices_of_part(of));
        self.kernel.walks.iter().flat_map(|walk| self.indices_of(walk)).chain(parts).collect()
    }

    /// The indices in the checks of one walk.
    fn indices_of(&self, walk: &Walk) -> Vec<Index> {
        let mut all: Vec<Index> =
            self.parts_of(walk).into_iter().flat_map(|of| self.indices_of_part(of)).collect();
        for covered in &walk.covered {
            all.push(self.axis_extent((walk.operands[covered.operand].of, covered.axis)));
            all.push(self.analysis.tensors.views[covered.target].extent[covered.along].clone());
        }
        for (one, other) in self.shared_axes(walk) {
            all.extend([one, other].map(|at| self.axis_extent(at)));
        }
        all
    }

    /// The variables of walks with conditions inside: what those lead to is asked for along all of them.
    pub fn walked_under_conditions(&self) -> impl Iterator<Item = Id> {
        let is_branch = |scope: &Id| matches!(self.kernel.scopes[*scope].kind, ScopeKind::Branch(_));
        let has_conditions = move |walk: &&Walk| {
            let mut branches = (0..self.kernel.scopes.len()).filter(is_branch);
            branches.any(|branch| self.scopes_around(branch).contains(&walk.scope))
        };
        self.kernel.walks.iter().filter(has_conditions).flat_map(|walk| walk.vars.iter().copied())
    }

    /// A loop over what is stored.
    pub fn walk(&self, id: Id, written: &mut Written) -> TokenStream {
        let walk = &self.kernel.walks[id];
        let krate = &self.kernel.krate;
        let stored = &self.kernel.stored[walk.of()];
        let (name, extents, rank) = (&stored.name, &stored.extents, stored.rank());
        let mut checks: TokenStream =
            self.parts_of(walk).into_iter().map(|of| self.kept_of_part(of, false, written)).collect();
        checks.extend(self.scope_checks(walk.scope));
        if !self.is_certain(walk) {
            let rows = self.rows_of(walk).into_iter();
            checks.extend(rows.map(|answer| quote!(#krate::staged::must_fit(#answer);)));
        }
        checks.extend(self.parts_of(walk).into_iter().map(|of| self.defined_part(of)));
        if let Some(changes) = &walk.changes {
            let changed = self.changed(walk, changes, written);
            return quote!({ #checks #changed });
        }
        if !walk.cases.is_empty() {
            let merged = self.merged(walk, written);
            return quote!({ #checks #merged });
        }
        let total = walk.total.as_ref().filter(|total| self.is_kept(total, written));
        self.planned_walk(walk, total, written);
        let before = walk.zeroed.map(|hole| self.fill(hole, written));
        // What the body defines, it defines in every form.
        let defined = written.defined.clone();
        let coordinates: Vec<Ident> =
            (0..rank).map(|level| self.fresh(&format!("coordinate_{level}"))).collect();
        let vars: Vec<Ident> = walk.vars.iter().map(|var| self.var_name(*var)).collect();
        let element = self.fresh("stored");
        let pattern = &walk.operands[0].element;
        let body = self.filled_block(&walk.body, written);
        written.defined.clone_from(&defined);
        let body = match walk.jumps.around_point() {
            Some(label) => quote!(#label: { #body }),
            None => body,
        };
        let root = quote!(#krate::stored::staged::root::<#rank, _>(#name, [#(#extents),*]));
        let point = quote! {
            let [#(#vars),*] = #krate::stored::staged::index::<#rank, _>(#name, [#(#coordinates),*]);
            let #pattern = #krate::Elem::widen(#element);
            #body
        };
        let nest = self.levels_of(krate, &root, &coordinates, &element, &point);
        let listed = match walk.is_statement {
            // Nothing leaves a statement.
            true => quote! {
                #krate::stored::staged::for_each::<#rank, _>(#name, [#(#extents),*], |[#(#vars),*], #pattern| { #body });
            },
            false => quote! {
                for ([#(#vars),*], #pattern) in #krate::stored::staged::entries::<#rank, _>(#name, [#(#extents),*]) {
                    #body
                }
            },
        };
        let scattered = quote! {
            #before
            if #krate::stored::staged::is_nested::<#rank, _>(#name) { #nest } else { #listed }
        };
        let whole = match total {
            Some(total) => {
                let (outermost, is_new) = (total.outermost, total.is_new);
                let gathered = self.gathered(walk, total, &root, written);
                quote! {
                    if #krate::stored::staged::is_gathered::<#rank, _>(#name, #outermost, #is_new) {
                        #gathered
                    } else {
                        #scattered
                    }
                }
            }
            None => scattered,
        };
        written.defined = defined;
        let label = walk.jumps.whole.as_ref().map(|label| quote!(#label:));
        let rows = self.rows_of_walk(walk, written);
        let rows = rows.map(|rows| self.rows_in_registers(walk, &rows, &root, written));
        let whole = self.with_rows_side_by_side(walk, whole, rows);
        quote!(#label { #checks #whole })
    }

    /// A walk that changes what is there.
    fn changed(&self, walk: &Walk, changes: &Changes, written: &mut Written) -> TokenStream {
        let (krate, stored) = (&self.kernel.krate, &self.kernel.stored[walk.of()]);
        let (name, extents, rank) = (&stored.name, &stored.extents, stored.rank());
        self.planned_walk(walk, None, written);
        let vars: Vec<Ident> = walk.vars.iter().map(|var| self.var_name(*var)).collect();
        let defined = written.defined.clone();
        let body = self.filled_block(&walk.body, written);
        written.defined = defined;
        let body = match walk.jumps.around_point() {
            Some(label) => quote!(#label: { #body }),
            None => body,
        };
        let (place, pattern) = (&changes.place, &walk.operands[0].element);
        let (which, index) = match changes.by_index {
            true => (quote!(change_each), quote!([#(#vars),*],)),
            false => (quote!(change_all), TokenStream::new()),
        };
        quote! {
            #krate::stored::staged::#which::<#rank, _>(&mut *#name, [#(#extents),*], |#index #place| {
                let #pattern = #krate::Elem::widen(*#place);
                #body
            });
        }
    }

    /// A walk that runs over rows of dense tensors at each element: in a form of its own if elements of a row lie side by side, so
    /// that the compiler makes vectors of them.
    fn with_rows_side_by_side(
        &self,
        walk: &Walk,
        whole: TokenStream,
        in_registers: Option<(TokenStream, TokenStream)>,
    ) -> TokenStream {
        let mut strides: Vec<Ident> = Vec::new();
        let rows = self.kernel.writes.iter().filter(|write| {
            !write.iterators.is_empty() && self.scopes_around(write.scope).contains(&walk.scope)
        });
        for write in rows {
            let Some((var, _)) = write.iterators.last() else { continue };
            let here = self.kernel.accesses.iter().filter(|access| {
                access.scope == write.scope
                    && access.at.last().is_some_and(|at| at.any_atom(|atom| *atom == Atom::Var(*var)))
            });
            for access in here {
                let base = self.analysis.tensors.views[access.view].base;
                let Some(last) = self.analysis.tensors.bases[base].rank.checked_sub(1) else { continue };
                match self.stride(base, last) {
                    Stride::Named(stride) if !strides.contains(&stride) => strides.push(stride),
                    _ => {}
                }
            }
        }
        let in_registers = in_registers.map(|(condition, rows)| quote!(if #condition { #rows } else));
        if strides.is_empty() {
            // How far elements lie apart is constant, or there are no rows.
            return in_registers.map_or(whole.clone(), |in_registers| quote!(#in_registers { #whole }));
        }
        quote! {
            if #(#strides == 1)&&* {
                #(let #strides: ::core::primitive::isize = 1;)*
                #in_registers { #whole }
            } else {
                #whole
            }
        }
    }

    /// A scope, and those around it.
    pub(super) fn scopes_around(&self, scope: Id) -> Vec<Id> {
        std::iter::successors(Some(scope), |scope| self.kernel.scopes[*scope].parent).collect()
    }

    /// Loops over all levels, the outermost first.
    pub(super) fn levels_of(
        &self,
        krate: &syn::Path,
        root: &TokenStream,
        coordinates: &[Ident],
        element: &Ident,
        point: &TokenStream,
    ) -> TokenStream {
        let below = self.fresh("below");
        let last = coordinates.len() - 1;
        (0..coordinates.len()).rev().fold(point.clone(), |inner, level| {
            let coordinate = &coordinates[level];
            let fibre = if level == 0 { root.clone() } else { quote!(#below) };
            let next = if level == last { element } else { &below };
            quote!(for (#coordinate, #next) in #krate::stored::Fibre::walk(#fibre) { #inner })
        })
    }

    /// Whether a sum can be kept in a variable: it is that of one element without a rule, which nothing else reads, and whose
    /// index needs no check of its own.
    fn is_kept(&self, total: &Total, written: &mut Written) -> bool {
        let tensors = &self.analysis.tensors;
        let target = self.kernel.writes[total.write].target;
        let base = tensors.base(self.kernel, target);
        let mut others = total.accesses.clone().filter(|access| *access != target);
        tensors.rule(self.kernel, target).is_none()
            && others.all(|other| tensors.base(self.kernel, other) != base)
            && self.guarded(target, written).0.is_empty()
    }

    /// A walk whose sum is kept in a variable until the innermost levels end.
    fn gathered(&self, walk: &Walk, total: &Total, root: &TokenStream, written: &mut Written) -> TokenStream {
        let krate = &self.kernel.krate;
        let rank = self.kernel.stored[walk.of()].rank();
        let (write, elem) = (&self.kernel.writes[total.write], &self.kernel.stored[walk.of()].elem);
        let target = write.target;
        let base = self.analysis.tensors.base(self.kernel, target);
        let data = self.data(target);
        let (pointer, offset) = (self.pointer_name(base), self.place(target, base, &data));
        let (at, sum, below, element) =
            (self.fresh("at"), self.fresh("sum"), self.fresh("below"), self.fresh("stored"));
        let coordinates: Vec<Ident> =
            (0..rank).map(|level| self.fresh(&format!("coordinate_{level}"))).collect();
        let vars: Vec<Ident> = walk.vars.iter().map(|var| self.var_name(*var)).collect();
        let (outer_vars, inner_vars) = vars.split_at(total.outermost);
        let (outer, inner) = coordinates.split_at(total.outermost);
        let term = self.filled(&write.value, written);
        // What is kept of the element stands before the statement.
        let mut kept = walk.body.clone();
        kept.stmts.pop();
        let kept = self.filled_block(&kept, written);
        let pattern = &walk.operands[0].element;
        let fold = self.fold_of(total.write);
        let function = fold.function();
        let fibre = if outer.is_empty() { root.clone() } else { quote!(#below) };
        let nothing = fold.first(krate, elem);
        let first = match total.is_new {
            true => nothing.clone(),
            false => quote!(unsafe { #pointer.read(#at) }),
        };
        let added = |total: &TokenStream| {
            quote! {
                #(let #inner_vars = #inner as ::core::primitive::isize;)*
                let #pattern = #krate::Elem::widen(#element);
                #kept
                #total = #krate::staged::#function(#total, #term);
            }
        };
        let rows = match total.accumulators {
            Some(count) => {
                let name = self.fresh("accumulators");
                let function = quote!(#krate::staged::#function);
                let accumulators =
                    Accumulators { name: &name, count, nothing: &nothing, function: &function };
                let terms = self.fibres_of_terms(&fibre, (inner, &element), &added, &accumulators);
                quote!(#terms #sum = #function(#sum, #krate::staged::folded(#name, #function));)
            }
            None => self.levels_of(krate, &fibre, inner, &element, &added(&quote!(#sum))),
        };
        let row = quote! {
            #(let #outer_vars = #outer as ::core::primitive::isize;)*
            let #at = #offset;
            let mut #sum = #first;
            #rows
            unsafe { #pointer.write(#at, #sum) }
        };
        let nest = if outer.is_empty() { row } else { self.levels_of(krate, root, outer, &below, &row) };
        quote!({ #nest })
    }

    /// What became of a walk.
    pub(super) fn planned_walk(&self, walk: &Walk, total: Option<&Total>, written: &mut Written) {
        let var = |var: &Id| &self.kernel.vars[*var];
        let stored = self.stored_title(walk.of());
        let summed = match total {
            Some(total) => {
                let over: Vec<String> =
                    walk.vars[total.outermost..].iter().map(|id| var(id).shown()).collect();
                let accumulators = match total.accumulators {
                    Some(count) => format!(", in {count} accumulators"),
                    None => String::new(),
                };
                format!(", summed over {}{accumulators}", over.join(", "))
            }
            None => String::new(),
        };
        let reason = match walk.cases.is_empty() {
            true if walk.changes.is_some() => format!("what `{stored}` stores is changed where it is"),
            true => format!("what `{stored}` stores is walked{summed}"),
            false => self.lattice(walk),
        };
        let outcome = Err(Refusal::new(var(&walk.vars[0]).name.span(), reason));
        written.plan(Plan::of(self.kernel, &walk.vars, outcome, Serial::default()));
    }
}
