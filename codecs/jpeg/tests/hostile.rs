//! Files that are damaged, cut off, or say what is not so: the command ends with a sentence about it, in bounded memory.
#![cfg(all(target_os = "linux", feature = "cli"))]

mod support;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output};

use support::folder::Folder;
use support::formats::{bmp, bmp_lines, png, png_lines, png_of, png_passes, pnm, tiff, zlib};
use support::pictures::generated;

/// The most memory that the command may map, in kilobytes: a picture of 60000x60000 takes thirty times as much.
const ADDRESS_SPACE: &str = "400000";

/// Sentences begin so.
const SENTENCES: [&str; 9] = [
    "the file is empty",
    "this is no picture in PNM, BMP, PNG, TIFF or JPEG format",
    "the file ends in the header",
    "the file ends in row ",
    "the file is damaged in ",
    "the header is wrong: ",
    "a sample of ",
    "a picture of ",
    "there is not enough memory to hold the picture",
];

/// Words of the decoders, and of what must not happen.
const WORDS: [&str; 14] = [
    "panicked",
    "os error",
    "buffer",
    "chunk",
    "IHDR",
    "IDAT",
    "IFD",
    "Error",
    "error",
    "decod",
    "unexpected",
    "corrupt",
    "Invalid",
    "whole",
];

fn run(input: &Path, output: &Path, more: &[&str]) -> Output {
    let command = "ulimit -v \"$1\" && shift && exec \"$@\"";
    Command::new("sh")
        .args(["-c", command, "sh", ADDRESS_SPACE, env!("CARGO_BIN_EXE_unite-jpeg")])
        .arg(input)
        .arg("-o")
        .arg(output)
        .args(more)
        .output()
        .expect("the command runs")
}

/// What is said of the file, or nothing if it was encoded.
#[track_caller]
fn said(folder: &Folder, file: &[u8], what: &str, more: &[&str]) -> Option<String> {
    let input = folder.file("in", file);
    let output = folder.path("out.jpg");
    let ended = run(input.as_ref(), output.as_ref(), more);
    let message = String::from_utf8(ended.stderr).expect("a message in Unicode");
    let written = fs::remove_file(&output).is_ok();
    match ended.status.code() {
        Some(0) => {
            assert!(written && message.is_empty(), "{what}: {message}");
            None
        }
        Some(1) => {
            let sentence =
                message.strip_prefix(&format!("unite-jpeg: {input}: ")).and_then(|m| m.strip_suffix('\n'));
            let sentence = sentence.unwrap_or_else(|| panic!("{what}: {message}"));
            let known = SENTENCES.iter().any(|known| sentence.starts_with(known))
                || sentence.ends_with(" cannot be read");
            assert!(known && !sentence.contains('\n'), "{what}: {sentence}");
            assert!(!WORDS.iter().any(|word| sentence.contains(word)), "{what}: {sentence}");
            assert!(!written, "{what}: {sentence}, and a file");
            Some(sentence.to_owned())
        }
        code => panic!("{what}: {code:?}, {message}"),
    }
}

