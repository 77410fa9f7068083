//! The arithmetic of H.264 on samples and coefficients, in the kernel language.
//!
//! | module or kernel | clause | what it is |
//! |---|---|---|
//! | [`intra_4x4`] | 8.3.1.2 | the nine modes for a 4x4 block of luminance |
//! | [`neighbours_8x8`], [`intra_8x8`] | 8.3.2.2 | the filter of neighbours and the nine modes for an 8x8 block |
//! | [`intra_16x16`] | 8.3.3 | the four modes for the luminance of a macroblock |
//! | [`intra_chroma`] | 8.3.4 | the four modes for 8x8 samples of chrominance (4:2:0) |
//! | [`intra_chroma_422`] | 8.3.4 | the same for 8x16 samples (4:2:2) |
//! | [`in_place`] | | the same, written into the picture that they are made from |
//! | [`intra_neighbours()`], [`intra_neighbours_chroma()`] | 6.4, 8.3 | which neighbours are available for intra prediction |
//! | [`inter_luma`], [`clamped_window()`], [`half_planes()`] | 8.4.2.2.1 | quarters of a sample of luminance |
//! | [`interpolate_chroma()`] | 8.4.2.2.2 | eighths of a sample of chrominance |
//! | [`average()`], [`weighted()`], [`weighted_both()`], [`weighted_implicit()`], [`average_rows()`], [`weighted_rows()`] | 8.4.2.3 | predictions from two pictures, and with weights |
//! | [`forward()`], [`forward_blocks()`], [`inverse()`], [`construct()`] | 8.5.12 | the 4x4 transform of residuals |
//! | [`construct_dc_8x8()`], [`construct_dc_16x16()`] | 8.5.12.2 | the same where only first coefficients are left |
//! | [`forward_8x8()`], [`inverse_8x8()`], [`construct_8x8()`] | 8.5.13 | the 8x8 transform of residuals |
//! | [`luma_dc()`], [`chroma_dc()`], [`chroma_dc_422()`], [`forward_luma_dc()`] | 8.5.10, 8.5.11.1 | the transforms of DC coefficients |
//! | [`forward_chroma_dc()`], [`forward_chroma_dc_422()`] | 8.5.11.1 | the same of chrominance, from its samples |
//! | [`quantize()`], [`quantize_dc()`], [`quantize_with_offset()`] | | quantisation with a dead zone |
//! | [`scale()`], [`scale_ac()`], [`scale_8x8()`], [`scale_luma_dc()`], [`scale_chroma_dc()`] | 8.5.10 to 8.5.13 | scaling |
//! | [`level_scale`] | 8.5.9 | the tables of both |
//! | [`zigzag_scan()`], [`field_scan()`], [`zigzag_scan_8x8()`], [`field_scan_8x8()`], and their inverses | 8.5.6, 8.5.7 | the order of coefficients |
//! | [`deblock`], [`deblock_tables`] | 8.7.2.2 to 8.7.2.4 | the deblocking filter for an edge, and its thresholds |
//! | [`strengths_vertical()`], [`strengths_horizontal()`] | 8.7.2.1 | how strongly edges are filtered |
//! | [`sad()`], [`ssd()`], [`satd()`], [`satd_4x4()`], [`satd_16x16()`], [`sa8d()`] | | what an encoder chooses by |
//! | [`sad_x3()`], [`sad_x4()`], [`satd_x3()`], [`satd_x4()`], [`sad_of_eight()`], [`satd_of_eight()`] | | the same for several candidates at once |
//! | [`choose_4x4()`], [`choose_4x4_by_sad()`], [`choose_8x8()`], [`choose_8x8_by_sad()`], [`choose_16x16()`], [`choose_chroma()`] | | all modes tried, the best one kept |
//! | [`sum_and_squares_16x16()`], [`difference_and_squares_8x16()`], [`hadamard_ac_8x8()`], [`moments()`], [`sad_of_rows_16()`], [`difference_of_rows_8()`], [`variance_of_means()`] | | how much samples differ among themselves |
//! | [`interleave()`], [`deinterleave()`], [`deinterleave_three()`], [`deinterleave_three_of_four()`], [`swap_in_turn()`], [`half_resolution()`], [`ssd_in_turn()`], [`ssd_in_turn_64()`], [`ssd_in_turn_32()`] | | planes, as encoders keep them |
//! | [`propagated()`], [`to_256ths()`], [`from_256ths()`] | | costs that are handed on along motion |
//! | [`integral_row_4()`], [`integral_row_8()`], [`sums_of_blocks()`], [`sums_of_blocks_of_two_sizes()`], [`nearer_by_one()`], [`nearer_by_two()`], [`nearer_by_four()`] | | what an exhaustive search looks at first |
//! | [`similarity()`] | | the structural similarity |
//! | [`half_horizontal()`], [`half_vertical()`], [`half_both()`] | 8.4.2.2.1 | half a sample, of partitions of any size |
//! | [`denoise_16()`], [`denoise_64()`], [`denoise_one()`], [`exceed_one_64()`], [`nonzero_4()`], [`nonzero_8()`], [`nonzero_15()`], [`nonzero_16()`], [`nonzero_64()`], [`flags()`] | | coefficients before quantisation, levels after it |
//! | [`satd_of_three_4x4()`], [`sad_of_three_4x4()`], and the same of `8x8`, `16x16`, `chroma` and `chroma_422` | | three modes tried |
//! | [`code_4x4()`], [`code_four()`], [`code_8x8()`] | | a residual to levels, and back to samples |
//! | [`high`] | | the same for samples of 9 to 14 bits |
//!
//! Blocks are at a location: a prediction of a block at row 4, column 8 of a picture finds its neighbours there.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::{intra_4x4, satd_4x4};
//!
//! let picture = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
//! let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 8])?;
//! let samples = picture.view().colocate(&pred)?;
//! let samples = samples.tensor()?.fixed::<[[u8; 4]; 4]>()?;
//!
//! intra_4x4::vertical(&mut pred, &picture);
//! let vertical = satd_4x4(&samples, &pred);
//! intra_4x4::horizontal(&mut pred, &picture);
//! let horizontal = satd_4x4(&samples, &pred);
//! assert!(horizontal < vertical);                         // rows change by 1, columns by 16
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod activity;
mod availability;
mod choose;
mod code_residual;
mod construct_dc;
mod cost;
mod cost_8x8;
mod cost_many;
pub mod deblock;
mod deblock_strength;
pub mod deblock_tables;
mod forward_dc;
pub mod high;
pub mod in_place;
mod inter_chroma;
mod inter_clamped;
mod inter_half;
pub mod inter_luma;
mod inter_weighted;
pub mod intra_16x16;
pub mod intra_4x4;
pub mod intra_8x8;
pub mod intra_chroma;
pub mod intra_chroma_422;
mod intra_costs;
pub mod level_scale;
mod levels;
pub mod neighbours_8x8;
mod planes;
mod propagation;
mod quantization;
mod scan;
mod scan_8x8;
mod search;
mod transform;
mod transform_8x8;

