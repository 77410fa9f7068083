//! All modes of intra prediction tried and the best one kept, in one kernel that calls the plain ones. What an encoder
//! gains from it: samples and neighbours are read once, and no prediction but the best is ever in memory.
//!
//! What counts is the sum of absolute transformed differences, or of plain ones, and what the caller adds for each mode, such as the bits of
//! its number. Of equal costs the first one wins.
//!
//! Every neighbour has to be available. Where that is not so, fewer modes are left, and the plain kernels do.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::choose_4x4;
//! use unite_h264::kernels::intra_4x4::ABOVE_RIGHT;
//!
//! // A picture of vertical stripes, and a block of it that is the same.
//! let recon = Block::<u8>::from_vec((0..128).map(|i| 60 * (i % 3) as u8).collect(), [8, 16])?;
//! let recon = Block::<u8>::from_vec(recon.as_slice()[..16].repeat(8), [8, 16])?;
//! let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
//! let samples = recon.view().colocate(&pred)?;
//! let samples = samples.tensor()?.fixed::<[[u8; 4]; 4]>()?;
//! let (mode, cost) = choose_4x4::<ABOVE_RIGHT>(&mut pred, &recon, &samples, [0; 9]);
//! assert_eq!((mode, cost), (0, 0));
//! assert_eq!(pred.as_slice()[..4], recon.as_slice()[4..8]);
//! # Ok::<(), unite::ViewError>(())
//! ```

use unite::kernel;

use super::{
    intra_4x4, intra_8x8, intra_16x16, intra_chroma, sa8d, sad, sad_of_eight, satd, satd_4x4, satd_16x16,
    satd_of_eight,
};

/// The mode that costs least, the first of those that are alike.
#[inline(always)]
fn least<const MODES: usize>(costs: [i32; MODES]) -> usize {
    let first = (0, costs[0]);
    let (best, _) =
        (1..MODES).fold(
            first,
            |(best, least), mode| {
                if costs[mode] < least { (mode, costs[mode]) } else { (best, least) }
            },
        );
    best
}

#[kernel]
/// The nine modes of a 4x4 block: the number of the best one (table 8-2) and its cost, `extra` included; `pred` is its
/// prediction. `LAST` is [`intra_4x4::ABOVE_RIGHT`] or [`intra_4x4::NO_ABOVE_RIGHT`].
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::choose_4x4;
/// use unite_h264::kernels::intra_4x4::NO_ABOVE_RIGHT;
///
/// let recon = Block::from([[9u8; 8]; 8]);
/// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
/// let extra = [4, 4, 1, 4, 4, 4, 4, 4, 4];
/// let best = choose_4x4::<NO_ABOVE_RIGHT>(&mut pred, &recon, &Block::from([[10u8; 4]; 4]), extra);
/// assert_eq!(best, (2, 8 + 1));
/// assert_eq!(pred.as_slice(), [9; 16]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(choose_4x4: cost = satd_4x4, of_eight = satd_of_eight)]
/// [`choose_4x4()`] by the sum of absolute differences.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::choose_4x4_by_sad;
/// use unite_h264::kernels::intra_4x4::NO_ABOVE_RIGHT;
///
/// let recon = Block::from([[9u8; 8]; 8]);
/// let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
/// let extra = [4, 4, 1, 4, 4, 4, 4, 4, 4];
/// let best = choose_4x4_by_sad::<NO_ABOVE_RIGHT>(&mut pred, &recon, &Block::from([[10u8; 4]; 4]), extra);
/// assert_eq!(best, (2, 16 + 1));
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(choose_4x4_by_sad: cost = sad, of_eight = sad_of_eight)]
pub fn choose_of_4x4<const LAST: i32>(
    pred: &mut Tensor<[[u8; 4]; 4]>,
    recon: &Tensor<[[u8]]>,
    samples: &Tensor<[[u8; 4]; 4]>,
    extra: [i32; 9],
    cost: impl Fn(&Tensor<[[u8; 4]; 4]>, &Tensor<[[u8; 4]; 4]>) -> i32,
    of_eight: impl Fn(&Tensor<[[u8; 4]; 4]>, &Tensor<[[u8; 32]; 4]>) -> [i32; 8],
) -> (usize, i32) {
    let vertical = pred.block_copy();
    intra_4x4::vertical(&mut vertical, recon);
    let horizontal = pred.block_copy();
    intra_4x4::horizontal(&mut horizontal, recon);
    let dc = pred.block_copy();
    intra_4x4::dc(&mut dc, recon);
    let diagonal_down_left = pred.block_copy();
    intra_4x4::diagonal_down_left::<LAST>(&mut diagonal_down_left, recon);
    let diagonal_down_right = pred.block_copy();
    intra_4x4::diagonal_down_right(&mut diagonal_down_right, recon);
    let vertical_right = pred.block_copy();
    intra_4x4::vertical_right(&mut vertical_right, recon);
    let horizontal_down = pred.block_copy();
    intra_4x4::horizontal_down(&mut horizontal_down, recon);
    let vertical_left = pred.block_copy();
    intra_4x4::vertical_left::<LAST>(&mut vertical_left, recon);
    let horizontal_up = pred.block_copy();
    intra_4x4::horizontal_up(&mut horizontal_up, recon);
    // All but one side by side.
    let all = Block::<[[u8; 32]; 4]>::stack();
    for y in 0..4 {
        for x in 0..4 {
            all[[y, x]] = vertical[[y, x]];
            all[[y, 4 + x]] = horizontal[[y, x]];
            all[[y, 8 + x]] = diagonal_down_left[[y, x]];
            all[[y, 12 + x]] = diagonal_down_right[[y, x]];
            all[[y, 16 + x]] = vertical_right[[y, x]];
            all[[y, 20 + x]] = horizontal_down[[y, x]];
            all[[y, 24 + x]] = vertical_left[[y, x]];
            all[[y, 28 + x]] = horizontal_up[[y, x]];
        }
    }
    let [c0, c1, c3, c4, c5, c6, c7, c8] = of_eight(samples, all);
    let costs = [
        c0 + extra[0],
        c1 + extra[1],
        cost(samples, dc) + extra[2],
        c3 + extra[3],
        c4 + extra[4],
        c5 + extra[5],
        c6 + extra[6],
        c7 + extra[7],
        c8 + extra[8],
    ];
    let best = least(costs);
    match best {
        0 => pred[[!y, !x]] = vertical[[!y, !x]],
        1 => pred[[!y, !x]] = horizontal[[!y, !x]],
        2 => pred[[!y, !x]] = dc[[!y, !x]],
        3 => pred[[!y, !x]] = diagonal_down_left[[!y, !x]],
        4 => pred[[!y, !x]] = diagonal_down_right[[!y, !x]],
        5 => pred[[!y, !x]] = vertical_right[[!y, !x]],
        6 => pred[[!y, !x]] = horizontal_down[[!y, !x]],
        7 => pred[[!y, !x]] = vertical_left[[!y, !x]],
        _ => pred[[!y, !x]] = horizontal_up[[!y, !x]],
    }
    (best, costs[best])
}

