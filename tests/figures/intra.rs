//! H.264: the loop over predictions of 4 by 4, the flags that it asks, and a prediction.

use unite::library::{CoarseRead, CoarseWrite};
use unite::{Block, kernel};

/// Figures 6.5 and 6.6: a flag for every macroblock, made from the frame, and then the loop. `inter` is the macroblock
/// that was predicted otherwise. The kernels that ask for flags refine them to samples.
#[kernel]
fn predict(frame: &Tensor<[[u8]]>, recon: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>, inter: [i32; 2]) -> i32 {
    let used_intra_pred = frame.coarsen([16, 16]).block_copy();
    for [y, x] in used_intra_pred.indices() {
        used_intra_pred[[y, x]] = if [y, x] == inter { 0 } else { 1 };
    }
    intra_loop(frame, recon, used_intra_pred, out)
}

/// Figure 6.5: every macroblock, every block of 4 by 4 in it; of the modes that may run, the one with the least cost. Two of
/// the nine modes stand for all, and grey, where the figure begins with no prediction.
#[kernel]
fn intra_loop(
    frame: &Tensor<[[u8]]>,
    recon: &Tensor<[[u8]]>,
    used_intra_pred: &Tensor<[[u8]]>,
    out: &mut Tensor<[[u8]]>,
) -> i32 {
    let mut cost = 0;
    for r in 0..frame.extent(0) / 16 {
        for c in 0..frame.extent(1) / 16 {
            let mblk = frame[[16 * r..16 * r + 16, 16 * c..16 * c + 16]];
            let pred_mblk = mblk.block_copy();
            for r2 in 0..4 {
                for c2 in 0..4 {
                    let smblk = mblk[[4 * r2..4 * r2 + 4, 4 * c2..4 * c2 + 4]];
                    let pred = smblk.block_copy();
                    let best_pred = smblk.block_copy();
                    best_pred[[!i, !j]] = 128;
                    let mut best_cost = sad(best_pred, smblk);
                    if can_run_vertical(frame, pred, used_intra_pred) {
                        vertical(&mut pred, recon);
                        let cost = sad(pred, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred[[!i, !j]];
                        }
                    }
                    if can_run_vertical_right(frame, pred, used_intra_pred) {
                        vertical_right(&mut pred, recon);
                        let cost = sad(pred, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred[[!i, !j]];
                        }
                    }
                    pred_mblk[best_pred][[!i, !j]] = best_pred[[!i, !j]];
                    cost += best_cost;
                }
            }
            out[pred_mblk][[!i, !j]] = pred_mblk[[!i, !j]];
        }
    }
    cost
}

#[kernel]
fn sad(a: &Tensor<[[u8; 4]; 4]>, b: &Tensor<[[u8; 4]; 4]>) -> i32 {
    let mut sum = 0;
    for [y, x] in a.indices() {
        sum += (a[[y, x]] - b[[y, x]]).abs();
    }
    sum
}

#[kernel]
fn vertical(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    pred[[!y, !x]] = recon[pred][[-1, !x]];
}

#[kernel]
fn can_run_vertical(frame: &Tensor<[[u8]]>, pred: &Tensor<[[u8; 4]; 4]>, used: &Tensor<[[u8]]>) -> bool {
    let row = frame[pred][[-1..0, ..]];
    if row.origin(0) >= frame.origin(0) { used.refine([16, 16])[pred][[-1, 0]] == 1 } else { false }
}

/// Figure 6.8: whether the row above and the column to the left exist, and were predicted within the picture.
#[kernel]
fn can_run_vertical_right(
    frame: &Tensor<[[u8]]>,
    pred: &Tensor<[[u8; 4]; 4]>,
    used: &Tensor<[[u8]]>,
) -> bool {
    let row = frame[pred][[-1..0, ..]];
    let column = frame[pred][[.., -1..0]];
    if row.origin(0) >= frame.origin(0) && column.origin(1) >= frame.origin(1) {
        let flags = used.refine([16, 16])[pred];
        flags[[-1, 0]] == 1 && flags[[-1, -1]] == 1 && flags[[0, -1]] == 1
    } else {
        false
    }
}

