//! High profile: the 8x8 transform, and pictures without chrominance.

use unite_h264_encoder::{Config, Deblocking, Preset, Profile, RateControl};

use super::video::Video;
use super::{check, encode_counted};

/// Settings for a quantiser.
fn config(qp: u8, preset: Preset, cabac: bool) -> Config {
    Config {
        profile: Profile::High,
        cabac,
        rate: RateControl::Qp(qp),
        preset,
        scene_cut: 0,
        ..Config::new(32, 32)
    }
}

#[test]
fn large_transforms_of_intra_prediction() {
    for cabac in [false, true] {
        for (qp, kind) in
            [(0, 2), (1, 4), (3, 1), (11, 1), (20, 0), (27, 1), (30, 3), (36, 1), (44, 0), (51, 1)]
        {
            let config = Config {
                key_interval: 1,
                slices: 1 + usize::from(qp % 2),
                ..config(qp, Preset::Fast, cabac)
            };
            check(&config, Video { width: 32, height: 32, kind }, 1);
        }
    }
}

#[test]
fn large_transforms_of_inter_prediction() {
    for cabac in [false, true] {
        for (index, qp) in [0, 6, 15, 22, 28, 35, 43, 51].into_iter().enumerate() {
            let config = Config {
                constrained_intra: index % 3 == 1,
                references: 1 + index % 2,
                deblocking: Deblocking::On { alpha: 1, beta: index as i8 - 4 },
                ..config(qp, Preset::ALL[index % 4], cabac)
            };
            check(&config, Video { width: 32, height: 32, kind: 1 + u32::from(qp == 6) }, 3);
        }
    }
}

#[test]
fn both_transforms_are_used() {
    let video = Video { width: 48, height: 48, kind: 0 };
    for (key_interval, qp) in [(1, 26), (50, 26)] {
        let config = Config { width: 48, height: 48, key_interval, ..config(qp, Preset::Medium, true) };
        let kinds = encode_counted(&config, video, 3);
        let [intra, inter] = [kinds.intra_8x8, kinds.transform_8x8 - kinds.intra_8x8];
        assert!(if key_interval == 1 { intra > 0 && kinds.intra_4x4 > 0 } else { inter > 0 }, "{kinds:?}");
        let small = Config { transform_8x8: false, ..config };
        assert_eq!(encode_counted(&small, video, 3).transform_8x8, 0);
    }
}

#[test]
fn without_chrominance() {
    for cabac in [false, true] {
        for (qp, size, kind) in [(0, [16, 32], 2), (4, [32, 32], 1), (25, [31, 17], 1), (38, [16, 16], 0)] {
            let config = Config { monochrome: true, ..config(qp, Preset::Slow, cabac) };
            let config = Config { width: size[0], height: size[1], key_interval: 3, ..config };
            check(&config, Video { width: size[0], height: size[1], kind }, 3);
        }
    }
    let main = Config { monochrome: true, profile: Profile::Main, ..Config::new(16, 16) };
    assert_eq!(main.check().unwrap_err().to_string(), "Main profile has no pictures without chrominance");
}
