//! Averages of predictions, eighths of a sample of chrominance, and planes of half samples of luminance.

use unite::kernel;
use unite_h264::kernels::high::{self, inter_luma};
use unite_h264_c::levels::{All, Of, for_level, levels};
use unite_h264_c::memory::{at, at_mut};
use unite_h264_c::tables::fill;

use crate::BIT_DEPTH;

/// `avg`: two predictions, averaged or weighted in 64ths.
pub type Average = unsafe extern "C" fn(
    pred: *mut u16,
    pred_stride: isize,
    a: *mut u16,
    a_stride: isize,
    b: *mut u16,
    b_stride: isize,
    weight: i32,
);

/// `mc_chroma`: a partition of both components, from an interleaved plane.
pub type Chroma = unsafe extern "C" fn(
    cb: *mut u16,
    cr: *mut u16,
    stride: isize,
    p: *mut u16,
    p_stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
);

/// `hpel_filter`: the three half sample planes. What lies in `line` does not count.
pub type HalfPlanes = unsafe extern "C" fn(
    b: *mut u16,
    h: *mut u16,
    j: *mut u16,
    p: *mut u16,
    stride: isize,
    width: i32,
    height: i32,
    line: *mut i16,
);

levels! {
    fn average<const H: usize, const W: usize>(
        level;
        pred: *mut u16,
        pred_stride: isize,
        a: *mut u16,
        a_stride: isize,
        b: *mut u16,
        b_stride: isize,
        weight: i32
    )
    where (
        pred: *mut u16 = pred,
        pred_stride: isize = pred_stride,
        a: *const u16 = a,
        a_stride: isize = a_stride,
        b: *const u16 = b,
        b_stride: isize = b_stride,
        weight: i32 = weight.clamp(-128, 192),
    ) {
        let (a, b) = (at::<u16, H, W>(a, a_stride), at::<u16, H, W>(b, b_stride));
        let pred = at_mut::<u16, H, W>(pred, pred_stride);
        if weight == 32 {
            high::average::staged(level, pred, a, b);
        } else {
            high::weighted_both::staged(level, pred, a, b, 5, [weight, 64 - weight], [0, 0], BIT_DEPTH);
        }
    }
}

/// Both components of chrominance, which lie in turn in `BOTH` columns of the plane, each in rows of its own.
#[kernel]
#[instance(within_8x2: H = 2, W = 8, BOTH = 16)]
#[instance(within_4x2: H = 2, W = 4, BOTH = 8)]
#[instance(within_2x2: H = 2, W = 2, BOTH = 4)]
#[instance(within_1x1: H = 1, W = 1, BOTH = 2)]
fn within<const H: usize, const W: usize, const BOTH: usize>(
    cb: &mut Tensor<[[u16; W]; H]>,
    cr: &mut Tensor<[[u16; W]; H]>,
    plane: &Tensor<[[u16]]>,
    x_frac: i32,
    y_frac: i32,
) {
    let both = Block::<[[u16; BOTH]; H]>::stack();
    high::interpolate_chroma_in_turn::<2, H, BOTH>(&mut both, plane[[0..H, 0..BOTH]], x_frac, y_frac);
    for y in 0..H {
        for x in 0..W {
            cb[[y, x]] = both[[y, 2 * x]];
            cr[[y, x]] = both[[y, 2 * x + 1]];
        }
    }
}

/// Rows of `w` samples of each component, `h` at a time: `name = kernel of [h, w] from both`, which are the columns that both fill. Rows of
/// one component may lie between those of the other.
macro_rules! partitions {
    ($($name:ident = $kernel:ident of [$h:literal, $w:literal] from $both:literal;)*) => {levels! {$(
        fn $name(
            level; cb: *mut u16, cr: *mut u16, stride: isize, p: *mut u16, p_stride: isize, fractions: i32, height: i32
        )
        where (
            cb: *mut u16 = cb,
            cr: *mut u16 = cr,
            stride: isize = stride,
            p: *const u16 = p,
            p_stride: isize = p_stride,
            x_frac: i32 = fractions & 7,
            y_frac: i32 = fractions >> 3 & 7,
            height: i32 = height,
        ) {
            for y in (0..height as isize).step_by($h) {
                let plane = at::<u16, { $h + 1 }, { $both + 2 }>(p.offset(y * p_stride), p_stride);
                let cb = at_mut::<u16, $h, $w>(cb.offset(y * stride), stride);
                let cr = at_mut::<u16, $h, $w>(cr.offset(y * stride), stride);
                $kernel::staged(level, cb, cr, plane, x_frac, y_frac);
            }
        }
    )*}};
}

