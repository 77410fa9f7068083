//! The kernels for samples of more than 8 bits, up to 14, which are kept in `u16`: as those for 8 bits, and instances of
//! the same modules for the other type, so that neither costs the other anything. What depends on the bit depth takes it as its
//! last argument; coefficients and levels are `i32`. Examples are those for 8 bits.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::high::{intra_4x4, sad};
//!
//! let recon = Block::<u16>::from_vec((0..64).map(|i| 16 * i).collect(), [8, 8])?;
//! let mut pred = Block::<[[u16; 4]; 4]>::stack().with_origin([4, 4])?;
//! intra_4x4::vertical(&mut pred, &recon);
//! assert_eq!(pred.as_slice(), [448, 464, 480, 496].repeat(4));
//! assert_eq!(sad(&pred, &Block::from([[449u16, 464, 480, 496]; 4])), 4);
//! intra_4x4::dc_none(&mut pred, 10);
//! assert_eq!(pred.as_slice(), [512; 16]);
//! # Ok::<(), unite::BlockError>(())
//! ```
//!
//! The transforms of DC coefficients do not depend on samples, and availability of neighbours, strengths of edges and sums of blocks
//! neither. Tables are those of 8 bits: thresholds of edges are scaled by the kernels here.

mod quantization;
mod squares;

pub use quantization::quantize;
pub use squares::{
    difference_and_squares_8x8, difference_and_squares_8x16, moments, ssd, ssd_in_turn, sum_and_squares_8x8,
    sum_and_squares_8x16, sum_and_squares_16x16,
};

/// Intra_4x4 prediction: see [`intra_4x4`](super::intra_4x4).
pub mod intra_4x4 {
    pub use super::super::intra_4x4::of_more_bits::*;
    pub use super::super::intra_4x4::{ABOVE_RIGHT, NO_ABOVE_RIGHT};
}

/// The filter of neighbours: see [`neighbours_8x8`](super::neighbours_8x8).
pub mod neighbours_8x8 {
    pub use super::super::neighbours_8x8::of_more_bits::*;
    pub use super::super::neighbours_8x8::{
        ABOVE_RIGHT, BESIDE, CORNER, NO_ABOVE_RIGHT, NO_CORNER, NOTHING_BESIDE,
    };
}

/// Intra_8x8 prediction: see [`intra_8x8`](super::intra_8x8).
pub mod intra_8x8 {
    pub use super::super::intra_8x8::of_more_bits::*;
}

/// Intra_16x16 prediction: see [`intra_16x16`](super::intra_16x16).
pub mod intra_16x16 {
    pub use super::super::intra_16x16::of_more_bits::*;
}

/// Intra prediction of chrominance: see [`intra_chroma`](super::intra_chroma).
pub mod intra_chroma {
    pub use super::super::intra_chroma::of_more_bits::*;
}

/// Intra prediction of chrominance at 4:2:2: see [`intra_chroma_422`](super::intra_chroma_422).
pub mod intra_chroma_422 {
    pub use super::super::intra_chroma::of_more_bits_422::*;
}

/// The deblocking filter: see [`deblock`](super::deblock).
pub mod deblock {
    pub use super::super::deblock::of_more_bits::*;
}

/// Interpolation of luminance: see [`inter_luma`](super::inter_luma).
pub mod inter_luma {
    pub use super::super::inter_luma::of_more_bits::*;
    pub use super::super::inter_luma::tap;
}

pub use super::activity::of_more_bits::*;
pub use super::construct_dc::of_more_bits::*;
pub use super::cost::of_more_bits::*;
pub use super::cost_8x8::of_more_bits::*;
pub use super::forward_dc::of_more_bits::*;
pub use super::inter_chroma::of_more_bits::*;
pub use super::inter_weighted::of_more_bits::*;
pub use super::levels::of_32_bits::*;
pub use super::planes::of_more_bits::*;
pub use super::quantization::of_32_bits::*;
pub use super::scan::of_32_bits::*;
pub use super::scan_8x8::of_32_bits::*;
pub use super::search::of_more_bits::*;
pub use super::transform::of_more_bits::*;
pub use super::transform_8x8::of_more_bits::*;
