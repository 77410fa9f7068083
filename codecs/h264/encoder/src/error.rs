//! What may go wrong.

use std::fmt;

use unite::BlockError;

use crate::level::Exceeded;

/// Why an encoder cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigError {
    /// The picture has no samples, or is larger than any level allows.
    Size {
        /// Its width and height.
        size: [usize; 2],
    },
    /// A setting is outside of its range.
    Range {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: i64,
        /// The least and the greatest value.
        range: [i64; 2],
    },
    /// There is no such level.
    NoLevel {
        /// Ten times its number.
        idc: u8,
    },
    /// The level that is asked for has no room for the stream.
    Level(Exceeded),
    /// A setting is not of the profile.
    Profile {
        /// What the profile lacks.
        feature: &'static str,
        /// The profile.
        profile: &'static str,
    },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Size { size: [width, height] } => {
                write!(f, "no level of H.264 has pictures of {width}x{height} samples")
            }
            ConfigError::Range { name, value, range: [least, greatest] } => {
                write!(f, "{name} is {value}, and has to be in {least} to {greatest}")
            }
            ConfigError::NoLevel { idc } => write!(f, "there is no level {}.{}", idc / 10, idc % 10),
            ConfigError::Level(exceeded) => exceeded.fmt(f),
            ConfigError::Profile { feature, profile } => write!(f, "{profile} profile has no {feature}"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Why a picture cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// There are too few components.
    Components {
        /// How many there should be.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// A component is not as large as the picture.
    Samples {
        /// 0 is luminance.
        component: usize,
        /// What is wrong.
        error: BlockError,
    },
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
