//! The kernels once more, straight from the definitions and without a thought of speed: what the tests compare with.

mod color;
mod compare;
mod downsample;
mod fdct;
mod prediction;
mod quantize;
mod transform;
