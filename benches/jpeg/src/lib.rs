//! Our JPEG encoders beside those of others, with the feature `peers`: in memory, and as commands.
#![deny(missing_docs)]

#[cfg(feature = "peers")]
pub mod commands;
#[cfg(feature = "peers")]
pub mod encoders;
#[cfg(feature = "peers")]
pub mod pictures;
#[cfg(feature = "peers")]
pub mod plot;
pub mod rows;
#[cfg(feature = "peers")]
pub mod thumbnails;
