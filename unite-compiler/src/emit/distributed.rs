//! Several points of an innermost loop at a time, inside of the loops of its body: each part of the body is taken for all of them before
//! the next one is. Numbers that several parts have are arrays, which the compiler keeps in registers.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::{ExprForLoop, Stmt};

use super::blocked::each_lane;
use super::tiles::{block, by_length, to_the_end};
use super::{Body, Emitter, Written};
use crate::holes;
use crate::ir::{Id, Jumps};
use crate::parse::redirect;
use crate::plans::serial::{Part, Parts, Shared, Strip, Until};

/// The points that take a part.
struct Points<'p> {
    /// The variable of their loop, and the first of them.
    at: &'p Ident,
    first: &'p Ident,
    count: i64,
    /// What stands before anything at a point.
    before: &'p TokenStream,
    shared: &'p [Shared],
}

impl Emitter<'_> {
    /// The points of an innermost loop over a variable, from one index to before another one.
    pub(super) fn distributed_loop(
        &self,
        (var, scope): (Id, Id),
        [begin, end]: [&TokenStream; 2],
        strip: &Strip,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        self.points_of((var, scope), [begin, end], strip, (&TokenStream::new(), body), written)
    }

    /// All points of a loop over a range.
    pub(super) fn distributed_whole(
        &self,
        f: &ExprForLoop,
        strip: &Strip,
        written: &mut Written,
    ) -> TokenStream {
        let [whole, range, end] = ["whole", "range", "end"].map(|name| self.fresh(name));
        let over = self.iterated(f, written);
        let over = self.filled(&over, written);
        let begin = quote!(#range.start as ::core::primitive::isize);
        let points = self.distributed_range(f, &range, [&begin, &quote!(#end)], strip, written);
        let (half_open, past) = match holes::is_half_open(self.kernel, &f.expr) {
            true => (quote!(#whole), quote!()),
            false => (quote!(*#whole.start()..*#whole.end()), quote!(+ 1)),
        };
        quote!({
            let #whole = #over;
            let #range = #half_open;
            let #end = #range.end as ::core::primitive::isize #past;
            #points
        })
    }

    /// The points of a loop over a range, from one index to before another one.
    pub(super) fn distributed_range(
        &self,
        f: &ExprForLoop,
        range: &Ident,
        ends: [&TokenStream; 2],
        strip: &Strip,
        written: &mut Written,
    ) -> TokenStream {
        let Some(var) = holes::variable(self.kernel, f) else { return TokenStream::new() };
        let (krate, at, pat) = (&self.kernel.krate, self.var_name(var), &f.pat);
        // The variable is an index already, and for the user a number of the range.
        let number = quote!(#[allow(unused_variables)] let #pat = #krate::staged::counted(&#range, #at););
        let is_own = |stmt: &&Stmt| !holes::is_snapshot(self.kernel, stmt);
        let stmts: Vec<Stmt> = f.body.stmts.iter().filter(is_own).cloned().collect();
        let body = |emitter: &Emitter<'_>, written: &mut Written| {
            let body = emitter.filled_block(&block(&stmts), written);
            quote!(#number #body)
        };
        self.points_of((var, self.kernel.vars[var].scope), ends, strip, (&number, &body), written)
    }

    /// Points, `before` each of which something stands, and what is done at one of them.
    fn points_of(
        &self,
        (var, scope): (Id, Id),
        [begin, end]: [&TokenStream; 2],
        strip: &Strip,
        (before, body): (&TokenStream, &Body<'_>),
        written: &mut Written,
    ) -> TokenStream {
        let site = self.site();
        let at = self.var_name(var);
        let Some(Parts { all, shared, taken, .. }) = Parts::of(&site, scope) else {
            let body = body(self, written);
            return quote!(for #at in #begin..#end { #body });
        };
        let totals = taken.into_iter().map(|sum| {
            let total = &self.kernel.sums[sum].total;
            (sum, quote!(#total))
        });
        let taken = self.there(|here| here.totals = Rc::new(totals.collect()));
        let first = self.fresh("first");
        let defined = written.defined.clone();
        let mut of_points = |count: i64| {
            written.defined.clone_from(&defined);
            let points = Points { at: &at, first: &first, count, before, shared: &shared };
            let parts = taken.parts(&all, &points, &mut 0, written);
            let arrays = shared.iter().map(|shared| {
                let (array, krate) = (self.array_of(&shared.name), &self.kernel.krate);
                let count = Literal::usize_unsuffixed(count as usize);
                quote!(let mut #array = [#krate::staged::zero(); #count];)
            });
            let count = Literal::isize_unsuffixed(count as isize);
            let points = quote!(#(#arrays)* #parts);
            match strip.again {
                true => to_the_end(&first, end, &count, &points),
                false => quote!(while #first + #count <= #end { #points #first += #count; }),
            }
        };
        let whole = of_points(strip.points);
        let fewer = strip.fewer.map(of_points);
        written.defined.clone_from(&defined);
        let rest = body(self, written);
        let rest = quote!(for #at in #first..#end { #rest });
        let chosen = match strip.again {
            true => by_length(strip, &quote!(#end - #first), whole, fewer, rest),
            false => quote!(#whole #rest),
        };
        quote! {{
            let mut #first: ::core::primitive::isize = #begin;
            #chosen
        }}
    }

    /// Parts, for all points; `number` counts those that are statements.
    fn parts(
        &self,
        parts: &[Part<'_>],
        points: &Points<'_>,
        number: &mut usize,
        written: &mut Written,
    ) -> TokenStream {
        let mut all = TokenStream::new();
        for part in parts {
            all.extend(match part {
                Part::Statements(stmts) => self.at_points(
                    points,
                    number,
                    |emitter, written| emitter.filled_block(&block(stmts), written),
                    written,
                ),
                Part::Write(write) => self.at_points(
                    points,
                    number,
                    |emitter, written| emitter.write_point(*write, written),
                    written,
                ),
                Part::Computed(write) => self.computed(*write, points, number, written),
                Part::Checks(scope) => {
                    let checks = self.scope_checks(*scope);
                    if checks.is_empty() { checks } else { self.each_point(points, &checks) }
                }
                Part::Range(f, inner) => {
                    let ([range, before], pat) = (self.head(f, written), &f.pat);
                    let serial = self.by_points(holes::variable(self.kernel, f), inner);
                    let inner = self.parts(inner, points, number, written);
                    quote!(for #pat in #range { #serial #before #inner })
                }
                Part::Until(until) => self.until(until, points, number, written),
                Part::Indices(l, inner) => {
                    let l = &self.kernel.loops[*l];
                    let mut before = self.define_missing(l.over, written);
                    before.extend(self.bounded_extents(l.over));
                    let serial = self.by_points(l.vars.first().copied(), inner);
                    let inner = self.parts(inner, points, number, written);
                    let mut nest = quote!(#serial #inner);
                    let extent = &self.analysis.tensors.views[l.over].extent;
                    for (axis, var) in l.vars.iter().enumerate().rev() {
                        let (name, extent) = (self.var_name(*var), self.extent(&extent[axis]));
                        nest = quote!(for #name in 0isize..#extent { #nest });
                    }
                    quote!({ #before #nest })
                }
            });
        }
        all
    }

    /// A statement that all points have computed before one of them writes.
    fn computed(
        &self,
        write: Id,
        points: &Points<'_>,
        number: &mut usize,
        written: &mut Written,
    ) -> TokenStream {
        let (krate, count) = (&self.kernel.krate, Literal::usize_unsuffixed(points.count as usize));
        let [computed, lane] = ["computed", "lane"].map(|name| self.fresh(name));
        let mut put = TokenStream::new();
        let compute = |emitter: &Self, written: &mut Written| {
            let (compute, then) = emitter.write_computed(write, (&computed, &lane), written);
            put = then;
            compute
        };
        let compute = self.at_points(points, number, compute, written);
        let put = self.each_point(points, &put);
        quote!({ let mut #computed = [#krate::staged::zero(); #count]; #compute #put })
    }

    /// Passes until no point goes on. A point that has left the loop does nothing any more.
    fn until(
        &self,
        Until { over, pass }: &Until<'_>,
        points: &Points<'_>,
        number: &mut usize,
        written: &mut Written,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        let [going, goes, lane] = ["going", "goes", "lane"].map(|name| self.fresh(name));
        let head = over.map(|f| (&f.pat, self.head(f, written)));
        let pass = |emitter: &Self, written: &mut Written| {
            let mut pass = block(pass);
            let Jumps { whole, point, .. } = redirect(&mut pass, None, "until".to_string());
            let [whole, point] = [whole, point].map(|label| label.map(|label| quote!(#label:)));
            let pass = emitter.filled_block(&pass, written);
            quote! {
                let mut #goes = #going[#lane];
                if #goes != 0 {
                    #goes = 0;
                    #whole {
                        #point { #pass }
                        #goes = 1;
                    }
                }
                #going[#lane] = #goes;
            }
        };
        let pass = self.at_points(points, number, pass, written);
        let count = Literal::usize_unsuffixed(points.count as usize);
        let passes = match head {
            Some((pat, [range, before])) => quote! {
                for #pat in #range {
                    if !#krate::staged::any(&#going) { break; }
                    #before
                    #pass
                }
            },
            None => quote!(loop { #pass if !#krate::staged::any(&#going) { break; } }),
        };
        quote!({ let mut #going = [1; #count]; #passes })
    }

    /// The range of a loop, and what makes its variable an index at the beginning of a pass.
    fn head(&self, f: &ExprForLoop, written: &mut Written) -> [TokenStream; 2] {
        let range = self.iterated(f, written);
        let range = self.filled(&range, written);
        let is_snapshot = |stmt: &&Stmt| holes::is_snapshot(self.kernel, stmt);
        let snapshot: Vec<Stmt> = f.body.stmts.iter().filter(is_snapshot).cloned().collect();
        [range, self.filled_block(&block(&snapshot), written)]
    }

    /// Keeps the compiler from making vectors of the passes of a loop over a variable, where it makes them of the points in it. What is
    /// written there it keeps in registers only where it is let alone.
    fn by_points(&self, var: Option<Id>, inner: &[Part<'_>]) -> TokenStream {
        let (kernel, krate) = (self.kernel, &self.kernel.krate);
        let is_inside = |at: Id| var.is_some_and(|var| self.site().is_in(at, kernel.vars[var].scope));
        let writes = kernel.writes.iter().any(|write| is_inside(write.scope));
        let has_loops =
            inner.iter().any(|part| matches!(part, Part::Range(..) | Part::Indices(..) | Part::Until(_)));
        if has_loops || writes { TokenStream::new() } else { quote!(#krate::staged::serial();) }
    }

    /// The same for one point after the other.
    fn each_point(&self, Points { at, first, count, .. }: &Points<'_>, what: &TokenStream) -> TokenStream {
        each_lane(&self.fresh("lane"), *count as usize, (at, first), what)
    }

    /// What is done at one point after the other: numbers of other parts are taken out of their arrays before, and put back.
    fn at_points(
        &self,
        points: &Points<'_>,
        number: &mut usize,
        write: impl FnOnce(&Self, &mut Written) -> TokenStream,
        written: &mut Written,
    ) -> TokenStream {
        let Points { at, first, count, before, shared } = points;
        let lane = self.fresh("lane");
        let own = *number;
        *number += 1;
        let (mut taken, mut put) = (TokenStream::new(), TokenStream::new());
        let defined = write(self, written);
        for Shared { name, parts, changes, .. } in *shared {
            let array = self.array_of(name);
            let is_new = parts.first() == Some(&own);
            if !parts.contains(&own) {
                continue;
            }
            if !is_new {
                taken.extend(quote!(#[allow(unused_mut)] let mut #name = #array[#lane];));
            }
            if is_new || *changes {
                put.extend(quote!(#array[#lane] = #name;));
            }
        }
        each_lane(&lane, *count as usize, (at, first), &quote!(#before #taken #defined #put))
    }

    /// The array of a number that several parts have.
    fn array_of(&self, name: &Ident) -> Ident {
        self.fresh(&format!("each_{name}"))
    }
}
