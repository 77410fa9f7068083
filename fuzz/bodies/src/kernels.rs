//! Kernels that hide their names: shadowing, macros that bind, raw names, constants and functions of blocks, aliases, huge numbers,
//! closures, overlapping views, also in calls of kernels.
//! Each is written twice, as a kernel and as plain Rust over cells with a check at every access, which is what it means.

use proc_macro2::{TokenStream, TokenTree};
use unite_compiler::{Wanted, expand};

use crate::bytes::Bytes;

/// A kernel and the same in plain Rust: what stands between the braces.
pub struct Pair {
    /// The body of the kernel.
    pub kernel: String,
    /// The same for `Cells`.
    pub plain: String,
}

/// A kernel drawn from bytes; none if the attribute refuses it.
pub fn kernel_pair(bytes: &[u8]) -> Option<Pair> {
    let pair = Writer::new(&mut Bytes::new(bytes)).pair();
    let text = format!(
        "fn k(t: &mut Tensor<[i32]>, n: usize, m: i32, b: u8, x: i64, N: usize) {{ {} }}",
        pair.kernel
    );
    let item: TokenStream = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    let expansion = expand(TokenStream::new(), item, &Wanted::default());
    (!has_error(expansion.tokens)).then_some(pair)
}

fn has_error(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_error(group.stream()),
        TokenTree::Ident(word) => word == "compile_error",
        _ => false,
    })
}

/// Types of numbers, which plain Rust does not mix.
#[derive(Clone, Copy, PartialEq)]
enum Type {
    Usize,
    I32,
    U8,
    I64,
}

const TYPES: [Type; 4] = [Type::Usize, Type::I32, Type::U8, Type::I64];

impl Type {
    fn name(self) -> &'static str {
        match self {
            Type::Usize => "usize",
            Type::I32 => "i32",
            Type::U8 => "u8",
            Type::I64 => "i64",
        }
    }

    /// Its name, and an alias.
    fn names(self) -> [&'static str; 2] {
        let alias = match self {
            Type::Usize => "Size",
            Type::I32 => "Number",
            Type::U8 => "u16",
            Type::I64 => "Wide",
        };
        [self.name(), alias]
    }

    fn literals(self) -> &'static [&'static str] {
        match self {
            Type::Usize => &["0", "1", "2", "3", "7", "11", "12", "100_000", "4_294_967_296"],
            Type::I32 => &["0", "1", "2", "3", "-1", "11", "12", "100_000", "2_147_483_647"],
            Type::U8 => &["0", "1", "2", "3", "7", "11", "12", "255"],
            Type::I64 => &["0", "1", "2", "3", "-1", "11", "12", "100_000", "9_223_372_036_854_775_807"],
        }
    }
}

/// Draws one kernel.
struct Writer<'a, 'b> {
    bytes: &'a mut Bytes<'b>,
    /// What is known where: the last one of a name counts.
    numbers: Vec<(String, Type)>,
    tensors: Vec<&'static str>,
    depth: usize,
    /// Constants of blocks around here.
    constants: Vec<&'static str>,
    /// Whether arguments of a macro are around, in which loops say nothing about indices.
    in_macro: bool,
    loops: usize,
    closures: usize,
}

const NAMES: [&str; 6] = ["n", "m", "i", "j", "N", "x"];

impl<'a, 'b> Writer<'a, 'b> {
    fn new(bytes: &'a mut Bytes<'b>) -> Self {
        let numbers =
            [("n", Type::Usize), ("m", Type::I32), ("b", Type::U8), ("x", Type::I64), ("N", Type::Usize)];
        let numbers = numbers.map(|(name, ty)| (name.to_string(), ty)).to_vec();
        Writer {
            bytes,
            numbers,
            tensors: vec!["t"],
            depth: 0,
            constants: Vec::new(),
            in_macro: false,
            loops: 0,
            closures: 0,
        }
    }

