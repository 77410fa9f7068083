//! Entropy coding (H.264 9).

pub mod cavlc;
mod cavlc_tables;
pub mod macroblock;
