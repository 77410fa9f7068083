//! What happens at the end of a chain that is drawn.

use super::{DEPTH, Draft, Style};
use crate::plan::chain::{CORNERS, Ending, Kind, Op, Reading};
use crate::plan::limits::{Memory, may_call, may_pass};
use crate::plan::nominal::Nominal;

impl Draft {
    /// Whether the elements of a view are of the type that kernels take which are called.
    fn is_of_one_type(&self, view: usize) -> bool {
        let mut shown = view;
        while let Memory::Own(block) = self.infos[shown].memory {
            match self.chain.ops[block - self.chain.tensors.len()] {
                Op::ToBlock(of) | Op::BlockCopy(of) => shown = of,
                Op::CopyOf(_) => return false,
                _ => break,
            }
        }
        true
    }

    /// Whether a view is passed to kernels, or, where it does not matter what they are known to refuse, could be.
    fn passes(&self, view: usize, any: bool) -> bool {
        self.is_of_one_type(view) && (any || may_pass(&self.infos, view))
    }

    /// The views that may be passed to a kernel of the chain's own, with their rules.
    pub(super) fn views_passed(&self, any: bool) -> impl Iterator<Item = usize> + '_ {
        let passes = move |view: usize| self.is_of_one_type(view) && (any || may_call(&self.infos, view));
        self.readable().into_iter().filter(move |&view| passes(view))
    }

    /// The deepest view that will do: in a kernel that is called, one that it makes.
    fn deepest(&self, test: impl Fn(usize) -> bool) -> Option<usize> {
        let views = self.readable().into_iter().rev();
        let made = views.filter(|&view| test(view) && !self.infos[view].passed);
        let found = made.max_by_key(|&view| self.infos[view].depth)?;
        (self.first > 0 || self.infos[found].depth >= DEPTH).then_some(found)
    }

    pub(super) fn ending(&mut self, style: Style) -> Option<Ending> {
        let rank = self.chain.tensors[0].rank();
        let written = |draft: &Draft, view: usize| draft.infos[view].memory == Memory::Parameter(0);
        let any = self.is_wild();
        let passed = |draft: &Draft, view: usize| draft.passes(view, any);
        let ranked = |draft: &Draft, view: usize| draft.infos[view].rank() == rank;
        Some(match style {
            Style::Gather => {
                let first = self.deepest(|_| true)?;
                let mut reads = vec![(first, self.reading(first)?)];
                if self.random.chance(40) {
                    let views = self.readable();
                    let other = self.random.pick(&views);
                    reads.push((other, self.reading(other)?));
                }
                Ending::Gather(reads)
            }
            Style::Scatter => Ending::Scatter(self.inside(self.deepest(|view| written(self, view))?)?),
            // Where points of a view share one of the block, the last of them is what it keeps, and which that is depends
            // on the order of the loops.
            Style::Spread => {
                let spreads = |view: usize| {
                    let info = &self.infos[view];
                    written(self, view) && info.broadcast && info.invertible
                };
                Ending::Spread(self.inside(self.deepest(spreads)?)?)
            }
            Style::Loop => {
                let view = self.inside(self.deepest(|view| written(self, view))?)?;
                let shift = (0..self.infos[view].rank()).map(|axis| {
                    let n = self.nominal[view][axis];
                    self.random.between(-1, 1).clamp(n.lo.min(0), (n.hi - n.extent).max(0))
                });
                let shift: Vec<i64> = shift.collect();
                Ending::Loop(view, shift.into_iter().map(|by| self.amount(by)).collect())
            }
            Style::CallGather => {
                Ending::CallGather(self.deepest(|view| passed(self, view) && ranked(self, view))?)
            }
            Style::CallCorners => {
                let view = self.deepest(|view| passed(self, view))?;
                let roomy = |(axis, n): (usize, &Nominal)| {
                    CORNERS.iter().all(|at| n.lo <= at[axis] as i64 && (at[axis] as i64) < n.hi)
                };
                if !self.nominal[view].iter().enumerate().all(roomy) {
                    return None;
                }
                Ending::CallCorners(view)
            }
            Style::CallScatter => {
                let view = self.deepest(|view| passed(self, view) && written(self, view))?;
                Ending::CallScatter(self.inside(view)?)
            }
            Style::CallWhere => Ending::CallWhere(self.deepest(|view| passed(self, view))?),
            Style::Where => Ending::Where(self.deepest(|_| true)?),
            Style::CallRelay => {
                Ending::CallRelay(self.deepest(|view| passed(self, view) && ranked(self, view))?)
            }
            Style::CallRegion => {
                let by = self.deepest(|view| passed(self, view))?;
                let alike = |other: &usize| self.infos[*other].rank() == self.infos[by].rank();
                let others: Vec<usize> =
                    self.readable().into_iter().filter(alike).filter(|&other| passed(self, other)).collect();
                if others.is_empty() {
                    return None;
                }
                Ending::CallRegion(self.random.pick(&others), by)
            }
            Style::CallColocated => {
                let by = self.deepest(|view| passed(self, view) && ranked(self, view))?;
                let all = self.readable();
                let others: Vec<usize> = all
                    .into_iter()
                    .filter(|&other| {
                        (other < self.chain.tensors.len() || self.infos[other].passed)
                            && self.infos[by].root.iter().all(|axis| self.infos[other].root.contains(axis))
                    })
                    .collect();
                if others.is_empty() {
                    return None;
                }
                Ending::CallColocated(self.random.pick(&others), by)
            }
        })
    }

    /// The view, if all its points nominally lie in its block.
    fn inside(&self, view: usize) -> Option<usize> {
        let inside = |n: &Nominal| n.lo <= 0 && n.extent <= n.hi && n.extent > 0;
        self.nominal[view].iter().all(inside).then_some(view)
    }

    /// Indices for a read of a view in an elementwise statement over parameter 0.
    fn reading(&mut self, view: usize) -> Option<Vec<Reading>> {
        let rank = self.chain.tensors[0].rank();
        let last = if self.chain.tensors[0].kind == Kind::Fixed { 4 } else { 3 };
        let mut readings = Vec::new();
        for axis in 0..self.infos[view].rank() {
            let n = self.nominal[view][axis];
            let iterator = if axis < rank && self.random.chance(70) {
                Some(axis)
            } else if self.random.chance(60) {
                Some(self.random.below(rank))
            } else {
                None
            };
            let factor = if iterator.is_some() { self.random.pick(&[1, 1, 1, 1, 2, -1]) } else { 0 };
            let (low, high) = ((factor * last).min(0), (factor * last).max(0));
            let (least, most) = (n.lo - low, n.hi - 1 - high);
            let anywhere = self.random.chance(4);
            if !anywhere && most < least {
                return None;
            }
            let wish = if factor < 0 { last } else { 0 } + self.random.between(-1, 1);
            let offset = self.amount(if anywhere { wish } else { wish.clamp(least, most) });
            readings.push(Reading { iterator, factor, offset });
        }
        Some(readings)
    }
}
