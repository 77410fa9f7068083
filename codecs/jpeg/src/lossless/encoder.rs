//! The lossless encoder: from pictures to files.

use std::io::{self, Write};
use std::ops::{ControlFlow, Range};

use unite_bitstream::BitSegments;

use super::codes::{Counts, DifferenceCodes, count, fixed_table, write};
use super::config::{LosslessConfig, LosslessTables, Predictor};
use super::differences::{Differences, Prediction};
use super::image::{LosslessImage, LosslessSample};
use crate::choices::{MAX_THREADS, Restart};
use crate::entropy::{Stream, WRITE_SIZE};
use crate::huffman::HuffmanTable;
use crate::{Error, PixelFormat, markers, parallel};

/// Encodes pictures without loss, with one set of settings.
///
/// Its scans are, byte for byte, those of libjpeg-turbo with the same settings. Memory besides the picture and the file is a
/// few rows. Buffers are kept from one picture to the next.
///
/// ```
/// use unite_jpeg::{LosslessConfig, LosslessEncoder, LosslessImage, PixelFormat, Predictor};
///
/// let samples: Vec<u16> = (0..64 * 48).map(|i| 9 * i).collect();
/// let picture = LosslessImage::from_u16(&samples, 64, 48, PixelFormat::Gray, 64)?;
/// let mut encoder = LosslessEncoder::new(LosslessConfig::new().predictor(Predictor::Plane))?;
/// let file = encoder.encode_to_vec(&picture)?;
/// assert!(file.len() < 1000);
/// # Ok::<(), unite_jpeg::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LosslessEncoder {
    config: LosslessConfig,
    pieces: Vec<Piece>,
    stream: Stream,
}

/// Some rows.
#[derive(Clone, Debug, Default)]
struct Piece {
    differences: Differences,
    counts: Counts,
    bits: BitSegments,
}

/// Samples that are read at a time.
const BAND: usize = 1 << 17;

impl LosslessEncoder {
    /// An encoder with the settings of `config`.
    ///
    /// # Errors
    /// [`Error::PointTransform`] above 15, [`Error::Threads`], [`Error::Metadata`], [`Error::ApplicationSegment`].
    pub fn new(config: LosslessConfig) -> Result<Self, Error> {
        if config.threads > MAX_THREADS {
            return Err(Error::Threads(config.threads));
        }
        if config.point_transform > 15 {
            return Err(Error::PointTransform { shift: config.point_transform, bits: 16 });
        }
        config.metadata.check()?;
        Ok(Self { config, pieces: Vec::new(), stream: Stream::default() })
    }

    /// The settings.
    pub fn config(&self) -> &LosslessConfig {
        &self.config
    }

