//! Matrices of the shapes that sparse linear algebra meets, and those of files.

use std::ffi::OsStr;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use unite::stored::{Csr, StoredBlock, files};

/// A matrix by its name.
pub struct Matrix {
    pub name: String,
    pub a: StoredBlock<f64, Csr, 2>,
    /// Others of the same shape, with other entries.
    pub b: StoredBlock<f64, Csr, 2>,
    pub c: StoredBlock<f64, Csr, 2>,
    /// Whether their product is timed: it may have as many elements as memory.
    pub has_product: bool,
}

/// Numbers that look like nothing, and are the same every time.
pub struct Numbers(u64);

impl Numbers {
    /// Those of a seed.
    pub fn new(seed: u64) -> Self {
        Numbers(seed)
    }

    /// One that is less than the bound.
    pub fn next(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0) * bound as u128) >> 64) as usize
    }
}

/// A square matrix with entries in these columns of each row.
pub fn matrix(
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
        entries.extend(all.into_iter().map(|column| ([row, column], value(row, column))));
    }
    StoredBlock::from_entries([rows, rows], entries).expect("a matrix")
}

/// Three of a kind.
fn three(name: &'static str, rows: usize, columns: impl Fn(usize, &mut Numbers) -> Vec<usize>) -> Matrix {
    let [a, b, c] = [1, 2, 3].map(|seed| matrix(rows, &columns, seed));
    Matrix { name: name.into(), a, b, c, has_product: true }
}

/// The columns at these offsets of a row, less than `columns`.
pub fn near(row: usize, offsets: &[isize], columns: usize) -> Vec<usize> {
    let all = offsets.iter().filter_map(|offset| row.checked_add_signed(*offset));
    all.filter(|column| *column < columns).collect()
}

/// All of them, with so many times fewer rows.
pub fn all(smaller: usize) -> Vec<Matrix> {
    const SIDE: usize = 500;
    let (grid, band, rows) = (SIDE * SIDE / smaller, 20_000 / smaller, 100_000 / smaller);
    let mut all = vec![
        three("five points of 500 x 500", grid, |row, _| {
            near(row, &[-(SIDE as isize), -1, 0, 1, SIDE as isize], grid)
        }),
        three("a band of 99 diagonals", band, |row, _| near(row, &(-49..50).collect::<Vec<_>>(), band)),
        three("16 a row, anywhere", rows, |_, numbers| (0..16).map(|_| numbers.next(rows)).collect()),
        three("rows by Zipf's law", rows, |_, numbers| {
            // Few rows have many entries, and few columns.
            let count = 1 + rows * 2 / 5 / (1 + numbers.next(rows / 5));
            (0..count)
                .map(|_| {
                    let far = numbers.next(rows);
                    far * (1 + numbers.next(100)) / 100
                })
                .collect()
        }),
    ];
    // Long rows times long columns: nearly dense.
    all[3].has_product = false;
    all.extend(files_of("mtx").iter().filter_map(|path| of_file(path)));
    all
}

/// The files with this ending in the folder that `UNITE_MATRICES` names, in order.
pub fn files_of(ending: &str) -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("UNITE_MATRICES") else { return Vec::new() };
    let found = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = found.filter(|path| path.extension() == Some(OsStr::new(ending))).collect();
    found.sort();
    found
}

/// What a file is called in the table.
pub fn title(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The number that stands at an entry of a file: whole ones have the same sum in any order.
fn value(row: usize, column: usize) -> f64 {
    (1 + (row + 3 * column) % 97) as f64
}

/// A square matrix with entries where those of a file are; the transposed one; and the first one with its rows the other way round.
fn of_file(path: &Path) -> Option<Matrix> {
    let entries = files::read_mtx::<f64>(BufReader::new(File::open(path).ok()?));
    let entries = entries.map_err(|error| eprintln!("without {}: {error}", path.display())).ok()?;
    let [rows, columns] = entries.extents;
    if rows != columns {
        eprintln!("without {}: it is not square", path.display());
        return None;
    }
    let made = |at: fn(usize, [usize; 2]) -> [usize; 2]| {
        let entries = entries.list.iter().map(|(index, _)| at(rows, *index));
        let entries = entries.map(|index| (index, value(index[0], index[1])));
        StoredBlock::from_entries_with([rows; 2], entries, |_, last| last).ok()
    };
    let (a, b) = (made(|_, index| index)?, made(|_, [row, column]| [column, row])?);
    let c = made(|rows, [row, column]| [rows - 1 - row, column])?;
    Some(Matrix { name: title(path), a, b, c, has_product: true })
}