/// Figure 6.9: Intra_4x4_Vertical_Right, H.264 8.3.1.2.6
#[kernel]
fn vertical_right(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        let z_vr = 2 * x - y;
        pred[[y, x]] = if z_vr == 0 || z_vr == 2 || z_vr == 4 || z_vr == 6 {
            (p[[-1, x - (y >> 1) - 1]] + p[[-1, x - (y >> 1)]] + 1) >> 1
        } else if z_vr == 1 || z_vr == 3 || z_vr == 5 {
            (p[[-1, x - (y >> 1) - 2]] + 2 * p[[-1, x - (y >> 1) - 1]] + p[[-1, x - (y >> 1)]] + 2) >> 2
        } else if z_vr == -1 {
            (p[[0, -1]] + 2 * p[[-1, -1]] + p[[-1, 0]] + 2) >> 2
        } else {
            (p[[y - 1, -1]] + 2 * p[[y - 2, -1]] + p[[y - 3, -1]] + 2) >> 2
        };
    }
}

/// Figure 6.7, middle: what is written to a coarse point is written to the first of its points.
#[kernel]
fn write_first(frame: &mut Tensor<[[u8]]>, y: i32, x: i32, value: i32) {
    frame.coarsen([4, 4])[[y, x]] = value;
}

/// Figure 6.7, right: what is written to a coarse point is written to all of its points.
#[kernel]
fn write_all(frame: &mut Tensor<[[u8]]>, y: i32, x: i32, value: i32) {
    let macroblocks = frame.coarsen([4, 4]).with_coarse_write(CoarseWrite::Broadcast);
    macroblocks[[y, x]] = value;
}

/// Figure 6.7, right, by coverage: the points are found and written one by one.
#[kernel]
fn write_covered(frame: &mut Tensor<[[u8]]>, y: i32, x: i32, value: i32) {
    let macroblocks = frame.coarsen([4, 4]);
    let covered = frame.coverage([4 * y, 4 * x], macroblocks);
    covered[[!i, !j]] = value;
}

/// What the text of figure 6.7 adds: a read may take the average of all.
#[kernel]
fn read_mean(frame: &Tensor<[[u8]]>, y: i32, x: i32) -> i32 {
    frame.coarsen([4, 4]).with_coarse_read(CoarseRead::Mean)[[y, x]]
}

/// A slope with some noise, so that neighbours tell much.
fn picture(seed: usize) -> Vec<u8> {
    (0..48 * 32).map(|i| (100 + 4 * (i % 32) - 2 * (i / 32) + i * seed % 5) as u8).collect()
}

/// The loop over plain memory: its cost, and what it predicts.
fn naive(frame: &[u8], recon: &[u8], inter: [usize; 2]) -> (i32, Vec<u8>) {
    const W: usize = 32;
    let intra = |y: usize, x: usize| [y / 16, x / 16] != inter;
    let mut out = vec![0; frame.len()];
    let mut total = 0;
    for (y0, x0) in (0..48).step_by(4).flat_map(|y| (0..W).step_by(4).map(move |x| (y, x))) {
        let p = |y: isize, x: isize| {
            let at = (y0 as isize + y) * W as isize + x0 as isize + x;
            i32::from(recon[at as usize])
        };
        let mut modes = vec![[[128; 4]; 4]];
        if y0 > 0 && intra(y0 - 1, x0) {
            modes.push(std::array::from_fn(|_| std::array::from_fn(|x| p(-1, x as isize))));
        }
        if y0 > 0 && x0 > 0 && intra(y0 - 1, x0) && intra(y0 - 1, x0 - 1) && intra(y0, x0 - 1) {
            // The samples from the lower left to the upper right, of which each prediction takes two or three.
            let edge = |k: isize| if k < 0 { p(-1 - k, -1) } else { p(-1, k - 1) };
            let two = |k: isize| (edge(k) + edge(k + 1) + 1) >> 1;
            let three = |k: isize| (edge(k - 1) + 2 * edge(k) + edge(k + 1) + 2) >> 2;
            let sample = |y: isize, x: isize| match (y, x - (y >> 1)) {
                (0 | 2, column) if column >= 0 => two(column),
                (1 | 3, column) if column >= 0 => three(column),
                (y, _) => three(1 - y),
            };
            modes.push(std::array::from_fn(|y| std::array::from_fn(|x| sample(y as isize, x as isize))));
        }
        let cost = |mode: &[[i32; 4]; 4]| -> i32 {
            let difference =
                |i: usize| (mode[i / 4][i % 4] - i32::from(frame[(y0 + i / 4) * W + x0 + i % 4])).abs();
            (0..16).map(difference).sum()
        };
        let best = modes.iter().min_by_key(|mode| cost(mode)).unwrap();
        total += cost(best);
        for i in 0..16 {
            out[(y0 + i / 4) * W + x0 + i % 4] = best[i / 4][i % 4] as u8;
        }
    }
    (total, out)
}

