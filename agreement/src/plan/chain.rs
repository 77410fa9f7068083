//! A chain as data: what the kernel does, for the two interpreters to do too.

/// A kernel: its parameters, a chain of views, and what happens with the last ones.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The name of the kernel is `chain_` and this number.
    pub number: usize,
    /// The rank of the universe that all tensors share.
    pub universe: usize,
    /// The stage up to which its kernels are optimised, as the attribute calls it; all of it, if none is said.
    pub stage: Option<&'static str>,
    /// The tensor parameters; they are views 0, 1, .. of the chain.
    pub tensors: Vec<Parameter>,
    /// How many scalar parameters there are.
    pub scalars: usize,
    /// Whether permutations are said by constants of the crate, which the language does not know.
    pub named: bool,
    /// How each factor and step is said, by the number that it is.
    pub factors: [Said; FACTORS],
    /// The operations, each of which makes the next view.
    pub ops: Vec<Op>,
    /// What is read and written in the end.
    pub ending: Ending,
}

impl Chain {
    /// The first view of the kernel that is called with views, if there is one: from there on nothing else is named but the first
    /// parameter, which is written.
    pub fn inner(&self) -> Option<usize> {
        let passed = self.ops.iter().position(|op| matches!(op, Op::Passed(_)));
        passed.map(|op| self.tensors.len() + op)
    }
}

/// The stages of optimisation before the last one.
pub const STAGES: [&str; 5] = ["none", "collapse", "origin", "stride", "extent"];

/// The first chain that is compiled at a stage. From there to [`STAGED_END`] each has the next one.
pub const STAGED: usize = 1 << 22;

/// What comes after those.
pub const STAGED_END: usize = 1 << 23;

/// The stage at which a chain is compiled.
pub fn stage(number: usize) -> Option<&'static str> {
    (STAGED..STAGED_END).contains(&number).then(|| STAGES[(number - STAGED) % STAGES.len()])
}

/// A tensor parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The axis of the universe that each axis runs along.
    pub axes: Vec<usize>,
    /// The extents that the shape fixes.
    pub lengths: Vec<Option<usize>>,
    /// What is passed for it.
    pub kind: Kind,
    /// Whether the kernel writes it.
    pub mutable: bool,
    /// How far apart its points mostly lie in the universe.
    pub coarse: usize,
    /// How many points of it share a location, along every axis.
    pub fine: usize,
    /// By what a refined view mostly is refined, along every axis.
    pub by: usize,
}

impl Parameter {
    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.axes.len()
    }
}

/// Factors and steps are below this one.
pub const FACTORS: usize = 10;

/// How a kernel is told a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// By a literal.
    Literal,
    /// By a constant of the crate, which the language does not know.
    Constant,
    /// By a constant that the kernel is generic over.
    Generic,
    /// By a parameter: each call has another one.
    Late,
}

/// What is passed for a tensor parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A row-major block whose axes are those of the universe.
    Heap,
    /// The same, with constant extents where the shape has them.
    Fixed,
    /// A block that is permuted or coarsened with respect to the universe, or has fewer axes.
    Placed,
    /// A run-time view of such a block.
    Viewed,
    /// The same, refined: an argument of a kernel that takes such.
    Refined,
}

impl Kind {
    /// Whether it is a view of a block.
    pub fn is_view(self) -> bool {
        matches!(self, Kind::Viewed | Kind::Refined)
    }
}

/// An integer: a constant, and perhaps a scalar parameter or an extent added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The constant.
    pub constant: i64,
    /// The number of the parameter.
    pub scalar: Option<usize>,
    /// The view whose extent is added, and along which axis.
    pub extent: Option<(usize, usize)>,
}

impl Amount {
    /// A constant.
    pub fn new(constant: i64) -> Amount {
        Amount { constant, scalar: None, extent: None }
    }

    /// The value for the scalars of a call.
    pub fn value(&self, scalars: &[i32]) -> isize {
        self.constant as isize + self.scalar.map_or(0, |scalar| scalars[scalar] as isize)
    }
}

/// One entry of a partition.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// One index: the axis is dropped.
    At(Amount),
    /// A range.
    Range {
        /// The first index; 0 when open.
        start: Option<Amount>,
        /// Where it ends.
        end: End,
        /// The distance between points.
        step: i64,
    },
}

/// The end of a range.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// That of the tensor.
    Open,
    /// As many indices after the start.
    After(i64),
    /// One past this index.
    At(Amount),
    /// This index is the last.
    Last(Amount),
}

/// An operation on views of smaller numbers.
#[derive(Clone, Debug)]
pub enum Op {
    /// `view[[..]]`.
    Partition(usize, Vec<Part>),
    /// `view.permute(..)`.
    Permute(usize, Vec<usize>),
    /// `view.coarsen(..)`.
    Coarsen(usize, Vec<i64>),
    /// `view.refine(..)`.
    Refine(usize, Vec<i64>),
    /// `view.with_boundary(..)`.
    Bounded(usize, Rule),
    /// `view.with_coarse_read(..)`.
    CoarseRead(usize, CoarseRead),
    /// `view.with_coarse_write(CoarseWrite::Broadcast)`.
    Broadcast(usize),
    /// `into[by]`.
    Colocate(usize, usize),
    /// `of.region_of(by)`.
    Region(usize, usize),
    /// `of.coverage([..], seen)`.
    Coverage(usize, Vec<Amount>, usize),
    /// `view.to_block()`.
    ToBlock(usize),
    /// `view.block_copy()`, whose elements are then written.
    BlockCopy(usize),
    /// `view.block_copy::<i16>()`, whose elements are then written.
    CopyOf(usize),
    /// `Block::zeros(..).with_origin(..)`, whose elements are then written.
    Block(Vec<i64>, Vec<Amount>),
    /// The view, as the kernel has it that it is passed to. What follows is in that kernel.
    Passed(usize),
}

