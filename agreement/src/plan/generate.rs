//! Chains drawn from seeds.

mod endings;

use super::chain::{Amount, Chain, CoarseRead, End, Ending, FACTORS, Kind, Op, Part, Rule, Said, stage};
use super::limits::{
    Info, Memory, after, may_be_coarse, may_be_sparse, may_bound, may_colocate, may_cover, may_relate,
};
use super::nominal::{Nominal, ceil};
use super::parameter::{EXTENTS, parameter};
use super::random::Random;

/// The chain of a number, at the first attempt from `attempt` on that comes to one, and which that is. Ranks 1 to 4 and the
/// kinds of ending come in turn. Kernels may refuse it.
pub fn chain(number: usize, attempt: u64) -> (Chain, u64) {
    (attempt..)
        .find_map(|attempt| Some((Draft::draw(number, attempt)?, attempt)))
        .unwrap_or_else(|| unreachable!("attempts do not end"))
}

/// In how many of 100 draws it does not matter what kernels are known to refuse.
const WILD: usize = 12;

/// The fewest operations between a parameter and what the kernel reads or writes.
pub const DEPTH: usize = 6;

/// How many points of a parameter one of a view stands for, at most: what the specification costs.
const DENSEST: i64 = 27;

struct Draft {
    random: Random,
    chain: Chain,
    infos: Vec<Info>,
    nominal: Vec<Vec<Nominal>>,
    /// Whether parameter 0 is only written by the ending.
    has_out: bool,
    /// Whether the ending reads views in the kernel itself, so that reads climb from copies.
    climbs: bool,
    /// Whether the ending writes all points that an index stands for.
    spreads: bool,
    /// The first view that may be named: in a kernel that is called, those that it is passed, and what it makes.
    first: usize,
}

/// Endings, in the order in which chains take turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Gather,
    Scatter,
    Spread,
    Loop,
    CallGather,
    CallCorners,
    CallScatter,
    CallWhere,
    CallColocated,
    CallRelay,
    CallRegion,
    Where,
}

const STYLES: [Style; 17] = [
    Style::Gather,
    Style::Gather,
    Style::CallGather,
    Style::Scatter,
    Style::Spread,
    Style::CallCorners,
    Style::Gather,
    Style::CallColocated,
    Style::Loop,
    Style::CallWhere,
    Style::Gather,
    Style::CallScatter,
    Style::CallColocated,
    Style::CallRelay,
    Style::Where,
    Style::CallRegion,
    Style::Where,
];

impl Draft {
    fn draw(number: usize, attempt: u64) -> Option<Chain> {
        let mut random = Random::new(number as u64 + 1_000_003 * attempt);
        let rank = number % 4 + 1;
        let style = STYLES[number / 4 % STYLES.len()];
        let universe = (rank + random.pick(&[0, 0, 0, 0, 0, 0, 1, 1, 2, 3])).min(6);
        let writes = matches!(style, Style::Scatter | Style::Spread | Style::Loop | Style::CallScatter);
        // Tensors that were refined apart are seldom related, so those of a kernel are refined alike.
        let fine = if random.chance(35) { random.between(2, 3) as usize } else { 1 };
        let mut tensors = Vec::new();
        if !writes {
            let rank = match style {
                Style::CallCorners | Style::CallWhere | Style::Where | Style::CallRegion => 1,
                Style::Gather => random.between(1, universe.min(4) as i64) as usize,
                _ => random.between((rank as i64 - 1).max(1), rank as i64) as usize,
            };
            tensors.push(parameter(&mut random, rank, universe, fine, true));
        }
        tensors.push(parameter(&mut random, rank, universe, fine, writes));
        for _ in 0..random.between(1, 2) {
            let rank =
                if random.chance(65) { rank } else { random.between(1, universe.min(4) as i64) as usize };
            tensors.push(parameter(&mut random, rank, universe, fine, false));
        }
        // Constant extents would only repeat what the callee writes at. Of points that share an element the last that is
        // written counts, which depends on the order of the loops.
        if !writes {
            tensors[0].lengths.fill(None);
            if tensors[0].kind == Kind::Refined {
                (tensors[0].kind, tensors[0].by) = (Kind::Viewed, 1);
            }
        }
        let ending = Ending::Scatter(0);
        let named = random.chance(3);
        let mut factors = [Said::Literal; FACTORS];
        if random.chance(50) {
            let all = [Said::Literal, Said::Constant, Said::Generic, Said::Late, Said::Late];
            factors = std::array::from_fn(|_| random.pick(&all));
        }
        let calls = !writes && random.chance(30);
        let (stage, ops) = (stage(number), Vec::new());
        let chain = Chain { number, universe, stage, tensors, scalars: 0, named, factors, ops, ending };
        let (infos, nominal, spreads) = (Vec::new(), Vec::new(), style == Style::Spread);
        let climbs = style == Style::Gather;
        let mut draft = Draft { random, infos, nominal, chain, has_out: !writes, climbs, spreads, first: 0 };
        for number in 0..draft.chain.tensors.len() {
            draft.start(number);
        }
        let ops = if calls { draft.random.between(4, 7) } else { draft.random.between(6, 9) };
        for _ in 0..ops {
            draft.op()?;
        }
        if calls {
            draft.call()?;
            for _ in 0..draft.random.between(2, 4) {
                draft.op()?;
            }
        }
        draft.chain.ending = draft.ending(style)?;
        Some(draft.chain)
    }

