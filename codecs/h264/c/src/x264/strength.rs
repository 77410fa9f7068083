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
#[instance(of_one_list: L = 1)]
#[instance(of_two_lists: L = 2)]
fn strengths<const L: usize>(
    nonzero: &Tensor<[[u8; 8]; 5]>,
    reference: &Tensor<[[[i8; 8]; 5]; 2]>,
    #[range(-0x2000..=0x2000)] mv: &Tensor<[[[[i16; 2]; 8]; 5]; 2]>,
    strength: &mut Tensor<[[[u8; 4]; 8]; 2]>,
    limit: i32,
) {
    let limit = limit.clamp(0, 0x7FFF);
    let far = |a: i32, b: i32, most: i32| i32::from((a - b).abs() >= most);
    let vertical = Block::<[[u8; 4]; 4]>::stack();
    for y in 0..4 {
        for x in 0..4 {
            let mut moved = 0;
            for l in 0..L {
                moved += i32::from(reference[[l, y + 1, x + 4]] != reference[[l, y + 1, x + 3]]);
                moved += far(mv[[l, y + 1, x + 4, 0]], mv[[l, y + 1, x + 3, 0]], 4);
                moved += far(mv[[l, y + 1, x + 4, 1]], mv[[l, y + 1, x + 3, 1]], limit);
            }
            let coded = nonzero[[y + 1, x + 4]] + nonzero[[y + 1, x + 3]];
            vertical[[y, x]] = if coded != 0 { 2 } else { moved.min(1) };
        }
    }
    for y in 0..4 {
        let [a, b, c, d] = vertical[[y, ..]];
        strength[[0, 0..4, y]] = [a, b, c, d];
    }
    for y in 0..4 {
        for x in 0..4 {
            let mut moved = 0;
            for l in 0..L {
                moved += i32::from(reference[[l, y + 1, x + 4]] != reference[[l, y, x + 4]]);
                moved += far(mv[[l, y + 1, x + 4, 0]], mv[[l, y, x + 4, 0]], 4);
                moved += far(mv[[l, y + 1, x + 4, 1]], mv[[l, y, x + 4, 1]], limit);
            }
            let coded = nonzero[[y + 1, x + 4]] + nonzero[[y, x + 4]];
            strength[[1, y, x]] = if coded != 0 { 2 } else { moved.min(1) };
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
        let nonzero = tight::<u8, 5, 8>(nonzero.as_ptr()).shared();
        let reference = cube::<i8, 2, 5, 8>(reference.as_ptr());
        let (mv, strength) = (hypercube::<i16, 2, 5, 8, 2>(mv.as_ptr()), cube_mut::<u8, 2, 8, 4>(strength.as_mut_ptr()));
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
