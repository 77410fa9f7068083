//! Chains as Rust.

use std::fmt::Write;

use super::chain::{Amount, Chain, End, Ending, FILL, Kind, OUTSIDE, Op, Part, Reading, Rule, SECOND, SHORT};
use super::limits::{Info, infos};

/// The names of iterators.
const ITERATORS: [&str; 4] = ["i", "j", "k", "l"];

/// The kernel of a chain, as it is also shown when a test fails.
pub fn kernel(chain: &Chain) -> String {
    let infos = infos(chain);
    let mut text = format!("#[kernel]\nfn chain_{}(", chain.number);
    for (number, tensor) in chain.tensors.iter().enumerate() {
        let shape = tensor.lengths.iter().rev().fold("i32".to_string(), |inner, length| match length {
            Some(length) => format!("[{inner}; {length}]"),
            None => format!("[{inner}]"),
        });
        let borrow = if tensor.mutable { "&mut " } else { "&" };
        let shape = if tensor.kind == Kind::Refined { format!("Refined<{shape}>") } else { shape };
        let _ = write!(text, "t{number}: {borrow}Tensor<{shape}>, ");
    }
    let scalars: Vec<String> = (0..chain.scalars).map(|scalar| format!("p{scalar}: i32")).collect();
    let _ = writeln!(text, "{}) {{", scalars.join(", "));
    for (number, op) in chain.ops.iter().enumerate() {
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
    let _ = writeln!(text, "    {}\n}}", ending(chain, &infos));
    text
}

/// The function that calls the kernel with what the test made, after it was asked whether that fits. That depends on some of
/// the scalars.
pub fn runner(chain: &Chain, asked: &[usize]) -> String {
    let number = chain.number;
    let mut text = format!("fn run_{number}(given: &mut [Given], p: &[i32]) {{\n");
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
    let asked: Vec<String> = tensors.chain(asked.iter().map(|scalar| format!("p[{scalar}]"))).collect();
    let _ = writeln!(text, "    asked(chain_{number}::fits({}));", asked.join(", "));
    passed.extend((0..chain.scalars).map(|scalar| format!("p[{scalar}]")));
    let _ = writeln!(text, "    chain_{number}({});", passed.join(", "));
    for (t, tensor) in chain.tensors.iter().enumerate() {
        let block = if tensor.kind.is_view() { "b" } else { "t" };
        let _ = writeln!(text, "    given[{t}].memory = {block}{t}.into_memory();");
    }
    text.push_str("}\n");
    text
}

fn name(chain: &Chain, view: usize) -> String {
    let tensors = chain.tensors.len();
    if view < tensors { format!("t{view}") } else { format!("v{}", view - tensors + 1) }
}

fn amount(amount: &Amount) -> String {
    match (amount.scalar, amount.constant) {
        (None, constant) => constant.to_string(),
        (Some(scalar), 0) => format!("p{scalar}"),
        (Some(scalar), constant) if constant < 0 => format!("p{scalar} - {}", -constant),
        (Some(scalar), constant) => format!("p{scalar} + {constant}"),
    }
}

fn part(chain: &Chain, part: &Part) -> String {
    let Part::Range { start, end, step } = part else {
        let Part::At(at) = part else { return String::new() };
        return amount(at);
    };
    let from = start.as_ref().map(amount).unwrap_or_default();
    let range = match end {
        End::Open => format!("{from}.."),
        End::After(length) => {
            let start = start.unwrap_or(Amount { constant: 0, scalar: None });
            let end = Amount { constant: start.constant + length, ..start };
            format!("{from}..{}", amount(&end))
        }
        End::At(end) => format!("{from}..{}", amount(end)),
        End::Last(end) => format!("{from}..={}", amount(end)),
    };
    if *step == 1 { range } else { format!("({range}).step_by({})", factor(chain, *step)) }
}

/// Factors below this one have names.
pub const FACTORS: i64 = 10;

/// A step or a factor: in every third chain a constant of the crate, which the language does not know.
fn factor(chain: &Chain, by: i64) -> String {
    if chain.number % 3 == 1 && by < FACTORS { format!("BY_{by}") } else { by.to_string() }
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
        Op::Coarsen(view, by) => {
            let by: Vec<String> = by.iter().map(|by| factor(chain, *by)).collect();
            format!("{}.coarsen([{}])", name(chain, *view), by.join(", "))
        }
        Op::Refine(view, by) => format!("{}.refine({by:?})", name(chain, *view)),
        Op::Bounded(view, rule) => {
            let rule = match rule {
                Rule::Clamp => "Clamp".to_string(),
                Rule::Mirror => "Mirror".to_string(),
                Rule::Constant => format!("Constant({OUTSIDE})"),
            };
            format!("{}.with_boundary(Boundary::{rule})", name(chain, *view))
        }
        Op::CoarseRead(view, read) => {
            format!("{}.with_coarse_read(CoarseRead::{read:?})", name(chain, *view))
        }
        Op::Broadcast(view) => format!("{}.with_coarse_write(CoarseWrite::Broadcast)", name(chain, *view)),
        Op::Region(of, by) => format!("{}.region_of({})", name(chain, *of), name(chain, *by)),
        Op::Coverage(of, at, seen) => {
            let at: Vec<String> = at.iter().map(amount).collect();
            format!("{}.coverage([{}], {})", name(chain, *of), at.join(", "), name(chain, *seen))
        }
        Op::Colocate(into, by) => format!("{}[{}]", name(chain, *into), name(chain, *by)),
        Op::ToBlock(view) => format!("{}.to_block()", name(chain, *view)),
        Op::BlockCopy(view) => format!("{}.block_copy()", name(chain, *view)),
        Op::CopyOf(view) => format!("{}.block_copy::<i16>()", name(chain, *view)),
        Op::Block(extents, origin) => {
            let origin: Vec<String> = origin.iter().map(amount).collect();
            format!("Block::<i32>::zeros({extents:?}).with_origin([{}])", origin.join(", "))
        }
    }
}

/// `t[[!i, !j]]`.
pub fn element(tensor: &str, rank: usize) -> String {
    let iterators: Vec<String> = ITERATORS[..rank].iter().map(|iterator| format!("!{iterator}")).collect();
    format!("{tensor}[[{}]]", iterators.join(", "))
}

fn read(chain: &Chain, view: usize, readings: &[Reading]) -> String {
    let index = |reading: &Reading| {
        let offset = amount(&reading.offset);
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
    let takes = || if takes_refined(chain, infos) { "refined::" } else { "" };
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
                .map(|(iterator, shift)| format!("{iterator} + ({})", amount(shift)))
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
