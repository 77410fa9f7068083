//! The tables of openh264, which are one structure.

// Its library is what is linked.
use openh264_sys2 as _;
use std::mem::{MaybeUninit, transmute_copy};
use unite_h264_c::*;

/// The slots that we have kernels for.
#[derive(Clone)]
pub struct Tables {
    /// Sums of absolute differences by the size of a partition.
    pub sad: [SampleCost; 7],
    /// Sums of absolute values of the 4x4 Hadamard transform.
    pub satd: [SampleCost; 7],
    /// The first of them for the four places around one.
    pub sad_around: [SampleCostAround; 7],
    /// The four modes of macroblocks, and DC of the left, above and nothing.
    pub predict_16x16: [Apart; 7],
    /// The nine modes of 4x4 blocks, DC of the left, above and nothing, and two without samples above and to the right.
    pub predict_4x4: [Apart; 14],
    /// The four modes of chrominance, and DC of the left, above and nothing.
    pub predict_chroma: [Apart; 7],
    /// The best of three modes of 4x4 blocks. Only some machines have these in openh264.
    pub combined_4x4: Option<IntraCombined4x4>,
    /// The same of macroblocks by the Hadamard transform.
    pub combined_16x16_satd: Option<IntraCombined16x16>,
    /// The same of macroblocks by absolute differences.
    pub combined_16x16_sad: Option<IntraCombined16x16>,
    /// The same of chrominance.
    pub combined_chroma: Option<IntraCombinedChroma>,
    /// Transforms of differences of one and of four blocks.
    pub dct: [Dct; 2],
    /// Transforms back of one and of four blocks, and of first coefficients alone.
    pub idct: [IDct; 3],
    /// Quantisation of one and of four blocks.
    pub quantization: [Quantization; 2],
    /// Quantisation of DC coefficients of luminance.
    pub quantization_dc: QuantizationDc,
    /// Quantisation of four blocks, and their largest levels.
    pub quantization_max: QuantizationMax,
    /// DC coefficients of chrominance to levels.
    pub chroma_dc: QuantizationHadamard,
    /// Whether there are any such levels.
    pub chroma_dc_skip: QuantizationHadamardSkip,
    /// The transform of DC coefficients of luminance.
    pub luma_dc: TransformHadamard,
    /// The same back, and scaled.
    pub inverse_luma_dc: DequantizationHadamard,
    /// Scaling of one and of four blocks.
    pub scale: [Dequantization; 2],
    /// Scans of whole blocks, and of all but the first coefficient.
    pub scan: [Scan4x4; 2],
    /// Edges of luminance, horizontal and vertical.
    pub deblock_luma: [DeblockLuma; 2],
    /// The same for `bS` 4.
    pub deblock_luma_intra: [DeblockLumaIntra; 2],
    /// Edges of chrominance, horizontal and vertical.
    pub deblock_chroma: [DeblockChroma; 2],
    /// The same for `bS` 4.
    pub deblock_chroma_intra: [DeblockChromaIntra; 2],
    /// Quarters of a sample of luminance.
    pub mc_luma: Mc,
    /// Eighths of a sample of chrominance.
    pub mc_chroma: Mc,
    /// The average of two predictions.
    pub average: SampleAveraging,
    /// Half a sample of luminance to the right, downwards, and both.
    pub halves: [HalfSample; 3],
    /// Copies of 16x16, 16x16 wherever it lies, 8x8, 16x8, 8x16, 4x4, 8x4 and 4x8.
    pub copy: [CopyBlock; 8],
    /// How busy a macroblock is.
    pub variance_of_means: VarianceOfMeans,
    /// How many levels are not 0, and what they are worth.
    pub count_levels: [CountLevels; 2],
    /// Counts to flags.
    pub count_flags: CountFlags,
    /// A vector for all blocks of a macroblock.
    pub spread_vector: SpreadVector,
}

