//! Conditions at the ends of loops, which are known between these; what lies between lanes that are written; loops that count by hand or in
//! steps: casts, arithmetic that wraps around, names bound anew, ends that change, effects in conditions.

#![allow(unused_variables, unused_mut, clippy::while_immutable_condition, clippy::explicit_counter_loop)]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::{Block, Dyn, kernel};

use crate::is_refused;

type Row = Block<Dyn<u8>>;

fn row(len: usize) -> Row {
    Block::from_vec((0..len).map(|at| at as u8).collect(), [len]).expect("a row")
}

/// A byte is 0 again and again.
#[kernel]
fn of_a_byte(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>) {
    for x in 0..o.extent(0) {
        o[[x]] = if x as u8 == 0 { 7 } else { a[[x - 1]] };
    }
}

#[kernel]
fn masked(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>) {
    for x in 0..o.extent(0) {
        o[[x]] = if x & 1023 > 0 { a[[x - 1]] } else { 7 };
    }
}

/// The name is another one's there.
#[kernel]
fn anew(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>, n: i32) {
    for x in 0..o.extent(0) {
        let at = x;
        let x = n;
        o[[at]] = if x == 0 { a[[at]] } else { a[[at - x]] };
    }
}

/// What is asked first moves the end.
#[kernel]
fn moved(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>, n: i32) {
    let mut end = n;
    for x in 0..o.extent(0) {
        if {
            end += 1;
            x + 1 < end
        } {
            o[[x]] = a[[x + 1]];
        }
    }
}

/// So far from both ends that numbers wrap around.
#[kernel]
fn so_far(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>, r: i32) {
    let w = a.extent(0);
    for x in 0..w {
        o[[x]] = if x >= r && x < w - r { (a[[x - r]] + a[[x + r]]) >> 1 } else { 9 };
    }
}

/// The same of numbers without a sign.
#[kernel]
fn unsigned(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>, w: usize) {
    for x in 0..w {
        o[[x]] = if x > 0 && x < w - 1 { (a[[x - 1]] + a[[x + 1]]) >> 1 } else { 9 };
    }
}

/// Another tensor's last element.
#[kernel]
fn of_another(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>, b: &Tensor<[u8]>) {
    for [x] in o.indices() {
        if x != a.extent(0) - 1 && x != b.extent(0) - 1 {
            o[[x]] = a[[x + 1]] ^ b[[x + 1]];
        }
    }
}

/// The condition is asked in another loop than the one that it ends.
#[kernel]
fn of_two_loops(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>) {
    let w = o.extent(0);
    for x in 0..w {
        for k in 0..w {
            if x < w - 1 && k > 0 {
                o[[x]] = a[[x + 1]] ^ a[[k - 1]];
            }
        }
    }
}

/// Every second element, to the last one and from the first one on, of rows that end there.
#[kernel]
fn every_second(o: &mut Tensor<[[u8]]>, from: i32, to: i32) {
    for y in 0..o.extent(0) {
        for x in from..to {
            o[[y, 2 * x]] = x;
        }
    }
}

#[kernel]
fn in_place(o: &mut Tensor<[[i32]]>, from: i32, to: i32) {
    for y in 0..o.extent(0) {
        for x in from..to {
            o[[y, 2 * x + 1]] += o[[y, 2 * x]] >> 1;
        }
    }
}

#[kernel]
fn in_steps(o: &mut Tensor<[u8]>, n: i32) {
    for x in (0..n).step_by(2) {
        o[[x]] = 1;
    }
    for x in (5..n).step_by(4) {
        o[[x]] += 1;
    }
}

#[kernel]
fn in_steps_of_bytes(o: &mut Tensor<[u8]>, n: u8) {
    for x in (1..n).step_by(3) {
        o[[x]] = x as i32;
    }
}

/// The end moves while it is counted by hand, in a way that is not seen.
#[kernel]
fn by_hand(o: &mut Tensor<[u8]>, end: &Cell<i32>) {
    let mut x = 0;
    while x < end.get() {
        end.set(end.get() - 1);
        o[[x]] = 1;
        x += 1;
    }
}

#[kernel]
fn by_hand_and_back(o: &mut Tensor<[u8]>, n: i32) {
    let mut back = 0;
    let mut x = 0;
    while x < n {
        let mut again = || back += 1;
        again();
        if back % 5 == 4 {
            x -= 1;
        }
        o[[x]] += 1;
        x += 1;
    }
}

/// Whatever is written lies in the block, or nothing is.
fn held<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}

#[test]
fn bytes_wrap_around() {
    let a = row(2000);
    let mut o = row(2000);
    if held(|| of_a_byte(&mut o, &a)).is_some() {
        for x in 0..2000 {
            assert_eq!(o.read([x]), if x % 256 == 0 { 7 } else { (x - 1) as u8 }, "{x}");
        }
    }
    if held(|| masked(&mut o, &a)).is_some() {
        for x in 0..2000 {
            assert_eq!(o.read([x]), if x % 1024 == 0 { 7 } else { (x - 1) as u8 }, "{x}");
        }
    }
}

