//! Streams do not depend on how many threads make them, nor on whether pictures overlap.

use unite_h264_encoder::{Config, EncodeError, Encoder, Preset, Profile, RateControl, Vbv};

use super::decoders::Planes;
use super::video::Video;

/// The numbers of threads that are compared with one.
const THREADS: [usize; 3] = [2, 3, 7];

/// Encodes pictures one by one, each of which is waited for.
fn waiting(config: &Config, video: Video, pictures: usize) -> (Vec<u8>, Vec<Planes>) {
    let mut encoder = Encoder::new(config.clone()).unwrap_or_else(|error| panic!("{config:?}: {error}"));
    let encode = |time| {
        let planes = video.picture(time);
        let packet = encoder.encode(&video.samples(&planes)).unwrap_or_else(|error| panic!("{error}"));
        (packet.annex_b(), encoder.reconstruction())
    };
    let (packets, recon): (Vec<_>, _) = (0..pictures).map(encode).unzip();
    (packets.concat(), recon)
}

/// Compares several threads with one, in both ways to give pictures.
fn compare(config: &Config, video: Video, pictures: usize) {
    let one = super::encode(config, video, pictures);
    for threads in THREADS {
        let config = Config { threads, ..config.clone() };
        assert!(one == super::encode(&config, video, pictures), "pictures that overlap: {config:?}");
    }
    let config = Config { threads: 3, ..config.clone() };
    assert!(one == waiting(&config, video, pictures), "pictures one by one: {config:?}");
}

#[test]
fn bytes_are_those_of_one_thread() {
    let size = [48, 64];
    for preset in [Preset::Fast, Preset::Slow] {
        for (profile, kind, slices, rate) in [
            (Profile::Baseline, 1, 1, RateControl::Qp(27)),
            (Profile::Main, 5, 2, RateControl::Crf(20.0)),
            // Macroblocks as large as they may be.
            (Profile::Baseline, 2, 1, RateControl::Qp(4)),
            (Profile::Main, 2, 3, RateControl::Qp(4)),
            (Profile::High, 9, 1, RateControl::Qp(0)),
            (
                Profile::High,
                1,
                4,
                RateControl::Bitrate { kilobits: 100, vbv: Some(Vbv { rate: 120, buffer: 20 }) },
            ),
        ] {
            let video = Video { width: size[0], height: size[1], kind };
            let config = Config {
                profile,
                slices,
                rate,
                preset,
                aq_strength: 100,
                references: preset.references(),
                key_interval: 2,
                ..Config::new(size[0], size[1])
            };
            compare(&config, video, 3);
        }
    }
}

/// Pictures of so many rows that others begin before they are done.
#[test]
fn pictures_that_refer_to_others_begin_early() {
    for (preset, references, key_interval, slices) in [
        (Preset::Ultrafast, 1, 250, 1),
        (Preset::Ultrafast, 3, 3, 3),
        (Preset::Fast, 2, 250, 1),
        (Preset::Medium, 2, 4, 2),
        (Preset::Slow, 3, 250, 1),
        (Preset::Ultrafast, 1, 1, 1),
        (Preset::Medium, 1, 1, 3),
    ] {
        let video = Video { width: 32, height: 144, kind: 1 };
        let config = Config {
            profile: Profile::High,
            rate: if references == 2 { RateControl::Crf(26.0) } else { RateControl::Qp(24) },
            preset,
            references,
            key_interval,
            slices,
            scene_cut: 0,
            ..Config::new(video.width, video.height)
        };
        compare(&config, video, if preset == Preset::Slow { 4 } else { 6 });
    }
}

#[test]
fn idr_pictures_are_those_that_were_asked_for() {
    let video = Video { width: 16, height: 144, kind: 1 };
    let encode = |threads| {
        let mut encoder = Encoder::new(Config { threads, ..Config::new(16, 144) }).expect("settings");
        let mut packets = Vec::new();
        for time in 0..8 {
            if time % 3 == 2 {
                encoder.force_key();
            }
            let planes = video.picture(time);
            packets.extend(encoder.push(&video.samples(&planes)).expect("a picture"));
        }
        packets.extend(std::iter::from_fn(|| encoder.flush()));
        packets.into_iter().map(|packet| (packet.key, packet.nals)).collect::<Vec<_>>()
    };
    let one = encode(1);
    let keys: Vec<bool> = one.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys, [true, false, true, false, false, true, false, false]);
    THREADS.into_iter().for_each(|threads| assert!(one == encode(threads), "{threads}"));
}

#[test]
fn packets_come_after_as_many_pictures_as_is_said() {
    let video = Video { width: 32, height: 32, kind: 0 };
    let planes = video.picture(0);
    let bitrate = RateControl::Bitrate { kilobits: 50, vbv: None };
    for (threads, rate, delay) in [
        (1, RateControl::Qp(30), 0),
        (2, RateControl::Qp(30), 2),
        (3, RateControl::Crf(30.0), 3),
        (64, RateControl::Qp(30), 7),
        (1, bitrate, 0),
        (4, bitrate, 1),
    ] {
        let mut encoder = Encoder::new(Config { rate, threads, ..Config::new(32, 32) }).expect("settings");
        assert_eq!(encoder.delay(), delay, "{threads} threads, {rate:?}");
        for time in 0..10 {
            let packet = encoder.push(&video.samples(&planes)).expect("a picture");
            assert_eq!(packet.is_some(), time >= delay, "{threads} threads, {rate:?}, picture {time}");
        }
        if delay > 0 {
            let refused = encoder.encode(&video.samples(&planes));
            assert_eq!(refused.err(), Some(EncodeError::Pushed(delay)));
        }
        assert_eq!(std::iter::from_fn(|| encoder.flush()).count(), delay);
        assert!(encoder.encode(&video.samples(&planes)).is_ok(), "all packets were taken");
    }
}

/// Nothing waits for an encoder that is dropped while threads work.
#[test]
fn encoders_end_before_their_pictures() {
    let video = Video { width: 160, height: 160, kind: 1 };
    let planes = video.picture(0);
    for threads in THREADS {
        let config = Config { threads, preset: Preset::Medium, ..Config::new(video.width, video.height) };
        let mut encoder = Encoder::new(config).expect("settings");
        for _ in 0..3 {
            encoder.push(&video.samples(&planes)).expect("a picture");
        }
        drop(encoder);
    }
}

#[test]
fn rows_hear_of_parts_of_those_above() {
    // Ten columns of macroblocks, of which every preset tells some before the row ends.
    let video = Video { width: 160, height: 48, kind: 5 };
    for preset in Preset::ALL {
        let config = Config {
            profile: Profile::Main,
            rate: RateControl::Qp(27),
            preset,
            references: preset.references(),
            ..Config::new(video.width, video.height)
        };
        compare(&config, video, 2);
    }
}
