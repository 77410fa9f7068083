//! The deblocking filter. x264 passes thresholds as the clause scales them for the bit depth, and kernels those of 8 bits, which they
//! scale: both are the same, as thresholds of 10 bits are multiples of four.

use unite::kernel;
use unite_h264::kernels::high::deblock;
use unite_h264_c::levels::levels;
use unite_h264_c::memory::{at_mut, line};
use unite_h264_c::tables::fill;
use unite_h264_c::x264_edges_422;

use crate::BIT_DEPTH;

/// Filters of `deblock_luma` and `deblock_chroma`.
pub type Deblock = unsafe extern "C" fn(at: *mut u16, stride: isize, alpha: i32, beta: i32, tc0: *mut i8);

/// Filters of `deblock_luma_intra` and `deblock_chroma_intra`.
pub type DeblockIntra = unsafe extern "C" fn(at: *mut u16, stride: isize, alpha: i32, beta: i32);

/// By how much thresholds are shifted.
const MORE: i32 = BIT_DEPTH - 8;

/// Kernels on windows in which what lies behind the edge begins after so many rows or columns.
mod windows {
    use super::*;
    use unite_h264_c::kernels::in_turn::of_more_bits::{apart, apart_along, together, together_along};

    #[kernel]
    pub fn luma_vertical(window: &mut Tensor<[[u16; 8]; 16]>, alpha: i32, beta: i32, tc0: &Tensor<[i8; 4]>) {
        deblock::luma_vertical(&mut window[[.., 4..8]], alpha, beta, tc0, BIT_DEPTH);
    }

    #[kernel]
    pub fn luma_horizontal(
        window: &mut Tensor<[[u16; 16]; 8]>,
        alpha: i32,
        beta: i32,
        tc0: &Tensor<[i8; 4]>,
    ) {
        deblock::luma_horizontal(&mut window[[4..8, ..]], alpha, beta, tc0, BIT_DEPTH);
    }

    #[kernel]
    pub fn luma_vertical_intra(window: &mut Tensor<[[u16; 8]; 16]>, alpha: i32, beta: i32) {
        deblock::luma_vertical_intra(&mut window[[.., 4..8]], alpha, beta, BIT_DEPTH);
    }

    #[kernel]
    pub fn luma_horizontal_intra(window: &mut Tensor<[[u16; 16]; 8]>, alpha: i32, beta: i32) {
        deblock::luma_horizontal_intra(&mut window[[4..8, ..]], alpha, beta, BIT_DEPTH);
    }

    #[kernel]
    pub fn chroma_vertical(window: &mut Tensor<[[u16; 8]; 8]>, alpha: i32, beta: i32, tc0: &Tensor<[i8; 4]>) {
        let rows = Block::<[[u16; 16]; 4]>::stack();
        apart(window, &mut rows);
        deblock::chroma_vertical_of_both(&mut rows[[2..4, ..]].permute([1, 0]), alpha, beta, tc0, BIT_DEPTH);
        together(rows, &mut window);
    }

    #[kernel]
    pub fn chroma_horizontal(
        window: &mut Tensor<[[u16; 16]; 4]>,
        alpha: i32,
        beta: i32,
        tc0: &Tensor<[i8; 4]>,
    ) {
        let q = window[[2..4, ..]];
        deblock::chroma_vertical_in_turn(&mut q.permute([1, 0]), alpha, beta, tc0, BIT_DEPTH);
    }

    #[kernel]
    pub fn chroma_vertical_intra(window: &mut Tensor<[[u16; 8]; 8]>, alpha: i32, beta: i32) {
        let rows = Block::<[[u16; 16]; 4]>::stack();
        apart(window, &mut rows);
        deblock::chroma_vertical_in_turn_intra(&mut rows[[2..4, ..]].permute([1, 0]), alpha, beta, BIT_DEPTH);
        together(rows, &mut window);
    }

    #[kernel]
    pub fn chroma_horizontal_intra(window: &mut Tensor<[[u16; 16]; 4]>, alpha: i32, beta: i32) {
        let q = window[[2..4, ..]];
        deblock::chroma_vertical_in_turn_intra(&mut q.permute([1, 0]), alpha, beta, BIT_DEPTH);
    }

    #[kernel]
    pub fn luma_mixed(window: &mut Tensor<[[u16; 8]; 8]>, alpha: i32, beta: i32, tc0: &Tensor<[i8; 4]>) {
        deblock::luma_vertical_mixed(&mut window[[.., 4..8]], alpha, beta, tc0, BIT_DEPTH);
    }

    #[kernel]
    pub fn luma_mixed_intra(window: &mut Tensor<[[u16; 8]; 8]>, alpha: i32, beta: i32) {
        deblock::luma_vertical_mixed_intra(&mut window[[.., 4..8]], alpha, beta, BIT_DEPTH);
    }

