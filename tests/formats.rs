//! Each cell of the tables of pairs in `docs/stored.md`: what it says is multiplied is, and what it says is added is, beside dense loops.

use std::collections::BTreeSet;

use unite::stored::{
    Band, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Diagonals, Dok, Ell, Format, HashedRows,
    Lower, Permuted, Reversed, StoredBlock,
};
use unite::{Block, kernel};

/// A level format that no crate of ours knows.
#[path = "../unite-stored/tests/elsewhere.rs"]
mod elsewhere;

#[kernel]
fn inner(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[i, j]])
}

#[kernel]
fn added(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

#[kernel]
fn added_stored(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

type Matrix<F> = StoredBlock<f64, F, 2>;

const EXTENT: usize = 7;

/// Rows, the second of which has no entry, of a third of all places.
fn stored<F: Format<2>>(salt: usize, lower: bool) -> Matrix<F> {
    let all = (0..EXTENT * EXTENT).map(|at| ([at / EXTENT, at % EXTENT], (at * 31 + salt * 17) % 9));
    let kept = all.filter(|([i, j], value)| *i != 1 && *value < 4 && (!lower || j <= i));
    Matrix::<F>::from_entries([EXTENT; 2], kept.map(|(at, value)| (at, value as f64 - 1.5)))
        .expect("a matrix")
}

fn zip(a: &[f64], b: &[f64], f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect()
}

/// What was computed: the formats of two operands, and the signs between them.
type Cells = BTreeSet<[String; 3]>;

/// The format without the blanks that `stringify` may write.
fn title(format: &str) -> String {
    format.split_whitespace().collect::<String>().replace(',', ", ")
}

macro_rules! cell {
    ($cells:ident $a:ty, $b:ty: $($sign:tt)*) => {{
        let [of, with] = [stringify!($a), stringify!($b)].map(title);
        for salt in 0..3 {
            let a: Matrix<$a> = stored(salt, of == "Lower");
            let b: Matrix<$b> = stored(salt + 5, with == "Lower");
            let (x, y) = (a.to_dense(), b.to_dense());
            $(cell!(@$sign a b x y);)*
        }
        let signs = [$(stringify!($sign)),*].join(" ");
        assert!($cells.insert([of, with, signs]), "a cell stands twice");
    }};
    (@* $a:ident $b:ident $x:ident $y:ident) => {
        assert_eq!(inner(&$a, &$b), zip(&$x, &$y, |x, y| x * y).iter().sum::<f64>());
    };
    (@+ $a:ident $b:ident $x:ident $y:ident) => {
        let expected = zip(&$x, &$y, |x, y| x + y);
        let mut c = Block::<f64>::zeros([EXTENT, EXTENT]);
        added(&mut c, &$a, &$b);
        assert_eq!(c.as_slice(), expected);
        let mut c = Matrix::<Csr>::empty([EXTENT; 2]).expect("a matrix");
        added_stored(&mut c, &$a, &$b);
        assert_eq!(c.to_dense(), expected);
    };
}

/// A format with each of those that are walked in order.
macro_rules! row {
    ($cells:ident $($a:ty),*: $signs:tt) => {$(
        row!(@$cells $a: $signs Csr, Coo, Dcsr, (Dense, Dense), (Compressed, Dense), Band, Lower);
    )*};
    (@$cells:ident $a:ty: $signs:tt $($b:ty),*) => {$(
        row!(@@$cells $a, $b: $signs);
    )*};
    (@@$cells:ident $a:ty, $b:ty: ($($sign:tt)*)) => { cell!($cells $a, $b: $($sign)*) };
}

/// A table of the document: a row for each first operand, a column for each second one.
fn document(title: &str) -> Cells {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/stored.md"))
        .expect("the document");
    let lines: Vec<Vec<String>> = text
        .lines()
        .skip_while(|line| !line.starts_with(&format!("| {title} |")))
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            line.trim_matches('|').split('|').map(|cell| cell.replace('`', "").trim().to_owned()).collect()
        })
        .collect();
    let (first, rows) = lines.split_first().expect("a table of pairs");
    let cells = rows[1..].iter().flat_map(|row| {
        let of = &row[0];
        let one = move |(with, signs): (&String, &String)| [of.clone(), with.clone(), signs.clone()];
        first[1..].iter().zip(&row[1..]).map(one)
    });
    cells.filter(|[.., signs]| signs != "no").collect()
}

