//! The table of idioms. A new one is a row here and a function in `unite_core::lanes`.

use unite_ranges::Range;

use super::butterfly::{Butterfly, butterfly, is_only_magnitude};
use super::terms::Terms;
use crate::lanes::independent::factor;
use crate::lanes::value::{Op, Order, Program, Step, Type, ValueId};

/// Arithmetic that machines do at once.
pub struct Idiom {
    /// Its name, which is that of the function in `unite_core::lanes`.
    pub name: &'static str,
    /// What it computes.
    pub pattern: &'static str,
    /// The lanes that it works on.
    pub lanes: Lanes,
    /// Instructions that it takes, for vectors that are one register.
    pub cost: u32,
    find: fn(&Program, ValueId) -> Option<Match>,
    /// The pattern, said of operands; none where it is more than a function of them.
    pub plain: Option<fn(&mut Program, &[ValueId]) -> ValueId>,
}

/// The lanes that an idiom works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lanes {
    /// The narrowest that hold the operands and the result.
    All,
    /// Operands of 16 bits with a sign; the narrowest that hold the result.
    Signed,
    /// Operands of 16 bits with a sign, a result that is a byte.
    Byte,
    /// Operands that are bytes, a result of 16 bits with a sign.
    OfBytes,
    /// It is no function of lanes: how it is written out stands where it is.
    Own,
}

/// A place where an idiom is.
pub struct Found {
    /// Which.
    pub idiom: &'static Idiom,
    /// Its operands.
    pub operands: Vec<ValueId>,
    /// Values between the result and the operands that need not be computed.
    pub within: Vec<ValueId>,
    /// What must hold for it.
    pub needs: Vec<Need>,
}

/// What must hold for an idiom. Ranges may be known to rustc only.
#[derive(Clone, Copy)]
pub enum Need {
    /// A value lies in a range.
    Fits(ValueId, Range),
    /// A constant of the user's is this number.
    Is(ValueId, i128),
    /// A value does not wrap around in its type.
    Exact(ValueId),
    /// A value takes more than 16 bits.
    Wide(ValueId),
}

#[derive(Default)]
struct Match {
    operands: Vec<ValueId>,
    within: Vec<ValueId>,
    needs: Vec<Need>,
}

