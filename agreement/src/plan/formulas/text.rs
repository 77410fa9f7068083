//! Formulas as kernels.

use super::{
    AROUND, At, Binary, Carried, Channel, Comparison, Elem, Form, Formula, Line, MARGIN, Passed, Place, Rule,
    Seen, Source, Times, Tree, Unary, Width, Word,
};

/// The kernel of a formula, and the function that calls it.
pub fn kernel(formula: &Formula) -> String {
    let Formula { number, target, sources, scalar, .. } = formula;
    let channels = formula.values.len();
    let shape_by = |elem: &str, extents: Option<[String; 2]>| {
        let elem = if channels > 1 { format!("[{elem}; {channels}]") } else { elem.to_string() };
        match (extents, formula.is_turned) {
            (None, _) => format!("[[{elem}]]"),
            (Some([h, w]), false) | (Some([w, h]), true) => format!("[[{elem}; {w}]; {h}]"),
        }
    };
    let extents = formula.extents.map(|extents| extents.map(|extent| extent.to_string()));
    let shape = |elem: &str| shape_by(elem, extents.clone());
    // A sum has the extents of a tensor that is not read.
    let out_by = |extents: Option<[String; 2]>| match target {
        Some(elem) => format!("out: &mut Tensor<{}>", shape_by(elem.name(), extents)),
        None => format!("out: &Tensor<{}>", shape_by("u8", extents)),
    };
    let out = out_by(extents.clone());
    let parameters_by = |declared: &dyn Fn(&Source) -> String| -> String {
        let one = |(k, s): (usize, &Source)| format!(", {}t{k}: &Tensor<{}>", declared(s), shape_of(k, s));
        sources.iter().enumerate().map(one).collect()
    };
    let parameters = parameters_by(&|_| String::new());
    // Of every other kernel that is called, the rules are those of the caller.
    let rule_of = |source: &Source| match source.seen {
        Seen::Ruled(rule) if formula.generic.is_some() && number % 2 == 0 => Some(rule),
        _ => None,
    };
    let seen = |(k, source): (usize, &Source)| match rule_of(source) {
        Some(_) => format!("    let p{k} = t{k};\n"),
        None => format!("    let p{k} = {};\n", view(k, source)),
    };
    let views: String = sources.iter().enumerate().map(seen).collect();
    let own = formula.own.map_or(String::new(), |rule| {
        format!("    let o = out.{};\n", boundary(rule, formula.target == Some(Elem::F32)))
    });
    let range = if formula.is_declared {
        format!("#[range({}..={})] ", scalar.least, scalar.greatest)
    } else {
        String::new()
    };
    let (result, first, last) = match target {
        Some(_) => ("", "", ""),
        None => (" -> i32", "    let mut all = 0;\n", "    all\n"),
    };
    let planes: String = sources
        .iter()
        .enumerate()
        .map(|(k, s)| {
            format!("    let plane{k} = Plane::<{}>::source(given, {k}, {});\n", s.elem.name(), s.channels())
        })
        .collect();
    let argument = |(k, source): (usize, &Source)| {
        let of = pixels(source.channels());
        let fixed = if of.is_empty() { String::new() } else { fixed(&shape_of(k, source)) };
        format!(", &plane{k}.block{of}(){fixed}")
    };
    let arguments: String = sources.iter().enumerate().map(argument).collect();
    let elem = target.map_or("u8", Elem::name);
    let fixed = if extents.is_some() || channels > 1 { fixed(&shape(elem)) } else { String::new() };
    let of = pixels(channels);
    let call = match target {
        Some(_) => format!(
            "    formula_{number}(&mut out.block_mut{of}(){fixed}{arguments}, given.scalar);\n    given.keep(&out);\n"
        ),
        None => format!("    given.sum = formula_{number}(&out.block(){fixed}{arguments}, given.scalar);\n"),
    };
    let turned = if formula.is_turned { "    let out = out.permute([1, 0]);\n" } else { "" };
    let (name, passed) = match formula.generic {
        None => (format!("formula_{number}"), String::new()),
        Some(passed) => {
            let part = match (passed, &extents) {
                (Passed::Part, Some([h, w])) if formula.is_turned => {
                    format!("[[0..{w}, 0..{h}{}]]", all_of(channels))
                }
                (Passed::Part, Some([h, w])) => format!("[[0..{h}, 0..{w}{}]]", all_of(channels)),
                _ => String::new(),
            };
            let written = if target.is_some() { "&mut " } else { "" };
            let passed = |(k, source): (usize, &Source)| match rule_of(source) {
                Some(_) => format!(", {}", view(k, source)),
                None => format!(", t{k}"),
            };
            let names: String = sources.iter().enumerate().map(passed).collect();
            let end = if target.is_some() { ";" } else { "" };
            let calls = format!(
                "#[kernel]\nfn formula_{number}({out}{parameters}, s: i32){result} {{\n    \
                 generic_{number}({written}out{part}{names}, s){end}\n}}\n"
            );
            (format!("generic_{number}<const H: usize, const W: usize>"), calls)
        }
    };
    let out = match formula.generic {
        None => out,
        Some(_) => out_by(Some(["H", "W"].map(String::from))),
    };
    let parameters = parameters_by(&|source| match rule_of(source) {
        Some(Rule::Clamp) => "#[boundary(Clamp)] ".into(),
        Some(Rule::Mirror) => "#[boundary(Mirror, Clamp)] ".into(),
        Some(Rule::Reflect) => "#[boundary(Wrap, Reflect)] ".into(),
        Some(Rule::Wrap) => "#[boundary(Constant, Wrap)] ".into(),
        Some(Rule::Constant(_)) => "#[boundary(Constant)] ".into(),
        None => String::new(),
    });
    format!(
        "#[kernel]\nfn {name}({out}{parameters}, {range}s: i32){result} {{\n{turned}    \
         let (h, w) = (out.extent(0), out.extent(1));\n    let _ = (h, w, s);\n{views}{own}{}{first}{}{last}}}\n\
         {passed}fn run_formula_{number}(given: &mut Given) {{\n    \
         let mut out = Plane::<{elem}>::target(given, {channels}, {});\n{planes}{call}}}\n\n",
        stage(formula),
        body(formula),
        formula.is_turned,
    )
}