    fn start(&mut self, number: usize) {
        let tensor = &self.chain.tensors[number];
        let out = self.has_out && number == 0;
        let extent = |length: &Option<usize>| match length {
            Some(length) => *length as i64,
            None if out => 3,
            None => EXTENTS[tensor.rank() - 1] as i64 - 1,
        };
        let axes = tensor.lengths.iter().map(extent);
        self.nominal.push(
            axes.map(|extent| Nominal {
                origin: 0.0,
                step: tensor.coarse as f64 / (tensor.fine * tensor.by) as f64,
                extent,
                lo: 0,
                hi: extent,
            })
            .collect(),
        );
        let empty = Chain { ops: Vec::new(), ..self.chain.clone() };
        self.infos.push(super::limits::infos(&empty).swap_remove(number));
    }

    /// The views that may be read.
    fn readable(&self) -> Vec<usize> {
        let readable = |&view: &usize| !(self.has_out && self.infos[view].memory == Memory::Parameter(0));
        (self.first..self.infos.len()).filter(readable).collect()
    }

    /// A kernel is called, with the deepest view, and with others.
    fn call(&mut self) -> Option<()> {
        let any = self.is_wild();
        let deepest = self.views_passed(any).max_by_key(|&view| (self.infos[view].depth, view))?;
        let mut passed = vec![deepest];
        for _ in 0..self.random.between(1, 2) {
            let others: Vec<usize> = self.views_passed(any).collect();
            passed.push(self.random.pick(&others));
        }
        self.first = self.infos.len();
        for view in passed {
            let nominal = self.nominal[view].clone();
            self.push(Op::Passed(view), nominal);
        }
        Some(())
    }

    fn push(&mut self, op: Op, nominal: Vec<Nominal>) {
        let info = after(&self.infos, &op);
        self.infos.push(info);
        self.nominal.push(nominal);
        self.chain.ops.push(op);
    }

    /// Mostly the last view.
    fn some_view(&mut self) -> usize {
        let views = self.readable();
        if self.infos.len() > self.chain.tensors.len() && self.random.chance(85) {
            views[views.len() - 1]
        } else {
            self.random.pick(&views)
        }
    }

    /// Whether this draw does not care what kernels are known to refuse.
    fn is_wild(&mut self) -> bool {
        self.random.chance(WILD)
    }

    fn amount(&mut self, constant: i64) -> Amount {
        if !self.random.chance(35) {
            return Amount::new(constant);
        }
        let scalar = self.random.below((self.chain.scalars + 1).min(5));
        self.chain.scalars = self.chain.scalars.max(scalar + 1);
        Amount { scalar: Some(scalar), ..Amount::new(constant) }
    }

