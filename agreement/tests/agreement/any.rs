//! Blocks and views of any rank.

use unite::library::{
    AccessError, BaseView, Boundary, Climb, CoarseWrite, Copied, Memory, MemoryMut, Place, Placed, Span,
    Spans, ViewError,
};
use unite::space::ReferenceSpace;
use unite::staged::{Frame, Geometry, Tensor};
use unite_agreement::plan::chain::{Amount, CoarseRead, End, OUTSIDE, Op, Part, Rule};
use unite_agreement::plan::limits::Info;

use crate::argument::Lattice;
use crate::given::{Given, take};

/// A block of any rank: one that was given, or a copy.
pub enum AnyBlock {
    B1(Placed<i32, 1>),
    B2(Placed<i32, 2>),
    B3(Placed<i32, 3>),
    B4(Placed<i32, 4>),
    C1(Copied<i32, 1>),
    C2(Copied<i32, 2>),
    C3(Copied<i32, 3>),
    C4(Copied<i32, 4>),
}
use AnyBlock::{B1, B2, B3, B4, C1, C2, C3, C4};

/// A view of any rank, over the memory `M`.
#[derive(Clone)]
pub enum Any<M> {
    R1(BaseView<M, 1>),
    R2(BaseView<M, 2>),
    R3(BaseView<M, 3>),
    R4(BaseView<M, 4>),
}
use Any::{R1, R2, R3, R4};

/// A view that reads.
pub type Reader<'a> = Any<&'a [i32]>;

/// How far `refine` neighbours along an axis of a view are apart, along axis `root` of the universe, as a kernel is told.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    pub step: isize,
    pub refine: isize,
    pub root: usize,
    pub frame: Frame,
}

impl Axis {
    /// Whether a stride leads from the points of this axis at one index of another one to those at the next; of refined
    /// views, `share` points of the other one share one.
    pub fn is_met(&self, by: &Axis, share: isize) -> bool {
        let frames = self.refine == 1 || by.refine == 1 || self.frame == by.frame;
        if self.refine == 0 || by.refine == 0 || !frames {
            return false;
        }
        let (mine, its) = (self.step * by.refine, by.step * self.refine);
        if share == 1 { its % mine == 0 } else { mine == share * its }
    }
}

fn boundary(rule: Option<Rule>) -> Boundary<i32> {
    match rule {
        None => Boundary::Error,
        Some(Rule::Clamp) => Boundary::Clamp,
        Some(Rule::Mirror) => Boundary::Mirror,
        Some(Rule::Reflect) => Boundary::Reflect,
        Some(Rule::Wrap) => Boundary::Wrap,
        Some(Rule::Constant) => Boundary::Constant(OUTSIDE),
    }
}

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

impl AnyBlock {
    /// The block of a parameter.
    pub fn of(given: &Given, universe: usize) -> AnyBlock {
        let mut given = given.clone();
        macro_rules! placed {
            ($($rank:literal $universe:literal $variant:ident),*) => {
                match (given.extents.len(), universe) {
                    $(($rank, $universe) => $variant(given.placed::<$rank, $universe>()),)*
                    _ => unreachable!("ranks are 1 to 4"),
                }
            };
        }
        placed!(1 1 B1, 1 2 B1, 1 3 B1, 1 4 B1, 1 5 B1, 1 6 B1, 2 2 B2, 2 3 B2, 2 4 B2, 2 5 B2,
            2 6 B2, 3 3 B3, 3 4 B3, 3 5 B3, 3 6 B3, 4 4 B4, 4 5 B4, 4 6 B4)
    }

    /// What a kernel is passed of a block: all of it, or the points that a view has, as a block.
    pub fn passed(given: &Given, universe: usize) -> Result<AnyBlock, ViewError> {
        let block = AnyBlock::of(given, universe);
        match given.own() {
            None => Ok(block),
            Some(spans) => {
                let view = block.view();
                keep!(view, view => view.partition(Ranges(spans)))?.copied(true)
            }
        }
    }

    /// A copy of some of its points, as a block.
    pub fn points(&self, along: &[Lattice]) -> Result<AnyBlock, ViewError> {
        let span = |points: &Lattice| {
            let past = points.first + points.step * points.count as isize;
            Span::from(points.first..past).step_by(points.step as usize)
        };
        let (view, spans) = (self.view(), along.iter().map(span).collect());
        keep!(view, view => view.partition(Ranges(spans)))?.copied(true)
    }

