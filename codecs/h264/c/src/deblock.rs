//! The deblocking filter for C, and in the layout of x264.

use unite::kernel;
use unite_h264::kernels::deblock;
use unite_h264::kernels::deblock_tables::{Thresholds, tc0};

use crate::levels::levels;
use crate::memory::{array, at_mut, line, write};

/// Kernels on windows of `H` rows of `W` samples, in which what lies behind the edge begins at `[Y, X]`.
pub mod windows {
    use super::*;

    #[kernel]
    #[instance(luma_vertical: Y = 0, X = 4, H = 16, W = 8, filter = deblock::luma_vertical)]
    #[instance(luma_horizontal: Y = 4, X = 0, H = 8, W = 16, filter = deblock::luma_horizontal)]
    #[instance(chroma_vertical: Y = 0, X = 2, H = 8, W = 4, filter = deblock::chroma_vertical)]
    #[instance(chroma_horizontal: Y = 2, X = 0, H = 4, W = 8, filter = deblock::chroma_horizontal)]
    pub fn edge<const Y: usize, const X: usize, const H: usize, const W: usize>(
        window: &mut Tensor<[[u8]]>,
        alpha: i32,
        beta: i32,
        tc0: &Tensor<[i8; 4]>,
        filter: impl Fn(&mut Tensor<[[u8]]>, i32, i32, &Tensor<[i8; 4]>),
    ) {
        filter(&mut window[[Y..H, X..W]], alpha, beta, tc0);
    }

    /// The same for edges with `bS` 4.
    #[kernel]
    #[instance(luma_vertical_intra: Y = 0, X = 4, H = 16, W = 8, filter = deblock::luma_vertical_intra)]
    #[instance(luma_horizontal_intra: Y = 4, X = 0, H = 8, W = 16, filter = deblock::luma_horizontal_intra)]
    #[instance(chroma_vertical_intra: Y = 0, X = 2, H = 8, W = 4, filter = deblock::chroma_vertical_intra)]
    #[instance(chroma_horizontal_intra: Y = 2, X = 0, H = 4, W = 8, filter = deblock::chroma_horizontal_intra)]
    pub fn edge_intra<const Y: usize, const X: usize, const H: usize, const W: usize>(
        window: &mut Tensor<[[u8]]>,
        alpha: i32,
        beta: i32,
        filter: impl Fn(&mut Tensor<[[u8]]>, i32, i32),
    ) {
        filter(&mut window[[Y..H, X..W]], alpha, beta);
    }
}

/// The two components of chrominance, sample by sample in turn.
mod interleaved {
    use super::*;
    use crate::kernels::in_turn::of_8_bits::{apart, together};

    /// What encoders with such planes pass is `tC`, one more than `tC0`; 0 where nothing is filtered.
    #[kernel]
    pub fn vertical(window: &mut Tensor<[[u8; 8]; 8]>, alpha: i32, beta: i32, tc: &Tensor<[i8; 4]>) {
        let less = Block::<[i8; 4]>::stack();
        less[[!k]] = tc[[!k]] - 1;
        let rows = Block::<[[u8; 16]; 4]>::stack();
        apart(window, &mut rows);
        deblock::chroma_vertical_of_both(&mut rows[[2..4, ..]].permute([1, 0]), alpha, beta, less);
        together(rows, &mut window);
    }

    #[kernel]
    pub fn horizontal(window: &mut Tensor<[[u8; 16]; 4]>, alpha: i32, beta: i32, tc: &Tensor<[i8; 4]>) {
        let less = Block::<[i8; 4]>::stack();
        less[[!k]] = tc[[!k]] - 1;
        let q = window[[2..4, ..]];
        deblock::chroma_vertical_in_turn(&mut q.permute([1, 0]), alpha, beta, less);
    }

    #[kernel]
    pub fn vertical_intra(window: &mut Tensor<[[u8; 8]; 8]>, alpha: i32, beta: i32) {
        let rows = Block::<[[u8; 16]; 4]>::stack();
        apart(window, &mut rows);
        deblock::chroma_vertical_in_turn_intra(&mut rows[[2..4, ..]].permute([1, 0]), alpha, beta);
        together(rows, &mut window);
    }

