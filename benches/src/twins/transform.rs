//! From samples to levels by hand: the twins of the steps, block by block.

use super::block_row::BLOCKS;
use super::forward_dct::{columns, rows};
use super::pair::{Data, by_hand, pair};
use super::quantization::{quantized, steps, tables};
use super::samples::bytes;
use super::sequence::sequence;
use unite::library::Heap;
use unite::{Block, Dyn};
use unite_jpeg::kernels::{self, Divisors};

/// Samples of a row of blocks, and what they become.
struct Row {
    samples: Heap<u8, 2>,
    divisors: Divisors,
    levels: Block<Dyn<[i16; 64]>>,
}

fn row() -> Row {
    let extents = [8, 8 * BLOCKS];
    let samples = Block::from_vec(bytes(64 * BLOCKS), extents).expect("eight rows");
    let levels = Block::<i16>::zeros([BLOCKS, 64]).fixed().expect("sequences of 64");
    Row { samples, divisors: steps(), levels }
}

impl Data for Row {
    fn output(&self) -> Vec<i64> {
        self.levels.as_slice().iter().copied().map(i64::from).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn each(samples: &[u8], pitch: usize, divisors: &[u16; 192], levels: &mut [i16]) {
        let levels = levels.as_chunks_mut::<64>().0;
        assert!(levels.len() * 8 <= pitch && samples.len() >= 8 * pitch);
        for (b, out) in levels.iter_mut().enumerate() {
            let mut block = [0; 64];
            for v in 0..8 {
                for u in 0..8 {
                    // SAFETY: the rows were checked to hold as many blocks as there are levels for.
                    let sample = unsafe { *samples.get_unchecked(v * pitch + 8 * b + u) };
                    block[8 * v + u] = i32::from(sample) - 128;
                }
            }
            rows(&mut block, 11);
            columns(&mut block, 15);
            let mut levels = [0; 64];
            quantized(&block, divisors, &mut levels);
            *out = sequence(&levels);
        }
    }
}

pair!(
    transform_row,
    Row,
    row(),
    |Row { samples, divisors, levels }| kernels::transform_row(samples, divisors, levels),
    |Row { samples, divisors, levels }: &mut Row| {
        let pitch = samples.extents()[1];
        each(samples.as_slice(), pitch, tables(divisors), levels.as_mut_slice())
    }
);
