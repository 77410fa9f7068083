//! The decoders of the command `unite-jpeg`: a sentence of its own, or rows, and the same from a file as from a pipe.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::bytes::Bytes;
use crate::formats::{bmp, bmp_lines, png_lines, png_of, png_passes, pnm, tiff, zlib};
use crate::plan::Source;
use crate::reading::{Fault, Input, Picture};

/// Files of every format and most forms, with damage in their pixels, in their compression, and anywhere; and files of nothing
/// but the fuzzer's bytes.
///
/// # Panics
/// If a decoder does, or if it does not do what it says.
pub fn decoders(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let rows = 1 + bytes.below(20);
    let deep = bytes.flag();
    let step = 1 + bytes.below(5000);
    let file = match bytes.below(8) {
        7 => bytes.rest(),
        _ => form(&mut bytes),
    };
    let file = damaged(file, &mut bytes, 4);

    let path = Temporary::of(&file);
    let from_file = read(Picture::open(&Source::File(path.0.clone())), rows, deep);
    let from_pipe = read(Picture::read(Input::pipe(Drops { bytes: file, at: 0, step })), rows, deep);
    match (from_file, from_pipe) {
        (Ok(first), Ok(second)) => assert!(first == second, "a pipe has other rows than a file"),
        (Err(first), Err(second)) => {
            check(&first);
            check(&second);
        }
        (Ok(_), Err(fault)) => panic!("only a pipe fails: {fault}"),
        (Err(fault), Ok(_)) => panic!("only a file fails: {fault}"),
    }
}

/// Size, bytes of a pixel and samples of a picture, as far as they are looked at.
type Rows = ([u32; 2], usize, Vec<u16>);

/// All rows, so many at a time, or those of the first megabyte.
fn read(picture: Result<Picture, Fault>, rows: usize, deep: bool) -> Result<Rows, Fault> {
    const MOST: usize = 1 << 20;
    let mut picture = picture?;
    let (size, stride) = ([picture.width(), picture.height()], picture.stride());
    assert!(size.iter().all(|side| (1..=65535).contains(side)), "{size:?}");
    assert_eq!(stride, size[0] as usize * picture.format().bytes());
    let deep = deep && picture.is_deep();
    let mut samples: Vec<u16> = Vec::new();
    let (mut few, mut wide) = (Vec::new(), Vec::new());
    let mut left = size[1] as usize;
    while left > 0 && samples.len() < MOST {
        let count = rows.min(left).min(1 + MOST / stride);
        left -= count;
        if deep {
            wide.resize(count * stride, 0);
            picture.read_words(&mut wide)?;
            samples.extend(&wide);
        } else {
            few.resize(count * stride, 0);
            picture.read_bytes(&mut few)?;
            samples.extend(few.iter().map(|&sample| u16::from(sample)));
        }
    }
    Ok((size, picture.format().bytes(), samples))
}

/// What is said of a file is one sentence, and none of a decoder's.
fn check(fault: &Fault) {
    const WORDS: [&str; 9] =
        ["panicked", "os error", "buffer", "IHDR", "IDAT", "IFD", "Error", "unexpected", "Invalid"];
    let sentence = fault.to_string();
    assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence:?}");
    assert!(!WORDS.iter().any(|word| sentence.contains(word)), "{sentence}");
    assert!(!matches!(fault, Fault::Open(_) | Fault::Read(_)), "the system is well: {sentence}");
}

