//! What may go wrong.

use std::fmt;

use unite::BlockError;

use crate::level::Exceeded;

/// Why an encoder cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigError {
    /// The picture, of a width and a height, has no samples, or is larger than any level allows.
    Size([usize; 2]),
    /// A setting, by its name and its value, is outside of its range, which goes from the least to the greatest value.
    Range(&'static str, i64, [i64; 2]),
    /// There is no such level, by ten times its number.
    NoLevel(u8),
    /// The level that is asked for has no room for the stream.
    Level(Exceeded),
    /// A setting, the first one, is not of the profile, the second one.
    Profile(&'static str, &'static str),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Size([width, height]) => {
                write!(f, "no level of H.264 has pictures of {width}x{height} samples")
            }
            ConfigError::Range(name, value, [least, greatest]) => {
                write!(f, "{name} is {value}, and has to be in {least} to {greatest}")
            }
            ConfigError::NoLevel(idc) => write!(f, "there is no level {}.{}", idc / 10, idc % 10),
            ConfigError::Level(exceeded) => exceeded.fmt(f),
            ConfigError::Profile(feature, profile) => write!(f, "{profile} profile has no {feature}"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Why a picture cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// There are too few components: how many there should be, and how many there are.
    Components([usize; 2]),
    /// A component, of which 0 is luminance, is not as large as the picture.
    Samples(usize, BlockError),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Components([needed, found]) => {
                write!(f, "the picture has {found} components in place of {needed}")
            }
            EncodeError::Samples(component, error) => write!(f, "component {component}: {error}"),
        }
    }
}

impl std::error::Error for EncodeError {}
