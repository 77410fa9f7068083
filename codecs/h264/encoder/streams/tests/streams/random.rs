//! Settings and pictures at random: whatever an encoder accepts, decoders have what it says.

use unite_h264_encoder::{AqMode, Colour, Config, Deblocking, Preset, Profile, RateControl, Vbv};

use super::check;
use super::video::{Random, Video};

/// Settings, a video, and how many pictures there are of it.
struct Case(Config, Video, usize);

/// One of some values.
fn one<T: Copy, const N: usize>(random: &mut Random, values: [T; N]) -> T {
    values[random.below(N as u32) as usize]
}

/// One of two.
fn any(random: &mut Random) -> bool {
    random.below(2) == 1
}

/// A number that is small more often than large.
fn extent(random: &mut Random, most: u32) -> usize {
    let limit = 1 + random.below(most);
    1 + random.below(limit) as usize
}

fn rate(random: &mut Random) -> RateControl {
    match random.below(8) {
        0 => RateControl::Crf(f64::from(random.below(510)) / 10.0),
        1 => {
            let kilobits = 1 << random.below(12);
            let vbv = Vbv { rate: kilobits + random.below(kilobits), buffer: 1 + random.below(2 * kilobits) };
            RateControl::Bitrate { kilobits, vbv: any(random).then_some(vbv) }
        }
        2 => RateControl::Qp(one(random, [0, 1, 2, 3, 50, 51])),
        _ => RateControl::Qp(random.below(52) as u8),
    }
}

fn case(seed: u64) -> Case {
    let mut random = Random(seed);
    let random = &mut random;
    // Seeds beside each other begin alike.
    (0..4).for_each(|_| _ = random.next());
    let [width, height] = [extent(random, 80), extent(random, 80)];
    let profile = one(random, [Profile::Baseline, Profile::Main, Profile::High]);
    let signed = |random: &mut Random, most: i8| random.below(2 * most as u32 + 1) as i8 - most;
    let aspects = [[0, 0], [1, 1], [40, 33]];
    let config = Config {
        frame_rate: one(random, [[25, 1], [30_000, 1001], [1, 3], [240, 1]]),
        // Of a single row ffmpeg says that less than one would be seen.
        sample_aspect: Some(one(random, aspects)).filter(|_| height > 1).unwrap_or_default(),
        // With all values of samples, ffmpeg would convert them.
        colour: one(random, [None, Some(Colour { full_range: false, description: Some([1, 1, 1]) })]),
        profile,
        level: one(random, [None, None, Some(51), Some(62)]),
        cabac: random.below(4) > 0,
        transform_8x8: random.below(4) > 0,
        monochrome: profile == Profile::High && random.below(4) == 0,
        rate: rate(random),
        key_interval: 1 + random.below(9),
        references: if any(random) { 1 } else { extent(random, 16) },
        preset: one(random, Preset::ALL),
        slices: 1 + random.below(height.div_ceil(16) as u32) as usize,
        threads: 1 + random.below(3) as usize,
        deblocking: match random.below(4) {
            0 => Deblocking::Off,
            1 => Deblocking::On { alpha: signed(random, 6), beta: signed(random, 6) },
            _ => Deblocking::On { alpha: 0, beta: 0 },
        },
        aq_mode: one(random, [AqMode::Variance, AqMode::Relative]),
        aq_strength: if any(random) { 0 } else { random.below(301) as u16 },
        scene_cut: one(random, [0, 40, 100]),
        min_key_interval: 1 + random.below(3),
        constrained_intra: random.below(3) == 0,
        chroma_qp_offset: if any(random) { 0 } else { signed(random, 12) },
        info: any(random),
        ..Config::new(width, height)
    };
    let video = Video { width, height, kind: random.below(1000) };
    Case(config, video, 1 + random.below(6) as usize)
}

/// A number that the environment says.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// `UNITE_STREAM_CASES` says how many cases there are, `UNITE_STREAM_SEED` which one is the first.
#[test]
fn settings_and_pictures() {
    let cases = given("UNITE_STREAM_CASES").unwrap_or(24 * given("UNITE_TEST_DEPTH").unwrap_or(1));
    let first = given("UNITE_STREAM_SEED").unwrap_or(0);
    for seed in first..first + cases {
        let Case(config, video, pictures) = case(seed);
        let checked = std::panic::catch_unwind(|| check(&config, video, pictures));
        assert!(checked.is_ok(), "case {seed}: {pictures} pictures of {video:?}, {config:?}");
    }
}

/// What once failed: a buffer whose size takes more than 16 bits, which the decoder of openh264 then reads a bit short.
#[test]
fn what_once_failed() {
    let Case(config, video, pictures) = case(5029);
    assert!(matches!(config.rate, RateControl::Bitrate { vbv: Some(Vbv { buffer: 3581, .. }), .. }));
    check(&config, video, pictures);
}
