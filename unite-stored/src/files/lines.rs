//! The lines of a file, counted, and what can be wrong with them.

use std::fmt;
use std::io::{self, BufRead};

/// Why a file was not read.
#[derive(Debug)]
pub struct FileError {
    /// The line, from 1 on; 0 for the whole file.
    pub line: usize,
    what: What,
}

#[derive(Debug)]
enum What {
    Io(io::Error),
    Text(String),
}

impl FileError {
    pub(super) fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: What::Text(what.into()) }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        match &self.what {
            What::Io(error) => write!(f, "reading failed: {error}"),
            What::Text(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.what {
            What::Io(error) => Some(error),
            What::Text(_) => None,
        }
    }
}

/// The lines of a file that are neither empty nor comments.
pub(super) struct Lines<R> {
    reader: R,
    comment: u8,
    text: Vec<u8>,
    /// The number of the line that was read last.
    pub number: usize,
}

/// The most bytes of a line: what is longer is no line of numbers.
const LONGEST: usize = 1 << 16;

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`, of which those that begin with `comment` say nothing.
    pub fn new(reader: R, comment: u8) -> Self {
        Self { reader, comment, text: Vec::new(), number: 0 }
    }

    /// The next line as it stands, without its end.
    pub fn next_of_all(&mut self) -> Result<Option<&str>, FileError> {
        self.text.clear();
        self.number += 1;
        let number = self.number;
        let mut limited = io::Read::take(&mut self.reader, LONGEST as u64 + 1);
        let read = limited.read_until(b'\n', &mut self.text);
        let count = read.map_err(|error| FileError { line: number, what: What::Io(error) })?;
        if count == 0 {
            self.number -= 1;
            return Ok(None);
        }
        if count > LONGEST {
            return Err(FileError::new(number, format!("the line is longer than {LONGEST} bytes")));
        }
        match std::str::from_utf8(self.text.trim_ascii_end()) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(FileError::new(number, "the line is no text")),
        }
    }

    /// The words of the next line that has some.
    pub fn next(&mut self) -> Result<Option<Vec<&str>>, FileError> {
        loop {
            let comment = self.comment;
            match self.next_of_all()? {
                None => return Ok(None),
                Some(line) => {
                    let line = line.trim_ascii();
                    if line.is_empty() || line.as_bytes()[0] == comment {
                        continue;
                    }
                }
            }
            let text = std::str::from_utf8(&self.text).unwrap_or_default();
            return Ok(Some(text.split_ascii_whitespace().collect()));
        }
    }

    /// An error of the line that was read last.
    pub fn error(&self, what: impl Into<String>) -> FileError {
        FileError::new(self.number, what)
    }
}

/// A number of a file, from 0 on.
pub(super) fn count(word: &str, what: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("{what} is '{word}', and must be a whole number"))
}

/// An index of a file, which counts from 1 on.
pub(super) fn index(word: &str, what: &str, extent: usize) -> Result<usize, String> {
    match count(word, what)?.checked_sub(1) {
        Some(index) if index < extent => Ok(index),
        _ => Err(format!("{what} {word} is not one of 1 to {extent}")),
    }
}

/// A value of a file.
pub(super) fn value<T: super::Numeral>(word: &str) -> Result<T, String> {
    let expected = if T::IS_INTEGER { "an integer of the range that is read" } else { "a number" };
    word.parse().map_err(|_| format!("the value '{word}' is not {expected}"))
}
