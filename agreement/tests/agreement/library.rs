//! Chains through the run-time library.

use std::cell::{Cell, OnceCell};

use unite::library::{AccessError, ViewError};
use unite_agreement::plan::chain::{Chain, CoarseRead, Ending, Op, Part};
use unite_agreement::plan::limits::{Info, Memory, above, infos};
use unite_agreement::plan::source;

use crate::any::{Any, AnyBlock, Reader};
use crate::case::Case;
use crate::ending::{Action, actions, indices};
use crate::given::Given;
use crate::outcome::{Outcome, Refusal};
use crate::specification::{self, Model, written};

/// Runs a chain through the library, and the specification beside it. Reads that climb are counted.
///
/// # Errors
/// Where the two differ.
pub fn run(
    chain: &Chain,
    Case { given, scalars, factors }: &Case,
    climbed: &Cell<usize>,
) -> Result<Outcome, String> {
    let mut called = chain.with_factors(factors);
    let (tensors, infos) = (called.tensors.len(), infos(&called));
    let blocks: Vec<OnceCell<AnyBlock>> = infos.iter().map(|_| OnceCell::new()).collect();
    let mut views: Vec<Reader> = Vec::new();
    let mut models: Vec<Model> = Vec::new();
    let mut sparse = false;
    for (number, given) in given.iter().enumerate() {
        let passed = AnyBlock::passed(given, chain.universe).map_err(|error| error.to_string())?;
        let block = blocks[number].get_or_init(|| passed).view();
        let viewed = chain.tensors[number].kind.is_view();
        let view = if viewed { block.given(given) } else { Ok(block) };
        let view = view.and_then(|view| view.own(number)).map_err(|error| error.to_string())?;
        models.push(specification::parameter(chain.universe, number, given, viewed));
        specification::same_place(&view, &models[number], number)?;
        views.push(view);
    }
    for number in 0..called.ops.len() {
        let view = tensors + number;
        let extents: Vec<Vec<usize>> = views.iter().map(Reader::extents).collect();
        called.ops[number] = called.ops[number].with_extents(&extents);
        let (chain, op) = (&called, &called.ops[number]);
        let made = match op {
            Op::Passed(of) => {
                let Some(model) = specification::passed(&models[*of], view, infos[view].rule) else {
                    return Ok(Err(Refusal::Argument));
                };
                let passed = match model.shown() {
                    Some(points) if counts_points(chain) => {
                        let (Memory::Parameter(base) | Memory::Own(base)) = infos[*of].memory;
                        let base = blocks[base].get().ok_or("a block that is made later")?;
                        // Of points that the block does not have there is no block.
                        if points.iter().any(|points| points.count == 0) {
                            return Ok(Err(Refusal::Argument));
                        }
                        let points = base.points(points).map_err(|error| error.to_string())?;
                        blocks[view].get_or_init(|| points).view().colocate(&views[*of])
                    }
                    _ => Ok(views[*of].clone()),
                };
                let passed = passed.and_then(|passed| passed.own(view)).map_err(|error| error.to_string())?;
                specification::same_place(&passed, &model, view)?;
                views.push(passed);
                models.push(model);
                continue;
            }
            Op::ToBlock(of) | Op::BlockCopy(of) | Op::CopyOf(of) => {
                let data = matches!(op, Op::ToBlock(_));
                let is_plain = infos[*of].rule.is_none()
                    && infos[*of].coarse == CoarseRead::First
                    && above(chain, &infos, *of).is_none();
                match views[*of].copied(data && is_plain) {
                    Ok(block) if data && !is_plain => {
                        match all_found((chain, &infos), (&views, &models), *of, block, climbed) {
                            None => return Ok(Err(if sparse { Refusal::Sparse } else { Refusal::Outside })),
                            Some(block) => Ok(block),
                        }
                    }
                    made => made.map(|block| if data { block } else { filled(block, op, number) }),
                }
            }
            Op::Block(extents, origin) => {
                let rank = extents.len();
                let given = Given {
                    extents: extents.iter().map(|&extent| extent as usize).collect(),
                    origin: origin.iter().map(|at| at.value(scalars)).collect(),
                    axes: (0..rank).collect(),
                    coarsening: vec![1; rank],
                    refinement: vec![1; rank],
                    parts: Vec::new(),
                    order: Vec::new(),
                    finer: Vec::new(),
                    memory: vec![0; extents.iter().product::<i64>() as usize],
                };
                Ok(filled(AnyBlock::of(&given, chain.universe), op, number))
            }
            Op::Partition(of, _)
            | Op::Permute(of, _)
            | Op::Coarsen(of, _)
            | Op::Refine(of, _)
            | Op::Bounded(of, _)
            | Op::CoarseRead(of, _)
            | Op::Broadcast(of)
            | Op::Colocate(of, _)
            | Op::Region(of, _)
            | Op::Coverage(of, ..) => {
                if let Op::Colocate(into, by) = op {
                    let is_other = infos[*into].anchor != infos[*by].anchor;
                    sparse |= is_other && is_sparse(&views, &infos, *into, frame(chain, &infos, *into, *by));
                }
                match views[*of].clone().apply(op, &views, scalars) {
                    Ok(made) => {
                        let model = specification::after(&models, op, scalars)?;
                        specification::same_place(&made, &model, view)?;
                        views.push(made);
                        models.push(model);
                        continue;
                    }
                    Err(error) => Err(error),
                }
            }
        };
        let of = match op {
            Op::ToBlock(of) | Op::BlockCopy(of) | Op::CopyOf(of) => Some(&models[*of]),
            _ => None,
        };
        let copied = match op {
            Op::ToBlock(of) => Some(specification::elements(chain, &infos, &models, given, *of)),
            _ => None,
        };
        match made {
            Ok(block) => {
                let made = blocks[view].get_or_init(|| block).view();
                let made = match op {
                    Op::Block(..) => made.own(view).map_err(|error| error.to_string())?,
                    _ => made,
                };
                let elements = match copied {
                    Some(elements) => {
                        elements.ok_or("the library has data that the specification has not")?
                    }
                    None => indices(&made.extents()).iter().map(|at| written(op, number, at)).collect(),
                };
                let model = specification::block(&made, elements, of)?;
                views.push(made);
                models.push(model);
            }
            Err(ViewError::Access(error)) if matches!(copied, Some(None)) => {
                let of = of.ok_or("a copy of nothing")?;
                if !indices(of.extents()).iter().any(|at| is_so(&error, of, at)) {
                    return Err(format!("view {view}: the library says: {error}"));
                }
                return Ok(Err(if sparse { Refusal::Sparse } else { Refusal::Outside }));
            }
            Err(ViewError::Block(_)) => return Ok(Err(Refusal::Empty)),
            Err(ViewError::Elsewhere) if is_nowhere(&models, op, scalars) => {
                return Ok(Err(Refusal::Nowhere));
            }
            Err(ViewError::Projection { .. }) => return Ok(Err(Refusal::Projection)),
            Err(error) => return Err(format!("view {view}: {error}")),
        }
    }
    let chain = &called;
    let rank = views[chain.ending.passed()].extents().len();
    for op in chain.ending.made(views.len(), rank) {
        if let Op::Colocate(into, by) = op {
            // A kernel that takes refined tensors finds where each point is: it needs no stride.
            sparse |= !source::takes_refined(chain, &infos) && is_sparse(&views, &infos, into, by);
        }
        if is_nowhere(&models, &op, scalars) {
            return Ok(Err(Refusal::Nowhere));
        }
        let (Op::Colocate(of, _) | Op::Region(of, _) | Op::Permute(of, _) | Op::Partition(of, _)) = op else {
            unreachable!("other views are made in no callee")
        };
        let made = match views[of].clone().apply(&op, &views, scalars) {
            Ok(made) => made,
            Err(ViewError::Block(_)) => return Ok(Err(Refusal::Empty)),
            Err(ViewError::Projection { .. }) => return Ok(Err(Refusal::Projection)),
            Err(error) => return Err(format!("in the callee: {error}")),
        };
        let model = specification::after(&models, &op, scalars)?;
        specification::same_place(&made, &model, views.len())?;
        models.push(model);
        views.push(made);
    }
    if sparse {
        return Ok(Err(Refusal::Sparse));
    }
    let extents: Vec<Vec<usize>> = views.iter().map(Reader::extents).collect();
    let actions = actions(chain, &extents, scalars);
    let library = execute((chain, &infos), given, (&views, &models), &actions, scalars, climbed)?;
    if library == Err(Refusal::Overflow) {
        return Ok(library);
    }
    let specified = specification::execute(chain, &infos, given, &models, &actions);
    if library != specified {
        return Err(format!("library: {library:?}\nspecification: {specified:?}"));
    }
    Ok(library)
}