#[test]
fn pairs_of_the_document() {
    let mut cells = Cells::new();
    row!(cells Csr, Coo, Dcsr, (Dense, Dense), (Compressed, Dense), Band, Lower: (* +));
    row!(cells HashedRows: (*));
    cell!(cells Csr, HashedRows: *);
    cell!(cells Coo, HashedRows: *);
    cell!(cells Dcsr, HashedRows: *);
    cell!(cells (Dense, Dense), HashedRows: *);
    cell!(cells (Compressed, Dense), HashedRows: *);
    cell!(cells Band, HashedRows: *);
    cell!(cells Lower, HashedRows: *);
    cell!(cells HashedRows, HashedRows: *);
    assert_eq!(cells, document("`a`, `b`"));
}

/// Each pair of formats, those that the document leaves out as well, is asked for.
#[test]
fn what_is_accepted_is_in_the_document() {
    let mut cells = Cells::new();
    macro_rules! pairs {
        ($all:tt: $($a:ty),*) => {$( pairs!(@$a, $all); )*};
        (@$a:ty, ($($b:ty),*)) => {$({
            const TIMES: bool = inner::accepts::<&Matrix<$a>, &Matrix<$b>>();
            const PLUS: bool = added::accepts::<&Matrix<$a>, &Matrix<$b>>();
            assert_eq!(PLUS, added_stored::accepts::<Matrix<Csr>, &Matrix<$a>, &Matrix<$b>>());
            let signs = [TIMES.then_some("*"), PLUS.then_some("+")].into_iter().flatten().collect::<Vec<_>>().join(" ");
            cells.insert([title(stringify!($a)), title(stringify!($b)), signs]);
        })*};
    }
    pairs!((Csr, Coo, Dcsr, (Dense, Dense), (Compressed, Dense), Band, Lower, HashedRows, Csc, Dia, Ell, Dok):
        Csr, Coo, Dcsr, (Dense, Dense), (Compressed, Dense), Band, Lower, HashedRows, Csc, Dia, Ell, Dok);
    assert_eq!(cells.len(), 144);
    cells.retain(|[.., signs]| !signs.is_empty());
    assert_eq!(cells, document("`a`, `b`"));
    // Where the second one is read the other way round, those by columns stand beside those by rows.
    const {
        assert!(inner_turned::accepts::<&Matrix<Csr>, &Matrix<Csc>>());
        assert!(!inner_turned::accepts::<&Matrix<Csr>, &Matrix<Csr>>());
        assert!(!added_stored::accepts::<Matrix<Csc>, &Matrix<Csr>, &Matrix<Csr>>());
    }
}

#[kernel]
fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// A level format of another crate is walked, beside others and alone, and asked, as its constants say.
#[test]
fn levels_of_another_crate() {
    use elsewhere::Sky;
    let x =
        Block::<f64>::from_vec((0..EXTENT).map(|j| j as f64 - 3.0).collect(), [EXTENT]).expect("a vector");
    for salt in 0..5 {
        let a: Matrix<Sky> = stored(salt, true);
        let all = a.to_dense();
        let mut y = Block::<f64>::zeros([EXTENT]);
        times(&mut y, &a, &x);
        let row = |i: usize| (0..EXTENT).map(|j| all[EXTENT * i + j] * x.as_slice()[j]).sum::<f64>();
        assert_eq!(y.as_slice(), (0..EXTENT).map(row).collect::<Vec<_>>());
        macro_rules! beside {
            ($($format:ty: $plus:literal),*) => {$({
                let b: Matrix<$format> = stored(salt + 5, false);
                let other = b.to_dense();
                let product: f64 = zip(&all, &other, |x, y| x * y).iter().sum();
                assert_eq!((inner(&a, &b), inner(&b, &a)), (product, product));
                const PLUS: bool = added::accepts::<&Matrix<Sky>, &Matrix<$format>>();
                assert_eq!(PLUS, $plus);
            })*};
        }
        beside!(Csr: true, Coo: true, Dcsr: true, (Dense, Dense): true, HashedRows: false);
        assert_eq!(inner(&a, &a), zip(&all, &all, |x, y| x * y).iter().sum::<f64>());
        let b: Matrix<Csr> = stored(salt + 5, false);
        let expected = zip(&all, &b.to_dense(), |x, y| x + y);
        let mut c = Block::<f64>::zeros([EXTENT, EXTENT]);
        added(&mut c, &a, &b);
        assert_eq!(c.as_slice(), expected);
        let mut c = Matrix::<Csr>::empty([EXTENT; 2]).expect("a matrix");
        added_stored(&mut c, &b, &a);
        assert_eq!(c.to_dense(), expected);
    }
}

