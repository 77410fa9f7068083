//! Sparse kernels by hand, a function for each format: unchecked, as in C.

use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::Block;
use unite::library::Heap;
use unite::stored::{Coo, Csc, Csf, Csr, Dia, Format, StoredBlock};

/// Rows and columns.
const SIZE: usize = 1000;
/// Entries a row, about.
const ENTRIES: usize = 12;

/// A matrix, and two vectors.
struct Product<F: Format<2>> {
    a: StoredBlock<f64, F, 2>,
    x: Heap<f64, 1>,
    y: Heap<f64, 1>,
}

impl<F: Format<2>> Product<F> {
    fn new(entries: impl IntoIterator<Item = ([usize; 2], f64)>) -> Self {
        let a = StoredBlock::from_entries_with([SIZE, SIZE], entries, |_, last| last).expect("a matrix");
        let x = Block::from_vec(samples(SIZE, 50).map(f64::from).collect(), [SIZE]).expect("a vector");
        Product { a, x, y: Block::<f64>::zeros([SIZE]) }
    }
}

/// Entries at random places.
fn scattered() -> Vec<([usize; 2], f64)> {
    let columns = samples(SIZE * ENTRIES, SIZE as u32);
    columns.enumerate().map(|(k, column)| ([k / ENTRIES, column as usize], (k % 97) as f64)).collect()
}

/// Rows of up to a hundred entries side by side.
fn long_rows() -> Vec<([usize; 2], f64)> {
    let columns = |row: usize| row.saturating_sub(row % 50)..(row + row % 51).min(SIZE);
    (0..SIZE).flat_map(|row| columns(row).map(move |column| ([row, column], (column % 89) as f64))).collect()
}

/// Entries on five diagonals.
fn banded() -> Vec<([usize; 2], f64)> {
    let columns = |row: usize| [-30, -1, 0, 1, 30].map(|offset| row.checked_add_signed(offset));
    let inside = |row: usize| columns(row).into_iter().flatten().filter(|column| *column < SIZE);
    (0..SIZE).flat_map(|row| inside(row).map(move |column| ([row, column], (row % 89) as f64))).collect()
}