    /// A complete JPEG file in memory.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encode_to_vec(&mut self, image: &LosslessImage<'_>) -> Result<Vec<u8>, Error> {
        let mut file = Vec::new();
        self.encode(image, &mut file)?;
        Ok(file)
    }

    /// Writes `image` to `writer` as a complete JPEG file.
    ///
    /// # Errors
    /// Before anything is written: [`Error::Empty`], [`Error::TooLarge`]; [`Error::PointTransform`] if no bits of a sample
    /// were left; [`Error::RestartInterval`] if it is not whole rows, or more than 65535 pixels. Then [`Error::Io`].
    pub fn encode(&mut self, image: &LosslessImage<'_>, writer: impl Write) -> Result<(), Error> {
        self.encode_with_progress(image, writer, |_| ControlFlow::Continue(()))
    }

    /// As [`encode`](Self::encode), telling `progress` now and then how much of the work is done, from 0 to 1. If it
    /// answers with a break, the work ends.
    ///
    /// # Errors
    /// As [`encode`](Self::encode), and [`Error::Cancelled`].
    pub fn encode_with_progress(
        &mut self,
        image: &LosslessImage<'_>,
        mut writer: impl Write,
        mut progress: impl FnMut(f32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.encode_whole(image, &mut writer, &mut |done| Error::unless_cancelled(progress(done)))
    }

    /// As [`encode_with_progress`](Self::encode_with_progress), compiled once for all writers.
    fn encode_whole(
        &mut self,
        image: &LosslessImage<'_>,
        writer: &mut dyn Write,
        progress: &mut dyn FnMut(f32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let interval = self.check(image)?;
        let mut work = Work::new(image, &self.config, interval, &mut self.pieces);
        let rows = 0..image.height() as usize;
        // Counting is about a fifth of the work.
        let share = if self.config.is_one_pass() { 0.0 } else { 0.2 };
        let table = work.choose(&self.config, &mut |done| progress(share * done))?;

        let stream = &mut self.stream;
        begin(stream, &self.config, image, &table, work.prediction);
        work.write(rows, &table, stream, &mut |stream, done| {
            stream.write_when(WRITE_SIZE, writer)?;
            progress(share + (1.0 - share) * done)
        })?;
        end(stream, writer)
    }

    /// Writes a picture to `writer` whose rows are read when they are wanted: `read` is called with the numbers of rows
    /// and with the memory for them, `width` pixels of `format` each, without gaps. Rows come in order, each once. Samples
    /// are `u8` or `u16`, and have `bits` bits if that is given.
    ///
    /// With a [fixed](LosslessTables::Fixed) table and a predictor that is given memory does not grow with the height. What
    /// is looked at twice is held: samples are less than the differences that are made of them.
    ///
    /// ```
    /// use unite_jpeg::{Error, LosslessConfig, LosslessEncoder, LosslessTables, PixelFormat};
    ///
    /// let config = LosslessConfig::new().tables(LosslessTables::Fixed);
    /// let mut file = Vec::new();
    /// LosslessEncoder::new(config)?.encode_rows(&mut file, 500, 300, PixelFormat::Gray, Some(12), |rows, samples| {
    ///     for (y, row) in rows.zip(samples.chunks_exact_mut(500)) {
    ///         row.fill(10 * y as u16);
    ///     }
    ///     Ok::<_, Error>(())
    /// })?;
    /// // Fewer bytes than the samples have, by a table that knows nothing of them.
    /// assert!(file.len() < 2 * 500 * 300);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`encode`](Self::encode), [`Error::Precision`], [`Error::Sample`], and what `read` answers.
    pub fn encode_rows<T: LosslessSample, E: From<Error>>(
        &mut self,
        mut writer: impl Write,
        width: u32,
        height: u32,
        format: PixelFormat,
        bits: Option<u8>,
        mut read: impl FnMut(Range<u32>, &mut [T]) -> Result<(), E>,
    ) -> Result<(), E> {
        let row = width as usize * format.bytes();
        // Of a picture without rows, what the encoder refuses is found.
        self.check(&LosslessImage { height, ..T::image(&[], width, 0, format, row)? })?;
        let precision = |image: LosslessImage<'_>| match bits {
            Some(bits) => image.precision(bits).map(|image| image.bits),
            None => Ok(image.bits),
        };
        let most = (BAND / row).clamp(1, height as usize);
        let mut held: Vec<T> = Vec::new();
        if !self.config.is_one_pass() {
            for y in (0..height as usize).step_by(most) {
                let rows = y..(y + most).min(height as usize);
                let before = held.len();
                let no_room = |_| Error::Io(io::ErrorKind::OutOfMemory.into());
                held.try_reserve(rows.len() * row).map_err(no_room)?;
                held.resize(before + rows.len() * row, T::default());
                read(rows.start as u32..rows.end as u32, &mut held[before..])?;
            }
            let image = T::image(&held, width, height, format, row)?;
            let image = LosslessImage { bits: precision(image)?, ..image };
            return Ok(self.encode_whole(&image, &mut writer, &mut |_| Ok(()))?);
        }
        // The row above the band, and the band.
        held.resize((1 + most) * row, T::default());
        for y in (0..height as usize).step_by(most) {
            let rows = y..(y + most).min(height as usize);
            let (_, band) = held.split_at_mut(row);
            read(rows.start as u32..rows.end as u32, &mut band[..rows.len() * row])?;
            let (first, above) = if y == 0 { (row, 0) } else { (0, 1) };
            let image = T::image(&held[first..], width, (above + rows.len()) as u32, format, row)?;
            let image = LosslessImage { bits: precision(image)?, top: y - above, height, ..image };
            let count = rows.len();
            self.encode_band(&image, rows, &mut writer)?;
            held.copy_within(count * row..(count + 1) * row, 0);
        }
        Ok(end(&mut self.stream, &mut writer)?)
    }

    /// Writes `rows`, which are those of the picture that are there, after those before them.
    fn encode_band(
        &mut self,
        image: &LosslessImage<'_>,
        rows: Range<usize>,
        writer: &mut dyn Write,
    ) -> Result<(), Error> {
        let interval = self.check(image)?;
        let mut work = Work::new(image, &self.config, interval, &mut self.pieces);
        let table = work.choose(&self.config, &mut |_| Ok(()))?;
        if rows.start == 0 {
            begin(&mut self.stream, &self.config, image, &table, work.prediction);
        }
        work.write(rows, &table, &mut self.stream, &mut |stream, _| stream.write_when(WRITE_SIZE, writer))
    }

    /// Rows between restarts, if the picture can be coded.
    fn check(&self, image: &LosslessImage<'_>) -> Result<usize, Error> {
        let (width, height) = (image.width(), image.height());
        let limit = u32::from(u16::MAX);
        if width == 0 || height == 0 {
            return Err(Error::Empty { width, height });
        }
        if width > limit || height > limit {
            return Err(Error::TooLarge { width, height });
        }
        let shift = self.config.point_transform;
        if shift >= image.bits {
            return Err(Error::PointTransform { shift, bits: image.bits });
        }
        interval_in_rows(self.config.restart, width as usize)
    }
}

