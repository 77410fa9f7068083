//! One row of minimum coded units on its way from pixels to levels.

use std::ops::Range;
use std::ptr;

use unite::{Block, Dyn, Elem};

use crate::conversion::{convert, over, over_mut, plane_of};
use crate::entropy::{McuBlock, McuBlocks};
use crate::frame::{BLOCK, Component, Frame};
use crate::image::Samples;
use crate::kernels::{self, SIDE_BY_SIDE};
use crate::quantization::QuantTable;

/// The buffers of a row of MCUs. They are as large as the widest picture so far needed, and are used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strip {
    /// Each component at full resolution: [`Frame::strip_height`] rows of [`Frame::full_width`] samples. If
    /// `is_reduced`, as the file has it: `8 V` rows of [`Frame::padded_width`] samples.
    planes: [Vec<u8>; 4],
    /// A component that has fewer samples: `8 V` rows of [`Frame::padded_width`] samples.
    reduced: Vec<u8>,
    /// The blocks of all components, one after the other, in zig-zag order: V rows of blocks each, filled up to whole MCUs. At
    /// the end are some that transforms of fewer than [`SIDE_BY_SIDE`] blocks write over.
    levels: Vec<[i16; 64]>,
    /// For each of those blocks, which levels are not zero, as [`kernels::nonzero()`] says it.
    masks: Vec<[u16; 4]>,
    /// Where the blocks of each component are among them.
    places: [Range<usize>; 4],
    /// Eight rows of samples of blocks that are transformed together.
    wide: Vec<u8>,
    /// Rows of pixels so far.
    rows: usize,
    /// Whether there is room for the strips of the picture.
    has_room: bool,
    /// Whether chrominance came with fewer samples.
    is_reduced: bool,
}

impl Strip {
    /// Starts a picture, with none of its rows. There is room for its strips when the first row comes, so that memory is first touched by
    /// the thread that works in it.
    pub(crate) fn begin(&mut self) {
        (self.rows, self.has_room) = (0, false);
    }

    /// Makes room for the strips of `frame`.
    fn make_room(&mut self, frame: &Frame) {
        self.has_room = true;
        for (plane, _) in self.planes.iter_mut().zip(frame.components.iter()) {
            plane.resize(frame.full_width() * frame.strip_height(), 0);
        }
        self.places = Default::default();
        let mut end = 0;
        for (place, component) in self.places.iter_mut().zip(frame.components.iter()) {
            let start = end;
            end += frame.mcus_per_row * component.h * component.v;
            *place = start..end;
        }
        self.levels.resize(end + SIDE_BY_SIDE, [0; 64]);
        self.masks.resize(end + SIDE_BY_SIDE, [0; 4]);
        self.wide.resize(BLOCK * WIDTH, 0);
    }

    /// Converts the next `count` rows of pixels. The strip must have room for them.
    pub(crate) fn push_rows(&mut self, frame: &Frame, pixels: Samples<'_>, count: usize) {
        if !self.has_room {
            self.make_room(frame);
        }
        let (width, pitch) = (frame.width, frame.full_width());
        let rows = self.rows * pitch..(self.rows + count) * pitch;
        self.is_reduced = matches!(pixels, Samples::Reduced { .. });
        if let Samples::Reduced { planes, .. } = pixels {
            for ((component, out), plane) in frame.components.iter().zip(&mut self.planes).zip(planes) {
                let pitch = frame.padded_width(component);
                let rows = [self.rows, self.rows + count].map(|rows| rows * component.v);
                let rows = rows[0] / frame.v_max..rows[1].div_ceil(frame.v_max);
                let out = &mut out[rows.start * pitch..rows.end * pitch];
                let size = [rows.len(), component.width];
                kernels::copy_plane(&plane_of(plane, size), &mut over_mut(out, [rows.len(), pitch]));
                out.chunks_exact_mut(pitch).for_each(|row| kernels::extend_right(row, component.width));
            }
        } else {
            let mut planes = self.planes.iter_mut().take(frame.components.len());
            let mut next = || planes.next().map(|plane| over_mut(&mut plane[rows.clone()], [count, pitch]));
            convert(pixels, frame.stored, [count, width], [next(), next(), next(), next()]);
            for plane in self.planes.iter_mut().take(frame.components.len()) {
                for row in plane[rows.clone()].chunks_exact_mut(pitch) {
                    kernels::extend_right(row, width);
                }
            }
        }
        self.rows += count;
    }

