//! Pictures row by row, as they are read.
//!
//! A format gives its rows from top to bottom, and holds no more of them than its order of bytes demands. Memory is taken
//! for what has been read, not for what a header says.

mod bmp;
mod fault;
mod input;
mod jpeg;
mod png;
mod pnm;
mod runs;
mod tiff;

use unite_jpeg::{Error, Metadata, PixelFormat};

pub use fault::Fault;
use fault::Place;
pub use input::Input;
pub use jpeg::decode as decode_jpeg;

use crate::plan::Source;

/// Rows of samples, from top to bottom.
trait Rows: Send {
    /// Reads the next rows, the first of which is row `y`: as many as `rows` has room for, without gaps. Samples are as the
    /// [`Depth`] of the picture says.
    fn read(&mut self, rows: &mut [u8], y: u32) -> Result<(), Fault>;
}

/// What a sample is before it is brought to 8 or 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// A byte, of which this is white.
    Eight(u8),
    /// Two bytes, the first the upper one, of which this is white.
    Sixteen(u16),
}

/// What a picture brings besides pixels.
#[derive(Debug, Default)]
struct Found {
    icc: Option<Vec<u8>>,
    exif: Option<Vec<u8>>,
    xmp: Option<Vec<u8>>,
}

/// A picture that is being read.
pub struct Picture {
    width: u32,
    height: u32,
    format: PixelFormat,
    depth: Depth,
    found: Found,
    held: Option<&'static str>,
    rows: Box<dyn Rows>,
    /// The row that comes next.
    next: u32,
    /// All of it is there.
    is_file: bool,
    /// A row of samples of 16 bits.
    raw: Vec<u8>,
}

impl Picture {
    /// Reads what comes before the pixels. The content of `source` tells its format.
    pub fn open(source: &Source) -> Result<Self, Fault> {
        Self::read(Input::open(source).map_err(Fault::Open)?)
    }

