//! Which loop of a nest lanes run along.

use proc_macro2::TokenStream;

use super::pixels::points_of_few;
use super::strips::{Chain, Inner, Lower};
use super::{Emitter, Written};
use crate::analyse::may_change_places;
use crate::ir::{Atom, Id, Index, Schedule};
use crate::lanes::independent::{factor, independent};
use crate::lanes::lower::{Bound, Lowering};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Program, Step, Type};
use crate::plans::read_together::follow_outside;
use crate::plans::{Lanes, Level};

/// Makes one of some loops, outermost first, the innermost one. The others keep their order.
fn move_inwards<T>(loops: &mut [T], at: usize) {
    loops[at..].rotate_left(1);
}

impl Emitter<'_> {
    /// A nest over index spaces as lanes, or why not. `scalar` is the nest as it would be without.
    pub fn vectorised(
        &self,
        levels: &[Level],
        scope: Id,
        inside: Inner<'_>,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Result<(TokenStream, Lanes), Refusal> {
        let mut levels = levels.to_vec();
        self.order(&mut levels, |level| level.var);
        if let Some(Ok(done)) = self.joined_with_few(&levels, scope, inside, scalar, written) {
            return Ok(done);
        }
        // Whoever calls says along which axis elements lie side by side, and every second one is as good as they.
        if levels.last().is_some_and(|inner| self.writes_every_second(inner.var))
            && let Some((from, _)) = self.movable(&levels, inside.lower, written)
            && let Ok((other, along)) = self.moved(&levels, from, scope, inside, scalar, written)
        {
            return Ok(match self.along_innermost(&levels, scope, inside, &other, written) {
                Ok((tokens, lanes)) => (tokens, Lanes { otherwise: Some(along.vars), ..lanes }),
                Err(_) => (other, along),
            });
        }
        let mut refusal = match self.along_innermost(&levels, scope, inside, scalar, written) {
            Ok(done) => return Ok(done),
            Err(refusal) => refusal,
        };
        match self.around_few(&levels, scope, inside, scalar, written) {
            Some(Ok(done)) => return Ok(done),
            Some(Err(why)) => refusal = why,
            None => {}
        }
        let Some((from, _)) = self.movable(&levels, inside.lower, written) else { return Err(refusal) };
        self.moved(&levels, from, scope, inside, scalar, written).map_err(|_| refusal)
    }

    /// A nest as lanes along another loop than the innermost one, which becomes it.
    fn moved(
        &self,
        levels: &[Level],
        from: usize,
        scope: Id,
        inside: Inner<'_>,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Result<(TokenStream, Lanes), Refusal> {
        let inside_of = self.name_of_innermost(levels);
        let mut levels = levels.to_vec();
        move_inwards(&mut levels, from);
        let inside = Inner { is_moved: true, ..inside };
        let (tokens, lanes) = self.along_innermost(&levels, scope, inside, scalar, written)?;
        Ok((tokens, Lanes { inside_of, ..lanes }))
    }

    /// Whether something is written that is two elements apart along a loop.
    fn writes_every_second(&self, var: Id) -> bool {
        let by = |target: Id| self.data(target).last().and_then(|last| factor(last, var));
        self.kernel.writes.iter().any(|write| by(write.target) == Some(2))
    }

    /// The user's name of the variable of the innermost loop.
    fn name_of_innermost(&self, levels: &[Level]) -> Option<String> {
        levels.last().map(|level| self.kernel.vars[level.var].shown())
    }

    /// The loop of a nest that may be the innermost one, if iterations of that meet: one of which none do. All others keep their
    /// order, so that of two iterations that meet the same one comes first.
    fn movable(&self, levels: &[Level], lower: &Lower<'_>, written: &Written) -> Option<(usize, Program)> {
        let (inner, outer) = levels.split_last()?;
        if levels.iter().any(|level| self.kernel.schedules.contains_key(&level.var)) {
            return None;
        }
        let points: Vec<(Id, Option<i64>)> = levels.iter().map(|l| (l.var, l.points())).collect();
        let program = self.lowered(points.iter().map(|(var, _)| *var).collect(), lower, written).ok()?;
        let is_free = |var: Id| independent(self.kernel, self.analysis, &program, &points, &[var]).is_ok();
        let is_bound = !is_free(inner.var);
        let from = outer.iter().rposition(|level| is_bound && is_free(level.var))?;
        Some((from, program))
    }

    /// A loop written as a range, with the loops that are all of its body, as lanes.
    pub fn vectorised_range(
        &self,
        f: &syn::ExprForLoop,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Result<(TokenStream, Lanes), Refusal> {
        let mut chain = self.chain_of(f);
        let body = chain.last().map(|(f, _)| &f.body);
        let may_move = may_change_places(chain.iter().map(|(f, _)| *f));
        let vars = |chain: &Chain<'_>| chain.iter().map(|(_, var)| *var).collect::<Vec<Id>>();
        let written_so = vars(&chain);
        self.order(&mut chain, |(_, var)| *var);
        if !may_move && vars(&chain) != written_so {
            let reason = "the ranges of these loops mean something else where they change places".to_string();
            return Err(Refusal::new(f.for_token.span, reason));
        }
        let Some(body) = body else {
            return Err(Refusal::new(
                f.for_token.span,
                "not a loop that counts up one by one, as over `a..b`".into(),
            ));
        };
        let mut levels = self.nest_of_ranges(&chain);
        // A loop of one point is the outermost one as well.
        let is_single =
            |level: &Level| level.points() == Some(1) && !self.kernel.schedules.contains_key(&level.var);
        if may_move && levels.last().is_some_and(is_single) && !levels.iter().all(is_single) {
            chain.rotate_right(1);
            levels.rotate_right(1);
        }
        if may_move && self.follow_outside(&levels, &self.lower_chain(&chain, body), written) {
            let at = chain.len() - 2;
            move_inwards(&mut chain, at);
            if let Ok(done) = self.range_along_innermost(&chain, body, false, 1, scalar, written) {
                return Ok(done);
            }
            move_inwards(&mut chain, at);
        }
        let mut refusal = match self.range_along_innermost(&chain, body, false, 1, scalar, written) {
            Ok(done) => return Ok(done),
            Err(refusal) => refusal,
        };
        // The innermost of them is a statement of the body of the one around it.
        if let Some(points) = points_of_few(self.kernel, &levels)
            && vars(&chain) == written_so
        {
            let around = chain[..chain.len() - 1].to_vec();
            let body = &around[around.len() - 1].0.body;
            match self.range_along_innermost(&around, body, false, points as usize, scalar, written) {
                Ok(done) => return Ok(done),
                Err(why) => refusal = why,
            }
        }
        let moved =
            may_move.then(|| self.movable(&levels, &self.lower_chain(&chain, body), written)).flatten();
        let Some((from, _)) =
            moved.filter(|(from, program)| self.runs_along_rows(program, levels[*from].var))
        else {
            return Err(refusal);
        };
        move_inwards(&mut chain, from);
        let (tokens, lanes) =
            self.range_along_innermost(&chain, body, true, 1, scalar, written).map_err(|_| refusal)?;
        Ok((tokens, Lanes { inside_of: self.name_of_innermost(&levels), ..lanes }))
    }

    /// Whether a nest is better with the outer of its two innermost loops inside, as it reads elements side by side along that.
    fn follow_outside(&self, levels: &[Level], lower: &Lower<'_>, written: &Written) -> bool {
        let is_asked = levels.iter().any(|level| self.kernel.schedules.contains_key(&level.var));
        let vars = levels.iter().map(|level| level.var).collect();
        levels.len() > 1
            && !is_asked
            && self.lowered(vars, lower, written).is_ok_and(|program| follow_outside(&program, levels))
    }

    /// Loops written as ranges, as they are in a nest.
    fn nest_of_ranges(&self, chain: &Chain<'_>) -> Vec<Level> {
        let level = |(_, var): &(&syn::ExprForLoop, Id)| {
            let v = &self.kernel.vars[*var];
            Level::new(*var, self.resolve(&v.start), self.resolve(&v.end))
        };
        chain.iter().map(level).collect()
    }

    /// What a point of loops written as ranges computes.
    fn lower_chain<'c>(
        &'c self,
        chain: &'c Chain<'c>,
        body: &'c syn::Block,
    ) -> impl Fn(&mut Lowering<'_>) -> Result<(), Refusal> + 'c {
        move |lowering| {
            for (_, var) in chain {
                let name = &self.kernel.vars[*var].name;
                let index = Op::Index(Index::atom(Atom::Var(*var)));
                let number = lowering.push(index, vec![], Type::I32, name);
                lowering.names.push((name.to_string(), Bound::Number(number)));
            }
            lowering.body(body)
        }
    }

    /// Loops written as ranges, as lanes along the innermost one.
    fn range_along_innermost(
        &self,
        chain: &Chain<'_>,
        body: &syn::Block,
        is_moved: bool,
        written_out: usize,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Result<(TokenStream, Lanes), Refusal> {
        let lower = self.lower_chain(chain, body);
        let point = |emitter: &Emitter<'_>, written: &mut Written| emitter.filled_block(body, written);
        let inside = Inner { chain: Some((chain, body)), is_moved, written_out, ..Inner::of(&lower, &point) };
        let middle = chain.last().and_then(|(f, _)| self.middle_of_range(f));
        self.lanes_in(middle, self.nest_of_ranges(chain), inside, scalar, written)
    }

    /// Whether a loop runs along the last axis of everything that is written.
    fn runs_along_rows(&self, program: &Program, var: Id) -> bool {
        program.steps.iter().filter(|step| matches!(step, Step::Write(..))).all(|step| {
            let written = program.accessed(step).and_then(|write| write.data.split_last());
            written.is_some_and(|(last, others)| {
                factor(last, var) == Some(1) && others.iter().all(|index| factor(index, var) == Some(0))
            })
        })
    }

    /// Moves the loop that was asked to run along the lanes inwards: iterations do not depend on each other.
    fn order<T>(&self, loops: &mut [T], var: impl Fn(&T) -> Id) {
        let asked = loops.iter().position(|l| match self.kernel.schedules.get(&var(l)) {
            Some(Schedule::Vectorize(name, _)) => self.kernel.vars[var(l)].name == *name,
            _ => false,
        });
        if let Some(at) = asked {
            move_inwards(loops, at);
        }
    }
}
