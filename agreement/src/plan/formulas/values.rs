//! What a formula is worth, by definition.

use super::{
    AROUND, At, Binary, Comparison, Elem, Formula, Line, MARGIN, Place, Rule, Seen, Source, Tree, Unary, Word,
};

/// What a source has at an index of the view of it; `read` is its element at an index of the plane.
pub fn entry(source: &Source, extents: [usize; 2], at: [i64; 2], read: &dyn Fn([i64; 2]) -> i64) -> i64 {
    let [y, x] = at;
    match source.seen {
        Seen::Inside => read([y + MARGIN, x + MARGIN]),
        Seen::Channel(count, channel) => read([y + MARGIN, (x + MARGIN) * count as i64 + channel as i64]),
        Seen::Turned => read([x + MARGIN, y + MARGIN]),
        Seen::Stepped => read([2 * y + MARGIN, 2 * x + MARGIN]),
        Seen::Refined(by) => read([y.div_euclid(by) + MARGIN, x.div_euclid(by) + MARGIN]),
        Seen::Means => {
            let four = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[i, j]| read([2 * y + i, 2 * x + j]));
            (four.iter().sum::<i64>() + 2).div_euclid(4)
        }
        Seen::Ruled(rule) => {
            let last = extents.map(|extent| extent as i64 - 1);
            let is_inside = (0..2).all(|axis| (0..=last[axis]).contains(&at[axis]));
            match rule {
                Rule::Constant(number) if !is_inside => number,
                Rule::Mirror => read([0, 1].map(|axis| {
                    // There and back again.
                    let index = at[axis].rem_euclid((2 * last[axis]).max(1));
                    index.min(2 * last[axis] - index)
                })),
                // One period is the plane, and the plane the other way round.
                Rule::Reflect => read([0, 1].map(|axis| {
                    let (there, length) = (at[axis], last[axis] + 1);
                    let (round, index) = (there.div_euclid(length), there.rem_euclid(length));
                    if round.rem_euclid(2) == 0 { index } else { last[axis] - index }
                })),
                Rule::Wrap => read([0, 1].map(|axis| at[axis].rem_euclid(last[axis] + 1))),
                Rule::Clamp | Rule::Constant(_) => read([0, 1].map(|axis| at[axis].clamp(0, last[axis]))),
            }
        }
    }
}

/// The block of the first stage, row by row; `read` is what a source has at an index of its view.
pub fn stage(
    formula: &Formula,
    extents: [usize; 2],
    scalar: i64,
    read: &dyn Fn(usize, [i64; 2]) -> i64,
) -> Vec<i64> {
    let Some(stage) = &formula.stage else { return Vec::new() };
    let [h, w] = extents.map(|extent| extent as i64 + 2 * AROUND);
    let places = (0..h).flat_map(|y| (0..w).map(move |x| [y, x]));
    let local = Vec::new();
    let value = |at| {
        Point {
            extents,
            at,
            scalar,
            read,
            local: &local,
            lines: Vec::new(),
            k: 0,
            n: 0,
            sources: &formula.sources,
        }
        .value(&stage.value)
    };
    places.map(value).collect()
}

/// What the channels of an element become, or what is added; `local` is the block of the first stage.
pub fn element(
    formula: &Formula,
    extents: [usize; 2],
    at: [i64; 2],
    scalar: i64,
    read: &dyn Fn(usize, [i64; 2]) -> i64,
    local: &[i64],
) -> Vec<i64> {
    let mut place =
        Point { extents, at, scalar, read, local, lines: Vec::new(), k: 0, n: 0, sources: &formula.sources };
    for line in &formula.lines {
        let value = match line {
            Line::Value(tree) => place.value(tree),
            Line::Assigned(comparison, trees) => {
                let [first, a, b, then] = &**trees;
                let first = place.value(first);
                // What is assigned may read what the line was before.
                place.lines.push(first);
                let holds = comparison.holds(place.value(a), place.value(b));
                let value = if holds { place.value(then) } else { first };
                place.lines.pop();
                value
            }
            Line::Sum(times, trees) => {
                let [first, term] = &**trees;
                let first = place.value(first);
                let terms = (0..*times).map(|k| {
                    place.k = k;
                    place.value(term)
                });
                first + terms.sum::<i64>()
            }
        };
        place.lines.push(value);
    }
    formula.values.iter().map(|value| place.value(value)).collect()
}

/// Where a formula is computed.
struct Point<'a> {
    extents: [usize; 2],
    at: [i64; 2],
    scalar: i64,
    read: &'a dyn Fn(usize, [i64; 2]) -> i64,
    local: &'a [i64],
    lines: Vec<i64>,
    k: i64,
    /// The index of the sum around.
    n: i64,
    sources: &'a [Source],
}

