//! Functions in the layout of openh264, and what they fill of its tables: a prediction is a block without gaps, apart from
//! the picture.

mod cost;
mod deblock;
mod halves;
mod inter;
mod intra_costs;
mod macroblock;
mod residual;

pub use cost::*;
pub use deblock::*;
pub use halves::*;
pub use inter::*;
pub use intra_costs::*;
pub use macroblock::*;
pub use residual::*;

use crate::intra;
pub use crate::intra::Apart;
use crate::tables::fill;

/// The nine modes of 4x4 blocks; DC of the left, above and nothing; diagonal down left and vertical left without samples
/// above and to the right.
///
/// # Safety
/// `table` has 14 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_intra_4x4(table: *mut Apart) {
    // SAFETY: the caller vouches for 14 slots.
    unsafe { fill(table, intra::MODES_4X4.map(|mode| (mode.openh264)())) }
}

/// The four modes of macroblocks of luminance, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_intra_16x16(table: *mut Apart) {
    // SAFETY: the caller vouches for 7 slots.
    unsafe { fill(table, intra::MODES_16X16.map(|mode| (mode.openh264)())) }
}

/// The four modes of macroblocks of a component of chrominance, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_intra_chroma(table: *mut Apart) {
    // SAFETY: the caller vouches for 7 slots.
    unsafe { fill(table, intra::MODES_CHROMA.map(|mode| (mode.openh264)())) }
}
