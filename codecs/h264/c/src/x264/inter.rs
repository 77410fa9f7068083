//! Prediction from other pictures in the layout of x264.

use core::slice;

use unite::{Block, kernel};
use unite_h264::kernels;

use crate::levels::{Of, for_level, levels};
use crate::memory::{at, at_mut};
use crate::tables::fill;

/// `avg`: two predictions, averaged or weighted in 64ths.
pub type Average = unsafe extern "C" fn(
    pred: *mut u8,
    pred_stride: isize,
    a: *mut u8,
    a_stride: isize,
    b: *mut u8,
    b_stride: isize,
    weight: i32,
);

/// `mc_chroma`: a partition of both components, from an interleaved plane.
pub type Chroma = unsafe extern "C" fn(
    cb: *mut u8,
    cr: *mut u8,
    stride: isize,
    p: *mut u8,
    p_stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
);

/// `hpel_filter`: the three half sample planes.
pub type HalfPlanes = unsafe extern "C" fn(
    b: *mut u8,
    h: *mut u8,
    j: *mut u8,
    p: *mut u8,
    stride: isize,
    width: i32,
    height: i32,
    line: *mut i16,
);

levels! {
    fn average<const H: usize, const W: usize>(
        level;
        pred: *mut u8,
        pred_stride: isize,
        a: *mut u8,
        a_stride: isize,
        b: *mut u8,
        b_stride: isize,
        weight: i32
    )
    where (
        pred: *mut u8 = pred,
        pred_stride: isize = pred_stride,
        a: *const u8 = a,
        a_stride: isize = a_stride,
        b: *const u8 = b,
        b_stride: isize = b_stride,
        weight: i32 = weight,
    ) {
        let (a, b) = (at::<u8, H, W>(a, a_stride), at::<u8, H, W>(b, b_stride));
        let pred = at_mut::<u8, H, W>(pred, pred_stride);
        if weight == 32 {
            kernels::average::staged(level, pred, a, b);
        } else {
            kernels::weighted_implicit::staged(level, pred, a, b, 64 - weight);
        }
    }
}

/// Both components of chrominance, which lie in turn in `BOTH` columns of the plane, each in rows of its own.
#[kernel]
#[instance(within_8x16: H = 16, W = 8, BOTH = 16)]
#[instance(within_8x8: H = 8, W = 8, BOTH = 16)]
#[instance(within_8x4: H = 4, W = 8, BOTH = 16)]
#[instance(within_4x8: H = 8, W = 4, BOTH = 8)]
#[instance(within_4x4: H = 4, W = 4, BOTH = 8)]
#[instance(within_4x2: H = 2, W = 4, BOTH = 8)]
#[instance(within_2x8: H = 8, W = 2, BOTH = 4)]
#[instance(within_2x4: H = 4, W = 2, BOTH = 4)]
#[instance(within_2x2: H = 2, W = 2, BOTH = 4)]
#[instance(within_1x1: H = 1, W = 1, BOTH = 2)]
fn within<const H: usize, const W: usize, const BOTH: usize>(
    cb: &mut Tensor<[[u8; W]; H]>,
    cr: &mut Tensor<[[u8; W]; H]>,
    plane: &Tensor<[[u8]]>,
    x_frac: i32,
    y_frac: i32,
) {
    let both = Block::<[[u8; BOTH]; H]>::stack();
    kernels::interpolate_chroma_in_turn::<2, H, BOTH>(&mut both, plane[[0..H, 0..BOTH]], x_frac, y_frac);
    for y in 0..H {
        #[vectorize(x)]
        for x in 0..W {
            cb[[y, x]] = both[[y, 2 * x]];
            cr[[y, x]] = both[[y, 2 * x + 1]];
        }
    }
}