/// A rule for what lies outside a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The nearest element.
    Clamp,
    /// The block, reflected at its edges.
    Mirror,
    /// The block, reflected beyond its edges.
    Reflect,
    /// The block, over and over again.
    Wrap,
    /// [`OUTSIDE`].
    Constant,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 5] = [Rule::Clamp, Rule::Mirror, Rule::Reflect, Rule::Wrap, Rule::Constant];

    /// Whether it leads to an element of the block.
    pub fn leads(self) -> bool {
        self != Rule::Constant
    }
}

/// What is read of several points that one index stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoarseRead {
    /// The first.
    First,
    /// Their mean.
    Mean,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// The value of everything outside, by a rule.
pub const OUTSIDE: i32 = 7_777;

/// The element that a kernel writes to a block of its own, at an index.
pub fn fill(op: usize, index: &[isize]) -> i32 {
    let weights = [1, 10, 100, 1000];
    let sum: isize = index.iter().zip(weights).map(|(at, weight)| at * weight).sum();
    FILL + 2000 * op as i32 + sum as i32
}

/// What of that is written to a block of small elements.
pub const SHORT: i32 = 16_383;

/// The first element that a kernel writes to a block of its own.
pub const FILL: i32 = 40_000;

/// The factor of the second of two elements that are added.
pub const SECOND: i32 = 16_384;

/// One index of a read: `factor * !iterator + offset`.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The iterator, by the axis of what is written.
    pub iterator: Option<usize>,
    /// Its factor.
    pub factor: i64,
    /// What is added.
    pub offset: Amount,
}

/// What happens at the end of a chain. Where something is written beside a view, it is parameter 0.
#[derive(Clone, Debug)]
pub enum Ending {
    /// `out[[!i, !j]] = view[[!i + d, 2 * !j]] + SECOND * other[[..]]`.
    Gather(Vec<(usize, Vec<Reading>)>),
    /// `view[[!i, !j]] += 1 + 7 * !i ..`.
    Scatter(usize),
    /// `view[[!i, !j]] = 1 + 7 * !i ..`, where the view writes all points that an index stands for.
    Spread(usize),
    /// `for [i, j] in view.indices() { view[[i + d, j]] += .. }`.
    Loop(usize, Vec<Amount>),
    /// A kernel that copies the view to `out`: its footprint is dynamic.
    CallGather(usize),
    /// A kernel that reads the view at constant indices: its footprint is a constant.
    CallCorners(usize),
    /// A kernel that writes the view.
    CallScatter(usize),
    /// A kernel that writes origin, step and extent of each axis of the view to `out`.
    CallWhere(usize),
    /// The kernel writes them itself.
    Where(usize),
    /// A kernel that calls another kernel, with the view permuted and without its first rows: to copy it to `out`.
    CallRelay(usize),
    /// A kernel that writes where the region of the first view is that the second one has.
    CallRegion(usize, usize),
    /// A kernel that reads another view where the first is: `other[view]`.
    CallColocated(usize, usize),
}

impl Ending {
    /// The view that it begins with.
    pub fn passed(&self) -> usize {
        match *self {
            Ending::Gather(ref reads) => reads[0].0,
            Ending::Scatter(view)
            | Ending::Spread(view)
            | Ending::Loop(view, _)
            | Ending::CallGather(view)
            | Ending::CallCorners(view)
            | Ending::CallScatter(view)
            | Ending::CallWhere(view)
            | Ending::CallRelay(view)
            | Ending::Where(view)
            | Ending::CallRegion(_, view)
            | Ending::CallColocated(_, view) => view,
        }
    }

    /// The views that a called kernel makes, after the views of the chain, of which the last is read.
    pub fn made(&self, views: usize, rank: usize) -> Vec<Op> {
        let open = |start| Part::Range { start, end: End::Open, step: 1 };
        let one = Amount::new(1);
        match *self {
            Ending::CallColocated(into, by) => vec![Op::Colocate(into, by)],
            Ending::CallRegion(of, by) => vec![Op::Region(of, by)],
            Ending::CallRelay(view) => {
                let order = (0..rank).map(|axis| (axis + 1) % rank).collect();
                let parts = (0..rank).map(|axis| open((axis == 0).then_some(one))).collect();
                vec![Op::Permute(view, order), Op::Partition(views, parts)]
            }
            _ => Vec::new(),
        }
    }
}

/// The constant indices that the kernel of [`Ending::CallCorners`] reads.
pub const CORNERS: [[isize; 4]; 3] = [[0, 0, 0, 0], [-1, 1, 0, 1], [2, -1, 1, 0]];

/// What a scatter adds at an index, and a spread writes.
pub fn weight(index: &[isize]) -> i32 {
    let weights = [7, 70, 700, 7000];
    1 + index.iter().zip(weights).map(|(at, weight)| at * weight).sum::<isize>() as i32
}
