//! The gallery: kernels in four forms over the same data, by which the vectoriser of the language is judged.
//!
//! | form | what it is |
//! |---|---|
//! | [`Form::Plain`] | loops over slices, as one writes them, compiled for each level; the compiler vectorises as it likes |
//! | [`Form::Staged`] | the kernel under `#[kernel(autovectorize)]`: all loops are left to the compiler |
//! | [`Form::Lanes`] | the same source under `#[kernel]` |
//! | [`Form::Hand`] | vectors by hand, generic over the instruction set |
//!
//! Each form is one function over rectangles of larger memory. Those over slices are called at their level; the kernels
//! choose it at each call, as they do for everybody.

mod blend;
mod blocks;
mod color;
mod comparison;
mod downsample;
mod exhibit;
mod filter;
mod forward_dct;
mod instructions;
mod interpolation;
mod intra_16x16;
mod intra_4x4;
mod intra_8x8;
mod intra_chroma;
pub mod memory;
mod narrow;
mod neighborhood;
mod prediction;
mod predictor;
mod quantization;
mod random;
mod rectangle;
mod sad;
mod samples;
mod satd;
mod transform;
mod wide;
mod window;

pub use exhibit::{Exhibit, Form};
pub use random::{Case, Fill};

/// One kernel of the gallery.
pub struct Entry {
    /// `NAME` in the functions that are counted, `FORM_NAME`.
    pub name: &'static str,
    /// Rows and columns that are measured.
    pub extents: [usize; 2],
    /// Whether these are constants of the kernel.
    pub fixed: bool,
    /// Makes all forms, over the same data for the same case.
    pub prepare: fn(&Case) -> Box<dyn Exhibit>,
}

impl Entry {
    /// The forms over the data that is measured.
    pub fn measured(&self) -> Box<dyn Exhibit> {
        (self.prepare)(&Case { fill: Fill::Random, seed: 1, extents: self.extents, aligned: true })
    }
}

/// A kernel of constant extents.
const fn fixed(name: &'static str, extents: [usize; 2], prepare: fn(&Case) -> Box<dyn Exhibit>) -> Entry {
    Entry { name, extents, fixed: true, prepare }
}

/// A kernel for any extents.
const fn any(name: &'static str, extents: [usize; 2], prepare: fn(&Case) -> Box<dyn Exhibit>) -> Entry {
    Entry { name, extents, fixed: false, prepare }
}

/// All kernels. Of kernels on blocks one after the other, columns are how many there are.
#[rustfmt::skip]
pub const ALL: &[Entry] = &[
    any("rgb_to_ycbcr", [4, 500], color::rgb_to_ycbcr),
    any("downsample_h2v1", [4, 500], downsample::h2v1),
    any("downsample_h2v2", [4, 500], downsample::h2v2),
    fixed("fdct_block", [8, 8], forward_dct::fdct),
    any("fdct_blocks", [1, 32], forward_dct::fdct_of_each),
    any("quantize_blocks", [1, 32], quantization::quantize),
    fixed("intra_16x16_vertical", [16, 16], intra_16x16::vertical),
    fixed("intra_16x16_horizontal", [16, 16], intra_16x16::horizontal),
    fixed("intra_16x16_dc", [16, 16], intra_16x16::dc),
    fixed("intra_16x16_plane", [16, 16], intra_16x16::plane),
    fixed("intra_chroma_dc", [8, 8], intra_chroma::dc),
    fixed("intra_chroma_horizontal", [8, 8], intra_chroma::horizontal),
    fixed("intra_chroma_plane", [8, 8], intra_chroma::plane),
    fixed("intra_8x8_diagonal_down_left", [8, 8], intra_8x8::diagonal_down_left),
    fixed("intra_8x8_vertical_right", [8, 8], intra_8x8::vertical_right),
    fixed("intra_4x4_diagonal_down_left", [4, 4], intra_4x4::diagonal_down_left),
    fixed("intra_4x4_vertical_right", [4, 4], intra_4x4::vertical_right),
    fixed("sad_8x8", [8, 8], sad::sad_8x8),
    fixed("sad_16x16", [16, 16], sad::sad_16x16),
    fixed("satd_4x4", [4, 4], satd::satd_4x4),
    fixed("satd_8x8", [8, 8], satd::satd_8x8),
    fixed("satd_16x16", [16, 16], satd::satd_16x16),
    fixed("half_sample_horizontal", [16, 16], interpolation::horizontal),
    fixed("half_sample_vertical", [16, 16], interpolation::vertical),
    fixed("half_sample_centre", [16, 16], interpolation::centre),
    any("blur_3x3", [16, 250], neighborhood::blur),
    any("sobel_3x3", [16, 250], neighborhood::sobel),
    any("blend_constant_alpha", [4, 500], blend::constant),
    any("blend_alpha_per_sample", [4, 500], blend::per_sample),
    any("lossless_predictor_7", [4, 500], predictor::predictor_7),
    any("clamp_copy_i16_to_u8", [4, 500], narrow::clamp_copy),
    fixed("forward_4x4_of_four", [4, 16], transform::forward_4x4),
];
