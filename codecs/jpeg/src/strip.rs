//! One row of minimum coded units on its way from pixels to levels.

use crate::entropy::McuBlock;
use crate::frame::{BLOCK, Component, Frame};
use crate::image::{PixelFormat, Samples};
use crate::kernels;
use crate::quantization::QuantTable;

/// The buffers of a row of MCUs. They are as large as the widest picture so far needed, and are used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strip {
    /// Each component at full resolution: [`Frame::strip_height`] rows of [`Frame::full_width`] samples.
    planes: [Vec<u8>; 3],
    /// A component that has fewer samples: `8 V` rows of [`Frame::padded_width`] samples.
    reduced: Vec<u8>,
    /// The blocks of each component, in zig-zag order: V rows of blocks, filled up to whole MCUs.
    levels: [Vec<[i16; 64]>; 3],
    /// For each of those blocks, which levels are not zero.
    nonzero: [Vec<u64>; 3],
    /// Rows of pixels so far.
    rows: usize,
}

impl Strip {
    /// Makes room for the strips of `frame`, and starts with none of the rows.
    pub(crate) fn prepare(&mut self, frame: &Frame) {
        self.rows = 0;
        for (plane, _) in self.planes.iter_mut().zip(&frame.components) {
            plane.resize(frame.full_width() * frame.strip_height(), 0);
        }
        let blocks = self.levels.iter_mut().zip(&mut self.nonzero);
        for ((levels, nonzero), component) in blocks.zip(&frame.components) {
            let count = frame.mcus_per_row * component.h * component.v;
            levels.resize(count, [0; 64]);
            nonzero.resize(count, 0);
        }
    }

    /// Rows of pixels that the strip has.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Converts the next row of pixels. The strip must not be full.
    pub(crate) fn push_row(&mut self, frame: &Frame, row: Samples<'_>) {
        let (width, stride) = (frame.width, frame.full_width());
        let mut rows = self.planes.each_mut().map(|plane| {
            // Components that the frame does not have have no rows.
            plane.chunks_exact_mut(stride).nth(self.rows).unwrap_or_default()
        });
        let count = frame.components.len();
        convert(row, width, &mut rows[..count]);
        for row in &mut rows[..count] {
            kernels::extend_right(row, width);
        }
        self.rows += 1;
    }

    /// Turns the rows pushed, at least one, into the blocks of row `mcu_row` of MCUs, and is ready for the next strip.
    pub(crate) fn transform(&mut self, frame: &Frame, mcu_row: usize, tables: &[QuantTable; 2]) {
        // Chrominance samples are made from whole groups of rows; what is still missing repeats the last of them.
        let groups = self.rows.div_ceil(frame.v_max);
        let blocks = self.levels.iter_mut().zip(&mut self.nonzero);
        for ((component, plane), (levels, nonzero)) in
            frame.components.iter().zip(&mut self.planes).zip(blocks)
        {
            let stride = frame.padded_width(component);
            kernels::extend_down(plane, frame.full_width(), self.rows, groups * frame.v_max);
            let (h, v) = (frame.h_max / component.h, frame.v_max / component.v);
            let samples = if (h, v) == (1, 1) {
                plane
            } else {
                self.reduced.resize(stride * component.v * BLOCK, 0);
                kernels::downsample(plane, h, v, groups * component.v, &mut self.reduced, stride);
                &mut self.reduced
            };
            kernels::extend_down(samples, stride, groups * component.v, component.v * BLOCK);

            let first = mcu_row * component.v;
            let real = (component.height_in_blocks - first).min(component.v);
            let rows = samples.chunks_exact(stride * BLOCK).zip(levels.chunks_exact_mut(stride / BLOCK));
            for (samples, levels) in rows.take(real) {
                let (blocks, filling) = levels.split_at_mut(component.width_in_blocks);
                kernels::transform_row(samples, stride, tables[component.table].steps(), blocks);
                fill_right(blocks, filling);
            }
            fill_down(component, levels, stride / BLOCK, real);
            kernels::nonzero_row(levels, nonzero);
        }
        self.rows = 0;
    }

    /// The blocks of an MCU, of those that [`transform`](Self::transform) has made, in the order of T.81 A.2.3: by
    /// component, and row by row.
    pub(crate) fn mcu_blocks(&self, frame: &Frame) -> Vec<McuBlock<'_>> {
        let mut blocks = Vec::new();
        for (i, component) in frame.components.iter().enumerate() {
            let blocks_per_row = frame.mcus_per_row * component.h;
            let levels = self.levels[i].chunks_exact(blocks_per_row);
            let nonzero = self.nonzero[i].chunks_exact(blocks_per_row);
            for (levels, nonzero) in levels.zip(nonzero) {
                blocks.extend((0..component.h).map(|first| McuBlock {
                    component: i,
                    table: component.table,
                    levels,
                    nonzero,
                    first,
                    step: component.h,
                }));
            }
        }
        blocks
    }
}

/// One row of pixels to one row of each component, of which there are one or three.
fn convert(pixels: Samples<'_>, width: usize, rows: &mut [&mut [u8]]) {
    match (pixels, rows) {
        (Samples::Interleaved { data, format }, [y]) => match format {
            PixelFormat::Gray => y[..width].copy_from_slice(&data[..width]),
            PixelFormat::GrayAlpha => kernels::gray_alpha_to_gray(data, y),
            PixelFormat::Rgb => kernels::rgb_to_gray::<3>(data, y),
            PixelFormat::Rgba => kernels::rgb_to_gray::<4>(data, y),
        },
        (Samples::Interleaved { data, format }, [y, cb, cr]) => match format {
            PixelFormat::Rgb => kernels::rgb_to_ycbcr::<3>(data, y, cb, cr),
            PixelFormat::Rgba => kernels::rgb_to_ycbcr::<4>(data, y, cb, cr),
            // Grey rows make a frame of one component.
            PixelFormat::Gray | PixelFormat::GrayAlpha => {}
        },
        (Samples::PlanarRgb(planes), [y]) => kernels::planar_rgb_to_gray(planes, y),
        (Samples::PlanarRgb(planes), [y, cb, cr]) => kernels::planar_rgb_to_ycbcr(planes, y, cb, cr),
        _ => {}
    }
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