/// Whether a kernel that is called has rules or policies: it counts the points that an argument has, which are a block to it.
pub fn counts_points(chain: &Chain) -> bool {
    let infos = infos(chain);
    let inner = chain.inner().unwrap_or(infos.len());
    infos[inner..].iter().any(|info| info.rule.is_some() || info.coarse != CoarseRead::First)
}

/// Whether an operation relates tensors of which one has no location, or asks for what is nowhere.
fn is_nowhere(models: &[Model], op: &Op, scalars: &[i32]) -> bool {
    let (Op::Colocate(one, other) | Op::Region(one, other) | Op::Coverage(one, _, other)) = op else {
        return false;
    };
    let related = [*one, *other].iter().any(|&view| models[view].is_nowhere());
    related || (!matches!(op, Op::Colocate(..)) && specification::after(models, op, scalars).is_err())
}

/// The view at whose points a kernel sees another one where this is: the parameter that it is made of, or the view that leaves
/// out the same points.
fn frame(chain: &Chain, infos: &[Info], into: usize, by: usize) -> usize {
    let is_led = |op: &Op| matches!(op, Op::Bounded(_, rule) if rule.leads());
    let is_one = |factors: &[i64]| factors.iter().all(|&factor| factor == 1);
    let shares = infos[into].shares.as_deref().is_some_and(|shares| !is_one(shares));
    if is_one(&infos[by].steps) || !infos[by].invertible || shares || chain.ops.iter().any(is_led) {
        return infos[by].anchor;
    }
    let above = |&view: &usize| match &chain.ops[view.checked_sub(chain.tensors.len())?] {
        Op::Partition(of, parts) => {
            parts.iter().all(|part| !matches!(part, Part::Range { step, .. } if *step > 1)).then_some(*of)
        }
        Op::Coarsen(of, by) | Op::Refine(of, by) => is_one(by).then_some(*of),
        Op::Colocate(_, of)
        | Op::Permute(of, _)
        | Op::Bounded(of, _)
        | Op::CoarseRead(of, _)
        | Op::Broadcast(of)
        | Op::Region(of, _)
        | Op::Coverage(of, ..)
        | Op::ToBlock(of)
        | Op::BlockCopy(of)
        | Op::CopyOf(of) => Some(*of),
        Op::Block(..) | Op::Passed(_) => None,
    };
    std::iter::successors(Some(by), above).last().unwrap_or(by)
}

