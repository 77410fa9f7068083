//! What may go wrong.

use std::fmt;

use unite::BlockError;

use crate::level::Exceeded;

/// Why an encoder cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "what a field is, its variant says")]
pub enum ConfigError {
    /// The picture, of a width and a height, has no samples, or is larger than any level allows.
    Size([usize; 2]),
    /// A setting has a value outside of its range, which goes from the least to the greatest one.
    Range { name: &'static str, value: i64, range: [i64; 2] },
    /// There is no such level, by ten times its number.
    NoLevel(u8),
    /// The level that is asked for has no room for the stream.
    Level(Exceeded),
    /// A setting asks for a feature that the profile does not have.
    Profile { feature: &'static str, profile: &'static str },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Size([width, height]) => {
                write!(f, "no level of H.264 has pictures of {width}x{height} samples")
            }
            ConfigError::Range { name, value, range: [least, greatest] } => {
                write!(f, "{name} is {value}, and has to be in {least} to {greatest}")
            }
            ConfigError::NoLevel(idc) => write!(f, "there is no level {}.{}", idc / 10, idc % 10),
            ConfigError::Level(exceeded) => exceeded.fmt(f),
            ConfigError::Profile { feature, profile } => write!(f, "{profile} profile has no {feature}"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Why a picture cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "what a field is, its variant says")]
pub enum EncodeError {
    /// There are too few components: how many there should be, and how many were found.
    Components { needed: usize, found: usize },
    /// A component, of which 0 is luminance, is not as large as the picture.
    Samples { component: usize, error: BlockError },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Components { needed, found } => {
                write!(f, "the picture has {found} components in place of {needed}")
            }
            EncodeError::Samples { component, error } => write!(f, "component {component}: {error}"),
        }
    }
}

impl std::error::Error for EncodeError {}