#[test]
fn names_and_ends_are_others() {
    for n in [-3, -1, 0, 1, 40] {
        let mut o = row(40);
        if held(|| anew(&mut o, &row(40), n)).is_some() {
            assert!((0..40).all(|x| i32::from(o.read([x as isize])) == x - n), "{n}");
        }
    }
    for n in [-50, 0, 3, 39] {
        held(|| moved(&mut row(40), &row(40), n));
    }
}

#[test]
fn distances_wrap_around() {
    for r in [i32::MIN, i32::MIN + 1, -70, -1, 0, 1, 19, 20, 40, 41, i32::MAX - 1, i32::MAX] {
        let mut o = row(40);
        if held(|| so_far(&mut o, &row(40), r)).is_some() {
            for x in 0..40i64 {
                let r = i64::from(r);
                let expected = if x >= r && x < 40 - r { x } else { 9 };
                assert_eq!(i64::from(o.read([x as isize])), expected, "{x}, {r}");
            }
        }
    }
    for w in [0, 1, 2, 39, 40, 41, usize::MAX] {
        let mut o = row(40);
        let ran = held(|| unsigned(&mut o, &row(40), w)).is_some();
        assert_eq!(ran, w <= 40, "{w}");
    }
}

#[test]
fn lasts_of_others() {
    for (o, a, b) in [(5, 5, 5), (5, 6, 7), (6, 5, 6), (7, 5, 6), (6, 6, 5), (1, 1, 1), (40, 40, 39)] {
        let mut out = row(o);
        let ran = held(|| of_another(&mut out, &row(a), &row(b))).is_some();
        let may = (0..o).all(|x| x + 1 == a || x + 1 == b || x + 1 < a.min(b));
        assert!(!ran || may, "{o} {a} {b}");
        assert!(ran || o > a.min(b), "{o} {a} {b}");
    }
    for (o, a) in [(1, 1), (40, 40), (40, 39), (40, 41)] {
        let ran = held(|| of_two_loops(&mut row(o), &row(a))).is_some();
        assert_eq!(ran, a >= o, "{o} {a}");
    }
}

#[test]
fn what_is_between_is_inside() {
    for (from, to) in
        [(0, 20), (0, 21), (3, 20), (-1, 9), (0, 0), (9, 3), (19, 20), (i32::MIN, 4), (0, i32::MAX)]
    {
        let mut o = Block::from_vec(vec![200u8; 3 * 39], [3, 39]).expect("rows");
        let ran = held(|| every_second(&mut o, from, to)).is_some();
        assert_eq!(ran, from >= to || from >= 0 && to <= 20, "{from} {to}");
        for (y, x) in (0..3).flat_map(|y| (0..39).map(move |x| (y, x))) {
            let is_written = ran && x % 2 == 0 && (from..to).contains(&(x / 2));
            assert_eq!(o.read([y, x as isize]), if is_written { (x / 2) as u8 } else { 200 }, "{from} {to}");
        }
        let mut o = Block::from_vec(vec![200i32; 3 * 40], [3, 40]).expect("rows");
        let ran = held(|| in_place(&mut o, from, to)).is_some();
        assert_eq!(ran, from >= to || from >= 0 && to <= 20, "{from} {to}");
    }
}

#[test]
fn steps_end_inside() {
    for n in [-1, 0, 1, 2, 39, 40, 41, 42, i32::MAX, i32::MIN] {
        let mut o = Block::from_vec(vec![0u8; 40], [40]).expect("a row");
        let ran = held(|| in_steps(&mut o, n)).is_some();
        assert_eq!(ran, n <= 40, "{n}");
        for x in (0..40).filter(|_| ran) {
            let twice = u8::from(x % 2 == 0 && x < n) + u8::from(x % 4 == 1 && x >= 5 && x < n);
            assert_eq!(o.read([x as isize]), twice, "{x} {n}");
        }
    }
    for n in [0, 1, 2, 40, 41, 42, 255] {
        let mut o = Block::from_vec(vec![0u8; 40], [40]).expect("a row");
        held(|| in_steps_of_bytes(&mut o, n));
    }
}

#[test]
fn hands_count_what_they_count() {
    for end in [0, 3, 40, 200] {
        let mut o = Block::from_vec(vec![0u8; 40], [40]).expect("a row");
        let (end_of, ones) = (Cell::new(end), (end + 1) / 2);
        let ran = held(|| by_hand(&mut o, &end_of)).is_some();
        assert!(!ran || (0..40).all(|x| o.read([x as isize]) == u8::from(x < ones)), "{end}");
    }
    for n in [0, 1, 40, 41] {
        let mut o = Block::from_vec(vec![0u8; 40], [40]).expect("a row");
        assert_eq!(held(|| by_hand_and_back(&mut o, n)).is_some(), n <= 40, "{n}");
    }
    is_refused(|| in_steps(&mut row(7), 9));
}