#[kernel]
fn inner_turned(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[j, i]])
}

#[kernel]
fn added_turned(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b.permute([1, 0])[[!i, !j]];
}

#[kernel]
fn added_turned_stored(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!j, !i]];
}

#[test]
fn by_columns_in_the_document() {
    let mut cells = Cells::new();
    macro_rules! pairs {
        ($all:tt: $($a:ty),*) => {$( pairs!(@$a, $all); )*};
        (@$a:ty, ($($b:ty),*)) => {$({
            let [of, with] = [stringify!($a), stringify!($b)].map(title);
            for salt in 0..3 {
                let a: Matrix<$a> = stored(salt, of == "Lower");
                let b: Matrix<$b> = stored(salt + 5, false);
                let (x, y) = (a.to_dense(), b.to_dense());
                let turned: Vec<f64> = (0..EXTENT * EXTENT).map(|at| y[at % EXTENT * EXTENT + at / EXTENT]).collect();
                assert_eq!(inner_turned(&a, &b), zip(&x, &turned, |x, y| x * y).iter().sum::<f64>());
                let expected = zip(&x, &turned, |x, y| x + y);
                let mut c = Block::<f64>::zeros([EXTENT, EXTENT]);
                added_turned(&mut c, &a, &b);
                assert_eq!(c.as_slice(), expected);
                let mut c = Matrix::<Csr>::empty([EXTENT; 2]).expect("a matrix");
                added_turned_stored(&mut c, &a, &b);
                assert_eq!(c.to_dense(), expected);
            }
            assert!(cells.insert([of, with, "* +".into()]), "a cell stands twice");
        })*};
    }
    pairs!((Csc, Permuted<Coo, Reversed>, Permuted<Dcsr, Reversed>):
        Csr, Coo, Dcsr, (Dense, Dense), (Compressed, Dense), Band, Lower);
    assert_eq!(cells, document("`a`, and `b` by columns"));
}

#[kernel]
fn inner_of_three(a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) -> f64 {
    sum(|i, j, k| a[[i, j, k]] * b[[i, j, k]])
}

#[kernel]
fn added_of_three(c: &mut Tensor<[[[f64]]], _>, a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) {
    c[[!i, !j, !k]] = a[[!i, !j, !k]] + b[[!i, !j, !k]];
}

#[test]
fn three_axes_in_the_document() {
    const SIDES: [usize; 3] = [4, 3, 5];
    type Tensor<F> = StoredBlock<f64, F, 3>;
    let of = |salt: usize| {
        let all = (0..60).map(|at| ([at / 15, at / 5 % 3, at % 5], (at * 31 + salt * 17) % 9));
        let kept = all.filter(|([i, ..], value)| *i != 1 && *value < 4);
        Tensor::<Csf>::from_entries(SIDES, kept.map(|(at, value)| (at, value as f64 - 1.5)))
            .expect("a tensor")
    };
    let mut cells = Cells::new();
    macro_rules! pairs {
        ($all:tt: $($a:ty),*) => {$( pairs!(@$a, $all); )*};
        (@$a:ty, ($($b:ty),*)) => {$({
            for salt in 0..3 {
                let a = of(salt).to::<$a>().expect("a tensor");
                let b = of(salt + 5).to::<$b>().expect("a tensor");
                let (x, y) = (a.to_dense(), b.to_dense());
                assert_eq!(inner_of_three(&a, &b), zip(&x, &y, |x, y| x * y).iter().sum::<f64>());
                let expected = zip(&x, &y, |x, y| x + y);
                let mut c = Tensor::<Csf>::empty(SIDES).expect("a tensor");
                added_of_three(&mut c, &a, &b);
                assert_eq!(c.to_dense(), expected);
                let mut c = Tensor::<$a>::empty(SIDES).expect("a tensor");
                added_of_three(&mut c, &a, &b);
                assert_eq!(c.to_dense(), expected);
            }
            let [of, with] = [stringify!($a), stringify!($b)].map(title);
            assert!(cells.insert([of, with, "* +".into()]), "a cell stands twice");
        })*};
    }
    pairs!((Csf, Coo3, (Dense, Compressed, Compressed), (Dense, Dense, Compressed), (Compressed, Dense, Dense)):
        Csf, Coo3, (Dense, Compressed, Compressed), (Dense, Dense, Compressed), (Compressed, Dense, Dense));
    assert_eq!(cells, document("`a`, `b` of three axes"));
}

