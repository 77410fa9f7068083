//! What the stream is wrapped in.

use std::io::{self, Write};
use std::path::Path;

use unite_h264_encoder::{Encoder, Mp4Writer, Packet};

use crate::output::Output;

/// A file of one of the formats.
pub enum Container {
    /// A byte stream.
    AnnexB(Output),
    /// MP4.
    Mp4(Box<Mp4Writer<Output>>),
}

impl Container {
    /// The format that the name of a file says.
    pub fn create(path: &Path, encoder: &Encoder) -> io::Result<Self> {
        let output = Output::create(path)?;
        let is_mp4 = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mp4"));
        Ok(if is_mp4 {
            Container::Mp4(Box::new(Mp4Writer::new(output, encoder)?))
        } else {
            Container::AnnexB(output)
        })
    }

    /// Appends a picture.
    pub fn write(&mut self, packet: &Packet) -> io::Result<()> {
        match self {
            Container::AnnexB(output) => output.write_all(&packet.annex_b()),
            Container::Mp4(file) => file.write(packet),
        }
    }

    /// Ends the file, and puts it in its place.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Container::AnnexB(output) => output.finish(),
            Container::Mp4(file) => file.finish()?.finish(),
        }
    }
}
