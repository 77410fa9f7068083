//! Random statements over stored tensors: operands in any format and parts of them, dense factors, sums, and dense or stored targets.

mod draw;
pub mod formats;
mod text;
pub mod values;

pub use draw::statement;
pub use formats::Format;
pub use text::{kernel, runner};

/// The type of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elem {
    /// `f64`, which has whole numbers only.
    F64,
    /// `i32`
    I32,
    /// `u8`
    U8,
}

/// An operator on two terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, by what is not stored, and not zero.
    Div,
    /// `%`, by the same.
    Rem,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `a.min(b)`
    Min,
    /// `a.max(b)`
    Max,
    /// `f64::max(a, b)`, a function that nothing is known of.
    Larger,
    /// `a > b`
    Greater,
    /// `a != b`
    Unequal,
    /// `a > b && c != d`
    Both,
}

/// What is computed.
#[derive(Clone, Debug)]
pub enum Term {
    /// An element of a stored operand.
    Stored(usize),
    /// One of a dense factor.
    Dense(usize),
    /// A number, and not zero.
    Number(i64),
    /// `-a`
    Neg(Box<Term>),
    /// `a.abs()`
    Abs(Box<Term>),
    /// `!(a > b)`
    Not(Box<Term>),
    /// `a.clamp(-3, 5)`
    Clamp(Box<Term>, i64, i64),
    /// `if a > 1 { b } else { 0 }`
    Where(Box<Term>, Box<Term>),
    /// Two terms.
    Of(Binary, Box<Term>, Box<Term>),
}

/// A stored tensor on the right side.
#[derive(Clone, Debug)]
pub struct Operand {
    /// By axis, the iterator that runs along it.
    pub at: Vec<usize>,
    /// How it is stored.
    pub format: Format,
    /// Whether it is a part of a block.
    pub is_part: bool,
    /// If so, who takes it.
    pub taken: Taken,
    /// How it comes about.
    pub made: Made,
    /// Whether it is passed as a tensor over the arrays of a block, and not as the block.
    pub is_lent: bool,
}

/// How a stored tensor comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Of entries, in any order.
    Entries,
    /// In another format first.
    Converted,
    /// As what is selected of one that has other axes: single indices and intervals of it, and new axes.
    Selected,
    /// By putting elements into a list, and into views of that.
    Listed,
    /// Of indices of a larger one, gathered in any order.
    Gathered,
}

/// Where a part is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// By the program, which passes it.
    Outside,
    /// By the kernel, `let a0 = a0[[first..first + extent, ..]]`.
    Inside,
    /// By its indices, `a0[[!i + first, ..]]`.
    Displaced,
    /// By the kernel, every second index.
    Stepped,
}

/// What is written.
#[derive(Clone, Debug)]
pub enum Target {
    /// The kernel's answer.
    Number,
    /// A dense tensor, with the iterators along its axes; whether it is the part of a frame where the first operand is.
    Dense(Vec<usize>, bool),
    /// A stored one, in a format.
    Stored(Vec<usize>, Format),
}

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Sub,
}

/// How terms become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// `sum(|j| ..)`
    Sum,
    /// `count(|j| .. != ..)`
    Count,
    /// `any(|j| .. > ..)`
    Any,
    /// `all(|j| !(.. > ..))`
    All,
    /// `product(|j| ..)`, over what is one where nothing is stored.
    Product,
    /// `max(|j| ..)`, over what is the least value where nothing is stored.
    Max,
    /// `min(|j| ..)`, over what is the largest.
    Min,
}

/// What is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// 0
    Zero,
    /// 1
    One,
    /// The largest number.
    Most,
    /// The least one.
    Least,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its number.
    pub number: usize,
    /// The type of the elements of operands and factors.
    pub elem: Elem,
    /// The stored operands.
    pub operands: Vec<Operand>,
    /// The dense factors: by axis, the iterator along it.
    pub factors: Vec<Vec<usize>>,
    /// What is computed.
    pub term: Term,
    /// How its values become one.
    pub fold: Fold,
    /// What is written.
    pub target: Target,
    /// How.
    pub way: Way,
    /// Whether what is on the right only is declared by `sum(|..| ..)`; otherwise by `+=`.
    pub is_sum: bool,
    /// The fill of the one operand whose stored elements a loop copies into the target. `None`: a statement, whose fills are zero.
    pub copied: Option<Fill>,
    /// Whether it does so at each index of the target, where it looks up what there is.
    pub looks_up: bool,
    /// Whether another kernel has the statement, if it may.
    pub passes: bool,
    /// If the target is the one operand, whose elements are changed where they are: how.
    pub changed: Option<Changed>,
}

