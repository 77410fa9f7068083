//! An index has one value: in the check, in the access, in the choice of a form.

use unite::{Block, kernel};

use crate::{block, is_refused, refusal, written};

#[kernel]
fn divided(t: &mut Tensor<[i32]>, a: i32, d: i32) {
    t[[a * a * a / d / d]] = 1;
}

#[kernel]
fn remainder(t: &mut Tensor<[i32]>, a: i32) {
    t[[a * a * a % 100]] = 1;
}

#[kernel]
fn least(t: &mut Tensor<[i32]>, a: i32) {
    t[[(a * a * a).min(10)]] = 1;
}

#[kernel]
fn greatest(t: &mut Tensor<[i32]>, a: i32) {
    t[[5 - (a * a * a).max(5)]] = 1;
}

#[kernel]
fn magnitude(t: &mut Tensor<[i32]>, a: i32, b: i32) {
    t[[(a * a * b).abs() % 7]] = 1;
}

#[kernel]
fn there_and_back(t: &mut Tensor<[i32]>, x: i32, s: i32) {
    t[[(x << s) >> s]] = 1;
}

#[kernel]
fn to_the_right(t: &mut Tensor<[i32]>, x: i32, s: i32) {
    t[[x >> s]] = 1;
}

#[kernel]
fn sized(t: &mut Tensor<[i32]>, a: i32, b: i32) {
    let block = Block::<i32>::zeros([a * a * b + 8]);
    block[[b]] = 1;
    t[[0]] = block[[b]];
}

#[kernel]
fn counted(t: &mut Tensor<[i32]>, a: i32, b: i32) {
    let part = t[[0..a * a * b + 8]];
    for [i] in part.indices() {
        part[[i]] = 1;
    }
}

#[kernel]
fn mirrored(out: &mut Tensor<[i32; 4]>, t: &Tensor<[i32]>, a: i32) {
    let p = t.with_boundary(Boundary::Mirror);
    out[[!i]] = p[[a * a * a + !i]];
}

#[kernel]
fn clamped(out: &mut Tensor<[i32; 16]>, t: &Tensor<[i32]>, a: i32, b: i32, c: i32) {
    let p = t.with_boundary(Boundary::Clamp);
    out[[!i]] = p[[a * b * c + !i]];
}

#[kernel]
fn constant(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, a: i32, b: i32, c: i32) {
    let p = t.with_boundary(Boundary::Constant(5));
    out[[!i]] = p[[a * b * c + !i]];
}

#[kernel]
fn row(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, a: i32, b: i32, c: i32) {
    let p = t.with_boundary(Boundary::Constant(5));
    for [i] in out.indices() {
        out[[i]] = p[[a * b * c - i]];
    }
}

#[kernel]
fn folded(t: &mut Tensor<[i32]>) {
    for x in 9..10i128 {
        for y in 9..10i128 {
            for z in 1..2 {
                t[[9_223_372_036_854_775_807 * x - 9_223_372_036_854_775_807 * y + 5 * z]] = 1;
            }
        }
    }
}

#[kernel]
fn around_zero(t: &mut Tensor<[i32]>) {
    for i in -9_223_372_036_854_775_807..9_223_372_036_854_775_807i64 {
        t[[i + 4]] = 1;
        if i > 0 {
            break;
        }
    }
}

#[test]
fn what_is_not_a_sum_or_a_product_is_exact() {
    assert_eq!(written(|t| divided(t, 1 << 21, 1 << 29)), [32]);
    assert_eq!(written(|t| remainder(t, 1 << 21)), [8]);
    assert_eq!(written(|t| least(t, 1 << 21)), [10]);
    assert_eq!(written(|t| greatest(t, -(1 << 21))), [0]);
    assert_eq!(written(|t| magnitude(t, 1 << 21, 1 << 21)), [1]);
    assert!(is_refused(|| greatest(&mut block(9), 1 << 21)));
    assert!(divided::fits(&block(32), 1 << 21, 1 << 29).is_err());
}

#[test]
fn shifts_are_exact_or_refused() {
    assert_eq!(written(|t| there_and_back(t, 8, 60)), [8]);
    assert_eq!(written(|t| there_and_back(t, 8, 63)), [8]);
    for by in [64, 127, 128, -1, i32::MAX] {
        assert!(refusal(|| there_and_back(&mut block(40), 8, by)).unwrap().contains("is shifted by"));
        assert!(refusal(|| to_the_right(&mut block(40), 8, by)).unwrap().contains("is shifted by"));
    }
    assert_eq!(written(|t| to_the_right(t, i32::MAX, 63)), [0]);
}

#[test]
fn extents_are_exact() {
    assert!(is_refused(|| sized(&mut block(1), i32::MAX - 1, i32::MAX)));
    // A product of 2^64: what wraps is 8.
    assert!(is_refused(|| sized(&mut block(1), 1 << 27, 1 << 10)));
    assert!(is_refused(|| counted(&mut block(8), 1 << 27, 1 << 10)));
    // Less than nothing is nothing.
    assert_eq!(written(|t| counted(t, 1 << 27, -(1 << 10))), []);
}

#[test]
fn rules_are_chosen_by_exact_comparisons() {
    let t = Block::<i32>::from_vec((10..26).collect(), [16]).unwrap();
    // 2^63 - 8.
    let (a, b, c) = (2_147_483_646, 2_147_483_647, 2);
    let mut out = Block::<[i32; 16]>::stack();
    for (a, b, c, edge) in [(a, b, c, 25), (-a, b, c, 10), (1 << 30, 1 << 30, 8, 25), (0, 0, 0, 10)] {
        clamped(&mut out, &t, a, b, c);
        assert_eq!(out.as_slice()[0], edge);
        let mut out = block(16);
        constant(&mut out, &t, a, b, c);
        assert_eq!(out.as_slice()[0], if a == 0 { 10 } else { 5 });
        row(&mut out, &t, a, b, c);
        assert_eq!(out.as_slice()[15], 5);
    }
    let mut out = Block::<[i32; 4]>::stack();
    mirrored(&mut out, &t, 1 << 21);
    let place = |i: i128| {
        let at = ((1i128 << 63) + i).rem_euclid(30);
        10 + at.min(30 - at) as i32
    };
    for i in 0..4 {
        assert_eq!(out.as_slice()[i], place(i as i128));
    }
}

#[test]
fn numbers_that_the_macro_cannot_fold_are_computed() {
    assert!(is_refused(|| folded(&mut block(9))));
    assert!(is_refused(|| around_zero(&mut block(9))));
}