impl<F: Format<2>> Data for Product<F> {
    fn output(&self) -> Vec<i64> {
        self.y.as_slice().iter().map(|element| *element as i64).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn csr_by_hand(y: &mut [f64], a: &StoredBlock<f64, Csr, 2>, x: &[f64]) {
        let (positions, columns, values) = (&a.arrays().1.positions, &a.arrays().1.coordinates, a.values());
        // SAFETY: the arrays of a block are those of its format, and the vectors have as many elements as it has rows and columns.
        unsafe {
            for row in 0..a.extents()[0] {
                let mut sum = 0.0;
                for at in *positions.get_unchecked(row) as usize..*positions.get_unchecked(row + 1) as usize {
                    sum += *values.get_unchecked(at) * *x.get_unchecked(*columns.get_unchecked(at) as usize);
                }
                *y.get_unchecked_mut(row) = sum;
            }
        }
    }

    /// The same with four sums of each row.
    #[inline(never)]
    fn long_rows_by_hand(y: &mut [f64], a: &StoredBlock<f64, Csr, 2>, x: &[f64]) {
        let (positions, columns, values) = (&a.arrays().1.positions, &a.arrays().1.coordinates, a.values());
        // SAFETY: as above; of four entries from `at` on, all are before the end of the row.
        unsafe {
            let product = |at: usize| *values.get_unchecked(at) * *x.get_unchecked(*columns.get_unchecked(at) as usize);
            for row in 0..a.extents()[0] {
                let (mut at, end) =
                    (*positions.get_unchecked(row) as usize, *positions.get_unchecked(row + 1) as usize);
                let mut sums = [0.0; 4];
                while at + 4 <= end {
                    sums[0] += product(at);
                    sums[1] += product(at + 1);
                    sums[2] += product(at + 2);
                    sums[3] += product(at + 3);
                    at += 4;
                }
                if at < end {
                    sums[0] += product(at);
                }
                if at + 1 < end {
                    sums[1] += product(at + 1);
                }
                if at + 2 < end {
                    sums[2] += product(at + 2);
                }
                *y.get_unchecked_mut(row) = (sums[0] + sums[2]) + (sums[1] + sums[3]);
            }
        }
    }

    /// The same with the columns from `first` on, as many as `x` has.
    #[inline(never)]
    fn window_by_hand(y: &mut [f64], a: &StoredBlock<f64, Csr, 2>, first: u32, x: &[f64]) {
        let (positions, columns, values) = (&a.arrays().1.positions, &a.arrays().1.coordinates, a.values());
        // SAFETY: as above.
        unsafe {
            for row in 0..a.extents()[0] {
                let (begin, end) =
                    (*positions.get_unchecked(row) as usize, *positions.get_unchecked(row + 1) as usize);
                let inside = columns.get_unchecked(begin..end);
                let last = first + x.len() as u32;
                let from = begin + inside.partition_point(|column| *column < first);
                let until = begin + inside.partition_point(|column| *column < last);
                let mut sum = 0.0;
                for at in from..until {
                    let column = *columns.get_unchecked(at) - first;
                    sum += *values.get_unchecked(at) * *x.get_unchecked(column as usize);
                }
                *y.get_unchecked_mut(row) = sum;
            }
        }
    }

    #[inline(never)]
    fn csc_by_hand(y: &mut [f64], a: &StoredBlock<f64, Csc, 2>, x: &[f64]) {
        let (positions, rows, values) = (&a.arrays().1.positions, &a.arrays().1.coordinates, a.values());
        y.fill(0.0);
        // SAFETY: as above.
        unsafe {
            for column in 0..a.extents()[1] {
                let factor = *x.get_unchecked(column);
                for at in *positions.get_unchecked(column) as usize..*positions.get_unchecked(column + 1) as usize {
                    *y.get_unchecked_mut(*rows.get_unchecked(at) as usize) += *values.get_unchecked(at) * factor;
                }
            }
        }
    }

    #[inline(never)]
    fn coo_by_hand(y: &mut [f64], a: &StoredBlock<f64, Coo, 2>, x: &[f64]) {
        let (rows, columns, values) = (&a.arrays().0.coordinates, &a.arrays().1, a.values());
        y.fill(0.0);
        // SAFETY: as above.
        unsafe {
            for at in 0..values.len() {
                let factor = *x.get_unchecked(*columns.get_unchecked(at) as usize);
                *y.get_unchecked_mut(*rows.get_unchecked(at) as usize) += *values.get_unchecked(at) * factor;
            }
        }
    }

    #[inline(never)]
    fn dia_by_hand(y: &mut [f64], a: &StoredBlock<f64, Dia, 2>, x: &[f64]) {
        let (offsets, values, [rows, columns]) = (a.arrays(), a.values(), a.extents());
        y.fill(0.0);
        for (diagonal, &offset) in offsets.iter().enumerate() {
            let (first, last) = (offset.min(0).unsigned_abs(), rows.min((columns as isize - offset) as usize));
            // SAFETY: as above; a diagonal has a value for each row.
            unsafe {
                for row in first..last {
                    *y.get_unchecked_mut(row) += *values.get_unchecked(diagonal * rows + row)
                        * *x.get_unchecked(row.wrapping_add_signed(offset));
                }
            }
        }
    }

    #[inline(never)]
    fn inner_by_hand(a: &StoredBlock<f64, Csr, 2>, b: &[f64]) -> f64 {
        let (positions, columns, values) = (&a.arrays().1.positions, &a.arrays().1.coordinates, a.values());
        let [rows, width] = a.extents();
        let mut sum = 0.0;
        // SAFETY: as above.
        unsafe {
            for row in 0..rows {
                for at in *positions.get_unchecked(row) as usize..*positions.get_unchecked(row + 1) as usize {
                    let column = *columns.get_unchecked(at) as usize;
                    sum += *values.get_unchecked(at) * *b.get_unchecked(row * width + column);
                }
            }
        }
        sum
    }

    #[inline(never)]
    fn scale_rows_by_hand(a: &mut StoredBlock<f64, Csr, 2>, d: &[f64]) {
        let (rows, positions) = (a.extents()[0], a.arrays().1.positions.as_ptr());
        let values = a.values_mut();
        // SAFETY: as above.
        unsafe {
            for row in 0..rows {
                let factor = *d.get_unchecked(row);
                for at in *positions.add(row) as usize..*positions.add(row + 1) as usize {
                    *values.get_unchecked_mut(at) *= factor;
                }
            }
        }
    }

    #[inline(never)]
    fn scale_by_hand(a: &mut StoredBlock<f64, Csr, 2>, by: f64) {
        a.values_mut().iter_mut().for_each(|element| *element *= by);
    }

    #[inline(never)]
    fn spmm_by_hand(c: &mut [f64], a: &StoredBlock<f64, Csr, 2>, b: &[f64], side: usize) {
        let (positions, columns, values) = (&a.arrays().1.positions, &a.arrays().1.coordinates, a.values());
        c.fill(0.0);
        // SAFETY: as above, and the dense matrices have `side` columns.
        unsafe {
            for row in 0..a.extents()[0] {
                let to = c.get_unchecked_mut(row * side..(row + 1) * side);
                for at in *positions.get_unchecked(row) as usize..*positions.get_unchecked(row + 1) as usize {
                    let (j, factor) = (*columns.get_unchecked(at) as usize, *values.get_unchecked(at));
                    for (to, from) in to.iter_mut().zip(b.get_unchecked(j * side..(j + 1) * side)) {
                        *to += factor * from;
                    }
                }
            }
        }
    }

    #[inline(never)]
    fn ttv_by_hand(c: &mut [f64], t: &StoredBlock<f64, Csf, 3>, x: &[f64]) {
        let ((first, second, third), values, width) = (t.arrays(), t.values(), t.extents()[1]);
        c.fill(0.0);
        // SAFETY: as above.
        unsafe {
            for i in *first.positions.get_unchecked(0) as usize..*first.positions.get_unchecked(1) as usize {
                let row = *first.coordinates.get_unchecked(i) as usize;
                for j in *second.positions.get_unchecked(i) as usize..*second.positions.get_unchecked(i + 1) as usize {
                    let mut sum = 0.0;
                    for k in *third.positions.get_unchecked(j) as usize..*third.positions.get_unchecked(j + 1) as usize {
                        sum += *values.get_unchecked(k)
                            * *x.get_unchecked(*third.coordinates.get_unchecked(k) as usize);
                    }
                    *c.get_unchecked_mut(row * width + *second.coordinates.get_unchecked(j) as usize) += sum;
                }
            }
        }
    }
}

macro_rules! product {
    ($name:ident, $format:ty, $entries:expr, $kernel:ident, $by_hand:ident) => {
        pair!(
            $name,
            Product<$format>,
            Product::new($entries),
            |p| unite_beyond::$kernel(&mut p.y, &p.a, &p.x),
            |p: &mut Product<$format>| $by_hand(p.y.as_mut_slice(), &p.a, p.x.as_slice())
        );
    };
}

product!(spmv_csr, Csr, scattered(), matrix_times_vector, csr_by_hand);
product!(spmv_long_rows, Csr, long_rows(), long_rows_times_vector, long_rows_by_hand);
product!(spmv_csc, Csc, scattered(), matrix_times_vector, csc_by_hand);
product!(spmv_coo, Coo, scattered(), matrix_times_vector, coo_by_hand);
product!(spmv_dia, Dia, banded(), matrix_times_vector, dia_by_hand);

/// A stored matrix, a dense one, and the sum of their products.
struct Inner {
    a: StoredBlock<f64, Csr, 2>,
    b: Heap<f64, 2>,
    sum: f64,
}

impl Inner {
    fn new() -> Self {
        let b = samples(SIZE * SIZE, 50).map(f64::from).collect();
        let b = Block::from_vec(b, [SIZE, SIZE]).expect("a matrix");
        Inner { a: Product::<Csr>::new(scattered()).a, b, sum: 0.0 }
    }
}

impl Data for Inner {
    fn output(&self) -> Vec<i64> {
        vec![self.sum as i64]
    }
}

pair!(
    inner_csr,
    Inner,
    Inner::new(),
    |p| p.sum = unite_beyond::inner_product(&p.a, &p.b),
    |p: &mut Inner| p.sum = inner_by_hand(&p.a, p.b.as_slice())
);

/// Columns of which a part is taken, and how many of them.
const PART: (usize, usize) = (200, 600);

/// A matrix of which some columns are seen, and two vectors.
struct Seen(Product<Csr>, Heap<f64, 1>);

impl Data for Seen {
    fn output(&self) -> Vec<i64> {
        self.0.output()
    }
}

pair!(
    spmv_window,
    Seen,
    {
        let whole = Product::<Csr>::new(scattered());
        let x = whole.x.as_slice()[..PART.1].to_vec();
        Seen(whole, Block::from_vec(x, [PART.1]).expect("a vector"))
    },
    |Seen(p, x)| {
        let part = p.a.window([0..SIZE, PART.0..PART.0 + PART.1]).expect("a part");
        unite_beyond::matrix_times_vector(&mut p.y, part, x)
    },
    |Seen(p, x): &mut Seen| {
        window_by_hand(p.y.as_mut_slice(), &p.a, std::hint::black_box(PART.0 as u32), x.as_slice())
    }
);

/// Columns of the dense matrices of a product.
const SIDE: usize = 16;

/// A stored matrix, and two dense ones.
struct Dense {
    a: StoredBlock<f64, Csr, 2>,
    b: Heap<f64, 2>,
    c: Heap<f64, 2>,
}

impl Dense {
    fn new() -> Self {
        let b = samples(SIZE * SIDE, 50).map(f64::from).collect();
        let b = Block::from_vec(b, [SIZE, SIDE]).expect("a matrix");
        Dense { a: Product::<Csr>::new(scattered()).a, b, c: Block::<f64>::zeros([SIZE, SIDE]) }
    }
}

impl Data for Dense {
    fn output(&self) -> Vec<i64> {
        self.c.as_slice().iter().map(|element| *element as i64).collect()
    }
}

pair!(
    spmm_csr,
    Dense,
    Dense::new(),
    |p| unite_beyond::matrix_times_matrix(&mut p.c, &p.a, &p.b),
    |p: &mut Dense| spmm_by_hand(p.c.as_mut_slice(), &p.a, p.b.as_slice(), std::hint::black_box(SIDE))
);

/// A matrix of which each row is scaled where it is, and the numbers.
struct Scaled {
    a: StoredBlock<f64, Csr, 2>,
    d: Heap<f64, 1>,
}

impl Scaled {
    fn new() -> Self {
        let d = samples(SIZE, 3).map(f64::from).collect();
        Scaled { a: Product::<Csr>::new(scattered()).a, d: Block::from_vec(d, [SIZE]).expect("a vector") }
    }
}

impl Data for Scaled {
    fn output(&self) -> Vec<i64> {
        self.a.values().iter().map(|element| *element as i64).collect()
    }
}

pair!(
    scale_rows_csr,
    Scaled,
    Scaled::new(),
    |p| unite_beyond::scale_rows(&mut p.a, &p.d),
    |p: &mut Scaled| scale_rows_by_hand(&mut p.a, p.d.as_slice())
);

pair!(
    scale_csr,
    Scaled,
    Scaled::new(),
    |p| unite_beyond::scale(&mut p.a, std::hint::black_box(3.0)),
    |p: &mut Scaled| scale_by_hand(&mut p.a, std::hint::black_box(3.0))
);

/// A tensor of three axes, a vector, and a matrix.
struct Along {
    t: StoredBlock<f64, Csf, 3>,
    x: Heap<f64, 1>,
    c: Heap<f64, 2>,
}

impl Along {
    fn new() -> Self {
        const SIDE: usize = 60;
        let places = samples(SIDE * SIDE * 4, (SIDE * SIDE * SIDE) as u32).map(|place| place as usize);
        let index = |place| [place / (SIDE * SIDE), place / SIDE % SIDE, place % SIDE];
        let entries = places.map(|place| (index(place), (place % 83) as f64));
        let t = StoredBlock::from_entries_with([SIDE; 3], entries, |_, last| last).expect("a tensor");
        let x = Block::from_vec(samples(SIDE, 50).map(f64::from).collect(), [SIDE]).expect("a vector");
        Along { t, x, c: Block::<f64>::zeros([SIDE, SIDE]) }
    }
}

impl Data for Along {
    fn output(&self) -> Vec<i64> {
        self.c.as_slice().iter().map(|element| *element as i64).collect()
    }
}

pair!(
    ttv_csf,
    Along,
    Along::new(),
    |p| unite_beyond::tensor_times_vector(&mut p.c, &p.t, &p.x),
    |p: &mut Along| ttv_by_hand(p.c.as_mut_slice(), &p.t, p.x.as_slice())
);
