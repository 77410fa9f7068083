//! PNM: PBM, PGM, PPM, as digits or as bytes, and PAM.

use unite_jpeg::PixelFormat;

use super::fault::{Fault, Place};
use super::input::Input;
use super::{Depth, Picture, Rows, check_size};

/// The most bytes of a header, comments included.
const LONGEST_HEADER: usize = 1 << 16;

/// How samples are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    /// One byte each, or two.
    Bytes,
    /// Digits with white space between.
    Digits,
    /// Eight to a byte, 1 for black; rows begin with a byte.
    Bits,
    /// A digit each, 1 for black.
    BitDigits,
}

/// Reads the header.
pub fn open(input: Input) -> Result<Picture, Fault> {
    let mut header = Header { input, taken: 0 };
    header.byte()?;
    let kind = header.byte()?;
    if kind == b'7' {
        return header.arbitrary();
    }
    let (width, height) = (header.number()?, header.number()?);
    check_size(width, height)?;
    let white = match kind {
        b'1' | b'4' => 255,
        _ => header.number()?,
    };
    let format = if matches!(kind, b'3' | b'6') { PixelFormat::Rgb } else { PixelFormat::Gray };
    let coding = match kind {
        b'1' => Coding::BitDigits,
        b'4' => Coding::Bits,
        b'2' | b'3' => Coding::Digits,
        _ => Coding::Bytes,
    };
    picture(header.input, [width, height], format, white, coding)
}

fn picture(
    input: Input,
    size: [u32; 2],
    format: PixelFormat,
    white: u32,
    coding: Coding,
) -> Result<Picture, Fault> {
    let depth = match white {
        0 => return Err(Fault::header("the largest sample is 0")),
        1..=255 => Depth::Eight(white as u8),
        256..=65535 => Depth::Sixteen(white as u16),
        _ => return Err(Fault::header(format!("the largest sample is {white}, more than 65535"))),
    };
    let samples = size[0] as usize * format.bytes();
    let rows = PnmRows { input, samples, height: size[1], depth, coding, bits: Vec::new() };
    Picture::new(size, format, depth, Box::new(rows))
}

struct Header {
    input: Input,
    taken: usize,
}

impl Header {
    fn byte(&mut self) -> Result<u8, Fault> {
        self.taken += 1;
        if self.taken > LONGEST_HEADER {
            return Err(Fault::header(format!("it is longer than {LONGEST_HEADER} bytes")));
        }
        self.input.byte().map_err(Fault::Read)?.ok_or(Fault::EndsIn(Place::Header))
    }

    /// The next byte that is not in a comment.
    fn outside_comments(&mut self) -> Result<u8, Fault> {
        let mut byte = self.byte()?;
        if byte == b'#' {
            while !matches!(byte, b'\n' | b'\r') {
                byte = self.byte()?;
            }
        }
        Ok(byte)
    }

    /// A number, and the byte after it.
    fn number(&mut self) -> Result<u32, Fault> {
        let mut byte = self.outside_comments()?;
        while is_white(byte) {
            byte = self.outside_comments()?;
        }
        let mut number = 0u32;
        loop {
            if !byte.is_ascii_digit() {
                return Err(Fault::header(format!("{} where a number should be", shown(byte))));
            }
            number = (number.checked_mul(10))
                .and_then(|number| number.checked_add(u32::from(byte - b'0')))
                .ok_or_else(|| Fault::header("a number of more than 32 bits"))?;
            byte = self.outside_comments()?;
            if is_white(byte) {
                return Ok(number);
            }
        }
    }

    /// A line without its end.
    fn line(&mut self) -> Result<String, Fault> {
        let mut line = Vec::new();
        loop {
            match self.byte()? {
                b'\n' => return Ok(String::from_utf8_lossy(&line).trim().to_owned()),
                byte => line.push(byte),
            }
        }
    }