/// Prediction of `h` rows of `w` samples of each component: `name = kernel of [h, w] from both`, which are the columns that both fill.
/// Rows of one component may lie between those of the other. `fractions` are those of the vector, of `y` in eighths of it.
///
/// Of rows of four and of two samples the compiler makes pairs as they are read, where it has not AVX-512 to put them in order later.
macro_rules! partitions {
    ($($name:ident = $kernel:ident of [$h:literal, $w:literal] from $both:literal $(at most $highest:ident)?;)*) => {levels! {$(
        fn $name(level; cb: *mut u8, cr: *mut u8, stride: isize, p: *mut u8, p_stride: isize, fractions: i32)
        where (
            cb: *mut u8 = cb,
            cr: *mut u8 = cr,
            stride: isize = stride,
            p: *const u8 = p,
            p_stride: isize = p_stride,
            x_frac: i32 = fractions & 7,
            y_frac: i32 = fractions >> 3 & 7,
        ) $(at most $highest)? {
            let plane = at::<u8, { $h + 1 }, { $both + 2 }>(p, p_stride);
            let (cb, cr) = (at_mut::<u8, $h, $w>(cb, stride), at_mut::<u8, $h, $w>(cr, stride));
            $kernel::staged(level, cb, cr, plane, x_frac, y_frac);
        }
    )*}};
}

partitions! {
    chroma_8x16 = within_8x16 of [16, 8] from 16;
    chroma_8x8 = within_8x8 of [8, 8] from 16;
    chroma_8x4 = within_8x4 of [4, 8] from 16;
    chroma_4x8 = within_4x8 of [8, 4] from 8 at most v3;
    chroma_4x4 = within_4x4 of [4, 4] from 8 at most v3;
    chroma_4x2 = within_4x2 of [2, 4] from 8 at most v3;
    chroma_2x8 = within_2x8 of [8, 2] from 4 at most v3;
    chroma_2x4 = within_2x4 of [4, 2] from 4 at most v3;
    chroma_2x2 = within_2x2 of [2, 2] from 4 at most v3;
    chroma_1x1 = within_1x1 of [1, 1] from 2;
}

/// A partition by its size, at a level.
unsafe extern "C" fn chroma<L: Of>(
    cb: *mut u8,
    cr: *mut u8,
    stride: isize,
    p: *mut u8,
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
        match (width, height) {
            (8, 16) => chroma_8x16::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            (8, 8) => chroma_8x8::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            (8, 4) => chroma_8x4::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            (4, 8) => chroma_4x8::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            (4, 4) => chroma_4x4::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            (4, 2) => chroma_4x2::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            (2, 8) => chroma_2x8::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            (2, 4) => chroma_2x4::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            (2, 2) => chroma_2x2::all().of::<L>()(cb, cr, stride, p, p_stride, fractions),
            // No partition has that size: it is made of such of one sample.
            _ => by_samples::<L>(cb, cr, stride, p, p_stride, fractions, width, height),
        }
    }
}

/// Sample by sample of both components. What it takes comes in the registers that it came in.
#[cold]
#[inline(never)]
unsafe extern "C" fn by_samples<L: Of>(
    cb: *mut u8,
    cr: *mut u8,
    stride: isize,
    p: *mut u8,
    p_stride: isize,
    fractions: i32,
    width: i32,
    height: i32,
) {
    for y in 0..height as isize {
        for x in 0..width as isize {
            let at = y * stride + x;
            // SAFETY: the caller vouches for all samples, and for the level.
            unsafe {
                let (cb, cr, p) = (cb.offset(at), cr.offset(at), p.offset(y * p_stride + 2 * x));
                chroma_1x1::all().of::<L>()(cb, cr, stride, p, p_stride, fractions);
            }
        }
    }
}

