//! PNG, by the crate `png`: row by row, unless the picture is interlaced.

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader, Transformations};
use unite_jpeg::PixelFormat;

use super::fault::{Fault, Place};
use super::input::Input;
use super::{Depth, Found, Picture, Rows, check_size};

/// The signature, and the first chunk but for its checksum.
const HEADER: usize = 29;
/// The most bytes of chunks that are held: profiles, EXIF, texts.
const MOST_BESIDE: usize = 1 << 26;
/// What a text with XMP is called.
const XMP: &str = "XML:com.adobe.xmp";

/// Reads the header, and all that comes before the pixels.
pub fn open(mut input: Input) -> Result<Picture, Fault> {
    check_header(input.peek(HEADER).map_err(Fault::Read)?)?;
    let mut decoder = Decoder::new_with_limits(input, Limits { bytes: MOST_BESIDE });
    decoder.set_transformations(Transformations::EXPAND);
    let reader = decoder.read_info().map_err(|error| fault(error, Place::Header))?;
    let info = reader.info();
    let size = [info.width, info.height];
    let found = Found {
        icc: info.icc_profile.as_ref().map(|profile| profile.to_vec()),
        exif: info.exif_metadata.as_ref().map(|exif| exif.to_vec()),
        // What cannot be read is no reason not to read the picture.
        xmp: info
            .utf8_text
            .iter()
            .find(|text| text.keyword == XMP)
            .and_then(|text| text.get_text().ok())
            .map(String::into_bytes),
    };
    let (color, bits) = reader.output_color_type();
    let format = match color {
        ColorType::Grayscale => PixelFormat::Gray,
        ColorType::GrayscaleAlpha => PixelFormat::GrayAlpha,
        ColorType::Rgba => PixelFormat::Rgba,
        ColorType::Rgb | ColorType::Indexed => PixelFormat::Rgb,
    };
    let depth = if bits == BitDepth::Sixteen { Depth::Sixteen(u16::MAX) } else { Depth::Eight(u8::MAX) };
    let pixel = format.bytes() * if bits == BitDepth::Sixteen { 2 } else { 1 };
    let is_interlaced = info.interlaced;
    let line = size[0] as usize * pixel;
    let rows = PngRows { reader, line, height: size[1] };
    let rows: Box<dyn Rows> = match is_interlaced {
        true => Box::new(Interlaced { rows, width: size[0], pixel, passes: None }),
        false => Box::new(rows),
    };
    let held = is_interlaced.then_some("it is interlaced");
    Ok(Picture { found, held, ..Picture::new(size, format, depth, rows)? })
}

/// What the first chunk says, in the words of all formats.
fn check_header(header: &[u8]) -> Result<(), Fault> {
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";
    let started = header.len().min(SIGNATURE.len());
    if header[..started] != SIGNATURE[..started] {
        return Err(Fault::header("its signature was changed, as by a transfer as text"));
    }
    let &[_, _, _, _, _, _, _, _, l0, l1, l2, l3, n0, n1, n2, n3, ref fields @ ..] = header else {
        return Err(Fault::EndsIn(Place::Header));
    };
    if [l0, l1, l2, l3] != 13u32.to_be_bytes() || [n0, n1, n2, n3] != *b"IHDR" {
        return Err(Fault::header("the size of the picture does not come first"));
    }
    let &[w0, w1, w2, w3, h0, h1, h2, h3, depth, color, compression, filter, interlacing] = fields else {
        return Err(Fault::EndsIn(Place::Header));
    };
    check_size(u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3]))?;
    let depths: &[u8] = match color {
        0 => &[1, 2, 4, 8, 16],
        3 => &[1, 2, 4, 8],
        2 | 4 | 6 => &[8, 16],
        _ => return Err(Fault::header(format!("there is no kind {color} of colour"))),
    };
    if !depths.contains(&depth) {
        return Err(Fault::header(format!("{depth} bits a sample do not go with colour of kind {color}")));
    }
    if compression != 0 || filter != 0 || interlacing > 1 {
        return Err(Fault::header("compression, filters or interlacing of a kind that there is not"));
    }
    Ok(())
}

