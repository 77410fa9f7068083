//! Index 0 of a view may lie outside of the memory of its block.

use unite::{Block, kernel};

#[kernel]
fn above(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    pred[[!y, !x]] = p[[-1, !x]];
}

#[kernel]
fn corner(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    pred[[0, 0]] = recon[pred][[-1, -1]];
}

#[kernel]
fn fourth(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    out[[0]] = t[[3]];
}

#[kernel]
fn shifted(t: &mut Tensor<[i32]>, n: i32) {
    let v = t[[n - 2..n + 3]];
    v[[2]] = 7;
    for i in 2..4 {
        v[[i]] += 1;
    }
}

#[test]
fn index_zero_is_outside() {
    let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16]).unwrap();
    let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([16, 16]).unwrap();
    corner(&mut pred, &recon);
    assert_eq!(pred.get([0, 0]).unwrap(), 255);
    let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([16, 12]).unwrap();
    above(&mut pred, &recon);
    assert_eq!(pred.get([3, 3]).unwrap(), 255);
}

#[test]
fn views_begin_before_their_blocks() {
    let t = Block::<i32>::from_vec(vec![1, 2, 3], [3]).unwrap();
    let mut out = Block::<i32>::zeros([1]);
    fourth(&mut out, &t.view().partition([unite::span(-2..3)]).unwrap().tensor().unwrap());
    assert_eq!(out.as_slice(), [2]);
    let mut t = t;
    shifted(&mut t, 0);
    assert_eq!(t.as_slice(), [8, 3, 3]);
}
