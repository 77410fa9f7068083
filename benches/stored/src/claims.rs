//! What the paper on format abstraction measures, again: lists of entries that are multiplied as they are and after a conversion, diagonals
//! against compressed rows, and operations on tensors of three axes against sorting. Shapes are those of its tables, smaller where memory
//! asks for it.

use std::hint::black_box;
use std::time::Duration;

use unite::Block;
use unite::library::Heap;
use unite::stored::{Coo, Coo3, Csr, Dense, Dia, StoredBlock};
use unite_rounds::{Clock, best, in_turn};

use crate::kernels::{factored, inner, sum_of, times_matrix, times_vector};
use crate::matrices::{Numbers, matrix, near};

/// Columns of dense factors.
const RANK: usize = 16;

type Tensor3 = StoredBlock<f64, Coo3, 3>;
type Key = ([usize; 3], f64);

/// The least time of each of two programs, in turn: the first, and how many times longer the second takes.
fn compared(rounds: usize, first: &mut dyn FnMut(), second: &mut dyn FnMut()) -> (f64, f64) {
    let timings = in_turn(&mut [first, second], rounds, Duration::from_millis(20), Clock::Thread);
    let [first, second] = [&timings[0], &timings[1]].map(best);
    (first * 1e3, second / first)
}

/// Prints the tables.
pub fn print(is_quick: bool) {
    let (smaller, rounds) = if is_quick { (20, 3) } else { (1, 9) };
    of_matrices(smaller, rounds);
    println!();
    of_tensors(smaller, rounds);
}

fn of_matrices(smaller: usize, rounds: usize) {
    println!(
        "| matrix | list of entries, ms | converted first | compressed rows alone | diagonals, ms | compressed rows |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    let far = |n: usize, offsets: &[isize]| {
        let offsets = offsets.to_vec();
        matrix(n, |row, _| near(row, &offsets, n), 1)
    };
    let side = |n: usize| n.isqrt() as isize;
    let anywhere = |n: usize, most: usize| {
        matrix(
            n,
            |_, numbers: &mut Numbers| {
                // Few rows have many entries.
                let count = 1 + most / (1 + numbers.next(most));
                (0..count).map(|_| numbers.next(n)).collect()
            },
            2,
        )
    };
    let n = |rows: usize| rows / smaller;
    let grid = |n: usize| far(n, &[-side(n), -1, 0, 1, side(n)]);
    let box_of = |n: usize| far(n, &[-4096, -64, -1, 0, 1, 64, 4096]);
    let band = |n: usize, half: isize| far(n, &(-half..=half).collect::<Vec<_>>());
    // Name, matrix, whether it has few diagonals.
    let all: [(&str, StoredBlock<f64, Csr, 2>, bool); 7] = [
        ("jnlbrng1: 40 K rows, 5 diagonals", grid(n(40_000)), true),
        ("ecology1: 1 M rows, 5 diagonals", grid(n(1_000_000)), true),
        ("Lin: 256 K rows, 7 diagonals", box_of(n(256_000)), true),
        ("synth1: 500 K rows, 4 diagonals", far(n(500_000), &[-3, 0, 100, 5000]), true),
        ("cant: 62 K rows, a band of 99", band(n(62_000), 49), true),
        ("denormal: 89 K rows, a band of 13", band(n(89_000), 6), true),
        ("webbase: 1 M rows by Zipf's law", anywhere(n(1_000_000), 4700 / smaller.min(10)), false),
    ];
    for (name, rows, is_diagonal) in &all {
        let [count, width] = rows.extents();
        let x = Block::<f64>::from_vec((0..width).map(|at| (at % 31) as f64).collect(), [width])
            .expect("a vector");
        let mut y: [Heap<f64, 1>; 2] = [0, 1].map(|_| Block::<f64>::zeros([count]));
        let list = rows.to::<Coo>().expect("a list");
        let [ours, others] = &mut y;
        let (direct, converted) =
            compared(rounds, &mut || unite_beyond::matrix_times_vector(ours, &list, &x), &mut || {
                unite_beyond::matrix_times_vector(others, &by_rows(&list), &x)
            });
        assert_eq!(y[0].as_slice(), y[1].as_slice(), "{name}");
        let [ours, others] = &mut y;
        let (_, alone) =
            compared(rounds, &mut || unite_beyond::matrix_times_vector(ours, &list, &x), &mut || {
                unite_beyond::matrix_times_vector(others, rows, &x)
            });
        let mut diagonals = String::from(" | ");
        if *is_diagonal {
            let dia = rows.to::<Dia>().expect("diagonals");
            let [ours, others] = &mut y;
            let (time, csr) =
                compared(rounds, &mut || unite_beyond::matrix_times_vector(ours, &dia, &x), &mut || {
                    unite_beyond::matrix_times_vector(others, rows, &x)
                });
            diagonals = format!("{time:.3} | {csr:.2}");
        }
        println!("| {name} | {direct:.3} | {converted:.2} | {alone:.2} | {diagonals} |");
    }
}

/// Compressed rows of a list, whose rows are counted.
fn by_rows(list: &StoredBlock<f64, Coo, 2>) -> StoredBlock<f64, Csr, 2> {
    let (rows, columns) = list.arrays();
    let mut positions = vec![0u32; list.extents()[0] + 1];
    rows.coordinates.iter().for_each(|row| positions[*row as usize + 1] += 1);
    let mut sum = 0;
    for position in &mut positions {
        sum += *position;
        *position = sum;
    }
    StoredBlock::csr(list.extents(), positions, columns.clone(), list.values().to_vec()).expect("a matrix")
}