pub use activity::{
    difference_and_squares_8x8, difference_and_squares_8x16, difference_of_rows_8, hadamard_ac_8x8,
    hadamard_ac_16x8, moments, sad_of_rows_16, sum_and_squares_8x8, sum_and_squares_8x16,
    sum_and_squares_16x16, variance_of_means,
};
pub use availability::{Neighbours, intra_neighbours, intra_neighbours_chroma};
pub use choose::{choose_4x4, choose_4x4_by_sad, choose_8x8, choose_8x8_by_sad, choose_16x16, choose_chroma};
pub use code_residual::{code_4x4, code_8x8, code_four};
pub use construct_dc::{construct_dc_8x8, construct_dc_16x16};
pub use cost::{
    sad, satd, satd_4x4, satd_4x8, satd_8x4, satd_8x8, satd_8x16, satd_16x4, satd_16x8, satd_16x16, ssd,
};
pub use cost_8x8::{hadamard_sum_8x8, sa8d};
pub use cost_many::{sad_of_eight, sad_x3, sad_x4, satd_of_eight, satd_x3, satd_x4};
pub use deblock_strength::{Motion, strengths_horizontal, strengths_vertical};
pub use forward_dc::{forward_chroma_dc, forward_chroma_dc_422};
pub use inter_chroma::{interpolate_chroma, interpolate_chroma_in_turn};
pub use inter_clamped::clamped_window;
pub use inter_half::{half_both, half_horizontal, half_planes, half_planes_around, half_vertical};
pub use inter_weighted::{average, average_rows, weighted, weighted_both, weighted_implicit, weighted_rows};
pub use intra_costs::{
    sa8d_of_three_8x8, sad_of_three_4x4, sad_of_three_8x8, sad_of_three_16x16, sad_of_three_chroma,
    sad_of_three_chroma_422, satd_of_three_4x4, satd_of_three_16x16, satd_of_three_chroma,
    satd_of_three_chroma_422,
};
pub use levels::{
    denoise_16, denoise_64, denoise_one, exceed_one_64, flags, nonzero_4, nonzero_8, nonzero_15, nonzero_16,
    nonzero_64,
};
pub use planes::{
    deinterleave, deinterleave_three, deinterleave_three_of_four, half_resolution, interleave, ssd_in_turn,
    ssd_in_turn_32, ssd_in_turn_64, swap_in_turn,
};
pub use propagation::{from_256ths, propagated, to_256ths};
pub use quantization::{
    forward_luma_dc, quantize, quantize_dc, quantize_with_offset, scale, scale_8x8, scale_ac,
    scale_chroma_dc, scale_luma_dc,
};
pub use scan::{field_scan, inverse_field_scan, inverse_zigzag_scan, zigzag_scan};
pub use scan_8x8::{field_scan_8x8, inverse_field_scan_8x8, inverse_zigzag_scan_8x8, zigzag_scan_8x8};
pub use search::{
    integral_row_4, integral_row_8, nearer_by_four, nearer_by_one, nearer_by_two, similarity, sums_of_blocks,
    sums_of_blocks_of_two_sizes,
};
pub use transform::{
    chroma_dc, chroma_dc_422, construct, construct_four, forward, forward_1d, forward_16x4, forward_blocks,
    forward_four, hadamard_1d, inverse, inverse_1d, luma_dc,
};
pub use transform_8x8::{construct_8x8, forward_8x8, inverse_8x8};