/// A form, a file of it, and the places of width and height, if they are of 4 bytes and lie there as they are.
type Good = (&'static str, Vec<u8>, Option<[usize; 2]>);

/// One good file of each form.
fn good() -> Vec<Good> {
    let size = [40u32, 30];
    let picture = generated(40, 30);
    let rgb = picture.as_raw();
    let luma: Vec<u8> = rgb.iter().copied().step_by(3).collect();
    let deep: Vec<u8> = rgb.iter().flat_map(|&sample| [sample, 255 - sample]).collect();
    let rgba: Vec<u8> = rgb.chunks(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 9]).collect();
    let digits: String = luma.iter().map(|sample| format!("{sample} ")).collect();
    let palette: Vec<[u8; 4]> = (0..=255u8).map(|i| [i, i ^ 3, 255 - i, 0]).collect();
    let colors: Vec<u8> = palette.iter().flat_map(|color| [color[2], color[1], color[0]]).collect();
    let strips = |samples: &[u8], line: usize| -> Vec<Vec<u8>> {
        samples.chunks(line * 8).map(<[u8]>::to_vec).collect()
    };
    let deflated: Vec<_> = strips(rgb, 120).iter().map(|strip| zlib(strip)).collect();
    let packed: Vec<Vec<u8>> = strips(&luma, 40)
        .iter()
        .map(|strip| strip.chunks(40).flat_map(|line| [&[39][..], line].concat()).collect())
        .collect();
    let mut runs: Vec<u8> = (0..30).flat_map(|y| [20, y, 20, 255 - y, 0, 0]).collect();
    runs.extend([0, 1]);
    vec![
        ("PNM, colour", pnm(6, size, 255, rgb), None),
        ("PNM, grey", pnm(5, size, 255, &luma), None),
        ("PNM, digits", pnm(2, size, 255, digits.as_bytes()), None),
        ("PNM, bits", pnm(4, size, 1, &luma[..150]), None),
        ("PNM, 16 bits", pnm(6, size, 65535, &deep), None),
        ("BMP, colour", bmp([40, 30], 24, 0, &[], &bmp_lines(120, rgb)), Some([18, 22])),
        ("BMP, downward", bmp([40, -30], 32, 0, &[], &rgba), Some([18, 22])),
        ("BMP, palette", bmp([40, 30], 8, 0, &palette, &luma), Some([18, 22])),
        ("BMP, runs", bmp([40, 30], 8, 1, &palette, &runs), Some([18, 22])),
        ("BMP, 16 bits", bmp([40, 30], 16, 0, &[], &rgb[..2400]), Some([18, 22])),
        ("PNG, colour", png(size, 8, 2, false, &png_lines(120, rgb)), None),
        ("PNG, alpha", png(size, 8, 6, false, &png_lines(160, &rgba)), None),
        ("PNG, 16 bits", png(size, 16, 2, false, &png_lines(240, &deep)), None),
        (
            "PNG, palette",
            png_of(size, 8, 3, false, &[(b"PLTE", &colors)], &zlib(&png_lines(40, &luma))),
            None,
        ),
        ("PNG, interlaced", png(size, 8, 0, true, &png_passes([40, 30], 1, &luma)), None),
        ("TIFF, colour", tiff(size, 8, 3, 1, 8, &[], &strips(rgb, 120)), Some([18, 30])),
        ("TIFF, grey", tiff(size, 8, 1, 1, 8, &[], &strips(&luma, 40)), Some([18, 30])),
        ("TIFF, alpha", tiff(size, 8, 4, 1, 8, &[(338, 2)], &strips(&rgba, 160)), Some([18, 30])),
        ("TIFF, 16 bits", tiff(size, 16, 3, 1, 8, &[], &strips(&deep, 240)), Some([18, 30])),
        ("TIFF, deflated", tiff(size, 8, 3, 8, 8, &[], &deflated), Some([18, 30])),
        ("TIFF, packed", tiff(size, 8, 1, 32773, 8, &[], &packed), Some([18, 30])),
    ]
}

