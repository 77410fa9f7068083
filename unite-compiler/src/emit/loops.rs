//! Loop nests. The axis that is nearest in memory is the innermost, whatever it is called.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::strips::{Inner, Lower};
use super::{Body, Emitter, Written};
use crate::cost::UNROLLED;
use crate::holes;
use crate::ir::{Id, Index, Loop, Schedule, ScopeKind};
use crate::lanes::lower::Lowering;
use crate::lanes::refusal::Refusal;
use crate::plans::serial::{Innermost, Nest, Order, Serial, Steps, Touching};
use crate::plans::{Lanes, Level, Plan};

impl Emitter<'_> {
    /// A write statement: a point, or the loop nest of its iterators.
    pub fn write(&self, write: Id, written: &mut Written) -> TokenStream {
        let w = &self.kernel.writes[write];
        if w.iterators.is_empty() {
            return self.write_point(write, written);
        }
        let view = self.kernel.accesses[w.target].view;
        let mut before = self.define_missing(view, written);
        before.extend(self.bounded_extents(view));
        let lower = |lowering: &mut Lowering<'_>| lowering.point(write);
        let vars: Vec<Id> = w.iterators.iter().map(|(var, _)| *var).collect();
        let point = |emitter: &Emitter<'_>, written: &mut Written| {
            let (serial, point) = (emitter.serial(&vars), emitter.write_point(write, written));
            if serial.is_empty() { point } else { quote!({ #serial #point }) }
        };
        let nest = |emitter: &Emitter<'_>, written: &mut Written| {
            emitter.nest(view, &w.iterators, w.scope, &point, Some(&lower), written)
        };
        let nest = self.in_versions(&vars, &nest, written);
        let checks = self.scope_checks(w.scope);
        if before.is_empty() && checks.is_empty() { nest } else { quote!({ #before #checks #nest }) }
    }

    /// A loop over an index space.
    pub fn staged_loop(&self, id: Id, written: &mut Written) -> TokenStream {
        let l = &self.kernel.loops[id];
        let scope = l.vars.first().map(|v| self.kernel.vars[*v].scope);
        let checks = scope.map(|s| self.scope_checks(s)).unwrap_or_default();
        let mut before = self.define_missing(l.over, written);
        before.extend(self.bounded_extents(l.over));
        let nest = match &l.traversal {
            Some(traversal) => self.unrolled(l.vars.as_slice(), traversal, &self.point(l, written)),
            None => {
                let iterators: Vec<(Id, usize)> =
                    l.vars.iter().copied().enumerate().map(|(j, v)| (v, j)).collect();
                let lower = |lowering: &mut Lowering<'_>| lowering.body(&l.body);
                let lower: Option<&Lower<'_>> = if l.jumps.are_there() { None } else { Some(&lower) };
                let point = |emitter: &Emitter<'_>, written: &mut Written| emitter.point(l, written);
                let nest = |emitter: &Emitter<'_>, written: &mut Written| {
                    emitter.nest(l.over, &iterators, scope.unwrap_or_default(), &point, lower, written)
                };
                self.in_versions(&l.vars, &nest, written)
            }
        };
        let whole = l.jumps.whole.as_ref().map(|label| quote!(#label:));
        if before.is_empty() && checks.is_empty() && whole.is_none() {
            nest
        } else {
            quote!(#whole { #before #checks #nest })
        }
    }

    /// What runs for one point of a loop.
    fn point(&self, l: &Loop, written: &mut Written) -> TokenStream {
        let (serial, body) = (self.serial(&l.vars), self.filled_block(&l.body, written));
        let body = if serial.is_empty() { body } else { quote!({ #serial #body }) };
        match l.jumps.around_point() {
            Some(label) => quote!(#label: { #body }),
            None => body,
        }
    }

    /// A constant traversal: a loop over a constant table of points, which the compiler unrolls.
    fn unrolled(&self, vars: &[Id], traversal: &crate::ir::Traversal, body: &TokenStream) -> TokenStream {
        let names: Vec<_> = vars.iter().map(|v| self.var_name(*v)).collect();
        let counter = traversal.counter.map(|c| self.var_name(c));
        let steps = traversal.points.iter().enumerate().map(|(k, point)| {
            let point = point.iter().map(|i| Literal::isize_suffixed(*i as isize));
            let count = counter.as_ref().map(|c| {
                let k = Literal::isize_suffixed(k as isize);
                quote!(let #c = #k;)
            });
            quote!({ #count #(let #names = #point;)* #body })
        });
        quote!({ #(#steps)* })
    }

    /// Loops over axes of `view`, in the order of its memory.
    fn nest(
        &self,
        view: Id,
        iterators: &[(Id, usize)],
        scope: Id,
        body: &Body<'_>,
        lower: Option<&Lower<'_>>,
        written: &mut Written,
    ) -> TokenStream {
        let extent = &self.analysis.tensors.views[view].extent;
        let constant = iterators.iter().all(|(_, axis)| extent[*axis].as_constant().is_some());
        if constant && self.site().has_rules(scope) {
            let nest = |emitter: &Emitter<'_>, written: &mut Written| {
                emitter.nest_of(view, iterators, scope, body, lower, written)
            };
            return self.inside_or_not(scope, &nest, written);
        }
        self.nest_of(view, iterators, scope, body, lower, written)
    }

    fn nest_of(
        &self,
        view: Id,
        iterators: &[(Id, usize)],
        scope: Id,
        body: &Body<'_>,
        lower: Option<&Lower<'_>>,
        written: &mut Written,
    ) -> TokenStream {
        let v = &self.analysis.tensors.views[view];
        let nest_at = |emitter: &Emitter<'_>| emitter.site().nest(view, iterators, scope);
        // What the body defines, it defines in every form of the nest.
        let defined = written.defined.clone();
        let plain = |emitter: &Emitter<'_>, written: &mut Written| {
            written.defined.clone_from(&defined);
            let nest = nest_at(emitter);
            let whole = emitter.ordered_nest(view, &nest, scope, body, written);
            written.defined.clone_from(&defined);
            let Some(Touching { loops, strides }) = &nest.touching else { return whole };
            let one = emitter.collapsed_nest(view, &nest.loops, *loops, body, written);
            let condition = emitter.do_touch(strides);
            // The types of the tensors decide which of the two is left.
            if condition.is_empty() { one } else { quote!(if #condition { #one } else { #whole }) }
        };
        let loops = &nest_at(self).loops;
        if loops.iter().any(|(v, _)| self.kernel.schedules.get(v) == Some(&Schedule::Unroll))
            && let Some(points) = self.points(loops, &v.extent)
        {
            let names: Vec<_> = loops.iter().map(|(var, _)| self.var_name(*var)).collect();
            let steps = points.iter().map(|point| {
                let point = point.iter().map(|i| Literal::isize_suffixed(*i as isize));
                let body = body(self, written);
                quote!({ #(let #names = #point;)* #body })
            });
            return quote!({ #(#steps)* });
        }
        let Some(lower) = lower.filter(|_| !self.here.plain) else { return plain(self, written) };
        let levels: Vec<Level> = loops
            .iter()
            .map(|(var, axis)| Level::new(*var, Index::constant(0), v.extent[*axis].clone()))
            .collect();
        let vars: Vec<Id> = loops.iter().map(|l| l.0).collect();
        let inside = Inner::of(lower, body);
        let lanes = |emitter: &Emitter<'_>, scalar: &TokenStream, written: &mut Written| {
            emitter.vectorised(&levels, scope, inside, scalar, written)
        };
        let serial = |emitter: &Emitter<'_>| emitter.site().serial(view, &nest_at(emitter), scope);
        self.either(&vars, &serial, lanes, &plain, written)
    }

    /// All points of a nest of constant extents, if they are not too many to be written out.
    fn points(&self, loops: &[(Id, usize)], extent: &[Index]) -> Option<Vec<Vec<i64>>> {
        let mut points = vec![Vec::new()];
        for (_, axis) in loops {
            let extent = extent[*axis].as_constant()?;
            if extent.checked_mul(points.len() as i64)? > UNROLLED {
                return None;
            }
            points = points
                .iter()
                .flat_map(|p: &Vec<i64>| (0..extent).map(move |i| p.iter().copied().chain([i]).collect()))
                .collect();
        }
        Some(points)
    }

    /// A loop over a constant range, all written out, if that was asked for.
    pub fn unrolled_range(&self, f: &syn::ExprForLoop, written: &mut Written) -> Option<TokenStream> {
        let var = holes::variable(self.kernel, f)?;
        if self.kernel.schedules.get(&var) != Some(&Schedule::Unroll)
            || !crate::lanes::is_plain_range(&f.expr)
            || f.label.is_some()
            // A jump wants a loop.
            || self.kernel.jumping.contains(&var)
        {
            return None;
        }
        let v = &self.kernel.vars[var];
        let (start, end) = (self.resolve(&v.start).as_constant()?, self.resolve(&v.end).as_constant()?);
        // What is no index is refused where the loop begins.
        if end - start > UNROLLED || i32::try_from(start).is_err() || i32::try_from(end).is_err() {
            return None;
        }
        let pat = &f.pat;
        let (defined, contents) = (written.defined.clone(), written.contents.clone());
        let steps = (start..end).map(|i| {
            // What the body defines, it defines each time.
            written.defined.clone_from(&defined);
            written.contents.clone_from(&contents);
            let (i, body) = (Literal::i64_unsuffixed(i), self.filled_block(&f.body, written));
            quote!({ let #pat = #i; #body })
        });
        Some(quote!({ #(#steps)* }))
    }

    /// Why loops over some variables are no lanes, if nobody wants them to be.
    pub fn asked_for_none(&self, vars: &[Id]) -> Option<Refusal> {
        let span = |var: &Id| self.kernel.vars[*var].name.span();
        if let Some((var, read)) = vars.iter().find_map(|var| Some((var, self.kernel.kept_first.get(var)?))) {
            let reason = format!("`{read}` is read before anything is written: through a copy");
            return Some(Refusal::new(span(var), reason));
        }
        vars.iter().find_map(|var| {
            let reason = match self.kernel.schedules.get(var)? {
                Schedule::Autovectorize => "left to the compiler, as asked".into(),
                Schedule::Scalar => "element after element, as asked".into(),
                Schedule::Batches(blocks) => {
                    format!("{blocks} blocks at a time; fewer, which are left, one by one")
                }
                _ => return None,
            };
            Some(Refusal::new(span(var), reason))
        })
    }

    /// What keeps the compiler from vectorising loops over some variables, if that was asked for.
    pub fn serial(&self, vars: &[Id]) -> TokenStream {
        let krate = &self.kernel.krate;
        let asked = vars.iter().any(|v| self.kernel.schedules.get(v) == Some(&Schedule::Scalar));
        if asked { quote!(#krate::staged::serial();) } else { TokenStream::new() }
    }

    /// A nest as lanes, if that is possible; otherwise without.
    pub fn either(
        &self,
        vars: &[Id],
        serial: &dyn Fn(&Emitter<'_>) -> Serial,
        lanes: impl FnOnce(&Emitter<'_>, &TokenStream, &mut Written) -> Result<(TokenStream, Lanes), Refusal>,
        plain: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let plan = |emitter: &Emitter<'_>, outcome| Plan::of(self.kernel, vars, outcome, serial(emitter));
        if let Some(refusal) = self.asked_for_none(vars) {
            written.plan(plan(self, Err(refusal)));
            return plain(self, written);
        }
        // What the body defines, it defines in every form.
        let (defined, contents) = (written.defined.clone(), written.contents.clone());
        let inner = self.there(|here| {
            here.plain = true;
            here.is_refused = false;
        });
        let scalar = plain(&inner, written);
        written.defined.clone_from(&defined);
        written.contents.clone_from(&contents);
        let vectorised = lanes(&inner, &scalar, written);
        if vectorised.is_err() {
            written.contents = contents;
        }
        written.defined = defined;
        match vectorised {
            Ok((tokens, lanes)) => {
                written.plan(plan(&inner, Ok(lanes)));
                tokens
            }
            Err(refusal) => {
                let refused = self.there(|here| here.is_refused = true);
                written.plan(plan(&refused, Err(refusal)));
                plain(&refused, written)
            }
        }
    }

    /// The loops of a nest in their order in memory.
    fn ordered_nest(
        &self,
        view: Id,
        nest: &Nest,
        scope: Id,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let (Order::Asked { base, axes: [k0, k1], is_twice }, [(v0, a0), (v1, a1)]) =
            (&nest.order, &nest.loops[..])
        else {
            return self.loops(view, &nest.loops, scope, body, written);
        };
        let v = &self.analysis.tensors.views[view];
        let (y, x) = (self.var_name(*v0), self.var_name(*v1));
        let (h, w) = (self.extent(&v.extent[*a0]), self.extent(&v.extent[*a1]));
        let (rows, outer, inner) = (self.fresh("by_rows"), self.fresh("outer"), self.fresh("inner"));
        let base = self.carrier_name(*base);
        if *is_twice {
            // What the body defines, it defines in both.
            let defined = written.defined.clone();
            let by_rows = self.loops(view, &[(*v0, *a0), (*v1, *a1)], scope, body, written);
            written.defined = defined;
            let by_columns = self.loops(view, &[(*v1, *a1), (*v0, *a0)], scope, body, written);
            return quote!(if #base.inside(#k1, #k0) { #by_rows } else { #by_columns });
        }
        let body = body(self, written);
        quote!({
            let #rows = #base.inside(#k1, #k0);
            for #outer in 0isize..(if #rows { #h } else { #w }) {
                for #inner in 0isize..(if #rows { #w } else { #h }) {
                    let (#y, #x) = if #rows { (#outer, #inner) } else { (#inner, #outer) };
                    #body
                }
            }
        })
    }

    /// Loops over axes of `view`, the last one innermost.
    fn loops(
        &self,
        view: Id,
        loops: &[(Id, usize)],
        scope: Id,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let extent = &self.analysis.tensors.views[view].extent;
        let [outer @ .., (var, axis)] = loops else { return body(self, written) };
        let (var, extent_of) = (*var, &extent[*axis]);
        let Innermost { around, steps } = self.site().innermost(var, extent_of, scope, outer);
        if let Steps::Tiles(tile) = &steps {
            let (outer, last) = match outer.split_last() {
                Some((last, outer)) => (outer, Some((last.0, self.extent(&extent[last.1])))),
                None => (outer, None),
            };
            let nest = self.tiled_loops(scope, tile, (var, self.extent(extent_of)), last, body, written);
            return self.loops_around(outer, extent, nest);
        }
        let nest = self.by_turns_around(around, written, |written| match &steps {
            Steps::Groups(points) => self.grouped_loop(var, extent_of, *points, body, written),
            Steps::Middle(middle, inner) => {
                self.split_loop((var, extent_of, scope), middle, inner, body, written)
            }
            Steps::Distributed(distributed) => {
                let end = self.extent(extent_of);
                self.distributed_loop((var, scope), [&quote!(0), &end], &distributed.strip, body, written)
            }
            Steps::Each | Steps::Pairs | Steps::Tiles(_) => {
                self.whole_loop(var, extent_of, scope, body, written)
            }
        });
        self.loops_around(outer, extent, nest)
    }

    /// Loops over axes around what is repeated.
    fn loops_around(&self, outer: &[(Id, usize)], extent: &[Index], mut nest: TokenStream) -> TokenStream {
        for (var, axis) in outer.iter().rev() {
            let (name, extent) = (self.var_name(*var), self.extent(&extent[*axis]));
            nest = quote!(for #name in 0isize..#extent { #nest });
        }
        nest
    }

    /// The scopes of loops written as ranges, whose checks stand before them.
    pub fn is_loop(&self, scope: Id) -> bool {
        matches!(self.kernel.scopes[scope].kind, ScopeKind::Loop(_))
    }
}