#[kernel]
/// The nine modes of an 8x8 block, from its filtered neighbours: the number of the best one (table 8-3) and what each costs
/// by the 8x8 Hadamard transform, `extra` included; `pred` is the prediction of the best one.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::choose_8x8;
///
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// let extra = [4, 4, 1, 4, 4, 4, 4, 4, 4];
/// let (best, costs) = choose_8x8(&mut pred, &Block::from([9u8; 25]), &Block::from([[10u8; 8]; 8]), extra);
/// assert_eq!((best, costs[..3].to_vec()), (2, vec![16 + 4, 16 + 4, 16 + 1]));
/// assert_eq!(pred.as_slice(), [9; 64]);
/// ```
#[instance(choose_8x8: cost = sa8d)]
/// [`choose_8x8()`] by the sum of absolute differences.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::choose_8x8_by_sad;
///
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// let extra = [4, 4, 1, 4, 4, 4, 4, 4, 4];
/// let samples = Block::from([[10u8; 8]; 8]);
/// let (best, costs) = choose_8x8_by_sad(&mut pred, &Block::from([9u8; 25]), &samples, extra);
/// assert_eq!((best, costs[2]), (2, 64 + 1));
/// ```
#[instance(choose_8x8_by_sad: cost = sad)]
pub fn choose_of_8x8(
    pred: &mut Tensor<[[u8; 8]; 8]>,
    filtered: &Tensor<[u8; 25]>,
    samples: &Tensor<[[u8; 8]; 8]>,
    extra: [i32; 9],
    cost: impl Fn(&Tensor<[[u8; 8]; 8]>, &Tensor<[[u8; 8]; 8]>) -> i32,
) -> (usize, [i32; 9]) {
    // The best one is looked up, among all of them in memory; what each costs is asked of it before it is there.
    let all = Block::<[[[u8; 8]; 8]; 9]>::stack();
    let mut costs = extra;
    for (mode, predict) in [
        intra_8x8::vertical,
        intra_8x8::horizontal,
        intra_8x8::dc,
        intra_8x8::diagonal_down_left,
        intra_8x8::diagonal_down_right,
        intra_8x8::vertical_right,
        intra_8x8::horizontal_down,
        intra_8x8::vertical_left,
        intra_8x8::horizontal_up,
    ]
    .iter()
    .enumerate()
    {
        let predicted = Block::<[[u8; 8]; 8]>::stack();
        predict(&mut predicted, filtered);
        all[[mode, !y, !x]] = predicted[[!y, !x]];
        costs[mode] += cost(samples, predicted);
    }
    let best = least(costs);
    pred[[!y, !x]] = all[[best, !y, !x]];
    (best, costs)
}

