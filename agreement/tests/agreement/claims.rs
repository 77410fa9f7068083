//! What a kernel says of indices without data, held against the specification.

use unite_agreement::plan::chain::{Chain, CoarseRead, Ending, Op};
use unite_agreement::plan::limits::{Info, Memory, above, infos};
use unite_agreement::plan::source::name;

use crate::case::Case;
use crate::ending::{Action, actions, indices};
use crate::specification::{Model, after, getters, made};

/// `kernel touches indices first..=last of axis of tensor, which has data at lo..hi only (extent, located at origin)`, or no data there.
#[derive(Debug, PartialEq, Eq)]
struct Claim<'m> {
    kernel: &'m str,
    tensor: &'m str,
    axis: usize,
    /// The first and the last index.
    touched: [isize; 2],
    /// The first index that the block has, and one past the last; the same two if it has none.
    has: [isize; 2],
    extent: isize,
    /// Nothing is said of a block that the kernel makes.
    origin: Option<isize>,
}

impl<'m> Claim<'m> {
    fn of(message: &'m str) -> Option<Claim<'m>> {
        let (kernel, rest) = message.strip_prefix("kernel ")?.split_once(" touches indices ")?;
        let (touched, rest) = rest.split_once(" of axis ")?;
        let (axis, rest) = rest.split_once(" of ")?;
        let (tensor, rest) = rest.split_once(", which has ")?;
        let (has, rest) = rest.split_once(" (extent ")?;
        let rest = rest.strip_suffix(')')?;
        let (extent, origin) = match rest.split_once(", located at ") {
            Some((extent, origin)) => (extent, Some(origin.parse().ok()?)),
            None => (rest, None),
        };
        let two = |text: &str, between: &str| {
            let (one, other) = text.split_once(between)?;
            Some([one.parse().ok()?, other.parse().ok()?])
        };
        Some(Claim {
            kernel,
            tensor,
            axis: axis.parse().ok()?,
            touched: two(touched, "..=")?,
            has: match has.strip_prefix("data at ").and_then(|has| has.strip_suffix(" only")) {
                Some(has) => two(has, "..")?,
                None => [0; 2],
            },
            extent: extent.parse().ok()?,
            origin,
        })
    }
}

/// A tensor that a message names.
struct Named {
    model: Model,
    memory: Memory,
}

/// The views of a call, and what a message may name.
struct Call<'c> {
    chain: &'c Chain,
    infos: Vec<Info>,
    models: Vec<Model>,
    scalars: &'c [i32],
}

/// No block reaches as far.
const FAR: isize = 1 << 12;

impl Call<'_> {
    /// Whose elements a view shows, of the chain or of a kernel that it calls.
    fn memory(&self, view: usize) -> Memory {
        let shown = match self.chain.ending {
            Ending::CallColocated(other, _) | Ending::CallRegion(other, _) => other,
            ref ending => ending.passed(),
        };
        self.infos.get(view).unwrap_or(&self.infos[shown]).memory
    }

    /// Whether a view reads or writes all points that an index stands for.
    fn counts(&self, view: usize) -> bool {
        self.infos.get(view).is_some_and(|info| info.coarse != CoarseRead::First || info.broadcast)
    }

    /// The view that a kernel gives a name.
    fn view(&self, kernel: &str, text: &str) -> Option<usize> {
        let last = self.models.len() - 1;
        if kernel.starts_with("chain_") || kernel.starts_with("inner_") {
            return (0..self.infos.len()).find(|&view| name(self.chain, view) == text);
        }
        match (text, &self.chain.ending) {
            ("out", _) => Some(0),
            ("view", Ending::CallRelay(_)) if kernel.starts_with("gather_") => Some(last),
            ("view", Ending::CallRegion(..)) | ("rest" | "region" | "there", _) => Some(last),
            ("view", ending) => Some(ending.passed()),
            ("other", Ending::CallColocated(view, _)) | ("of", Ending::CallRegion(view, _)) => Some(*view),
            ("by", Ending::CallColocated(_, view) | Ending::CallRegion(_, view)) => Some(*view),
            _ => None,
        }
    }

    fn named(&self, kernel: &str, text: &str) -> Option<Named> {
        let Some((of, by)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) else {
            let view = self.view(kernel, text)?;
            return Some(Named { model: self.models[view].clone(), memory: self.memory(view) });
        };
        let (of, by) = (self.view(kernel, of)?, self.view(kernel, by)?);
        let model = after(&self.models, &Op::Colocate(of, by), self.scalars).ok()?;
        Some(Named { model, memory: self.memory(of) })
    }

    /// What each statement touches, a view at an index.
    fn touched(&self) -> Vec<Vec<(usize, Vec<isize>)>> {
        let extents: Vec<Vec<usize>> = self.models.iter().map(|model| model.extents().to_vec()).collect();
        let mut all: Vec<Vec<(usize, Vec<isize>)>> = Vec::new();
        for op in &self.chain.ops {
            if let Op::ToBlock(of) = op {
                all.push(indices(&extents[*of]).into_iter().map(|at| (*of, at)).collect());
            }
        }
        let (mut written, mut read) = (Vec::new(), Vec::new());
        for action in actions(self.chain, &extents, self.scalars) {
            match action {
                Action::Set { at, reads } => {
                    written.push((0, at));
                    read.resize(reads.len(), Vec::new());
                    for (read, (view, at, _)) in read.iter_mut().zip(reads) {
                        read.push((view, at));
                    }
                }
                Action::Add { view, at, .. } | Action::Spread { view, at, .. } => written.push((view, at)),
                Action::Where { view } => {
                    written.extend((0..3 * extents[view].len()).map(|at| (0, vec![at as isize])));
                }
            }
        }
        all.push(written);
        all.extend(read);
        // What a copy does not have is read above it.
        let mut climbing: Vec<Vec<(usize, Vec<isize>)>> = all.clone();
        while !climbing.is_empty() {
            let up = |(view, at): &(usize, Vec<isize>)| {
                let here = *view < self.infos.len() && !self.models[*view].has(at);
                let above = here.then(|| above(self.chain, &self.infos, *view)).flatten()?;
                Some((above, self.models[*view].data(at)?))
            };
            climbing = climbing.iter().map(|group| group.iter().filter_map(up).collect()).collect();
            climbing.retain(|group: &Vec<_>| !group.is_empty());
            all.extend(climbing.iter().cloned());
        }
        all
    }
}

