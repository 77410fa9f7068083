//! The loop over predictions of 4 by 4 (thesis, figure 6.5), laid out as there: of the modes that may run at a block, the
//! one with the least cost. Two of the nine modes and grey stand for all.

use super::intra::{mean, weighted};
use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
use crate::library;
use unite::{Block, kernel};
use unite_h264::kernels::intra_4x4;

/// A picture of 4 by 4 macroblocks.
const SIZE: usize = 64;

type Frame = Block<[[u8; SIZE]; SIZE], [[u8; SIZE]; SIZE]>;

/// What is coded, what its neighbours have become, and the predictions that were chosen.
struct Picture {
    frame: Frame,
    recon: Frame,
    out: Frame,
    cost: i32,
}

impl Data for Picture {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().copied().map(i64::from).chain([self.cost.into()]).collect()
    }
}

fn picture() -> Picture {
    let noise = bytes(2 * SIZE * SIZE);
    // A slope, so that neighbours tell much.
    let sample = |i: usize, noise: u8| (80 + 2 * (i % SIZE) + noise as usize % 8) as u8;
    let plane = |from: usize| -> Frame {
        Block::from(std::array::from_fn(|y| {
            std::array::from_fn(|x| sample(SIZE * y + x, noise[from + SIZE * y + x]))
        }))
    };
    Picture { frame: plane(0), recon: plane(SIZE * SIZE), out: Block::from([[0; SIZE]; SIZE]), cost: 0 }
}

#[kernel]
fn predict_all(frame: &Tensor<[[u8]]>, recon: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) -> i32 {
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
                    if 4 * r + r2 > 0 {
                        intra_4x4::vertical(&mut pred, recon);
                        let cost = sad(pred, smblk);
                        if cost < best_cost {
                            best_cost = cost;
                            best_pred[[!i, !j]] = pred[[!i, !j]];
                        }
                    }
                    if 4 * r + r2 > 0 && 4 * c + c2 > 0 {
                        intra_4x4::vertical_right(&mut pred, recon);
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

/// The block below and to the right of these samples.
#[inline(always)]
fn vertical_right_of([p, q, r, s, t]: [u8; 5], [j, k, l]: [u8; 3]) -> [[u8; 4]; 4] {
    let two = [mean([p, q]), mean([q, r]), mean([r, s]), mean([s, t])];
    let three = [weighted([j, p, q]), weighted([p, q, r]), weighted([q, r, s]), weighted([r, s, t])];
    [
        two,
        three,
        [weighted([p, j, k]), two[0], two[1], two[2]],
        [weighted([j, k, l]), three[0], three[1], three[2]],
    ]
}

by_hand! {
    #[inline(never)]
    fn loop_by_hand(frame: &[[u8; SIZE]; SIZE], recon: &[[u8; SIZE]; SIZE], out: &mut [[u8; SIZE]; SIZE]) -> i32 {
        let mut total = 0;
        for y in (0..SIZE).step_by(4) {
            for x in (0..SIZE).step_by(4) {
                let source: [[u8; 4]; 4] = std::array::from_fn(|i| std::array::from_fn(|j| frame[y + i][x + j]));
                let cost = |block: &[[u8; 4]; 4]| -> i32 {
                    let pairs = block.as_flattened().iter().zip(source.as_flattened());
                    pairs.map(|(a, b)| i32::from(a.abs_diff(*b))).sum()
                };
                let mut best = [[128; 4]; 4];
                let mut least = cost(&best);
                let mut offer = |block: [[u8; 4]; 4]| {
                    let cost = cost(&block);
                    if cost < least {
                        (least, best) = (cost, block);
                    }
                };
                if y > 0 {
                    offer([std::array::from_fn(|j| recon[y - 1][x + j]); 4]);
                }
                if y > 0 && x > 0 {
                    let above = std::array::from_fn(|i| recon[y - 1][x - 1 + i]);
                    let left = std::array::from_fn(|i| recon[y + i][x - 1]);
                    offer(vertical_right_of(above, left));
                }
                for (i, row) in best.iter().enumerate() {
                    out[y + i][x..x + 4].copy_from_slice(row);
                }
                total += least;
            }
        }
        total
    }
}

/// The rows of a picture.
fn rows(samples: &[u8]) -> &[[u8; SIZE]; SIZE] {
    samples.as_chunks().0.try_into().expect("a picture")
}

pair!(
    intra_loop,
    Picture,
    picture(),
    |Picture { frame, recon, out, cost }| *cost = predict_all(frame, recon, out),
    |Picture { frame, recon, out, cost }: &mut Picture| {
        let out: &mut [[u8; SIZE]; SIZE] =
            out.as_mut_slice().as_chunks_mut().0.try_into().expect("a picture");
        *cost = loop_by_hand(rows(frame.as_slice()), rows(recon.as_slice()), out)
    },
    |Picture { frame, recon, out, cost }| {
        *cost = library::intra::intra_loop(frame.view(), recon.view(), out.view_mut())
    },
);
