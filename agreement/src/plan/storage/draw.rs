//! How statements are drawn.

use super::formats::{FORMATS, Format};
use super::{Binary, Changed, Elem, Fill, Fold, Made, Operand, Statement, Taken, Target, Term, Way};
use crate::plan::random::Random;

/// Draws a statement, and says which attempt it is: statements that take no formats are drawn again.
pub fn statement(number: usize, mut attempt: u64) -> (Statement, u64) {
    loop {
        let mut random = Random::new((number as u64 + 31_000_000) ^ attempt << 40);
        if let Some(statement) = drawn(&mut random, number) {
            return (statement, attempt);
        }
        attempt += 1;
    }
}

fn drawn(random: &mut Random, number: usize) -> Option<Statement> {
    // One of seven changes a stored tensor where it is.
    if number % 56 >= 48 {
        return changed(random, number);
    }
    let elem = random.pick(&[Elem::F64, Elem::F64, Elem::I32, Elem::U8]);
    if random.chance(12) {
        return Some(copy(random, number));
    }
    // One of seven sums one operand over its innermost axes into a dense target.
    let is_of_rows = number % 7 == 3;
    let count = if is_of_rows { 1 } else { random.pick(&[1, 1, 2, 2, 2, 3]) };
    let names = random.pick(&[1, 2, 2, 2, 3, 3]).max(if is_of_rows { 2 } else { 1 });
    let mut ats: Vec<Vec<usize>> = Vec::new();
    for other in 0..count {
        // Mostly along the same axes.
        ats.push(if other > 0 && random.chance(55) { ats[0].clone() } else { axes(random, names) });
    }
    if is_of_rows {
        ats[0] = (0..names).collect();
    }
    let is_used = |name: &usize| ats.iter().any(|at| at.contains(name));
    let used: Vec<usize> = (0..names).filter(is_used).collect();
    let kept = random.between(0, used.len() as i64) as usize;
    let mut free = used.clone();
    if is_of_rows {
        free.truncate(kept.clamp(1, used.len() - 1));
    } else {
        while free.len() > kept {
            free.remove(random.below(free.len()));
        }
    }
    if random.chance(15) {
        free.reverse();
    }
    let operands = ats.into_iter().map(|at| operand(random, at)).collect::<Option<Vec<Operand>>>()?;
    let factors: Vec<Vec<usize>> = (0..random.pick(&[0, 0, 1, 1, 2])).map(|_| some(random, &used)).collect();
    let target = if free.is_empty() {
        Target::Number
    } else if !is_of_rows && random.chance(45) {
        let format = written(random, free.len())?;
        Target::Stored(free, format)
    } else {
        let is_located = free == operands[0].at && random.chance(50);
        Target::Dense(free, is_located)
    };
    let mut term = term(random, elem, operands.len(), factors.len());
    if elem == Elem::U8 && random.chance(60) {
        term = Term::Of(Binary::And, Box::new(term), Box::new(Term::Number(63)));
    }
    let mut statement = Statement {
        number,
        elem,
        operands,
        factors,
        term,
        fold: Fold::Sum,
        target,
        way: Way::Set,
        is_sum: true,
        copied: None,
        looks_up: false,
        passes: random.chance(60),
        changed: None,
    };
    // Few sums are written into stored tensors: more of these become something else.
    let chance = if matches!(statement.target, Target::Stored(..)) { 75 } else { 40 };
    if !statement.reduced().is_empty() && random.chance(chance) {
        fold(random, &mut statement);
    } else if matches!(statement.target, Target::Dense(..)) && statement.written() != "u8" {
        statement.way = random.pick(&[Way::Set, Way::Set, Way::Add, Way::Sub]);
        statement.is_sum = statement.way == Way::Set || random.chance(50);
    }
    if matches!(statement.target, Target::Stored(_, format) if format.is_inserted())
        && statement.fold == Fold::Sum
        && statement.written() != "u8"
        && random.chance(60)
    {
        statement.way = random.pick(&[Way::Add, Way::Sub]);
        statement.is_sum = random.chance(50);
    }
    // Formats that it is taken with, if there are any.
    for _ in 0..100 {
        if statement.is_accepted() {
            return Some(statement);
        }
        for operand in &mut statement.operands {
            operand.format = pick(random, operand.at.len(), |_| true)?;
        }
        if let Target::Stored(at, format) = &mut statement.target {
            *format = written(random, at.len())?;
        }
    }
    None
}