#[test]
fn five_hundred_files() {
    let folder = Folder::new("hostile");
    let mut state = 1u32;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    let (mut count, mut failed, mut sentences) = (0, 0, BTreeSet::new());
    for (what, file, sizes) in good() {
        assert_eq!(said(&folder, &file, what, &[]), None, "{what}");
        let mut bad: Vec<(String, Vec<u8>)> = Vec::new();
        let lengths = [
            0,
            1,
            2,
            3,
            5,
            9,
            17,
            30,
            53,
            file.len() / 3,
            file.len() / 2,
            file.len() * 9 / 10,
            file.len() - 1,
        ];
        bad.extend(lengths.map(|length| (format!("{length} bytes"), file[..length].to_vec())));
        for [width, height] in
            [[60_000u32, 60_000], [0, 30], [40, 0], [1 << 31, 30], [65_535, 65_535], [41, 30]]
        {
            let mut other = file.clone();
            match (what.split_once(',').map(|(format, _)| format), sizes) {
                (Some("PNM"), _) => {
                    let size = format!("{width} {height}").into_bytes();
                    let at = file.windows(5).position(|bytes| bytes == b"40 30").expect("a size");
                    other.splice(at..at + 5, size);
                }
                (Some("PNG"), _) => {
                    let header = [width.to_be_bytes(), height.to_be_bytes()].concat();
                    other.splice(16..24, header);
                    // The checksum of the header, so that what is after it is looked at too.
                    let fixed = png([width, height], file[24], file[25], file[28] != 0, &[]);
                    other.splice(29..33, fixed[29..33].to_vec());
                }
                (_, Some([x, y])) => {
                    other[x..x + 4].copy_from_slice(&width.to_le_bytes());
                    other[y..y + 4].copy_from_slice(&height.to_le_bytes());
                }
                _ => unreachable!("{what} has a size"),
            }
            bad.push((format!("{width}x{height}"), other.clone()));
            other.truncate(file.len().min(130));
            bad.push((format!("{width}x{height}, cut off"), other));
        }
        for _ in 0..8 {
            // Mostly headers, where bytes say more.
            let mut other = file.clone();
            let below = if random(3) == 0 { file.len() } else { file.len().min(200) };
            let at = random(below);
            other[at] = [0, 1, 0x7F, 0x80, 0xFF, random(256) as u8][random(6)];
            bad.push((format!("byte {at} is {}", other[at]), other));
        }
        for (i, (how, file)) in bad.into_iter().enumerate() {
            let more: &[&str] = [&[][..], &["--lossless"], &["--threads", "2"], &["--keep-metadata"]][i % 4];
            count += 1;
            if let Some(sentence) = said(&folder, &file, &format!("{what}, {how}"), more) {
                failed += 1;
                sentences.insert(
                    sentence
                        .split([':', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                        .next()
                        .unwrap_or("")
                        .to_owned(),
                );
            }
        }
    }
    assert!(count >= 500 && failed > count / 2, "{failed} of {count}");
    assert!(sentences.len() >= 6, "{sentences:?}");
}

#[test]
fn the_same_fault_has_the_same_sentence() {
    let folder = Folder::new("sentences");
    let rgb = generated(40, 30).into_raw();
    let strips: Vec<_> = rgb.chunks(120).map(<[u8]>::to_vec).collect();
    // A file of some size, and where its pixels begin.
    type Make<'a> = &'a dyn Fn([u32; 2]) -> Vec<u8>;
    let formats: [(&str, Make<'_>, usize); 4] = [
        ("PNM", &|size| pnm(6, size, 255, &rgb), pnm(6, [40, 30], 255, &[]).len()),
        ("BMP", &|[w, h]| bmp([w as i32, -(h as i32)], 24, 0, &[], &rgb), 54),
        ("PNG", &|size| png(size, 8, 2, false, &png_lines(120, &rgb)), 8 + 25 + 8 + 2 + 5),
        ("TIFF", &|size| tiff(size, 8, 3, 1, 1, &[], &strips), {
            tiff([40, 30], 8, 3, 1, 1, &[], &strips).len() - rgb.len()
        }),
    ];
    for (what, make, start) in formats {
        let whole = make([40, 30]);
        let line = if what == "PNG" { 121 } else { 120 };
        let check = |file: &[u8], expected: &str| {
            assert_eq!(said(&folder, file, what, &[]).as_deref(), Some(expected), "{what}");
        };
        check(&[], "the file is empty");
        check(&whole[..start * 2 / 3], "the file ends in the header");
        check(&whole[..start + line * 4 + 60], "the file ends in row 5 of 30");
        check(&make([0, 30]), "a picture of 0x30 has no pixels");
        check(&make([70_000, 30]), "a picture of 70000x30 is larger than the 65535x65535 that JPEG allows");
        if what != "TIFF" {
            check(
                &make([40, 31]),
                if what == "PNG" {
                    "the file is damaged in row 31 of 31"
                } else {
                    "the file ends in row 31 of 31"
                },
            );
        }
    }
    // Damaged compression.
    let mut data = zlib(&png_lines(120, &rgb));
    data[2] = 7;
    check_damaged(&folder, "PNG", &png_of([40, 30], 8, 2, false, &[], &data));
    let mut strip = zlib(&rgb);
    strip[2] = 7;
    check_damaged(&folder, "TIFF", &tiff([40, 30], 8, 3, 8, 30, &[], &[strip]));
    let runs = [0, 45, 1, 2, 3];
    let palette = [[0; 4]; 256];
    let said = said(&folder, &bmp([40, 30], 8, 1, &palette, &[&[45, 1], &runs[..]].concat()), "BMP", &[]);
    assert_eq!(said.as_deref(), Some("the file is damaged in row 30 of 30"));
}

fn check_damaged(folder: &Folder, what: &str, file: &[u8]) {
    let said = said(folder, file, what, &[]);
    assert_eq!(said.as_deref(), Some("the file is damaged in row 1 of 30"), "{what}");
}

#[test]
fn names_that_are_not_unicode() {
    let folder = Folder::new("names");
    let name = |bytes: &[u8]| Path::new(&folder.path("")).join(OsStr::from_bytes(bytes));
    let input = name(b"pict\xFFure.ppm");
    fs::write(&input, pnm(6, [40, 30], 255, generated(40, 30).as_raw())).unwrap();
    assert!(run(&input, &name(b"out\xFE.jpg"), &[]).status.success());
    assert!(name(b"out\xFE.jpg").exists());
    fs::create_dir(name(b"to\xFD")).unwrap();
    assert!(run(&input, &name(b"to\xFD"), &[]).status.success());
    assert!(name(b"to\xFD/pict\xFFure.jpg").exists());
    fs::write(&input, b"P6 40 30 255\nshort").unwrap();
    let ended = run(&input, &name(b"other\xFE.jpg"), &[]);
    let said = String::from_utf8(ended.stderr).expect("a message in Unicode");
    assert!(
        ended.status.code() == Some(1) && said.contains("pict\u{FFFD}ure.ppm: the file ends in row 1"),
        "{said}"
    );
    assert!(!name(b"other\xFE.jpg").exists());
}
