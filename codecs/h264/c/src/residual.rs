//! Transforms, quantisation, scaling and scans for C. Coefficients lie in rows, as in the standard, without gaps.

use unite_h264::kernels;
use unite_h264::kernels::level_scale;

use crate::memory::{blocks, line, line_mut, read, tight, tight_mut, write};

/// The forward transform of the difference between 4x4 samples and their prediction.
///
/// # Safety
/// `c` is 16 coefficients, `samples` and `pred` are 4 rows of 4 samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_forward_4x4(
    c: *mut i16,
    samples: *const u8,
    samples_stride: isize,
    pred: *const u8,
    pred_stride: isize,
) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        let (samples, pred) =
            (read::<u8, 4, 4>(samples, samples_stride), read::<u8, 4, 4>(pred, pred_stride));
        kernels::forward(&samples, &pred, &mut tight_mut::<i16, 4, 4>(c));
    }
}

/// The forward transform of the difference between 8x8 samples and their prediction.
///
/// # Safety
/// `c` is 64 coefficients, `samples` and `pred` are 8 rows of 8 samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_forward_8x8(
    c: *mut i16,
    samples: *const u8,
    samples_stride: isize,
    pred: *const u8,
    pred_stride: isize,
) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        let (samples, pred) =
            (read::<u8, 8, 8>(samples, samples_stride), read::<u8, 8, 8>(pred, pred_stride));
        kernels::forward_8x8(&samples, &pred, &mut tight_mut::<i16, 8, 8>(c));
    }
}

/// Scaled coefficients of a 4x4 block, added to the prediction `u`, which becomes the constructed samples (8.5.12.2).
///
/// # Safety
/// `d` is 16 coefficients, `u` is 4 rows of 4 samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_construct_4x4(u: *mut u8, stride: isize, d: *const i16) {
    // SAFETY: the caller vouches for both.
    unsafe { kernels::construct(&tight::<i16, 4, 4>(d), &mut write::<u8, 4, 4>(u, stride)) }
}

/// Scaled coefficients of an 8x8 block, added to the prediction `u`, which becomes the constructed samples (8.5.13.2).
///
/// # Safety
/// `d` is 64 coefficients, `u` is 8 rows of 8 samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_construct_8x8(u: *mut u8, stride: isize, d: *const i16) {
    // SAFETY: the caller vouches for both.
    unsafe { kernels::construct_8x8(&tight::<i16, 8, 8>(d), &mut write::<u8, 8, 8>(u, stride)) }
}

/// The transform of 4x4 DC coefficients of luminance (8.5.10), in place.
///
/// # Safety
/// `c` is 16 coefficients.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_luma_dc(c: *mut i32) {
    // SAFETY: the caller vouches for the coefficients.
    unsafe { kernels::luma_dc(&mut tight_mut::<i32, 4, 4>(c)) }
}

/// The forward transform of 4x4 DC coefficients of luminance, halved and rounded, in place.
///
/// # Safety
/// `c` is 16 coefficients.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_forward_luma_dc(c: *mut i16) {
    // SAFETY: the caller vouches for the coefficients.
    unsafe { kernels::forward_luma_dc(&mut tight_mut::<i16, 4, 4>(c)) }
}

/// The transform of 2x2 DC coefficients of chrominance (8.5.11.1), in place.
///
/// # Safety
/// `c` is 4 coefficients.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_chroma_dc(c: *mut i32) {
    // SAFETY: the caller vouches for the coefficients.
    unsafe { kernels::chroma_dc(&mut tight_mut::<i32, 2, 2>(c)) }
}

/// Coefficients to levels `((|c| + bias) * mf) >> 16`, with the sign of `c`, in place. The result is whether there are any
/// but 0.
///
/// # Safety
/// `c`, `mf` and `bias` are 16 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_quantize_4x4(c: *mut i16, mf: *const u16, bias: *const u16) -> bool {
    // SAFETY: the caller vouches for all three.
    unsafe {
        kernels::quantize(&mut tight_mut::<i16, 4, 4>(c), &tight::<u16, 4, 4>(mf), &tight::<u16, 4, 4>(bias))
    }
}

/// As `unite_h264_quantize_4x4`, for an 8x8 block.
///
/// # Safety
/// `c`, `mf` and `bias` are 64 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_quantize_8x8(c: *mut i16, mf: *const u16, bias: *const u16) -> bool {
    // SAFETY: the caller vouches for all three.
    unsafe {
        kernels::quantize(&mut tight_mut::<i16, 8, 8>(c), &tight::<u16, 8, 8>(mf), &tight::<u16, 8, 8>(bias))
    }
}