/// What is touched along an axis of a block.
#[derive(Debug, Default)]
struct Extremes {
    /// By each statement, the first index and the last.
    statements: Vec<[isize; 2]>,
    /// By all of them.
    all: Vec<isize>,
    /// Where indices stand for several points: each of those.
    covered: Vec<isize>,
}

impl Extremes {
    /// Whether the first and the last of some indices are touched. Of indices that stand for several points a message says where the first
    /// of them ends and the last begins; so those are looked at that are not in the block.
    fn have(&self, ends: [isize; 2], inside: [bool; 2]) -> bool {
        let mut ends_of = self.statements.iter();
        if !self.covered.is_empty() {
            let touched = |at: &isize| self.covered.contains(at) || self.all.contains(at);
            return ends.iter().zip(inside).all(|(at, inside)| inside || touched(at));
        }
        // What is asked for while the kernel runs is one of them.
        (ends[0] == ends[1] && self.all.contains(&ends[0]))
            || (ends_of.clone().any(|of| of[0] == ends[0]) && ends_of.any(|of| of[1] == ends[1]))
    }
}

impl Call<'_> {
    /// What is touched of a tensor, along an axis of its block.
    fn touched_along(&self, of: usize, memory: Memory) -> Extremes {
        let mut extremes = Extremes::default();
        for group in self.touched() {
            let here = || group.iter().filter(|(view, _)| self.memory(*view) == memory);
            let points = |(view, at): &(usize, Vec<isize>)| self.models[*view].data(at).map(|data| data[of]);
            let at: Vec<isize> = here().filter_map(points).collect();
            extremes
                .statements
                .extend(at.iter().min().zip(at.iter().max()).map(|(&first, &last)| [first, last]));
            extremes.all.extend(at);
            let counted = here().filter(|(view, _)| self.counts(*view));
            let covered = counted.flat_map(|(view, at)| self.models[*view].covered_points(at));
            extremes.covered.extend(covered.map(|point| point[of]));
        }
        extremes
    }
}

