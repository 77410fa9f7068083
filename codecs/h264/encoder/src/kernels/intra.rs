//! All modes of Intra_4x4 prediction at once (H.264 8.3.1.2).

use unite::kernel;
use unite_h264::kernels::{intra_4x4, satd_4x4};

/// The nine modes of a 4x4 block: the number of the best one (table 8-2) and its cost, `extra` included; `pred` is its prediction. All
/// as in [`choose_4x4`](unite_h264::kernels::choose_4x4()), but that eight of the predictions lie side by side and are compared as
/// the blocks of a row of them.
#[kernel]
pub fn choose_4x4<const LAST: i32>(
    pred: &mut Tensor<[[u8; 4]; 4]>,
    recon: &Tensor<[[u8]]>,
    samples: &Tensor<[[u8; 4]; 4]>,
    extra: [i32; 9],
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
    let all = Block::<[[u8; 32]; 4]>::stack();
    let again = Block::<[[u8; 32]; 4]>::stack();
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
    for b in 0..8 {
        for y in 0..4 {
            for x in 0..4 {
                again[[y, 4 * b + x]] = samples[[y, x]];
            }
        }
    }
    let columns = Block::<[[i16; 32]; 4]>::stack();
    let sums = Block::<[i16; 32]>::stack();
    for x in 0..32 {
        let [a0, a1, a2, a3] = again[[.., x]];
        let [b0, b1, b2, b3] = all[[.., x]];
        let (d0, d1, d2, d3) = (a0 - b0, a1 - b1, a2 - b2, a3 - b3);
        let (s03, s12, d03, d12) = (d0 + d3, d1 + d2, d0 - d3, d1 - d2);
        columns[[.., x]] = [s03 + s12, d03 + d12, s03 - s12, d03 - d12];
    }
    for b in 0..8 {
        for y in 0..4 {
            let [c0, c1, c2, c3] = columns[[y, 4 * b..4 * b + 4]];
            let (s03, s12, d03, d12) = (c0 + c3, c1 + c2, c0 - c3, c1 - c2);
            sums[[4 * b + y]] = s03.abs().max(s12.abs()) + d03.abs().max(d12.abs());
        }
    }
    let of_block = |b: usize| sums[[4 * b]] + sums[[4 * b + 1]] + sums[[4 * b + 2]] + sums[[4 * b + 3]];
    let costs = [
        of_block(0) + extra[0],
        of_block(1) + extra[1],
        satd_4x4(samples, dc) + extra[2],
        of_block(2) + extra[3],
        of_block(3) + extra[4],
        of_block(4) + extra[5],
        of_block(5) + extra[6],
        of_block(6) + extra[7],
        of_block(7) + extra[8],
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

/// The mode that costs least, the first of those that are alike.
#[inline(always)]
fn least<const MODES: usize>(costs: [i32; MODES]) -> usize {
    (1..MODES).fold(0, |best, mode| if costs[mode] < costs[best] { mode } else { best })
}
