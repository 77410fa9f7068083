//! Matrices of the shapes that sparse linear algebra meets.

use unite::stored::{Csr, StoredBlock};

/// A matrix by its name.
pub struct Matrix {
    pub name: &'static str,
    pub a: StoredBlock<f64, Csr, 2>,
    /// Another one of the same shape, with other entries.
    pub b: StoredBlock<f64, Csr, 2>,
}

/// Numbers that look like nothing, and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0) * bound as u128) >> 64) as usize
    }
}

fn matrix(
    rows: usize,
    columns: impl Fn(usize, &mut Numbers) -> Vec<usize>,
    seed: u64,
) -> StoredBlock<f64, Csr, 2> {
    let mut numbers = Numbers(seed);
    let mut entries = Vec::new();
    for row in 0..rows {
        let mut all = columns(row, &mut numbers);
        all.sort_unstable();
        all.dedup();
        entries.extend(all.into_iter().map(|column| ([row, column], (1 + (row + 3 * column) % 97) as f64)));
    }
    StoredBlock::from_entries([rows, rows], entries).expect("a matrix")
}

/// Both of a kind.
fn pair(name: &'static str, rows: usize, columns: impl Fn(usize, &mut Numbers) -> Vec<usize>) -> Matrix {
    Matrix { name, a: matrix(rows, &columns, 1), b: matrix(rows, &columns, 2) }
}

/// All of them.
pub fn all() -> Vec<Matrix> {
    const SIDE: usize = 500;
    let near = |row: usize, offsets: &[isize], rows: usize| {
        let all = offsets.iter().filter_map(|offset| row.checked_add_signed(*offset));
        all.filter(|column| *column < rows).collect::<Vec<_>>()
    };
    vec![
        pair("five points of 500 x 500", SIDE * SIDE, |row, _| {
            near(row, &[-(SIDE as isize), -1, 0, 1, SIDE as isize], SIDE * SIDE)
        }),
        pair("a band of 99 diagonals", 20_000, |row, _| near(row, &(-49..50).collect::<Vec<_>>(), 20_000)),
        pair("16 a row, anywhere", 100_000, |_, numbers| (0..16).map(|_| numbers.next(100_000)).collect()),
        pair("rows by Zipf's law", 100_000, |_, numbers| {
            // Few rows have many entries, and few columns.
            let count = 1 + 40_000 / (1 + numbers.next(20_000));
            (0..count)
                .map(|_| {
                    let far = numbers.next(100_000);
                    far * (1 + numbers.next(100)) / 100
                })
                .collect()
        }),
    ]
}
