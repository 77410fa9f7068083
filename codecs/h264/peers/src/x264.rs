//! The tables of x264 for samples of 8 bits.

use std::mem::MaybeUninit;
use unite_h264_c::*;

/// The slots that we have kernels for.
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
    pub sad: [Compare; 7],
    /// Sums of squared differences.
    pub ssd: [Compare; 7],
    /// Sums of absolute values of the 4x4 Hadamard transform.
    pub satd: [Compare; 7],
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
    /// Nine modes of 4x4 blocks by the Hadamard transform and by absolute differences. In C x264 has none.
    pub intra_x9: [Option<IntraX9>; 2],
    /// The same of 8x8 blocks.
    pub intra_x9_8x8: [Option<IntraX9By8>; 2],
    /// Transforms of differences.
    pub sub: [Sub; 5],
    /// Transforms back.
    pub add: [Add; 5],
    /// First coefficients of differences, of chrominance at 4:2:0 and 4:2:2.
    pub sub_dc: [Sub; 2],
    /// First coefficients transformed back, of 8x8 and 16x16 samples.
    pub add_dc: [Add; 2],
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
    /// Field scans of 8x8 and 4x4 blocks.
    pub field: [Scan; 2],
    /// Averages by the size of a partition.
    pub average: [Average; 12],
    /// Eighths of a sample of chrominance.
    pub chroma: Chroma,
    /// The planes of half samples.
    pub half_planes: HalfPlanes,
    /// Edges of luminance, vertical and horizontal, and of chrominance.
    pub deblock: [Deblock; 4],
    /// The same for `bS` 4.
    pub deblock_intra: [DeblockIntra; 4],
    /// The modes of chrominance at 4:2:2.
    pub predict_8x16c: [Predict; 7],
    /// Vertical edges of chrominance at 4:2:2.
    pub deblock_422: Deblock,
    /// The same for `bS` 4.
    pub deblock_422_intra: DeblockIntra,
    /// Strengths of edges.
    pub strength: Strength,
    /// Sums of samples and of their squares, of 16x16, 8x16 and 8x8.
    pub variance: [Variance; 3],
    /// Variances of differences of chrominance, of 8x16 and 8x8.
    pub variance_of_two: [VarianceOfTwo; 2],
    /// Hadamard transforms without first coefficients, of 16x16, 16x8, 8x16 and 8x8.
    pub hadamard_ac: [HadamardAc; 4],
    /// Rows compared with the next ones.
    pub sad_of_rows: SadOfRows,
    /// Sums of differences of rows.
    pub difference_of_rows: DifferenceOfRows,
    /// What the structural similarity is made of.
    pub moments: Moments,
    /// Copies of partitions of 16x16, 8x8 and 4x4, and of 16x16 wherever it lies.
    pub copy: [CopyRows; 4],
    /// Chrominance of a macroblock, stored.
    pub store_chroma: StoreChroma,
    /// Chrominance of a macroblock, loaded to encode and to reconstruct.
    pub load_chroma: [LoadChroma; 2],
    /// Copies of planes, as they are and with samples swapped.
    pub copy_plane: [CopyPlane; 2],
    /// Two planes into one.
    pub interleave: InterleavePlanes,
    /// One plane into two.
    pub deinterleave: DeinterleavePlane,
    /// Planes of half the resolution.
    pub half_resolution: HalfResolution,
    /// Partitions of luminance.
    pub luma: Luma,
    /// The same, or where they are in a plane.
    pub reference: Reference,
    /// Weighted rows of 2, 4, 8, 12, 16 and 20 samples.
    pub weights: [Weigh; 6],
    /// Coefficients with less noise.
    pub denoise: Denoise,
    /// What 15, 16 and 64 levels are worth.
    pub score: [Score; 3],
    /// The last of 16, 15, 64, 4 and 8 levels.
    pub last: [Last; 5],
    /// Levels that are not 0, of 16, 15, 4 and 8.
    pub level_run: [LevelRun; 4],
    /// Positions that may be nearer, by the size of a partition.
    pub nearer: [Nearer; 7],
    /// Rows of integrals, of 4 and of 8 samples.
    pub integral_rows: [IntegralRow; 2],
    /// Sums of 4x4 and 8x8 blocks.
    pub sums_of_two_sizes: SumsOfTwoSizes,
    /// Sums of 8x8 blocks.
    pub sums: Sums,
    /// The structural similarity.
    pub similarity: Similarity,
    /// Three modes of chrominance at 4:2:2, by the Hadamard transform and by absolute differences.
    pub intra_x3_422: [IntraX3; 2],
    /// DC coefficients of chrominance at 4:2:2.
    pub tall_dc: TallDc,
    /// Left edges of luminance between macroblocks of frames and of fields, and of chrominance at 4:2:0 and 4:2:2.
    pub deblock_mixed: [Deblock; 3],
    /// The same for `bS` 4.
    pub deblock_mixed_intra: [DeblockIntra; 3],
    /// Costs of 4x16: `sad`, `ssd` and `satd`.
    pub costs_4x16: [Compare; 3],
    /// Both transforms of 16x16. In C x264 has none.
    pub by_both: Option<CompareByBoth>,
    /// Levels without loss of 8x8 and 4x4, in zig-zag order and in field scan order.
    pub sub_scan: [[SubScan; 2]; 2],
    /// Those of 4x4 but the first one.
    pub sub_scan_ac: [SubScanAc; 2],
    /// Levels of 8x8 in four lists.
    pub interleave_levels: [InterleaveLevels; 2],
    /// DC coefficients of chrominance at 4:2:2 back, in their blocks.
    pub tall_dc_back: TallDcBack,
    /// The same alone.
    pub tall_dc_only: TallDcOnly,
    /// Fewer levels of DC coefficients of chrominance, at 4:2:0 and 4:2:2.
    pub fewer_levels: [FewerLevels; 2],
    /// One plane into three.
    pub deinterleave_three: DeinterleaveThree,
    /// Squared differences of both components of chrominance.
    pub ssd_in_turn: SsdInTurn,
    /// Costs that are handed on.
    pub propagate: Propagate,
    /// Numbers to bytes.
    pub pack: Pack,
    /// Bytes to numbers.
    pub unpack: Unpack,
}

