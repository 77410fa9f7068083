//! Our kernels in the tables of openh264, which knows nothing of them: the linker wraps the last function that makes one.
//! Each kernel equals the function whose place it takes when both see the same; the streams are the same bytes with and
//! without ours, and counters say that ours ran.

use openh264_sys2::{
    API, CAMERA_VIDEO_REAL_TIME, DynamicAPI, ISVCEncoder, RC_OFF_MODE, SEncParamExt, SFrameBSInfo,
    SSourcePicture, videoFormatI420, videoFrameTypeSkip,
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;
use unite_h264_c::MotionVector;
use unite_h264_peers::openh264::{COUNTS, Slot, Tables, ours};

/// Whether tables are ours from now on.
static REPLACE: AtomicBool = AtomicBool::new(false);
/// Whether calls are counted.
static COUNT: AtomicBool = AtomicBool::new(true);
/// Whether the encoder sees no processor but one without vectors.
static PLAIN: AtomicBool = AtomicBool::new(false);

static OURS: OnceLock<Tables> = OnceLock::new();

fn tables() -> &'static Tables {
    OURS.get_or_init(ours)
}

/// A function for each slot of a table, which counts and calls ours. `[]` is a table of one slot, `[?]` one that may be empty.
macro_rules! counted {
    ($($name:ident [$($slot:tt)*] ($($argument:ident: $ty:ty),*) $(-> $result:ty)?;)*) => {
        /// How often each table was used.
        #[derive(Default)]
        struct Calls {
            $($name: AtomicU64,)*
        }

        static CALLS: Calls = Calls { $($name: AtomicU64::new(0),)* };

        $(
            unsafe extern "C" fn $name<const SLOT: usize>($($argument: $ty),*) $(-> $result)? {
                CALLS.$name.fetch_add(1, Ordering::Relaxed);
                let table = &tables().$name;
                // SAFETY: a slot is called as the encoder called this one.
                unsafe { Pick::pick(table, SLOT)($($argument),*) }
            }
        )*

        /// The tables with these functions.
        fn counting() -> Tables {
            Tables { $($name: counted!(@slots $name [$($slot)*]),)* }
        }

        impl Calls {
            fn all(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($name), self.$name.load(Ordering::Relaxed)),)*]
            }
        }
    };
    (@slots $name:ident []) => { $name::<0> };
    (@slots $name:ident [?]) => { Some($name::<0>) };
    (@slots $name:ident [$($slot:tt)*]) => { [$($name::<$slot>),*] };
}

/// The function in a slot of a table, or of a table that is one slot.
trait Pick {
    type Function;
    fn pick(&self, slot: usize) -> Self::Function;
}

impl<F: Copy, const N: usize> Pick for [F; N] {
    type Function = F;
    fn pick(&self, slot: usize) -> F {
        self[slot]
    }
}

impl<F: Copy> Pick for Option<F> {
    type Function = F;
    fn pick(&self, _: usize) -> F {
        self.expect("ours are all there")
    }
}

/// Tables of one slot.
macro_rules! single {
    ($($ty:ident)*) => {$(
        impl Pick for unite_h264_c::$ty {
            type Function = Self;
            fn pick(&self, _: usize) -> Self {
                *self
            }
        }
    )*};
}

single! {
    QuantizationDc QuantizationMax QuantizationHadamard QuantizationHadamardSkip TransformHadamard
    DequantizationHadamard Mc SampleAveraging VarianceOfMeans CountFlags SpreadVector
}

