//! The arithmetic of the encoder, from pixels to quantised coefficients.
//!
//! Each function is one step of T.81 (or of JFIF, for colours) on plain slices, and the whole of its effect is in what
//! it writes. One call does a row of pixels, a strip of one component, or a row of blocks.

mod color;
mod downsample;
mod edges;
mod fdct;
mod nonzero;
mod quantize;
mod transform;
mod zigzag;

pub(crate) use color::{
    gray_alpha_to_gray, planar_rgb_to_gray, planar_rgb_to_ycbcr, rgb_to_gray, rgb_to_ycbcr,
};
pub(crate) use downsample::downsample;
pub(crate) use edges::{extend_down, extend_right};
pub(crate) use nonzero::nonzero_row;
pub(crate) use transform::transform_row;
pub(crate) use zigzag::ZIGZAG;
