//! Chains through the specification: spaces, and mappings of points between them.

use std::rc::Rc;

use unite::space::{Points, ReferenceSpace};
use unite_agreement::plan::chain::{End, OUTSIDE, Op, Part, Rule};

use crate::any::Reader;
use crate::ending::{Action, indices};
use crate::given::Given;
use crate::outcome::{Outcome, Refusal};

/// A view: its space, and how its points lead to a block.
#[derive(Clone)]
pub struct Model(Rc<Definition>);

struct Definition {
    space: ReferenceSpace,
    extents: Vec<usize>,
    how: How,
}

enum How {
    /// It is the block of a parameter.
    Given(usize),
    /// It is a block with these elements.
    Block(Vec<i32>),
    /// Its space is a child of that of this view.
    Child(Model),
    /// The destination, and the source that it is indexed by.
    Colocated(Model, Model),
}

/// Indices at which spaces are compared.
const PROBES: [[isize; 4]; 3] = [[0; 4], [1, -1, 2, 0], [-2, 3, 0, 1]];

fn point(index: &[isize]) -> Points {
    [index.to_vec()].into_iter().collect()
}

impl Model {
    fn new(space: ReferenceSpace, extents: Vec<usize>, how: How) -> Model {
        Model(Rc::new(Definition { space, extents, how }))
    }

    fn child(&self, order: &[usize], origin: &[isize], steps: &[isize], extents: Vec<usize>) -> Model {
        let space = self.0.space.child(order, origin, &vec![1; order.len()], steps);
        Model::new(space.expect("operations make spaces"), extents, How::Child(self.clone()))
    }

    /// The block that an index of the view reads, and the index in it: of several points, the first.
    fn data(&self, index: &[isize]) -> Option<(Model, Vec<isize>)> {
        let Definition { space, how, .. } = &*self.0;
        match how {
            How::Given(_) | How::Block(_) => Some((self.clone(), index.to_vec())),
            How::Child(parent) => parent.data(space.upstream(&point(index)).first()?),
            How::Colocated(into, by) => into.data(by.0.space.map(&point(index), &into.0.space).first()?),
        }
    }

    /// The position in memory of an index of a block.
    fn position(&self, index: &[isize]) -> Option<usize> {
        let mut axes = index.iter().zip(&self.0.extents);
        axes.try_fold(0, |position, (&at, &extent)| {
            let at = usize::try_from(at).ok().filter(|&at| at < extent)?;
            Some(position * extent + at)
        })
    }

    fn read(&self, memories: &[Vec<i32>], index: &[isize], rule: Option<Rule>) -> Option<i32> {
        let (block, index) = self.data(index)?;
        let index: Vec<isize> = match rule {
            None | Some(Rule::Constant) => index,
            Some(rule) => {
                index.iter().zip(&block.0.extents).map(|(&at, &extent)| led(at, extent, rule)).collect()
            }
        };
        let Some(position) = block.position(&index) else {
            return (rule == Some(Rule::Constant)).then_some(OUTSIDE);
        };
        match &block.0.how {
            How::Given(number) => Some(memories[*number][position]),
            How::Block(elements) => Some(elements[position]),
            How::Child(_) | How::Colocated(..) => None,
        }
    }

    /// The location of an index: of several points of the universe, the first.
    fn location(&self, index: &[isize]) -> Vec<isize> {
        let points = self.0.space.upstream_to_root(&point(index));
        points.first().map(<[isize]>::to_vec).unwrap_or_default()
    }
}

/// Where a rule leads an index of an axis: step by step, back from whatever edge it is past.
fn led(mut at: isize, extent: usize, rule: Rule) -> isize {
    let last = extent as isize - 1;
    while at < 0 || at > last {
        at = match (rule, at < 0) {
            (Rule::Clamp, true) => 0,
            (Rule::Clamp, false) => last,
            _ if last == 0 => 0,
            (_, true) => -at,
            (_, false) => 2 * last - at,
        };
    }
    at
}

/// The block of a parameter, or a part of it.
pub fn parameter(universe: usize, number: usize, given: &Given, viewed: bool) -> Model {
    let rank = given.extents.len();
    let coarsening: Vec<isize> = given.coarsening.iter().map(|&factor| factor as isize).collect();
    let root = ReferenceSpace::universe(universe);
    let space = root.child(&given.axes, &given.origin, &vec![1; rank], &coarsening);
    let block = Model::new(space.expect("blocks have spaces"), given.extents.clone(), How::Given(number));
    if !viewed {
        return block;
    }
    let axes: Vec<usize> = (0..rank).collect();
    let origin: Vec<isize> = given.parts.iter().map(|part| part.0).collect();
    let steps: Vec<isize> = given.parts.iter().map(|part| part.2 as isize).collect();
    let part = block.child(&axes, &origin, &steps, given.parts.iter().map(|part| part.1).collect());
    permuted(&part, &given.order)
}

