//! Elements that a point reads side by side: lanes read them as whole vectors, where points follow each other as the elements do.

use crate::ir::Id;
use crate::lanes::independent::factor;
use crate::lanes::value::{Op, Program, Read, Step};
use crate::plans::Level;

/// How far another element lies from this one, if that is along an axis only, and the same at each point.
pub fn distance(from: &Read, to: &Read, axis: usize) -> Option<i64> {
    let mut axes = from.data.iter().zip(&to.data).enumerate();
    let is_same = axes.all(|(at, (a, b))| at == axis || a == b);
    (from.base == to.base && is_same)
        .then(|| to.data[axis].clone().plus(&from.data[axis], -1).as_constant())?
}

/// How many elements a point reads side by side along an axis, this one among them; 1, if there are gaps between them.
pub fn side_by_side(program: &Program, read: &Read, axis: usize) -> i64 {
    let mut distances: Vec<i64> = reads(program).filter_map(|other| distance(read, other, axis)).collect();
    distances.sort_unstable();
    distances.dedup();
    if distances.windows(2).all(|pair| pair[1] == pair[0] + 1) { distances.len() as i64 } else { 1 }
}

/// Whether a nest that only sums up is better with the outer of its two innermost loops inside: along that the elements which points
/// read side by side follow each other, and along the innermost one each point has a row of its own.
pub fn follow_outside(program: &Program, levels: &[Level]) -> bool {
    let [.., outer, inner] = levels else { return false };
    follow(program, inner.var, outer.var)
        && [outer, inner].iter().all(|level| level.points().is_some_and(|points| points > 1))
}

/// Whether a nest only sums up, and the elements that its points read side by side follow each other along one variable, while each
/// point has a row of its own along another.
pub fn follow(program: &Program, down: Id, right: Id) -> bool {
    let follow = |read: &Read| {
        let Some((last, rows)) = read.data.split_last() else { return false };
        let width = side_by_side(program, read, rows.len());
        factor(last, right) == Some(width)
            && factor(last, down) == Some(0)
            && rows.iter().all(|index| factor(index, right) == Some(0))
    };
    sums_of_rows(program) && reads(program).all(follow)
}

/// Whether a nest only sums up, and of what it reads several elements lie side by side: the compiler takes them apart one by one.
pub fn sums_of_rows(program: &Program) -> bool {
    let is_row = |read: &Read| {
        read.data.len().checked_sub(1).is_some_and(|last| side_by_side(program, read, last) > 2)
    };
    let only_sums = program.steps.iter().all(|step| !matches!(step, Step::Write(..)));
    only_sums && reads(program).next().is_some() && reads(program).all(is_row)
}

fn reads(program: &Program) -> impl Iterator<Item = &Read> {
    program.nodes.iter().filter_map(|value| match &value.op {
        Op::Read(read) => Some(read),
        _ => None,
    })
}
