//! Chains through the specification: spaces, and mappings of points between them.

use std::cell::Cell;
use std::rc::Rc;

use unite::space::{Points, ReferenceSpace, ReferenceTensor, TensorSpace};
use unite_agreement::plan::chain::{Chain, CoarseRead, End, Ending, OUTSIDE, Op, Part, Rule, SHORT, fill};
use unite_agreement::plan::limits::{Info, above, infos};

use crate::any::Reader;
use crate::argument::{Lattice, led, shown, slices_led};
use crate::case::Case;
use crate::ending::{Action, actions, indices};
use crate::given::Given;
use crate::outcome::{Outcome, Refusal};

/// A tensor of the specification, and the elements of its nearest block.
#[derive(Clone)]
pub struct Model {
    tensor: ReferenceTensor,
    elements: Rc<Elements>,
    /// Of an argument, along each axis of its block: which points it has, in its extents and outside.
    has: Option<Rc<Vec<Lattice>>>,
}

enum Elements {
    /// Those of a parameter.
    Given(usize),
    /// Those of a block of the kernel's.
    Own(Vec<i32>),
}

/// A step of the specification, for the test that wrong ones are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Partition,
    Permute,
    Coarsen,
    Refine,
    Region,
    Coverage,
    Read,
    Mean,
    Climb,
}

thread_local! {
    /// The step that is wrong.
    pub static WRONG: Cell<Option<Step>> = const { Cell::new(None) };
}

fn is_wrong(step: Step) -> bool {
    WRONG.get() == Some(step)
}

/// How a view is read.
#[derive(Clone, Copy)]
pub struct Manner {
    rule: Option<Rule>,
    coarse: CoarseRead,
}

impl Manner {
    /// The first point, which the block has to have.
    pub const PLAIN: Manner = Manner { rule: None, coarse: CoarseRead::First };

    /// That of a view.
    pub fn of(info: &Info) -> Manner {
        Manner { rule: info.rule, coarse: info.coarse }
    }
}

/// Indices at which spaces are compared.
const PROBES: [[isize; 4]; 3] = [[0; 4], [1, -1, 2, 0], [-2, 3, 0, 1]];

fn point(index: &[isize]) -> Points {
    [index.to_vec()].into_iter().collect()
}

/// A block, whose space and extents are known to be good.
fn of_block(space: ReferenceSpace, extents: &[usize], elements: Elements) -> Model {
    let tensor = TensorSpace::new(space, extents).expect("blocks have points");
    Model { tensor: ReferenceTensor::block(tensor), elements: Rc::new(elements), has: None }
}

impl Model {
    /// A view of the same block.
    fn view(&self, tensor: ReferenceTensor) -> Model {
        Model { tensor, ..self.clone() }
    }

    /// The extents of the nearest block.
    pub fn block_extents(&self) -> &[usize] {
        self.tensor.nearest_block().tensor().extents()
    }

    /// Whether it shares no location with its block.
    pub fn is_nowhere(&self) -> bool {
        self.tensor.is_nowhere()
    }

    /// Whether its nearest block has the point that an index leads to.
    pub fn has(&self, index: &[isize]) -> bool {
        self.position(index, None).is_some()
    }

    /// Where it is.
    pub fn space(&self) -> &ReferenceSpace {
        self.tensor.space()
    }

    pub fn extents(&self) -> &[usize] {
        self.tensor.tensor().extents()
    }

    /// Of an argument, along each axis of its block, the points that it has; none if it is nowhere.
    pub fn shown(&self) -> Option<&[Lattice]> {
        self.has.as_ref().map(|has| &has[..])
    }

    /// The index in the nearest block.
    pub fn data(&self, index: &[isize]) -> Option<Vec<isize>> {
        self.tensor.data(index)
    }

    /// Whether an index stands for several points of the nearest block, in it or outside.
    pub fn is_several(&self, index: &[isize]) -> bool {
        self.covered_points(index).len() > 1
    }

