//! Draws formulas.

mod passes;
mod reads;
mod totals;

use super::super::random::Random;
use super::{
    At, Binary, Comparison, Elem, Form, Formula, Ground, Line, Passed, Place, Range, Rule, Seen, Source,
    Stage, Tree, Unary,
};

const ELEMS: [Elem; 6] = [Elem::U8, Elem::I8, Elem::U16, Elem::I16, Elem::I32, Elem::F32];

/// No number with a fraction is larger: all integers up to it are numbers of `f32`.
const LARGEST_EXACT: i64 = 1 << 24;

/// No value of a formula is larger, so that none leaves an `i32`.
const LARGEST: i64 = 1 << 28;

/// How deep formulas are. Of what is simple more becomes lanes.
const DEPTHS: [usize; 4] = [2, 3, 4, 4];

/// Draws a formula.
pub fn formula(number: usize) -> Formula {
    let mut random = Random::new(number as u64 + 11_000_000);
    let forms = [Form::Elementwise, Form::Indices, Form::Indices, Form::Rows, Form::Columns, Form::Pixels];
    let form = match random.pick(&forms) {
        Form::Pixels if random.chance(40) => Form::Channels,
        form => form,
    };
    // What lanes do not hold is written in other forms, where points lie side by side.
    let are_floats = random.chance(25);
    let side_by_side = [Form::Indices, Form::Indices, Form::Rows, Form::Columns];
    let form = if are_floats && random.chance(60) { random.pick(&side_by_side) } else { form };
    let reads_own = !form.is_of_channels() && random.chance(30);
    let is_beside = (are_floats || reads_own) && random.chance(70);
    let is_plain = are_floats && is_beside && !form.is_of_channels();
    let sources =
        (0..random.between(1, 3)).map(|_| source(&mut random, form, are_floats, is_plain)).collect();
    let extents = random.pick(&[None, None, Some([4, 4]), Some([3, 8]), Some([16, 16]), Some([5, 23])]);
    // Of short rows all points are near an edge.
    let extents = extents.filter(|_| !(reads_own && is_beside) && (!is_plain || random.chance(50)));
    let scalar = random.pick(&[[0, 64], [-128, 127], [1, 7], [-3, 3000]]);
    let mut writer = Writer {
        sources,
        form,
        channels: form.is_of_channels().then(|| random.between(2, 4)),
        scalar: Range { least: scalar[0], greatest: scalar[1] },
        is_declared: random.chance(60),
        summed: false,
        counted: None,
        in_stage: false,
        divides: random.chance(35),
        is_anywhere: random.chance(40) && !is_beside,
        is_beside,
        in_index: false,
        local: None,
        own: None,
        lines: Vec::new(),
        random,
    };
    let own = reads_own.then(|| if are_floats { Elem::F32 } else { writer.random.pick(&ELEMS) });
    let stage = (extents.is_some() && writer.random.chance(40)).then(|| writer.stage());
    writer.own = own;
    // An elementwise statement is one line.
    let count = if form == Form::Elementwise { 0 } else { writer.random.below(4) };
    let mut lines = Vec::new();
    if is_beside && are_floats && form != Form::Elementwise {
        lines.push(writer.passes());
    }
    let count = if is_beside { count / 2 } else { count };
    for _ in lines.len()..count {
        lines.push(writer.line());
    }
    // A sum has to have a loop around it.
    let is_sum =
        form != Form::Elementwise && !form.is_of_channels() && own.is_none() && writer.random.chance(15);
    let (target, values) = if let Some(channels) = writer.channels {
        let elem = writer.random.pick(&ELEMS);
        let depth = writer.random.pick(&DEPTHS);
        let (value, range) = writer.tree(depth);
        let value = writer.fitted(value, range, elem);
        (Some(elem), vec![value; channels as usize])
    } else if is_sum {
        // Of a few thousand elements.
        let most = Range { least: -20_000, greatest: 20_000 };
        let (value, range) = writer.tree(4);
        (None, vec![if range.is_in(most) { value } else { unary(Unary::Rem(9973), value) }])
    } else {
        let elem = own.unwrap_or_else(|| writer.random.pick(&ELEMS));
        // Loops over the indices of pixels are loops over their channels.
        let has_one = form == Form::Indices || own.is_some() || is_plain;
        let channels = if has_one { 1 } else { writer.random.pick(&[1, 1, 1, 1, 2, 3, 4]) };
        let depths = if is_beside { [2, 2, 3, 3] } else { DEPTHS };
        let values = (0..channels).map(|_| {
            let depth = writer.random.pick(&depths);
            let (value, range) = match own {
                Some(_) if is_beside && writer.random.chance(50) => writer.recursion(),
                _ => writer.tree(depth),
            };
            writer.fitted(value, range, elem)
        });
        (Some(elem), values.collect::<Vec<_>>())
    };
    let is_turned = values.len() == 1 && writer.random.chance(20);
    let is_generic = extents.is_some() && stage.is_none() && writer.random.chance(50);
    let generic = is_generic.then(|| writer.random.pick(&[Passed::Whole, Passed::Part]));
    let own = own.map(|elem| rule(&mut writer.random, elem));
    let ground =
        (form != Form::Elementwise && writer.random.chance(20)).then(|| Ground::draw(&mut writer.random));
    let Writer { sources, form, scalar, is_declared, .. } = writer;
    Formula {
        number,
        form,
        extents,
        target,
        is_turned,
        generic,
        own,
        sources,
        scalar,
        is_declared,
        stage,
        ground,
        lines,
        values,
    }
}

