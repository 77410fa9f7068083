//! The syntax of a stream, in tables as the standard prints them (H.264 7.3).

pub mod macroblock_layer;
pub mod nal;
pub mod parameter_sets;
pub mod sei;
pub mod slice_header;
