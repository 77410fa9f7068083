//! Which Intra prediction is best (H.264 8.3), by the sum of absolute transformed differences and the bits of the mode.

use unite::Block;
use unite_h264::kernels::intra_4x4::{self, ABOVE_RIGHT, NO_ABOVE_RIGHT};
use unite_h264::kernels::neighbours_8x8::{self, CORNER, NO_CORNER, filter_above, filter_left};
use unite_h264::kernels::{
    Neighbours, choose_4x4, choose_8x8, choose_16x16, choose_chroma, intra_8x8, intra_16x16, intra_chroma,
    sa8d, satd_4x4, satd_8x8, satd_16x16,
};

use crate::location::Local;

use crate::picture::{Block4, Block8, Block16, Plane};

/// The best of some predictions: which one, and its cost.
pub type Best = (usize, i32);

/// The best of the modes whose neighbours are available, each with how it is made: its number and its cost, which is what `cost` says
/// and `extra` adds. Its prediction is in `pred` then.
macro_rules! best_of {
    ($pred:ident, $extra:ident, $cost:expr; $($mode:literal if $available:expr => $make:expr;)*) => {{
        let mut best = (0, i32::MAX);
        let mut tried = $pred.clone();
        $(if $available {
            $make(&mut tried);
            let cost = $cost(&tried) + $extra[$mode];
            if cost < best.1 {
                best = ($mode, cost);
                $pred.clone_from(&tried);
            }
        })*
        best
    }};
}

/// Prediction by the mean of those neighbours that are available, left and above, of a module of `unite_h264`.
macro_rules! mean {
    ($kernels:ident, $available:expr, $pred:expr $(, $neighbours:expr)?) => {
        match $available {
            (true, true) => $kernels::dc($pred $(, $neighbours)?),
            (true, false) => $kernels::dc_left($pred $(, $neighbours)?),
            (false, true) => $kernels::dc_above($pred $(, $neighbours)?),
            (false, false) => $kernels::dc_none($pred),
        }
    };
}
pub(crate) use mean;

/// The best mode of Intra_4x4 prediction (8.3.1.2) whose neighbours are available, and in `pred` its prediction; `extra` is what each adds.
pub fn best_4x4(
    pred: &mut Block4,
    samples: &Block4,
    recon: &Plane,
    available: Neighbours,
    extra: [i32; 9],
) -> Best {
    let Neighbours { left, above, above_right, above_left } = available;
    match (left && above && above_left, above_right) {
        (true, true) => choose_4x4::<ABOVE_RIGHT>(pred, recon, samples, extra),
        (true, false) => choose_4x4::<NO_ABOVE_RIGHT>(pred, recon, samples, extra),
        (false, _) => best_of! {
            pred, extra, |tried: &Block4| satd_4x4(samples, tried);
            0 if above => |tried: &mut _| intra_4x4::vertical(tried, recon);
            1 if left => |tried: &mut _| intra_4x4::horizontal(tried, recon);
            2 if true => |tried: &mut _| mean!(intra_4x4, (left, above), tried, recon);
            3 if above => |tried: &mut _| match above_right {
                true => intra_4x4::diagonal_down_left::<ABOVE_RIGHT>(tried, recon),
                false => intra_4x4::diagonal_down_left::<NO_ABOVE_RIGHT>(tried, recon),
            };
            7 if above => |tried: &mut _| match above_right {
                true => intra_4x4::vertical_left::<ABOVE_RIGHT>(tried, recon),
                false => intra_4x4::vertical_left::<NO_ABOVE_RIGHT>(tried, recon),
            };
            8 if left => |tried: &mut _| intra_4x4::horizontal_up(tried, recon);
        },
    }
}

/// The available neighbours of an 8x8 block on one line, filtered (8.3.2.2.1). Only modes that need all of them ask for the corner.
fn filtered_neighbours(pred: &Block8, recon: &Plane, available: Neighbours) -> Local<[u8; 25]> {
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
    recon: &Plane,
    available: Neighbours,
    extra: [i32; 9],
) -> Best {
    let Neighbours { left, above, above_left, .. } = available;
    let filtered = &filtered_neighbours(pred, recon, available);
    if left && above && above_left {
        let (mode, costs) = choose_8x8(pred, filtered, samples, extra);
        return (mode, costs[mode]);
    }
    best_of! {
        pred, extra, |tried: &Block8| sa8d(samples, tried);
        0 if above => |tried: &mut _| intra_8x8::vertical(tried, filtered);
        1 if left => |tried: &mut _| intra_8x8::horizontal(tried, filtered);
        2 if true => |tried: &mut _| mean!(intra_8x8, (left, above), tried, filtered);
        3 if above => |tried: &mut _| intra_8x8::diagonal_down_left(tried, filtered);
        7 if above => |tried: &mut _| intra_8x8::vertical_left(tried, filtered);
        8 if left => |tried: &mut _| intra_8x8::horizontal_up(tried, filtered);
    }
}

/// The best mode of Intra_16x16 prediction (8.3.3); all else as in [`best_4x4()`].
pub fn best_16x16(
    pred: &mut Block16,
    samples: &Block16,
    recon: &Plane,
    available: Neighbours,
    extra: [i32; 4],
) -> Best {
    let Neighbours { left, above, above_left, .. } = available;
    if left && above && above_left {
        return choose_16x16(pred, recon, samples, extra);
    }
    best_of! {
        pred, extra, |tried: &Block16| satd_16x16(samples, tried);
        0 if above => |tried: &mut _| intra_16x16::vertical(tried, recon);
        1 if left => |tried: &mut _| intra_16x16::horizontal(tried, recon);
        2 if true => |tried: &mut _| mean!(intra_16x16, (left, above), tried, recon);
    }
}

/// The best mode of Intra prediction of chrominance (8.3.4), the same one for both components.
pub fn best_chroma(
    pred: &mut [Block8; 2],
    samples: &[Block8; 2],
    recon: [&Plane; 2],
    available: Neighbours,
    extra: [i32; 4],
) -> Best {
    let Neighbours { left, above, above_left, .. } = available;
    if left && above && above_left {
        let [cb, cr] = pred;
        return choose_chroma(cb, cr, recon[0], recon[1], &samples[0], &samples[1], extra);
    }
    let both = |tried: &mut [Block8; 2], predict: &dyn Fn(&mut Block8, &Plane)| {
        tried.iter_mut().zip(recon).for_each(|(tried, recon)| predict(tried, recon));
    };
    best_of! {
        pred, extra, |tried: &[Block8; 2]| satd_8x8(&samples[0], &tried[0]) + satd_8x8(&samples[1], &tried[1]);
        0 if true => |tried| both(tried, &|pred, recon| mean!(intra_chroma, (left, above), pred, recon));
        1 if left => |tried| both(tried, &|pred, recon| intra_chroma::horizontal(pred, recon));
        2 if above => |tried| both(tried, &|pred, recon| intra_chroma::vertical(pred, recon));
    }
}