/// The four modes of the luminance of a macroblock: the number of the best one (table 8-4) and its cost; `pred` is its
/// prediction.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::choose_16x16;
///
/// let recon = Block::<u8>::from_vec((0..1024).map(|i| (i % 32 * 3 + i / 32 * 4) as u8).collect(), [32, 32])?;
/// let mut pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
/// let samples = recon.view().colocate(&pred)?;
/// let samples = samples.tensor()?.fixed::<[[u8; 16]; 16]>()?;
/// assert_eq!(choose_16x16(&mut pred, &recon, &samples, [0; 4]), (3, 0));
/// # Ok::<(), unite::ViewError>(())
/// ```
#[kernel]
pub fn choose_16x16(
    pred: &mut Tensor<[[u8; 16]; 16]>,
    recon: &Tensor<[[u8]]>,
    samples: &Tensor<[[u8; 16]; 16]>,
    extra: [i32; 4],
) -> (usize, i32) {
    let vertical = pred.block_copy();
    intra_16x16::vertical(&mut vertical, recon);
    let horizontal = pred.block_copy();
    intra_16x16::horizontal(&mut horizontal, recon);
    let dc = pred.block_copy();
    intra_16x16::dc(&mut dc, recon);
    let plane = pred.block_copy();
    intra_16x16::plane(&mut plane, recon);
    let costs = [
        satd_16x16(samples, vertical) + extra[0],
        satd_16x16(samples, horizontal) + extra[1],
        satd_16x16(samples, dc) + extra[2],
        satd_16x16(samples, plane) + extra[3],
    ];
    let best = least(costs);
    match best {
        0 => pred[[!y, !x]] = vertical[[!y, !x]],
        1 => pred[[!y, !x]] = horizontal[[!y, !x]],
        2 => pred[[!y, !x]] = dc[[!y, !x]],
        _ => pred[[!y, !x]] = plane[[!y, !x]],
    }
    (best, costs[best])
}

/// The four modes of the chrominance of a macroblock, the same one for both components: the number of the best one (table
/// 8-5) and its cost; `cb` and `cr` are its predictions.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::choose_chroma;
///
/// let recon_cb = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
/// let recon_cr = Block::from([[7u8; 16]; 16]);
/// let mut cb = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
/// let mut cr = cb.clone();
/// let samples = recon_cb.view().colocate(&cb)?;
/// let samples = samples.tensor()?.fixed::<[[u8; 8]; 8]>()?;
/// let flat = Block::from([[8u8; 8]; 8]);
/// let best = choose_chroma(&mut cb, &mut cr, &recon_cb, &recon_cr, &samples, &flat, [0; 4]);
/// assert_eq!(best, (3, 32));
/// # Ok::<(), unite::ViewError>(())
/// ```
#[kernel]
pub fn choose_chroma(
    cb: &mut Tensor<[[u8; 8]; 8]>,
    cr: &mut Tensor<[[u8; 8]; 8]>,
    recon_cb: &Tensor<[[u8]]>,
    recon_cr: &Tensor<[[u8]]>,
    samples_cb: &Tensor<[[u8; 8]; 8]>,
    samples_cr: &Tensor<[[u8; 8]; 8]>,
    extra: [i32; 4],
) -> (usize, i32) {
    let dc_cb = cb.block_copy();
    let dc_cr = cr.block_copy();
    intra_chroma::dc(&mut dc_cb, recon_cb);
    intra_chroma::dc(&mut dc_cr, recon_cr);
    let horizontal_cb = cb.block_copy();
    let horizontal_cr = cr.block_copy();
    intra_chroma::horizontal(&mut horizontal_cb, recon_cb);
    intra_chroma::horizontal(&mut horizontal_cr, recon_cr);
    let vertical_cb = cb.block_copy();
    let vertical_cr = cr.block_copy();
    intra_chroma::vertical(&mut vertical_cb, recon_cb);
    intra_chroma::vertical(&mut vertical_cr, recon_cr);
    let plane_cb = cb.block_copy();
    let plane_cr = cr.block_copy();
    intra_chroma::plane(&mut plane_cb, recon_cb);
    intra_chroma::plane(&mut plane_cr, recon_cr);
    let costs = [
        satd(samples_cb, dc_cb) + satd(samples_cr, dc_cr) + extra[0],
        satd(samples_cb, horizontal_cb) + satd(samples_cr, horizontal_cr) + extra[1],
        satd(samples_cb, vertical_cb) + satd(samples_cr, vertical_cr) + extra[2],
        satd(samples_cb, plane_cb) + satd(samples_cr, plane_cr) + extra[3],
    ];
    let best = least(costs);
    match best {
        0 => {
            cb[[!y, !x]] = dc_cb[[!y, !x]];
            cr[[!y, !x]] = dc_cr[[!y, !x]];
        }
        1 => {
            cb[[!y, !x]] = horizontal_cb[[!y, !x]];
            cr[[!y, !x]] = horizontal_cr[[!y, !x]];
        }
        2 => {
            cb[[!y, !x]] = vertical_cb[[!y, !x]];
            cr[[!y, !x]] = vertical_cr[[!y, !x]];
        }
        _ => {
            cb[[!y, !x]] = plane_cb[[!y, !x]];
            cr[[!y, !x]] = plane_cr[[!y, !x]];
        }
    }
    (best, costs[best])
}