/// A loop over what is stored, with any fill.
fn copy(random: &mut Random, number: usize) -> Statement {
    let names = random.pick(&[1, 2, 2, 3]);
    let at: Vec<usize> = (0..names).collect();
    let format = pick(random, names, |_| true).unwrap_or(FORMATS[0]);
    let operand = Operand {
        at: at.clone(),
        format,
        is_part: random.chance(60),
        taken: random.pick(&[Taken::Outside, Taken::Inside, Taken::Stepped]),
        made: made(random),
        is_lent: random.chance(25),
    };
    // Parts that a kernel takes are not looked up.
    let is_whole = !operand.is_part || operand.taken == Taken::Outside;
    Statement {
        number,
        elem: random.pick(&[Elem::I32, Elem::U8]),
        operands: vec![operand],
        factors: Vec::new(),
        term: Term::Stored(0),
        fold: Fold::Sum,
        target: Target::Dense(at, random.chance(50)),
        way: Way::Set,
        is_sum: true,
        copied: Some(random.pick(&[Fill::Zero, Fill::One, Fill::Most, Fill::Least])),
        passes: false,
        changed: None,
        looks_up: is_whole && random.chance(70),
    }
}

/// Elements of a stored tensor are changed where they are, so that zero stays zero; or looked up, in formats into which they are put.
fn changed(random: &mut Random, number: usize) -> Option<Statement> {
    use Changed::*;
    let elem = random.pick(&[Elem::F64, Elem::I32]);
    let changed = [Statement, Operator, Loop, LookedUp][number % 4];
    let names = random.pick(&[1, 2, 2, 3]);
    let at: Vec<usize> = if random.chance(25) { random.permutation(names) } else { (0..names).collect() };
    let format = pick(random, names, |format| changed != LookedUp || format.is_inserted())?;
    let of = |op, left: Term, right| Term::Of(op, Box::new(left), Box::new(right));
    let (element, factor) = (Term::Stored(0), Term::Dense(0));
    let (factors, term) = match changed {
        LookedUp => (vec![at.clone()], of(Binary::Add, element, factor)),
        Operator => (vec![some(random, &at)], of(Binary::Mul, element, factor)),
        Statement | Loop => {
            let term = match random.below(3) {
                0 => single(random, element),
                1 => Term::Where(Box::new(element.clone()), Box::new(element)),
                _ => of(Binary::Mul, Term::Number(random.pick(&[2, 3, -1])), element),
            };
            (vec![some(random, &at)], of(Binary::Mul, term, factor))
        }
    };
    let operand = Operand {
        at: at.clone(),
        format,
        is_part: false,
        taken: Taken::Outside,
        made: made(random),
        is_lent: false,
    };
    Some(super::Statement {
        number,
        elem,
        operands: vec![operand],
        factors,
        term,
        fold: Fold::Sum,
        target: Target::Stored(at, format),
        way: Way::Set,
        is_sum: true,
        copied: None,
        looks_up: false,
        passes: false,
        changed: Some(changed),
    })
}

