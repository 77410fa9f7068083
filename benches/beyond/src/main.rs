//! Kernels of `unite-beyond` beside OpenCV and Halide, in turn, on one thread, over pictures of 1920 by 1080.
//!
//! `cargo xtask bench-beyond` builds and runs it, and says what it wants. `--quick` takes few and short rounds. Prints a line
//! for each task, with tabs between: its name, our nanoseconds for each element that is written, and for each peer the median of
//! how many times as long it takes, or nothing. The first line has the names of the peers.

mod inputs;
mod ours;
mod remote;

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use inputs::Inputs;
use ours::{Case, Differs, TASKS, Task};
use unite_rounds::{Remote, of_thread};

/// Peers, by the words that `peers.py` knows.
const PEERS: [&str; 4] = ["opencv", "Mullapudi2016", "Adams2019", "hand"];

fn main() -> Result<(), String> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let is_quick = words.iter().any(|word| word == "--quick");
    words.retain(|word| word != "--quick");
    let (rounds, span) = if is_quick { (5, 0.05) } else { (15, 0.2) };
    let folder = std::env::temp_dir().join(format!("unite-bench-beyond-{}", std::process::id()));
    let failed = |error: &dyn Display| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
    let inputs = Inputs::new();
    inputs.write(&folder).map_err(|error| failed(&error))?;
    let mut peers: Vec<(&str, Remote)> =
        PEERS.into_iter().filter_map(|word| Some((word, remote::start(&folder, word)?))).collect();
    let names: Vec<&str> = peers.iter().map(|(_, peer)| peer.name()).collect();
    println!("task\tns\t{}", names.join("\t"));
    for task in TASKS.iter().filter(|task| words.is_empty() || words.iter().any(|word| word == task.word)) {
        let mut case = (task.prepare)(&inputs);
        case.reset();
        case.run();
        let expected = case.written();
        let taking_part: Vec<bool> =
            peers.iter_mut().map(|(word, peer)| agrees(task, &expected, peer, word, &folder)).collect();
        let mut least = f64::INFINITY;
        let mut ratios: Vec<Vec<f64>> = vec![Vec::new(); peers.len()];
        for _ in 0..rounds {
            let ours = shortest(&mut *case, span);
            least = least.min(ours);
            for (((_, peer), takes_part), ratios) in peers.iter_mut().zip(&taking_part).zip(&mut ratios) {
                if *takes_part && let Some(theirs) = remote::time(peer, task.word, span) {
                    ratios.push(theirs / ours);
                }
            }
        }
        let cells: Vec<String> = ratios.iter_mut().map(|ratios| median(ratios)).collect();
        let elements = task.elements;
        println!("{}\t{:.3}\t{}", task.name, least * 1e9 / elements as f64, cells.join("\t"));
    }
    drop(peers);
    std::fs::remove_dir_all(&folder).map_err(|error| failed(&error))
}

/// Whether a peer has a task, and writes for it what we do: what it may differ by is in the table of tasks.
fn agrees(task: &Task, expected: &[f64], peer: &mut Remote, word: &str, folder: &Path) -> bool {
    if let Err(reason) = remote::check(peer, task.word) {
        if !reason.is_empty() {
            eprintln!("{} without {word}: {reason}", task.name);
        }
        return false;
    }
    let written = match std::fs::read(folder.join(format!("{}.{word}", task.word))) {
        Ok(bytes) => (task.read)(&bytes),
        Err(error) => {
            eprintln!("{} without {word}: {error}", task.name);
            return false;
        }
    };
    let allowed = if word == "opencv" { task.opencv } else { Differs { edge: 0, by: 0.0 } };
    let is_inside = |at: usize| {
        let (row, column) = (at / task.width, at % task.width);
        let rows = expected.len() / task.width;
        let inner = |place: usize, extent: usize| place >= allowed.edge && place + allowed.edge < extent;
        inner(row, rows) && inner(column, task.width)
    };
    let differing =
        |(at, (ours, theirs)): &(usize, (&f64, &f64))| is_inside(*at) && (*ours - *theirs).abs() > allowed.by;
    let pairs = || expected.iter().zip(&written).enumerate();
    let differences = pairs().filter(differing).count();
    if written.len() == expected.len() && differences == 0 {
        return true;
    }
    let first =
        pairs().find(differing).map(|(at, (ours, theirs))| format!(", first {ours} and {theirs} at {at}"));
    eprintln!("{} without {word}: {differences} elements differ{}", task.name, first.unwrap_or_default());
    false
}

/// Seconds of the shortest of all calls in so many seconds; of three at least.
fn shortest(case: &mut dyn Case, span: f64) -> f64 {
    unite_rounds::shortest(Duration::from_secs_f64(span), 3, &mut || {
        case.reset();
        of_thread(&mut || case.run())
    })
}

/// The number in the middle, as text; nothing of none.
fn median(numbers: &mut [f64]) -> String {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).map(|number| format!("{number:.3}")).unwrap_or_default()
}