    /// Turns the rows pushed, at least one, into the blocks of row `mcu_row` of MCUs, and is ready for the next strip.
    pub(crate) fn transform(&mut self, frame: &Frame, mcu_row: usize, tables: &[QuantTable; 2]) {
        // Chrominance samples are made from whole groups of rows; what is still missing repeats the last of them.
        let groups = self.rows.div_ceil(frame.v_max);
        let mut short = ShortRows::new(&mut self.wide);
        for (i, (component, plane)) in frame.components.iter().zip(&mut self.planes).enumerate() {
            let stride = frame.padded_width(component);
            if !self.is_reduced {
                kernels::extend_down(plane, frame.full_width(), self.rows, groups * frame.v_max);
            } else if component.v == frame.v_max {
                kernels::extend_down(plane, stride, self.rows, groups * component.v);
            }
            let (h, v) = (frame.h_max / component.h, frame.v_max / component.v);
            let samples = if (h, v) == (1, 1) || self.is_reduced {
                plane
            } else {
                self.reduced.resize(stride * component.v * BLOCK, 0);
                let rows = groups * component.v;
                let mut out = over_mut(&mut self.reduced, [rows, stride]);
                kernels::downsample(&over(plane, [rows * v, stride * h]), (h, v), &mut out);
                &mut self.reduced
            };
            kernels::extend_down(samples, stride, groups * component.v, component.v * BLOCK);

            let table = &tables[component.table];
            let rows = samples.chunks_exact(stride * BLOCK).take(component.rows_in(mcu_row));
            for (row, samples) in rows.enumerate() {
                let first = self.places[i].start + row * stride / BLOCK;
                let count = component.width_in_blocks;
                // As many as there are groups for, and the others together with those of other rows, if two rows of them
                // have room in a group.
                let rest = count % SIDE_BY_SIDE;
                let alone =
                    if rest <= SIDE_BY_SIDE / 2 || count < SIDE_BY_SIDE { count - rest } else { count };
                if alone > 0 {
                    let blocks = first..first + alone;
                    short.rows_end = blocks.end;
                    let levels = &mut self.levels[blocks.clone()];
                    transform_row(samples, stride, table, levels, &mut self.masks[blocks]);
                }
                if alone < count {
                    if !short.has_room(table, rest) {
                        short.transform(&mut self.levels, &mut self.masks);
                    }
                    short.add(&samples[alone * BLOCK..], stride, table, first + alone..first + count);
                }
            }
        }
        short.transform(&mut self.levels, &mut self.masks);

        for (component, place) in frame.components.iter().zip(&self.places) {
            let (levels, masks) = (&mut self.levels[place.clone()], &mut self.masks[place.clone()]);
            let (per_row, real) = (frame.mcus_per_row * component.h, component.rows_in(mcu_row));
            let rows = levels.chunks_exact_mut(per_row).zip(masks.chunks_exact_mut(per_row));
            for (levels, masks) in rows.take(real) {
                let (blocks, filling) = levels.split_at_mut(component.width_in_blocks);
                fill_right(blocks, filling);
                masks[component.width_in_blocks..].fill([0; 4]);
            }
            fill_down(component, levels, per_row, real);
            masks[real * per_row..].fill([0; 4]);
        }
        self.rows = 0;
    }

    /// All blocks of component `i`, and their masks.
    pub(crate) fn blocks(&self, i: usize) -> (&[[i16; 64]], &[[u16; 4]]) {
        let place = &self.places[i];
        (&self.levels[place.clone()], &self.masks[place.clone()])
    }

    /// The blocks of an MCU, of those that [`transform`](Self::transform) has made, in the order of T.81 A.2.3: by
    /// component, and row by row.
    pub(crate) fn mcu_blocks(&self, frame: &Frame) -> McuBlocks<'_> {
        let mut blocks = McuBlocks::default();
        for (i, component) in frame.components.iter().enumerate() {
            let blocks_per_row = frame.mcus_per_row * component.h;
            let (levels, masks) = self.blocks(i);
            let rows = levels.chunks_exact(blocks_per_row).zip(masks.chunks_exact(blocks_per_row));
            for (levels, masks) in rows {
                for first in 0..component.h {
                    let (table, step) = (component.table, component.h);
                    blocks.push(McuBlock { component: i, table, levels, masks, first, step });
                }
            }
        }
        blocks
    }
}

/// Transforms the blocks that begin eight rows of samples, at least [`SIDE_BY_SIDE`].
fn transform_row(
    samples: &[u8],
    stride: usize,
    table: &QuantTable,
    blocks: &mut [[i16; 64]],
    masks: &mut [[u16; 4]],
) {
    let samples = over(samples, [BLOCK, stride]);
    kernels::transform_row(&samples, table.divisors(), &mut rows_of(blocks), &mut rows_of(masks));
}

/// Samples across of blocks that are transformed together.
const WIDTH: usize = SIDE_BY_SIDE * BLOCK;

