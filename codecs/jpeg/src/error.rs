//! What can go wrong.

use std::ops::ControlFlow;
use std::{fmt, io};

use crate::choices::{MAX_THREADS, Quantization, Sampling};

/// Why an encoder was not made, or an image not encoded.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A quality outside 1 to 100.
    Quality(u8),
    /// More threads than [`EncoderConfig::MAX_THREADS`](crate::EncoderConfig::MAX_THREADS).
    Threads(usize),
    /// A picture without pixels: T.81 B.2.2 has no empty lines, and a line number of 0 means something else.
    Empty {
        /// Samples per line.
        width: u32,
        /// Lines.
        height: u32,
    },
    /// More lines or samples per line than the 16 bits of a frame header can say (T.81 B.2.2).
    TooLarge {
        /// Samples per line.
        width: u32,
        /// Lines.
        height: u32,
    },
    /// Rows that start closer to each other than they are long.
    Stride {
        /// Samples from the start of one row to the start of the next.
        stride: usize,
        /// Samples in one row.
        row: usize,
    },
    /// A slice that ends before the last row does.
    ShortBuffer {
        /// Samples that the picture takes.
        needed: usize,
        /// Samples in the slice.
        actual: usize,
    },
    /// A lossless picture of other than 1 to 4 components.
    Components(usize),
    /// Bits of a sample that a lossless picture in such memory cannot have.
    Precision {
        /// Bits asked for.
        bits: u8,
        /// The most there can be; the least are 2.
        most: u8,
    },
    /// A sample of more bits than the picture is said to have.
    Sample {
        /// The largest sample.
        sample: u16,
        /// Bits of a sample.
        bits: u8,
    },
    /// A point transform that leaves nothing of a sample.
    PointTransform {
        /// Bits that it drops.
        shift: u8,
        /// Bits of a sample.
        bits: u8,
    },
    /// A distance between restarts that lossless coding does not have: not whole rows, or more than 65535 pixels.
    RestartInterval {
        /// Pixels from one restart to the next.
        pixels: usize,
        /// Pixels in a row.
        width: u32,
    },
    /// A quantisation step of 0, or above [`Quantization::LARGEST`](crate::Quantization::LARGEST).
    QuantizationStep(u16),
    /// A Huffman table whose codes do not fit its values, or each other.
    HuffmanTable,
    /// A Huffman table without a code for a symbol that there may be.
    MissingSymbol,
    /// Cyan, magenta, yellow and black that are to be stored as grey.
    GrayInks,
    /// Planes of chrominance that are sampled otherwise than the file.
    PlaneSampling {
        /// What the file has.
        expected: Sampling,
        /// What the planes have.
        actual: Sampling,
    },
    /// Rows of luminance that end in the middle of a row of chrominance, before the picture does.
    RowGroup {
        /// Lines pushed.
        rows: u32,
        /// Lines of luminance for each of chrominance.
        group: u32,
    },
    /// Metadata of more bytes than a file takes.
    Metadata {
        /// Which.
        what: &'static str,
        /// Bytes of it.
        len: usize,
        /// The most that there can be.
        limit: usize,
    },
    /// An application segment of a number above 15.
    ApplicationSegment(u8),
    /// The caller ended the work.
    Cancelled,
    /// Rows of another width than the picture that they were pushed to.
    RowWidth {
        /// Samples per line of the picture.
        expected: u32,
        /// Samples per line of the rows.
        actual: u32,
    },
    /// Rows of other colours than the picture that they were pushed to.
    ColorMismatch,
    /// More rows than the picture has.
    TooManyRows {
        /// Lines of the picture.
        height: u32,
        /// Lines pushed, the surplus included.
        pushed: u64,
    },
    /// Fewer rows than the picture has, when it was finished.
    MissingRows {
        /// Lines of the picture.
        height: u32,
        /// Lines pushed.
        pushed: u32,
    },
    /// Rows pushed after an earlier write had failed: the stream is broken.
    Broken,
    /// The writer failed.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quality(quality) => write!(f, "quality {quality} is not in 1..=100"),
            Self::Threads(threads) => {
                write!(f, "{threads} threads are more than {MAX_THREADS}")
            }
            Self::Empty { width, height } => write!(f, "a picture of {width}x{height} has no pixels"),
            Self::TooLarge { width, height } => {
                write!(f, "a picture of {width}x{height} is larger than the 65535x65535 that JPEG allows")
            }
            Self::Stride { stride, row } => {
                write!(f, "a stride of {stride} samples is shorter than a row, which has {row}")
            }
            Self::ShortBuffer { needed, actual } => {
                write!(f, "the picture takes {needed} samples, and the buffer has {actual}")
            }
            Self::QuantizationStep(step) => {
                write!(f, "a quantisation step of {step} is not in 1..={}", Quantization::LARGEST)
            }
            Self::HuffmanTable => f.write_str("codes and values of a Huffman table do not fit each other"),
            Self::MissingSymbol => f.write_str("a Huffman table lacks symbols that 8 bits a sample can make"),
            Self::GrayInks => f.write_str("cyan, magenta, yellow and black cannot be stored as grey"),
            Self::PlaneSampling { expected, actual } => {
                write!(f, "planes are sampled {actual:?}, and the file is to be {expected:?}")
            }
            Self::RowGroup { rows, group } => {
                write!(f, "{rows} rows are not whole groups of {group}, which share a row of chrominance")
            }
            Self::Metadata { what, len, limit } => {
                write!(f, "{what} of {len} bytes is longer than the {limit} that a file takes")
            }
            Self::ApplicationSegment(number) => {
                write!(f, "there is no application segment {number}: they go from 0 to 15")
            }
            Self::Cancelled => f.write_str("the caller ended the work"),
            Self::Components(components) => write!(f, "{components} components are not 1 to 4"),
            Self::Precision { bits, most } => write!(f, "{bits} bits a sample are not 2 to {most}"),
            Self::Sample { sample, bits } => write!(f, "a sample of {sample} has more than {bits} bits"),
            Self::PointTransform { shift, bits } => {
                write!(f, "a point transform by {shift} bits leaves nothing of samples of {bits} bits")
            }
            Self::RestartInterval { pixels, width } => write!(
                f,
                "restarts every {pixels} pixels are not whole rows of {width} and at most 65535 pixels, as lossless \
                 coding has them"
            ),
            Self::RowWidth { expected, actual } => {
                write!(f, "rows of {actual} samples were pushed to a picture {expected} wide")
            }
            Self::ColorMismatch => f.write_str("the rows have other colours than the picture"),
            Self::TooManyRows { height, pushed } => {
                write!(f, "{pushed} rows were pushed to a picture {height} high")
            }
            Self::MissingRows { height, pushed } => {
                write!(f, "only {pushed} rows were pushed to a picture {height} high")
            }
            Self::Broken => f.write_str("an earlier write failed, so the picture cannot be continued"),
            Self::Io(error) => write!(f, "writing failed: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl Error {
    /// The answer of a callback that may end the work.
    pub(crate) fn unless_cancelled(flow: ControlFlow<()>) -> Result<(), Error> {
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Cancelled),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
