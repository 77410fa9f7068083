//! Pictures as files of each format, byte by byte, so that any byte can be another.

/// A PNM file, samples as bytes.
pub fn pnm(kind: u8, [width, height]: [u32; 2], white: u32, samples: &[u8]) -> Vec<u8> {
    let head = match kind {
        1 | 4 => format!("P{kind}\n{width} {height}\n"),
        _ => format!("P{kind}\n# a comment\n{width} {height}\n{white}\n"),
    };
    [head.as_bytes(), samples].concat()
}

/// A BMP file with a header of 40 bytes. `height` may be negative.
pub fn bmp(
    [width, height]: [i32; 2],
    bits: u16,
    compression: u32,
    palette: &[[u8; 4]],
    pixels: &[u8],
) -> Vec<u8> {
    let offset = 54 + 4 * palette.len() as u32;
    let mut file = b"BM".to_vec();
    file.extend((offset + pixels.len() as u32).to_le_bytes());
    file.extend([0; 4]);
    file.extend(offset.to_le_bytes());
    file.extend(40u32.to_le_bytes());
    file.extend([width.to_le_bytes(), height.to_le_bytes()].concat());
    file.extend([1u16.to_le_bytes(), bits.to_le_bytes()].concat());
    file.extend(compression.to_le_bytes());
    file.extend([0; 12]);
    file.extend((palette.len() as u32).to_le_bytes());
    file.extend([0; 4]);
    file.extend(palette.as_flattened());
    file.extend(pixels);
    file
}

/// Lines filled up to four bytes, from the bottom up.
pub fn bmp_lines(line: usize, samples: &[u8]) -> Vec<u8> {
    let lines = samples.chunks(line).rev();
    lines
        .flat_map(|line| line.iter().copied().chain(vec![0; line.len().next_multiple_of(4) - line.len()]))
        .collect()
}

/// A PNG file whose data is not compressed. `lines` have a byte before each that says how they are filtered.
pub fn png([width, height]: [u32; 2], bits: u8, color: u8, interlaced: bool, lines: &[u8]) -> Vec<u8> {
    png_of([width, height], bits, color, interlaced, &[], &zlib(lines))
}

/// A PNG file with other chunks before its data.
pub fn png_of(
    [width, height]: [u32; 2],
    bits: u8,
    color: u8,
    interlaced: bool,
    chunks: &[(&[u8; 4], &[u8])],
    data: &[u8],
) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1A\n".to_vec();
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[bits, color, 0, 0, interlaced.into()]];
    file.extend(chunk(b"IHDR", &header.concat()));
    chunks.iter().for_each(|(name, data)| file.extend(chunk(name, data)));
    file.extend(chunk(b"IDAT", data));
    file.extend(chunk(b"IEND", &[]));
    file
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [name, data].concat();
    let crc = named.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    });
    [&(data.len() as u32).to_be_bytes()[..], &named, &(!crc).to_be_bytes()].concat()
}

/// Deflate in name only.
pub fn zlib(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let parts: Vec<_> = data.chunks(60_000).collect();
    for (i, part) in parts.iter().enumerate() {
        let len = part.len() as u16;
        stream.push(u8::from(i + 1 == parts.len()));
        stream.extend([len.to_le_bytes(), (!len).to_le_bytes()].concat());
        stream.extend(*part);
    }
    let (a, b) = data.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65521;
        (a, (b + a) % 65521)
    });
    stream.extend((b << 16 | a).to_be_bytes());
    stream
}

/// Each line with a byte before it: not filtered.
pub fn png_lines(line: usize, samples: &[u8]) -> Vec<u8> {
    samples.chunks(line).flat_map(|line| [0].into_iter().chain(line.iter().copied())).collect()
}

/// The lines of the seven passes of interlacing, of pixels of so many bytes.
pub fn png_passes([width, height]: [usize; 2], pixel: usize, samples: &[u8]) -> Vec<u8> {
    let passes =
        [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let mut lines = Vec::new();
    for (x, y, dx, dy) in passes {
        for y in (y..height).step_by(dy) {
            if x < width {
                lines.push(0);
            }
            for x in (x..width).step_by(dx) {
                lines.extend(&samples[(y * width + x) * pixel..][..pixel]);
            }
        }
    }
    lines
}

/// A TIFF file, its directory before its strips, with more fields after the usual ones.
pub fn tiff(
    [width, height]: [u32; 2],
    bits: u16,
    samples: u16,
    compression: u16,
    rows: u32,
    more: &[(u16, u32)],
    strips: &[Vec<u8>],
) -> Vec<u8> {
    const SHORT: u16 = 3;
    const LONG: u16 = 4;
    let photometric = if samples >= 3 { 2 } else { 1 };
    let mut fields = vec![
        (256, LONG, width),
        (257, LONG, height),
        (259, SHORT, compression.into()),
        (262, SHORT, photometric),
        (277, SHORT, samples.into()),
        (278, LONG, rows),
    ];
    fields.retain(|&(tag, ..)| more.iter().all(|&(other, _)| other != tag));
    fields.extend(more.iter().map(|&(tag, value)| (tag, SHORT, value)));
    // Lists come after the directory: bits, offsets, counts.
    let directory = 8 + 2 + 12 * (fields.len() as u32 + 3) + 4;
    let count = strips.len() as u32;
    let offsets = directory + 2 * u32::from(samples);
    let data = offsets + 8 * count;
    let list = |tag, kind, count: u32, at, one: u32, bytes| {
        (tag, kind, count, if count * bytes <= 4 { one } else { at })
    };
    let mut entries: Vec<(u16, u16, u32, u32)> =
        fields.into_iter().map(|(tag, kind, value)| (tag, kind, 1, value)).collect();
    let two_bits = u32::from(bits) * if samples == 2 { 0x1_0001 } else { 1 };
    entries.push(list(258, SHORT, samples.into(), directory, two_bits, 2));
    entries.push(list(273, LONG, count, offsets, data, 4));
    entries.push(list(279, LONG, count, offsets + 4 * count, strips.first().map_or(0, Vec::len) as u32, 4));
    entries.sort_unstable();
    let mut file = b"II\x2A\0\x08\0\0\0".to_vec();
    file.extend((entries.len() as u16).to_le_bytes());
    for (tag, kind, count, value) in entries {
        file.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
        file.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
    }
    file.extend([0; 4]);
    (0..samples).for_each(|_| file.extend(bits.to_le_bytes()));
    let mut at = data;
    for strip in strips {
        file.extend(at.to_le_bytes());
        at += strip.len() as u32;
    }
    strips.iter().for_each(|strip| file.extend((strip.len() as u32).to_le_bytes()));
    strips.iter().for_each(|strip| file.extend(strip));
    file
}
