//! TIFF, by the crate `tiff`: strip by strip, or one row of tiles after another.

use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::{CompressionMethod, SampleFormat, Tag};
use tiff::{ColorType, TiffError, TiffFormatError};
use unite_jpeg::PixelFormat;

use super::fault::{Fault, Place};
use super::input::{Input, Seekable};
use super::{Depth, Found, Picture, Rows, check_size};

/// Where XMP is.
const XMP: Tag = Tag::Unknown(700);

/// What samples are in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Eight to a byte.
    Bits,
    Bytes,
    Words,
    /// From 0 to 1.
    Floats,
}

/// Reads the directory of the first picture.
pub fn open(input: Input) -> Result<Picture, Fault> {
    let mut bytes = input.seekable().map_err(Fault::Read)?;
    // Lists as long as a directory claims are looked for in the file before they get memory.
    bytes.has(8).map_err(Fault::Read)?.then_some(()).ok_or(Fault::EndsIn(Place::Header))?;
    let header = |error| fault(error, Place::Header);
    let mut decoder = Decoder::new(bytes).map_err(header)?;
    let mut limits = Limits::default();
    (limits.decoding_buffer_size, limits.intermediate_buffer_size) = (usize::MAX, usize::MAX);
    decoder = decoder.with_limits(limits);
    let (width, height) = decoder.dimensions().map_err(header)?;
    check_size(width, height)?;
    let color = decoder.colortype().map_err(header)?;
    let formats = decoder.find_tag_unsigned_vec::<u16>(Tag::SampleFormat).map_err(header)?;
    let is_float = formats.unwrap_or_default().iter().try_fold(false, |_, &format| {
        match SampleFormat::from_u16(format) {
            Some(SampleFormat::Uint) => Ok(false),
            Some(SampleFormat::IEEEFP) => Ok(true),
            _ => Err(Fault::not_read("a TIFF picture of signed or complex samples")),
        }
    })?;
    let (format, bits, is_ink) = match color {
        ColorType::Gray(bits) => (PixelFormat::Gray, bits, false),
        ColorType::GrayA(bits) => (PixelFormat::GrayAlpha, bits, false),
        ColorType::RGB(bits) => (PixelFormat::Rgb, bits, false),
        ColorType::RGBA(bits) => (PixelFormat::Rgba, bits, false),
        ColorType::CMYK(bits) => (PixelFormat::Rgb, bits, true),
        ColorType::Palette(_) => return Err(Fault::not_read("a TIFF picture with a palette")),
        ColorType::YCbCr(_) => {
            return Err(Fault::not_read("a TIFF picture of luminance and chrominance"));
        }
        _ => return Err(Fault::not_read("a TIFF picture of these components")),
    };
    let kind = match (bits, is_float, format) {
        (1, false, PixelFormat::Gray) => Kind::Bits,
        (8, false, _) => Kind::Bytes,
        (16, false, _) => Kind::Words,
        (32, true, PixelFormat::Rgb | PixelFormat::Rgba) => Kind::Floats,
        _ => return Err(Fault::not_read(format!("a TIFF picture of {bits} bits a sample and this kind"))),
    };
    let depth = match kind {
        Kind::Bits | Kind::Bytes => Depth::Eight(u8::MAX),
        Kind::Words | Kind::Floats => Depth::Sixteen(u16::MAX),
    };
    let samples = if is_ink { 4 } else { format.bytes() };
    let planar = decoder.find_tag_unsigned::<u16>(Tag::PlanarConfiguration).map_err(header)?;
    let found = Found {
        icc: decoder.get_tag_u8_vec(Tag::IccProfile).ok(),
        exif: None,
        xmp: decoder.get_tag_u8_vec(XMP).ok(),
    };
    let chunk = decoder.chunk_dimensions();
    let chunks = Chunks::new(&mut decoder, [width, height], chunk)?;
    let rows = TiffRows {
        decoder,
        size: [width as usize, height as usize],
        chunks,
        kind,
        samples,
        planes: if planar == Some(2) { samples } else { 1 },
        is_ink,
        band: Vec::new(),
        number: None,
    };
    let held = (rows.chunks.size[1] >= height as usize).then_some("it is a single strip");
    let picture = Picture::new([width, height], format, depth, Box::new(rows))?;
    Ok(Picture { found, held, ..picture })
}

/// An error of the crate, in our words.
fn fault(error: TiffError, at: Place) -> Fault {
    match (error, at) {
        (TiffError::IoError(error), _) => Fault::of_reading(error, at),
        (TiffError::UnsupportedError(_), _) => Fault::not_read("a TIFF picture of this kind"),
        (TiffError::LimitsExceeded, _) => Fault::header("a field is longer than can be"),
        (TiffError::FormatError(TiffFormatError::RequiredTagNotFound(tag)), Place::Header) => {
            Fault::header(format!("there is no field {}, and there must be", tag.to_u16()))
        }
        (TiffError::FormatError(TiffFormatError::InvalidDimensions(width, height)), _) => {
            check_size(width, height).err().unwrap_or(Fault::Damaged(at))
        }
        _ => Fault::Damaged(at),
    }
}

