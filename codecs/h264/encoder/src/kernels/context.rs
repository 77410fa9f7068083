//! What neighbours say about a block (H.264 6.4.11): reads at `[-1, 0]` and `[0, -1]` of tables that are coarser than the
//! picture. Outside of a slice a boundary rule answers, as the tables of a slice end where it does.

// What is generated for loops from 1 to a constant of a kernel.
#![allow(clippy::redundant_comparisons)]

use unite::{Elem, kernel};
use unite_h264::kernels::{Motion, Neighbours};

/// In tables of counts and modes: there is no such block in the slice.
pub const NOT_AVAILABLE: u8 = 255;

/// In tables of motion: there is no such block in the slice, or it is not coded yet.
pub const NO_MOTION: Motion = Motion::OUTSIDE;

/// `nC` of the 4x4 blocks of a macroblock, of one component, by how many coefficients they and their neighbours have (9.2.1).
#[kernel(autovectorize)]
pub fn coefficient_contexts<const N: usize>(
    n_c: &mut Tensor<[[u8; N]; N]>,
    counts: &Tensor<[[u8; N]; N]>,
    total_coeff: &Tensor<[[u8]]>,
) {
    let beside = total_coeff.with_boundary(Boundary::Constant(NOT_AVAILABLE))[counts];
    let left = Block::<[[u8; N]; N]>::stack();
    let above = Block::<[[u8; N]; N]>::stack();
    for i in 0..N {
        left[[i, 0]] = beside[[i, -1]];
        above[[0, i]] = beside[[-1, i]];
    }
    for i in 0..N {
        for k in 1..N {
            left[[i, k]] = counts[[i, k - 1]];
            above[[k, i]] = counts[[k - 1, i]];
        }
    }
    for [y, x] in n_c.indices() {
        let (a, b) = (left[[y, x]], above[[y, x]]);
        n_c[[y, x]] = if a == 255 && b == 255 {
            0
        } else if a == 255 {
            b
        } else if b == 255 {
            a
        } else {
            (a + b + 1) >> 1
        };
    }
}

/// Whether the neighbours A and B of the blocks of a macroblock have values that are not 0: 1, and 2. Outside of the slice the value is
/// `outside`.
#[kernel]
pub fn neighbour_flags<const N: usize>(
    flags: &mut Tensor<[[u8; N]; N]>,
    values: &Tensor<[[u8; N]; N]>,
    table: &Tensor<[[u8]]>,
    outside: u8,
) {
    let beside = table.with_boundary(Boundary::Constant(outside))[values];
    let left = Block::<[[u8; N]; N]>::stack();
    let above = Block::<[[u8; N]; N]>::stack();
    for i in 0..N {
        left[[i, 0]] = beside[[i, -1]];
        above[[0, i]] = beside[[-1, i]];
    }
    for i in 0..N {
        for k in 1..N {
            left[[i, k]] = values[[i, k - 1]];
            above[[k, i]] = values[[k - 1, i]];
        }
    }
    for [y, x] in flags.indices() {
        let a = if left[[y, x]] != 0 { 1 } else { 0 };
        flags[[y, x]] = if above[[y, x]] != 0 { a + 2 } else { a };
    }
}

/// How many coefficients the neighbours A and B of a 4x4 block have; outside of the slice it is [`NOT_AVAILABLE`].
#[kernel]
pub fn counts_beside(block: &Tensor<[[u8]]>, total_coeff: &Tensor<[[u8]]>) -> [u8; 2] {
    let total_coeff = total_coeff.with_boundary(Boundary::Constant(NOT_AVAILABLE)).refine([4, 4])[block];
    [total_coeff[[0, -1]] as u8, total_coeff[[-1, 0]] as u8]
}

/// The sum of what the neighbours A and B of a partition have in a table of 4x4 blocks; outside of the slice it is 0.
#[kernel]
pub fn neighbour_sum(partition: &Tensor<[[u8]]>, table: &Tensor<[[u8]]>) -> i32 {
    let table = table.with_boundary(Boundary::Constant(0)).refine([4, 4])[partition];
    table[[0, -1]] + table[[-1, 0]]
}

/// `predIntra4x4PredMode` and `predIntra8x8PredMode` (8.3.1.1, 8.3.2.1) of a block, which is given by its location. A block that
/// is not available, and one that counts as such, has [`NOT_AVAILABLE`]; one of another prediction has 2.
#[kernel]
pub fn predicted_mode(block: &Tensor<[[u8]]>, modes: &Tensor<[[u8]]>) -> u8 {
    let modes = modes.with_boundary(Boundary::Constant(NOT_AVAILABLE)).refine([4, 4])[block];
    let (a, b) = (modes[[0, -1]], modes[[-1, 0]]);
    if a == 255 || b == 255 { 2 } else { a.min(b) as u8 }
}

