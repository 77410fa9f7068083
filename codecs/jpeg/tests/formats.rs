//! Every format that the command reads, in every form: the file is that of the same pixels from memory.
#![cfg(feature = "cli")]

mod support;

use std::process::{Command, Stdio};

use support::cjpeg::{available, pipe, view};
use support::folder::Folder;
use support::formats::{bmp, bmp_lines, png, png_lines, png_of, png_passes, pnm, tiff, zlib};
use support::pictures::{generated, gray};
use unite_jpeg::{
    Encoder, EncoderConfig, ImageView, LosslessConfig, LosslessEncoder, LosslessImage, PixelFormat, Sampling,
};

const SIZE: [u32; 2] = [45, 30];

fn encoder() -> Encoder {
    Encoder::new(EncoderConfig::new().quality(90).sampling(Sampling::S444)).unwrap()
}

fn run(input: &str, more: &[&str]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unite-jpeg"));
    command.args([input, "-o", "-", "-q", "90", "-s", "444"]).args(more).stdin(Stdio::null());
    let output = command.output().expect("the command runs");
    assert!(output.status.success(), "{input}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The command's files of `file`, by its name and through a pipe.
fn check(folder: &Folder, what: &str, file: &[u8], expected: &[u8]) {
    let path = folder.file("in", file);
    assert!(run(&path, &[]) == expected, "{what}");
    assert!(run(&path, &["--threads", "2"]) == expected, "{what}, two threads");
    let arguments = ["-", "-o", "-", "-q", "90", "-s", "444"].map(String::from);
    assert!(pipe(env!("CARGO_BIN_EXE_unite-jpeg"), &arguments, file) == expected, "{what}, through a pipe");
}

#[test]
fn colours_and_greys_of_eight_bits() {
    let folder = Folder::new("eight");
    let [width, height] = SIZE;
    let (signed, line) = ([width as i32, height as i32], width as usize * 3);
    let picture = generated(width, height);
    let grey = gray(&picture);
    let (rgb, luma) = (picture.as_raw(), grey.as_raw());
    let expected = encoder().encode_to_vec(&view(&picture)).unwrap();
    let expected_grey = encoder().encode_to_vec(&ImageView::gray(luma, width, height).unwrap()).unwrap();
    let digits = |samples: &[u8]| samples.iter().map(|sample| format!("{sample}\n")).collect::<String>();
    let rgba: Vec<u8> =
        rgb.chunks(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[0] ^ 85]).collect();
    let bgr: Vec<u8> = rgb.chunks(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
    let bgrx: Vec<u8> = rgb.chunks(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0], 0]).collect();
    let upward: Vec<u8> = bmp_lines(line, &bgr);
    let downward: Vec<u8> = upward.chunks(upward.len() / height as usize).rev().flatten().copied().collect();
    let strips = |samples: &[u8], line: usize, rows: usize| -> Vec<Vec<u8>> {
        samples.chunks(line * rows).map(<[u8]>::to_vec).collect()
    };
    let pam =
        format!("P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n");
    let planes: Vec<u8> = (0..3).flat_map(|i| rgb.iter().skip(i).step_by(3).copied()).collect();
    let color: [(&str, Vec<u8>); 13] = [
        ("PPM", pnm(6, SIZE, 255, rgb)),
        ("PPM, digits", pnm(3, SIZE, 255, digits(rgb).as_bytes())),
        ("PAM, alpha", [pam.as_bytes(), &rgba].concat()),
        ("BMP", bmp(signed, 24, 0, &[], &upward)),
        ("BMP, downward", bmp([signed[0], -signed[1]], 24, 0, &[], &downward)),
        ("BMP, 32 bits", bmp(signed, 32, 0, &[], &bmp_lines(width as usize * 4, &bgrx))),
        ("PNG", png(SIZE, 8, 2, false, &png_lines(line, rgb))),
        ("PNG, alpha", png(SIZE, 8, 6, false, &png_lines(width as usize * 4, &rgba))),
        ("PNG, interlaced", png(SIZE, 8, 2, true, &png_passes([45, 30], 3, rgb))),
        ("TIFF", tiff(SIZE, 8, 3, 1, 7, &[], &strips(rgb, line, 7))),
        ("TIFF, one strip", tiff(SIZE, 8, 3, 1, 30, &[], &strips(rgb, line, 30))),
        (
            "TIFF, Deflate",
            tiff(
                SIZE,
                8,
                3,
                8,
                7,
                &[],
                &strips(rgb, line, 7).iter().map(|strip| zlib(strip)).collect::<Vec<_>>(),
            ),
        ),
        ("TIFF, planes", tiff(SIZE, 8, 3, 1, 30, &[(284, 2)], &strips(&planes, width as usize, 30))),
    ];
    for (what, file) in color {
        check(&folder, what, &file, &expected);
    }
    let greys: Vec<[u8; 4]> = (0..=255).map(|sample| [sample, sample, sample, 0]).collect();
    let gray_alpha: Vec<u8> = luma.iter().flat_map(|&sample| [sample, 77]).collect();
    let inverted: Vec<u8> = luma.iter().map(|sample| 255 - sample).collect();
    let grey: [(&str, Vec<u8>); 8] = [
        ("PGM", pnm(5, SIZE, 255, luma)),
        ("PGM, digits", pnm(2, SIZE, 255, digits(luma).as_bytes())),
        ("BMP, grey palette", bmp(signed, 8, 0, &greys, &bmp_lines(width as usize, luma))),
        ("PNG", png(SIZE, 8, 0, false, &png_lines(width as usize, luma))),
        ("PNG, alpha", png(SIZE, 8, 4, false, &png_lines(width as usize * 2, &gray_alpha))),
        ("PNG, interlaced", png(SIZE, 8, 0, true, &png_passes([45, 30], 1, luma))),
        ("TIFF", tiff(SIZE, 8, 1, 1, 4, &[], &strips(luma, width as usize, 4))),
        ("TIFF, white is 0", tiff(SIZE, 8, 1, 1, 4, &[(262, 0)], &strips(&inverted, width as usize, 4))),
    ];
    for (what, file) in grey {
        check(&folder, &format!("{what}, grey"), &file, &expected_grey);
    }
}

