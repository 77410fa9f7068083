//! The specification, the library and staged kernels agree on random chains of operations.
//!
//! A chain of operations is compiled, as a kernel, and called with extents, origins, densities and scalars, and with them
//! offsets, that are drawn and shrunk. What is compiled is the same every time. `UNITE_AGREEMENT_FIRST=5000` takes other chains,
//! `UNITE_AGREEMENT_CHAINS` says how many, `UNITE_AGREEMENT_STAGED` how many more at each stage of optimisation,
//! `UNITE_AGREEMENT_CASES` how often each is called, and `UNITE_AGREEMENT_LEVELS=all` has every call at every level of the machine. `UNITE_AGREEMENT_INTERPRETED` says how many chains go through the specification and the
//! library alone, each of other operations: those need no compiler. What was run so is in `docs/definitions.md`.

mod any;
mod argument;
mod callees;
mod case;
mod claims;
mod ending;
mod given;
mod library;
mod outcome;
mod specification;
mod staged;

use std::cell::{Cell, RefCell};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};
use unite_agreement::plan::chain::{Chain, CoarseRead, Ending, Kind, Op, Part, Said};
use unite_agreement::plan::rows::Row;
use unite_agreement::plan::{generate, limits, source};

use case::{Case, case};
use outcome::Refusal;
use specification::Step;
use staged::Report;

