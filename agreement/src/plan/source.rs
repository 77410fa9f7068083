//! Chains as Rust.

use std::fmt::Write;

use super::chain::{
    Amount, Chain, End, Ending, FILL, Kind, OUTSIDE, Op, Part, Reading, Rule, SECOND, SHORT, Said,
};
use super::limits::{Info, infos};

/// The names of iterators.
const ITERATORS: [&str; 4] = ["i", "j", "k", "l"];

/// The kernel of a chain, as it is also shown when a test fails; before it, the one that it calls with views.
pub fn kernel(chain: &Chain) -> String {
    let (infos, tensors) = (infos(chain), chain.tensors.len());
    let generics = generics(chain, |by| format!("const F{by}: usize"));
    let numbers: Vec<String> = (0..chain.scalars)
        .map(|scalar| format!("p{scalar}: i32"))
        .chain(chain.said(Said::Late).iter().map(|by| format!("f{by}: usize")))
        .collect();
    let mut text = format!("{}\nfn chain_{}{generics}(", attribute(chain), chain.number);
    for (number, tensor) in chain.tensors.iter().enumerate() {
        let shape = tensor.lengths.iter().rev().fold("i32".to_string(), |inner, length| match length {
            Some(length) => format!("[{inner}; {length}]"),
            None => format!("[{inner}]"),
        });
        let borrow = if tensor.mutable { "&mut " } else { "&" };
        let shape = if tensor.kind == Kind::Refined { format!("Refined<{shape}>") } else { shape };
        let _ = write!(text, "t{number}: {borrow}Tensor<{shape}>, ");
    }
    let _ = writeln!(text, "{}) {{", numbers.join(", "));
    let inner = chain.inner().map_or(chain.ops.len(), |view| view - tensors);
    statements(&mut text, chain, &infos, 0..inner);
    if inner == chain.ops.len() {
        let _ = writeln!(text, "    {}\n}}", ending(chain, &infos));
        return text;
    }
    let passed = chain.ops.iter().enumerate().filter_map(|(number, op)| match op {
        Op::Passed(of) => Some((tensors + number, *of)),
        _ => None,
    });
    let (made, passed): (Vec<usize>, Vec<usize>) = passed.unzip();
    let mut arguments: Vec<String> = passed.iter().map(|&of| name(chain, of)).collect();
    arguments.extend((0..chain.scalars).map(|scalar| format!("p{scalar}")));
    arguments.extend(chain.said(Said::Late).iter().map(|by| format!("f{by}")));
    let said = self::generics(chain, |by| format!("F{by}"));
    let said = if said.is_empty() { said } else { format!("::{said}") };
    let _ = writeln!(text, "    inner_{}{said}(t0, {});\n}}", chain.number, arguments.join(", "));
    let shape = |rank: usize| format!("{}i32{}", "[".repeat(rank), "]".repeat(rank));
    let mut called = format!(
        "{}\nfn inner_{}{generics}(t0: &mut Tensor<{}>, ",
        attribute(chain),
        chain.number,
        shape(chain.tensors[0].rank())
    );
    for &view in &made {
        let shape = shape(infos[view].rank());
        let shape = if infos[view].carried { shape } else { format!("Refined<{shape}>") };
        let rule = infos[view].rule.map_or(String::new(), |rule| format!("#[boundary({rule:?})] "));
        let _ = write!(called, "{rule}{}: &Tensor<{shape}>, ", name(chain, view));
    }
    let _ = writeln!(called, "{}) {{", numbers.join(", "));
    statements(&mut called, chain, &infos, inner + made.len()..chain.ops.len());
    let _ = writeln!(called, "    {}\n}}", ending(chain, &infos));
    called + &text
}

/// The attribute of the kernels of a chain.
fn attribute(chain: &Chain) -> String {
    match chain.stage {
        None => "#[kernel]".into(),
        Some(stage) => format!("#[kernel(optimize = {stage})]"),
    }
}

/// What a kernel is generic over, in brackets.
fn generics(chain: &Chain, each: impl Fn(usize) -> String) -> String {
    let all: Vec<String> = chain.said(Said::Generic).into_iter().map(each).collect();
    if all.is_empty() { String::new() } else { format!("<{}>", all.join(", ")) }
}

