//! A kernel through views that know nothing of locations, those of `ndarray`: what a library of tensors costs without
//! colocation. Whoever writes it finds the neighbours of a block: the view of them is cut around the block by hand.

use ndarray::{ArrayView2, ArrayViewMut2, s};

/// Intra_4x4_Vertical_Right (H.264 8.3.1.2.6), a sample: `around` begins a column and a row before the block.
fn vertical_right(around: &ArrayView2<'_, u8>, x: isize, y: isize) -> u8 {
    let p = |x: isize, y: isize| u16::from(around[[(x + 1) as usize, (y + 1) as usize]]);
    let sample = match 2 * x - y {
        0 | 2 | 4 | 6 => (p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 1) >> 1,
        1 | 3 | 5 => (p(x - (y >> 1) - 2, -1) + 2 * p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 2) >> 2,
        -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
        _ => (p(-1, y - 1) + 2 * p(-1, y - 2) + p(-1, y - 3) + 2) >> 2,
    };
    sample as u8
}

/// Intra_4x4_Vertical_Right of every block of a strip but the first.
pub fn vertical_right_of_each(mut recon: ArrayViewMut2<'_, u8>) {
    for first in (4..recon.ncols()).step_by(4) {
        let values: [[u8; 4]; 4] = {
            let around = recon.slice(s![0..5, first - 1..first + 4]).reversed_axes();
            std::array::from_fn(|x| std::array::from_fn(|y| vertical_right(&around, x as isize, y as isize)))
        };
        let mut pred = recon.slice_mut(s![1..5, first..first + 4]).reversed_axes();
        for ((x, y), sample) in pred.indexed_iter_mut() {
            *sample = values[x][y];
        }
    }
}
