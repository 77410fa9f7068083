//! Every slot of other encoders' tables beside the function whose place ours takes: with random memory that ends at pages that
//! cannot be touched, at any alignment, with any distance of rows, in place where encoders do that, and with numbers beyond
//! what residuals are. Both must leave the same behind, in all memory. For each slot a bit of what ours leaves is changed, too,
//! and that must be noticed.
//!
//! `UNITE_SLOT_CALLS` is how often each slot is called at each level of instruction sets; a few times without it.

mod call;
mod depth;
mod guarded;
mod of_openh264;
mod of_x264;
mod of_x264_10;
mod of_x264_mixed;
mod of_x264_planes;
mod of_x264_search;
mod of_x264_statistics;
mod of_x264_trellis;
mod wrapped;

use call::{Call, Left};
use guarded::Guarded;
use std::sync::Mutex;
use unite::level::{self, Level};
use unite_h264_peers::x264_tables::Tables;

/// A slot of the tables `T`.
pub struct Case<T> {
    /// What it is called.
    pub name: String,
    /// Calls it with what is drawn. Nothing where the table has no such function.
    #[expect(clippy::type_complexity, reason = "said once")]
    pub run: Box<dyn Fn(&T, &mut Call) -> Option<()>>,
}

/// Cases, one after the other.
pub struct Cases<T>(pub Vec<Case<T>>);

impl<T> Cases<T> {
    /// One more.
    pub fn add(&mut self, name: String, run: impl Fn(&T, &mut Call) -> Option<()> + 'static) {
        self.0.push(Case { name, run: Box::new(run) });
    }
}

/// The levels that slots have functions for.
const LEVELS: [Level; 3] = [Level::Baseline, Level::V3, Level::V4];

/// How many calls of a slot are made at each level.
fn calls() -> u64 {
    match std::env::var("UNITE_SLOT_CALLS") {
        Ok(calls) => calls.parse().expect("UNITE_SLOT_CALLS is a number"),
        Err(_) => 12,
    }
}

fn left<T>(
    case: &Case<T>,
    tables: &T,
    memory: &mut [Guarded],
    seed: u64,
    spoiled: Option<u64>,
    of_theirs: bool,
) -> Option<Left> {
    let mut call = Call::new(memory, seed, of_theirs);
    (case.run)(tables, &mut call)?;
    Some(call.left(spoiled))
}

/// Slots run one at a time: the level is that of the whole process.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Compares the slots of `ours` with those of `theirs`.
fn compare<T>(encoder: &str, cases: &[Case<T>], ours: impl Fn() -> T, theirs: &T) {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    guarded::watch();
    let mut memory: Vec<Guarded> = (0..10).map(|_| Guarded::new()).collect();
    let (mut differ, mut compared, mut spoiled) = (Vec::new(), 0, 0);
    for highest in LEVELS {
        if level::limit(highest) != highest {
            println!("{encoder}: this machine has no {highest:?}");
            continue;
        }
        let ours = ours();
        for case in cases {
            let mut different = None;
            for seed in 0..calls() {
                guarded::now(&format!("{encoder}: {}, its own", case.name));
                let Some(want) = left(case, theirs, &mut memory, seed, None, true) else { continue };
                guarded::now(&format!("{encoder}: {} at {highest:?}", case.name));
                let got = left(case, &ours, &mut memory, seed, None, false).expect("ours are all there");
                if let Some(how) = got.differs_from(&want) {
                    different.get_or_insert(format!("{} at {highest:?}, call {seed}: {how}", case.name));
                }
                let flipped =
                    left(case, &ours, &mut memory, seed, Some(seed), false).expect("ours are all there");
                assert!(
                    flipped.differs_from(&want).is_some() || different.is_some(),
                    "{}: a bit that changed went unnoticed",
                    case.name
                );
                compared += 1;
                spoiled += 1;
            }
            differ.extend(different);
        }
    }
    level::limit(Level::V4);
    println!(
        "{encoder}: {} slots, {compared} calls, {spoiled} with a bit changed, {} differ",
        cases.len(),
        differ.len()
    );
    assert!(differ.is_empty(), "{encoder}:\n{}", differ.join("\n"));
}

/// The slots of x264 that are drawn in the same way at every depth.
fn at_any_depth<D: depth::Depth>() -> impl Iterator<Item = Case<Tables<D>>> {
    let cases = [
        of_x264::cases(),
        of_x264_mixed::cases(),
        of_x264_planes::cases(),
        of_x264_search::cases(),
        of_x264_statistics::cases(),
        of_x264_trellis::cases(),
    ];
    cases.into_iter().flatten()
}

#[test]
fn slots_of_x264_leave_behind_what_its_own_do() {
    let Some(theirs) = unite_h264_peers::x264::theirs(false) else {
        println!("not tested: x264 is not linked");
        return;
    };
    let cases: Vec<_> = at_any_depth().chain(of_x264::cases_of_8_bits()).collect();
    compare("x264", &cases, unite_h264_peers::x264::ours, &theirs);
}

#[test]
fn slots_of_x264_that_only_its_assembly_has() {
    let Some(theirs) = unite_h264_peers::x264::theirs(true) else {
        println!("not tested: x264 is not linked");
        return;
    };
    let cases: Vec<_> = of_x264::cases_of_assembly().into_iter().chain(of_x264_trellis::cases()).collect();
    compare("x264, assembly", &cases, unite_h264_peers::x264::ours, &theirs);
}

#[test]
fn slots_of_x264_for_10_bits_that_only_its_assembly_has() {
    let Some(theirs) = unite_h264_peers::x264_10::theirs(true) else {
        println!("not tested: x264 is not linked");
        return;
    };
    let cases = of_x264_trellis::cases();
    compare("x264, 10 bits, assembly", &cases, unite_h264_peers::x264_10::ours, &theirs);
}

#[test]
fn slots_of_x264_for_10_bits_leave_behind_what_its_own_do() {
    let Some(theirs) = unite_h264_peers::x264_10::theirs(false) else {
        println!("not tested: x264 is not linked");
        return;
    };
    let cases: Vec<_> = at_any_depth().chain(of_x264_10::cases()).collect();
    compare("x264, 10 bits", &cases, unite_h264_peers::x264_10::ours, &theirs);
}

#[test]
fn slots_of_openh264_leave_behind_what_its_own_do() {
    let theirs = unite_h264_peers::openh264::theirs(false);
    compare("openh264", &of_openh264::cases(), unite_h264_peers::openh264::ours, &theirs);
}

#[test]
fn slots_of_openh264_that_only_its_assembly_has() {
    let theirs = unite_h264_peers::openh264::theirs(true);
    compare(
        "openh264, assembly",
        &of_openh264::cases_of_assembly(),
        unite_h264_peers::openh264::ours,
        &theirs,
    );
}
