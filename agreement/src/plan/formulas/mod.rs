//! Random formulas: what one element of a plane becomes, from elements of others.
//!
//! A formula is a tree of numbers. It is drawn with the range of each of its values, so that none leaves an `i32`; it is written
//! as a kernel, in one of several forms; and it is computed element by element, by definition.

mod draw;
mod ground;
mod range;
mod text;
pub mod values;

pub use draw::formula;
pub use ground::Ground;
pub use range::Range;
pub use text::kernel;

/// The type of elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Elem {
    /// 8 bits without a sign.
    U8,
    /// 8 bits.
    I8,
    /// 16 bits without a sign.
    U16,
    /// 16 bits.
    I16,
    /// 32 bits.
    I32,
    /// Numbers with a fraction, of which none has one.
    F32,
}

impl Elem {
    /// Its name in Rust.
    pub fn name(self) -> &'static str {
        ["u8", "i8", "u16", "i16", "i32", "f32"][self as usize]
    }

    /// What it can hold. Of 32 bits tests use some: formulas would leave an `i32` otherwise.
    pub fn range(self) -> Range {
        let [least, greatest] = match self {
            Elem::U8 => [0, 255],
            Elem::I8 => [-128, 127],
            Elem::U16 => [0, 65_535],
            Elem::I16 => [-32_768, 32_767],
            Elem::I32 | Elem::F32 => [-3000, 3000],
        };
        Range { least, greatest }
    }
}

/// What an index outside of a plane reads.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// The nearest element.
    Clamp,
    /// Mirrored at the first and the last element.
    Mirror,
    /// Mirrored before the first and after the last element.
    Reflect,
    /// The plane again, from the other side on.
    Wrap,
    /// A number.
    Constant(i64),
}

/// How a formula sees a plane that it reads. There are `[h, w]` points of what is written.
#[derive(Clone, Copy, Debug)]
pub enum Seen {
    /// From `MARGIN` on, so that there are neighbours.
    Inside,
    /// The same, by columns.
    Turned,
    /// The same, every second element.
    Stepped,
    /// The same, and each element stands for so many by so many points.
    Refined(i64),
    /// All of it, and a rule for what is outside.
    Ruled(Rule),
    /// Means of two by two.
    Means,
    /// As `Inside`, one of so many channels that lie side by side.
    Channel(usize, usize),
    /// All of so many channels: as `Inside`, or with a rule for what is outside.
    Pixels(usize, Option<Rule>),
}

/// How many elements lie before the first one of a view with neighbours.
pub const MARGIN: i64 = 3;

/// A plane that is read.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Its elements.
    pub elem: Elem,
    /// How it is seen.
    pub seen: Seen,
}

impl Source {
    /// How many numbers an element has.
    pub fn channels(&self) -> usize {
        if let Seen::Channel(count, _) | Seen::Pixels(count, _) = self.seen { count } else { 1 }
    }

    /// How many indices its view has along an axis, if the index of a sum can stand there.
    pub fn count(&self, extent: usize) -> i64 {
        let margin = if matches!(self.seen, Seen::Inside | Seen::Turned) { MARGIN } else { 0 };
        extent as i64 + margin
    }

    /// Its extents in numbers, where `[h, w]` elements are written.
    pub fn extents(&self, [h, w]: [usize; 2]) -> [usize; 2] {
        let margins = 2 * MARGIN as usize;
        match self.seen {
            Seen::Inside => [h + margins, w + margins],
            Seen::Turned => [w + margins, h + margins],
            Seen::Stepped => [2 * h + margins, 2 * w + margins],
            Seen::Refined(by) => [h / by as usize + margins, w / by as usize + margins],
            Seen::Ruled(_) => [h, w],
            Seen::Means => [2 * h, 2 * w],
            Seen::Channel(count, _) | Seen::Pixels(count, None) => [h + margins, count * (w + margins)],
            Seen::Pixels(count, Some(_)) => [h, count * w],
        }
    }
}