/// The shape of a source. Of the second one the number of channels is no constant.
fn shape_of(number: usize, source: &Source) -> String {
    let elem = source.elem.name();
    match source.channels() {
        1 => format!("[[{elem}]]"),
        count if number != 1 => format!("[[[{elem}; {count}]]]"),
        _ => format!("[[[{elem}]]]"),
    }
}

/// What makes a shape of a block.
fn fixed(shape: &str) -> String {
    format!(".fixed::<unite::shape!({shape})>().unwrap()")
}

/// What of a part is said of channels: all of them.
fn all_of(channels: usize) -> &'static str {
    if channels > 1 { ", .." } else { "" }
}

/// What the block of a plane is called that has so many channels.
fn pixels(channels: usize) -> String {
    if channels > 1 { format!("_of_pixels::<{channels}>") } else { String::new() }
}

/// The first stage: a statement over all of its block.
fn stage(formula: &Formula) -> String {
    let (Some(stage), Some(extents)) = (&formula.stage, formula.extents) else { return String::new() };
    let [h, w] = extents.map(|extent| extent + 2 * AROUND as usize);
    let value = Text::of(formula, ["!y", "!x", "!c"]).tree(&stage.value);
    let (elem, channel) = match stage.channels {
        Some(channels) => (format!("[{}; {channels}]", stage.elem.name()), ", !c"),
        None => (stage.elem.name().to_string(), ""),
    };
    let seen = match stage.rule {
        Some(Rule::Constant(value)) => format!(".with_boundary(Boundary::Constant({value}))"),
        Some(rule) => format!(".with_boundary(Boundary::{rule:?})"),
        None => format!("[[{AROUND}.., {AROUND}..{}]]", if channel.is_empty() { "" } else { ", .." }),
    };
    format!(
        "    let local = Block::<[[{elem}; {w}]; {h}]>::stack();\n    local[[!y, !x{channel}]] = {value};\n    \
         let q = local{seen};\n",
    )
}

fn view(number: usize, source: &Source) -> String {
    let inside = format!("t{number}[[{MARGIN}.., {MARGIN}..]]");
    match source.seen {
        Seen::Inside => inside,
        Seen::Channel(_, channel) => format!("t{number}[[{MARGIN}.., {MARGIN}.., {channel}]]"),
        Seen::Turned => format!("{inside}.permute([1, 0])"),
        Seen::Stepped => format!(
            "t{number}[[({MARGIN}..2 * h + {MARGIN}).step_by(2), ({MARGIN}..2 * w + {MARGIN}).step_by(2)]]"
        ),
        Seen::Refined(by) => format!("{inside}.refine([{by}, {by}])"),
        Seen::Pixels(_, None) => format!("t{number}[[{MARGIN}.., {MARGIN}.., ..]]"),
        Seen::Ruled(rule) | Seen::Pixels(_, Some(rule)) => {
            format!("t{number}.{}", boundary(rule, source.elem == Elem::F32))
        }
        Seen::Means => format!("t{number}.coarsen([2, 2]).with_coarse_read(CoarseRead::Mean)"),
    }
}

