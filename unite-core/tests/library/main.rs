//! The library against the specification: random chains of operations, point by point.

mod any;
mod argument;
mod chain;
mod model;
mod writes;

use any::{Any, R1, R2, R3, R4, Ranges, colocate, each, extents, get, keep, places, space, take};
use argument::flat;
use chain::{Op, Start, ops, start};
use model::point;
use proptest::prelude::*;
use std::cell::RefCell;
use unite_core::library::{AccessError, Boundary, CoarseRead, Copied, Place, Placed, View, ViewError};
use unite_core::space::ReferenceTensor;
use unite_core::staged::Tensor;
use unite_core::{Block, Dynamic};

/// The blocks made so far. The elements of each are its number and their position.
type Blocks = RefCell<Vec<ReferenceTensor>>;

/// The element at an index of a block, if it is in it.
fn element(blocks: &Blocks, block: &ReferenceTensor, index: &[isize]) -> Option<u32> {
    let number = blocks.borrow().iter().position(|other| other.is(block)).expect("the block is known");
    if !block.tensor().contains(index) {
        return None;
    }
    let axes = index.iter().zip(block.tensor().extents());
    let position = axes.fold(0, |position, (&at, &extent)| position * extent + at as usize);
    Some((number * 100_000 + position) as u32)
}

fn fill(blocks: &Blocks, model: &ReferenceTensor, memory: &mut [u32]) {
    let block = blocks.borrow().len();
    blocks.borrow_mut().push(model.clone());
    for (position, element) in memory.iter_mut().enumerate() {
        *element = (block * 100_000 + position) as u32;
    }
}

/// A failure that an error is.
fn fails(error: impl std::fmt::Display) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}

/// What happened in a chain, so that the test can tell that it tests something.
#[derive(Default, Debug)]
struct Tally {
    done: usize,
    skipped: usize,
    read: usize,
    outside: usize,
    affine: usize,
    located: usize,
    /// Chains in which at least six operations were carried out.
    deep: usize,
    /// Reads of several points, and reads that climbed to another block.
    coarse: usize,
    climbed: usize,
}

struct Chain<'a> {
    blocks: &'a Blocks,
    probes: &'a [Vec<isize>],
    tally: &'a RefCell<Tally>,
}

/// A view, its model, and all that came before.
#[derive(Clone)]
struct State<'a> {
    view: Any<'a>,
    model: ReferenceTensor,
    past: Vec<(Any<'a>, ReferenceTensor)>,
    /// How many operations were carried out.
    depth: usize,
}