    /// The points of the nearest block at the location of an index: of an argument, those that it has.
    pub fn covered_points(&self, index: &[isize]) -> Vec<Vec<isize>> {
        let covered = self.tensor.covered(&point(index));
        let has = |point: &&[isize]| {
            self.has.as_ref().is_none_or(|has| {
                point.iter().zip(has.iter()).all(|(at, points)| (at - points.first) % points.step == 0)
            })
        };
        covered.iter().filter(has).map(<[isize]>::to_vec).collect()
    }

    /// The position in the memory of the nearest block of an index that `rule` may lead back into it.
    fn position(&self, index: &[isize], rule: Option<Rule>) -> Option<usize> {
        self.position_of(&self.tensor.data(index)?, rule)
    }

    fn position_of(&self, point: &[isize], rule: Option<Rule>) -> Option<usize> {
        let extents = self.tensor.nearest_block().tensor().extents();
        point.iter().zip(extents).enumerate().try_fold(0, |position, (axis, (&at, &extent))| {
            let all = Lattice::all(extent);
            let has = self.has.as_ref().map_or(&all, |has| &has[axis]);
            let number = (at - has.first).div_euclid(has.step);
            let number = match rule {
                None | Some(Rule::Constant) => number,
                Some(_) if has.count == 0 => return None,
                Some(rule) => led(number, has.count, rule),
            };
            let at = has.first + has.step * number;
            let at = at + isize::from(is_wrong(Step::Read));
            let at = usize::try_from(at).ok().filter(|&at| at < extent)?;
            Some(position * extent + at)
        })
    }

    /// The position of the first point that an index stands for, if the block has it.
    fn one(&self, index: &[isize]) -> Vec<usize> {
        self.position(index, None).into_iter().collect()
    }

    /// The positions of all points that share the location of an index, as far as the block has them.
    fn positions(&self, index: &[isize]) -> Vec<usize> {
        self.covered_points(index).iter().filter_map(|point| self.position_of(point, None)).collect()
    }

    fn element(&self, memories: &[Vec<i32>], position: usize) -> i32 {
        match &*self.elements {
            Elements::Given(number) => memories[*number][position],
            Elements::Own(elements) => elements[position],
        }
    }

    /// A tensor as a kernel has it: in a space of its own, whichever others are passed or made.
    fn own(&self, number: usize) -> Model {
        let by = number as isize + 1;
        let moved = [by, -by].into_iter().try_fold(self.tensor.clone(), |tensor, by| {
            let ranges: Vec<_> = self.extents().iter().map(|&extent| (by, extent, 1)).collect();
            tensor.partition(&ranges)
        });
        self.view(moved.expect("a part of a parameter"))
    }

    fn read(&self, memories: &[Vec<i32>], index: &[isize], Manner { rule, coarse }: Manner) -> Option<i32> {
        if coarse != CoarseRead::First && (rule.is_none() || self.is_several(index)) {
            let all = self.positions(index).into_iter().map(|position| self.element(memories, position));
            let all: Vec<i32> = all.collect();
            return match coarse {
                CoarseRead::Min => all.into_iter().min(),
                CoarseRead::Max => all.into_iter().max(),
                CoarseRead::First | CoarseRead::Mean => mean(&all),
            };
        }
        let Some(position) = self.position(index, rule) else {
            let somewhere = !self.tensor.is_nowhere();
            return (somewhere && rule == Some(Rule::Constant)).then_some(OUTSIDE);
        };
        Some(self.element(memories, position))
    }
}

/// Origin, step and extent of each axis.
pub fn getters(space: &ReferenceSpace, extents: &[usize]) -> Vec<i32> {
    let location = |index: &[isize]| {
        let points = space.upstream_to_root(&point(index));
        points.first().map(<[isize]>::to_vec).unwrap_or_default()
    };
    let rank = extents.len();
    let origin = location(&vec![0; rank]);
    let of_axis = |axis: usize| {
        // Far enough along the axis that it shows along which one of the root it runs.
        let far =
            |by: isize| location(&(0..rank).map(|k| if k == axis { by } else { 0 }).collect::<Vec<_>>());
        let (next, distant) = (far(1), far(1 << 12));
        let root = (0..origin.len()).find(|&root| distant[root] != origin[root]).unwrap_or(0);
        [origin[root] as i32, (next[root] - origin[root]) as i32, extents[axis] as i32]
    };
    (0..rank).flat_map(of_axis).collect()
}

