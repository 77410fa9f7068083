//! Residuals: coefficients lie in columns, which a permuted view says.

use unite_h264_c::levels::levels;
use unite_h264_c::memory::{
    array, array_mut, at_pitch, at_pitch_mut, blocks, blocks_mut, line_mut, span_mut, square, square_mut,
    tight_mut,
};
use unite_h264_c::tables::{FDEC_STRIDE, FENC_STRIDE, fill};
use unite_h264_c::{x264_add, x264_scan, x264_sub};

/// `sub4x4_dct`, `sub8x8_dct`, `sub16x16_dct`, `sub8x8_dct8` or `sub16x16_dct8`, `sub8x8_dct_dc` or `sub8x16_dct_dc`.
pub type Sub = unsafe extern "C" fn(c: *mut i32, samples: *mut u16, pred: *mut u16);

/// `add4x4_idct`, `add8x8_idct`, `add16x16_idct`, `add8x8_idct8` or `add16x16_idct8`, `add8x8_idct_dc` or `add16x16_idct_dc`.
pub type Add = unsafe extern "C" fn(u: *mut u16, d: *mut i32);

/// `dct4x4dc` or `idct4x4dc`.
pub type Dc = unsafe extern "C" fn(c: *mut i32);

/// `dct2x4dc`: the first coefficients of eight blocks, taken out of them and transformed.
pub type TallDc = unsafe extern "C" fn(dc: *mut i32, c: *mut i32);

/// `scan_4x4` or `scan_8x8`.
pub type Scan = unsafe extern "C" fn(list: *mut i32, c: *mut i32);

/// Kernels on coefficients as x264 has them.
mod layout {
    use unite::kernel;
    use unite_h264::kernels::{self, high};

    use crate::BIT_DEPTH;

    pub use unite_h264_c::kernels::columns::of_10_bits::*;

