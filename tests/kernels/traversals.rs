//! Constant orders of the points of a tensor.

use unite::level::{self, Level};
use unite::{Block, kernel};

/// Numbers of the elements of a block, in two orders.
#[kernel]
fn orders(morton: &mut Tensor<[u8; 16]>, hilbert: &mut Tensor<[u8; 16]>, block: &Tensor<[[u8; 4]; 4]>) {
    for (k, [y, x]) in block.morton().enumerate() {
        morton[[k]] = block[[y, x]];
    }
    for (k, [y, x]) in block.hilbert().enumerate() {
        hilbert[[k]] = block[[y, x]];
    }
}

/// Those of a box of three axes, and of one that is no square.
#[kernel]
fn boxes(
    out: &mut Tensor<[u8; 12]>,
    cells: &Tensor<[[[u8; 3]; 2]; 2]>,
    row: &Tensor<[[u8; 4]; 3]>,
    of_cells: bool,
) {
    if of_cells {
        for (k, [z, y, x]) in cells.morton().enumerate() {
            out[[k]] = cells[[z, y, x]];
        }
    } else {
        for (k, [y, x]) in row.hilbert().enumerate() {
            out[[k]] = row[[y, x]];
        }
    }
}

#[test]
fn orders_are_those_of_the_curves() {
    let block = Block::from(std::array::from_fn(|y| std::array::from_fn(|x| (10 * y + x) as u8)));
    for level in Level::available() {
        level::limit(level);
        let (mut morton, mut hilbert) = (Block::from([0; 16]), Block::from([0; 16]));
        orders(&mut morton, &mut hilbert, &block);
        assert_eq!(morton.as_slice(), [0, 1, 10, 11, 2, 3, 12, 13, 20, 21, 30, 31, 22, 23, 32, 33]);
        assert_eq!(hilbert.as_slice(), [0, 1, 11, 10, 20, 30, 31, 21, 22, 32, 33, 23, 13, 12, 2, 3]);
    }
    level::limit(Level::V4);
}

#[test]
fn boxes_are_parts_of_the_curves() {
    let number = |z: usize, y: usize, x: usize| (100 * z + 10 * y + x) as u8;
    let cells = Block::from(std::array::from_fn(|z| {
        std::array::from_fn(|y| std::array::from_fn(|x| number(z, y, x)))
    }));
    let row = Block::from(std::array::from_fn(|y| std::array::from_fn(|x| number(0, y, x))));
    let mut out = Block::from([0; 12]);
    boxes(&mut out, &cells, &row, true);
    assert_eq!(out.as_slice(), [0, 1, 10, 11, 100, 101, 110, 111, 2, 12, 102, 112]);
    boxes(&mut out, &cells, &row, false);
    assert_eq!(out.as_slice(), [0, 1, 11, 10, 20, 21, 22, 23, 13, 12, 2, 3]);
}
