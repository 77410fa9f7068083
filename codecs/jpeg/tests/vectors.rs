//! Files that `cjpeg` has written, as hashes: the comparison with it where it is not installed.
//!
//! `tests/vectors/cjpeg.txt` has one line for each file: size of the generated picture, settings, and the hashes of the
//! quantisation tables, the Huffman tables and the scan, all of what `cjpeg` of libjpeg-turbo 2.1.5 wrote. To make it
//! anew from the `cjpeg` of this machine:
//!
//! ```text
//! cargo test -p unite-jpeg --test vectors -- --ignored bless
//! ```

mod support;

use std::fmt::Write;
use std::path::PathBuf;

use support::cjpeg::{Settings, available, pipe, ppm, view};
use support::file::{fnv, parse};
use support::pictures::generated;
use unite_jpeg::{Encoder, Sampling};

/// Sizes of the pictures, each under a sixth of all settings.
const SIZES: [[u32; 2]; 6] = [[1, 1], [7, 9], [16, 16], [17, 31], [33, 65], [131, 70]];

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/cjpeg.txt")
}

/// The line of one file.
fn line([width, height]: [u32; 2], settings: &Settings, file: &[u8]) -> String {
    let parts = parse(file);
    let [quantization, huffman] = [parts.quantization, parts.huffman].map(|tables| fnv(tables.concat()));
    let scan = fnv(parts.scan);
    let arguments = settings.arguments().join(" ");
    format!("{width}x{height} {arguments}: {quantization:016x} {huffman:016x} {scan:016x}")
}

/// All lines, of what `encode` makes.
fn lines(encode: impl Fn(&image::RgbImage, &Settings) -> Vec<u8>) -> String {
    let mut lines = String::new();
    for (i, settings) in Settings::all().enumerate() {
        // Neighbouring settings differ in tables and restarts, and come in sixes: a size meets all of them in time.
        let size = SIZES[(i + i / SIZES.len()) % SIZES.len()];
        let picture = generated(size[0], size[1]);
        writeln!(lines, "{}", line(size, &settings, &encode(&picture, &settings))).expect("strings take all");
    }
    lines
}

#[test]
fn files_are_those_that_cjpeg_wrote() {
    let ours = lines(|picture, settings| {
        let mut encoder = Encoder::new(settings.config()).expect("a quality in range");
        encoder.encode_to_vec(&view(picture)).expect("a picture of legal size")
    });
    let theirs = std::fs::read_to_string(path()).expect("the vectors are in the repository");
    for (ours, theirs) in ours.lines().zip(theirs.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.lines().count(), theirs.lines().count());
    assert!(Sampling::ALL.len() * 48 == theirs.lines().count());
}

#[test]
#[ignore = "writes the vectors"]
fn bless() {
    if available("cjpeg") {
        let theirs = lines(|picture, settings| pipe("cjpeg", &settings.arguments(), &ppm(picture)));
        std::fs::write(path(), theirs).expect("the vectors can be written");
    }
}
