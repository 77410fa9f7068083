//! Parameter sets from settings, and NAL units of them.

use crate::config::{Config, Deblocking, Profile, RateControl};
use crate::level::{LEVEL_1B, Level};
use crate::location::samples_of;
use crate::syntax::nal::{NalType, nal_of};
use crate::syntax::parameter_sets::{
    HrdParameters, PictureParameterSet, SequenceParameterSet, VuiParameters,
};
use crate::syntax::sei::SeiMessage;

/// The sequence parameter set of settings.
pub fn sequence_parameter_set(config: &Config, level: Level) -> SequenceParameterSet {
    let [rows, columns] = config.macroblocks();
    let [height, width] = samples_of([rows, columns], 0);
    // Cropping counts in units of two samples at 4:2:0 (table 6-1), so an odd size keeps one more.
    let unit = if config.monochrome { 1 } else { 2 };
    let crop = [width - config.width, height - config.height].map(|samples| samples as i64 / unit);
    let cropped = crop != [0, 0];
    // Level 1b is another one of level 1.1 there (A.3.1).
    let level_1b = level.idc == LEVEL_1B && config.profile != Profile::High;
    SequenceParameterSet {
        profile_idc: match config.profile {
            Profile::Baseline => 66,
            Profile::Main => 77,
            Profile::High => 100,
        },
        constraint_set0_flag: (config.profile == Profile::Baseline).into(),
        constraint_set1_flag: (config.profile != Profile::High).into(),
        constraint_set3_flag: level_1b.into(),
        level_idc: if level_1b { 11 } else { level.idc.into() },
        chroma_format_idc: (!config.monochrome).into(),
        log2_max_frame_num_minus4: 4,
        pic_order_cnt_type: 2,
        max_num_ref_frames: config.references as i64,
        pic_width_in_mbs_minus1: columns as i64 - 1,
        pic_height_in_map_units_minus1: rows as i64 - 1,
        frame_mbs_only_flag: 1,
        direct_8x8_inference_flag: 1,
        frame_cropping_flag: cropped.into(),
        frame_crop_right_offset: crop[0],
        frame_crop_bottom_offset: crop[1],
        vui_parameters_present_flag: 1,
        vui_parameters: vui(config, level),
        ..SequenceParameterSet::default()
    }
}

/// Video usability information: what samples mean, when pictures are shown, and that none is reordered.
fn vui(config: &Config, level: Level) -> VuiParameters {
    let [sar_width, sar_height] = config.sample_aspect.map(i64::from);
    let mut vui = VuiParameters::default();
    if sar_width > 0 && sar_height > 0 {
        vui.aspect_ratio_info_present_flag = 1;
        // 1 is square, 255 says the ratio itself (table E-1).
        vui.aspect_ratio_idc = if sar_width == sar_height { 1 } else { 255 };
        (vui.sar_width, vui.sar_height) = (sar_width, sar_height);
    }
    if let Some(colour) = config.colour {
        vui.video_signal_type_present_flag = 1;
        // 5: not specified.
        vui.video_format = 5;
        vui.video_full_range_flag = colour.full_range.into();
        if let Some(description) = colour.description {
            vui.colour_description_present_flag = 1;
            [vui.colour_primaries, vui.transfer_characteristics, vui.matrix_coefficients] =
                description.map(i64::from);
        }
    }
    // A tick is the time of a field, half that of a frame.
    vui.timing_info_present_flag = 1;
    vui.num_units_in_tick = config.frame_rate[1].into();
    vui.time_scale = 2 * i64::from(config.frame_rate[0]);
    vui.fixed_frame_rate_flag = 1;
    if let RateControl::Bitrate { vbv: Some(vbv), .. } = config.rate {
        let [(rate, rate_unit), (size, size_unit)] = vbv.bits();
        vui.nal_hrd_parameters_present_flag = 1;
        vui.nal_hrd_parameters = HrdParameters {
            bit_rate_scale: i64::from(rate_unit) - 6,
            cpb_size_scale: i64::from(size_unit) - 4,
            bit_rate_value_minus1: rate as i64 - 1,
            cpb_size_value_minus1: size as i64 - 1,
            initial_cpb_removal_delay_length_minus1: 30,
            cpb_removal_delay_length_minus1: 23,
            dpb_output_delay_length_minus1: 7,
            ..HrdParameters::default()
        };
    }
    vui.bitstream_restriction_flag = 1;
    vui.motion_vectors_over_pic_boundaries_flag = 1;
    vui.log2_max_mv_length_horizontal = 13;
    // In quarters of a sample.
    vui.log2_max_mv_length_vertical = i64::from((4 * level.vertical).ilog2()).min(15);
    vui.max_dec_frame_buffering = config.references as i64;
    vui
}

