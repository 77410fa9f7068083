//! Rows of blocks of 8 by 8.

use unite::{Block, Dyn, Elem};

/// Blocks of 8 by 8 elements, one after the other.
pub type BlockRow<T> = Block<Dyn<[[T; 8]; 8]>>;

/// As many blocks as a row of a picture of 1024 samples has.
pub const BLOCKS: usize = 128;

/// A row of blocks of these elements.
pub fn block_row<T: Elem>(elements: Vec<T>) -> BlockRow<T> {
    let count = elements.len() / 64;
    let row = Block::from_vec(elements, [count, 8, 8]).expect("whole blocks");
    row.fixed().expect("blocks of 8 by 8")
}