/// Whether points of the view lie between those of the destination, seen from a frame, or are not known to be those.
fn is_sparse(views: &[Reader], infos: &[Info], into: usize, anchor: usize) -> bool {
    let location = |view: usize| views[view].location();
    let Ok(anchor) = location(anchor) else { return true };
    let (Memory::Parameter(base) | Memory::Own(base)) = infos[into].memory;
    if let Some(shares) = &infos[into].shares
        && shares.iter().any(|&share| share > 1)
    {
        // Every point of the block has as many points of the frame as the view has for it.
        let Ok(base) = location(base) else { return true };
        let even = shares.iter().all(|share| *share == shares[0]);
        return base.iter().zip(shares).any(|(mine, &share)| {
            anchor.iter().enumerate().any(|(j, its)| {
                let same = even || shares.get(j).copied().unwrap_or(1) == share;
                its.root == mine.root && !(same && mine.is_met(its, share as isize))
            })
        });
    }
    let Ok(into) = location(into) else { return true };
    into.iter().any(|mine| anchor.iter().any(|its| its.root == mine.root && !mine.is_met(its, 1)))
}

/// The library says of an index which one of the block that is, of those that the block has; or that there is none.
fn told<M: unite::library::Memory<Elem = i32>>(
    view: &Any<M>,
    model: &Model,
    at: &[isize],
) -> Result<(), String> {
    match view.fault(at) {
        Some(error) if !is_so(&error, model, at) => {
            Err(format!("the library says of index {at:?}, which is {:?}: {error}", model.data(at)))
        }
        _ => Ok(()),
    }
}