#[test]
fn palettes_and_fewer_bits() {
    let folder = Folder::new("palettes");
    let [width, height] = SIZE;
    let signed = [width as i32, height as i32];
    // Colours by index, and indices that are packed by `bits`.
    let colors: Vec<[u8; 3]> = (0..16u8).map(|i| [i * 16, 255 - i * 11, (i * 5) ^ 77]).collect();
    for bits in [1usize, 2, 4] {
        let index = |x: usize, y: usize| ((x * 7 + y * 3 + x * y) % (1 << bits)) as u8;
        let size = [width as usize, height as usize];
        let rgb: Vec<u8> = (0..size[1])
            .flat_map(|y| (0..size[0]).flat_map(move |x| [(x, y)]))
            .flat_map(|(x, y)| colors[usize::from(index(x, y))])
            .collect();
        let expected = encoder().encode_to_vec(&ImageView::rgb(&rgb, width, height).unwrap()).unwrap();
        let line = (size[0] * bits).div_ceil(8);
        let mut packed = vec![0; line * size[1]];
        for y in 0..size[1] {
            for x in 0..size[0] {
                packed[y * line + x * bits / 8] |= index(x, y) << (8 - bits - x * bits % 8);
            }
        }
        let used = &colors[..1 << bits];
        let palette: Vec<[u8; 4]> = used.iter().map(|[r, g, b]| [*b, *g, *r, 0]).collect();
        check(
            &folder,
            &format!("BMP, {bits} bits"),
            &bmp(signed, bits as u16, 0, &palette, &bmp_lines(line, &packed)),
            &expected,
        );
        let file = png_of(
            SIZE,
            bits as u8,
            3,
            false,
            &[(b"PLTE", used.as_flattened())],
            &zlib(&png_lines(line, &packed)),
        );
        check(&folder, &format!("PNG, {bits} bits"), &file, &expected);
        // Run-length codes: each row as runs of one, or of two pixels in turn, and one row as it is.
        if bits == 4 {
            let mut codes = Vec::new();
            for y in (0..size[1]).rev() {
                if y == 5 {
                    codes.extend([0, size[0] as u8]);
                    codes.extend(&packed[y * line..][..line]);
                    codes.extend(vec![0; line.next_multiple_of(2) - line]);
                } else {
                    for x in (0..size[0]).step_by(2) {
                        let pair = packed[y * line + x / 2];
                        codes.extend([if x + 1 < size[0] { 2 } else { 1 }, pair]);
                    }
                }
                codes.extend([0, 0]);
            }
            codes.extend([0, 1]);
            check(&folder, "BMP, runs", &bmp(signed, 4, 2, &palette, &codes), &expected);
        }
        if bits == 1 {
            let bw: Vec<u8> = (0..size[1])
                .flat_map(|y| (0..size[0]).map(move |x| if index(x, y) == 1 { 0 } else { 255 }))
                .collect();
            let expected = encoder().encode_to_vec(&ImageView::gray(&bw, width, height).unwrap()).unwrap();
            check(&folder, "PBM", &pnm(4, SIZE, 1, &packed), &expected);
            let digits: String = bw.iter().map(|&sample| if sample == 0 { '1' } else { '0' }).collect();
            check(&folder, "PBM, digits", &pnm(1, SIZE, 1, digits.as_bytes()), &expected);
            let white: Vec<u8> = packed.iter().map(|byte| !byte).collect();
            let strips: Vec<_> = white.chunks(line * 9).map(<[u8]>::to_vec).collect();
            check(&folder, "TIFF, bits", &tiff(SIZE, 1, 1, 1, 9, &[], &strips), &expected);
        }
    }
}