/// All idioms. Of several that are found the cheapest is taken.
pub const TABLE: [Idiom; 18] = [
    Idiom {
        name: "average",
        pattern: "(a + b + 1) >> 1",
        lanes: Lanes::All,
        cost: 1,
        find: average,
        plain: Some(|p, v| {
            let sum = p.push(Op::Add, vec![v[0], v[1]], Type::I32, "a + b".into());
            rounded(p, sum, 1)
        }),
    },
    Idiom {
        name: "weighted",
        pattern: "(a + 2 * b + c + 2) >> 2, of bytes",
        lanes: Lanes::All,
        cost: 4,
        find: weighted,
        plain: Some(|p, v| {
            let two = number(p, 2);
            let twice = p.push(Op::Mul, vec![two, v[1]], Type::I32, "2 * b".into());
            let sum = p.push(Op::Add, vec![v[0], twice], Type::I32, "a + 2 * b".into());
            let sum = p.push(Op::Add, vec![sum, v[2]], Type::I32, "a + 2 * b + c".into());
            rounded(p, sum, 2)
        }),
    },
    Idiom {
        name: "mul_high",
        pattern: "(a as u32 * b as u32) >> 16, of numbers of 16 bits without sign",
        lanes: Lanes::All,
        cost: 1,
        find: mul_high,
        plain: None,
    },
    Idiom {
        name: "mul_high_signed",
        pattern: "(a * b) >> 16, of numbers of 16 bits with a sign",
        lanes: Lanes::Signed,
        cost: 1,
        find: mul_high_signed,
        plain: None,
    },
    Idiom {
        name: "mul_rounded",
        pattern: "(a * b + (1 << 14)) >> 15, of numbers of 16 bits with a sign",
        lanes: Lanes::Signed,
        cost: 1,
        find: mul_rounded,
        plain: None,
    },
    Idiom {
        name: TWO_PRODUCTS,
        pattern: "a * b + c * d, of numbers of 16 bits with a sign",
        lanes: Lanes::Signed,
        cost: 3,
        find: two_products,
        plain: None,
    },
    Idiom {
        name: "byte_products",
        pattern: "a * v + b * w, of bytes, by numbers that are the same in all lanes",
        lanes: Lanes::OfBytes,
        cost: 4,
        find: byte_products,
        plain: None,
    },
    Idiom {
        name: "byte_products_times",
        pattern: "(a * v + b * w) * u, of bytes, by numbers that are the same in all lanes",
        lanes: Lanes::OfBytes,
        cost: 4,
        find: byte_products_times,
        plain: None,
    },
    Idiom {
        name: "shr_rounded",
        pattern: "(a + (1 << (n - 1))) >> n, of numbers of 16 bits with a sign",
        lanes: Lanes::Signed,
        // More than what keeps bytes.
        cost: 5,
        find: shr_rounded,
        plain: None,
    },
    Idiom {
        name: "nearest",
        pattern: "a.clamp(0, 255), which is only written",
        lanes: Lanes::Byte,
        cost: 0,
        find: nearest,
        plain: None,
    },
    Idiom {
        name: "add_capped",
        pattern: "(a + b).min(0xFFFF)",
        lanes: Lanes::All,
        cost: 1,
        find: add_capped,
        plain: Some(|p, v| {
            let sum = p.push(Op::Add, vec![v[0], v[1]], Type::I32, "a + b".into());
            let most = number(p, 0xFFFF);
            p.push(Op::Min, vec![sum, most], Type::I32, "(a + b).min(0xFFFF)".into())
        }),
    },
    Idiom {
        name: "add_capped_to_byte",
        pattern: "(a + b).min(255), of bytes",
        lanes: Lanes::All,
        cost: 1,
        find: add_capped_to_byte,
        plain: Some(|p, v| {
            let sum = p.push(Op::Add, vec![v[0], v[1]], Type::I32, "a + b".into());
            let most = number(p, 0xFF);
            p.push(Op::Min, vec![sum, most], Type::I32, "(a + b).min(255)".into())
        }),
    },
    Idiom {
        name: "with_sign",
        pattern: "if b < 0 { -a } else { a }, of numbers of 16 bits with a sign",
        lanes: Lanes::Signed,
        cost: 2,
        find: with_sign,
        plain: None,
    },
    Idiom {
        name: "sub_capped",
        pattern: "(a - b).max(0), of numbers without sign",
        lanes: Lanes::All,
        cost: 1,
        find: sub_capped,
        plain: Some(|p, v| {
            let difference = p.push(Op::Sub, vec![v[0], v[1]], Type::I32, "a - b".into());
            let least = number(p, 0);
            p.push(Op::Max, vec![difference, least], Type::I32, "(a - b).max(0)".into())
        }),
    },
    Idiom {
        name: "abs_diff",
        pattern: "(a - b).abs()",
        lanes: Lanes::All,
        cost: 3,
        find: abs_diff,
        plain: Some(|p, v| {
            let difference = p.push(Op::Sub, vec![v[0], v[1]], Type::I32, "a - b".into());
            p.push(Op::Abs, vec![difference], Type::I32, "(a - b).abs()".into())
        }),
    },
    Idiom {
        name: "butterfly_abs",
        pattern: "(a + b).abs() + (a - b).abs()",
        lanes: Lanes::All,
        cost: 4,
        find: butterfly_abs,
        plain: Some(|p, v| {
            let sum = p.push(Op::Add, vec![v[0], v[1]], Type::I32, "a + b".into());
            let difference = p.push(Op::Sub, vec![v[0], v[1]], Type::I32, "a - b".into());
            let [sum, difference] = [(sum, "(a + b).abs()"), (difference, "(a - b).abs()")]
                .map(|(step, shown)| p.push(Op::Abs, vec![step], Type::I32, shown.into()));
            p.push(Op::Add, vec![sum, difference], Type::I32, "(a + b).abs() + (a - b).abs()".into())
        }),
    },
    Idiom {
        name: LOW_BITS,
        pattern: "x & 7, of an index that counts up along the lanes",
        lanes: Lanes::Own,
        cost: 0,
        find: low_bits,
        plain: None,
    },
    Idiom {
        name: NEIGHBOURS,
        pattern: "t[2 * x] + t[2 * x + 1]",
        lanes: Lanes::Own,
        cost: 1,
        find: neighbours,
        plain: None,
    },
];