    #[kernel]
    pub fn horizontal_intra(window: &mut Tensor<[[u8; 16]; 4]>, alpha: i32, beta: i32) {
        let q = window[[2..4, ..]];
        deblock::chroma_vertical_in_turn_intra(&mut q.permute([1, 0]), alpha, beta);
    }
}

/// A vertical edge of luminance with `bS` below 4 (8.7.2.3), of 16 samples from `q` down. `tc0` is `tC0` of each quarter of
/// the edge, -1 where `bS` is 0.
///
/// # Safety
/// There are 16 rows of 4 samples before `q` and of 4 from it on; `tc0` is 4 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_luma_vertical(
    q: *mut u8,
    stride: isize,
    alpha: i32,
    beta: i32,
    tc0: *const i8,
) {
    // SAFETY: the caller vouches for the samples and for `tc0`.
    unsafe { windows::luma_vertical(&mut write::<u8, 16, 8>(q.sub(4), stride), alpha, beta, &line(tc0)) }
}

/// A horizontal edge of luminance with `bS` below 4 (8.7.2.3), of 16 samples from `q` to the right. `tc0` is `tC0` of each
/// quarter of the edge, -1 where `bS` is 0.
///
/// # Safety
/// There are 4 rows of 16 samples above `q` and 4 from it on; `tc0` is 4 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_luma_horizontal(
    q: *mut u8,
    stride: isize,
    alpha: i32,
    beta: i32,
    tc0: *const i8,
) {
    // SAFETY: the caller vouches for the samples and for `tc0`.
    unsafe {
        let mut window = write::<u8, 8, 16>(q.offset(-4 * stride), stride);
        windows::luma_horizontal(&mut window, alpha, beta, &line(tc0));
    }
}

/// A vertical edge of luminance with `bS` 4 (8.7.2.4), of 16 samples from `q` down.
///
/// # Safety
/// There are 16 rows of 4 samples before `q` and of 4 from it on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_luma_vertical_intra(
    q: *mut u8,
    stride: isize,
    alpha: i32,
    beta: i32,
) {
    // SAFETY: the caller vouches for the samples.
    unsafe { windows::luma_vertical_intra(&mut write::<u8, 16, 8>(q.sub(4), stride), alpha, beta) }
}

/// A horizontal edge of luminance with `bS` 4 (8.7.2.4), of 16 samples from `q` to the right.
///
/// # Safety
/// There are 4 rows of 16 samples above `q` and 4 from it on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_luma_horizontal_intra(
    q: *mut u8,
    stride: isize,
    alpha: i32,
    beta: i32,
) {
    // SAFETY: the caller vouches for the samples.
    unsafe {
        windows::luma_horizontal_intra(&mut write::<u8, 8, 16>(q.offset(-4 * stride), stride), alpha, beta)
    }
}

/// A vertical edge of a component of chrominance with `bS` below 4 (8.7.2.3), of 8 samples from `q` down.
///
/// # Safety
/// There are 8 rows of 2 samples before `q` and of 2 from it on; `tc0` is 4 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_chroma_vertical(
    q: *mut u8,
    stride: isize,
    alpha: i32,
    beta: i32,
    tc0: *const i8,
) {
    // SAFETY: the caller vouches for the samples and for `tc0`.
    unsafe { windows::chroma_vertical(&mut write::<u8, 8, 4>(q.sub(2), stride), alpha, beta, &line(tc0)) }
}

/// A horizontal edge of a component of chrominance with `bS` below 4 (8.7.2.3), of 8 samples from `q` to the right.
///
/// # Safety
/// There are 2 rows of 8 samples above `q` and 2 from it on; `tc0` is 4 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_chroma_horizontal(
    q: *mut u8,
    stride: isize,
    alpha: i32,
    beta: i32,
    tc0: *const i8,
) {
    // SAFETY: the caller vouches for the samples and for `tc0`.
    unsafe {
        let mut window = write::<u8, 4, 8>(q.offset(-2 * stride), stride);
        windows::chroma_horizontal(&mut window, alpha, beta, &line(tc0));
    }
}