/// The strips or tiles.
struct Chunks {
    /// Width and height of each.
    size: [usize; 2],
    across: usize,
    down: usize,
    compression: CompressionMethod,
    /// Where each is, and how many bytes it has.
    offsets: Vec<u64>,
    counts: Vec<u64>,
}

impl Chunks {
    fn new(
        decoder: &mut Decoder<Seekable>,
        [width, height]: [u32; 2],
        (chunk_width, chunk_height): (u32, u32),
    ) -> Result<Self, Fault> {
        let header = |error| fault(error, Place::Header);
        if chunk_width == 0 || chunk_height == 0 {
            return Err(Fault::header("strips or tiles have no rows"));
        }
        let tiled = decoder.find_tag(Tag::TileOffsets).map_err(header)?.is_some();
        let [offsets, counts] = match tiled {
            true => [Tag::TileOffsets, Tag::TileByteCounts],
            false => [Tag::StripOffsets, Tag::StripByteCounts],
        };
        let compression = decoder.find_tag_unsigned(Tag::Compression).map_err(header)?;
        Ok(Self {
            size: [chunk_width as usize, chunk_height as usize],
            across: width.div_ceil(chunk_width) as usize,
            down: height.div_ceil(chunk_height) as usize,
            compression: CompressionMethod::from_u16_exhaustive(compression.unwrap_or(1)),
            offsets: decoder.find_tag_unsigned_vec(offsets).map_err(header)?.unwrap_or_default(),
            counts: decoder.find_tag_unsigned_vec(counts).map_err(header)?.unwrap_or_default(),
        })
    }

    /// Whether chunk `number` can become `bytes` bytes in `rows` rows: what the header says is held against what is there. A pipe
    /// is read so far.
    fn check(
        &self,
        input: &mut Seekable,
        number: usize,
        bytes: u64,
        rows: u64,
        at: Place,
    ) -> Result<(), Fault> {
        /// No other code makes more bytes of one.
        const MOST_OF_ONE: u64 = 2048;
        let (Some(&offset), Some(&count)) = (self.offsets.get(number), self.counts.get(number)) else {
            return Err(Fault::header("there are fewer strips or tiles than the picture takes"));
        };
        let is_there = input.has(offset.saturating_add(count));
        if !is_there.map_err(|error| Fault::of_reading(error, at))? {
            return Err(Fault::EndsIn(at));
        }
        let most = match self.compression {
            CompressionMethod::None => count,
            // A row that is like the one above takes a bit.
            CompressionMethod::Fax3 | CompressionMethod::Fax4 if count.saturating_mul(8) >= rows => u64::MAX,
            _ => count.saturating_mul(MOST_OF_ONE),
        };
        if bytes > most {
            return Err(Fault::Damaged(at));
        }
        // The crate takes the memory without asking.
        Vec::<u8>::new().try_reserve_exact(bytes as usize).map_err(|_| Fault::Memory)
    }
}

struct TiffRows {
    decoder: Decoder<Seekable>,
    size: [usize; 2],
    chunks: Chunks,
    kind: Kind,
    /// Samples of a pixel in the file.
    samples: usize,
    /// 1, or one for each sample.
    planes: usize,
    /// Cyan, magenta, yellow and black are to become red, green and blue.
    is_ink: bool,
    /// The rows of the chunks that were read last: samples as the picture has them, but for inks.
    band: Vec<u8>,
    /// Which of them that is.
    number: Option<usize>,
}

