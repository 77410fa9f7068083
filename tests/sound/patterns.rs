//! Numbers that patterns take apart, conditions that jump, and what is known behind them.

#![allow(unused_variables, irrefutable_let_patterns, clippy::collapsible_if, clippy::collapsible_match)]

use unite::kernel;

use crate::{block, is_refused, written, written_or_refused};

/// A pair with names.
struct Pair {
    n: usize,
    m: usize,
}

#[kernel]
fn parts(t: &mut Tensor<[i32]>, n: usize, pair: Pair) {
    let Pair { n, m: k } = pair;
    if n < 4 {
        t[[n]] = 1;
    }
    t[[k]] = 1;
}

#[kernel]
fn bound_at(t: &mut Tensor<[i32]>, n: usize, x: usize) {
    match x {
        n @ 0..=3 => t[[n]] = 1,
        n @ (4 | 5) => t[[n + 1]] = 1,
        n if n < 100_000 => t[[39]] = 1,
        n => t[[n]] = 1,
    }
}

#[kernel]
fn bound_by_reference(t: &mut Tensor<[i32]>, n: usize, all: &[usize]) {
    if let [first, n @ ..] = all {
        if let &[n, _] = n {
            if n < 4 {
                t[[n]] = 1;
            }
            t[[*first]] = 1;
        }
    }
}

#[kernel]
fn or_else(t: &mut Tensor<[i32]>, n: usize, other: Option<usize>) {
    let Some(n) = other else {
        t[[n]] = 1;
        return;
    };
    if n < 4 {
        t[[n + 4]] = 1;
    }
}

#[kernel]
fn condition_binds(t: &mut Tensor<[i32]>, n: usize) {
    if n < 4 {
        if let n = n + 100_000 {
            if n > 4 {
                t[[n]] = 1;
            }
        }
    }
}

#[kernel]
fn guard_binds(t: &mut Tensor<[i32]>, n: usize) {
    match n + 100_000 {
        n if n > 5 => t[[n]] = 1,
        _ => t[[n]] = 1,
    }
}

#[kernel]
fn popped(t: &mut Tensor<[i32]>, i: usize) {
    let mut all = vec![100_000, 2, 1];
    while let Some(i) = all.pop() {
        if i < 4 {
            t[[i]] = 1;
        } else {
            t[[i]] = 2;
        }
    }
}

#[kernel]
fn matched_range(t: &mut Tensor<[i32]>, n: i64) {
    match n {
        i64::MIN..0 => t[[-n]] = 1,
        0..8 => t[[n]] = 1,
        8.. => t[[n - 8]] = 1,
    }
}

#[kernel]
fn left_by_label(t: &mut Tensor<[i32]>, n: usize) {
    let m = 'all: {
        if n > 4 {
            break 'all 100_000;
        }
        n
    };
    if n <= 4 {
        t[[m]] = 1;
    }
    t[[m + 1]] = 1;
}

#[kernel]
fn value_of_loop(t: &mut Tensor<[i32]>, n: usize) {
    let mut left = n;
    let m = loop {
        if left == 0 {
            break n * 50_000;
        }
        left -= 1;
    };
    t[[m]] = 1;
}

#[kernel]
fn returned_early(t: &mut Tensor<[i32]>, n: usize) -> Option<usize> {
    if n >= 4 {
        return None;
    }
    t[[n]] = 1;
    let n = n.checked_mul(50_000)?;
    t[[n]] = 1;
    Some(n)
}

#[kernel]
fn not_either(t: &mut Tensor<[i32]>, n: i32, m: i32) {
    if !(n < 0 || m < 0 || n > 3 || m > 3) && n != m || n == 39 && m == 39 {
        t[[n * m]] = 1;
    }
}

#[kernel]
fn true_by_luck(t: &mut Tensor<[i32]>, n: i32) {
    if n < 4 || { n > 100_000 } {
        t[[n]] = 1;
    }
}

#[kernel]
fn user_xor(t: &mut Tensor<[i32]>, n: usize) {
    if (n < 4) ^ true {
        t[[n]] = 1;
    }
    if (n < 4) == (n > 4) {
        t[[n]] = 1;
    }
}

#[test]
fn patterns_bind() {
    let pair = |n, m| Pair { n, m };
    assert_eq!(written(|t| parts(t, 100_000, pair(2, 39))), [2, 39]);
    assert!(is_refused(|| parts(&mut block(8), 0, pair(0, 100_000))));
    assert_eq!(written(|t| parts(t, 0, pair(100_000, 1))), [1]);
    assert_eq!(written(|t| bound_at(t, 100_000, 3)), [3]);
    assert_eq!(written(|t| bound_at(t, 100_000, 5)), [6]);
    assert_eq!(written(|t| bound_at(t, 0, 50_000)), [39]);
    assert!(is_refused(|| bound_at(&mut block(40), 0, 100_000)));
    assert_eq!(written(|t| bound_by_reference(t, 100_000, &[5, 2, 9])), [2, 5]);
    assert!(is_refused(|| bound_by_reference(&mut block(40), 0, &[100_000, 2, 9])));
    assert_eq!(written(|t| or_else(t, 1, None)), [1]);
    assert_eq!(written(|t| or_else(t, 1, Some(3))), [7]);
    assert_eq!(written_or_refused(|t| or_else(t, 100_000, Some(3))).unwrap_or(vec![7]), [7]);
    assert!(is_refused(|| or_else(&mut block(8), 100_000, None)));
}

#[test]
fn conditions_bind() {
    assert!(is_refused(|| condition_binds(&mut block(8), 1)));
    assert!(is_refused(|| guard_binds(&mut block(8), 1)));
    assert!(is_refused(|| popped(&mut block(8), 1)));
    assert_eq!(written(|t| matched_range(t, -3)), [3]);
    assert_eq!(written(|t| matched_range(t, 3)), [3]);
    assert_eq!(written(|t| matched_range(t, 10)), [2]);
    for n in [i64::MIN, i64::MAX, 100_000, -100_000] {
        assert!(is_refused(|| matched_range(&mut block(8), n)));
    }
}

#[test]
fn what_jumps_leaves() {
    assert_eq!(written(|t| left_by_label(t, 3)), [3, 4]);
    assert!(is_refused(|| left_by_label(&mut block(8), 100_000)));
    assert_eq!(written(|t| value_of_loop(t, 0)), [0]);
    assert!(is_refused(|| value_of_loop(&mut block(8), 2)));
    assert_eq!(written(|t| _ = returned_early(t, 0)), [0]);
    assert_eq!(written_or_refused(|t| _ = returned_early(t, 100_000)).unwrap_or_default(), []);
    assert!(is_refused(|| _ = returned_early(&mut block(8), 2)));
    assert_eq!(written(|t| not_either(t, 3, 2)), [6]);
    assert_eq!(written(|t| not_either(t, 3, -2)), []);
    assert!(is_refused(|| not_either(&mut block(8), 39, 39)));
    assert!(is_refused(|| true_by_luck(&mut block(8), 100_001)));
    assert!(is_refused(|| true_by_luck(&mut block(8), -1)));
    assert_eq!(written(|t| true_by_luck(t, 50_000)), []);
    assert!(is_refused(|| user_xor(&mut block(8), 100_000)));
    assert_eq!(written(|t| user_xor(t, 4)), [4]);
}
