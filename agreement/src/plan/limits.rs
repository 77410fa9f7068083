//! What the staged language refuses, and what follows from a chain alone: all rules that keep random chains within
//! it are here, each with its reason.
//!
//! * [`may_colocate`], [`may_pass`]: chains that would not compile are not drawn.
//! * [`may_be_sparse`]: chains that a kernel can only refuse are rarely drawn.
//! * [`is_checked_at_entry`]: when `fits` must know what the call will do.
//! * [`may_refuse_more`]: when a kernel may refuse what the library does. It never does what the library refuses,
//!   other than nothing at all with a view without points.
//!
//! Where a run-time value decides, the rule is with the reasons for which a chain has no result, in the test: no
//! points, points between points, no location.

use super::chain::{Chain, Ending, Op, Part};

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
    /// Whether it has a stride for each axis, at its location: it can travel to another kernel, and be indexed by
    /// tensors of other anchors.
    pub carried: bool,
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
        infos.push(whole(Memory::Parameter(number), number, tensor.axes.clone(), 0));
    }
    for op in &chain.ops {
        infos.push(after(&infos, op));
    }
    infos
}

fn whole(memory: Memory, number: usize, root: Vec<usize>, depth: usize) -> Info {
    let rank = root.len();
    Info {
        memory,
        anchor: number,
        root,
        sliced: vec![None; rank],
        steps: vec![1; rank],
        invertible: true,
        carried: true,
        depth,
    }
}

/// What is known of the view that an operation makes.
pub fn after(infos: &[Info], op: &Op) -> Info {
    let number = infos.len();
    let of = |view: usize| Info { depth: infos[view].depth + 1, ..infos[view].clone() };
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
            info
        }
        Op::Permute(view, order) => {
            let mut info = of(*view);
            info.root = order.iter().map(|&axis| infos[*view].root[axis]).collect();
            info.steps = order.iter().map(|&axis| infos[*view].steps[axis]).collect();
            info
        }
        Op::Coarsen(view, by) => {
            let mut info = of(*view);
            info.steps = info.steps.iter().zip(by).map(|(step, by)| step * by).collect();
            info
        }
        Op::Colocate(into, by) => {
            let (into, by) = (&infos[*into], &infos[*by]);
            // Between points of the destination, the location is that of the first one before.
            let steps = |axis: &usize| into.root.iter().position(|a| a == axis).map_or(1, |j| into.steps[j]);
            let exact = into.anchor != by.anchor || by.root.iter().all(|axis| steps(axis) == 1);
            Info {
                memory: into.memory,
                depth: into.depth.max(by.depth) + 1,
                invertible: exact && by.invertible,
                carried: exact && by.invertible && into.carried,
                ..by.clone()
            }
        }
        Op::ToBlock(view) | Op::BlockCopy(view) => Info { memory: Memory::Own(number), ..of(*view) },
        Op::Block(extents, _) => whole(Memory::Own(number), number, (0..extents.len()).collect(), 1),
    }
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
        return into.invertible && by.invertible && into.sliced.iter().zip(&by.sliced).all(decided);
    }
    // The library refuses a source that runs along an axis that the destination does not have, as the projection
    // of most of its points is not valid. Strides are needed to see a tensor from another frame.
    into.carried && by.invertible && by.root.iter().all(|axis| into.root.contains(axis))
}

/// Whether `into[by]` can find the points of `by` between those of `into`, so that the kernel reports a density
/// fault when it is entered: seen from another frame, a tensor has one stride for each axis.
pub fn may_be_sparse(infos: &[Info], into: usize, by: usize) -> bool {
    infos[into].anchor != infos[by].anchor && infos[into].steps.iter().any(|&step| step > 1)
}

/// Whether a view can be passed to another kernel.
pub fn may_pass(infos: &[Info], view: usize) -> bool {
    infos[view].carried
}

/// Whether everything that a chain touches is checked at its entry, so that `fits` answers for the whole call.
pub fn is_checked_at_entry(chain: &Chain) -> bool {
    let infos = infos(chain);
    // A footprint of a called kernel that is no constant is checked in the call.
    let calls =
        matches!(chain.ending, Ending::CallGather(_) | Ending::CallScatter(_) | Ending::CallColocated(..));
    // Blocks of the kernel's own, and parts of tensors seen from another frame, are checked when they exist.
    let late = |op: &Op| match op {
        Op::ToBlock(_) | Op::BlockCopy(_) | Op::Block(..) => true,
        Op::Colocate(into, by) => infos[*into].anchor != infos[*by].anchor && !is_plain(&infos[*into]),
        Op::Partition(..) | Op::Permute(..) | Op::Coarsen(..) => false,
    };
    !calls && !chain.ops.iter().any(late)
}

/// Whether a kernel may refuse what the library does: an index that is sliced away counts as touched, even if the
/// kernel that is called only asks where the view is.
pub fn may_refuse_more(chain: &Chain) -> bool {
    let Ending::CallWhere(view) = chain.ending else { return false };
    infos(chain)[view].sliced.iter().any(Option::is_some)
}

/// Whether a view has the same element at every location as a parameter.
fn is_plain(info: &Info) -> bool {
    info.memory == Memory::Parameter(info.anchor)
        && info.steps.iter().all(|&step| step == 1)
        && info.sliced.iter().all(Option::is_none)
}