/// The picture parameter set of settings.
pub fn picture_parameter_set(config: &Config) -> PictureParameterSet {
    let qp = match config.rate {
        RateControl::Qp(qp) => i64::from(qp),
        RateControl::Crf(crf) => crf.round() as i64,
        // The middle of what is usual.
        RateControl::Bitrate { .. } => 26,
    };
    PictureParameterSet {
        entropy_coding_mode_flag: config.has_cabac().into(),
        transform_8x8_mode_flag: config.has_transform_8x8().into(),
        num_ref_idx_l0_default_active_minus1: config.references as i64 - 1,
        pic_init_qp_minus26: qp - 26,
        chroma_qp_index_offset: config.chroma_qp_offset.into(),
        second_chroma_qp_index_offset: config.chroma_qp_offset.into(),
        deblocking_filter_control_present_flag: (config.deblocking != Deblocking::On { alpha: 0, beta: 0 })
            .into(),
        constrained_intra_pred_flag: config.constrained_intra.into(),
        ..PictureParameterSet::default()
    }
}

/// A NAL unit of a sequence parameter set.
pub fn sps_nal(sps: &SequenceParameterSet) -> Vec<u8> {
    nal_of(3, NalType::Sps, |writer| sps.clone().code(writer))
}

/// A NAL unit of a picture parameter set.
pub fn pps_nal(pps: &PictureParameterSet, profile_idc: i64) -> Vec<u8> {
    nal_of(3, NalType::Pps, |writer| pps.clone().code(writer, profile_idc == 100))
}

/// When a decoder takes a picture from its buffer: NAL units of a message where decoding can begin, if `delays` says how long the buffer
/// fills before, and of one for each picture, so many ticks after the last such.
pub fn timing_nals(hrd: &HrdParameters, delays: Option<[i64; 2]>, ticks: u64) -> Vec<Vec<u8>> {
    let counted = (1 << (hrd.cpb_removal_delay_length_minus1 + 1)) - 1;
    let timing = SeiMessage::pic_timing((ticks & counted) as i64);
    let messages = delays.map(SeiMessage::buffering_period).into_iter().chain([timing]);
    messages.map(|message| nal_of(0, NalType::Sei, |writer| message.clone().code(writer, 0, hrd))).collect()
}

/// What files have in place of parameter sets before pictures: `AVCDecoderConfigurationRecord` (ISO/IEC 14496-15, 5.3.3.1).
pub fn configuration_record(sps: &SequenceParameterSet, pps: &PictureParameterSet) -> Vec<u8> {
    let (sps_nal, pps_nal) = (sps_nal(sps), pps_nal(pps, sps.profile_idc));
    // Profile, constraints and level are bytes of the parameter set; lengths have four bytes (3, and ones before); there is one set of each kind.
    let mut record = vec![1, sps_nal[1], sps_nal[2], sps_nal[3], 0xFC | 3, 0xE0 | 1];
    for (set, others) in [(&sps_nal, &[1][..]), (&pps_nal, &[])] {
        record.extend((set.len() as u16).to_be_bytes());
        record.extend_from_slice(set);
        record.extend_from_slice(others);
    }
    if sps.profile_idc == 100 {
        // 8 bits, and no extensions of the sequence parameter set.
        record.extend([0xFC | sps.chroma_format_idc as u8, 0xF8, 0xF8, 0]);
    }
    record
}