/// A source, of which points mostly lie side by side if it `is_plain`.
fn source(random: &mut Random, form: Form, is_float: bool, is_plain: bool) -> Source {
    let elem = match is_float {
        true => Elem::F32,
        false => random.pick(&[
            Elem::U8,
            Elem::U8,
            Elem::I8,
            Elem::U16,
            Elem::I16,
            Elem::I16,
            Elem::I32,
            Elem::F32,
        ]),
    };
    let ruled = rule(random, elem);
    let kind = if is_plain && random.chance(85) { random.pick(&[0, 0, 12]) } else { random.below(13) };
    let seen = match kind {
        number if form.is_of_channels() && number < 8 => {
            let rule = random.chance(40).then_some(ruled);
            Seen::Pixels(random.between(2, 5) as usize, rule)
        }
        0..=4 => Seen::Inside,
        5 => Seen::Turned,
        6 => Seen::Stepped,
        7 => Seen::Refined(random.between(2, 3)),
        // Means of numbers with a fraction have one.
        8 if elem != Elem::F32 => Seen::Means,
        9 => {
            let count = random.between(2, 4) as usize;
            Seen::Channel(count, random.below(count))
        }
        _ => Seen::Ruled(ruled),
    };
    Source { elem, seen }
}

/// A rule for what is outside of elements.
fn rule(random: &mut Random, elem: Elem) -> Rule {
    let constant = random.between(elem.range().least, elem.range().greatest);
    random.pick(&[Rule::Clamp, Rule::Mirror, Rule::Reflect, Rule::Wrap, Rule::Constant(constant)])
}

fn unary(op: Unary, of: Tree) -> Tree {
    Tree::Unary(op, Box::new(of))
}

fn binary(op: Binary, a: Tree, b: Tree) -> Tree {
    Tree::Binary(op, Box::new([a, b]))
}

/// What is known of the block of the first stage.
#[derive(Clone, Copy)]
struct Local {
    elem: Elem,
    channels: Option<i64>,
    is_ruled: bool,
}

struct Writer {
    sources: Vec<Source>,
    form: Form,
    /// How many channels loops run over.
    channels: Option<i64>,
    scalar: Range,
    is_declared: bool,
    /// Whether there is a sum around, with an index.
    summed: bool,
    /// The axis that the sum around runs along, with an index of its own.
    counted: Option<usize>,
    /// Whether it is the first stage that is drawn.
    in_stage: bool,
    /// Whether it is divided by what is no constant.
    divides: bool,
    /// Whether indices may be data.
    is_anywhere: bool,
    /// Whether indices are those of what is written, and so much.
    is_beside: bool,
    /// Whether it is such an index that is drawn.
    in_index: bool,
    /// The elements of its block.
    local: Option<Local>,
    /// The elements of what is written, if that is read.
    own: Option<Elem>,
    /// What is known of the lines before.
    lines: Vec<Range>,
    random: Random,
}

impl Writer {
    fn stage(&mut self) -> Stage {
        self.in_stage = true;
        let written = self.channels;
        let drawn = self.random.pick(&[None, Some(2), Some(2), Some(3), Some(4)]);
        self.channels = written.and(drawn);
        let (value, range) = self.tree(3);
        let elem = self.random.pick(&[Elem::U8, Elem::I16, Elem::I32]);
        let value = self.fitted(value, range, elem);
        self.in_stage = false;
        let channels = std::mem::replace(&mut self.channels, written);
        let rules = [Rule::Clamp, Rule::Clamp, Rule::Mirror, Rule::Reflect, Rule::Wrap, Rule::Constant(7)];
        let rule = self.random.chance(40).then(|| self.random.pick(&rules));
        self.local = Some(Local { elem, channels, is_ruled: rule.is_some() });
        Stage { elem, channels, rule, value }
    }

