//! Random statements over stored tensors are what they are over dense ones with a fill: in every format, over parts and at other
//! places, with dense and stored targets, at every level.
//!
//! `UNITE_AGREEMENT_STORAGE` says how many, `UNITE_AGREEMENT_FIRST` which ones, `UNITE_TEST_DEPTH` how often each is called.

mod given;
mod made;

use std::cell::RefCell;

use unite::level::{self, Level};
use unite_agreement::plan::random::Random;
use unite_agreement::plan::storage::values::Read;
use unite_agreement::plan::storage::{
    Changed, Fold, Made, Statement, Target, Way, formats, kernel, statement,
};

use given::{Given, index, place};

type Runner = fn(&mut Given);

#[allow(clippy::all, unused, double_negations)]
mod staged {
    use super::{Given, Runner};
    use unite::stored::*;
    use unite::{Block, kernel};

    /// The middle axis of three is outermost.
    pub struct MiddleFirst;
    impl AxisOrder<3> for MiddleFirst {
        const ORDER: [usize; 3] = [1, 0, 2];
    }

    include!(concat!(env!("OUT_DIR"), "/storage.rs"));
}

/// The statements that are kernels.
fn statements() -> impl Iterator<Item = (Statement, Runner)> {
    let drawn = (staged::FIRST..).zip(staged::ATTEMPTS);
    drawn.zip(staged::RUNNERS).map(|((number, attempt), run)| (statement(number, attempt).0, run))
}

/// What a statement makes, by definition.
fn wanted(s: &Statement, given: &Given) -> Vec<i64> {
    let signed = |index: Vec<usize>| index.into_iter().map(|at| at as isize).collect::<Vec<_>>();
    let read = |of: Read, names: [usize; 3]| match of {
        Read::Stored(number) => {
            let at = s.operands[number].at.iter().map(|&name| names[name]).collect();
            *given.operands[number].specification.element(&signed(at)).expect("an element")
        }
        Read::Dense(number) => {
            let at: Vec<usize> = s.factors[number].iter().map(|&name| names[name]).collect();
            let extents: Vec<usize> = s.factors[number].iter().map(|&name| given.extents[name]).collect();
            given.factors[number][place(&at, &extents)]
        }
    };
    let free = s.free();
    let extents: Vec<usize> = free.iter().map(|&name| given.extents[name]).collect();
    let elements = (0..extents.iter().product::<usize>()).map(|number| {
        let at = index(number, &extents);
        let mut names = [0; 3];
        free.iter().zip(&at).for_each(|(&name, at)| names[name] = *at);
        (at, names)
    });
    let Some(target) = &given.target else {
        let before = |at: &[usize]| {
            Given::BEFORE[usize::from(at.iter().zip(&extents).any(|(at, extent)| at + 1 < *extent))]
        };
        return elements.map(|(at, names)| s.element(names, given.extents, before(&at), &read)).collect();
    };
    let view = match s.target {
        Target::Dense(_, true) => target.colocate(given.operands[0].specification.tensor()),
        _ => target.clone(),
    };
    let mut memory = given.memory.clone();
    for (at, names) in elements {
        let point = view.data(&signed(at)).expect("a point");
        let point: Vec<usize> = point.into_iter().map(|at| usize::try_from(at).expect("inside")).collect();
        let place = place(&point, target.tensor().extents());
        memory[place] = s.element(names, given.extents, given.memory[place], &read);
    }
    memory
}

fn asked(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// The calls of a statement.
fn calls(s: &Statement, count: usize) -> impl Iterator<Item = Given> + '_ {
    let mut random = Random::new(s.number as u64 + 17_000_000);
    (0..count).map(move |_| Given::new(&mut random, s))
}

/// Kernels that are not optimised keep all that they compute on the stack.
const STACK: usize = 1 << 26;

fn with_room(run: fn()) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn statements_over_storage_agree() {
    with_room(|| {
        let depth = asked("UNITE_TEST_DEPTH", 1);
        let mut is_something = 0;
        for (s, run) in statements() {
            for given in calls(&s, 12 * depth) {
                let expected = wanted(&s, &given);
                is_something += usize::from(expected.iter().any(|number| *number != 0));
                for level in Level::available() {
                    level::limit(level);
                    let mut made = given.clone();
                    run(&mut made);
                    assert!(
                        made.made == expected && made.differences == 0,
                        "{level:?}: {:?} for {expected:?}, and the library sees {} others\n{}{s:#?}\n{given:#?}",
                        made.made,
                        made.differences,
                        kernel(&s)
                    );
                }
            }
        }
        level::limit(Level::V4);
        assert!(is_something * 2 > staged::RUNNERS.len() * 12 * depth, "there is too little to compare");
    });
}