/// An error of the crate, in our words.
fn fault(error: DecodingError, at: Place) -> Fault {
    match error {
        DecodingError::IoError(error) => Fault::of_reading(error, at),
        DecodingError::LimitsExceeded => {
            Fault::header(format!("what is said of the picture takes more than {MOST_BESIDE} bytes"))
        }
        _ => Fault::Damaged(at),
    }
}

struct PngRows {
    reader: Reader<Input>,
    /// Bytes of a row.
    line: usize,
    height: u32,
}

impl Rows for PngRows {
    fn read(&mut self, rows: &mut [u8], first: u32) -> Result<(), Fault> {
        for (y, row) in (first..).zip(rows.chunks_exact_mut(self.line)) {
            let at = Place::Row(y, self.height);
            match self.reader.read_row(row) {
                Ok(Some(_)) => {}
                Ok(None) => return Err(Fault::EndsIn(at)),
                Err(error) => return Err(fault(error, at)),
            }
        }
        Ok(())
    }
}

/// All passes are held, as they were read: rows are made of several of them.
struct Interlaced {
    rows: PngRows,
    width: u32,
    /// Bytes of a pixel.
    pixel: usize,
    passes: Option<[Vec<u8>; 7]>,
}

/// One of the seven pictures: the first pixel and the distance of pixels, across and down.
#[derive(Clone, Copy)]
struct Pass {
    x: usize,
    dx: usize,
    y: usize,
    dy: usize,
}

const PASSES: [Pass; 7] = [
    Pass { x: 0, dx: 8, y: 0, dy: 8 },
    Pass { x: 4, dx: 8, y: 0, dy: 8 },
    Pass { x: 0, dx: 4, y: 4, dy: 8 },
    Pass { x: 2, dx: 4, y: 0, dy: 4 },
    Pass { x: 0, dx: 2, y: 2, dy: 4 },
    Pass { x: 1, dx: 2, y: 0, dy: 2 },
    Pass { x: 0, dx: 1, y: 1, dy: 2 },
];

impl Pass {
    /// Pixels of a row, and rows.
    fn size(self, width: usize, height: usize) -> [usize; 2] {
        [width.saturating_sub(self.x).div_ceil(self.dx), height.saturating_sub(self.y).div_ceil(self.dy)]
    }
}

impl Interlaced {
    fn read_passes(&mut self) -> Result<[Vec<u8>; 7], Fault> {
        let mut passes: [Vec<u8>; 7] = Default::default();
        let height = self.rows.height as usize;
        let mut line = vec![0; self.rows.line];
        for (pass, bytes) in PASSES.into_iter().zip(&mut passes) {
            let [width, rows] = pass.size(self.width as usize, height);
            if width == 0 {
                continue;
            }
            for row in 0..rows {
                self.rows.read(&mut line, (pass.y + row * pass.dy) as u32)?;
                let line = &line[..width * self.pixel];
                bytes.try_reserve(line.len()).map_err(|_| Fault::Memory)?;
                bytes.extend_from_slice(line);
            }
        }
        Ok(passes)
    }
}

impl Rows for Interlaced {
    fn read(&mut self, rows: &mut [u8], first: u32) -> Result<(), Fault> {
        let passes = match self.passes.take() {
            Some(passes) => passes,
            None => self.read_passes()?,
        };
        for (y, row) in (first as usize..).zip(rows.chunks_exact_mut(self.rows.line)) {
            for (pass, bytes) in PASSES.into_iter().zip(&passes) {
                let [width, _] = pass.size(self.width as usize, self.rows.height as usize);
                if width == 0 || y < pass.y || !(y - pass.y).is_multiple_of(pass.dy) {
                    continue;
                }
                let line = &bytes[(y - pass.y) / pass.dy * width * self.pixel..][..width * self.pixel];
                let out = row.chunks_exact_mut(self.pixel).skip(pass.x).step_by(pass.dx);
                for (out, pixel) in out.zip(line.chunks_exact(self.pixel)) {
                    out.copy_from_slice(pixel);
                }
            }
        }
        self.passes = Some(passes);
        Ok(())
    }
}
