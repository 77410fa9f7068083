//! Each cell of the table of pairs in `docs/stored.md`: what it says is multiplied is, and what it says is added is, beside dense loops.

use std::collections::BTreeSet;

use unite::stored::{Band, Compressed, Coo, Csr, Dcsr, Dense, Format, HashedRows, Lower, StoredBlock};
use unite::{Block, kernel};

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

/// The table of the document: a row for each first operand, a column for each second one.
fn document() -> Cells {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/stored.md"))
        .expect("the document");
    let lines: Vec<Vec<String>> = text
        .lines()
        .skip_while(|line| !line.starts_with("| `a`, `b` |"))
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
    assert_eq!(cells, document());
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
