//! The specification, the library and staged kernels agree on random chains of operations.
//!
//! The chains are fixed, because kernels are compiled; extents, origins, densities, scalars and with them every offset
//! are drawn and shrunk. `UNITE_AGREEMENT_CHAINS` and `UNITE_AGREEMENT_CASES` ask for more of each; with the latter, new
//! ones are drawn every time.

mod any;
mod callees;
mod case;
mod ending;
mod given;
mod library;
mod outcome;
mod specification;
mod staged;

use std::cell::{Cell, RefCell};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};
use unite_agreement::plan::chain::{Chain, CoarseRead, Ending, Op};
use unite_agreement::plan::{generate, limits, source};

use case::{Case, case};
use outcome::Refusal;
use staged::Report;

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
    /// The kernel reported points between those that have strides.
    sparse: usize,
    /// The library refused a view without points.
    empty: usize,
    /// Some view has no location, or one that the library and kernels do not agree on.
    nowhere: usize,
    /// The kernel refused more than it had to.
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

fn check(chain: &Chain, case: &Case, tally: &RefCell<Tally>) -> Result<(), TestCaseError> {
    let climbed = Cell::new(0);
    let expected = library::run(chain, &case.given, &case.scalars, &climbed).map_err(TestCaseError::fail)?;
    for report in staged::run(chain, case) {
        let mut tally = tally.borrow_mut();
        match (&expected, report) {
            (_, Report::Broken(message)) => {
                return Err(TestCaseError::fail(format!("{message}, and expected: {expected:?}")));
            }
            (Ok(expected), Report::Ran(found)) => {
                if let Some(difference) = difference(expected, &found) {
                    return Err(TestCaseError::fail(difference));
                }
                tally.ran += 1;
                tally.climbed += usize::from(climbed.get() > 0);
            }
            (Err(Refusal::Outside), Report::Refused(_)) => tally.outside += 1,
            (Err(Refusal::Sparse), Report::Refused(_)) => tally.sparse += 1,
            // What a kernel does with no points is nothing, which cannot be compared.
            (Err(Refusal::Empty), _) => tally.empty += 1,
            (Err(Refusal::Nowhere), _) => tally.nowhere += 1,
            (Ok(_), Report::Refused(_)) if limits::may_refuse_more(chain) => tally.cautious += 1,
            (Ok(_), Report::Refused(message)) => {
                return Err(TestCaseError::fail(format!("refused what the library does: {message}")));
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

#[test]
fn specification_library_and_kernels_agree() {
    let cases = std::env::var("UNITE_AGREEMENT_CASES").ok().and_then(|cases| cases.parse().ok());
    let mut failures = Vec::new();
    let mut all = Tally::default();
    let mut idle = Vec::new();
    for number in 0..staged::chains() {
        let chain = generate::chain(number);
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
        let result = runner.run(&case(&chain), |case| check(&chain, &case, &tally));
        match result {
            Ok(()) => {}
            Err(TestError::Fail(reason, case)) => {
                failures.push(format!("{}{case}\n{reason}", source::kernel(&chain)));
            }
            Err(TestError::Abort(reason)) => failures.push(reason.to_string()),
        }
        let tally = tally.into_inner();
        if tally.ran == 0 {
            idle.push(number);
        }
        all.ran += tally.ran;
        all.climbed += tally.climbed;
        all.outside += tally.outside;
        all.sparse += tally.sparse;
        all.empty += tally.empty;
        all.nowhere += tally.nowhere;
        all.cautious += tally.cautious;
        // Shrinking takes its time, and a few say as much as all.
        if failures.len() == 5 {
            break;
        }
    }
    println!("{all:?}; never ran: {idle:?}");
    for failure in &failures {
        println!("{failure}\n");
    }
    assert!(failures.is_empty(), "{} chains disagree, or more", failures.len());
    assert!(
        all.ran > all.outside && all.climbed * 100 > all.ran && idle.len() < staged::chains() / 8,
        "there is too little to compare: {all:?}"
    );
}

#[test]
fn chains_have_every_operation() {
    type Is = fn(&[limits::Info], &Op) -> bool;
    let kinds: [(&str, Is); 17] = [
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
    let chains: Vec<Chain> = (0..staged::chains()).map(generate::chain).collect();
    for (name, is) in kinds {
        let has = |chain: &&Chain| {
            let infos = limits::infos(chain);
            chain.ops.iter().any(|op| is(&infos, op))
        };
        let count = chains.iter().filter(has).count();
        println!("{name}: {count}");
        assert!(count * 50 >= chains.len(), "{name} is in {count} chains only");
    }
    let spreads = chains.iter().filter(|chain| matches!(chain.ending, Ending::Spread(_))).count();
    assert!(spreads * 20 >= chains.len(), "{spreads} chains end with writes of all points");
}
