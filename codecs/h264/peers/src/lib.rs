//! The tables of function pointers of other H.264 encoders, each filled by the encoder itself or with our kernels: what
//! tests compare and measurements time. For those alone: x264 is under the GPL, and nothing that is published depends on
//! this crate.
//!
//! * [`x264`]: Debian's static library, where it is installed (`libx264-dev`), and [`x264_10`], the same for samples of 10 bits.
//! * [`openh264`]: as the crate `openh264-sys2` builds it.

pub mod openh264;
pub mod x264;
pub mod x264_10;
pub mod x264_tables;
