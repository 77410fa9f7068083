//! The library against the specification: random chains of operations, point by point.

mod chain;
mod model;

use chain::{Op, Start, ops, start};
use model::{How, Model, point};
use proptest::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use unite_core::library::{AccessError, Copied, Place, Span, Spans, View, ViewError};
use unite_core::space::{Points, ReferenceSpace};
use unite_core::staged::{Geometry, Tensor};
use unite_core::{Block, Dynamic};

/// A view of any rank.
#[derive(Clone)]
enum Any<'a> {
    R1(View<'a, u32, 1>),
    R2(View<'a, u32, 2>),
    R3(View<'a, u32, 3>),
    R4(View<'a, u32, 4>),
}
use Any::{R1, R2, R3, R4};

/// Evaluates an expression for the view, whatever its rank.
macro_rules! each {
    ($any:expr, $view:ident => $result:expr) => {
        match $any {
            R1($view) => $result,
            R2($view) => $result,
            R3($view) => $result,
            R4($view) => $result,
        }
    };
}

/// An operation that keeps the rank.
macro_rules! keep {
    ($any:expr, $view:ident => $result:expr) => {
        match $any {
            R1($view) => $result.map(R1),
            R2($view) => $result.map(R2),
            R3($view) => $result.map(R3),
            R4($view) => $result.map(R4),
        }
    };
}

fn take<T: Copy, const N: usize>(values: &[T]) -> [T; N] {
    std::array::from_fn(|axis| values[axis])
}

fn places<const N: usize>(values: &[usize]) -> [usize; N] {
    let order: Vec<usize> = values.iter().copied().filter(|&axis| axis < N).collect();
    take(&order)
}

struct Ranges(Vec<(isize, isize, isize)>);

impl<const N: usize> Spans<N> for Ranges {
    fn spans(self) -> [Span; N] {
        std::array::from_fn(|axis| {
            let (first, len, step) = self.0[axis];
            Span::from(first..first + len).step_by(step as usize)
        })
    }
}

fn colocate<'a>(into: Any<'a>, source: &Any<'a>) -> Result<Any<'a>, ViewError> {
    each!(into, into => match source {
        R1(source) => into.colocate(source).map(R1),
        R2(source) => into.colocate(source).map(R2),
        R3(source) => into.colocate(source).map(R3),
        R4(source) => into.colocate(source).map(R4),
    })
}

fn get(view: &Any, index: &[isize]) -> Result<u32, AccessError> {
    each!(view, view => view.get(take(index)))
}

fn space(view: &Any) -> ReferenceSpace {
    each!(view, view => view.space())
}

fn extents(view: &Any) -> Vec<usize> {
    each!(view, view => view.extents().to_vec())
}

/// The blocks made so far, by number: their extents. The elements of block `b` are its number and their position.
type Blocks = RefCell<Vec<Vec<usize>>>;

fn element(blocks: &Blocks, block: usize, index: &[isize]) -> Option<u32> {
    let extents = &blocks.borrow()[block];
    let mut position = 0;
    for (&at, &extent) in index.iter().zip(extents) {
        if at < 0 || at >= extent as isize {
            return None;
        }
        position = position * extent + at as usize;
    }
    Some((block * 100_000 + position) as u32)
}

fn fill(blocks: &Blocks, extents: Vec<usize>, memory: &mut [u32]) -> usize {
    let block = blocks.borrow().len();
    blocks.borrow_mut().push(extents);
    for (position, element) in memory.iter_mut().enumerate() {
        *element = (block * 100_000 + position) as u32;
    }
    block
}

/// What happened in a chain, so that the test can tell that it tests something.
#[derive(Default, Debug)]
struct Tally {
    done: usize,
    skipped: usize,
    read: usize,
    outside: usize,
    affine: usize,
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
    model: Rc<Model>,
    past: Vec<(Any<'a>, Rc<Model>)>,
}

impl Chain<'_> {
    /// Compares the view with its model, then goes on with the remaining operations.
    fn run(&self, state: State, ops: &[Op]) -> Result<(), TestCaseError> {
        self.compare(&state)?;
        let Some((op, rest)) = ops.split_first() else { return Ok(()) };
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
                self.run(State { view, model: Rc::new(model), past }, rest)
            }
            None => {
                self.tally.borrow_mut().skipped += 1;
                self.run(state, rest)
            }
        }
    }

    /// A block copy, and the rest of the chain on it.
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
        let len: usize = view.extents().iter().product();
        if len > 4096 {
            return self.run(state.clone(), rest);
        }
        if data {
            let all: Result<Vec<u32>, AccessError> = view.indices().map(|index| view.get(index)).collect();
            match (view.to_block(), all) {
                (Ok(copy), Ok(all)) => prop_assert_eq!(copy.as_slice(), all),
                (Err(ViewError::Access(error)), Err(first)) => prop_assert_eq!(error, first),
                (Err(ViewError::NotLocated { .. }), _) => {}
                (copy, all) => prop_assert!(false, "{copy:?} against {all:?}"),
            }
        }
        let mut copy = match view.block_copy() {
            Ok(copy) => copy,
            Err(error) => {
                prop_assert!(matches!(error, ViewError::NotLocated { .. }), "{error}");
                self.tally.borrow_mut().skipped += 1;
                return self.run(state.clone(), rest);
            }
        };
        self.tally.borrow_mut().done += 1;
        let block = fill(self.blocks, view.extents().to_vec(), copy.as_mut_slice());
        for probe in self.probes {
            let here = point(&probe[..N]);
            // On axes that were sliced away the copy keeps the first location.
            let (mine, its) = (copy.space().upstream_to_root(&here), view.space().upstream_to_root(&here));
            prop_assert_eq!(mine.first(), its.first(), "location of a copy");
            prop_assert!(mine.is_subset(&its));
        }
        let model = Model { space: copy.space(), extents: view.extents().to_vec(), how: How::Block(block) };
        // Views of a longer life than the copy's come along as views of this one's.
        let mut past = state.past.clone();
        past.push((state.view.clone(), state.model.clone()));
        self.run(State { view: any(&copy), model: Rc::new(model), past }, rest)
    }

    /// The view and the model that an operation makes, or nothing where it does not apply.
    fn apply<'b>(&self, state: &State<'b>, op: &Op) -> Result<Option<(Any<'b>, Model)>, TestCaseError> {
        let State { view, model, past } = state;
        let rank = model.extents.len();
        let cheap = |space: &ReferenceSpace| model::weight(space) <= 27;
        let made = match op {
            Op::Permute(order) => {
                let order: Vec<usize> = order.iter().copied().filter(|&axis| axis < rank).collect();
                let extents = order.iter().map(|&axis| model.extents[axis]).collect();
                let space = model.space.child(&order, &vec![0; rank], &vec![1; rank], &vec![1; rank]);
                let made = keep!(view.clone(), view => view.permute(places(&order))).unwrap();
                (made, Model::child(model, space.unwrap(), extents))
            }
            Op::Slice { axis, at } => {
                let axis = axis % rank;
                let made = match view.clone() {
                    R1(_) => return Ok(None),
                    R2(view) => R1(view.slice(axis, *at).unwrap()),
                    R3(view) => R2(view.slice(axis, *at).unwrap()),
                    R4(view) => R3(view.slice(axis, *at).unwrap()),
                };
                let kept: Vec<usize> = (0..rank).filter(|&kept| kept != axis).collect();
                let origin: Vec<isize> = (0..rank).map(|j| if j == axis { *at } else { 0 }).collect();
                let ones = vec![1; rank - 1];
                let space = model.space.child(&kept, &origin, &ones, &ones).unwrap();
                (made, Model::child(model, space, kept.iter().map(|&axis| model.extents[axis]).collect()))
            }
            Op::Partition(ranges) => {
                let axes: Vec<usize> = (0..rank).collect();
                let origin: Vec<isize> = ranges[..rank].iter().map(|range| range.0).collect();
                let steps: Vec<isize> = ranges[..rank].iter().map(|range| range.2).collect();
                let space = model.space.child(&axes, &origin, &vec![1; rank], &steps).unwrap();
                if !cheap(&space) {
                    return Ok(None);
                }
                let extent = |&(_, len, step): &(isize, isize, isize)| ((len + step - 1) / step) as usize;
                let made = keep!(view.clone(), view => view.partition(Ranges(ranges.clone()))).unwrap();
                (made, Model::child(model, space, ranges[..rank].iter().map(extent).collect()))
            }
            Op::Refine(factors) | Op::Coarsen(factors) => {
                let refine = matches!(op, Op::Refine(_));
                let (axes, ones) = ((0..rank).collect::<Vec<_>>(), vec![1; rank]);
                let f: Vec<isize> = factors[..rank].iter().map(|&factor| factor as isize).collect();
                let (r, c) = if refine { (&f, &ones) } else { (&ones, &f) };
                let space = model.space.child(&axes, &vec![0; rank], r, c).unwrap();
                if !cheap(&space) {
                    return Ok(None);
                }
                let made = if refine {
                    keep!(view.clone(), view => view.refine(take(factors)))
                } else {
                    keep!(view.clone(), view => view.coarsen(take(factors)))
                };
                let extent = |(&extent, &f): (&usize, &usize)| match refine {
                    true => extent * f,
                    false => extent.div_ceil(f),
                };
                (
                    made.unwrap(),
                    Model::child(model, space, model.extents.iter().zip(factors).map(extent).collect()),
                )
            }
            Op::ColocateInto(k) | Op::ColocateBy(k) => {
                let Some((other, other_model)) = past.get(k % past.len().max(1)) else { return Ok(None) };
                let (into, into_model, source, source_model) = match op {
                    Op::ColocateInto(_) => (other, other_model, view, model),
                    _ => (view, model, other, other_model),
                };
                let made = match colocate(into.clone(), source) {
                    Ok(made) => made,
                    Err(error) => {
                        prop_assert!(matches!(error, ViewError::Projection { .. }), "{error}");
                        return Ok(None);
                    }
                };
                if !cheap(&space(&made)) {
                    return Ok(None);
                }
                let how = How::Colocated(into_model.clone(), source_model.clone());
                let made_model = Model { space: space(&made), extents: source_model.extents.clone(), how };
                self.compare_spaces(&made_model, into_model, source_model)?;
                (made, made_model)
            }
            Op::Region(k) => {
                let Some((source, source_model)) = past.get(k % past.len().max(1)) else { return Ok(None) };
                if source_model.extents.iter().product::<usize>() > 64 {
                    return Ok(None);
                }
                let all = source_model.all();
                let expected = source_model.space.map(&all, &model.space);
                let made = each!(source, source => keep!(view.clone(), view => view.region_of(source)));
                return self.region(made, expected, model);
            }
            Op::Coverage(k, at) => {
                let Some((seen, seen_model)) = past.get(k % past.len().max(1)) else { return Ok(None) };
                let there = model.space.map(&point(&at[..rank]), &seen_model.space);
                let expected = seen_model.space.map(&there, &model.space);
                let made = each!(seen, seen => keep!(view.clone(), view => view.coverage(take(at), seen)));
                return self.region(made, expected, model);
            }
            Op::Copy { .. } => return Ok(None),
        };
        Ok(Some(made))
    }

    /// Compares a part of a view with the points that it should hold.
    fn region<'b>(
        &self,
        made: Result<Any<'b>, ViewError>,
        expected: Points,
        model: &Rc<Model>,
    ) -> Result<Option<(Any<'b>, Model)>, TestCaseError> {
        let rank = model.extents.len();
        let Some(first) = expected.first().map(<[isize]>::to_vec) else {
            prop_assert!(
                matches!(made, Err(ViewError::Elsewhere | ViewError::Projection { .. })),
                "no location is shared"
            );
            return Ok(None);
        };
        let made = made.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let end: Vec<isize> =
            (0..rank).map(|axis| expected.iter().map(|p| p[axis]).max().unwrap() + 1).collect();
        let axes: Vec<usize> = (0..rank).collect();
        let ones = vec![1; rank];
        let space = model.space.child(&axes, &first, &ones, &ones).unwrap();
        let extents = first.iter().zip(&end).map(|(first, end)| (end - first) as usize).collect();
        Ok(Some((made, Model::child(model, space, extents))))
    }

    /// A colocated view lies, in its destination, where the specification maps the source.
    fn compare_spaces(&self, made: &Model, into: &Model, source: &Model) -> Result<(), TestCaseError> {
        for probe in self.probes {
            let here = point(&probe[..source.extents.len()]);
            let there = source.space.map(&here, &into.space);
            let found = made.space.upstream_to(&into.space, &here).unwrap();
            // The view takes the first coordinate on axes that the source does not run along.
            if let Some(first) = there.first() {
                prop_assert_eq!(found.first(), Some(first));
                prop_assert!(found.is_subset(&there), "{:?} in {:?}", found, there);
            }
        }
        Ok(())
    }

    fn compare(&self, state: &State) -> Result<(), TestCaseError> {
        let State { view, model, .. } = state;
        prop_assert_eq!(&extents(view), &model.extents);
        prop_assert_eq!(&space(view), &model.space);
        let rank = model.extents.len();
        let geometry =
            each!(view, view => view.tensor().map(|tensor| flat(tensor.geometry(), tensor.memory())));
        match &geometry {
            Ok(_) => self.tally.borrow_mut().affine += 1,
            Err(error) => prop_assert!(
                matches!(error, ViewError::NotAffine { .. } | ViewError::NotLocated { .. }),
                "{error}"
            ),
        }
        if !model.refined() {
            prop_assert!(geometry.is_ok(), "nothing is refined, and {:?}", geometry.err());
        }
        let inside: Vec<Vec<isize>> = if model.extents.iter().product::<usize>() <= 24 {
            model.all().into_iter().collect()
        } else {
            Vec::new()
        };
        for index in inside.iter().map(Vec::as_slice).chain(self.probes.iter().map(|probe| &probe[..rank])) {
            let expected = model.data(index).and_then(|(block, index)| element(self.blocks, block, &index));
            let found = get(view, index);
            prop_assert_eq!(found.ok(), expected, "at {:?}", index);
            let mut tally = self.tally.borrow_mut();
            if expected.is_some() {
                tally.read += 1
            } else {
                tally.outside += 1
            }
            if let Ok(geometry) = &geometry {
                prop_assert_eq!(geometry.element(index), expected, "kernel argument at {:?}", index);
                let location = model.space.upstream_to_root(&point(index));
                prop_assert_eq!(Some(&geometry.location(index)[..]), location.first());
            }
        }
        Ok(())
    }
}

