//! The tables of x264: what slots have in common at every depth of samples.

mod functions;
#[cfg(x264)]
pub(crate) mod linked;

pub use functions::*;

use std::mem::MaybeUninit;
use unite_h264_c::{Nearer, Pack, Propagate, Similarity, Strength, Sums, SumsOfTwoSizes, Unpack};

/// A depth of samples.
pub trait Depth: Clone + 'static {
    /// What samples are kept in.
    type Sample: Copy + 'static;
    /// What coefficients and levels are kept in.
    type Coefficient: Copy + 'static;
    /// What factors of quantisation, biases and offsets are kept in.
    type Factor: Copy + 'static;
    /// Levels that are not 0.
    type Runs;
    /// Whether the structural similarity is the same however it is compiled.
    const HAS_SIMILARITY: bool;
}

/// The slots that we have kernels for, at a depth.
#[derive(Clone)]
pub struct Tables<D: Depth> {
    /// The nine modes of 4x4 blocks, and DC of the left, above and nothing.
    pub predict_4x4: [Predict<D::Sample>; 12],
    /// The same of 8x8 blocks.
    pub predict_8x8: [Predict8x8<D::Sample>; 12],
    /// The filter of their neighbours.
    pub predict_8x8_filter: Predict8x8Filter<D::Sample>,
    /// The four modes of macroblocks, and DC of the left, above and nothing.
    pub predict_16x16: [Predict<D::Sample>; 7],
    /// The same of chrominance.
    pub predict_8x8c: [Predict<D::Sample>; 7],
    /// Sums of absolute differences by the size of a partition.
    pub sad: [Compare<D::Sample>; 7],
    /// Sums of squared differences.
    pub ssd: [Compare<D::Sample>; 7],
    /// Sums of absolute values of the 4x4 Hadamard transform.
    pub satd: [Compare<D::Sample>; 7],
    /// The same of the 8x8 Hadamard transform, of 16x16 and 8x8.
    pub sa8d: [Compare<D::Sample>; 2],
    /// `sad` of three candidates.
    pub sad_x3: [CompareX3<D::Sample>; 7],
    /// `sad` of four candidates.
    pub sad_x4: [CompareX4<D::Sample>; 7],
    /// `satd` of three candidates.
    pub satd_x3: [CompareX3<D::Sample>; 7],
    /// `satd` of four candidates.
    pub satd_x4: [CompareX4<D::Sample>; 7],
    /// Three modes of 16x16, of 4x4, of chrominance and of 8x8 blocks, by the Hadamard transform.
    pub intra_satd_x3: [IntraX3<D::Sample>; 4],
    /// The same by absolute differences.
    pub intra_sad_x3: [IntraX3<D::Sample>; 4],
    /// Nine modes of 4x4 blocks by the Hadamard transform and by absolute differences. In C x264 has none.
    pub intra_x9: [Option<IntraX9<D::Sample>>; 2],
    /// The same of 8x8 blocks.
    pub intra_x9_8x8: [Option<IntraX9By8<D::Sample>>; 2],
    /// Transforms of differences.
    pub sub: [Sub<D::Sample, D::Coefficient>; 5],
    /// Transforms back.
    pub add: [Add<D::Sample, D::Coefficient>; 5],
    /// First coefficients of differences, of chrominance at 4:2:0 and 4:2:2.
    pub sub_dc: [Sub<D::Sample, D::Coefficient>; 2],
    /// First coefficients transformed back, of 8x8 and 16x16 samples.
    pub add_dc: [Add<D::Sample, D::Coefficient>; 2],
    /// The transform of DC coefficients of luminance, forth and back.
    pub dc: [Dc<D::Coefficient>; 2],
    /// Quantisation of 8x8, of 4x4 and of four 4x4 blocks.
    pub quantize: [Quantize<D::Coefficient, D::Factor>; 3],
    /// Quantisation of DC coefficients, of luminance and chrominance.
    pub quantize_dc: [QuantizeDc<D::Coefficient>; 2],
    /// Scaling of 8x8 and 4x4 blocks and of DC coefficients of luminance.
    pub scale: [Scale<D::Coefficient>; 3],
    /// Zig-zag scans of 8x8 and 4x4 blocks.
    pub zigzag: [Scan<D::Coefficient>; 2],
    /// Field scans of 8x8 and 4x4 blocks.
    pub field: [Scan<D::Coefficient>; 2],
    /// Averages by the size of a partition.
    pub average: [Average<D::Sample>; 12],
    /// Eighths of a sample of chrominance.
    pub chroma: Chroma<D::Sample>,
    /// The planes of half samples.
    pub half_planes: HalfPlanes<D::Sample>,
    /// Edges of luminance, vertical and horizontal, and of chrominance.
    pub deblock: [Deblock<D::Sample>; 4],
    /// The same for `bS` 4.
    pub deblock_intra: [DeblockIntra<D::Sample>; 4],
    /// The modes of chrominance at 4:2:2.
    pub predict_8x16c: [Predict<D::Sample>; 7],
    /// Vertical edges of chrominance at 4:2:2.
    pub deblock_422: Deblock<D::Sample>,
    /// The same for `bS` 4.
    pub deblock_422_intra: DeblockIntra<D::Sample>,
    /// Strengths of edges.
    pub strength: Strength,
    /// Sums of samples and of their squares, of 16x16, 8x16 and 8x8.
    pub variance: [Variance<D::Sample>; 3],
    /// Variances of differences of chrominance, of 8x16 and 8x8.
    pub variance_of_two: [VarianceOfTwo<D::Sample>; 2],
    /// Hadamard transforms without first coefficients, of 16x16, 16x8, 8x16 and 8x8.
    pub hadamard_ac: [HadamardAc<D::Sample>; 4],
    /// Rows compared with the next ones.
    pub sad_of_rows: SadOfRows<D::Sample>,
    /// Sums of differences of rows.
    pub difference_of_rows: DifferenceOfRows<D::Sample>,
    /// What the structural similarity is made of.
    pub moments: Moments<D::Sample>,
    /// Copies of partitions of 16x16, 8x8 and 4x4, and of 16x16 wherever it lies.
    pub copy: [CopyRows<D::Sample>; 4],
    /// Chrominance of a macroblock, stored.
    pub store_chroma: StoreChroma<D::Sample>,
    /// Chrominance of a macroblock, loaded to encode and to reconstruct.
    pub load_chroma: [LoadChroma<D::Sample>; 2],
    /// Copies of planes, as they are and with samples swapped.
    pub copy_plane: [CopyPlane<D::Sample>; 2],
    /// Two planes into one.
    pub interleave: InterleavePlanes<D::Sample>,
    /// One plane into two.
    pub deinterleave: DeinterleavePlane<D::Sample>,
    /// Planes of half the resolution.
    pub half_resolution: HalfResolution<D::Sample>,
    /// Partitions of luminance.
    pub luma: Luma<D::Sample>,
    /// The same, or where they are in a plane.
    pub reference: Reference<D::Sample>,
    /// Weighted rows of 2, 4, 8, 12, 16 and 20 samples.
    pub weights: [Weigh<D::Sample>; 6],
    /// Coefficients with less noise.
    pub denoise: Denoise<D::Coefficient, D::Factor>,
    /// What 15, 16 and 64 levels are worth.
    pub score: [Score<D::Coefficient>; 3],
    /// The last of 16, 15, 64, 4 and 8 levels.
    pub last: [Last<D::Coefficient>; 5],
    /// Levels that are not 0, of 16, 15, 4 and 8.
    pub level_run: [LevelRun<D::Coefficient, D::Runs>; 4],
    /// Positions that may be nearer, by the size of a partition.
    pub nearer: [Nearer; 7],
    /// Rows of integrals, of 4 and of 8 samples.
    pub integral_rows: [IntegralRow<D::Sample>; 2],
    /// Sums of 4x4 and 8x8 blocks.
    pub sums_of_two_sizes: SumsOfTwoSizes,
    /// Sums of 8x8 blocks.
    pub sums: Sums,
    /// The structural similarity: of 10 bits x264 has it in floats, in an order that its compiler chooses.
    pub similarity: Option<Similarity>,
    /// Three modes of chrominance at 4:2:2, by the Hadamard transform and by absolute differences.
    pub intra_x3_422: [IntraX3<D::Sample>; 2],
    /// DC coefficients of chrominance at 4:2:2.
    pub tall_dc: TallDc<D::Coefficient>,
    /// Left edges of luminance between macroblocks of frames and of fields, and of chrominance at 4:2:0 and 4:2:2.
    pub deblock_mixed: [Deblock<D::Sample>; 3],
    /// The same for `bS` 4.
    pub deblock_mixed_intra: [DeblockIntra<D::Sample>; 3],
    /// Costs of 4x16: `sad`, `ssd` and `satd`.
    pub costs_4x16: [Compare<D::Sample>; 3],
    /// Both transforms of 16x16. In C x264 has none.
    pub by_both: Option<CompareByBoth<D::Sample>>,
    /// Levels without loss of 8x8 and 4x4, in zig-zag order and in field scan order.
    pub sub_scan: [[SubScan<D::Sample, D::Coefficient>; 2]; 2],
    /// Those of 4x4 but the first one.
    pub sub_scan_ac: [SubScanAc<D::Sample, D::Coefficient>; 2],
    /// Levels of 8x8 in four lists.
    pub interleave_levels: [InterleaveLevels<D::Coefficient>; 2],
    /// DC coefficients of chrominance at 4:2:2 back, in their blocks.
    pub tall_dc_back: TallDcBack<D::Coefficient>,
    /// The same alone.
    pub tall_dc_only: TallDcOnly<D::Coefficient>,
    /// Fewer levels of DC coefficients of chrominance, at 4:2:0 and 4:2:2.
    pub fewer_levels: [FewerLevels<D::Coefficient>; 2],
    /// One plane into three.
    pub deinterleave_three: DeinterleaveThree<D::Sample>,
    /// Squared differences of both components of chrominance.
    pub ssd_in_turn: SsdInTurn<D::Sample>,
    /// Costs that are handed on.
    pub propagate: Propagate,
    /// Numbers to bytes.
    pub pack: Pack,
    /// Bytes to numbers.
    pub unpack: Unpack,
    /// Levels that cost least, of 4x4 and 8x8 blocks.
    pub trellis: [Trellis<D::Coefficient>; 2],
    /// The same where it is good to have as much as samples have.
    pub trellis_psy: [TrellisPsy<D::Coefficient>; 2],
    /// The same of first coefficients of luminance, and of chrominance at 4:2:0.
    pub trellis_dc: Trellis<D::Coefficient>,
    /// The same of chrominance at 4:2:2.
    pub trellis_tall_dc: TrellisTallDc<D::Coefficient>,
}