/// Whether an index has no element for the reason that an error gives.
fn is_so(error: &AccessError, model: &Model, at: &[isize]) -> bool {
    match (*error, model.data(at)) {
        (AccessError::Outside { axis, index, extent }, Some(data)) => {
            // Where the points of an argument are counted they are the block.
            let counted = model.shown().map(|points| points[axis]);
            let counted =
                counted.map(|points| ((data[axis] - points.first).div_euclid(points.step), points.count));
            let is_so = (index, extent) == (data[axis], model.block_extents()[axis]);
            (is_so || counted == Some((index, extent))) && !(0..extent as isize).contains(&index)
        }
        (AccessError::Elsewhere, data) => data.is_none(),
        _ => false,
    }
}

/// What a read of a view finds, in its block or above it; the latter are counted.
fn find(
    (chain, infos): (&Chain, &[Info]),
    (views, models): (&[Reader], &[Model]),
    view: usize,
    at: &[isize],
    climbed: &Cell<usize>,
) -> Option<i32> {
    let found = views[view].get_as(&infos[view], at, models[view].is_several(at));
    let path: Vec<usize> =
        std::iter::successors(above(chain, infos, view), |&next| above(chain, infos, next)).collect();
    let (Some(&last), None) = (path.last(), found) else { return found };
    let plain = infos[last].coarse == CoarseRead::First;
    let steps: Vec<&Reader> = path[..path.len() - usize::from(!plain)].iter().map(|&of| &views[of]).collect();
    let found = views[view].climb(&steps, infos[last].rule, at).or_else(|| {
        // Which points a coarse one stands for is said of the point that the copy has.
        let way = [view].into_iter().chain(path[..path.len() - 1].iter().copied());
        let index = way.map(|of| &models[of]).try_fold(at.to_vec(), |at, of| of.data(&at))?;
        if plain { None } else { views[last].get_as(&infos[last], &index, models[last].is_several(&index)) }
    });
    climbed.set(climbed.get() + usize::from(found.is_some()));
    found
}

/// A block with what reads of a view find; nothing if there is none for one of its points.
fn all_found(
    chain: (&Chain, &[Info]),
    views: (&[Reader], &[Model]),
    view: usize,
    mut block: AnyBlock,
    climbed: &Cell<usize>,
) -> Option<AnyBlock> {
    let all = indices(&block.view().extents());
    for (element, at) in block.elements_mut().iter_mut().zip(all) {
        *element = find(chain, views, view, &at, climbed)?;
    }
    Some(block)
}

/// A block with the elements that the kernel writes to its copies.
fn filled(mut block: AnyBlock, op: &Op, number: usize) -> AnyBlock {
    let all = indices(&block.view().extents());
    for (element, at) in block.elements_mut().iter_mut().zip(all) {
        *element = written(op, number, &at);
    }
    block
}

