//! Any number of threads makes the file that one thread makes.

mod support;

use support::cjpeg::{Settings, view};
use support::pictures::{generated, gray, photograph};
use unite_jpeg::{Color, Encoder, HuffmanTables, ImageView, Restart, Sampling};

/// Settings that differ in what joining depends on.
fn settings() -> impl Iterator<Item = Settings> {
    let restarts = [0, 1, 29, 65535].map(Restart::Mcus).into_iter();
    let restarts: Vec<_> = restarts.chain([Restart::McuRows(3)]).collect();
    Sampling::ALL.into_iter().flat_map(move |sampling| {
        [HuffmanTables::Standard, HuffmanTables::Optimized].into_iter().flat_map({
            let restarts = restarts.clone();
            move |huffman| {
                let settings = move |restart| Settings {
                    quality: 90,
                    sampling,
                    huffman,
                    restart,
                    force_baseline: false,
                };
                restarts.clone().into_iter().map(settings)
            }
        })
    })
}

fn encoder(settings: &Settings, threads: usize) -> Encoder {
    Encoder::new(settings.config().threads(threads)).expect("settings in range")
}

/// Encodes by one thread and by each of `threads`, at once and in portions of each of `portions` rows.
fn compare(picture: &ImageView<'_>, settings: &Settings, threads: &[usize]) -> Vec<u8> {
    let expected = encoder(settings, 1).encode_to_vec(picture).expect("a picture of legal size");
    for &threads in threads {
        let file = encoder(settings, threads).encode_to_vec(picture).expect("a picture of legal size");
        let size = [picture.width(), picture.height()];
        assert!(file == expected, "{size:?}, {threads} threads: {settings:?}");
    }
    expected
}

#[test]
fn small_pictures() {
    // The least that more than one thread works on, and one that is smaller.
    for (at, [width, height]) in
        [[9, 7300], [7300, 9], [257, 263], [1031, 67], [227, 149]].into_iter().enumerate()
    {
        let picture = generated(width, height);
        let grey = gray(&picture);
        let grey = ImageView::gray(grey.as_raw(), width, height).expect("an image fits its buffer");
        // Each size with every other setting, each setting with every other size.
        for settings in settings().skip(at % 2).step_by(2) {
            compare(&view(&picture), &settings, &[2, 8]);
            compare(&grey, &settings, &[2]);
        }
    }
}

#[test]
fn many_batches() {
    // With two threads a batch is 128 rows of MCUs of the first picture, and 16 of the second.
    for ([width, height], threads) in [([128, 2500], &[2, 3][..]), ([1030, 700], &[2, 5])] {
        let picture = generated(width, height);
        for settings in settings().step_by(7) {
            compare(&view(&picture), &settings, threads);
        }
    }
}

#[test]
fn a_photograph_on_one_to_eight_threads() {
    let picture = photograph();
    for settings in settings().step_by(41) {
        compare(&view(&picture), &settings, &[2, 3, 4, 5, 6, 7, 8, 0]);
    }
}

#[test]
fn pictures_that_are_all_width_or_all_height() {
    for [width, height] in [[20_000, 3], [65_535, 20], [3, 20_000]] {
        let picture = generated(width, height);
        for settings in settings().step_by(13) {
            compare(&view(&picture), &settings, &[2, 7]);
        }
    }
}

#[test]
fn rows_in_any_portions() {
    let [width, height] = [300, 1500];
    let picture = generated(width, height);
    let stride = width as usize * 3;
    for settings in settings().step_by(11) {
        let expected = compare(&view(&picture), &settings, &[]);
        let mut encoder = encoder(&settings, 2);
        for portion in [1, 7, 250, 1024] {
            let mut rows = encoder.start(Vec::new(), width, height, Color::Rgb).unwrap();
            for data in picture.as_raw().chunks(stride * portion) {
                let height = (data.len() / stride) as u32;
                rows.push_rows(&ImageView::rgb(data, width, height).unwrap()).unwrap();
                rows.push_rows(&ImageView::rgb(&[], width, 0).unwrap()).unwrap();
            }
            assert!(rows.finish().unwrap() == expected, "portions of {portion}: {settings:?}");
        }
    }
}

#[test]
fn one_encoder_makes_many_pictures() {
    for settings in settings().step_by(7) {
        let mut used = encoder(&settings, 4);
        for [width, height] in [[500, 900], [5, 5], [300, 8], [1000, 640], [1, 100]] {
            let picture = generated(width, height);
            let fresh = encoder(&settings, 1).encode_to_vec(&view(&picture)).unwrap();
            assert!(used.encode_to_vec(&view(&picture)).unwrap() == fresh, "{width}x{height}: {settings:?}");
            // A picture given up in the middle leaves nothing behind.
            let mut rows = used.start(Vec::new(), width, height, Color::Rgb).unwrap();
            rows.push_rows(&ImageView::rgb(picture.as_raw(), width, height / 2).unwrap()).unwrap();
        }
    }
}
