//! Chains as the kernels that the build script wrote.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use unite::level::{self, Level};
use unite::staged::FootprintError;
use unite_agreement::plan::chain::Chain;
use unite_agreement::plan::generate;

use crate::case::Case;
use crate::given::Given;

type Runner = fn(&mut [Given], &[i32], &[i64]);

#[allow(clippy::all, unused)]
mod chains {
    use unite::library::{CoarseRead, CoarseWrite};
    use unite::{Block, Dyn, kernel};

    use super::factors::*;
    use super::{Runner, asked};
    use crate::callees::plain::*;
    use crate::callees::refined;
    use crate::given::Given;

    include!(concat!(env!("OUT_DIR"), "/chains.rs"));
}

/// Chains at each stage of optimisation, and the kernels that they call, at the same one.
#[allow(clippy::all, unused)]
mod stages {
    use unite::library::{CoarseRead, CoarseWrite};
    use unite::{Block, Dyn, kernel};

    use super::factors::*;
    use super::{Runner, asked};
    use crate::given::Given;

    include!(concat!(env!("OUT_DIR"), "/stages.rs"));
}

/// What factors are called that the language does not know.
#[allow(unused)]
mod factors {
    include!(concat!(env!("OUT_DIR"), "/factors.rs"));
}

/// Chains with numbers that follow each other.
struct Compiled {
    first: usize,
    runners: &'static [Runner],
    attempts: &'static [u64],
    refused: &'static [(usize, u64, &'static str)],
}

const COMPILED: [Compiled; 2] = [
    Compiled {
        first: chains::FIRST,
        runners: &chains::RUNNERS,
        attempts: &chains::ATTEMPTS,
        refused: &chains::REFUSED,
    },
    Compiled {
        first: stages::FIRST,
        runners: &stages::RUNNERS,
        attempts: &stages::ATTEMPTS,
        refused: &stages::REFUSED,
    },
];

/// The chains that became kernels.
pub fn chains() -> Vec<Chain> {
    let numbered = COMPILED.iter().flat_map(|all| all.attempts.iter().zip(all.first..));
    numbered.map(|(&attempt, number)| generate::chain(number, attempt).0).collect()
}

/// The chains that the language refuses, and what it says.
pub fn refused() -> Vec<(Chain, &'static str)> {
    let chains = COMPILED.iter().flat_map(|all| all.refused);
    chains.map(|&(number, attempt, message)| (generate::chain(number, attempt).0, message)).collect()
}

/// What calls the kernel of a chain.
fn runner(chain: &Chain) -> Runner {
    let found = COMPILED.iter().find_map(|all| all.runners.get(chain.number.wrapping_sub(all.first)));
    *found.expect("the chain is a kernel")
}

/// What became of a call.
#[derive(Debug)]
pub enum Report {
    /// The elements of every parameter.
    Ran(Vec<Vec<i32>>),
    /// The kernel said what does not fit; and so did `fits`, if it was told enough.
    Refused(String, Option<String>),
    /// It did something that no kernel does.
    Broken(String),
}

thread_local! {
    /// What `fits` answered, and whether it was told all numbers of the call.
    static ASKED: RefCell<Option<(Result<(), String>, bool)>> = const { RefCell::new(None) };
    /// Whether panics are expected.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Notes what `fits` answered.
fn asked(fits: Result<(), FootprintError>, all: bool) {
    ASKED.set(Some((fits.map_err(|error| error.to_string()), all)));
}

/// Every eighth chain runs at all levels of the machine, the others at the highest or the lowest, unless it is said that all run
/// at all.
pub fn run(chain: &Chain, case: &Case) -> Vec<Report> {
    let all: Vec<Level> = Level::available().collect();
    let everywhere = std::env::var("UNITE_AGREEMENT_LEVELS").is_ok_and(|levels| levels == "all");
    let levels = match chain.number % 8 {
        _ if everywhere => all,
        0 => all,
        number => vec![if number % 2 == 0 { all[0] } else { all[all.len() - 1] }],
    };
    levels.into_iter().map(|level| at_level(chain, case, level)).collect()
}

fn at_level(chain: &Chain, case: &Case, highest: Level) -> Report {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    level::limit(highest);
    ASKED.set(None);
    QUIET.set(true);
    let mut given = case.given.clone();
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        runner(chain)(&mut given, &case.scalars, &case.factors);
    }));
    QUIET.set(false);
    let fits = ASKED.take();
    let Err(panic) = result else {
        return match fits {
            Some((Err(message), _)) => Report::Broken(format!("`fits` refuses a call that runs: {message}")),
            _ => Report::Ran(given.into_iter().map(|given| given.memory).collect()),
        };
    };
    let message = match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(message), _) => message.clone(),
        (_, Some(message)) => message.to_string(),
        _ => String::new(),
    };
    let says = |what| message.contains(what);
    let footprint = message.starts_with("kernel ")
        && [" touches ", " indexes ", " asks where ", " asks what is where "].into_iter().any(says);
    let no_points = message.starts_with("block ") && message.contains("cannot have extent -");
    match fits {
        Some((Ok(()), true)) if footprint || no_points => {
            Report::Broken(format!("`fits` allows a call that ends so: {message}"))
        }
        Some((Err(ahead), _)) if footprint || no_points => Report::Refused(message, Some(ahead)),
        _ if footprint || no_points => Report::Refused(message, None),
        _ => Report::Broken(message),
    }
}
