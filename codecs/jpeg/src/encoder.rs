//! The encoder: from pictures to files.

use std::io::Write;
use std::ops::{ControlFlow, Range};

use crate::batch::{Batch, Ended, Output, Task};
use crate::choices::HuffmanTables;
use crate::config::EncoderConfig;
use crate::entropy::{KnownTables, Stream, TableCodes, TokenWriter, Tokens, WRITE_SIZE};
use crate::frame::{Frame, Stored};
use crate::huffman::HuffmanTable;
use crate::image::{Color, ImageView, PixelFormat};
use crate::quantization::QuantTable;
use crate::scans::{Collected, Scans};
use crate::{Error, Metadata, markers, parallel};

/// Encodes pictures with one set of settings.
///
/// Buffers are kept from one picture to the next, so that an encoder that is used again, for pictures that are no larger and on
/// one thread, allocates nothing. (Starting threads allocates.)
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
    /// The user's Huffman tables, if there are any: used in place of those of the standard.
    own: Option<Box<KnownTables>>,
    batch: Batch,
    tokens: Tokens,
    scans: Scans,
    token_writer: TokenWriter,
    /// What is not written yet.
    stream: Stream,
}

impl Encoder {
    /// An encoder with the settings of `config`.
    ///
    /// # Errors
    /// [`Error::Quality`], [`Error::Threads`], [`Error::QuantizationStep`], [`Error::MissingSymbol`], [`Error::Metadata`],
    /// [`Error::ApplicationSegment`].
    pub fn new(config: EncoderConfig) -> Result<Self, Error> {
        let quality = [config.quality, config.chrominance_quality.unwrap_or(config.quality)];
        if let Some(&wrong) = quality.iter().find(|quality| !(1..=100).contains(*quality)) {
            return Err(Error::Quality(wrong));
        }
        if config.threads > EncoderConfig::MAX_THREADS {
            return Err(Error::Threads(config.threads));
        }
        if let Some(step) = config.quantization.wrong_step() {
            return Err(Error::QuantizationStep(step));
        }
        config.metadata.check()?;
        let own = match config.custom_huffman.as_deref() {
            Some(tables) if !tables.iter().all(is_complete) => return Err(Error::MissingSymbol),
            Some(tables) => Some(KnownTables::boxed(tables.clone())),
            None => None,
        };
        Ok(Self {
            quantization: QuantTable::pair(&config.quantization, quality, config.force_baseline),
            own,
            config,
            batch: Batch::default(),
            tokens: Tokens::default(),
            scans: Scans::default(),
            token_writer: TokenWriter::default(),
            stream: Stream::default(),
        })
    }

    /// Other metadata for the pictures to come.
    ///
    /// # Errors
    /// [`Error::Metadata`], [`Error::ApplicationSegment`]: what was there stays.
    pub fn set_metadata(&mut self, metadata: Metadata) -> Result<(), Error> {
        metadata.check()?;
        self.config.metadata = metadata;
        Ok(())
    }

    /// A file without a picture: the quantisation tables, and the Huffman tables unless they are made for each picture. A
    /// decoder that has read it reads pictures in the [abbreviated](EncoderConfig::abbreviated) format (T.81 B.5).
    pub fn tables(&self) -> Vec<u8> {
        let mut file = Vec::new();
        markers::start_of_image(&mut file);
        markers::quantization(&mut file, &self.quantization);
        if self.config.huffman == HuffmanTables::Standard && !self.config.progressive {
            markers::huffman(&mut file, &known(&self.own).tables);
        }
        markers::end_of_image(&mut file);
        file
    }

    /// The settings.
    pub fn config(&self) -> &EncoderConfig {
        &self.config
    }

    /// Writes `image` to `writer` as a complete JPEG file. Writes are at least some kilobytes each where the picture
    /// allows, so a writer without a buffer of its own will do.
    ///
    /// # Errors
    /// Before anything is written: [`Error::Empty`], [`Error::TooLarge`], [`Error::GrayInks`],
    /// [`Error::PlaneSampling`]. Then [`Error::Io`].
    pub fn encode(&mut self, image: &ImageView<'_>, writer: impl Write) -> Result<(), Error> {
        let mut rows = self.start(writer, image.width(), image.height(), image.color())?;
        rows.push_rows(image)?;
        rows.finish()?;
        Ok(())
    }

