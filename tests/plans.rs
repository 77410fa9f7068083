//! What a kernel says of formats: what is walked, merged, looked up and scanned.

use unite::kernel;
use unite::stored::{Band, Coo, Csc, Csr, Dense, Dia, HashedRows, StoredBlock};

type Matrix<F> = StoredBlock<f64, F, 2>;

#[kernel]
fn inner(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>, c: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[i, j]] * c[[i, j]])
}

#[kernel]
fn added(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

#[kernel]
fn picked(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, rows: &Tensor<[i32]>) {
    for [k] in rows.indices() {
        y[[k]] = a[[rows[[k]], k]];
    }
    y[[!i]] += a[[!i, !j]];
}

#[kernel]
fn scaled(a: &mut Tensor<[[f64]], _>, d: &Tensor<[f64]>) {
    a[[!i, !j]] *= d[[!i]];
    a[[!i, !j]] *= 2.0;
}

#[test]
fn what_all_have() {
    type Of<'a, F> = &'a Matrix<F>;
    assert_eq!(
        inner::plan_of::<Of<Csr>, Of<Csr>, Of<Csr>>(),
        "over i, j\n    i: `a` is walked, `b` is looked up\n    i: `c` is looked up\n    \
         j: `a` and `b` are merged: what both have\n    j: `c` follows\n"
    );
    assert_eq!(
        inner::plan_of::<Of<(Dense, Dense)>, Of<Coo>, Of<HashedRows>>(),
        "over i, j\n    i: `b` is walked, `a` is looked up\n    i: `c` is looked up\n    \
         j: `b` is walked, `a` is looked up\n    j: `c` is looked up\n"
    );
}

#[test]
fn what_any_has() {
    assert_eq!(
        added::plan_of::<Matrix<Csr>, &Matrix<Csr>, &Matrix<Coo>>(),
        "over i, j\n    i: `a`, `b` are merged: what any has\n    j: `a`, `b` are merged: what any has\n    \
         j: `a` is walked\n    j: `b` is walked\n"
    );
}

#[test]
fn what_is_alone() {
    assert_eq!(
        picked::plan_of::<&Matrix<Csc>>(),
        "over i, j\n    i, j: `a` is walked, level by level\nelements of `a` are looked up by a search in its levels\n"
    );
    assert_eq!(
        picked::plan_of::<&Matrix<Dia>>(),
        "over i, j\n    i, j: `a` is scanned: it has not a level for each axis\nelements of `a` are looked up as its format does\n"
    );
    assert!(picked::plan_of::<&Matrix<HashedRows>>().ends_with("elements of `a` are looked up at once\n"));
}

#[test]
fn what_is_changed() {
    let by_index = "over i, j\n    i, j: `a` is scanned, and changed where it is\nover i, j\n    i, j: ";
    let all = "values of `a` are changed as they lie in memory\n";
    assert_eq!(scaled::plan_of::<Matrix<Csr>>(), format!("{by_index}{all}"));
    // Some places of a band belong to no index.
    let scanned = "`a` is scanned, and changed where it is\n";
    assert_eq!(scaled::plan_of::<Matrix<Band>>(), format!("{by_index}{scanned}"));
}
