//! Huffman tables: the ones that T.81 prints, the ones made for a picture, and the codes that they assign.

mod code;
mod optimal;
mod standard;

pub(crate) use code::{HuffmanSpec, SymbolCodes};
pub(crate) use optimal::optimal;
pub(crate) use standard::standard;
