//! What a formula is worth, by definition.

use super::{
    AROUND, At, Binary, Carried, Channel, Comparison, Elem, Formula, Line, MARGIN, Place, Range, Rule, Seen,
    Source, Stage, Times, Tree, Unary, Width, Word,
};

/// What a source has at an index of the view of it, and of a channel; `read` is its element at an index of the plane.
pub fn entry(source: &Source, extents: [usize; 2], at: [i64; 3], read: &dyn Fn([i64; 2]) -> i64) -> i64 {
    let [y, x, c] = at;
    let count = source.channels() as i64;
    match source.seen {
        Seen::Inside => read([y + MARGIN, x + MARGIN]),
        Seen::Channel(_, channel) => read([y + MARGIN, (x + MARGIN) * count + channel as i64]),
        Seen::Pixels(_, None) => {
            assert!((0..count).contains(&c), "channel {c} of {count}");
            read([y + MARGIN, (x + MARGIN) * count + c])
        }
        Seen::Turned => read([x + MARGIN, y + MARGIN]),
        Seen::Stepped => read([2 * y + MARGIN, 2 * x + MARGIN]),
        Seen::Refined(by) => read([y.div_euclid(by) + MARGIN, x.div_euclid(by) + MARGIN]),
        Seen::Means => {
            let four = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[i, j]| read([2 * y + i, 2 * x + j]));
            (four.iter().sum::<i64>() + 2).div_euclid(4)
        }
        Seen::Ruled(rule) | Seen::Pixels(_, Some(rule)) => {
            let [h, w] = extents.map(|extent| extent as i64);
            match outside(rule, [h, w / count, count], at) {
                Ok([y, x, c]) => read([y, x * count + c]),
                Err(number) => number,
            }
        }
    }
}

/// Where a rule leads to, or the number that is there.
fn outside(rule: Rule, extents: [i64; 3], at: [i64; 3]) -> Result<[i64; 3], i64> {
    let along = |to: &dyn Fn(i64, i64) -> i64| Ok([0, 1, 2].map(|axis| to(at[axis], extents[axis])));
    match rule {
        Rule::Constant(number) if (0..3).any(|axis| !(0..extents[axis]).contains(&at[axis])) => Err(number),
        // There and back again.
        Rule::Mirror => along(&|at, extent| {
            let index = at.rem_euclid((2 * (extent - 1)).max(1));
            index.min(2 * (extent - 1) - index)
        }),
        // One period is the plane, and the plane the other way round.
        Rule::Reflect => along(&|at, extent| {
            let (round, index) = (at.div_euclid(extent), at.rem_euclid(extent));
            if round.rem_euclid(2) == 0 { index } else { extent - 1 - index }
        }),
        Rule::Wrap => along(&|at, extent| at.rem_euclid(extent)),
        Rule::Clamp | Rule::Constant(_) => along(&|at, extent| at.clamp(0, extent - 1)),
    }
}

/// The block of the first stage, row by row; `read` is what a source has at an index of its view.
pub fn stage(
    formula: &Formula,
    extents: [usize; 2],
    scalar: i64,
    read: &dyn Fn(usize, [i64; 3]) -> i64,
) -> Vec<i64> {
    let Some(stage) = &formula.stage else { return Vec::new() };
    let [h, w, channels] = stage.extents(extents);
    let local = Vec::new();
    let start = Point::new(formula, extents, scalar, read, &local);
    let places = (0..h).flat_map(|y| (0..w).map(move |x| [y, x]));
    let places = places.flat_map(|at| (0..channels).map(move |c| (at, c)));
    places.map(|(at, c)| Point { at, c, lines: Vec::new(), ..start }.value(&stage.value)).collect()
}

impl Stage {
    /// How many rows, columns and channels its block has.
    fn extents(&self, [h, w]: [usize; 2]) -> [i64; 3] {
        [h as i64 + 2 * AROUND, w as i64 + 2 * AROUND, self.channels.unwrap_or(1)]
    }
}

/// What the channels of an element become, or what is added, if it is not left as it is; `own` is what is written as it is now, and `local` the block of the first
/// stage.
pub fn element(
    formula: &Formula,
    extents: [usize; 2],
    at: [i64; 2],
    scalar: i64,
    read: &dyn Fn(usize, [i64; 3]) -> i64,
    own: &dyn Fn([i64; 2]) -> i64,
    local: &[i64],
) -> Vec<Option<i64>> {
    if formula.ground.is_some_and(|ground| !ground.has(at)) {
        return vec![None; formula.values.len()];
    }
    let start = Point { at, own, ..Point::new(formula, extents, scalar, read, local) };
    if !formula.form.is_of_channels() {
        let place = start.after(&formula.lines);
        return formula.values.iter().map(|value| Some(place.as_ref()?.value(value))).collect();
    }
    let of_channel = |(c, value): (usize, &Tree)| {
        let place = Point { c: c as i64, lines: Vec::new(), ..start };
        Some(place.after(&formula.lines)?.value(value))
    };
    formula.values.iter().enumerate().map(of_channel).collect()
}

/// Where a formula is computed.
struct Point<'a> {
    formula: &'a Formula,
    extents: [usize; 2],
    at: [i64; 2],
    /// The channel.
    c: i64,
    scalar: i64,
    read: &'a dyn Fn(usize, [i64; 3]) -> i64,
    own: &'a dyn Fn([i64; 2]) -> i64,
    local: &'a [i64],
    lines: Vec<i64>,
    k: i64,
    /// The index of the sum around.
    n: i64,
}