    /// As [`open`](Self::open), of what is open.
    pub fn read(mut input: Input) -> Result<Self, Fault> {
        let is_file = input.is_file();
        let picture = match input.peek(4).map_err(Fault::Read)? {
            [] => Err(Fault::Empty),
            [b'P', b'1'..=b'7', ..] => pnm::open(input),
            [b'B', b'M', ..] => bmp::open(input),
            [0x89, b'P', b'N', b'G', ..] => png::open(input),
            [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => tiff::open(input),
            [0xFF, 0xD8, 0xFF, ..] => jpeg::open(input),
            _ => Err(Fault::NotAPicture),
        };
        Ok(Self { is_file, ..picture? })
    }

    /// A picture of which nothing was read yet. Formats call it when they know the size.
    fn new(
        [width, height]: [u32; 2],
        format: PixelFormat,
        depth: Depth,
        rows: Box<dyn Rows>,
    ) -> Result<Self, Fault> {
        check_size(width, height)?;
        let found = Found::default();
        Ok(Self {
            width,
            height,
            format,
            depth,
            found,
            held: None,
            rows,
            next: 0,
            is_file: false,
            raw: Vec::new(),
        })
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    pub fn format(&self) -> PixelFormat {
        self.format
    }

    /// Samples in a row.
    pub fn stride(&self) -> usize {
        self.width as usize * self.format.bytes()
    }

    /// Whether samples have more than 8 bits.
    pub fn is_deep(&self) -> bool {
        matches!(self.depth, Depth::Sixteen(_))
    }

    /// Why the format makes it necessary to hold all of the picture, if it does.
    pub fn held(&self) -> Option<&'static str> {
        self.held
    }

    /// Whether there is so little to read, and nothing to wait for, that nobody would interrupt it.
    pub fn is_brief(&self) -> bool {
        const FEW: u32 = 1 << 22;
        self.is_file && self.width * self.height <= FEW
    }

    /// `metadata`, with what the picture brings where that has none.
    pub fn metadata(&self, mut metadata: Metadata) -> Metadata {
        if let Some(icc) = &self.found.icc {
            metadata = metadata.icc(icc.as_slice());
        }
        if let Some(exif) = &self.found.exif {
            metadata = metadata.exif(exif.as_slice());
        }
        if let Some(xmp) = &self.found.xmp {
            metadata = metadata.xmp(xmp.as_slice());
        }
        metadata
    }

    /// The next rows, of 8 bits a sample: as many as `rows` has room for. There must be as many.
    pub fn read_bytes(&mut self, rows: &mut [u8]) -> Result<(), Fault> {
        let (stride, first) = (self.stride(), self.next);
        self.next += (rows.len() / stride) as u32;
        match self.depth {
            Depth::Eight(u8::MAX) => self.rows.read(rows, first),
            Depth::Eight(white) => {
                self.rows.read(rows, first)?;
                let scaled: [u8; 256] = std::array::from_fn(|sample| to_byte(sample as u32, white.into()));
                for (y, row) in (first..).zip(rows.chunks_exact_mut(stride)) {
                    self.check(row.iter().copied().max().into_iter().map(u32::from), y)?;
                    row.iter_mut().for_each(|sample| *sample = scaled[usize::from(*sample)]);
                }
                Ok(())
            }
            Depth::Sixteen(white) => {
                for (y, row) in (first..).zip(rows.chunks_exact_mut(stride)) {
                    let samples = self.read_deep(y)?;
                    match white {
                        u16::MAX => row.iter_mut().zip(samples).for_each(|(out, sample)| {
                            *out = to_byte(u16::from_be_bytes(*sample).into(), u16::MAX.into());
                        }),
                        _ => row.iter_mut().zip(samples).for_each(|(out, sample)| {
                            *out = to_byte(u16::from_be_bytes(*sample).into(), white.into());
                        }),
                    }
                }
                Ok(())
            }
        }
    }

    /// As [`read_bytes`](Self::read_bytes), of 16 bits a sample, if the picture is deep.
    pub fn read_words(&mut self, rows: &mut [u16]) -> Result<(), Fault> {
        let (stride, first) = (self.stride(), self.next);
        self.next += (rows.len() / stride) as u32;
        let white = match self.depth {
            Depth::Sixteen(white) => u32::from(white),
            Depth::Eight(_) => return Ok(()),
        };
        for (y, row) in (first..).zip(rows.chunks_exact_mut(stride)) {
            for (out, sample) in row.iter_mut().zip(self.read_deep(y)?) {
                let sample = u32::from(u16::from_be_bytes(*sample));
                *out = ((sample * 65535 + white / 2) / white) as u16;
            }
        }
        Ok(())
    }

    /// Row `y` of samples of 16 bits.
    fn read_deep(&mut self, y: u32) -> Result<&[[u8; 2]], Fault> {
        self.raw.resize(2 * self.stride(), 0);
        self.rows.read(&mut self.raw, y)?;
        let samples = self.raw.as_chunks().0;
        self.check(samples.iter().map(|sample| u16::from_be_bytes(*sample).into()).max(), y)?;
        Ok(samples)
    }

    /// Whether the largest sample of row `y` is no more than white.
    fn check(&self, largest: impl IntoIterator<Item = u32>, y: u32) -> Result<(), Fault> {
        let most = match self.depth {
            Depth::Eight(white) => white.into(),
            Depth::Sixteen(white) => white.into(),
        };
        match largest.into_iter().find(|&sample| sample > most) {
            Some(sample) => Err(Fault::Sample { sample, most, at: Place::Row(y, self.height) }),
            None => Ok(()),
        }
    }
}

/// A sample of `white` and less as one of 255 and less, as `cjpeg` rounds it.
fn to_byte(sample: u32, white: u32) -> u8 {
    ((sample * 255 + white / 2) / white) as u8
}

/// Whether a JPEG file can have this size.
fn check_size(width: u32, height: u32) -> Result<(), Fault> {
    const MOST: u32 = u16::MAX as u32;
    if width == 0 || height == 0 {
        return Err(Fault::Size(Error::Empty { width, height }));
    }
    if width > MOST || height > MOST {
        return Err(Fault::Size(Error::TooLarge { width, height }));
    }
    Ok(())
}
