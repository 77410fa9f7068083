//! How statements are written: their kernels, and what calls these.

use std::fmt::Write;

use super::formats::Kind;
use super::{Binary, Changed, Elem, Fold, Made, NAMES, Operand, Statement, Target, Term, Way};

/// The type of a tensor of so many axes, without its storage.
fn shape(elem: &str, rank: usize) -> String {
    format!("{}{elem}{}", "[".repeat(rank), "]".repeat(rank))
}

impl Statement {
    /// The indices of a read, or of what is written.
    fn index(&self, at: &[usize]) -> String {
        let name = |&name: &usize| {
            let is_loop = matches!(self.changed, Some(Changed::Loop | Changed::LookedUp));
            let is_marked = !is_loop && (self.free().contains(&name) || !self.is_sum);
            format!("{}{}", if is_marked { "!" } else { "" }, NAMES[name])
        };
        format!("[[{}]]", at.iter().map(name).collect::<Vec<_>>().join(", "))
    }

    /// An element of an operand.
    fn read(&self, number: usize) -> String {
        let operand = &self.operands[number];
        let index = self.index(&operand.at);
        match self.changed {
            Some(Changed::Loop) => return "element".into(),
            Some(_) => return format!("t{index}"),
            None => {}
        }
        if !self.is_displaced(operand) {
            return format!("a{number}{index}");
        }
        let names = index.trim_matches(['[', ']']).split(", ").enumerate();
        let displaced = names.map(|(axis, name)| format!("{name} + first{number}_{axis}"));
        format!("a{number}[[{}]]", displaced.collect::<Vec<_>>().join(", "))
    }

    /// The numbers that say which part of an operand is meant.
    fn numbers(&self) -> impl Iterator<Item = (usize, usize)> {
        let cut = self.operands.iter().enumerate().filter(|(_, operand)| self.is_cut_inside(operand));
        cut.flat_map(|(number, operand)| (0..operand.at.len()).map(move |axis| (number, axis)))
    }

    fn number(&self, number: i64) -> String {
        match self.elem {
            Elem::F64 => format!("({number}.0f64)"),
            Elem::I32 | Elem::U8 => format!("({number}i32)"),
        }
    }

    fn shown(&self, term: &Term) -> String {
        match term {
            Term::Stored(number) => self.read(*number),
            Term::Dense(number) => format!("x{number}{}", self.index(&self.factors[*number])),
            Term::Number(number) => self.number(*number),
            Term::Neg(of) => format!("(-{})", self.shown(of)),
            Term::Abs(of) => format!("{}.abs()", self.shown(of)),
            Term::Not(of) => format!("!({})", self.shown(of)),
            Term::Clamp(of, least, most) => {
                let bound = |number: &i64| self.number(*number).trim_matches(['(', ')']).to_string();
                format!("{}.clamp({}, {})", self.shown(of), bound(least), bound(most))
            }
            Term::Where(of, value) => {
                let (one, zero) = (self.number(1), self.number(0));
                format!("(if {} > {one} {{ {} }} else {{ {zero} }})", self.shown(of), self.shown(value))
            }
            Term::Of(op, left, right) => {
                let (left, right) = (self.shown(left), self.shown(right));
                let sign = match op {
                    Binary::Add => "+",
                    Binary::Sub => "-",
                    Binary::Mul => "*",
                    Binary::Div => "/",
                    Binary::Rem => "%",
                    Binary::And => "&",
                    Binary::Or => "|",
                    Binary::Xor => "^",
                    Binary::Greater => ">",
                    Binary::Unequal => "!=",
                    Binary::Both => "&&",
                    Binary::Min => return format!("{left}.min({right})"),
                    Binary::Max => return format!("{left}.max({right})"),
                    Binary::Larger => {
                        let of = if self.elem == Elem::F64 { "f64" } else { "i32" };
                        return format!("{of}::max({left}, {right})");
                    }
                };
                format!("({left} {sign} {right})")
            }
        }
    }
}