impl<'a> Point<'a> {
    fn new(
        formula: &'a Formula,
        extents: [usize; 2],
        scalar: i64,
        read: &'a dyn Fn(usize, [i64; 3]) -> i64,
        local: &'a [i64],
    ) -> Self {
        let own: &dyn Fn([i64; 2]) -> i64 = &|_| unreachable!("the first stage reads sources");
        Point { formula, extents, at: [0, 0], c: 0, scalar, read, own, local, lines: Vec::new(), k: 0, n: 0 }
    }

    /// After some lines, if they do not leave it.
    fn after(self, lines: &[Line]) -> Option<Self> {
        let mut place = self;
        for line in lines {
            let value = match line {
                Line::Left(comparison, trees) => {
                    if comparison.holds(place.value(&trees[0]), place.value(&trees[1])) {
                        return None;
                    }
                    1
                }
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
                Line::Passes(times, carried, trees) => {
                    let [first, term] = &**trees;
                    let first = place.value(first);
                    let mut value = match carried {
                        Carried::Typed(_, from) => *from,
                        _ => first,
                    };
                    let reach = |mask: i64| place.scalar & mask;
                    let passes: Vec<i64> = match *times {
                        Times::Constant(times) => (0..times).collect(),
                        Times::UpTo(mask) => (0..reach(mask)).collect(),
                        Times::DownFrom(mask) => (0..reach(mask)).rev().collect(),
                        Times::Around(mask) => (-reach(mask)..=reach(mask)).collect(),
                    };
                    for k in passes {
                        place.k = k;
                        let term = place.value(term);
                        if matches!(carried, Carried::Until(comparison) if comparison.holds(value, term)) {
                            break;
                        }
                        value = carried.after(value, term, k);
                    }
                    match carried {
                        Carried::Typed(Width::Narrow(_), _) => first + value,
                        Carried::Typed(Width::Unsigned, _) => first + (value >> 24),
                        Carried::Typed(Width::Long, _) => first + value % 1000,
                        _ => value,
                    }
                }
            };
            place.lines.push(value);
        }
        Some(place)
    }

    fn value(&self, tree: &Tree) -> i64 {
        match tree {
            Tree::Number(number) => *number,
            Tree::Scalar => self.scalar,
            Tree::Index(2, mask) => self.c & mask,
            Tree::Index(axis, mask) => self.at[*axis] & mask,
            Tree::Read(source, at, channel) => {
                let [y, x] = [0, 1].map(|axis| self.place(&at[axis], axis));
                (self.read)(*source, [y, x, self.channel(*channel)])
            }
            Tree::Plain(source, at) => {
                let at = [0, 1].map(|axis| self.place(&at[axis], axis));
                let is_there = (0..2).all(|axis| (0..self.extents[axis] as i64).contains(&at[axis]));
                assert!(is_there, "what is read without a rule is there: {at:?} of {:?}", self.extents);
                let [y, x] = at;
                (self.read)(*source, [y, x, 0])
            }
            Tree::Own(at) => {
                let rule = self.formula.own.expect("what is written is read");
                let [h, w] = self.extents.map(|extent| extent as i64);
                let [y, x] = [0, 1].map(|axis| self.place(&at[axis], axis));
                outside(rule, [h, w, 1], [y, x, 0])
                    .map_or_else(|number| number, |[y, x, _]| (self.own)([y, x]))
            }
            Tree::Extent(axis) => self.extents[*axis] as i64,
            Tree::Local(at, channel) => {
                let stage = self.formula.stage.as_ref().expect("it has a block");
                let extents = stage.extents(self.extents);
                let [y, x] = [0, 1].map(|axis| self.place(&at[axis], axis));
                let at = match stage.rule {
                    Some(rule) => outside(rule, extents, [y, x, self.channel(*channel)]),
                    None => Ok([y + AROUND, x + AROUND, self.channel(*channel)]),
                };
                match at {
                    Ok(at) => {
                        assert!((0..3).all(|axis| (0..extents[axis]).contains(&at[axis])), "{at:?} is there");
                        self.local[((at[0] * extents[1] + at[1]) * extents[2] + at[2]) as usize]
                    }
                    Err(number) => number,
                }
            }
            Tree::Line(line) => self.lines[*line],
            Tree::Pass => self.k,
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
                let count = self.formula.sources[*source].count(self.extents[*axis]);
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

    /// A channel; the only one of what has none.
    fn channel(&self, channel: Option<Channel>) -> i64 {
        match channel {
            Some(Channel::Near(by)) => self.c + by,
            Some(Channel::Back(from)) => from - self.c,
            Some(Channel::Fixed(channel)) => channel,
            None => 0,
        }
    }

    fn index(&self, at: At, axis: usize) -> i64 {
        match at {
            At::Near(by) => self.at[axis] + by,
            At::Back => self.extents[axis] as i64 - 1 - self.at[axis],
            At::Part(by) => self.at[axis].div_euclid(by),
            At::Fixed(index) => index,
            At::Summed(by) => self.at[axis] + self.k + by,
            At::Counted => self.n,
        }
    }
}

impl Carried {
    /// What a variable is after a pass.
    fn after(self, value: i64, term: i64, k: i64) -> i64 {
        match self {
            Carried::Sum => value + term,
            Carried::Difference => value - term,
            Carried::Greatest => value.max(term),
            Carried::Least => value.min(term),
            Carried::Chosen(comparison) if comparison.holds(value, term) => term + k,
            Carried::Chosen(_) => value,
            Carried::Mixed | Carried::Until(_) => (3 * value + term) & 1023,
            Carried::Typed(Width::Narrow(elem), _) => {
                let Range { least, greatest } = elem.range();
                (value + term - least).rem_euclid(greatest - least + 1) + least
            }
            Carried::Typed(Width::Unsigned, _) => value.max(term & 0xffff_ffff),
            Carried::Typed(Width::Long, _) => value + term * 5,
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
