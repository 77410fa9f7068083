//! The tables of x264 for samples of 10 bits.

use std::mem::MaybeUninit;

use unite_h264_c10::{Compare, CopyRows, Last, LevelRun, Variance, VarianceOfTwo};

use crate::x264_tables;

/// Samples of 10 bits.
#[derive(Clone)]
pub enum TenBits {}

impl x264_tables::Depth for TenBits {
    type Sample = u16;
    type Coefficient = i32;
    type Factor = u32;
    type Runs = unite_h264_c10::Runs;
    const HAS_SIMILARITY: bool = false;
}

/// The slots that we have kernels for.
pub type Tables = x264_tables::Tables<TenBits>;

/// The functions that fill them.
mod filling {
    pub use unite_h264_c10::{
        unite_h264_x264_10_activity as activity, unite_h264_x264_10_add as add,
        unite_h264_x264_10_add_dc as add_dc, unite_h264_x264_10_average as average,
        unite_h264_x264_10_chroma as chroma, unite_h264_x264_10_chroma_levels as chroma_levels,
        unite_h264_x264_10_copy as copy, unite_h264_x264_10_costs as costs,
        unite_h264_x264_10_costs_4x16 as costs_4x16, unite_h264_x264_10_costs_of_many as costs_of_many,
        unite_h264_x264_10_dc as dc, unite_h264_x264_10_deblock as deblock,
        unite_h264_x264_10_deblock_422 as deblock_422, unite_h264_x264_10_deblock_mixed as deblock_mixed,
        unite_h264_x264_10_decimate as decimate, unite_h264_x264_10_in_turn as in_turn,
        unite_h264_x264_10_inter as inter, unite_h264_x264_10_intra_costs as intra_costs,
        unite_h264_x264_10_intra_costs_422 as intra_costs_422, unite_h264_x264_10_last as last,
        unite_h264_x264_10_level_run as level_run, unite_h264_x264_10_lossless as lossless,
        unite_h264_x264_10_luma as luma, unite_h264_x264_10_pictures as pictures,
        unite_h264_x264_10_planes as planes, unite_h264_x264_10_predict_4x4 as predict_4x4,
        unite_h264_x264_10_predict_8x8 as predict_8x8, unite_h264_x264_10_predict_8x8c as predict_8x8c,
        unite_h264_x264_10_predict_8x16c as predict_8x16c, unite_h264_x264_10_predict_16x16 as predict_16x16,
        unite_h264_x264_10_quantize as quantize, unite_h264_x264_10_sa8d as sa8d,
        unite_h264_x264_10_scale as scale, unite_h264_x264_10_scan as scan, unite_h264_x264_10_sub as sub,
        unite_h264_x264_10_sub_dc as sub_dc, unite_h264_x264_10_tall_dc as tall_dc,
        unite_h264_x264_10_trellis as trellis, unite_h264_x264_10_weights as weights,
    };
}

/// Fills the slots that are not the same at every depth: of 10 bits x264 has not all that it has of 8.
///
/// # Safety
/// There are tables.
unsafe fn others(at: *mut Tables) {
    let mut rows = MaybeUninit::<[unite_h264_c::IntegralRow; 2]>::uninit();
    // SAFETY: every array has as many slots as its function asks for.
    unsafe {
        (&raw mut (*at).intra_x9).write([None; 2]);
        (&raw mut (*at).intra_x9_8x8).write([None; 2]);
        // What comes after the rows does not look at samples.
        unite_h264_c::unite_h264_x264_search(
            (&raw mut (*at).nearer).cast(),
            rows.as_mut_ptr().cast(),
            &raw mut (*at).sums_of_two_sizes,
            &raw mut (*at).sums,
        );
        unite_h264_c10::unite_h264_x264_10_integrals((&raw mut (*at).integral_rows).cast());
        (&raw mut (*at).similarity).write(None);
    }
}

x264_tables::ours!(TenBits);

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
        fn x264_10_predict_4x4_init(cpu: u32, table: *mut Slot);
        fn x264_10_predict_8x8_init(cpu: u32, table: *mut Slot, filter: *mut Slot);
        fn x264_10_predict_16x16_init(cpu: u32, table: *mut Slot);
        fn x264_10_predict_8x8c_init(cpu: u32, table: *mut Slot);
        fn x264_10_predict_8x16c_init(cpu: u32, table: *mut Slot);
        fn x264_10_pixel_init(cpu: u32, table: *mut Slot);
        fn x264_10_dct_init(cpu: u32, table: *mut Slot);
        fn x264_10_zigzag_init(cpu: u32, progressive: *mut Slot, interlaced: *mut Slot);
        fn x264_10_quant_init(encoder: *mut u64, cpu: u32, table: *mut Slot);
        fn x264_10_rdo_init();
        fn x264_10_mc_init(cpu: u32, table: *mut Slot, independent: i32);
        fn x264_10_deblock_init(cpu: u32, table: *mut Slot, mbaff: i32);
    }
    let init = Init {
        predict_4x4: x264_10_predict_4x4_init,
        predict_8x8: x264_10_predict_8x8_init,
        predict_16x16: x264_10_predict_16x16_init,
        predict_8x8c: x264_10_predict_8x8c_init,
        predict_8x16c: x264_10_predict_8x16c_init,
        pixel: x264_10_pixel_init,
        dct: x264_10_dct_init,
        zigzag: x264_10_zigzag_init,
        quant: x264_10_quant_init,
        costs_of_bins: x264_10_rdo_init,
        mc: x264_10_mc_init,
        deblock: x264_10_deblock_init,
    };
    Some(tables(&init, assembly))
}
