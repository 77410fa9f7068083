//! The encoder: from pictures to files.

use std::io::Write;

use crate::batch::{Batch, Output, Task};
use crate::coefficients::{Coefficients, units_per_row};
use crate::config::{EncoderConfig, HuffmanTables};
use crate::entropy::{Stream, TableCodes, Tokens};
use crate::frame::Frame;
use crate::huffman::{HuffmanSpec, standard};
use crate::image::{Color, ImageView};
use crate::quantization::QuantTable;
use crate::script::script;
use crate::{Error, markers, parallel};

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
    batch: Batch,
    tokens: Tokens,
    coefficients: Coefficients,
    /// What is not written yet.
    stream: Stream,
}

impl Encoder {
    /// An encoder with the settings of `config`.
    ///
    /// # Errors
    /// [`Error::Quality`], [`Error::Threads`].
    pub fn new(config: EncoderConfig) -> Result<Self, Error> {
        if !(1..=100).contains(&config.quality) {
            return Err(Error::Quality(config.quality));
        }
        if config.threads > EncoderConfig::MAX_THREADS {
            return Err(Error::Threads(config.threads));
        }
        let standard = standard();
        Ok(Self {
            quantization: QuantTable::pair(config.quality, config.force_baseline),
            standard_codes: standard.each_ref().map(TableCodes::new),
            standard,
            config,
            batch: Batch::default(),
            tokens: Tokens::default(),
            coefficients: Coefficients::default(),
            stream: Stream::default(),
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
        let picture = Picture {
            restart_interval: self.config.restart.interval(frame.mcus_per_row),
            threads: parallel::threads(self.config.threads),
            frame,
            color,
        };
        let Self { config, quantization, standard, standard_codes, batch, tokens, coefficients, stream } =
            self;
        batch.prepare(&picture.task(quantization, standard_codes, config));
        tokens.clear();
        coefficients.clear();
        stream.clear();
        markers::start_of_image(&mut stream.bytes, config.density);
        markers::frame(&mut stream.bytes, &picture.frame, quantization, config.progressive);
        if config.huffman == HuffmanTables::Standard && !config.progressive {
            let tables = &standard[..picture.frame.tables()];
            markers::scan(&mut stream.bytes, &picture.frame, tables, picture.restart_interval);
        }
        Ok(RowEncoder { encoder: self, writer, picture, pushed: 0, broken: false })
    }
}

/// What is known of a picture from its start.
#[derive(Debug)]
struct Picture {
    frame: Frame,
    color: Color,
    restart_interval: u16,
    threads: usize,
}

impl Picture {
    fn task<'a>(
        &'a self,
        quantization: &'a [QuantTable; 2],
        codes: &'a [TableCodes; 2],
        config: &EncoderConfig,
    ) -> Task<'a> {
        let known = config.huffman == HuffmanTables::Standard && !config.progressive;
        Task {
            frame: &self.frame,
            quantization,
            tables: known.then_some(codes),
            progressive: config.progressive,
            restart_interval: self.restart_interval,
            threads: self.threads,
        }
    }
}

/// A picture that is being encoded row by row: see [`Encoder::start`].
///
/// Dropped before it is [finished](Self::finish), it leaves a file that ends in the middle.
#[derive(Debug)]
pub struct RowEncoder<'e, W> {
    encoder: &'e mut Encoder,
    writer: W,
    picture: Picture,
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
        let (expected, height) = (self.picture.frame.width as u32, self.picture.frame.height as u32);
        if self.broken {
            return Err(Error::Broken);
        }
        if rows.color() != self.picture.color {
            return Err(Error::ColorMismatch);
        }
        if rows.width() != expected {
            return Err(Error::RowWidth { expected, actual: rows.width() });
        }
        let pushed = u64::from(self.pushed) + u64::from(rows.height());
        if pushed > u64::from(height) {
            return Err(Error::TooManyRows { height, pushed });
        }
        let Encoder { config, quantization, standard_codes, batch, tokens, coefficients, stream, .. } =
            &mut *self.encoder;
        let task = self.picture.task(quantization, standard_codes, config);
        let mut output = match task.tables {
            Some(tables) => Output::Stream(tables, stream),
            None if task.progressive => Output::Coefficients(coefficients),
            None => Output::Tokens(tokens),
        };
        self.pushed += rows.height();
        self.broken = true;
        batch
            .push_rows(&task, rows, &mut output, |stream| write_when(stream, WRITE_SIZE, &mut self.writer))?;
        self.broken = false;
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
        let Picture { frame, restart_interval, threads, .. } = &self.picture;
        let height = frame.height as u32;
        if self.pushed < height {
            return Err(Error::MissingRows { height, pushed: self.pushed });
        }
        let Encoder { config, tokens, coefficients, stream, .. } = &mut *self.encoder;
        if config.progressive {
            let mut last_interval = 0;
            for scan in script(frame.components.len(), true) {
                let interval = config.restart.interval(units_per_row(frame, &scan));
                coefficients.collect(frame, &scan, interval, tokens);
                let (dc, ac) = tokens.progressive_tables();
                let changed = (interval != last_interval).then_some(interval);
                last_interval = interval;
                markers::progressive_scan(&mut stream.bytes, frame, &scan, (&dc, &ac), changed);
                let codes = Tokens::progressive_codes(&dc, &ac);
                tokens.write(&codes, *threads, stream, |bytes| {
                    write_when(bytes, WRITE_SIZE, &mut self.writer)
                })?;
                stream.end_scan();
            }
        } else if config.huffman == HuffmanTables::Optimized {
            let tables = tokens.tables();
            markers::scan(&mut stream.bytes, frame, &tables[..frame.tables()], *restart_interval);
            tokens.write(&Tokens::codes(&tables), *threads, stream, |bytes| {
                write_when(bytes, WRITE_SIZE, &mut self.writer)
            })?;
        }
        stream.end_scan();
        markers::end_of_image(&mut stream.bytes);
        write_when(stream, 0, &mut self.writer)?;
        self.writer.flush()?;
        Ok(self.writer)
    }
}

/// Empties `stream` into `writer` if there are at least `size` bytes.
fn write_when(stream: &mut Stream, size: usize, writer: &mut impl Write) -> Result<(), Error> {
    if stream.bytes.len() >= size {
        writer.write_all(&stream.bytes)?;
        stream.bytes.clear();
    }
    Ok(())
}