    /// Each number of `tc0` is for both samples of a row.
    #[kernel]
    pub fn chroma_mixed(window: &mut Tensor<[[u16; 8]; 4]>, alpha: i32, beta: i32, tc0: &Tensor<[i8; 4]>) {
        let rows = Block::<[[u16; 8]; 4]>::stack();
        apart_along(window, &mut rows);
        deblock::chroma_horizontal(&mut rows[[2..4, ..]], alpha, beta, tc0, BIT_DEPTH);
        together_along(rows, &mut window);
    }

    #[kernel]
    pub fn chroma_mixed_intra(window: &mut Tensor<[[u16; 8]; 4]>, alpha: i32, beta: i32) {
        let rows = Block::<[[u16; 8]; 4]>::stack();
        apart_along(window, &mut rows);
        deblock::chroma_horizontal_intra(&mut rows[[2..4, ..]], alpha, beta, BIT_DEPTH);
        together_along(rows, &mut window);
    }
}

/// Edges of luminance with samples on both sides, 16 long; of interleaved chrominance, 8 of both components. `more` is what x264 adds to
/// `tC0` of chrominance.
macro_rules! slots {
    ($($name:ident, $intra:ident in [$h:literal, $w:literal] after [$y:literal, $x:literal], $more:literal more;)*) => {levels! {$(
        fn $name(level; q: *mut u16, stride: isize, alpha: i32, beta: i32, tc: *mut i8)
        where (
            window: *mut u16 = q.wrapping_offset(-($y * stride + $x)),
            stride: isize = stride,
            alpha: i32 = alpha >> MORE,
            beta: i32 = beta >> MORE,
            tc0: [i8; 4] = (*array::<i8, 4>(tc)).map(|tc| tc.wrapping_sub($more) >> MORE),
        ) {
            let window = at_mut::<u16, $h, $w>(window, stride);
            windows::$name::staged(level, window, alpha, beta, line::<i8, 4>(tc0.as_ptr()).shared());
        }

        fn $intra(level; q: *mut u16, stride: isize, alpha: i32, beta: i32)
        where (
            window: *mut u16 = q.wrapping_offset(-($y * stride + $x)),
            stride: isize = stride,
            alpha: i32 = alpha >> MORE,
            beta: i32 = beta >> MORE,
        ) {
            windows::$intra::staged(level, at_mut::<u16, $h, $w>(window, stride), alpha, beta);
        }
    )*}};
}

slots! {
    luma_vertical, luma_vertical_intra in [16, 8] after [0, 4], 0 more;
    luma_horizontal, luma_horizontal_intra in [8, 16] after [4, 0], 0 more;
    chroma_vertical, chroma_vertical_intra in [8, 8] after [0, 4], 1 more;
    chroma_horizontal, chroma_horizontal_intra in [4, 16] after [2, 0], 1 more;
    luma_mixed, luma_mixed_intra in [8, 8] after [0, 4], 0 more;
    chroma_mixed, chroma_mixed_intra in [4, 8] after [0, 4], 1 more;
}

x264_edges_422!(u16, chroma_vertical, chroma_vertical_intra);

/// The filters of edges: of luminance, vertical and horizontal, and of interleaved chrominance at 4:2:0, vertical and
/// horizontal; then the same for `bS` 4.
///
/// # Safety
/// Both tables have 4 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_deblock(table: *mut Deblock, intra: *mut DeblockIntra) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Deblock, 4>(
            table,
            [
                luma_vertical::current(),
                luma_horizontal::current(),
                chroma_vertical::current(),
                chroma_horizontal::current(),
            ],
        );
        fill::<DeblockIntra, 4>(
            intra,
            [
                luma_vertical_intra::current(),
                luma_horizontal_intra::current(),
                chroma_vertical_intra::current(),
                chroma_horizontal_intra::current(),
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
pub unsafe extern "C" fn unite_h264_x264_10_deblock_422(slot: *mut Deblock, intra_slot: *mut DeblockIntra) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        slot.write(for_level!(vertical_edge as Deblock));
        intra_slot.write(for_level!(vertical_edge_intra as DeblockIntra));
    }
}

/// The filters of edges of MBAFF frames between macroblocks of both kinds: of luminance, `deblock_luma_mbaff`, of chrominance at 4:2:0,
/// `deblock_chroma_420_mbaff`, and at 4:2:2, `deblock_chroma_422_mbaff`; and the same for `bS` 4, `deblock_luma_intra_mbaff` and so
/// on. No strength is 0 there.
///
/// # Safety
/// Both tables have 3 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_deblock_mixed(
    table: *mut Deblock,
    intra_table: *mut DeblockIntra,
) {
    // SAFETY: the caller vouches for the slots. Half an edge at 4:2:2 is a whole one at 4:2:0.
    unsafe {
        fill::<Deblock, 3>(
            table,
            [luma_mixed::current(), chroma_mixed::current(), chroma_vertical::current()],
        );
        fill::<DeblockIntra, 3>(
            intra_table,
            [luma_mixed_intra::current(), chroma_mixed_intra::current(), chroma_vertical_intra::current()],
        );
    }
}
