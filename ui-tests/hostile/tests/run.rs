//! The kernels of the hostile crate run.

use my_unite::Block;
use unite_hostile::{
    Filter, Invert, clashes, closures, downwards, fill_with_seven, local, scale, shadowed_prelude, smooth,
};

#[test]
fn constructs() {
    let plane = Block::<u8>::from_vec((0..24).collect(), [4, 6]).unwrap();
    let mut out = Block::<u8>::zeros([4, 6]);
    smooth(&mut out, &plane, 2, 1);
    assert_eq!(out.as_slice()[..12], [5, 6, 6, 5, 5, 5, 5, 6, 7, 8, 9, 10]);
    assert!(smooth::fits(&out, &plane, 5).is_err());
    scale(&mut out, 2);
    assert_eq!(out.read([1, 5]), 20);
    assert_eq!(local(), 6);
    let mut block = Block::from([[5u8; 4]; 4]);
    Invert.run(&mut block);
    assert_eq!(block.as_slice(), [250; 16]);
    fill_with_seven(&mut out);
    assert_eq!(out.as_slice(), [7; 24]);
    out.as_mut_slice()[..2].copy_from_slice(&[1, 2]);
    downwards(&mut out);
    assert_eq!(out.as_slice()[18..], [1, 2, 7, 7, 7, 7]);
    let mut pairs = Block::from([[0i32; 3]; 2]);
    assert_eq!(closures(&mut pairs, "ab", |s, x| s.len() as i32 * x, |y| 10 * y), "ab");
    assert_eq!(pairs.as_slice(), [0, 2, 4, 10, 12, 14]);
}

#[test]
fn names() {
    let mut check = Block::<[[u8; 4]; 4]>::stack();
    let body = Block::from([[0u8, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23], [30, 31, 32, 33]]);
    clashes(&mut check, &body, 4, 0, 1);
    assert_eq!(check.as_slice()[..4], [5, 17, 27, 38]);
    let mut out = Block::<u8>::zeros([4, 4]);
    shadowed_prelude::hidden(&mut out, &Block::from([3u8, 5, 6, 7]), 1);
    assert_eq!(out.as_slice(), [3, 0, 0, 0, 6, 6, 0, 0, 5, 6, 0, 0, 1, 0, 0, 0]);
}
