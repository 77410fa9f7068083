//! Extents beyond an `i32`.

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

#[test]
fn of_views_are_bounded() {
    let t = Block::<u8>::zeros([8]);
    // 2^32 + 5: as an `i32`, 5.
    let (a, b) = (3, 1_431_655_767);
    assert!(is_refused(|| caller(&mut Block::<i32>::zeros([8]), &t, a, b)));
    assert!(is_refused(|| itself(&mut Block::<i32>::zeros([8]), &t, a, b)));
    assert!(is_refused(|| counted(&mut Block::<i32>::zeros([8]), &t, a, b)));
}
