//! Masks of levels by hand.

use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::library::Heap;
use unite::{Block, Dyn};
use unite_jpeg::kernels;

/// The blocks of a strip of a picture 1024 wide.
const STRIP: usize = 8 * 128;

/// Blocks of levels, most of them zero, and their masks.
struct Row {
    levels: Block<Dyn<[i16; 64]>>,
    masks: Heap<u64, 1>,
}

fn row() -> Row {
    let levels = samples(64 * STRIP, 40).map(|sample| (sample as i16 - 30).max(0)).collect();
    let levels = Block::from_vec(levels, [STRIP, 64]).expect("whole blocks");
    Row { levels: levels.fixed().expect("blocks of 64"), masks: Block::<u64>::zeros([STRIP]) }
}

impl Data for Row {
    fn output(&self) -> Vec<i64> {
        self.masks.as_slice().iter().map(|&mask| mask as i64).collect()
    }
}

/// Exchanges rows and columns of eight by eight bits.
#[inline(always)]
fn transposed(mut bits: u64) -> u64 {
    for (distance, below) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0xF0F0_F0F0)] {
        let moved = (bits ^ bits >> distance) & below;
        bits ^= moved ^ moved << distance;
    }
    bits
}

by_hand! {
    #[inline(never)]
    fn each(levels: &[i16], masks: &mut [u64]) {
        for (levels, mask) in levels.as_chunks::<64>().0.iter().zip(&mut *masks) {
            let flags: [u8; 64] = std::array::from_fn(|k| u8::from(levels[k] != 0) << (k / 8));
            *mask = flags.as_chunks::<8>().0.iter().fold(0, |mask, group| mask | u64::from_le_bytes(*group));
        }
        for mask in masks {
            *mask = transposed(*mask);
        }
    }
}

pair!(
    nonzero,
    Row,
    row(),
    |Row { levels, masks }| kernels::nonzero(levels, masks),
    |Row { levels, masks }: &mut Row| each(levels.as_slice(), masks.as_mut_slice())
);
