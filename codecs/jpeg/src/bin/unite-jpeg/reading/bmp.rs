//! BMP. Rows mostly come from the bottom up: of a file they are looked for, what comes from a pipe is held.

use unite_jpeg::PixelFormat;

use super::fault::{Fault, Place};
use super::input::{Input, Seekable};
use super::runs::Runs;
use super::{Depth, Picture, Rows, check_size};

/// What comes before the information about the picture.
const FILE_HEADER: usize = 14;

/// How a pixel becomes samples.
enum Pixels {
    /// Samples of a byte, in an order that the encoder takes.
    Direct,
    /// Indices of so many bits to colours.
    Indices(usize, Palette),
    /// Fields of so many bytes: red, green and blue.
    Fields(usize, [Field; 3]),
}

/// Colours.
struct Palette {
    colors: Vec<[u8; 3]>,
    /// All of them are grey.
    is_gray: bool,
}

/// Some bits next to each other.
#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    most: u32,
}

/// What the header says.
struct Header {
    width: u32,
    height: u32,
    /// The first row is the top one.
    downward: bool,
    bits: u16,
    compression: u32,
    /// Where the pixels begin.
    offset: u64,
    pixels: Pixels,
}

/// Reads the header.
pub fn open(mut input: Input) -> Result<Picture, Fault> {
    let header = Header::read(&mut input)?;
    let Header { width, height, downward, bits, compression, offset, pixels } = header;
    let stride = (u64::from(width) * u64::from(bits)).div_ceil(32) as usize * 4;
    let format = match &pixels {
        Pixels::Direct if bits == 24 => PixelFormat::Bgr,
        Pixels::Direct => PixelFormat::Bgra,
        Pixels::Indices(_, palette) if palette.is_gray => PixelFormat::Gray,
        _ => PixelFormat::Rgb,
    };
    let mut held = None;
    let lines = if let (1 | 2, Pixels::Indices(bits, _)) = (compression, &pixels) {
        held = Some("its compressed rows come from the bottom up");
        let bytes = input.seekable().map_err(Fault::Read)?;
        Lines::Runs(Runs::read(bytes, offset, [width, height], *bits == 4)?)
    } else if downward {
        input.skip(offset)?;
        Lines::Downward(input)
    } else {
        let bytes = input.seekable().map_err(Fault::Read)?;
        if bytes.len().is_none() {
            held = Some("its rows come from the bottom up through a pipe");
        }
        Lines::Upward(bytes, offset)
    };
    let rows = BmpRows {
        lines,
        pixels,
        width: width as usize,
        bytes: format.bytes(),
        height,
        stride,
        line: Vec::new(),
    };
    let mut picture = Picture::new([width, height], format, Depth::Eight(u8::MAX), Box::new(rows))?;
    picture.held = held;
    Ok(picture)
}

impl Header {
    fn read(input: &mut Input) -> Result<Self, Fault> {
        let get = |input: &mut Input, from: usize, count: usize| -> Result<Vec<u8>, Fault> {
            let bytes = input.peek(from + count).map_err(Fault::Read)?;
            let bytes = bytes.get(from..from + count);
            bytes.map(<[u8]>::to_vec).ok_or(Fault::EndsIn(Place::Header))
        };
        let file = get(input, 0, FILE_HEADER + 4)?;
        let size = long(&file, FILE_HEADER) as usize;
        if !matches!(size, 12 | 16 | 40 | 52 | 56 | 64 | 108 | 124) {
            return Err(Fault::header(format!("no header of BMP has {size} bytes")));
        }
        let info = get(input, FILE_HEADER, size)?;
        let (width, height, bits) = match size {
            12 => (i32::from(short(&info, 4)), i32::from(short(&info, 6)), short(&info, 10)),
            _ => (long(&info, 4) as i32, long(&info, 8) as i32, short(&info, 14)),
        };
        let compression = if size >= 40 { long(&info, 16) } else { 0 };
        let downward = height < 0;
        let (width, height) = (width.unsigned_abs(), height.unsigned_abs());
        check_size(width, height)?;
        if !matches!(bits, 1 | 2 | 4 | 8 | 16 | 24 | 32) {
            return Err(Fault::header(format!("{bits} bits a pixel are none of 1, 2, 4, 8, 16, 24 and 32")));
        }
        match (compression, bits) {
            (0, _) | (1, 8) | (2, 4) | (3 | 6, 16 | 32) => {}
            (4 | 5, _) => return Err(Fault::not_read("a BMP picture that is a JPEG or PNG picture")),
            (1 | 2 | 3 | 6, _) => {
                let what = format!("compression {compression} does not go with {bits} bits a pixel");
                return Err(Fault::header(what));
            }
            _ => return Err(Fault::header(format!("there is no compression {compression}"))),
        }
        if downward && matches!(compression, 1 | 2) {
            return Err(Fault::header("compressed rows cannot come from the top down"));
        }
        let mut after = FILE_HEADER + size;
        let masks = match compression {
            3 | 6 if size >= 52 => [40, 44, 48].map(|at| long(&info, at)),
            3 | 6 => {
                let masks = get(input, after, 12)?;
                after += if compression == 3 { 12 } else { 16 };
                [0, 4, 8].map(|at| long(&masks, at))
            }
            _ if bits == 16 => [0x7C00, 0x03E0, 0x001F],
            _ => [0xFF_0000, 0xFF00, 0xFF],
        };
        let pixels = match bits {
            24 => Pixels::Direct,
            32 if masks == [0xFF_0000, 0xFF00, 0xFF] => Pixels::Direct,
            16 | 32 => {
                let mut fields = [Field { shift: 0, most: 0 }; 3];
                for (field, mask) in fields.iter_mut().zip(masks) {
                    *field = Field::new(mask, bits)?;
                }
                Pixels::Fields(usize::from(bits) / 8, fields)
            }
            _ => {
                let entry = if size == 12 { 3 } else { 4 };
                let most = 1usize << bits;
                let used = if size >= 40 { long(&info, 32) as usize } else { 0 };
                let count = if used == 0 { most } else { used };
                if count > most {
                    let what = format!("{count} colours are more than {bits} bits a pixel can tell apart");
                    return Err(Fault::header(what));
                }
                let bytes = get(input, after, count * entry)?;
                after += bytes.len();
                let colors: Vec<_> =
                    bytes.chunks_exact(entry).map(|color| [color[2], color[1], color[0]]).collect();
                let is_gray = colors.iter().all(|[r, g, b]| r == g && g == b);
                Pixels::Indices(bits.into(), Palette { colors, is_gray })
            }
        };
        let offset = u64::from(long(&file, 10));
        if offset < after as u64 {
            let what = format!("pixels are said to begin at byte {offset}, before the header ends");
            return Err(Fault::header(what));
        }
        Ok(Self { width, height, downward, bits, compression, offset, pixels })
    }
}