fn execute(
    (chain, infos): (&Chain, &[Info]),
    given: &[Given],
    (views, models): (&[Reader], &[Model]),
    actions: &[Action],
    scalars: &[i32],
    climbed: &Cell<usize>,
) -> Result<Outcome, String> {
    let passed = |given| AnyBlock::passed(given, chain.universe).map_err(|error| error.to_string());
    let mut written: Vec<AnyBlock> = given.iter().map(passed).collect::<Result<_, _>>()?;
    for action in actions {
        match action {
            Action::Set { at, reads } => {
                let mut value = 0i32;
                for (view, at, factor) in reads {
                    let element = match infos.get(*view) {
                        Some(_) if matches!(chain.ending, Ending::Gather(_)) => {
                            find((chain, infos), (views, models), *view, at, climbed)
                        }
                        // What a kernel is given it reads in one block, and what it colocates as it is.
                        Some(info) => views[*view].get_as(info, at, models[*view].is_several(at)),
                        None => views[*view].get(at),
                    };
                    let Some(element) = element else {
                        told(&views[*view], &models[*view], at)?;
                        return Ok(Err(Refusal::Outside));
                    };
                    let Some(sum) = element.checked_mul(*factor).and_then(|more| value.checked_add(more))
                    else {
                        return Ok(Err(Refusal::Overflow));
                    };
                    value = sum;
                }
                let mut out = whole(chain, given, &mut written[0], 0)?;
                if !out.set(at, value) {
                    told(&out, &models[0], at)?;
                    return Ok(Err(Refusal::Outside));
                }
            }
            Action::Add { view, at, value } | Action::Spread { view, at, value } => {
                // The way down to the view, from the parameter whose memory it shows.
                let mut path = Vec::new();
                let mut from = *view;
                while let Some(op) = from.checked_sub(chain.tensors.len()).map(|op| &chain.ops[op]) {
                    path.push(op);
                    from = match op {
                        Op::Partition(of, _)
                        | Op::Permute(of, _)
                        | Op::Coarsen(of, _)
                        | Op::Refine(of, _)
                        | Op::Broadcast(of)
                        | Op::Colocate(of, _)
                        | Op::Region(of, _)
                        | Op::Coverage(of, ..) => *of,
                        _ => unreachable!("only views of parameters are scattered to"),
                    };
                }
                let mut out = whole(chain, given, &mut written[from], from)?;
                for op in path.into_iter().rev() {
                    out = out.apply(op, views, scalars).map_err(|error| error.to_string())?;
                }
                let written = match (action, out.get(at)) {
                    (Action::Spread { .. }, _) => out.spread(at, *value),
                    (_, None) => false,
                    (_, Some(before)) => {
                        let Some(sum) = before.checked_add(*value) else { return Ok(Err(Refusal::Overflow)) };
                        out.set(at, sum)
                    }
                };
                if !written {
                    told(&out, &models[*view], at)?;
                    return Ok(Err(Refusal::Outside));
                }
            }
            Action::Where { view } => {
                let (space, extents) = (views[*view].space(), views[*view].extents());
                let mut out = whole(chain, given, &mut written[0], 0)?;
                let values = specification::getters(&space, &extents);
                for (at, value) in values.into_iter().enumerate() {
                    if !out.set(&[at as isize], value) {
                        return Ok(Err(Refusal::Outside));
                    }
                }
            }
        }
    }
    let memory = |(block, given): (&mut AnyBlock, &Given)| given.with(block.elements_mut());
    Ok(Ok(written.iter_mut().zip(given).map(memory).collect()))
}

/// A parameter, to write.
fn whole<'a>(
    chain: &Chain,
    given: &[Given],
    block: &'a mut AnyBlock,
    number: usize,
) -> Result<Any<&'a mut [i32]>, String> {
    let view = block.view_mut();
    let view = if chain.tensors[number].kind.is_view() { view.given(&given[number]) } else { Ok(view) };
    view.and_then(|view| view.own(number)).map_err(|error| error.to_string())
}