counted! {
    sad [0 1 2 3 4 5 6] (a: *mut u8, a_stride: i32, b: *mut u8, b_stride: i32) -> i32;
    satd [0 1 2 3 4 5 6] (a: *mut u8, a_stride: i32, b: *mut u8, b_stride: i32) -> i32;
    sad_around [0 1 2 3 4 5 6] (a: *mut u8, a_stride: i32, b: *mut u8, b_stride: i32, costs: *mut i32);
    predict_16x16 [0 1 2 3 4 5 6] (pred: *mut u8, at: *const u8, stride: i32);
    predict_4x4 [0 1 2 3 4 5 6 7 8 9 10 11 12 13] (pred: *mut u8, at: *const u8, stride: i32);
    predict_chroma [0 1 2 3 4 5 6] (pred: *mut u8, at: *const u8, stride: i32);
    combined_4x4 [?] (
        at: *mut u8, stride: i32, samples: *mut u8, samples_stride: i32, pred: *mut u8, mode: *mut i32, dc: i32,
        horizontal: i32, vertical: i32
    ) -> i32;
    combined_16x16_satd [?] (
        at: *mut u8, stride: i32, samples: *mut u8, samples_stride: i32, mode: *mut i32, lambda: i32, pred: *mut u8
    ) -> i32;
    combined_16x16_sad [?] (
        at: *mut u8, stride: i32, samples: *mut u8, samples_stride: i32, mode: *mut i32, lambda: i32, pred: *mut u8
    ) -> i32;
    combined_chroma [?] (
        cb: *mut u8, stride: i32, samples_cb: *mut u8, samples_stride: i32, mode: *mut i32, lambda: i32, pred: *mut u8,
        cr: *mut u8, samples_cr: *mut u8
    ) -> i32;
    dct [0 1] (c: *mut i16, samples: *mut u8, samples_stride: i32, pred: *mut u8, pred_stride: i32);
    idct [0 1 2] (u: *mut u8, u_stride: i32, pred: *mut u8, pred_stride: i32, d: *mut i16);
    quantization [0 1] (c: *mut i16, bias: *const i16, mf: *const i16);
    quantization_dc [] (c: *mut i16, bias: i16, mf: i16);
    quantization_max [] (c: *mut i16, bias: *const i16, mf: *const i16, largest: *mut i16);
    chroma_dc [] (c: *mut i16, bias: i16, mf: i16, levels: *mut i16, block: *mut i16) -> i32;
    chroma_dc_skip [] (c: *mut i16, bias: i16, mf: i16) -> i32;
    luma_dc [] (dc: *mut i16, c: *mut i16);
    inverse_luma_dc [] (c: *mut i16, factor: u16);
    scale [0 1] (c: *mut i16, factors: *const u16);
    scan [0 1] (list: *mut i16, c: *mut i16);
    halves [0 1 2] (p: *const u8, p_stride: i32, pred: *mut u8, pred_stride: i32, width: i32, height: i32);
    copy [0 1 2 3 4 5 6 7] (to: *mut u8, to_stride: i32, from: *mut u8, from_stride: i32);
    variance_of_means [] (samples: *mut u8, stride: i32) -> i32;
    count_levels [0 1] (levels: *mut i16) -> i32;
    count_flags [] (counts: *mut i8);
    spread_vector [] (vectors: *mut MotionVector, vector: MotionVector);
    deblock_luma [0 1] (q: *mut u8, stride: i32, alpha: i32, beta: i32, tc0: *mut i8);
    deblock_luma_intra [0 1] (q: *mut u8, stride: i32, alpha: i32, beta: i32);
    deblock_chroma [0 1] (cb: *mut u8, cr: *mut u8, stride: i32, alpha: i32, beta: i32, tc: *mut i8);
    deblock_chroma_intra [0 1] (cb: *mut u8, cr: *mut u8, stride: i32, alpha: i32, beta: i32);
    mc_luma [] (p: *const u8, p_stride: i32, pred: *mut u8, pred_stride: i32, mv_x: i16, mv_y: i16, w: i32, h: i32);
    mc_chroma [] (p: *const u8, p_stride: i32, pred: *mut u8, pred_stride: i32, mv_x: i16, mv_y: i16, w: i32, h: i32);
    average [] (
        pred: *mut u8, pred_stride: i32, a: *const u8, a_stride: i32, b: *const u8, b_stride: i32, w: i32, h: i32
    );
}

unsafe extern "C" {
    #[link_name = "__real__ZN7WelsEnc17WelsBlockFuncInitEPPFvPaEi"]
    fn real_counts_init(slot: *mut Slot, cpu: i32);
    #[link_name = "__real_WelsCPUFeatureDetect"]
    fn real_cpu_feature_detect(cores: *mut i32) -> u32;
}

/// Called for the structure of an encoder when all other slots are filled.
///
/// # Safety
/// openh264 calls it.
#[unsafe(export_name = "__wrap__ZN7WelsEnc17WelsBlockFuncInitEPPFvPaEi")]
pub unsafe extern "C" fn counts_init(slot: *mut Slot, cpu: i32) {
    // SAFETY: the slot is one of the structure of function pointers.
    unsafe {
        real_counts_init(slot, cpu);
        if REPLACE.load(Ordering::Relaxed) {
            let tables = if COUNT.load(Ordering::Relaxed) { counting() } else { tables().clone() };
            tables.put(slot.sub(COUNTS));
        }
    }
}