    /// A whole body.
    fn pair(mut self) -> Pair {
        let text = self.statements(6);
        Pair { kernel: kernel_of(&text), plain: plain_of(&text) }
    }

    fn statements(&mut self, most: usize) -> String {
        let (numbers, tensors) = (self.numbers.len(), self.tensors.len());
        let hidden = self.numbers.clone();
        let count = 1 + self.bytes.below(most);
        let text = (0..count).map(|_| self.statement()).collect();
        self.numbers = hidden;
        self.numbers.truncate(numbers);
        self.tensors.truncate(tensors);
        text
    }

    fn inner(&mut self) -> String {
        self.depth += 1;
        let text = self.statements(3);
        self.depth -= 1;
        text
    }

    fn bound(&mut self, name: &str, ty: Type) {
        self.numbers.push((name.to_string(), ty));
    }

    fn statement(&mut self) -> String {
        match self.bytes.below(if self.depth > 2 { 8 } else { 18 }) {
            0..=3 => self.write(),
            4 => {
                let (name, ty) = (self.bytes.choice(&NAMES), self.bytes.choice(&TYPES));
                let value = self.number(ty, 1);
                self.bound(name, ty);
                let raw = self.bytes.choice(&["", "", "", "r#"]);
                format!("@let({raw}{name}; {}; {value})\n", self.bytes.choice(&ty.names()))
            }
            5 => {
                let (name, ty) = (self.bytes.choice(&NAMES), self.bytes.choice(&TYPES));
                let value = self.number(ty, 1);
                self.bound(name, ty);
                format!("@pair({name}; {value})\n")
            }
            6 => {
                let (name, ty) = (self.bytes.choice(&NAMES), self.bytes.choice(&TYPES));
                let value = self.number(ty, 1);
                // Whatever is known may have been bound anew.
                let mut known: Vec<String> = self.numbers.iter().map(|(name, _)| name.clone()).collect();
                known.extend(self.constants.iter().map(|name| format!("{name}_")));
                known.sort();
                known.dedup();
                self.bound(name, ty);
                format!("@set({name}; {}; {value}; {})\n", ty.name(), known.join(" "))
            }
            7 if self.loops > 0 => format!("if {} {{ break; }}\n", self.condition()),
            7 => format!("if {} {{ return; }}\n", self.condition()),
            8 | 9 => {
                let condition = self.condition();
                let then = self.inner();
                if self.bytes.flag() {
                    return format!("if {condition} {{\n{then}}}\n");
                }
                format!("if {condition} {{\n{then}}} else {{\n{}}}\n", self.inner())
            }
            10..=12 => self.range_loop(),
            13 => {
                let (ty, known) = (self.bytes.choice(&TYPES), self.numbers.len());
                let on = self.number(ty, 1);
                let name = self.bytes.choice(&NAMES);
                let first = self.inner();
                let second = self.inner();
                self.bound(name, ty);
                let third = self.inner();
                self.numbers.truncate(known);
                format!(
                    "@match({on}) {{\n0 | 2 => {{\n{first}}}\n3..=9 => {{\n{second}}}\n@arm({name}) => {{\n\
                     @matched({name})\n{third}}}\n}}@end\n"
                )
            }
            14 => {
                let name = self.bytes.choice(&NAMES);
                let (known, loops) = (self.numbers.len(), std::mem::take(&mut self.loops));
                self.closures += 1;
                let closure = format!("f{}", self.closures);
                self.bound(name, Type::Usize);
                // A closure that returns leaves itself only.
                let body = self.inner();
                self.numbers.truncate(known);
                self.loops = loops;
                let calls: String = (0..1 + self.bytes.below(2))
                    .map(|_| format!("{closure}({});\n", self.number(Type::Usize, 1)))
                    .collect();
                format!(
                    "{{\nlet mut {closure} = |@param({name})| {{\n@passed({name})\n{body}}};\n{calls}}}\n"
                )
            }
            15 if self.bytes.flag() => match self.bytes.below(4) {
                // A function of a block hides that of the module.
                0 => {
                    let value = self.bytes.choice(&["7", "-1", "i32::MAX"]);
                    format!("{{\nfn once() -> i32 {{ {value} }}\n{}}}\n", self.inner())
                }
                1 => {
                    let value = self.bytes.choice(&["n % 5", "n", "n / 7 + FAR"]);
                    format!("{{\nfn near(n: usize) -> usize {{ {value} }}\n{}}}\n", self.inner())
                }
                // Views that may overlap.
                _ => {
                    let (to, of, ty) = (self.tensor(), self.tensor(), self.bytes.choice(&TYPES));
                    let (first, second) = (self.number(ty, 1), self.number(ty, 1));
                    format!("@call({to}; {of}; {first}; {second})\n")
                }
            },
            15 if self.bytes.flag() => {
                let (name, value) =
                    (self.bytes.choice(&["K", "low"]), self.bytes.choice(&["1", "9", "3 + FAR"]));
                self.constants.push(name);
                let inner = self.inner();
                self.constants.pop();
                format!("{{\n@const({name}; {value})\n{inner}}}\n")
            }
            15 => {
                let view = self.bytes.choice(&["u", "v"]);
                let (of, ty) = (self.tensor(), self.bytes.choice(&TYPES));
                let (first, last) = (self.number(ty, 1), self.number(ty, 1));
                self.tensors.push(view);
                format!("let {view} = @view({of}; {first}; {last});\n")
            }
            16 => {
                self.tensors.push("c");
                "let c = @block;\n".to_string()
            }
            _ => {
                let known: Vec<String> = self.numbers.iter().map(|(name, _)| name.clone()).collect();
                let name = known[self.bytes.below(known.len())].clone();
                let (before, loops) = (self.numbers.len(), std::mem::take(&mut self.loops));
                self.bound(&name, Type::Usize);
                let in_macro = std::mem::replace(&mut self.in_macro, true);
                let body = self.inner();
                self.in_macro = in_macro;
                self.numbers.truncate(before);
                self.loops = loops;
                if body.contains("break") {
                    return self.write();
                }
                format!("@assert!({name}, {{\n{body}}});\n")
            }
        }
    }

