//! The staged IR: what a kernel says, free of syntax and of storage.
//!
//! Tensors, views, loops and accesses are entries of tables; the Rust around them is kept as it was written, with
//! a numbered [`Hole`] wherever an entry stands. Elementwise statements stay statements and blocks stay blocks until
//! emission: nothing before `emit` assumes that a block is one dense slice or that a statement is a loop.

mod call;
pub mod condition;
pub mod index;
mod jumps;
mod lead;
mod level;
mod list;
mod schedule;
mod stage;
mod stored;
mod sum;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Span, TokenStream};
use syn::Ident;

use crate::source::Source;

pub use call::{Arg, Call};
pub use condition::Condition;
pub use index::{Across, Atom, Getter, Id, Index, Op};
pub use jumps::Jumps;
pub use lead::Lead;
pub use level::Level;
pub use list::List;
pub use schedule::Schedule;
pub use stage::Stage;
pub use stored::{
    Assembling, Case, Changes, Covered, Fold, Nothing, Operand, Part as StoredPart, Stored, Total, Walk,
};
pub use sum::{ACCUMULATORS, Sum, SumParts, first_of_block};

/// A kernel.
pub struct Kernel {
    /// The function as written, with holes in its body.
    pub function: syn::ItemFn,
    /// What the user calls it: the name of the function, unless it is a form of a kernel.
    pub name: Ident,
    /// Whether it has forms of its own for tensors with boundary rules.
    pub is_formed: bool,
    /// How the generated code names the `unite` crate.
    pub krate: syn::Path,
    /// Where the user vouches that it is.
    pub vouched: Option<Span>,
    /// Whether all loops are left to the compiler's own vectoriser.
    pub autovectorize: bool,
    /// Whether its tensors may be views of one memory: a form for calls with such.
    pub overlapping: bool,
    /// The highest level that it is compiled for.
    pub highest: Level,
    /// How far it is optimised.
    pub stage: Stage,
    /// What was asked for loops: for each of their variables.
    pub schedules: HashMap<Id, Schedule>,
    /// The word `Tensor` of each parameter that is one, as it stands in the source.
    pub words: Vec<Ident>,
    /// The parameters, in order.
    pub params: Vec<Param>,
    /// The values that elements of parameters are declared to have.
    pub declared: HashMap<Id, Declared>,
    /// Parameters that stand for several of them.
    pub refined: Vec<Refined>,
    /// Parameters that are stored tensors, and parts of them.
    pub stored: Vec<Stored>,
    /// Dense parameters that lie in the universe as they are: with those, stored tensors share it.
    pub displaced: Vec<Id>,
    /// Every tensor that is named or derived, in order of definition; tensor parameters come first.
    pub views: Vec<View>,
    /// Loop variables.
    pub vars: Vec<Var>,
    /// Immutable locals that are indices.
    pub lets: Vec<Index>,
    /// Those among them that were computed, and whether there were casts.
    pub computed: HashMap<Id, bool>,
    /// The locals among them whose names stand in indices, where nothing is left of them.
    pub mentioned: HashSet<Id>,
    /// Values known at entry.
    pub scalars: Vec<Scalar>,
    /// Values known only where they stand.
    pub values: Vec<Value>,
    /// The nesting of control flow; entry 0 is the whole body.
    pub scopes: Vec<Scope>,
    /// Scopes side by side of which exactly one runs: the sides of an `if` with `else`, the arms of a `match`.
    pub alternatives: Vec<Vec<Id>>,
    /// Reads and writes.
    pub accesses: Vec<Access>,
    /// Write statements.
    pub writes: Vec<Write>,
    /// Calls of other kernels.
    pub calls: Vec<Call>,
    /// Loops over index spaces.
    pub loops: Vec<Loop>,
    /// Loops over what is stored.
    pub walks: Vec<Walk>,
    /// Sums over dense tensors.
    pub sums: Vec<Sum>,
    /// Blocks that start with the data of another tensor, and the statements that copy it.
    pub fills: Vec<(Id, Id)>,
    /// How many elements of rows are listed, along each of their axes.
    pub lists: Vec<List>,
    /// Loops that are each one statement, so that no iteration may read what another one writes.
    pub together: Vec<Id>,
    /// Holes in the body.
    pub holes: Vec<Hole>,
    /// The first macro that the kernel does not know among its statements, if there is one: it may have bound any name anew.
    pub opaque: Option<String>,
    /// Whether a macro of a known name is given accesses: one of the user's may have items around them.
    pub closed: bool,
    /// Whether it cannot be seen which of its names come from one place: two of one spelling may be two variables.
    pub mixed: bool,
    /// Names of one spelling that are taken for two variables, as they stood in the source.
    pub apart: Vec<(Ident, Ident)>,
    /// Accesses inside closures: they happen where these are called.
    pub in_closures: HashSet<Id>,
    /// Variables of loops over ranges that something may leave before their end.
    pub left: HashSet<Id>,
    /// Variables of loops over ranges of which something may leave a pass before its end.
    pub jumping: HashSet<Id>,
    /// Variables of loops over `a..=b` that are over `a..b + 1` here.
    pub to_ends: HashSet<Id>,
    /// Variables of loops that write the results of a statement, because its right side reads what it writes: the read.
    pub kept_first: HashMap<Id, String>,
    /// Writes that `+=` stands for, and that take the larger or the smaller one instead.
    pub folds: HashMap<Id, Fold>,
}

