//! Numbers far beyond an `i32`: ends of ranges, origins, steps and strides of views of views, what a called kernel reaches.
//! Where they wrapped around, an index between two others that were checked would not be between them.

use unite::{Block, kernel};

use crate::{block, refusal, written, written_or_refused};

const MOST: i64 = i32::MAX as i64;
const LEAST: i64 = i32::MIN as i64;

/// What a call writes to, if it is not refused with a sentence about numbers.
fn written_or_far(call: impl FnOnce(&mut Block<unite::Dyn<i32>>)) -> Option<Vec<usize>> {
    let (mut places, mut call) = (None, Some(call));
    let refused = refusal(|| places = call.take().map(written));
    if let Some(sentence) = refused {
        let own = ["indices are between", "wrapped around", "which has data at", "is possible"];
        let is_own = own.iter().any(|words| sentence.contains(words)) || cfg!(debug_assertions);
        assert!(is_own, "{sentence}");
    }
    places
}

// Ranges.

#[kernel]
fn least(t: &mut Tensor<[i32]>, a: i64, b: i64) {
    for y in a * b..a * b + 4 {
        t[[(4 * y).min(3)]] = 1;
    }
}

#[kernel]
fn rest(t: &mut Tensor<[i32]>, a: i64, b: i64) {
    for y in a * b..a * b + 4 {
        t[[(4 * y) % 8 + 7]] = 1;
    }
}

#[kernel]
fn by_name(t: &mut Tensor<[i32]>, a: i64, b: i64) {
    let first = a * b;
    let last = first + 4;
    for y in first..last {
        t[[(4 * y).min(3)]] = 1;
    }
}

#[kernel]
fn turned(t: &mut Tensor<[i32]>, a: i64, b: i64) {
    for y in (a * b..=a * b + 4).rev().step_by(2) {
        t[[(4 * y).min(3)]] = 1;
    }
}

#[kernel]
fn of_literals(t: &mut Tensor<[i32]>, a: i64) {
    for y in 576_460_752_303_423_488i64..576_460_752_303_423_492 {
        t[[(y * a).min(3)]] = 1;
    }
}

#[kernel]
fn of_literals_unrolled(t: &mut Tensor<[i32]>, a: i64) {
    #[unroll]
    for y in 576_460_752_303_423_488i64..576_460_752_303_423_492 {
        t[[(y * a).min(3)]] = 1;
    }
}

#[kernel]
fn ruled(t: &mut Tensor<[i32]>, row: &Tensor<[i32]>, a: i64, b: i64) {
    let p = row.with_boundary(Boundary::Clamp);
    for y in a * b..a * b + 4 {
        t[[p[[4 * y]]]] = 1;
    }
}

#[kernel]
fn inside_of_another(t: &mut Tensor<[i32]>, n: i32) {
    for y in 0..n {
        for x in y * n..y * n + 2 {
            t[[(x * n).min(3)]] = 1;
        }
    }
}

#[kernel]
fn to_a_wrapped_end(t: &mut Tensor<[i32]>, a: i64, b: i64) {
    for y in 0..=-2 * a * b - 1 {
        t[[y]] = 1;
    }
}

#[kernel]
fn of_nothing(t: &mut Tensor<[i32]>, a: i64, b: i64) {
    for y in a * b..3 {
        t[[y]] = 1;
    }
}

#[test]
fn ends_of_ranges() {
    let far = Some(vec![3]);
    for (a, b) in [(MOST, MOST), (LEAST, LEAST), (MOST, 1 << 20)] {
        for kernel in [least, by_name, turned] {
            let places = written_or_far(|t| kernel(t, a, b));
            assert!(places.is_none() || places == far, "{a} {b}: {places:?}");
        }
        let places = written_or_far(|t| rest(t, a, b));
        assert!(places.is_none_or(|places| places.iter().all(|place| [3, 7, 11].contains(place))), "{a} {b}");
        let row = Block::from_vec(vec![5, 6, 7], [3]).unwrap();
        let places = written_or_far(|t| ruled(t, &row, a, b));
        assert!(places.is_none() || places == Some(vec![7]), "{a} {b}: {places:?}");
    }
    for kernel in [of_literals, of_literals_unrolled] {
        let places = written_or_far(|t| kernel(t, MOST));
        assert!(places.is_none() || places == far, "{places:?}");
    }
    assert_eq!(written_or_far(|t| inside_of_another(t, 1 << 30)), None);
    assert_eq!(written_or_far(|t| inside_of_another(t, 3)), Some(vec![0, 3]));
    assert_eq!(written_or_far(|t| to_a_wrapped_end(t, LEAST, LEAST)), None);
    assert_eq!(written(|t| to_a_wrapped_end(t, 2, -1)), [0, 1, 2, 3]);
    // Nothing is an index of a range that is empty.
    assert_eq!(written(|t| of_nothing(t, MOST, MOST)), []);
    assert_eq!(written(|t| of_nothing(t, 1, 1)), [1, 2]);
    for (a, b) in [(2, 3), (-5, 0), (1, 1)] {
        let first: Vec<i64> = (a * b..a * b + 4).map(|y| (4 * y).min(3)).collect();
        let places = written_or_refused(|t| least(t, a, b));
        let want = first.iter().all(|place| *place >= 0);
        assert_eq!(places.is_some(), want, "{a} {b}");
    }
}

