//! Bytes, as they come from files and pipes.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use super::fault::{Fault, Place};
use crate::plan::Source;

/// Bytes that are read forward, with some of them ahead.
pub struct Input {
    origin: Origin,
    buffer: Vec<u8>,
    /// The bytes of the buffer that were not taken yet.
    start: usize,
    end: usize,
}

enum Origin {
    /// A file, and where in it the picture begins.
    File(File, u64),
    Pipe(Box<dyn Read + Send>),
}

/// What is read ahead where bytes are wanted one by one.
const AHEAD: usize = 1 << 15;
/// The first read: a header, and of a file of pixels little more. Reads of so much go to where they are wanted without a copy.
const FIRST: usize = 1 << 12;

impl Input {
    /// Opens `source`.
    pub fn open(source: &Source) -> io::Result<Self> {
        Ok(match source {
            Source::Stdin => standard_input(),
            Source::File(path) => {
                let file = File::open(path)?;
                Self::new(match is_file(&file) {
                    true => Origin::File(file, 0),
                    false => Origin::Pipe(Box::new(file)),
                })
            }
        })
    }

    /// What `pipe` gives, from now on.
    pub fn pipe(pipe: impl Read + Send + 'static) -> Self {
        Self::new(Origin::Pipe(Box::new(pipe)))
    }

    fn new(origin: Origin) -> Self {
        Self { origin, buffer: Vec::new(), start: 0, end: 0 }
    }

    /// Whether nothing has to be waited for.
    pub fn is_file(&self) -> bool {
        matches!(self.origin, Origin::File(..))
    }

    /// The next `count` bytes, at most some kilobytes, without taking them; fewer at the end.
    pub fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.end - self.start < count && self.start + count <= FIRST {
            self.buffer.resize(self.buffer.len().max(FIRST), 0);
            match retried(|| self.origin.read(&mut self.buffer[self.end..]))? {
                0 => break,
                read => self.end += read,
            }
        }
        let have = (self.end - self.start).min(count);
        Ok(&self.buffer[self.start..self.start + have])
    }

    /// The next byte, or none at the end.
    pub fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.fill_buf()?.first().copied();
        self.consume(byte.is_some().into());
        Ok(byte)
    }

    /// Fills `bytes` as far as there are any, and says how many there were.
    pub fn read_full(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < bytes.len() {
            match retried(|| self.read(&mut bytes[filled..]))? {
                0 => break,
                read => filled += read,
            }
        }
        Ok(filled)
    }

    /// Fills `rows`, each of `row` bytes, of which the first is row `y` of `height`.
    pub fn read_rows(&mut self, rows: &mut [u8], row: usize, y: u32, height: u32) -> Result<(), Fault> {
        let filled = self.read_full(rows).map_err(Fault::Read)?;
        match filled < rows.len() {
            true => Err(Fault::EndsIn(Place::Row(y + (filled / row) as u32, height))),
            false => Ok(()),
        }
    }

    /// Passes over `count` bytes of the header.
    pub fn skip(&mut self, count: u64) -> Result<(), Fault> {
        let passed = io::copy(&mut self.take(count), &mut io::sink()).map_err(Fault::Read)?;
        if passed < count { Err(Fault::EndsIn(Place::Header)) } else { Ok(()) }
    }

    /// The same bytes, of which any can be looked for. What comes from a pipe is held from now on; nothing may have been
    /// taken.
    pub fn seekable(self) -> io::Result<Seekable> {
        match self.origin {
            Origin::File(mut file, start) => {
                file.seek(SeekFrom::Start(start))?;
                Ok(Seekable::File(io::BufReader::with_capacity(AHEAD, file), start))
            }
            Origin::Pipe(pipe) => {
                let bytes = self.buffer[..self.end].to_vec();
                Ok(Seekable::Held(Held { pipe, bytes, position: 0 }))
            }
        }
    }
}

impl Origin {
    /// What may have been read before.
    fn of(mut file: File) -> Self {
        match file.stream_position() {
            Ok(start) if is_file(&file) => Self::File(file, start),
            _ => Self::Pipe(Box::new(file)),
        }
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file, _) => file.read(bytes),
            Self::Pipe(pipe) => pipe.read(bytes),
        }
    }
}