impl Chain<'_> {
    /// Compares the view with its model, then goes on with the remaining operations.
    fn run(&self, state: State, ops: &[Op]) -> Result<(), TestCaseError> {
        self.compare(&state)?;
        self.go_on(state, ops)
    }

    /// Carries out the first operation that applies, and runs what it makes.
    fn go_on(&self, state: State, ops: &[Op]) -> Result<(), TestCaseError> {
        let Some((op, rest)) = ops.split_first() else {
            self.tally.borrow_mut().deep += usize::from(state.depth >= 6);
            return Ok(());
        };
        if let Op::Copy { data } = op {
            return match &state.view {
                R1(view) => self.copied(view, *data, &state, rest, |copy| R1(copy.view())),
                R2(view) => self.copied(view, *data, &state, rest, |copy| R2(copy.view())),
                R3(view) => self.copied(view, *data, &state, rest, |copy| R3(copy.view())),
                R4(view) => self.copied(view, *data, &state, rest, |copy| R4(copy.view())),
            };
        }
        match self.apply(&state, op)? {
            Some((view, model)) => {
                self.tally.borrow_mut().done += 1;
                let mut past = state.past.clone();
                past.push((state.view.clone(), state.model.clone()));
                self.run(State { view, model, past, depth: state.depth + 1 }, rest)
            }
            None => {
                self.tally.borrow_mut().skipped += 1;
                self.go_on(state, rest)
            }
        }
    }

    /// A block copy, whose reads climb to the view; and the rest of the chain on it.
    fn copied<const N: usize>(
        &self,
        view: &View<u32, N>,
        data: bool,
        state: &State,
        rest: &[Op],
        any: impl for<'b> Fn(&'b Copied<u32, N>) -> Any<'b>,
    ) -> Result<(), TestCaseError>
    where
        u32: Dynamic<N>,
    {
        if view.extents().iter().product::<usize>() > 4096 {
            return self.go_on(state.clone(), rest);
        }
        if data {
            let all: Result<Vec<u32>, AccessError> = view.indices().map(|index| view.get(index)).collect();
            match (view.to_block(), all) {
                (Ok(copy), Ok(all)) => prop_assert_eq!(copy.as_slice(), all),
                (Err(ViewError::Access(error)), Err(first)) => prop_assert_eq!(error, first),
                (copy, all) => prop_assert!(false, "{copy:?} against {all:?}"),
            }
        }
        let mut copy = view.block_copy().map_err(fails)?;
        let model = state.model.block_copy().map_err(fails)?;
        fill(self.blocks, &model, copy.as_mut_slice());
        prop_assert_eq!(&copy.space(), model.space());
        let whole = copy.view();
        let climb = whole.climb(view).map_err(fails)?;
        for probe in self.probes {
            let index = &probe[..N];
            let own = element(self.blocks, &model, index);
            // What was lent is the block of the view; blocks above that are left out.
            let above = |block: &ReferenceTensor| block.is(&model) || block.is(state.model.nearest_block());
            let found = model.locality(index).filter(|(block, _)| above(block));
            let expected = found.and_then(|(block, point)| element(self.blocks, block, &point));
            prop_assert_eq!(climb.get(take(index)).ok(), expected, "climbing from {:?}", index);
            self.tally.borrow_mut().climbed += usize::from(own.is_none() && expected.is_some());
        }
        self.tally.borrow_mut().done += 1;
        let mut past = state.past.clone();
        past.push((state.view.clone(), state.model.clone()));
        self.run(State { view: any(&copy), model, past, depth: state.depth + 1 }, rest)
    }

    /// The view and the model that an operation makes, or nothing where it does not apply.
    fn apply<'b>(
        &self,
        state: &State<'b>,
        op: &Op,
    ) -> Result<Option<(Any<'b>, ReferenceTensor)>, TestCaseError> {
        let State { view, model, past, .. } = state;
        let rank = model.space().rank();
        let cheap = |model: &ReferenceTensor| model::weight(model.space()) <= 27;
        let made = match op {
            Op::Permute(order) => {
                let order: Vec<usize> = order.iter().copied().filter(|&axis| axis < rank).collect();
                let made = keep!(view.clone(), view => view.permute(places(&order))).unwrap();
                (made, model.permute(&order).unwrap())
            }
            Op::Slice { axis, at } => {
                let axis = axis % rank;
                let made = match view.clone() {
                    R1(_) => return Ok(None),
                    R2(view) => R1(view.slice(axis, *at).unwrap()),
                    R3(view) => R2(view.slice(axis, *at).unwrap()),
                    R4(view) => R3(view.slice(axis, *at).unwrap()),
                };
                (made, model.slice(axis, *at).unwrap())
            }
            Op::Partition(ranges) => {
                let triples = ranges[..rank].iter().map(|&(first, len, step)| (first, len as usize, step));
                let expected = model.partition(&triples.collect::<Vec<_>>()).unwrap();
                if !cheap(&expected) {
                    return Ok(None);
                }
                let made = keep!(view.clone(), view => view.partition(Ranges(ranges.clone()))).unwrap();
                (made, expected)
            }
            Op::Refine(factors) | Op::Coarsen(factors) => {
                let f: Vec<isize> = factors[..rank].iter().map(|&factor| factor as isize).collect();
                let refine = matches!(op, Op::Refine(_));
                let expected = if refine { model.refine(&f) } else { model.coarsen(&f) }.unwrap();
                if !cheap(&expected) {
                    return Ok(None);
                }
                let made = if refine {
                    keep!(view.clone(), view => view.refine(take(factors)))
                } else {
                    keep!(view.clone(), view => view.coarsen(take(factors)))
                };
                (made.unwrap(), expected)
            }
            Op::ColocateInto(k) | Op::ColocateBy(k) => {
                let Some((other, other_model)) = past.get(k % past.len().max(1)) else { return Ok(None) };
                let (into, into_model, source, source_model) = match op {
                    Op::ColocateInto(_) => (other, other_model, view, model),
                    _ => (view, model, other, other_model),
                };
                let nowhere = into_model.is_nowhere() || source_model.is_nowhere();
                let made = match colocate(into.clone(), source) {
                    Ok(made) => made,
                    Err(error) => {
                        let known = match error {
                            ViewError::Elsewhere => nowhere,
                            _ => matches!(error, ViewError::Projection { .. }),
                        };
                        prop_assert!(known, "{error}");
                        return Ok(None);
                    }
                };
                prop_assert!(!nowhere, "something is at the location of a tensor that is nowhere");
                (made, into_model.colocate(source_model))
            }
            Op::Region(k) => {
                let Some((source, source_model)) = past.get(k % past.len().max(1)) else { return Ok(None) };
                if source_model.tensor().extents().iter().product::<usize>() > 64 {
                    return Ok(None);
                }
                let made = each!(source, source => keep!(view.clone(), view => view.region_of(source)));
                return region(made, model.region_of(source_model));
            }
            Op::Coverage(k, at) => {
                let Some((seen, seen_model)) = past.get(k % past.len().max(1)) else { return Ok(None) };
                let made = each!(seen, seen => keep!(view.clone(), view => view.coverage(take(at), seen)));
                return region(made, model.coverage(&at[..rank], seen_model));
            }
            Op::Copy { .. } => return Ok(None),
        };
        Ok(Some(made))
    }

    /// The rules for what lies outside the block, and for points that stand for several.
    fn compare_rules(&self, state: &State) -> Result<(), TestCaseError> {
        let State { view, model, .. } = state;
        for probe in self.probes {
            let index = &probe[..model.space().rank()];
            let block = model.nearest_block();
            let ruled = |rule: fn(isize, isize) -> isize| {
                let index = model.data(index)?;
                let axes = index.iter().zip(block.tensor().extents());
                let index: Vec<isize> = axes.map(|(&at, &extent)| rule(at, extent as isize)).collect();
                element(self.blocks, block, &index)
            };
            let get_with = |boundary| each!(view, view => view.get_with(boundary, take(index))).ok();
            prop_assert_eq!(get_with(Boundary::Clamp), ruled(|at, extent| at.max(0).min(extent - 1)));
            prop_assert_eq!(get_with(Boundary::Mirror), ruled(model::mirrored));
            prop_assert_eq!(get_with(Boundary::Reflect), ruled(model::reflected));
            prop_assert_eq!(get_with(Boundary::Wrap), ruled(model::wrapped));
            let plain = ruled(|at, _| at);
            prop_assert_eq!(get_with(Boundary::Error), plain);
            prop_assert_eq!(get_with(Boundary::Constant(7)), plain.or(Some(7)));

            let all: Vec<u64> = model
                .covered(&point(index))
                .iter()
                .filter_map(|index| element(self.blocks, block, index))
                .map(u64::from)
                .collect();
            self.tally.borrow_mut().coarse += usize::from(all.len() > 1);
            let get = |policy| each!(view, view => view.get_coarse(policy, take(index))).ok();
            prop_assert_eq!(get(CoarseRead::First), plain);
            prop_assert_eq!(get(CoarseRead::Min).map(u64::from), all.iter().copied().min());
            prop_assert_eq!(get(CoarseRead::Max).map(u64::from), all.iter().copied().max());
            let mean = (2 * all.iter().sum::<u64>() + all.len() as u64).checked_div(2 * all.len() as u64);
            prop_assert_eq!(get(CoarseRead::Mean).map(u64::from), mean);
            let mut found: Vec<u64> =
                each!(view, view => view.elements_at(take(index)).map(|all| all.map(u64::from).collect()))
                    .unwrap_or_default();
            found.sort_unstable();
            prop_assert_eq!(found, all, "all points at {:?}", index);
        }
        Ok(())
    }

    fn compare(&self, state: &State) -> Result<(), TestCaseError> {
        let State { view, model, .. } = state;
        prop_assert_eq!(extents(view), model.tensor().extents());
        prop_assert_eq!(&space(view), model.space());
        let rank = model.space().rank();
        let geometry =
            each!(view, view => view.tensor().map(|tensor| flat(tensor.geometry(), tensor.memory())));
        match &geometry {
            Ok(_) => self.tally.borrow_mut().affine += 1,
            Err(error) => prop_assert!(matches!(error, ViewError::NotAffine { .. }), "{error}"),
        }
        if !model::refined(model) {
            prop_assert!(geometry.is_ok(), "nothing is refined, and {:?}", geometry.err());
        }
        if state.depth % 3 == 2 {
            self.compare_rules(state)?;
        }
        let inside: Vec<Vec<isize>> = if model.tensor().extents().iter().product::<usize>() <= 4 {
            model.tensor().points().into_iter().collect()
        } else {
            Vec::new()
        };
        for index in inside.iter().map(Vec::as_slice).chain(self.probes.iter().map(|probe| &probe[..rank])) {
            let block = model.nearest_block();
            let expected = model.data(index).and_then(|index| element(self.blocks, block, &index));
            let found = get(view, index);
            prop_assert_eq!(found.ok(), expected, "at {:?}", index);
            match expected {
                Some(_) => self.tally.borrow_mut().read += 1,
                None => self.tally.borrow_mut().outside += 1,
            }
            if let Ok(geometry) = &geometry {
                prop_assert_eq!(geometry.element(index), expected, "kernel argument at {:?}", index);
            }
        }
        if let Ok(geometry) = &geometry {
            for index in self.probes.iter().map(|probe| &probe[..rank]) {
                let location = model.space().upstream_to_root(&point(index));
                if let Some(known) = geometry.location(index) {
                    prop_assert_eq!(Some(&known[..]), location.first());
                    self.tally.borrow_mut().located += 1;
                }
            }
        }
        Ok(())
    }
}