    /// The bound of a range along an axis of a view: perhaps so far from an extent, mostly that of the axis.
    fn bound(&mut self, constant: i64, own: (usize, usize)) -> Amount {
        if !self.random.chance(20) {
            return self.amount(constant);
        }
        let (view, axis) = if self.random.chance(70) {
            own
        } else {
            let views = self.readable();
            let view = self.random.pick(&views);
            (view, self.random.below(self.infos[view].rank()))
        };
        let constant = constant - self.nominal[view][axis].extent;
        Amount { extent: Some((view, axis)), ..Amount::new(constant) }
    }

    fn op(&mut self) -> Option<()> {
        let (op, nominal) = match self.random.below(32) {
            0..=6 => self.partition(),
            7..=9 => self.permute()?,
            10..=11 => self.coarsen()?,
            12..=17 => self.colocate()?,
            18..=21 => self.refine()?,
            22..=23 => self.region()?,
            24..=25 => self.coverage()?,
            26 => self.bounded()?,
            30 => self.copy()?,
            29 if self.climbs => self.copy()?,
            27..=29 => self.policy()?,
            _ => self.block(),
        };
        self.push(op, nominal);
        Some(())
    }

    fn copy(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let view = self.some_view();
        if self.nominal[view].iter().any(|n| n.extent < 1) {
            return None;
        }
        // Reads climb as far as the copied tensor reaches.
        let other = self.random.chance(15);
        let climbs = self.climbs && !other;
        let reach = |n: &Nominal| if climbs { *n } else { Nominal { lo: 0, hi: n.extent, ..*n } };
        let nominal = self.nominal[view].iter().map(reach).collect();
        let op = match other {
            true => Op::CopyOf(view),
            false if self.random.chance(60) => Op::ToBlock(view),
            false => Op::BlockCopy(view),
        };
        Some((op, nominal))
    }

    fn partition(&mut self) -> (Op, Vec<Nominal>) {
        let view = self.some_view();
        let rank = self.infos[view].rank();
        let sliced = if rank > 1 && self.random.chance(20) { Some(self.random.below(rank)) } else { None };
        let mut parts = Vec::new();
        let mut nominal = Vec::new();
        for axis in 0..rank {
            let (n, own) = (self.nominal[view][axis], (view, axis));
            let anywhere = self.random.chance(8);
            let (lo, hi) = if anywhere { (n.lo - 3, n.hi + 3) } else { (n.lo, n.hi.max(n.lo + 1)) };
            // A neighbourhood of the view, within the block.
            let start = self.random.between(-2, 3).clamp(lo, hi - 1);
            if sliced == Some(axis) {
                parts.push(Part::At(self.bound(start, own)));
                continue;
            }
            let coarse = self.infos[view].steps.iter().product::<i64>() > DENSEST / 9;
            let step = if !coarse && self.random.chance(20) { self.random.between(2, 3) } else { 1 };
            let most = (hi - start + step - 1) / step;
            let points = self.random.between(2, 7).min(most).max(1);
            let written = self.random.below(8);
            let (part, start, points) = match written {
                0 => (Part::Range { start: None, end: End::Open, step: 1 }, 0, n.extent),
                1 if n.extent > start => {
                    let part = Part::Range { start: Some(self.bound(start, own)), end: End::Open, step };
                    (part, start, ceil(n.extent - start, step))
                }
                2 => {
                    let end = End::At(self.bound(points.max(1), own));
                    (Part::Range { start: None, end, step: 1 }, 0, points)
                }
                3 => {
                    let end = End::Last(self.bound(start + step * (points - 1), own));
                    (Part::Range { start: Some(self.bound(start, own)), end, step }, start, points)
                }
                4 => {
                    let end = End::At(self.bound(start + step * points, own));
                    (Part::Range { start: Some(self.bound(start, own)), end, step }, start, points)
                }
                _ => {
                    let end = End::After(step * points - self.random.between(0, step - 1));
                    (Part::Range { start: Some(self.bound(start, own)), end, step }, start, points)
                }
            };
            let step = if let Part::Range { step, .. } = part { step } else { 1 };
            parts.push(part);
            nominal.push(n.part(start, points, step));
        }
        (Op::Partition(view, parts), nominal)
    }

    fn permute(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let view = self.some_view();
        if self.infos[view].rank() == 1 {
            return None;
        }
        let rank = self.infos[view].rank();
        let mut order = self.random.permutation(rank);
        if order.is_sorted() {
            order.rotate_left(rank.min(2) - 1);
        }
        let nominal = order.iter().map(|&axis| self.nominal[view][axis]).collect();
        Some((Op::Permute(view, order), nominal))
    }

