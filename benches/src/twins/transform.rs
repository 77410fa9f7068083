//! From samples to levels by hand: the twins of the steps, for sixteen blocks at a time.

use super::forward_dct::both;
use super::masks::masks;
use super::pair::{Data, by_hand, pair};
use super::quantization::{quantized, steps, tables};
use super::samples::bytes;
use super::sequence::sequences;
use crate::library;
use unite::library::Heap;
use unite::{Block, Dyn};
use unite_jpeg::kernels::{self, Divisors};

/// So many blocks.
const BLOCKS: usize = 64;

/// Samples of a row of blocks, and what they become.
struct Row {
    samples: Heap<u8, 2>,
    divisors: Divisors,
    levels: Block<Dyn<[i16; 64]>>,
    masks: Block<Dyn<[u16; 4]>>,
}

fn row() -> Row {
    let extents = [8, 8 * BLOCKS];
    let samples = Block::from_vec(bytes(64 * BLOCKS), extents).expect("eight rows");
    let levels = Block::<i16>::zeros([BLOCKS, 64]).fixed().expect("sequences of 64");
    let masks = Block::<u16>::zeros([BLOCKS, 4]).fixed().expect("four words");
    Row { samples, divisors: steps(), levels, masks }
}

impl Data for Row {
    fn output(&self) -> Vec<i64> {
        let levels = self.levels.as_slice().iter().copied().map(i64::from);
        levels.chain(self.masks.as_slice().iter().copied().map(i64::from)).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn each(samples: &[u8], pitch: usize, tables: &[[i16; 1024]; 3], levels: &mut [i16], words: &mut [u16]) {
        let sixteens = levels.as_chunks_mut::<64>().0.as_chunks_mut::<16>().0;
        let words = words.as_chunks_mut::<4>().0.as_chunks_mut::<16>().0;
        assert!(sixteens.len() * 128 <= pitch && samples.len() >= 8 * pitch);
        for (g, (out, words)) in sixteens.iter_mut().zip(words).enumerate() {
            let row = |y: usize| samples[y * pitch + 128 * g..].first_chunk().expect("as many as were asked for");
            let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
            let (mut coefficients, mut levels) = ([[[0; 16]; 8]; 8], [0; 1024]);
            both(rows, &mut coefficients);
            let coefficients = coefficients.as_flattened().as_flattened().first_chunk().expect("1024 numbers");
            quantized(coefficients, tables, &mut levels);
            sequences(&levels, out);
            masks(&levels, words);
        }
    }
}

pair!(
    transform_row,
    Row,
    row(),
    |Row { samples, divisors, levels, masks }| kernels::transform_row(samples, divisors, levels, masks),
    |Row { samples, divisors, levels, masks }: &mut Row| {
        let pitch = samples.extents()[1];
        each(samples.as_slice(), pitch, tables(divisors), levels.as_mut_slice(), masks.as_mut_slice())
    },
    |Row { samples, divisors, levels, masks }| {
        let (levels, masks) = (levels.view_mut(), masks.view_mut());
        library::transform::transform_row(samples.view(), divisors.view(), levels, masks)
    },
);
