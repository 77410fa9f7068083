//! Whether lanes are better than what rustc makes of loops.

use proc_macro2::Span;

use super::read_together::{side_by_side, sums_of_rows};
use super::{Gaps, Level};
use crate::analyse::{Repeated, Tensors, factor};
use crate::cost::{HALF, TURNS, WORK};
use crate::ir::{self, Atom, Id, Index, Kernel};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Program, Read, Reduction, Step, Type, Value, ValueId};
use crate::rules::Findings;
use crate::rules::idioms::{NEIGHBOURS, TWO_PRODUCTS, clamped};
use crate::rules::reductions::{self, Terms};

/// Whether rustc does not do as well by itself: with rows of any length it does, unless there is something to compute. `along`
/// are the variables that run along rows and columns; `is_open`, whether the nest may be left to it; `written_out`, how many points of
/// a loop inside are written out for each.
pub fn is_worth_it(
    kernel: &Kernel,
    (program, findings): (&Program, &Findings),
    levels: &[Level],
    [outer, inner]: [Id; 2],
    is_open: bool,
    written_out: usize,
    at: Span,
) -> Result<(), Refusal> {
    let has_gaps = outer == inner && Gaps::of(program, inner).is_some();
    let sums: Vec<ValueId> =
        program.nodes.ids().filter(|n| findings.named(*n, NEIGHBOURS).is_some()).collect();
    let is_summed = |step: &Step| match step {
        Step::Read(node) => sums.iter().any(|sum| program.nodes[*sum].args.contains(node)),
        _ => false,
    };
    // What is written lies in a row, or takes turns there.
    let in_rows = program.steps.iter().filter(|step| matches!(step, Step::Write(..))).all(|step| {
        let last = program.accessed(step).and_then(|write| write.data.last());
        last.is_some_and(|last| matches!(factor(last, inner), Some(1 | 2)))
    });
    let are_rows_summed = sums_of_rows(program);
    let mut takes_turns = false;
    for step in program.steps.iter().filter(|step| !is_summed(step) && !program.is_gather(step)) {
        let Some(Read { access, data, elem, .. }) = program.accessed(step) else { continue };
        // Points of two loops may follow each other as those of one do, and as what each of them reads side by side.
        let row = levels.last().and_then(Level::points).filter(|_| outer != inner).unwrap_or(1);
        let lies_side_by_side = |axis: usize, by: i64| match program.accessed(step) {
            Some(read) => are_rows_summed && side_by_side(program, read, axis) == by,
            None => false,
        };
        let apart = data.iter().enumerate().any(|(axis, i)| {
            let lie_apart = |v, row| {
                factor(i, v).is_none_or(|f| {
                    !matches!(f.abs(), 0 | 1) && f.abs() != row && !lies_side_by_side(axis, f.abs())
                })
            };
            // Passes that follow a row are the compiler's, where lanes would be elements of a column.
            let is_column = program.has_passes() && axis + 1 < data.len() && factor(i, inner) != Some(0);
            is_column || lie_apart(inner, 1) || lie_apart(outer, row)
        });
        if apart && matches!(step, Step::Read(_)) {
            if outer == inner && Repeated::along(kernel, data, inner).is_some() {
                continue;
            }
            // Of elements that take turns whole vectors are loaded, and taken apart.
            if in_rows && takes_turns_in_row(data, *elem, [outer, inner], has_gaps) {
                takes_turns = true;
                continue;
            }
            let a = &kernel.accesses[*access];
            let instead = if data.iter().any(|index| is_held_back(index, inner)) {
                "; a rule for what lies beyond an edge, as `with_boundary(Boundary::Clamp)`, has lanes away from it"
            } else {
                ""
            };
            let reason = format!("the elements of `{}` lie apart: left to the compiler{instead}", a.source);
            return Err(Refusal::new(a.span.first(), reason));
        }
    }
    // The compiler makes the passes of one point after those of another.
    if program.has_passes() {
        return Ok(());
    }
    let work = program.nodes.iter().filter(|n| n.varying && !n.args.is_empty()).count() / written_out;
    // Where elements lie, and quotients, the compiler computes one by one; a few of them it does as well.
    let alone = program.nodes.iter().map(|value| alone(program, value)).sum::<usize>() / written_out;
    if alone > 0 && work + alone >= WORK {
        return Ok(());
    }
    // The compiler makes a mask bit by bit, and takes apart what takes turns element by element.
    if takes_turns || program.results().any(|node| program.bit(node).is_some()) {
        return Ok(());
    }
    let constant = levels.iter().all(|l| l.points().is_some());
    // What is clamped to bytes becomes part of narrowing.
    if program.results().any(|node| clamped(program, node).is_some()) {
        return Ok(());
    }
    // The compiler widens each factor by itself.
    if program.nodes.ids().any(|node| findings.named(node, TWO_PRODUCTS).is_some()) {
        return Ok(());
    }
    // The compiler keeps branches around what is read or written under a condition.
    if program.is_conditional {
        return Ok(());
    }
    // Machines add up bytes, and their distances, in one instruction, and rows in the same lanes.
    let is_added_up = |step: &Step| match step {
        Step::Reduce(_, how, node) => {
            let terms = reductions::find(program, *node, *how, HALF);
            matches!(terms, Some(Terms::Distances(_) | Terms::Differences(_)))
        }
        _ => false,
    };
    if levels.last().and_then(Level::points).is_some() && program.steps.iter().any(is_added_up) {
        return Ok(());
    }
    // The compiler reads neighbours one by one.
    if (is_open && !constant || alone > 0) && work + 2 * sums.len() < WORK {
        let reason = "little to compute for each point: left to the compiler".to_string();
        return Err(Refusal::new(at, reason));
    }
    Ok(())
}