/// Everything before the scan.
fn begin(
    stream: &mut Stream,
    config: &LosslessConfig,
    image: &LosslessImage<'_>,
    table: &HuffmanTable,
    prediction: Prediction,
) {
    stream.clear();
    let identifiers = &image.kept.identifiers[..image.kept.components];
    markers::start_of_image(&mut stream.bytes);
    if let Some(stored) = image.kept.stored {
        markers::application(&mut stream.bytes, stored, config.density);
    }
    markers::metadata(&mut stream.bytes, &config.metadata);
    markers::lossless_frame(&mut stream.bytes, [image.width(), image.height()], image.bits, identifiers);
    let pixels = (prediction.interval * image.width() as usize) as u16;
    let Prediction { selection, point_transform, .. } = prediction;
    markers::lossless_scan(&mut stream.bytes, identifiers, table, pixels, [selection, point_transform]);
}

/// Everything after the last row.
fn end(stream: &mut Stream, writer: &mut dyn Write) -> Result<(), Error> {
    stream.end_scan();
    markers::end_of_image(&mut stream.bytes);
    stream.write_when(0, writer)?;
    writer.flush()?;
    Ok(())
}

/// Rows between restarts, 0 for none.
fn interval_in_rows(restart: Restart, width: usize) -> Result<usize, Error> {
    let pixels = match restart {
        Restart::Never => 0,
        Restart::Mcus(pixels) => pixels.into(),
        Restart::McuRows(rows) => usize::from(rows) * width,
    };
    if !pixels.is_multiple_of(width) || pixels > u16::MAX.into() {
        return Err(Error::RestartInterval { pixels, width: width as u32 });
    }
    Ok(pixels / width)
}

/// One picture in pieces.
struct Work<'a> {
    image: &'a LosslessImage<'a>,
    prediction: Prediction,
    /// Rows in a piece.
    rows: usize,
    threads: usize,
    pieces: &'a mut [Piece],
}

impl<'a> Work<'a> {
    fn new(
        image: &'a LosslessImage<'a>,
        config: &LosslessConfig,
        interval: usize,
        pieces: &'a mut Vec<Piece>,
    ) -> Self {
        /// Samples in a piece: what is made of them stays in the second cache.
        const SAMPLES: usize = 1 << 15;
        let row = image.width() as usize * image.kept.components;
        let rows = (SAMPLES / row).max(1);
        let count = (image.height() as usize).div_ceil(rows);
        let threads = parallel::threads(config.threads).min(count);
        pieces.resize_with(if threads == 1 { 1 } else { 4 * threads }, Piece::default);
        let prediction = Prediction { selection: 1, point_transform: config.point_transform, interval };
        Self { image, prediction, rows, threads, pieces }
    }