impl Point<'_> {
    fn value(&self, tree: &Tree) -> i64 {
        match tree {
            Tree::Number(number) => *number,
            Tree::Scalar => self.scalar,
            Tree::Index(axis, mask) => self.at[*axis] & mask,
            Tree::Read(source, at) => (self.read)(*source, [0, 1].map(|axis| self.place(&at[axis], axis))),
            Tree::Plain(source, at) => {
                let at = [0, 1].map(|axis| self.place(&at[axis], axis));
                let is_there = (0..2).all(|axis| (0..self.extents[axis] as i64).contains(&at[axis]));
                assert!(is_there, "what is read without a rule is there: {at:?} of {:?}", self.extents);
                (self.read)(*source, at)
            }
            Tree::Extent(axis) => self.extents[*axis] as i64,
            Tree::Local(at) => {
                let [y, x] = [0, 1].map(|axis| (self.place(&at[axis], axis) + AROUND) as usize);
                self.local[y * (self.extents[1] + 2 * AROUND as usize) + x]
            }
            Tree::Line(line) => self.lines[*line],
            Tree::Unary(op, of) => op.of(self.value(of)),
            Tree::Binary(op, of) => op.of(self.value(&of[0]), self.value(&of[1])),
            Tree::Guarded(of) => match self.value(&of[1]) {
                0 => self.value(&of[2]),
                by => self.value(&of[0]) / by,
            },
            Tree::Choice(comparison, of) => {
                let holds = comparison.holds(self.value(&of[0]), self.value(&of[1]));
                self.value(if holds { &of[2] } else { &of[3] })
            }
            Tree::Total(word, source, axis, of) => {
                let count = self.sources[*source].count(self.extents[*axis]);
                let terms = (0..count).map(|n| Point { n, lines: self.lines.clone(), ..*self }.value(of));
                let total = match word {
                    Word::Sum => Some(terms.sum()),
                    Word::Max => terms.max(),
                    Word::Min => terms.min(),
                };
                total.expect("there is a point")
            }
            Tree::Match(of) => self.value(match self.value(&of[0]) & 3 {
                0 => &of[1],
                1 => &of[2],
                _ => &of[3],
            }),
        }
    }

    fn place(&self, place: &Place, axis: usize) -> i64 {
        match place {
            Place::At(at) => self.index(*at, axis),
            Place::Data(at, by, value) => self.index(*at, axis) + by * self.value(value),
            Place::Held(value) => self.value(value).clamp(0, self.extents[axis] as i64 - 1),
        }
    }

    fn index(&self, at: At, axis: usize) -> i64 {
        match at {
            At::Near(by) => self.at[axis] + by,
            At::Back => self.extents[axis] as i64 - 1 - self.at[axis],
            At::Half => self.at[axis].div_euclid(2),
            At::Fixed(index) => index,
            At::Summed(by) => self.at[axis] + self.k + by,
            At::Counted => self.n,
        }
    }
}

impl Comparison {
    fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Equal => a == b,
            Comparison::Different => a != b,
            Comparison::Greater => a > b,
        }
    }
}

impl Unary {
    fn of(self, v: i64) -> i64 {
        match self {
            Unary::Abs => v.abs(),
            Unary::Neg => -v,
            Unary::Shr(by) => v.div_euclid(1 << by),
            Unary::Shl(by) => v * (1 << by),
            Unary::Div(by) => v / by,
            Unary::Rem(by) => v % by,
            Unary::Mask(mask) => v & mask,
            Unary::As(elem) => elem.wrapped(v),
            Unary::Clamp(least, greatest) => v.clamp(least, greatest),
            Unary::Signum => v.signum(),
            Unary::Halved => v / 2,
        }
    }
}

impl Binary {
    fn of(self, a: i64, b: i64) -> i64 {
        match self {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            Binary::Min => a.min(b),
            Binary::Max => a.max(b),
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::WrappingAdd => Elem::I16.wrapped(a + b),
            Binary::WrappingSub => Elem::I16.wrapped(a - b),
            Binary::Less => i64::from(a < b),
            Binary::Quotient => a / b,
            Binary::Remainder => a % b,
        }
    }
}

impl Elem {
    /// The last bits of a number.
    fn wrapped(self, v: i64) -> i64 {
        let (bits, is_signed) = [(8, false), (8, true), (16, false), (16, true), (32, true)][self as usize];
        let v = v.rem_euclid(1 << bits);
        if is_signed && v >= 1 << (bits - 1) { v - (1 << bits) } else { v }
    }
}