fn permuted(model: &Model, order: &[usize]) -> Model {
    let rank = order.len();
    let extents = order.iter().map(|&axis| model.0.extents[axis]).collect();
    model.child(order, &vec![0; rank], &vec![1; rank], extents)
}

/// The view that an operation makes. Which space a colocated view has is the library's choice; it is checked.
pub fn after(models: &[Model], op: &Op, scalars: &[i32], made: &Reader) -> Result<Model, String> {
    match op {
        Op::Partition(of, parts) => {
            let of = &models[*of];
            let (mut origin, mut steps, mut extents) = (Vec::new(), Vec::new(), Vec::new());
            for (part, &extent) in parts.iter().zip(&of.0.extents) {
                let (first, last) = bounds(part, extent as isize, scalars);
                let step = if let Part::Range { step, .. } = part { *step as isize } else { 1 };
                origin.push(first);
                steps.push(step);
                extents.push(((last - first) / step + 1) as usize);
            }
            let axes: Vec<usize> = (0..parts.len()).collect();
            let mut made = of.child(&axes, &origin, &steps, extents);
            for (axis, part) in parts.iter().enumerate().rev() {
                let Part::At(at) = part else { continue };
                let space = made.0.space.sliced(axis, at.value(scalars)).expect("the axis is there");
                let mut extents = made.0.extents.clone();
                extents.remove(axis);
                made = Model::new(space, extents, How::Child(made));
            }
            Ok(made)
        }
        Op::Permute(of, order) => Ok(permuted(&models[*of], order)),
        Op::Coarsen(of, by) => {
            let of = &models[*of];
            let axes: Vec<usize> = (0..by.len()).collect();
            let steps: Vec<isize> = by.iter().map(|&by| by as isize).collect();
            let extents = of.0.extents.iter().zip(by).map(|(&extent, &by)| extent.div_ceil(by as usize));
            Ok(of.child(&axes, &vec![0; by.len()], &steps, extents.collect()))
        }
        Op::Refine(of, by) => {
            let of = &models[*of];
            let factors: Vec<isize> = by.iter().map(|&by| by as isize).collect();
            let extents = of.0.extents.iter().zip(by).map(|(&extent, &by)| extent * by as usize).collect();
            let rank = by.len();
            let axes: Vec<usize> = (0..rank).collect();
            let space = of.0.space.child(&axes, &vec![0; rank], &factors, &vec![1; rank]);
            Ok(Model::new(space.expect("operations make spaces"), extents, How::Child(of.clone())))
        }
        Op::Bounded(of, _) => Ok(models[*of].clone()),
        Op::Region(of, by) => {
            let (of, by) = (&models[*of], &models[*by].0);
            let all = indices(&by.extents).into_iter().collect();
            around(of, &by.space.map(&all, &of.0.space))
        }
        Op::Coverage(of, at, seen) => {
            let (of, seen) = (&models[*of], &models[*seen].0);
            let at: Vec<isize> = at.iter().map(|at| at.value(scalars)).collect();
            let there = of.0.space.map(&point(&at), &seen.space);
            around(of, &seen.space.map(&there, &of.0.space))
        }
        Op::Colocate(into, by) => {
            let (into, by) = (models[*into].clone(), models[*by].clone());
            let extents = by.0.extents.clone();
            let made = Model::new(made.space(), extents, How::Colocated(into.clone(), by.clone()));
            for probe in PROBES {
                let probe = point(&probe[..by.0.extents.len()]);
                let there = by.0.space.map(&probe, &into.0.space);
                let found = made.0.space.upstream_to(&into.0.space, &probe).unwrap_or_default();
                if there.first().is_some_and(|first| found.first() != Some(first)) {
                    return Err(format!("colocated at {found:?}, and the mapping says {there:?}"));
                }
            }
            Ok(made)
        }
        Op::ToBlock(_) | Op::BlockCopy(_) | Op::Block(..) => Err("blocks are no views".into()),
    }
}

/// The smallest part of a view that has some of its points.
fn around(of: &Model, points: &Points) -> Result<Model, String> {
    let rank = of.0.extents.len();
    let axis = |j: usize| points.iter().map(move |point| point[j]);
    let bounds = (0..rank).map(|j| Some((axis(j).min()?, axis(j).max()?))).collect::<Option<Vec<_>>>();
    let bounds = bounds.ok_or("the library has a part that the specification has not")?;
    let origin: Vec<isize> = bounds.iter().map(|(first, _)| *first).collect();
    let extents = bounds.iter().map(|(first, last)| (last - first + 1) as usize).collect();
    let axes: Vec<usize> = (0..rank).collect();
    Ok(of.child(&axes, &origin, &vec![1; rank], extents))
}