    /// Settles the selection value, and returns the table. `progress` is told how much is done.
    fn choose(
        &mut self,
        config: &LosslessConfig,
        progress: &mut dyn FnMut(f32) -> Result<(), Error>,
    ) -> Result<HuffmanTable, Error> {
        let fixed = || fixed_table(self.image.bits - self.prediction.point_transform);
        let fixed = (config.tables == LosslessTables::Fixed).then(fixed);
        if let (Some(table), Some(selection)) = (&fixed, config.predictor.selection()) {
            self.prediction.selection = selection;
            return Ok(table.clone());
        }
        let candidates = match config.predictor.selection() {
            Some(selection) => selection..=selection,
            None => 1..=Predictor::ALL.len() as u8,
        };
        let mut best: Option<(u64, u8, HuffmanTable)> = None;
        let (mut tried, count) = (0.0, candidates.len() as f32);
        for selection in candidates {
            self.prediction.selection = selection;
            let counts = self.count(&mut |done| progress((tried + done) / count))?;
            tried += 1.0;
            let table = fixed.clone().unwrap_or_else(|| counts.table());
            let cost = counts.cost(&table);
            if best.as_ref().is_none_or(|&(least, ..)| cost < least) {
                best = Some((cost, selection, table));
            }
        }
        let (_, selection, table) = best.unwrap_or_else(|| (0, 1, fixed_table(self.image.bits)));
        self.prediction.selection = selection;
        Ok(table)
    }

    /// How often each category occurs in the picture.
    fn count(&mut self, progress: &mut dyn FnMut(f32) -> Result<(), Error>) -> Result<Counts, Error> {
        let mut all = Counts::default();
        let bits = self.bits();
        self.in_order(
            0..self.image.height() as usize,
            &|differences, _, piece| {
                piece.counts = Counts::default();
                count(differences.values(), bits, &mut piece.counts);
            },
            &mut |piece, done| {
                all.add(&piece.counts);
                progress(done)
            },
        )?;
        Ok(all)
    }

    /// Appends the coded `rows` to `stream`, calling `drain` now and then with how much is done.
    fn write(
        &mut self,
        rows: Range<usize>,
        table: &HuffmanTable,
        stream: &mut Stream,
        drain: &mut dyn FnMut(&mut Stream, f32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let codes = DifferenceCodes::new(table);
        let (row, bits) = (self.image.width() as usize * self.image.kept.components, self.bits());
        let interval = self.prediction.interval;
        self.in_order(
            rows,
            &|differences, rows, piece| {
                let restarts = rows.clone().filter(|&y| interval > 0 && y > 0 && y.is_multiple_of(interval));
                let restarts = restarts.map(|y| y - rows.start);
                write(&mut piece.bits, &codes, differences.values(), bits, row, restarts);
            },
            &mut |piece, done| {
                stream.append(&piece.bits);
                drain(stream, done)
            },
        )
    }

    /// Bits of a sample after the point transform.
    fn bits(&self) -> u8 {
        self.image.bits - self.prediction.point_transform
    }

    /// Finds the differences of each piece of the rows `all`, calls `run` with them, and then `take` in order, with how much is done.
    fn in_order(
        &mut self,
        all: Range<usize>,
        run: &(dyn Fn(&Differences, Range<usize>, &mut Piece) + Sync),
        take: &mut dyn FnMut(&mut Piece, f32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (image, prediction, piece_rows) = (self.image, self.prediction, self.rows);
        let count = all.len().div_ceil(piece_rows);
        let run = |number: usize, piece: &mut Piece| {
            let first = all.start + number * piece_rows;
            let rows = first..all.end.min(first + piece_rows);
            let mut differences = std::mem::take(&mut piece.differences);
            differences.find(image, rows.clone(), prediction);
            run(&differences, rows, piece);
            piece.differences = differences;
        };
        let mut done = 0;
        parallel::in_order(self.threads, self.pieces, 0..count, &run, &mut |piece| {
            done += 1;
            take(piece, done as f32 / count as f32)
        })
    }
}