/// A number that the environment may give.
fn asked(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// How often each chain is called, unless `UNITE_AGREEMENT_CASES` says otherwise.
const CASES: u32 = 24;

/// What happened, so that the test can tell that it tests something.
#[derive(Default, Debug)]
struct Tally {
    /// The kernel ran, and all elements are as they should be.
    ran: usize,
    /// As often a read found its element above its block.
    climbed: usize,
    /// Something lay outside its block, and all three said so.
    outside: usize,
    /// As often the kernel said which indices of which tensor those are, and was right.
    told: usize,
    /// As often it said along which axis two tensors are apart, and was right.
    told_apart: usize,
    /// The kernel reported points between those that have strides.
    sparse: usize,
    /// The library refused a view without points.
    empty: usize,
    /// What is passed has elements that no strides lead to.
    unknown: usize,
    /// A rule or a policy counts the points of an argument, and the library knows them as well.
    counted: usize,
    /// Some view has no location, or one that the library and kernels do not agree on.
    nowhere: usize,
    /// As often the library shows nothing, because a source runs along an axis that its destination does not have.
    projected: usize,
    /// A sum was no `i32`.
    overflowed: usize,
    /// The kernel refused more than it had to, as a row of the table says.
    cautious: usize,
}

/// The first element of which a kernel made something else.
fn difference(expected: &[Vec<i32>], found: &[Vec<i32>]) -> Option<String> {
    let differ = |number: &usize| expected[*number] != found[*number];
    let number = (0..expected.len()).find(differ)?;
    let (expected, found) = (&expected[number], &found[number]);
    let at = expected.iter().zip(found).position(|(expected, found)| expected != found)?;
    Some(format!("element {at} of t{number}: expected {}, and the kernel made {}", expected[at], found[at]))
}

/// The table of what kernels refuse.
const DEFINITIONS: &str = include_str!("../../../docs/definitions.md");

/// Whether the table has a row for what a kernel says.
fn is_row(message: &str) -> bool {
    let named = Row::of(message).and_then(|row| Row::ALL.iter().find(|other| other.0 == row)?.1);
    named.is_some_and(|named| DEFINITIONS.contains(named))
}

fn check(chain: &Chain, case: &Case, tally: &RefCell<Tally>) -> Result<(), TestCaseError> {
    let climbed = Cell::new(0);
    let expected = library::run(chain, case, &climbed).map_err(TestCaseError::fail)?;
    // Of what the library does not show, kernels have the elements that the specification says, or refuse.
    let projected = expected == Err(Refusal::Projection);
    let alone = matches!(expected, Err(Refusal::Projection | Refusal::Argument));
    let counts_points = library::counts_points(chain);
    let expected = match expected {
        Err(Refusal::Projection | Refusal::Argument) => {
            specification::alone(chain, case).map_err(TestCaseError::fail)?
        }
        expected => expected,
    };
    for report in staged::run(chain, case) {
        let mut tally = tally.borrow_mut();
        match (&expected, report) {
            // What a kernel does then is Rust's.
            (Err(Refusal::Overflow), _) => tally.overflowed += 1,
            // It may run where the library refuses, as below, and so add as the specification does.
            (Err(Refusal::Sparse), Report::Broken(message)) => {
                let alone = specification::alone(chain, case).map_err(TestCaseError::fail)?;
                if alone != Err(Refusal::Overflow) {
                    let differs = format!("{message}, and the specification alone: {alone:?}");
                    return Err(TestCaseError::fail(differs));
                }
                tally.overflowed += 1;
            }
            (_, Report::Broken(message)) => {
                return Err(TestCaseError::fail(format!("{message}, and expected: {expected:?}")));
            }
            (Ok(expected), Report::Ran(found)) => {
                if let Some(difference) = difference(expected, &found) {
                    return Err(TestCaseError::fail(difference));
                }
                tally.ran += 1;
                tally.counted += usize::from(counts_points && !alone);
                tally.projected += usize::from(projected);
                tally.climbed += usize::from(climbed.get() > 0);
            }
            (Err(Refusal::Sparse), Report::Refused(message, _)) => {
                if Row::of(&message).is_none() {
                    return Err(TestCaseError::fail(format!("a message of no row: {message}")));
                }
                tally.sparse += 1;
            }
            (Err(Refusal::Outside), Report::Refused(message, ahead)) => {
                for message in [message].into_iter().chain(ahead) {
                    tally.told +=
                        usize::from(claims::check(chain, case, &message).map_err(TestCaseError::fail)?);
                }
                tally.outside += 1;
            }
            (Err(Refusal::Nowhere | Refusal::Projection), Report::Refused(message, ahead)) => {
                for message in [message].into_iter().chain(ahead) {
                    let told = claims::check_apart(chain, case, &message).map_err(TestCaseError::fail)?;
                    tally.told_apart += usize::from(told);
                }
                tally.nowhere += 1;
            }

            // What a kernel does with no points is nothing, which cannot be compared.
            (Err(Refusal::Empty), _) => tally.empty += 1,
            (Err(Refusal::Argument), _) => tally.unknown += 1,
            (Ok(_), Report::Refused(message, _)) => {
                // The specification alone does not say where a kernel has strides.
                let row = Row::of(&message).filter(|row| {
                    counts_points
                        || matches!(
                            row,
                            Row::Region | Row::Slices | Row::Unlocated | Row::Between | Row::Nested
                        )
                });
                let row = row.is_some() && is_row(&message);
                if !row && !projected {
                    return Err(TestCaseError::fail(format!("refused what the library does: {message}")));
                }
                tally.cautious += 1;
            }
            // Where nothing is shown, a rule says what is read.
            (Err(Refusal::Nowhere), Report::Ran(_)) if projected => tally.projected += 1,
            // A kernel that asks at each access where it is needs no stride: it finds what the specification says.
            (Err(Refusal::Sparse), Report::Ran(found)) => {
                let alone = specification::alone(chain, case);
                let differs = match alone.map_err(TestCaseError::fail)? {
                    Ok(specified) => difference(&specified, &found),
                    Err(refusal) => Some(format!("the kernel ran, and the specification says: {refusal:?}")),
                };
                if let Some(differs) = differs {
                    return Err(TestCaseError::fail(differs));
                }
                tally.ran += 1;
            }
            (Err(refusal), Report::Ran(_)) => {
                return Err(TestCaseError::fail(format!(
                    "the kernel ran, and the library says: {refusal:?}"
                )));
            }
        }
    }
    Ok(())
}

/// Kernels that are not optimised keep all that they compute on the stack.
const STACK: usize = 1 << 26;

#[test]
fn specification_library_and_kernels_agree() {
    let compared = std::thread::Builder::new().stack_size(STACK).spawn(compare).expect("a thread");
    if let Err(panic) = compared.join() {
        std::panic::resume_unwind(panic);
    }
}

fn compare() {
    let cases = asked("UNITE_AGREEMENT_CASES").map(|cases| cases as u32);
    let mut failures = Vec::new();
    let mut all = Tally::default();
    let mut idle = Vec::new();
    let mut stages = std::collections::BTreeMap::new();
    let chains = staged::chains();
    for chain in &chains {
        let number = chain.number;
        let tally = RefCell::new(Tally::default());
        let config = ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(cases.unwrap_or(CASES))
        };
        // What is asked for is new every time; what everybody runs is the same for everybody.
        let mut runner = match cases {
            Some(_) => TestRunner::new(config),
            None => {
                let seed: [u8; 32] = std::array::from_fn(|k| (number >> (8 * (k % 4))) as u8);
                TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
            }
        };
        let result = runner.run(&case(chain), |case| check(chain, &case, &tally));
        match result {
            Ok(()) => {}
            Err(TestError::Fail(reason, case)) => {
                failures.push(format!("{}{case}\n{reason}", source::kernel(chain)));
            }
            Err(TestError::Abort(reason)) => failures.push(reason.to_string()),
        }
        let tally = tally.into_inner();
        if tally.ran == 0 {
            idle.push(number);
        }
        *stages.entry(chain.stage.unwrap_or("all")).or_insert(0) += tally.ran;
        all.ran += tally.ran;
        all.climbed += tally.climbed;
        all.outside += tally.outside;
        all.told += tally.told;
        all.told_apart += tally.told_apart;
        all.sparse += tally.sparse;
        all.empty += tally.empty;
        all.nowhere += tally.nowhere;
        all.unknown += tally.unknown;
        all.counted += tally.counted;
        all.cautious += tally.cautious;
        all.overflowed += tally.overflowed;
        all.projected += tally.projected;
        // Shrinking takes its time, and a few say as much as all.
        if failures.len() == 5 {
            break;
        }
    }
    println!("{all:?}; ran at stages: {stages:?}; never ran: {idle:?}");
    for failure in &failures {
        println!("{failure}\n");
    }
    assert!(failures.is_empty(), "{} chains disagree, or more", failures.len());
    assert!(
        all.ran > all.outside && all.climbed * 100 > all.ran && idle.len() < chains.len() / 5,
        "there is too little to compare: {all:?}"
    );
    assert!(stages.values().all(|&ran| ran > 0), "some stage never ran: {stages:?}");
}

