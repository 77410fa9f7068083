//! Stored matrices side by side by hand: unchecked, as in C.

use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::stored::{CompressedArrays, Csr, StoredBlock};

/// Rows.
const ROWS: usize = 500;
/// Columns.
const COLUMNS: usize = 200;
/// Entries a row, about.
const ENTRIES: usize = 24;

type Matrix = StoredBlock<f64, Csr, 2>;

/// Entries at random places.
fn scattered(salt: usize) -> Matrix {
    let columns = samples(ROWS * ENTRIES + salt, COLUMNS as u32).skip(salt);
    let entries = columns.enumerate().map(|(k, column)| ([k / ENTRIES, column as usize], (k % 97) as f64));
    StoredBlock::from_entries_with([ROWS, COLUMNS], entries, |_, last| last).expect("a matrix")
}

/// Three matrices, and what is made of them.
struct Matrices {
    a: Matrix,
    b: Matrix,
    c: Matrix,
    /// As many rows as the others have columns.
    square: Matrix,
    result: Matrix,
    by_hand: Option<Made>,
    sum: f64,
}

/// Positions, columns, values, of which nobody has looked at the rules.
type Made = (Vec<u32>, Vec<u32>, Vec<f64>);

impl Matrices {
    fn new() -> Self {
        let [a, b, c] = [1, 7, 13].map(scattered);
        let result = StoredBlock::empty([ROWS, COLUMNS]).expect("a matrix");
        let rows = b.to_entries().into_iter().filter(|([i, _], _)| *i < COLUMNS);
        let square = StoredBlock::from_entries([COLUMNS, COLUMNS], rows).expect("a matrix");
        Matrices { a, b, c, square, result, by_hand: None, sum: 0.0 }
    }
}

impl Data for Matrices {
    fn output(&self) -> Vec<i64> {
        let by_hand = self.by_hand.clone().map(|(positions, columns, values)| {
            StoredBlock::csr([ROWS, COLUMNS], positions, columns, values).expect("a matrix")
        });
        let entries = by_hand.as_ref().unwrap_or(&self.result).to_entries().into_iter();
        let all = entries.flat_map(|([i, j], value)| [i as i64, j as i64, value as i64]);
        all.chain([self.sum as i64]).collect()
    }
}

/// What a loop by hand has of a matrix: positions, columns, values.
fn arrays(a: &Matrix) -> (*const u32, *const u32, *const f64) {
    let CompressedArrays { positions, coordinates } = &a.arrays().1;
    (positions.as_ptr(), coordinates.as_ptr(), a.values().as_ptr())
}

/// Where a row begins and ends.
///
/// # Safety
/// There are more positions than that.
#[inline(always)]
unsafe fn row(positions: *const u32, i: usize) -> (usize, usize) {
    // SAFETY: so the caller says.
    unsafe { (*positions.add(i) as usize, *positions.add(i + 1) as usize) }
}

/// Memory for a matrix of so many entries, and what is made of it.
fn made(room: usize) -> Made {
    (Vec::with_capacity(ROWS + 1), Vec::with_capacity(room), Vec::with_capacity(room))
}

