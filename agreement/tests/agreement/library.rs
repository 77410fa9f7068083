//! Chains through the run-time library.

use std::cell::OnceCell;

use unite::library::ViewError;
use unite_agreement::plan::chain::{Chain, CoarseRead, Ending, Kind, Op, fill};
use unite_agreement::plan::limits::{Info, Memory, infos};

use crate::any::{Any, AnyBlock, Reader};
use crate::ending::{Action, actions, indices};
use crate::given::Given;
use crate::outcome::{Outcome, Refusal};
use crate::specification::{self, Manner, Model};

/// Runs a chain through the library, and the specification beside it.
///
/// # Errors
/// Where the two differ.
pub fn run(chain: &Chain, given: &[Given], scalars: &[i32]) -> Result<Outcome, String> {
    let (tensors, infos) = (chain.tensors.len(), infos(chain));
    let blocks: Vec<OnceCell<AnyBlock>> = infos.iter().map(|_| OnceCell::new()).collect();
    let mut views: Vec<Reader> = Vec::new();
    let mut models: Vec<Model> = Vec::new();
    let (mut sparse, mut nowhere) = (false, false);
    let mut between = vec![false; tensors];
    for (number, given) in given.iter().enumerate() {
        let block = blocks[number].get_or_init(|| AnyBlock::of(given, chain.universe)).view();
        let viewed = chain.tensors[number].kind == Kind::Viewed;
        let view = if viewed { block.given(given).map_err(|error| error.to_string())? } else { block };
        models.push(specification::parameter(chain.universe, number, given, viewed));
        specification::same_place(&view, &models[number], number)?;
        views.push(view);
    }
    for (number, op) in chain.ops.iter().enumerate() {
        let view = tensors + number;
        let (asked, inherited) = match op {
            Op::Partition(of, _)
            | Op::Permute(of, _)
            | Op::Coarsen(of, _)
            | Op::Refine(of, _)
            | Op::CoarseRead(of, _)
            | Op::Broadcast(of)
            | Op::Bounded(of, _) => (false, between[*of]),
            Op::Colocate(into, by) | Op::Region(into, by) | Op::Coverage(into, _, by) => {
                (between[*into] || between[*by], false)
            }
            Op::ToBlock(of) | Op::BlockCopy(of) => (between[*of], false),
            Op::Block(..) => (false, false),
        };
        if asked || nowhere {
            return Ok(Err(if nowhere { Refusal::Nowhere } else { Refusal::Between }));
        }
        between.push(inherited);
        let made = match op {
            Op::ToBlock(of) | Op::BlockCopy(of) => {
                let data = matches!(op, Op::ToBlock(_));
                match infos[*of].rule.is_some() || infos[*of].coarse != CoarseRead::First {
                    true if data => match views[*of]
                        .copied(false)
                        .map(|block| ruled(block, &views[*of], &infos[*of]))
                    {
                        Ok(None) => return Ok(Err(if sparse { Refusal::Sparse } else { Refusal::Outside })),
                        Ok(Some(block)) => Ok(block),
                        Err(error) => Err(error),
                    },
                    _ => {
                        views[*of].copied(data).map(|block| if data { block } else { filled(block, number) })
                    }
                }
            }
            Op::Block(extents, origin) => {
                let rank = extents.len();
                let given = Given {
                    extents: extents.iter().map(|&extent| extent as usize).collect(),
                    origin: origin.iter().map(|at| at.value(scalars)).collect(),
                    axes: (0..rank).collect(),
                    coarsening: vec![1; rank],
                    parts: Vec::new(),
                    order: Vec::new(),
                    memory: vec![0; extents.iter().product::<i64>() as usize],
                };
                Ok(filled(AnyBlock::of(&given, chain.universe), number))
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
                    nowhere = specification::is_nowhere(&models, *into, *by);
                    let anchor = infos[*by].anchor;
                    sparse |= infos[*into].anchor != anchor && is_sparse(&views, &infos, *into, anchor);
                }
                match views[*of].clone().apply(op, &views, scalars) {
                    Ok(made) => {
                        let model = specification::after(&models, op, scalars, &made)?;
                        specification::same_place(&made, &model, view)?;
                        views.push(made);
                        models.push(model);
                        // In one frame, kernels say what the library says.
                        if let Op::Colocate(into, by) = op
                            && infos[*into].anchor != infos[*by].anchor
                        {
                            between[view] |= specification::is_between(&models, view);
                        }
                        continue;
                    }
                    Err(error) => Err(error),
                }
            }
        };
        let of = match op {
            Op::ToBlock(of) | Op::BlockCopy(of) => Some(&models[*of]),
            _ => None,
        };
        let copied = of
            .filter(|_| matches!(op, Op::ToBlock(_)))
            .map(|of| specification::elements(of, given, manner(&infos, chain, number)));
        match made {
            Ok(block) => {
                let made = blocks[view].get_or_init(|| block).view();
                let elements = match copied {
                    Some(elements) => {
                        elements.ok_or("the library has data that the specification has not")?
                    }
                    None => indices(&made.extents()).iter().map(|at| fill(number, at)).collect(),
                };
                let model = specification::block(&made, elements, of)?;
                views.push(made);
                models.push(model);
            }
            Err(ViewError::Access(_)) if matches!(copied, Some(None)) => {
                return Ok(Err(if sparse { Refusal::Sparse } else { Refusal::Outside }));
            }
            Err(ViewError::Block(_)) => return Ok(Err(Refusal::Empty)),
            Err(ViewError::NotLocated { .. }) if sparse => return Ok(Err(Refusal::Sparse)),
            // A refined view of a coarse block has no location in the universe that a block could have, but it has one in
            // the frame of the block, which is where a kernel puts the copy.
            Err(ViewError::NotLocated { .. }) if !infos[view].invertible => return Ok(Err(Refusal::Nowhere)),
            Err(error) => return Err(format!("view {view}: {error}")),
        }
    }
    match chain.ending {
        Ending::CallColocated(_, view) | Ending::CallWhere(view) if between[view] => {
            return Ok(Err(Refusal::Between));
        }
        _ => {}
    }
    if let Ending::CallColocated(into, by) = chain.ending {
        sparse |= is_sparse(&views, &infos, into, by);
        let op = Op::Colocate(into, by);
        let made = views[into].clone().apply(&op, &views, scalars).map_err(|error| error.to_string())?;
        models.push(specification::after(&models, &op, scalars, &made)?);
        views.push(made);
    }
    if sparse || nowhere {
        return Ok(Err(if sparse { Refusal::Sparse } else { Refusal::Nowhere }));
    }
    let extents: Vec<Vec<usize>> = views.iter().map(Reader::extents).collect();
    let actions = actions(chain, &extents, scalars);
    let library = execute(chain, given, (&views, &infos), &actions, scalars)?;
    let manners: Vec<Manner> = infos.iter().map(Manner::of).collect();
    let specified = specification::execute(given, &models, &manners, &actions);
    if library != specified {
        return Err(format!("library: {library:?}\nspecification: {specified:?}"));
    }
    Ok(library)
}