    fn coarsen(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let view = self.some_view();
        let by: Vec<i64> = (0..self.infos[view].rank()).map(|_| self.random.pick(&[1, 1, 2, 2, 3])).collect();
        let points: i64 = self.infos[view].steps.iter().chain(&by).product();
        if points > DENSEST || by.iter().all(|&by| by == 1) {
            return None;
        }
        let axes = self.nominal[view].iter().zip(&by);
        let nominal = axes.map(|(n, &by)| n.part(0, ceil(n.extent, by), by)).collect();
        Some((Op::Coarsen(view, by), nominal))
    }

    fn refine(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let view = self.some_view();
        let coarse = match self.infos[view].memory {
            Memory::Parameter(number) => self.chain.tensors[number].coarse as i64,
            Memory::Own(_) => 1,
        };
        let rank = self.infos[view].rank();
        // A coarse tensor becomes as dense as others.
        let by: Vec<i64> = if coarse > 1 && self.random.chance(70) {
            vec![coarse; rank]
        } else {
            (0..rank).map(|_| self.random.pick(&[1, 1, 2, 2, 3])).collect()
        };
        if by.iter().all(|&by| by == 1) || self.nominal[view].iter().any(|n| n.extent > 40) {
            return None;
        }
        let nominal = self.nominal[view].iter().zip(&by).map(|(n, &by)| n.refined(by)).collect();
        Some((Op::Refine(view, by), nominal))
    }

    fn bounded(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let view = self.some_view();
        let rule = self.random.pick(&Rule::ALL);
        let writes = !self.has_out && self.infos[view].memory == Memory::Parameter(0);
        if writes || !(may_bound(&self.infos, view, rule) || self.is_wild()) {
            return None;
        }
        let nominal = self.nominal[view].iter().map(|n| Nominal { lo: n.lo - 3, hi: n.hi + 3, ..*n });
        Some((Op::Bounded(view, rule), nominal.collect()))
    }

    /// Mostly of views that are coarse.
    fn policy(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let view = self.some_view();
        let coarse = self.infos[view].steps.iter().any(|&step| step > 1) || self.random.chance(20);
        if !coarse || !(may_be_coarse(&self.infos, view) || self.is_wild()) {
            return None;
        }
        let info = &self.infos[view];
        let written = !self.has_out && info.memory == Memory::Parameter(0);
        let nominal = self.nominal[view].clone();
        if written {
            return (self.spreads && !info.broadcast).then_some((Op::Broadcast(view), nominal));
        }
        let all = [CoarseRead::First, CoarseRead::Mean, CoarseRead::Min, CoarseRead::Max];
        let read = self.random.pick(&all[usize::from(info.coarse == CoarseRead::First)..]);
        Some((Op::CoarseRead(view, read), nominal))
    }

    /// One of the views, mostly one that shows another tensor than `of`.
    fn another(&mut self, of: usize, fits: impl Fn(&Draft, usize) -> bool) -> Option<usize> {
        let all = self.first..self.infos.len();
        let all: Vec<usize> = all.filter(|&view| view != of && fits(self, view)).collect();
        let shows = |&view: &usize| self.infos[view].memory != self.infos[of].memory;
        let others: Vec<usize> = all.iter().copied().filter(shows).collect();
        let from = if others.is_empty() || self.random.chance(30) { all } else { others };
        let found = (!from.is_empty()).then(|| self.random.pick(&from))?;
        // Two parameters are rarely related: their kernels are large, and so are sets of points across the universe.
        let near = self.infos[found].anchor == self.infos[of].anchor;
        let points: i64 = self.nominal[found].iter().map(|n| n.extent).product();
        let often = if self.first > 0 { 60 } else { 15 };
        (near || (points < 200 && self.random.chance(often))).then_some(found)
    }