    fn line(&mut self) -> Line {
        if self.random.chance(12) {
            let (a, b) = (self.tree(2).0, self.operand(1).0);
            self.lines.push(Range::of(1));
            return Line::Left(self.comparison(), Box::new([a, b]));
        }
        match self.random.below(4) {
            0 => {
                let (tree, range) = self.tree(3);
                self.lines.push(range);
                Line::Value(tree)
            }
            1 => {
                let (first, range) = self.tree(2);
                self.lines.push(range);
                let (a, b) = (self.tree(2).0, self.tree(1).0);
                let (then, other) = self.tree(2);
                self.lines.pop();
                self.lines.push(range.with(other));
                Line::Assigned(self.comparison(), Box::new([first, a, b, then]))
            }
            _ => self.passes(),
        }
    }

    fn comparison(&mut self) -> Comparison {
        self.random.pick(&[
            Comparison::Less,
            Comparison::AtMost,
            Comparison::Equal,
            Comparison::Different,
            Comparison::Greater,
        ])
    }

    /// A formula and its range. It reads something: methods of numbers alone have no type.
    fn tree(&mut self, depth: usize) -> (Tree, Range) {
        if depth == 0 {
            return self.leaf();
        }
        let (tree, range) = match self.random.below(21) {
            0..=8 => self.pair(depth),
            9..=13 => self.single(depth),
            14 | 15 => self.idiom(depth),
            16 if self.divides && self.random.chance(30) => {
                let ((a, first), (b, _), (c, second)) = (self.tree(depth - 1), self.tree(1), self.operand(0));
                (Tree::Guarded(Box::new([a, b, c])), first.binary(Binary::Quotient, first).with(second))
            }
            16 | 17 => {
                let (comparison, a, b) = (self.comparison(), self.tree(depth - 1).0, self.operand(0).0);
                let ((c, first), (d, second)) = (self.tree(depth - 1), self.operand(depth - 1));
                (Tree::Choice(comparison, Box::new([a, b, c, d])), first.with(second))
            }
            18 => {
                let on = self.selector();
                let ((a, first), (b, second), (c, third)) =
                    (self.tree(depth - 1), self.operand(depth - 1), self.operand(0));
                (Tree::Match(Box::new([on, a, b, c])), first.with(second).with(third))
            }
            19 => match self.total(depth) {
                Some(total) => total,
                None => return self.leaf(),
            },
            _ => return self.leaf(),
        };
        self.limited(tree, range, LARGEST)
    }

    /// What a `match` is on: a phase, or a value.
    fn selector(&mut self) -> Tree {
        if self.form != Form::Elementwise && self.random.chance(60) {
            return Tree::Index(self.random.below(2), 3);
        }
        self.tree(1).0
    }

    /// What formulas of codecs are made of, so that what machines do at once is found, or nearly.
    fn idiom(&mut self, depth: usize) -> (Tree, Range) {
        if self.random.chance(20)
            && let Some(both) = self.beside()
        {
            return both;
        }
        let ((a, first), (b, second)) = (self.tree(depth - 1), self.tree(depth - 1));
        let sum = first.binary(Binary::Add, second);
        match self.random.below(7) {
            0 => {
                let rounded = binary(Binary::Add, binary(Binary::Add, a, b), Tree::Number(1));
                let range = sum.binary(Binary::Add, Range::of(1));
                (unary(Unary::Shr(1), rounded), range.unary(Unary::Shr(1)))
            }
            1 => {
                let (c, third) = self.tree(depth - 1);
                let twice = binary(Binary::Mul, Tree::Number(2), b);
                let ends = binary(Binary::Add, binary(Binary::Add, a, twice), c);
                let range = sum.binary(Binary::Add, second).binary(Binary::Add, third);
                let range = range.binary(Binary::Add, Range::of(2)).unary(Unary::Shr(2));
                (unary(Unary::Shr(2), binary(Binary::Add, ends, Tree::Number(2))), range)
            }
            2 => {
                let range = first.binary(Binary::Sub, second);
                (unary(Unary::Abs, binary(Binary::Sub, a, b)), range.unary(Unary::Abs))
            }
            3 => {
                let range = first.binary(Binary::Sub, second).binary(Binary::Max, Range::of(0));
                (binary(Binary::Max, binary(Binary::Sub, a, b), Tree::Number(0)), range)
            }
            4 => {
                let difference = binary(Binary::Sub, a.clone(), b.clone());
                let of_sum = unary(Unary::Abs, binary(Binary::Add, a, b));
                let (c, third) = self.operand(0);
                let all = binary(Binary::Add, of_sum, c);
                let of_difference = first.binary(Binary::Sub, second).unary(Unary::Abs);
                let range =
                    sum.unary(Unary::Abs).binary(Binary::Add, third).binary(Binary::Add, of_difference);
                (binary(Binary::Add, all, unary(Unary::Abs, difference)), range)
            }
            5 => {
                let most = self.random.pick(&[255, 127, 32_767, 65_535]);
                let range = sum.binary(Binary::Min, Range::of(most));
                (binary(Binary::Min, binary(Binary::Add, a, b), Tree::Number(most)), range)
            }
            _ => {
                let (a, first) = self.limited(a, first, 1 << 14);
                let (b, second) = self.limited(b, second, 1 << 13);
                let by = self.random.between(1, 16);
                let range = first.binary(Binary::Mul, second).binary(Binary::Add, Range::of(1 << (by - 1)));
                let rounded = binary(Binary::Add, binary(Binary::Mul, a, b), Tree::Number(1 << (by - 1)));
                (unary(Unary::Shr(by), rounded), range.unary(Unary::Shr(by)))
            }
        }
    }