impl Field {
    fn new(mask: u32, bits: u16) -> Result<Self, Fault> {
        let shift = mask.trailing_zeros() % 32;
        let most = mask >> shift;
        let in_pixel = bits == 32 || mask >> bits == 0;
        if mask == 0 || most & most.wrapping_add(1) != 0 || !in_pixel {
            return Err(Fault::header(format!("{mask:#x} is no mask of a colour in {bits} bits")));
        }
        Ok(Self { shift, most })
    }

    fn of(self, pixel: u32) -> u8 {
        let value = u64::from(pixel >> self.shift & self.most);
        ((value * 255 + u64::from(self.most / 2)) / u64::from(self.most)) as u8
    }
}

/// Where the lines of the file are, each filled up to four bytes.
enum Lines {
    Downward(Input),
    Upward(Seekable, u64),
    Runs(Runs),
}

struct BmpRows {
    lines: Lines,
    pixels: Pixels,
    width: usize,
    /// Bytes of a pixel.
    bytes: usize,
    height: u32,
    stride: usize,
    /// What was read of the file, before it becomes pixels.
    line: Vec<u8>,
}

impl Rows for BmpRows {
    fn read(&mut self, rows: &mut [u8], first: u32) -> Result<(), Fault> {
        let Self { lines, pixels, width, bytes, height, stride, line } = self;
        let row = *width * *bytes;
        let count = rows.len() / row;
        if let (Lines::Downward(input), Pixels::Direct) = (&mut *lines, &*pixels)
            && row == *stride
        {
            return input.read_rows(rows, row, first, *height);
        }
        line.resize(*stride * count, 0);
        match lines {
            Lines::Downward(input) => input.read_rows(line, *stride, first, *height)?,
            Lines::Upward(bytes, offset) => {
                let above = u64::from(*height - first) - count as u64;
                let read = bytes.read_at(*offset + above * *stride as u64, line).map_err(Fault::Read)?;
                if read < line.len() {
                    // The last of the lines is the upper one.
                    let missing = *height - 1 - (above as u32 + (read / *stride) as u32);
                    return Err(Fault::EndsIn(Place::Row(missing, *height)));
                }
            }
            Lines::Runs(runs) => {
                for (y, line) in (first..).zip(line.chunks_exact_mut(*stride)) {
                    runs.row(y, &mut line[..]);
                }
            }
        }
        let upward = matches!(lines, Lines::Upward(..));
        for (i, out) in rows.chunks_exact_mut(row).enumerate() {
            let at = if upward { count - 1 - i } else { i };
            let line = &line[at * *stride..][..*stride];
            pixels.convert(line, out, *bytes, Place::Row(first + i as u32, *height))?;
        }
        Ok(())
    }
}

impl Pixels {
    /// A line of the file to samples, `bytes` a pixel.
    fn convert(&self, line: &[u8], out: &mut [u8], bytes: usize, at: Place) -> Result<(), Fault> {
        match self {
            Self::Direct => out.copy_from_slice(&line[..out.len()]),
            Self::Indices(bits, palette) => {
                let (per_byte, mask) = (8 / bits, (1u16 << bits) as u8);
                for (x, pixel) in out.chunks_exact_mut(bytes).enumerate() {
                    let shift = 8 - bits * (1 + x % per_byte);
                    let index = line[x / per_byte] >> shift & mask.wrapping_sub(1);
                    let color = palette.colors.get(usize::from(index)).ok_or(Fault::Sample {
                        sample: index.into(),
                        most: palette.colors.len() as u32 - 1,
                        at,
                    })?;
                    pixel.copy_from_slice(&color[..bytes]);
                }
            }
            Self::Fields(size, fields) => {
                for (pixel, line) in out.chunks_exact_mut(bytes).zip(line.chunks_exact(*size)) {
                    let value = line.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
                    pixel.copy_from_slice(&fields.map(|field| field.of(value)));
                }
            }
        }
        Ok(())
    }
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn long(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