/// With another fill, or parts that begin elsewhere, the specification is another one, and statements tell.
#[test]
fn wrong_definitions_are_noticed() {
    with_room(|| {
        let (mut fills, mut parts, mut of_parts) = (0, 0, 0);
        for (s, run) in statements() {
            let mut is_noticed = [false; 2];
            for given in calls(&s, 12) {
                let mut made = given.clone();
                run(&mut made);
                for (number, operand) in given.operands.iter().enumerate() {
                    let tensor = operand.specification.tensor();
                    let extents = tensor.tensor().extents();
                    let all: Vec<_> = extents.iter().map(|&extent| (1, extent, 1)).collect();
                    let moved = tensor.partition(&all).expect("a part, which may end outside");
                    let mut wrong = given.clone();
                    let elements: Vec<Option<i64>> = (0..extents.iter().product())
                        .map(|place| {
                            let at: Vec<isize> =
                                index(place, extents).into_iter().map(|at| at as isize).collect();
                            operand.specification.seen_by(moved.clone()).element(&at).copied()
                        })
                        .collect();
                    // Only where all of it is inside, too, is there another answer; and what is written stays where it is.
                    let is_place = number == 0 && matches!(s.target, Target::Dense(_, true));
                    let is_inside = elements.iter().all(Option::is_some);
                    if s.operands[number].is_part && is_inside && !is_place {
                        wrong.operands[number].specification = operand.specification.seen_by(moved);
                        is_noticed[1] |= wanted(&s, &wrong) != made.made;
                    }
                    // Above the least, or below the largest.
                    let other = if s.absent() > 1 { -5 } else { 1 - 3 * (number as i64 % 2) };
                    wrong.operands[number].specification = operand.specification.with_fill(other);
                    is_noticed[0] |= wanted(&s, &wrong) != made.made;
                }
            }
            fills += usize::from(is_noticed[0]);
            parts += usize::from(is_noticed[1]);
            let first = usize::from(matches!(s.target, Target::Dense(_, true)));
            of_parts += usize::from(s.operands[first..].iter().any(|operand| operand.is_part));
        }
        println!("fills: {fills} of {}, parts: {parts} of {of_parts}", staged::RUNNERS.len());
        // What is cut by `clamp`, or compared with something larger, may hide it.
        assert!(fills * 10 >= staged::RUNNERS.len() * 7, "another fill is noticed in {fills} statements");
        assert!(parts * 10 >= of_parts * 8, "another part is noticed in {parts} of {of_parts}");
    });
}

/// What the language refuses is a row of the documents.
#[test]
fn kernels_refuse_what_the_documents_say() {
    let documents = include_str!("../../../docs/stored.md");
    let (mut rows, mut cautious) = (std::collections::BTreeMap::new(), 0);
    let mut findings = Vec::new();
    for (number, attempt, message) in staged::REFUSED {
        // Names are those of the kernel.
        let row: String = message
            .trim_matches('"')
            .split('`')
            .enumerate()
            .map(|(part, text)| if part % 2 == 0 { text } else { "`..`" })
            .collect();
        let s = statement(number, attempt).0;
        if !documents.contains(&format!("| {row} |")) {
            findings.push(format!("{}no row has {row}", kernel(&s)));
        }
        // There is something to add where nothing is stored, or what is computed is not looked into.
        if row.contains("nothing to add") || row.contains("added everywhere") {
            let is_explained = is_everywhere(&s);
            cautious += usize::from(!is_explained);
            if !is_explained && !s.term.is_opaque() {
                findings.push(format!("{}there is no reason for {row}", kernel(&s)));
            }
        }
        *rows.entry(row).or_insert(0) += 1;
    }
    println!("{rows:#?}, {cautious} of them because of what is not looked into");
    findings.iter().take(5).for_each(|finding| println!("{finding}\n"));
    assert!(findings.is_empty(), "{} of what is refused is in no row", findings.len());
}