/// The statements that make views.
fn statements(text: &mut String, chain: &Chain, infos: &[Info], ops: std::ops::Range<usize>) {
    for (number, op) in chain.ops.iter().enumerate().take(ops.end).skip(ops.start) {
        let view = chain.tensors.len() + number;
        let _ = writeln!(text, "    let {} = {};", name(chain, view), operation(chain, op));
        if let Op::BlockCopy(_) | Op::CopyOf(_) | Op::Block(..) = op {
            let weights = [1, 10, 100, 1000];
            let rank = infos[view].rank();
            let sum: Vec<String> =
                (0..rank).map(|axis| format!("{} * !{}", weights[axis], ITERATORS[axis])).collect();
            let base = FILL + 2000 * number as i32;
            let (target, sum) = (element(&name(chain, view), rank), sum.join(" + "));
            let _ = match op {
                // A copy of a copy may have small elements too.
                Op::CopyOf(_) | Op::BlockCopy(_) => {
                    writeln!(text, "    {target} = ({base} + {sum}) & {SHORT};")
                }
                _ => writeln!(text, "    {target} = {base} + {sum};"),
            };
        }
    }
}

/// The function that calls the kernel with what the test made, after it was asked whether that fits. That depends on some of
/// the scalars and factors, which have these names.
pub fn runner(chain: &Chain, asked: &[String]) -> String {
    let number = chain.number;
    let mut text = format!("fn run_{number}(given: &mut [Given], p: &[i32], f: &[i64]) {{\n");
    let universe = chain.universe;
    for (t, tensor) in chain.tensors.iter().enumerate() {
        let rank = tensor.rank();
        let shape = tensor.lengths.iter().rev().fold("i32".to_string(), |inner, length| match length {
            Some(length) => format!("[{inner}; {length}]"),
            None => format!("Dyn<{inner}>"),
        });
        let _ = match tensor.kind {
            Kind::Heap => writeln!(text, "    let mut t{t} = given[{t}].heap::<{rank}>();"),
            Kind::Fixed => writeln!(text, "    let mut t{t} = given[{t}].fixed::<{shape}, {rank}>();"),
            Kind::Placed => writeln!(text, "    let mut t{t} = given[{t}].placed::<{rank}, {universe}>();"),
            Kind::Viewed => writeln!(
                text,
                "    let mut b{t} = given[{t}].placed::<{rank}, {universe}>();\n    \
                 let mut w{t} = given[{t}].part::<{rank}>(&mut b{t});\n    \
                 let mut t{t} = w{t}.tensor_mut().expect(\"nothing is refined\");"
            ),
            Kind::Refined => writeln!(
                text,
                "    let mut b{t} = given[{t}].placed::<{rank}, {universe}>();\n    \
                 let mut w{t} = given[{t}].finer::<{rank}>(&mut b{t});\n    \
                 let mut t{t} = w{t}.refined_mut().expect(\"one floor for each axis\");"
            ),
        };
    }
    let mut passed: Vec<String> = Vec::new();
    for (t, tensor) in chain.tensors.iter().enumerate() {
        passed.push(format!("{}t{t}", if tensor.mutable { "&mut " } else { "&" }));
    }
    let tensors = (0..chain.tensors.len()).map(|t| format!("&t{t}"));
    let scalars = (0..chain.scalars).map(|scalar| (format!("p{scalar}"), format!("p[{scalar}]")));
    let late = chain.said(Said::Late).into_iter();
    let late = late.map(|by| (format!("f{by}"), format!("f[{by}] as usize")));
    let numbers: Vec<(String, String)> = scalars.chain(late).collect();
    let known: Vec<String> =
        numbers.iter().filter(|number| asked.contains(&number.0)).map(|n| n.1.clone()).collect();
    // Numbers that a kernel only passes on are not asked for.
    let all = known.len() == numbers.len() || chain.inner().is_none();
    let asked: Vec<String> = tensors.chain(known).collect();
    let said = generics(chain, |by| by.to_string());
    let said = if said.is_empty() { said } else { format!("::{said}") };
    let _ = writeln!(text, "    asked(chain_{number}::fits{said}({}), {all});", asked.join(", "));
    passed.extend(numbers.into_iter().map(|number| number.1));
    let _ = writeln!(text, "    chain_{number}{said}({});", passed.join(", "));
    for (t, tensor) in chain.tensors.iter().enumerate() {
        let block = if tensor.kind.is_view() { "b" } else { "t" };
        let _ = writeln!(text, "    given[{t}].memory = {block}{t}.into_memory();");
    }
    text.push_str("}\n");
    text
}

/// What a kernel calls a view.
pub fn name(chain: &Chain, view: usize) -> String {
    let tensors = chain.tensors.len();
    if view < tensors { format!("t{view}") } else { format!("v{}", view - tensors + 1) }
}