by_hand! {
    #[inline(never)]
    fn inner_by_hand(a: &Matrix, b: &Matrix) -> f64 {
        let ((a_at, a_columns, a_values), (b_at, b_columns, b_values)) = (arrays(a), arrays(b));
        let mut sum = 0.0;
        // SAFETY: the arrays of a block are those of its format, and both have as many rows.
        unsafe {
            for i in 0..a.extents()[0] {
                let ((mut p, p_end), (mut q, q_end)) = (row(a_at, i), row(b_at, i));
                while p < p_end && q < q_end {
                    let (x, y) = (*a_columns.add(p), *b_columns.add(q));
                    if x == y {
                        sum += *a_values.add(p) * *b_values.add(q);
                        p += 1;
                        q += 1;
                    } else if x < y {
                        p += 1;
                    } else {
                        q += 1;
                    }
                }
            }
        }
        sum
    }

    #[inline(never)]
    fn mixture_by_hand(a: &Matrix, b: &Matrix, c: &Matrix) -> f64 {
        let ((a_at, a_columns, a_values), (b_at, b_columns, b_values)) = (arrays(a), arrays(b));
        let (c_at, c_columns, c_values) = arrays(c);
        let mut sum = 0.0;
        // SAFETY: as above.
        unsafe {
            for i in 0..a.extents()[0] {
                let ((mut p, p_end), (mut q, q_end)) = (row(a_at, i), row(b_at, i));
                let (mut r, r_end) = row(c_at, i);
                while p < p_end && q < q_end && r < r_end {
                    let (x, y, z) = (*a_columns.add(p), *b_columns.add(q), *c_columns.add(r));
                    let least = x.min(y).min(z);
                    if x == least {
                        if y == least {
                            if z == least {
                                sum += *a_values.add(p) * (*b_values.add(q) + *c_values.add(r));
                                r += 1;
                            } else {
                                sum += *a_values.add(p) * *b_values.add(q);
                            }
                            q += 1;
                        } else if z == least {
                            sum += *a_values.add(p) * *c_values.add(r);
                            r += 1;
                        }
                        p += 1;
                    } else {
                        q += usize::from(y == least);
                        r += usize::from(z == least);
                    }
                }
                while p < p_end && q < q_end {
                    let (x, y) = (*a_columns.add(p), *b_columns.add(q));
                    if x == y {
                        sum += *a_values.add(p) * *b_values.add(q);
                        p += 1;
                        q += 1;
                    } else if x < y {
                        p += 1;
                    } else {
                        q += 1;
                    }
                }
                while p < p_end && r < r_end {
                    let (x, z) = (*a_columns.add(p), *c_columns.add(r));
                    if x == z {
                        sum += *a_values.add(p) * *c_values.add(r);
                        p += 1;
                        r += 1;
                    } else if x < z {
                        p += 1;
                    } else {
                        r += 1;
                    }
                }
            }
        }
        sum
    }

    /// In one pass, with memory for as many entries as both have.
    #[inline(never)]
    fn sum_by_hand(a: &Matrix, b: &Matrix) -> Made {
        let ((a_at, a_columns, a_values), (b_at, b_columns, b_values)) = (arrays(a), arrays(b));
        let (mut positions, mut columns, mut values) = made(a.values().len() + b.values().len());
        let (at, to, into) = (positions.as_mut_ptr(), columns.as_mut_ptr(), values.as_mut_ptr());
        let mut n = 0;
        // SAFETY: as above; there is room for the entries of both, and for a position more than rows.
        unsafe {
            *at = 0;
            for i in 0..a.extents()[0] {
                let ((mut p, p_end), (mut q, q_end)) = (row(a_at, i), row(b_at, i));
                while p < p_end && q < q_end {
                    let (x, y) = (*a_columns.add(p), *b_columns.add(q));
                    if x == y {
                        *to.add(n) = x;
                        *into.add(n) = *a_values.add(p) + *b_values.add(q);
                        p += 1;
                        q += 1;
                    } else if x < y {
                        *to.add(n) = x;
                        *into.add(n) = *a_values.add(p);
                        p += 1;
                    } else {
                        *to.add(n) = y;
                        *into.add(n) = *b_values.add(q);
                        q += 1;
                    }
                    n += 1;
                }
                while p < p_end {
                    *to.add(n) = *a_columns.add(p);
                    *into.add(n) = *a_values.add(p);
                    p += 1;
                    n += 1;
                }
                while q < q_end {
                    *to.add(n) = *b_columns.add(q);
                    *into.add(n) = *b_values.add(q);
                    q += 1;
                    n += 1;
                }
                *at.add(i + 1) = n as u32;
            }
            positions.set_len(a.extents()[0] + 1);
            columns.set_len(n);
            values.set_len(n);
        }
        (positions, columns, values)
    }

    /// The same of what both have.
    #[inline(never)]
    fn product_by_hand(a: &Matrix, b: &Matrix) -> Made {
        let ((a_at, a_columns, a_values), (b_at, b_columns, b_values)) = (arrays(a), arrays(b));
        let (mut positions, mut columns, mut values) = made(a.values().len().min(b.values().len()));
        let (at, to, into) = (positions.as_mut_ptr(), columns.as_mut_ptr(), values.as_mut_ptr());
        let mut n = 0;
        // SAFETY: as above.
        unsafe {
            *at = 0;
            for i in 0..a.extents()[0] {
                let ((mut p, p_end), (mut q, q_end)) = (row(a_at, i), row(b_at, i));
                while p < p_end && q < q_end {
                    let (x, y) = (*a_columns.add(p), *b_columns.add(q));
                    if x == y {
                        *to.add(n) = x;
                        *into.add(n) = *a_values.add(p) * *b_values.add(q);
                        n += 1;
                        p += 1;
                        q += 1;
                    } else if x < y {
                        p += 1;
                    } else {
                        q += 1;
                    }
                }
                *at.add(i + 1) = n as u32;
            }
            positions.set_len(a.extents()[0] + 1);
            columns.set_len(n);
            values.set_len(n);
        }
        (positions, columns, values)
    }

    /// The product of matrices: each row is summed as a dense one, with a bit for each column that has a term. Nobody knows how many
    /// there will be, so that each row sees to its room.
    #[inline(never)]
    fn times_by_hand(a: &Matrix, b: &Matrix) -> Made {
        let ((a_at, a_columns, a_values), (b_at, b_columns, b_values)) = (arrays(a), arrays(b));
        let [rows, width] = [a.extents()[0], b.extents()[1]];
        let (mut positions, mut columns, mut values) = made(a.values().len() + b.values().len());
        let at = positions.as_mut_ptr();
        let (mut sums, mut marks) = (vec![0.0; width], vec![0u64; width.div_ceil(64)]);
        let (sums, marks, words) = (sums.as_mut_ptr(), marks.as_mut_ptr(), marks.len());
        let mut n = 0;
        // SAFETY: as above; each row makes room for as many as it is wide, and columns are less than that.
        unsafe {
            *at = 0;
            for i in 0..rows {
                let (p, p_end) = row(a_at, i);
                for p in p..p_end {
                    let (q, q_end) = row(b_at, *a_columns.add(p) as usize);
                    for q in q..q_end {
                        let column = *b_columns.add(q) as usize;
                        *sums.add(column) += *a_values.add(p) * *b_values.add(q);
                        *marks.add(column / 64) |= 1 << (column % 64);
                    }
                }
                columns.set_len(n);
                values.set_len(n);
                columns.reserve(width);
                values.reserve(width);
                let (to, into) = (columns.as_mut_ptr(), values.as_mut_ptr());
                for word in 0..words {
                    let mut left = *marks.add(word);
                    *marks.add(word) = 0;
                    while left != 0 {
                        let column = 64 * word + left.trailing_zeros() as usize;
                        *to.add(n) = column as u32;
                        *into.add(n) = *sums.add(column);
                        *sums.add(column) = 0.0;
                        left &= left - 1;
                        n += 1;
                    }
                }
                *at.add(i + 1) = n as u32;
            }
            positions.set_len(rows + 1);
            columns.set_len(n);
            values.set_len(n);
        }
        (positions, columns, values)
    }
}

