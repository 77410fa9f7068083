//! Bits to syntax elements.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Coder, Descriptor};

/// Reads bits, most significant first.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BitReader<'a> {
    /// Reads from the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        BitReader { bytes, at: 0 }
    }

    /// How many bits were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next `length` bits, at most 64; none if there are not as many.
    pub fn take(&mut self, length: u32) -> Option<u64> {
        let end = self.at.checked_add(length as usize)?;
        if end > 8 * self.bytes.len() {
            return None;
        }
        let value = (self.at..end)
            .fold(0, |value, at| value << 1 | u64::from(self.bytes[at / 8] >> (7 - at % 8) & 1));
        self.at = end;
        Some(value)
    }

    /// The next `ue(v)`.
    pub fn take_unsigned(&mut self) -> Option<u32> {
        let mut zeros = 0;
        while self.take(1)? == 0 {
            zeros += 1;
            if zeros > 31 {
                return None;
            }
        }
        u32::try_from((1 << zeros) - 1 + self.take(zeros)?).ok()
    }
}

/// Why a syntax table could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The data ended, or held no code, where this element should be.
    End {
        /// The name of the element.
        name: &'static str,
    },
    /// An element has a value that the standard excludes.
    Range {
        /// The name of the element.
        name: &'static str,
        /// What was read.
        value: i64,
        /// What would have been allowed.
        range: RangeInclusive<i64>,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::End { name } => write!(f, "the data ends before {name}"),
            ReadError::Range { name, value, range } => {
                write!(f, "{name} is {value}, and has to be in {}..={}", range.start(), range.end())
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads the elements of a table.
#[derive(Debug)]
pub struct Reader<'a, 'b>(
    /// Where they come from.
    pub &'a mut BitReader<'b>,
);

impl Coder for Reader<'_, '_> {
    type Error = ReadError;

    fn element(
        &mut self,
        name: &'static str,
        descriptor: Descriptor,
        range: RangeInclusive<i64>,
        _value: i64,
    ) -> Result<i64, ReadError> {
        let bits = &mut *self.0;
        let value = match descriptor {
            Descriptor::U(length) => bits.take(length).map(|value| value as i64),
            Descriptor::Ue => bits.take_unsigned().map(i64::from),
            Descriptor::Se => bits.take_unsigned().map(|code| {
                let half = (i64::from(code) + 1) / 2;
                if code % 2 == 1 { half } else { -half }
            }),
            Descriptor::Te(1) => bits.take(1).map(|bit| i64::from(bit == 0)),
            Descriptor::Te(_) => bits.take_unsigned().map(i64::from),
            Descriptor::Me(table) => bits
                .take_unsigned()
                .and_then(|code| table.iter().position(|&entry| u32::from(entry) == code))
                .map(|value| value as i64),
            Descriptor::Ae(_) => None,
        };
        let value = value.ok_or(ReadError::End { name })?;
        if range.contains(&value) { Ok(value) } else { Err(ReadError::Range { name, value, range }) }
    }
}
