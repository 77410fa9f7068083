//! Streams against two independent decoders: what they decode is what the encoder says that they do, bit for bit.

mod decoders;
mod headers;
mod high;
mod inter;
mod intra;
mod random;
mod threads;
mod timing;
mod video;

use decoders::{Planes, ffmpeg, has_ffmpeg, openh264};
use unite_h264_encoder::{Config, Encoder, Kinds, Packet};
use video::Video;

/// Encodes pictures of a video, which threads work at together if there are some: the stream, and what a decoder should have.
fn encode(config: &Config, video: Video, pictures: usize) -> (Vec<u8>, Vec<Planes>) {
    let mut encoder = Encoder::new(config.clone()).unwrap_or_else(|error| panic!("{config:?}: {error}"));
    let (mut stream, mut recon) = (Vec::new(), Vec::new());
    let mut take = |encoder: &Encoder, packet: Packet| {
        stream.extend(packet.annex_b());
        recon.push(encoder.reconstruction());
    };
    for time in 0..pictures {
        let planes = video.picture(time);
        let packet = encoder.push(&video.samples(&planes)).unwrap_or_else(|error| panic!("{error}"));
        packet.into_iter().for_each(|packet| take(&encoder, packet));
    }
    while let Some(packet) = encoder.flush() {
        take(&encoder, packet);
    }
    (stream, recon)
}

/// Encodes, and counts the kinds of macroblocks.
fn encode_counted(config: &Config, video: Video, pictures: usize) -> Kinds {
    let mut encoder = Encoder::new(config.clone()).unwrap_or_else(|error| panic!("{config:?}: {error}"));
    let mut kinds = Kinds::default();
    for time in 0..pictures {
        let planes = video.picture(time);
        kinds += encoder.encode(&video.samples(&planes)).unwrap_or_else(|error| panic!("{error}")).kinds;
    }
    kinds
}

/// Encodes, and compares what both decoders make of it.
fn check(config: &Config, video: Video, pictures: usize) -> Vec<u8> {
    let (stream, mut recon) = encode(config, video, pictures);
    // openh264 knows of no levels beyond 5.2.
    if !config.monochrome && config.level.is_none_or(|level| level <= 52) {
        let found = openh264(&stream).unwrap_or_else(|error| panic!("{config:?} {video:?}: {error}"));
        compare("openh264", &found, &recon, config, video);
    }
    if has_ffmpeg() {
        if config.monochrome {
            // It shows pictures without chrominance with grey chrominance.
            let [width, height] = config.decoded_size().map(|extent| extent.div_ceil(2));
            recon.iter_mut().for_each(|planes| planes.extend(vec![vec![128; width * height]; 2]));
        }
        let found =
            ffmpeg(&stream, "yuv420p").unwrap_or_else(|error| panic!("{config:?} {video:?}: {error}"));
        let size: usize = recon[0].iter().map(Vec::len).sum();
        let found: Vec<Planes> = found
            .chunks(size)
            .map(|picture| {
                let mut rest = picture;
                recon[0]
                    .iter()
                    .map(|plane| {
                        let (first, others) = rest.split_at(plane.len().min(rest.len()));
                        rest = others;
                        first.to_vec()
                    })
                    .collect()
            })
            .collect();
        compare("ffmpeg", &found, &recon, config, video);
    }
    stream
}

/// Compares pictures, and says where the first difference is.
fn compare(decoder: &str, found: &[Planes], expected: &[Planes], config: &Config, video: Video) {
    assert_eq!(found.len(), expected.len(), "pictures of {decoder}, {config:?} {video:?}");
    for (time, (found, expected)) in found.iter().zip(expected).enumerate() {
        for (component, (found, expected)) in found.iter().zip(expected).enumerate() {
            let [width, _] = config.decoded_size();
            let width = if component == 0 { width } else { width.div_ceil(2) };
            assert_eq!(found.len(), expected.len(), "samples of component {component} of {decoder}");
            if let Some(at) = (0..found.len()).find(|&at| found[at] != expected[at]) {
                panic!(
                    "{decoder} has {} in place of {} in component {component} of picture {time} in row {}, column {}: {config:?} {video:?}",
                    found[at],
                    expected[at],
                    at / width,
                    at % width
                );
            }
        }
    }
}
