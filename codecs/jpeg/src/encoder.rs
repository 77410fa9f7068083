//! The encoder: from pictures to files.

use std::io::Write;

use unite::kernel;
use unite_bitstream::{PendingBits, StuffedBitWriter};

use crate::config::{EncoderConfig, HuffmanTables};
use crate::entropy::{Coder, McuBlock, ScanState, TableCodes, Tokens, code_strip};
use crate::frame::Frame;
use crate::huffman::{HuffmanSpec, standard};
use crate::image::{Color, ImageView};
use crate::quantization::QuantTable;
use crate::strip::Strip;
use crate::{Error, markers};

/// Encodes pictures with one set of settings.
///
/// Buffers are kept from one picture to the next, so that an encoder that is used again allocates nothing.
///
/// ```
/// use unite_jpeg::{Encoder, EncoderConfig, ImageView};
///
/// let pixels = vec![128; 20 * 10 * 3];
/// let mut encoder = Encoder::new(EncoderConfig::new().quality(90))?;
/// let file = encoder.encode_to_vec(&ImageView::rgb(&pixels, 20, 10)?)?;
/// assert!(file.starts_with(&[0xFF, 0xD8]) && file.ends_with(&[0xFF, 0xD9]));
/// # Ok::<(), unite_jpeg::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    config: EncoderConfig,
    quantization: [QuantTable; 2],
    standard: [[HuffmanSpec; 2]; 2],
    standard_codes: [TableCodes; 2],
    strip: Strip,
    tokens: Tokens,
    /// Bytes that are not written yet.
    bytes: Vec<u8>,
}

impl Encoder {
    /// An encoder with the settings of `config`.
    ///
    /// # Errors
    /// [`Error::Quality`].
    pub fn new(config: EncoderConfig) -> Result<Self, Error> {
        if !(1..=100).contains(&config.quality) {
            return Err(Error::Quality(config.quality));
        }
        let standard = standard();
        Ok(Self {
            quantization: QuantTable::pair(config.quality, config.force_baseline),
            standard_codes: standard.each_ref().map(TableCodes::new),
            standard,
            config,
            strip: Strip::default(),
            tokens: Tokens::default(),
            bytes: Vec::new(),
        })
    }

    /// The settings.
    pub fn config(&self) -> &EncoderConfig {
        &self.config
    }

    /// Writes `image` to `writer` as a complete JPEG file. Writes are at least some kilobytes each where the picture
    /// allows, so a writer without a buffer of its own will do.
    ///
    /// # Errors
    /// [`Error::Empty`] or [`Error::TooLarge`], before anything is written; [`Error::Io`].
    pub fn encode(&mut self, image: &ImageView<'_>, writer: impl Write) -> Result<(), Error> {
        let mut rows = self.start(writer, image.width(), image.height(), image.color())?;
        rows.push_rows(image)?;
        rows.finish()?;
        Ok(())
    }

    /// A complete JPEG file in memory.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::TooLarge`].
    pub fn encode_to_vec(&mut self, image: &ImageView<'_>) -> Result<Vec<u8>, Error> {
        let mut file = Vec::new();
        self.encode(image, &mut file)?;
        Ok(file)
    }

    /// Starts a picture of `width` by `height` pixels whose rows are pushed one after another.
    ///
    /// With standard Huffman tables the file is written while rows come in, and memory depends on the width only.
    ///
    /// ```
    /// use unite_jpeg::{Color, Encoder, EncoderConfig, ImageView};
    ///
    /// let mut encoder = Encoder::new(EncoderConfig::new())?;
    /// let mut rows = encoder.start(Vec::new(), 100, 30, Color::Gray)?;
    /// for y in 0..30 {
    ///     rows.push_rows(&ImageView::gray(&[8 * y; 100], 100, 1)?)?;
    /// }
    /// let file = rows.finish()?;
    /// # assert!(file.ends_with(&[0xFF, 0xD9]));
    /// # Ok::<(), unite_jpeg::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Empty`] or [`Error::TooLarge`], before anything is written; [`Error::Io`].
    pub fn start<W: Write>(
        &mut self,
        writer: W,
        width: u32,
        height: u32,
        color: Color,
    ) -> Result<RowEncoder<'_, W>, Error> {
        let frame = Frame::new(width, height, color, self.config.sampling)?;
        let restart_interval = self.config.restart.interval(frame.mcus_per_row);
        self.strip.prepare(&frame);
        self.tokens.clear();
        self.bytes.clear();
        markers::start_of_image(&mut self.bytes, self.config.density);
        markers::frame(&mut self.bytes, &frame, &self.quantization);
        if self.config.huffman == HuffmanTables::Standard {
            let tables = &self.standard[..frame.tables()];
            markers::scan(&mut self.bytes, &frame, tables, restart_interval);
        }
        Ok(RowEncoder {
            encoder: self,
            writer,
            frame,
            color,
            restart_interval,
            scan: ScanState::new(restart_interval),
            pending: PendingBits::default(),
            mcu_row: 0,
            pushed: 0,
            broken: false,
        })
    }
}

