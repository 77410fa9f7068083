//! How strongly edges are filtered, as x264 decides it: references are compared by their numbers in a list.

use unite::kernel;

use crate::levels::levels;
use crate::memory::{array, array_mut, cube, cube_mut, hypercube, tight};

/// `deblock_strength`: which 4x4 blocks have coefficients, references and vectors by list, the strengths of vertical and of
/// horizontal edges, how far vectors may be apart downwards, and whether there are two lists. Blocks lie in rows of 8, those of the
/// macroblock from row 1 and column 4 on.
pub type Strength = unsafe extern "C" fn(
    nonzero: *mut u8,
    reference: *mut i8,
    mv: *mut i16,
    strength: *mut u8,
    limit: i32,
    two_lists: i32,
);

#[kernel]
fn strengths(
    nonzero: &Tensor<[[u8; 8]; 5]>,
    reference: &Tensor<[[[i8; 8]; 5]; 2]>,
    mv: &Tensor<[[[[i16; 2]; 8]; 5]; 2]>,
    strength: &mut Tensor<[[[u8; 4]; 8]; 2]>,
    limit: i32,
    lists: i32,
) {
    for y in 1..5 {
        for x in 4..8 {
            let mut moved = 0;
            for l in 0..2 {
                if l < lists {
                    let far = |a: i32, b: i32, most: i32| if (a - b).abs() >= most { 1 } else { 0 };
                    moved += if reference[[l, y, x]] != reference[[l, y, x - 1]] { 1 } else { 0 };
                    moved += far(mv[[l, y, x, 0]], mv[[l, y, x - 1, 0]], 4);
                    moved += far(mv[[l, y, x, 1]], mv[[l, y, x - 1, 1]], limit);
                }
            }
            strength[[0, x - 4, y - 1]] = if nonzero[[y, x]] + nonzero[[y, x - 1]] != 0 {
                2
            } else if moved != 0 {
                1
            } else {
                0
            };
        }
    }
    for y in 1..5 {
        for x in 4..8 {
            let mut moved = 0;
            for l in 0..2 {
                if l < lists {
                    let far = |a: i32, b: i32, most: i32| if (a - b).abs() >= most { 1 } else { 0 };
                    moved += if reference[[l, y, x]] != reference[[l, y - 1, x]] { 1 } else { 0 };
                    moved += far(mv[[l, y, x, 0]], mv[[l, y - 1, x, 0]], 4);
                    moved += far(mv[[l, y, x, 1]], mv[[l, y - 1, x, 1]], limit);
                }
            }
            strength[[1, y - 1, x - 4]] = if nonzero[[y, x]] + nonzero[[y - 1, x]] != 0 {
                2
            } else if moved != 0 {
                1
            } else {
                0
            };
        }
    }
}

levels! {
    fn deblock_strength(
        level; nonzero: *mut u8, reference: *mut i8, mv: *mut i16, strength: *mut u8, limit: i32, two_lists: i32
    )
    where (
        nonzero: &[u8; 40] = array(nonzero),
        reference: &[i8; 80] = array(reference),
        mv: &[i16; 160] = array(mv),
        strength: &mut [u8; 64] = array_mut(strength),
        limit: i32 = limit,
        lists: i32 = if two_lists == 0 { 1 } else { 2 },
    ) {
        // Of strengths there are eight edges of four blocks for each direction; half of them are of others.
        strengths::staged(
            level,
            tight::<u8, 5, 8>(nonzero.as_ptr()).shared(),
            cube::<i8, 2, 5, 8>(reference.as_ptr()),
            hypercube::<i16, 2, 5, 8, 2>(mv.as_ptr()),
            cube_mut::<u8, 2, 8, 4>(strength.as_mut_ptr()),
            limit,
            lists,
        );
    }
}

/// `deblock_strength`.
///
/// # Safety
/// It is one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_strength(slot: *mut Strength) {
    // SAFETY: the caller vouches for the slot.
    unsafe { slot.write(deblock_strength::current()) }
}