/// Where the functions for 16, 15, 64, 4 and 8 levels are among those that find the last one.
pub(crate) const LAST: [usize; 5] = [2, 1, 5, 14, 15];
/// Where those for 16, 15, 4 and 8 levels are among those that take levels out.
pub(crate) const LEVEL_RUN: [usize; 4] = [2, 1, 13, 14];

/// Some of the slots that a function fills.
///
/// # Safety
/// It fills those.
pub(crate) unsafe fn some<F: Copy, const ALL: usize, const N: usize>(
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

/// Our kernels for a depth: the functions of `filling` fill tables, and `others` those slots that not every depth has.
macro_rules! ours {
    ($Depth:ty) => {
        /// Our kernels.
        pub fn ours() -> $crate::x264_tables::Tables<$Depth> {
            use std::mem::MaybeUninit;
            use $crate::x264_tables::{LAST, LEVEL_RUN, Tables, some};

            let mut tables = MaybeUninit::<Tables<$Depth>>::uninit();
            let at = tables.as_mut_ptr();
            let mut sa8d = MaybeUninit::<[Compare; 4]>::uninit();
            // SAFETY: every array has as many slots as its function asks for, and all are filled; of `sa8d` those that are read.
            unsafe {
                filling::predict_4x4((&raw mut (*at).predict_4x4).cast());
                filling::predict_8x8((&raw mut (*at).predict_8x8).cast(), &raw mut (*at).predict_8x8_filter);
                filling::predict_16x16((&raw mut (*at).predict_16x16).cast());
                filling::predict_8x8c((&raw mut (*at).predict_8x8c).cast());
                filling::costs(
                    (&raw mut (*at).sad).cast(),
                    (&raw mut (*at).ssd).cast(),
                    (&raw mut (*at).satd).cast(),
                );
                filling::sa8d(sa8d.as_mut_ptr().cast());
                (&raw mut (*at).sa8d).write([0, 3].map(|i| sa8d.as_ptr().cast::<Compare>().add(i).read()));
                filling::costs_of_many(
                    (&raw mut (*at).sad_x3).cast(),
                    (&raw mut (*at).sad_x4).cast(),
                    (&raw mut (*at).satd_x3).cast(),
                    (&raw mut (*at).satd_x4).cast(),
                );
                filling::intra_costs(
                    (&raw mut (*at).intra_satd_x3).cast(),
                    (&raw mut (*at).intra_sad_x3).cast(),
                );
                filling::sub((&raw mut (*at).sub).cast());
                filling::add((&raw mut (*at).add).cast());
                filling::sub_dc((&raw mut (*at).sub_dc).cast());
                filling::add_dc((&raw mut (*at).add_dc).cast());
                filling::dc((&raw mut (*at).dc).cast());
                filling::quantize((&raw mut (*at).quantize).cast(), (&raw mut (*at).quantize_dc).cast());
                filling::scale((&raw mut (*at).scale).cast());
                filling::scan((&raw mut (*at).zigzag).cast(), false);
                filling::scan((&raw mut (*at).field).cast(), true);
                filling::average((&raw mut (*at).average).cast());
                filling::inter(&raw mut (*at).chroma, &raw mut (*at).half_planes);
                filling::deblock((&raw mut (*at).deblock).cast(), (&raw mut (*at).deblock_intra).cast());
                filling::predict_8x16c((&raw mut (*at).predict_8x16c).cast());
                filling::deblock_422(&raw mut (*at).deblock_422, &raw mut (*at).deblock_422_intra);
                ::unite_h264_c::unite_h264_x264_strength(&raw mut (*at).strength);
                let mut variance = MaybeUninit::<[Variance; 4]>::uninit();
                let mut variance_of_two = MaybeUninit::<[VarianceOfTwo; 4]>::uninit();
                filling::activity(
                    variance.as_mut_ptr().cast(),
                    variance_of_two.as_mut_ptr().cast(),
                    (&raw mut (*at).hadamard_ac).cast(),
                );
                (&raw mut (*at).variance)
                    .write([0, 2, 3].map(|i| variance.as_ptr().cast::<Variance>().add(i).read()));
                (&raw mut (*at).variance_of_two)
                    .write([2, 3].map(|i| variance_of_two.as_ptr().cast::<VarianceOfTwo>().add(i).read()));
                filling::pictures(
                    &raw mut (*at).sad_of_rows,
                    &raw mut (*at).difference_of_rows,
                    &raw mut (*at).moments,
                );
                let mut copy = MaybeUninit::<[CopyRows; 8]>::uninit();
                let copy_at = copy.as_mut_ptr().cast::<CopyRows>();
                filling::copy(copy_at, copy_at.add(7));
                (&raw mut (*at).copy).write([0, 3, 6, 7].map(|i| copy_at.add(i).read()));
                filling::chroma(&raw mut (*at).store_chroma, (&raw mut (*at).load_chroma).cast());
                filling::planes(
                    (&raw mut (*at).copy_plane).cast(),
                    &raw mut (*at).interleave,
                    &raw mut (*at).deinterleave,
                    &raw mut (*at).half_resolution,
                );
                filling::luma(&raw mut (*at).luma, &raw mut (*at).reference);
                filling::weights((&raw mut (*at).weights).cast());
                filling::decimate(&raw mut (*at).denoise, (&raw mut (*at).score).cast());
                (&raw mut (*at).last).write(some::<Last, 16, 5>(filling::last, LAST));
                (&raw mut (*at).level_run).write(some::<LevelRun, 15, 4>(filling::level_run, LEVEL_RUN));
                filling::intra_costs_422((&raw mut (*at).intra_x3_422).cast());
                filling::tall_dc(&raw mut (*at).tall_dc);
                filling::deblock_mixed(
                    (&raw mut (*at).deblock_mixed).cast(),
                    (&raw mut (*at).deblock_mixed_intra).cast(),
                );
                let costs = (&raw mut (*at).costs_4x16).cast::<Compare>();
                filling::costs_4x16(costs, costs.add(1), costs.add(2), (&raw mut (*at).by_both).cast());
                for field in [false, true] {
                    let of = usize::from(field);
                    filling::lossless(
                        (&raw mut (*at).sub_scan[of]).cast(),
                        &raw mut (*at).sub_scan_ac[of],
                        &raw mut (*at).interleave_levels[of],
                        field,
                    );
                }
                filling::chroma_levels(
                    &raw mut (*at).tall_dc_back,
                    &raw mut (*at).tall_dc_only,
                    (&raw mut (*at).fewer_levels).cast(),
                );
                filling::trellis(
                    (&raw mut (*at).trellis).cast(),
                    (&raw mut (*at).trellis_psy).cast(),
                    &raw mut (*at).trellis_dc,
                    &raw mut (*at).trellis_tall_dc,
                );
                filling::in_turn(&raw mut (*at).deinterleave_three, &raw mut (*at).ssd_in_turn);
                ::unite_h264_c::unite_h264_x264_propagate(&raw mut (*at).propagate);
                ::unite_h264_c::unite_h264_x264_256ths(&raw mut (*at).pack, &raw mut (*at).unpack);
                others(at);
                tables.assume_init()
            }
        }
    };
}
pub(crate) use ours;
