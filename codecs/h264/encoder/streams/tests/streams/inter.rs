//! P pictures.

use std::io::Cursor;
use std::process::Command;

use unite_h264_encoder::{AqMode, Config, Deblocking, Encoder, Mp4Writer, Preset, Profile, RateControl, Vbv};

use super::check;
use super::decoders::has_ffmpeg;
use super::video::Video;

/// Settings for a size and a quantiser. What looks like a new scene is coded as P pictures, too.
fn config(width: usize, height: usize, qp: u8, preset: Preset) -> Config {
    Config { rate: RateControl::Qp(qp), preset, scene_cut: 0, ..Config::new(width, height) }
}

#[test]
fn every_preset() {
    for preset in Preset::ALL {
        for kind in [0, 1, 3] {
            check(&config(32, 48, 27, preset), Video { width: 32, height: 48, kind }, 3);
        }
    }
}

#[test]
fn quantisers() {
    for qp in [0, 5, 12, 18, 23, 30, 38, 45, 51] {
        check(&config(32, 32, qp, Preset::Medium), Video { width: 32, height: 32, kind: 1 }, 3);
    }
}

#[test]
fn noise_at_fine_quantisers() {
    for qp in [0, 8, 20] {
        check(&config(32, 32, qp, Preset::Slow), Video { width: 32, height: 32, kind: 2 }, 2);
    }
}

#[test]
fn cropped_sizes() {
    for (width, height) in [(16, 16), (18, 34), (2, 2), (17, 15), (34, 50)] {
        check(&config(width, height, 24, Preset::Slow), Video { width, height, kind: 1 }, 3);
    }
}

/// The last row of macroblocks is half outside of the picture.
#[test]
#[ignore = "takes two minutes without optimisation"]
fn full_hd() {
    let high = (Profile::High, Preset::Medium, 1920, 1080);
    for (profile, preset, width, height) in
        [high, (Profile::Main, Preset::Fast, 1919, 1079), (Profile::Baseline, Preset::Ultrafast, 1920, 1080)]
    {
        let config = Config { profile, slices: 2, threads: 2, ..config(width, height, 34, preset) };
        check(&config, Video { width, height, kind: 0 }, 3);
    }
}

#[test]
fn references_and_intervals() {
    for references in [2, 3, 5] {
        let config = Config { references, key_interval: 5, ..config(32, 32, 25, Preset::Slow) };
        check(&config, Video { width: 32, height: 32, kind: 1 }, 8);
    }
}

#[test]
fn slices_filters_and_constrained_intra() {
    for slices in [1, 3] {
        for constrained_intra in [false, true] {
            let config = Config {
                slices,
                constrained_intra,
                deblocking: Deblocking::On { alpha: -1, beta: 2 },
                chroma_qp_offset: -2,
                ..config(32, 80, 22, Preset::Medium)
            };
            check(&config, Video { width: 32, height: 80, kind: 1 }, 3);
        }
    }
}

#[test]
fn bitrates() {
    for (kilobits, vbv) in [(16, None), (150, Some(Vbv { rate: 180, buffer: 25 }))] {
        let config = Config {
            rate: RateControl::Bitrate { kilobits, vbv },
            key_interval: 6,
            ..config(32, 32, 0, Preset::Fast)
        };
        check(&config, Video { width: 32, height: 32, kind: 1 }, 14);
    }
}

/// Parts of whole groups that are encoded apart, each told how many IDR pictures come before, are the stream of one encoder.
#[test]
fn parts_are_the_whole() {
    let video = Video { width: 32, height: 32, kind: 1 };
    let config = Config { key_interval: 2, ..config(32, 32, 28, Preset::Medium) };
    let coded = |times: std::ops::Range<usize>| {
        let keys_before = (times.start / 2) as u32;
        let mut encoder = Encoder::new(Config { keys_before, ..config.clone() }).unwrap();
        let pictures =
            times.map(|time| encoder.encode(&video.samples(&video.picture(time))).unwrap().annex_b());
        pictures.collect::<Vec<_>>()
    };
    let whole = coded(0..10);
    assert_eq!(whole, [coded(0..2), coded(2..8), coded(8..10)].concat());
    // Neighbours would not differ.
    let numbered_alike = coded(0..2);
    assert_ne!(whole[2..4], numbered_alike);
}

