//! Which Intra prediction is best (H.264 8.3), by the sum of absolute transformed differences and the bits of the mode.

use unite::Block;
use unite_h264::kernels::intra_4x4::{self, ABOVE_RIGHT, NO_ABOVE_RIGHT};
use unite_h264::kernels::neighbours_8x8::{self, CORNER, NO_CORNER, filter_above, filter_left};
use unite_h264::kernels::{
    Neighbours, choose_4x4, choose_8x8, choose_16x16, choose_chroma, intra_8x8, intra_16x16, intra_chroma,
    sa8d, satd_4x4, satd_8x8, satd_16x16,
};

use crate::location::Local;

use crate::picture::{Block4, Block8, Block16, PlanePart};

/// The best of some predictions: which one, and its cost.
pub type Best = (usize, i32);

/// Tries a prediction: it stays if it is better than those before.
macro_rules! attempt {
    ($best:ident, $mode:expr, $cost:expr, $made:expr => $keep:expr) => {{
        let cost = $cost;
        if cost < $best.1 {
            $best = ($mode, cost);
            $keep;
        }
    }};
}

/// The best mode of Intra_4x4 prediction (8.3.1.2) whose neighbours are available; `extra` is what each mode costs beside its
/// differences. `pred` is its prediction.
pub fn best_4x4(
    pred: &mut Block4,
    samples: &Block4,
    recon: &PlanePart<'_>,
    available: Neighbours,
    extra: [i32; 9],
) -> Best {
    let Neighbours { left, above, above_right, above_left } = available;
    if left && above && above_left {
        return if above_right {
            choose_4x4::<ABOVE_RIGHT>(pred, recon, samples, extra)
        } else {
            choose_4x4::<NO_ABOVE_RIGHT>(pred, recon, samples, extra)
        };
    }
    let mut best = (0, i32::MAX);
    let mut tried = pred.clone();
    let mut attempt = |mode: usize, tried: &Block4| {
        attempt!(best, mode, satd_4x4(samples, tried) + extra[mode], tried => pred.as_mut_slice().copy_from_slice(tried.as_slice()));
    };
    if above {
        intra_4x4::vertical(&mut tried, recon);
        attempt(0, &tried);
    }
    if left {
        intra_4x4::horizontal(&mut tried, recon);
        attempt(1, &tried);
    }
    match (left, above) {
        (true, true) => intra_4x4::dc(&mut tried, recon),
        (true, false) => intra_4x4::dc_left(&mut tried, recon),
        (false, true) => intra_4x4::dc_above(&mut tried, recon),
        (false, false) => intra_4x4::dc_none(&mut tried),
    }
    attempt(2, &tried);
    if above {
        if above_right {
            intra_4x4::diagonal_down_left::<ABOVE_RIGHT>(&mut tried, recon);
            attempt(3, &tried);
            intra_4x4::vertical_left::<ABOVE_RIGHT>(&mut tried, recon);
        } else {
            intra_4x4::diagonal_down_left::<NO_ABOVE_RIGHT>(&mut tried, recon);
            attempt(3, &tried);
            intra_4x4::vertical_left::<NO_ABOVE_RIGHT>(&mut tried, recon);
        }
        attempt(7, &tried);
    }
    if left {
        intra_4x4::horizontal_up(&mut tried, recon);
        attempt(8, &tried);
    }
    best
}

/// The neighbours of an 8x8 block on one line, filtered (8.3.2.2.1), as far as they are available. Only modes that need all of them
/// ask for the corner.
fn filtered_neighbours(pred: &Block8, recon: &PlanePart<'_>, available: Neighbours) -> Local<[u8; 25]> {
    const ABOVE_RIGHT: i32 = neighbours_8x8::ABOVE_RIGHT;
    const NO_ABOVE_RIGHT: i32 = neighbours_8x8::NO_ABOVE_RIGHT;
    let Neighbours { left, above, above_right, above_left } = available;
    let mut filtered = Block::<[u8; 25]>::stack();
    match (left && above && above_left, above_right) {
        (true, true) => neighbours_8x8::filter::<ABOVE_RIGHT>(pred, recon, &mut filtered),
        (true, false) => neighbours_8x8::filter::<NO_ABOVE_RIGHT>(pred, recon, &mut filtered),
        _ => {
            match (above, above_left, above_right) {
                (false, ..) => {}
                (_, true, true) => filter_above::<CORNER, ABOVE_RIGHT>(pred, recon, &mut filtered),
                (_, true, false) => filter_above::<CORNER, NO_ABOVE_RIGHT>(pred, recon, &mut filtered),
                (_, false, true) => filter_above::<NO_CORNER, ABOVE_RIGHT>(pred, recon, &mut filtered),
                (_, false, false) => filter_above::<NO_CORNER, NO_ABOVE_RIGHT>(pred, recon, &mut filtered),
            }
            match (left, above_left) {
                (false, _) => {}
                (_, true) => filter_left::<CORNER>(pred, recon, &mut filtered),
                (_, false) => filter_left::<NO_CORNER>(pred, recon, &mut filtered),
            }
        }
    }
    filtered
}