/// The integer nearest to the mean; of two, the greater.
fn mean(all: &[i32]) -> Option<i32> {
    let (sum, n) = (all.iter().map(|&x| i64::from(x)).sum::<i64>(), all.len() as i64);
    let rounded = if is_wrong(Step::Mean) { 0 } else { n };
    (n > 0).then(|| (2 * sum + rounded).div_euclid(2 * n) as i32)
}

/// What a read of a view finds, in its block or above it.
pub fn find(
    chain: &Chain,
    infos: &[Info],
    models: &[Model],
    memories: &[Vec<i32>],
    view: usize,
    index: &[isize],
) -> Option<i32> {
    let found = models[view].read(memories, index, Manner::of(&infos[view]));
    match above(chain, infos, view) {
        Some(of) if found.is_none() && !is_wrong(Step::Climb) => {
            find(chain, infos, models, memories, of, &models[view].data(index)?)
        }
        _ => found,
    }
}

/// The block of a parameter, or a part of it.
pub fn parameter(universe: usize, number: usize, given: &Given, viewed: bool) -> Model {
    let coarsening: Vec<isize> = given.coarsening.iter().map(|&factor| factor as isize).collect();
    let root = ReferenceSpace::universe(universe);
    let refinement: Vec<isize> = given.refinement.iter().map(|&factor| factor as isize).collect();
    let space = root.child(&given.axes, &given.origin, &refinement, &coarsening);
    let block = of_block(space.expect("blocks have spaces"), &given.extents, Elements::Given(number));
    if !viewed {
        return block.own(number);
    }
    // To a kernel the points that it has are the block.
    let lattice = |(&(first, _, step), &extent): (&(isize, usize, usize), &usize)| {
        let first = first % step as isize;
        let last = (extent as isize - 1 - first) / step as isize * step as isize;
        (first, last as usize + 1, step as isize)
    };
    let ranges: Vec<_> = given.parts.iter().zip(&given.extents).map(lattice).collect();
    let block = match given.own() {
        None => block,
        Some(_) => {
            let points = block.tensor.partition(&ranges).and_then(|points| points.block_copy());
            Model { tensor: points.expect("the points of a view"), ..block }
        }
    };
    let ranges: Vec<(isize, usize, isize)> =
        given.parts.iter().map(|part| (part.0 / part.2 as isize, part.1, 1)).collect();
    let part = block.tensor.partition(&ranges).and_then(|part| part.permute(&given.order));
    let finer: Vec<isize> = given.finer.iter().map(|&by| by as isize).collect();
    let part = part.and_then(|part| if finer.is_empty() { Ok(part) } else { part.refine(&finer) });
    block.view(part.expect("a part of a parameter")).own(number)
}

