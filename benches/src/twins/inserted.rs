//! Hash tables into which elements are put, by hand: unchecked, as in C.

use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::Block;
use unite::library::Heap;
use unite::stored::{Csr, HashedArrays, HashedRows, StoredBlock};

/// Rows of what is multiplied.
const ROWS: usize = 2000;
/// Its columns, and rows and columns of what is made.
const SIDE: usize = 1000;
/// Entries a row, about.
const ENTRIES: usize = 6;

/// Entries at random places.
fn scattered(salt: usize) -> StoredBlock<f64, Csr, 2> {
    let columns = samples(ROWS * ENTRIES + salt, SIDE as u32).skip(salt);
    let entries = columns.enumerate().map(|(k, column)| ([k / ENTRIES, column as usize], (k % 97) as f64));
    StoredBlock::from_entries_with([ROWS, SIDE], entries, |_, last| last).expect("a matrix")
}

/// Two matrices, terms at places, and what is made of them.
struct Tables {
    a: StoredBlock<f64, Csr, 2>,
    b: StoredBlock<f64, Csr, 2>,
    rows: Heap<i32, 1>,
    columns: Heap<i32, 1>,
    terms: Heap<f64, 1>,
    result: StoredBlock<f64, HashedRows, 2>,
    by_hand: Option<Table>,
}

impl Tables {
    fn new() -> Self {
        const TERMS: usize = 20_000;
        let [rows, columns] = [3, 8].map(|salt| {
            let all = samples(TERMS + salt, SIDE as u32).skip(salt).map(|at| at as i32).collect();
            Block::from_vec(all, [TERMS]).expect("a vector")
        });
        let terms = (0..TERMS).map(|k| (k % 89) as f64).collect();
        Tables {
            a: scattered(1),
            b: scattered(7),
            rows,
            columns,
            terms: Block::from_vec(terms, [TERMS]).expect("a vector"),
            result: StoredBlock::empty([SIDE, SIDE]).expect("a matrix"),
            by_hand: None,
        }
    }
}

impl Data for Tables {
    fn output(&self) -> Vec<i64> {
        let by_hand = self.by_hand.as_ref().map(|table| {
            let arrays = HashedArrays::new(table.width, table.columns.clone());
            StoredBlock::<f64, HashedRows, 2>::new([SIDE, SIDE], ((), arrays), table.values.clone())
                .expect("a matrix")
        });
        let mut entries = by_hand.as_ref().unwrap_or(&self.result).to_entries();
        entries.sort_by_key(|(at, _)| *at);
        entries.into_iter().flat_map(|([i, j], value)| [i as i64, j as i64, value as i64]).collect()
    }
}

/// A table for each row.
struct Table {
    width: usize,
    columns: Vec<u32>,
    values: Vec<f64>,
    filled: Vec<u32>,
}

impl Table {
    fn new(width: usize) -> Self {
        Table {
            width,
            columns: vec![HashedArrays::EMPTY; SIDE * width],
            values: vec![0.0; SIDE * width],
            filled: vec![0; SIDE],
        }
    }

    /// The value of a column.
    ///
    /// # Safety
    /// There is such a row.
    #[inline(always)]
    unsafe fn value(&mut self, row: usize, column: u32) -> &mut f64 {
        let mut slot = column as usize & (self.width - 1);
        loop {
            let at = row * self.width + slot;
            // SAFETY: there are so many slots for each row, one of which is empty.
            unsafe {
                let found = self.columns.get_unchecked_mut(at);
                if *found == column {
                    return self.values.get_unchecked_mut(at);
                }
                if *found == HashedArrays::EMPTY {
                    let filled = self.filled.get_unchecked_mut(row);
                    if *filled as usize == self.width / 2 {
                        return self.grown(row, column);
                    }
                    *filled += 1;
                    *found = column;
                    return self.values.get_unchecked_mut(at);
                }
            }
            slot = (slot + 1) & (self.width - 1);
        }
    }

    /// The same with twice as many slots.
    #[cold]
    #[inline(never)]
    unsafe fn grown(&mut self, row: usize, column: u32) -> &mut f64 {
        let mut wider = Table::new(2 * self.width);
        for (at, &column) in self.columns.iter().enumerate() {
            if column != HashedArrays::EMPTY {
                // SAFETY: it is one of the rows.
                unsafe { *wider.value(at / self.width, column) = self.values[at] }
            }
        }
        *self = wider;
        // SAFETY: so the caller says.
        unsafe { self.value(row, column) }
    }
}

/// Slots of each row, for so many elements of all.
fn width(room: usize) -> usize {
    2 * room.div_ceil(SIDE).next_power_of_two()
}

by_hand! {
    #[inline(never)]
    fn times_by_hand(a: &StoredBlock<f64, Csr, 2>, b: &StoredBlock<f64, Csr, 2>) -> Table {
        let of = |a: &StoredBlock<f64, Csr, 2>| {
            let arrays = &a.arrays().1;
            (arrays.positions.as_ptr(), arrays.coordinates.as_ptr(), a.values().as_ptr())
        };
        let ((a_at, a_columns, a_values), (b_at, b_columns, b_values)) = (of(a), of(b));
        let mut table = Table::new(width(a.values().len() + b.values().len()));
        // SAFETY: the arrays of a block are those of its format, both have as many rows, and columns are less than the side.
        unsafe {
            for k in 0..ROWS {
                let (b_begin, b_end) = (*b_at.add(k) as usize, *b_at.add(k + 1) as usize);
                for p in *a_at.add(k) as usize..*a_at.add(k + 1) as usize {
                    let (row, factor) = (*a_columns.add(p) as usize, *a_values.add(p));
                    for q in b_begin..b_end {
                        *table.value(row, *b_columns.add(q)) += factor * *b_values.add(q);
                    }
                }
            }
        }
        table
    }

    #[inline(never)]
    fn put_by_hand(rows: &[i32], columns: &[i32], terms: &[f64]) -> Table {
        let mut table = Table::new(2);
        for ((row, column), term) in rows.iter().zip(columns).zip(terms) {
            // What is at hand may be anything.
            assert!((*row as u32 as usize) < SIDE && (*column as u32 as usize) < SIDE);
            // SAFETY: it is less than the side.
            unsafe { *table.value(*row as usize, *column as u32) += term }
        }
        table
    }
}

pair!(
    inserted_times,
    Tables,
    Tables::new(),
    |p| unite_beyond::transposed_times_stored(&mut p.result, &p.a, &p.b),
    |p: &mut Tables| p.by_hand = Some(times_by_hand(&p.a, &p.b))
);

pair!(
    inserted_terms,
    Tables,
    Tables::new(),
    |p| {
        p.result.clear(0);
        unite_beyond::add_to_stored(&mut p.result, &p.rows, &p.columns, &p.terms);
    },
    |p: &mut Tables| {
        let by_hand = put_by_hand(p.rows.as_slice(), p.columns.as_slice(), p.terms.as_slice());
        p.by_hand = Some(by_hand);
    }
);
