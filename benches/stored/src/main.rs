//! Kernels over stored tensors beside sparse crates, in turn in one process, on one thread.
//!
//! `cargo run --release` prints the table. With a folder it writes the matrices there, for `peers.py`, which times scipy and MKL.

mod matrices;
mod ours;
mod peers;

use std::io::Write;
use std::time::Instant;

use matrices::Matrix;
use peers::Peer;

/// How often each is timed; the least counts.
const ROUNDS: usize = 15;

/// A task, by its name.
type Task = (&'static str, fn(&mut dyn Peer) -> Option<f64>);

const TASKS: [Task; 3] = [
    ("A x", |peer| Some(peer.times_vector())),
    ("A X, 16 columns", |peer| peer.times_dense()),
    ("A + B", |peer| peer.sum()),
];

fn main() -> std::io::Result<()> {
    let all = matrices::all();
    if let Some(folder) = std::env::args().nth(1) {
        return all.iter().enumerate().try_for_each(|(number, matrix)| write(&folder, number, matrix));
    }
    println!("| matrix | task | unite, ms | others' time / ours |");
    println!("|---|---|--:|---|");
    for matrix in &all {
        let mut all: Vec<Box<dyn Peer>> = vec![
            Box::new(ours::Ours::new(&matrix.a, &matrix.b)),
            Box::new(peers::Sprs::new(&matrix.a, &matrix.b)),
            Box::new(peers::Nalgebra::new(&matrix.a, &matrix.b)),
            Box::new(peers::Faer::new(&matrix.a, &matrix.b)),
        ];
        for (task, run) in TASKS {
            let expected = run(&mut *all[0]);
            let mut least = vec![f64::INFINITY; all.len()];
            for _ in 0..ROUNDS {
                for (peer, least) in all.iter_mut().zip(&mut least) {
                    let begun = Instant::now();
                    let answer = run(&mut **peer);
                    *least = least.min(begun.elapsed().as_secs_f64());
                    assert_eq!(answer, expected, "{} of {}", task, peer.name());
                }
            }
            let others = all.iter().zip(&least).skip(1);
            let ratios: Vec<String> =
                others.map(|(peer, time)| format!("{} {:.2}", peer.name(), time / least[0])).collect();
            println!("| {} | {task} | {:.3} | {} |", matrix.name, least[0] * 1e3, ratios.join(", "));
        }
    }
    Ok(())
}

/// Writes the arrays of a matrix, in the order of this machine's bytes.
fn write(folder: &str, number: usize, matrix: &Matrix) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, block) in [("a", &matrix.a), ("b", &matrix.b)] {
        let arrays = &block.arrays().1;
        let mut put = |what: &str, bytes: Vec<u8>| {
            std::fs::File::create(format!("{folder}/{number}.{name}.{what}"))?.write_all(&bytes)
        };
        put("positions", arrays.positions.iter().flat_map(|at| at.to_ne_bytes()).collect())?;
        put("columns", arrays.coordinates.iter().flat_map(|at| at.to_ne_bytes()).collect())?;
        put("values", block.values().iter().flat_map(|value| value.to_ne_bytes()).collect())?;
    }
    std::fs::write(format!("{folder}/{number}.name"), matrix.name)
}
