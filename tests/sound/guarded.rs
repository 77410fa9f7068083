//! Reads that are inside on one side of a condition only, indices that are data, ends of ranges that are asked of a cell, views that
//! overlap and are passed on in a loop, and variables of loops that are given to macros.

#![allow(unused_variables)]

use std::cell::Cell;

use unite::level::{self, Level};
use unite::stored::{Compressed, StoredBlock};
use unite::{Block, Dyn, kernel};

use crate::{is_refused, refusal};

type Row<T = i32> = Block<Dyn<T>>;

fn row(len: usize) -> Row {
    Block::from_vec((0..len as i32).collect(), [len]).unwrap()
}

/// Exactly so many elements: what lies beyond them is nobody's.
fn bytes(elements: &[u8]) -> Row<u8> {
    Block::from_vec(elements.to_vec(), [elements.len()]).unwrap()
}

#[kernel]
fn one_side(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>) {
    for x in 0..out.extent(0) {
        let mut best = 7;
        if x > 0 {
            best = t[[x - 1]];
        }
        out[[x]] = best;
    }
}

#[kernel]
fn other_side(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>) {
    for [x] in out.indices() {
        let (mut best, mut at) = (7, 1);
        if x + 1 >= out.extent(0) {
            at = 2;
        } else {
            best = t[[x + 1]];
        }
        out[[x]] = best + at;
    }
}

#[kernel]
fn sides_in_sides(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>, far: i32) {
    for [x] in out.indices() {
        let mut best = 0;
        if x > 2 {
            if far > 100 {
                best = t[[x - far]];
            } else if x > 4 {
                best += t[[x - 5]];
            }
        }
        out[[x]] = best;
    }
}

#[kernel]
fn both_conditions(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>) {
    for [x] in out.indices() {
        let mut count = 0;
        if x > 0 && t[[x - 1]] > 2 || x == 0 {
            count += 1;
        }
        out[[x]] = count;
    }
}

#[kernel]
fn by_data(out: &mut Tensor<[u8]>, t: &Tensor<[u8; 8]>, at: &Tensor<[u8]>) {
    for [x] in out.indices() {
        let mut best = 9;
        if at[[x]] < 8 {
            best = t[[at[[x]]]];
        }
        out[[x]] = best;
    }
}

#[kernel]
fn by_a_sum(t: &Tensor<[u8]>, from: i32, to: i32) -> i32 {
    let mut total = 0;
    for x in from..to {
        if x >= 0 && x < t.extent(0) {
            total += t[[x]];
        }
    }
    total
}

#[kernel]
fn quotient(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    for [x] in out.indices() {
        let mut best = -1;
        if t[[x]] != 0 {
            best = 100 / t[[x]];
        }
        out[[x]] = best;
    }
}

#[test]
fn sides_that_are_not_taken() {
    for level in Level::available() {
        level::limit(level);
        for n in if cfg!(miri) { 7..8 } else { 1..40 } {
            let of: Vec<u8> = (0..n).map(|x| (x * 7 % 11) as u8).collect();
            let t = bytes(&of);
            let made = |call: &dyn Fn(&mut Row<u8>)| {
                let mut out = bytes(&vec![0; n]);
                call(&mut out);
                out.as_slice().to_vec()
            };
            let each = |want: &dyn Fn(usize) -> u8| (0..n).map(want).collect::<Vec<_>>();
            assert_eq!(made(&|out| one_side(out, &t)), each(&|x| if x > 0 { of[x - 1] } else { 7 }));
            let next = |x: usize| of.get(x + 1).map_or(9, |t| t + 1);
            assert_eq!(made(&|out| other_side(out, &t)), each(&next));
            let back = |x: usize| if x > 4 { of[x - 5] } else { 0 };
            assert_eq!(made(&|out| sides_in_sides(out, &t, 3)), each(&back));
            assert_eq!(is_refused(|| _ = made(&|out| sides_in_sides(out, &t, 101))), n > 3);
            let count = |x: usize| u8::from(x == 0 || of[x - 1] > 2);
            assert_eq!(made(&|out| both_conditions(out, &t)), each(&count));
            let mut eight = Block::<[u8; 8]>::stack();
            eight.as_mut_slice().copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
            let looked_up = |x: usize| if of[x] < 8 { of[x] + 1 } else { 9 };
            assert_eq!(made(&|out| by_data(out, &eight, &t)), each(&looked_up));
            let sum: i32 = of.iter().map(|t| i32::from(*t)).sum();
            assert_eq!(by_a_sum(&t, -9, n as i32 + 9), sum);
            assert_eq!(by_a_sum(&t, i32::MIN, i32::MIN + 3), 0);
        }
        let mut out = row(3);
        quotient(&mut out, &row(3));
        assert_eq!(out.as_slice(), [-1, 100, 50]);
    }
}

// Indices that are data.

#[kernel]
fn of_256(out: &mut Tensor<[u8]>, table: &Tensor<[u8; 256]>, at: &Tensor<[u8]>) {
    for x in 0..out.extent(0) {
        out[[x]] = table[[at[[x]]]];
    }
}

#[kernel]
fn of_a_view(out: &mut Tensor<[u8]>, table: &Tensor<[u8; 256]>, at: &Tensor<[u8]>) {
    let view = table[[100..]];
    for x in 0..out.extent(0) {
        out[[x]] = view[[at[[x]]]];
    }
}

#[kernel]
fn of_a_wide_view(out: &mut Tensor<[u8]>, table: &Tensor<[u8]>, at: &Tensor<[u8]>) {
    let view = table[[0..256]];
    for x in 0..out.extent(0) {
        out[[x]] = view[[at[[x]]]];
    }
}

