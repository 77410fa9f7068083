//! What is known of views when a chain is compiled, and what the staged language is known to refuse. Nothing of that is
//! excluded: it is drawn more seldom, so that most chains become kernels. What keeps to all of this has to be one
//! ([`may_be_kernel`]).

use super::chain::{Chain, CoarseRead, Ending, Kind, Op, Part, Rule};

/// Whose elements a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Those of a tensor parameter.
    Parameter(usize),
    /// Those of a block that the kernel makes: the view that is the block.
    Own(usize),
}

/// What is known of a view when the chain is compiled.
#[derive(Clone, Debug)]
pub struct Info {
    /// Whose elements it shows.
    pub memory: Memory,
    /// The view in whose frame it lies: a parameter, or a block that was not copied.
    pub anchor: usize,
    /// The axis of the universe that each axis runs along.
    pub root: Vec<usize>,
    /// For each axis of the anchor: the operation that sliced it away.
    pub sliced: Vec<Option<usize>>,
    /// The distance between points along each axis, in points of the anchor.
    pub steps: Vec<i64>,
    /// Whether its location is an affine map.
    pub invertible: bool,
    /// Whether a block can have its location: the map is affine, or that of a refined block.
    pub copied: bool,
    /// How many points share one along each axis of the block, where every point of the view is at the location of one
    /// of the block's, and none is left out.
    pub shares: Option<Vec<i64>>,
    /// What reads find outside of the block.
    pub rule: Option<Rule>,
    /// What reads take of several points.
    pub coarse: CoarseRead,
    /// Whether writes hit all points that an index stands for.
    pub broadcast: bool,
    /// Whether it shows the elements of a tensor from the frame of another one.
    pub seen: bool,
    /// Whether the anchor mostly has a point at every location of the universe.
    pub dense: bool,
    /// Whether it has a stride for each axis, at its location: it can travel to another kernel, and be indexed by
    /// tensors of other anchors.
    pub carried: bool,
    /// Whether it was passed as `Refined` and is refined once more: its points share elements by a floor that is the caller's, and no
    /// one floor does what two do. Such views are drawn as others are.
    pub twice: bool,
    /// Whether where it is depends on where two parameters are: of such views no others are made in the same way, because
    /// every index would hold all of the way.
    pub across: bool,
    /// Whether it is the parameter of a kernel that the chain calls.
    pub passed: bool,
    /// How many operations lead to it.
    pub depth: usize,
}

impl Info {
    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.root.len()
    }
}

/// The views of a chain, parameters first.
pub fn infos(chain: &Chain) -> Vec<Info> {
    let mut infos: Vec<Info> = Vec::new();
    for (number, tensor) in chain.tensors.iter().enumerate() {
        let dense = tensor.coarse == 1 && tensor.fine == 1;
        // No stride leads from point to point of a refined view.
        let carried = tensor.kind != Kind::Refined;
        let info = whole(Memory::Parameter(number), number, tensor.axes.clone(), 0, dense);
        infos.push(Info { carried, invertible: carried, ..info });
    }
    for op in &chain.ops {
        infos.push(after(&infos, op));
    }
    infos
}

fn whole(memory: Memory, number: usize, root: Vec<usize>, depth: usize, dense: bool) -> Info {
    let rank = root.len();
    Info {
        memory,
        anchor: number,
        root,
        sliced: vec![None; rank],
        steps: vec![1; rank],
        invertible: true,
        copied: true,
        shares: Some(vec![1; rank]),
        rule: None,
        coarse: CoarseRead::First,
        broadcast: false,
        seen: false,
        dense,
        carried: true,
        twice: false,
        across: false,
        passed: false,
        depth,
    }
}