/// How elements of a stored tensor are changed where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// By a statement over all of it, `t[[!i, !j]] = -t[[!i, !j]]`.
    Statement,
    /// By one with an operator, `t[[!i, !j]] *= x[[!i]]`.
    Operator,
    /// In a loop over what is stored.
    Loop,
    /// By look-ups of all indices: what is not stored is put in.
    LookedUp,
}

/// The names of iterators.
pub const NAMES: [&str; 3] = ["i", "j", "k"];

impl Statement {
    /// The iterators of the target.
    pub fn free(&self) -> &[usize] {
        match &self.target {
            Target::Number => &[],
            Target::Dense(at, _) | Target::Stored(at, _) => at,
        }
    }

    /// Those that operands have besides.
    pub fn reduced(&self) -> Vec<usize> {
        let is_used = |name: &usize| self.operands.iter().any(|operand| operand.at.contains(name));
        (0..NAMES.len()).filter(|name| !self.free().contains(name)).filter(is_used).collect()
    }

    /// Whether the sum has several accumulators: those that can, over the innermost axes of one operand.
    pub fn has_accumulators(&self) -> bool {
        let [operand] = &self.operands[..] else { return false };
        let free = self.free();
        let mut outer = operand.at.iter().take(free.len());
        let is_innermost = outer.all(|name| free.contains(name)) && !self.reduced().is_empty();
        let is_dense = matches!(self.target, Target::Dense(..));
        let is_one = self.is_sum && self.copied.is_none() && self.changed.is_none() && self.way != Way::Sub;
        is_one && is_innermost && is_dense
    }

    /// What is not stored of the operands.
    pub fn fill(&self) -> Fill {
        match (self.copied, self.fold) {
            (Some(fill), _) => fill,
            (None, Fold::Max) => Fill::Least,
            (None, Fold::Min) => Fill::Most,
            (None, Fold::Product) => Fill::One,
            (None, _) => Fill::Zero,
        }
    }

    /// What is not stored of the target, if that is stored.
    pub fn written_fill(&self) -> Fill {
        if self.fold == Fold::All { Fill::One } else { self.fill() }
    }

    /// Whether an operand is a part that is read at indices with a displacement. These go as far as the target does.
    pub fn is_displaced(&self, operand: &Operand) -> bool {
        let is_free = operand.at.iter().all(|name| self.free().contains(name));
        operand.is_part && operand.taken == Taken::Displaced && is_free && self.copied.is_none()
    }

    /// Whether an operand is passed as a whole, with numbers that say which part of it is meant.
    pub fn is_cut_inside(&self, operand: &Operand) -> bool {
        operand.is_part && operand.taken != Taken::Outside
    }

    /// The distance of neighbours of an operand. A target that lies where it is wants one without.
    pub fn step(&self, number: usize) -> usize {
        let operand = &self.operands[number];
        let is_place = number == 0 && matches!(self.target, Target::Dense(_, true));
        if operand.is_part && operand.taken == Taken::Stepped && !is_place { 2 } else { 1 }
    }

    /// Whether the kernel does nothing but take the parts, and passes them on to another one, which has the statement.
    pub fn is_passed_on(&self) -> bool {
        // Where nothing is stored there is zero in kernels that are called.
        let is_upright = (0..self.operands.len())
            .all(|number| self.step(number) == 1 && !self.is_displaced(&self.operands[number]));
        let is_zero = self.fill() == Fill::Zero && self.written_fill() == Fill::Zero;
        self.passes && is_upright && self.copied.is_none() && is_zero && !self.is_inserted()
    }

    /// Whether operands are walked side by side, or elements are appended.
    pub fn is_merged(&self) -> bool {
        self.copied.is_none()
            && self.changed.is_none()
            && (self.operands.len() > 1 || matches!(self.target, Target::Stored(..)))
    }

    /// The type of what is written.
    pub fn written(&self) -> &'static str {
        match self.elem {
            elem if self.changed.is_some() => elem.name(),
            _ if self.fold == Fold::Count => "i32",
            _ if matches!(self.fold, Fold::Any | Fold::All) => "bool",
            Elem::F64 => "f64",
            Elem::U8 if self.copied.is_some() => "u8",
            Elem::U8 if self.reduced().is_empty() && self.is_masked() => "u8",
            Elem::I32 | Elem::U8 => "i32",
        }
    }

    /// Whether the value is cut to six bits.
    fn is_masked(&self) -> bool {
        matches!(&self.term, Term::Of(Binary::And, _, mask) if matches!(**mask, Term::Number(63)))
    }
}

impl Elem {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Elem::F64 => "f64",
            Elem::I32 => "i32",
            Elem::U8 => "u8",
        }
    }
}

impl Fill {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Fill::Zero => "Zero",
            Fill::One => "One",
            Fill::Most => "Most",
            Fill::Least => "Least",
        }
    }
}