#[test]
fn sixteen_bits_and_other_whites() {
    let folder = Folder::new("deep");
    let [width, height] = SIZE;
    let samples: Vec<u16> = (0..width * height * 3).map(|i| (i.wrapping_mul(40_503) >> 3) as u16).collect();
    let line = width as usize * 6;
    let upper: Vec<u8> = samples.iter().flat_map(|sample| sample.to_be_bytes()).collect();
    let lower: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let strips: Vec<_> = lower.chunks(line * 8).map(<[u8]>::to_vec).collect();
    let bytes = |white: u32| -> Vec<u8> {
        samples.iter().map(|&sample| ((u32::from(sample) * 255 + white / 2) / white) as u8).collect()
    };
    let rgb = bytes(65535);
    let expected = encoder().encode_to_vec(&ImageView::rgb(&rgb, width, height).unwrap()).unwrap();
    let image = LosslessImage::from_u16(&samples, width, height, PixelFormat::Rgb, line / 2).unwrap();
    let lossless = LosslessEncoder::new(LosslessConfig::new()).unwrap().encode_to_vec(&image).unwrap();
    let files = [
        ("PPM", pnm(6, SIZE, 65535, &upper)),
        ("PNG", png(SIZE, 16, 2, false, &png_lines(line, &upper))),
        ("PNG, interlaced", png(SIZE, 16, 2, true, &png_passes([45, 30], 6, &upper))),
        ("TIFF", tiff(SIZE, 16, 3, 1, 8, &[], &strips)),
    ];
    for (what, file) in files {
        check(&folder, what, &file, &expected);
        let path = folder.file("in", &file);
        let arguments = [path.as_str(), "-o", "-", "--lossless"].map(String::from);
        assert!(pipe(env!("CARGO_BIN_EXE_unite-jpeg"), &arguments, &[]) == lossless, "{what}, without loss");
    }
    // White that is not all bits, as `cjpeg` takes it.
    for white in [1u16, 3, 100, 254, 256, 1000, 4095] {
        let samples: Vec<u16> = samples.iter().map(|sample| sample % (white + 1)).collect();
        let bytes: Vec<u8> = match white {
            ..256 => samples.iter().map(|&sample| sample as u8).collect(),
            _ => samples.iter().flat_map(|sample| sample.to_be_bytes()).collect(),
        };
        let file = pnm(6, SIZE, white.into(), &bytes);
        let path = folder.file("in", &file);
        let ours = run(&path, &[]);
        if available("cjpeg") {
            let arguments = ["-quality", "90", "-sample", "1x1", &path].map(String::from);
            assert!(ours == pipe("cjpeg", &arguments, &[]), "white {white}");
        }
    }
}

#[test]
fn bmp_files_of_cjpeg() {
    if !available("cjpeg") {
        return;
    }
    let folder = Folder::new("bmp");
    for width in 1..12u32 {
        let picture = generated(width, 9);
        let bgr: Vec<u8> = picture.pixels().flat_map(|pixel| [pixel.0[2], pixel.0[1], pixel.0[0]]).collect();
        let signed = [width as i32, 9];
        let palette: Vec<[u8; 4]> = (0..=255).map(|i: u8| [i, i ^ 85, 255 - i, 0]).collect();
        let greys: Vec<[u8; 4]> = (0..=255).map(|i: u8| [i, i, i, 0]).collect();
        let indices: Vec<u8> = bgr.iter().copied().step_by(3).collect();
        let files = [
            bmp(signed, 24, 0, &[], &bmp_lines(width as usize * 3, &bgr)),
            bmp(signed, 8, 0, &palette, &bmp_lines(width as usize, &indices)),
            bmp(signed, 8, 0, &greys, &bmp_lines(width as usize, &indices)),
        ];
        for (i, file) in files.iter().enumerate() {
            let path = folder.file("in.bmp", file);
            let theirs = ["-quality", "90", "-sample", "1x1", &path].map(String::from);
            assert!(run(&path, &[]) == pipe("cjpeg", &theirs, &[]), "{width}, file {i}");
        }
    }
}
