//! Stored tensors into which statements put elements, in any order, beside dense loops.

use unite::stored::{
    Assembled, AxisOrder, Band, Bcsr, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Dok, Ell,
    Format, Hashed, HashedRows, InsertFormat, Inserted, Interleaved, Least, Lower, Permuted, Reversed,
    StoredBlock,
};
use unite::{Block, kernel};

type Matrix<F> = StoredBlock<f64, F, 2>;

const SIDE: usize = 9;

/// Rows, the third of which has no entry.
fn stored<F: Format<2>>(salt: usize) -> Matrix<F> {
    let all = (0..SIDE * SIDE).map(|at| ([at / SIDE, at % SIDE], (at * 31 + salt * 17) % 9));
    let kept = all.filter(|([i, _], value)| *i != 2 && *value < 4);
    Matrix::<F>::from_entries([SIDE; 2], kept.map(|(at, value)| (at, value as f64 - 1.5))).expect("a matrix")
}

/// What each element is of a dense matrix, by its index.
fn dense(f: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    (0..SIDE * SIDE).map(|at| f(at / SIDE, at % SIDE)).collect()
}

#[kernel]
fn by_columns(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = sum(|k| a[[k, !i]] * b[[k, !j]]);
}

#[kernel]
fn by_rows(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]]);
}

#[kernel]
fn added(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

#[kernel]
fn more(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] += a[[!i, !j]] * 2.0;
    c[[!i, !j]] -= sum(|k| b[[k, !i]] * a[[!j, k]]);
}

#[kernel]
fn largest(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = max(|k| a[[!i, k]] + b[[k, !j]]);
}

/// Formats that the document has a yes for, and others of the same levels.
macro_rules! in_formats {
    ($check:ident $($argument:tt)*) => {
        in_formats!(@$check [$($argument)*] HashedRows, Dok, (Dense, Hashed), (Hashed, Hashed), (Hashed, Dense), (Dense, Dense))
    };
    (@$check:ident $arguments:tt $($format:ty),*) => {$(in_formats!(@@$check $arguments $format);)*};
    (@@$check:ident [$($argument:tt)*] $format:ty) => { $check::<$format>($($argument)*) };
}

#[test]
fn sums_in_any_order() {
    fn check<F: InsertFormat<2>>() {
        for salt in 0..4 {
            let (a, b): (Matrix<Csr>, Matrix<Csr>) = (stored(salt), stored(salt + 5));
            let (x, y) = (a.to_dense(), b.to_dense());
            let expected = dense(|i, j| (0..SIDE).map(|k| x[k * SIDE + i] * y[k * SIDE + j]).sum());
            // What was there is gone.
            let mut c: Matrix<F> = stored(salt + 1);
            by_columns(&mut c, &a, &b);
            assert_eq!(c.to_dense(), expected);
            by_columns(&mut c, &a.to::<Coo>().expect("a matrix"), &b.to::<HashedRows>().expect("a matrix"));
            assert_eq!(c.to_dense(), expected);
        }
    }
    in_formats!(check);
    // By columns, as the order of what is put in does not matter.
    check::<Permuted<HashedRows, Reversed>>();
}

#[test]
fn rows_are_put_where_they_belong() {
    macro_rules! check {
        ($($format:ty),*) => {$(
            for salt in 0..4 {
                let (a, b): (Matrix<Csr>, Matrix<Csr>) = (stored(salt), stored(salt + 5));
                let (x, y) = (a.to_dense(), b.to_dense());
                let mut c: Matrix<$format> = stored(salt + 1);
                added(&mut c, &a, &b);
                assert_eq!(c.to_dense(), dense(|i, j| x[i * SIDE + j] + y[i * SIDE + j]));
                by_rows(&mut c, &a, &b);
                let product = |i: usize, j: usize| (0..SIDE).map(|k| x[i * SIDE + k] * y[k * SIDE + j]).sum();
                assert_eq!(c.to_dense(), dense(product));
            }
        )*};
    }
    check!(HashedRows, Dok, (Hashed, Hashed), (Hashed, Dense), (Dense, Dense));
}

#[test]
fn more_is_added_to_what_is_there() {
    fn check<F: InsertFormat<2>>() {
        let (a, b): (Matrix<Csr>, Matrix<Csr>) = (stored(3), stored(4));
        let mut c: Matrix<F> = stored(6);
        let (x, y, z) = (a.to_dense(), b.to_dense(), c.to_dense());
        more(&mut c, &a, &b);
        let product =
            |i: usize, j: usize| -> f64 { (0..SIDE).map(|k| y[k * SIDE + i] * x[j * SIDE + k]).sum() };
        assert_eq!(c.to_dense(), dense(|i, j| z[i * SIDE + j] + 2.0 * x[i * SIDE + j] - product(i, j)));
    }
    in_formats!(check);
}