/// A rule for what is outside, of numbers that may have a fraction.
fn boundary(rule: Rule, is_float: bool) -> String {
    match rule {
        Rule::Constant(value) => {
            let point = if is_float { ".0" } else { "" };
            format!("with_boundary(Boundary::Constant({value}{point}))")
        }
        rule => format!("with_boundary(Boundary::{rule:?})"),
    }
}

fn body(formula: &Formula) -> String {
    let names = match formula.form {
        Form::Elementwise => ["!y", "!x", "!c"],
        _ => ["y", "x", "c"],
    };
    let write = Text::of(formula, names);
    let lines: String =
        formula.lines.iter().enumerate().map(|(k, line)| told(formula, write.line(k, line))).collect();
    let [y, x, c] = names;
    let channels = formula.values.len();
    let is_of_channels = formula.form.is_of_channels();
    // Loops over channels have one value.
    let count = if is_of_channels { 1 } else { channels };
    let last = formula.values.iter().take(count).enumerate().map(|(channel, value)| {
        let mut value = write.tree(value);
        if formula.target == Some(Elem::F32) {
            value = format!("({value}) as f32");
        }
        match formula.target {
            Some(_) if is_of_channels => format!("        out[[{y}, {x}, {c}]] = {value};\n"),
            Some(_) if channels > 1 => format!("        out[[{y}, {x}, {channel}]] = {value};\n"),
            Some(_) => format!("        out[[{y}, {x}]] = {value};\n"),
            None => format!("        all += {value};\n"),
        }
    });
    let last: String = last.map(|statement| told(formula, statement)).collect();
    let inner = match formula.ground {
        Some(ground) => format!("        if {} {{\n{lines}{last}        }}\n", ground.text()),
        None => format!("{lines}{last}"),
    };
    // Every third formula names the last number of a range.
    let to_end =
        |end: &str| if formula.number % 3 == 1 { format!("0..={end} - 1") } else { format!("0..{end}") };
    let [rows, columns] = ["h", "w"].map(to_end);
    match formula.form {
        Form::Elementwise => inner,
        Form::Indices => format!("    for [y, x] in out.indices() {{\n{inner}    }}\n"),
        Form::Pixels => format!("    for [y, x, c] in out.indices() {{\n{inner}    }}\n"),
        Form::Channels => {
            let c = to_end(&channels.to_string());
            format!(
                "    for y in {rows} {{\n    for x in {columns} {{\n    for c in {c} {{\n{inner}    }}\n    }}\n    }}\n"
            )
        }
        Form::Rows => format!("    for y in {rows} {{\n    for x in {columns} {{\n{inner}    }}\n    }}\n"),
        Form::Columns => {
            format!("    for x in {columns} {{\n    for y in {rows} {{\n{inner}    }}\n    }}\n")
        }
    }
}

/// Statements, the first of which gives its sums several totals in every third formula.
fn told(formula: &Formula, statement: String) -> String {
    let first = statement.split(';').next().unwrap_or_default();
    let has_sum = ["sum", "max", "min"].iter().any(|word| first.contains(&format!("{word}(|n|")));
    match formula.number % 12 {
        turn @ (0 | 3 | 6 | 9) if has_sum => {
            format!("        #[accumulators({})]\n{statement}", [2, 8, 32, 64][turn / 3])
        }
        _ => statement,
    }
}

