//! H.264: the loop over predictions of 4 by 4, the flags that it asks, and a prediction.

use unite::library::{CoarseRead, CoarseWrite};
use unite::{Block, kernel};

use super::modes::{
    can_run_down_left, can_run_horizontal, can_run_vertical, can_run_vertical_right, dc, diagonal_down_left,
    diagonal_down_right, horizontal, horizontal_down, horizontal_up, vertical, vertical_left, vertical_right,
};

/// Figures 6.5 and 6.6: a flag for every macroblock, made from the frame and refined to samples, and then the loop. `inter` is
/// the macroblock that was predicted otherwise.
#[kernel]
fn predict(frame: &Tensor<[[u8]]>, recon: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>, inter: [i32; 2]) -> i32 {
    let coarsened_frame = frame.coarsen([16, 16]).block_copy();
    for [y, x] in coarsened_frame.indices() {
        coarsened_frame[[y, x]] = if [y, x] == inter { 0 } else { 1 };
    }
    let used_intra_pred = coarsened_frame.refine([16, 16]);
    intra_loop(frame, recon, used_intra_pred, out)
}

/// Figure 6.5: every macroblock, every block of 4 by 4 in it; of the nine modes those that may run, and of them the one with
/// the least cost.
#[kernel]
fn intra_loop(
    frame: &Tensor<[[u8]]>,
    recon: &Tensor<[[u8]]>,
    used_intra_pred: &Tensor<Refined<[[u8]]>>,
    out: &mut Tensor<[[u8]]>,
) -> i32 {
    let mut total = 0;
    for r in 0..frame.extent(0) / 16 {
        for c in 0..frame.extent(1) / 16 {
            let mblk = frame[[16 * r..16 * r + 16, 16 * c..16 * c + 16]];
            let pred_mblk = mblk.block_copy();
            for r2 in 0..4 {
                for c2 in 0..4 {
                    let smblk = mblk[[4 * r2..4 * r2 + 4, 4 * c2..4 * c2 + 4]];
                    let pred0 = smblk.block_copy();
                    let pred1 = smblk.block_copy();
                    let pred2 = smblk.block_copy();
                    let pred3 = smblk.block_copy();
                    let pred4 = smblk.block_copy();
                    let pred5 = smblk.block_copy();
                    let pred6 = smblk.block_copy();
                    let pred7 = smblk.block_copy();
                    let pred8 = smblk.block_copy();
                    let best_pred = smblk.block_copy();
                    let mut best_cost = i32::MAX;
                    if can_run_vertical(frame, pred0, used_intra_pred) {
                        vertical(&mut pred0, recon);
                        let cost = sad(pred0, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred0[[!i, !j]];
                        }
                    }
                    if can_run_horizontal(frame, pred1, used_intra_pred) {
                        horizontal(&mut pred1, recon);
                        let cost = sad(pred1, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred1[[!i, !j]];
                        }
                    }
                    let above = can_run_vertical(frame, pred2, used_intra_pred);
                    let left = can_run_horizontal(frame, pred2, used_intra_pred);
                    dc(&mut pred2, recon, above, left);
                    let cost = sad(pred2, smblk);
                    if cost < best_cost {
                        best_cost = cost;
                        best_pred[[!i, !j]] = pred2[[!i, !j]];
                    }
                    if can_run_down_left(frame, pred3, used_intra_pred) {
                        diagonal_down_left(&mut pred3, recon);
                        let cost = sad(pred3, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred3[[!i, !j]];
                        }
                    }
                    if can_run_vertical_right(frame, pred4, used_intra_pred) {
                        diagonal_down_right(&mut pred4, recon);
                        let cost = sad(pred4, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred4[[!i, !j]];
                        }
                    }
                    if can_run_vertical_right(frame, pred5, used_intra_pred) {
                        vertical_right(&mut pred5, recon);
                        let cost = sad(pred5, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred5[[!i, !j]];
                        }
                    }
                    if can_run_vertical_right(frame, pred6, used_intra_pred) {
                        horizontal_down(&mut pred6, recon);
                        let cost = sad(pred6, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred6[[!i, !j]];
                        }
                    }
                    if can_run_down_left(frame, pred7, used_intra_pred) {
                        vertical_left(&mut pred7, recon);
                        let cost = sad(pred7, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred7[[!i, !j]];
                        }
                    }
                    if can_run_horizontal(frame, pred8, used_intra_pred) {
                        horizontal_up(&mut pred8, recon);
                        let cost = sad(pred8, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred8[[!i, !j]];
                        }
                    }
                    pred_mblk[best_pred][[!i, !j]] = best_pred[[!i, !j]];
                    total += best_cost;
                }
            }
            out[pred_mblk][[!i, !j]] = pred_mblk[[!i, !j]];
        }
    }
    total
}