/// What the language refuses it refuses for a reason: one that the table gives, or that the library has as well.
#[test]
fn kernels_refuse_what_the_table_says() {
    let mut counts = std::collections::BTreeMap::new();
    let mut findings = Vec::new();
    for (chain, message) in staged::refused() {
        let Some(row) = Row::of(message) else {
            findings.push(format!("{}no row has {message}", source::kernel(&chain)));
            continue;
        };
        *counts.entry(row).or_insert(0) += 1;
        if row == Row::Outside {
            let mut runner = TestRunner::deterministic();
            for _ in 0..4 {
                let case = case(&chain).new_tree(&mut runner).expect("a case is drawn").current();
                let found = library::run(&chain, &case, &Cell::new(0));
                if !matches!(found, Ok(Err(_))) {
                    findings.push(format!("{}{message}, and the library: {found:?}", source::kernel(&chain)));
                }
            }
        } else if !is_row(message) || (row != Row::Product && limits::may_be_kernel(&chain)) {
            findings.push(format!("{}there is no reason for {message}", source::kernel(&chain)));
        }
    }
    println!("{counts:?}");
    findings.iter().take(5).for_each(|finding| println!("{finding}\n"));
    assert!(findings.is_empty(), "{} of what is refused has no reason", findings.len());
}

/// How many chains go through the specification and the library alone, unless `UNITE_AGREEMENT_INTERPRETED` says otherwise.
const INTERPRETED: usize = 1000;

/// Chains of all kinds, whether they could be kernels or not.
#[test]
fn specification_and_library_agree() {
    let count = asked("UNITE_AGREEMENT_INTERPRETED").unwrap_or(INTERPRETED);
    let first = (1 << 24) + asked("UNITE_AGREEMENT_FIRST").unwrap_or(0);
    let mut runner = TestRunner::deterministic();
    let (mut outcomes, mut failures) = (std::collections::BTreeMap::new(), Vec::new());
    // Others than those that are kernels.
    for number in first..first + count {
        let (chain, _) = generate::chain(number, 0);
        let case = case(&chain).new_tree(&mut runner).expect("a case is drawn").current();
        match library::run(&chain, &case, &Cell::new(0)) {
            Ok(outcome) => {
                let name = match outcome {
                    Ok(_) => "ran".to_string(),
                    Err(Refusal::Projection) => "Projection".to_string(),
                    Err(refusal) => format!("{refusal:?}"),
                };
                *outcomes.entry(name).or_insert(0) += 1;
            }
            Err(reason) => failures.push(format!("{}{case}\n{reason}", source::kernel(&chain))),
        }
    }
    println!("{outcomes:?}");
    failures.iter().take(5).for_each(|failure| println!("{failure}\n"));
    assert!(failures.is_empty(), "{} chains disagree", failures.len());
}

