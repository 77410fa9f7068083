//! The arithmetic of the encoder, from pixels to quantised coefficients, in the kernel language.
//!
//! Each kernel is one step of T.81 (or of JFIF, for colours). One call does a row of MCUs of pixels, a strip of one
//! component, or a row of blocks. They can be called with tensors of your own:
//!
//! ```
//! use unite::Block;
//! use unite_jpeg::kernels::fdct;
//!
//! let samples = Block::from([[228; 128]; 8]);
//! let mut coefficients = Block::<[[[i16; 16]; 8]; 8]>::stack();
//! fdct(&samples, &mut coefficients);
//! // A flat block has no coefficient but the first: 8 times its mean less 128, times the 8 of the transform.
//! assert_eq!(coefficients.read([0, 0, 11]), 6400);
//! assert_eq!(coefficients.read([3, 5, 11]), 0);
//! ```

mod color;
mod downsample;
mod edges;
mod forward_dct;
mod masks;
#[cfg(test)]
mod naive;
mod prediction;
mod quantization;
mod sequence;
mod transform;

pub use color::{
    bgr_pixels_to_gray, bgr_pixels_to_ycbcr, cmyk_pixels_to_ycck, component_of, copy_plane, first_samples,
    pixels_to_gray, pixels_to_ycbcr, planes_to_gray, planes_to_ycbcr, rgb_to_gray, rgb_to_ycbcr,
};
pub(crate) use downsample::downsample;
pub use downsample::{box_mean, h2v1, h2v2};
pub(crate) use edges::{extend_down, extend_right};
pub use forward_dct::fdct;
pub(crate) use masks::mask;
pub use masks::{SMALL, nonzero};
pub use prediction::{
    first_line, following_lines, point_transform, point_transform_reversed, prediction_differences,
};
pub use quantization::{Divisors, divisors, quantize};
pub(crate) use sequence::ZIGZAG;
pub use sequence::zigzag;
pub use transform::{SIDE_BY_SIDE, transform_row};
