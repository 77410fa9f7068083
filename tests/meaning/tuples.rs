//! Tensors named by a tuple.

use unite::{Block, kernel};

/// The lifting step of the 5/3 wavelet on even and odd elements.
#[kernel]
fn lift(row: &mut Tensor<[i32; 8]>) {
    let (even, odd) = (row[[(0..8).step_by(2)]], row[[(1..8).step_by(2)]]);
    let (even, odd, last) = (odd, even, 3);
    for k in 0..last {
        even[[k]] -= (odd[[k]] + odd[[k + 1]]) >> 1;
    }
    let (copy, mut sum) = (row.to_block(), 0);
    for k in 0..8 {
        sum += copy[[k]];
    }
    let (zeros, ones) = (Block::<[i32; 8]>::stack(), 1);
    row[[7]] = sum + zeros[[0]] + ones;
}

#[test]
fn of_views_blocks_and_numbers() {
    let mut row = Block::from([1, 2, 3, 4, 5, 6, 7, 8]);
    lift(&mut row);
    assert_eq!(row.as_slice(), [1, 0, 3, 0, 5, 0, 7, 1 + 3 + 5 + 7 + 8 + 1]);
}