/// Whether no point of the source has a location in the destination.
pub fn is_nowhere(models: &[Model], into: usize, by: usize) -> bool {
    let (into, by) = (&models[into].0, &models[by].0);
    by.space.map(&point(&vec![0; by.extents.len()]), &into.space).is_empty()
}

/// Whether the view of this number, which was colocated, lies elsewhere than the source.
pub fn is_between(models: &[Model], view: usize) -> bool {
    let How::Colocated(_, by) = &models[view].0.how else { return false };
    let apart = |probe: &[isize; 4]| {
        let probe = &probe[..by.0.extents.len()];
        models[view].location(probe) != by.location(probe)
    };
    PROBES.iter().any(apart)
}

/// The first and the last index of a range, by the definition of ranges.
fn bounds(part: &Part, extent: isize, scalars: &[i32]) -> (isize, isize) {
    let Part::Range { start, end, step } = part else { return (0, extent - 1) };
    let step = *step as isize;
    let first = start.map_or(0, |start| start.value(scalars));
    let end = match end {
        End::Open => extent,
        End::After(length) => first + *length as isize,
        End::At(end) => end.value(scalars),
        End::Last(last) => last.value(scalars) + 1,
    };
    let mut last = first;
    while last + step < end {
        last += step;
    }
    (first, last)
}

/// The elements of a copy; nothing if there are none for one of its points.
pub fn elements(model: &Model, given: &[Given], rule: Option<Rule>) -> Option<Vec<i32>> {
    let memories: Vec<Vec<i32>> = given.iter().map(|given| given.memory.clone()).collect();
    indices(&model.0.extents).iter().map(|at| model.read(&memories, at, rule)).collect()
}

/// A block that the kernel makes: where the library put it, which is checked against what it is a copy of.
pub fn block(made: &Reader, elements: Vec<i32>, of: Option<&Model>) -> Result<Model, String> {
    let made = Model::new(made.space(), made.extents(), How::Block(elements));
    if let Some(of) = of {
        for probe in PROBES {
            let probe = &probe[..made.0.extents.len()];
            if made.location(probe) != of.location(probe) {
                let (made, of) = (made.location(probe), of.location(probe));
                return Err(format!("a copy of a point at {of:?} is at {made:?}"));
            }
        }
    }
    Ok(made)
}

/// Whether the library has the same extents, and the same locations.
pub fn same_place(view: &Reader, model: &Model, number: usize) -> Result<(), String> {
    let (space, rank) = (view.space(), model.0.extents.len());
    let same = |probe: &[isize; 4]| {
        let probe = point(&probe[..rank]);
        space.upstream_to_root(&probe) == model.0.space.upstream_to_root(&probe)
    };
    if view.extents() == model.0.extents && PROBES.iter().all(same) {
        return Ok(());
    }
    Err(format!("view {number} of the library lies elsewhere: {space:?} and {:?}", model.0.space))
}

/// The last statement.
pub fn execute(given: &[Given], models: &[Model], rules: &[Option<Rule>], actions: &[Action]) -> Outcome {
    let before: Vec<Vec<i32>> = given.iter().map(|given| given.memory.clone()).collect();
    let mut memories = before.clone();
    let mut write = |model: &Model, at: &[isize], change: &dyn Fn(i32) -> i32| {
        let (block, index) = model.data(at).ok_or(Refusal::Outside)?;
        let position = block.position(&index).ok_or(Refusal::Outside)?;
        let How::Given(number) = block.0.how else { return Err(Refusal::Outside) };
        memories[number][position] = change(memories[number][position]);
        Ok(())
    };
    for action in actions {
        match action {
            Action::Set { at, reads } => {
                let mut value = 0;
                for (view, at, factor) in reads {
                    let rule = rules.get(*view).copied().flatten();
                    value += factor * models[*view].read(&before, at, rule).ok_or(Refusal::Outside)?;
                }
                write(&models[0], at, &|_| value)?;
            }
            Action::Add { view, at, value } => write(&models[*view], at, &|before| before + value)?,
            Action::Where { view } => {
                let rank = models[*view].0.extents.len();
                let origin = models[*view].location(&vec![0; rank]);
                for axis in 0..rank {
                    let mut next = vec![0; rank];
                    next[axis] = 1;
                    let next = models[*view].location(&next);
                    let root = (0..next.len()).find(|&root| next[root] != origin[root]).unwrap_or(0);
                    let extent = models[*view].0.extents[axis] as isize;
                    let values = [origin[root], next[root] - origin[root], extent];
                    for (k, value) in values.into_iter().enumerate() {
                        write(&models[0], &[(3 * axis + k) as isize], &|_| value as i32)?;
                    }
                }
            }
        }
    }
    Ok(memories)
}