struct Text {
    names: [&'static str; 3],
    extents: Option<[usize; 2]>,
    /// Which sources have elements with a fraction.
    floats: Vec<bool>,
    /// Whether those that are written have one.
    is_float: bool,
}

impl Text {
    fn of(formula: &Formula, names: [&'static str; 3]) -> Self {
        // A kernel for any extents asks for them.
        let extents = formula.extents.filter(|_| formula.generic.is_none());
        let floats = formula.sources.iter().map(|source| source.elem == Elem::F32).collect();
        let is_float = formula.target == Some(Elem::F32);
        Text { names, extents, floats, is_float }
    }
}

impl Text {
    fn line(&self, number: usize, line: &Line) -> String {
        match line {
            Line::Value(tree) => format!("        let v{number} = {};\n", self.tree(tree)),
            Line::Assigned(comparison, trees) => {
                let [first, a, b, then] = &**trees;
                format!(
                    "        let mut v{number} = {};\n        if {} {} {} {{\n            v{number} = {};\n        }}\n",
                    self.tree(first),
                    self.tree(a),
                    comparison.text(),
                    self.tree(b),
                    self.tree(then)
                )
            }
            Line::Left(comparison, trees) => {
                let [a, b] = [0, 1].map(|k| self.tree(&trees[k]));
                let holds = comparison.text();
                format!(
                    "        if {a} {holds} {b} {{\n            continue;\n        }}\n        let v{number}: i32 = 1;\n        let _ = v{number};\n"
                )
            }
            Line::Passes(times, carried, trees) => {
                let [first, term] = [0, 1].map(|k| self.tree(&trees[k]));
                let v = format!("v{number}");
                let passes = match times {
                    Times::Constant(times) => format!("0..{times}"),
                    Times::UpTo(mask) => format!("0..(s & {mask})"),
                    Times::DownFrom(mask) => format!("(0..(s & {mask})).rev()"),
                    Times::Around(mask) => format!("-(s & {mask})..=(s & {mask})"),
                };
                let (w, start) = (format!("w{number}"), format!("let mut {v}: i32 = {first};"));
                let (start, after) = match carried {
                    Carried::Typed(width, from) => {
                        let (ty, end) = match width {
                            Width::Narrow(elem) => (elem.name(), format!("i32::from({w})")),
                            Width::Unsigned => ("u32", format!("({w} >> 24) as i32")),
                            Width::Long => ("i64", format!("({w} % 1000) as i32")),
                        };
                        (
                            format!("let mut {w}: {ty} = {from};"),
                            format!("        let {v} = {first} + {end};\n"),
                        )
                    }
                    _ => (start, String::new()),
                };
                let pass = match carried {
                    Carried::Typed(Width::Narrow(elem), _) => {
                        format!("{w} = {w}.wrapping_add(({term}) as {});", elem.name())
                    }
                    Carried::Typed(Width::Unsigned, _) => format!("{w} = {w}.max(({term}) as u32);"),
                    Carried::Typed(Width::Long, _) => format!("{w} += i64::from({term}) * 5;"),
                    Carried::Sum => format!("{v} += {term};"),
                    Carried::Difference => format!("{v} -= {term};"),
                    Carried::Greatest => format!("{v} = {v}.max({term});"),
                    Carried::Least => format!("{v} = {v}.min({term});"),
                    Carried::Chosen(comparison) => {
                        let holds = comparison.text();
                        format!("let b = {term}; if {v} {holds} b {{ {v} = b + k; }}")
                    }
                    Carried::Mixed => format!("{v} = (3 * {v} + {term}) & 1023;"),
                    Carried::Until(comparison) => {
                        let holds = comparison.text();
                        format!("let b = {term}; if {v} {holds} b {{ break; }} {v} = (3 * {v} + b) & 1023;")
                    }
                };
                format!(
                    "        {start}\n        for k in {passes} {{\n            {pass}\n        }}\n{after}"
                )
            }
        }
    }

