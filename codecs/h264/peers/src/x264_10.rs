//! The tables of x264 for samples of 10 bits: the same as those for 8, with functions of other types.

use std::mem::MaybeUninit;
use unite_h264_c10::*;

/// The slots that we have kernels for, as in [`Tables`](crate::x264::Tables) for 8 bits.
#[derive(Clone)]
pub struct Tables {
    /// The nine modes of 4x4 blocks, and DC of the left, above and nothing.
    pub predict_4x4: [Predict; 12],
    /// The same of 8x8 blocks.
    pub predict_8x8: [Predict8x8; 12],
    /// The filter of their neighbours.
    pub predict_8x8_filter: Predict8x8Filter,
    /// The four modes of macroblocks, and DC of the left, above and nothing.
    pub predict_16x16: [Predict; 7],
    /// The same of chrominance.
    pub predict_8x8c: [Predict; 7],
    /// Sums of absolute differences by the size of a partition.
    pub sad: [Compare; 8],
    /// Sums of squared differences.
    pub ssd: [Compare; 8],
    /// Sums of absolute values of the 4x4 Hadamard transform.
    pub satd: [Compare; 8],
    /// The same of the 8x8 Hadamard transform, of 16x16 and 8x8.
    pub sa8d: [Compare; 2],
    /// `sad` of three candidates.
    pub sad_x3: [CompareX3; 7],
    /// `sad` of four candidates.
    pub sad_x4: [CompareX4; 7],
    /// `satd` of three candidates.
    pub satd_x3: [CompareX3; 7],
    /// `satd` of four candidates.
    pub satd_x4: [CompareX4; 7],
    /// Three modes of 16x16, of 4x4, of chrominance and of 8x8 blocks, by the Hadamard transform.
    pub intra_satd_x3: [IntraX3; 4],
    /// The same by absolute differences.
    pub intra_sad_x3: [IntraX3; 4],
    /// Transforms of differences.
    pub sub: [Sub; 5],
    /// Transforms back.
    pub add: [Add; 5],
    /// The transform of DC coefficients of luminance, forth and back.
    pub dc: [Dc; 2],
    /// Quantisation of 8x8, of 4x4 and of four 4x4 blocks.
    pub quantize: [Quantize; 3],
    /// Quantisation of DC coefficients, of luminance and chrominance.
    pub quantize_dc: [QuantizeDc; 2],
    /// Scaling of 8x8 and 4x4 blocks and of DC coefficients of luminance.
    pub scale: [Scale; 3],
    /// Zig-zag scans of 8x8 and 4x4 blocks.
    pub zigzag: [Scan; 2],
    /// Averages by the size of a partition.
    pub average: [Average; 12],
    /// Eighths of a sample of chrominance.
    pub chroma: Chroma,
    /// The planes of half samples.
    pub half_planes: HalfPlanes,
    /// Partitions of luminance.
    pub luma: Luma,
    /// The same, or where they are in a plane.
    pub reference: Reference,
    /// Weighted rows of 2, 4, 8, 12, 16 and 20 samples.
    pub weights: [Weigh; 6],
    /// Edges of luminance, vertical and horizontal, and of chrominance.
    pub deblock: [Deblock; 4],
    /// The same for `bS` 4.
    pub deblock_intra: [DeblockIntra; 4],
}

/// Our kernels.
pub fn ours() -> Tables {
    let mut tables = MaybeUninit::<Tables>::uninit();
    let at = tables.as_mut_ptr();
    let mut sa8d = MaybeUninit::<[Compare; 4]>::uninit();
    // SAFETY: every array has as many slots as its function asks for, and all are filled; of `sa8d` those that are read.
    unsafe {
        unite_h264_x264_10_predict_4x4((&raw mut (*at).predict_4x4).cast());
        unite_h264_x264_10_predict_8x8(
            (&raw mut (*at).predict_8x8).cast(),
            &raw mut (*at).predict_8x8_filter,
        );
        unite_h264_x264_10_predict_16x16((&raw mut (*at).predict_16x16).cast());
        unite_h264_x264_10_predict_8x8c((&raw mut (*at).predict_8x8c).cast());
        unite_h264_x264_10_costs(
            (&raw mut (*at).sad).cast(),
            (&raw mut (*at).ssd).cast(),
            (&raw mut (*at).satd).cast(),
        );
        unite_h264_x264_10_sa8d(sa8d.as_mut_ptr().cast());
        (&raw mut (*at).sa8d).write([0, 3].map(|i| sa8d.as_ptr().cast::<Compare>().add(i).read()));
        unite_h264_x264_10_costs_of_many(
            (&raw mut (*at).sad_x3).cast(),
            (&raw mut (*at).sad_x4).cast(),
            (&raw mut (*at).satd_x3).cast(),
            (&raw mut (*at).satd_x4).cast(),
        );
        unite_h264_x264_10_intra_costs(
            (&raw mut (*at).intra_satd_x3).cast(),
            (&raw mut (*at).intra_sad_x3).cast(),
        );
        unite_h264_x264_10_sub((&raw mut (*at).sub).cast());
        unite_h264_x264_10_add((&raw mut (*at).add).cast());
        unite_h264_x264_10_dc((&raw mut (*at).dc).cast());
        unite_h264_x264_10_quantize((&raw mut (*at).quantize).cast(), (&raw mut (*at).quantize_dc).cast());
        unite_h264_x264_10_scale((&raw mut (*at).scale).cast());
        unite_h264_x264_10_scan((&raw mut (*at).zigzag).cast());
        unite_h264_x264_10_average((&raw mut (*at).average).cast());
        unite_h264_x264_10_inter(&raw mut (*at).chroma, &raw mut (*at).half_planes);
        unite_h264_x264_10_luma(&raw mut (*at).luma, &raw mut (*at).reference);
        unite_h264_x264_10_weights((&raw mut (*at).weights).cast());
        unite_h264_x264_10_deblock((&raw mut (*at).deblock).cast(), (&raw mut (*at).deblock_intra).cast());
        tables.assume_init()
    }
}

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
    Some(linked::tables(assembly))
}

