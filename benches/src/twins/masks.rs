//! Masks of levels by hand.

use super::forward_dct::Numbers;
use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use super::sequence::sequence;
use unite::{Block, Dyn};
use unite_jpeg::kernels::{self, SMALL};

/// Levels of sixteen blocks side by side, most of them zero, and their masks.
struct Sixteen {
    levels: Block<Numbers, Numbers>,
    masks: Block<Dyn<[u16; 4]>>,
}

fn sixteen() -> Sixteen {
    let mut values = samples(1024, 40).map(|sample| (sample as i16 - 30).max(0));
    let mut next = || values.next().expect("as many as were asked for");
    let levels: Numbers = std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| next())));
    let masks = Block::<u16>::zeros([16, 4]).fixed().expect("four words");
    Sixteen { levels: Block::from(levels), masks }
}

impl Data for Sixteen {
    fn output(&self) -> Vec<i64> {
        self.masks.as_slice().iter().copied().map(i64::from).collect()
    }
}

by_hand! {
    #[inline(never)]
    pub(super) fn masks(levels: &[i16; 1024], masks: &mut [[u16; 4]; 16]) {
        let (mut words, mut least, mut greatest) = ([[0u16; 16]; 4], [0; 16], [0; 16]);
        let places = sequence(&std::array::from_fn(|place| place as i16));
        for k in 1..64 {
            let row: &[i16; 16] = levels[16 * places[k] as usize..].first_chunk().expect("sixteen levels");
            for b in 0..16 {
                words[k / 16][b] |= if row[b] != 0 { 1 << (k % 16) } else { 0 };
                least[b] = row[b].min(least[b]);
                greatest[b] = row[b].max(greatest[b]);
            }
        }
        for b in 0..16 {
            words[0][b] |= u16::from(i32::from(least[b]) < -SMALL || i32::from(greatest[b]) >= SMALL);
            masks[b] = [0, 1, 2, 3].map(|word| words[word][b]);
        }
    }
}

pair!(
    nonzero,
    Sixteen,
    sixteen(),
    |Sixteen { levels, masks }| kernels::nonzero(levels, masks),
    |Sixteen { levels, masks: out }: &mut Sixteen| {
        let words = out.as_mut_slice().as_chunks_mut().0.first_chunk_mut().expect("sixteen masks");
        masks(levels.as_slice().first_chunk().expect("1024 levels"), words)
    }
);
