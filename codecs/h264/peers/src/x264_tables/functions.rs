//! What the functions in slots take, as in `unite-h264-c`, for any depth of samples: `S` are samples, `C` coefficients, `F` factors, `R`
//! levels that are not 0.

use unite_h264_c::Weight;

/// `unite_h264_c::Add` for any depth.
pub type Add<S, C> = unsafe extern "C" fn(u: *mut S, d: *mut C);

/// `unite_h264_c::Average` for any depth.
pub type Average<S> = unsafe extern "C" fn(
    pred: *mut S,
    pred_stride: isize,
    a: *mut S,
    a_stride: isize,
    b: *mut S,
    b_stride: isize,
    weight: i32,
);

/// `unite_h264_c::Chroma` for any depth.
pub type Chroma<S> = unsafe extern "C" fn(
    cb: *mut S,
    cr: *mut S,
    stride: isize,
    p: *mut S,
    p_stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
);

/// `unite_h264_c::Compare` for any depth.
pub type Compare<S> = unsafe extern "C" fn(a: *mut S, a_stride: isize, b: *mut S, b_stride: isize) -> i32;

/// `unite_h264_c::CompareByBoth` for any depth.
pub type CompareByBoth<S> =
    unsafe extern "C" fn(a: *mut S, a_stride: isize, b: *mut S, b_stride: isize) -> u64;

/// `unite_h264_c::CompareX3` for any depth.
pub type CompareX3<S> =
    unsafe extern "C" fn(samples: *mut S, a: *mut S, b: *mut S, c: *mut S, stride: isize, costs: *mut i32);

/// `unite_h264_c::CompareX4` for any depth.
pub type CompareX4<S> = unsafe extern "C" fn(
    samples: *mut S,
    a: *mut S,
    b: *mut S,
    c: *mut S,
    d: *mut S,
    stride: isize,
    costs: *mut i32,
);

/// `unite_h264_c::CopyPlane` for any depth.
pub type CopyPlane<S> = unsafe extern "C" fn(
    to: *mut S,
    to_stride: isize,
    from: *mut S,
    from_stride: isize,
    width: i32,
    height: i32,
);

/// `unite_h264_c::CopyRows` for any depth.
pub type CopyRows<S> =
    unsafe extern "C" fn(to: *mut S, to_stride: isize, from: *mut S, from_stride: isize, height: i32);

/// `unite_h264_c::Dc` for any depth.
pub type Dc<C> = unsafe extern "C" fn(c: *mut C);

/// `unite_h264_c::Deblock` for any depth.
pub type Deblock<S> = unsafe extern "C" fn(at: *mut S, stride: isize, alpha: i32, beta: i32, tc0: *mut i8);

/// `unite_h264_c::DeblockIntra` for any depth.
pub type DeblockIntra<S> = unsafe extern "C" fn(at: *mut S, stride: isize, alpha: i32, beta: i32);

/// `unite_h264_c::DeinterleavePlane` for any depth.
pub type DeinterleavePlane<S> = unsafe extern "C" fn(
    a: *mut S,
    a_stride: isize,
    b: *mut S,
    b_stride: isize,
    from: *mut S,
    from_stride: isize,
    width: i32,
    height: i32,
);

/// `unite_h264_c::DeinterleaveThree` for any depth.
pub type DeinterleaveThree<S> = unsafe extern "C" fn(
    a: *mut S,
    a_stride: isize,
    b: *mut S,
    b_stride: isize,
    c: *mut S,
    c_stride: isize,
    from: *mut S,
    from_stride: isize,
    count: i32,
    width: i32,
    height: i32,
);

/// `unite_h264_c::Denoise` for any depth.
pub type Denoise<C, F> = unsafe extern "C" fn(c: *mut C, sum: *mut u32, offset: *mut F, size: i32);

/// `unite_h264_c::DifferenceOfRows` for any depth.
pub type DifferenceOfRows<S> =
    unsafe extern "C" fn(a: *mut S, a_stride: isize, b: *mut S, b_stride: isize, height: i32) -> i32;

/// `unite_h264_c::FewerLevels` for any depth.
pub type FewerLevels<C> = unsafe extern "C" fn(levels: *mut C, scale: i32) -> i32;