    fn range_loop(&mut self) -> String {
        let (name, ty) = (self.bytes.choice(&NAMES), self.bytes.choice(&TYPES));
        let (start, end) = (self.number(ty, 1), self.number(ty, 1));
        let known = self.numbers.len();
        self.bound(name, ty);
        self.loops += 1;
        let body = self.inner();
        self.loops -= 1;
        self.numbers.truncate(known);
        let most = if ty == Type::U8 { "40" } else { "60" };
        let least = if matches!(ty, Type::I32 | Type::I64) { ".max(@literal(-20))" } else { "" };
        let (start, end) = (format!("({start}){least}"), format!("({end}).min(@literal({most}))"));
        let kind = self.bytes.choice(&["a..b", "a..b", "a..=b", "(a..b).rev()", "(a..b).step_by(3)"]);
        format!("for {name} in @range({start}; {end}; {kind}; {}) {{\n{body}}}\n", !self.in_macro)
    }

    fn tensor(&mut self) -> &'static str {
        let tensors = self.tensors.clone();
        tensors[self.bytes.below(tensors.len())]
    }

    fn write(&mut self) -> String {
        let (to, ty) = (self.tensor(), self.bytes.choice(&TYPES));
        let at = self.number(ty, 2);
        let value = match self.bytes.below(4) {
            0 => {
                let (of, ty) = (self.tensor(), self.bytes.choice(&TYPES));
                format!("@read({of}; {})", self.number(ty, 1))
            }
            1 => "once()".to_string(),
            _ => self.bytes.choice(&["1", "2", "-3", "40"]).to_string(),
        };
        let operator = self.bytes.choice(&["=", "=", "+="]);
        format!("@write({to}; {at}; {operator}; {value})\n")
    }

    fn condition(&mut self) -> String {
        let ty = self.bytes.choice(&TYPES);
        let (left, right) = (self.number(ty, 1), self.number(ty, 0));
        let operator = self.bytes.choice(&["<", "<", "<=", ">", ">=", "==", "!="]);
        let condition = format!("({left}) {operator} ({right})");
        match self.bytes.below(6) {
            0 if self.depth < 4 => format!("{condition} && {}", self.another()),
            1 if self.depth < 4 => format!("({condition} || {})", self.another()),
            2 => format!("!({condition})"),
            _ => condition,
        }
    }

    fn another(&mut self) -> String {
        self.depth += 2;
        let condition = self.condition();
        self.depth -= 2;
        condition
    }

    /// A number of a type: one that is known, or a literal, or computed.
    fn number(&mut self, ty: Type, depth: usize) -> String {
        let mut known: Vec<&String> = Vec::new();
        for (k, (name, of)) in self.numbers.iter().enumerate() {
            if *of == ty && !self.numbers[k + 1..].iter().any(|(other, _)| other == name) {
                known.push(name);
            }
        }
        let names: Vec<String> = known.into_iter().cloned().collect();
        let kind = self.bytes.below(if depth == 0 { 4 } else { 8 });
        match kind {
            0..=2 if !names.is_empty() => names[self.bytes.below(names.len())].clone(),
            0..=3 => match (ty, self.bytes.below(6)) {
                (Type::Usize, 0) => "@constant(K)".to_string(),
                (Type::Usize, 1) => "@constant(FAR)".to_string(),
                (Type::Usize, 2) => "@constant(low)".to_string(),
                (Type::Usize, 3) if depth > 0 => format!("@near({})", self.number(ty, depth - 1)),
                _ => format!("@literal({}{})", self.bytes.choice(ty.literals()), ty.name()),
            },
            4 | 5 => {
                let operator = self.bytes.choice(&["+", "-", "*", "+", "-", "%", "/", ">>"]);
                let right = match operator {
                    "%" | "/" => format!("@literal({})", self.bytes.choice(&["3", "16", "100"])),
                    ">>" => self.bytes.choice(&["1", "4"]).to_string(),
                    _ => self.number(ty, depth - 1),
                };
                format!("({} {operator} {right})", self.number(ty, depth - 1))
            }
            6 => {
                let method = self.bytes.choice(&["min", "max"]);
                format!("({}).{method}({})", self.number(ty, depth - 1), self.number(ty, depth - 1))
            }
            _ => {
                let from = self.bytes.choice(&TYPES);
                let number = self.number(from, depth - 1);
                format!("@cast({number}; {})", self.bytes.choice(&ty.names()))
            }
        }
    }
}