/// The bits of an index that are set in a small number, too.
pub const LOW_BITS: &str = "low_bits";
/// The sum of two products of values that vary along the lanes.
pub const TWO_PRODUCTS: &str = "two_products";
/// The sum of two reads that are neighbours in memory, in each lane of its own.
pub const NEIGHBOURS: &str = "sums_of_neighbours";

/// The idiom that computes a value.
pub fn find(program: &Program, value: ValueId) -> Option<Found> {
    let found = TABLE.iter().filter_map(|idiom| {
        let Match { operands, within, needs } = (idiom.find)(program, value)?;
        Some(Found { idiom, operands, within, needs })
    });
    found.min_by_key(|found| found.idiom.cost)
}

fn number(program: &mut Program, value: i128) -> ValueId {
    program.push(Op::Literal(value), vec![], Type::I32, value.to_string())
}

/// `(sum + (1 << (by - 1))) >> by`
fn rounded(program: &mut Program, sum: ValueId, by: u32) -> ValueId {
    let (half, by) = (number(program, 1 << (by - 1)), number(program, i128::from(by)));
    let sum = program.push(Op::Add, vec![sum, half], Type::I32, "a sum".into());
    program.push(Op::Shr, vec![sum, by], Type::I32, "a mean".into())
}

/// The arguments of an operation of two.
fn both(program: &Program, value: ValueId, op: &Op) -> Option<[ValueId; 2]> {
    let node = &program.nodes[value];
    if node.op == *op { node.args[..].try_into().ok() } else { None }
}

/// The argument of an operation of two, of which the other one is a number.
fn with_number(program: &Program, value: ValueId, op: &Op, number: i128) -> Option<ValueId> {
    match both(program, value, op)? {
        [a, b] if program.known(b) == Some(number) => Some(a),
        [a, b] if program.known(a) == Some(number) => Some(b),
        _ => None,
    }
}

/// Whether a constant is a number: what must hold for it, if only rustc knows.
fn is(program: &Program, value: ValueId, number: i128) -> Option<Option<Need>> {
    match program.known(value) {
        Some(known) => (known == number).then_some(None),
        None => program.is_constant(value).then_some(Some(Need::Is(value, number))),
    }
}

fn average(program: &Program, value: ValueId) -> Option<Match> {
    let [sum, by] = both(program, value, &Op::Shr)?;
    if program.known(by) != Some(1) {
        return None;
    }
    let operands = Terms::of(program, sum)?.pair(1)?;
    let vary = operands.iter().all(|v| program.nodes[*v].varying);
    vary.then(|| Match { operands: operands.to_vec(), within: vec![sum], needs: exact(program, sum) })
}

/// That a sum does not wrap around, unless its type is one that does not.
fn exact(program: &Program, sum: ValueId) -> Vec<Need> {
    if matches!(program.nodes[sum].ty, Type::I32 | Type::Any) { vec![] } else { vec![Need::Exact(sum)] }
}

fn weighted(program: &Program, value: ValueId) -> Option<Match> {
    let [sum, by] = both(program, value, &Op::Shr)?;
    if program.known(by) != Some(2) {
        return None;
    }
    let mut all = Terms::of(program, sum)?;
    if all.number != 2 || !all.terms.iter().all(|(term, _)| is_byte(program, *term)) {
        return None;
    }
    all.terms.sort_by_key(|(_, weight)| *weight);
    let [a, b, c] = match all.terms[..] {
        [(a, 1), (c, 1), (b, 2)] => [a, b, c],
        [(a, 1), (b, 3)] => [a, b, b],
        _ => return None,
    };
    Some(Match { operands: vec![a, b, c], within: vec![sum], needs: exact(program, sum) })
}