/// With one wrong step the specification is another one, and chains that have the step tell.
#[test]
fn wrong_steps_are_noticed() {
    let mut runner = TestRunner::deterministic();
    let mut drawn: Vec<(Chain, Case)> = (0..1500)
        .map(|number| {
            let (chain, _) = generate::chain((1 << 23) + number, 0);
            let case = case(&chain).new_tree(&mut runner).expect("a case is drawn").current();
            (chain, case)
        })
        .collect();
    let run = |(chain, case): &(Chain, Case)| library::run(chain, case, &Cell::new(0));
    drawn.retain(|drawn| matches!(run(drawn), Ok(Ok(_))));
    let has = |chain: &Chain, step: Step| {
        chain.ops.iter().any(|op| match step {
            Step::Partition => matches!(op, Op::Partition(..)),
            Step::Permute => matches!(op, Op::Permute(..)),
            Step::Coarsen => matches!(op, Op::Coarsen(..)),
            Step::Refine => matches!(op, Op::Refine(..)),
            Step::Region => matches!(op, Op::Region(..)),
            Step::Coverage => matches!(op, Op::Coverage(..)),
            Step::Read => true,
            Step::Mean => matches!(op, Op::CoarseRead(_, CoarseRead::Mean)),
            Step::Climb => matches!(op, Op::ToBlock(_) | Op::BlockCopy(_)),
        })
    };
    // In how many of 100 chains it is noticed at least. Most reads do not climb, and most means are not halves.
    let steps = [
        (Step::Partition, 95),
        (Step::Permute, 90),
        (Step::Coarsen, 95),
        (Step::Refine, 95),
        (Step::Region, 90),
        (Step::Coverage, 90),
        (Step::Read, 50),
        (Step::Mean, 2),
        (Step::Climb, 1),
    ];
    for (step, percent) in steps {
        specification::WRONG.set(Some(step));
        let with: Vec<_> = drawn.iter().filter(|(chain, _)| has(chain, step)).collect();
        let noticed = with.iter().filter(|drawn| run(drawn).is_err()).count();
        specification::WRONG.set(None);
        println!("{step:?}: noticed in {noticed} of {}", with.len());
        assert!(
            noticed > 0 && noticed * 100 >= percent * with.len(),
            "{step:?} is noticed in {noticed} chains"
        );
    }
}