#[kernel]
fn of_signed(out: &mut Tensor<[u8]>, table: &Tensor<[u8; 256]>, at: &Tensor<[i8]>) {
    for x in 0..out.extent(0) {
        out[[x]] = table[[at[[x]]]];
    }
}

#[kernel]
fn of_a_callee(out: &mut Tensor<[u8]>, table: &Tensor<[u8; 256]>, at: &Tensor<[u8]>) {
    of_a_wide_view(out, table[[3..]], at);
}

#[test]
fn indices_that_are_data() {
    let mut table = Block::<[u8; 256]>::stack();
    (0..256).for_each(|k| table.as_mut_slice()[k] = k as u8);
    let at = bytes(&[0, 155, 255]);
    let mut out = bytes(&[0; 3]);
    of_256(&mut out, &table, &at);
    assert_eq!(out.as_slice(), [0, 155, 255]);
    of_a_view(&mut out, &table, &bytes(&[0, 155, 1]));
    assert_eq!(out.as_slice(), [100, 255, 101]);
    assert!(is_refused(|| of_a_view(&mut out, &table, &at)));
    for len in [1, 200, 255] {
        let short = Block::<u8>::from_vec(vec![1; len], [len]).unwrap();
        assert!(is_refused(|| of_a_wide_view(&mut out, &short, &at)), "{len}");
    }
    assert!(is_refused(|| of_a_callee(&mut out, &table, &at)));
    let signed = Block::<i8>::from_vec(vec![3, 127, -1], [3]).unwrap();
    assert!(is_refused(|| of_signed(&mut out, &table, &signed)));
}

// Ends that are asked of a cell.

#[kernel]
fn to_a_cell(t: &mut Tensor<[i32]>, end: &Cell<usize>) {
    let p = t.with_boundary(Boundary::Clamp);
    for x in 0..end.get() {
        end.set(100_000);
        t[[x]] = 1;
    }
}

#[kernel]
fn to_a_name(t: &mut Tensor<[i32]>, other: &Tensor<[i32]>, end: &Cell<usize>) {
    let p = other.with_boundary(Boundary::Clamp);
    let n = end.get();
    for x in 0..n {
        end.set(100_000);
        let n = end.get();
        t[[x]] = p[[x + n]];
    }
}

#[test]
fn ends_of_cells() {
    let mut t = row(4);
    to_a_cell(&mut t, &Cell::new(4));
    assert_eq!(t.as_slice(), [1; 4]);
    assert!(is_refused(|| to_a_cell(&mut row(4), &Cell::new(5))));
    to_a_name(&mut t, &row(4), &Cell::new(4));
    assert_eq!(t.as_slice(), [3; 4]);
    assert!(is_refused(|| to_a_name(&mut row(4), &row(4), &Cell::new(5))));
}

// Views that overlap, passed on in a loop over a range.

#[kernel]
fn smooth(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        out[[x]] = p[[x - 1]] + p[[x + 1]];
    }
}

#[kernel]
fn slides(t: &mut Tensor<[i32]>, from: i64, to: i64) {
    for k in from..to {
        smooth(t[[k..k + 4]], t[[k - 1..k + 3]]);
    }
}

#[test]
fn views_that_overlap_in_a_loop() {
    for (from, to) in [(1, 5), (0, 3), (1, 40), (i64::MAX - 1, i64::MAX), (5, 1), (-3, 2)] {
        let mut t = row(12);
        let call = refusal(|| slides(&mut t, from, to));
        if from >= 0 && to < 10 {
            let mut want: Vec<i32> = (0..12).collect();
            for k in from..to {
                for x in 0..4 {
                    // The rule is that of the block.
                    let p = |i: i64| want[(k - 1 + i).clamp(0, 11) as usize];
                    want[(k + x) as usize] = p(x - 1) + p(x + 1);
                }
            }
            assert_eq!((call, t.as_slice()), (None, &want[..]), "{from}..{to}");
        } else {
            assert!(call.is_some(), "{from}..{to}");
        }
    }
}

// Variables of loops in macros.

macro_rules! set {
    ($name:ident = $value:expr) => {
        let $name = $value;
    };
}

#[kernel]
fn given_in_a_walk(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>, by: i32) {
    for ([i], v) in a.stored() {
        set!(k = i + by);
        y[[k]] = v;
    }
}

#[kernel]
fn given_in_a_nest(t: &mut Tensor<[[i32]]>, by: i32) {
    for [y, x] in t.indices() {
        set!(k = 10 * y + x);
        set!(x = x + by);
        t[[y, x]] = k;
    }
}

#[test]
fn macros_are_given_variables_of_loops() {
    let a = StoredBlock::<f64, (Compressed,), 1>::from_entries([5], [([1], 2.0), ([3], 4.0)]).unwrap();
    let mut y = Block::<f64>::zeros([5]);
    given_in_a_walk(&mut y, &a, 1);
    assert_eq!(y.as_slice(), [0.0, 0.0, 2.0, 0.0, 4.0]);
    assert!(is_refused(|| given_in_a_walk(&mut y, &a, 2)));
    let mut t = Block::<i32>::zeros([2, 3]);
    given_in_a_nest(&mut t, 0);
    assert_eq!(t.as_slice(), [0, 1, 2, 10, 11, 12]);
    assert!(is_refused(|| given_in_a_nest(&mut t, 100_000)));
    assert!(is_refused(|| given_in_a_nest(&mut t, -1)));
}
