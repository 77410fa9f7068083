//! Entropy coding (H.264 9).

pub mod cabac;
pub mod cabac_macroblock;
pub mod cabac_residual;
mod cabac_tables;
pub mod cavlc;
mod cavlc_tables;
pub mod macroblock;