#[kernel]
fn sad(a: &Tensor<[[u8; 4]; 4]>, b: &Tensor<[[u8; 4]; 4]>) -> i32 {
    let mut sum = 0;
    for [y, x] in a.indices() {
        sum += (a[[y, x]] - b[[y, x]]).abs();
    }
    sum
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
        let above = y0 > 0 && intra(y0 - 1, x0);
        let left = x0 > 0 && intra(y0, x0 - 1);
        let corner = above && left && intra(y0 - 1, x0 - 1);
        let after = above && x0 + 4 < W && intra(y0 - 1, x0 + 4);
        // The samples from the lower left to the upper right, of which each prediction takes one to three.
        let edge = |k: isize| if k < 0 { p(-1 - k, -1) } else { p(-1, k.min(8) - 1) };
        let two = |k: isize| (edge(k) + edge(k + 1) + 1) >> 1;
        let three = |k: isize| (edge(k - 1) + 2 * edge(k) + edge(k + 1) + 2) >> 2;
        let two_up = |k: isize| (edge(-k) + edge(-k - 1) + 1) >> 1;
        let steep = |two: &dyn Fn(isize) -> i32, three: &dyn Fn(isize) -> i32, y: isize, x: isize| match (
            y,
            x - (y >> 1),
        ) {
            (0 | 2, column) if column >= 0 => two(column),
            (1 | 3, column) if column >= 0 => three(column),
            (y, _) => three(1 - y),
        };
        let down = |k: isize| p(k.min(3), -1);
        let sum = |used: bool, along: &dyn Fn(isize) -> i32| {
            if used { ((0..4).map(along).sum(), 4) } else { (0, 0) }
        };
        let (row, column) = (sum(above, &|x| p(-1, x)), sum(left, &|y| p(y, -1)));
        let mean = match (row.0 + column.0, row.1 + column.1) {
            (_, 0) => 128,
            (sum, count) => (sum + count / 2) / count,
        };
        type Mode<'m> = (bool, &'m dyn Fn(isize, isize) -> i32);
        let nine: [Mode; 9] = [
            (above, &|_, x| edge(x + 1)),
            (left, &|y, _| edge(-1 - y)),
            (true, &|_, _| mean),
            (after, &|y, x| three(x + y + 2)),
            (corner, &|y, x| three(x - y)),
            (corner, &|y, x| steep(&two, &three, y, x)),
            (corner, &|y, x| steep(&two_up, &|k| three(-k), x, y)),
            (after, &|y, x| if y % 2 == 0 { two(x + y / 2 + 1) } else { three(x + y / 2 + 2) }),
            (left, &|y, x| match (x + 2 * y, y + x / 2) {
                (z, k) if z % 2 == 0 => (down(k) + down(k + 1) + 1) >> 1,
                (_, k) => (down(k) + 2 * down(k + 1) + down(k + 2) + 2) >> 2,
            }),
        ];
        let modes: Vec<[[i32; 4]; 4]> = nine
            .iter()
            .filter(|(may_run, _)| *may_run)
            .map(|(_, at)| std::array::from_fn(|y| std::array::from_fn(|x| at(y as isize, x as isize))))
            .collect();
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