/// The planes for the inside of a window that has two samples before it and three after it on each axis. So has `h` on the
/// second one.
// At x86-64-v4 the compiler makes `vpermt2w` of the pairs of the second pass.
#[kernel(highest = v3)]
fn half_planes_within(
    window: &Tensor<[[u8]]>,
    b: &mut Tensor<[[u8]]>,
    h: &mut Tensor<[[u8]]>,
    j: &mut Tensor<[[u8]]>,
    line: &mut Tensor<[i16]>,
) {
    let p = window[[2..window.extent(0) - 3, 2..window.extent(1) - 3]];
    kernels::half_planes_around::<2, 3>(p, &mut b, &mut h[[.., 2..h.extent(1) - 3]], &mut j, &mut line);
}

/// How many samples of a row are taken at a time where rows are not far enough apart.
const PIECE: usize = 64;

unsafe extern "C" fn half_planes(
    b: *mut u8,
    h: *mut u8,
    j: *mut u8,
    p: *mut u8,
    stride: isize,
    width: i32,
    height: i32,
    line: *mut i16,
) {
    let (Ok(w), Ok(rows)) = (usize::try_from(width), usize::try_from(height)) else { return };
    if w == 0 || rows == 0 {
        return;
    }
    match usize::try_from(stride) {
        // SAFETY: the caller vouches for the planes, for the samples around `p` and for the line.
        Ok(pitch) if pitch >= w + 5 => unsafe { half_planes_of([b, h, j], p, [rows, w], pitch, line) },
        // Rows that go up or are too near: a piece of one at a time, and what is around it in memory of its own.
        _ => {
            for y in 0..rows as isize {
                for x in (0..w).step_by(PIECE) {
                    let w = PIECE.min(w - x);
                    let mut around = [0; 6 * (PIECE + 5)];
                    // SAFETY: as above, of a part of a row.
                    unsafe {
                        for (from, row) in (-2..4).zip(around.chunks_exact_mut(PIECE + 5)) {
                            row.as_mut_ptr().copy_from(p.offset((y + from) * stride - 2).add(x), w + 5);
                        }
                        let at = [b, h, j].map(|plane| plane.offset(y * stride).add(x));
                        let around = around.as_ptr().add(2 * (PIECE + 5) + 2);
                        half_planes_of(at, around, [1, w], PIECE + 5, line.add(x));
                    }
                }
            }
        }
    }
}

/// # Safety
/// The planes are rectangles, `h` with two columns before and three after it, that are apart from each other and from the line;
/// around `p` are two samples before and three after on each axis.
unsafe fn half_planes_of(
    planes: [*mut u8; 3],
    p: *const u8,
    [rows, w]: [usize; 2],
    pitch: usize,
    line: *mut i16,
) {
    let [b, h, j] = planes;
    // SAFETY: the caller vouches for the planes, for the samples around `p` and for the line.
    let planes = unsafe {
        let plane = |at: *mut u8, w: usize| {
            Block::external_pitched(slice::from_raw_parts_mut(at, (rows - 1) * pitch + w), [rows, w], pitch)
        };
        let window = slice::from_raw_parts(p.sub(2 * pitch + 2), (rows + 4) * pitch + w + 5);
        let window = Block::external_pitched_ref(window, [rows + 5, w + 5], pitch);
        let line = Block::external(slice::from_raw_parts_mut(line, w + 5), [w + 5]);
        (window, plane(b, w), plane(h.sub(2), w + 5), plane(j, w), line)
    };
    let (Ok(window), Ok(mut b), Ok(mut h), Ok(mut j), Ok(mut line)) = planes else {
        panic!("planes of {w} by {rows} samples cannot have rows {pitch} apart");
    };
    half_planes_within(&window, &mut b, &mut h, &mut j, &mut line);
}

/// Averages by the size of a partition: 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4, 4x16, 4x2, 2x8, 2x4, 2x2.
///
/// # Safety
/// `table` has 12 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_average(table: *mut Average) {
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
pub unsafe extern "C" fn unite_h264_x264_inter(chroma_slot: *mut Chroma, half_planes_slot: *mut HalfPlanes) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        chroma_slot.write(for_level!(chroma as Chroma));
        half_planes_slot.write(half_planes);
    }
}