/// Where the functions for 16, 15, 64, 4 and 8 levels are among those that find the last one.
const LAST: [usize; 5] = [2, 1, 5, 14, 15];
/// Where those for 16, 15, 4 and 8 levels are among those that take levels out.
const LEVEL_RUN: [usize; 4] = [2, 1, 13, 14];

/// Some of the slots that a function fills.
///
/// # Safety
/// It fills those.
unsafe fn some<F: Copy, const ALL: usize, const N: usize>(
    fill: unsafe extern "C" fn(*mut F),
    places: [usize; N],
) -> [F; N] {
    let mut table = MaybeUninit::<[F; ALL]>::uninit();
    let at = table.as_mut_ptr().cast::<F>();
    // SAFETY: the table is as long as the function asks for, and the caller vouches for the places.
    unsafe {
        fill(at);
        places.map(|place| at.add(place).read())
    }
}

/// Our kernels.
pub fn ours() -> Tables {
    let mut tables = MaybeUninit::<Tables>::uninit();
    let at = tables.as_mut_ptr();
    let mut sa8d = MaybeUninit::<[Compare; 4]>::uninit();
    // SAFETY: every array has as many slots as its function asks for, and all are filled; of `sa8d` those that are read.
    unsafe {
        unite_h264_x264_predict_4x4((&raw mut (*at).predict_4x4).cast());
        unite_h264_x264_predict_8x8((&raw mut (*at).predict_8x8).cast(), &raw mut (*at).predict_8x8_filter);
        unite_h264_x264_predict_16x16((&raw mut (*at).predict_16x16).cast());
        unite_h264_x264_predict_8x8c((&raw mut (*at).predict_8x8c).cast());
        unite_h264_x264_costs(
            (&raw mut (*at).sad).cast(),
            (&raw mut (*at).ssd).cast(),
            (&raw mut (*at).satd).cast(),
        );
        unite_h264_x264_sa8d(sa8d.as_mut_ptr().cast());
        (&raw mut (*at).sa8d).write([0, 3].map(|i| sa8d.as_ptr().cast::<Compare>().add(i).read()));
        unite_h264_x264_costs_of_many(
            (&raw mut (*at).sad_x3).cast(),
            (&raw mut (*at).sad_x4).cast(),
            (&raw mut (*at).satd_x3).cast(),
            (&raw mut (*at).satd_x4).cast(),
        );
        unite_h264_x264_intra_costs(
            (&raw mut (*at).intra_satd_x3).cast(),
            (&raw mut (*at).intra_sad_x3).cast(),
        );
        unite_h264_x264_intra_choose((&raw mut (*at).intra_x9).cast());
        unite_h264_x264_intra_choose_8x8((&raw mut (*at).intra_x9_8x8).cast());
        unite_h264_x264_sub((&raw mut (*at).sub).cast());
        unite_h264_x264_add((&raw mut (*at).add).cast());
        unite_h264_x264_sub_dc((&raw mut (*at).sub_dc).cast());
        unite_h264_x264_add_dc((&raw mut (*at).add_dc).cast());
        unite_h264_x264_dc((&raw mut (*at).dc).cast());
        unite_h264_x264_quantize((&raw mut (*at).quantize).cast(), (&raw mut (*at).quantize_dc).cast());
        unite_h264_x264_scale((&raw mut (*at).scale).cast());
        unite_h264_x264_scan((&raw mut (*at).zigzag).cast(), false);
        unite_h264_x264_scan((&raw mut (*at).field).cast(), true);
        unite_h264_x264_average((&raw mut (*at).average).cast());
        unite_h264_x264_inter(&raw mut (*at).chroma, &raw mut (*at).half_planes);
        unite_h264_x264_deblock((&raw mut (*at).deblock).cast(), (&raw mut (*at).deblock_intra).cast());
        unite_h264_x264_predict_8x16c((&raw mut (*at).predict_8x16c).cast());
        unite_h264_x264_deblock_422(&raw mut (*at).deblock_422, &raw mut (*at).deblock_422_intra);
        unite_h264_x264_strength(&raw mut (*at).strength);
        let mut variance = MaybeUninit::<[Variance; 4]>::uninit();
        let mut variance_of_two = MaybeUninit::<[VarianceOfTwo; 4]>::uninit();
        unite_h264_x264_activity(
            variance.as_mut_ptr().cast(),
            variance_of_two.as_mut_ptr().cast(),
            (&raw mut (*at).hadamard_ac).cast(),
        );
        (&raw mut (*at).variance)
            .write([0, 2, 3].map(|i| variance.as_ptr().cast::<Variance>().add(i).read()));
        (&raw mut (*at).variance_of_two)
            .write([2, 3].map(|i| variance_of_two.as_ptr().cast::<VarianceOfTwo>().add(i).read()));
        unite_h264_x264_pictures(
            &raw mut (*at).sad_of_rows,
            &raw mut (*at).difference_of_rows,
            &raw mut (*at).moments,
        );
        let mut copy = MaybeUninit::<[CopyRows; 8]>::uninit();
        let copy_at = copy.as_mut_ptr().cast::<CopyRows>();
        unite_h264_x264_copy(copy_at, copy_at.add(7));
        (&raw mut (*at).copy).write([0, 3, 6, 7].map(|i| copy_at.add(i).read()));
        unite_h264_x264_chroma(&raw mut (*at).store_chroma, (&raw mut (*at).load_chroma).cast());
        unite_h264_x264_planes(
            (&raw mut (*at).copy_plane).cast(),
            &raw mut (*at).interleave,
            &raw mut (*at).deinterleave,
            &raw mut (*at).half_resolution,
        );
        unite_h264_x264_luma(&raw mut (*at).luma, &raw mut (*at).reference);
        unite_h264_x264_weights((&raw mut (*at).weights).cast());
        unite_h264_x264_decimate(&raw mut (*at).denoise, (&raw mut (*at).score).cast());
        (&raw mut (*at).last).write(some::<Last, 16, 5>(unite_h264_x264_last, LAST));
        (&raw mut (*at).level_run).write(some::<LevelRun, 15, 4>(unite_h264_x264_level_run, LEVEL_RUN));
        unite_h264_x264_search(
            (&raw mut (*at).nearer).cast(),
            (&raw mut (*at).integral_rows).cast(),
            &raw mut (*at).sums_of_two_sizes,
            &raw mut (*at).sums,
        );
        unite_h264_x264_similarity(&raw mut (*at).similarity);
        unite_h264_x264_intra_costs_422((&raw mut (*at).intra_x3_422).cast());
        unite_h264_x264_tall_dc(&raw mut (*at).tall_dc);
        unite_h264_x264_deblock_mixed(
            (&raw mut (*at).deblock_mixed).cast(),
            (&raw mut (*at).deblock_mixed_intra).cast(),
        );
        let costs = (&raw mut (*at).costs_4x16).cast::<Compare>();
        unite_h264_x264_costs_4x16(costs, costs.add(1), costs.add(2), (&raw mut (*at).by_both).cast());
        for field in [false, true] {
            let of = usize::from(field);
            unite_h264_x264_lossless(
                (&raw mut (*at).sub_scan[of]).cast(),
                &raw mut (*at).sub_scan_ac[of],
                &raw mut (*at).interleave_levels[of],
                field,
            );
        }
        unite_h264_x264_chroma_levels(
            &raw mut (*at).tall_dc_back,
            &raw mut (*at).tall_dc_only,
            (&raw mut (*at).fewer_levels).cast(),
        );
        unite_h264_x264_in_turn(&raw mut (*at).deinterleave_three, &raw mut (*at).ssd_in_turn);
        unite_h264_x264_propagate(&raw mut (*at).propagate);
        unite_h264_x264_256ths(&raw mut (*at).pack, &raw mut (*at).unpack);
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
pub(crate) mod linked {
    use super::{LAST, LEVEL_RUN, Tables};
    use std::mem::transmute_copy;
    use unite_h264_c::Weigh;

    /// A slot of a table, whatever its function takes.
    pub type Slot = Option<unsafe extern "C" fn()>;

    /// More slots than any table has.
    pub const MOST: usize = 512;

    unsafe extern "C" {
        fn x264_cpu_detect() -> u32;
        fn x264_8_predict_4x4_init(cpu: u32, table: *mut Slot);
        fn x264_8_predict_8x8_init(cpu: u32, table: *mut Slot, filter: *mut Slot);
        fn x264_8_predict_16x16_init(cpu: u32, table: *mut Slot);
        fn x264_8_predict_8x8c_init(cpu: u32, table: *mut Slot);
        fn x264_8_predict_8x16c_init(cpu: u32, table: *mut Slot);
        fn x264_8_pixel_init(cpu: u32, table: *mut Slot);
        fn x264_8_dct_init(cpu: u32, table: *mut Slot);
        fn x264_8_zigzag_init(cpu: u32, progressive: *mut Slot, interlaced: *mut Slot);
        fn x264_8_quant_init(encoder: *mut u64, cpu: u32, table: *mut Slot);
        fn x264_8_mc_init(cpu: u32, table: *mut Slot, independent: i32);
        fn x264_8_deblock_init(cpu: u32, table: *mut Slot, mbaff: i32);
    }

    /// The functions in slots that follow each other.
    ///
    /// # Safety
    /// They are filled, and `F` is what their functions are.
    pub unsafe fn slots<F, const N: usize>(table: &[Slot; MOST], at: usize) -> [F; N] {
        assert!(table[at..at + N].iter().all(Option::is_some), "an empty slot among {N} from {at} on");
        // SAFETY: pointers to functions have one size, and the caller vouches for their types.
        std::array::from_fn(|i| unsafe { transmute_copy(&table[at + i]) })
    }

    /// The function in one slot.
    ///
    /// # Safety
    /// As for [`slots`].
    pub unsafe fn slot<F>(table: &[Slot; MOST], at: usize) -> F {
        // SAFETY: the caller vouches for it.
        let [function] = unsafe { slots(table, at) };
        function
    }

    /// The functions in slots that are apart.
    ///
    /// # Safety
    /// As for [`slots`].
    pub unsafe fn apart<F, const N: usize>(table: &[Slot; MOST], at: [usize; N]) -> [F; N] {
        // SAFETY: the caller vouches for them.
        at.map(|at| unsafe { slot(table, at) })
    }

    pub fn tables(assembly: bool) -> Tables {
        let mut predict = [[None; MOST]; 6];
        let [p4, p8, filter, p16, p8c, p8x16c] = &mut predict;
        let mut others = [[None; MOST]; 7];
        let [pixel, dct, zigzag, field, quant, mc, deblock] = &mut others;
        // An encoder whose parameters are all 0, as far as they are looked at: matrices are flat.
        let mut encoder = vec![0u64; 1 << 16];
        // SAFETY: the tables have more slots than are written, and the positions are those of the version that the build
        // script asked for.
        unsafe {
            let cpu = if assembly { x264_cpu_detect() } else { 0 };
            x264_8_predict_4x4_init(cpu, p4.as_mut_ptr());
            x264_8_predict_8x8_init(cpu, p8.as_mut_ptr(), filter.as_mut_ptr());
            x264_8_predict_16x16_init(cpu, p16.as_mut_ptr());
            x264_8_predict_8x8c_init(cpu, p8c.as_mut_ptr());
            x264_8_predict_8x16c_init(cpu, p8x16c.as_mut_ptr());
            x264_8_pixel_init(cpu, pixel.as_mut_ptr());
            x264_8_dct_init(cpu, dct.as_mut_ptr());
            x264_8_zigzag_init(cpu, zigzag.as_mut_ptr(), field.as_mut_ptr());
            x264_8_quant_init(encoder.as_mut_ptr(), cpu, quant.as_mut_ptr());
            x264_8_mc_init(cpu, mc.as_mut_ptr(), 0);
            x264_8_deblock_init(cpu, deblock.as_mut_ptr(), 0);
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
                intra_x9: [153, 154].map(|at| transmute_copy(&pixel[at])),
                intra_x9_8x8: [156, 157].map(|at| transmute_copy(&pixel[at])),
                sub: apart(dct, [0, 2, 7, 10, 12]),
                add: apart(dct, [1, 4, 8, 11, 13]),
                sub_dc: apart(dct, [3, 6]),
                add_dc: apart(dct, [5, 9]),
                dc: slots(dct, 14),
                quantize: slots(quant, 0),
                quantize_dc: slots(quant, 3),
                scale: slots(quant, 5),
                zigzag: slots(zigzag, 0),
                field: slots(field, 0),
                average: slots(mc, 3),
                chroma: slot(mc, 2),
                half_planes: slot(mc, 33),
                deblock: apart(deblock, [0, 1, 4, 3]),
                deblock_intra: apart(deblock, [6, 7, 10, 9]),
                predict_8x16c: slots(p8x16c, 0),
                deblock_422: slot(deblock, 5),
                deblock_422_intra: slot(deblock, 11),
                strength: slot(deblock, 20),
                variance: apart(pixel, [84, 86, 87]),
                variance_of_two: apart(pixel, [90, 91]),
                hadamard_ac: slots(pixel, 92),
                sad_of_rows: slot(pixel, 81),
                difference_of_rows: slot(pixel, 82),
                moments: slot(pixel, 97),
                copy: apart(mc, [15, 18, 21, 22]),
                store_chroma: slot(mc, 23),
                load_chroma: slots(mc, 24),
                copy_plane: slots(mc, 26),
                interleave: slot(mc, 28),
                deinterleave: slot(mc, 29),
                half_resolution: slot(mc, 45),
                luma: slot(mc, 0),
                reference: slot(mc, 1),
                // The slot points to a table.
                weights: *transmute_copy::<Slot, *const [Weigh; 6]>(&mc[46]),
                denoise: slot(quant, 12),
                score: slots(quant, 13),
                last: apart(quant, LAST.map(|place| 16 + place)),
                level_run: apart(quant, LEVEL_RUN.map(|place| 32 + place)),
                nearer: slots(pixel, 127),
                integral_rows: slots(mc, 41),
                sums_of_two_sizes: slot(mc, 43),
                sums: slot(mc, 44),
                similarity: slot(pixel, 98),
                intra_x3_422: slots(pixel, 144),
                tall_dc: slot(dct, 16),
                deblock_mixed: apart(deblock, [12, 14, 15]),
                deblock_mixed_intra: apart(deblock, [16, 18, 19]),
                costs_4x16: apart(pixel, [7, 15, 23]),
                by_both: transmute_copy(&pixel[83]),
                sub_scan: [slots(zigzag, 2), slots(field, 2)],
                sub_scan_ac: [slot(zigzag, 4), slot(field, 4)],
                interleave_levels: [slot(zigzag, 5), slot(field, 5)],
                tall_dc_back: slot(quant, 8),
                tall_dc_only: slot(quant, 9),
                fewer_levels: slots(quant, 10),
                deinterleave_three: slot(mc, 31),
                ssd_in_turn: slot(pixel, 96),
                propagate: slot(mc, 50),
                pack: slot(mc, 52),
                unpack: slot(mc, 53),
            }
        }
    }
}
