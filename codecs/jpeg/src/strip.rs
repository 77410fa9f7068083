//! One row of minimum coded units on its way from pixels to levels.

use unite::library::{External, ExternalPitched};
use unite::{Block, Dyn, Dynamic, Packed};

use crate::entropy::{McuBlock, McuBlocks};
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

    /// Converts the next `count` rows of pixels, `stride` bytes apart. The strip must have room for them.
    pub(crate) fn push_rows(&mut self, frame: &Frame, pixels: Samples<'_>, stride: usize, count: usize) {
        let (width, pitch) = (frame.width, frame.full_width());
        let rows = self.rows * pitch..(self.rows + count) * pitch;
        let mut planes = self.planes.iter_mut().take(frame.components.len());
        let mut next = || planes.next().map(|plane| over_mut(&mut plane[rows.clone()], [count, pitch]));
        match (next(), next(), next()) {
            (Some(y), Some(cb), Some(cr)) => to_ycbcr(pixels, stride, [count, width], y, cb, cr),
            (Some(y), ..) => to_gray(pixels, stride, [count, width], y),
            _ => {}
        }
        for plane in self.planes.iter_mut().take(frame.components.len()) {
            for row in plane[rows.clone()].chunks_exact_mut(pitch) {
                kernels::extend_right(row, width);
            }
        }
        self.rows += count;
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
                let rows = groups * component.v;
                let mut out = over_mut(&mut self.reduced, [rows, stride]);
                kernels::downsample(&over(plane, [rows * v, stride * h]), (h, v), &mut out);
                &mut self.reduced
            };
            kernels::extend_down(samples, stride, groups * component.v, component.v * BLOCK);

            let first = mcu_row * component.v;
            let real = (component.height_in_blocks - first).min(component.v);
            let rows = samples.chunks_exact(stride * BLOCK).zip(levels.chunks_exact_mut(stride / BLOCK));
            for (samples, levels) in rows.take(real) {
                let (blocks, filling) = levels.split_at_mut(component.width_in_blocks);
                let mut row = levels_of(blocks);
                kernels::transform_row(
                    &over(samples, [BLOCK, stride]),
                    tables[component.table].divisors(),
                    &mut row,
                );
                fill_right(blocks, filling);
            }
            fill_down(component, levels, stride / BLOCK, real);
            let mut masks = over_mut(nonzero, [levels.len()]);
            kernels::nonzero(&levels_of(levels), &mut masks);
        }
        self.rows = 0;
    }

    /// All blocks of component `i`, and which of their levels are not zero.
    pub(crate) fn blocks(&self, i: usize) -> (&[[i16; 64]], &[u64]) {
        (&self.levels[i], &self.nonzero[i])
    }

    /// The blocks of an MCU, of those that [`transform`](Self::transform) has made, in the order of T.81 A.2.3: by
    /// component, and row by row.
    pub(crate) fn mcu_blocks(&self, frame: &Frame) -> McuBlocks<'_> {
        let mut blocks = McuBlocks::default();
        for (i, component) in frame.components.iter().enumerate() {
            let blocks_per_row = frame.mcus_per_row * component.h;
            let levels = self.levels[i].chunks_exact(blocks_per_row);
            let nonzero = self.nonzero[i].chunks_exact(blocks_per_row);
            for (levels, nonzero) in levels.zip(nonzero) {
                for first in 0..component.h {
                    let (table, step) = (component.table, component.h);
                    blocks.push(McuBlock { component: i, table, levels, nonzero, first, step });
                }
            }
        }
        blocks
    }
}

/// A tensor over the beginning of a buffer of the strip, which is never shorter.
fn over<T: Dynamic<N>, const N: usize>(memory: &[T], extents: [usize; N]) -> External<&[T], T, N> {
    Block::external_ref(memory, extents).expect("the buffers of a strip have room for it")
}

/// As [`over`], to be written.
fn over_mut<T: Dynamic<N>, const N: usize>(
    memory: &mut [T],
    extents: [usize; N],
) -> External<&mut [T], T, N> {
    Block::external(memory, extents).expect("the buffers of a strip have room for it")
}