fn is_file(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// A file if standard input is one.
#[cfg(unix)]
fn standard_input() -> Input {
    use std::os::fd::AsFd;

    match io::stdin().as_fd().try_clone_to_owned() {
        Ok(descriptor) => Input::new(Origin::of(File::from(descriptor))),
        Err(_) => Input::pipe(io::stdin()),
    }
}

#[cfg(not(unix))]
fn standard_input() -> Input {
    Input::pipe(io::stdin())
}

/// Calls `read` until no signal is in its way.
fn retried(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.start == self.end && bytes.len() >= FIRST {
            return self.origin.read(bytes);
        }
        let have = self.fill_buf()?;
        let count = have.len().min(bytes.len());
        bytes[..count].copy_from_slice(&have[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            self.buffer.resize(AHEAD, 0);
            (self.start, self.end) = (0, 0);
            self.end = retried(|| self.origin.read(&mut self.buffer))?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, count: usize) {
        self.start += count;
    }
}

/// The crate `png` wants this, and never calls it.
impl Seek for Input {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::NotSeekable.into())
    }
}

/// Bytes in any order, counted from where the picture begins.
pub enum Seekable {
    File(io::BufReader<File>, u64),
    Held(Held),
}

/// What a pipe has given so far. It is read no further than is asked for.
pub struct Held {
    pipe: Box<dyn Read + Send>,
    bytes: Vec<u8>,
    position: usize,
}

impl Held {
    /// The most that is held, so that an endless pipe ends.
    const MOST: usize = 1 << 30;

    /// Reads on until there are `count` bytes, or no more.
    fn hold(&mut self, count: usize) -> io::Result<()> {
        while self.bytes.len() < count {
            if self.bytes.len() >= Self::MOST {
                return Err(io::ErrorKind::OutOfMemory.into());
            }
            let more = (count - self.bytes.len()).min(AHEAD);
            self.bytes.try_reserve(more)?;
            let before = self.bytes.len();
            (&mut self.pipe).take(more as u64).read_to_end(&mut self.bytes)?;
            if self.bytes.len() == before {
                break;
            }
        }
        Ok(())
    }
}

impl Seekable {
    /// How many bytes there are, if that is known without reading them.
    pub fn len(&self) -> Option<u64> {
        match self {
            Self::File(file, start) => {
                file.get_ref().metadata().ok().map(|metadata| metadata.len().saturating_sub(*start))
            }
            Self::Held(_) => None,
        }
    }

    /// Whether there are `count` bytes. A pipe is read so far.
    pub fn has(&mut self, count: u64) -> io::Result<bool> {
        match self {
            Self::File(..) => Ok(self.len().is_some_and(|len| len >= count)),
            Self::Held(held) => {
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                held.hold(count)?;
                Ok(held.bytes.len() >= count)
            }
        }
    }

    /// As many bytes from byte `at` on as come at once; 0 at the end.
    pub fn read_some_at(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        self.seek(SeekFrom::Start(at))?;
        retried(|| self.read(bytes))
    }

    /// Fills `bytes` as far as there are any from byte `at` on, and says how many there were.
    pub fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        self.seek(SeekFrom::Start(at))?;
        let mut filled = 0;
        while filled < bytes.len() {
            match retried(|| self.read(&mut bytes[filled..]))? {
                0 => break,
                read => filled += read,
            }
        }
        Ok(filled)
    }
}

impl Read for Seekable {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file, _) => file.read(bytes),
            Self::Held(held) => {
                let end = held.position.saturating_add(bytes.len());
                held.hold(end)?;
                let have = held.bytes.get(held.position..).unwrap_or_default();
                let count = have.len().min(bytes.len());
                bytes[..count].copy_from_slice(&have[..count]);
                held.position += count;
                Ok(count)
            }
        }
    }
}

impl Seek for Seekable {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match (self, to) {
            (Self::File(file, start), SeekFrom::Start(at)) => {
                let at = start.checked_add(at).ok_or(io::ErrorKind::UnexpectedEof)?;
                Ok(file.seek(SeekFrom::Start(at))? - *start)
            }
            (Self::File(file, start), to) => Ok(file.seek(to)?.saturating_sub(*start)),
            (Self::Held(held), SeekFrom::Start(at)) => {
                held.position = usize::try_from(at).map_err(|_| io::ErrorKind::UnexpectedEof)?;
                Ok(at)
            }
            (Self::Held(held), SeekFrom::Current(by)) => {
                let position = (held.position as u64).checked_add_signed(by);
                let position = position.ok_or(io::ErrorKind::UnexpectedEof)?;
                held.position = usize::try_from(position).map_err(|_| io::ErrorKind::UnexpectedEof)?;
                Ok(position)
            }
            // A pipe is not read to its end.
            (Self::Held(_), SeekFrom::End(_)) => Err(io::ErrorKind::NotSeekable.into()),
        }
    }
}
