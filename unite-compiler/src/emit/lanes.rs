//! A nest as lanes along its innermost loop: how they lie, in which forms, and what is left over.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::forms::{Forms, where_it_holds};
use super::points::Spread;
use super::strips::{Inner, Lower};
use super::vector::{Code, Vector};
use super::{Emitter, Written};
use crate::cost::{AROUND, HALF, JAMMED, LANES, LONG};
use crate::ir::{Atom, Id, Index};
use crate::known::{Known, Truth};
use crate::lanes::independent::{factor, independent};
use crate::lanes::lower::Lowering;
use crate::lanes::refusal::{Refusal, by_data};
use crate::lanes::value::{Op, Program, Read, Step};
use crate::plans::forms::{forms, generic_points};
use crate::plans::read_together::{follow, sums_of_rows};
use crate::plans::serial::Middle;
use crate::plans::worth::{is_repeatable, is_worth_it, repeats, rows_overlap};
use crate::plans::{Asked, Gaps, Lanes, Level, Rest, Shape};
use crate::rules::Findings;
use crate::rules::canonical::canonical;

/// A nest as lanes: its statements, the condition under which they may run, and what runs along the lanes.
struct Nest {
    tokens: TokenStream,
    condition: Truth,
    lanes: Lanes,
    /// Whether there may be more lanes in long rows.
    is_long: bool,
}

/// The lanes of a nest, as they are decided before anything is written.
struct Planned {
    program: Program,
    shape: Shape,
    rest: Rest,
    /// Whether there may be more lanes in long rows.
    is_long: bool,
    /// Whether it is lanes however wide they are.
    is_certain: bool,
    /// Whether elements between those that are written are written back.
    fills_gaps: bool,
}