/// What is known of the view that an operation makes.
pub fn after(infos: &[Info], op: &Op) -> Info {
    let number = infos.len();
    let of = |view: usize| Info { depth: infos[view].depth + 1, passed: false, ..infos[view].clone() };
    match op {
        Op::Partition(view, parts) => {
            let mut info = of(*view);
            // The axes of the anchor that are still there, in the order of the axes of the view.
            let along = anchor_axes(infos, *view);
            let mut kept = Vec::new();
            for (axis, part) in parts.iter().enumerate() {
                match part {
                    Part::At(_) => info.sliced[along[axis]] = Some(number),
                    Part::Range { step, .. } => kept.push((axis, *step)),
                }
            }
            info.root = kept.iter().map(|(axis, _)| infos[*view].root[*axis]).collect();
            info.steps = kept.iter().map(|(axis, step)| infos[*view].steps[*axis] * step).collect();
            if kept.len() < parts.len() || kept.iter().any(|(_, step)| *step > 1) {
                info.shares = None;
            }
            info.copied = info.invertible;
            info
        }
        Op::Permute(view, order) => {
            let mut info = of(*view);
            info.root = order.iter().map(|&axis| infos[*view].root[axis]).collect();
            info.steps = order.iter().map(|&axis| infos[*view].steps[axis]).collect();
            info
        }
        Op::Refine(view, by) => {
            let mut info = of(*view);
            let base = match info.memory {
                Memory::Parameter(base) | Memory::Own(base) => base,
            };
            if let Some(shares) = &mut info.shares {
                for (axis, by) in by.iter().enumerate() {
                    let of = infos[base].root.iter().position(|root| *root == info.root[axis]);
                    shares[of.unwrap_or(0)] *= by;
                }
            }
            info.twice |= is_passed_refined(infos, &info) && by.iter().any(|&by| by > 1);
            info.copied = info.invertible && info.steps.iter().all(|&step| step == 1);
            (info.invertible, info.carried) = (false, false);
            info
        }
        Op::Bounded(view, rule) => Info { rule: Some(*rule), ..of(*view) },
        Op::CoarseRead(view, read) => Info { coarse: *read, carried: false, ..of(*view) },
        Op::Broadcast(view) => Info { broadcast: true, carried: false, ..of(*view) },
        Op::Region(view, by) | Op::Coverage(view, _, by) => {
            let mut info = of(*view);
            info.copied = info.invertible;
            info.across |= infos[*by].across || infos[*by].anchor != info.anchor;
            info
        }
        Op::Coarsen(view, by) => {
            let mut info = of(*view);
            info.steps = info.steps.iter().zip(by).map(|(step, by)| step * by).collect();
            info.copied = info.invertible;
            if by.iter().any(|&by| by > 1) {
                info.shares = None;
            }
            info
        }
        Op::Colocate(into, by) => {
            let (into, by) = (&infos[*into], &infos[*by]);
            let near = into.anchor == by.anchor;
            // Points that lie between those of the destination share elements.
            let steps = |axis: &usize| into.root.iter().position(|a| a == axis).map_or(1, |j| into.steps[j]);
            let affine = !near || (into.invertible && by.root.iter().all(|axis| steps(axis) == 1));
            Info {
                memory: into.memory,
                depth: into.depth.max(by.depth) + 1,
                shares: None,
                rule: into.rule,
                coarse: into.coarse,
                broadcast: into.broadcast,
                seen: into.seen || !near,
                twice: into.twice,
                across: into.across || by.across,
                carried: affine && by.invertible && has_no_policy(into) && has_strides(infos, into),
                passed: false,
                ..by.clone()
            }
        }
        Op::ToBlock(view) | Op::BlockCopy(view) | Op::CopyOf(view) => {
            let info = of(*view);
            let shares = Some(vec![1; info.rank()]);
            let (carried, copied) = (info.invertible, info.invertible);
            let (coarse, broadcast, seen) = (CoarseRead::First, false, false);
            let memory = Memory::Own(number);
            Info {
                memory,
                shares,
                rule: None,
                coarse,
                broadcast,
                seen,
                carried,
                copied,
                twice: false,
                ..info
            }
        }
        // The kernel takes refined tensors where it is passed one, and declares the rule of one that has one.
        Op::Passed(view) => {
            let Info { root, depth, dense, carried, rule, .. } = of(*view);
            let info = whole(Memory::Own(number), number, root, depth, dense);
            Info { passed: true, carried, invertible: carried, rule, ..info }
        }
        Op::Block(extents, _) => whole(Memory::Own(number), number, (0..extents.len()).collect(), 1, true),
    }
}

