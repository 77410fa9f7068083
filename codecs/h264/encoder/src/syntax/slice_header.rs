//! The slice header (H.264 7.3.3), for I and P slices of frames.

use unite_bitstream::syntax;

use super::parameter_sets::{PictureParameterSet, SequenceParameterSet};

/// `slice_type % 5` of P slices.
pub const P: i64 = 0;
/// `slice_type % 5` of I slices.
pub const I: i64 = 2;
/// `nal_unit_type` of slices of IDR pictures.
pub const IDR: i64 = 5;

syntax! {
    /// What stands before the macroblocks of a slice (7.3.3, with 7.3.3.1 and 7.3.3.3).
    #[derive(Copy)]
    pub struct SliceHeader / slice_header(
        nal_ref_idc: i64, nal_unit_type: i64, sps: &SequenceParameterSet, pps: &PictureParameterSet
    ) {
        first_mb_in_slice: ue() in 0..=139_263;
        slice_type: ue() in 0..=9;
        pic_parameter_set_id: ue() in 0..=255;
        frame_num: u(sps.log2_max_frame_num_minus4 + 4) in 0..=0xFFFF;
        if (nal_unit_type == IDR) {
            idr_pic_id: ue() in 0..=65535;
        }
        if (slice_type % 5 == P) {
            num_ref_idx_active_override_flag: u(1) in 0..=1;
            if (num_ref_idx_active_override_flag == 1) {
                num_ref_idx_l0_active_minus1: ue() in 0..=15;
            }
        }
        if (slice_type % 5 != I) {
            ref_pic_list_modification_flag_l0: u(1) in 0..=0;
        }
        if (nal_ref_idc != 0) {
            if (nal_unit_type == IDR) {
                no_output_of_prior_pics_flag: u(1) in 0..=1;
                long_term_reference_flag: u(1) in 0..=0;
            } else {
                adaptive_ref_pic_marking_mode_flag: u(1) in 0..=0;
            }
        }
        if (pps.entropy_coding_mode_flag == 1 && slice_type % 5 != I) {
            cabac_init_idc: ue() in 0..=2;
        }
        slice_qp_delta: se() in -51..=51;
        if (pps.deblocking_filter_control_present_flag == 1) {
            disable_deblocking_filter_idc: ue() in 0..=2;
            if (disable_deblocking_filter_idc != 1) {
                slice_alpha_c0_offset_div2: se() in -6..=6;
                slice_beta_offset_div2: se() in -6..=6;
            }
        }
    }
}
