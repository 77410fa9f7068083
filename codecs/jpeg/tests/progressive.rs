//! Progressive files: the bytes that libjpeg-turbo writes, scan by scan, and the pixels that another decoder reads.

mod support;

use support::cjpeg::{Settings, available, pipe, ppm, view};
use support::pictures::{bundled, generated, gray};
use support::turbo::{Samples, compress, lossy};
use unite_jpeg::{Encoder, EncoderConfig, HuffmanTables, ImageView, Restart, Sampling};

const SIZES: [[u32; 2]; 9] =
    [[1, 1], [1, 17], [17, 1], [7, 9], [16, 16], [17, 31], [33, 65], [100, 40], [131, 70]];

const RESTARTS: [Restart; 5] =
    [Restart::Never, Restart::Mcus(1), Restart::Mcus(5), Restart::McuRows(1), Restart::McuRows(2)];

#[test]
fn files_are_those_of_libjpeg_turbo() {
    for [width, height] in SIZES {
        let picture = generated(width, height);
        let samples = Samples::U8(picture.as_raw().clone());
        for sampling in Sampling::ALL {
            for quality in [5, 50, 90, 100] {
                for restart in RESTARTS {
                    let config = EncoderConfig::new()
                        .quality(quality)
                        .force_baseline(true)
                        .sampling(sampling)
                        .restart(restart)
                        .progressive(true);
                    let ours = Encoder::new(config).unwrap().encode_to_vec(&view(&picture)).unwrap();
                    let parameters = lossy(quality, sampling, restart, false, true);
                    let theirs = compress(&samples, [width, height], 3, 8, &parameters);
                    assert!(
                        ours == theirs,
                        "{width}x{height}, {sampling:?}, quality {quality}, {restart:?}: {} bytes for {}",
                        ours.len(),
                        theirs.len()
                    );
                }
            }
        }
    }
}

#[test]
fn long_runs_of_ended_blocks_are_cut() {
    // More than 32767 blocks that end at once, and corrections without a symbol in between.
    let (width, height) = (1480, 1490);
    for value in [128u8, 77] {
        let mut pixels = vec![value; width * height];
        pixels[7 * width + 900] = 255;
        let samples = Samples::U8(pixels.clone());
        let size = [width as u32, height as u32];
        let config = EncoderConfig::new().progressive(true);
        let ours = Encoder::new(config)
            .unwrap()
            .encode_to_vec(&ImageView::gray(&pixels, size[0], size[1]).unwrap())
            .unwrap();
        let parameters = lossy(75, Sampling::Gray, Restart::Never, false, true);
        assert!(ours == compress(&samples, size, 1, 8, &parameters));
    }
    // Low frequencies everywhere: many corrections in each block.
    let picture = gray(&bundled("astronaut.png"));
    let (width, height) = picture.dimensions();
    let ours = Encoder::new(EncoderConfig::new().quality(100).progressive(true))
        .unwrap()
        .encode_to_vec(&ImageView::gray(picture.as_raw(), width, height).unwrap())
        .unwrap();
    let parameters = lossy(100, Sampling::Gray, Restart::Never, false, true);
    assert!(ours == compress(&Samples::U8(picture.into_raw()), [width, height], 1, 8, &parameters));
}

#[test]
fn files_are_those_of_cjpeg() {
    if !available("cjpeg") {
        return;
    }
    let picture = bundled("chelsea.png");
    for sampling in Sampling::ALL {
        let settings = Settings {
            quality: 75,
            sampling,
            huffman: HuffmanTables::Standard,
            restart: Restart::McuRows(1),
            force_baseline: false,
        };
        let mut arguments = settings.arguments();
        arguments.push("-progressive".into());
        let ours = Encoder::new(settings.config().progressive(true)).unwrap();
        let ours = { ours }.encode_to_vec(&view(&picture)).unwrap();
        assert!(ours == pipe("cjpeg", &arguments, &ppm(&picture)), "{sampling:?}");
    }
}

#[test]
fn threads_and_rows_write_the_same_file() {
    let picture = bundled("chelsea.png");
    let config = EncoderConfig::new().progressive(true).restart(Restart::Mcus(77));
    let one = Encoder::new(config.clone()).unwrap().encode_to_vec(&view(&picture)).unwrap();
    for threads in [2, 5] {
        let mut encoder = Encoder::new(config.clone().threads(threads)).unwrap();
        for _ in 0..2 {
            assert!(encoder.encode_to_vec(&view(&picture)).unwrap() == one);
        }
    }
}

#[test]
fn another_decoder_reads_the_pixels_of_a_sequential_file() {
    use zune_core::bytestream::ZCursor;
    use zune_jpeg::JpegDecoder;
    for sampling in Sampling::ALL {
        for [width, height] in SIZES {
            let picture = generated(width, height);
            let pixels = |progressive| {
                let config = EncoderConfig::new().quality(80).sampling(sampling).progressive(progressive);
                let file = Encoder::new(config).unwrap().encode_to_vec(&view(&picture)).unwrap();
                JpegDecoder::new(ZCursor::new(&file)).decode().expect("a file that is read")
            };
            assert!(pixels(true) == pixels(false), "{width}x{height}, {sampling:?}");
        }
    }
}