/// Whether `min` or `max` holds an index back that moves with a variable, as at the edges of a tensor.
fn is_held_back(index: &Index, var: Id) -> bool {
    index.any_atom(|atom| match atom {
        Atom::Op(ir::Op::Min | ir::Op::Max, args) => args.iter().any(|arg| factor(arg, var) != Some(0)),
        _ => false,
    })
}

/// Whether elements are read each of which stands for several points in turn along a variable.
pub fn repeats(kernel: &Kernel, program: &Program, var: Id) -> bool {
    let is_repeated = |read: &Read| Repeated::along(kernel, &read.data, var).is_some();
    let reads = program.steps.iter().filter(|step| matches!(step, Step::Read(_)));
    reads.filter_map(|step| program.accessed(step)).any(is_repeated)
}

/// What lanes save of a value that compilers compute one by one.
fn alone(program: &Program, value: &Value) -> usize {
    match value.op {
        Op::Gather(_) => 2 * value.args.iter().filter(|arg| program.nodes[**arg].varying).count(),
        Op::Quotient => WORK,
        _ => 0,
    }
}

/// Whether narrow elements of a row take turns with others, and lanes run along the row; of elements of 32 bits only where those between
/// what is written are written back (`has_gaps`), as the compiler takes others apart itself.
fn takes_turns_in_row(data: &[Index], elem: Option<Type>, [outer, inner]: [Id; 2], has_gaps: bool) -> bool {
    let Some((last, others)) = data.split_last() else { return false };
    let is_narrow = matches!(elem, Some(Type::U8 | Type::I8 | Type::U16 | Type::I16));
    let is_fixed = |index: &Index| factor(index, inner) == Some(0);
    let are_apart = |by| if is_narrow { TURNS.contains(&by) } else { has_gaps && by == 2 };
    outer == inner && factor(last, inner).is_some_and(are_apart) && others.iter().all(is_fixed)
}

/// Whether a point reads elements that another point, in another row, reads as well.
pub fn rows_overlap(program: &Program, rows: Id) -> bool {
    let reads: Vec<&Read> = program
        .nodes
        .iter()
        .filter_map(|n| match &n.op {
            Op::Read(read) => Some(read),
            _ => None,
        })
        .collect();
    let are_rows_apart = |(a, b): (&Index, &Index)| match a.clone().plus(b, -1).as_constant() {
        Some(0) => Some(false),
        Some(_) if factor(a, rows).is_some_and(|by| by != 0) => Some(true),
        _ => None,
    };
    reads.iter().enumerate().any(|(k, first)| {
        reads[..k].iter().any(|second| {
            let axes = first.data.iter().zip(&second.data).map(are_rows_apart).collect::<Option<Vec<bool>>>();
            first.base == second.base && axes.is_some_and(|axes| axes.contains(&true))
        })
    })
}

/// Whether iterations may run twice: nothing that is written is read, and nothing is summed up but bits of a mask, each of which is
/// there once.
pub fn is_repeatable(tensors: &Tensors, program: &Program) -> bool {
    let memory = |read: &Read| tensors.memory(read.base);
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for step in &program.steps {
        match step {
            Step::Read(_) => reads.extend(program.accessed(step).map(memory)),
            Step::Write(..) => writes.extend(program.accessed(step).map(memory)),
            Step::Reduce(_, Reduction::Least | Reduction::Greatest | Reduction::Any, _) => {}
            Step::Reduce(_, how, node) if *how == Reduction::Sum && program.bit(*node).is_some() => {}
            Step::Reduce(..) => return false,
            Step::Begin(_) | Step::End(_) => {}
        }
    }
    !writes.iter().any(|w| reads.contains(w))
}