/// A kernel argument of any rank.
struct Flat {
    stride: Vec<isize>,
    lo: Vec<isize>,
    hi: Vec<isize>,
    axes: Vec<usize>,
    step: Vec<isize>,
    refine: Vec<isize>,
    origin: Vec<isize>,
    offset: isize,
    memory: Vec<u32>,
}

fn flat<const N: usize>(geometry: &Geometry<N>, memory: &[u32]) -> Flat {
    Flat {
        stride: geometry.stride.to_vec(),
        lo: geometry.lo.to_vec(),
        hi: geometry.hi.to_vec(),
        axes: geometry.axes.to_vec(),
        step: geometry.step.to_vec(),
        refine: geometry.refine.to_vec(),
        origin: geometry.origin[..geometry.root_rank].to_vec(),
        offset: geometry.offset,
        memory: memory.to_vec(),
    }
}

impl Flat {
    /// The element that a kernel would access, if it may.
    fn element(&self, index: &[isize]) -> Option<u32> {
        let may = (0..index.len()).all(|j| self.lo[j] <= index[j] && index[j] < self.hi[j]);
        let position =
            self.offset + index.iter().zip(&self.stride).map(|(at, stride)| at * stride).sum::<isize>();
        may.then(|| self.memory[position as usize])
    }