/// A file of some form, right but for what its payload is.
fn form(bytes: &mut Bytes<'_>) -> Vec<u8> {
    let size = [1 + bytes.below(40) as u32, 1 + bytes.below(30) as u32];
    let [width, height] = size.map(|side| side as usize);
    let noise = bytes.byte();
    // Samples for the widest form.
    let samples: Vec<u8> = (0..width * height * 8).map(|i| (i * (1 + usize::from(noise))) as u8).collect();
    let of = |line: usize| samples[..line * height].to_vec();
    let palette: Vec<[u8; 4]> = (0..bytes.below(257)).map(|i| [i as u8, 3, noise, 0]).collect();
    let interlaced = bytes.below(4) == 3;
    match bytes.below(4) {
        0 => {
            let kind = bytes.choice(&[1, 2, 3, 4, 5, 6, 7]);
            let white = bytes.choice(&[1, 15, 255, 256, 1000, 65535, 65536]);
            let wide = if white > 255 { 2 } else { 1 };
            let digits = |count: usize| -> Vec<u8> {
                let digit = |sample: &u8| format!("{} ", u32::from(*sample) % (white + 1)).into_bytes();
                samples[..count].iter().flat_map(digit).collect()
            };
            let payload = match kind {
                1 | 2 => digits(width * height),
                3 => digits(3 * width * height),
                4 => of(width.div_ceil(8)),
                5 => of(width * wide),
                _ => of(3 * width * wide),
            };
            let payload = damaged(payload, bytes, 2);
            match kind {
                7 => {
                    let depth = bytes.choice(&[1, 2, 3, 4, 5]);
                    let kind = bytes.choice(&["GRAYSCALE", "RGB", "RGB_ALPHA", "BLACKANDWHITE", "CMYK"]);
                    let head = format!(
                        "P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {white}\nTUPLTYPE {kind}\nENDHDR\n"
                    );
                    [head.as_bytes(), &of(width * wide * depth.min(4)), &payload].concat()
                }
                _ => pnm(kind, size, white, &payload),
            }
        }
        1 => {
            let (bits, compression) =
                bytes.choice(&[(1, 0), (4, 0), (8, 0), (16, 0), (24, 0), (32, 0), (8, 1), (4, 2), (32, 3)]);
            let upside = if bytes.flag() { -1 } else { 1 };
            let line = (width * usize::from(bits)).div_ceil(8);
            let payload = match compression {
                // Runs of everything that there is.
                1 | 2 => {
                    (0..bytes.below(200)).map(|_| bytes.choice(&[0, 0, 1, 2, 3, 5, 40, 255, noise])).collect()
                }
                _ => bmp_lines(line, &of(line)),
            };
            let payload = damaged(payload, bytes, 2);
            bmp([width as i32, upside * height as i32], bits, compression, &palette, &payload)
        }
        2 => {
            let (bits, color, samples_per_pixel) = bytes.choice(&[
                (1, 0, 1),
                (8, 0, 1),
                (16, 0, 1),
                (8, 2, 3),
                (16, 2, 3),
                (4, 3, 1),
                (8, 3, 1),
                (8, 4, 2),
                (8, 6, 4),
                (16, 6, 4),
            ]);
            let pixel = usize::from(bits) * samples_per_pixel;
            let line = (width * pixel).div_ceil(8);
            let lines = match interlaced && pixel >= 8 {
                true => png_passes([width, height], pixel / 8, &samples),
                false => png_lines(line, &of(line)),
            };
            let lines = damaged(lines, bytes, 2);
            let data = damaged(zlib(&lines), bytes, 1);
            let colors: Vec<u8> = palette.iter().flat_map(|color| color[..3].to_vec()).collect();
            let mut chunks: Vec<(&[u8; 4], &[u8])> = Vec::new();
            if color == 3 {
                chunks.push((b"PLTE", &colors));
            }
            let more = damaged(samples[..bytes.below(30).min(samples.len())].to_vec(), bytes, 1);
            if bytes.flag() {
                chunks.push((bytes.choice(&[b"tRNS", b"gAMA", b"eXIf", b"iCCP", b"iTXt", b"pHYs"]), &more));
            }
            png_of(size, bits, color, interlaced && pixel >= 8, &chunks, &data)
        }
        _ => {
            let (bits, count) =
                bytes.choice(&[(1, 1), (8, 1), (8, 2), (8, 3), (8, 4), (16, 1), (16, 3), (32, 3), (32, 4)]);
            let compression = bytes.choice(&[1, 1, 5, 8, 32773, 2, 7]);
            let rows = 1 + bytes.below(height + 4);
            let line = (width * usize::from(bits) * usize::from(count)).div_ceil(8);
            let all: Vec<u8> = samples.iter().copied().cycle().take(line * height).collect();
            let strips: Vec<Vec<u8>> = all
                .chunks(line * rows)
                .map(|strip| match compression {
                    8 => zlib(strip),
                    32773 => {
                        strip.chunks(100).flat_map(|run| [&[run.len() as u8 - 1], run].concat()).collect()
                    }
                    _ => strip.to_vec(),
                })
                .map(|strip| damaged(strip, bytes, 1))
                .collect();
            let fields: Vec<(u16, u32)> = (0..bytes.below(3))
                .map(|_| {
                    (bytes.choice(&[262, 266, 274, 284, 317, 322, 323, 338, 339, 532]), bytes.below(6) as u32)
                })
                .collect();
            tiff(size, bits, count, compression, rows as u32, &fields, &strips)
        }
    }
}

/// `file` with up to `most` changes, mostly near its beginning, where bytes say more.
fn damaged(mut file: Vec<u8>, bytes: &mut Bytes<'_>, most: usize) -> Vec<u8> {
    for _ in 0..bytes.below(2 * most + 1).saturating_sub(most) {
        let near = if bytes.flag() { file.len() } else { file.len().min(200) };
        let at = bytes.below(near.max(1)).min(file.len());
        let end = (at + 1 + bytes.below(9)).min(file.len());
        match bytes.below(8) {
            0 => file.truncate(at),
            1 => drop(file.drain(at..end)),
            2 => {
                let copy = file[at..end].to_vec();
                file.splice(at..at, copy);
            }
            3 => {
                let number = bytes.choice(&[0u32, 1, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 1 << 31, u32::MAX]);
                let number = if bytes.flag() { number.to_le_bytes() } else { number.to_be_bytes() };
                file[at..end].iter_mut().zip(number).for_each(|(byte, other)| *byte = other);
            }
            4 => file.extend((0..bytes.below(40)).map(|_| bytes.byte())),
            _ => file[at..end.min(at + 1)].iter_mut().for_each(|byte| *byte = bytes.byte()),
        }
    }
    file
}

/// A pipe that gives a little at a time, and is interrupted at times.
struct Drops {
    bytes: Vec<u8>,
    at: usize,
    step: usize,
}

impl Read for Drops {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.step += 1;
        if self.step.is_multiple_of(7) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = self.step.min(into.len()).min(self.bytes.len() - self.at);
        into[..count].copy_from_slice(&self.bytes[self.at..][..count]);
        self.at += count;
        Ok(count)
    }
}

/// A file that is gone when it is dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn of(bytes: &[u8]) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("unite-fuzz-{}-{number}", process::id()));
        fs::write(&path, bytes).expect("a temporary file");
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // There is no one left to tell.
        let _ = fs::remove_file(&self.0);
    }
}
