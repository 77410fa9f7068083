//! Nests whose innermost loop has a few points, as that over the elements of a pixel has. They are too few to be lanes. Where the pixels
//! of a row are one after the other in memory, and nothing asks which is which, both loops are one; otherwise the few are written out
//! for each lane of the loop around.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::strips::{Inner, Joined};
use super::{Emitter, Written};
use crate::cost::FEW_INSIDE;
use crate::ir::{Atom, Id, Index, Kernel};
use crate::lanes::lower::Lowering;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Program, Read, Step};
use crate::plans::serial::{Collapsed, Middle};
use crate::plans::{Lanes, Level};

/// How many points the innermost loop of a nest has, if they are a few, and the one around it has any number; and nobody asked for
/// anything.
pub fn points_of_few(kernel: &Kernel, levels: &[Level]) -> Option<i64> {
    let [.., around, few] = levels else { return None };
    let is_asked = levels.iter().any(|level| kernel.schedules.contains_key(&level.var));
    let is_open = !is_asked && few.start.as_constant().is_some() && around.points().is_none();
    few.points().filter(|points| is_open && FEW_INSIDE.contains(points))
}

impl Emitter<'_> {
    /// A nest over index spaces as lanes along the loop around its innermost one, if that has a few points.
    pub fn around_few(
        &self,
        levels: &[Level],
        scope: Id,
        inside: Inner<'_>,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Option<Result<(TokenStream, Lanes), Refusal>> {
        let points = points_of_few(self.kernel, levels)?;
        let (few, around) = levels.split_last()?;
        let start = few.start.as_constant()?;
        let lower = |lowering: &mut Lowering<'_>| {
            (start..start + points).try_for_each(|value| {
                lowering.at.push((few.var, value));
                let lowered = (inside.lower)(lowering);
                lowering.at.pop();
                lowered
            })
        };
        let point = |emitter: &Emitter<'_>, written: &mut Written| {
            let (name, point) = (emitter.var_name(few.var), (inside.point)(emitter, written));
            let [first, past] = [start, start + points].map(|value| Literal::isize_suffixed(value as isize));
            quote!(for #name in #first..#past { #point })
        };
        let inside = Inner { lower: &lower, point: &point, written_out: points as usize, ..inside };
        Some(self.along_innermost(around, scope, inside, scalar, written))
    }

    /// A nest over index spaces as lanes along its two innermost loops, of which the inner one has a few points, as one.
    pub fn joined_with_few(
        &self,
        levels: &[Level],
        scope: Id,
        inside: Inner<'_>,
        scalar: &TokenStream,
        written: &mut Written,
    ) -> Option<Result<(TokenStream, Lanes), Refusal>> {
        let [outer @ .., around, few] = levels else { return None };
        let zero = |level: &Level| level.start.as_constant() == Some(0);
        let points = points_of_few(self.kernel, levels).filter(|_| zero(around) && zero(few))?;
        let joined = Joined { loops: Collapsed { outer: around.var, inner: few.var }, points };
        let lower = |lowering: &mut Lowering<'_>| {
            // What asks where it is along either of them is none of the lanes.
            lowering.program.lanes.push(around.var);
            let lowered = (inside.lower)(lowering);
            lowering.program.lanes.retain(|var| *var != around.var);
            lowered.and_then(|()| self.join(&mut lowering.program, joined))
        };
        let count = Literal::isize_unsuffixed(points as isize);
        let point = |emitter: &Emitter<'_>, written: &mut Written| {
            let [around, few] = [around, few].map(|level| emitter.var_name(level.var));
            let point = (inside.point)(emitter, written);
            quote!(let (#around, #few) = (#few / #count, #few % #count); #point)
        };
        let all = |index: &Index| index.scaled(points);
        let outside = outer.iter().map(|level| level.var);
        let middle = self.site().middle_among(outside, around.var, [&around.start, &around.end], scope);
        let middle =
            middle.map(|middle| Middle { begin: all(&middle.begin), past: all(&middle.past), ..middle });
        let row = Level::new(few.var, Index::constant(0), all(&around.end));
        let levels = outer.iter().cloned().chain([row]).collect();
        let inside = Inner { lower: &lower, point: &point, joined: Some(joined), ..inside };
        let known = self.led_along_few(joined).into_iter().collect();
        Some(self.where_inside(&known, |there| there.lanes_in(middle, levels, inside, scalar, written)))
    }

    /// Lets the variable of the inner of two loops count the points of both.
    fn join(&self, program: &mut Program, joined: Joined) -> Result<(), Refusal> {
        let Collapsed { outer, inner } = joined.loops;
        let apart = || {
            let reason = "it matters which point of a few it is".to_string();
            Err(Refusal::new(self.kernel.vars[inner].name.span(), reason))
        };
        let moved = |read: &mut Read| {
            if !read.data.iter().any(|index| joined.loops.mentioned(index)) {
                return true;
            }
            let Some((rows, _)) = joined.axes(&read.data) else { return false };
            read.data[rows] = read.data[rows].clone().plus(&Index::atom(Atom::Var(outer)), -1);
            true
        };
        let ids: Vec<_> = program.nodes.ids().collect();
        for id in ids {
            let is_joined = match &mut program.nodes[id].op {
                Op::Index(index) => !joined.loops.mentioned(index),
                Op::Read(read) => moved(read),
                Op::Gather(_) => false,
                _ => true,
            };
            if !is_joined {
                return apart();
            }
        }
        for step in &mut program.steps {
            if let Step::Write(read, _) = step
                && !moved(read)
            {
                return apart();
            }
        }
        // Of what is written, indices that differ no longer say which iterations meet.
        let memory = |read: &Read| self.analysis.tensors.memory(read.base);
        let all: Vec<&Read> = program.steps.iter().filter_map(|step| program.accessed(step)).collect();
        let meets = |write: &Read, other: &&Read| {
            memory(write) == memory(other) && (write.base != other.base || write.data != other.data)
        };
        let is_met = |step: &Step| match step {
            Step::Write(write, _) => all.iter().any(|other| meets(write, other)),
            _ => false,
        };
        if program.steps.iter().any(is_met) { apart() } else { Ok(()) }
    }
}