/// The modes of the 4x4 blocks left of a macroblock and above it, in the first column and row of `known` but for the corner.
#[kernel]
pub fn modes_beside(known: &mut Tensor<[[u8; 5]; 5]>, blocks: &Tensor<[[u8; 4]; 4]>, modes: &Tensor<[[u8]]>) {
    let modes = modes.with_boundary(Boundary::Constant(NOT_AVAILABLE))[blocks];
    for i in 0..4 {
        known[[i + 1, 0]] = modes[[i, -1]];
        known[[0, i + 1]] = modes[[-1, i]];
    }
}

/// The motion of the neighbours A, B and C of a partition, which is given by its location and extents (8.4.1.3.2).
#[kernel]
pub fn motion_neighbours(partition: &Tensor<[[u8]]>, motion: &Tensor<[[Motion]]>) -> [Motion; 3] {
    let motion = motion.with_boundary(Boundary::Constant(NO_MOTION)).refine([4, 4])[partition];
    let (a, b, d) = (motion[[0, -1]], motion[[-1, 0]], motion[[-1, -1]]);
    let c = motion[[-1, partition.extent(1)]];
    [a, b, if c == NO_MOTION { d } else { c }]
}

/// Which neighbours of a block are available for Intra prediction (6.4.11, 8.3): `usable` says of a macroblock whether its samples may be
/// asked, and has those that come later, too.
#[kernel]
pub fn available<const N: usize>(pred: &Tensor<[[u8; N]; N]>, usable: &Tensor<[[u8]]>) -> Neighbours {
    let usable = usable.with_boundary(Boundary::Constant(0)).refine([16, 16])[pred];
    // In its macroblock.
    let (y, x, n) = (pred.origin(0) & 15, pred.origin(1) & 15, N as i32);
    // What is above and to the right lies in a macroblock above, or earlier in the order of the blocks of this one.
    let earlier = y == 0 || x + n != 16 && (y & n == 0 || x & n == 0);
    Neighbours {
        left: usable[[0, -1]] != 0,
        above: usable[[-1, 0]] != 0,
        above_right: earlier && usable[[-1, n]] != 0,
        above_left: usable[[-1, -1]] != 0,
    }
}

/// The motion of a macroblock, and of its neighbours A and B.
#[kernel]
pub fn motion_beside(macroblock: &Tensor<[[u8]]>, motion: &Tensor<[[Motion]]>) -> [Motion; 3] {
    let motion = motion.with_boundary(Boundary::Constant(Motion::OUTSIDE)).refine([4, 4])[macroblock];
    [motion[[0, 0]], motion[[0, -1]], motion[[-1, 0]]]
}

/// What a table has of a macroblock, and of its neighbours A and B.
#[kernel]
pub fn at<T: Elem>(block: &Tensor<[[u8]]>, table: &Tensor<[[T]]>, outside: T) -> [T; 3] {
    let table = table.with_boundary(Boundary::Constant(outside)).refine([16, 16])[block];
    [T::narrow(table[[0, 0]]), T::narrow(table[[0, -1]]), T::narrow(table[[-1, 0]])]
}

/// Writes a value to the point of a table where a block begins, of `N` by `N` samples a point.
#[kernel]
pub fn put<T: Elem, const N: usize>(table: &mut Tensor<[[T]]>, block: &Tensor<[[u8]]>, value: T) {
    let there = table.refine([N, N])[block];
    there[[0, 0]] = T::widen(value);
}

/// Writes a value to all points of a table that lie in a block.
#[kernel]
pub fn fill<T: Elem>(table: &mut Tensor<[[T]]>, block: &Tensor<[[u8]]>, value: T) {
    let part = table.region_of(block);
    part[[!y, !x]] = T::widen(value);
}

/// Writes what is known of the blocks of a macroblock to where they lie in the table of the slice.
#[kernel]
pub fn store<T: Elem, const N: usize>(table: &mut Tensor<[[T]]>, blocks: &Tensor<[[T; N]; N]>) {
    let part = table[blocks];
    part[[!y, !x]] = blocks[[!y, !x]];
}

/// Writes a value to where the blocks of a macroblock lie in a table.
#[kernel]
pub fn fill_all<T: Elem, const N: usize>(table: &mut Tensor<[[T]]>, blocks: &Tensor<[[u8; N]; N]>, value: T) {
    let part = table[blocks];
    part[[!y, !x]] = T::widen(value);
}