/// Writes out what differs: `make` gets the word and its arguments.
fn written_out(text: &str, make: &dyn Fn(&str, &[&str]) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let word = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(word);
        if !after.starts_with('(') {
            out.push_str(&make(name, &[]));
            rest = after;
            continue;
        }
        let mut depth = 0;
        let end = after
            .char_indices()
            .find(|(_, c)| {
                depth += i32::from(*c == '(') - i32::from(*c == ')');
                depth == 0
            })
            .map_or(after.len() - 1, |(at, _)| at);
        let inside = written_out(&after[1..end], make);
        let arguments: Vec<&str> = inside.split("; ").collect();
        out.push_str(&make(name, &arguments));
        rest = &after[end + 1..];
    }
    out + rest
}

fn kernel_of(text: &str) -> String {
    written_out(text, &|word, of| match (word, of) {
        ("read", [t, at]) => format!("{t}[[{at}]]"),
        ("write", [t, at, operator, value]) => format!("{t}[[{at}]] {operator} {value};"),
        ("view", [t, first, last]) => format!("{t}[[{first}..{last}]]"),
        ("cast", [number, ty]) => format!("(({number}) as {ty})"),
        ("call", [to, of, first, second]) => format!(
            "{{ let (first, second) = ({first}, {second}); \
             slide(&mut {to}[[first..first + 8]], &{of}[[second..second + 8]]); }}"
        ),
        ("let", [name, ty, value]) => format!("let {name}: {ty} = {value};"),
        ("pair", [name, value]) => format!("let ({name}, _) = ({value}, 0);"),
        ("set", [name, ty, value, _]) => format!("set!({name}: {ty} = {value});"),
        ("const", [name, value]) => format!("const {name}: usize = {value};"),
        ("match", [on]) => format!("match {on}"),
        ("range", [first, last, kind, _]) => match *kind {
            "a..=b" => format!("{first}..={last}"),
            "a..b" => format!("{first}..{last}"),
            "(a..b).rev()" => format!("({first}..{last}).rev()"),
            _ => format!("({first}..{last}).step_by(3)"),
        },
        ("param", [name]) => format!("{name}: usize"),
        ("near", [number]) => format!("near({number})"),
        ("arm" | "constant" | "literal", [name]) => name.to_string(),
        ("matched" | "passed", _) | ("end", []) => String::new(),
        ("assert", []) => "assert".to_string(),
        ("block", []) => "Block::<[i32; 8]>::stack()".to_string(),
        _ => unreachable!("@{word} of {of:?}"),
    })
}

