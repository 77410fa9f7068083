//! Rows of minimum coded units on their way from pixels to bits, some of them side by side.
//!
//! What a row becomes depends on the one before it in two things only: the bit of a byte that it starts at, and the DC
//! levels before its first MCU. So all of a row but its first MCU is coded apart from the others, and the first MCU
//! when rows are joined, in their order.

use std::ops::Range;

use unite_bitstream::BitSegments;

use crate::entropy::{McuBlock, ScanState, Stream, TableCodes, Tokens, collect_strip, write_strip};
use crate::frame::Frame;
use crate::image::ImageView;
use crate::parallel;
use crate::quantization::QuantTable;
use crate::strip::Strip;

/// What all rows of a picture have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    pub frame: &'a Frame,
    pub quantization: &'a [QuantTable; 2],
    /// The Huffman tables, if they are known.
    pub tables: Option<&'a [TableCodes; 2]>,
    pub restart_interval: u16,
    pub threads: usize,
}

/// Some rows of MCUs that follow each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    lanes: Vec<Lane>,
    /// The row of MCUs that the first lane has.
    first: usize,
    /// Rows of pixels so far.
    rows: usize,
    /// Where the scan stands after the batches so far.
    scan: ScanState,
    /// The bits of one MCU.
    head: BitSegments,
}

/// One row of MCUs.
#[derive(Clone, Debug, Default)]
struct Lane {
    strip: Strip,
    /// Which row of MCUs it is.
    mcu_row: usize,
    /// Of the rows that are being pushed, those that belong here.
    share: Range<usize>,
    /// All MCUs but the first, if tables are known.
    bits: BitSegments,
    /// All MCUs but the first, if tables are to be made.
    tokens: Tokens,
    /// Where the scan stands after the last MCU.
    scan: ScanState,
}

impl Batch {
    /// Makes room for the rows of a picture, and starts before the first.
    pub(crate) fn prepare(&mut self, task: &Task<'_>) {
        /// Pixels for each thread, so that starting threads does not show, and that fit the cache of a processor.
        const PIXELS: usize = 1 << 17;
        let frame = task.frame;
        let lanes = match task.threads {
            1 => 1,
            threads => threads * (PIXELS / (frame.full_width() * frame.strip_height())).max(1),
        };
        self.lanes.resize_with(lanes.min(frame.mcu_rows()), Lane::default);
        self.lanes.iter_mut().for_each(|lane| lane.strip.prepare(frame));
        (self.first, self.rows, self.scan) = (0, 0, ScanState::new(task.restart_interval));
    }

    /// How many rows of pixels are missing until the batch is complete.
    pub(crate) fn room(&self, frame: &Frame) -> usize {
        let strip = frame.strip_height();
        (self.lanes.len() * strip).min(frame.height - self.first * strip) - self.rows
    }

    /// Adds rows `from` to `from + count` of `view`; there must be room for them. If the batch is complete then, it is
    /// coded.
    pub(crate) fn push_rows(&mut self, task: &Task<'_>, view: &ImageView<'_>, from: usize, count: usize) {
        /// Pixels below which a thread is not worth its start.
        const PIXELS: usize = 1 << 14;
        let (frame, strip) = (task.frame, task.frame.strip_height());
        let rows = self.rows..self.rows + count;
        let complete = count == self.room(frame);
        for (i, lane) in self.lanes.iter_mut().enumerate() {
            lane.mcu_row = self.first + i;
            // The rows of the batch that lie in the lane, counted from the first that is pushed.
            let [start, end] = [i, i + 1].map(|lane| (lane * strip).clamp(rows.start, rows.end) - rows.start);
            lane.share = from + start..from + end;
        }
        let lanes = if complete { rows.end.div_ceil(strip) } else { self.lanes.len() };
        let threads = if complete { task.threads.min(1 + rows.end * frame.width / PIXELS) } else { 1 };
        parallel::for_each(threads, &mut self.lanes[..lanes], |lane| {
            if !lane.share.is_empty() {
                let (samples, stride) = view.rows_from(lane.share.start);
                lane.strip.push_rows(frame, samples, stride, lane.share.len());
            }
            if complete {
                lane.code(task);
            }
        });
        self.rows = rows.end;
    }

    /// Writes a complete batch, whose tables are known, to `stream`, and starts the next. `drain` is called now and then.
    pub(crate) fn write<E>(
        &mut self,
        task: &Task<'_>,
        tables: &[TableCodes; 2],
        stream: &mut Stream,
        mut drain: impl FnMut(&mut Stream) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { lanes, scan, head, .. } = self;
        for lane in &lanes[..self.rows.div_ceil(task.frame.strip_height())] {
            write_strip(head, tables, 0..1, &lane.strip.mcu_blocks(task.frame), scan);
            stream.append(head);
            stream.append(&lane.bits);
            scan.clone_from(&lane.scan);
            drain(stream)?;
        }
        self.next(task.frame);
        Ok(())
    }

    /// Adds the symbols of a complete batch to `tokens`, and starts the next.
    pub(crate) fn collect(&mut self, frame: &Frame, tokens: &mut Tokens) {
        for lane in &self.lanes[..self.rows.div_ceil(frame.strip_height())] {
            collect_strip(tokens, 0..1, &lane.strip.mcu_blocks(frame), &mut self.scan);
            tokens.append(&lane.tokens);
            self.scan.clone_from(&lane.scan);
        }
        self.next(frame);
    }

    fn next(&mut self, frame: &Frame) {
        self.first += self.rows.div_ceil(frame.strip_height());
        self.rows = 0;
    }
}

impl Lane {
    /// Codes all but the first MCU.
    fn code(&mut self, task: &Task<'_>) {
        let Task { frame, restart_interval, .. } = *task;
        self.strip.transform(frame, self.mcu_row, task.quantization);
        let blocks: Vec<McuBlock<'_>> = self.strip.mcu_blocks(frame);
        let mcus = 1..frame.mcus_per_row;
        self.scan = ScanState::after(restart_interval, self.mcu_row * frame.mcus_per_row, &blocks);
        match task.tables {
            Some(tables) => write_strip(&mut self.bits, tables, mcus, &blocks, &mut self.scan),
            None => {
                self.tokens.clear();
                collect_strip(&mut self.tokens, mcus, &blocks, &mut self.scan);
            }
        }
    }
}