/// An index on one axis of a view.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// That of the element that is written, and so much.
    Near(i64),
    /// From the end: `h - 1 - y`.
    Back,
    /// That, divided by so much.
    Part(i64),
    /// The same for all.
    Fixed(i64),
    /// `y + k` and so much, with the index `k` of the loop around.
    Summed(i64),
    /// The index `n` of the sum around.
    Counted,
}

/// An index on one axis, which may be data.
#[derive(Clone, Debug)]
pub enum Place {
    /// It is not.
    At(At),
    /// That, and so many times a value.
    Data(At, i64, Box<Tree>),
    /// A value, but not less than 0, and not more than the last index.
    Held(Box<Tree>),
}

/// Which channel of an element.
#[derive(Clone, Copy, Debug)]
pub enum Channel {
    /// That which is written, and so much.
    Near(i64),
    /// So much less that which is written.
    Back(i64),
    /// The same for all.
    Fixed(i64),
}

/// What is computed of two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Binary {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// Bits of both.
    And,
    /// Bits of either.
    Or,
    /// Bits of one.
    Xor,
    /// The sum, of 16 bits that wrap around.
    WrappingAdd,
    /// The difference, of 16 bits that wrap around.
    WrappingSub,
    /// Whether the first is less: 1 or 0.
    Less,
    /// Divided by the second, towards zero.
    Quotient,
    /// What is left of that.
    Remainder,
}

/// What is computed of one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unary {
    /// Its size.
    Abs,
    /// Its negative.
    Neg,
    /// Divided by a power of two, downwards.
    Shr(i64),
    /// Multiplied with a power of two.
    Shl(i64),
    /// Divided, towards zero.
    Div(i64),
    /// What is left of that.
    Rem(i64),
    /// Some bits.
    Mask(i64),
    /// Its last bits, as a number of a type.
    As(Elem),
    /// The nearest number from the first to the last.
    Clamp(i64, i64),
    /// -1, 0 or 1.
    Signum,
    /// Half of it, towards zero, by way of a number with a fraction.
    Halved,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `!=`
    Different,
    /// `>`
    Greater,
}

/// A formula.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A number.
    Number(i64),
    /// The scalar argument.
    Scalar,
    /// Some bits of an index of what is written.
    Index(usize, i64),
    /// An element of a source, or a channel of it.
    Read(usize, [Place; 2], Option<Channel>),
    /// An element of a source that has a rule, without the rule: it is there.
    Plain(usize, [Place; 2]),
    /// How many elements are written along an axis.
    Extent(usize),
    /// An element of what is written, which may have been written before.
    Own([Place; 2]),
    /// An element of the block of the first stage, or a channel of it.
    Local([Place; 2], Option<Channel>),
    /// The value of a line before.
    Line(usize),
    /// The index of the loop of a line around.
    Pass,
    /// Of one number.
    Unary(Unary, Box<Tree>),
    /// Of two.
    Binary(Binary, Box<[Tree; 2]>),
    /// `if b != 0 { a / b } else { c }`.
    Guarded(Box<[Tree; 3]>),
    /// `if a < b { c } else { d }`.
    Choice(Comparison, Box<[Tree; 4]>),
    /// `match a & 3 { 0 => b, 1 => c, _ => d }`.
    Match(Box<[Tree; 4]>),
    /// `sum(|n| a)`, for each index of the view of a source along an axis.
    Total(Word, usize, usize, Box<Tree>),
}

/// What becomes of the terms of a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word {
    /// Their sum.
    Sum,
    /// The greatest.
    Max,
    /// The least.
    Min,
}

/// A line before the last one.
#[derive(Clone, Debug)]
pub enum Line {
    /// `let v = a;`
    Value(Tree),
    /// `let mut v = a; if b < c { v = d; }`
    Assigned(Comparison, Box<[Tree; 4]>),
    /// `let mut v = a; for k in .. { v += b; }`, or what else becomes of it in each pass.
    Passes(Times, Carried, Box<[Tree; 2]>),
    /// `if b < c { continue; }`: the point is left as it is.
    Left(Comparison, Box<[Tree; 2]>),
}

