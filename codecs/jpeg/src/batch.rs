//! Rows of minimum coded units on their way from pixels to bits, some of them side by side.
//!
//! What a row becomes depends on the one before it in two things only: the bit of a byte that it starts at, and the DC
//! levels before its first MCU. So all of a row but its first MCU is coded apart from the others, and the first MCU
//! when rows are joined, in their order.

use std::mem;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use unite_bitstream::BitSegments;

use crate::Error;
use crate::entropy::{ScanState, Stream, TableCodes, Tokens, collect_strip, write_strip};
use crate::frame::Frame;
use crate::image::{ImageView, PixelFormat, Samples};
use crate::parallel::{self, Round, Turns, lock};
use crate::quantization::QuantTable;
use crate::scans::{Collected, Scans};
use crate::strip::Strip;

/// What all rows of a picture have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    pub frame: &'a Frame,
    pub quantization: &'a [QuantTable; 2],
    /// The Huffman tables, if they are known.
    pub tables: Option<&'a [TableCodes; 2]>,
    /// Whether the frame has several scans.
    pub progressive: bool,
    pub restart_interval: u16,
    pub threads: usize,
}

/// The rows of MCUs of a picture that are not written yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    /// Row `i` of MCUs is made in lane `i % lanes.len()`.
    lanes: Vec<Lane>,
    /// Rows of MCUs that have been joined.
    joined: usize,
    /// Rows of pixels so far.
    pushed: usize,
    /// Where the scan stands after the rows that have been joined.
    scan: ScanState,
    /// The bits of one MCU.
    head: BitSegments,
    /// Room for pixels that are read, of which each thread takes one while it codes.
    pixels: Vec<Vec<u8>>,
}