/// The kernel of a statement.
pub fn kernel(s: &Statement) -> String {
    let (elem, written) = (s.elem.name(), s.written());
    let mut parameters = Vec::new();
    match &s.target {
        Target::Number => {}
        Target::Dense(at, _) => parameters.push(format!("t: &mut Tensor<{}>", shape(written, at.len()))),
        Target::Stored(at, _) => parameters.push(format!("t: &mut Tensor<{}, _>", shape(written, at.len()))),
    }
    let operands = s.operands.iter().enumerate().filter(|_| s.changed.is_none());
    parameters.extend(operands.map(|(n, a)| format!("a{n}: &Tensor<{}, _>", shape(elem, a.at.len()))));
    let factors = s.factors.iter().enumerate();
    parameters.extend(factors.map(|(n, at)| format!("x{n}: &Tensor<{}>", shape(elem, at.len()))));
    let (inner, reduced) = (parameters.join(", "), s.reduced());
    parameters.extend(s.numbers().map(|(n, axis)| format!("first{n}_{axis}: i32, extent{n}_{axis}: i32")));
    let parameters = parameters.join(", ");
    let mut parts = String::new();
    for (n, operand) in s.operands.iter().enumerate() {
        if !s.is_cut_inside(operand) || s.is_displaced(operand) {
            continue;
        }
        let part = |axis: usize| match s.step(n) {
            1 => format!("first{n}_{axis}..first{n}_{axis} + extent{n}_{axis}"),
            step => {
                format!("(first{n}_{axis}..first{n}_{axis} + {step} * extent{n}_{axis} - 1).step_by({step})")
            }
        };
        let part: Vec<String> = (0..operand.at.len()).map(part).collect();
        let _ = write!(parts, "let a{n} = a{n}[[{}]]; ", part.join(", "));
    }
    let value = match (s.is_sum && !reduced.is_empty(), s.shown(&s.term)) {
        (true, term) => {
            let names: Vec<&str> = reduced.iter().map(|&name| NAMES[name]).collect();
            let word = match s.fold {
                Fold::Sum => "sum",
                Fold::Count => "count",
                Fold::Any => "any",
                Fold::All => "all",
                Fold::Product => "product",
                Fold::Max => "max",
                Fold::Min => "min",
            };
            format!("{word}(|{}| {term})", names.join(", "))
        }
        (false, term) => term,
    };
    let body = match (&s.target, s.copied) {
        (_, Some(_)) if s.looks_up => {
            let names = &NAMES[..s.operands[0].at.len()];
            // An index that is computed, and the one of the loop.
            let back = |(axis, name): (usize, &&str)| {
                let last = format!("t.extent({axis}) - 1");
                format!("{last} - ({last} - {name})")
            };
            let computed: Vec<String> = names.iter().enumerate().map(back).collect();
            let (names, computed) = (names.join(", "), computed.join(", "));
            format!("for [{names}] in t.indices() {{ t[[{names}]] = a0[[{computed}]]; }}")
        }
        (_, Some(_)) => {
            let names = NAMES[..s.operands[0].at.len()].join(", ");
            format!("for ([{names}], element) in a0.stored() {{ t[[{names}]] = element; }}")
        }
        (Target::Number, _) => value,
        (Target::Stored(at, _), _) if s.changed.is_some() => {
            let (index, factor) = (s.index(at), s.shown(&Term::Dense(0)));
            let names: Vec<&str> = at.iter().map(|&name| NAMES[name]).collect();
            let names = names.join(", ");
            match s.changed {
                Some(Changed::Loop) => {
                    format!("for ([{names}], element) in t.stored() {{ t{index} = {value}; }}")
                }
                Some(Changed::LookedUp) => {
                    format!("for [{names}] in x0.indices() {{ t{index} += {factor}; }}")
                }
                Some(Changed::Operator) => format!("t{index} *= {factor};"),
                _ => format!("t{index} = {value};"),
            }
        }
        (Target::Dense(at, _) | Target::Stored(at, _), _) => {
            let sign = match s.way {
                Way::Set => "=",
                Way::Add => "+=",
                Way::Sub => "-=",
            };
            let accumulators = match s.has_accumulators() {
                true => format!("#[accumulators({})] ", [2, 4, 8, 32][s.number % 4]),
                false => String::new(),
            };
            format!("{accumulators}t{} {sign} {value};", s.index(at))
        }
    };
    let answer = match s.target {
        Target::Number => format!(" -> {written}"),
        _ => String::new(),
    };
    let number = s.number;
    let (called, body) = match s.is_passed_on() {
        false => (String::new(), body),
        true => {
            let names = inner.split(", ").filter_map(|parameter| Some(parameter.split_once(':')?.0));
            let call = format!("passed_{number}({})", names.collect::<Vec<_>>().join(", "));
            let call = if answer.is_empty() { call + ";" } else { call };
            (format!("#[kernel]\nfn passed_{number}({inner}){answer} {{\n    {body}\n}}\n"), call)
        }
    };
    format!("{called}#[kernel]\nfn storage_{number}({parameters}){answer} {{\n    {parts}{body}\n}}\n")
}

