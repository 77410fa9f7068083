//! What stands before pictures, as another reader of it finds it: the crate `h264-reader`.

use h264_reader::Context;
use h264_reader::nal::pps::PicParameterSet;
use h264_reader::nal::sei::user_data_unregistered::UserDataUnregistered;
use h264_reader::nal::sei::{HeaderType, SeiReader};
use h264_reader::nal::sps::{self, ConstraintFlags, SeqParameterSet};
use h264_reader::nal::{Nal, RefNal, UnitType};
use unite_h264_encoder::{Colour, Config, Dump, Encoder, Level, Packet, Preset, Profile, RateControl, Vbv};

use super::video::Video;

/// The first picture of settings.
fn first(config: &Config) -> Packet {
    let video = Video { width: config.width, height: config.height, kind: 1 };
    let planes = video.picture(0);
    Encoder::new(config.clone()).unwrap().encode(&video.samples(&planes)).unwrap()
}

/// The parameter sets of settings.
fn sets(config: &Config) -> (SeqParameterSet, PicParameterSet) {
    let [sps, pps] = Encoder::new(config.clone()).unwrap().parameter_sets();
    let [sps, pps] = [&sps, &pps].map(|nal| RefNal::new(nal, &[], true));
    assert_eq!(sps.header().unwrap().nal_unit_type(), UnitType::SeqParameterSet);
    let sps = SeqParameterSet::from_bits(sps.rbsp_bits()).unwrap();
    let mut context = Context::default();
    context.put_seq_param_set(sps.clone());
    (sps, PicParameterSet::from_bits(&context, pps.rbsp_bits()).unwrap())
}

#[test]
fn limits_of_levels_are_those_of_another_table() {
    let all = (0..=u8::MAX).filter_map(Level::of_idc);
    let mut count = 0;
    for level in all {
        // Level 1b is known as 11 with constraint_set3_flag there.
        let (flags, idc) = if level.idc == 9 { (0x10, 11) } else { (0, level.idc) };
        let of_idc = sps::Level::from_constraint_flags_and_level_idc(ConstraintFlags::from(flags), idc);
        let limits = of_idc.limits().unwrap();
        assert_eq!(
            [level.rate, level.size, level.kept, level.bits, level.buffer, level.vertical as u64],
            [
                limits.max_mbps,
                limits.max_fs,
                limits.max_dpb_mbs,
                limits.max_br,
                limits.max_cpb,
                limits.max_vmv_r
            ]
            .map(u64::from),
            "level {level}"
        );
        let most = limits.max_mvs_per2mb.map_or(32, |most| most.get().into());
        assert_eq!(2 * level.vectors(), most, "level {level}");
        count += 1;
    }
    assert_eq!(count, 20);
}

#[test]
fn parameter_sets_say_what_was_asked_for() {
    let config = Config {
        frame_rate: [30_000, 1001],
        sample_aspect: [40, 33],
        colour: Some(Colour { full_range: true, description: Some([9, 16, 9]) }),
        references: 3,
        constrained_intra: true,
        chroma_qp_offset: -3,
        rate: RateControl::Qp(31),
        ..Config::new(350, 278)
    };
    for profile in [Profile::Baseline, Profile::Main, Profile::High] {
        let (sps, pps) = sets(&Config { profile, ..config.clone() });
        assert_eq!(sps.pixel_dimensions().unwrap(), (350, 278));
        assert_eq!(sps.level().level_idc(), 13);
        assert_eq!(sps.max_num_ref_frames, 3);
        assert_eq!(sps.constraint_flags.flag1(), profile != Profile::High);
        let vui = sps.vui_parameters.as_ref().unwrap();
        assert_eq!(vui.aspect_ratio_info.as_ref().unwrap().get(), Some((40, 33)));
        let timing = vui.timing_info.as_ref().unwrap();
        assert_eq!((timing.num_units_in_tick, timing.time_scale), (1001, 60_000));
        let signal = vui.video_signal_type.as_ref().unwrap();
        assert!(signal.video_full_range_flag);
        assert_eq!(signal.colour_description.as_ref().unwrap().transfer_characteristics, 16);
        assert_eq!(vui.bitstream_restrictions.as_ref().unwrap().max_dec_frame_buffering, 3);
        assert_eq!(pps.pic_init_qp_minus26, 5);
        assert_eq!(pps.chroma_qp_index_offset, -3);
        assert!(pps.constrained_intra_pred_flag);
        assert_eq!(pps.entropy_coding_mode_flag, profile != Profile::Baseline);
        assert_eq!(pps.extension.is_some(), profile == Profile::High);
    }
}