    /// The nominal part of a view at the locations of another one.
    fn at_locations(&self, of: usize, by: usize, from: &[f64], to: &[f64]) -> Vec<Nominal> {
        let along = |(axis, n): (usize, &Nominal)| {
            let root = self.infos[of].root[axis];
            let theirs = self.infos[by].root.iter().position(|&r| r == root);
            theirs.map_or(n.part(0, 1, 1), |theirs| n.between(from[theirs], to[theirs]))
        };
        self.nominal[of].iter().enumerate().map(along).collect()
    }

    fn region(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let of = self.some_view();
        let any = self.is_wild();
        let by = self.another(of, |draft, by| any || may_relate(&draft.infos, of, by))?;
        let from: Vec<f64> = self.nominal[by].iter().map(|n| n.origin).collect();
        let to: Vec<f64> = self.nominal[by].iter().map(|n| n.origin + n.step * n.extent as f64).collect();
        let nominal = self.at_locations(of, by, &from, &to);
        let sizes = nominal.iter().map(|n| n.extent);
        (sizes.product::<i64>() < 2000).then_some((Op::Region(of, by), nominal))
    }

    fn coverage(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let of = self.some_view();
        let any = self.is_wild();
        let seen = self.another(of, |draft, seen| any || may_cover(&draft.infos, of, seen))?;
        let at: Vec<i64> =
            self.nominal[of].iter().map(|n| (n.extent / 2).clamp(n.lo, (n.hi - 1).max(n.lo))).collect();
        let nominal = self.nominal[of].iter().enumerate().map(|(axis, n)| {
            let root = self.infos[of].root[axis];
            let theirs = self.infos[seen].root.iter().position(|&r| r == root);
            let Some(theirs) = theirs else { return n.part(at[axis], 1, 1) };
            let cell = self.nominal[seen][theirs];
            let here = n.origin + n.step * at[axis] as f64;
            let first = cell.origin + ((here - cell.origin) / cell.step).floor() * cell.step;
            n.between(first, first + cell.step.max(n.step))
        });
        let nominal = nominal.collect();
        let at = at.into_iter().map(|at| self.amount(at)).collect();
        Some((Op::Coverage(of, at, seen), nominal))
    }

    fn colocate(&mut self) -> Option<(Op, Vec<Nominal>)> {
        let all: Vec<usize> = (self.first..self.infos.len()).collect();
        let readable = self.readable();
        let (into, by) = if self.random.chance(50) {
            (self.random.pick(&readable), self.some_view())
        } else {
            (self.some_view(), self.random.pick(&all))
        };
        if into == by || !(may_colocate(&self.infos, into, by) || self.is_wild()) {
            return None;
        }
        if may_be_sparse(&self.infos, into, by) && !self.is_even(into, by) && !self.random.chance(5) {
            return None;
        }
        Some((Op::Colocate(into, by), self.seen(into, by)))
    }

    /// Whether a coarse tensor was refined to the density of the frame that it is seen from.
    fn is_even(&self, into: usize, by: usize) -> bool {
        let dense = |view: usize| match self.infos[view].anchor {
            number if number < self.chain.tensors.len() => self.chain.tensors[number].coarse as i64,
            _ => 1,
        };
        let shares = self.infos[into].shares.as_ref();
        shares.is_some_and(|shares| shares.iter().all(|&share| share * dense(by) == dense(into)))
    }

    fn seen(&self, into: usize, by: usize) -> Vec<Nominal> {
        let along = |(axis, n): (usize, &Nominal)| {
            let root = self.infos[by].root[axis];
            let mine = self.infos[into].root.iter().position(|&r| r == root);
            mine.map_or(*n, |mine| self.nominal[into][mine].located_at(*n))
        };
        self.nominal[by].iter().enumerate().map(along).collect()
    }

    fn block(&mut self) -> (Op, Vec<Nominal>) {
        if self.chain.universe > 4 || !self.random.chance(50) {
            return self.partition();
        }
        let mut nominal = Vec::new();
        let (mut extents, mut origin) = (Vec::new(), Vec::new());
        for _ in 0..self.chain.universe {
            let extent = self.random.between(2, 5);
            let at = self.random.between(0, 3);
            extents.push(extent);
            origin.push(self.amount(at));
            nominal.push(Nominal { origin: at as f64, step: 1.0, extent, lo: 0, hi: extent });
        }
        (Op::Block(extents, origin), nominal)
    }
}
