//! How strongly edges are filtered, as x264 decides it: references are compared by their numbers in a list.

use unite::kernel;

use crate::levels::levels;
use crate::memory::{array, array_mut, cube, cube_mut, line, tight};

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

/// Tables of blocks as they lie in memory, in rows of 8: references one after another, of vectors both components in turn. So lanes
/// take whole rows, also of blocks that are not of the macroblock, of which nothing comes out.
#[kernel]
#[instance(of_one_list: L = 1)]
#[instance(of_two_lists: L = 2)]
fn strengths<const L: usize>(
    nonzero: &Tensor<[u8; 40]>,
    reference: &Tensor<[[i8; 40]; 2]>,
    #[range(-0x2000..=0x2000)] mv: &Tensor<[[[i16; 16]; 5]; 2]>,
    strength: &mut Tensor<[[[u8; 4]; 8]; 2]>,
    limit: i32,
) {
    // How far components of vectors may be apart, in turn.
    let limit = limit.clamp(0, 0x7FFF);
    let limits = Block::<[i16; 8]>::stack();
    for k in 0..8 {
        limits[[k]] = if k & 1 == 0 { 4 } else { limit };
    }
    let far = Block::<[u8; 32]>::stack();
    let apart = Block::<[u8; 16]>::stack();
    // 8 where a block or its neighbour has coefficients, else how many of their references are others.
    let other = Block::<[u8; 32]>::stack();

    for y in 0..4 {
        for k in 0..8 {
            let mut parts = 0;
            for l in 0..L {
                let distance = (mv[[l, y + 1, k + 8]] - mv[[l, y + 1, k + 6]]).abs();
                parts += i32::from(distance >= limits[[k]]);
            }
            far[[8 * y + k]] = parts;
        }
    }
    for k in 0..16 {
        apart[[k]] = far[[2 * k]] + far[[2 * k + 1]];
    }
    for k in 0..32 {
        let mut parts = 0;
        for l in 0..L {
            parts += i32::from(reference[[l, k + 8]] != reference[[l, k + 7]]);
        }
        other[[k]] = if (nonzero[[k + 8]] | nonzero[[k + 7]]) != 0 { 8 } else { parts };
    }
    let vertical = Block::<[[u8; 4]; 4]>::stack();
    for y in 0..4 {
        for x in 0..4 {
            let (other, apart) = (other[[8 * y + x + 4]], apart[[4 * y + x]]);
            vertical[[y, x]] = if other == 8 { 2 } else { i32::from((other | apart) != 0) };
        }
    }
    for y in 0..4 {
        let [a, b, c, d] = vertical[[y, ..]];
        strength[[0, 0..4, y]] = [a, b, c, d];
    }

    for y in 0..4 {
        for k in 0..8 {
            let mut parts = 0;
            for l in 0..L {
                let distance = (mv[[l, y + 1, k + 8]] - mv[[l, y, k + 8]]).abs();
                parts += i32::from(distance >= limits[[k]]);
            }
            far[[8 * y + k]] = parts;
        }
    }
    for k in 0..16 {
        apart[[k]] = far[[2 * k]] + far[[2 * k + 1]];
    }
    for k in 0..32 {
        let mut parts = 0;
        for l in 0..L {
            parts += i32::from(reference[[l, k + 8]] != reference[[l, k]]);
        }
        other[[k]] = if (nonzero[[k + 8]] | nonzero[[k]]) != 0 { 8 } else { parts };
    }
    for y in 0..4 {
        for x in 0..4 {
            let (other, apart) = (other[[8 * y + x + 4]], apart[[4 * y + x]]);
            strength[[1, y, x]] = if other == 8 { 2 } else { i32::from((other | apart) != 0) };
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
        two_lists: bool = two_lists != 0,
    ) {
        // Of strengths there are eight edges of four blocks for each direction; half of them are of others.
        let nonzero = line::<u8, 40>(nonzero.as_ptr()).shared();
        let reference = tight::<i8, 2, 40>(reference.as_ptr()).shared();
        let (mv, strength) = (cube::<i16, 2, 5, 16>(mv.as_ptr()), cube_mut::<u8, 2, 8, 4>(strength.as_mut_ptr()));
        if two_lists {
            of_two_lists::staged(level, nonzero, reference, mv, strength, limit);
        } else {
            of_one_list::staged(level, nonzero, reference, mv, strength, limit);
        }
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