/// A picture that is being encoded row by row: see [`Encoder::start`].
///
/// Dropped before it is [finished](Self::finish), it leaves a file that ends in the middle.
#[derive(Debug)]
pub struct RowEncoder<'e, W> {
    encoder: &'e mut Encoder,
    writer: W,
    frame: Frame,
    color: Color,
    restart_interval: u16,
    scan: ScanState,
    pending: PendingBits,
    /// The row of MCUs that the strip belongs to.
    mcu_row: usize,
    pushed: u32,
    broken: bool,
}

/// Bytes are written when there are so many, or at the end.
const WRITE_SIZE: usize = 1 << 16;

impl<W: Write> RowEncoder<'_, W> {
    /// Appends the rows of `rows`, of which there may be any number, to the picture.
    ///
    /// # Errors
    /// [`Error::RowWidth`], [`Error::ColorMismatch`], [`Error::TooManyRows`]: the rows do not fit the picture, and
    /// none of them was taken. [`Error::Io`]: the picture cannot be continued, and everything after is
    /// [`Error::Broken`].
    pub fn push_rows(&mut self, rows: &ImageView<'_>) -> Result<(), Error> {
        let (expected, height) = (self.frame.width as u32, self.frame.height as u32);
        if self.broken {
            return Err(Error::Broken);
        }
        if rows.color() != self.color {
            return Err(Error::ColorMismatch);
        }
        if rows.width() != expected {
            return Err(Error::RowWidth { expected, actual: rows.width() });
        }
        let pushed = u64::from(self.pushed) + u64::from(rows.height());
        if pushed > u64::from(height) {
            return Err(Error::TooManyRows { height, pushed });
        }
        let mut y = 0;
        while y < rows.height() {
            let room = self.frame.strip_height() - self.encoder.strip.rows();
            let count = (rows.height() - y).min(room as u32);
            let (samples, stride) = rows.rows_from(y as usize);
            self.encoder.strip.push_rows(&self.frame, samples, stride, count as usize);
            self.pushed += count;
            y += count;
            if self.encoder.strip.rows() == self.frame.strip_height() || self.pushed == height {
                self.broken = true;
                self.code_strip()?;
                self.broken = false;
            }
        }
        Ok(())
    }

    /// Completes the file and returns the writer, flushed.
    ///
    /// # Errors
    /// [`Error::MissingRows`], [`Error::Broken`], [`Error::Io`].
    pub fn finish(mut self) -> Result<W, Error> {
        if self.broken {
            return Err(Error::Broken);
        }
        if self.pushed < self.frame.height as u32 {
            return Err(Error::MissingRows { height: self.frame.height as u32, pushed: self.pushed });
        }
        let Encoder { config, tokens, bytes, .. } = &mut *self.encoder;
        match config.huffman {
            HuffmanTables::Standard => StuffedBitWriter::resume(self.pending, bytes).pad_with_ones(),
            HuffmanTables::Optimized => {
                let tables = tokens.tables();
                markers::scan(bytes, &self.frame, &tables[..self.frame.tables()], self.restart_interval);
                tokens.write(&tables, bytes, |bytes| write_when(bytes, WRITE_SIZE, &mut self.writer))?;
            }
        }
        markers::end_of_image(bytes);
        write_when(bytes, 0, &mut self.writer)?;
        self.writer.flush()?;
        Ok(self.writer)
    }

    /// Codes the strip that has just been completed.
    fn code_strip(&mut self) -> Result<(), Error> {
        let Encoder { config, quantization, standard_codes, strip, tokens, bytes, .. } = &mut *self.encoder;
        strip.transform(&self.frame, self.mcu_row, quantization);
        let (mcus, blocks) = (self.frame.mcus_per_row, strip.mcu_blocks(&self.frame));
        self.mcu_row += 1;
        match config.huffman {
            HuffmanTables::Standard => {
                let writer = StuffedBitWriter::resume(self.pending, bytes);
                self.pending = write_strip(writer, standard_codes, mcus, &blocks, &mut self.scan);
                write_when(bytes, WRITE_SIZE, &mut self.writer)
            }
            HuffmanTables::Optimized => {
                collect_strip(tokens, mcus, &blocks, &mut self.scan);
                Ok(())
            }
        }
    }
}

/// Writes the symbols of a strip with tables that are known. A kernel without tensors: for the instruction sets.
#[kernel]
fn write_strip(
    writer: StuffedBitWriter<'_>,
    tables: &[TableCodes; 2],
    mcus: usize,
    blocks: &[McuBlock<'_>],
    scan: &mut ScanState,
) -> PendingBits {
    let mut coder = Coder::new(writer, tables);
    code_strip(&mut coder, mcus, blocks, scan);
    coder.into_writer().suspend()
}

/// Keeps the symbols of a strip for tables that are to be made.
#[kernel]
fn collect_strip(tokens: &mut Tokens, mcus: usize, blocks: &[McuBlock<'_>], scan: &mut ScanState) {
    tokens.extend(mcus * blocks.len(), |collector| code_strip(collector, mcus, blocks, scan));
}

/// Empties `bytes` into `writer` if there are at least `size` of them.
fn write_when(bytes: &mut Vec<u8>, size: usize, writer: &mut impl Write) -> Result<(), Error> {
    if bytes.len() >= size {
        writer.write_all(bytes)?;
        bytes.clear();
    }
    Ok(())
}