/// A block as a tensor over its arrays, by the constructor that the format has, if there is one.
fn lent(operand: &Operand, elem: &str, fill: &str, n: usize) -> String {
    let (format, rank) = (operand.format.name, operand.at.len());
    let made = match format {
        "Csr" | "Csr<u8>" => {
            "csr(a.extents(), &a.arrays().1.positions, &a.arrays().1.coordinates, a.values())"
        }
        "Csc" => "csc(a.extents(), &a.arrays().1.positions, &a.arrays().1.coordinates, a.values())",
        "Interleaved" | "Interleaved<u8>" => "list(a.extents(), a.arrays(), a.values())",
        "(Dense,)" | "(Dense, Dense)" => "dense(a.extents(), a.values())",
        _ => return format!("block{n}.view()"),
    };
    format!(
        "{{ let a = block{n}; StoredView::<{elem}, {format}, {rank}, {fill}>::{made}.unwrap()\
         .with_origin(a.origin()).unwrap() }}"
    )
}

/// The function that calls it.
pub fn runner(s: &Statement) -> String {
    let (elem, written, number) = (s.elem.name(), s.written(), s.number);
    let fill = s.fill().name();
    let mut text = format!("fn run_storage_{number}(given: &mut Given) {{\n");
    let mut arguments = Vec::new();
    for (n, operand) in s.operands.iter().enumerate() {
        let (rank, format) = (operand.at.len(), operand.format.name);
        let made = match operand.made {
            Made::Entries => format!("stored::<{elem}, {format}, {fill}, {rank}>"),
            Made::Converted => format!("converted::<{elem}, {format}, {fill}, {rank}>"),
            Made::Selected => format!("selected::<{elem}, {format}, {fill}, {rank}, {}>", rank + 1),
            Made::Listed => format!("listed::<{elem}, {format}, {fill}, {rank}>"),
            Made::Gathered => format!("gathered::<{elem}, {format}, {fill}, {rank}>"),
        };
        let _ = writeln!(text, "    let a{n} = given.{made}({n});");
        let _ = writeln!(text, "    let block{n} = &a{n};");
        if operand.is_lent {
            let _ = writeln!(text, "    let a{n} = {};", lent(operand, elem, fill, n));
            let _ = writeln!(text, "    let block{n} = a{n};");
        }
        if operand.is_part {
            let view = if operand.is_lent { "" } else { ".view()" };
            let _ = writeln!(text, "    let a{n} = given.part({n}, a{n}{view});");
        }
        if s.step(n) == 1 {
            let _ = writeln!(text, "    given.compare({n}, |at| a{n}.get(at));");
        }
        let is_window = operand.is_part && !s.is_cut_inside(operand);
        if s.changed.is_some() {
            continue;
        }
        arguments.push(if is_window { format!("a{n}") } else { format!("block{n}") });
    }
    for (n, at) in s.factors.iter().enumerate() {
        let rank = at.len();
        let _ = writeln!(
            text,
            "    let x{n} = Block::<{elem}>::from_vec(given.factor({n}), given.along::<{rank}>(&{at:?})).unwrap();"
        );
        arguments.push(format!("&x{n}"));
    }
    arguments.extend(
        s.numbers().map(|(n, axis)| format!("given.interval({n}, {axis}).0, given.interval({n}, {axis}).1")),
    );
    let call = |first: &str| {
        let first = (!first.is_empty()).then(|| first.to_string());
        let all: Vec<String> = first.into_iter().chain(arguments.clone()).collect();
        format!("storage_{number}({})", all.join(", "))
    };
    let _ = match &s.target {
        Target::Number => writeln!(text, "    let answer = {};\n    given.answer(answer);", call("")),
        Target::Dense(at, is_located) => {
            let rank = at.len();
            let (extents, target) = match is_located {
                false => (format!("given.along::<{rank}>(&{at:?})"), "&mut t"),
                true => (
                    format!("given.frame::<{rank}>()"),
                    "&mut t.view_mut().colocate(&a0).unwrap().tensor_mut().unwrap()",
                ),
            };
            let place = match is_located {
                false => String::new(),
                true => format!(".with_origin(given.place::<{rank}>()).unwrap()"),
            };
            writeln!(
                text,
                "    let mut t = Block::<{written}>::from_vec(given.memory(), {extents}).unwrap(){place};\n    {};\n    \
                 given.keep(t.as_slice());",
                call(target)
            )
        }
        Target::Stored(at, _) if s.changed.is_some() => {
            let (call, rank) = (call("&mut t"), at.len());
            writeln!(
                text,
                "    let mut t = block0.clone().with_origin([0; {rank}]).unwrap();\n    {call};\n    given.keep_inserted(&t);"
            )
        }
        Target::Stored(at, format) => {
            let (rank, name, output) = (at.len(), format.name, s.written_fill().name());
            // How wide tables are depends on what was put in first.
            let keep = if format.kind == Kind::Appended { "keep_stored" } else { "keep_inserted" };
            writeln!(
                text,
                "    let mut t = given.output::<{written}, {name}, {output}, {rank}>(&{at:?});\n    {};\n    given.{keep}(&t);",
                call("&mut t")
            )
        }
    };
    text + "}\n\n"
}