    fn tree(&self, tree: &Tree) -> String {
        match tree {
            Tree::Number(number) if *number < 0 => format!("({number})"),
            Tree::Number(number) => number.to_string(),
            Tree::Scalar => "s".to_string(),
            Tree::Index(axis, mask) => format!("({} & {mask})", self.names[*axis]),
            Tree::Extent(axis) => format!("({} as i32)", self.extent(*axis)),
            Tree::Read(source, at, channel) => self.element(&format!("p{source}"), *source, at, *channel),
            Tree::Plain(source, at) => self.element(&format!("t{source}"), *source, at, None),
            Tree::Own(at) => {
                let read = self.read("o", at, None);
                if self.is_float { format!("({read} as i32)") } else { read }
            }
            Tree::Local(at, channel) => self.read("q", at, *channel),
            Tree::Line(line) => format!("v{line}"),
            Tree::Pass => "k".to_string(),
            Tree::Unary(op, of) => {
                let of = self.tree(of);
                match op {
                    Unary::Abs => format!("({of}).abs()"),
                    Unary::Neg => format!("(-({of}))"),
                    Unary::Shr(by) => format!("({of} >> {by})"),
                    Unary::Shl(by) => format!("({of} << {by})"),
                    Unary::Div(by) => format!("({of} / {by})"),
                    Unary::Rem(by) => format!("({of} % {by})"),
                    Unary::Mask(mask) => format!("({of} & {mask})"),
                    Unary::As(elem) => format!("i32::from({of} as {})", elem.name()),
                    Unary::Clamp(least, greatest) => format!("({of}).clamp({least}, {greatest})"),
                    Unary::Signum => format!("({of}).signum()"),
                    Unary::Halved => format!("((({of}) as f32 * 0.5) as i32)"),
                }
            }
            Tree::Binary(op, of) => {
                let [a, b] = [self.tree(&of[0]), self.tree(&of[1])];
                match op {
                    Binary::Add => format!("({a} + {b})"),
                    Binary::Sub => format!("({a} - {b})"),
                    Binary::Mul => format!("({a} * {b})"),
                    Binary::Min => format!("({a}).min({b})"),
                    Binary::Max => format!("({a}).max({b})"),
                    Binary::And => format!("({a} & {b})"),
                    Binary::Or => format!("({a} | {b})"),
                    Binary::Xor => format!("({a} ^ {b})"),
                    Binary::WrappingAdd => format!("i32::from(({a} as i16).wrapping_add({b} as i16))"),
                    Binary::WrappingSub => format!("i32::from(({a} as i16).wrapping_sub({b} as i16))"),
                    Binary::Less => format!("i32::from({a} < {b})"),
                    Binary::Quotient => format!("({a} / {b})"),
                    Binary::Remainder => format!("({a} % {b})"),
                }
            }
            Tree::Guarded(of) => {
                let [a, b, c] = [0, 1, 2].map(|k| self.tree(&of[k]));
                format!("(if {b} != 0 {{ {a} / {b} }} else {{ {c} }})")
            }
            Tree::Choice(comparison, of) => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|k| self.tree(&of[k]));
                format!("(if {a} {} {b} {{ {c} }} else {{ {d} }})", comparison.text())
            }
            Tree::Total(word, _, _, of) => {
                let word = match word {
                    Word::Sum => "sum",
                    Word::Max => "max",
                    Word::Min => "min",
                };
                format!("{word}(|n| {})", self.tree(of))
            }
            Tree::Match(of) => {
                let [on, a, b, c] = [0, 1, 2, 3].map(|k| self.tree(&of[k]));
                format!("(match {on} & 3 {{ 0 => {a}, 1 => {b}, _ => {c} }})")
            }
        }
    }

    /// An element of a source, as an integer.
    fn element(&self, tensor: &str, source: usize, at: &[Place; 2], channel: Option<Channel>) -> String {
        let read = self.read(tensor, at, channel);
        if self.floats[source] { format!("({read} as i32)") } else { read }
    }

    fn read(&self, tensor: &str, at: &[Place; 2], channel: Option<Channel>) -> String {
        let c = self.names[2];
        let channel = match channel {
            Some(Channel::Near(0)) => format!(", {c}"),
            Some(Channel::Near(by)) => format!(", {c} + {by}").replace("+ -", "- "),
            Some(Channel::Back(from)) => format!(", {from} - {c}"),
            Some(Channel::Fixed(channel)) => format!(", {channel}"),
            None => String::new(),
        };
        format!("{tensor}[[{}, {}{channel}]]", self.place(&at[0], 0), self.place(&at[1], 1))
    }

    fn place(&self, place: &Place, axis: usize) -> String {
        match place {
            Place::At(at) => self.index(*at, axis),
            Place::Data(at, by, value) => {
                let (at, value) = (self.index(*at, axis), self.tree(value));
                match by {
                    1 => format!("{at} + {value}"),
                    -1 => format!("{at} - {value}"),
                    by => format!("{at} + {by} * {value}").replace("+ -", "- "),
                }
            }
            Place::Held(value) => {
                format!("({}).max(0).min({} as i32 - 1)", self.tree(value), self.extent(axis))
            }
        }
    }

    fn extent(&self, axis: usize) -> String {
        match self.extents {
            Some(extents) => extents[axis].to_string(),
            None => ["h", "w"][axis].to_string(),
        }
    }

    fn index(&self, at: At, axis: usize) -> String {
        let (name, extent) = (self.names[axis], self.extent(axis));
        match at {
            At::Near(0) => name.to_string(),
            At::Near(by) => format!("{name} + {by}").replace("+ -", "- "),
            At::Back => format!("{extent} - 1 - {name}"),
            At::Part(2) => format!("({name} >> 1)"),
            At::Part(8) => format!("({name} >> 3)"),
            At::Part(by) => format!("{name} / {by}"),
            At::Fixed(index) => index.to_string(),
            At::Counted => "n".to_string(),
            At::Summed(by) => format!("{name} + k + {by}").replace("+ -", "- "),
        }
    }
}

impl Comparison {
    fn text(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "==",
            Comparison::Different => "!=",
            Comparison::Greater => ">",
        }
    }
}
