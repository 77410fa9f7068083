//! The kernels of `unite-h264` for C, and for the tables of other encoders.
//!
//! As a static and as a shared library, with the header `include/unite_h264.h` that cbindgen writes from these functions. No
//! function has state, allocates or keeps a pointer; strides are explicit, in elements. Rows that are read may be at any
//! distance: one and the same, sharing elements, going up. Rows that are written may go up, too; where they share elements what
//! comes out is not said. Where a function of those whose names do not go on as below writes a rectangle, the memory between its
//! rows has to exist, and nobody else may use it meanwhile.
//!
//! No call ends the process. In builds with debug assertions it does where a number has no place in the memory that it goes to,
//! where written rows share elements, and where memory outside of a tensor would be touched, and says so before: nothing unwinds
//! into C.
//!
//! The functions whose names go on with `x264_` or `openh264_` fill tables of function pointers, in the layouts of these
//! encoders: strides that are constants there are constants of the kernels, and a prediction is made in place or apart as
//! they do it.
//!
//! ```
//! use unite_h264_c::unite_h264_intra_4x4_in_place;
//!
//! let mut picture: [u8; 64] = std::array::from_fn(|i| i as u8);
//! // SAFETY: the block at row 4, column 4 has neighbours on both sides.
//! let done = unsafe { unite_h264_intra_4x4_in_place(0, picture.as_mut_ptr().add(36), 8) };
//! assert!(done);
//! assert_eq!(picture[59..], [59, 28, 29, 30, 31]);
//! ```

mod cost;
mod deblock;
mod inter;
mod intra;
mod intra_8x8;
mod intra_costs;
mod intra_windows;
#[doc(hidden)]
pub mod kernels;
#[doc(hidden)]
pub mod levels;
#[doc(hidden)]
pub mod memory;
mod openh264;
mod residual;
#[doc(hidden)]
pub mod tables;
mod worth;
mod x264;

pub use cost::{unite_h264_sa8d, unite_h264_sad, unite_h264_satd, unite_h264_ssd};
pub use deblock::{
    unite_h264_deblock_chroma_horizontal, unite_h264_deblock_chroma_horizontal_intra,
    unite_h264_deblock_chroma_vertical, unite_h264_deblock_chroma_vertical_intra,
    unite_h264_deblock_luma_horizontal, unite_h264_deblock_luma_horizontal_intra,
    unite_h264_deblock_luma_vertical, unite_h264_deblock_luma_vertical_intra, unite_h264_deblock_thresholds,
};
pub use inter::{unite_h264_average, unite_h264_inter_chroma, unite_h264_inter_luma};
pub use intra::{
    unite_h264_intra_4x4, unite_h264_intra_4x4_in_place, unite_h264_intra_16x16,
    unite_h264_intra_16x16_in_place, unite_h264_intra_chroma, unite_h264_intra_chroma_in_place,
};
pub use intra_8x8::{
    UNITE_H264_ABOVE, UNITE_H264_ABOVE_RIGHT, UNITE_H264_CORNER, UNITE_H264_LEFT, unite_h264_intra_8x8,
    unite_h264_intra_8x8_filter,
};
pub use openh264::*;
pub use residual::{
    unite_h264_bias, unite_h264_chroma_dc, unite_h264_code_4x4, unite_h264_construct_4x4,
    unite_h264_construct_8x8, unite_h264_forward_4x4, unite_h264_forward_8x8, unite_h264_forward_luma_dc,
    unite_h264_inverse_scan_4x4, unite_h264_inverse_scan_8x8, unite_h264_level_scale_4x4,
    unite_h264_level_scale_8x8, unite_h264_luma_dc, unite_h264_multiplier_4x4, unite_h264_multiplier_8x8,
    unite_h264_quantize_4x4, unite_h264_quantize_8x8, unite_h264_quantize_chroma_dc,
    unite_h264_quantize_luma_dc, unite_h264_scale_4x4, unite_h264_scale_8x8, unite_h264_scale_ac,
    unite_h264_scale_chroma_dc, unite_h264_scale_luma_dc, unite_h264_scan_4x4, unite_h264_scan_8x8,
};
pub use x264::*;