fn amount(chain: &Chain, amount: &Amount) -> String {
    let added = match (amount.scalar, amount.extent) {
        (Some(scalar), _) => format!("p{scalar}"),
        (_, Some((view, axis))) => format!("{}.extent({axis})", name(chain, view)),
        _ => return amount.constant.to_string(),
    };
    match amount.constant {
        0 => added,
        constant if constant < 0 => format!("{added} - {}", -constant),
        constant => format!("{added} + {constant}"),
    }
}

fn part(chain: &Chain, part: &Part) -> String {
    let Part::Range { start, end, step } = part else {
        let Part::At(at) = part else { return String::new() };
        return amount(chain, at);
    };
    let from = start.as_ref().map(|each| amount(chain, each)).unwrap_or_default();
    let range = match end {
        End::Open => format!("{from}.."),
        End::After(length) => {
            let start = start.unwrap_or(Amount::new(0));
            let end = Amount { constant: start.constant + length, ..start };
            format!("{from}..{}", amount(chain, &end))
        }
        End::At(end) => format!("{from}..{}", amount(chain, end)),
        End::Last(end) => format!("{from}..={}", amount(chain, end)),
    };
    if *step == 1 { range } else { format!("({range}).step_by({})", factor(chain, *step)) }
}

/// A step or a factor.
fn factor(chain: &Chain, by: i64) -> String {
    match chain.factors[by as usize] {
        Said::Literal => by.to_string(),
        Said::Constant => format!("BY_{by}"),
        Said::Generic => format!("F{by}"),
        Said::Late => format!("f{by}"),
    }
}

fn factors(chain: &Chain, by: &[i64]) -> String {
    by.iter().map(|&by| factor(chain, by)).collect::<Vec<_>>().join(", ")
}

fn operation(chain: &Chain, op: &Op) -> String {
    match op {
        Op::Partition(view, parts) => {
            let parts: Vec<String> = parts.iter().map(|each| part(chain, each)).collect();
            format!("{}[[{}]]", name(chain, *view), parts.join(", "))
        }
        Op::Permute(view, order) if chain.named => {
            let order: Vec<String> = order.iter().map(|axis| format!("BY_{axis}")).collect();
            format!("{}.permute([{}])", name(chain, *view), order.join(", "))
        }
        Op::Permute(view, order) => format!("{}.permute({order:?})", name(chain, *view)),
        Op::Coarsen(view, by) => format!("{}.coarsen([{}])", name(chain, *view), factors(chain, by)),
        Op::Refine(view, by) => format!("{}.refine([{}])", name(chain, *view), factors(chain, by)),
        Op::Bounded(view, rule) => {
            let rule = match rule {
                Rule::Constant => format!("Constant({OUTSIDE})"),
                rule => format!("{rule:?}"),
            };
            format!("{}.with_boundary(Boundary::{rule})", name(chain, *view))
        }
        Op::CoarseRead(view, read) => {
            format!("{}.with_coarse_read(CoarseRead::{read:?})", name(chain, *view))
        }
        Op::Broadcast(view) => format!("{}.with_coarse_write(CoarseWrite::Broadcast)", name(chain, *view)),
        Op::Region(of, by) => format!("{}.region_of({})", name(chain, *of), name(chain, *by)),
        Op::Coverage(of, at, seen) => {
            let at: Vec<String> = at.iter().map(|each| amount(chain, each)).collect();
            format!("{}.coverage([{}], {})", name(chain, *of), at.join(", "), name(chain, *seen))
        }
        Op::Colocate(into, by) => format!("{}[{}]", name(chain, *into), name(chain, *by)),
        Op::ToBlock(view) => format!("{}.to_block()", name(chain, *view)),
        Op::BlockCopy(view) => format!("{}.block_copy()", name(chain, *view)),
        Op::CopyOf(view) => format!("{}.block_copy::<i16>()", name(chain, *view)),
        Op::Block(extents, origin) => {
            let origin: Vec<String> = origin.iter().map(|each| amount(chain, each)).collect();
            format!("Block::<i32>::zeros({extents:?}).with_origin([{}])", origin.join(", "))
        }
        Op::Passed(view) => name(chain, *view),
    }
}

/// `t[[!i, !j]]`.
pub fn element(tensor: &str, rank: usize) -> String {
    let iterators: Vec<String> = ITERATORS[..rank].iter().map(|iterator| format!("!{iterator}")).collect();
    format!("{tensor}[[{}]]", iterators.join(", "))
}