impl Kernel {
    /// Whether a macro may hide a constant or a called kernel from accesses: both are asked whether they are the same.
    pub fn may_hide(&self) -> bool {
        self.opaque.is_some() || self.closed
    }

    /// The sum that an expression is.
    pub fn sum_of(&self, expr: &syn::Expr) -> Option<Id> {
        let (_, name) = first_of_block(expr)?;
        self.sums.iter().position(|sum| sum.total == *name)
    }

    /// What a sum is made of.
    pub fn parts_of_sum<'e>(&self, expr: &'e syn::Expr) -> Option<SumParts<'e>> {
        self.sum_of(expr).and_then(|_| SumParts::of(first_of_block(expr)?.0))
    }

    /// The type of the elements of a view.
    pub fn element_type(&self, view: Id) -> Option<&syn::Type> {
        match &self.views[view].def {
            Def::Param { elem, .. } | Def::Block { elem, .. } | Def::Copy { elem: Some(elem), .. } => {
                Some(elem)
            }
            Def::Copy { of, elem: None } => self.element_type(*of),
            def => self.element_type(def.shows()?),
        }
    }

    /// The bodies of loops that stand in tables, and not in the function.
    pub fn bodies(&self) -> impl Iterator<Item = &syn::Block> {
        let loops = self.loops.iter().map(|l| &l.body);
        loops.chain(self.walks.iter().map(|walk| &walk.body))
    }
}

impl Hole {
    /// Whether an expression of the user's stands in it, which may be a whole statement.
    pub fn is_expression(&self) -> bool {
        matches!(
            self,
            Hole::Read(_)
                | Hole::Write(_)
                | Hole::Through(..)
                | Hole::Call(_)
                | Hole::Loop(_)
                | Hole::Walk(_)
        )
    }
}

/// A parameter of the kernel.
pub enum Param {
    /// A tensor: the view that stands for it.
    Tensor(Id),
    /// Anything else: name (if it is a plain one) and type.
    Scalar(Option<Ident>, Box<syn::FnArg>),
}

/// The values that the elements of a tensor are declared to have.
pub struct Declared {
    /// What the user calls the tensor.
    pub tensor: String,
    /// The least and the greatest one.
    pub ends: [syn::Expr; 2],
    /// Whether they may stand in a constant of the kernel: they name no generic.
    pub global: bool,
    /// Their numbers, if they are literals.
    pub known: Option<[i64; 2]>,
}

/// A parameter that callers pass as one, and that the kernel has as several: two tensors, and six numbers for each axis.
pub struct Refined {
    /// The number of the first of these parameters.
    pub position: usize,
    /// The one that says where it is.
    pub place: Id,
    /// The one that has the elements.
    pub elements: Id,
    /// What the numbers are called that say where it is.
    pub at: Vec<[Ident; 3]>,
    /// What those are called that say which points show which elements.
    pub floors: Vec<[Ident; 3]>,
    /// Whether it is borrowed mutably.
    pub mutable: bool,
}

impl Refined {
    /// One past the number of the last of these parameters.
    pub fn end(&self) -> usize {
        self.position + 2 + 3 * (self.at.len() + self.floors.len())
    }
}

/// A tensor with a name in the kernel or a place in one of its expressions.
pub struct View {
    /// The user's name, or one made from the expression.
    pub name: Ident,
    /// What messages call it: the name, or the expression.
    pub shown: String,
    /// Where it stands in the source.
    pub span: Source,
    /// What it is.
    pub def: Def,
    /// The number of axes.
    pub rank: usize,
    /// Whether a `let` or a parameter defines it; otherwise it stands inside an expression.
    pub named: bool,
    /// Where in the body it is defined.
    pub scope: Id,
    /// How many views, values and scopes had been seen before it.
    pub order: usize,
}

