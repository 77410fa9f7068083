//! Huffman tables: the ones that T.81 prints, the ones made for a picture, and the codes that they assign.

mod code;
mod optimal;
mod standard;

pub use code::HuffmanTable;
pub(crate) use code::SymbolCodes;
pub(crate) use optimal::optimal;
pub(crate) use standard::STANDARD;