/// Makes a sum something that is like one.
fn fold(random: &mut Random, statement: &mut Statement) {
    let of = |op, left: Term, right| Term::Of(op, Box::new(left), Box::new(right));
    let count = statement.operands.len();
    let all = |ops: &[Binary], random: &mut Random| {
        let reads = (0..count).map(Term::Stored);
        reads.reduce(|left, right| of(random.pick(ops), left, right)).unwrap_or(Term::Number(1))
    };
    statement.fold = random.pick(&[Fold::Count, Fold::Any, Fold::All, Fold::Max, Fold::Min, Fold::Product]);
    statement.term = match statement.fold {
        Fold::Product => {
            // Their product stays a number.
            statement.factors.clear();
            let term = all(&[Binary::Mul], random);
            if random.chance(30) { Term::Abs(Box::new(term)) } else { term }
        }
        Fold::Sum | Fold::Count | Fold::Any | Fold::All => {
            let op = random.pick(&[Binary::Greater, Binary::Unequal]);
            let bound = random.pick(&[Term::Number(0), Term::Number(1), Term::Stored(count - 1)]);
            let term = match bound {
                Term::Number(_) => statement.term.clone(),
                _ if count == 1 => Term::Neg(Box::new(Term::Stored(0))),
                _ => Term::Stored(0),
            };
            of(op, term, bound)
        }
        Fold::Max | Fold::Min if statement.elem == Elem::F64 => {
            let mut term = all(&[Binary::Add, Binary::Min, Binary::Max], random);
            for number in 0..statement.factors.len() {
                term = of(random.pick(&[Binary::Add, Binary::Sub]), term, Term::Dense(number));
            }
            term
        }
        Fold::Max | Fold::Min => all(&[Binary::Min, Binary::Max], random),
    };
    // Each operand stands somewhere.
    for number in 0..count {
        if !reads(&statement.term, number) {
            statement.term = match statement.fold {
                Fold::Max => of(Binary::Max, statement.term.clone(), Term::Stored(number)),
                Fold::Product => of(Binary::Mul, statement.term.clone(), Term::Stored(number)),
                Fold::Min => of(Binary::Min, statement.term.clone(), Term::Stored(number)),
                _ => {
                    let stands = of(Binary::Unequal, Term::Stored(number), Term::Number(0));
                    of(Binary::Both, statement.term.clone(), stands)
                }
            };
        }
    }
    if statement.fold == Fold::All {
        statement.term = Term::Not(Box::new(statement.term.clone()));
    }
}

/// Some of the iterators, each once; mostly all of them, and in their order.
fn axes(random: &mut Random, names: usize) -> Vec<usize> {
    let all: Vec<usize> = if random.chance(20) { random.permutation(names) } else { (0..names).collect() };
    if random.chance(55) { all } else { some(random, &all) }
}

/// One or more of these, in their order.
fn some(random: &mut Random, of: &[usize]) -> Vec<usize> {
    let mut left = of.to_vec();
    let count = random.between(1, of.len() as i64) as usize;
    while left.len() > count {
        left.remove(random.below(left.len()));
    }
    left
}

fn pick(random: &mut Random, rank: usize, is_fine: impl Fn(&Format) -> bool) -> Option<Format> {
    let all: Vec<Format> =
        FORMATS.into_iter().filter(|format| format.rank() == rank && is_fine(format)).collect();
    (!all.is_empty()).then(|| random.pick(&all))
}

/// A format that is written: one of three times one into which elements are put.
fn written(random: &mut Random, rank: usize) -> Option<Format> {
    let is_inserted = random.chance(33);
    pick(random, rank, |format| format.is_written() && (!is_inserted || format.is_inserted()))
}

fn operand(random: &mut Random, at: Vec<usize>) -> Option<Operand> {
    let format = pick(random, at.len(), |_| true)?;
    let (is_part, is_lent) = (random.chance(40), random.chance(25));
    use Taken::*;
    let taken = random.pick(&[Outside, Inside, Inside, Displaced, Stepped]);
    Some(Operand { at, format, is_part, taken, made: made(random), is_lent })
}

fn made(random: &mut Random) -> Made {
    use Made::*;
    random.pick(&[Entries, Entries, Entries, Converted, Selected, Listed, Gathered])
}