    fn location(&self, index: &[isize]) -> Vec<isize> {
        let mut location = self.origin.clone();
        for j in 0..index.len() {
            location[self.axes[j]] += (self.step[j] * index[j]).div_euclid(self.refine[j]);
        }
        location
    }
}

fn begin<const N: usize>(
    start: &Start,
    ops: &[Op],
    chain: &Chain,
    any: impl for<'b> Fn(&'b Copied<u32, N>) -> Any<'b>,
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
        .map_err(|error| TestCaseError::fail(error.to_string()))?;
    let number = fill(chain.blocks, extents.to_vec(), block.as_mut_slice());
    let model = Model { space: block.space(), extents: extents.to_vec(), how: How::Block(number) };
    chain.run(State { view: any(&block), model: Rc::new(model), past: Vec::new() }, ops)
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

/// How many cases to try: `usual`, unless the environment says otherwise.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

#[test]
fn library_and_specification_agree() {
    let tally = RefCell::new(Tally::default());
    let probes = prop::collection::vec(prop::collection::vec(-5isize..=7, 5), 8);
    let usual = 1500;
    let count = cases(usual);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        source_file: Some(file!()),
        ..ProptestConfig::with_cases(count)
    });
    let result = runner
        .run(&(start(), ops(6..=10), probes), |(start, ops, probes)| check(&start, &ops, &probes, &tally));
    if let Err(error) = result {
        panic!("{error}");
    }
    println!("{:?}", tally.borrow());
    let tally = tally.borrow();
    // A few cases need not have everything in them.
    let enough = tally.done > tally.skipped && tally.read > 1000 && tally.affine > 1000;
    assert!(enough || count < usual, "{tally:?}");
}