fn plain_of(text: &str) -> String {
    written_out(text, &|word, of| match (word, of) {
        ("read", [t, at]) => format!("{t}.read(({at}).index())"),
        ("write", [t, at, "=", value]) => {
            format!("{{ let value = {value}; {t}.write(({at}).index(), value); }}")
        }
        ("write", [t, at, _, value]) => {
            format!("{{ let (value, at) = ({value}, ({at}).index()); {t}.write(at, {t}.read(at) + value); }}")
        }
        ("view", [t, first, _]) => format!("{t}.part(({first}).index())"),
        ("cast", [number, ty]) => {
            let keeps = ["usize", "i32", "i64"].contains(ty);
            format!("cast::<_, {ty}>({number}, {keeps})")
        }
        ("call", [to, of, first, second]) => format!(
            "slide_plainly({to}.part(({first}).kept().index()), {of}.part(({second}).kept().index()));"
        ),
        ("let", [name, _, value]) => format!("let {} = ({value}).named();", name.trim_start_matches("r#")),
        ("pair", [name, value]) => format!("let {name} = ({value}).kept();"),
        ("set", [name, ty, value, known]) => {
            let known: Vec<&str> = known.split(' ').collect();
            let before =
                if known.contains(name) { format!("Some({name})") } else { "None::<N<usize>>".to_string() };
            let anew: String = known.iter().map(|name| format!("let {name} = {name}.opaque();\n")).collect();
            format!("let set = bound::<{ty}, _>({value}, {before});\n{anew}let {name} = set;")
        }
        // An index knows a constant of a block if it is a literal.
        ("const", [name, value]) => {
            let make = if value.contains("FAR") { "other" } else { "number" };
            format!("let {name}_ = {make}({value});")
        }
        ("match", [on]) => format!("{{ let on = ({on}).named();\nmatch on.force()"),
        ("matched", [name]) => format!("let {name} = on;"),
        ("arm", _) => "_".to_string(),
        ("end", []) => " }".to_string(),
        ("range", [first, last, kind, known]) => format!("ranged({first}, {last}, {known}, |a, b| {kind})"),
        ("param", [name]) => format!("{name}: N<usize>"),
        ("passed", [name]) => format!("let {name} = {name}.kept();"),
        ("near", [number]) => format!("other(near(({number}).force()))"),
        ("constant", [name]) => format!("{name}_"),
        ("literal", [literal]) => format!("number({literal})"),
        ("assert", []) => "assert_plainly".to_string(),
        ("block", []) => "Cells::block()".to_string(),
        _ => unreachable!("@{word} of {of:?}"),
    })
}
