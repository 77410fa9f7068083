//! Streams do not depend on how many threads make them.

use unite_h264_encoder::{Config, Preset, Profile, RateControl, Vbv};

use super::video::Video;

#[test]
fn bytes_are_those_of_one_thread() {
    let size = [48, 64];
    for preset in [Preset::Fast, Preset::Slow] {
        for (profile, kind, slices, rate) in [
            (Profile::Baseline, 1, 1, RateControl::Qp(27)),
            (Profile::Main, 5, 2, RateControl::Crf(20.0)),
            // Bits that seem fewer than they are: the picture is coded again.
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
            let (one, _) = super::encode(&config, video, 3);
            for threads in [2, 5] {
                let (several, _) = super::encode(&Config { threads, ..config.clone() }, video, 3);
                assert!(one == several, "{threads} threads make other bytes: {config:?}");
            }
        }
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
        let (one, _) = super::encode(&config, video, 2);
        let (several, _) = super::encode(&Config { threads: 3, ..config }, video, 2);
        assert!(one == several, "three threads make other bytes with {}", preset.name());
    }
}