/// Whether a value is a byte of memory, without sign.
pub fn is_byte(program: &Program, value: ValueId) -> bool {
    match &program.nodes[value].op {
        Op::Read(read) => read.elem == Some(Type::U8),
        Op::Picked(_) => true,
        _ => false,
    }
}

fn mul_high(program: &Program, value: ValueId) -> Option<Match> {
    if program.nodes[value].ty != Type::U32 {
        return None;
    }
    let [product, by] = both(program, value, &Op::Shr)?;
    let factors = both(program, product, &Op::Mul).filter(|_| program.known(by) == Some(16))?;
    let narrow = |v: ValueId| match (&program.nodes[v].op, &program.nodes[v].args[..]) {
        (Op::Cast, &[from]) if matches!(program.nodes[from].ty, Type::U8 | Type::U16) => Some(from),
        _ => None,
    };
    let operands = vec![narrow(factors[0])?, narrow(factors[1])?];
    Some(Match { operands, within: vec![product], needs: vec![] })
}

/// A product that is shifted right, perhaps with something added to it before, perhaps as `i16`: the sum, the amount, and
/// whether only 16 bits are left of it.
fn shifted(program: &Program, value: ValueId) -> Option<([ValueId; 2], bool)> {
    let node = &program.nodes[value];
    let (shift, is_cast) = match node.op {
        Op::Cast if node.ty == Type::I16 => (node.args[0], true),
        _ => (value, false),
    };
    let sum = both(program, shift, &Op::Shr).filter(|_| program.nodes[shift].ty != Type::U32)?;
    Some((sum, is_cast))
}

fn mul_high_signed(program: &Program, value: ValueId) -> Option<Match> {
    let ([product, by], _) = shifted(program, value)?;
    let factors = both(program, product, &Op::Mul)?;
    let needs = is(program, by, 16)?.into_iter().chain(of_16_bits(&factors)).collect();
    Some(Match { operands: factors.to_vec(), within: vec![product], needs })
}

fn mul_rounded(program: &Program, value: ValueId) -> Option<Match> {
    let ([sum, by], is_cast) = shifted(program, value)?;
    let [a, b] = both(program, sum, &Op::Add)?;
    let (product, half) = if program.is_constant(b) { (a, b) } else { (b, a) };
    let factors = both(program, product, &Op::Mul)?;
    let constants = [is(program, by, 15)?, is(program, half, 1 << 14)?];
    let mut needs: Vec<Need> = constants.into_iter().flatten().chain(of_16_bits(&factors)).collect();
    if !is_cast {
        // The instruction wraps for one pair of numbers.
        needs.push(Need::Fits(value, Range::I16));
    }
    Some(Match { operands: factors.to_vec(), within: vec![product], needs })
}

fn two_products(program: &Program, value: ValueId) -> Option<Match> {
    // Products of all points have instructions of their own.
    let is_plain = program.nodes[value].ty == Type::I32 && !is_summed_up(program, value);
    let products = both(program, value, &Op::Add).filter(|_| is_plain)?;
    let [a, b] = varying(program, products[0])?;
    let [c, d] = varying(program, products[1])?;
    let operands = vec![a, b, c, d];
    let needs = of_16_bits(&operands).chain([Need::Wide(value)]).collect();
    Some(Match { operands, within: products.to_vec(), needs })
}

/// The factors of a product of two values that vary along the lanes.
fn varying(program: &Program, value: ValueId) -> Option<[ValueId; 2]> {
    both(program, value, &Op::Mul)
        .filter(|factors| factors.iter().all(|factor| program.nodes[*factor].varying))
}

fn of_16_bits(operands: &[ValueId]) -> impl Iterator<Item = Need> {
    operands.iter().map(|operand| Need::Fits(*operand, Range::I16))
}

fn byte_products(program: &Program, value: ValueId) -> Option<Match> {
    let products = both(program, value, &Op::Add)?;
    let [(a, v), (b, w)] = [product_of_byte(program, products[0])?, product_of_byte(program, products[1])?];
    let weights = [v, w].map(|weight| Need::Fits(weight, Range::new(0, 127)));
    let needs = weights.into_iter().chain([Need::Fits(value, Range::I16)]).collect();
    Some(Match { operands: vec![a, b, v, w], within: products.to_vec(), needs })
}