/// The view that an operation makes.
pub fn after(models: &[Model], op: &Op, scalars: &[i32]) -> Result<Model, String> {
    const NOWHERE: &str = "the library has a part that the specification has not";
    let factors = |by: &[i64], step| {
        by.iter().map(|&by| by as isize + isize::from(is_wrong(step))).collect::<Vec<isize>>()
    };
    // The part, or one that begins an index later.
    let part = |of: &Model, part: Option<ReferenceTensor>, step| {
        let part = part.ok_or(NOWHERE)?;
        if !is_wrong(step) || of.tensor.is_nowhere() {
            return Ok(Ok(part));
        }
        let ranges: Vec<(isize, usize, isize)> =
            part.tensor().extents().iter().map(|&extent| (1, extent, 1)).collect();
        Ok::<_, String>(part.partition(&ranges))
    };
    let (of, tensor) = match op {
        Op::Partition(of, parts) => {
            let ranges: Vec<(isize, usize, isize)> = parts
                .iter()
                .zip(models[*of].extents())
                .map(|(part, &extent)| {
                    let (first, last) = bounds(part, extent as isize, scalars);
                    let step = if let Part::Range { step, .. } = part { *step as isize } else { 1 };
                    (first + isize::from(is_wrong(Step::Partition)), (last - first + 1) as usize, step)
                })
                .collect();
            let mut made = models[*of].tensor.partition(&ranges);
            for (axis, part) in parts.iter().enumerate().rev() {
                let Part::At(at) = part else { continue };
                made = made.and_then(|made| made.slice(axis, at.value(scalars)));
            }
            (of, made)
        }
        Op::Permute(of, order) => {
            let mut order = order.clone();
            order.rotate_left(usize::from(is_wrong(Step::Permute)));
            (of, models[*of].tensor.permute(&order))
        }
        Op::Coarsen(of, by) => (of, models[*of].tensor.coarsen(&factors(by, Step::Coarsen))),
        Op::Refine(of, by) => (of, models[*of].tensor.refine(&factors(by, Step::Refine))),
        Op::Bounded(of, _) | Op::CoarseRead(of, _) | Op::Broadcast(of) => return Ok(models[*of].clone()),
        Op::Region(of, by) => {
            let region = models[*of].tensor.region_of(&models[*by].tensor);
            (of, part(&models[*of], region, Step::Region)?)
        }
        Op::Coverage(of, at, seen) => {
            let at: Vec<isize> = at.iter().map(|at| at.value(scalars)).collect();
            let covered = models[*of].tensor.coverage(&at, &models[*seen].tensor);
            (of, part(&models[*of], covered, Step::Coverage)?)
        }
        Op::Colocate(into, by) => (into, Ok(models[*into].tensor.colocate(&models[*by].tensor))),
        Op::ToBlock(_) | Op::BlockCopy(_) | Op::CopyOf(_) | Op::Block(..) | Op::Passed(_) => {
            return Err("blocks and arguments are no views".into());
        }
    };
    Ok(models[*of].view(tensor.map_err(|error| error.to_string())?))
}

/// What a kernel has of a view that it is passed: the points of its block that it shows, in its extents and outside. Where the view is
/// a slice outside of the block, its rule says which one.
pub fn passed(model: &Model, number: usize, rule: Option<Rule>) -> Option<Model> {
    let mut has = if model.tensor.is_nowhere() { None } else { Some(shown(&model.tensor)?) };
    if let (Some(has), Some(rule)) = (&mut has, rule.filter(|rule| rule.leads())) {
        slices_led(has, model.has.as_ref().map(|above| &above[..]), model.block_extents(), rule);
    }
    let has = has.map(Rc::new);
    // An argument is passed on: what it leaves out is left out of what it is a view of.
    if let (Some(has), Some(above)) = (&has, &model.has)
        && has.iter().zip(above.iter()).any(|(points, above)| points.step % above.step != 0)
    {
        return None;
    }
    Some(Model { has, ..model.own(number) })
}

/// Whether a range has no index.
fn is_empty(parts: &[Part], extents: &[usize], scalars: &[i32]) -> bool {
    parts.iter().zip(extents).any(|(part, &extent)| {
        let (first, end, _) = range(part, extent as isize, scalars);
        end <= first
    })
}

/// The first and the last index of a range, by the definition of ranges.
fn bounds(part: &Part, extent: isize, scalars: &[i32]) -> (isize, isize) {
    let (first, end, step) = range(part, extent, scalars);
    let mut last = first;
    while last + step < end {
        last += step;
    }
    (first, last)
}

/// Where a range begins, where it ends, and its step.
fn range(part: &Part, extent: isize, scalars: &[i32]) -> (isize, isize, isize) {
    let Part::Range { start, end, step } = part else { return (0, extent, 1) };
    let first = start.map_or(0, |start| start.value(scalars));
    let end = match end {
        End::Open => extent,
        End::After(length) => first + *length as isize,
        End::At(end) => end.value(scalars),
        End::Last(last) => last.value(scalars) + 1,
    };
    (first, end, *step as isize)
}

/// The elements of a copy of a view; nothing if there are none for one of its points.
pub fn elements(
    chain: &Chain,
    infos: &[Info],
    models: &[Model],
    given: &[Given],
    view: usize,
) -> Option<Vec<i32>> {
    let memories: Vec<Vec<i32>> = given.iter().map(Given::elements).collect();
    let all = indices(models[view].extents());
    all.iter().map(|at| find(chain, infos, models, &memories, view, at)).collect()
}