/// `unite_h264_c::HadamardAc` for any depth.
pub type HadamardAc<S> = unsafe extern "C" fn(p: *mut S, stride: isize) -> u64;

/// `unite_h264_c::HalfPlanes` for any depth.
pub type HalfPlanes<S> = unsafe extern "C" fn(
    b: *mut S,
    h: *mut S,
    j: *mut S,
    p: *mut S,
    stride: isize,
    width: i32,
    height: i32,
    line: *mut i16,
);

/// `unite_h264_c::HalfResolution` for any depth.
pub type HalfResolution<S> = unsafe extern "C" fn(
    p: *mut S,
    full: *mut S,
    right: *mut S,
    down: *mut S,
    both: *mut S,
    stride: isize,
    half_stride: isize,
    width: i32,
    height: i32,
);

/// `unite_h264_c::IntegralRow` for any depth.
pub type IntegralRow<S> = unsafe extern "C" fn(sums: *mut u16, p: *mut S, stride: isize);

/// `unite_h264_c::InterleaveLevels` for any depth.
pub type InterleaveLevels<C> = unsafe extern "C" fn(lists: *mut C, levels: *mut C, nonzero: *mut u8);

/// `unite_h264_c::InterleavePlanes` for any depth.
pub type InterleavePlanes<S> = unsafe extern "C" fn(
    to: *mut S,
    to_stride: isize,
    a: *mut S,
    a_stride: isize,
    b: *mut S,
    b_stride: isize,
    width: i32,
    height: i32,
);

/// `unite_h264_c::IntraX3` for any depth.
pub type IntraX3<S> = unsafe extern "C" fn(samples: *mut S, at: *mut S, costs: *mut i32);

/// `unite_h264_c::IntraX9` for any depth.
pub type IntraX9<S> = unsafe extern "C" fn(samples: *mut S, at: *mut S, extra: *mut u16) -> i32;

/// `unite_h264_c::IntraX9By8` for any depth.
pub type IntraX9By8<S> =
    unsafe extern "C" fn(samples: *mut S, at: *mut S, edge: *mut S, extra: *mut u16, costs: *mut u16) -> i32;

/// `unite_h264_c::Last` for any depth.
pub type Last<C> = unsafe extern "C" fn(levels: *mut C) -> i32;

/// `unite_h264_c::LevelRun` for any depth.
pub type LevelRun<C, R> = unsafe extern "C" fn(levels: *mut C, runs: *mut R) -> i32;

/// `unite_h264_c::LoadChroma` for any depth.
pub type LoadChroma<S> = unsafe extern "C" fn(to: *mut S, plane: *mut S, stride: isize, height: i32);

/// `unite_h264_c::Luma` for any depth.
pub type Luma<S> = unsafe extern "C" fn(
    pred: *mut S,
    pred_stride: isize,
    planes: *const *mut S,
    stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
    weight: *const Weight,
);

/// `unite_h264_c::Moments` for any depth.
pub type Moments<S> =
    unsafe extern "C" fn(a: *const S, a_stride: isize, b: *const S, b_stride: isize, sums: *mut i32);

/// `unite_h264_c::Predict` for any depth.
pub type Predict<S> = unsafe extern "C" fn(at: *mut S);

/// `unite_h264_c::Predict8x8` for any depth.
pub type Predict8x8<S> = unsafe extern "C" fn(at: *mut S, edge: *const S);

/// `unite_h264_c::Predict8x8Filter` for any depth.
pub type Predict8x8Filter<S> = unsafe extern "C" fn(at: *mut S, edge: *mut S, neighbours: i32, filters: i32);

/// `unite_h264_c::Quantize` for any depth.
pub type Quantize<C, F> = unsafe extern "C" fn(c: *mut C, mf: *mut F, bias: *mut F) -> i32;

/// `unite_h264_c::QuantizeDc` for any depth.
pub type QuantizeDc<C> = unsafe extern "C" fn(c: *mut C, mf: i32, bias: i32) -> i32;

