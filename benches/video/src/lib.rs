//! Our H.264 encoder beside those of others: how many bits they take for a distortion, and how much time.

#[cfg(feature = "peers")]
pub mod clips;
pub mod distortion;
#[cfg(feature = "peers")]
pub mod encoders;
#[cfg(feature = "peers")]
pub mod plot;