fn byte_products_times(program: &Program, value: ValueId) -> Option<Match> {
    let factors = both(program, value, &Op::Mul)?;
    let (sum, by) =
        factors.into_iter().zip(factors.into_iter().rev()).find(|(_, by)| is_number(program, *by))?;
    let Match { mut operands, mut within, .. } = byte_products(program, sum)?;
    operands.push(by);
    within.push(sum);
    // Products of the numbers are less than 128, too.
    let numbers = operands[2..].iter().map(|number| Need::Fits(*number, Range::new(0, 11)));
    let needs = numbers.chain([Need::Fits(value, Range::I16)]).collect();
    Some(Match { operands, within, needs })
}

/// The byte and the number that a product is of. Constants are multiplied by in other ways.
fn product_of_byte(program: &Program, value: ValueId) -> Option<(ValueId, ValueId)> {
    let [a, b] = both(program, value, &Op::Mul).filter(|_| program.nodes[value].ty == Type::I32)?;
    [(a, b), (b, a)].into_iter().find(|(a, b)| is_byte(program, *a) && is_number(program, *b))
}

/// Whether a value is the same in all lanes, and no constant.
fn is_number(program: &Program, value: ValueId) -> bool {
    !program.nodes[value].varying && !program.is_constant(value)
}

fn shr_rounded(program: &Program, value: ValueId) -> Option<Match> {
    let [sum, by] = both(program, value, &Op::Shr).filter(|_| program.nodes[value].ty == Type::I32)?;
    let amount = program.known(by).filter(|amount| (1..=14).contains(amount))?;
    let number = with_number(program, sum, &Op::Add, 1 << (amount - 1))?;
    let is_there = program.nodes[number].varying;
    is_there.then(|| Match {
        operands: vec![number, by],
        within: vec![sum],
        needs: vec![Need::Fits(number, Range::I16)],
    })
}

fn nearest(program: &Program, value: ValueId) -> Option<Match> {
    let inner = clamped(program, value).filter(|inner| program.nodes[*inner].varying)?;
    let is_used = program.nodes.iter().any(|node| node.args.contains(&value));
    let needs = vec![Need::Fits(inner, Range::I16)];
    (!is_used && !is_summed_up(program, value)).then(|| Match {
        operands: vec![inner],
        within: vec![],
        needs,
    })
}

/// Whether a value is summed up over points, or something else is made of all of them.
fn is_summed_up(program: &Program, value: ValueId) -> bool {
    program.steps.iter().any(|step| matches!(step, Step::Reduce(_, _, of) if *of == value))
}

/// What is clamped to 0 to 255.
pub fn clamped(program: &Program, value: ValueId) -> Option<ValueId> {
    let (least, most) = ((Op::Max, 0), (Op::Min, 255));
    [(&most, &least), (&least, &most)].into_iter().find_map(|(outer, inner)| {
        with_number(program, with_number(program, value, &outer.0, outer.1)?, &inner.0, inner.1)
    })
}

fn add_capped(program: &Program, value: ValueId) -> Option<Match> {
    let sum =
        with_number(program, value, &Op::Min, 0xFFFF).filter(|_| program.nodes[value].ty == Type::I32)?;
    let operands = both(program, sum, &Op::Add)?.to_vec();
    Some(Match { operands, within: vec![sum], needs: vec![] })
}

fn add_capped_to_byte(program: &Program, value: ValueId) -> Option<Match> {
    let sum = with_number(program, value, &Op::Min, 0xFF).filter(|_| program.nodes[value].ty == Type::I32)?;
    let operands = both(program, sum, &Op::Add)?;
    let needs = operands.map(|operand| Need::Fits(operand, Range::U8)).to_vec();
    let varies = operands.iter().any(|v| program.nodes[*v].varying);
    varies.then(|| Match { operands: operands.to_vec(), within: vec![sum], needs })
}