/// Blocks in zig-zag order as a tensor.
fn levels_of(blocks: &mut [[i16; 64]]) -> Block<Dyn<[i16; 64]>, &mut [i16]> {
    let count = blocks.len();
    over_mut(blocks.as_flattened_mut(), [count, 64]).fixed().expect("a block has 64 levels")
}

/// Pixels of `N` samples as a tensor.
fn pixels_of<const N: usize>(data: &[u8], [rows, width]: [usize; 2]) -> Block<Dyn<Dyn<[u8; N]>>, &[u8]> {
    over(data, [rows, width, N]).fixed().expect("a pixel has as many samples as its format says")
}

/// Calls `convert` with pixels that follow each other without gaps: all at once if the rows do, else row by row.
fn packed<'a>(
    data: &'a [u8],
    stride: usize,
    bytes: usize,
    [rows, width]: [usize; 2],
    mut convert: impl FnMut(&'a [u8], usize, usize),
) {
    if stride == width * bytes {
        return convert(data, 0, rows);
    }
    for v in 0..rows {
        convert(&data[v * stride..], v, 1);
    }
}

type Plane<'a> = External<&'a mut [u8], u8, 2>;

/// The rows from `first` on of a plane of the strip.
fn rows_of<'a>(plane: &'a mut Plane<'_>, first: usize, count: usize) -> Plane<'a> {
    let pitch = plane.extents()[1];
    over_mut(&mut plane.as_mut_slice()[first * pitch..], [count, pitch])
}

/// Rows of pixels with colours to rows of three components.
fn to_ycbcr<'p>(
    pixels: Samples<'_>,
    stride: usize,
    size: [usize; 2],
    mut y: Plane<'p>,
    mut cb: Plane<'p>,
    mut cr: Plane<'p>,
) {
    let width = size[1];
    match pixels {
        Samples::Interleaved { data, format } => {
            packed(data, stride, format.bytes(), size, |data, v, rows| {
                let mut planes = [&mut y, &mut cb, &mut cr].map(|plane| rows_of(plane, v, rows));
                let [y, cb, cr] = &mut planes;
                match format {
                    PixelFormat::Rgb => {
                        kernels::pixels_to_ycbcr(&pixels_of::<3>(data, [rows, width]), y, cb, cr)
                    }
                    PixelFormat::Rgba => {
                        kernels::pixels_to_ycbcr(&pixels_of::<4>(data, [rows, width]), y, cb, cr)
                    }
                    // Grey rows make a frame of one component.
                    PixelFormat::Gray | PixelFormat::GrayAlpha => {}
                }
            })
        }
        Samples::PlanarRgb(planes) => {
            let [r, g, b] = planes.map(|plane| plane_of(plane, size, stride));
            kernels::planes_to_ycbcr(&r, &g, &b, &mut y, &mut cb, &mut cr);
        }
    }
}

/// Rows of pixels to rows of luminance.
fn to_gray(pixels: Samples<'_>, stride: usize, size: [usize; 2], mut y: Plane<'_>) {
    let width = size[1];
    match pixels {
        Samples::Interleaved { data, format } => {
            packed(data, stride, format.bytes(), size, |data, v, rows| {
                let y = &mut rows_of(&mut y, v, rows);
                match format {
                    PixelFormat::Gray => kernels::first_samples(&pixels_of::<1>(data, [rows, width]), y),
                    PixelFormat::GrayAlpha => kernels::first_samples(&pixels_of::<2>(data, [rows, width]), y),
                    PixelFormat::Rgb => kernels::pixels_to_gray(&pixels_of::<3>(data, [rows, width]), y),
                    PixelFormat::Rgba => kernels::rgba_to_gray(&over(Packed::slice(data), [rows, width]), y),
                }
            })
        }
        Samples::PlanarRgb(planes) => {
            let [r, g, b] = planes.map(|plane| plane_of(plane, size, stride));
            kernels::planes_to_gray(&r, &g, &b, &mut y);
        }
    }
}

/// A plane of the caller's.
fn plane_of(plane: &[u8], size: [usize; 2], stride: usize) -> ExternalPitched<&[u8], u8, 2> {
    Block::external_pitched_ref(plane, size, stride).expect("the rows of a picture were checked")
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