/// Called when an encoder is made.
///
/// # Safety
/// openh264 calls it.
#[unsafe(export_name = "__wrap_WelsCPUFeatureDetect")]
pub unsafe extern "C" fn cpu_feature_detect(cores: *mut i32) -> u32 {
    // SAFETY: the argument is what the caller passed.
    let found = unsafe { real_cpu_feature_detect(cores) };
    if PLAIN.load(Ordering::Relaxed) { 0 } else { found }
}

/// The tests share what is chosen above.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

const FRAMES: usize = 5;

/// A texture that moves behind a square that moves elsewhere.
fn draw(frame: usize, [width, height]: [usize; 2]) -> Vec<u8> {
    let shown = |y: usize, x: usize| -> [u8; 3] {
        let (u, v) = (4 * x + 3 * frame, 4 * y + 2 * frame);
        let texture = 128 + ((u * u / 97 + v * 5 / 3 + (u ^ v) / 9) & 63) - ((v / 7) & 31);
        let square = x.abs_diff(20 + 5 * frame) < 16 && y.abs_diff(40) < 20;
        let sample = if square { 200 - (x + 4 * frame) % 9 * 6 } else { texture };
        let [cb, cr] = if square { [90, 170] } else { [110 + ((u / 5) & 31), 140 - ((v / 5) & 31)] };
        [sample, cb, cr].map(|sample| sample as u8)
    };
    let mut picture = Vec::new();
    for (c, step) in [(0, 1), (1, 2), (2, 2)] {
        for y in (0..height).step_by(step) {
            picture.extend((0..width).step_by(step).map(|x| shown(y, x)[c]));
        }
    }
    picture
}

/// One way to encode the clip.
#[derive(Clone, Copy, Debug)]
struct Setting {
    qp: i32,
    intra_period: u32,
    complexity: i32,
    cabac: bool,
    /// Whether nothing moves.
    still: bool,
    /// Columns and rows.
    size: [usize; 2],
    frames: usize,
}

fn encode(api: &DynamicAPI, setting: Setting) -> Vec<u8> {
    let mut stream = Vec::new();
    let [width, height] = setting.size;
    // SAFETY: the interface is used as its header says: every pointer is to a value that lives, and the functions of the
    // table exist.
    unsafe {
        let mut encoder: *mut ISVCEncoder = std::ptr::null_mut();
        assert_eq!(api.WelsCreateSVCEncoder(&mut encoder), 0);
        let table = **encoder;
        let mut parameters = SEncParamExt::default();
        assert_eq!(table.GetDefaultParams.expect("a function")(encoder, &mut parameters), 0);
        parameters.iUsageType = CAMERA_VIDEO_REAL_TIME;
        parameters.iPicWidth = width as i32;
        parameters.iPicHeight = height as i32;
        parameters.iTargetBitrate = 500_000;
        parameters.iRCMode = RC_OFF_MODE;
        parameters.fMaxFrameRate = 25.0;
        parameters.uiIntraPeriod = setting.intra_period;
        parameters.iComplexityMode = setting.complexity as _;
        parameters.iEntropyCodingModeFlag = setting.cabac.into();
        parameters.iMultipleThreadIdc = 1;
        parameters.bEnableFrameSkip = false;
        parameters.bEnableAdaptiveQuant = false;
        parameters.bEnableBackgroundDetection = false;
        parameters.bEnableSceneChangeDetect = false;
        parameters.bEnableDenoise = false;
        let layer = &mut parameters.sSpatialLayers[0];
        layer.iVideoWidth = width as i32;
        layer.iVideoHeight = height as i32;
        layer.fFrameRate = 25.0;
        layer.iSpatialBitrate = 500_000;
        layer.iDLayerQp = setting.qp;
        assert_eq!(table.InitializeExt.expect("a function")(encoder, &parameters), 0, "{setting:?}");
        for frame in 0..setting.frames {
            let mut picture = draw(if setting.still { 0 } else { frame }, setting.size);
            // Something small changes in any case.
            picture[frame * width + 7 * frame] ^= 16;
            let mut source = SSourcePicture {
                iColorFormat: videoFormatI420,
                iPicWidth: width as i32,
                iPicHeight: height as i32,
                uiTimeStamp: 40 * frame as i64,
                ..SSourcePicture::default()
            };
            source.iStride = [width as i32, width as i32 / 2, width as i32 / 2, 0];
            let (luma, quarter) = (width * height, width * height / 4);
            for (plane, from) in [0, luma, luma + quarter].into_iter().enumerate() {
                source.pData[plane] = picture[from..].as_mut_ptr();
            }
            let mut out = SFrameBSInfo::default();
            assert_eq!(table.EncodeFrame.expect("a function")(encoder, &source, &mut out), 0);
            assert_ne!(out.eFrameType, videoFrameTypeSkip);
            for layer in &out.sLayerInfo[..out.iLayerNum as usize] {
                let lengths = std::slice::from_raw_parts(layer.pNalLengthInByte, layer.iNalCount as usize);
                let len: i32 = lengths.iter().sum();
                stream.extend_from_slice(std::slice::from_raw_parts(layer.pBsBuf, len as usize));
            }
        }
        table.Uninitialize.expect("a function")(encoder);
        api.WelsDestroySVCEncoder(encoder);
    }
    stream
}

