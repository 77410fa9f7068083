//! MP4 files and byte streams, to memory or to a path.

use std::io::{self, BufWriter, Cursor, Seek, SeekFrom, Write};
use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tempfile::NamedTempFile;
use unite_h264_encoder::{Kinds, Mp4Writer, Packet};

use crate::coder::Coder;

/// Where bytes go.
enum Sink {
    Memory(Cursor<Vec<u8>>),
    /// A file that has its name only when it is complete.
    Path(BufWriter<NamedTempFile>, PathBuf),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Memory(memory) => memory.write(bytes),
            Self::Path(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Path(file, _) => file.flush(),
        }
    }
}

impl Seek for Sink {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        match self {
            Self::Memory(memory) => memory.seek(position),
            Self::Path(file, _) => file.seek(position),
        }
    }
}

/// What is written so far.
#[expect(clippy::large_enum_variant, reason = "a file has one of them")]
enum Format {
    Mp4(Mp4Writer<Sink>),
    AnnexB(Sink),
}

/// A file of packets of one stream. It is not there until it is finished.
#[pyclass(module = "unite_h264._native")]
pub struct File {
    format: Option<Format>,
}

#[pymethods]
impl File {
    /// A file for packets of an encoder with the settings of `coder`, at `path`, or in memory.
    #[new]
    #[pyo3(signature = (coder, path, mp4))]
    fn new(coder: PyRef<'_, Coder>, path: Option<PathBuf>, mp4: bool) -> PyResult<Self> {
        let sink = match path {
            None => Sink::Memory(Cursor::default()),
            Some(path) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let file = NamedTempFile::new_in(folder.unwrap_or(".".as_ref()));
                Sink::Path(BufWriter::new(file.map_err(failed)?), path)
            }
        };
        let format = match mp4 {
            true => Format::Mp4(Mp4Writer::new(sink, coder.encoder()).map_err(failed)?),
            false => Format::AnnexB(sink),
        };
        Ok(Self { format: Some(format) })
    }

    /// Appends a packet, with its start codes.
    fn write(&mut self, packet: &[u8], key: bool) -> PyResult<()> {
        match &mut self.format {
            None => Err(finished()),
            Some(Format::AnnexB(sink)) => sink.write_all(packet).map_err(failed),
            Some(Format::Mp4(mp4)) => {
                let packet = Packet { nals: nals(packet), key, qp: 0, kinds: Kinds::default() };
                mp4.write(&packet).map_err(failed)
            }
        }
    }

    /// Ends the file, and gives its bytes if it is in memory.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let sink = match self.format.take().ok_or_else(finished)? {
            Format::Mp4(mp4) => mp4.finish().map_err(failed)?,
            Format::AnnexB(sink) => sink,
        };
        match sink {
            Sink::Memory(memory) => Ok(Some(PyBytes::new(py, memory.get_ref()))),
            Sink::Path(file, path) => {
                let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
                file.persist(path).map_err(|error| failed(error.error))?;
                Ok(None)
            }
        }
    }
}

fn failed(error: io::Error) -> PyErr {
    PyOSError::new_err(error.to_string())
}

fn finished() -> PyErr {
    PyValueError::new_err("the file is finished")
}

/// The NAL units between start codes of four bytes, which ours are: three zeros in a row are nowhere within (7.4.1).
fn nals(stream: &[u8]) -> Vec<Vec<u8>> {
    let starts: Vec<usize> =
        (0..stream.len().saturating_sub(3)).filter(|&at| stream[at..at + 4] == [0, 0, 0, 1]).collect();
    let ends = starts.iter().skip(1).copied().chain([stream.len()]);
    starts.iter().zip(ends).map(|(&start, end)| stream[start + 4..end].to_vec()).collect()
}