/// Whether points of the view lie between those of the destination, seen from a frame.
fn is_sparse(views: &[Reader], infos: &[Info], into: usize, anchor: usize) -> bool {
    if let (Some(shares), Memory::Parameter(base) | Memory::Own(base)) =
        (&infos[into].shares, infos[into].memory)
        && shares.iter().any(|&share| share > 1)
    {
        // Every point of the block has as many points of the frame as the view has for it.
        let (Ok(base), Ok(anchor)) = (views[base].location(), views[anchor].location()) else { return true };
        let even = shares.iter().all(|share| *share == shares[0]);
        return base.iter().zip(shares).any(|(&(_, step, root), &share)| {
            anchor.iter().enumerate().any(|(j, &(_, other, axis))| {
                let same = even || shares.get(j).copied().unwrap_or(1) == share;
                let share = share as isize;
                let met = if share == 1 { other % step == 0 } else { step == share * other };
                axis == root && !(same && met)
            })
        });
    }
    let (Ok(into), Ok(anchor)) = (views[into].location(), views[anchor].location()) else { return true };
    let apart = |&(_, step, root): &(isize, isize, usize)| {
        anchor.iter().any(|&(_, other, axis)| axis == root && other % step != 0)
    };
    into.iter().any(apart)
}

/// How the view is read that an operation copies.
fn manner(infos: &[Info], chain: &Chain, op: usize) -> Manner {
    match chain.ops[op] {
        Op::ToBlock(of) => Manner::of(&infos[of]),
        _ => Manner::PLAIN,
    }
}