/// The best mode of Intra_8x8 prediction (8.3.2.2); all else as in [`best_4x4()`].
pub fn best_8x8(
    pred: &mut Block8,
    samples: &Block8,
    recon: &PlanePart<'_>,
    available: Neighbours,
    extra: [i32; 9],
) -> Best {
    let Neighbours { left, above, above_left, .. } = available;
    let filtered = filtered_neighbours(pred, recon, available);
    if left && above && above_left {
        let (mode, costs) = choose_8x8(pred, &filtered, samples, extra);
        return (mode, costs[mode]);
    }
    let mut best = (0, i32::MAX);
    let mut tried = pred.clone();
    let mut attempt = |mode: usize, tried: &Block8| {
        attempt!(best, mode, sa8d(samples, tried) + extra[mode], tried => pred.as_mut_slice().copy_from_slice(tried.as_slice()));
    };
    if above {
        intra_8x8::vertical(&mut tried, &filtered);
        attempt(0, &tried);
    }
    if left {
        intra_8x8::horizontal(&mut tried, &filtered);
        attempt(1, &tried);
    }
    match (left, above) {
        (true, true) => intra_8x8::dc(&mut tried, &filtered),
        (true, false) => intra_8x8::dc_left(&mut tried, &filtered),
        (false, true) => intra_8x8::dc_above(&mut tried, &filtered),
        (false, false) => intra_8x8::dc_none(&mut tried),
    }
    attempt(2, &tried);
    if above {
        intra_8x8::diagonal_down_left(&mut tried, &filtered);
        attempt(3, &tried);
        intra_8x8::vertical_left(&mut tried, &filtered);
        attempt(7, &tried);
    }
    if left {
        intra_8x8::horizontal_up(&mut tried, &filtered);
        attempt(8, &tried);
    }
    best
}

/// The best mode of Intra_16x16 prediction (8.3.3); all else as in [`best_4x4()`].
pub fn best_16x16(
    pred: &mut Block16,
    samples: &Block16,
    recon: &PlanePart<'_>,
    available: Neighbours,
    extra: [i32; 4],
) -> Best {
    let Neighbours { left, above, above_left, .. } = available;
    if left && above && above_left {
        return choose_16x16(pred, recon, samples, extra);
    }
    let mut best = (0, i32::MAX);
    let mut tried = pred.clone();
    let mut attempt = |mode: usize, tried: &Block16| {
        attempt!(best, mode, satd_16x16(samples, tried) + extra[mode], tried => pred.as_mut_slice().copy_from_slice(tried.as_slice()));
    };
    if above {
        intra_16x16::vertical(&mut tried, recon);
        attempt(0, &tried);
    }
    if left {
        intra_16x16::horizontal(&mut tried, recon);
        attempt(1, &tried);
    }
    match (left, above) {
        (true, true) => intra_16x16::dc(&mut tried, recon),
        (true, false) => intra_16x16::dc_left(&mut tried, recon),
        (false, true) => intra_16x16::dc_above(&mut tried, recon),
        (false, false) => intra_16x16::dc_none(&mut tried),
    }
    attempt(2, &tried);
    best
}

/// The best mode of Intra prediction of chrominance (8.3.4), the same one for both components.
pub fn best_chroma(
    pred: &mut [Block8; 2],
    samples: &[Block8; 2],
    recon: [&PlanePart<'_>; 2],
    available: Neighbours,
    extra: [i32; 4],
) -> Best {
    let Neighbours { left, above, above_left, .. } = available;
    if left && above && above_left {
        let [cb, cr] = pred;
        return choose_chroma(cb, cr, recon[0], recon[1], &samples[0], &samples[1], extra);
    }
    let mut best = (0, i32::MAX);
    let mut tried = pred.clone();
    let mut attempt = |mode: usize, tried: &[Block8; 2]| {
        let cost = satd_8x8(&samples[0], &tried[0]) + satd_8x8(&samples[1], &tried[1]);
        attempt!(best, mode, cost + extra[mode], tried => pred.clone_from(tried));
    };
    for (tried, recon) in tried.iter_mut().zip(recon) {
        match (left, above) {
            (true, true) => intra_chroma::dc(tried, recon),
            (true, false) => intra_chroma::dc_left(tried, recon),
            (false, true) => intra_chroma::dc_above(tried, recon),
            (false, false) => intra_chroma::dc_none(tried),
        }
    }
    attempt(0, &tried);
    if left {
        tried.iter_mut().zip(recon).for_each(|(tried, recon)| intra_chroma::horizontal(tried, recon));
        attempt(1, &tried);
    }
    if above {
        tried.iter_mut().zip(recon).for_each(|(tried, recon)| intra_chroma::vertical(tried, recon));
        attempt(2, &tried);
    }
    best
}
