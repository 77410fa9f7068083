//! Two threads beside one: each takes rows with half of the entries, as a part of the matrix, and writes a block of its own.

use std::time::Duration;

use unite::Block;
use unite::stored::{Csr, StoredBlock, Window};
use unite_beyond::{matrix_times_matrix, matrix_times_vector};
use unite_rounds::{Clock, best, in_turn};

use crate::matrices;
use crate::peers::{COLUMNS, dense, vector};

/// A matrix, cut after the row with half of the entries.
struct Halves<'a> {
    a: &'a StoredBlock<f64, Csr, 2>,
    rows: [usize; 3],
}

impl<'a> Halves<'a> {
    fn of(a: &'a StoredBlock<f64, Csr, 2>) -> Self {
        let positions = &a.arrays().1.positions;
        let half = positions.partition_point(|at| (*at as usize) < a.stored() / 2);
        Halves { a, rows: [0, half, a.extents()[0]] }
    }

    /// What `call` makes of each half and its rows of the output, in a thread each, of a pool that this one is of.
    fn in_two<Y: Send>(
        &self,
        [first, second]: &mut [Y; 2],
        call: impl Fn(&mut Y, Window<'_, f64, Csr, 2>) + Sync,
    ) {
        let columns = self.a.extents()[1];
        let part = |half: usize| {
            let rows = self.rows[half]..self.rows[half + 1];
            self.a.window([rows, 0..columns]).expect("a part")
        };
        rayon::join(|| call(first, part(0)), || call(second, part(1)));
    }
}

/// Prints how long one thread takes, and how many times longer than two.
pub fn print(is_quick: bool) {
    let (smaller, rounds) = if is_quick { (10, 3) } else { (1, 15) };
    println!("| matrix | task | one thread, ms | by two |\n|---|---|--:|--:|");
    for matrix in matrices::all(smaller) {
        let (a, halves) = (&matrix.a, Halves::of(&matrix.a));
        let [rows, columns] = a.extents();
        let heights = [0, 1].map(|half| halves.rows[half + 1] - halves.rows[half]);
        let x = Block::<f64>::from_vec(vector(columns), [columns]).expect("a vector");
        let factor = Block::<f64>::from_vec(dense(columns), [columns, COLUMNS]).expect("a matrix");
        let (mut y, mut parts) =
            (Block::<f64>::zeros([rows]), heights.map(|height| Block::<f64>::zeros([height])));
        let timings = in_turn(
            &mut [&mut || matrix_times_vector(&mut y, a, &x), &mut || {
                halves.in_two(&mut parts, |y, a| matrix_times_vector(y, a, &x))
            }],
            rounds,
            Duration::from_millis(50),
            Clock::Wall,
        );
        row(&matrix.name, "`A x`", &timings);
        assert_eq!(y.as_slice(), parts.each_ref().map(|part| part.as_slice()).concat());
        let mut c = Block::<f64>::zeros([rows, COLUMNS]);
        let mut parts = heights.map(|height| Block::<f64>::zeros([height, COLUMNS]));
        let timings = in_turn(
            &mut [&mut || matrix_times_matrix(&mut c, a, &factor), &mut || {
                halves.in_two(&mut parts, |c, a| matrix_times_matrix(c, a, &factor))
            }],
            rounds,
            Duration::from_millis(50),
            Clock::Wall,
        );
        row(&matrix.name, "`A X`, 16 columns", &timings);
        assert_eq!(c.as_slice(), parts.each_ref().map(|part| part.as_slice()).concat());
    }
}

fn row(matrix: &str, task: &str, timings: &[unite_rounds::Timing]) {
    let [one, two] = [&timings[0], &timings[1]].map(best);
    println!("| {matrix} | {task} | {:.3} | {:.2} |", one * 1e3, one / two);
}