/// How often a loop of a line runs.
#[derive(Clone, Copy, Debug)]
pub enum Times {
    /// `0..n`
    Constant(i64),
    /// `0..(s & n)`, of the scalar argument.
    UpTo(i64),
    /// The same from the last one on.
    DownFrom(i64),
    /// `-(s & n)..=(s & n)`
    Around(i64),
}

impl Times {
    /// How often at most.
    pub fn most(self) -> i64 {
        match self {
            Times::Constant(times) | Times::UpTo(times) | Times::DownFrom(times) => times,
            Times::Around(reach) => 2 * reach + 1,
        }
    }
}

/// What becomes of a variable in each pass.
#[derive(Clone, Copy, Debug)]
pub enum Carried {
    /// `v += b`
    Sum,
    /// `v -= b`
    Difference,
    /// `v = v.max(b)`
    Greatest,
    /// `v = v.min(b)`
    Least,
    /// `if v < b { v = b + k }`, or what else is compared.
    Chosen(Comparison),
    /// `v = (3 * v + b) & 1023`, which depends on the order.
    Mixed,
    /// `if v < b { break; }`, or what else is compared, and then the same.
    Until(Comparison),
    /// A number of another type that begins with so much, and is added to the variable after the last pass.
    Typed(Width, i64),
}

/// A type of which something is carried from pass to pass.
#[derive(Clone, Copy, Debug)]
pub enum Width {
    /// One of elements, `w = w.wrapping_add(b as u8)`, of which all is added.
    Narrow(Elem),
    /// `u32`, `w = w.max(b as u32)`, of which the highest byte is added.
    Unsigned,
    /// `i64`, `w += i64::from(b) * 5`, of which the last digits are added.
    Long,
}

/// What is computed first, into a block of the kernel's own that has `AROUND` elements more on each side.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The elements of the block.
    pub elem: Elem,
    /// How many channels they have, if loops run over these.
    pub channels: Option<i64>,
    /// What is read outside of the block, which is read from its first element on then.
    pub rule: Option<Rule>,
    /// What they are, by the indices of the block.
    pub value: Tree,
}

/// How many elements the block of the first stage has before that of the first point.
pub const AROUND: i64 = 2;

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// An elementwise statement.
    Elementwise,
    /// A loop over the indices of what is written.
    Indices,
    /// Loops over ranges, row by row.
    Rows,
    /// Loops over ranges, column by column.
    Columns,
    /// A loop over the indices of pixels, and their channels.
    Pixels,
    /// Loops over ranges, and one over channels inside of them.
    Channels,
}

impl Form {
    /// Whether loops run over channels.
    pub fn is_of_channels(self) -> bool {
        matches!(self, Form::Pixels | Form::Channels)
    }
}

/// What is passed on to a kernel for any constant extents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passed {
    /// All of it.
    Whole,
    /// A part that is all of it, with the same extents.
    Part,
}

/// All of it.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Its number.
    pub number: usize,
    /// How it is written.
    pub form: Form,
    /// The extents of what is written, if they are constants.
    pub extents: Option<[usize; 2]>,
    /// What is written; nothing if the kernel gives the sum of all.
    pub target: Option<Elem>,
    /// Whether the tensor that is written is the view's by columns.
    pub is_turned: bool,
    /// Whether it is a kernel for any constant extents, which one for these calls with what it has, or a part of that.
    pub generic: Option<Passed>,
    /// What is read of what is written outside of that, if it is read.
    pub own: Option<Rule>,
    /// What is read.
    pub sources: Vec<Source>,
    /// The range that the scalar argument is declared to have, or has.
    pub scalar: Range,
    /// Whether it is declared.
    pub is_declared: bool,
    /// What is computed before, for constant extents only.
    pub stage: Option<Stage>,
    /// Where lines are computed and something is written, if not everywhere.
    pub ground: Option<Ground>,
    /// The lines before the last ones.
    pub lines: Vec<Line>,
    /// What is written, a number for each channel, or added up. Where loops run over channels, all are the same.
    pub values: Vec<Tree>,
}
