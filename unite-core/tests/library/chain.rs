//! Random chains of operations.

use std::ops::RangeInclusive;

use proptest::prelude::*;

/// One operation. Vectors have an entry for each of up to four axes; the ranks decide how many count.
#[derive(Clone, Debug)]
pub enum Op {
    Permute(Vec<usize>),
    Slice {
        axis: usize,
        at: isize,
    },
    /// The first index, the length and the step.
    Partition(Vec<(isize, isize, isize)>),
    Refine(Vec<usize>),
    Coarsen(Vec<usize>),
    /// Where the view is, in an earlier one.
    ColocateInto(usize),
    /// Where an earlier view is, in this one.
    ColocateBy(usize),
    /// Where an earlier view is, in this one's parameterisation.
    Region(usize),
    Coverage(usize, Vec<isize>),
    /// A block at the location of the view, with its data or empty.
    Copy {
        data: bool,
    },
}

/// The block that a chain begins with.
#[derive(Clone, Debug)]
pub struct Start {
    pub rank: usize,
    /// How many axes the universe has more.
    pub more: usize,
    pub order: Vec<usize>,
    pub extents: Vec<usize>,
    pub origin: Vec<isize>,
    factors: Vec<(bool, usize)>,
}

impl Start {
    /// Coarsening and refinement.
    pub fn density(&self) -> (Vec<usize>, Vec<usize>) {
        let pick = |coarse| self.factors.iter().map(|&(c, f)| if c == coarse { f } else { 1 }).collect();
        (pick(true), pick(false))
    }
}

/// Mostly 1, so that chains stay cheap enough for the specification.
fn factor() -> impl Strategy<Value = usize> {
    prop_oneof![3 => Just(1usize), 2 => Just(2), 1 => Just(3)]
}

pub fn start(rank: usize) -> impl Strategy<Value = Start> {
    (0usize..=1).prop_flat_map(move |more| {
        (
            Just((0..rank + more).collect::<Vec<usize>>()).prop_shuffle(),
            prop::collection::vec(1usize..=5, 4),
            prop::collection::vec(-6isize..=6, 5),
            prop::collection::vec((any::<bool>(), factor()), 4),
        )
            .prop_map(move |(order, extents, origin, factors)| Start {
                rank,
                more,
                order,
                extents,
                origin,
                factors,
            })
    })
}

pub fn ops(length: RangeInclusive<usize>) -> impl Strategy<Value = Vec<Op>> {
    let range = (-2isize..=2, 1isize..=5, prop_oneof![3 => Just(1isize), 1 => 2isize..=3]);
    let op = prop_oneof![
        2 => Just((0..4).collect::<Vec<usize>>()).prop_shuffle().prop_map(Op::Permute),
        1 => (0usize..4, -2isize..=4).prop_map(|(axis, at)| Op::Slice { axis, at }),
        3 => prop::collection::vec(range, 4).prop_map(Op::Partition),
        2 => prop::collection::vec(factor(), 4).prop_map(Op::Refine),
        2 => prop::collection::vec(factor(), 4).prop_map(Op::Coarsen),
        2 => any::<usize>().prop_map(Op::ColocateInto),
        2 => any::<usize>().prop_map(Op::ColocateBy),
        1 => any::<usize>().prop_map(Op::Region),
        1 => (any::<usize>(), prop::collection::vec(-3isize..=5, 4)).prop_map(|(k, at)| Op::Coverage(k, at)),
        2 => any::<bool>().prop_map(|data| Op::Copy { data }),
    ];
    prop::collection::vec(op, length)
}