/// Our kernels.
pub fn ours() -> Tables {
    let mut tables = MaybeUninit::<Tables>::uninit();
    let at = tables.as_mut_ptr();
    // SAFETY: every array has as many slots as its function asks for, and all are filled.
    unsafe {
        unite_h264_openh264_costs(
            (&raw mut (*at).sad).cast(),
            (&raw mut (*at).satd).cast(),
            (&raw mut (*at).sad_around).cast(),
        );
        unite_h264_openh264_intra_16x16((&raw mut (*at).predict_16x16).cast());
        unite_h264_openh264_intra_4x4((&raw mut (*at).predict_4x4).cast());
        unite_h264_openh264_intra_chroma((&raw mut (*at).predict_chroma).cast());
        unite_h264_openh264_intra_combined(
            (&raw mut (*at).combined_4x4).cast(),
            (&raw mut (*at).combined_16x16_satd).cast(),
            (&raw mut (*at).combined_16x16_sad).cast(),
            (&raw mut (*at).combined_chroma).cast(),
        );
        unite_h264_openh264_transforms((&raw mut (*at).dct).cast(), (&raw mut (*at).idct).cast());
        unite_h264_openh264_quantization(
            (&raw mut (*at).quantization).cast(),
            &raw mut (*at).quantization_dc,
            &raw mut (*at).quantization_max,
        );
        unite_h264_openh264_dc(
            &raw mut (*at).chroma_dc,
            &raw mut (*at).chroma_dc_skip,
            &raw mut (*at).luma_dc,
            &raw mut (*at).inverse_luma_dc,
        );
        unite_h264_openh264_scale_and_scan((&raw mut (*at).scale).cast(), (&raw mut (*at).scan).cast());
        unite_h264_openh264_deblock(
            (&raw mut (*at).deblock_luma).cast(),
            (&raw mut (*at).deblock_luma_intra).cast(),
            (&raw mut (*at).deblock_chroma).cast(),
            (&raw mut (*at).deblock_chroma_intra).cast(),
        );
        unite_h264_openh264_inter(&raw mut (*at).mc_luma, &raw mut (*at).mc_chroma, &raw mut (*at).average);
        unite_h264_openh264_halves((&raw mut (*at).halves).cast());
        unite_h264_openh264_copy((&raw mut (*at).copy).cast());
        unite_h264_openh264_macroblock(
            &raw mut (*at).variance_of_means,
            (&raw mut (*at).count_levels).cast(),
            &raw mut (*at).count_flags,
            &raw mut (*at).spread_vector,
        );
        tables.assume_init()
    }
}

/// A slot of the structure, whatever its function takes.
pub type Slot = Option<unsafe extern "C" fn()>;

/// How many slots the structure has, all of it counted as such.
pub const SLOTS: usize = 160;

/// Where the functions of the deblocking filter begin.
const DEBLOCKING: usize = 130;

/// Where the function is that openh264 puts there last.
pub const COUNTS: usize = 140;

/// The slots that are filled on some machines only: where one is empty openh264 goes another way, so it stays empty.
const COMBINED: std::ops::Range<usize> = 42..46;

/// Where each slot is in the structure.
macro_rules! places {
    ($($name:ident: [$($place:expr),*];)*) => {
        impl Tables {
            /// Overwrites the slots of a structure.
            ///
            /// # Safety
            /// It is that of the version that this crate depends on.
            pub unsafe fn put(&self, structure: *mut Slot) {
                $(
                    let places = [$($place),*];
                    // SAFETY: a field is as many pointers to functions as it has places, and the caller vouches for these.
                    let functions: [Slot; { [$($place),*].len() }] = unsafe { transmute_copy(&self.$name) };
                    for (place, function) in places.into_iter().zip(functions) {
                        // SAFETY: the caller vouches for the structure.
                        unsafe {
                            if !(COMBINED.contains(&place) && (*structure.add(place)).is_none()) {
                                structure.add(place).write(function);
                            }
                        }
                    }
                )*
            }

            /// The slots of a structure.
            ///
            /// # Safety
            /// It is that of the version that this crate depends on, and they are filled.
            unsafe fn taken(structure: &[Slot; SLOTS]) -> Tables {
                Tables {
                    $($name: {
                        let functions = [$($place),*].map(|place: usize| structure[place]);
                        let filled = |place: usize| structure[place].is_some() || COMBINED.contains(&place);
                        assert!([$($place),*].into_iter().all(filled), concat!(stringify!($name), " is empty"));
                        // SAFETY: a field is as many pointers to functions as it has places.
                        unsafe { transmute_copy(&functions) }
                    },)*
                }
            }
        }
    };
}