/// As `unite_h264_quantize_4x4`, for the 4x4 DC coefficients of luminance.
///
/// # Safety
/// `c` is 16 coefficients.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_quantize_luma_dc(c: *mut i16, mf: u16, bias: u16) -> bool {
    // SAFETY: the caller vouches for the coefficients.
    unsafe { kernels::quantize_dc(&mut tight_mut::<i16, 4, 4>(c), mf, bias) }
}

/// As `unite_h264_quantize_4x4`, for the 2x2 DC coefficients of chrominance.
///
/// # Safety
/// `c` is 4 coefficients.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_quantize_chroma_dc(c: *mut i16, mf: u16, bias: u16) -> bool {
    // SAFETY: the caller vouches for the coefficients.
    unsafe { kernels::quantize_dc(&mut tight_mut::<i16, 2, 2>(c), mf, bias) }
}

/// Levels `c` of a 4x4 block to scaled coefficients `d`, which are other memory (8.5.12.1). `level_scale` is six
/// `qp` is qP of the clause.
///
/// # Safety
/// `c` and `d` are 16 numbers, `level_scale` is 96.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_scale_4x4(d: *mut i16, c: *const i16, level_scale: *const u16, qp: i32) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        let (c, level_scale) = (tight::<i16, 4, 4>(c), blocks::<u16, 6, 4>(level_scale));
        kernels::scale(&c, &level_scale, qp, &mut tight_mut::<i16, 4, 4>(d));
    }
}

/// As `unite_h264_scale_4x4`, for a block whose DC coefficient is scaled already: it stays as it is.
///
/// # Safety
/// `c` and `d` are 16 numbers, `level_scale` is 96.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_scale_ac(d: *mut i16, c: *const i16, level_scale: *const u16, qp: i32) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        let (c, level_scale) = (tight::<i16, 4, 4>(c), blocks::<u16, 6, 4>(level_scale));
        kernels::scale_ac(&c, &level_scale, qp, &mut tight_mut::<i16, 4, 4>(d));
    }
}

/// Levels `c` of an 8x8 block to scaled coefficients `d`, which are other memory (8.5.13.1).
///
/// # Safety
/// `c` and `d` are 64 numbers, `level_scale` is 384.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_scale_8x8(d: *mut i16, c: *const i16, level_scale: *const u16, qp: i32) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        let (c, level_scale) = (tight::<i16, 8, 8>(c), blocks::<u16, 6, 8>(level_scale));
        kernels::scale_8x8(&c, &level_scale, qp, &mut tight_mut::<i16, 8, 8>(d));
    }
}

/// Transformed 4x4 DC coefficients of luminance, scaled (8.5.10).
///
/// # Safety
/// `f` and `dc` are 16 numbers, `level_scale` is 96.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_scale_luma_dc(
    dc: *mut i16,
    f: *const i32,
    level_scale: *const u16,
    qp: i32,
) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        let (f, level_scale) = (tight::<i32, 4, 4>(f), blocks::<u16, 6, 4>(level_scale));
        kernels::scale_luma_dc(&f, &level_scale, qp, &mut tight_mut::<i16, 4, 4>(dc));
    }
}

/// Transformed 2x2 DC coefficients of chrominance, scaled (8.5.11.2).
///
/// # Safety
/// `f` and `dc` are 4 numbers, `level_scale` is 96.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_scale_chroma_dc(
    dc: *mut i16,
    f: *const i32,
    level_scale: *const u16,
    qp: i32,
) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        let (f, level_scale) = (tight::<i32, 2, 2>(f), blocks::<u16, 6, 4>(level_scale));
        kernels::scale_chroma_dc(&f, &level_scale, qp, &mut tight_mut::<i16, 2, 2>(dc));
    }
}

/// A residual of 4x4 samples all the way: `u` is the prediction before and the constructed samples after, `c` becomes the
/// levels. The result is whether there are any but 0.
///
/// # Safety
/// `samples` and `u` are 4 rows of 4 samples, `c`, `mf` and `bias` 16 numbers, `level_scale` 96.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_code_4x4(
    u: *mut u8,
    u_stride: isize,
    samples: *const u8,
    samples_stride: isize,
    c: *mut i16,
    mf: *const u16,
    bias: *const u16,
    level_scale: *const u16,
    qp: i32,
) -> bool {
    // SAFETY: the caller vouches for all of them.
    unsafe {
        kernels::code_4x4(
            &read::<u8, 4, 4>(samples, samples_stride),
            &mut write::<u8, 4, 4>(u, u_stride),
            &mut tight_mut::<i16, 4, 4>(c),
            &tight::<u16, 4, 4>(mf),
            &tight::<u16, 4, 4>(bias),
            &blocks::<u16, 6, 4>(level_scale),
            qp,
        )
    }
}