/// Compares a part of a view with the one that there should be.
fn region<'b>(
    made: Result<Any<'b>, ViewError>,
    expected: Option<ReferenceTensor>,
) -> Result<Option<(Any<'b>, ReferenceTensor)>, TestCaseError> {
    let Some(expected) = expected else {
        prop_assert!(
            matches!(made, Err(ViewError::Elsewhere | ViewError::Projection { .. })),
            "no location is shared"
        );
        return Ok(None);
    };
    Ok(Some((made.map_err(fails)?, expected)))
}

fn begin<const N: usize>(
    start: &Start,
    ops: &[Op],
    chain: &Chain,
    any: impl for<'b> Fn(&'b Placed<u32, N>) -> Any<'b>,
) -> Result<(), TestCaseError>
where
    u32: Dynamic<N>,
{
    let (coarsening, refinement) = start.density();
    let extents: [usize; N] = take(&start.extents);
    let block = Block::<u32>::zeros(extents);
    let order: [usize; N] =
        take(&start.order.iter().copied().filter(|&axis| axis < N + start.more).collect::<Vec<_>>());
    let block = match start.more {
        0 => block.in_universe::<N>(take(&start.origin), order),
        1 if N == 1 => block.in_universe::<2>(take(&start.origin), order),
        1 if N == 2 => block.in_universe::<3>(take(&start.origin), order),
        1 if N == 3 => block.in_universe::<4>(take(&start.origin), order),
        _ => block.in_universe::<5>(take(&start.origin), order),
    };
    let mut block = block
        .and_then(|block| block.with_coarsening(take(&coarsening)))
        .and_then(|block| block.with_refinement(take(&refinement)))
        .map_err(fails)?;
    let model = ReferenceTensor::block(block.tensor_space());
    fill(chain.blocks, &model, block.as_mut_slice());
    chain.run(State { view: any(&block), model, past: Vec::new(), depth: 0 }, ops)
}

