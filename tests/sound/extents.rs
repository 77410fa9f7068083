//! Extents beyond an `i32`.

use unite::stored::{Compressed, StoredBlock};
use unite::{Block, kernel};

use crate::is_refused;

#[kernel]
fn callee(out: &mut Tensor<[i32]>, v: &Tensor<[u8]>) {
    let n = v.extent(0);
    if n < 10 {
        for i in 0..2 {
            out[[n + 1000 + i]] = 1;
        }
    }
}

#[kernel]
fn caller(out: &mut Tensor<[i32]>, t: &Tensor<[u8]>, a: i32, b: i32) {
    let v = t[[0..a * b]];
    callee(&mut out, &v);
}

#[kernel]
fn itself(out: &mut Tensor<[i32]>, t: &Tensor<[u8]>, a: i32, b: i32) {
    let v = t[[0..a * b]];
    let n = v.extent(0);
    if n < 10 {
        for i in 0..2 {
            out[[n + 1000 + i]] = 1;
        }
    }
}

/// An index is no `i32` after 2^31 of them.
#[kernel]
fn counted(out: &mut Tensor<[i32]>, t: &Tensor<[u8]>, a: i32, b: i32) {
    let v = t[[0..a * b]];
    for [i] in v.indices() {
        if i < 0 {
            out[[i]] = 1;
        }
    }
}

#[kernel]
fn counts(out: &mut Tensor<[i32]>, v: &Tensor<[u8]>) {
    out[[0]] = v.extent(0);
}

/// What it passes on it does not touch, and the called kernel does not either.
#[kernel]
fn passes(out: &mut Tensor<[i32]>, t: &Tensor<[u8]>, a: i32, b: i32) {
    counts(&mut out, t[[0..a * b]]);
}

/// A stored part, of which nothing is stored beyond the ends.
#[kernel]
fn beyond(out: &mut Tensor<[i32]>, t: &Tensor<[i32], _>, first: i32, last: i32) {
    let t = t.with_boundary(Boundary::Constant(0));
    for ([i], element) in t[[first..last]].stored() {
        if i < 0 {
            out[[0]] = element;
        }
    }
}

#[kernel]
fn stored_counts(out: &mut Tensor<[i32]>, t: &Tensor<[i32], _>) {
    out[[0]] = t.extent(0);
    for ([i], element) in t.stored() {
        if i < 0 {
            out[[0]] = element;
        }
    }
}

#[kernel]
fn stored_passes(out: &mut Tensor<[i32]>, t: &Tensor<[i32], _>, first: i32, last: i32) {
    let t = t.with_boundary(Boundary::Constant(0));
    stored_counts(&mut out, t[[first..last]]);
}

/// Whether a call would be refused is an answer, and no panic.
#[test]
fn of_views_that_are_passed_on() {
    let (t, mut out) = (Block::<u8>::zeros([8]), Block::<i32>::zeros([1]));
    assert!(passes::fits(&out, &t, 2, 4).is_ok());
    let (a, b) = (3, 1_431_655_767);
    let error = passes::fits(&out, &t, a, b).unwrap_err().to_string();
    assert_eq!(
        error,
        "kernel passes has a tensor t[[0..a * b]] with extent 4294967301, and at most 2147483647 is possible"
    );
    assert!(is_refused(|| passes(&mut out, &t, a, b)));
    let t = StoredBlock::<i32, (Compressed,), 1>::from_entries([9], [([7], 5)]).unwrap();
    for (first, last) in [(i32::MIN, i32::MAX), (-5, i32::MAX)] {
        assert!(is_refused(|| beyond(&mut out, &t, first, last)), "{first}..{last}");
        assert!(is_refused(|| stored_passes(&mut out, &t, first, last)), "{first}..{last}");
        let error = stored_passes::fits(&out, &t, first, last).unwrap_err().to_string();
        let extent = i64::from(last) - i64::from(first);
        assert!(
            error.ends_with(&format!("t with extent {extent}, and at most 2147483647 is possible")),
            "{error}"
        );
    }
    stored_passes(&mut out, &t, -5, i32::MAX - 5);
    assert_eq!(out.as_slice(), [i32::MAX]);
}

#[test]
fn of_views_are_bounded() {
    let t = Block::<u8>::zeros([8]);
    // 2^32 + 5: as an `i32`, 5.
    let (a, b) = (3, 1_431_655_767);
    assert!(is_refused(|| caller(&mut Block::<i32>::zeros([8]), &t, a, b)));
    assert!(is_refused(|| itself(&mut Block::<i32>::zeros([8]), &t, a, b)));
    assert!(is_refused(|| counted(&mut Block::<i32>::zeros([8]), &t, a, b)));
}
