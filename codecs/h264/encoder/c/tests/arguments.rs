//! What C may get wrong: codes, with sentences, and encoders that go on after them.

use std::ffi::CStr;
use std::ptr;

use unite_h264_encoder_c::*;

fn message() -> String {
    // SAFETY: it is a text with a zero at its end.
    unsafe { CStr::from_ptr(unite_h264_encoder_message()) }.to_string_lossy().into_owned()
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    // SAFETY: there are settings.
    assert_eq!(unsafe { unite_h264_encoder_settings(&mut settings, 17, 15) }, UNITE_H264_OK);
    settings
}

fn open(settings: &Settings) -> (i32, *mut Handle) {
    // What was there before must not be taken for an encoder.
    let mut encoder = ptr::dangling_mut();
    // SAFETY: there are settings, and there is a place for the encoder.
    let code = unsafe { unite_h264_encoder_open(settings, &mut encoder) };
    assert_eq!(code == UNITE_H264_OK, !encoder.is_null());
    (code, encoder)
}

#[test]
fn settings_out_of_range_are_refused() {
    type Change = fn(&mut Settings);
    let cases: &[(Change, &str)] = &[
        (|s| s.width = 0, "0x15 samples"),
        (|s| s.height = u32::MAX, "17x4294967295 samples"),
        (|s| s.frame_rate[0] = 0, "numerator of the frame rate is 0"),
        (|s| s.frame_rate[1] = 0, "denominator of the frame rate is 0"),
        (|s| s.sample_aspect[1] = 65_536, "sample_aspect is 65536, and has to be in 0 to 65535"),
        (|s| s.full_range = 2, "full_range is 2, and has to be in -1 to 1"),
        (|s| s.full_range = i32::MAX, "full_range is 2147483647"),
        (|s| s.colour = [1, 256, 1], "colour is 256, and has to be in 1 to 255"),
        (|s| s.profile = 3, "profile is 3, and has to be in 0 to 2"),
        (|s| s.level = 33, "no level 3.3"),
        (|s| s.level = -1, "level is -1, and has to be in 9 to 62"),
        (|s| s.cabac = 2, "cabac is 2"),
        (|s| s.transform_8x8 = -1, "transform_8x8 is -1"),
        (
            |s| (s.monochrome, s.profile) = (1, UNITE_H264_MAIN),
            "Main profile has no pictures without chrominance",
        ),
        (|s| s.rate_control = 3, "rate_control is 3"),
        (|s| (s.rate_control, s.qp) = (UNITE_H264_QP, 308), "qp is 308, and has to be in 0 to 51"),
        (|s| s.crf = f64::NAN, "crf is NaN"),
        (|s| (s.rate_control, s.bitrate) = (UNITE_H264_BITRATE, 0), "bitrate is 0"),
        (|s| (s.rate_control, s.vbv_rate) = (UNITE_H264_BITRATE, 900), "go together"),
        (|s| s.key_interval = 0, "key interval is 0"),
        (|s| s.min_key_interval = 0, "least key interval is 0"),
        (|s| s.scene_cut = 101, "scene_cut is 101"),
        (|s| s.references = 17, "references is 17"),
        (|s| s.preset = 4, "preset is 4"),
        (|s| s.slices = 2, "slices is 2, and has to be in 1 to 1"),
        (|s| s.threads = 0, "threads is 0"),
        (|s| s.deblocking = 7, "deblocking is 7"),
        (|s| s.deblocking_offsets[0] = -7, "deblocking_offsets is -7"),
        (|s| s.aq_mode = 3, "aq_mode is 3"),
        (|s| s.aq_strength = 65_537, "aq_strength is 65537"),
        (|s| s.constrained_intra = 2, "constrained_intra is 2"),
        (|s| s.chroma_qp_offset = 13, "chroma_qp_offset is 13"),
        (|s| s.info = 2, "info is 2"),
        (|s| s.format = 2, "format is 2"),
    ];
    for &(change, said) in cases {
        let mut settings = settings();
        change(&mut settings);
        assert_eq!(open(&settings), (UNITE_H264_SETTING, ptr::null_mut()), "{said}");
        assert!(message().contains(said), "{:?} in place of {said:?}", message());
    }
}

