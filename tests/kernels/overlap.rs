//! Several views of one block, read and written side by side, here and in calls.

use unite::{Block, kernel};

#[kernel]
fn swap_halves(row: &mut Tensor<[u8; 8]>) {
    let (mid, end) = (4, 8);
    let left = row[[0..mid]];
    let right = row[[mid..end]];
    for i in 0..4 {
        let saved = left[[i]];
        left[[i]] = right[[i]];
        right[[i]] = saved;
    }
}

#[kernel]
fn running_sum(row: &mut Tensor<[i32]>) {
    let before = row[[0..row.extent(0) - 1]];
    let after = row[[1..]];
    for [i] in after.indices() {
        after[[i]] += before[[i]];
    }
}

#[kernel]
fn add_into(to: &mut Tensor<[i32]>, from: &Tensor<[i32]>) {
    for i in 0..to.extent(0) {
        to[[i]] += from[[i]];
    }
}

#[kernel]
fn running_sum_by_call(row: &mut Tensor<[i32]>) {
    let before = row[[0..row.extent(0) - 1]];
    let after = row[[1..]];
    add_into(&mut after, &before);
}

#[kernel]
fn add_both(a: &mut Tensor<[i32]>, b: &mut Tensor<[i32]>) {
    for i in 0..a.extent(0) {
        a[[i]] += 1;
        b[[i]] += 10;
    }
}

#[kernel]
fn same_twice(row: &mut Tensor<[i32]>) {
    let back = row[[1..]];
    add_both(&mut row, &mut row);
    add_both(&mut back, &mut row[[0..2]]);
}

#[kernel]
fn flip(plane: &mut Tensor<[[u8; 4]; 4]>) {
    let t = plane.permute([1, 0]);
    for y in 0..4 {
        for x in 0..y {
            let saved = plane[[y, x]];
            plane[[y, x]] = t[[y, x]];
            t[[y, x]] = saved;
        }
    }
}

#[kernel]
fn through_block(out: &mut Tensor<[[i32; 4]; 4]>) {
    let mut tmp = Block::<[[i32; 4]; 4]>::stack();
    let t = tmp.permute([1, 0]);
    for [y, x] in tmp.indices() {
        tmp[[y, x]] = 10 * y + x;
    }
    let quarter = t[[2..4, 0..2]];
    add_one(&mut quarter);
    let rows = Block::<i32>::zeros([2, 4]);
    rows[[!y, !x]] = tmp[[!y, !x]] * 2;
    out[[!y, !x]] = t[[!y, !x]];
    let upper = out[[0..2, ..]];
    upper[[!y, !x]] += rows[[!y, !x]];
}

#[kernel]
fn add_one(block: &mut Tensor<[[i32; 2]; 2]>) {
    block[[!y, !x]] += 1;
}

#[kernel]
fn twice_removed(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    deeper(&mut out[[1..3, 1..3]], &plane.permute([1, 0]));
}

#[kernel]
fn deeper(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    // A neighbour of the view that was passed, in the block of the first caller.
    out[[-1, -1]] = plane[[2, 0]];
    let p = plane[[1.., ..]];
    deepest(&mut out[[1, ..]], &p[[-1, ..]]);
}

#[kernel]
fn deepest(out: &mut Tensor<[u8]>, row: &Tensor<[u8]>) {
    out[[!i]] = row[[!i]];
    out[[-1]] = row[[2]];
}

#[test]
fn views_side_by_side() {
    let mut row = Block::from([1u8, 2, 3, 4, 5, 6, 7, 8]);
    swap_halves(&mut row);
    assert_eq!(row.as_slice(), [5, 6, 7, 8, 1, 2, 3, 4]);
    let mut row = Block::from_vec(vec![1, 2, 3, 4, 5], [5]).unwrap();
    running_sum(&mut row);
    assert_eq!(row.as_slice(), [1, 3, 6, 10, 15]);
    let mut plane = Block::from([[0u8, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23], [30, 31, 32, 33]]);
    flip(&mut plane);
    assert_eq!(plane.as_slice()[..8], [0, 10, 20, 30, 1, 11, 21, 31]);
}

#[test]
fn views_in_one_call() {
    let mut row = Block::from_vec(vec![1, 2, 3, 4, 5], [5]).unwrap();
    running_sum_by_call(&mut row);
    assert_eq!(row.as_slice(), [1, 3, 6, 10, 15]);
    let mut row = Block::from_vec(vec![0, 0, 0], [3]).unwrap();
    same_twice(&mut row);
    assert_eq!(row.as_slice(), [21, 22, 12]);
}

#[test]
fn local_blocks() {
    let mut out = Block::<[[i32; 4]; 4]>::stack();
    through_block(&mut out);
    for y in 0..4isize {
        for x in 0..4isize {
            let tmp = |y: isize, x: isize| 10 * y + x + isize::from(y < 2 && x >= 2);
            let want = tmp(x, y) + if y < 2 { 2 * tmp(y, x) } else { 0 };
            assert_eq!(out.read([y, x]) as isize, want, "at {y}, {x}");
        }
    }
}

#[test]
fn views_of_views_of_views() {
    let plane = Block::<u8>::from_vec((0..12).collect(), [3, 4]).unwrap();
    let mut out = Block::<u8>::zeros([4, 4]);
    twice_removed(&mut out, &plane);
    assert_eq!(out.as_slice(), [2, 0, 0, 0, 0, 0, 0, 0, 8, 0, 4, 0, 0, 0, 0, 0]);
}
