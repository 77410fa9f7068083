//! Masks of levels by hand.

use super::block_row::BLOCKS;
use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::library::Heap;
use unite::{Block, Dyn};
use unite_jpeg::kernels;

/// Blocks of levels, most of them zero, and their masks.
struct Row {
    levels: Block<Dyn<[i16; 64]>>,
    masks: Heap<u64, 1>,
}

fn row() -> Row {
    let levels = samples(64 * BLOCKS, 40).map(|sample| (sample as i16 - 30).max(0)).collect();
    let levels = Block::from_vec(levels, [BLOCKS, 64]).expect("whole blocks");
    Row { levels: levels.fixed().expect("blocks of 64"), masks: Block::<u64>::zeros([BLOCKS]) }
}

impl Data for Row {
    fn output(&self) -> Vec<i64> {
        self.masks.as_slice().iter().map(|&mask| mask as i64).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn each(levels: &[i16], masks: &mut [u64]) {
        for (levels, mask) in levels.as_chunks::<64>().0.iter().zip(masks) {
            let flags: [u8; 64] = std::array::from_fn(|k| u8::from(levels[k] != 0) << (k % 8));
            let groups = flags.as_chunks::<8>().0;
            let bits: [u8; 8] = std::array::from_fn(|g| {
                (u64::from_le_bytes(groups[g]).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
            });
            *mask = u64::from_le_bytes(bits);
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
