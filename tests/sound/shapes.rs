//! Degenerate shapes, views of views, overlaps, kernels that call kernels.

#![allow(clippy::reversed_empty_ranges)]

use unite::{Block, kernel};

use crate::nothing::Nothing;
use crate::{block, is_refused, refusal, written};

#[kernel]
fn nothing_along_one(t: &mut Tensor<[[i32]]>, n: usize) {
    let t = t[[.., n..n]];
    for [y, x] in t.indices() {
        t[[y, x]] = 1;
    }
    t[[!y, !x]] = !y;
    if n > 0 {
        t[[n, n]] = 1;
    }
}

#[kernel]
fn nothing_but_edges(out: &mut Tensor<[i32; 4]>, t: &Tensor<[i32]>, n: usize) {
    let t = t[[n..n]];
    let (a, b) = (t.with_boundary(Boundary::Clamp), t.with_boundary(Boundary::Mirror));
    let c = t.with_boundary(Boundary::Constant(9));
    out[[!i]] = c[[!i]];
    if out[[0]] != 9 {
        out[[!i]] = a[[!i]] + b[[!i - 2]];
    }
}

#[kernel]
fn empty_views(t: &mut Tensor<[i32]>, n: usize) {
    let v = t[[n..n]];
    for [i] in v.indices() {
        v[[i]] = 1;
    }
    let w = v.coarsen([3]);
    for [i] in w.indices() {
        w[[i]] = 1;
    }
    v[[!i]] = 2;
}

#[kernel]
fn out_of_an_empty_view(t: &mut Tensor<[i32]>, n: usize) {
    let v = t[[n..n]];
    v[[0]] = 1;
}

#[kernel]
fn turned_range(t: &mut Tensor<[i32]>, a: usize, b: usize) {
    let v = t[[a..b]];
    for [i] in v.indices() {
        v[[i]] = 1;
    }
}

#[kernel]
fn last_of_a_view(t: &mut Tensor<[i32]>, a: usize, b: usize) {
    let v = t[[a..b]];
    v[[v.extent(0) - 1]] = 1;
}

#[kernel]
fn step_of_steps(t: &mut Tensor<[i32]>, n: usize) {
    let v = t[[(0..n).step_by(3)]][[(1..3).step_by(1)]].coarsen([2]);
    for [i] in v.indices() {
        v[[i]] = 1;
    }
}

#[kernel]
fn coarse_at_the_edge(t: &mut Tensor<[i32]>, at: i32) {
    let v = t.coarsen([4]);
    v[[at]] = 1;
}

#[kernel]
fn refined_past_the_end(t: &mut Tensor<[i32]>, at: i32) {
    let v = t.refine([4]);
    v[[at]] = 1;
}

#[kernel]
fn forwards(t: &mut Tensor<[i32]>) {
    let (a, b) = (t[[1..33]], t[[0..32]]);
    for [i] in a.indices() {
        a[[i]] = b[[i]] + 1;
    }
}

#[kernel]
fn squares(t: &mut Tensor<[[i32]]>, n: usize) {
    let v = t[[n..n + 4, n..n + 4]];
    let turned = v.permute([1, 0]);
    for [y, x] in v.indices() {
        v[[y, x]] = turned[[y, x]] + 1;
    }
}

#[kernel]
fn leaves(t: &mut Tensor<[i32]>, n: usize) {
    t[[n]] += 1;
}

#[kernel]
fn calls_outside(t: &mut Tensor<[i32]>, n: usize, m: usize) {
    leaves(&mut t[[n..n + 4]], m);
}

#[kernel]
fn calls_through_calls(t: &mut Tensor<[i32]>, n: usize, m: usize) {
    let b = t.to_block();
    calls_outside(&mut b[[1..9]], n, m);
    calls_outside(&mut t[[n..n + 8]], n, b[[1 + n + m]] as usize);
}

#[kernel]
fn blocks_of_passes(t: &mut Tensor<[i32]>, n: usize) {
    for i in 0..n {
        let b = Block::<i32>::zeros([i + 1]);
        b[[i]] = 1;
        for j in 0..i + 1 {
            t[[j]] += b[[j]];
        }
    }
}

#[kernel]
fn of_nothing(t: &mut Tensor<[Nothing]>, out: &mut Tensor<[i32]>, n: usize) {
    t[[n]] = Nothing;
    let b = t.to_block();
    for [i] in b.indices() {
        t[[i]] = b[[i]];
        out[[i]] = 1;
    }
}