/// Whether a view shows a tensor that was passed as `Refined`: its points share elements by a floor that is the caller's.
fn is_passed_refined(infos: &[Info], info: &Info) -> bool {
    let (Memory::Parameter(base) | Memory::Own(base)) = info.memory;
    let is_passed = matches!(info.memory, Memory::Parameter(_)) || infos[base].passed;
    is_passed && !infos[base].carried
}

/// The axis of the anchor that each axis of a view runs along.
fn anchor_axes(infos: &[Info], view: usize) -> Vec<usize> {
    let anchor = &infos[infos[view].anchor];
    infos[view].root.iter().map(|root| anchor.root.iter().position(|a| a == root).unwrap_or(0)).collect()
}

/// Whether `into[by]` can be written in a kernel, and means something in the library.
pub fn may_colocate(infos: &[Info], into: usize, by: usize) -> bool {
    let (into, by) = (&infos[into], &infos[by]);
    if into.anchor == by.anchor {
        // A slice is the same slice only if one operation made it: the macro compares indices as expressions, and
        // reports what it cannot decide. Where the destination has no affine location nothing can be inverted.
        let decided = |(mine, its): (&Option<usize>, &Option<usize>)| mine.is_none() || mine == its;
        return into.sliced.iter().zip(&by.sliced).all(decided);
    }
    // The library refuses a source that runs along an axis that the destination does not have, as the projection
    // of most of its points is not valid. Strides are needed to see a tensor from another frame.
    // A rule leads to points that the frame has.
    let ruled = !into.rule.is_some_and(Rule::leads) || (into.dense && by.dense);
    ruled && by.root.iter().all(|axis| into.root.contains(axis))
}

/// Whether each can be indexed by the other, which coverage needs.
pub fn may_cover(infos: &[Info], of: usize, seen: usize) -> bool {
    may_relate(infos, of, seen)
        && may_relate(infos, seen, of)
        && (infos[of].anchor != infos[seen].anchor || infos[of].sliced == infos[seen].sliced)
}

/// Whether each region that is drawn is one that kernels have: slices of one tensor that differ have none.
pub fn may_have_region(infos: &[Info], of: usize, by: usize) -> bool {
    may_relate(infos, of, by) && (infos[of].anchor != infos[by].anchor || may_colocate(infos, of, by))
}

/// Whether kernels and the library find the same points of one view at locations of another one. A kernel knows them in one
/// frame. The library goes from one tensor to another through the universe, which does not tell points that share a
/// location; a kernel does so between two parameters.
pub fn may_relate(infos: &[Info], of: usize, by: usize) -> bool {
    let (of, by) = (&infos[of], &infos[by]);
    let one = of.memory == by.memory && !of.seen && !by.seen;
    if of.anchor == by.anchor {
        return one || (of.invertible && by.invertible);
    }
    [of, by].into_iter().all(|info| info.invertible && !info.seen && !info.across)
}

/// Whether the rule of the library is that of kernels: where points of a tensor are left out by the frame that it is seen
/// from, the library clamps and reflects at those that are left out.
pub fn may_bound(infos: &[Info], view: usize, rule: Rule) -> bool {
    let near = match infos[view].memory {
        Memory::Parameter(number) => {
            infos[view].anchor == number || (infos[number].dense && infos[infos[view].anchor].dense)
        }
        Memory::Own(_) => true,
    };
    (rule == Rule::Constant || near) && infos[view].coarse == CoarseRead::First
}

/// Whether kernels know which points an index stands for. Only one of a rule and a policy says what a read outside is.
pub fn may_be_coarse(infos: &[Info], view: usize) -> bool {
    infos[view].rule.is_none()
}