#[test]
fn chains_have_every_operation() {
    type Is = fn(&[limits::Info], &Op) -> bool;
    let kinds: [(&str, Is); 18] = [
        ("partition", |_, op| matches!(op, Op::Partition(..))),
        ("permute", |_, op| matches!(op, Op::Permute(..))),
        ("refine", |_, op| matches!(op, Op::Refine(..))),
        ("coarsen", |_, op| matches!(op, Op::Coarsen(..))),
        ("boundary", |_, op| matches!(op, Op::Bounded(..))),
        ("mean", |_, op| matches!(op, Op::CoarseRead(_, CoarseRead::Mean))),
        ("least", |_, op| matches!(op, Op::CoarseRead(_, CoarseRead::Min))),
        ("greatest", |_, op| matches!(op, Op::CoarseRead(_, CoarseRead::Max))),
        ("broadcast", |_, op| matches!(op, Op::Broadcast(_))),
        (
            "colocation of one tensor",
            |infos, op| matches!(op, Op::Colocate(a, b) if infos[*a].memory == infos[*b].memory),
        ),
        (
            "colocation of two",
            |infos, op| matches!(op, Op::Colocate(a, b) if infos[*a].memory != infos[*b].memory),
        ),
        (
            "colocation of two, points left out",
            |infos, op| matches!(op, Op::Colocate(a, b) if infos[*a].anchor != infos[*b].anchor && infos[*b].steps.iter().any(|&step| step > 1)),
        ),
        (
            "region of two tensors",
            |infos, op| matches!(op, Op::Region(a, b) if infos[*a].memory != infos[*b].memory),
        ),
        (
            "region of two parameters",
            |infos, op| matches!(op, Op::Region(a, b) if infos[*a].anchor != infos[*b].anchor),
        ),
        (
            "coverage of two parameters",
            |infos, op| matches!(op, Op::Coverage(a, _, b) if infos[*a].anchor != infos[*b].anchor),
        ),
        (
            "coverage of two tensors",
            |infos, op| matches!(op, Op::Coverage(a, _, b) if infos[*a].memory != infos[*b].memory),
        ),
        ("copy", |_, op| matches!(op, Op::ToBlock(_) | Op::BlockCopy(_))),
        ("block", |_, op| matches!(op, Op::Block(..))),
    ];
    let chains = staged::chains();
    for (name, is) in kinds {
        let has = |chain: &&Chain| {
            let infos = limits::infos(chain);
            chain.ops.iter().any(|op| is(&infos, op))
        };
        let count = chains.iter().filter(has).count();
        println!("{name}: {count}");
        assert!(count * 50 >= chains.len(), "{name} is in {count} chains only");
    }
    // In kernels that chains call, and of numbers that are no literals.
    type Has = fn(&Chain, &[Op]) -> bool;
    let kinds: [(&str, Has); 9] = [
        ("colocation in a called kernel", |_, ops| ops.iter().any(|op| matches!(op, Op::Colocate(..)))),
        ("region in a called kernel", |_, ops| ops.iter().any(|op| matches!(op, Op::Region(..)))),
        ("coverage in a called kernel", |_, ops| ops.iter().any(|op| matches!(op, Op::Coverage(..)))),
        ("rule in a called kernel", |_, ops| ops.iter().any(|op| matches!(op, Op::Bounded(..)))),
        ("policy in a called kernel", |_, ops| ops.iter().any(|op| matches!(op, Op::CoarseRead(..)))),
        ("constants as factors", |chain, _| !chain.said(Said::Constant).is_empty()),
        ("generic constants as factors", |chain, _| !chain.said(Said::Generic).is_empty()),
        ("factors of the run", |chain, _| !chain.said(Said::Late).is_empty()),
        ("extents as bounds", |chain, _| source::kernel(chain).contains(".extent(")),
    ];
    for (name, has) in kinds {
        let called = |chain: &Chain| chain.inner().map_or(chain.ops.len(), |view| view - chain.tensors.len());
        let count = chains.iter().filter(|chain| has(chain, &chain.ops[called(chain)..])).count();
        println!("{name}: {count}");
        assert!(count * 100 >= chains.len(), "{name} is in {count} chains only");
    }
    // What chains are called with, and what is asked in the end.
    let made_by = |chain: &Chain, view: usize, is: fn(&Op) -> bool| {
        view.checked_sub(chain.tensors.len()).is_some_and(|op| is(&chain.ops[op]))
    };
    let has_op = |chain: &Chain, is: fn(&Op) -> bool| chain.ops.iter().any(is);
    let is_colocated: fn(&Op) -> bool = |op| matches!(op, Op::Colocate(..));
    let colocates = |chain: &Chain, through: fn(&Op) -> Option<usize>| {
        chain.ops.iter().filter_map(through).any(|view| made_by(chain, view, is_colocated))
    };
    type Asks<'a> = &'a dyn Fn(&Chain) -> bool;
    let kinds: [(&str, Asks<'_>); 15] = [
        ("rules of arguments", &|chain| {
            let infos = limits::infos(chain);
            chain.ops.iter().any(|op| matches!(op, Op::Passed(of) if infos[*of].rule.is_some()))
        }),
        ("refined parameters", &|chain| chain.tensors.iter().any(|tensor| tensor.fine > 1)),
        ("refined arguments", &|chain| chain.tensors.iter().any(|tensor| tensor.kind == Kind::Refined)),
        ("views as arguments", &|chain| chain.tensors.iter().any(|tensor| tensor.kind == Kind::Viewed)),
        ("parameters along fewer axes", &|chain| {
            chain.tensors.iter().any(|tensor| tensor.rank() < chain.universe)
        }),
        ("universes of rank 5", &|chain| chain.universe >= 5),
        ("tensors of rank 4", &|chain| chain.tensors.iter().any(|tensor| tensor.rank() == 4)),
        ("slices", &|chain| {
            has_op(chain, |op| match op {
                Op::Partition(_, parts) => parts.iter().any(|part| matches!(part, Part::At(_))),
                _ => false,
            })
        }),
        ("colocated views as sources", &|chain| {
            colocates(chain, |op| if let Op::Colocate(_, by) = op { Some(*by) } else { None })
        }),
        ("colocated views as destinations", &|chain| {
            colocates(chain, |op| if let Op::Colocate(into, _) = op { Some(*into) } else { None })
        }),
        ("blocks of views", &|chain| has_op(chain, |op| matches!(op, Op::ToBlock(_)))),
        ("empty copies", &|chain| has_op(chain, |op| matches!(op, Op::BlockCopy(_)))),
        ("copies of another type", &|chain| has_op(chain, |op| matches!(op, Op::CopyOf(_)))),
        ("getters", &|chain| {
            matches!(chain.ending, Ending::Where(_) | Ending::CallWhere(_) | Ending::CallRegion(..))
        }),
        ("kernels that call kernels", &|chain| chain.inner().is_some()),
    ];
    for (name, has) in kinds {
        let count = chains.iter().filter(|chain| has(chain)).count();
        println!("{name}: {count}");
        assert!(count * 100 >= chains.len(), "{name} is in {count} chains only");
    }
    let spreads = chains.iter().filter(|chain| matches!(chain.ending, Ending::Spread(_))).count();
    assert!(spreads * 20 >= chains.len(), "{spreads} chains end with writes of all points");
}