fn with_sign(program: &Program, value: ValueId) -> Option<Match> {
    let node = &program.nodes[value];
    let [condition, yes, no] = node.args[..].try_into().ok().filter(|_| matches!(node.op, Op::Select))?;
    let [left, right] = program.nodes[condition].args[..].try_into().ok()?;
    let is_zero = |of: ValueId| program.known(of) == Some(0);
    let (number, negated, plain) = match program.nodes[condition].op {
        Op::Compare(Order::Lt) if is_zero(right) => (left, yes, no),
        Op::Compare(Order::Gt) if is_zero(left) => (right, yes, no),
        Op::Compare(Order::Ge) if is_zero(right) => (left, no, yes),
        Op::Compare(Order::Le) if is_zero(left) => (right, no, yes),
        _ => return None,
    };
    let is_negated = matches!(program.nodes[negated].op, Op::Neg | Op::WrappingNeg)
        && program.nodes[negated].args == [plain]
        && program.nodes[plain].varying
        && program.nodes[number].varying;
    let needs = [number, plain, value].map(|value| Need::Fits(value, Range::I16)).to_vec();
    is_negated.then(|| Match { operands: vec![plain, number], within: vec![condition, negated], needs })
}

fn sub_capped(program: &Program, value: ValueId) -> Option<Match> {
    let difference = with_number(program, value, &Op::Max, 0)?;
    let operands = both(program, difference, &Op::Sub).filter(|_| program.nodes[value].ty == Type::I32)?;
    let needs = operands.map(|operand| Need::Fits(operand, Range::U16)).to_vec();
    let varies = operands.iter().any(|v| program.nodes[*v].varying);
    varies.then(|| Match { operands: operands.to_vec(), within: vec![difference], needs })
}

fn abs_diff(program: &Program, value: ValueId) -> Option<Match> {
    let node = &program.nodes[value];
    let difference = matches!(node.op, Op::Abs).then(|| node.args[0])?;
    let operands = both(program, difference, &Op::Sub)?.to_vec();
    Some(Match { operands, within: vec![difference], needs: exact(program, difference) })
}

fn butterfly_abs(program: &Program, value: ValueId) -> Option<Match> {
    let Butterfly { operands, steps, magnitudes } = butterfly(program, value)?;
    if !steps.iter().all(|step| is_only_magnitude(program, *step)) {
        return None;
    }
    let needs = steps.into_iter().chain([value]).map(Need::Exact).collect();
    Some(Match { operands: operands.to_vec(), within: [magnitudes, steps].concat(), needs })
}

fn low_bits(program: &Program, value: ValueId) -> Option<Match> {
    let [a, b] = both(program, value, &Op::And)?;
    let (index, bits) = match (&program.nodes[a].op, &program.nodes[b].op) {
        (Op::Index(index), Op::Literal(bits)) | (Op::Literal(bits), Op::Index(index)) => (index, bits),
        _ => return None,
    };
    let counts_up = program.lanes.iter().all(|lane| factor(index, *lane).is_some_and(|by| by >= 0));
    ((0..256).contains(bits) && counts_up && program.runs_along(index)).then(Match::default)
}

fn neighbours(program: &Program, value: ValueId) -> Option<Match> {
    let [a, b] = both(program, value, &Op::Add).filter(|_| program.nodes[value].ty == Type::I32)?;
    are_neighbours(program, a, b).then(|| Match { operands: vec![a, b], ..Match::default() })
}

/// Whether two values are reads of which the second is one element behind the first along the last axis, and two are taken by each lane.
pub fn are_neighbours(program: &Program, a: ValueId, b: ValueId) -> bool {
    let &[lane] = &program.lanes[..] else { return false };
    let (Op::Read(first), Op::Read(second)) = (&program.nodes[a].op, &program.nodes[b].op) else {
        return false;
    };
    let pairs = || first.data.iter().zip(&second.data);
    first.base == second.base
        && first.data.last() != second.data.last()
        && pairs().filter(|(x, y)| x != y).count() == 1
        && pairs().all(|(x, y)| {
            let (by, apart) = (factor(x, lane), y.clone().plus(x, -1).as_constant());
            matches!((by, apart), (Some(0), Some(0)) | (Some(2), Some(1)))
        })
}
