//! Kernels of every construct, against naive loops.

mod accumulators;
mod across;
mod ahead;
mod any;
mod associated;
mod batches;
mod between;
mod bits;
mod borders;
mod boundary;
mod butterflies;
mod calls;
mod carried_types;
mod climb;
mod closed;
mod coarse;
mod compared;
mod conditions;
mod correlated;
mod crooked;
mod cut;
mod declared;
mod distributed;
mod distributed_bytes;
mod distributed_ranges;
mod divisions;
mod elements;
mod ends;
mod exported;
mod extremes;
mod folds;
mod footprints;
mod frames;
mod functions;
mod fused;
mod gaps;
mod gathers;
mod groups;
mod indexed_arrays;
mod instances;
mod interleaved;
mod jammed;
mod jumps;
mod kernel_lists;
mod lanes;
mod listed;
mod lists;
mod located;
mod masks;
mod merged;
mod mixtures;
mod names;
mod narrow;
mod neighbours;
mod nested;
mod order;
mod overflow;
mod overlap;
mod padded;
mod parts;
mod passed;
mod passes;
mod pixels;
mod points;
mod products;
mod ranges;
mod recurrences;
mod reductions;
mod repeated;
mod resolution;
mod rows;
mod ruled;
mod saturation;
mod side_by_side;
mod slices;
mod sorted;
mod spellings;
mod stages;
mod steps;
mod stored;
mod symmetric;
mod tensors;
mod tiles;
mod together;
mod traversals;
mod triangles;
mod trust;
mod turns;
mod until;
mod windows;
mod wrapping;

use unite::level::{self, Level};
use unite::{Block, kernel};

/// Of many sizes, seeds or points Miri takes every seventh: the same code runs, some thousand times slower.
const EVERY: usize = if cfg!(miri) { 7 } else { 1 };

/// Runs a test at every level of instruction sets that the machine has.
fn at_every_level(test: impl Fn()) {
    for highest in Level::available() {
        level::limit(highest);
        test();
    }
    level::limit(Level::V4);
}

/// The same for rows of fewer points than there are lanes, of as many, and of more.
fn at_every_level_and_width(test: impl Fn(usize)) {
    at_every_level(|| [1, 15, 16, 17, 33, 64, 100].into_iter().for_each(&test));
}

/// Numbers of a range: its ends are as frequent as all else.
fn numbers(seed: u32, count: usize, [least, greatest]: [i32; 2]) -> Vec<i32> {
    let mut state = seed.wrapping_mul(747_796_405) | 1;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let any = least + (i64::from(state >> 3) % (i64::from(greatest) - i64::from(least) + 1)) as i32;
        [least, greatest, any, any][(state >> 12) as usize % 4]
    };
    (0..count).map(next).collect()
}

/// Intra_4x4_Vertical_Right, H.264 8.3.1.2.6
#[kernel]
pub fn vertical_right(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred].permute([1, 0]);
    let pred = pred.permute([1, 0]);
    for [x, y] in pred.indices() {
        let z_vr = 2 * x - y;
        pred[[x, y]] = match z_vr {
            0 | 2 | 4 | 6 => (p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 1) >> 1,
            1 | 3 | 5 => {
                (p[[x - (y >> 1) - 2, -1]] + 2 * p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 2) >> 2
            }
            -1 => (p[[-1, 0]] + 2 * p[[-1, -1]] + p[[0, -1]] + 2) >> 2,
            _ => (p[[-1, y - 1]] + 2 * p[[-1, y - 2]] + p[[-1, y - 3]] + 2) >> 2,
        };
    }
}

#[kernel]
fn vertical(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    pred[[!y, !x]] = p[[-1, !x]];
}

#[test]
fn vertical_right_is_that_of_the_standard() {
    let frame: Vec<u8> = (0..256u32).map(|i| (i * 37 % 251) as u8).collect();
    let recon = Block::<u8>::from_vec(frame.clone(), [16, 16]).unwrap();
    let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([8, 4]).unwrap();
    vertical_right(&mut pred, &recon);
    let p = |x: isize, y: isize| i32::from(frame[((8 + y) * 16 + 4 + x) as usize]);
    for y in 0..4isize {
        for x in 0..4isize {
            let want = match 2 * x - y {
                0 | 2 | 4 | 6 => (p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 1) >> 1,
                1 | 3 | 5 => {
                    (p(x - (y >> 1) - 2, -1) + 2 * p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 2) >> 2
                }
                -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
                _ => (p(-1, y - 1) + 2 * p(-1, y - 2) + p(-1, y - 3) + 2) >> 2,
            };
            assert_eq!(i32::from(pred.get([y, x]).unwrap()), want, "at {x}, {y}");
        }
    }
    let top = Block::<[[u8; 4]; 4]>::stack().with_origin([0, 4]).unwrap();
    let error = vertical_right::fits(&top, &recon).unwrap_err();
    assert_eq!(
        error.to_string(),
        "kernel vertical_right touches indices -1..=2 of axis 0 of recon[pred], which has data at 0..16 only (extent 4, located at 0)"
    );
}

#[test]
fn vertical_copies_the_row_above() {
    let frame: Vec<u8> = (0..=255).collect();
    let recon = Block::<u8>::from_vec(frame, [16, 16]).unwrap();
    let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 8]).unwrap();
    vertical(&mut pred, &recon);
    for y in 0..4 {
        for x in 0..4 {
            assert_eq!(pred.get([y, x]).unwrap(), (3 * 16 + 8 + x) as u8);
        }
    }
}
