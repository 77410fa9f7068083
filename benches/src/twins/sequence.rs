//! The zig-zag sequence by hand: every place by its number.

use super::block_row::{BLOCKS, BlockRow, block_row};
use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::{Block, Dyn, kernel};
use unite_jpeg::kernels;

/// Blocks, and their sequences.
struct Row {
    blocks: BlockRow<i16>,
    sequences: Block<Dyn<[i16; 64]>>,
}

fn row() -> Row {
    let blocks = block_row(samples(64 * BLOCKS, 2000).map(|sample| sample as i16 - 1000).collect());
    let sequences = Block::<i16>::zeros([BLOCKS, 64]).fixed().expect("sequences of 64");
    Row { blocks, sequences }
}

impl Data for Row {
    fn output(&self) -> Vec<i64> {
        self.sequences.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// Every block, in sequence.
#[kernel]
fn zigzag_of_each(blocks: &Tensor<[[[i16; 8]; 8]]>, sequences: &mut Tensor<[[i16; 64]]>) {
    for b in 0..blocks.extent(0) {
        kernels::zigzag(blocks[[b, .., ..]], sequences[[b, ..]]);
    }
}

/// A block in the sequence of figure A.6 of T.81.
#[rustfmt::skip]
#[inline(always)]
pub fn sequence(b: &[i16; 64]) -> [i16; 64] {
    [
        b[0], b[1], b[8], b[16], b[9], b[2], b[3], b[10],
        b[17], b[24], b[32], b[25], b[18], b[11], b[4], b[5],
        b[12], b[19], b[26], b[33], b[40], b[48], b[41], b[34],
        b[27], b[20], b[13], b[6], b[7], b[14], b[21], b[28],
        b[35], b[42], b[49], b[56], b[57], b[50], b[43], b[36],
        b[29], b[22], b[15], b[23], b[30], b[37], b[44], b[51],
        b[58], b[59], b[52], b[45], b[38], b[31], b[39], b[46],
        b[53], b[60], b[61], b[54], b[47], b[55], b[62], b[63],
    ]
}

by_hand! {
    #[inline(never)]
    fn each(blocks: &[i16], sequences: &mut [i16]) {
        for (block, out) in blocks.as_chunks::<64>().0.iter().zip(sequences.as_chunks_mut::<64>().0) {
            *out = sequence(block);
        }
    }
}

pair!(
    zigzag,
    Row,
    row(),
    |Row { blocks, sequences }| zigzag_of_each(blocks, sequences),
    |Row { blocks, sequences }: &mut Row| each(blocks.as_slice(), sequences.as_mut_slice())
);
