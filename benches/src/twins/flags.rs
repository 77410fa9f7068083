//! One flag for each macroblock, asked for at every sample: by hand that is a shift.

use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use crate::library;
use unite::{Block, kernel};

/// A strip of four rows of 64 macroblocks.
const ROWS: usize = 64;
const WIDTH: usize = 1024;

/// A strip of a picture, whether its macroblocks are intra, and which of its 4x4 blocks have such neighbours.
struct Strip {
    frame: Block<[[u8; WIDTH]; ROWS]>,
    intra: Block<[[u8; WIDTH / 16]; ROWS / 16]>,
    allowed: Block<[[u8; WIDTH / 4]; ROWS / 4]>,
}

impl Data for Strip {
    fn output(&self) -> Vec<i64> {
        self.allowed.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// Whether each 4x4 block may be predicted from above and from the left, if only intra macroblocks may be used.
#[kernel]
fn predictable(
    allowed: &mut Tensor<[[u8; 256]; 16]>,
    frame: &Tensor<[[u8; 1024]; 64]>,
    intra: &Tensor<[[u8; 64]; 4]>,
) {
    let used = frame.coarsen([16, 16]).block_copy(); // one for each macroblock
    used[[!y, !x]] = intra[[!y, !x]];
    let used = used.refine([16, 16]); // one for each sample
    for by in 1..16 {
        for bx in 1..256 {
            let pred = frame[[4 * by..4 * by + 4, 4 * bx..4 * bx + 4]];
            let flags = used[pred];
            allowed[[by, bx]] = flags[[-1, -1]] & flags[[-1, 0]] & flags[[0, -1]];
        }
    }
}

by_hand! {
    #[inline(never)]
    fn predictable_by_hand(allowed: &mut [[u8; WIDTH / 4]; ROWS / 4], intra: &[[u8; WIDTH / 16]; ROWS / 16]) {
        let used = *intra;
        for by in 1..ROWS / 4 {
            for bx in 1..WIDTH / 4 {
                let (above, left) = ((by - 1) >> 2, (bx - 1) >> 2);
                allowed[by][bx] = used[above][left] & used[above][bx >> 2] & used[by >> 2][left];
            }
        }
    }
}

pair!(
    flags,
    Strip,
    Strip {
        frame: Block::<u8>::zeros([ROWS, WIDTH]).fixed().expect("a strip"),
        intra: {
            let flags = samples(ROWS * WIDTH / 256, 4).map(|sample| u8::from(sample > 0)).collect();
            let flags = Block::from_vec(flags, [ROWS / 16, WIDTH / 16]).expect("a flag for each macroblock");
            flags.fixed().expect("a strip of macroblocks")
        },
        allowed: Block::<u8>::zeros([ROWS / 4, WIDTH / 4]).fixed().expect("a strip of blocks"),
    },
    |strip| predictable(&mut strip.allowed, &strip.frame, &strip.intra),
    |strip: &mut Strip| {
        let allowed: &mut [_; ROWS / 4] =
            strip.allowed.as_mut_slice().as_chunks_mut().0.try_into().expect("blocks");
        predictable_by_hand(allowed, strip.intra.as_slice().as_chunks().0.try_into().expect("macroblocks"))
    },
    |strip| library::flags::predictable(strip.allowed.view_mut(), strip.frame.view(), strip.intra.view()),
);