#[test]
fn levels_that_are_asked_for() {
    let base = Config { frame_rate: [15, 1], ..Config::new(176, 144) };
    for (profile, level, name) in [
        (Profile::Baseline, 9, sps::Level::L1_b),
        (Profile::Main, 9, sps::Level::L1_b),
        (Profile::Main, 41, sps::Level::L4_1),
        // That reader knows level 1b of High as a number only.
        (Profile::High, 9, sps::Level::Unknown(9)),
    ] {
        let (sps, _) = sets(&Config { profile, level: Some(level), ..base.clone() });
        assert_eq!(sps.level(), name);
    }
    let message = |config: Config| config.check().unwrap_err().to_string();
    let large = Config { level: Some(30), ..Config::new(1280, 720) };
    assert_eq!(
        message(large),
        "level 3 allows 1620 at most, and there would be 3600 macroblocks of a picture"
    );
    let rate = RateControl::Bitrate { kilobits: 600, vbv: Some(Vbv { rate: 900, buffer: 500 }) };
    let fast = Config { level: Some(13), rate, ..base.clone() };
    assert_eq!(
        message(fast.clone()),
        "level 1.3 allows 768 at most, and there would be 900 thousands of bits in a second"
    );
    assert_eq!(Config { profile: Profile::High, ..fast }.check().map(|level| level.idc), Ok(13));
    assert_eq!(message(Config { level: Some(33), ..base }), "there is no level 3.3");
}

#[test]
fn few_vectors_where_levels_want_it() {
    let video = Video { width: 32, height: 32, kind: 8 };
    for level in [30, 31] {
        let config = Config {
            level: Some(level),
            preset: Preset::Slow,
            scene_cut: 0,
            rate: RateControl::Qp(8),
            ..Config::new(32, 32)
        };
        super::check(&config, video, 3);
    }
}

#[test]
fn user_data_says_what_made_the_stream() {
    let bound = RateControl::Bitrate { kilobits: 123, vbv: Some(Vbv { rate: 456, buffer: 789 }) };
    // A short one, and one whose size takes more than a byte.
    for (rate, words, long) in [
        (RateControl::Crf(30.5), "rc=crf crf=30.5", false),
        (bound, "rc=abr bitrate=123 vbv_maxrate=456 vbv_bufsize=789", true),
    ] {
        let config = Config { info: true, profile: Profile::High, rate, ..Config::new(32, 32) };
        let packet = first(&config);
        let [nal] = &packet.nals.iter().filter(|nal| nal[..2] == [6, 5]).collect::<Vec<_>>()[..] else {
            panic!("one NAL unit of it");
        };
        let nal = RefNal::new(nal, &[], true);
        let mut scratch = Vec::new();
        let mut messages = SeiReader::from_rbsp_bytes(nal.rbsp_bytes(), &mut scratch);
        let message = messages.next().unwrap().unwrap();
        assert_eq!(message.payload_type, HeaderType::UserDataUnregistered);
        let text = UserDataUnregistered::read(&message).unwrap();
        let text = String::from_utf8(text.payload().to_vec()).unwrap();
        assert_eq!(text.len() + 16 >= 255, long, "{text}");
        for words in ["unite-h264 ", "profile=high", "cabac=1 8x8dct=1", "keyint=250", words] {
            assert!(text.contains(words), "{words} is not in {text}");
        }
        assert!(messages.next().unwrap().is_none());
        let mut dump = Dump::default();
        for nal in &packet.nals {
            dump.nal(nal).unwrap();
        }
        let printed = dump.text();
        assert!(printed.contains("user_data_unregistered() {") && printed.contains(&text), "{printed}");
        assert_eq!(first(&Config { info: false, ..config }).nals.len() + 1, packet.nals.len());
    }
}
