//! The H.264 encoder: a typed error, or a stream that another decoder has the encoder's own pictures of.

use unite_h264_encoder::{
    AqMode, Colour, Config, Deblocking, EncodeError, Encoder, Packet, Preset, Profile, RateControl, Samples,
    Vbv,
};

use crate::bytes::Bytes;
use crate::stream_decoders::openh264;

/// Up to five pictures of up to 49 by 49 samples, of any stride, in buffers that may be too short, with any settings: some of them out of
/// their ranges. Threads are asked for the same stream, and the decoder of openh264 for the same pictures, where it takes such streams.
///
/// # Panics
/// If the encoder does not do what it says.
pub fn video(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let wild = bytes.below(8) == 7;
    let config = config(&mut bytes, wild);
    let threads = 2 + bytes.below(3);
    let mut alone = match Encoder::new(config.clone()) {
        Ok(encoder) => encoder,
        Err(error) => return assert!(wild, "{error}: {config:?}"),
    };
    let mut together = Encoder::new(Config { threads, ..config.clone() }).expect("threads change no more");
    let (mut packets, mut pictures, mut pushed) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..1 + bytes.below(5) {
        if bytes.below(6) == 5 {
            [&mut alone, &mut together].into_iter().for_each(Encoder::force_key);
        }
        let planes: Vec<Plane> = (0..3).map(|component| Plane::any(&mut bytes, &config, component)).collect();
        let components: Vec<Samples<'_>> = planes.iter().map(Plane::samples).collect();
        let needed = &planes[..config.components()];
        let given = &components[..if bytes.below(20) == 19 { 0 } else { 3 }];
        let fits = !given.is_empty() && needed.iter().all(Plane::fits);
        match alone.encode(given) {
            Ok(packet) => {
                assert!(fits, "{planes:?} of {config:?}");
                packets.push(packet);
                pictures.push(alone.reconstruction());
            }
            Err(EncodeError::Components { found, .. }) => assert_eq!(found, given.len()),
            Err(EncodeError::Samples { component, .. } | EncodeError::Stride { component, .. }) => {
                assert!(!needed[component].fits());
            }
            Err(error) => panic!("{error}: {config:?}"),
        }
        match together.push(given) {
            Ok(packet) => pushed.extend(packet.map(|packet| (packet, together.reconstruction()))),
            Err(_) => assert!(!fits),
        }
    }
    while let Some(packet) = together.flush() {
        pushed.push((packet, together.reconstruction()));
    }
    let streams = [packets, pushed.iter().map(|(packet, _)| packet.clone()).collect()].map(annex_b);
    assert_eq!(streams[0], streams[1], "{threads} threads: {config:?}");
    assert!(
        pushed.iter().map(|(_, picture)| picture).eq(&pictures),
        "pictures of {threads} threads: {config:?}"
    );
    // The decoder knows of no pictures without chrominance, and of no levels beyond 5.2.
    if !config.monochrome && config.level.is_none_or(|level| level <= 52) {
        assert!(openh264(&streams[0]).as_ref() == Ok(&pictures), "what openh264 has of {config:?}");
    }
}

fn annex_b(packets: Vec<Packet>) -> Vec<u8> {
    packets.iter().flat_map(Packet::annex_b).collect()
}