/// A term that has every operand and factor, or any term.
fn term(random: &mut Random, elem: Elem, operands: usize, factors: usize) -> Term {
    let of = |op, left, right| Term::Of(op, Box::new(left), Box::new(right));
    let scaled = |random: &mut Random, number: usize| {
        let read = Term::Stored(number);
        match random.below(5) {
            0 => of(Binary::Mul, Term::Number(random.pick(&[2, 3, -1])), read),
            1 => Term::Neg(Box::new(read)),
            2 => single(random, read),
            _ => read,
        }
    };
    let product = |random: &mut Random| {
        let all = (0..operands).map(|number| scaled(random, number)).collect::<Vec<_>>();
        all.into_iter().reduce(|left, right| of(Binary::Mul, left, right))
    };
    let mut term = match random.below(6) {
        0 | 1 => product(random).unwrap_or(Term::Number(1)),
        2 | 3 => {
            let ops: &[Binary] = match elem {
                Elem::F64 => &[Binary::Add, Binary::Sub, Binary::Min, Binary::Max],
                _ => &[Binary::Add, Binary::Sub, Binary::Or, Binary::Xor, Binary::Min, Binary::Max],
            };
            let choice = random.chance(25);
            let all = (0..operands).map(|number| match choice {
                true => Term::Where(Box::new(Term::Stored(number)), Box::new(scaled(random, number))),
                false => scaled(random, number),
            });
            let all = all.collect::<Vec<_>>();
            all.into_iter().reduce(|left, right| of(random.pick(ops), left, right)).unwrap_or(Term::Number(1))
        }
        4 if operands > 1 => {
            let op = random.pick(&[Binary::Add, Binary::Sub, Binary::Max, Binary::Larger]);
            let inner = match operands {
                2 => of(op, Term::Stored(0), Term::Stored(1)),
                _ => of(op, Term::Stored(1), Term::Stored(2)),
            };
            of(Binary::Mul, scaled(random, 0), inner)
        }
        _ => any(random, elem, operands, factors, 3),
    };
    for number in 0..factors {
        let factor = Term::Dense(number);
        term = match random.below(6) {
            0 if elem != Elem::F64 => of(Binary::Div, term, factor),
            1 if elem != Elem::F64 => of(Binary::Rem, term, factor),
            2 => of(Binary::Mul, factor, term),
            3 => continue,
            _ => of(Binary::Mul, term, factor),
        };
    }
    // Each operand stands somewhere.
    for number in 0..operands {
        if !reads(&term, number) {
            term = of(random.pick(&[Binary::Add, Binary::Mul]), term, Term::Stored(number));
        }
    }
    term
}

fn reads(term: &Term, number: usize) -> bool {
    match term {
        Term::Stored(other) => *other == number,
        Term::Dense(_) | Term::Number(_) => false,
        Term::Neg(of) | Term::Abs(of) | Term::Not(of) | Term::Clamp(of, ..) => reads(of, number),
        Term::Where(of, value) => reads(of, number) || reads(value, number),
        Term::Of(_, left, right) => reads(left, number) || reads(right, number),
    }
}

fn single(random: &mut Random, of: Term) -> Term {
    match random.below(3) {
        0 => Term::Abs(Box::new(of)),
        1 => Term::Clamp(Box::new(of), random.pick(&[-2, 0]), random.pick(&[1, 3])),
        _ => Term::Neg(Box::new(of)),
    }
}

fn any(random: &mut Random, elem: Elem, operands: usize, factors: usize, depth: usize) -> Term {
    if depth == 0 || random.chance(20) {
        return match random.below(6) {
            0 => Term::Number(random.pick(&[1, 2, -3])),
            1 if factors > 0 => Term::Dense(random.below(factors)),
            _ => Term::Stored(random.below(operands)),
        };
    }
    if random.chance(15) {
        let of = any(random, elem, operands, factors, depth - 1);
        return single(random, of);
    }
    use Binary::*;
    let op = match elem {
        Elem::F64 => random.pick(&[Add, Sub, Mul, Mul, Min, Max, Larger]),
        _ => random.pick(&[Add, Sub, Mul, Mul, Min, Max, Larger, And, Or, Xor]),
    };
    let left = any(random, elem, operands, factors, depth - 1);
    let right = any(random, elem, operands, factors, depth - 1);
    Term::Of(op, Box::new(left), Box::new(right))
}
