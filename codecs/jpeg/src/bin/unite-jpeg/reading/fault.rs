//! What can be wrong with a picture that is read, in one sentence each, the same for every format.

use std::borrow::Cow;
use std::fmt;
use std::io;

use unite_jpeg::Error;

use crate::refusal::why;

/// Why a picture could not be read.
#[derive(Debug)]
pub enum Fault {
    /// There is no such file, or it may not be read.
    Open(io::Error),
    /// The system did not give any bytes.
    Read(io::Error),
    /// There are none.
    Empty,
    /// The first bytes are of no format that is known.
    NotAPicture,
    /// There are too few bytes.
    EndsIn(Place),
    /// Bytes that cannot be there.
    Damaged(Place),
    /// A header that contradicts itself, or the format.
    Header(Cow<'static, str>),
    /// What the format has, and the command does not read.
    NotRead(Cow<'static, str>),
    /// A sample that is larger than the header allows.
    Sample { sample: u32, most: u32, at: Place },
    /// What would have to be held is more than can be had.
    Memory,
    /// Pictures of this size are no JPEG files.
    Size(Error),
}

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the pixels.
    Header,
    /// In a row, counted from 0 at the top, of so many.
    Row(u32, u32),
}

impl Fault {
    /// Something about the header.
    pub fn header(what: impl Into<Cow<'static, str>>) -> Self {
        Self::Header(what.into())
    }

    /// Something that exists and is not read.
    pub fn not_read(what: impl Into<Cow<'static, str>>) -> Self {
        Self::NotRead(what.into())
    }

    /// An error of reading at `place`: an end that comes too early is told from others.
    pub fn of_reading(error: io::Error, place: Place) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::EndsIn(place),
            io::ErrorKind::OutOfMemory => Self::Memory,
            // What no system call has said, a decoder has.
            _ if error.raw_os_error().is_none() => Self::Damaged(place),
            _ => Self::Read(error),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Row(row, height) => write!(f, "row {} of {height}", u64::from(*row) + 1),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => write!(f, "it cannot be opened: {}", why(error)),
            Self::Read(error) => write!(f, "it cannot be read on: {}", why(error)),
            Self::Empty => f.write_str("the file is empty"),
            Self::NotAPicture => {
                f.write_str("this is no picture in PNM, BMP, PNG, TIFF or JPEG format, by its first bytes")
            }
            Self::EndsIn(place) => write!(f, "the file ends in {place}"),
            Self::Damaged(place) => write!(f, "the file is damaged in {place}"),
            Self::Header(what) => write!(f, "the header is wrong: {what}"),
            Self::NotRead(what) => write!(f, "{what} cannot be read"),
            Self::Sample { sample, most, at } => {
                write!(f, "a sample of {sample} in {at} is more than the {most} that the header allows")
            }
            Self::Memory => f.write_str("there is not enough memory to hold the picture"),
            Self::Size(error) => error.fmt(f),
        }
    }
}