/// Any settings, some out of their ranges if they are `wild`.
fn config(bytes: &mut Bytes<'_>, wild: bool) -> Config {
    let size = [bytes.below(49) + usize::from(!wild), bytes.below(49) + usize::from(!wild)];
    // One of the numbers from 0 on, or of as many after these.
    let mut within = |count: usize| bytes.below(if wild { 2 * count } else { count });
    let [slices, references, keys, least_keys] = [size[1].div_ceil(16).max(1), 16, 8, 4].map(&mut within);
    let [alpha, beta] = [13, 13].map(|count| within(count) as i8 - 6);
    let [chroma, strength, cut, quantiser] = [25, 301, 101, 52].map(&mut within);
    let profile = bytes.choice(&[Profile::Baseline, Profile::Main, Profile::High]);
    let kilobits = 1 << bytes.below(14);
    let vbv = Vbv { rate: kilobits + bytes.below(9) as u32, buffer: 1 << bytes.below(14) };
    let levels: &[_] =
        if wild { &[None, Some(0), Some(9), Some(10), Some(37), Some(62)] } else { &[None, Some(52)] };
    Config {
        frame_rate: bytes.choice(if wild {
            &[[0, 1], [1, 0], [u32::MAX, 1], [1, 3]]
        } else {
            &[[25, 1], [30_000, 1001]]
        }),
        sample_aspect: bytes.choice(&[[0, 0], [1, 1], [40, 33]]),
        colour: bytes.choice(&[None, Some(Colour { full_range: true, description: Some([1, 1, 1]) })]),
        profile,
        level: bytes.choice(levels),
        cabac: bytes.flag(),
        transform_8x8: bytes.flag(),
        monochrome: (wild || profile == Profile::High) && bytes.below(4) == 3,
        rate: match bytes.below(5) {
            0 => RateControl::Crf(quantiser.min(if wild { 103 } else { 51 }) as f64),
            1 => RateControl::Bitrate { kilobits, vbv: Some(vbv).filter(|_| bytes.flag()) },
            _ => RateControl::Qp(quantiser as u8),
        },
        key_interval: keys as u32 + u32::from(!wild),
        references: references + usize::from(!wild),
        preset: bytes.choice(&Preset::ALL),
        slices: slices + usize::from(!wild),
        threads: 1,
        deblocking: bytes.choice(&[Deblocking::Off, Deblocking::On { alpha, beta }]),
        aq_mode: bytes.choice(&[AqMode::Variance, AqMode::Relative]),
        aq_strength: strength as u16,
        scene_cut: cut as u8,
        min_key_interval: least_keys as u32 + u32::from(!wild),
        constrained_intra: bytes.flag(),
        chroma_qp_offset: chroma as i8 - 12,
        info: bytes.flag(),
        ..Config::new(size[0], size[1])
    }
}

/// Samples of a component, and how they lie in memory.
#[derive(Debug)]
struct Plane {
    size: [usize; 2],
    stride: usize,
    memory: Vec<u8>,
}

impl Plane {
    /// Those of a component of pictures: of one value, in two halves, in steps, or of the fuzzer's bytes over and over again. Buffers of one
    /// picture in some fifty are too short.
    fn any(bytes: &mut Bytes<'_>, config: &Config, component: usize) -> Self {
        let size = [config.height, config.width]
            .map(|extent| if component == 0 { extent } else { extent.div_ceil(2) });
        let (missing, too_narrow) = match bytes.byte() {
            255 => (1, 0),
            254 => (0, 1),
            _ => (0, 0),
        };
        let stride = size[1] + bytes.below(5) - too_narrow;
        let len = stride * (size[0] - 1) + size[1] - missing;
        let (kind, first, second) = (bytes.below(4), bytes.byte(), bytes.byte());
        let [dy, dx] = [0, 1].map(|_| bytes.below(16));
        let pattern: Vec<u8> = (0..1 + 7 * (kind / 3)).map(|_| bytes.byte()).collect();
        let sample = |at: usize| {
            let [y, x] = [at / stride.max(1), at % stride.max(1)];
            match kind {
                0 => first,
                1 => {
                    if y + dy < x + dx {
                        first
                    } else {
                        second
                    }
                }
                2 => first.wrapping_add((dy * y + dx * x) as u8),
                _ => pattern[(y * dy + x) % pattern.len()].wrapping_add((at / pattern.len()) as u8),
            }
        };
        Plane { size, stride, memory: (0..len).map(sample).collect() }
    }

    fn samples(&self) -> Samples<'_> {
        Samples { samples: &self.memory, stride: self.stride }
    }

    /// Whether rows do not overlap, of which one alone has nothing to overlap with, and all of them are there.
    fn fits(&self) -> bool {
        let [height, width] = self.size;
        (self.stride >= width || height == 1) && self.memory.len() >= self.stride * (height - 1) + width
    }
}
