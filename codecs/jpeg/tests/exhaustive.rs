//! Every size up to 40 by 40, with every sampling and with restarts: the bytes that libjpeg-turbo writes.

mod support;

use support::pictures::generated;
use support::turbo::{Compressor, lossy};
use unite_jpeg::{Encoder, EncoderConfig, HuffmanTables, ImageView, Restart, Sampling};

const LARGEST: u32 = 40;

const RESTARTS: [Restart; 4] = [Restart::Never, Restart::Mcus(1), Restart::Mcus(2), Restart::McuRows(1)];

/// All sizes with one sampling: standard tables always, and in turn optimised tables and several scans.
fn every_size(sampling: Sampling) {
    for restart in RESTARTS {
        let mut pairs: Vec<_> = [(false, false), (true, false), (false, true)]
            .into_iter()
            .map(|(optimized, progressive)| {
                let huffman = if optimized { HuffmanTables::Optimized } else { HuffmanTables::Standard };
                let config = EncoderConfig::new()
                    .quality(80)
                    .sampling(sampling)
                    .restart(restart)
                    .huffman(huffman)
                    .progressive(progressive);
                let theirs = Compressor::new(&lossy(80, sampling, restart, optimized, progressive));
                (Encoder::new(config).unwrap(), theirs)
            })
            .collect();
        let mut file = Vec::new();
        for height in 1..=LARGEST {
            for width in 1..=LARGEST {
                let picture = generated(width, height);
                let view = ImageView::rgb(picture.as_raw(), width, height).unwrap();
                for which in [0, 1 + (width + height) as usize % 2] {
                    let (ours, theirs) = &mut pairs[which];
                    file.clear();
                    ours.encode(&view, &mut file).unwrap();
                    let expected = theirs.compress(picture.as_raw(), [width, height]);
                    assert!(file == expected, "{width}x{height}, {:?}", ours.config());
                }
            }
        }
    }
}

#[test]
fn full_chrominance() {
    every_size(Sampling::S444);
}

#[test]
fn half_of_the_lines() {
    every_size(Sampling::S440);
}

#[test]
fn half_of_each_line() {
    every_size(Sampling::S422);
}

#[test]
fn a_quarter_of_each_line() {
    every_size(Sampling::S411);
}

#[test]
fn half_of_both() {
    every_size(Sampling::S420);
}

#[test]
fn luminance_only() {
    every_size(Sampling::Gray);
}

/// Blocks are transformed in groups; what is left of a row goes with that of other rows.
#[test]
fn rows_of_every_length() {
    for sampling in Sampling::ALL {
        let mut ours = Encoder::new(EncoderConfig::new().quality(80).sampling(sampling)).unwrap();
        let mut theirs = Compressor::new(&lossy(80, sampling, Restart::Never, false, false));
        for width in LARGEST + 1..=420 {
            let height = [8, 16, 24][width as usize % 3] - width % 2;
            let picture = generated(width, height);
            let view = ImageView::rgb(picture.as_raw(), width, height).unwrap();
            let expected = theirs.compress(picture.as_raw(), [width, height]);
            assert!(ours.encode_to_vec(&view).unwrap() == expected, "{width}x{height}, {sampling:?}");
        }
    }
}
