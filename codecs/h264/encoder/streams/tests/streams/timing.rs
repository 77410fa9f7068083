//! The buffer of a decoder, as streams describe it (annex C): the crate `h264-reader` reads when it is filled and emptied.

use h264_reader::Context;
use h264_reader::nal::sei::buffering_period::BufferingPeriod;
use h264_reader::nal::sei::pic_timing::PicTiming;
use h264_reader::nal::sei::{HeaderType, SeiReader};
use h264_reader::nal::sps::SeqParameterSet;
use h264_reader::nal::{Nal, RefNal};
use unite_h264_encoder::{Config, Dump, Encoder, Profile, RateControl, Vbv};

use super::video::Video;

/// The numbers of what is printed for debugging, as the reader keeps its fields to itself.
fn numbers(printed: &str) -> Vec<f64> {
    printed.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

/// A picture: how long the buffer fills before it, and could go on to, if decoding can begin there; after how many ticks it is taken; how
/// many bits it has.
struct Picture {
    delays: Option<[f64; 2]>,
    ticks: f64,
    bits: f64,
}

/// The pictures of a video, and bits in a second, the size of the buffer, and the time of a tick.
fn pictures(config: &Config, video: Video, count: usize) -> (Vec<Picture>, [f64; 3]) {
    let mut encoder = Encoder::new(config.clone()).unwrap();
    let [nal, _] = encoder.parameter_sets();
    let sps = SeqParameterSet::from_bits(RefNal::new(&nal, &[], true).rbsp_bits()).unwrap();
    let vui = sps.vui_parameters.as_ref().unwrap();
    let hrd = vui.nal_hrd_parameters.as_ref().unwrap();
    let [spec] = &hrd.cpb_specs[..] else { panic!("one rate") };
    let timing = vui.timing_info.as_ref().unwrap();
    let all = [
        f64::from(spec.bit_rate_value_minus1 + 1) * f64::from(64 << hrd.bit_rate_scale),
        f64::from(spec.cpb_size_value_minus1 + 1) * f64::from(16 << hrd.cpb_size_scale),
        f64::from(timing.num_units_in_tick) / f64::from(timing.time_scale),
    ];
    let mut context = Context::default();
    context.put_seq_param_set(sps.clone());
    let mut pictures = Vec::new();
    for time in 0..count {
        let planes = video.picture(time);
        let packet = encoder.encode(&video.samples(&planes)).unwrap();
        let (mut delays, mut ticks, mut dump) = (None, None, Dump::default());
        dump.nal(&nal).unwrap();
        for nal in packet.nals.iter().filter(|nal| nal[0] == 6) {
            dump.nal(nal).unwrap();
            let (nal, mut scratch) = (RefNal::new(nal, &[], true), Vec::new());
            let mut messages = SeiReader::from_rbsp_bytes(nal.rbsp_bytes(), &mut scratch);
            let message = messages.next().unwrap().unwrap();
            if message.payload_type == HeaderType::BufferingPeriod {
                let read = BufferingPeriod::read(&context, &message).unwrap();
                delays = numbers(&format!("{read:?}")).try_into().ok();
            } else {
                let read = PicTiming::read(&sps, &message).unwrap();
                ticks = numbers(&format!("{:?}", read.delays)).first().copied();
            }
        }
        assert_eq!(delays.is_some(), packet.key, "a buffering period begins where decoding can");
        assert!(dump.text().contains("cpb_removal_delay"));
        pictures.push(Picture { delays, ticks: ticks.unwrap(), bits: 8.0 * packet.len() as f64 });
    }
    (pictures, all)
}

#[test]
fn a_decoder_has_each_picture_in_time() {
    for (kilobits, rate, buffer, key_interval) in
        [(100, 120, 21, 7), (100, 100, 60, 4), (33, 57, 13, 1), (400, 401, 1000, 50)]
    {
        let config = Config {
            profile: Profile::High,
            rate: RateControl::Bitrate { kilobits, vbv: Some(Vbv { rate, buffer }) },
            frame_rate: [30_000, 1001],
            key_interval,
            ..Config::new(64, 48)
        };
        let video = Video { width: 64, height: 48, kind: 1 };
        let (pictures, [rate, size, tick]) = pictures(&config, video, 40);
        assert!(pictures.iter().map(|picture| picture.bits).sum::<f64>() > 0.5 * size, "nothing is proved");
        // C.1.1 and C.1.2: when the last bit of the picture before came, and when the last one with delays was taken.
        let (mut arrived, mut begun, mut delays) = (0.0f64, None, [0.0; 2]);
        let (mut all, mut taken): (Vec<[f64; 3]>, f64) = (Vec::new(), 0.0);
        for (index, picture) in pictures.iter().enumerate() {
            let first = picture.delays.map(|delays| delays.map(|delay| delay / 90_000.0));
            delays = first.unwrap_or(delays);
            let removal = begun.map_or(delays[0], |begun: f64| begun + tick * picture.ticks);
            let earliest = removal - delays[0] - if first.is_some() { 0.0 } else { delays[1] };
            let from = if index == 0 { 0.0 } else { arrived.max(earliest) };
            arrived = from + picture.bits / rate;
            assert!(
                arrived <= removal + 1e-4,
                "picture {index} comes at {arrived}, and is taken at {removal}"
            );
            assert!(removal > taken, "picture {index}");
            if first.is_some() {
                begun = Some(removal);
            }
            taken = removal;
            all.push([from, arrived, removal]);
        }
        for &[.., time] in &all {
            let held: f64 = all
                .iter()
                .zip(&pictures)
                .filter(|([.., removal], _)| *removal >= time)
                .map(|([from, arrived, _], picture)| {
                    picture.bits * ((time - from) / (arrived - from)).clamp(0.0, 1.0)
                })
                .sum();
            assert!(held <= size + 16.0, "the buffer of {size} bits holds {held} at {time}");
        }
    }
}
