//! The lossless JPEG encoder: a typed error, or a file from which the standard's procedures, written down once more, get
//! every sample back.

use unite_jpeg::{
    Error, LosslessConfig, LosslessEncoder, LosslessImage, LosslessTables, PixelFormat, Predictor, Restart,
};

use crate::bytes::Bytes;

/// Pictures of any size up to 40 by 40, of any number of bits and components and any settings.
///
/// # Panics
/// If the encoder does not do what it says.
pub fn lossless(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let predictors = [&Predictor::ALL[..], &[Predictor::Best]].concat();
    let restart = match bytes.below(4) {
        0 | 1 => Restart::Never,
        2 => Restart::Mcus(bytes.below(120) as u16),
        _ => Restart::McuRows(bytes.below(5) as u16),
    };
    let shift = if bytes.below(4) == 3 { bytes.below(17) as u8 } else { 0 };
    let config = LosslessConfig::new()
        .predictor(bytes.choice(&predictors))
        .point_transform(shift)
        .tables(bytes.choice(&[LosslessTables::Optimized, LosslessTables::Fixed]))
        .restart(restart)
        .threads(1 + bytes.below(3));
    let (width, height) = (bytes.below(41), bytes.below(41));
    let bits = 2 + bytes.below(15) as u8;
    let format = if bytes.flag() { Some(bytes.choice(&PixelFormat::ALL)) } else { None };
    let pixel = format.map_or_else(|| 1 + bytes.below(4), PixelFormat::bytes);
    let stride = width * pixel + bytes.below(5);
    let samples = noise(&mut bytes, stride * height, bits);
    let narrow: Vec<u8> = samples.iter().map(|&sample| sample as u8).collect();
    let (w, h) = (width as u32, height as u32);
    let view = match (format, bits) {
        (Some(format), ..=8) => LosslessImage::from_u8(&narrow, w, h, format, stride),
        (Some(format), _) => LosslessImage::from_u16(&samples, w, h, format, stride),
        (None, ..=8) => LosslessImage::components_u8(&narrow, w, h, pixel, stride),
        (None, _) => LosslessImage::components_u16(&samples, w, h, pixel, stride),
    };
    let view = view.and_then(|view| view.precision(bits)).expect("a picture that fits its buffer");
    let file = LosslessEncoder::new(config).and_then(|mut encoder| encoder.encode_to_vec(&view));
    let file = match file {
        Ok(file) => file,
        Err(Error::Empty { .. }) => return assert!(width == 0 || height == 0),
        Err(Error::PointTransform { .. }) => return assert!(shift >= bits.min(16)),
        Err(Error::RestartInterval { pixels, .. }) => return assert!(!pixels.is_multiple_of(width)),
        Err(error) => panic!("{error}"),
    };
    let kept = view.components();
    let order: &[usize] = match format {
        Some(PixelFormat::Bgr | PixelFormat::Bgra) => &[2, 1, 0],
        _ => &[0, 1, 2, 3],
    };
    let expected: Vec<u16> = samples
        .chunks(stride)
        .flat_map(|row| row[..width * pixel].chunks(pixel))
        .flat_map(|pixel| order[..kept].iter().map(|&i| pixel[i] >> shift << shift))
        .collect();
    assert_eq!(decode(&file), expected, "{width} by {height}, {bits} bits");
}

/// Smooth, flat or noisy samples.
fn noise(bytes: &mut Bytes<'_>, len: usize, bits: u8) -> Vec<u16> {
    let most = ((1u32 << bits) - 1) as u16;
    let (slope, kind) = (bytes.byte(), bytes.below(3));
    let mut state = u32::from(bytes.byte()) | 1;
    (0..len)
        .map(|i| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (state >> 16) as u16;
            let smooth = (i as u16).wrapping_mul(u16::from(slope) + 1) >> 3;
            let sample = match kind {
                0 => smooth,
                1 => noise,
                _ => smooth ^ (noise & 7),
            };
            let more = if bytes.is_empty() { 0 } else { u16::from(bytes.byte()) };
            sample.wrapping_add(more) & most
        })
        .collect()
}

