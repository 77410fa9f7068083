//! Functions in the layout of x264, for samples of 8 bits, and what they fill of its tables: the samples to encode in rows
//! of 16, the samples of a macroblock being reconstructed in rows of 32, predicted in place, coefficients in columns.
//!
//! x264 makes a table of each kind once, when an encoder is opened. Who calls one of these functions after that has our
//! kernels in the table instead of its own: for each slot that we have one for. Nothing of x264 is needed to build this.

#[doc(hidden)]
pub mod activity;
#[doc(hidden)]
pub mod chroma_levels;
mod cost;
#[doc(hidden)]
pub mod distortion;
mod inter;
mod intra_costs;
mod layout;
mod levels;
mod lossless;
mod luma;
mod mixed;
#[doc(hidden)]
pub mod partitions;
#[doc(hidden)]
pub mod planes;
mod propagation;
mod residual;
#[doc(hidden)]
pub mod runs;
mod search;
mod strength;
#[doc(hidden)]
pub mod tall;
mod trellis;

pub use activity::*;
pub use chroma_levels::*;
pub use cost::*;
pub use inter::*;
pub use intra_costs::*;
pub use levels::*;
pub use lossless::*;
pub use luma::*;
pub use mixed::*;
pub use partitions::Weight;
pub use planes::*;
pub use propagation::*;
pub use residual::*;
pub use search::*;
pub use strength::*;
pub use tall::*;
pub use trellis::*;

use crate::tables::fill;
use crate::{deblock, intra, intra_8x8};

/// `predict_4x4`, `predict_16x16` or `predict_8x8c`: a mode, in place.
pub type Predict = unsafe extern "C" fn(at: *mut u8);

/// `predict_8x8`: a mode, from filtered neighbours.
pub type Predict8x8 = unsafe extern "C" fn(at: *mut u8, edge: *const u8);

/// `predict_8x8_filter`.
pub type Predict8x8Filter = unsafe extern "C" fn(at: *mut u8, edge: *mut u8, neighbours: i32, filters: i32);

/// Filters of `deblock_luma` and `deblock_chroma`.
pub type Deblock = unsafe extern "C" fn(at: *mut u8, stride: isize, alpha: i32, beta: i32, tc0: *mut i8);

/// Filters of `deblock_luma_intra` and `deblock_chroma_intra`.
pub type DeblockIntra = unsafe extern "C" fn(at: *mut u8, stride: isize, alpha: i32, beta: i32);

/// The nine modes of 4x4 blocks, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 12 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_predict_4x4(table: *mut Predict) {
    let [modes @ .., _, _] = intra::MODES_4X4;
    // SAFETY: the caller vouches for 12 slots.
    unsafe { fill(table, modes.map(|mode| (mode.x264)())) }
}

/// The nine modes of 8x8 blocks, and DC of the left, above and nothing; and the filter of their neighbours.
///
/// # Safety
/// `table` has 12 slots, `filter` one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_predict_8x8(table: *mut Predict8x8, filter: *mut Predict8x8Filter) {
    // SAFETY: the caller vouches for 12 slots, and one.
    unsafe {
        fill(table, intra_8x8::MODES.map(|mode| (mode.x264)()));
        filter.write(intra_8x8::x264_filter::current());
    }
}

/// The four modes of macroblocks of luminance, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_predict_16x16(table: *mut Predict) {
    // SAFETY: the caller vouches for 7 slots.
    unsafe { fill(table, intra::MODES_16X16.map(|mode| (mode.x264)())) }
}

/// The four modes of macroblocks of chrominance at 4:2:0, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_predict_8x8c(table: *mut Predict) {
    // SAFETY: the caller vouches for 7 slots.
    unsafe { fill(table, intra::MODES_CHROMA.map(|mode| (mode.x264)())) }
}

/// The filters of edges: of luminance, vertical and horizontal, and of interleaved chrominance at 4:2:0, vertical and
/// horizontal; then the same for `bS` 4.
///
/// # Safety
/// Both tables have 4 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_deblock(table: *mut Deblock, intra: *mut DeblockIntra) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Deblock, 4>(
            table,
            [
                deblock::x264_luma_vertical::current(),
                deblock::x264_luma_horizontal::current(),
                deblock::x264_chroma_vertical::current(),
                deblock::x264_chroma_horizontal::current(),
            ],
        );
        fill::<DeblockIntra, 4>(
            intra,
            [
                deblock::x264_luma_vertical_intra::current(),
                deblock::x264_luma_horizontal_intra::current(),
                deblock::x264_chroma_vertical_intra::current(),
                deblock::x264_chroma_horizontal_intra::current(),
            ],
        );
    }
}