    /// An element of a plane that has a rule, by the rule and without it, at one index; where that may lie outside, what is read
    /// without the rule is read under a condition.
    fn beside(&mut self) -> Option<(Tree, Range)> {
        if self.in_stage || self.in_index {
            return None;
        }
        let is_ruled = |source: &usize| matches!(self.sources[*source].seen, Seen::Ruled(_));
        let ruled: Vec<usize> = (0..self.sources.len()).filter(is_ruled).collect();
        let source = *ruled.get(self.random.below(ruled.len().max(1)))?;
        let mut conditions = Vec::new();
        let at = [0, 1].map(|axis| match self.random.below(5) {
            0 => Place::At(At::Near(0)),
            1 => Place::At(self.random.pick(&[At::Back, At::Part(2)])),
            2 => Place::Held(Box::new(self.index().0)),
            _ => {
                let index = if !self.lines.is_empty() && self.random.chance(70) {
                    Tree::Line(self.random.below(self.lines.len()))
                } else {
                    // Nobody knows how large.
                    let far = Tree::Number(self.random.between(0, 40));
                    unary(Unary::Abs, binary(Binary::Sub, self.index().0, far))
                };
                conditions.push((axis, index.clone()));
                Place::Data(At::Fixed(0), 1, Box::new(index))
            }
        });
        let range = self.sources[source].elem.range();
        let mut plain = (Tree::Plain(source, at.clone()), range);
        for (axis, index) in conditions {
            for [less, more] in [[Tree::Number(-1), index.clone()], [index, Tree::Extent(axis)]] {
                let (other, another) = self.operand(0);
                let of = [less, more, plain.0, other];
                plain = (Tree::Choice(Comparison::Less, Box::new(of)), plain.1.with(another));
            }
        }
        let by_rule = (Tree::Read(source, at, None), range);
        let op = self.random.pick(&[Binary::Add, Binary::Sub, Binary::Max, Binary::Xor]);
        let ((a, first), (b, second)) =
            if self.random.chance(50) { (by_rule, plain) } else { (plain, by_rule) };
        Some((binary(op, a, b), first.binary(op, second)))
    }

    /// A value that is an index, and its range.
    fn index(&mut self) -> (Tree, Range) {
        self.in_index = true;
        let drawn = self.tree(1);
        self.in_index = false;
        drawn
    }

    fn pair(&mut self, depth: usize) -> (Tree, Range) {
        use Binary::*;
        let op = self.random.pick(&[
            Add,
            Add,
            Add,
            Sub,
            Sub,
            Sub,
            Mul,
            Mul,
            Min,
            Max,
            And,
            Or,
            Xor,
            WrappingAdd,
            WrappingSub,
            Less,
        ]);
        let op = match self.random.below(12) {
            0 if self.divides => Remainder,
            1..=3 if self.divides => Quotient,
            _ => op,
        };
        let (a, first) = self.tree(depth - 1);
        let (b, second) = match op {
            Quotient | Remainder => self.divisor(depth - 1),
            _ => self.operand(depth - 1),
        };
        if op != Mul {
            return (binary(op, a, b), first.binary(op, second));
        }
        let (a, first) = self.limited(a, first, 1 << 14);
        let (b, second) = self.limited(b, second, 1 << 13);
        (binary(op, a, b), first.binary(op, second))
    }