/// Fewer blocks of a row than are transformed together, side by side with those of other rows of a strip that are quantised
/// alike: of a narrow picture whole rows, of others their ends.
struct ShortRows<'a> {
    /// Eight rows of [`WIDTH`].
    samples: &'a mut [u8],
    /// What they are quantised with.
    table: Option<&'a QuantTable>,
    /// The places of blocks that follow each other among all blocks.
    runs: [Range<usize>; SIDE_BY_SIDE],
    /// How many runs and how many blocks there are.
    count: usize,
    blocks: usize,
    /// Where the last blocks that were transformed without others end.
    rows_end: usize,
}

impl<'a> ShortRows<'a> {
    /// With memory for the samples, which need not be zero.
    fn new(samples: &'a mut [u8]) -> Self {
        Self { samples, table: None, runs: Default::default(), count: 0, blocks: 0, rows_end: 0 }
    }

    /// Whether there is room for so many more blocks with `table`.
    fn has_room(&self, table: &QuantTable, count: usize) -> bool {
        self.blocks + count <= SIDE_BY_SIDE && self.table.is_none_or(|other| ptr::eq(other, table))
    }

    /// Adds the blocks that begin eight rows of samples, of the places `blocks`, at least one. There must be room for them.
    fn add(&mut self, samples: &[u8], stride: usize, table: &'a QuantTable, blocks: Range<usize>) {
        let (from, length) = (self.blocks * BLOCK, blocks.len() * BLOCK);
        for (wide, row) in self.samples.chunks_exact_mut(WIDTH).zip(samples.chunks(stride)) {
            wide[from..from + length].copy_from_slice(&row[..length]);
        }
        self.table = Some(table);
        self.blocks += blocks.len();
        match self.count.checked_sub(1).map(|last| &mut self.runs[last]) {
            Some(last) if last.end == blocks.start => last.end = blocks.end,
            _ => {
                self.runs[self.count] = blocks;
                self.count += 1;
            }
        }
    }

    /// Transforms the blocks that there are, puts them in their places, and begins anew. What follows a single run may be
    /// written over: it is transformed or filled later.
    fn transform(&mut self, levels: &mut [[i16; 64]], masks: &mut [[u16; 4]]) {
        let Some(table) = self.table.take() else { return };
        if let [run] = &self.runs[..self.count]
            && run.end >= self.rows_end
        {
            let blocks = run.start..run.start + SIDE_BY_SIDE;
            transform_row(self.samples, WIDTH, table, &mut levels[blocks.clone()], &mut masks[blocks]);
        } else {
            let (mut all, mut of_all) = ([[0; 64]; SIDE_BY_SIDE], [[0; 4]; SIDE_BY_SIDE]);
            transform_row(self.samples, WIDTH, table, &mut all, &mut of_all);
            let (mut all, mut of_all) = (&all[..], &of_all[..]);
            for run in &self.runs[..self.count] {
                let (these, rest) = all.split_at(run.len());
                let (of_these, of_rest) = of_all.split_at(run.len());
                levels[run.clone()].copy_from_slice(these);
                masks[run.clone()].copy_from_slice(of_these);
                (all, of_all) = (rest, of_rest);
            }
        }
        (self.count, self.blocks) = (0, 0);
    }
}

/// Rows of so many elements as a tensor.
#[inline(always)]
fn rows_of<T: Elem, const N: usize>(rows: &mut [[T; N]]) -> Block<Dyn<[T; N]>, &mut [T]> {
    let count = rows.len();
    over_mut(rows.as_flattened_mut(), [count, N]).fixed().expect("rows are as long as they are")
}

/// A block that costs the fewest bits after one with the DC level `dc`: its difference is 0.
fn filling_block(dc: i16) -> [i16; 64] {
    let mut block = [0; 64];
    block[0] = dc;
    block
}

/// Fills the last MCU of a row of blocks.
fn fill_right(blocks: &[[i16; 64]], filling: &mut [[i16; 64]]) {
    if let Some(last) = blocks.last() {
        filling.fill(filling_block(last[0]));
    }
}

/// Fills the MCUs with rows of blocks where only the first `real` hold samples: the block before the filling, in the
/// order of the MCU, is the last of the row above.
fn fill_down(component: &Component, levels: &mut [[i16; 64]], blocks_per_row: usize, real: usize) {
    for row in real..component.v {
        let (above, below) = levels.split_at_mut(row * blocks_per_row);
        let above = &above[(row - 1) * blocks_per_row..];
        let mcus = above.chunks_exact(component.h).zip(below.chunks_exact_mut(component.h));
        for (above, filling) in mcus {
            filling.fill(filling_block(above[component.h - 1][0]));
        }
    }
}
