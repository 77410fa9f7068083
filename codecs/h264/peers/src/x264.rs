//! The tables of x264 for samples of 8 bits.

use unite_h264_c::{Compare, CopyRows, Last, LevelRun, Variance, VarianceOfTwo};

use crate::x264_tables;

/// Samples of 8 bits.
#[derive(Clone)]
pub enum EightBits {}

impl x264_tables::Depth for EightBits {
    type Sample = u8;
    type Coefficient = i16;
    type Factor = u16;
    type Runs = unite_h264_c::Runs;
    const HAS_SIMILARITY: bool = true;
}

/// The slots that we have kernels for.
pub type Tables = x264_tables::Tables<EightBits>;

/// The functions that fill them.
mod filling {
    pub use unite_h264_c::{
        unite_h264_x264_activity as activity, unite_h264_x264_add as add, unite_h264_x264_add_dc as add_dc,
        unite_h264_x264_average as average, unite_h264_x264_chroma as chroma,
        unite_h264_x264_chroma_levels as chroma_levels, unite_h264_x264_copy as copy,
        unite_h264_x264_costs as costs, unite_h264_x264_costs_4x16 as costs_4x16,
        unite_h264_x264_costs_of_many as costs_of_many, unite_h264_x264_dc as dc,
        unite_h264_x264_deblock as deblock, unite_h264_x264_deblock_422 as deblock_422,
        unite_h264_x264_deblock_mixed as deblock_mixed, unite_h264_x264_decimate as decimate,
        unite_h264_x264_in_turn as in_turn, unite_h264_x264_inter as inter,
        unite_h264_x264_intra_costs as intra_costs, unite_h264_x264_intra_costs_422 as intra_costs_422,
        unite_h264_x264_last as last, unite_h264_x264_level_run as level_run,
        unite_h264_x264_lossless as lossless, unite_h264_x264_luma as luma,
        unite_h264_x264_pictures as pictures, unite_h264_x264_planes as planes,
        unite_h264_x264_predict_4x4 as predict_4x4, unite_h264_x264_predict_8x8 as predict_8x8,
        unite_h264_x264_predict_8x8c as predict_8x8c, unite_h264_x264_predict_8x16c as predict_8x16c,
        unite_h264_x264_predict_16x16 as predict_16x16, unite_h264_x264_quantize as quantize,
        unite_h264_x264_sa8d as sa8d, unite_h264_x264_scale as scale, unite_h264_x264_scan as scan,
        unite_h264_x264_sub as sub, unite_h264_x264_sub_dc as sub_dc, unite_h264_x264_tall_dc as tall_dc,
        unite_h264_x264_trellis as trellis, unite_h264_x264_weights as weights,
    };
}

/// Fills the slots that are not the same at every depth.
///
/// # Safety
/// There are tables.
unsafe fn others(at: *mut Tables) {
    // SAFETY: every array has as many slots as its function asks for.
    unsafe {
        unite_h264_c::unite_h264_x264_intra_choose((&raw mut (*at).intra_x9).cast());
        unite_h264_c::unite_h264_x264_intra_choose_8x8((&raw mut (*at).intra_x9_8x8).cast());
        unite_h264_c::unite_h264_x264_search(
            (&raw mut (*at).nearer).cast(),
            (&raw mut (*at).integral_rows).cast(),
            &raw mut (*at).sums_of_two_sizes,
            &raw mut (*at).sums,
        );
        unite_h264_c::unite_h264_x264_similarity((&raw mut (*at).similarity).cast());
    }
}

x264_tables::ours!(EightBits);

/// The functions of x264 for the processor that this runs on, or, without `assembly`, those in C. Nothing where x264 is
/// not linked.
#[cfg(not(x264))]
pub fn theirs(_assembly: bool) -> Option<Tables> {
    None
}

/// The functions of x264 for the processor that this runs on, or, without `assembly`, those in C. Nothing where x264 is
/// not linked.
#[cfg(x264)]
pub fn theirs(assembly: bool) -> Option<Tables> {
    use x264_tables::linked::{Init, Slot, tables};

    unsafe extern "C" {
        fn x264_8_predict_4x4_init(cpu: u32, table: *mut Slot);
        fn x264_8_predict_8x8_init(cpu: u32, table: *mut Slot, filter: *mut Slot);
        fn x264_8_predict_16x16_init(cpu: u32, table: *mut Slot);
        fn x264_8_predict_8x8c_init(cpu: u32, table: *mut Slot);
        fn x264_8_predict_8x16c_init(cpu: u32, table: *mut Slot);
        fn x264_8_pixel_init(cpu: u32, table: *mut Slot);
        fn x264_8_dct_init(cpu: u32, table: *mut Slot);
        fn x264_8_zigzag_init(cpu: u32, progressive: *mut Slot, interlaced: *mut Slot);
        fn x264_8_quant_init(encoder: *mut u64, cpu: u32, table: *mut Slot);
        fn x264_8_rdo_init();
        fn x264_8_mc_init(cpu: u32, table: *mut Slot, independent: i32);
        fn x264_8_deblock_init(cpu: u32, table: *mut Slot, mbaff: i32);
    }
    let init = Init {
        predict_4x4: x264_8_predict_4x4_init,
        predict_8x8: x264_8_predict_8x8_init,
        predict_16x16: x264_8_predict_16x16_init,
        predict_8x8c: x264_8_predict_8x8c_init,
        predict_8x16c: x264_8_predict_8x16c_init,
        pixel: x264_8_pixel_init,
        dct: x264_8_dct_init,
        zigzag: x264_8_zigzag_init,
        quant: x264_8_quant_init,
        costs_of_bins: x264_8_rdo_init,
        mc: x264_8_mc_init,
        deblock: x264_8_deblock_init,
    };
    Some(tables(&init, assembly))
}