/// A block with what a view with a rule or a policy has; nothing if there is none.
fn ruled(mut block: AnyBlock, view: &Reader, info: &Info) -> Option<AnyBlock> {
    let all = indices(&view.extents());
    for (element, at) in block.elements_mut().iter_mut().zip(all) {
        *element = view.get_as(info, &at)?;
    }
    Some(block)
}

/// A block with the elements that the kernel writes to its copies.
fn filled(mut block: AnyBlock, op: usize) -> AnyBlock {
    let all = indices(&block.view().extents());
    for (element, at) in block.elements_mut().iter_mut().zip(all) {
        *element = fill(op, &at);
    }
    block
}

fn execute(
    chain: &Chain,
    given: &[Given],
    (views, infos): (&[Reader], &[Info]),
    actions: &[Action],
    scalars: &[i32],
) -> Result<Outcome, String> {
    let mut written: Vec<AnyBlock> = given.iter().map(|given| AnyBlock::of(given, chain.universe)).collect();
    for action in actions {
        match action {
            Action::Set { at, reads } => {
                let mut value = 0;
                for (view, at, factor) in reads {
                    // What a called kernel colocates is read as it is.
                    let element = match infos.get(*view) {
                        Some(info) => views[*view].get_as(info, at),
                        None => views[*view].get(at),
                    };
                    let Some(element) = element else { return Ok(Err(Refusal::Outside)) };
                    value += element * factor;
                }
                let mut out = whole(chain, given, &mut written[0], 0)?;
                if !set(&mut out, at, value) {
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
                let written = match action {
                    Action::Spread { .. } => out.spread(at, *value),
                    _ => out.add(at, *value),
                };
                if !written {
                    return Ok(Err(Refusal::Outside));
                }
            }
            Action::Where { view } => {
                let location = views[*view].location().map_err(|error| error.to_string())?;
                let extents = views[*view].extents();
                let mut out = whole(chain, given, &mut written[0], 0)?;
                for (axis, (origin, step, _)) in location.into_iter().enumerate() {
                    let values = [origin as i32, step as i32, extents[axis] as i32];
                    for (k, value) in values.into_iter().enumerate() {
                        if !set(&mut out, &[(3 * axis + k) as isize], value) {
                            return Ok(Err(Refusal::Outside));
                        }
                    }
                }
            }
        }
    }
    Ok(Ok(written.iter_mut().map(|block| block.elements_mut().to_vec()).collect()))
}

fn set(view: &mut Any<&mut [i32]>, at: &[isize], value: i32) -> bool {
    let before = view.get(at);
    before.is_some_and(|before| view.add(at, value - before))
}

/// A parameter, to write.
fn whole<'a>(
    chain: &Chain,
    given: &[Given],
    block: &'a mut AnyBlock,
    number: usize,
) -> Result<Any<&'a mut [i32]>, String> {
    let view = block.view_mut();
    match chain.tensors[number].kind {
        Kind::Viewed => view.given(&given[number]).map_err(|error| error.to_string()),
        _ => Ok(view),
    }
}