/// A vertical edge of a component of chrominance with `bS` 4 (8.7.2.4), of 8 samples from `q` down.
///
/// # Safety
/// There are 8 rows of 2 samples before `q` and of 2 from it on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_chroma_vertical_intra(
    q: *mut u8,
    stride: isize,
    alpha: i32,
    beta: i32,
) {
    // SAFETY: the caller vouches for the samples.
    unsafe { windows::chroma_vertical_intra(&mut write::<u8, 8, 4>(q.sub(2), stride), alpha, beta) }
}

/// A horizontal edge of a component of chrominance with `bS` 4 (8.7.2.4), of 8 samples from `q` to the right.
///
/// # Safety
/// There are 2 rows of 8 samples above `q` and 2 from it on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_chroma_horizontal_intra(
    q: *mut u8,
    stride: isize,
    alpha: i32,
    beta: i32,
) {
    // SAFETY: the caller vouches for the samples.
    unsafe {
        windows::chroma_horizontal_intra(&mut write::<u8, 4, 8>(q.offset(-2 * stride), stride), alpha, beta)
    }
}

/// The thresholds for an edge between macroblocks of the quantisers `qp_p` and `qp_q` (8.7.2.2), and `tC0` for the four
/// strengths of its quarters, 0 to 3; -1 where a strength is 0.
///
/// # Safety
/// `alpha` and `beta` are a number each, `parts` and `strengths` four.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_deblock_thresholds(
    qp_p: i32,
    qp_q: i32,
    filter_offset_a: i32,
    filter_offset_b: i32,
    strengths: *const u8,
    alpha: *mut i32,
    beta: *mut i32,
    parts: *mut i8,
) {
    let thresholds = Thresholds::new(qp_p, qp_q, filter_offset_a, filter_offset_b);
    // SAFETY: the caller vouches for all of them.
    unsafe {
        let strengths = *strengths.cast::<[u8; 4]>();
        *alpha = thresholds.alpha.into();
        *beta = thresholds.beta.into();
        parts.cast::<[i8; 4]>().write(tc0(thresholds.index_a, strengths.map(|strength| strength.min(3))));
    }
}

/// The slots of x264: edges of luminance with samples on both sides, 16 long; of interleaved chrominance, 8 of both
/// components.
macro_rules! slots {
    ($($name:ident, $intra:ident = $module:ident::$kernel:ident, $intra_kernel:ident
        in [$h:literal, $w:literal] after [$y:literal, $x:literal];)*) => {levels! {$(
        fn $name(level; q: *mut u8, stride: isize, alpha: i32, beta: i32, tc: *mut i8)
        where (
            window: *mut u8 = q.offset(-($y * stride + $x)),
            stride: isize = stride,
            alpha: i32 = alpha,
            beta: i32 = beta,
            tc: [i8; 4] = *array(tc),
        ) {
            let window = at_mut::<u8, $h, $w>(window, stride);
            $module::$kernel::staged(level, window, alpha, beta, line::<i8, 4>(tc.as_ptr()).shared());
        }

        fn $intra(level; q: *mut u8, stride: isize, alpha: i32, beta: i32)
        where (q: *mut u8 = q, stride: isize = stride, alpha: i32 = alpha, beta: i32 = beta) {
            let window = at_mut::<u8, $h, $w>(q.offset(-($y * stride + $x)), stride);
            $module::$intra_kernel::staged(level, window, alpha, beta);
        }
    )*}};
}

slots! {
    x264_luma_vertical, x264_luma_vertical_intra = windows::luma_vertical, luma_vertical_intra
        in [16, 8] after [0, 4];
    x264_luma_horizontal, x264_luma_horizontal_intra = windows::luma_horizontal, luma_horizontal_intra
        in [8, 16] after [4, 0];
    x264_chroma_vertical, x264_chroma_vertical_intra = interleaved::vertical, vertical_intra
        in [8, 8] after [0, 4];
    x264_chroma_horizontal, x264_chroma_horizontal_intra = interleaved::horizontal, horizontal_intra
        in [4, 16] after [2, 0];
}
