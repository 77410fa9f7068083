//! The geometry of a frame and its one interleaved scan (T.81 A.1, A.2).

use crate::{Color, Error, Sampling};

/// Rows and columns of a block (T.81 A.1.3).
pub(crate) const BLOCK: usize = 8;

/// One component of the frame.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The horizontal sampling factor H: blocks of this component in a row of an MCU.
    pub h: usize,
    /// The vertical sampling factor V: rows of blocks of this component in an MCU.
    pub v: usize,
    /// 0 for luminance, 1 for chrominance: the destination of the quantisation and Huffman tables (Tq, Td, Ta).
    pub table: usize,
    /// Blocks across that hold samples of the picture; what the last MCU has beyond is filling.
    pub width_in_blocks: usize,
    /// Blocks down that hold samples of the picture.
    pub height_in_blocks: usize,
}

/// The components of a picture, and the MCUs that their blocks are coded in.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Samples per line, X.
    pub width: usize,
    /// Lines, Y.
    pub height: usize,
    /// One component, or luminance and two of chrominance.
    pub components: Vec<Component>,
    /// The largest H.
    pub h_max: usize,
    /// The largest V.
    pub v_max: usize,
    /// Minimum coded units from left to right.
    pub mcus_per_row: usize,
}

impl Frame {
    pub(crate) fn new(width: u32, height: u32, color: Color, sampling: Sampling) -> Result<Self, Error> {
        let limit = u32::from(u16::MAX);
        if width == 0 || height == 0 {
            return Err(Error::Empty { width, height });
        }
        if width > limit || height > limit {
            return Err(Error::TooLarge { width, height });
        }
        let (width, height) = (width as usize, height as usize);
        let gray = color == Color::Gray || sampling == Sampling::Gray;
        let [h_max, v_max] = if gray { [1, 1] } else { sampling.factors().map(usize::from) };
        let component = |h, v, table| Component {
            h,
            v,
            table,
            // A.1.1: a component has ceil(X * H / Hmax) samples per line.
            width_in_blocks: (width * h).div_ceil(h_max * BLOCK),
            height_in_blocks: (height * v).div_ceil(v_max * BLOCK),
        };
        let mut components = vec![component(h_max, v_max, 0)];
        if !gray {
            components.extend([component(1, 1, 1), component(1, 1, 1)]);
        }
        Ok(Self { width, height, components, h_max, v_max, mcus_per_row: width.div_ceil(h_max * BLOCK) })
    }

    /// Lines in a row of MCUs.
    pub(crate) fn strip_height(&self) -> usize {
        self.v_max * BLOCK
    }

    /// Rows of MCUs.
    pub(crate) fn mcu_rows(&self) -> usize {
        self.height.div_ceil(self.strip_height())
    }

    /// Samples in a line of `component`, filled up to whole MCUs.
    pub(crate) fn padded_width(&self, component: &Component) -> usize {
        self.mcus_per_row * component.h * BLOCK
    }

    /// Samples in a line of the picture, filled up to whole MCUs.
    pub(crate) fn full_width(&self) -> usize {
        self.mcus_per_row * self.h_max * BLOCK
    }

    /// 1 if the frame has one pair of Huffman tables and one quantisation table, 2 if chrominance has its own.
    pub(crate) fn tables(&self) -> usize {
        if self.components.len() == 1 { 1 } else { 2 }
    }
}