#[test]
fn mp4_files_play_with_the_right_timing() {
    if !has_ffmpeg() {
        return;
    }
    let video = Video { width: 50, height: 34, kind: 1 };
    let config = Config { frame_rate: [30_000, 1001], key_interval: 3, ..config(50, 34, 28, Preset::Fast) };
    let mut encoder = Encoder::new(config).unwrap();
    let mut file = Mp4Writer::new(Cursor::new(Vec::new()), &encoder).unwrap();
    let mut recon = Vec::new();
    for time in 0..5 {
        let planes = video.picture(time);
        file.write(&encoder.encode(&video.samples(&planes)).unwrap()).unwrap();
        recon.extend(encoder.reconstruction().concat());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.mp4");
    std::fs::write(&path, file.finish().unwrap().into_inner()).unwrap();
    let decoded = Command::new("ffmpeg")
        .args(["-nostdin", "-v", "warning", "-xerror", "-i"])
        .arg(&path)
        .args(["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&decoded.stderr), "");
    assert!(decoded.stdout == recon, "{} bytes of {}", decoded.stdout.len(), recon.len());
    let probed = Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-show_entries",
            "packet=pts,duration,flags:stream=time_base,avg_frame_rate",
            "-of",
            "csv=p=0",
        ])
        .arg(&path)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&probed.stdout);
    let lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches('_')).collect();
    assert_eq!(
        lines,
        ["0,1001,K", "1001,1001,", "2002,1001,", "3003,1001,K", "4004,1001,", "30000/1001,1/30000"],
        "{text}"
    );
}

#[test]
fn arithmetic_coding() {
    for (index, preset) in Preset::ALL.into_iter().enumerate() {
        for qp in [4, 24, 41] {
            let config = Config {
                profile: Profile::Main,
                references: 1 + index,
                slices: 1 + index % 2,
                key_interval: 4,
                constrained_intra: index == 1,
                ..config(32, 32, qp, preset)
            };
            check(&config, Video { width: 32, height: 32, kind: 1 + u32::from(qp == 4) }, 5);
        }
    }
}

#[test]
fn adaptive_quantisation() {
    for profile in [Profile::Baseline, Profile::Main] {
        for (qp, aq_strength, kind) in [(1, 300, 5), (14, 300, 5), (20, 100, 5), (33, 100, 1), (50, 300, 5)] {
            let config = Config {
                profile,
                // With noise in one half, the mean is what both halves differ from.
                aq_mode: if kind == 5 { AqMode::Relative } else { AqMode::Variance },
                aq_strength,
                key_interval: 2,
                slices: 2,
                ..config(32, 48, qp, Preset::Fast)
            };
            let (adaptive, _) = super::encode(&config, Video { width: 32, height: 48, kind }, 1);
            let (constant, _) = super::encode(
                &Config { aq_strength: 0, ..config.clone() },
                Video { width: 32, height: 48, kind },
                1,
            );
            // At the finest quantiser the smooth half cannot become finer, and the noise is I_PCM.
            assert!(qp == 1 || kind == 1 || adaptive != constant, "{config:?}");
            check(&config, Video { width: 32, height: 48, kind }, 3);
        }
    }
}

#[test]
fn constant_quality() {
    let mut sizes = Vec::new();
    for crf in [18.0, 28.5, 40.0] {
        let rate = RateControl::Crf(crf);
        let config = Config { rate, aq_strength: 100, key_interval: 5, ..config(32, 32, 0, Preset::Fast) };
        let config = Config { profile: Profile::High, scene_cut: 40, ..config };
        sizes.push(check(&config, Video { width: 32, height: 32, kind: 1 }, 7).len());
    }
    assert!(sizes[0] > sizes[1] && sizes[1] > sizes[2], "{sizes:?}");
    for crf in [-0.1, 51.1, f64::NAN] {
        assert!(Config { rate: RateControl::Crf(crf), ..Config::new(16, 16) }.check().is_err());
    }
}

#[test]
fn scenes_and_forced_pictures_begin_anew() {
    let size = Video { width: 64, height: 64, kind: 1 };
    let config = Config { min_key_interval: 1, ..Config::new(64, 64) };
    let mut encoder = Encoder::new(config).unwrap();
    let mut keys = Vec::new();
    for (time, kind) in [(0, 3), (1, 3), (2, 3), (0, 1), (1, 1), (2, 1)].into_iter().enumerate() {
        let video = Video { kind: kind.1, ..size };
        if time == 5 {
            encoder.force_key();
        }
        let planes = video.picture(kind.0);
        keys.push(encoder.encode(&video.samples(&planes)).unwrap().key);
    }
    assert_eq!(keys, [true, false, false, true, false, true]);
}