partitions! {
    chroma_8 = within_8x2 of [2, 8] from 16;
    chroma_4 = within_4x2 of [2, 4] from 8;
    chroma_2 = within_2x2 of [2, 2] from 4;
    chroma_1 = within_1x1 of [1, 1] from 2;
}

/// A partition by its size, at a level.
unsafe extern "C" fn chroma<L: Of>(
    cb: *mut u16,
    cr: *mut u16,
    stride: isize,
    p: *mut u16,
    p_stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
) {
    let p = p.wrapping_offset((mv_y >> 3) as isize * p_stride + (mv_x >> 3) as isize * 2);
    let fractions = (mv_x & 7) + 8 * (mv_y & 7);
    // SAFETY: the caller vouches for the samples of both components, and for those that the vector is to; the level is in force.
    unsafe {
        let columns = match (width, height & 1) {
            (8, 0) => chroma_8::all().of::<L>(),
            (4, 0) => chroma_4::all().of::<L>(),
            (2, 0) => chroma_2::all().of::<L>(),
            // No partition has that size: it is made of columns of one sample.
            _ => {
                for x in 0..width as isize {
                    let (cb, cr, p) = (cb.offset(x), cr.offset(x), p.offset(2 * x));
                    chroma_1::all().of::<L>()(cb, cr, stride, p, p_stride, fractions, height);
                }
                return;
            }
        };
        columns(cb, cr, stride, p, p_stride, fractions, height);
    }
}

/// Half samples of `H` rows of `W` samples, which begin at `[Y, X]` of a window.
#[kernel]
#[instance(right_16x16: H = 16, W = 16, Y = 0, X = 2, position = inter_luma::b)]
#[instance(right_16x1: H = 1, W = 16, Y = 0, X = 2, position = inter_luma::b)]
#[instance(right_1x1: H = 1, W = 1, Y = 0, X = 2, position = inter_luma::b)]
#[instance(down_16x16: H = 16, W = 16, Y = 2, X = 0, position = inter_luma::h)]
#[instance(down_16x1: H = 1, W = 16, Y = 2, X = 0, position = inter_luma::h)]
#[instance(down_1x1: H = 1, W = 1, Y = 2, X = 0, position = inter_luma::h)]
#[instance(both_16x16: H = 16, W = 16, Y = 2, X = 2, position = inter_luma::j)]
#[instance(both_16x1: H = 1, W = 16, Y = 2, X = 2, position = inter_luma::j)]
#[instance(both_1x1: H = 1, W = 1, Y = 2, X = 2, position = inter_luma::j)]
fn half<const H: usize, const W: usize, const Y: usize, const X: usize>(
    pred: &mut Tensor<[[u16; W]; H]>,
    window: &Tensor<[[u16]]>,
    position: impl Fn(&mut Tensor<[[u16; W]; H]>, &Tensor<[[u16; W]; H]>, i32),
) {
    position(&mut pred, window[[Y..Y + H, X..X + W]], BIT_DEPTH);
}

/// Slots: `name = kernel of [rows, columns] after [rows, columns] in [rows, columns]` of a window.
macro_rules! halves {
    ($($name:ident = $kernel:ident of [$h:literal, $w:literal] after [$y:literal, $x:literal]
        in [$wh:literal, $ww:literal];)*) => {levels! {$(
        fn $name(level; pred: *mut u16, p: *const u16, stride: isize)
        where (pred: *mut u16 = pred, window: *const u16 = p.offset(-($y * stride + $x)), stride: isize = stride) {
            let window = at::<u16, $wh, $ww>(window, stride);
            $kernel::staged(level, at_mut::<u16, $h, $w>(pred, stride), window);
        }
    )*}};
}

