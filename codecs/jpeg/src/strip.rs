//! One row of minimum coded units on its way from pixels to levels.

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
        let blocks = self.levels.iter_mut().zip(&mut self.masks);
        for ((component, plane), (levels, masks)) in frame.components.iter().zip(&mut self.planes).zip(blocks)
        {
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

            let first = mcu_row * component.v;
            let real = (component.height_in_blocks - first).min(component.v);
            let per_row = stride / BLOCK;
            let rows = levels.chunks_exact_mut(per_row).zip(masks.chunks_exact_mut(per_row));
            for (samples, (levels, masks)) in samples.chunks_exact(stride * BLOCK).zip(rows).take(real) {
                let (blocks, filling) = levels.split_at_mut(component.width_in_blocks);
                let (of_blocks, of_filling) = masks.split_at_mut(component.width_in_blocks);
                transform_row(samples, stride, &tables[component.table], blocks, of_blocks);
                fill_right(blocks, filling);
                of_filling.fill([0; 4]);
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

/// Transforms the blocks that begin eight rows of samples.
fn transform_row(
    samples: &[u8],
    stride: usize,
    table: &QuantTable,
    blocks: &mut [[i16; 64]],
    masks: &mut [[u16; 4]],
) {
    if blocks.len() >= SIDE_BY_SIDE {
        let samples = over(samples, [BLOCK, stride]);
        kernels::transform_row(&samples, table.divisors(), &mut rows_of(blocks), &mut rows_of(masks));
        return;
    }
    // Too few: among others, which are not used.
    const WIDTH: usize = SIDE_BY_SIDE * BLOCK;
    let mut wide = [0; BLOCK * WIDTH];
    let (mut all, mut of_all) = ([[0; 64]; SIDE_BY_SIDE], [[0; 4]; SIDE_BY_SIDE]);
    let used = blocks.len() * BLOCK;
    for (wide, samples) in wide.chunks_exact_mut(WIDTH).zip(samples.chunks_exact(stride)) {
        wide[..used].copy_from_slice(&samples[..used]);
    }
    let samples = over(&wide, [BLOCK, WIDTH]);
    kernels::transform_row(&samples, table.divisors(), &mut rows_of(&mut all), &mut rows_of(&mut of_all));
    blocks.copy_from_slice(&all[..blocks.len()]);
    masks.copy_from_slice(&of_all[..masks.len()]);
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