    /// A macroblock, by its quarters.
    #[kernel]
    pub fn add_dc_16x16(u: &mut Tensor<[[u16; 16]; 16]>, dc: &Tensor<[[i32; 4]; 4]>) {
        for v in 0..2 {
            for h in 0..2 {
                high::construct_dc_8x8(
                    dc[[2 * v..2 * v + 2, 2 * h..2 * h + 2]],
                    &mut u[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    BIT_DEPTH,
                );
            }
        }
    }

    /// The transform of DC coefficients of luminance, halved and rounded. What comes out of both of them is transposed, so that it is
    /// after both as it was.
    #[kernel]
    pub fn luma_dc(c: &mut Tensor<[[i32; 4]; 4]>) {
        let f = Block::<[[i32; 4]; 4]>::stack();
        f[[!i, !j]] = c[[!i, !j]];
        kernels::luma_dc(&mut f);
        c[[!i, !j]] = (f[[!j, !i]] + 1) >> 1;
    }

    #[kernel]
    pub fn inverse_luma_dc(c: &mut Tensor<[[i32; 4]; 4]>) {
        let f = Block::<[[i32; 4]; 4]>::stack();
        f[[!i, !j]] = c[[!i, !j]];
        kernels::luma_dc(&mut f);
        c[[!i, !j]] = f[[!j, !i]];
    }

    /// The first coefficients of eight blocks, in rows of two, are 0 afterwards.
    #[kernel]
    pub fn tall_dc(dc: &mut Tensor<[[i32; 2]; 4]>, c: &mut Tensor<[[i32; 16]; 8]>) {
        for i in 0..4 {
            for j in 0..2 {
                dc[[i, j]] = c[[2 * i + j, 0]];
                c[[2 * i + j, 0]] = 0;
            }
        }
        kernels::chroma_dc_422(&mut dc);
    }
}

x264_sub! {
    [u16, i32]
    sub_4x4: [4, 4] = sub_4x4(square_mut::<4>) at most v3;
    sub_8x8: [8, 8] = sub_8x8(blocks_mut::<4, 4>) at most v3;
    sub_16x16: [16, 16] = sub_16x16(blocks_mut::<4, 16>) at most v3;
    sub_8x8_by_8: [8, 8] = sub_8x8_by_8(square_mut::<8>) at most v3;
    sub_16x16_by_8: [16, 16] = sub_16x16_by_8(blocks_mut::<8, 4>) at most v3;
    sub_dc_8x8: [8, 8] = sub_dc_8x8(square_mut::<2>) at most v3;
}

x264_add! {
    [u16, i32]
    add_4x4: [4, 4] = add_4x4(square::<4>) at most v3;
    add_8x8: [8, 8] = add_8x8(blocks::<4, 4>) at most v3;
    add_16x16: [16, 16] = add_16x16(blocks::<4, 16>) at most v3;
    add_8x8_by_8: [8, 8] = add_8x8_by_8(square::<8>) at most v3;
    add_16x16_by_8: [16, 16] = add_16x16_by_8(blocks::<8, 4>) at most v3;
    add_dc_8x8: [8, 8] = add_dc_8x8(square::<2>);
    add_dc_16x16: [16, 16] = add_dc_16x16(square::<4>);
}

levels! {
    fn dc_4x4(level; c: *mut i32) where (c: *mut i32 = c) at most v3 {
        layout::luma_dc::staged(level, square_mut::<i32, 4>(c).exclusive());
    }

    fn inverse_dc_4x4(level; c: *mut i32) where (c: *mut i32 = c) at most v3 {
        layout::inverse_luma_dc::staged(level, square_mut::<i32, 4>(c).exclusive());
    }

    fn tall_dc(level; dc: *mut i32, c: *mut i32)
    where (dc: &mut [i32; 8] = array_mut(dc), c: &mut [i32; 128] = array_mut(c)) {
        let c = tight_mut::<i32, 8, 16>(c.as_mut_ptr()).exclusive();
        layout::tall_dc::staged(level, tight_mut::<i32, 4, 2>(dc.as_mut_ptr()).exclusive(), c);
    }

    fn sub_dc_8x16(level; c: *mut i32, samples: *mut u16, pred: *mut u16)
    where (c: &mut [i32; 8] = array_mut(c), samples: *const u16 = samples, pred: *const u16 = pred) at most v3 {
        let samples = at_pitch::<u16, 16, 8, FENC_STRIDE>(samples);
        let pred = at_pitch::<u16, 16, 8, FDEC_STRIDE>(pred);
        layout::sub_dc_8x16::staged(level, tight_mut::<i32, 4, 2>(c.as_mut_ptr()).exclusive(), samples, pred);
    }
}

x264_scan! {
    [i32]
    zigzag_4x4 = zigzag of 4, 16;
    field_4x4 = field of 4, 16;
    zigzag_8x8 = zigzag_8x8 of 8, 64;
    field_8x8 = field_8x8 of 8, 64;
}

/// Transforms of differences: of 4x4, 8x8 and 16x16 samples by 4x4, of 8x8 and 16x16 samples by 8x8.
///
/// # Safety
/// `table` has 5 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_sub(table: *mut Sub) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Sub, 5>(
            table,
            [
                sub_4x4::current(),
                sub_8x8::current(),
                sub_16x16::current(),
                sub_8x8_by_8::current(),
                sub_16x16_by_8::current(),
            ],
        );
    }
}

/// Transforms back, added to the prediction: of 4x4, 8x8 and 16x16 samples by 4x4, of 8x8 and 16x16 samples by 8x8.
///
/// # Safety
/// `table` has 5 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_add(table: *mut Add) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Add, 5>(
            table,
            [
                add_4x4::current(),
                add_8x8::current(),
                add_16x16::current(),
                add_8x8_by_8::current(),
                add_16x16_by_8::current(),
            ],
        );
    }
}

/// The transform of 4x4 DC coefficients of luminance, forth and back.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_dc(table: *mut Dc) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<Dc, 2>(table, [dc_4x4::current(), inverse_dc_4x4::current()]) }
}

/// The scans of 8x8 and 4x4 blocks, in zig-zag order or in field scan order.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_scan(table: *mut Scan, field: bool) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Scan, 2>(
            table,
            if field {
                [field_8x8::current(), field_4x4::current()]
            } else {
                [zigzag_8x8::current(), zigzag_4x4::current()]
            },
        )
    }
}

/// First coefficients alone: of the differences of chrominance at 4:2:0 and at 4:2:2, transformed.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_sub_dc(table: *mut Sub) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<Sub, 2>(table, [sub_dc_8x8::current(), sub_dc_8x16::current()]) }
}

/// First coefficients alone, transformed back and added to the prediction: of 8x8 and 16x16 samples by 4x4.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_add_dc(table: *mut Add) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<Add, 2>(table, [add_dc_8x8::current(), add_dc_16x16::current()]) }
}

/// DC coefficients of chrominance at 4:2:2, `dct2x4dc`.
///
/// # Safety
/// It is one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_tall_dc(slot: *mut TallDc) {
    // SAFETY: the caller vouches for it.
    unsafe { slot.write(tall_dc::current()) }
}
