//! Chrominance at 4:2:2, where macroblocks have twice as many rows of it, in the layout of x264.

use unite::kernel;
use unite_h264::kernels::intra_chroma_422;

use super::{Deblock, DeblockIntra, Predict};
use crate::deblock::{x264_chroma_vertical, x264_chroma_vertical_intra};
use crate::levels::levels;
use crate::memory::at_pitch_mut;
use crate::tables::{FDEC_STRIDE, fill};

/// Modes in a window of the picture, in which the block begins at `[Y, X]`. It is predicted in memory of its own, so that the compiler
/// knows that nothing that is written is a neighbour.
mod within {
    use super::*;

    #[kernel]
    #[instance(dc: Y = 1, X = 1, mode = intra_chroma_422::dc)]
    #[instance(horizontal: Y = 0, X = 1, mode = intra_chroma_422::horizontal)]
    #[instance(vertical: Y = 1, X = 0, mode = intra_chroma_422::vertical)]
    #[instance(plane: Y = 1, X = 1, mode = intra_chroma_422::plane)]
    #[instance(dc_left: Y = 0, X = 1, mode = intra_chroma_422::dc_left)]
    #[instance(dc_above: Y = 1, X = 0, mode = intra_chroma_422::dc_above)]
    pub fn within<const Y: usize, const X: usize>(
        window: &mut Tensor<[[u8]]>,
        mode: impl Fn(&mut Tensor<[[u8; 8]; 16]>, &Tensor<[[u8]]>),
    ) {
        let here = window[[Y..Y + 16, X..X + 8]];
        let block = here.block_copy();
        mode(&mut block, window);
        here[[!j, !i]] = block[[!j, !i]];
    }
}

/// Slots: `name after [rows, columns] in [rows, columns]` of a window.
macro_rules! modes {
    ($($name:ident after [$y:literal, $x:literal] in [$h:literal, $w:literal];)*) => {$(
        mod $name {
            use super::*;

            levels! {
                fn slot(level; at: *mut u8) where (at: *mut u8 = at) {
                    let window = at.offset(-($y * FDEC_STRIDE + $x));
                    within::$name::staged(level, at_pitch_mut::<u8, $h, $w, FDEC_STRIDE>(window));
                }
            }
        }
    )*};
}

modes! {
    dc after [1, 1] in [17, 9];
    horizontal after [0, 1] in [16, 9];
    vertical after [1, 0] in [17, 8];
    plane after [1, 1] in [17, 9];
    dc_left after [0, 1] in [16, 9];
    dc_above after [1, 0] in [17, 8];
}

levels! {
    fn dc_none(level; at: *mut u8) where (at: *mut u8 = at) {
        intra_chroma_422::dc_none::staged(level, at_pitch_mut::<u8, 16, 8, FDEC_STRIDE>(at));
    }
}

/// Two of the numbers of `tc`, each for two rows in place of four. They are made in a register: bytes that were written one by one
/// are not read together before they are in the cache.
#[inline(always)]
pub fn each_twice(two: u32) -> [i8; 4] {
    let [first, second] = [two & 0xFF, two >> 8 & 0xFF];
    (first * 0x101 + second * 0x101_0000).to_le_bytes().map(|number| number as i8)
}

/// Vertical edges at 4:2:2, of samples of a type, by those at 4:2:0.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_edges_422 {
    ($Sample:ident, $filter:ident, $intra:ident) => {
        use $crate::levels::{Of, for_level};
        use $crate::memory::array;

        /// A vertical edge: two halves as at 4:2:0.
        unsafe extern "C" fn vertical_edge<L: Of>(
            q: *mut $Sample,
            stride: isize,
            alpha: i32,
            beta: i32,
            tc: *mut i8,
        ) {
            let filter = $filter::all().of::<L>();
            // SAFETY: the caller vouches for the rows of both halves and for four numbers; the level is in force.
            unsafe {
                let tc = u32::from_le_bytes(*array(tc.cast_const().cast()));
                filter(q, stride, alpha, beta, $crate::tall::each_twice(tc).as_mut_ptr());
                filter(
                    q.offset(8 * stride),
                    stride,
                    alpha,
                    beta,
                    $crate::tall::each_twice(tc >> 16).as_mut_ptr(),
                );
            }
        }

        unsafe extern "C" fn vertical_edge_intra<L: Of>(
            q: *mut $Sample,
            stride: isize,
            alpha: i32,
            beta: i32,
        ) {
            let filter = $intra::all().of::<L>();
            // SAFETY: the caller vouches for the rows of both halves; the level is in force.
            unsafe {
                filter(q, stride, alpha, beta);
                filter(q.offset(8 * stride), stride, alpha, beta);
            }
        }
    };
}

x264_edges_422!(u8, x264_chroma_vertical, x264_chroma_vertical_intra);

/// The four modes of macroblocks of chrominance at 4:2:2, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_predict_8x16c(table: *mut Predict) {
    // SAFETY: the caller vouches for 7 slots.
    unsafe {
        fill::<Predict, 7>(
            table,
            [
                dc::slot::current(),
                horizontal::slot::current(),
                vertical::slot::current(),
                plane::slot::current(),
                dc_left::slot::current(),
                dc_above::slot::current(),
                dc_none::current(),
            ],
        );
    }
}

/// The filters of vertical edges of interleaved chrominance at 4:2:2, `deblock_h_chroma_422`, and the same for `bS` 4. Those of
/// horizontal edges are the ones of 4:2:0.
///
/// # Safety
/// Both are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_deblock_422(slot: *mut Deblock, intra_slot: *mut DeblockIntra) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        slot.write(for_level!(vertical_edge as Deblock));
        intra_slot.write(for_level!(vertical_edge_intra as DeblockIntra));
    }
}