    /// As [`encode`](Self::encode), telling `progress` now and then how much of the work is done, from 0 to 1. If it
    /// answers with a break, the work ends.
    ///
    /// ```
    /// use std::ops::{ControlFlow, Range};
    /// use unite_jpeg::{Encoder, EncoderConfig, Error, ImageView};
    ///
    /// let pixels = vec![0; 3000 * 1000];
    /// let mut encoder = Encoder::new(EncoderConfig::new())?;
    /// let half = |done: f32| if done < 0.5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    /// let ended = encoder.encode_with_progress(&ImageView::gray(&pixels, 3000, 1000)?, Vec::new(), half);
    /// assert!(matches!(ended, Err(Error::Cancelled)));
    /// # Ok::<(), unite_jpeg::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`encode`](Self::encode), and [`Error::Cancelled`].
    pub fn encode_with_progress(
        &mut self,
        image: &ImageView<'_>,
        mut writer: impl Write,
        mut progress: impl FnMut(f32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.encode_whole(image, &mut writer, &mut |done| Error::unless_cancelled(progress(done)))
    }

    /// As [`encode_with_progress`](Self::encode_with_progress), compiled once for all writers.
    fn encode_whole(
        &mut self,
        image: &ImageView<'_>,
        writer: &mut dyn Write,
        progress: &mut dyn FnMut(f32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        /// Pixels between two calls, for each thread.
        const PIXELS: u32 = 1 << 18;
        let (width, height) = (image.width(), image.height());
        let mut rows = self.begin(width, height, image.color())?;
        // Where nothing is written before the last row, writing is about a third of the work.
        let share = if rows.in_one_pass() { 1.0 } else { 0.7 };
        let pixels = PIXELS.saturating_mul(rows.picture.threads as u32);
        let step = (pixels / width).max(1).next_multiple_of(rows.picture.frame.strip_height() as u32);
        let mut y = 0;
        while y < height {
            let count = step.min(height - y);
            rows.push(&image.part(y, count), writer)?;
            y += count;
            progress(share * y as f32 / height as f32)?;
        }
        rows.finish(writer, &mut |done| progress(share + (1.0 - share) * done))?;
        progress(1.0)
    }

    /// A complete JPEG file in memory.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encode_to_vec(&mut self, image: &ImageView<'_>) -> Result<Vec<u8>, Error> {
        let mut file = Vec::new();
        self.encode(image, &mut file)?;
        Ok(file)
    }

    /// Writes a picture to `writer` whose rows are read when they are wanted: `read` is called with the numbers of rows
    /// and with the memory for them, `width` pixels of `format` each, without gaps. Rows come in order, each once.
    ///
    /// Memory is as with [`start`](Self::start). With [threads](EncoderConfig::threads) reading, coding and writing go side
    /// by side, and rows are read by the thread that codes them.
    ///
    /// ```
    /// use unite_jpeg::{Encoder, EncoderConfig, Error, PixelFormat};
    ///
    /// // A gradient of 1000 by 700 pixels that is nowhere as a whole.
    /// let mut encoder = Encoder::new(EncoderConfig::new().threads(2))?;
    /// let mut file = Vec::new();
    /// encoder.encode_rows(&mut file, 1000, 700, PixelFormat::Gray, |rows, pixels| {
    ///     for (y, row) in rows.zip(pixels.chunks_exact_mut(1000)) {
    ///         row.fill((y / 3) as u8);
    ///     }
    ///     Ok::<_, Error>(())
    /// })?;
    /// # assert!(file.ends_with(&[0xFF, 0xD9]));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`encode`](Self::encode), and what `read` answers.
    pub fn encode_rows<E: From<Error> + Send>(
        &mut self,
        mut writer: impl Write,
        width: u32,
        height: u32,
        format: PixelFormat,
        mut read: impl FnMut(Range<u32>, &mut [u8]) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let mut failed = None;
        let mut read = |rows: Range<u32>, pixels: &mut [u8]| match read(rows, pixels) {
            Ok(()) => true,
            Err(error) => {
                failed = Some(error);
                false
            }
        };
        match self.encode_read(&mut writer, [width, height], format, &mut read) {
            Ok(()) => Ok(()),
            Err(Ended::Writing(error)) => Err(error.into()),
            Err(Ended::Reading) => failed.map_or(Ok(()), Err),
        }
    }

    /// As [`encode_rows`](Self::encode_rows), compiled once for all writers and all that read. `read` answers whether it could.
    fn encode_read(
        &mut self,
        writer: &mut dyn Write,
        [width, height]: [u32; 2],
        format: PixelFormat,
        read: &mut (dyn FnMut(Range<u32>, &mut [u8]) -> bool + Send),
    ) -> Result<(), Ended> {
        let mut rows = self.begin(width, height, format.color()).map_err(Ended::Writing)?;
        rows.pull(format, read, writer)?;
        rows.finish(writer, &mut |_| Ok(())).map_err(Ended::Writing)
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
    /// [`Error::Empty`], [`Error::TooLarge`], [`Error::GrayInks`].
    pub fn start<W: Write>(
        &mut self,
        writer: W,
        width: u32,
        height: u32,
        color: Color,
    ) -> Result<RowEncoder<'_, W>, Error> {
        Ok(RowEncoder { rows: self.begin(width, height, color)?, writer })
    }

    /// As [`start`](Self::start), of which whoever has the writer makes a [`RowEncoder`].
    fn begin(&mut self, width: u32, height: u32, color: Color) -> Result<Rows<'_>, Error> {
        let stored = Stored::new(color, self.config.sampling, self.config.transform)?;
        let frame = Frame::new(width, height, stored, self.config.sampling)?;
        let picture = Picture {
            restart_interval: self.config.restart.interval(frame.mcus_per_row),
            threads: parallel::threads(self.config.threads),
            frame,
            color,
        };
        let Self { config, quantization, own, batch, tokens, scans, stream, .. } = self;
        let known = known(own);
        batch.prepare(&picture.task(quantization, &known.codes, config));
        if config.progressive {
            scans.prepare(&picture.frame, config.restart);
        } else if config.huffman == HuffmanTables::Optimized {
            tokens.clear();
        }
        stream.clear();
        let (frame, bytes) = (&picture.frame, &mut stream.bytes);
        // Some more than small pictures take at high quality, so that these are written without moving.
        bytes.reserve((HEADERS + frame.width * frame.height / 4).min(WRITE_SIZE / 4));
        let tables = &quantization[..frame.tables()];
        markers::start_of_image(bytes);
        markers::application(bytes, stored, config.density);
        markers::metadata(bytes, &config.metadata);
        if !config.abbreviated {
            markers::quantization(bytes, tables);
        }
        markers::frame(bytes, frame, config.progressive, tables.iter().any(QuantTable::is_16_bit));
        if config.huffman == HuffmanTables::Standard && !config.progressive {
            if !config.abbreviated {
                markers::huffman(bytes, &known.tables[..frame.tables()]);
            }
            markers::scan(bytes, frame, picture.restart_interval);
        }
        Ok(Rows { encoder: self, picture, pushed: 0, broken: false })
    }
}