impl Rows for TiffRows {
    fn read(&mut self, rows: &mut [u8], first: u32) -> Result<(), Fault> {
        let bytes = self.sample_bytes();
        let kept = if self.is_ink { 3 } else { self.samples };
        let row = self.size[0] * kept * bytes;
        for (y, out) in (first as usize..).zip(rows.chunks_exact_mut(row)) {
            let band = y / self.chunks.size[1];
            if self.number != Some(band) {
                self.number = None;
                self.read_band(band)?;
                self.number = Some(band);
            }
            let line = self.size[0] * self.samples * bytes;
            let line = &self.band[y % self.chunks.size[1] * line..][..line];
            match (self.is_ink, bytes) {
                (false, _) => out.copy_from_slice(line),
                (true, 1) => {
                    for (out, ink) in out.as_chunks_mut::<3>().0.iter_mut().zip(line.as_chunks::<4>().0) {
                        let [c, m, y, k] = ink.map(f32::from);
                        *out = [c, m, y].map(|ink| ((255.0 - ink) * (1.0 - k / 255.0)) as u8);
                    }
                }
                (true, _) => {
                    for (out, ink) in out.as_chunks_mut::<6>().0.iter_mut().zip(line.as_chunks::<8>().0) {
                        let sample = |i: usize| f32::from(u16::from_be_bytes([ink[2 * i], ink[2 * i + 1]]));
                        let black = 1.0 - sample(3) / 65535.0;
                        for (i, out) in out.as_chunks_mut().0.iter_mut().enumerate() {
                            *out = (((65535.0 - sample(i)) * black) as u16).to_be_bytes();
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl TiffRows {
    /// Bytes of a sample in the band.
    fn sample_bytes(&self) -> usize {
        match self.kind {
            Kind::Bits | Kind::Bytes => 1,
            Kind::Words | Kind::Floats => 2,
        }
    }

    /// Reads the strips or tiles of a band, in all planes.
    fn read_band(&mut self, band: usize) -> Result<(), Fault> {
        let [width, height] = self.size;
        let Chunks { size: [chunk_width, chunk_height], across, down, .. } = self.chunks;
        let (bytes, first) = (self.sample_bytes(), band * chunk_height);
        let rows = chunk_height.min(height - first);
        let at = Place::Row(first as u32, height as u32);
        let line = width * self.samples * bytes;
        for plane in 0..self.planes {
            for column in 0..across {
                let number = (plane * down + band) * across + column;
                let per_pixel = self.samples / self.planes;
                let raw = match self.kind {
                    Kind::Bits => chunk_width.div_ceil(8),
                    Kind::Bytes => chunk_width * per_pixel,
                    Kind::Words => chunk_width * per_pixel * 2,
                    Kind::Floats => chunk_width * per_pixel * 4,
                } as u64;
                let (input, whole) = (self.decoder.inner(), raw.saturating_mul(rows as u64));
                self.chunks.check(input, number, whole, rows as u64, at)?;
                let result = self.decoder.read_chunk(number as u32).map_err(|error| fault(error, at))?;
                if column == 0 && plane == 0 {
                    // What the chunk took, the band may take.
                    self.band.clear();
                    self.band.try_reserve_exact(rows * line).map_err(|_| Fault::Memory)?;
                    self.band.resize(rows * line, 0);
                }
                let x = column * chunk_width;
                let columns = chunk_width.min(width - x);
                let to = Target {
                    band: &mut self.band,
                    line,
                    // The first sample of the first row, and those from one pixel to the next.
                    start: (x * self.samples + plane) * bytes,
                    step: self.samples / per_pixel,
                    count: columns * per_pixel,
                };
                let fits = match (result, self.kind) {
                    (DecodingResult::U8(samples), Kind::Bits) => {
                        to.fill(&samples, columns.div_ceil(8), |row, i| {
                            [255 * (row[i / 8] >> (7 - i % 8) & 1)]
                        })
                    }
                    (DecodingResult::U8(samples), Kind::Bytes) => {
                        to.fill(&samples, columns * per_pixel, |row, i| [row[i]])
                    }
                    (DecodingResult::U16(samples), Kind::Words) => {
                        to.fill(&samples, columns * per_pixel, |row, i| row[i].to_be_bytes())
                    }
                    (DecodingResult::F32(samples), Kind::Floats) => {
                        let word = |sample: f32| (sample.clamp(0.0, 1.0) * 65535.0).round() as u16;
                        to.fill(&samples, columns * per_pixel, |row, i| word(row[i]).to_be_bytes())
                    }
                    _ => None,
                };
                fits.ok_or(Fault::Damaged(at))?;
            }
        }
        Ok(())
    }
}

/// Where the samples of a chunk go.
struct Target<'a> {
    band: &'a mut [u8],
    /// Bytes of a row.
    line: usize,
    start: usize,
    /// From a sample to the next, in samples.
    step: usize,
    /// Samples of a row of the chunk.
    count: usize,
}

impl Target<'_> {
    /// Puts each sample of `rows`, `row` elements each, to its place. None if there are too few.
    fn fill<T, const N: usize>(
        self,
        rows: &[T],
        row: usize,
        sample: impl Fn(&[T], usize) -> [u8; N],
    ) -> Option<()> {
        let lines = self.band.chunks_exact_mut(self.line);
        if rows.len() < lines.len() * row {
            return None;
        }
        for (line, row) in lines.zip(rows.chunks_exact(row)) {
            let line = &mut line[self.start..];
            for i in 0..self.count {
                line.get_mut(i * self.step * N..)?.first_chunk_mut().map(|out| *out = sample(row, i))?;
            }
        }
        Some(())
    }
}