#[test]
fn what_is_no_sum_is_put_in_too() {
    fn check<F: InsertFormat<2>>() {
        let least = |salt| stored::<Csr>(salt).with_fill::<Least>();
        let (a, b) = (least(3), least(4));
        let mut c = StoredBlock::<f64, F, 2, Least>::empty([SIDE; 2]).expect("a matrix");
        largest(&mut c, &a, &b);
        let (x, y) = (a.to_dense(), b.to_dense());
        let most = |i: usize, j: usize| {
            (0..SIDE).map(|k| x[i * SIDE + k] + y[k * SIDE + j]).fold(f64::NEG_INFINITY, f64::max)
        };
        assert_eq!(c.to_dense(), dense(most));
    }
    in_formats!(check);
}

/// An array of elements is put together as finite elements are, and a histogram of the largest.
#[kernel]
fn assembled(
    c: &mut Tensor<[[f64]], _>,
    most: &mut Tensor<[f64], _>,
    rows: &Tensor<[i32]>,
    columns: &Tensor<[i32]>,
    x: &Tensor<[f64]>,
) {
    for [k] in x.indices() {
        c[[rows[[k]], columns[[k]]]] += x[[k]];
        most[[rows[[k]]]] = most[[rows[[k]]]].max(x[[k]]);
    }
}

#[test]
fn elements_that_are_looked_up_are_put_in() {
    fn check<F: InsertFormat<2>>() {
        let terms = 200;
        let number = |k: usize, of: usize| (k * k * 7 + k * 3) / of % SIDE;
        let [rows, columns] = [5, 11].map(|of| {
            Block::from_vec((0..terms).map(|k| number(k, of) as i32).collect(), [terms]).expect("a vector")
        });
        let x = Block::<f64>::from_vec((0..terms).map(|k| (k % 13) as f64 - 6.0).collect(), [terms])
            .expect("a vector");
        let mut c = Matrix::<F>::empty([SIDE; 2]).expect("a matrix");
        let mut most = StoredBlock::<f64, (Hashed,), 1>::empty([SIDE]).expect("a vector");
        assembled(&mut c, &mut most, &rows, &columns, &x);
        let (mut expected, mut largest) = (vec![0.0; SIDE * SIDE], vec![0.0f64; SIDE]);
        for (k, x) in x.as_slice().iter().enumerate() {
            expected[number(k, 5) * SIDE + number(k, 11)] += x;
            largest[number(k, 5)] = largest[number(k, 5)].max(*x);
        }
        assert_eq!((c.to_dense(), most.to_dense()), (expected, largest));
    }
    in_formats!(check);
}

/// The middle axis is outermost.
struct MiddleFirst;

impl AxisOrder<3> for MiddleFirst {
    const ORDER: [usize; 3] = [1, 0, 2];
}

#[kernel]
fn turned(c: &mut Tensor<[[[f64]]], _>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[[f64]], _>) {
    c[[!r, !j, !i]] = sum(|k| t[[!i, !j, k]] * x[[k, !r]]);
}

#[test]
fn three_axes_in_any_order() {
    let entries: Vec<_> = (0..50).map(|at| ([at % 4, at % 5, at % 7], at as f64)).collect();
    let t =
        StoredBlock::<f64, Csf, 3>::from_entries_with([4, 5, 7], entries, |a, b| a + b).expect("a tensor");
    let x = StoredBlock::<f64, Csr, 2>::from_entries([7, 3], (0..7).map(|k| ([k, k % 3], k as f64)))
        .expect("a matrix");
    let (of, by) = (t.to_dense(), x.to_dense());
    let expected: Vec<f64> = (0..60)
        .map(|at| {
            let (r, j, i) = (at / 20, at / 4 % 5, at % 4);
            (0..7).map(|k| of[(i * 5 + j) * 7 + k] * by[k * 3 + r]).sum()
        })
        .collect();
    macro_rules! check {
        ($($format:ty),*) => {$({
            let mut c = StoredBlock::<f64, $format, 3>::empty([3, 5, 4]).expect("a tensor");
            turned(&mut c, &t, &x);
            assert_eq!(c.to_dense(), expected);
            turned(&mut c, &t.to::<Coo3>().expect("a tensor"), &x.to::<Dok>().expect("a matrix").to::<Csr>().expect("a matrix"));
            assert_eq!(c.to_dense(), expected);
        })*};
    }
    check!(Dok, (Dense, Dense, Hashed), (Dense, Hashed, Hashed), (Hashed, Hashed, Dense), Permuted<(Dense, Hashed, Hashed), MiddleFirst>);
}

