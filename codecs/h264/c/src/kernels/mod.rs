//! Kernels on memory as other encoders lay it out. Each module has them for samples of 8 bits and of more, `of_8_bits` and `of_more_bits`,
//! or of 10, `of_10_bits`; or for their coefficients, `of_16_bits` and `of_32_bits`. In [`lossless`] those for more bits have
//! names that begin with `high`.

pub mod chroma_levels;
pub mod columns;
pub mod in_turn;
pub mod lossless;
pub mod neighbours;