#[kernel]
fn scaled(t: &mut Tensor<[i32]>, apply: impl Fn(i32) -> i32, n: usize) {
    let mut at = |i: usize| {
        let mut put = |j: usize| t[[i + j]] = apply(1);
        put(n);
    };
    at(0);
    at(n);
}

#[kernel]
fn kept_in_a_list(t: &mut Tensor<[i32]>, n: usize) {
    let mut all: Vec<Box<dyn FnMut(usize) + '_>> = Vec::new();
    for i in 0..n {
        all.push(Box::new(move |j| t[[i + j]] += 1));
    }
    for f in &mut all {
        f(n);
        f(0);
    }
}

#[test]
fn shapes_without_elements() {
    let mut t = Block::<i32>::zeros([3, 2]);
    nothing_along_one(&mut t, 0);
    assert!(is_refused(|| nothing_along_one(&mut t, 1)));
    let (mut out, empty) = (Block::<[i32; 4]>::stack(), block(3));
    assert!(refusal(|| nothing_but_edges(&mut out, &empty, 3)).is_none_or(|text| text.contains("extent 0")));
    assert_eq!(written(|t| empty_views(t, 3)), []);
    assert_eq!(written(|t| empty_views(t, 40)), []);
    assert!(is_refused(|| out_of_an_empty_view(&mut block(8), 8)));
}

#[test]
fn views_of_views() {
    assert_eq!(written(|t| turned_range(t, 5, 3)), []);
    assert!(refusal(|| turned_range(&mut block(8), 100_000, 3)).is_none_or(|text| text.contains("100000")));
    assert!(is_refused(|| turned_range(&mut block(8), 3, 9)));
    assert!(is_refused(|| last_of_a_view(&mut block(8), 0, 0)));
    assert_eq!(written(|t| last_of_a_view(t, 3, 7)), [6]);
    assert_eq!(written(|t| step_of_steps(t, 40)), [3]);
    assert_eq!(written(|t| coarse_at_the_edge(t, 9)), [36]);
    for at in [10, -1, i32::MAX, i32::MIN] {
        assert!(is_refused(|| coarse_at_the_edge(&mut block(40), at)));
    }
    assert_eq!(written(|t| refined_past_the_end(t, 159)), [39]);
    for at in [160, -1, i32::MAX, i32::MIN] {
        assert!(is_refused(|| refined_past_the_end(&mut block(40), at)));
    }
}

#[test]
fn overlaps_are_in_order() {
    let mut t = block(33);
    forwards(&mut t);
    assert_eq!(t.as_slice(), (0..33).collect::<Vec<_>>());
    let (mut t, mut same) = (Block::<i32>::zeros([5, 5]), [[0; 5]; 5]);
    squares(&mut t, 1);
    for y in 0..4 {
        for x in 0..4 {
            same[1 + y][1 + x] = same[1 + x][1 + y] + 1;
        }
    }
    assert_eq!(t.as_slice(), same.as_flattened());
    assert!(is_refused(|| squares(&mut t, 2)));
}

#[test]
fn calls_check_what_they_pass_on() {
    assert_eq!(written(|t| calls_outside(t, 36, 3)), [39]);
    for (n, m) in [(36, 4), (37, 3), (100_000, 0), (0, 100_000)] {
        assert!(is_refused(|| calls_outside(&mut block(40), n, m)));
    }
    assert_eq!(written(|t| calls_through_calls(t, 2, 3)), [5]);
    assert!(is_refused(|| calls_through_calls(&mut block(5), 2, 3)));
    let mut t = block(3);
    blocks_of_passes(&mut t, 3);
    assert_eq!(t.as_slice(), [1; 3]);
    assert!(is_refused(|| blocks_of_passes(&mut t, 4)));
}

#[test]
fn elements_without_size() {
    let mut t = Block::<Nothing>::zeros([5]);
    assert_eq!(written(|out| of_nothing(&mut t, out, 4)), [0, 1, 2, 3, 4]);
    assert!(is_refused(|| of_nothing(&mut t, &mut block(8), 5)));
    assert!(is_refused(|| of_nothing(&mut t, &mut block(4), 0)));
}

#[test]
fn closures_of_closures() {
    assert_eq!(written(|t| scaled(t, |x| x, 4)), [4, 8]);
    assert!(is_refused(|| scaled(&mut block(8), |x| x, 4)));
    assert_eq!(written(|t| kept_in_a_list(t, 3)), [0, 1, 2, 3, 4, 5]);
    assert!(is_refused(|| kept_in_a_list(&mut block(5), 3)));
}