#[test]
fn streams_of_openh264_are_the_same_with_our_kernels() {
    let _alone = ONE_AT_A_TIME.lock().expect("no test failed before");
    let api = DynamicAPI::from_source();
    let intra = Setting {
        qp: 26,
        intra_period: 1,
        complexity: 1,
        cabac: false,
        still: false,
        size: [112, 96],
        frames: FRAMES,
    };
    let inter = Setting { intra_period: 0, ..intra };
    let settings = [
        ("intra", intra),
        ("intra, coarse", Setting { qp: 40, ..intra }),
        ("intra, fine", Setting { qp: 12, cabac: true, ..intra }),
        ("inter", inter),
        ("inter, low complexity", Setting { complexity: 0, qp: 32, ..inter }),
        ("inter, still", Setting { still: true, qp: 30, ..inter }),
        ("inter, high complexity", Setting { complexity: 2, qp: 20, cabac: true, ..inter }),
    ];
    for plain in [false, true] {
        PLAIN.store(plain, Ordering::Relaxed);
        let build = if plain { "C++" } else { "assembly" };
        for (name, setting) in settings {
            REPLACE.store(false, Ordering::Relaxed);
            let theirs = encode(&api, setting);
            let before: u64 = CALLS.all().iter().map(|(_, calls)| calls).sum();
            REPLACE.store(true, Ordering::Relaxed);
            let with_ours = encode(&api, setting);
            let after: u64 = CALLS.all().iter().map(|(_, calls)| calls).sum();
            println!("{name}, {build}: {} bytes, {} calls of ours", theirs.len(), after - before);
            assert!(theirs.len() > 500, "{name}: too little to compare");
            assert!(after - before > 500, "{name}: our kernels were called {} times", after - before);
            assert!(theirs == with_ours, "{name}, {build}: the streams differ");
        }
    }
    for (table, calls) in CALLS.all() {
        println!("{table}: {calls} calls");
        assert!(calls > 0, "{table} was never used");
    }
}

/// What a whole encoder gains or loses. `cargo test --release -p unite-h264-peers --test openh264 -- --ignored --nocapture`
#[test]
#[ignore = "it measures"]
fn speed_of_openh264_with_our_kernels() {
    let _alone = ONE_AT_A_TIME.lock().expect("no test failed before");
    let api = DynamicAPI::from_source();
    COUNT.store(false, Ordering::Relaxed);
    let intra = Setting {
        qp: 27,
        intra_period: 1,
        complexity: 1,
        cabac: false,
        still: false,
        size: [352, 288],
        frames: 12,
    };
    for (name, setting) in [("intra", intra), ("inter", Setting { intra_period: 0, ..intra })] {
        // C++ without and with ours, assembly without and with ours.
        let ways = [(true, false), (true, true), (false, false), (false, true)];
        let mut least = [f64::INFINITY; 4];
        for _ in 0..15 {
            for ((plain, replace), least) in ways.into_iter().zip(&mut least) {
                PLAIN.store(plain, Ordering::Relaxed);
                REPLACE.store(replace, Ordering::Relaxed);
                let start = Instant::now();
                encode(&api, setting);
                *least = least.min(start.elapsed().as_secs_f64());
            }
        }
        println!(
            "{name}: with ours {:.2} times as fast as C++, {:.2} times as fast as assembly, which is {:.2} times as fast as \
             C++",
            least[0] / least[1],
            least[2] / least[3],
            least[0] / least[2]
        );
    }
    REPLACE.store(false, Ordering::Relaxed);
}