/// Tables grow when half of their slots are full, and keep what is in them; those that are fuller already are taken as they are.
#[test]
fn tables_grow() {
    use unite::stored::HashedArrays;
    const E: u32 = HashedArrays::EMPTY;
    let arrays = ((), HashedArrays::new(4, vec![0, 4, 8, E, E, E, E, E]));
    let mut a = StoredBlock::<u8, HashedRows, 2>::new([2, 40], arrays, vec![1, 2, 3, 0, 0, 0, 0, 0])
        .expect("a matrix");
    *a.insert([0, 4]).expect("it is inside") += 10;
    assert_eq!(a.arrays().1.width(), 4);
    *a.insert([1, 36]).expect("it is inside") += 20;
    assert_eq!(a.arrays().1.width(), 4);
    *a.insert([0, 12]).expect("it is inside") += 30;
    assert_eq!(a.arrays().1.width(), 8);
    let mut entries = a.to_entries();
    entries.sort();
    assert_eq!(entries, [([0, 0], 1), ([0, 4], 12), ([0, 8], 3), ([0, 12], 30), ([1, 36], 20)]);
    let (arrays, values) = a.clone().into_parts();
    assert_eq!(StoredBlock::<u8, HashedRows, 2>::new([2, 40], arrays, values), Ok(a));
}

/// Whether a kernel takes a tensor of this type as one that it writes, and as one into which it puts elements.
struct Taken<A>(std::marker::PhantomData<A>);

trait Otherwise {
    const WRITES: bool = false;
    const INSERTS: bool = false;
}

impl<A> Otherwise for Taken<A> {}

impl<A: Assembled<2>> Taken<A> {
    const WRITES: bool = true;
}

impl<A: Inserted<2>> Taken<A> {
    const INSERTS: bool = true;
}

/// What the first table of the document says of each format is what the compiler does.
#[test]
fn what_is_written_is_in_the_document() {
    let text = include_str!("../docs/stored.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("| format |")).skip(2);
    let said: Vec<(String, bool, bool)> = rows
        .take_while(|line| line.starts_with('|'))
        .flat_map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let is = |cell: &str| ["yes", "the same", "as of what they permute"].contains(&cell);
            let names: Vec<String> = cells[1].split('`').skip(1).step_by(2).map(str::to_string).collect();
            names.into_iter().map(move |name| (name, is(cells[5]), is(cells[6]))).collect::<Vec<_>>()
        })
        .collect();
    let mut asked = 0;
    macro_rules! ask {
        ($($name:literal $format:ty),*) => {$({
            let (_, writes, inserts) = said.iter().find(|(name, ..)| name == $name).expect($name);
            assert_eq!(Taken::<Matrix<$format>>::WRITES, *writes, $name);
            // Of permuted formats it is as of what they permute.
            assert_eq!(Taken::<Matrix<$format>>::INSERTS, *inserts && $name != "Csc", $name);
            asked += 1;
        })*};
    }
    ask!("Csr" Csr, "Dcsr" Dcsr, "(Compressed, Dense)" (Compressed, Dense), "(Dense, Dense)" (Dense, Dense), "Coo" Coo,
        "Interleaved" Interleaved, "Csc" Csc, "Band" Band, "Lower" Lower, "HashedRows" HashedRows, "Dok" Dok, "Dia" Dia,
        "Ell" Ell, "Bcsr" Bcsr<2, 2>);
    // Those of three axes are tested above, and `Dia` is named where `Diagonals` is.
    let others = ["Csf", "Coo3", "Diagonals"];
    assert_eq!(asked, said.iter().filter(|(name, ..)| !others.contains(&name.as_str())).count() - 1);
    const {
        assert!(!Taken::<Matrix<Permuted<Dcsr, Reversed>>>::INSERTS);
        assert!(Taken::<Matrix<Permuted<HashedRows, Reversed>>>::INSERTS);
    }
}

#[test]
fn the_plan_says_it() {
    let plan = by_columns::plan();
    assert!(plan.contains("put into `c`, in any order"), "{plan}");
    let told = by_columns::plan_of::<Matrix<HashedRows>, &Matrix<Csr>, &Matrix<Dcsr>>();
    assert!(told.ends_with("    k, i, j: elements are put into `c`, in any order\n"), "{told}");
    const { assert!(by_columns::accepts::<Matrix<Dok>, &Matrix<Csr>, &Matrix<HashedRows>>()) };
    const { assert!(!by_columns::accepts::<Matrix<Dok>, &Matrix<Csc>, &Matrix<Dia>>()) };
}