    /// What is not 0.
    fn divisor(&mut self, depth: usize) -> (Tree, Range) {
        let (tree, range) = self.tree(depth);
        let (tree, range) = self.limited(tree, range, 1 << 20);
        let one = Range::of(1);
        match self.random.below(5) {
            0 => (binary(Binary::Max, tree, Tree::Number(1)), range.binary(Binary::Max, one)),
            1 => (binary(Binary::Or, tree, Tree::Number(1)), range.binary(Binary::Or, one)),
            2 => (unary(Unary::Clamp(1, 300), tree), Range { least: 1, greatest: 300 }),
            3 => {
                let range = range.unary(Unary::Abs).binary(Binary::Add, one);
                (binary(Binary::Add, unary(Unary::Abs, tree), Tree::Number(1)), range)
            }
            _ => {
                let range = Range::of(-1).binary(Binary::Sub, range.unary(Unary::Abs));
                (binary(Binary::Sub, unary(Unary::Neg, unary(Unary::Abs, tree)), Tree::Number(1)), range)
            }
        }
    }

    fn single(&mut self, depth: usize) -> (Tree, Range) {
        let (of, range) = self.tree(depth - 1);
        if self.random.chance(8) {
            let (of, range) = self.limited(of, range, LARGEST_EXACT);
            return (unary(Unary::Halved, of), range.unary(Unary::Halved));
        }
        let random = &mut self.random;
        let op = match random.below(10) {
            0 => Unary::Abs,
            1 => Unary::Neg,
            2 => Unary::Shr(random.between(1, 9)),
            3 => Unary::Shl(random.between(1, 4)),
            4 => Unary::Div(random.pick(&[2, 3, 7, 9, 16, 255])),
            5 => Unary::Rem(random.pick(&[2, 3, 7, 10, 16])),
            6 => Unary::Mask(random.pick(&[1, 7, 15, 255, 1023])),
            7 => Unary::As(random.pick(&[Elem::U8, Elem::I8, Elem::U16, Elem::I16])),
            8 => Unary::Signum,
            _ => {
                let least = random.pick(&[-300, -128, -1, 0, 0, 0, 16]);
                Unary::Clamp(least, least + random.pick(&[1, 100, 219, 255, 40_000]))
            }
        };
        (unary(op, of), range.unary(op))
    }

    /// What may stand where nothing needs a type.
    fn operand(&mut self, depth: usize) -> (Tree, Range) {
        match self.random.below(8) {
            0 | 1 => {
                let number = self.random.pick(&[0, 1, 1, 2, 3, 4, 8, 20, 64, 128, 255, 256, -1, -5, 1000]);
                (Tree::Number(number), Range::of(number))
            }
            2 if matches!(self.form, Form::Indices | Form::Elementwise | Form::Pixels) => {
                let mask = self.random.pick(&[1, 3, 7, 15]);
                let axes = if self.channels.is_some() { 3 } else { 2 };
                (Tree::Index(self.random.below(axes), mask), Range { least: 0, greatest: mask })
            }
            3 if self.summed => (Tree::Pass, Range { least: -1, greatest: 4 }),
            _ => self.tree(depth),
        }
    }

    fn leaf(&mut self) -> (Tree, Range) {
        match self.random.below(10) {
            0 => (Tree::Scalar, self.scalar),
            1 | 2 if !self.lines.is_empty() => {
                let line = self.random.below(self.lines.len());
                (Tree::Line(line), self.lines[line])
            }
            3..=6 if self.local.is_some() => self.local(),
            5..=9 if self.own.is_some() && !self.in_stage && !self.in_index => self.own(),
            _ => self.read(),
        }
    }

    /// Made smaller, if it is too large.
    fn limited(&mut self, tree: Tree, range: Range, most: i64) -> (Tree, Range) {
        if range.size() <= most {
            return (tree, range);
        }
        let op = match self.random.below(3) {
            0 => Unary::Clamp(-most, most),
            1 => Unary::Mask((most - 1).min(1023)),
            _ => Unary::Shr(i64::from((range.size() / most).ilog2() + 1)),
        };
        (unary(op, tree), range.unary(op))
    }

    /// What fits the type that is written.
    fn fitted(&mut self, tree: Tree, range: Range, elem: Elem) -> Tree {
        let Range { least, greatest } = elem.range();
        if elem == Elem::F32 {
            return self.limited(tree, range, LARGEST_EXACT).0;
        }
        if range.is_in(elem.range()) || elem == Elem::I32 {
            return tree;
        }
        match self.random.below(3) {
            0 => unary(Unary::As(elem), tree),
            1 if elem != Elem::I8 => unary(Unary::Mask(greatest), tree),
            _ => unary(Unary::Clamp(least, greatest), tree),
        }
    }
}
