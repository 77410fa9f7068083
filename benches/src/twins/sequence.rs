//! The zig-zag sequence by hand: every place by its number.

use super::forward_dct::Numbers;
use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use crate::library;
use unite::{Block, Dyn};
use unite_jpeg::kernels;

/// Blocks, and their sequences.
struct Sixteen {
    blocks: Block<Numbers, Numbers>,
    sequences: Block<Dyn<[i16; 64]>>,
}

fn sixteen() -> Sixteen {
    let numbers: Vec<i16> = samples(1024, 2000).map(|sample| sample as i16 - 1000).collect();
    let blocks = std::array::from_fn(|v| {
        std::array::from_fn(|u| std::array::from_fn(|b| numbers[128 * v + 16 * u + b]))
    });
    let sequences = Block::<i16>::zeros([16, 64]).fixed().expect("sequences of 64");
    Sixteen { blocks: Block::from(blocks), sequences }
}

impl Data for Sixteen {
    fn output(&self) -> Vec<i64> {
        self.sequences.as_slice().iter().copied().map(i64::from).collect()
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

/// The sequences of sixteen blocks.
#[inline(always)]
pub fn sequences(blocks: &[i16; 1024], sequences: &mut [[i16; 64]; 16]) {
    for (b, out) in sequences.iter_mut().enumerate() {
        *out = sequence(&std::array::from_fn(|i| blocks[16 * i + b]));
    }
}

by_hand! {
    #[inline(never)]
    fn all(blocks: &[i16; 1024], out: &mut [[i16; 64]; 16]) {
        sequences(blocks, out);
    }
}

pair!(
    zigzag,
    Sixteen,
    sixteen(),
    |Sixteen { blocks, sequences }| kernels::zigzag(blocks, sequences),
    |Sixteen { blocks, sequences }: &mut Sixteen| {
        let out = sequences.as_mut_slice().as_chunks_mut().0.first_chunk_mut().expect("sixteen blocks");
        all(blocks.as_slice().first_chunk().expect("sixteen blocks"), out)
    },
    |Sixteen { blocks, sequences }| library::transform::zigzag(blocks.view(), sequences.view_mut()),
);
