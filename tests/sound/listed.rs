//! Rows that are shorter than the list of their elements.

#![allow(unused_variables)]

use unite::kernel;

use crate::{block, is_refused, refusal, written_or_refused};

#[kernel]
fn named(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let [a, b, .., c, d] = row[[..]];
    out[[0]] = a + b + c + d + 1;
}

/// Nothing is read, and the row has to be as long.
#[kernel]
fn passed_over(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let [_, _, ..] = row;
    out[[0]] = 1;
}

#[kernel]
fn listed(out: &mut Tensor<[i32]>, n: usize) {
    let part = out[[0..n]];
    part[[..]] = [1, 2, 3, 4];
}

#[kernel]
fn listed_far(out: &mut Tensor<[i32]>, from: i32, n: i32) {
    out[[from..from + n * n]] = [1, 2, 3, 4];
}

#[kernel]
fn rest(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let [a, rest @ .., b] = row[[..]];
    for [i] in rest.indices() {
        out[[i]] = rest[[i]] + a + b + 1;
    }
}

#[kernel]
fn inside(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let write = |n: i32| {
        let [a, .., b] = row[[0..n]];
        out[[n]] = a + b + 1;
    };
    (0..3).for_each(write);
}

#[test]
fn are_refused() {
    for n in 0..4 {
        assert!(is_refused(|| named(&mut block(1), &block(n))), "{n}");
        assert!(is_refused(|| listed(&mut block(n), n)), "{n}");
        assert!(is_refused(|| listed(&mut block(8), n)), "{n}");
        assert_eq!(is_refused(|| passed_over(&mut block(1), &block(n))), n < 2);
        assert_eq!(is_refused(|| rest(&mut block(8), &block(n))), n < 2, "{n}");
    }
    assert!(is_refused(|| inside(&mut block(3), &block(1))));
    let said = refusal(|| named(&mut block(1), &block(3))).expect("it is too short");
    assert!(said.contains("needs at least 4 elements along axis 0 of row, whose extent is 3"), "{said}");
    assert_eq!(written_or_refused(|t| listed(t, 4)), Some(vec![0, 1, 2, 3]));
    assert_eq!(written_or_refused(|t| listed(t, 5)), None);
    assert_eq!(written_or_refused(|t| listed_far(t, 7, -2)), Some(vec![7, 8, 9, 10]));
    for (from, n) in [(37, 2), (-1, 2), (0, 1), (0, 3), (i32::MAX - 3, 2), (0, 65538), (i32::MIN, 65536)] {
        assert_eq!(written_or_refused(|t| listed_far(t, from, n)), None, "{from} {n}");
    }
}