fn read(chain: &Chain, view: usize, readings: &[Reading]) -> String {
    let index = |reading: &Reading| {
        let offset = amount(chain, &reading.offset);
        let Some(iterator) = reading.iterator else { return offset };
        let iterator = ITERATORS[iterator];
        let varying = match reading.factor {
            1 => format!("!{iterator}"),
            -1 => format!("-!{iterator}"),
            factor => format!("{factor} * !{iterator}"),
        };
        if offset == "0" { varying } else { format!("{varying} + ({offset})") }
    };
    let indices: Vec<String> = readings.iter().map(index).collect();
    format!("{}[[{}]]", name(chain, view), indices.join(", "))
}

/// `1 + 7 * i + ..`, with `of` before each iterator.
pub fn weight(rank: usize, of: &str) -> String {
    let weights = [7, 70, 700, 7000];
    let terms: Vec<String> =
        (0..rank).map(|axis| format!("{} * {of}{}", weights[axis], ITERATORS[axis])).collect();
    format!("1 + {}", terms.join(" + "))
}

/// Whether the kernel that a chain calls takes refined tensors: where one is passed, and in some other chains.
pub fn takes_refined(chain: &Chain, infos: &[Info]) -> bool {
    let is_refined = |view: usize| !infos[view].carried;
    chain.number % 5 == 2
        || is_refined(chain.ending.passed())
        || matches!(chain.ending, Ending::CallColocated(other, _) | Ending::CallRegion(other, _) if is_refined(other))
}

fn ending(chain: &Chain, infos: &[Info]) -> String {
    let rank = |view: usize| infos[view].rank();
    // The kernels that are called are compiled at the same stage.
    let takes = || match (chain.stage, takes_refined(chain, infos)) {
        (None, false) => String::new(),
        (None, true) => "refined::".into(),
        (Some(stage), false) => format!("{stage}::plain::"),
        (Some(stage), true) => format!("{stage}::refined::"),
    };
    match &chain.ending {
        Ending::Gather(reads) => {
            let mut values = reads.iter().map(|(view, readings)| read(chain, *view, readings));
            let mut value = values.next().unwrap_or_default();
            for second in values {
                let _ = write!(value, " + {SECOND} * {second}");
            }
            format!("{} = {value};", element("t0", chain.tensors[0].rank()))
        }
        Ending::Scatter(view) => {
            format!("{} += {};", element(&name(chain, *view), rank(*view)), weight(rank(*view), "!"))
        }
        Ending::Spread(view) => {
            format!("{} = {};", element(&name(chain, *view), rank(*view)), weight(rank(*view), "!"))
        }
        Ending::Loop(view, shift) => {
            let (name, iterators) = (name(chain, *view), &ITERATORS[..rank(*view)]);
            let at: Vec<String> = iterators
                .iter()
                .zip(shift)
                .map(|(iterator, shift)| format!("{iterator} + ({})", amount(chain, shift)))
                .collect();
            let value = weight(rank(*view), "");
            format!(
                "for [{}] in {name}.indices() {{ {name}[[{}]] += {value}; }}",
                iterators.join(", "),
                at.join(", ")
            )
        }
        Ending::CallGather(view) => {
            format!("{}gather_{}(t0, {});", takes(), rank(*view), name(chain, *view))
        }
        Ending::CallCorners(view) => {
            format!("{}corners_{}(t0, {});", takes(), rank(*view), name(chain, *view))
        }
        Ending::CallScatter(view) => {
            format!("{}scatter_{}({});", takes(), rank(*view), name(chain, *view))
        }
        Ending::CallRelay(view) => {
            format!("{}relay_{}(t0, {});", takes(), rank(*view), name(chain, *view))
        }
        Ending::CallRegion(of, by) => {
            format!("{}region_{}(t0, {}, {});", takes(), rank(*of), name(chain, *of), name(chain, *by))
        }
        Ending::Where(view) => {
            let name = name(chain, *view);
            let getters = |axis: usize| {
                let getter = |(k, getter): (usize, &str)| {
                    format!("t0[[{}]] = {name}.{getter}({axis}) as i32;", 3 * axis + k)
                };
                ["origin", "step", "extent"].into_iter().enumerate().map(getter).collect::<Vec<_>>().join(" ")
            };
            (0..rank(*view)).map(getters).collect::<Vec<_>>().join("\n    ")
        }
        Ending::CallWhere(view) => {
            format!("{}where_{}(t0, {});", takes(), rank(*view), name(chain, *view))
        }
        Ending::CallColocated(other, view) => {
            let taken = takes();
            let (other, view) = ((*other, rank(*other)), *view);
            format!(
                "{taken}colocated_{}_{}(t0, {}, {});",
                other.1,
                rank(view),
                name(chain, other.0),
                name(chain, view)
            )
        }
    }
}
