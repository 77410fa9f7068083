//! Intra prediction.

use super::INSIDE;
use unite::library::Copied;
use unite::{View, ViewMut};

/// A block of the picture is predicted in place: the numbers first, from a view that reads, and then written.
fn predict<const N: usize>(
    recon: &mut ViewMut<'_, u8, 2>,
    [y, x]: [isize; 2],
    mode: impl Fn(View<'_, u8, 2>) -> [[u8; N]; N],
) {
    let n = N as isize;
    let values = {
        let pred = recon.view().partition([y..y + n, x..x + n]).expect(INSIDE);
        let p = recon.view().colocate(&pred).expect(INSIDE).permute([1, 0]).expect(INSIDE);
        mode(p)
    };
    let pred = recon.view_mut().partition([y..y + n, x..x + n]).expect(INSIDE);
    let mut pred = pred.permute([1, 0]).expect(INSIDE);
    for [x, y] in pred.indices() {
        pred.write([x, y], values[x as usize][y as usize]);
    }
}

/// Intra_4x4_Vertical_Right (H.264 8.3.1.2.6), a sample.
fn vertical_right(p: &View<'_, u8, 2>, x: isize, y: isize) -> u8 {
    let p = |x: isize, y: isize| u16::from(p.read([x, y]));
    let sample = match 2 * x - y {
        0 | 2 | 4 | 6 => (p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 1) >> 1,
        1 | 3 | 5 => (p(x - (y >> 1) - 2, -1) + 2 * p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 2) >> 2,
        -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
        _ => (p(-1, y - 1) + 2 * p(-1, y - 2) + p(-1, y - 3) + 2) >> 2,
    };
    sample as u8
}

/// Intra_4x4_Vertical_Right of every block of a strip but the first.
pub fn vertical_right_of_each(mut recon: ViewMut<'_, u8, 2>) {
    for u in 0..recon.extents()[1] as isize / 4 - 1 {
        predict::<4>(&mut recon, [1, 4 * u + 4], |p| {
            std::array::from_fn(|x| std::array::from_fn(|y| vertical_right(&p, x as isize, y as isize)))
        });
    }
}

/// Intra_16x16_Plane (H.264 8.3.3.4) of every macroblock of a strip but the first.
pub fn plane_of_each(mut recon: ViewMut<'_, u8, 2>) {
    for u in 0..recon.extents()[1] as isize / 16 - 1 {
        predict::<16>(&mut recon, [1, 16 * u + 16], |p| {
            let p = |x: isize, y: isize| i32::from(p.read([x, y]));
            let (mut h, mut v) = (0, 0);
            for i in 0..8 {
                h += (i as i32 + 1) * (p(8 + i, -1) - p(6 - i, -1));
                v += (i as i32 + 1) * (p(-1, 8 + i) - p(-1, 6 - i));
            }
            let a = 16 * (p(-1, 15) + p(15, -1));
            let (b, c) = ((5 * h + 32) >> 6, (5 * v + 32) >> 6);
            let sample = |x: i32, y: i32| (a + b * (x - 7) + c * (y - 7) + 16) >> 5;
            std::array::from_fn(|x| std::array::from_fn(|y| sample(x as i32, y as i32).clamp(0, 255) as u8))
        });
    }
}

/// A sample of a prediction, at a column and a row.
type Mode = fn(&View<'_, u8, 2>, isize, isize) -> u8;

/// The loop over predictions of 4 by 4: the sum of the least costs.
pub fn intra_loop(frame: View<'_, u8, 2>, recon: View<'_, u8, 2>, mut out: ViewMut<'_, u8, 2>) -> i32 {
    const LOCATED: &str = "a block where a view is";
    let sad = |a: &Copied<u8, 2>, b: &View<'_, u8, 2>| -> i32 {
        a.indices().map(|index| i32::from(a.read(index).abs_diff(b.read(index)))).sum()
    };
    let mut total = 0;
    let [rows, columns] = frame.extents().map(|extent| extent as isize);
    for (r, c) in (0..rows / 16).flat_map(|r| (0..columns / 16).map(move |c| (r, c))) {
        let mblk = frame.view().partition([16 * r..16 * r + 16, 16 * c..16 * c + 16]).expect(INSIDE);
        let mut pred_mblk = mblk.block_copy().expect(LOCATED);
        for (r2, c2) in (0..4).flat_map(|r| (0..4).map(move |c| (r, c))) {
            let smblk = mblk.view().partition([4 * r2..4 * r2 + 4, 4 * c2..4 * c2 + 4]).expect(INSIDE);
            let mut pred = smblk.block_copy().expect(LOCATED);
            let mut best_pred = smblk.block_copy().expect(LOCATED);
            best_pred.indices().for_each(|index| best_pred.write(index, 128));
            let mut best_cost = sad(&best_pred, &smblk);
            let modes: [Mode; 2] = [|p, x, _| p.read([x, -1]), vertical_right];
            let may_run = [4 * r + r2 > 0, 4 * r + r2 > 0 && 4 * c + c2 > 0];
            for mode in modes.into_iter().zip(may_run).filter(|(_, may_run)| *may_run).map(|(mode, _)| mode) {
                let p = recon.view().colocate(&pred).expect(INSIDE).permute([1, 0]).expect(INSIDE);
                let mut permuted = pred.view_mut().permute([1, 0]).expect(INSIDE);
                for [x, y] in permuted.indices() {
                    permuted.write([x, y], mode(&p, x, y));
                }
                let cost = sad(&pred, &smblk);
                if cost < best_cost {
                    best_cost = cost;
                    best_pred.indices().for_each(|index| best_pred.write(index, pred.read(index)));
                }
            }
            let mut there = pred_mblk.view_mut().colocate(&best_pred).expect(INSIDE);
            best_pred.indices().for_each(|index| there.write(index, best_pred.read(index)));
            total += best_cost;
        }
        let mut there = out.view_mut().colocate(&pred_mblk).expect(INSIDE);
        pred_mblk.indices().for_each(|index| there.write(index, pred_mblk.read(index)));
    }
    total
}