/// The coefficients of a 4x4 block in zig-zag order, or in field scan order (8.5.6).
///
/// # Safety
/// `c` and `list` are 16 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_scan_4x4(list: *mut i16, c: *const i16, field: bool) {
    // SAFETY: the caller vouches for both.
    let (mut list, c) = unsafe { (line_mut::<i16, 16>(list), tight::<i16, 4, 4>(c)) };
    if field { kernels::field_scan(&c, &mut list) } else { kernels::zigzag_scan(&c, &mut list) }
}

/// The coefficients of an 8x8 block in zig-zag order, or in field scan order (8.5.7).
///
/// # Safety
/// `c` and `list` are 64 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_scan_8x8(list: *mut i16, c: *const i16, field: bool) {
    // SAFETY: the caller vouches for both.
    let (mut list, c) = unsafe { (line_mut::<i16, 64>(list), tight::<i16, 8, 8>(c)) };
    if field { kernels::field_scan_8x8(&c, &mut list) } else { kernels::zigzag_scan_8x8(&c, &mut list) }
}

/// A 4x4 block from its coefficients in zig-zag order, or in field scan order (8.5.6).
///
/// # Safety
/// `c` and `list` are 16 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_inverse_scan_4x4(c: *mut i16, list: *const i16, field: bool) {
    // SAFETY: the caller vouches for both.
    let (list, mut c) = unsafe { (line::<i16, 16>(list), tight_mut::<i16, 4, 4>(c)) };
    if field {
        kernels::inverse_field_scan(&list, &mut c)
    } else {
        kernels::inverse_zigzag_scan(&list, &mut c)
    }
}

/// An 8x8 block from its coefficients in zig-zag order, or in field scan order (8.5.7).
///
/// # Safety
/// `c` and `list` are 64 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_inverse_scan_8x8(c: *mut i16, list: *const i16, field: bool) {
    // SAFETY: the caller vouches for both.
    let (list, mut c) = unsafe { (line::<i16, 64>(list), tight_mut::<i16, 8, 8>(c)) };
    if field {
        kernels::inverse_field_scan_8x8(&list, &mut c);
    } else {
        kernels::inverse_zigzag_scan_8x8(&list, &mut c);
    }
}

/// The level scale of 4x4 blocks (8.5.9) for weights in rows; 16 are flat.
///
/// # Safety
/// `level_scale` is 96 numbers, `weights` is 16.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_level_scale_4x4(level_scale: *mut u16, weights: *const u8) {
    // SAFETY: the caller vouches for both.
    unsafe {
        let table = level_scale::level_scale_4x4(*weights.cast());
        level_scale.cast::<[[[u16; 4]; 4]; 6]>().write(table);
    }
}

/// The level scale of 8x8 blocks (8.5.9) for weights in rows; 16 are flat.
///
/// # Safety
/// `level_scale` is 384 numbers, `weights` is 64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_level_scale_8x8(level_scale: *mut u16, weights: *const u8) {
    // SAFETY: the caller vouches for both.
    unsafe {
        let table = level_scale::level_scale_8x8(*weights.cast());
        level_scale.cast::<[[[u16; 8]; 8]; 6]>().write(table);
    }
}

/// The multipliers with which 4x4 blocks are quantised at a QP, for weights in rows, none of them 0.
///
/// # Safety
/// `mf` and `weights` are 16 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_multiplier_4x4(mf: *mut u16, weights: *const u8, qp: u32) {
    // SAFETY: the caller vouches for both.
    unsafe { mf.cast::<[[u16; 4]; 4]>().write(level_scale::multiplier_4x4(*weights.cast(), qp)) }
}

/// The multipliers with which 8x8 blocks are quantised at a QP, for weights in rows, none of them 0.
///
/// # Safety
/// `mf` and `weights` are 64 numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_multiplier_8x8(mf: *mut u16, weights: *const u8, qp: u32) {
    // SAFETY: the caller vouches for both.
    unsafe { mf.cast::<[[u16; 8]; 8]>().write(level_scale::multiplier_8x8(*weights.cast(), qp)) }
}

/// The bias that adds `dead_zone` 64ths of a level, at most half of one: 21 is usual for intra, 11 for inter.
#[unsafe(no_mangle)]
pub extern "C" fn unite_h264_bias(mf: u16, dead_zone: u32) -> u16 {
    level_scale::bias(mf, dead_zone)
}