/// What a tensor is.
pub enum Def {
    /// A parameter.
    Param {
        /// The element type.
        elem: Box<syn::Type>,
        /// The extents that the shape fixes.
        extents: Vec<Option<Index>>,
        /// The array lengths as written, outermost first.
        lengths: Vec<Option<syn::Expr>>,
        /// Whether it is borrowed mutably.
        mutable: bool,
    },
    /// A local block.
    Block {
        /// The element type.
        elem: Box<syn::Type>,
        /// The extent of each axis.
        extents: Vec<Index>,
        /// Whether memory comes from the heap.
        heap: bool,
        /// The location of index 0 in the root.
        origin: Vec<Index>,
    },
    /// A block at the location of another tensor.
    Copy {
        /// The tensor that was copied.
        of: Id,
        /// The element type, if it is another one.
        elem: Option<Box<syn::Type>>,
    },
    /// A view on part of a tensor, one entry for each of its axes.
    Partition(Id, Vec<Part>),
    /// A parameter that may be refined, by two parameters: where it is, and its elements.
    Repeated {
        /// Something of its extents. Nothing is read from it.
        place: Id,
        /// For each axis `[a, b, d]`: index `i` is where index `floor((a * i + b) / d)` of that is.
        at: Vec<[Index; 3]>,
        /// The elements.
        elements: Id,
        /// For each axis `[a, b, d]`: index `i` shows element `floor((a * i + b) / d)`.
        floors: Vec<[Index; 3]>,
    },
    /// The axes of a tensor in another order.
    Permute(Id, Vec<usize>),
    /// Every `n`-th point of a tensor along each axis.
    Coarsen(Id, Vec<Index>),
    /// Each point of a tensor becomes `n` points along each axis.
    Refine(Id, Vec<Index>),
    /// A tensor, with a rule for what lies outside its block.
    Bounded(Id, Boundary),
    /// A tensor, with a policy for points that stand for several.
    Coarse(Id, Policy),
    /// Where the second is, in the first.
    Colocate(Id, Id),
    /// The part of the first that has all its points at locations of the second.
    Region(Id, Id),
    /// All points of a tensor at the location that an index of it has in another tensor.
    Coverage(Id, Vec<Index>, Id),
}

impl Def {
    /// The tensor whose elements a view shows; none for what has elements of its own.
    pub fn shows(&self) -> Option<Id> {
        match self {
            Def::Param { .. } | Def::Block { .. } | Def::Copy { .. } => None,
            Def::Repeated { elements: of, .. }
            | Def::Partition(of, _)
            | Def::Permute(of, _)
            | Def::Coarsen(of, _)
            | Def::Refine(of, _)
            | Def::Bounded(of, _)
            | Def::Coarse(of, _)
            | Def::Colocate(of, _)
            | Def::Region(of, _)
            | Def::Coverage(of, ..) => Some(*of),
        }
    }
}

/// What a read finds where there is no block.
pub enum Boundary {
    /// Nothing: it is not allowed.
    Error,
    /// An element of the block.
    Leads(Lead),
    /// The value of an expression, with holes.
    Constant(Box<syn::Expr>),
}

/// What an access to one point means that stands for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// A read takes one number made of them.
    Read(CoarseRead),
    /// A write hits all of them, or only the first one.
    Broadcast(bool),
}

/// What is read of several points.
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

/// One entry of a partition.
pub enum Part {
    /// One index: the axis is dropped.
    At(Index),
    /// A range with a step.
    Range {
        /// First index; 0 when left open.
        start: Index,
        /// One past the last index; the extent when left open.
        end: Option<Index>,
        /// Distance between points.
        step: Index,
    },
}

/// The variable of a loop.
pub struct Var {
    /// The user's name, or [`UNNAMED`].
    pub name: Ident,
    /// The first value.
    pub start: Index,
    /// One past the last value.
    pub end: Index,
    /// Whether the macro made the loop, so that the variable is an `isize`; otherwise it has the type that Rust
    /// gave it.
    pub staged: bool,
    /// Whether the loop leaves values out, so that the bounds say less than the loop does.
    pub has_gaps: bool,
    /// How far its values are apart, if that is one constant.
    pub step: Option<i64>,
    /// The scope of the loop.
    pub scope: Id,
    /// The range, if its bounds were computed.
    pub computed: Option<ComputedRange>,
    /// The first value and one past the last one of a range whose bounds are names: before steps are left out.
    pub named: Option<(Index, Index)>,
}

/// What the index of a loop over `_` is called: no name that the user may give.
pub const UNNAMED: &str = "unite_unnamed";

impl Var {
    /// Its name in words to the user.
    pub fn shown(&self) -> String {
        if self.name == UNNAMED { "_".into() } else { self.name.to_string() }
    }
}

/// A range whose bounds were computed: Rust's arithmetic on them may have wrapped around.
pub struct ComputedRange {
    /// As written, with holes.
    pub range: syn::ExprRange,
    /// The first value.
    pub start: Index,
    /// One past the last value.
    pub end: Index,
}

