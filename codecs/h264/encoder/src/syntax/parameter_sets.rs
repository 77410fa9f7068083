//! Sequence and picture parameter sets (H.264 7.3.2.1, 7.3.2.2, E.1.1), as far as frames of 8 bits at 4:2:0, or grey ones, need them.

use unite_bitstream::syntax;

syntax! {
    /// What holds for a sequence of pictures (7.3.2.1.1).
    #[derive(Copy)]
    pub struct SequenceParameterSet / seq_parameter_set_data() {
        profile_idc: u(8) in 66..=100;
        constraint_set0_flag: u(1) in 0..=1;
        constraint_set1_flag: u(1) in 0..=1;
        constraint_set2_flag: u(1) in 0..=1;
        constraint_set3_flag: u(1) in 0..=1;
        constraint_set4_flag: u(1) in 0..=1;
        constraint_set5_flag: u(1) in 0..=1;
        reserved_zero_2bits: u(2) in 0..=0;
        level_idc: u(8) in 9..=62;
        seq_parameter_set_id: ue() in 0..=31;
        if (profile_idc == 100) {
            chroma_format_idc: ue() in 0..=1;
            bit_depth_luma_minus8: ue() in 0..=0;
            bit_depth_chroma_minus8: ue() in 0..=0;
            qpprime_y_zero_transform_bypass_flag: u(1) in 0..=0;
            seq_scaling_matrix_present_flag: u(1) in 0..=0;
        }
        log2_max_frame_num_minus4: ue() in 0..=12;
        pic_order_cnt_type: ue() in 2..=2;
        max_num_ref_frames: ue() in 0..=16;
        gaps_in_frame_num_value_allowed_flag: u(1) in 0..=1;
        pic_width_in_mbs_minus1: ue() in 0..=1054;
        pic_height_in_map_units_minus1: ue() in 0..=1054;
        frame_mbs_only_flag: u(1) in 1..=1;
        direct_8x8_inference_flag: u(1) in 0..=1;
        frame_cropping_flag: u(1) in 0..=1;
        if (frame_cropping_flag == 1) {
            frame_crop_left_offset: ue() in 0..=0;
            frame_crop_right_offset: ue() in 0..=15;
            frame_crop_top_offset: ue() in 0..=0;
            frame_crop_bottom_offset: ue() in 0..=15;
        }
        vui_parameters_present_flag: u(1) in 0..=1;
        if (vui_parameters_present_flag == 1) {
            table vui_parameters: VuiParameters();
        }
    }
}

syntax! {
    /// Video usability information (E.1.1).
    #[derive(Copy)]
    pub struct VuiParameters / vui_parameters() {
        aspect_ratio_info_present_flag: u(1) in 0..=1;
        if (aspect_ratio_info_present_flag == 1) {
            aspect_ratio_idc: u(8) in 0..=255;
            if (aspect_ratio_idc == 255) {
                sar_width: u(16) in 0..=65535;
                sar_height: u(16) in 0..=65535;
            }
        }
        overscan_info_present_flag: u(1) in 0..=0;
        video_signal_type_present_flag: u(1) in 0..=1;
        if (video_signal_type_present_flag == 1) {
            video_format: u(3) in 0..=5;
            video_full_range_flag: u(1) in 0..=1;
            colour_description_present_flag: u(1) in 0..=1;
            if (colour_description_present_flag == 1) {
                colour_primaries: u(8) in 1..=255;
                transfer_characteristics: u(8) in 1..=255;
                matrix_coefficients: u(8) in 0..=255;
            }
        }
        chroma_loc_info_present_flag: u(1) in 0..=1;
        if (chroma_loc_info_present_flag == 1) {
            chroma_sample_loc_type_top_field: ue() in 0..=5;
            chroma_sample_loc_type_bottom_field: ue() in 0..=5;
        }
        timing_info_present_flag: u(1) in 0..=1;
        if (timing_info_present_flag == 1) {
            num_units_in_tick: u(32) in 1..=0xFFFF_FFFF;
            time_scale: u(32) in 1..=0xFFFF_FFFF;
            fixed_frame_rate_flag: u(1) in 0..=1;
        }
        nal_hrd_parameters_present_flag: u(1) in 0..=1;
        if (nal_hrd_parameters_present_flag == 1) {
            table nal_hrd_parameters: HrdParameters();
        }
        vcl_hrd_parameters_present_flag: u(1) in 0..=0;
        if (nal_hrd_parameters_present_flag == 1) {
            low_delay_hrd_flag: u(1) in 0..=0;
        }
        pic_struct_present_flag: u(1) in 0..=0;
        bitstream_restriction_flag: u(1) in 0..=1;
        if (bitstream_restriction_flag == 1) {
            motion_vectors_over_pic_boundaries_flag: u(1) in 0..=1;
            max_bytes_per_pic_denom: ue() in 0..=16;
            max_bits_per_mb_denom: ue() in 0..=16;
            log2_max_mv_length_horizontal: ue() in 0..=15;
            log2_max_mv_length_vertical: ue() in 0..=15;
            max_num_reorder_frames: ue() in 0..=16;
            max_dec_frame_buffering: ue() in 0..=16;
        }
    }
}

syntax! {
    /// The buffer of a decoder, which one rate fills (E.1.2).
    #[derive(Copy)]
    pub struct HrdParameters / hrd_parameters() {
        cpb_cnt_minus1: ue() in 0..=0;
        bit_rate_scale: u(4) in 0..=15;
        cpb_size_scale: u(4) in 0..=15;
        bit_rate_value_minus1: ue() in 0..=0xFFFF_FFFE;
        cpb_size_value_minus1: ue() in 0..=0xFFFF_FFFE;
        cbr_flag: u(1) in 0..=1;
        initial_cpb_removal_delay_length_minus1: u(5) in 0..=31;
        cpb_removal_delay_length_minus1: u(5) in 0..=31;
        dpb_output_delay_length_minus1: u(5) in 0..=31;
        time_offset_length: u(5) in 0..=31;
    }
}

syntax! {
    /// What holds for some pictures (7.3.2.2). `extended`: whether there is more data after the first part (`more_rbsp_data()`), as in High.
    #[derive(Copy)]
    pub struct PictureParameterSet / pic_parameter_set_rbsp(extended: bool) {
        pic_parameter_set_id: ue() in 0..=255;
        seq_parameter_set_id: ue() in 0..=31;
        entropy_coding_mode_flag: u(1) in 0..=1;
        bottom_field_pic_order_in_frame_present_flag: u(1) in 0..=0;
        num_slice_groups_minus1: ue() in 0..=0;
        num_ref_idx_l0_default_active_minus1: ue() in 0..=15;
        num_ref_idx_l1_default_active_minus1: ue() in 0..=15;
        weighted_pred_flag: u(1) in 0..=0;
        weighted_bipred_idc: u(2) in 0..=0;
        pic_init_qp_minus26: se() in -26..=25;
        pic_init_qs_minus26: se() in -26..=25;
        chroma_qp_index_offset: se() in -12..=12;
        deblocking_filter_control_present_flag: u(1) in 0..=1;
        constrained_intra_pred_flag: u(1) in 0..=1;
        redundant_pic_cnt_present_flag: u(1) in 0..=0;
        if (extended) {
            transform_8x8_mode_flag: u(1) in 0..=1;
            pic_scaling_matrix_present_flag: u(1) in 0..=0;
            second_chroma_qp_index_offset: se() in -12..=12;
        }
    }
}