/// Entries at places of which some are drawn more often, so that fibres have several.
fn tensor(extents: [usize; 3], count: usize, seed: u64) -> Tensor3 {
    let mut numbers = Numbers::new(seed);
    let entries = (0..count).map(|at| {
        let index = extents.map(|extent| numbers.next(extent) * (1 + numbers.next(64)) / 64);
        (index, (1 + at % 97) as f64)
    });
    StoredBlock::from_entries_with(extents, entries.collect::<Vec<_>>(), |_, last| last).expect("a tensor")
}

fn of_tensors(smaller: usize, rounds: usize) {
    println!("| tensor | operation | ours, ms | by sorting |");
    println!("|---|---|--:|--:|");
    let all = [
        ("Facebook: 1.6 K x 64 K x 64 K, 738 K entries", [1_600, 64_000, 64_000], 738_000),
        ("NELL-2, a fortieth: 12 K x 9 K x 29 K, 1.9 M entries", [12_000, 9_000, 29_000], 1_920_000),
        (
            "NELL-1, a seventieth: 2.9 M x 2.1 M x 25 M, 2 M entries",
            [2_900_000, 2_100_000, 25_000_000],
            2_050_000,
        ),
    ];
    for (name, extents, count) in all {
        let (a, b) = (tensor(extents, count / smaller, 3), tensor(extents, count / smaller, 4));
        let entries: [Vec<Key>; 2] = [a.to_entries(), b.to_entries()];
        let row = |operation: &str, (time, ratio): (f64, f64)| {
            println!("| {name} | {operation} | {time:.2} | {ratio:.1} |");
        };
        let [rows, middle, last] = extents;

        let x =
            Block::<f64>::from_vec((0..last).map(|at| (at % 31) as f64).collect(), [last]).expect("a vector");
        let mut c = StoredBlock::<f64, Coo, 2>::empty([rows, middle]).expect("a matrix");
        let mut other = Vec::new();
        let timed = compared(rounds, &mut || times_vector(&mut c, &a, &x), &mut || {
            let terms = entries[0].iter().map(|&([i, j, k], value)| ([i, j, 0], value * x.as_slice()[k]));
            other = summed(terms.collect());
        });
        let same = c.to_entries().into_iter().map(|([i, j], value)| ([i, j, 0], value));
        assert!(same.eq(other.iter().copied()), "{name}: times a vector");
        row("TTV", timed);

        if last < 1_000_000 {
            let elements: Vec<f64> = (0..last * RANK).map(|at| (at % 29) as f64).collect();
            let dense =
                StoredBlock::<f64, (Dense, Dense), 2>::from_dense([last, RANK], &elements).expect("a matrix");
            let mut c = StoredBlock::<f64, Coo3, 3>::empty([rows, middle, RANK]).expect("a tensor");
            let timed = compared(rounds, &mut || times_matrix(&mut c, &a, &dense), &mut || {
                let terms = entries[0].iter().flat_map(|&([i, j, k], value)| {
                    (0..RANK).map({
                        let elements = &elements;
                        move |r| ([i, j, r], value * elements[k * RANK + r])
                    })
                });
                other = summed(terms.collect());
            });
            let sum = |all: &mut dyn Iterator<Item = f64>| all.sum::<f64>();
            assert_eq!(
                sum(&mut c.values().iter().copied()),
                sum(&mut other.iter().map(|(_, value)| *value)),
                "{name}: times a matrix"
            );
            row("TTM, 16 columns", timed);
        }

        let mut c = StoredBlock::<f64, Coo3, 3>::empty(extents).expect("a tensor");
        let timed = compared(rounds, &mut || sum_of(&mut c, &a, &b), &mut || {
            other = summed(entries[0].iter().chain(&entries[1]).copied().collect());
        });
        assert_eq!(c.to_entries(), other, "{name}: sum");
        row("PLUS", timed);

        let factor = |extent: usize| {
            let elements = (0..extent * RANK).map(|at| (at % 7) as f64).collect();
            Block::<f64>::from_vec(elements, [extent, RANK]).expect("a matrix")
        };
        if rows < 1_000_000 {
            let (c, d) = (factor(middle), factor(last));
            let mut m = Block::<f64>::zeros([rows, RANK]);
            let mut other = vec![0.0; rows * RANK];
            let timed = compared(rounds, &mut || factored(&mut m, &a, &c, &d), &mut || {
                other.fill(0.0);
                let (c, d) = (c.as_slice(), d.as_slice());
                for r in 0..RANK {
                    let product = |&([i, k, l], value): &Key| (i, value * c[k * RANK + r] * d[l * RANK + r]);
                    let terms: Vec<(usize, f64)> = entries[0].iter().map(product).collect();
                    terms.iter().for_each(|(i, term)| other[i * RANK + r] += term);
                }
            });
            assert_eq!(m.as_slice(), other, "{name}: factored");
            row("MTTKRP, 16 columns", timed);
        }

        let (mut number, mut other) = (0.0, 0.0);
        let timed = compared(rounds, &mut || number = black_box(inner(&a, &b)), &mut || {
            let mut all: Vec<Key> = entries[0].iter().chain(&entries[1]).copied().collect();
            all.sort_by_key(|(index, _)| *index);
            let pairs = all.windows(2).filter(|pair| pair[0].0 == pair[1].0);
            other = pairs.map(|pair| pair[0].1 * pair[1].1).sum();
        });
        assert_eq!(number, other, "{name}: inner product");
        row("INNERPROD", timed);
    }
}

/// The sums of the terms of each index, by sorting them.
fn summed(mut terms: Vec<Key>) -> Vec<Key> {
    // A stable sort: terms of one index are added up in their order.
    terms.sort_by_key(|(index, _)| *index);
    terms.dedup_by(|next, sum| {
        let is_same = next.0 == sum.0;
        if is_same {
            sum.1 += next.1;
        }
        is_same
    });
    terms
}
