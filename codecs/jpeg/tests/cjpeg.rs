//! With the same settings the files are those of `cjpeg -dct int`, byte for byte.
//!
//! Every size of [`SIZES`], and a photograph of two megapixels, goes through every combination of quality, sampling,
//! Huffman tables and restart interval.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};

use image::RgbImage;
use support::cjpeg::{Settings, available, pgm, pipe, ppm, view};
use support::file::parse;
use support::pictures::{SIZES, bundled, generated, gray, photograph};
use unite_jpeg::{Encoder, HuffmanTables, ImageView, Restart, Sampling};

/// Compares one picture under one combination: the parts first, which tell where files differ, then all.
fn compare(picture: &ImageView<'_>, netpbm: &[u8], settings: &Settings) {
    let ours = Encoder::new(settings.config()).and_then(|mut encoder| encoder.encode_to_vec(picture));
    let ours = ours.unwrap_or_else(|error| panic!("{settings:?}: {error}"));
    let theirs = pipe("cjpeg", &settings.arguments(), netpbm);
    let size = (picture.width(), picture.height());
    let (a, b) = (parse(&ours), parse(&theirs));
    assert_eq!(a.frame, b.frame, "frame header: {size:?} {settings:?}");
    assert_eq!(a.quantization, b.quantization, "quantisation tables: {size:?} {settings:?}");
    assert_eq!(a.huffman, b.huffman, "Huffman tables: {size:?} {settings:?}");
    assert_eq!(a.restart, b.restart, "restart interval: {size:?} {settings:?}");
    assert_eq!(a.scan_header, b.scan_header, "scan header: {size:?} {settings:?}");
    if let Some(at) = a.scan.iter().zip(&b.scan).position(|(a, b)| a != b) {
        panic!("byte {at} of {} in the scan differs: {size:?} {settings:?}", b.scan.len());
    }
    assert_eq!(a.scan.len(), b.scan.len(), "length of the scan: {size:?} {settings:?}");
    assert_eq!(ours, theirs, "the rest of the file: {size:?} {settings:?}");
}

/// Runs `jobs` on two threads.
fn in_parallel<T: Sync>(jobs: &[T], run: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run(job);
                }
            });
        }
    });
}

fn compare_all(picture: &RgbImage, settings: &[Settings]) {
    let netpbm = ppm(picture);
    in_parallel(settings, |settings| compare(&view(picture), &netpbm, settings));
}

#[test]
fn small_pictures_under_all_settings() {
    if !available("cjpeg") {
        return;
    }
    let settings: Vec<_> = Settings::all().collect();
    for [width, height] in SIZES {
        compare_all(&generated(width, height), &settings);
    }
}

#[test]
fn part_of_a_photograph_under_all_settings() {
    if !available("cjpeg") {
        return;
    }
    let part = image::imageops::crop_imm(&bundled("chelsea.png"), 100, 60, 227, 149).to_image();
    compare_all(&part, &Settings::all().collect::<Vec<_>>());
}

#[test]
fn a_photograph_of_two_megapixels() {
    if !available("cjpeg") {
        return;
    }
    let picture = photograph();
    assert!(picture.width() * picture.height() > 2_000_000);
    // Under all settings a part of it is compared.
    compare_all(&picture, &Settings::all().filter(|settings| settings.quality == 75).collect::<Vec<_>>());
}

#[test]
fn tables_cut_to_eight_bits() {
    if !available("cjpeg") {
        return;
    }
    let low = Settings::all().filter(|settings| settings.quality <= 25);
    let settings: Vec<_> = low.map(|settings| Settings { force_baseline: true, ..settings }).collect();
    compare_all(&generated(33, 65), &settings);
}

#[test]
fn grey_pictures() {
    if !available("cjpeg") {
        return;
    }
    let settings: Vec<_> = Settings::all().filter(|settings| settings.sampling == Sampling::Gray).collect();
    for [width, height] in SIZES {
        let picture = gray(&generated(width, height));
        let view = ImageView::gray(picture.as_raw(), width, height).expect("an image fits its buffer");
        let netpbm = pgm(&picture);
        in_parallel(&settings, |settings| compare(&view, &netpbm, settings));
    }
}

#[test]
fn restart_intervals_of_every_kind() {
    if !available("cjpeg") {
        return;
    }
    let restarts = [2, 3, 7, 8, 9, 100, 65535].map(Restart::Mcus).into_iter();
    let restarts: Vec<_> = restarts.chain([2, 3, 65535].map(Restart::McuRows)).collect();
    let mut settings = Vec::new();
    for sampling in Sampling::ALL {
        for huffman in [HuffmanTables::Standard, HuffmanTables::Optimized] {
            for &restart in &restarts {
                settings.push(Settings { quality: 80, sampling, huffman, restart, force_baseline: false });
            }
        }
    }
    compare_all(&generated(227, 149), &settings);
}

#[test]
fn pictures_that_are_all_width_or_all_height() {
    if !available("cjpeg") {
        return;
    }
    let settings: Vec<_> = Settings::all().filter(|settings| settings.quality == 75).collect();
    compare_all(&generated(5000, 1), &settings);
    compare_all(&generated(1, 5000), &settings);
    let settings = Settings {
        quality: 75,
        sampling: Sampling::S420,
        huffman: HuffmanTables::Standard,
        restart: Restart::McuRows(40),
        force_baseline: false,
    };
    // libjpeg stops 35 samples and lines short of what a frame header can say.
    compare_all(&generated(65500, 2), &[settings]);
    compare_all(&generated(2, 65500), &[settings]);
}
