//! Tensors of three axes, all coordinates compressed, beside taco.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use cpu_time::ProcessTime;
use unite::Block;
use unite::library::Heap;
use unite::stored::{Compressed, Csf, Dense, StoredBlock, files};
use unite_rounds::Remote;

use crate::kernels::{factored, inner, times_matrix, times_vector};
use crate::matrices::{Numbers, files_of, title};
use crate::{peers::COLUMNS, remote};

/// Two tensors of one shape.
pub struct Tensors {
    name: String,
    a: StoredBlock<f64, Csf, 3>,
    b: StoredBlock<f64, Csf, 3>,
}

/// Entries of which some fibres have more than others.
fn tensor(extents: [usize; 3], count: usize, seed: u64) -> StoredBlock<f64, Csf, 3> {
    let mut numbers = Numbers::new(seed);
    let entries: Vec<_> = (0..count)
        .map(|at| {
            (extents.map(|extent| numbers.next(extent) * (1 + numbers.next(64)) / 64), (1 + at % 7) as f64)
        })
        .collect();
    StoredBlock::from_entries_with(extents, entries, |_, last| last).expect("a tensor")
}

/// All of them, with so many times fewer entries.
pub fn all(fewer: usize) -> Vec<Tensors> {
    let both = |name: &str, extents, count: usize| {
        let [a, b] = [5, 6].map(|seed| tensor(extents, count / fewer, seed));
        Tensors { name: name.into(), a, b }
    };
    let mut all = vec![
        both("1000 x 500 x 500, 2 M entries", [1000, 500, 500], 2_000_000),
        both("10 K x 5 K x 20 K, 2 M entries", [10_000, 5_000, 20_000], 2_000_000),
    ];
    all.extend(files_of("tns").iter().filter_map(|path| of_file(path)));
    all
}

/// A tensor with entries where those of a file are, and the same with its last axis the other way round.
fn of_file(path: &Path) -> Option<Tensors> {
    let entries = files::read_tns::<f64, 3>(BufReader::new(File::open(path).ok()?));
    let entries = entries.map_err(|error| eprintln!("without {}: {error}", path.display())).ok()?;
    let (extents, last) = (entries.extents, entries.extents[2]);
    let made = |at: &dyn Fn([usize; 3]) -> [usize; 3]| {
        let list = entries.list.iter().map(|(index, _)| (at(*index), (1 + (index[0] + index[2]) % 7) as f64));
        StoredBlock::from_entries_with(extents, list, |_, last| last).ok()
    };
    let (a, b) = (made(&|index| index)?, made(&|[i, j, k]| [i, j, last - 1 - k])?);
    Some(Tensors { name: title(path), a, b })
}

/// Writes coordinates and values, in the order of this machine's bytes.
pub fn write(folder: &Path, number: usize, tensors: &Tensors) -> std::io::Result<()> {
    let extents: Vec<u8> =
        tensors.a.extents().into_iter().flat_map(|extent| (extent as i32).to_ne_bytes()).collect();
    File::create(folder.join(format!("tensor{number}.extents")))?.write_all(&extents)?;
    for (name, block) in [("a", &tensors.a), ("b", &tensors.b)] {
        let entries = block.to_entries();
        for axis in 0..3 {
            let bytes: Vec<u8> = entries.iter().flat_map(|(at, _)| (at[axis] as i32).to_ne_bytes()).collect();
            File::create(folder.join(format!("tensor{number}.{name}.{axis}")))?.write_all(&bytes)?;
        }
        let bytes: Vec<u8> = entries.iter().flat_map(|(_, value)| value.to_ne_bytes()).collect();
        File::create(folder.join(format!("tensor{number}.{name}.values")))?.write_all(&bytes)?;
    }
    Ok(())
}

/// What a kernel is run on, and where its results go.
struct Ours<'t> {
    of: &'t Tensors,
    x: Heap<f64, 1>,
    columns: StoredBlock<f64, (Dense, Dense), 2>,
    factors: [Heap<f64, 2>; 2],
    sums: StoredBlock<f64, (Compressed, Compressed), 2>,
    rows: StoredBlock<f64, (Compressed, Compressed, Dense), 3>,
    factored: Heap<f64, 2>,
}

impl<'t> Ours<'t> {
    fn new(of: &'t Tensors) -> Self {
        let [i, j, k] = of.a.extents();
        let numbers = |count: usize| (0..count).map(|at| (at % 5) as f64).collect::<Vec<_>>();
        let factor =
            |rows: usize| Block::from_vec(numbers(rows * COLUMNS), [rows, COLUMNS]).expect("a matrix");
        Ours {
            of,
            x: Block::from_vec(numbers(k), [k]).expect("a vector"),
            columns: StoredBlock::from_dense([k, COLUMNS], &numbers(k * COLUMNS)).expect("a matrix"),
            factors: [factor(j), factor(k)],
            sums: StoredBlock::empty([i, j]).expect("a matrix"),
            rows: StoredBlock::empty([i, j, COLUMNS]).expect("a tensor"),
            factored: Block::<f64>::zeros([i, COLUMNS]),
        }
    }

    /// Runs a task once: one number of the answer.
    fn run(&mut self, word: &str) -> f64 {
        match word {
            "ttv" => {
                times_vector(&mut self.sums, &self.of.a, &self.x);
                self.sums.values()[0]
            }
            "ttm" => {
                times_matrix(&mut self.rows, &self.of.a, &self.columns);
                self.rows.values()[0]
            }
            "mttkrp" => {
                let [c, d] = &self.factors;
                factored(&mut self.factored, &self.of.a, c, d);
                self.factored.as_slice()[1]
            }
            _ => inner(&self.of.a, &self.of.b),
        }
    }
}

const TASKS: [(&str, &str); 4] = [
    ("TTV", "ttv"),
    ("TTM, 16 columns", "ttm"),
    ("MTTKRP, 16 columns", "mttkrp"),
    ("INNERPROD", "innerprod"),
];

/// Prints the table. Of the other processes those are asked that have tensors.
pub fn print(all: &[Tensors], remotes: &mut [Remote], rounds: usize) {
    let mut taco: Vec<&mut Remote> = remotes.iter_mut().filter(|remote| remote.name() == "taco").collect();
    println!("| tensor | task | unite, ms |{}", " taco |".repeat(taco.len()));
    println!("|---|---|--:|{}", "--:|".repeat(taco.len()));
    let mut ratios: Vec<f64> = Vec::new();
    for (number, tensors) in all.iter().enumerate() {
        let mut ours = Ours::new(tensors);
        for (name, word) in TASKS {
            let (mut least, mut of_others) = (f64::INFINITY, vec![f64::INFINITY; taco.len()]);
            for _ in 0..rounds {
                let begun = ProcessTime::now();
                let expected = ours.run(word);
                least = least.min(begun.elapsed().as_secs_f64());
                for (other, least) in taco.iter_mut().zip(&mut of_others) {
                    if let Some((time, answer)) = remote::run(other, word, number) {
                        *least = least.min(time);
                        assert_eq!(answer, expected, "{name} of {}", tensors.name);
                    }
                }
            }
            ratios.extend(of_others.iter().map(|time| time / least));
            let cells: String = of_others.iter().map(|time| format!(" {:.2} |", time / least)).collect();
            println!("| {} | {name} | {:.3} |{cells}", tensors.name, least * 1e3);
        }
    }
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("| geometric mean | | | **{mean:.2}** |");
    }
}
