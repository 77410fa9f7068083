//! Kernels over stored tensors beside sparse crates, scipy, MKL and taco, in turn, on one thread.
//!
//! `cargo xtask bench-stored` builds and runs it, and says what it wants. `--quick` takes small matrices and few rounds, `--claims` runs
//! what the paper on format abstraction measured instead, `--threads` two threads beside one.

mod claims;
mod kernels;
mod matrices;
mod ours;
mod peers;
mod remote;
mod tensors;
mod threads;

use std::io::Write;
use std::path::Path;

use cpu_time::ProcessTime;
use matrices::Matrix;
use peers::Peer;
use unite_rounds::Remote;

/// A task: its name in the table, the word that other processes know it by, and what runs it here.
struct Task {
    name: &'static str,
    word: &'static str,
    run: Run,
}

/// What is timed, and what of its answer is compared.
enum Run {
    /// It answers one number of what it made.
    First(fn(&mut dyn Peer) -> Option<f64>),
    /// Numbers of what it made are added up when the time was taken.
    Total(fn(&mut dyn Peer) -> Option<()>),
}

const TASKS: [Task; 6] = [
    Task { name: "`A x`", word: "vector", run: Run::First(|peer| Some(peer.times_vector())) },
    Task { name: "`A X`, 16 columns", word: "dense", run: Run::First(|peer| peer.times_dense()) },
    Task { name: "`A + B`", word: "sum", run: Run::First(|peer| peer.sum()) },
    Task { name: "`A B`", word: "product", run: Run::First(|peer| peer.product()) },
    Task { name: "`A * B * C`, by elements", word: "three", run: Run::Total(|peer| peer.product_of_three()) },
    Task {
        name: "`A * (B + C)`, by elements",
        word: "mixture",
        run: Run::Total(|peer| peer.product_with_sum()),
    },
];

/// What is compared with ours, in this process or in another one.
enum Other {
    Here(Box<dyn Peer>),
    There(usize),
}

fn main() -> std::io::Result<()> {
    let is_quick = std::env::args().any(|argument| argument == "--quick");
    if std::env::args().any(|argument| argument == "--claims") {
        claims::print(is_quick);
        return Ok(());
    }
    if std::env::args().any(|argument| argument == "--threads") {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().map_err(std::io::Error::other)?;
        pool.install(|| threads::print(is_quick));
        return Ok(());
    }
    let rounds = if is_quick { 3 } else { 15 };
    let folder = std::env::temp_dir().join(format!("unite-bench-stored-{}", std::process::id()));
    let matrices = matrices::all(if is_quick { 10 } else { 1 });
    for (number, matrix) in matrices.iter().enumerate() {
        write(&folder, number, matrix)?;
    }
    let tensors = tensors::all(if is_quick { 10 } else { 1 });
    for (number, tensor) in tensors.iter().enumerate() {
        tensors::write(&folder, number, tensor)?;
    }
    let started = [remote::python(&folder, "scipy"), remote::python(&folder, "mkl"), remote::taco(&folder)];
    let mut remotes: Vec<Remote> = started.into_iter().flatten().collect();
    let here = ["sprs 0.11", "nalgebra-sparse 0.12", "faer 0.24"].map(str::to_string);
    let names: Vec<String> =
        here.into_iter().chain(remotes.iter().map(|remote| remote.name().to_string())).collect();
    println!("| matrix | task | unite, ms | {} |", names.join(" | "));
    println!("|---|---|--:|{}", "--:|".repeat(names.len()));
    let mut ratios: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for (number, matrix) in matrices.iter().enumerate() {
        let mut ours = ours::Ours::new(matrix);
        let mut others: Vec<Other> = vec![
            Other::Here(Box::new(peers::Sprs::new([&matrix.a, &matrix.b, &matrix.c]))),
            Other::Here(Box::new(peers::Nalgebra::new(&matrix.a, &matrix.b))),
            Other::Here(Box::new(peers::Faer::new(&matrix.a, &matrix.b))),
        ];
        others.extend((0..remotes.len()).map(Other::There));
        for task in &TASKS {
            if task.word == "product" && !matrix.has_product {
                continue;
            }
            let expected = timed(&mut ours, task).map(|(_, answer)| answer);
            let (mut least, mut of_others) = (f64::INFINITY, vec![f64::INFINITY; others.len()]);
            for _ in 0..rounds {
                least = timed(&mut ours, task).map_or(least, |(time, _)| least.min(time));
                for (other, least) in others.iter_mut().zip(&mut of_others) {
                    let ran = match other {
                        Other::Here(peer) => timed(&mut **peer, task),
                        Other::There(remote) => remote::run(&mut remotes[*remote], task.word, number),
                    };
                    if let Some((time, answer)) = ran {
                        *least = least.min(time);
                        assert_eq!(Some(answer), expected, "{} of {}", task.name, matrix.name);
                    }
                }
            }
            let mut cells = String::new();
            for (time, ratios) in of_others.iter().zip(&mut ratios) {
                if time.is_finite() {
                    ratios.push(time / least);
                    cells += &format!(" {:.2} |", time / least);
                } else {
                    cells += "  |";
                }
            }
            println!("| {} | {} | {:.3} |{cells}", matrix.name, task.name, least * 1e3);
        }
    }
    let means = ratios.iter().map(|ratios| match ratios.len() {
        0 => String::new(),
        count => {
            format!("**{:.2}**", (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count as f64).exp())
        }
    });
    println!("| geometric mean | | | {} |", means.collect::<Vec<_>>().join(" | "));
    println!();
    tensors::print(&tensors, &mut remotes, rounds);
    drop(remotes);
    std::fs::remove_dir_all(&folder)
}

/// Runs a task once here: seconds of the processor, and one number of the answer.
fn timed(peer: &mut dyn Peer, task: &Task) -> Option<(f64, f64)> {
    let begun = ProcessTime::now();
    let taken = || begun.elapsed().as_secs_f64();
    match task.run {
        Run::First(run) => run(peer).map(|answer| (taken(), answer)),
        Run::Total(run) => run(peer).map(|()| {
            let time = taken();
            (time, peer.total())
        }),
    }
}

/// Writes the arrays of a matrix, in the order of this machine's bytes.
fn write(folder: &Path, number: usize, matrix: &Matrix) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, block) in [("a", &matrix.a), ("b", &matrix.b), ("c", &matrix.c)] {
        let arrays = &block.arrays().1;
        let put = |what: &str, bytes: Vec<u8>| {
            std::fs::File::create(folder.join(format!("{number}.{name}.{what}")))?.write_all(&bytes)
        };
        put("positions", arrays.positions.iter().flat_map(|at| at.to_ne_bytes()).collect())?;
        put("columns", arrays.coordinates.iter().flat_map(|at| at.to_ne_bytes()).collect())?;
        put("values", block.values().iter().flat_map(|value| value.to_ne_bytes()).collect())?;
    }
    Ok(())
}