/// The functions that make the tables of x264, and where in them the slots are.
#[cfg(x264)]
mod linked {
    use super::Tables;
    use crate::x264::linked::{MOST, Slot, apart, slot, slots};
    use std::mem::transmute_copy;
    use unite_h264_c10::Weigh;

    unsafe extern "C" {
        fn x264_cpu_detect() -> u32;
        fn x264_10_predict_4x4_init(cpu: u32, table: *mut Slot);
        fn x264_10_predict_8x8_init(cpu: u32, table: *mut Slot, filter: *mut Slot);
        fn x264_10_predict_16x16_init(cpu: u32, table: *mut Slot);
        fn x264_10_predict_8x8c_init(cpu: u32, table: *mut Slot);
        fn x264_10_pixel_init(cpu: u32, table: *mut Slot);
        fn x264_10_dct_init(cpu: u32, table: *mut Slot);
        fn x264_10_zigzag_init(cpu: u32, progressive: *mut Slot, interlaced: *mut Slot);
        fn x264_10_quant_init(encoder: *mut u64, cpu: u32, table: *mut Slot);
        fn x264_10_mc_init(cpu: u32, table: *mut Slot, independent: i32);
        fn x264_10_deblock_init(cpu: u32, table: *mut Slot, mbaff: i32);
    }

    pub fn tables(assembly: bool) -> Tables {
        let mut predict = [[None; MOST]; 5];
        let [p4, p8, filter, p16, p8c] = &mut predict;
        let mut others = [[None; MOST]; 7];
        let [pixel, dct, zigzag, field, quant, mc, deblock] = &mut others;
        // An encoder whose parameters are all 0, as far as they are looked at: matrices are flat.
        let mut encoder = vec![0u64; 1 << 16];
        // SAFETY: the tables have more slots than are written, and the positions are those of the version that the build
        // script asked for.
        unsafe {
            let cpu = if assembly { x264_cpu_detect() } else { 0 };
            x264_10_predict_4x4_init(cpu, p4.as_mut_ptr());
            x264_10_predict_8x8_init(cpu, p8.as_mut_ptr(), filter.as_mut_ptr());
            x264_10_predict_16x16_init(cpu, p16.as_mut_ptr());
            x264_10_predict_8x8c_init(cpu, p8c.as_mut_ptr());
            x264_10_pixel_init(cpu, pixel.as_mut_ptr());
            x264_10_dct_init(cpu, dct.as_mut_ptr());
            x264_10_zigzag_init(cpu, zigzag.as_mut_ptr(), field.as_mut_ptr());
            x264_10_quant_init(encoder.as_mut_ptr(), cpu, quant.as_mut_ptr());
            x264_10_mc_init(cpu, mc.as_mut_ptr(), 0);
            x264_10_deblock_init(cpu, deblock.as_mut_ptr(), 0);
            Tables {
                predict_4x4: slots(p4, 0),
                predict_8x8: slots(p8, 0),
                predict_8x8_filter: slot(filter, 0),
                predict_16x16: slots(p16, 0),
                predict_8x8c: slots(p8c, 0),
                sad: slots(pixel, 0),
                ssd: slots(pixel, 8),
                satd: slots(pixel, 16),
                sa8d: apart(pixel, [31, 34]),
                sad_x3: slots(pixel, 99),
                sad_x4: slots(pixel, 106),
                satd_x3: slots(pixel, 113),
                satd_x4: slots(pixel, 120),
                intra_satd_x3: apart(pixel, [135, 138, 147, 150]),
                intra_sad_x3: apart(pixel, [136, 139, 148, 151]),
                sub: apart(dct, [0, 2, 7, 10, 12]),
                add: apart(dct, [1, 4, 8, 11, 13]),
                dc: slots(dct, 14),
                quantize: slots(quant, 0),
                quantize_dc: slots(quant, 3),
                scale: slots(quant, 5),
                zigzag: slots(zigzag, 0),
                average: slots(mc, 3),
                chroma: slot(mc, 2),
                half_planes: slot(mc, 33),
                luma: slot(mc, 0),
                reference: slot(mc, 1),
                // The slot points to a table.
                weights: *transmute_copy::<Slot, *const [Weigh; 6]>(&mc[46]),
                deblock: apart(deblock, [0, 1, 4, 3]),
                deblock_intra: apart(deblock, [6, 7, 10, 9]),
            }
        }
    }
}