    /// PAM: lines of names and values.
    fn arbitrary(mut self) -> Result<Picture, Fault> {
        let (mut size, mut depth, mut white, mut kind) = ([None; 2], None, None, String::new());
        self.line()?;
        loop {
            let line = self.line()?;
            let (name, value) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let value = value.trim();
            let number = || {
                let wrong = || Fault::header(format!("{name} is {value:?}, and no number"));
                value.parse::<u32>().map(Some).map_err(|_| wrong())
            };
            match name {
                "ENDHDR" => break,
                "WIDTH" => size[0] = number()?,
                "HEIGHT" => size[1] = number()?,
                "DEPTH" => depth = number()?,
                "MAXVAL" => white = number()?,
                "TUPLTYPE" => {
                    kind.push_str(if kind.is_empty() { "" } else { " " });
                    kind.push_str(value);
                }
                _ if name.is_empty() || name.starts_with('#') => {}
                _ => return Err(Fault::header(format!("a line {name:?} has no meaning"))),
            }
        }
        let ([Some(width), Some(height)], Some(depth), Some(white)) = (size, depth, white) else {
            return Err(Fault::header("one of WIDTH, HEIGHT, DEPTH and MAXVAL is missing"));
        };
        check_size(width, height)?;
        let format = match (kind.as_str(), depth) {
            ("BLACKANDWHITE" | "GRAYSCALE" | "", 1) => PixelFormat::Gray,
            ("BLACKANDWHITE_ALPHA" | "GRAYSCALE_ALPHA" | "", 2) => PixelFormat::GrayAlpha,
            ("RGB" | "", 3) => PixelFormat::Rgb,
            ("RGB_ALPHA" | "", 4) => PixelFormat::Rgba,
            _ => return Err(Fault::not_read(format!("a PAM picture of {depth} samples of kind {kind:?}"))),
        };
        picture(self.input, [width, height], format, white, Coding::Bytes)
    }
}

/// The samples.
struct PnmRows {
    input: Input,
    /// Samples of a row.
    samples: usize,
    height: u32,
    depth: Depth,
    coding: Coding,
    /// A row of bits.
    bits: Vec<u8>,
}

impl Rows for PnmRows {
    fn read(&mut self, rows: &mut [u8], first: u32) -> Result<(), Fault> {
        let row = match self.depth {
            Depth::Eight(_) => self.samples,
            Depth::Sixteen(_) => 2 * self.samples,
        };
        if self.coding == Coding::Bytes {
            return self.input.read_rows(rows, row, first, self.height);
        }
        for (y, row) in (first..).zip(rows.chunks_exact_mut(row)) {
            match self.coding {
                Coding::Bits => self.bits(row, y)?,
                Coding::BitDigits => {
                    for sample in row {
                        *sample = match self.significant(y)? {
                            b'0' => 255,
                            b'1' => 0,
                            _ => return Err(Fault::Damaged(Place::Row(y, self.height))),
                        };
                    }
                }
                _ => self.digits(row, y)?,
            }
        }
        Ok(())
    }
}

impl PnmRows {
    fn bits(&mut self, row: &mut [u8], y: u32) -> Result<(), Fault> {
        self.bits.resize(row.len().div_ceil(8), 0);
        let len = self.bits.len();
        self.input.read_rows(&mut self.bits, len, y, self.height)?;
        for (eight, bits) in row.chunks_mut(8).zip(&self.bits) {
            for (i, sample) in eight.iter_mut().enumerate() {
                *sample = if bits >> (7 - i) & 1 == 0 { 255 } else { 0 };
            }
        }
        Ok(())
    }

    fn digits(&mut self, row: &mut [u8], y: u32) -> Result<(), Fault> {
        match self.depth {
            Depth::Eight(white) => {
                for sample in row {
                    *sample = self.number(y, white.into())? as u8;
                }
            }
            Depth::Sixteen(white) => {
                for sample in row.as_chunks_mut().0 {
                    *sample = (self.number(y, white.into())? as u16).to_be_bytes();
                }
            }
        }
        Ok(())
    }

    /// A number of row `y`, and the byte after it.
    fn number(&mut self, y: u32, most: u32) -> Result<u32, Fault> {
        let at = Place::Row(y, self.height);
        let mut byte = self.significant(y)?;
        let mut number = 0u32;
        loop {
            if !byte.is_ascii_digit() {
                return Err(Fault::Damaged(at));
            }
            number = number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
            // The last number may be the last of the file.
            byte = self.input.byte().map_err(Fault::Read)?.unwrap_or(b'\n');
            if is_white(byte) {
                break;
            }
        }
        match number > most {
            true => Err(Fault::Sample { sample: number, most, at }),
            false => Ok(number),
        }
    }

    /// The next byte of row `y` that is neither white space nor in a comment.
    fn significant(&mut self, y: u32) -> Result<u8, Fault> {
        let mut in_comment = false;
        loop {
            let byte = self.input.byte().map_err(Fault::Read)?;
            match byte.ok_or(Fault::EndsIn(Place::Row(y, self.height)))? {
                b'\n' | b'\r' => in_comment = false,
                b'#' => in_comment = true,
                byte if !in_comment && !is_white(byte) => return Ok(byte),
                _ => {}
            }
        }
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0B | 0x0C | b'\r' | b' ')
}

/// A byte for a message.
fn shown(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => format!("`{}`", char::from(byte)),
        _ => format!("the byte {byte}"),
    }
}
