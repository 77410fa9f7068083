//! Lossless frames: SOF3, process 14 of T.81, Annex H.

mod codes;
mod config;
mod differences;
mod encoder;
mod image;

pub use config::{LosslessConfig, LosslessTables, Predictor};
pub use encoder::LosslessEncoder;
pub use image::{LosslessImage, LosslessSample};