/// Diagonals as a tensor of three axes: times one another, times what is stored otherwise, and added to it.
#[test]
fn products_of_diagonals() {
    // Diagonals at 0, -2 and 0 again, of five rows and four columns, of which the last row of the first is not crossed.
    let (offsets, extents) = (vec![0, -2, 0], [3, 5, 4]);
    let of = |salt: usize| {
        let values = (0..15).map(|at| ((at * 7 + salt) % 5) as f64 - 2.0).collect();
        StoredBlock::<f64, Diagonals, 3>::new(extents, offsets.clone(), values).expect("a tensor")
    };
    let (a, b) = (of(1), of(3));
    let (x, y) = (a.to_dense(), b.to_dense());
    let products: f64 = x.iter().zip(&y).map(|(x, y)| x * y).sum();
    assert!(products != 0.0);
    assert_eq!(inner_of_three(&a, &b), products);
    macro_rules! check {
        ($($format:ty),*) => {$({
            let other = b.to::<$format>().expect("a tensor");
            assert_eq!((inner_of_three(&a, &other), inner_of_three(&other, &a)), (products, products));
            let mut c = StoredBlock::<f64, Csf, 3>::empty(extents).expect("a tensor");
            added_of_three(&mut c, &a, &other);
            assert_eq!(c.to_dense(), x.iter().zip(&y).map(|(x, y)| x + y).collect::<Vec<_>>());
        })*};
    }
    check!(Csf, Coo3, (Dense, Compressed, Compressed), (Dense, Dense, Dense));
    // Of a part, too: diagonals 1 and 2, rows 1 to 4, columns 0 to 2.
    let part = |of: &[f64]| -> Vec<f64> {
        let at = |d: usize, i: usize, j: usize| of[20 * d + 4 * i + j];
        (1..3).flat_map(|d| (1..5).flat_map(move |i| (0..3).map(move |j| at(d, i, j)))).collect::<Vec<_>>()
    };
    let expected: f64 = part(&x).iter().zip(part(&y)).map(|(x, y)| x * y).sum();
    let ranges = || [1..3, 1..5, 0..3];
    assert_eq!(
        inner_of_three(a.window(ranges()).expect("a part"), b.window(ranges()).expect("a part")),
        expected
    );
}

#[kernel]
fn times_rows(c: &mut Tensor<[[f64; 16]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64; 16]]>) {
    c[[!i, !k]] = sum(|j| a[[!i, j]] * b[[j, !k]]);
}

/// A stored matrix times a dense one whose rows have a constant length.
#[test]
fn rows_of_constant_length() {
    let b = Block::from(std::array::from_fn::<_, EXTENT, _>(|j| {
        std::array::from_fn::<_, 16, _>(|k| (j * 5 + k * 3) as f64)
    }));
    macro_rules! check {
        ($($format:ty),*) => {$({
            let a: Matrix<$format> = stored(2, false);
            let x = a.to_dense();
            let mut c = Block::from([[7.0; 16]; EXTENT]);
            times_rows(&mut c, &a, &b);
            let term = |n: usize, j: usize| x[n / 16 * EXTENT + j] * (j * 5 + n % 16 * 3) as f64;
            let expected = |n: usize| (0..EXTENT).map(|j| term(n, j)).sum::<f64>();
            assert_eq!(c.as_slice(), (0..16 * EXTENT).map(expected).collect::<Vec<_>>());
        })*};
    }
    check!(Csr, Coo, Dcsr, Csc, Dia, (Dense, Dense));
}

#[test]
fn outputs_of_the_document() {
    let (a, b): (Matrix<Csr>, Matrix<Coo>) = (stored(1, false), stored(2, false));
    let expected = zip(&a.to_dense(), &b.to_dense(), |x, y| x + y);
    macro_rules! output {
        ($($format:ty),*) => {$({
            let mut c = Matrix::<$format>::empty([EXTENT; 2]).expect("a matrix");
            added_stored(&mut c, &a, &b);
            assert_eq!(c.to_dense(), expected);
        })*};
    }
    output!(Csr, Coo, Dcsr, (Dense, Dense), (Compressed, Dense));
}