/// The Huffman tables that are used if none are made for the picture.
fn known(own: &Option<Box<KnownTables>>) -> &KnownTables {
    own.as_deref().unwrap_or_else(|| KnownTables::standard())
}

/// Whether a DC and an AC table have a code for every symbol that 8 bits a sample can make (F.1.2).
fn is_complete([dc, ac]: &[HuffmanTable; 2]) -> bool {
    let runs = (0..16).flat_map(|run| (1..=10).map(move |category| run << 4 | category));
    dc.has_all(0..=11) && ac.has_all(runs.chain([0x00, 0xF0]))
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
    rows: Rows<'e>,
    writer: W,
}

/// As [`RowEncoder`], without the writer: so that it is compiled once, and not for each kind of writer.
#[derive(Debug)]
struct Rows<'e> {
    encoder: &'e mut Encoder,
    picture: Picture,
    pushed: u32,
    broken: bool,
}

/// The usual size of all that is not samples.
const HEADERS: usize = 1 << 10;

impl<W: Write> RowEncoder<'_, W> {
    /// Appends the rows of `rows`, of which there may be any number, to the picture.
    ///
    /// # Errors
    /// [`Error::RowWidth`], [`Error::ColorMismatch`], [`Error::TooManyRows`], [`Error::PlaneSampling`],
    /// [`Error::RowGroup`]: the rows do not fit the picture, and none of them was taken. [`Error::Io`]: the picture cannot be continued, and everything after is
    /// [`Error::Broken`].
    pub fn push_rows(&mut self, rows: &ImageView<'_>) -> Result<(), Error> {
        self.rows.push(rows, &mut self.writer)
    }

    /// Completes the file and returns the writer, flushed.
    ///
    /// # Errors
    /// [`Error::MissingRows`], [`Error::Broken`], [`Error::Io`].
    pub fn finish(mut self) -> Result<W, Error> {
        self.rows.finish(&mut self.writer, &mut |_| Ok(()))?;
        Ok(self.writer)
    }
}