#[test]
fn the_loop_chooses_what_loops_over_memory_choose() {
    let (frame, recon) = (picture(5), picture(6));
    let source = Block::external_ref(&frame, [48, 32]).unwrap();
    let decoded = Block::external_ref(&recon, [48, 32]).unwrap();
    let mut totals = Vec::new();
    for inter in [[9, 9], [0, 0], [1, 0], [2, 1]] {
        let mut out = Block::<u8>::zeros([48, 32]);
        let cost = predict(&source, &decoded, &mut out, inter.map(|at| at as i32));
        let (expected, picture) = naive(&frame, &recon, inter);
        assert_eq!(cost, expected, "without {inter:?}");
        assert_eq!(out.as_slice(), picture);
        totals.push(cost);
    }
    // What may not be used is missed.
    assert!(totals[1] > totals[0] && totals[2] > totals[0], "{totals:?}");
}

/// Figure 6.8 by hand, at every place and for every set of flags.
#[test]
fn modes_run_where_the_standard_lets_them() {
    let frame = Block::<u8>::zeros([32, 32]);
    for set in 0..16u8 {
        let used = Block::from_vec((0..4).map(|k| set >> k & 1).collect(), [2, 2]).unwrap();
        let used = used.with_coarsening([16, 16]).unwrap();
        let intra = |y: isize, x: isize| used.read([y.div_euclid(16), x.div_euclid(16)]) == 1;
        for (y, x) in (0..32isize).step_by(4).flat_map(|y| (0..32isize).step_by(4).map(move |x| (y, x))) {
            let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([y, x]).unwrap();
            let wanted = y > 0 && x > 0 && intra(y - 1, x) && intra(y - 1, x - 1) && intra(y, x - 1);
            assert_eq!(can_run_vertical_right(&frame, &pred, &used), wanted, "{set:04b} at {y}, {x}");
        }
    }
}

#[test]
fn a_coarse_write_hits_the_first_point_or_all() {
    let expected = |all: bool| -> Vec<u8> {
        let inside = |y: usize, x: usize| if all { y / 4 == 1 && x / 4 == 1 } else { [y, x] == [4, 4] };
        (0..64).map(|i| if inside(i / 8, i % 8) { 7 } else { 0 }).collect()
    };
    let mut frame = Block::<u8>::zeros([8, 8]);
    write_first(&mut frame, 1, 1, 7);
    assert_eq!(frame.as_slice(), expected(false));
    assert_eq!(read_mean(&frame, 1, 1), 0); // 7 / 16
    for write in [write_all, write_covered] {
        let mut frame = Block::<u8>::zeros([8, 8]);
        write(&mut frame, 1, 1, 7);
        assert_eq!(frame.as_slice(), expected(true));
        assert_eq!(read_mean(&frame, 1, 1), 7);
    }
    // The same at run time.
    for (policy, all) in [(CoarseWrite::First, false), (CoarseWrite::Broadcast, true)] {
        let mut frame = Block::<u8>::zeros([8, 8]);
        let mut macroblocks = frame.view_mut().coarsen([4, 4]).unwrap();
        macroblocks.set_coarse(policy, [1, 1], 7).unwrap();
        assert_eq!(macroblocks.get_coarse(CoarseRead::Max, [1, 1]), Ok(7));
        assert_eq!(macroblocks.get_coarse(CoarseRead::Min, [1, 1]), Ok(if all { 7 } else { 0 }));
        assert_eq!(frame.as_slice(), expected(all));
    }
}