fn check(
    start: &Start,
    ops: &[Op],
    probes: &[Vec<isize>],
    tally: &RefCell<Tally>,
) -> Result<(), TestCaseError> {
    let blocks = Blocks::default();
    let chain = Chain { blocks: &blocks, probes, tally };
    match start.rank {
        1 => begin::<1>(start, ops, &chain, |block| R1(block.view())),
        2 => begin::<2>(start, ops, &chain, |block| R2(block.view())),
        3 => begin::<3>(start, ops, &chain, |block| R3(block.view())),
        _ => begin::<4>(start, ops, &chain, |block| R4(block.view())),
    }
}

/// How many cases to try: so many times `usual` as `UNITE_TEST_DEPTH` says, or what `PROPTEST_CASES` says.
fn cases(usual: u32) -> u32 {
    let given = |name| std::env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    given("PROPTEST_CASES").unwrap_or(usual * given("UNITE_TEST_DEPTH").unwrap_or(1))
}

/// Chains that begin with a block of one rank.
fn agree(rank: usize) {
    let tally = RefCell::new(Tally::default());
    let probes = prop::collection::vec(prop::collection::vec(-4isize..=5, 5), 3);
    let usual = 7_000;
    let count = cases(usual);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        source_file: Some(file!()),
        ..ProptestConfig::with_cases(count)
    });
    let result = runner.run(&(start(rank), ops(12..=13), probes), |(start, ops, probes)| {
        check(&start, &ops, &probes, &tally)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    println!("{:?}", tally.borrow());
    let (tally, all) = (tally.borrow(), count as usize);
    let often = [tally.deep, tally.outside, tally.affine, tally.located].iter().all(|&n| n >= all / 7 * 6);
    let seldom = [tally.read, tally.coarse, tally.climbed].iter().all(|&n| n > all / 280);
    // A few cases need not have everything in them.
    assert!(often && seldom || count < usual, "{tally:?}");
}

#[test]
fn chains_of_rank_1_agree() {
    agree(1);
}

#[test]
fn chains_of_rank_2_agree() {
    agree(2);
}

#[test]
fn chains_of_rank_3_agree() {
    agree(3);
}

#[test]
fn chains_of_rank_4_agree() {
    agree(4);
}