/// The element that the kernel writes to a block of its own.
pub fn written(op: &Op, number: usize, at: &[isize]) -> i32 {
    let element = fill(number, at);
    if let Op::CopyOf(_) | Op::BlockCopy(_) = op { element & SHORT } else { element }
}

/// A block that the kernel makes: a child of what it is a copy of, or where it says.
pub fn block(made: &Reader, elements: Vec<i32>, of: Option<&Model>) -> Result<Model, String> {
    let elements = Elements::Own(elements);
    let Some(of) = of else { return Ok(of_block(made.space(), &made.extents(), elements)) };
    let tensor = of.tensor.block_copy().map_err(|error| error.to_string())?;
    if !is_same(&made.space(), tensor.space()) {
        return Err(format!("a copy is {:?}, not {:?}", made.space(), tensor.space()));
    }
    Ok(Model { tensor, elements: Rc::new(elements), has: None })
}

/// Whether the library has the same extents, and the same space.
pub fn same_place(view: &Reader, model: &Model, number: usize) -> Result<(), String> {
    let (space, specified) = (view.space(), model.tensor.space());
    if view.extents() == model.extents() && is_same(&space, specified) {
        return Ok(());
    }
    Err(format!("view {number} of the library lies elsewhere: {space:?} and {specified:?}"))
}

/// Whether two spaces have the same points. The paths may differ: a partition with an index is one step or two.
fn is_same(space: &ReferenceSpace, specified: &ReferenceSpace) -> bool {
    PROBES.iter().all(|probe| {
        let probe = point(&probe[..specified.rank()]);
        space.upstream_to_root(&probe) == specified.upstream_to_root(&probe)
    })
}

/// The whole chain, without the library.
pub fn alone(chain: &Chain, case: &Case) -> Result<Outcome, String> {
    let (chain, models) = match lay(chain, case, |elements, _| elements)? {
        (chain, models, None) => (chain, models),
        (.., Some(refusal)) => return Ok(Err(refusal)),
    };
    let extents: Vec<Vec<usize>> = models.iter().map(|model| model.extents().to_vec()).collect();
    let all = actions(&chain, &extents, &case.scalars);
    let outcome = execute(&chain, &infos(&chain), &case.given, &models, &all);
    // What shares no location within its extents is nowhere. A kernel finds what is farther out, where locations agree.
    match outcome {
        Err(Refusal::Outside) if models.iter().any(|model| model.tensor.is_nowhere()) => {
            Ok(Err(Refusal::Nowhere))
        }
        outcome => Ok(outcome),
    }
}

/// The chain with the numbers of a call, and its views as far as there are any; of copies without elements nobody asks what they have.
/// And whether those are all.
pub fn made(chain: &Chain, case: &Case) -> Result<(Chain, Vec<Model>, bool), String> {
    lay(chain, case, |elements, extents| elements.or_else(|| Some(vec![0; extents.iter().product()])))
        .map(|(chain, models, refusal)| (chain, models, refusal.is_none()))
}

