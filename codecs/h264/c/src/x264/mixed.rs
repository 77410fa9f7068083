//! The left edges of macroblocks in MBAFF frames where a frame macroblock is beside a field macroblock, in the layout of x264: half as long
//! as others, each half with strengths of its own.

use unite::kernel;
use unite_h264::kernels::deblock;

use super::{Deblock, DeblockIntra};
use crate::deblock::{x264_chroma_vertical, x264_chroma_vertical_intra};
use crate::levels::levels;
use crate::memory::{array, at_mut, line};
use crate::tables::fill;

/// Kernels on windows that begin four samples before the edge.
mod windows {
    use super::*;
    use crate::kernels::in_turn::of_8_bits::{apart_along, together_along};

    #[kernel]
    pub fn luma(window: &mut Tensor<[[u8; 8]; 8]>, alpha: i32, beta: i32, tc0: &Tensor<[i8; 4]>) {
        deblock::luma_vertical_mixed(&mut window[[.., 4..8]], alpha, beta, tc0);
    }

    #[kernel]
    pub fn luma_intra(window: &mut Tensor<[[u8; 8]; 8]>, alpha: i32, beta: i32) {
        deblock::luma_vertical_mixed_intra(&mut window[[.., 4..8]], alpha, beta);
    }

    /// Both components, sample by sample in turn: each number of `tc`, one more than `tC0`, is for both samples of a row.
    #[kernel]
    pub fn chroma(window: &mut Tensor<[[u8; 8]; 4]>, alpha: i32, beta: i32, tc: &Tensor<[i8; 4]>) {
        let less = Block::<[i8; 4]>::stack();
        less[[!k]] = tc[[!k]] - 1;
        let rows = Block::<[[u8; 8]; 4]>::stack();
        apart_along(window, &mut rows);
        deblock::chroma_horizontal(&mut rows[[2..4, ..]], alpha, beta, less);
        together_along(rows, &mut window);
    }

    #[kernel]
    pub fn chroma_intra(window: &mut Tensor<[[u8; 8]; 4]>, alpha: i32, beta: i32) {
        let rows = Block::<[[u8; 8]; 4]>::stack();
        apart_along(window, &mut rows);
        deblock::chroma_horizontal_intra(&mut rows[[2..4, ..]], alpha, beta);
        together_along(rows, &mut window);
    }
}

/// An edge, and the same for `bS` 4, of so many rows.
macro_rules! edges {
    ($($name:ident, $intra:ident of $rows:literal;)*) => {levels! {$(
        fn $name(level; q: *mut u8, stride: isize, alpha: i32, beta: i32, tc: *mut i8)
        where (q: *mut u8 = q, stride: isize = stride, alpha: i32 = alpha, beta: i32 = beta, tc: [i8; 4] = *array(tc)) {
            let window = at_mut::<u8, $rows, 8>(q.sub(4), stride);
            windows::$name::staged(level, window, alpha, beta, line::<i8, 4>(tc.as_ptr()).shared());
        }

        fn $intra(level; q: *mut u8, stride: isize, alpha: i32, beta: i32)
        where (q: *mut u8 = q, stride: isize = stride, alpha: i32 = alpha, beta: i32 = beta) {
            windows::$intra::staged(level, at_mut::<u8, $rows, 8>(q.sub(4), stride), alpha, beta);
        }
    )*}};
}

edges! {
    luma, luma_intra of 8;
    chroma, chroma_intra of 4;
}

/// The filters of edges of MBAFF frames between macroblocks of both kinds: of luminance, `deblock_luma_mbaff`, of chrominance at 4:2:0,
/// `deblock_chroma_420_mbaff`, and at 4:2:2, `deblock_chroma_422_mbaff`; and the same for `bS` 4, `deblock_luma_intra_mbaff` and so
/// on. No strength is 0 there.
///
/// # Safety
/// Both tables have 3 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_deblock_mixed(table: *mut Deblock, intra_table: *mut DeblockIntra) {
    // SAFETY: the caller vouches for the slots. Half an edge at 4:2:2 is a whole one at 4:2:0.
    unsafe {
        fill::<Deblock, 3>(table, [luma::current(), chroma::current(), x264_chroma_vertical::current()]);
        fill::<DeblockIntra, 3>(
            intra_table,
            [luma_intra::current(), chroma_intra::current(), x264_chroma_vertical_intra::current()],
        );
    }
}