impl Rows<'_> {
    /// As [`RowEncoder::push_rows`].
    fn push(&mut self, rows: &ImageView<'_>, writer: &mut dyn Write) -> Result<(), Error> {
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
        if let Some(actual) = rows.reduced() {
            let (expected, group) = (self.encoder.config.sampling, self.picture.frame.v_max as u32);
            if actual != expected {
                return Err(Error::PlaneSampling { expected, actual });
            }
            if pushed < u64::from(height) && !rows.height().is_multiple_of(group) {
                return Err(Error::RowGroup { rows: rows.height(), group });
            }
        }
        let Encoder { config, quantization, own, batch, tokens, scans, stream, .. } = &mut *self.encoder;
        let task = self.picture.task(quantization, &known(own).codes, config);
        let mut output = Output::new(&task, stream, tokens, scans);
        self.pushed += rows.height();
        self.broken = true;
        batch.push_rows(&task, rows, &mut output, &mut |stream| stream.write_when(WRITE_SIZE, writer))?;
        self.broken = false;
        Ok(())
    }

    /// All rows, as [`Encoder::encode_rows`] has them. None were pushed before. `read` answers whether it could.
    fn pull(
        &mut self,
        format: PixelFormat,
        read: &mut (dyn FnMut(Range<u32>, &mut [u8]) -> bool + Send),
        writer: &mut dyn Write,
    ) -> Result<(), Ended> {
        let Encoder { config, quantization, own, batch, tokens, scans, stream, .. } = &mut *self.encoder;
        let task = self.picture.task(quantization, &known(own).codes, config);
        let mut output = Output::new(&task, stream, tokens, scans);
        self.broken = true;
        let mut drain = |stream: &mut Stream| stream.write_when(WRITE_SIZE, writer);
        batch.pull_rows(&task, format, read, &mut output, &mut drain)?;
        (self.pushed, self.broken) = (self.picture.frame.height as u32, false);
        Ok(())
    }

    /// Whether the file is written as rows come.
    fn in_one_pass(&self) -> bool {
        let config = &self.encoder.config;
        config.huffman == HuffmanTables::Standard && !config.progressive
    }

    /// As [`RowEncoder::finish`], telling `progress` how much is done.
    fn finish(
        &mut self,
        writer: &mut dyn Write,
        progress: &mut dyn FnMut(f32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.broken {
            return Err(Error::Broken);
        }
        let Picture { frame, restart_interval, threads, .. } = &self.picture;
        let height = frame.height as u32;
        if self.pushed < height {
            return Err(Error::MissingRows { height, pushed: self.pushed });
        }
        let Encoder { config, tokens, scans, token_writer, stream, .. } = &mut *self.encoder;
        if config.progressive {
            let scans = scans.finish();
            let (mut last_interval, count) = (0, scans.len() as f32);
            for (number, Collected { scan, interval, tokens, .. }) in scans.iter_mut().enumerate() {
                let (dc, ac) = tokens.progressive_tables();
                let changed = (*interval != last_interval).then_some(*interval);
                last_interval = *interval;
                markers::progressive_scan(&mut stream.bytes, frame, scan, (&dc, &ac), changed);
                let tables = dc.each_ref().map(|dc| [dc, &ac]);
                let mut drain = |stream: &mut Stream, _| stream.write_when(WRITE_SIZE, writer);
                token_writer.write(tokens, tables, *threads, stream, &mut drain)?;
                stream.end_scan();
                progress((number + 1) as f32 / count)?;
            }
        } else if config.huffman == HuffmanTables::Optimized {
            let tables = tokens.tables();
            markers::huffman(&mut stream.bytes, &tables[..frame.tables()]);
            markers::scan(&mut stream.bytes, frame, *restart_interval);
            let tables = tables.each_ref().map(|table| table.each_ref());
            token_writer.write(tokens, tables, *threads, stream, &mut |stream, done| {
                stream.write_when(WRITE_SIZE, writer)?;
                progress(done)
            })?;
        }
        stream.end_scan();
        markers::end_of_image(&mut stream.bytes);
        stream.write_when(0, writer)?;
        writer.flush()?;
        Ok(())
    }
}