/// The samples of a file of process 14 (T.81 Annex H), by the letter.
fn decode(file: &[u8]) -> Vec<u16> {
    assert_eq!(file[..2], [0xFF, 0xD8]);
    let (mut at, mut table, mut interval) = (2, Vec::new(), 0);
    let (mut bits, mut size, mut components) = (0, [0; 2], 0);
    loop {
        assert_eq!(file[at], 0xFF);
        let marker = file[at + 1];
        let length = usize::from(u16::from_be_bytes([file[at + 2], file[at + 3]]));
        let segment = &file[at + 4..at + 2 + length];
        let word = |at| usize::from(u16::from_be_bytes([segment[at], segment[at + 1]]));
        at += 2 + length;
        match marker {
            0xC3 => {
                (bits, size) = (segment[0], [word(3), word(1)]);
                components = usize::from(segment[5]);
            }
            0xC4 => table = codes(segment),
            0xDD => interval = word(0),
            0xDA => {
                let parameters = &segment[1 + 2 * components..];
                let mut scan = Scan { data: &file[at..file.len() - 2], bit: 0 };
                let (selection, shift) = (parameters[0], parameters[2]);
                let half = 1 << (bits - shift - 1);
                return samples(&mut scan, &table, size, components, interval, selection, half)
                    .into_iter()
                    .map(|sample| sample << shift)
                    .collect();
            }
            _ => {}
        }
    }
}

/// Length, code and symbol of each code of a table (Annex C).
fn codes(segment: &[u8]) -> Vec<(u32, u32, u8)> {
    let (bits, values) = segment[1..].split_at(16);
    assert!(values.iter().all(|&value| value <= 16), "categories go up to 16");
    let (mut code, mut values, mut table) = (0, values.iter(), Vec::new());
    for (length, &count) in (1..).zip(bits) {
        for &value in values.by_ref().take(count.into()) {
            table.push((length, code, value));
            code += 1;
        }
        code <<= 1;
    }
    table
}

/// Entropy-coded data.
struct Scan<'a> {
    data: &'a [u8],
    /// The next bit, counted from the most significant of the first byte.
    bit: usize,
}

impl Scan<'_> {
    fn next(&mut self) -> u32 {
        let byte = self.bit / 8;
        let bit = self.data[byte] >> (7 - self.bit % 8) & 1;
        self.bit += 1;
        // A zero follows each byte of ones.
        if self.bit.is_multiple_of(8) && self.data[byte] == 0xFF {
            assert_eq!(self.data[byte + 1], 0);
            self.bit += 8;
        }
        bit.into()
    }

    fn restart(&mut self, number: usize) {
        while !self.bit.is_multiple_of(8) {
            assert_eq!(self.next(), 1, "filled up with ones");
        }
        let at = self.bit / 8;
        assert_eq!(self.data[at..at + 2], [0xFF, 0xD0 + (number % 8) as u8]);
        self.bit += 16;
    }

    /// A difference (H.2).
    fn difference(&mut self, table: &[(u32, u32, u8)]) -> i32 {
        let (mut length, mut code) = (0, 0);
        let category = loop {
            (length, code) = (length + 1, code << 1 | self.next());
            assert!(length <= 16, "no such code");
            if let Some(&(.., category)) = table.iter().find(|&&(l, c, _)| (l, c) == (length, code)) {
                break category;
            }
        };
        match category {
            16 => 32768,
            _ => {
                let value = (0..category).fold(0, |value, _| value << 1 | self.next() as i32);
                let negative = category > 0 && value >> (category - 1) == 0;
                if negative { value - (1 << category) + 1 } else { value }
            }
        }
    }
}

/// All samples after the point transform (H.1.2.1).
fn samples(
    scan: &mut Scan<'_>,
    table: &[(u32, u32, u8)],
    [width, height]: [usize; 2],
    components: usize,
    interval: usize,
    selection: u8,
    half: i32,
) -> Vec<u16> {
    let mut out: Vec<u16> = Vec::new();
    let mut first_row = 0;
    for y in 0..height {
        if interval > 0 && y > 0 && (y * width).is_multiple_of(interval) {
            scan.restart(y * width / interval - 1);
            first_row = y;
        }
        for x in 0..width {
            for i in 0..components {
                let at = |y: usize, x: usize| i32::from(out[(y * width + x) * components + i]);
                let prediction = match (x, y == first_row) {
                    (0, true) => half,
                    (_, true) => at(y, x - 1),
                    (0, false) => at(y - 1, x),
                    _ => {
                        let (a, b, c) = (at(y, x - 1), at(y - 1, x), at(y - 1, x - 1));
                        match selection {
                            1 => a,
                            2 => b,
                            3 => c,
                            4 => a + b - c,
                            5 => a + ((b - c) >> 1),
                            6 => b + ((a - c) >> 1),
                            _ => (a + b) >> 1,
                        }
                    }
                };
                out.push((prediction + scan.difference(table)) as u16);
            }
        }
    }
    out
}
