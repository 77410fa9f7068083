//! The entropy-coded data of a file: pieces of it, coded apart, are joined.

use std::io::Write;

use unite::kernel;
use unite_bitstream::{BitSegments, PendingBits, StuffedBitWriter};

use crate::Error;
use crate::markers::code::RST0;

/// Bytes are written when there are so many, or at the end.
pub(crate) const WRITE_SIZE: usize = 1 << 16;

/// The bytes of a file that are not written yet, and where among them a scan stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stream {
    /// Complete bytes. Marker segments are appended here.
    pub bytes: Vec<u8>,
    pending: PendingBits,
    /// The number of the next restart marker, modulo 8.
    marker: u8,
}

impl Stream {
    /// Forgets everything, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        (self.pending, self.marker) = Default::default();
    }

    /// Appends bits. Between two segments there is a restart marker; the first goes on where the stream ends.
    pub(crate) fn append(&mut self, segments: &BitSegments) {
        let writer = StuffedBitWriter::resume(self.pending, &mut self.bytes);
        self.pending = join(writer, segments, &mut self.marker);
    }

    /// Gives all bytes to `writer` if there are at least `size`.
    pub(crate) fn write_when(&mut self, size: usize, writer: &mut dyn Write) -> Result<(), Error> {
        if self.bytes.len() >= size {
            writer.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    /// Ends the scan.
    pub(crate) fn end_scan(&mut self) {
        let mut writer = StuffedBitWriter::resume(self.pending, &mut self.bytes);
        writer.pad_with_ones();
        self.pending = writer.suspend();
        self.marker = 0;
    }
}

/// A kernel without tensors: for the instruction sets.
#[kernel]
fn join(mut writer: StuffedBitWriter<'_>, segments: &BitSegments, marker: &mut u8) -> PendingBits {
    for (i, segment) in segments.iter().enumerate() {
        if i > 0 {
            writer.marker(RST0 + *marker);
            *marker = (*marker + 1) % 8;
        }
        writer.append(segment);
    }
    writer.suspend()
}
