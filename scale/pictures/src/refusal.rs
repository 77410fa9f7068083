//! Why a cell has no file.

use std::fmt;

use unite_jpeg::Error;

/// What a cell has to keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// A quality is 1 to 100.
    Quality,
    /// Chrominance is sampled as one of the names says.
    Subsampling,
    /// A picture has 1 to 65535 pixels in each direction.
    Size,
    /// There are as many samples as width, height and channels say.
    Samples,
    /// A pixel has 1 to 4 channels.
    Channels,
    /// A sample is an unsigned integer of 8 bits.
    Depth,
    /// A file is PNG or PNM.
    Format,
    /// A file is whole.
    Damaged,
    /// Anything else that the encoder says.
    Encoder,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Quality => "quality",
            Self::Subsampling => "subsampling",
            Self::Size => "size",
            Self::Samples => "samples",
            Self::Channels => "channels",
            Self::Depth => "depth",
            Self::Format => "format",
            Self::Damaged => "damaged",
            Self::Encoder => "encoder",
        })
    }
}

/// Why a cell has no file: the rule, and a sentence with the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is not kept to.
    pub rule: Rule,
    sentence: String,
}

impl Refusal {
    /// `rule` is broken, as `sentence` says.
    pub fn new(rule: Rule, sentence: impl Into<String>) -> Self {
        Self { rule, sentence: sentence.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.sentence)
    }
}

impl std::error::Error for Refusal {}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let rule = match error {
            Error::Quality(_) => Rule::Quality,
            Error::Empty { .. } | Error::TooLarge { .. } => Rule::Size,
            Error::ShortBuffer { .. } => Rule::Samples,
            _ => Rule::Encoder,
        };
        Self::new(rule, error.to_string())
    }
}
