//! What may go wrong.

use thiserror::Error;
use unite::BlockError;

use crate::level::Exceeded;

/// Why an encoder cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "what a field is, its variant says")]
pub enum ConfigError {
    /// The picture, of a width and a height, has no samples, or is larger than any level allows.
    #[error("no level of H.264 has pictures of {}x{} samples", .0[0], .0[1])]
    Size([usize; 2]),
    /// A setting has a value outside of its range, which goes from the least to the greatest one.
    #[error("{name} is {value}, and has to be in {} to {}", range[0], range[1])]
    Range { name: &'static str, value: i64, range: [i64; 2] },
    /// There is no such level, by ten times its number.
    #[error("there is no level {}.{}", .0 / 10, .0 % 10)]
    NoLevel(u8),
    /// The level that is asked for has no room for the stream.
    #[error("{0}")]
    Level(Exceeded),
    /// A setting asks for a feature that the profile does not have.
    #[error("{profile} profile has no {feature}")]
    Profile { feature: &'static str, profile: &'static str },
}

/// Why a picture cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "what a field is, its variant says")]
pub enum EncodeError {
    /// There are too few components: how many there should be, and how many were found.
    #[error("the picture has {found} components in place of {needed}")]
    Components { needed: usize, found: usize },
    /// A component, of which 0 is luminance, is not as large as the picture.
    #[error("component {component}: {error}")]
    Samples { component: usize, error: BlockError },
    /// Rows of a component overlap: how far they are apart, and how many samples they have.
    #[error("component {component}: its rows have {width} samples, and are {stride} apart")]
    Stride { component: usize, stride: usize, width: usize },
    /// So many pictures were pushed whose packets come first.
    #[error("{0} pictures were pushed whose packets are still to be taken")]
    Pushed(usize),
}