pair!(
    merged_inner,
    Matrices,
    Matrices::new(),
    |p| p.sum = unite_beyond::stored_inner_product(&p.a, &p.b),
    |p: &mut Matrices| p.sum = inner_by_hand(&p.a, &p.b)
);

pair!(
    merged_mixture,
    Matrices,
    Matrices::new(),
    |p| p.sum = unite_beyond::stored_mixture(&p.a, &p.b, &p.c),
    |p: &mut Matrices| p.sum = mixture_by_hand(&p.a, &p.b, &p.c)
);

pair!(
    merged_sum,
    Matrices,
    Matrices::new(),
    |p| unite_beyond::stored_sum(&mut p.result, &p.a, &p.b),
    |p: &mut Matrices| p.by_hand = Some(sum_by_hand(&p.a, &p.b))
);

pair!(
    merged_product,
    Matrices,
    Matrices::new(),
    |p| unite_beyond::stored_product(&mut p.result, &p.a, &p.b),
    |p: &mut Matrices| p.by_hand = Some(product_by_hand(&p.a, &p.b))
);

pair!(
    merged_times,
    Matrices,
    Matrices::new(),
    |p| unite_beyond::stored_times_stored(&mut p.result, &p.a, &p.square),
    |p: &mut Matrices| p.by_hand = Some(times_by_hand(&p.a, &p.square))
);