impl Emitter<'_> {
    /// A nest as lanes along its innermost loop.
    pub fn along_innermost(
        &self,
        levels: &[Level],
        scope: Id,
        inside: Inner<'_>,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Result<(TokenStream, Lanes), Refusal> {
        let middle = levels.split_last().and_then(|(inner, outer)| {
            let outside = outer.iter().map(|level| level.var);
            self.site().middle_among(outside, inner.var, [&inner.start, &inner.end], scope)
        });
        self.lanes_in(middle, levels.to_vec(), inside, scalar, written)
    }

    /// A nest as lanes along its innermost loop: in the middle of that, with the points around it one by one, if there is such.
    pub fn lanes_in(
        &self,
        middle: Option<Middle>,
        mut levels: Vec<Level>,
        inside: Inner<'_>,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Result<(TokenStream, Lanes), Refusal> {
        if let (Some(middle), Some(inner)) = (middle, levels.last_mut()) {
            let defined = written.defined.clone();
            let edge = (inside.point)(self, written);
            let inside = Inner { edge: Some(&edge), ..inside };
            inner.narrow(middle.begin.clone(), middle.past.clone());
            written.defined = defined;
            return self.in_middle(&middle, |there| there.lanes_of(&levels, inside, scalar, written));
        }
        self.lanes_of(&levels, inside, scalar, written)
    }

    /// A body in terms of lanes along some variables.
    pub fn lowered(&self, along: Vec<Id>, lower: &Lower<'_>, written: &Written) -> Result<Program, Refusal> {
        let mut lowering = Lowering::new(self.kernel, self.analysis, &written.facts, along);
        lower(&mut lowering)?;
        Ok(canonical(&lowering.program))
    }

    /// A nest as lanes, in one form for each of the extents that the compiler may find.
    fn lanes_of(
        &self,
        levels: &[Level],
        inside: Inner<'_>,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Result<(TokenStream, Lanes), Refusal> {
        let asked = levels.iter().any(|l| self.kernel.schedules.contains_key(&l.var));
        let spread = if asked { None } else { self.spread(levels, inside.lower, written).ok() };
        let points = |spread: &Spread, written: &mut Written| -> Result<(TokenStream, Lanes), Refusal> {
            let (tokens, condition, along) = self.points_as_lanes(levels, spread, written)?;
            Ok((where_it_holds(&condition, &tokens, scalar), along))
        };
        if let Some(spread) = spread.as_ref().filter(|spread| spread.is_better())
            && let Ok(done) = points(spread, written)
        {
            return Ok(done);
        }
        let generic = if inside.chain.is_some() || asked { Vec::new() } else { forms(self.kernel, levels) };
        let general = self.lanes_along(levels, LANES, inside, generic.is_empty(), written);
        let (mut special, mut lanes, mut forms) = (Forms::new(), None, Vec::new());
        let unchained = Inner { chain: None, ..inside };
        for form in &generic {
            let nest = self.lanes_along(&form.levels, LANES, unchained, false, written);
            let Ok(nest) = nest else { continue };
            if nest.condition.fails() {
                continue;
            }
            let [height, width] = form.lengths.map(|scalar| &self.kernel.scalars[scalar].tokens);
            let (rows, columns) = (form.rows as usize, form.columns as usize);
            let given = quote!((#width) == #columns && (#height) % #rows == 0);
            special.add(Some(given), nest.condition, &nest.tokens);
            lanes.get_or_insert(nest.lanes);
            if !forms.contains(&form.columns) {
                forms.push(form.columns);
            }
        }
        let short = inside.chain.and_then(|_| generic_points(self.kernel, levels.last()?)).filter(|_| !asked);
        let short = match short {
            Some(points) => self.in_short_rows(levels, &points, inside, &mut special, written),
            None => None,
        };
        // Rows of fewer points than there are lanes are left to the loops as they are, where rustc knows how many there are.
        let at_least = |count: i64| {
            let [_, width] = generic.first()?.lengths;
            let (width, count) = (&self.kernel.scalars[width].tokens, count as usize);
            Some(quote!((#width) >= #count))
        };
        let nest = match general {
            Ok(nest) => {
                let long = nest.is_long.then_some(LONG);
                let mut jammed = 1;
                if nest.is_long && !nest.condition.fails() {
                    let (long, is_long) = self.in_long_rows(levels, inside, written)?;
                    jammed = long.lanes.jammed;
                    let given = at_least(LONG);
                    let condition =
                        if given.is_some() { long.condition } else { long.condition.and(is_long) };
                    special.add(given, condition, &long.tokens);
                }
                let given = match nest.lanes.shape[..] {
                    [count] => at_least(count),
                    _ => None,
                };
                lanes = Some(Lanes { long, jammed, ..nest.lanes });
                special.ending_with(given, &nest.condition, &nest.tokens, scalar)
            }
            Err(refusal) if special.is_empty() => {
                return spread.and_then(|spread| points(&spread, written).ok()).ok_or(refusal);
            }
            Err(_) => special.ending_with(None, &Known::Now(false), &TokenStream::new(), scalar),
        };
        let Some(lanes) = lanes else { return Err(Refusal::new(Span::call_site(), "no form".into())) };
        Ok((nest, Lanes { forms, short, ..lanes }))
    }

    /// Adds a form of a nest for rows of fewer points than there are lanes, but of half as many; and says how many these are.
    fn in_short_rows(
        &self,
        levels: &[Level],
        points: &Index,
        inside: Inner<'_>,
        forms: &mut Forms,
        written: &mut Written,
    ) -> Option<i64> {
        let nest = self.lanes_along(levels, HALF, inside, true, written).ok()?;
        let points = self.index(points);
        let [least, most] = [HALF, LANES].map(Literal::i64_unsuffixed);
        forms.add(Some(quote!((#points) >= #least && (#points) < #most)), nest.condition, &nest.tokens);
        Some(HALF)
    }

    /// A nest over long rows with twice as many lanes, if they are narrow, for wider vectors or more of them at once; and whether rows
    /// are long.
    fn in_long_rows(
        &self,
        levels: &[Level],
        inside: Inner<'_>,
        written: &mut Written,
    ) -> Result<(Nest, Truth), Refusal> {
        let inner = innermost(levels)?;
        let nest = self.lanes_along(levels, LONG, inside, false, written)?;
        let length = self.exact_index(&inner.length());
        let least = Literal::i64_unsuffixed(if inner.whole.is_some() { LONG + AROUND } else { LONG });
        Ok((nest, Known::Later(quote!((#length) >= #least))))
    }

    /// What lanes of a nest would be, so many of them where rows have any length; or why there are none. `is_open`: whether the
    /// compiler may be left to do it.
    fn planned(
        &self,
        levels: &[Level],
        lanes: i64,
        inside: Inner<'_>,
        is_open: bool,
        written: &mut Written,
    ) -> Result<Planned, Refusal> {
        let inner = innermost(levels)?;
        let at = self.kernel.vars[inner.var].name.span();
        let vars: Vec<Id> = levels.iter().map(|l| l.var).collect();
        let whole = self.lowered(vars.clone(), inside.lower, written)?;
        if whole.has_passes() {
            let around: Vec<(Id, usize)> = vars[..vars.len() - 1].iter().map(|var| (*var, 0)).collect();
            if self.site().tile(inner.var, self.kernel.vars[inner.var].scope, &around).is_some() {
                return Err(Refusal::new(at, "the sums of more points are taken at a time".into()));
            }
        }
        let groups = Vector::new(
            self,
            written,
            (&whole, &Findings::of(&whole)),
            None,
            inner.var,
            [1, 1],
            vars.clone(),
        )
        .groups(true);
        let grouped = groups.values().any(|(members, _)| members.len() > 3);
        // The compiler writes pixels as well, where there is little to compute for them.
        let are_pixels = groups.values().any(|(members, _)| members.len() == 3);
        // Two that take turns are written as whole vectors.
        let takes_turns = groups.values().any(|(members, axis)| {
            let write = members.first().and_then(|first| whole.accessed(&whole.steps[*first]));
            let by = write.and_then(|write| factor(&write.data[*axis], inner.var));
            by.map(i64::abs) == Some(members.len() as i64)
        });
        let asked = self.kernel.schedules.get(&inner.var);
        let overlap = levels.len() > 1 && rows_overlap(&whole, levels[levels.len() - 2].var);
        let follow = match levels {
            [.., outer, inner] => follow(&whole, outer.var, inner.var),
            _ => false,
        };
        let shape = Shape::of(levels, lanes, grouped, Asked::of(asked, overlap, follow))
            .map_err(|few| Refusal::new(at, format!("{few} points are too few for lanes")))?;
        let outer = shape.rows(levels);
        let along: Vec<Id> = outer.into_iter().chain([inner.var]).collect();
        let mut program = if along == vars { whole } else { self.lowered(along, inside.lower, written)? };
        if program.steps.iter().all(|s| matches!(s, Step::Read(_))) {
            return Err(Refusal::new(at, "nothing is written".into()));
        }
        for step in &program.steps {
            let Some(&Read { access, .. }) = program.accessed(step) else { continue };
            let is_gather = program.is_gather(step);
            // Where a rule leads to is checked before the loop.
            let is_open = !is_gather || self.analysis.tensors.rule(self.kernel, access).is_some();
            if is_open && self.analysis.bounds.accesses[access] == crate::analyse::Plan::Here {
                return Err(by_data(&self.kernel.accesses[access]));
            }
            let before = match is_gather {
                true => self.define_missing(self.kernel.accesses[access].view, written),
                false => self.guarded(access, written).0,
            };
            if !before.is_empty() {
                let a = &self.kernel.accesses[access];
                return Err(Refusal::new(a.span.first(), format!("`{}` is made for this access", a.source)));
            }
        }
        if asked.is_none() && !grouped {
            // The compiler does not know that iterations do not meet.
            let is_open = is_open && !inside.is_moved && !takes_turns;
            let findings = Findings::of(&program);
            let along = [outer.unwrap_or(inner.var), inner.var];
            is_worth_it(self.kernel, (&program, &findings), levels, along, is_open, inside.written_out, at)?;
        }
        let points: Vec<(Id, Option<i64>)> = levels.iter().map(|l| (l.var, l.points())).collect();
        independent(self.kernel, self.analysis, &program, &points, &[outer.unwrap_or(inner.var), inner.var])?;
        let gaps = outer.is_none().then(|| Gaps::of(&program, inner.var)).flatten();
        let fills_gaps = gaps.is_some();
        if let Some(gaps) = gaps {
            gaps.fill(&mut program);
        }
        prune(&mut program);
        // What compilers do one by one.
        let may_fail = program.nodes.ids().any(|node| program.may_fail(node));
        let is_repeatable = is_repeatable(&self.analysis.tensors, &program);
        let rest = match inner.points() {
            Some(points) if points % shape.inner == 0 => Rest::None,
            _ if is_repeatable => Rest::Again,
            _ => Rest::Single,
        };
        let is_fixed = |index: &Index| {
            !index.any_atom(|a| matches!(a, Atom::Var(v) if levels.iter().any(|l| l.var == *v)))
        };
        let is_long = inner.points().is_none()
            && is_fixed(&inner.length())
            && !grouped
            && !are_pixels
            && asked.is_none()
            && !may_fail
            && is_repeatable;
        let is_certain = grouped
            || are_pixels
            || asked.is_some()
            || inside.is_moved
            || fills_gaps
            || may_fail
            || program.has_passes()
            || sums_of_rows(&program)
            || outer.is_none() && repeats(self.kernel, &program, inner.var);
        Ok(Planned { program, shape, rest, is_long, is_certain, fills_gaps })
    }

    /// Whether several long rows may be taken at a time, strip by strip, and are better so: they read the same elements, and no row
    /// has what another one writes.
    fn may_jam(&self, program: &Program, levels: &[Level], inside: Inner<'_>) -> bool {
        let [.., rows, inner] = levels else { return false };
        // Nothing but the row says where its middle begins and ends.
        let (site, scope) = (self.site(), self.kernel.vars[rows.var].scope);
        let is_told = |index: &Index| {
            !index.any_atom(|atom| *atom != Atom::Var(rows.var) && site.changes(rows.var, scope, atom))
        };
        let is_plain =
            |step: &Step| !program.is_gather(step) && matches!(step, Step::Read(_) | Step::Write(..));
        let points: Vec<(Id, Option<i64>)> = levels.iter().map(|l| (l.var, l.points())).collect();
        inside.joined.is_none()
            && inside.written_out == 1
            && forms(self.kernel, levels).is_empty()
            && !self.kernel.schedules.contains_key(&rows.var)
            && is_told(&inner.start)
            && is_told(&inner.end)
            && inside.chain.is_none_or(|(chain, _)| chain.iter().all(|(f, _)| self.is_counted(f)))
            && program.steps.iter().all(is_plain)
            && rows_overlap(program, rows.var)
            && independent(self.kernel, self.analysis, program, &points, &[rows.var, inner.var]).is_ok()
    }

    /// A nest as lanes.
    fn lanes_along(
        &self,
        levels: &[Level],
        lanes: i64,
        inside: Inner<'_>,
        is_open: bool,
        written: &mut Written,
    ) -> Result<Nest, Refusal> {
        let planned = self.planned(levels, lanes, inside, is_open, written)?;
        let Planned { program, shape, rest, is_long, is_certain, fills_gaps } = planned;
        let inner = innermost(levels)?;
        let (outer, vars) = (shape.rows(levels), levels.iter().map(|l| l.var).collect());
        let program = self.narrowed(program, levels, &shape, written);
        let shape = shape.in_any_rows(levels, program.nodes.ids().count());
        let may_jam =
            lanes == LONG && rest == Rest::Again && outer.is_none() && self.may_jam(&program, levels, inside);
        let shape = Shape { jammed: if may_jam { JAMMED } else { 1 }, ..shape };
        let findings = Findings::of(&program);
        let found = (&program, &findings);
        // What does not change in a row is made before it.
        let (there, made) = self.hoisting_of(inner.var, self.kernel.vars[inner.var].scope);
        let there = if outer.is_none() { &there } else { self };
        let mut vector = match outer {
            Some(outer) if shape.swapped => {
                Vector::new(there, written, found, Some(inner.var), outer, [shape.inner, shape.outer], vars)
            }
            _ => Vector::new(there, written, found, outer, inner.var, [shape.outer, shape.inner], vars),
        };
        let accumulator = |k: usize| format_ident!("a{}", k, span = Span::mixed_site());
        let points = levels.iter().try_fold(1i64, |all, l| all.checked_mul(l.points()?));
        vector.each = points.map(|points| (points + shape.points() - 1) / shape.points());
        vector.learn();
        vector.widen_turns();
        if inside.chain.is_some() && inside.edge.is_some() {
            // Where only the lower bits are wanted, the compiler takes as many lanes as those need.
            let wraps = |step: &Step| match step {
                Step::Write(write, node) => {
                    write.elem.is_some_and(|elem| vector.fits(*node, elem.range()).fails())
                }
                _ => false,
            };
            if program.steps.iter().any(wraps) {
                let reason = "what is written may wrap around: left to the compiler".to_string();
                return Err(Refusal::new(self.kernel.vars[inner.var].name.span(), reason));
            }
        }
        let constants = vector.tables();
        written.programs.number(&mut vector, &constants);
        let mut code = Code::new(written);
        let conditions = vector.steps(&accumulator, &mut code)?;
        if let Some(joined) = inside.joined {
            self.ask_whether_they_touch(&program, joined, &mut code);
        }
        let stores = program.steps.iter().any(|s| matches!(s, Step::Write(..)));
        let ran = self.asked_whether_it_ran(&program, levels);
        let (before, after) = self.accumulators(&program, &vector, &accumulator, ran.as_ref(), &mut code);
        let (strides, units) = (code.known_strides(), code.units());
        let Code { mut statements, items, .. } = code;
        statements.extend(ran.map(|ran| quote!(#ran = true;)));
        let steps = (made.mentioned(&statements), statements);
        let body = self.strips(levels, &shape, rest, inside, &steps, written);
        let nest = quote!({ #strides #before #body #after });
        let worth = match (&conditions[..], stores) {
            ([], _) => Known::Now(true),
            (_, true) => conditions.into_iter().fold(Known::Now(true), Truth::and),
            (_, false) => conditions.into_iter().fold(Known::Now(false), Truth::or),
        };
        if worth.fails() {
            let reason = "what is read or written lies apart: left to the compiler".to_string();
            return Err(Refusal::new(self.kernel.vars[inner.var].name.span(), reason));
        }
        let is_narrow = if is_certain { Known::Now(true) } else { vector.narrow() };
        let in_constant = is_narrow.clone().map(|narrow| narrow, |narrow| quote!(const { #narrow }));
        let condition = units.into_iter().map(Known::Later).fold(in_constant, Truth::and).and(worth);
        let name = |var: Id| self.kernel.vars[var].shown();
        let (widest, at_once) = (vector.widest(), vector.patterns(None));
        let (vars, sides) = match outer {
            Some(outer) => {
                (format!("{} and {}", name(outer), name(inner.var)), vec![shape.outer, shape.inner])
            }
            None => {
                let around = inside.joined.map(|joined| format!("{} and ", name(joined.loops.outer)));
                (around.unwrap_or_default() + &name(inner.var), vec![shape.inner])
            }
        };
        let lanes = Lanes {
            vars,
            shape: sides,
            together: shape.together,
            at_a_time: shape.at_a_time,
            widest,
            long: None,
            jammed: shape.jammed,
            short: None,
            forms: Vec::new(),
            is_middle: inner.whole.is_some(),
            inside_of: None,
            otherwise: None,
            fills_gaps,
            rest,
            passes: program.passes().map(|passes| name(passes.var)).collect(),
            at_once,
            is_narrow,
        };
        vector.note_contents(&mut written.contents);
        written.programs.note(&vector, constants, items);
        // Values of 32 bits in twice as many lanes take more registers than there are.
        let is_long = is_long && vector.multiplies_pairs().fails();
        Ok(Nest { tokens: nest, condition, lanes, is_long })
    }
}

/// The innermost level of a nest, if it has one.
fn innermost(levels: &[Level]) -> Result<&Level, Refusal> {
    levels.last().ok_or_else(|| Refusal::new(Span::call_site(), "a single point".into()))
}

/// Forgets reads that nothing needs.
fn prune(program: &mut Program) {
    let fails = program.nodes.ids().filter(|node| program.may_fail(*node));
    let needed = program.needed(program.results().chain(fails).collect(), |node, open| {
        let n = &program.nodes[node];
        if !matches!(n.op, Op::Uniform(_)) {
            open.extend(&n.args);
        }
    });
    program.steps.retain(|s| !matches!(s, Step::Read(n) if !needed[*n]));
}