/// `unite_h264_c::Reference` for any depth.
pub type Reference<S> = unsafe extern "C" fn(
    pred: *mut S,
    pred_stride: *mut isize,
    planes: *const *mut S,
    stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
    weight: *const Weight,
) -> *mut S;

/// `unite_h264_c::SadOfRows` for any depth.
pub type SadOfRows<S> = unsafe extern "C" fn(p: *mut S, stride: isize, height: i32) -> i32;

/// `unite_h264_c::Scale` for any depth.
pub type Scale<C> = unsafe extern "C" fn(c: *mut C, level_scale: *mut i32, qp: i32);

/// `unite_h264_c::Scan` for any depth.
pub type Scan<C> = unsafe extern "C" fn(list: *mut C, c: *mut C);

/// `unite_h264_c::Score` for any depth.
pub type Score<C> = unsafe extern "C" fn(levels: *mut C) -> i32;

/// `unite_h264_c::SsdInTurn` for any depth.
pub type SsdInTurn<S> = unsafe extern "C" fn(
    a: *mut S,
    a_stride: isize,
    b: *mut S,
    b_stride: isize,
    width: i32,
    height: i32,
    cb: *mut u64,
    cr: *mut u64,
);

/// `unite_h264_c::StoreChroma` for any depth.
pub type StoreChroma<S> =
    unsafe extern "C" fn(plane: *mut S, stride: isize, cb: *mut S, cr: *mut S, height: i32);

/// `unite_h264_c::Sub` for any depth.
pub type Sub<S, C> = unsafe extern "C" fn(c: *mut C, samples: *mut S, pred: *mut S);

/// `unite_h264_c::SubScan` for any depth.
pub type SubScan<S, C> = unsafe extern "C" fn(levels: *mut C, samples: *mut S, pred: *mut S) -> i32;

/// `unite_h264_c::SubScanAc` for any depth.
pub type SubScanAc<S, C> =
    unsafe extern "C" fn(levels: *mut C, samples: *mut S, pred: *mut S, dc: *mut C) -> i32;

/// `unite_h264_c::TallDc` for any depth.
pub type TallDc<C> = unsafe extern "C" fn(dc: *mut C, c: *mut C);

/// `unite_h264_c::TallDcBack` for any depth.
pub type TallDcBack<C> = unsafe extern "C" fn(dc: *mut C, c: *mut C, level_scale: *mut i32, qp: i32);

/// `unite_h264_c::TallDcOnly` for any depth.
pub type TallDcOnly<C> = unsafe extern "C" fn(dc: *mut C, level_scale: *mut i32, qp: i32);

/// `unite_h264_c::Trellis` for any depth.
pub type Trellis<C> = unsafe extern "C" fn(
    steps: *const i32,
    scan: *const u8,
    weight: i32,
    last: i32,
    c: *const C,
    nearest: *const C,
    levels: *mut C,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
    which: i32,
) -> i32;

/// `unite_h264_c::TrellisPsy` for any depth.
pub type TrellisPsy<C> = unsafe extern "C" fn(
    steps: *const i32,
    scan: *const u8,
    weight: i32,
    last: i32,
    c: *const C,
    nearest: *const C,
    levels: *mut C,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
    which: i32,
    samples: *const C,
    strength: i32,
) -> i32;

/// `unite_h264_c::TrellisTallDc` for any depth.
pub type TrellisTallDc<C> = unsafe extern "C" fn(
    steps: *const i32,
    scan: *const u8,
    weight: i32,
    last: i32,
    c: *const C,
    nearest: *const C,
    levels: *mut C,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
) -> i32;

/// `unite_h264_c::Variance` for any depth.
pub type Variance<S> = unsafe extern "C" fn(p: *mut S, stride: isize) -> u64;

/// `unite_h264_c::VarianceOfTwo` for any depth.
pub type VarianceOfTwo<S> = unsafe extern "C" fn(samples: *mut S, pred: *mut S, squares: *mut i32) -> i32;

/// `unite_h264_c::Weigh` for any depth.
pub type Weigh<S> = unsafe extern "C" fn(
    pred: *mut S,
    pred_stride: isize,
    p: *mut S,
    stride: isize,
    weight: *const Weight,
    height: i32,
);
