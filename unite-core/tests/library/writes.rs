//! Writes through chains of views: what changes in the block is what the specification says shares the location.

use proptest::prelude::*;
use unite_core::library::{BaseView, CoarseWrite, Place, Storage, ViewError};
use unite_core::space::{Points, ReferenceSpace};
use unite_core::{Block, Dynamic};

use super::any::{Ranges, places, take};
use super::cases;
use super::chain::{Op, ops};
use super::model::{point, weight};

/// The operations that keep the rank and need no other tensor, over memory of any kind.
fn step<M: Storage, const N: usize>(view: BaseView<M, N>, op: &Op) -> Result<BaseView<M, N>, ViewError> {
    match op {
        Op::Permute(order) => view.permute(places(order)),
        Op::Partition(ranges) => view.partition(Ranges(ranges.clone())),
        Op::Refine(factors) => view.refine(take(factors)),
        Op::Coarsen(factors) => view.coarsen(take(factors)),
        _ => Ok(view),
    }
}

/// The points of the block that share the location of a point of a space below it.
fn covered(space: &ReferenceSpace, block: &ReferenceSpace, index: &[isize]) -> Points {
    space.upstream_to(block, &point(index)).unwrap()
}

fn check<const N: usize>(extents: &[usize], ops: &[Op], at: &[isize]) -> Result<usize, TestCaseError>
where
    u32: Dynamic<N>,
{
    let mut block = Block::<u32>::zeros::<N>(take(extents));
    let space = block.space();
    let inside: Vec<[isize; N]> = block.indices().collect();
    let kept = |op: &&Op| matches!(op, Op::Permute(_) | Op::Partition(_) | Op::Refine(_) | Op::Coarsen(_));
    let mut chain: Vec<&Op> = ops.iter().filter(kept).collect();
    let deep = |chain: &[&Op]| chain.iter().try_fold(block.view(), |view, op| step(view, op));
    while weight(&deep(&chain).unwrap().space()) > 64 {
        chain.pop();
    }
    let mut broadcast = 0;
    for policy in [CoarseWrite::First, CoarseWrite::Broadcast] {
        block.as_mut_slice().fill(0);
        let mut view = chain.iter().try_fold(block.view_mut(), |view, op| step(view, op)).unwrap();
        let outcome = view.set_coarse(policy, take(at), 1);
        let mut expected = covered(&view.space(), &space, &at[..N]);
        if let (CoarseWrite::First, Some(first)) = (policy, expected.first()) {
            expected = point(first);
        }
        let written = inside.iter().filter(|index| expected.contains(&index[..])).count();
        prop_assert_eq!(outcome.is_ok(), written > 0);
        for index in &inside {
            let value = u32::from(expected.contains(index));
            prop_assert_eq!(block.read(*index), value, "{:?} through {:?}", index, chain);
        }
        broadcast = written;
    }
    Ok(broadcast)
}

#[test]
fn writes_reach_what_shares_the_location() {
    let tally = std::cell::RefCell::new((0, 0));
    let count = cases(2000);
    let extents = prop::collection::vec(1usize..=5, 4);
    let at = prop::collection::vec(-1isize..=2, 4);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        source_file: Some(file!()),
        ..ProptestConfig::with_cases(count)
    });
    let result = runner.run(&(1usize..=4, extents, ops(6..=10), at), |(rank, extents, ops, at)| {
        let written = match rank {
            1 => check::<1>(&extents, &ops, &at),
            2 => check::<2>(&extents, &ops, &at),
            3 => check::<3>(&extents, &ops, &at),
            _ => check::<4>(&extents, &ops, &at),
        }?;
        let mut tally = tally.borrow_mut();
        tally.0 += usize::from(written > 0);
        tally.1 += usize::from(written > 1);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let (written, several) = *tally.borrow();
    assert!(count < 2000 || written > 200 && several > 50, "{written} written, {several} of them several");
}