#[test]
fn pointers_and_strides_are_looked_at() {
    // SAFETY: every pointer is null or leads to what is asked for.
    unsafe {
        assert_eq!(unite_h264_encoder_settings(ptr::null_mut(), 16, 16), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_open(&settings(), ptr::null_mut()), UNITE_H264_NULL);
        assert_eq!(message(), "encoder is null");
        let mut encoder = ptr::dangling_mut();
        assert_eq!(unite_h264_encoder_open(ptr::null(), &mut encoder), UNITE_H264_NULL);
        assert!(encoder.is_null());
        unite_h264_encoder_close(encoder);
        let (code, encoder) = open(&settings());
        assert_eq!(code, UNITE_H264_OK);
        let (luma, chroma) = ([90; 15 * 17], [128; 8 * 9]);
        let planes = [luma.as_ptr(), chroma.as_ptr(), chroma.as_ptr()];
        let picture = Picture { planes, strides: [17, 9, 9] };
        let mut packet = Packet::default();
        let null = ptr::null_mut();
        assert_eq!(unite_h264_encoder_encode(null, &picture, &mut packet), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_push(null, &picture, &mut packet), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_flush(null, &mut packet), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_flush(encoder, ptr::null_mut()), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_push(encoder, &picture, ptr::null_mut()), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_push(encoder, ptr::null(), &mut packet), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_force_key(null), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_headers(null, &mut packet), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_headers(encoder, ptr::null_mut()), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_encode(encoder, &picture, ptr::null_mut()), UNITE_H264_NULL);
        assert_eq!(unite_h264_encoder_encode(encoder, ptr::null(), &mut packet), UNITE_H264_NULL);
        for (picture, code, said) in [
            (Picture { planes: [planes[0], planes[1], ptr::null()], ..picture }, UNITE_H264_NULL, "plane 2"),
            (
                Picture { strides: [16, 9, 9], ..picture },
                UNITE_H264_PICTURE,
                "stride 0 is 16, and rows have 17",
            ),
            (Picture { strides: [17, 9, 0], ..picture }, UNITE_H264_PICTURE, "stride 2 is 0"),
            (Picture { strides: [usize::MAX, 9, 9], ..picture }, UNITE_H264_PICTURE, "more than memory has"),
            (Picture { strides: [1 << 60, 9, 9], ..picture }, UNITE_H264_PICTURE, "more than memory has"),
        ] {
            assert_eq!(unite_h264_encoder_encode(encoder, &picture, &mut packet), code, "{said}");
            assert!(message().contains(said), "{:?} in place of {said:?}", message());
        }
        assert!(packet.data.is_null());
        let early = unite_h264_encoder_reconstruction(encoder, 0, [0; 320].as_mut_ptr(), 20, 320);
        assert_eq!((early, message().contains("no picture")), (UNITE_H264_PICTURE, true));
        assert_eq!(unite_h264_encoder_encode(encoder, &picture, &mut packet), UNITE_H264_OK);
        assert!(packet.key && packet.length > 0);
        // 18x16 samples, as cropping takes pairs of them away; rows beside each other.
        let mut samples = [7; 16 * 20];
        let room = 15 * 20 + 18;
        let rows = |component, stride, room, samples: *mut u8| {
            unite_h264_encoder_reconstruction(encoder, component, samples, stride, room)
        };
        assert_eq!(rows(0, 20, room, ptr::null_mut()), UNITE_H264_NULL);
        assert_eq!(rows(0, 17, room, samples.as_mut_ptr()), UNITE_H264_PICTURE);
        assert_eq!(rows(3, 20, room, samples.as_mut_ptr()), UNITE_H264_PICTURE);
        assert_eq!(message(), "component 3 of 3 is asked for");
        assert_eq!(rows(0, 20, room - 1, samples.as_mut_ptr()), UNITE_H264_ROOM);
        assert_eq!(message(), "there is room for 317 samples, and 318 are needed");
        assert_eq!(samples, [7; 16 * 20]);
        assert_eq!(rows(0, 20, room, samples.as_mut_ptr()), UNITE_H264_OK);
        assert!(samples.chunks(20).all(|row| row[0].abs_diff(90) < 3 && row[18..] == [7; 2]));
        unite_h264_encoder_close(encoder);
    }
}