// Views of views.

#[kernel]
fn at_origins(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, n: i32) {
    for y in 0..n {
        let v = q[[y..]];
        t[[(v.origin(0)).min(3)]] = 1;
    }
}

#[kernel]
fn at_steps(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, n: i32) {
    for y in 0..n {
        t[[(y * q.step(0)).min(3)]] = 1;
    }
}

#[kernel]
fn at_strides(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, n: i32) {
    for y in 0..n {
        t[[(16 * q.stride(0) * y).min(3)]] = 1;
    }
}

#[kernel]
fn where_it_is(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, n: i32) {
    for y in 0..n {
        let v = q[[y..y + 1]];
        let there = t.region_of(v);
        t[[(there.origin(0)).min(3)]] = 1;
    }
}

#[kernel]
fn seen(t: &mut Tensor<Refined<[i32]>>, q: &Tensor<Refined<[i32]>>, n: i32) {
    for y in 0..n {
        t[q][[y]] = 1;
    }
}

#[kernel]
fn far_origins(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, k: i32, n: i32) {
    at_origins(t, q.coarsen([k]).coarsen([k]), n);
}

#[kernel]
fn far_steps(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, k: i32, n: i32) {
    at_steps(t, q.coarsen([k]).coarsen([k]), n);
}

#[kernel]
fn far_strides(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, k: i32, n: i32) {
    at_strides(t, q.coarsen([k]).coarsen([k]), n);
}

#[kernel]
fn far_regions(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, k: i32, n: i32) {
    where_it_is(t, q.coarsen([k]).coarsen([k]), n);
}

#[kernel]
fn far_seen(t: &mut Tensor<[i32]>, q: &Tensor<[i32]>, k: i32, n: i32) {
    seen(t, q.coarsen([k]).coarsen([k])[[0..17]], n);
}

#[test]
fn views_of_views() {
    let q = block(10);
    // Sixteen steps of 2^60 are 0 where numbers wrap around, and nine of them are far outside of memory.
    for (k, n) in [(1 << 30, 17), (1 << 30, 9), (i32::MAX, 5), (1 << 16, 5), (1, 5)] {
        for kernel in [far_origins, far_steps, far_strides, far_regions] {
            let places = written_or_far(|t| kernel(t, &q, k, n));
            let is_right =
                |places: &Vec<usize>| places.iter().all(|place| *place <= 3) && places.contains(&0);
            assert!(places.as_ref().is_none_or(is_right), "{k} {n}: {places:?}");
        }
        let places = written_or_far(|t| far_seen(t, &q, k, n));
        assert_eq!(places, (k == 1).then(|| (0..5).collect()), "{k} {n}");
    }
    assert_eq!(written(|t| far_origins(t, &q, 2, 3)), [0, 3]);
    assert_eq!(written(|t| far_steps(t, &q, 1, 5)), [0, 1, 2, 3]);
}

// What a called kernel reaches.

#[kernel]
fn reaches(t: &mut Tensor<[i32]>) {
    for y in 0..9 {
        t[[140_737_488_355_328 * y]] = 1;
    }
}

#[kernel]
fn reaches_back(t: &mut Tensor<[i32]>) {
    for y in 0..9 {
        t[[140_737_488_355_328 * y - 1_125_899_906_842_624]] = 1;
    }
}

#[kernel]
fn passes_on(t: &mut Tensor<[i32]>) {
    reaches(t.coarsen([16384]));
}

#[kernel]
fn passes_on_twice(t: &mut Tensor<[i32]>) {
    reaches_back(t.coarsen([128]).coarsen([128]));
}

#[kernel]
fn passes_on_shifted(t: &mut Tensor<[i32]>, at: i32) {
    reaches_back(t[[at..]]);
}

#[test]
fn what_a_callee_reaches() {
    for kernel in [reaches, reaches_back, passes_on, passes_on_twice] {
        assert_eq!(written_or_far(kernel), None);
    }
    for at in [0, 1, i32::MAX, i32::MIN] {
        assert_eq!(written_or_far(|t| passes_on_shifted(t, at)), None, "{at}");
    }
}