places! {
    variance_of_means: [4];
    spread_vector: [6];
    halves: [15, 16, 17];
    copy: [103, 104, 105, 106, 107, 108, 109, 110];
    count_levels: [123, 113];
    count_flags: [COUNTS];
    mc_chroma: [18];
    mc_luma: [19];
    average: [20];
    sad: [21, 22, 23, 24, 25, 26, 27];
    satd: [28, 29, 30, 31, 32, 33, 34];
    sad_around: [35, 36, 37, 38, 39, 40, 41];
    combined_4x4: [42];
    combined_16x16_satd: [43];
    combined_16x16_sad: [44];
    combined_chroma: [45];
    predict_16x16: [52, 53, 54, 55, 56, 57, 58];
    predict_4x4: [59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72];
    predict_chroma: [73, 74, 75, 76, 77, 78, 79];
    dct: [111, 112];
    scan: [114, 115];
    quantization: [116, 117];
    quantization_dc: [118];
    quantization_max: [119];
    chroma_dc: [120];
    chroma_dc_skip: [121];
    luma_dc: [122];
    scale: [124, 125];
    inverse_luma_dc: [126];
    idct: [128, 127, 129];
    deblock_luma: [130, 132];
    deblock_luma_intra: [131, 133];
    deblock_chroma: [134, 136];
    deblock_chroma_intra: [135, 137];
}

unsafe extern "C" {
    fn WelsCPUFeatureDetect(cores: *mut i32) -> u32;
    #[link_name = "_ZN7WelsEnc22WelsInitIntraPredFuncsEPNS_22TagWelsFuncPointerListEj"]
    fn init_intra(structure: *mut Slot, cpu: u32);
    #[link_name = "_ZN7WelsEnc21WelsInitSampleSadFuncEPNS_22TagWelsFuncPointerListEj"]
    fn init_costs(structure: *mut Slot, cpu: u32);
    #[link_name = "_ZN7WelsEnc21WelsInitEncodingFuncsEPNS_22TagWelsFuncPointerListEj"]
    fn init_encoding(structure: *mut Slot, cpu: u32);
    #[link_name = "_ZN7WelsEnc27WelsInitReconstructionFuncsEPNS_22TagWelsFuncPointerListEj"]
    fn init_reconstruction(structure: *mut Slot, cpu: u32);
    #[link_name = "_ZN7WelsEnc14DeblockingInitEPNS_17tagDeblockingFuncEi"]
    fn init_deblocking(filters: *mut Slot, cpu: i32);
    #[link_name = "_ZN10WelsCommon10InitMcFuncEP9TagMcFuncj"]
    fn init_mc(functions: *mut Slot, cpu: u32);
    #[link_name = "_ZN7WelsEnc24InitIntraAnalysisVaaInfoEPNS_22TagWelsFuncPointerListEj"]
    fn init_analysis(structure: *mut Slot, cpu: u32);
    #[link_name = "_ZN7WelsEnc17WelsBlockFuncInitEPPFvPaEi"]
    fn init_counts(slot: *mut Slot, cpu: i32);
}

/// The functions of openh264 for the processor that this runs on, or, without `assembly`, those in C++.
pub fn theirs(assembly: bool) -> Tables {
    let mut structure: [Slot; SLOTS] = [None; SLOTS];
    let at = structure.as_mut_ptr();
    // SAFETY: these functions write slots of the structure, which is that of the version that this crate depends on.
    unsafe {
        let cpu = if assembly { WelsCPUFeatureDetect(&mut 0) } else { 0 };
        init_intra(at, cpu);
        init_costs(at, cpu);
        init_encoding(at, cpu);
        init_reconstruction(at, cpu);
        init_deblocking(at.add(DEBLOCKING), cpu as i32);
        init_mc(at.add(15), cpu);
        init_analysis(at, cpu);
        init_counts(at.add(COUNTS), cpu as i32);
        Tables::taken(&structure)
    }
}