    pub fn view(&self) -> Reader<'_> {
        match self {
            B1(block) => R1(block.view()),
            B2(block) => R2(block.view()),
            B3(block) => R3(block.view()),
            B4(block) => R4(block.view()),
            C1(block) => R1(block.view()),
            C2(block) => R2(block.view()),
            C3(block) => R3(block.view()),
            C4(block) => R4(block.view()),
        }
    }

    pub fn view_mut(&mut self) -> Any<&mut [i32]> {
        match self {
            B1(block) => R1(block.view_mut()),
            B2(block) => R2(block.view_mut()),
            B3(block) => R3(block.view_mut()),
            B4(block) => R4(block.view_mut()),
            C1(block) => R1(block.view_mut()),
            C2(block) => R2(block.view_mut()),
            C3(block) => R3(block.view_mut()),
            C4(block) => R4(block.view_mut()),
        }
    }

    pub fn elements_mut(&mut self) -> &mut [i32] {
        match self {
            B1(block) => block.as_mut_slice(),
            B2(block) => block.as_mut_slice(),
            B3(block) => block.as_mut_slice(),
            B4(block) => block.as_mut_slice(),
            C1(block) => block.as_mut_slice(),
            C2(block) => block.as_mut_slice(),
            C3(block) => block.as_mut_slice(),
            C4(block) => block.as_mut_slice(),
        }
    }
}

impl<M: Memory<Elem = i32>> Any<M> {
    pub fn get(&self, index: &[isize]) -> Option<i32> {
        each!(self, view => view.get(take(index)).ok())
    }

    /// Why an index has no element, if it has none.
    pub fn fault(&self, index: &[isize]) -> Option<AccessError> {
        each!(self, view => view.get(take(index)).err())
    }

    /// The element, by a policy where the index stands for several points, or a rule for what lies outside.
    pub fn get_as(&self, info: &Info, index: &[isize], several: bool) -> Option<i32> {
        let policy = match info.coarse {
            CoarseRead::First => unite::library::CoarseRead::First,
            CoarseRead::Mean => unite::library::CoarseRead::Mean,
            CoarseRead::Min => unite::library::CoarseRead::Min,
            CoarseRead::Max => unite::library::CoarseRead::Max,
        };
        match info.rule.filter(|_| info.coarse == CoarseRead::First || !several) {
            None => each!(self, view => view.get_coarse(policy, take(index)).ok()),
            rule => each!(self, view => view.get_with(boundary(rule), take(index)).ok()),
        }
    }
}

impl Any<&[i32]> {
    /// The element, in this block or in those above, the nearest first; the rule is that of the last.
    pub fn climb(&self, above: &[&Reader], rule: Option<Rule>, index: &[isize]) -> Option<i32> {
        each!(self, view => {
            let mut climb = Climb::from(view.clone());
            for above in above {
                climb = each!(above, above => climb.climb(above)).ok()?;
            }
            climb.get_with(boundary(rule), take(index)).ok()
        })
    }

    pub fn extents(&self) -> Vec<usize> {
        each!(self, view => view.extents().to_vec())
    }

    pub fn space(&self) -> ReferenceSpace {
        each!(self, view => view.space())
    }

    /// The block that the view is copied to.
    pub fn copied(&self, data: bool) -> Result<AnyBlock, ViewError> {
        macro_rules! copied {
            ($($r:ident $b:ident),*) => {
                match self {
                    $($r(view) => if data { view.to_block() } else { view.block_copy() }.map($b),)*
                }
            };
        }
        copied!(R1 C1, R2 C2, R3 C3, R4 C4)
    }

    /// Where each axis is, as a kernel is given it.
    pub fn location(&self) -> Result<Vec<Axis>, ViewError> {
        fn flat<const N: usize>(geometry: &Geometry<N>) -> Vec<Axis> {
            let axis = |axis: usize| Axis {
                step: geometry.step[axis],
                refine: geometry.refine[axis],
                root: geometry.axes[axis],
                frame: geometry.frame,
            };
            (0..N).map(axis).collect()
        }
        each!(self, view => Ok(flat(view.tensor()?.geometry())))
    }
}

impl<M: MemoryMut<Elem = i32>> Any<M> {
    /// Writes an element; false if it lies outside the block.
    pub fn set(&mut self, index: &[isize], value: i32) -> bool {
        each!(self, view => view.set(take(index), value).is_ok())
    }
}

impl<M: MemoryMut<Elem = i32>> Any<M> {
    /// Writes all elements that an index stands for; false if the block has none of them.
    pub fn spread(&mut self, index: &[isize], value: i32) -> bool {
        each!(self, view => view.set_coarse(CoarseWrite::Broadcast, take(index), value).is_ok())
    }
}

struct Ranges(Vec<Span>);

impl<const N: usize> Spans<N> for Ranges {
    fn spans(self) -> [Span; N] {
        take(&self.0)
    }
}

