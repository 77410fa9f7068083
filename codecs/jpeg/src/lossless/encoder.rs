//! The lossless encoder: from pictures to files.

use std::io::Write;
use std::ops::{ControlFlow, Range};

use unite_bitstream::BitSegments;

use super::codes::{Counts, DifferenceCodes, count, fixed_table, write};
use super::config::{LosslessConfig, LosslessTables, Predictor};
use super::differences::{Differences, Prediction};
use super::image::LosslessImage;
use crate::choices::{MAX_THREADS, Restart};
use crate::entropy::Stream;
use crate::huffman::HuffmanTable;
use crate::{Error, markers, parallel};

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

/// What is written when there is so much, or at the end.
const WRITE_SIZE: usize = 1 << 16;

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
        let interval = interval_in_rows(self.config.restart, width as usize)?;
        let mut work = Work::new(image, &self.config, interval, &mut self.pieces);
        let mut progress = |done| match progress(done) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Cancelled),
        };
        // Counting is about a fifth of the work.
        let share = if self.config.is_one_pass() { 0.0 } else { 0.2 };
        let table = work.choose(&self.config, |done| progress(share * done))?;

        let stream = &mut self.stream;
        stream.clear();
        let identifiers = &image.kept.identifiers[..image.kept.components];
        markers::start_of_image(&mut stream.bytes);
        if let Some(stored) = image.kept.stored {
            markers::application(&mut stream.bytes, stored, self.config.density);
        }
        markers::metadata(&mut stream.bytes, &self.config.metadata);
        markers::lossless_frame(&mut stream.bytes, [width, height], image.bits, identifiers);
        let pixels = (interval * width as usize) as u16;
        let Prediction { selection, .. } = work.prediction;
        markers::lossless_scan(&mut stream.bytes, identifiers, &table, pixels, [selection, shift]);
        work.write(&table, stream, |stream, done| {
            write_when(stream, WRITE_SIZE, &mut writer)?;
            progress(share + (1.0 - share) * done)
        })?;
        stream.end_scan();
        markers::end_of_image(&mut stream.bytes);
        write_when(stream, 0, &mut writer)?;
        writer.flush()?;
        Ok(())
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
        mut progress: impl FnMut(f32) -> Result<(), Error>,
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
            let counts = self.count(|done| progress((tried + done) / count))?;
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
    fn count(&mut self, mut progress: impl FnMut(f32) -> Result<(), Error>) -> Result<Counts, Error> {
        let mut all = Counts::default();
        let bits = self.bits();
        self.in_order(
            |differences, _, piece| {
                piece.counts = Counts::default();
                count(differences.values(), bits, &mut piece.counts);
            },
            |piece, done| {
                all.add(&piece.counts);
                progress(done)
            },
        )?;
        Ok(all)
    }

    /// Appends the coded picture to `stream`, calling `drain` now and then with how much is done.
    fn write(
        &mut self,
        table: &HuffmanTable,
        stream: &mut Stream,
        mut drain: impl FnMut(&mut Stream, f32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let codes = DifferenceCodes::new(table);
        let (row, bits) = (self.image.width() as usize * self.image.kept.components, self.bits());
        let interval = self.prediction.interval;
        self.in_order(
            |differences, rows, piece| {
                let restarts = rows.clone().filter(|&y| interval > 0 && y > 0 && y.is_multiple_of(interval));
                let restarts = restarts.map(|y| y - rows.start);
                write(&mut piece.bits, &codes, differences.values(), bits, row, restarts);
            },
            |piece, done| {
                stream.append(&piece.bits);
                drain(stream, done)
            },
        )
    }

    /// Bits of a sample after the point transform.
    fn bits(&self) -> u8 {
        self.image.bits - self.prediction.point_transform
    }

    /// Finds the differences of each piece, calls `run` with them, and then `take` in order, with how much is done.
    fn in_order(
        &mut self,
        run: impl Fn(&Differences, Range<usize>, &mut Piece) + Sync,
        mut take: impl FnMut(&mut Piece, f32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (image, prediction, piece_rows) = (self.image, self.prediction, self.rows);
        let height = image.height() as usize;
        let run = |number: usize, piece: &mut Piece| {
            let rows = number * piece_rows..height.min((number + 1) * piece_rows);
            let mut differences = std::mem::take(&mut piece.differences);
            differences.find(image, rows.clone(), prediction);
            run(&differences, rows, piece);
            piece.differences = differences;
        };
        let count = height.div_ceil(piece_rows);
        let mut done = 0;
        parallel::in_order(self.threads, self.pieces, 0..count, run, |piece| {
            done += 1;
            take(piece, done as f32 / count as f32)
        })
    }
}