/// Whether no policy says what is read or written.
fn has_no_policy(info: &Info) -> bool {
    info.coarse == CoarseRead::First && !info.broadcast
}

/// Whether no rule and no policy says what is read or written.
fn is_plainly_accessed(info: &Info) -> bool {
    info.rule.is_none() && has_no_policy(info)
}

/// Whether a view has a stride for each axis where it is seen from another frame.
fn has_strides(infos: &[Info], info: &Info) -> bool {
    info.carried
        || !is_passed_refined(infos, info)
            && info.shares.as_ref().is_some_and(|shares| shares.iter().all(|&share| share == 1))
}

/// Whether `into[by]` can find the points of `by` between those of `into`, so that the kernel reports a density
/// fault when it is entered: seen from another frame, a tensor has one stride for each axis.
pub fn may_be_sparse(infos: &[Info], into: usize, by: usize) -> bool {
    let shared = infos[into].shares.as_ref().is_some_and(|shares| shares.iter().any(|&share| share > 1));
    infos[into].anchor != infos[by].anchor && (shared || infos[into].steps.iter().any(|&step| step > 1))
}

/// Whether a view can be passed to another kernel that declares no rules.
pub fn may_pass(infos: &[Info], view: usize) -> bool {
    infos[view].rule.is_none() && may_call(infos, view)
}

/// Whether a view can be passed to a kernel that declares the rule of the view, if it has one.
pub fn may_call(infos: &[Info], view: usize) -> bool {
    let info = &infos[view];
    // A rule counts the points of the block, and a step leaves some of them out.
    let counts = info.rule.is_some_and(Rule::leads);
    (info.carried && (!counts || info.steps.iter().all(|&step| step == 1)))
        || (info.shares.is_some() && !info.seen && is_plainly_accessed(info))
}

/// The view above the block of a view, where reads of the view go on that lie outside of the block: the one that the block
/// is a copy of. A rule or a policy of the view itself says what it finds; seen from another frame, it is the nearest block
/// only.
pub fn above(chain: &Chain, infos: &[Info], view: usize) -> Option<usize> {
    let info = &infos[view];
    let Memory::Own(block) = info.memory else { return None };
    let (Op::ToBlock(of) | Op::BlockCopy(of)) = chain.ops[block - chain.tensors.len()] else { return None };
    (info.rule.is_none() && info.coarse == CoarseRead::First && !info.seen).then_some(of)
}

/// Whether nothing is known that kernels refuse in a chain.
pub fn may_be_kernel(chain: &Chain) -> bool {
    let (tensors, infos) = (chain.tensors.len(), infos(chain));
    let op = |(number, op): (usize, &Op)| {
        let infos = &infos[..tensors + number];
        match op {
            Op::Colocate(into, by) => may_colocate(infos, *into, *by),
            Op::Region(of, by) => may_have_region(infos, *of, *by),
            Op::Coverage(of, _, seen) => may_cover(infos, *of, *seen),
            Op::Bounded(view, rule) => may_bound(infos, *view, *rule),
            Op::CoarseRead(view, _) | Op::Broadcast(view) => may_be_coarse(infos, *view),
            Op::Permute(..) => !chain.named,
            Op::Passed(view) => may_call(infos, *view) && !infos[*view].twice,
            _ => true,
        }
    };
    let may_pass = |view: usize| may_pass(&infos, view) && !infos[view].twice;
    let ending = match chain.ending {
        Ending::Gather(_) | Ending::Scatter(_) | Ending::Spread(_) | Ending::Loop(..) => true,
        Ending::Where(view) => infos[view].invertible,
        Ending::CallGather(view)
        | Ending::CallCorners(view)
        | Ending::CallScatter(view)
        | Ending::CallWhere(view)
        | Ending::CallRelay(view)
        | Ending::CallColocated(_, view) => may_pass(view),
        Ending::CallRegion(of, by) => may_pass(of) && may_pass(by),
    };
    ending && chain.ops.iter().enumerate().all(op)
}