/// The chain with the numbers of a call, its views, and those that a called kernel makes; or why there are no more of them. `copied` has
/// the elements of a copy, as far as there are any, and its extents.
fn lay(
    chain: &Chain,
    Case { given, scalars, factors }: &Case,
    copied: impl Fn(Option<Vec<i32>>, &[usize]) -> Option<Vec<i32>>,
) -> Result<(Chain, Vec<Model>, Option<Refusal>), String> {
    let chain = chain.with_factors(factors);
    let infos = infos(&chain);
    let viewed = |number: usize| chain.tensors[number].kind.is_view();
    let parameters = given.iter().enumerate();
    let mut models: Vec<Model> =
        parameters.map(|(number, given)| parameter(chain.universe, number, given, viewed(number))).collect();
    let numbered = chain.ops.iter().cloned().enumerate().collect::<Vec<_>>();
    let mut rest = numbered.into_iter();
    let mut passed = false;
    loop {
        let Some((number, op)) = rest.next() else {
            if passed {
                return Ok((chain, models, None));
            }
            passed = true;
            let rank = models[chain.ending.passed()].extents().len();
            rest =
                chain.ending.made(models.len(), rank).into_iter().enumerate().collect::<Vec<_>>().into_iter();
            continue;
        };
        let op = op.with_extents(&models.iter().map(|model| model.extents().to_vec()).collect::<Vec<_>>());
        let filled = |extents: &[usize]| {
            Elements::Own(indices(extents).iter().map(|at| written(&op, number, at)).collect())
        };
        let copy = |of: usize| models[of].tensor.block_copy().map_err(|error| error.to_string());
        let made = match &op {
            Op::Partition(of, parts) if is_empty(parts, models[*of].extents(), scalars) => {
                return Ok((chain, models, Some(Refusal::Empty)));
            }
            Op::ToBlock(of) => {
                let elements = elements(&chain, &infos, &models, given, *of);
                let Some(elements) = copied(elements, models[*of].extents()) else {
                    return Ok((chain, models, Some(Refusal::Outside)));
                };
                Model { tensor: copy(*of)?, elements: Rc::new(Elements::Own(elements)), has: None }
            }
            Op::BlockCopy(of) | Op::CopyOf(of) => {
                let elements = Rc::new(filled(models[*of].extents()));
                Model { tensor: copy(*of)?, elements, has: None }
            }
            Op::Block(extents, origin) => {
                let extents: Vec<usize> = extents.iter().map(|&extent| extent as usize).collect();
                let origin: Vec<isize> = origin.iter().map(|at| at.value(scalars)).collect();
                let space = ReferenceSpace::universe(chain.universe).translated(&origin);
                let block = of_block(space.map_err(|error| error.to_string())?, &extents, filled(&extents));
                block.own(models.len())
            }
            Op::Passed(of) => match self::passed(&models[*of], models.len(), infos[models.len()].rule) {
                Some(passed) => passed,
                None => return Ok((chain, models, Some(Refusal::Argument))),
            },
            op => match after(&models, op, scalars) {
                Ok(made) => made,
                Err(_) => return Ok((chain, models, Some(Refusal::Nowhere))),
            },
        };
        models.push(made);
    }
}

/// The last statement.
pub fn execute(
    chain: &Chain,
    infos: &[Info],
    given: &[Given],
    models: &[Model],
    actions: &[Action],
) -> Outcome {
    let before: Vec<Vec<i32>> = given.iter().map(Given::elements).collect();
    let mut memories = before.clone();
    let mut write = |model: &Model, positions: &[usize], change: &dyn Fn(i32) -> i32| {
        let Elements::Given(number) = *model.elements else { return Err(Refusal::Outside) };
        for &position in positions {
            memories[number][position] = change(memories[number][position]);
        }
        if positions.is_empty() { Err(Refusal::Outside) } else { Ok(()) }
    };
    for action in actions {
        match action {
            Action::Set { at, reads } => {
                let mut value = 0i32;
                for (view, at, factor) in reads {
                    let found = match infos.get(*view) {
                        Some(_) if matches!(chain.ending, Ending::Gather(_)) => {
                            find(chain, infos, models, &before, *view, at)
                        }
                        // What a kernel is given it reads in one block.
                        info => models[*view].read(&before, at, info.map_or(Manner::PLAIN, Manner::of)),
                    };
                    let element = found.ok_or(Refusal::Outside)?;
                    let sum = element.checked_mul(*factor).and_then(|more| value.checked_add(more));
                    value = sum.ok_or(Refusal::Overflow)?;
                }
                write(&models[0], &models[0].one(at), &|_| value)?;
            }
            Action::Add { view, at, value } => {
                write(&models[*view], &models[*view].one(at), &|before| before.wrapping_add(*value))?;
            }
            Action::Spread { view, at, value } => {
                let model = &models[*view];
                write(model, &model.positions(at), &|_| *value)?;
            }
            Action::Where { view } => {
                let model = &models[*view];
                for (at, value) in getters(model.tensor.space(), model.extents()).into_iter().enumerate() {
                    write(&models[0], &models[0].one(&[at as isize]), &|_| value)?;
                }
            }
        }
    }
    Ok(given.iter().zip(&memories).map(|(given, memory)| given.with(memory)).collect())
}