/// Whether what a message says of a call is so; of another message nothing.
pub fn check(chain: &Chain, case: &Case, message: &str) -> Result<bool, String> {
    let Some(claim) = Claim::of(message) else { return Ok(false) };
    // Of a view that shares no location within its extents, and of what would be made of it, the specification says nothing. A kernel
    // finds what is farther out.
    let (chain, models, true) = made(chain, case)? else { return Ok(false) };
    let call = Call { infos: infos(&chain), chain: &chain, models, scalars: &case.scalars };
    let fault = |what: String| format!("{message}\nbut {what}");
    let Some(Named { model, memory }) = call.named(claim.kernel, claim.tensor) else {
        return Err(fault("no tensor has this name".into()));
    };
    if model.is_nowhere() {
        return Ok(false);
    }
    // Where the extents and the origin are.
    let [origin, _, extent] = getters(model.space(), model.extents())
        .chunks(3)
        .nth(claim.axis)
        .and_then(|axis| axis.try_into().ok())
        .ok_or_else(|| fault("there is no such axis".into()))?;
    let is_located = claim.origin.is_none_or(|claimed| claimed == origin as isize);
    if claim.extent != extent as isize || !is_located {
        return Err(fault(format!("its extent is {extent}, and it is located at {origin}")));
    }
    // Which axis of the block it runs along, where its indices are there, and whether the block has them: a slice may be outside of it.
    let rank = model.extents().len();
    let data = |axis: usize, at: isize| {
        model.data(&(0..rank).map(|k| if k == axis { at } else { 0 }).collect::<Vec<_>>())
    };
    let far = (0..rank).map(|axis| data(axis, FAR)).collect::<Option<Vec<_>>>();
    // Where it runs along more axes than its block, each index has a location of its own.
    let (Some(near), Some(far)) = (data(0, 0), far) else { return Ok(false) };
    let runs = |axis: usize| (0..near.len()).find(|&of| near[of] != far[axis][of]);
    let Some(of) = runs(claim.axis) else { return Err(fault("it does not run along that axis".into())) };
    let has = |of: usize, at: isize| (0..model.block_extents()[of] as isize).contains(&at);
    let sliced = (0..near.len()).filter(|&of| (0..rank).all(|axis| runs(axis) != Some(of)));
    let is_there = sliced.clone().all(|of| has(of, near[of]));
    let [lo, hi] = claim.has;
    let along = |at: isize| data(claim.axis, at).map_or(isize::MIN, |data| data[of]);
    let inside = |at: isize| is_there && has(of, along(at));
    let is_wrong = match lo < hi {
        true => !inside(lo) || !inside(hi - 1) || inside(lo - 1) || inside(hi),
        false => (-FAR / 8..FAR / 8).any(inside),
    };
    let [first, last] = claim.touched;
    let ends = [first, last].map(along);
    let touched = call.touched_along(of, memory);
    if is_wrong {
        Err(fault("its block has other indices".into()))
    } else if inside(first) && inside(last) {
        Err(fault("its block has these indices".into()))
    } else if touched.have(ends, [first, last].map(inside)) {
        Ok(true)
    } else {
        Err(fault(format!("of axis {of} of the block, where that is {ends:?}, it touches {touched:?}")))
    }
}

/// Whether two tensors are as far apart as a message says of a call: `kernel asks where another tensor is in tensor, and they lie apart on
/// axis of the universe`. Of another message nothing.
pub fn check_apart(chain: &Chain, case: &Case, message: &str) -> Result<bool, String> {
    let parsed = || {
        let (kernel, rest) =
            message.strip_prefix("kernel ")?.split_once(" asks where another tensor is in ")?;
        let (tensor, rest) = rest.split_once(", and they lie apart on axis ")?;
        Some((kernel, tensor, rest.strip_suffix(" of the universe")?.parse::<usize>().ok()?))
    };
    let Some((kernel, tensor, axis)) = parsed() else { return Ok(false) };
    let (chain, models, _) = made(chain, case)?;
    let call = Call { infos: infos(&chain), chain: &chain, models, scalars: &case.scalars };
    let fault = |what: &str| format!("{message}\nbut {what}");
    let Some(Named { memory, .. }) = call.named(kernel, tensor) else {
        return Err(fault("no tensor has this name"));
    };
    let locations = |model: &Model, at: Option<Vec<isize>>| {
        let last = model.extents().iter().map(|&extent| extent as isize - 1).collect();
        let ends = at.map_or([vec![0; model.extents().len()], last], |at| [at.clone(), at]);
        let points = ends.map(|end| model.space().upstream_to_root(&[end].into_iter().collect()));
        let on_axis: Vec<isize> =
            points.iter().flat_map(|points| points.iter().map(|point| point[axis])).collect();
        Some((*on_axis.iter().min()?, *on_axis.iter().max()?))
    };
    let rank = call.models.get(chain.ending.passed()).map_or(0, |model| model.extents().len());
    let made = chain.ending.made(chain.tensors.len() + chain.ops.len(), rank);
    // Coverage asks of one point.
    let at = |op: &Op| match op {
        Op::Coverage(_, at, _) => Some(at.iter().map(|at| at.value(&case.scalars)).collect::<Vec<_>>()),
        _ => None,
    };
    let is_apart = chain.ops.iter().chain(&made).any(|op| {
        let (Op::Colocate(one, other) | Op::Region(one, other) | Op::Coverage(one, _, other)) = op else {
            return false;
        };
        let both = || {
            let here = [*one, *other].map(|view| call.models.get(view));
            let [Some(a), Some(b)] = here else { return None };
            let ((a_first, a_last), (b_first, b_last)) = (locations(a, at(op))?, locations(b, None)?);
            Some(a_last < b_first || b_last < a_first)
        };
        [*one, *other].iter().any(|view| call.memory(*view) == memory) && both() == Some(true)
    });
    if is_apart { Ok(true) } else { Err(fault("all that are related to it share its locations there")) }
}