#[test]
fn one_row_fits_any_stride() {
    let mut one = settings();
    one.height = 1;
    // SAFETY: every pointer leads to what is asked for.
    unsafe {
        let (code, encoder) = open(&one);
        assert_eq!(code, UNITE_H264_OK);
        let (luma, chroma) = ([90; 17], [128; 9]);
        let planes = [luma.as_ptr(), chroma.as_ptr(), chroma.as_ptr()];
        let mut packet = Packet::default();
        let picture = Picture { planes, strides: [0; 3] };
        assert_eq!(unite_h264_encoder_encode(encoder, &picture, &mut packet), UNITE_H264_OK);
        assert!(packet.key && packet.length > 0);
        unite_h264_encoder_close(encoder);
    }
}

#[test]
fn pictures_that_are_pushed_have_packets_later() {
    for (threads, delay) in [(1, 0), (2, 2)] {
        let (_, encoder) = open(&Settings { threads, ..settings() });
        let (luma, chroma) = ([90; 15 * 17], [128; 8 * 9]);
        let planes = [luma.as_ptr(), chroma.as_ptr(), chroma.as_ptr()];
        let picture = Picture { planes, strides: [17, 9, 9] };
        let mut packet = Packet::default();
        // SAFETY: there are an encoder, a picture and a packet.
        unsafe {
            for time in 0..4 {
                assert_eq!(unite_h264_encoder_push(encoder, &picture, &mut packet), UNITE_H264_OK);
                assert_eq!((packet.length > 0, packet.key), (time >= delay, time == delay), "{time}");
            }
            if delay > 0 {
                assert_eq!(unite_h264_encoder_encode(encoder, &picture, &mut packet), UNITE_H264_PICTURE);
                assert_eq!(message(), "2 pictures were pushed whose packets are still to be taken");
            }
            for left in (0..=delay).rev() {
                assert_eq!(unite_h264_encoder_flush(encoder, &mut packet), UNITE_H264_OK);
                assert_eq!(packet.length > 0, left > 0);
            }
            assert_eq!(unite_h264_encoder_encode(encoder, &picture, &mut packet), UNITE_H264_OK);
            unite_h264_encoder_close(encoder);
        }
    }
}

#[test]
fn both_formats_have_their_headers() {
    let mut packets = Vec::new();
    for format in [UNITE_H264_ANNEX_B, UNITE_H264_AVCC] {
        let (_, encoder) = open(&Settings { format, info: 0, ..settings() });
        let (luma, chroma) = ([90; 15 * 17], [128; 8 * 9]);
        let planes = [luma.as_ptr(), chroma.as_ptr(), chroma.as_ptr()];
        let picture = Picture { planes, strides: [17, 9, 9] };
        let mut packet = Packet::default();
        // SAFETY: there are an encoder, a picture and a packet, whose bytes are there until the next call.
        unsafe {
            for code in [
                unite_h264_encoder_headers(encoder, &mut packet),
                unite_h264_encoder_encode(encoder, &picture, &mut packet),
            ] {
                assert_eq!(code, UNITE_H264_OK);
            }
            packets.push(std::slice::from_raw_parts(packet.data, packet.length).to_vec());
            assert_eq!(unite_h264_encoder_headers(encoder, &mut packet), UNITE_H264_OK);
            packets.push(std::slice::from_raw_parts(packet.data, packet.length).to_vec());
            unite_h264_encoder_close(encoder);
        }
    }
    let [annex_b, sets, avcc, record] = &packets[..] else { panic!("four packets") };
    assert!(annex_b.starts_with(sets), "parameter sets stand before the first picture");
    assert_eq!(record[..2], [1, 100]);
    let slice = &annex_b[sets.len() + 4..];
    assert_eq!(avcc[..4], (slice.len() as u32).to_be_bytes());
    assert!(avcc[4..] == *slice);
}