/// Whether the term is something along an iterator where no operand along it has an element. Two reads of one element are read as if
/// they were of two: that they cancel (`x - x`, `x % x`) the language does not look for, and the documents say so.
fn is_everywhere(s: &Statement) -> bool {
    let random = RefCell::new(Random::new(s.number as u64));
    s.walked().into_iter().any(|name| {
        (0..200).any(|_| {
            let value = s.term.value(&|of| match of {
                Read::Stored(number) if s.operands[number].at.contains(&name) => 0,
                Read::Stored(_) => random.borrow_mut().between(-9, 9),
                Read::Dense(_) => random.borrow_mut().pick(&[-3, -1, 1, 2, 5]),
            });
            value != 0
        })
    })
}

/// Whether an operand comes about so.
fn is_made(s: &Statement, made: Made) -> bool {
    s.operands.iter().any(|operand| operand.made == made)
}

/// Every format is drawn, and each kind of statement.
#[test]
fn all_is_drawn() {
    let all: Vec<Statement> = statements().map(|(s, _)| s).collect();
    type Is = fn(&Statement) -> bool;
    let kinds: [(&str, Is); 32] = [
        ("one operand", |s| s.operands.len() == 1),
        ("two operands", |s| s.operands.len() == 2),
        ("three operands", |s| s.operands.len() == 3),
        ("a part", |s| s.operands.iter().any(|operand| operand.is_part)),
        ("a part that the kernel takes", |s| s.operands.iter().any(|operand| s.is_cut_inside(operand))),
        ("a displacement", |s| s.operands.iter().any(|operand| s.is_displaced(operand))),
        ("a step", |s| (0..s.operands.len()).any(|number| s.step(number) > 1)),
        ("a part that is passed on", |s| {
            s.is_passed_on() && s.operands.iter().any(|operand| s.is_cut_inside(operand))
        }),
        ("arrays of others", |s| s.operands.iter().any(|operand| operand.is_lent)),
        ("a part of arrays of others", |s| {
            s.operands.iter().any(|operand| operand.is_lent && operand.is_part)
        }),
        ("a conversion", |s| is_made(s, Made::Converted)),
        ("a selection", |s| is_made(s, Made::Selected)),
        ("a list that grows", |s| is_made(s, Made::Listed)),
        ("a gather", |s| is_made(s, Made::Gathered)),
        ("a sum", |s| !s.reduced().is_empty()),
        ("a number", |s| matches!(s.target, Target::Number)),
        ("a dense target", |s| matches!(s.target, Target::Dense(..))),
        ("a dense target elsewhere", |s| matches!(s.target, Target::Dense(_, true))),
        ("a stored target", |s| matches!(s.target, Target::Stored(..))),
        ("a sum into a stored target", |s| matches!(s.target, Target::Stored(..)) && !s.reduced().is_empty()),
        ("`+=` or `-=`", |s| s.way != Way::Set),
        (
            "a hash table, or a map, that is written",
            |s| matches!(s.target, Target::Stored(_, format) if format.kind != formats::Kind::Appended),
        ),
        ("a stored target that is added to", |s| matches!(s.target, Target::Stored(..)) && s.way != Way::Set),
        ("a change where elements are", |s| s.changed.is_some()),
        ("a change of what is looked up", |s| s.changed == Some(Changed::LookedUp)),
        ("a sum that is put in", |s| s.is_inserted() && !s.reduced().is_empty()),
        ("another fill", |s| s.copied.is_some()),
        ("look-ups", |s| s.looks_up),
        ("`count` or `any`", |s| matches!(s.fold, Fold::Count | Fold::Any)),
        ("`all` or `product`", |s| matches!(s.fold, Fold::All | Fold::Product)),
        ("`max` or `min`", |s| matches!(s.fold, Fold::Max | Fold::Min)),
        ("what is like a sum into a stored target", |s| {
            matches!(s.target, Target::Stored(..)) && s.fold != Fold::Sum
        }),
    ];
    for (name, is) in kinds {
        let count = all.iter().filter(|s| is(s)).count();
        println!("{name}: {count}");
        assert!(count * 60 >= all.len(), "{name}: {count} of {}", all.len());
    }
    // Many more are drawn than are compiled: in those of them that are no kernels the same formats stand.
    let mut never: Vec<&str> = formats::FORMATS.iter().map(|format| format.name).collect();
    for number in 0..2000 {
        let drawn = statement(1_000_000 + number, 0).0;
        never.retain(|name| drawn.operands.iter().all(|operand| operand.format.name != *name));
    }
    assert!(never.is_empty(), "{never:?} are never drawn");
}
