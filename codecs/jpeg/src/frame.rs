//! The geometry of a frame and its one interleaved scan (T.81 A.1, A.2).

use std::ops::Deref;

use crate::{Color, Error, Sampling};

/// Rows and columns of a block (T.81 A.1.3).
pub(crate) const BLOCK: usize = 8;

/// What the components of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    Gray,
    YCbCr,
    Rgb,
    Cmyk,
    Ycck,
}

impl Stored {
    /// What is stored of pictures of `color`, with `transform` of red, green and blue to luminance and chrominance.
    pub(crate) fn new(color: Color, sampling: Sampling, transform: bool) -> Result<Self, Error> {
        let gray = sampling == Sampling::Gray;
        match color {
            Color::Gray => Ok(Self::Gray),
            Color::Rgb | Color::YCbCr if gray => Ok(Self::Gray),
            Color::Rgb if !transform => Ok(Self::Rgb),
            Color::Rgb | Color::YCbCr => Ok(Self::YCbCr),
            Color::Cmyk | Color::Ycck if gray => Err(Error::GrayInks),
            Color::Cmyk if !transform => Ok(Self::Cmyk),
            Color::Cmyk | Color::Ycck => Ok(Self::Ycck),
        }
    }

    /// The identifiers of the components, as libjpeg chooses them.
    fn identifiers(self) -> &'static [u8] {
        match self {
            Self::Gray => &[1],
            Self::YCbCr => &[1, 2, 3],
            Self::Rgb => b"RGB",
            Self::Cmyk => b"CMYK",
            Self::Ycck => &[1, 2, 3, 4],
        }
    }
}

/// One component of the frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Component {
    /// C: what headers call it.
    pub identifier: u8,
    /// The horizontal sampling factor H: blocks of this component in a row of an MCU.
    pub h: usize,
    /// The vertical sampling factor V: rows of blocks of this component in an MCU.
    pub v: usize,
    /// 0 for luminance and whatever is not transformed, 1 for chrominance: the destination of the quantisation and Huffman
    /// tables (Tq, Td, Ta).
    pub table: usize,
    /// Samples across that the picture has (A.1.1).
    pub width: usize,
    /// Blocks across that hold samples of the picture; what the last MCU has beyond is filling.
    pub width_in_blocks: usize,
    /// Blocks down that hold samples of the picture.
    pub height_in_blocks: usize,
}

impl Component {
    /// Rows of blocks in row `mcu_row` of MCUs that hold samples of the picture.
    pub(crate) fn rows_in(&self, mcu_row: usize) -> usize {
        (self.height_in_blocks - mcu_row * self.v).min(self.v)
    }
}

/// One to four components.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Components {
    components: [Component; 4],
    count: usize,
}

impl Deref for Components {
    type Target = [Component];

    fn deref(&self) -> &[Component] {
        &self.components[..self.count]
    }
}

/// The components of a picture, and the MCUs that their blocks are coded in.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Samples per line, X.
    pub width: usize,
    /// Lines, Y.
    pub height: usize,
    /// What the components are.
    pub stored: Stored,
    /// The components, in their order.
    pub components: Components,
    /// The largest H.
    pub h_max: usize,
    /// The largest V.
    pub v_max: usize,
    /// Minimum coded units from left to right.
    pub mcus_per_row: usize,
}

impl Frame {
    pub(crate) fn new(width: u32, height: u32, stored: Stored, sampling: Sampling) -> Result<Self, Error> {
        let limit = u32::from(u16::MAX);
        if width == 0 || height == 0 {
            return Err(Error::Empty { width, height });
        }
        if width > limit || height > limit {
            return Err(Error::TooLarge { width, height });
        }
        let (width, height) = (width as usize, height as usize);
        let [h_max, v_max] = match stored {
            Stored::YCbCr | Stored::Ycck => sampling.factors().map(usize::from),
            Stored::Gray | Stored::Rgb | Stored::Cmyk => [1, 1],
        };
        let mut components = Components::default();
        for (i, &identifier) in stored.identifiers().iter().enumerate() {
            let chrominance = matches!(stored, Stored::YCbCr | Stored::Ycck) && matches!(i, 1 | 2);
            let (h, v) = if chrominance { (1, 1) } else { (h_max, v_max) };
            components.components[i] = Component {
                identifier,
                h,
                v,
                table: chrominance.into(),
                // A.1.1: a component has ceil(X * H / Hmax) samples per line.
                width: (width * h).div_ceil(h_max),
                width_in_blocks: (width * h).div_ceil(h_max * BLOCK),
                height_in_blocks: (height * v).div_ceil(v_max * BLOCK),
            };
            components.count += 1;
        }
        let mcus_per_row = width.div_ceil(h_max * BLOCK);
        Ok(Self { width, height, stored, components, h_max, v_max, mcus_per_row })
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
        self.components.iter().map(|component| component.table + 1).max().unwrap_or(1)
    }
}
