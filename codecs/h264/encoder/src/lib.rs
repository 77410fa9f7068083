#![doc = include_str!("../README.md")]

mod activity;
mod coder;
mod complexity;
mod config;
mod contexts;
mod deblock;
mod dump;
mod encoder;
mod entropy;
mod error;
mod headers;
mod increments;
mod info;
mod inter;
mod inter_coding;
mod intra;
mod intra_coding;
mod kernels;
mod least_levels;
mod level;
mod location;
mod macroblock;
#[cfg(feature = "mp4")]
mod mp4;
mod packet;
mod partitions;
mod picture;
mod picture_coder;
mod quantizer;
mod rate;
mod row;
mod search;
mod settings;
mod slice;
pub mod syntax;
mod tables;
mod threads;
mod trellis;
mod work;

pub use config::{AqMode, Colour, Config, Deblocking, Profile, RateControl, Vbv};
pub use dump::Dump;
pub use encoder::Encoder;
pub use error::{ConfigError, EncodeError};
pub use level::{Exceeded, Level};
#[cfg(feature = "mp4")]
pub use mp4::Mp4Writer;
pub use packet::Packet;
pub use picture::Samples;
pub use settings::Preset;
pub use slice::Kinds;