fn range(part: &Part, scalars: &[i32]) -> Span {
    let value = |amount: &Amount| amount.value(scalars);
    let Part::Range { start, end, step } = part else { return Span::from(..) };
    let span = match (start, end) {
        (None, End::Open) => Span::from(..),
        (None, End::At(end)) => Span::from(..value(end)),
        (None, End::Last(end)) => Span::from(..value(end) + 1),
        (None, End::After(length)) => Span::from(..*length as isize),
        (Some(start), End::Open) => Span::from(value(start)..),
        (Some(start), End::At(end)) => Span::from(value(start)..value(end)),
        (Some(start), End::Last(end)) => Span::from(value(start)..=value(end)),
        (Some(start), End::After(length)) => Span::from(value(start)..value(start) + *length as isize),
    };
    span.step_by(*step as usize)
}

fn factors<const N: usize>(by: &[i64]) -> [usize; N] {
    std::array::from_fn(|axis| by[axis] as usize)
}

impl<M: Memory<Elem = i32>> Any<M> {
    /// A tensor as a kernel has it: in a space of its own, whichever others are passed or made.
    pub fn own(self, number: usize) -> Result<Self, ViewError> {
        let by = number as isize + 1;
        let extents = each!(&self, view => Place::extents(view).to_vec());
        [by, -by].into_iter().try_fold(self, |view, by| {
            let spans = extents.iter().map(|&extent| Span::from(by..by + extent as isize)).collect();
            keep!(view, view => view.partition(Ranges(spans)))
        })
    }

    /// The part that a run-time view is, of the points that a kernel has.
    pub fn given(self, given: &Given) -> Result<Self, ViewError> {
        let span = |&(first, len, step): &(isize, usize, usize)| {
            let first = first / step as isize;
            Span::from(first..first + len as isize)
        };
        let spans = given.parts.iter().map(span).collect();
        let part = keep!(self, view => view.partition(Ranges(spans)))?;
        let part = keep!(part, view => view.permute(take(&given.order)))?;
        match given.finer.is_empty() {
            true => Ok(part),
            false => keep!(part, view => view.refine(take(&given.finer))),
        }
    }

    /// The view that an operation makes of this one; copies are no views.
    pub fn apply(self, op: &Op, views: &[Reader], scalars: &[i32]) -> Result<Self, ViewError> {
        match op {
            Op::Partition(_, parts) => {
                let spans = parts.iter().map(|part| range(part, scalars)).collect();
                let mut view = keep!(self, view => view.partition(Ranges(spans)))?;
                for (axis, part) in parts.iter().enumerate().rev() {
                    let Part::At(at) = part else { continue };
                    let at = at.value(scalars);
                    view = match view {
                        R1(_) => unreachable!("a slice leaves an axis over"),
                        R2(view) => view.slice(axis, at).map(R1),
                        R3(view) => view.slice(axis, at).map(R2),
                        R4(view) => view.slice(axis, at).map(R3),
                    }?;
                }
                Ok(view)
            }
            Op::Permute(_, order) => keep!(self, view => view.permute(take(order))),
            Op::Coarsen(_, by) => keep!(self, view => view.coarsen(factors(by))),
            Op::Refine(_, by) => keep!(self, view => view.refine(factors(by))),
            Op::Bounded(..) | Op::CoarseRead(..) | Op::Broadcast(_) => Ok(self),
            Op::Region(_, by) => keep!(self, view => match &views[*by] {
                R1(by) => view.region_of(by),
                R2(by) => view.region_of(by),
                R3(by) => view.region_of(by),
                R4(by) => view.region_of(by),
            }),
            Op::Coverage(_, at, seen) => {
                let at: Vec<isize> = at.iter().map(|at| at.value(scalars)).collect();
                keep!(self, view => match &views[*seen] {
                    R1(seen) => view.coverage(take(&at), seen),
                    R2(seen) => view.coverage(take(&at), seen),
                    R3(seen) => view.coverage(take(&at), seen),
                    R4(seen) => view.coverage(take(&at), seen),
                })
            }
            Op::Colocate(_, by) => self.colocate(&views[*by]),
            Op::ToBlock(_) | Op::BlockCopy(_) | Op::CopyOf(_) | Op::Block(..) | Op::Passed(_) => {
                unreachable!("blocks and arguments are not views")
            }
        }
    }

    /// `self[by]`.
    pub fn colocate(self, by: &Reader) -> Result<Self, ViewError> {
        each!(self, into => match by {
            R1(by) => into.colocate(by).map(R1),
            R2(by) => into.colocate(by).map(R2),
            R3(by) => into.colocate(by).map(R3),
            R4(by) => into.colocate(by).map(R4),
        })
    }
}