/// Where rows go when they are joined.
#[derive(Debug)]
pub(crate) enum Output<'a> {
    /// Tables are known.
    Stream(&'a [TableCodes; 2], &'a mut Stream),
    /// Tables are to be made.
    Tokens(&'a mut Tokens),
    /// The frame has several scans.
    Scans(&'a mut Scans),
}

impl<'a> Output<'a> {
    /// Where the rows of a picture go.
    pub(crate) fn new(
        task: &Task<'a>,
        stream: &'a mut Stream,
        tokens: &'a mut Tokens,
        scans: &'a mut Scans,
    ) -> Self {
        match task.tables {
            Some(tables) => Self::Stream(tables, stream),
            None if task.progressive => Self::Scans(scans),
            None => Self::Tokens(tokens),
        }
    }

    /// For rows that are coded side by side, from row `first` on: the scans, to which each row is added when it is coded, and what
    /// else rows are joined to.
    fn in_turns(&mut self, first: usize) -> (Vec<Turns<&mut Collected>>, Option<&mut Self>) {
        match self {
            Self::Scans(scans) => (scans.in_turns(first), None),
            joined => (Vec::new(), Some(joined)),
        }
    }
}

/// Takes bytes from the stream, to where they are written.
pub(crate) type Drain<'a> = dyn FnMut(&mut Stream) -> Result<(), Error> + 'a;

/// Why rows that are read did not come to their end.
#[derive(Debug)]
pub(crate) enum Ended {
    /// They could not be read: who reads them knows why.
    Reading,
    /// The file could not be written.
    Writing(Error),
}

/// One row of MCUs.
#[derive(Clone, Debug, Default)]
struct Lane {
    strip: Strip,
    /// All MCUs but the first, if tables are known.
    bits: BitSegments,
    /// All MCUs but the first, if tables are to be made.
    tokens: Tokens,
    /// Where the scan stands after the last MCU.
    scan: ScanState,
    /// Its pixels could not be read.
    is_missing: bool,
}

impl Batch {
    /// Starts before the first row of a picture.
    pub(crate) fn prepare(&mut self, task: &Task<'_>) {
        /// Pixels for each thread, so that starting threads for them does not show.
        const PIXELS: usize = 1 << 16;
        let frame = task.frame;
        let lanes = match task.threads {
            1 => 1,
            // The whole picture is done before another thread has begun.
            _ if frame.width * frame.height < PIXELS => 1,
            threads => threads * (PIXELS / (frame.full_width() * frame.strip_height())).max(2),
        };
        self.lanes.resize_with(lanes.min(frame.mcu_rows()), Lane::default);
        self.lanes.iter_mut().for_each(|lane| lane.strip.begin());
        if task.tables.is_none() && !task.progressive {
            self.lanes.iter_mut().for_each(|lane| lane.tokens.clear());
        }
        (self.joined, self.pushed, self.scan) = (0, 0, ScanState::new(task.restart_interval));
    }

    /// Adds all rows of `view`. When all lanes have their rows, or the picture has, they are coded, and given to
    /// `output`. `drain` is called now and then.
    pub(crate) fn push_rows(
        &mut self,
        task: &Task<'_>,
        view: &ImageView<'_>,
        output: &mut Output<'_>,
        drain: &mut Drain<'_>,
    ) -> Result<(), Error> {
        /// Pixels below which a thread is not worth its start.
        const PIXELS: usize = 1 << 14;
        let (frame, count) = (task.frame, self.lanes.len());
        let before = self.pushed;
        let after = before + view.height() as usize;
        self.pushed = after;
        let push = |mcu_row: usize, lane: &mut Lane| {
            let strip = mcu_row * frame.strip_height()..(mcu_row + 1) * frame.strip_height();
            let share = strip.start.max(before)..strip.end.min(after);
            if !share.is_empty() {
                lane.strip.push_rows(frame, view.rows_from(share.start - before), share.len());
            }
        };
        let complete = if after == frame.height { frame.mcu_rows() } else { after / frame.strip_height() };
        if complete - self.joined >= count || after == frame.height {
            let rows = self.joined..complete;
            self.joined = complete;
            if let [lane] = &mut self.lanes[..] {
                for mcu_row in rows {
                    push(mcu_row, lane);
                    lane.code_at_once(task, mcu_row, &mut self.scan, output);
                    if let Output::Stream(_, stream) = output {
                        drain(stream)?;
                    }
                }
            } else {
                let threads = task.threads.min(1 + rows.len() * frame.strip_height() * frame.width / PIXELS);
                let (scans, mut joined) = output.in_turns(rows.start);
                let run = |mcu_row, lane: &mut Lane| {
                    let scans = Round::new(mcu_row, &scans);
                    push(mcu_row, lane);
                    lane.code(task, mcu_row, scans);
                };
                let (head, scan) = (&mut self.head, &mut self.scan);
                parallel::in_order(threads, &mut self.lanes, rows, &run, &mut |lane| {
                    lane.join(task, head, scan, joined.as_deref_mut(), drain)
                })?;
                if after == frame.height {
                    self.take_counts(output);
                }
            }
        }
        for mcu_row in self.joined.max(before / frame.strip_height())..after.div_ceil(frame.strip_height()) {
            push(mcu_row, &mut self.lanes[mcu_row % count]);
        }
        Ok(())
    }

    /// Codes all rows of a picture without gaps, each of which `read` fills when it is wanted, in their order, unless it answers
    /// `false`. `drain` is called now and then.
    ///
    /// With more than one lane, a lane reads its rows when it is the lane's turn, so that pixels stay in the cache of the
    /// processor that codes them, and reading goes on while other lanes are coded and joined.
    pub(crate) fn pull_rows(
        &mut self,
        task: &Task<'_>,
        format: PixelFormat,
        read: &mut (dyn FnMut(Range<u32>, &mut [u8]) -> bool + Send),
        output: &mut Output<'_>,
        drain: &mut Drain<'_>,
    ) -> Result<(), Ended> {
        /// Bytes below which reading is not worth a call: few enough that a small picture takes few pages.
        const FEW: usize = 1 << 15;
        let frame = task.frame;
        let (stride, height) = (frame.width * format.bytes(), frame.height);
        let lines = |rows: Range<usize>| {
            rows.start * frame.strip_height()..height.min(rows.end * frame.strip_height())
        };
        let mut fill = |pixels: &mut Vec<u8>, lines: Range<usize>| {
            let bytes = lines.len() * stride;
            if pixels.len() < bytes {
                pixels.resize(bytes, 0);
            }
            match read(lines.start as u32..lines.end as u32, &mut pixels[..bytes]) {
                true => Ok(()),
                false => Err(Ended::Reading),
            }
        };
        (self.joined, self.pushed) = (frame.mcu_rows(), height);
        if let [lane] = &mut self.lanes[..] {
            let count = (FEW / (frame.strip_height() * stride)).max(1);
            self.pixels.resize_with(1, Vec::new);
            let pixels = &mut self.pixels[0];
            for first in (0..frame.mcu_rows()).step_by(count) {
                let rows = first..frame.mcu_rows().min(first + count);
                fill(pixels, lines(rows.clone()))?;
                for row in rows {
                    let data = &pixels[lines(first..row).len() * stride..];
                    let samples = Samples::Interleaved { data, format, stride };
                    lane.strip.push_rows(frame, samples, lines(row..row + 1).len());
                    lane.code_at_once(task, row, &mut self.scan, output);
                    if let Output::Stream(_, stream) = output {
                        drain(stream).map_err(Ended::Writing)?;
                    }
                }
            }
            return Ok(());
        }
        // When reading has ended, no lane gets rows any more.
        let source = Turns::new(0, (fill, false));
        // A thread wants one only while it codes: two threads leave the pixels of two rows in their caches, and not those of all lanes.
        let buffers = Mutex::new(mem::take(&mut self.pixels));
        let (scans, mut joined) = output.in_turns(0);
        let run = |row: usize, lane: &mut Lane| {
            let scans = Round::new(row, &scans);
            let mut pixels = lock(&buffers).pop().unwrap_or_default();
            lane.is_missing = source.take(row, |(fill, ended)| {
                *ended = *ended || fill(&mut pixels, lines(row..row + 1)).is_err();
                *ended
            });
            if !lane.is_missing {
                let samples = Samples::Interleaved { data: &pixels, format, stride };
                lane.strip.push_rows(frame, samples, lines(row..row + 1).len());
                lane.code(task, row, scans);
            }
            lock(&buffers).push(pixels);
        };
        let (head, scan) = (&mut self.head, &mut self.scan);
        parallel::in_order(task.threads, &mut self.lanes, 0..frame.mcu_rows(), &run, &mut |lane| match lane
            .is_missing
        {
            true => Err(Ended::Reading),
            false => lane.join(task, head, scan, joined.as_deref_mut(), drain).map_err(Ended::Writing),
        })?;
        self.pixels = buffers.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.take_counts(output);
        Ok(())
    }

    /// Adds what lanes have counted, when the picture is complete.
    fn take_counts(&mut self, output: &mut Output<'_>) {
        if let Output::Tokens(tokens) = output {
            self.lanes.iter_mut().for_each(|lane| tokens.take_counts(&mut lane.tokens));
        }
    }
}

impl Lane {
    /// Appends a row that was [coded](Self::code), its first MCU before all others, to what rows are joined to.
    fn join(
        &mut self,
        task: &Task<'_>,
        head: &mut BitSegments,
        scan: &mut ScanState,
        output: Option<&mut Output<'_>>,
        drain: &mut Drain<'_>,
    ) -> Result<(), Error> {
        match output {
            Some(Output::Stream(tables, stream)) => {
                write_strip(head, tables, 0..1, &self.strip.mcu_blocks(task.frame), scan);
                stream.append(head);
                stream.append(&self.bits);
                drain(stream)?;
            }
            Some(Output::Tokens(tokens)) => {
                collect_strip(tokens, 0..1, &self.strip.mcu_blocks(task.frame), scan);
                tokens.append(&self.tokens);
            }
            Some(Output::Scans(_)) | None => {}
        }
        scan.clone_from(&self.scan);
        Ok(())
    }

    /// Codes all of row `mcu_row` of MCUs when nothing is missing before it.
    fn code_at_once(
        &mut self,
        task: &Task<'_>,
        mcu_row: usize,
        scan: &mut ScanState,
        output: &mut Output<'_>,
    ) {
        self.strip.transform(task.frame, mcu_row, task.quantization);
        let (blocks, mcus) = (self.strip.mcu_blocks(task.frame), 0..task.frame.mcus_per_row);
        match output {
            Output::Stream(tables, stream) => {
                write_strip(&mut self.bits, tables, mcus, &blocks, scan);
                stream.append(&self.bits);
            }
            Output::Tokens(tokens) => collect_strip(tokens, mcus, &blocks, scan),
            Output::Scans(scans) => scans.append(task.frame, &self.strip, mcu_row),
        }
    }

    /// Codes all but the first MCU of row `mcu_row` of MCUs, or adds all of them to `scans`, if the frame has several.
    fn code(&mut self, task: &Task<'_>, mcu_row: usize, scans: Round<'_, &mut Collected>) {
        let Task { frame, restart_interval, .. } = *task;
        self.strip.transform(frame, mcu_row, task.quantization);
        if task.progressive {
            return scans.take(|scan| scan.append(frame, &self.strip, mcu_row));
        }
        let blocks = self.strip.mcu_blocks(frame);
        let mcus = 1..frame.mcus_per_row;
        self.scan = ScanState::after(restart_interval, mcu_row * frame.mcus_per_row, &blocks);
        match task.tables {
            Some(tables) => write_strip(&mut self.bits, tables, mcus, &blocks, &mut self.scan),
            None => {
                self.tokens.forget_tokens();
                collect_strip(&mut self.tokens, mcus, &blocks, &mut self.scan);
            }
        }
    }
}
