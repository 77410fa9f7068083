//! The kernels whose expansions are kept beside this file, one construct each.

use std::ops::Add;

use unite::{Elem, kernel};

/// Colocation across tensors, permuted views, conditions on loop variables. Intra_4x4_Vertical_Right, H.264 8.3.1.2.6.
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

/// An elementwise statement over dynamic extents.
#[kernel]
pub fn average(out: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    out[[!y, !x]] = (a[[!y, !x]] + b[[!y, !x]] + 1) >> 1;
}

/// A partition with a step.
#[kernel]
pub fn luma_of_yuyv(luma: &mut Tensor<[[u8]]>, yuyv: &Tensor<[[u8]]>) {
    let y = yuyv[[.., (0..2 * luma.extent(1)).step_by(2)]];
    luma[[!y, !x]] = y[[!y, !x]];
}

/// Slices: an integer index drops an axis.
#[kernel]
pub fn first_column_to_last_row(plane: &mut Tensor<[[i32; 8]; 8]>) {
    let column = plane[[.., 0]];
    let row = plane[[7, ..]];
    row[[!i]] = column[[!i]];
}

/// A local block, written and read through a permuted view of it.
#[kernel]
pub fn transpose(block: &mut Tensor<[[i16; 4]; 4]>) {
    let tmp = Block::<[[i16; 4]; 4]>::stack();
    tmp[[!y, !x]] = block[[!y, !x]];
    let t = tmp.permute([1, 0]);
    block[[!y, !x]] = t[[!y, !x]];
}

/// Colocation in one tensor: where part of a plane is, in the plane coarsened.
#[kernel]
pub fn block_levels(plane: &mut Tensor<[[u8]]>) {
    let corners = plane.coarsen([4, 4]);
    let part = plane[[2..10, 2..10]];
    let level = corners[part];
    part[[!y, !x]] = level[[!y, !x]];
}

/// Copies at the location of another tensor, with its data and without.
#[kernel]
pub fn sharpen(plane: &mut Tensor<[[u8; 8]; 8]>) {
    let before = plane.to_block();
    let mean = plane[[1..7, 1..7]].block_copy();
    mean[[!y, !x]] =
        (before[[!y, !x + 1]] + before[[!y + 2, !x + 1]] + before[[!y + 1, !x]] + before[[!y + 1, !x + 2]])
            >> 2;
    let centre = plane[[1..7, 1..7]];
    centre[[!y, !x]] = (2 * before[[!y + 1, !x + 1]] - mean[[!y, !x]]).clamp(0, 255);
}

/// Called by the next one.
#[kernel]
pub fn fill(out: &mut Tensor<[[u8; 4]; 4]>, value: i32) {
    out[[!y, !x]] = value;
}

/// Calls of another kernel with views.
#[kernel]
pub fn checkerboard(plane: &mut Tensor<[[u8; 8]; 8]>) {
    for i in 0..2 {
        fill(&mut plane[[4 * i..4 * i + 4, 4 * i..4 * i + 4]], 255);
    }
    fill(&mut plane[[0..4, 4..8]].permute([1, 0]), 0);
}

/// Generic over the element type.
#[kernel]
pub fn accumulate<T: Elem<Wide = T> + Add<Output = T>>(sum: &mut Tensor<[[T]]>, more: &Tensor<[[T]]>) {
    sum[[!y, !x]] = sum[[!y, !x]] + more[[!y, !x]];
}

/// A constant traversal.
#[kernel]
pub fn zigzag(out: &mut Tensor<[i16; 16]>, block: &Tensor<[[i16; 4]; 4]>) {
    for (k, [y, x]) in block.zigzag().enumerate() {
        out[[k]] = block[[y, x]];
    }
}

/// An index that depends on data is checked where it stands.
#[kernel]
pub fn look_up(out: &mut Tensor<[u8]>, table: &Tensor<[u8]>, indices: &Tensor<[u8]>) {
    for [i] in out.indices() {
        out[[i]] = table[[indices[[i]]]];
    }
}

/// Guards at the edges of a frame.
#[kernel]
pub fn above(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        out[[y, x]] = if y > 0 { plane[[y - 1, x]] } else { 128 };
    }
}

/// A reduction.
#[kernel]
pub fn sum_of_differences(a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) -> i32 {
    let mut sum = 0;
    for [y, x] in a.indices() {
        sum += (a[[y, x]] - b[[y, x]]).abs();
    }
    sum
}

/// Rows beside a row that a parameter chooses.
#[kernel]
pub fn vertical_blur(out: &mut Tensor<[u8]>, plane: &Tensor<[[u8]]>, y: usize, x0: usize) {
    for x in 0..out.extent(0) {
        out[[x]] = (plane[[y - 1, x0 + x]] + 2 * plane[[y, x0 + x]] + plane[[y + 1, x0 + x]] + 2) >> 2;
    }
}

/// One flag for each macroblock, asked for at every sample: which 4x4 blocks have intra macroblocks around them.
#[kernel]
pub fn predictable(allowed: &mut Tensor<[[u8]]>, frame: &Tensor<[[u8]]>, intra: &Tensor<[[u8]]>) {
    let used = frame.coarsen([16, 16]).block_copy();
    used[[!y, !x]] = intra[[!y, !x]];
    let used = used.refine([16, 16]);
    for by in 1..frame.extent(0) / 4 {
        for bx in 1..frame.extent(1) / 4 {
            let pred = frame[[4 * by..4 * by + 4, 4 * bx..4 * bx + 4]];
            let flags = used[pred];
            allowed[[by, bx]] = flags[[-1, -1]] & flags[[-1, 0]] & flags[[0, -1]];
        }
    }
}

/// The same where the flags are a parameter, for one block.
#[kernel]
pub fn intra_around(pred: &Tensor<[[u8; 4]; 4]>, intra: &Tensor<[[u8]]>) -> bool {
    let flags = intra.refine([16, 16])[pred];
    flags[[-1, -1]] != 0 && flags[[-1, 0]] != 0 && flags[[0, -1]] != 0
}

/// A rule for what lies outside: the middle of every row needs none.
#[kernel]
pub fn blur_clamped(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    out[[!y, !x]] = (p[[!y, !x - 1]] + p[[!y - 1, !x + 1]] + 1) >> 1;
}