halves! {
    half_right = right_16x16 of [16, 16] after [0, 2] in [16, 21];
    half_right_row = right_16x1 of [1, 16] after [0, 2] in [1, 21];
    half_right_sample = right_1x1 of [1, 1] after [0, 2] in [1, 6];
    half_down = down_16x16 of [16, 16] after [2, 0] in [21, 16];
    half_down_row = down_16x1 of [1, 16] after [2, 0] in [6, 16];
    half_down_sample = down_1x1 of [1, 1] after [2, 0] in [6, 1];
    half_both = both_16x16 of [16, 16] after [2, 2] in [21, 21];
    half_both_row = both_16x1 of [1, 16] after [2, 2] in [6, 21];
    half_both_sample = both_1x1 of [1, 1] after [2, 2] in [6, 6];
}

/// Half samples of a part of a plane.
type Half = unsafe extern "C" fn(pred: *mut u16, p: *const u16, stride: isize);

/// Half samples of `columns` of `rows`, part by part: as large ones as fit, and single samples where none does. `parts` are functions
/// for 16x16, 16x1 and single samples.
///
/// # Safety
/// There are the samples of both planes, and those around `p` that the filter needs.
unsafe fn in_parts(
    [whole, row, single]: [Half; 3],
    pred: *mut u16,
    p: *const u16,
    [rows, columns]: [isize; 2],
    stride: isize,
) {
    // Rows that share samples are made one after the other.
    let high = if stride.abs() >= 16 { 16 } else { 1 };
    let mut y = 0;
    while y < rows {
        let (part, height) = if rows - y >= 16 && high == 16 { (whole, 16) } else { (row, 1) };
        let mut x = 0;
        // SAFETY: the caller vouches for all samples, of which these are some.
        unsafe {
            while columns - x >= 16 {
                part(pred.offset(y * stride + x), p.offset(y * stride + x), stride);
                x += 16;
            }
            for x in x..columns {
                for y in y..y + height {
                    single(pred.offset(y * stride + x), p.offset(y * stride + x), stride);
                }
            }
        }
        y += height;
    }
}

unsafe extern "C" fn half_planes<L: Of>(
    b: *mut u16,
    h: *mut u16,
    j: *mut u16,
    p: *mut u16,
    stride: isize,
    width: i32,
    height: i32,
    _line: *mut i16,
) {
    if width < 1 || height < 1 {
        return;
    }
    let extents = [height as isize, width as isize];
    let right = [half_right::all(), half_right_row::all(), half_right_sample::all()].map(All::of::<L>);
    let down = [half_down::all(), half_down_row::all(), half_down_sample::all()].map(All::of::<L>);
    let both = [half_both::all(), half_both_row::all(), half_both_sample::all()].map(All::of::<L>);
    // SAFETY: the caller vouches for the planes and for the samples around `p`; the level is in force. `h` has two columns before it and
    // three after it.
    unsafe {
        let [rows, columns] = extents;
        in_parts(down, h.sub(2), p.sub(2), [rows, columns + 5], stride);
        in_parts(both, j, p, extents, stride);
        in_parts(right, b, p, extents, stride);
    }
}

/// Averages by the size of a partition: 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4, 4x16, 4x2, 2x8, 2x4, 2x2.
///
/// # Safety
/// `table` has 12 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_average(table: *mut Average) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Average, 12>(
            table,
            [
                average::current::<16, 16>(),
                average::current::<8, 16>(),
                average::current::<16, 8>(),
                average::current::<8, 8>(),
                average::current::<4, 8>(),
                average::current::<8, 4>(),
                average::current::<4, 4>(),
                average::current::<16, 4>(),
                average::current::<2, 4>(),
                average::current::<8, 2>(),
                average::current::<4, 2>(),
                average::current::<2, 2>(),
            ],
        );
    }
}

/// Prediction of interleaved chrominance at 4:2:0 and 4:2:2, and the planes of half samples of luminance.
///
/// # Safety
/// Both are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_inter(
    chroma_slot: *mut Chroma,
    half_planes_slot: *mut HalfPlanes,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        chroma_slot.write(for_level!(chroma as Chroma));
        half_planes_slot.write(for_level!(half_planes as HalfPlanes));
    }
}
