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
    /// The blocks of each component, in zig-zag order: V rows of blocks, filled up to whole MCUs.
    levels: [Vec<[i16; 64]>; 4],
    /// For each of those blocks, which levels are not zero, as [`kernels::nonzero()`] says it.
    masks: [Vec<[u16; 4]>; 4],
    /// Rows of pixels so far.
    rows: usize,
    /// Whether chrominance came with fewer samples.
    is_reduced: bool,
}

impl Strip {
    /// Makes room for the strips of `frame`, and starts with none of the rows.
    pub(crate) fn prepare(&mut self, frame: &Frame) {
        self.rows = 0;
        for (plane, _) in self.planes.iter_mut().zip(frame.components.iter()) {
            plane.resize(frame.full_width() * frame.strip_height(), 0);
        }
        let blocks = self.levels.iter_mut().zip(&mut self.masks);
        for ((levels, masks), component) in blocks.zip(frame.components.iter()) {
            let count = frame.mcus_per_row * component.h * component.v;
            levels.resize(count, [0; 64]);
            masks.resize(count, [0; 4]);
        }
    }

    /// Converts the next `count` rows of pixels. The strip must have room for them.
    pub(crate) fn push_rows(&mut self, frame: &Frame, pixels: Samples<'_>, count: usize) {
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
        let mut short = ShortRows::new();
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
                let first = row * stride / BLOCK;
                let blocks = first..first + component.width_in_blocks;
                if blocks.len() < SIDE_BY_SIDE {
                    if !short.has_room(table, blocks.len()) {
                        short.transform(&mut self.levels, &mut self.masks);
                    }
                    short.add(samples, stride, table, i, blocks);
                } else {
                    let levels = &mut self.levels[i][blocks.clone()];
                    transform_row(samples, stride, table, levels, &mut self.masks[i][blocks]);
                }
            }
        }
        short.transform(&mut self.levels, &mut self.masks);

        let blocks = self.levels.iter_mut().zip(&mut self.masks);
        for (component, (levels, masks)) in frame.components.iter().zip(blocks) {
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
        (&self.levels[i], &self.masks[i])
    }

    /// The blocks of an MCU, of those that [`transform`](Self::transform) has made, in the order of T.81 A.2.3: by
    /// component, and row by row.
    pub(crate) fn mcu_blocks(&self, frame: &Frame) -> McuBlocks<'_> {
        let mut blocks = McuBlocks::default();
        for (i, component) in frame.components.iter().enumerate() {
            let blocks_per_row = frame.mcus_per_row * component.h;
            let levels = self.levels[i].chunks_exact(blocks_per_row);
            let masks = self.masks[i].chunks_exact(blocks_per_row);
            for (levels, masks) in levels.zip(masks) {
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

/// Rows of fewer blocks than are transformed together, side by side: of a narrow picture all rows of a strip that are
/// quantised alike.
struct ShortRows<'a> {
    samples: [u8; BLOCK * WIDTH],
    /// What they are quantised with.
    table: Option<&'a QuantTable>,
    /// The component of each block, and its place among the component's blocks.
    blocks: [(usize, usize); SIDE_BY_SIDE],
    count: usize,
}

impl<'a> ShortRows<'a> {
    fn new() -> Self {
        let (samples, blocks) = ([0; BLOCK * WIDTH], [(0, 0); SIDE_BY_SIDE]);
        Self { samples, table: None, blocks, count: 0 }
    }

    /// Whether there is room for so many more blocks with `table`.
    fn has_room(&self, table: &QuantTable, count: usize) -> bool {
        self.count + count <= SIDE_BY_SIDE && self.table.is_none_or(|other| ptr::eq(other, table))
    }

    /// Adds the blocks that begin eight rows of samples: `blocks` of a component. There must be room for them.
    fn add(
        &mut self,
        samples: &[u8],
        stride: usize,
        table: &'a QuantTable,
        component: usize,
        blocks: Range<usize>,
    ) {
        let (from, length) = (self.count * BLOCK, blocks.len() * BLOCK);
        for (wide, row) in self.samples.chunks_exact_mut(WIDTH).zip(samples.chunks_exact(stride)) {
            wide[from..from + length].copy_from_slice(&row[..length]);
        }
        self.table = Some(table);
        for block in blocks {
            self.blocks[self.count] = (component, block);
            self.count += 1;
        }
    }

    /// Transforms the blocks that there are, puts them in their places, and begins anew.
    fn transform(&mut self, levels: &mut [Vec<[i16; 64]>; 4], masks: &mut [Vec<[u16; 4]>; 4]) {
        let Some(table) = self.table.take() else { return };
        let (mut all, mut of_all) = ([[0; 64]; SIDE_BY_SIDE], [[0; 4]; SIDE_BY_SIDE]);
        transform_row(&self.samples, WIDTH, table, &mut all, &mut of_all);
        for (&(component, block), (all, of_all)) in
            self.blocks[..self.count].iter().zip(all.iter().zip(&of_all))
        {
            levels[component][block] = *all;
            masks[component][block] = *of_all;
        }
        self.count = 0;
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