/// A value that is known when the kernel is entered.
pub struct Scalar {
    /// The expression.
    pub tokens: TokenStream,
    /// The parameter it is, unless it is a constant.
    pub param: Option<Ident>,
    /// The least and the greatest value, if the kernel declares them.
    pub range: Option<[syn::Expr; 2]>,
    /// Whether it may stand in a constant of the kernel: it names no parameter and no generic.
    pub global: bool,
}

impl Scalar {
    /// Whether it is made of what the kernel is generic over, which only rustc knows.
    pub fn is_generic(&self) -> bool {
        self.param.is_none() && !self.global
    }
}

/// A value that is known only where it stands.
pub struct Value {
    /// The expression, with holes.
    pub tokens: syn::Expr,
    /// The scope in which it is known.
    pub scope: Id,
    /// How many views, values and scopes had been seen before it.
    pub order: usize,
    /// The local variable that it is, if it is one.
    pub name: Option<Ident>,
    /// Whether it is kept from where it stands, so that later scopes know it too: the value of a variable, or part of
    /// the definition of a tensor.
    pub kept: bool,
}

/// A stretch of control flow.
pub struct Scope {
    /// The scope around it.
    pub parent: Option<Id>,
    /// What it is.
    pub kind: ScopeKind,
    /// How many views, values and scopes had been seen before it.
    pub order: usize,
    /// Whether its condition has to be checked where it begins, because Rust's arithmetic may have wrapped around.
    pub doubtful: bool,
}

/// Kinds of control flow.
pub enum ScopeKind {
    /// The body of the kernel.
    Kernel,
    /// A loop over variables; checks of what it touches go before it.
    Loop(Vec<Id>),
    /// A block that runs if a condition holds; checks go to its beginning.
    Branch(Condition),
}

/// A read or a write of elements.
pub struct Access {
    /// The tensor.
    pub view: Id,
    /// The index along each of its axes.
    pub at: Vec<Index>,
    /// Where it stands.
    pub scope: Id,
    /// The source expression.
    pub source: String,
    /// Where in the source.
    pub span: Source,
    /// Where each index expression.
    pub spans: Vec<Source>,
    /// Whether it writes.
    pub writes: bool,
}

/// A write statement; elementwise if it has iterators.
pub struct Write {
    /// What is written.
    pub target: Id,
    /// `None` for `=`, the operator for `+=` and the like.
    pub op: Option<TokenStream>,
    /// The right side, with holes.
    pub value: syn::Expr,
    /// The loop variables of an elementwise statement, with the axis of the target each runs along.
    pub iterators: Vec<(Id, usize)>,
    /// The scope of the loops of an elementwise statement.
    pub scope: Id,
}

/// A loop over an index space.
pub struct Loop {
    /// Where jumps out of the body go.
    pub jumps: Jumps,
    /// The tensor whose memory orders the loop.
    pub over: Id,
    /// The variables, one for each axis.
    pub vars: Vec<Id>,
    /// What runs for each point, with holes.
    pub body: syn::Block,
    /// A constant order of the points, if one was asked for: the counter, if named, and the points.
    pub traversal: Option<Traversal>,
}

/// A constant order of the points of a tensor.
pub struct Traversal {
    /// The variable that counts points.
    pub counter: Option<Id>,
    /// The points.
    pub points: Vec<Vec<i64>>,
}

/// What stands in a hole of the body.
pub enum Hole {
    /// A read.
    Read(Id),
    /// A write statement.
    Write(Id),
    /// A write statement whose right side reads what it writes: the block that keeps the results, and the statement that
    /// writes them.
    Through(Id, Id),
    /// A call of another kernel.
    Call(Id),
    /// A loop over an index space.
    Loop(Id),
    /// A loop over what is stored.
    Walk(Id),
    /// A loop variable, in arithmetic.
    Var(Id),
    /// A parameter of a tensor, in arithmetic.
    Get(Id, Index),
    /// A number that a part of a stored tensor is told by, in arithmetic.
    Number(Index),
    /// The definition of a part of a stored tensor: what its indices are made of is kept.
    Part(Id),
    /// The definition of a tensor: nothing is left of a view, memory of a block.
    Define(Id),
    /// Where the checks of a scope stand.
    Checks(Id),
    /// A range whose bounds were computed.
    Range(Id),
    /// Where constants have to be what they are outside of the kernel.
    Same,
    /// Where the variable of a range is made an index.
    Snapshot(Id),
    /// Where the value of a local variable is kept.
    Keep(Id),
    /// Before the `let` of an index: the compiler must not call it unused if it stands in indices.
    Mentioned(Id),
    /// The same for an index that a pattern names.
    MentionedPattern(Id, Ident),
}
