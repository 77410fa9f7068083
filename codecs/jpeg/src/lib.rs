//! A JPEG encoder whose kernels read like the standard, ITU-T T.81.
//!
//! Baseline sequential or progressive, 8 bits a sample: grey and colour, with chrominance at full, half or quarter resolution, with
//! the Huffman tables that the standard prints or with tables made for the picture. With the same settings a file is,
//! byte for byte, the one that `cjpeg -dct int` of libjpeg-turbo writes.
//!
//! ```
//! use unite_jpeg::{Encoder, EncoderConfig, ImageView, Sampling};
//!
//! // A red gradient, 64 pixels wide and 48 high.
//! let pixels: Vec<u8> = (0..64 * 48).flat_map(|i| [4 * (i % 64) as u8, 0, 0]).collect();
//! let mut encoder = Encoder::new(EncoderConfig::new().quality(85).sampling(Sampling::S422))?;
//! let mut file = Vec::new();
//! encoder.encode(&ImageView::rgb(&pixels, 64, 48)?, &mut file)?;
//! # assert!(file.len() > 600);
//! # Ok::<(), unite_jpeg::Error>(())
//! ```
//!
//! * [`Encoder::start`] takes a picture row by row, and [`Encoder::encode_rows`] asks for its rows, in memory that does not
//!   grow with its height.
//! * [`EncoderConfig::threads`] shares the work among threads, which write the same file.
//! * `ImageWriter` is the encoder trait of the crate `image` (feature `image`).
//! * The command `unite-jpeg` is built with the feature `cli`, on by default: libraries switch it off. With `static`, also on by
//!   default, it carries the C library with it where that is glibc.
//!
//! * [`LosslessEncoder`] writes lossless files of 2 to 16 bits a sample.

mod batch;
mod choices;
mod config;
mod conversion;
mod encoder;
mod entropy;
mod error;
mod frame;
mod huffman;
mod image;
#[cfg(feature = "image")]
mod image_writer;
pub mod kernels;
mod lossless;
mod markers;
mod metadata;
mod parallel;
mod quantization;
mod scans;
mod script;
mod strip;

pub use choices::{Density, DensityUnit, HuffmanTables, Quantization, Restart, Sampling};
pub use config::EncoderConfig;
pub use encoder::{Encoder, RowEncoder};
pub use error::Error;
pub use huffman::HuffmanTable;
pub use image::{Color, ImageView, PixelFormat};
#[cfg(feature = "image")]
pub use image_writer::{ImageWriter, LosslessWriter};
pub use lossless::{
    LosslessConfig, LosslessEncoder, LosslessImage, LosslessSample, LosslessTables, Predictor,
};
pub use metadata::Metadata;
