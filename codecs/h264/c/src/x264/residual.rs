//! Residuals in the layout of x264: coefficients lie in columns, which a permuted view says.

use unite_h264::kernels;

use super::chroma_levels::signs;
use crate::levels::levels;
use crate::memory::{
    array, array_mut, at_pitch, at_pitch_mut, blocks, blocks_mut, line_mut, span_mut, square, square_mut,
    tight, tight_mut,
};
use crate::tables::{FDEC_STRIDE, FENC_STRIDE, fill};
use crate::{x264_add, x264_scan, x264_sub};

/// `sub4x4_dct`, `sub8x8_dct`, `sub16x16_dct`, `sub8x8_dct8` or `sub16x16_dct8`, `sub8x8_dct_dc` or `sub8x16_dct_dc`.
pub type Sub = unsafe extern "C" fn(c: *mut i16, samples: *mut u8, pred: *mut u8);

/// `add4x4_idct`, `add8x8_idct`, `add16x16_idct`, `add8x8_idct8` or `add16x16_idct8`, `add8x8_idct_dc` or `add16x16_idct_dc`.
pub type Add = unsafe extern "C" fn(u: *mut u8, d: *mut i16);

/// `dct4x4dc` or `idct4x4dc`.
pub type Dc = unsafe extern "C" fn(c: *mut i16);

/// `dct2x4dc`: the first coefficients of eight blocks, taken out of them and transformed.
pub type TallDc = unsafe extern "C" fn(dc: *mut i16, c: *mut i16);

/// `quant_4x4` or `quant_8x8`.
pub type Quantize = unsafe extern "C" fn(c: *mut i16, mf: *mut u16, bias: *mut u16) -> i32;

/// `quant_4x4_dc` or `quant_2x2_dc`.
pub type QuantizeDc = unsafe extern "C" fn(c: *mut i16, mf: i32, bias: i32) -> i32;

/// `dequant_4x4`, `dequant_8x8` or `dequant_4x4_dc`.
pub type Scale = unsafe extern "C" fn(c: *mut i16, level_scale: *mut i32, qp: i32);

/// `scan_4x4` or `scan_8x8`.
pub type Scan = unsafe extern "C" fn(list: *mut i16, c: *mut i16);

/// A quantiser that a slice may have. No other comes here; said, it costs less than what asks whether there is a scale for it.
#[inline(always)]
fn of_a_slice(qp: i32) -> i32 {
    (qp as u32).min(51) as i32
}

/// qP % 6 and qP / 6, of the quantisers that a slice may have and some more. They are sooner looked up than divided.
static SIXTHS: [[u8; 2]; 64] = {
    let mut all = [[0; 2]; 64];
    let mut qp = 0;
    while qp < 64 {
        all[qp] = [(qp % 6) as u8, (qp / 6) as u8];
        qp += 1;
    }
    all
};

/// qP % 6, which is always one of six, and qP / 6. Of other quantisers they are those of one that is there.
#[inline(always)]
fn of_sixths(qp: i32) -> [usize; 2] {
    SIXTHS[(qp & 63) as usize].map(usize::from)
}

/// Kernels on coefficients as x264 has them.
mod layout {
    use unite::kernel;
    use unite_h264::kernels;

    pub use crate::kernels::columns::of_8_bits::*;

    #[kernel]
    pub fn add_dc_16x16(u: &mut Tensor<[[u8; 16]; 16]>, dc: &Tensor<[[i16; 4]; 4]>) {
        kernels::construct_dc_16x16(dc, &mut u);
    }

    /// What comes out of the transforms of DC coefficients is transposed, so that it is after both as it was. What is between
    /// the passes has 16 bits, and what comes out has.
    #[kernel]
    pub fn luma_dc(c: &mut Tensor<[[i16; 4]; 4]>) {
        let hadamard = |x: [i16; 4]| {
            let [x0, x1, x2, x3] = x;
            let (s01, s23) = (x0.wrapping_add(x1), x2.wrapping_add(x3));
            let (d01, d23) = (x0.wrapping_sub(x1), x2.wrapping_sub(x3));
            [s01.wrapping_add(s23), s01.wrapping_sub(s23), d01.wrapping_sub(d23), d01.wrapping_add(d23)]
        };
        let rows = Block::<[[i16; 4]; 4]>::stack();
        for i in 0..4 {
            let x = c[[i, ..]];
            let [f0, f1, f2, f3] = hadamard([x[[0]] as i16, x[[1]] as i16, x[[2]] as i16, x[[3]] as i16]);
            let row = rows[[i, ..]];
            row[[0]] = i32::from(f0);
            row[[1]] = i32::from(f1);
            row[[2]] = i32::from(f2);
            row[[3]] = i32::from(f3);
        }
        for j in 0..4 {
            let x = rows[[.., j]];
            let column = c[[j, ..]];
            let (s01, s23, d01, d23) = (x[[0]] + x[[1]], x[[2]] + x[[3]], x[[0]] - x[[1]], x[[2]] - x[[3]]);
            column[[0]] = i32::from(((s01 + s23 + 1) >> 1) as i16);
            column[[1]] = i32::from(((s01 - s23 + 1) >> 1) as i16);
            column[[2]] = i32::from(((d01 - d23 + 1) >> 1) as i16);
            column[[3]] = i32::from(((d01 + d23 + 1) >> 1) as i16);
        }
    }

    #[kernel]
    pub fn inverse_luma_dc(c: &mut Tensor<[[i16; 4]; 4]>) {
        let hadamard = |x: [i16; 4]| {
            let [x0, x1, x2, x3] = x;
            let (s01, s23) = (x0.wrapping_add(x1), x2.wrapping_add(x3));
            let (d01, d23) = (x0.wrapping_sub(x1), x2.wrapping_sub(x3));
            [s01.wrapping_add(s23), s01.wrapping_sub(s23), d01.wrapping_sub(d23), d01.wrapping_add(d23)]
        };
        let rows = Block::<[[i16; 4]; 4]>::stack();
        for i in 0..4 {
            let x = c[[i, ..]];
            let [f0, f1, f2, f3] = hadamard([x[[0]] as i16, x[[1]] as i16, x[[2]] as i16, x[[3]] as i16]);
            let row = rows[[i, ..]];
            row[[0]] = i32::from(f0);
            row[[1]] = i32::from(f1);
            row[[2]] = i32::from(f2);
            row[[3]] = i32::from(f3);
        }
        for j in 0..4 {
            let x = rows[[.., j]];
            let [f0, f1, f2, f3] = hadamard([x[[0]] as i16, x[[1]] as i16, x[[2]] as i16, x[[3]] as i16]);
            let column = c[[j, ..]];
            column[[0]] = i32::from(f0);
            column[[1]] = i32::from(f1);
            column[[2]] = i32::from(f2);
            column[[3]] = i32::from(f3);
        }
    }

    /// The first coefficients of eight blocks, in two columns, are 0 afterwards. `signs` say whether each is added to each result or
    /// taken away.
    #[kernel]
    pub fn tall_dc(
        dc: &mut Tensor<[i16; 8]>,
        c: &mut Tensor<[[i16; 16]; 8]>,
        #[range(-1..=1)] signs: &Tensor<[[i16; 8]; 8]>,
    ) {
        let [c0, c1, c2, c3, c4, c5, c6, c7] = c[[.., 0]];
        for k in 0..8 {
            let [s0, s1, s2, s3, s4, s5, s6, s7] = signs[[.., k]];
            let sum = s0 * c0 + s1 * c1 + s2 * c2 + s3 * c3 + s4 * c4 + s5 * c5 + s6 * c6 + s7 * c7;
            dc[[k]] = i32::from(sum as i16);
        }
        for block in 0..8 {
            c[[block, 0]] = 0;
        }
    }

    /// [`kernels::scale()`] and [`kernels::scale_8x8()`] in place, by numbers of 32 bits of which 16 count, and `left` bits further.
    #[kernel]
    #[instance(scale: N = 4)]
    #[instance(scale_8x8: N = 8)]
    pub fn scale_all<const N: usize>(
        c: &mut Tensor<[[i16; N]; N]>,
        #[range(0..=0x7FFF)] level_scale: &Tensor<[[i32; N]; N]>,
        left: i32,
    ) {
        if left >= 0 {
            c[[!i, !j]] = i32::from(((c[[!i, !j]] * level_scale[[!i, !j]]) << left) as i16);
        } else {
            c[[!i, !j]] =
                i32::from(((c[[!i, !j]] * level_scale[[!i, !j]] + (1 << (-1 - left))) >> -left) as i16);
        }
    }

    #[kernel]
    pub fn scale_luma_dc(c: &mut Tensor<[[i16; 4]; 4]>, level_scale: &Tensor<[[[i32; 4]; 4]; 6]>, qp: i32) {
        kernels::scale_luma_dc(c, level_scale, qp, &mut c);
    }
}

x264_sub! {
    [u8, i16]
    sub_4x4: [4, 4] = sub_4x4(square_mut::<4>);
    sub_8x8: [8, 8] = sub_8x8(blocks_mut::<4, 4>) at most v3;
    sub_16x16: [16, 16] = sub_16x16(blocks_mut::<4, 16>) at most v3;
    sub_8x8_by_8: [8, 8] = sub_8x8_by_8(square_mut::<8>);
    sub_16x16_by_8: [16, 16] = sub_16x16_by_8(blocks_mut::<8, 4>);
    sub_dc_8x8: [8, 8] = sub_dc_8x8(square_mut::<2>);
}

x264_add! {
    [u8, i16]
    add_4x4: [4, 4] = add_4x4(square::<4>);
    add_8x8: [8, 8] = add_8x8(blocks::<4, 4>) at most v3;
    add_16x16: [16, 16] = add_16x16(blocks::<4, 16>) at most v3;
    add_8x8_by_8: [8, 8] = add_8x8_by_8(square::<8>);
    add_16x16_by_8: [16, 16] = add_16x16_by_8(blocks::<8, 4>);
    add_dc_8x8: [8, 8] = add_dc_8x8(square::<2>);
    add_dc_16x16: [16, 16] = add_dc_16x16(square::<4>);
}

levels! {
    fn sub_dc_8x16(level; c: *mut i16, samples: *mut u8, pred: *mut u8)
    where (c: &mut [i16; 8] = array_mut(c), samples: *const u8 = samples, pred: *const u8 = pred) {
        let samples = at_pitch::<u8, 16, 8, FENC_STRIDE>(samples);
        let pred = at_pitch::<u8, 16, 8, FDEC_STRIDE>(pred);
        layout::sub_dc_8x16::staged(level, tight_mut::<i16, 4, 2>(c.as_mut_ptr()).exclusive(), samples, pred);
    }

    fn dc_4x4(level; c: *mut i16) where (c: *mut i16 = c) at most v3 {
        layout::luma_dc::staged(level, square_mut::<i16, 4>(c).exclusive());
    }

    fn inverse_dc_4x4(level; c: *mut i16) where (c: *mut i16 = c) at most v3 {
        layout::inverse_luma_dc::staged(level, square_mut::<i16, 4>(c).exclusive());
    }

    fn tall_dc(level; dc: *mut i16, c: *mut i16)
    where (dc: &mut [i16; 8] = array_mut(dc), c: &mut [i16; 128] = array_mut(c)) {
        let c = tight_mut::<i16, 8, 16>(c.as_mut_ptr()).exclusive();
        static SIGNS: [[i16; 8]; 8] = signs();
        let signs = tight::<i16, 8, 8>(SIGNS.as_ptr().cast()).shared();
        layout::tall_dc::staged(level, line_mut::<i16, 8>(dc.as_mut_ptr()).exclusive(), c, signs);
    }

    fn quantize<const N: usize>(level; c: *mut i16, mf: *mut u16, bias: *mut u16) -> i32
    where (
        c: &mut [[i16; N]; N] = &mut *c.cast(),
        mf: &[[u16; N]; N] = &*mf.cast(),
        bias: &[[u16; N]; N] = &*bias.cast(),
    ) {
        let mf = square::<u16, N>(mf.as_ptr().cast()).shared();
        let bias = square::<u16, N>(bias.as_ptr().cast()).shared();
        kernels::quantize::staged(level, square_mut::<i16, N>(c.as_mut_ptr().cast()).exclusive(), mf, bias).into()
    }

    fn quantize_four(level; c: *mut i16, mf: *mut u16, bias: *mut u16) -> i32
    where (c: &mut [i16; 64] = array_mut(c), mf: &[u16; 16] = array(mf), bias: &[u16; 16] = array(bias))
    at most v3 {
        let mut nonzero = 0;
        for block in 0..4 {
            let (mf, bias) = (square::<u16, 4>(mf.as_ptr()).shared(), square::<u16, 4>(bias.as_ptr()).shared());
            let c = square_mut::<i16, 4>(c.as_mut_ptr().add(16 * block)).exclusive();
            nonzero |= i32::from(kernels::quantize::staged(level, c, mf, bias)) << block;
        }
        nonzero
    }

    fn quantize_dc<const N: usize>(level; c: *mut i16, mf: i32, bias: i32) -> i32
    where (c: *mut i16 = c, mf: i32 = mf, bias: i32 = bias) {
        kernels::quantize_dc::staged(level, square_mut::<i16, N>(c).exclusive(), mf as u16, bias as u16).into()
    }

    fn scale_4x4(level; c: *mut i16, level_scale: *mut i32, qp: i32)
    where (c: &mut [i16; 16] = array_mut(c), level_scale: &[[i32; 16]; 6] = array(level_scale.cast()), qp: i32 = qp) {
        let [m, sixth] = of_sixths(qp);
        let level_scale = square::<i32, 4>(level_scale.as_ptr().add(m).cast()).shared();
        layout::scale::staged(level, square_mut::<i16, 4>(c.as_mut_ptr()).exclusive(), level_scale, sixth as i32 - 4);
    }

    fn scale_8x8(level; c: *mut i16, level_scale: *mut i32, qp: i32)
    where (c: &mut [i16; 64] = array_mut(c), level_scale: &[[i32; 64]; 6] = array(level_scale.cast()), qp: i32 = qp) {
        let [m, sixth] = of_sixths(qp);
        let level_scale = square::<i32, 8>(level_scale.as_ptr().add(m).cast()).shared();
        layout::scale_8x8::staged(level, square_mut::<i16, 8>(c.as_mut_ptr()).exclusive(), level_scale, sixth as i32 - 6);
    }

    fn scale_dc_4x4(level; c: *mut i16, level_scale: *mut i32, qp: i32)
    where (c: &mut [i16; 16] = array_mut(c), level_scale: &[i32; 96] = array(level_scale), qp: i32 = of_a_slice(qp)) {
        let level_scale = blocks::<i32, 6, 4>(level_scale.as_ptr()).shared();
        layout::scale_luma_dc::staged(level, square_mut::<i16, 4>(c.as_mut_ptr()).exclusive(), level_scale, qp);
    }
}

x264_scan! {
    [i16]
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
pub unsafe extern "C" fn unite_h264_x264_sub(table: *mut Sub) {
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
        )
    }
}

/// Transforms back, added to the prediction: of 4x4, 8x8 and 16x16 samples by 4x4, of 8x8 and 16x16 samples by 8x8.
///
/// # Safety
/// `table` has 5 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_add(table: *mut Add) {
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
        )
    }
}

/// First coefficients alone: of the differences of chrominance at 4:2:0 and at 4:2:2, transformed.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_sub_dc(table: *mut Sub) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<Sub, 2>(table, [sub_dc_8x8::current(), sub_dc_8x16::current()]) }
}

/// First coefficients alone, transformed back and added to the prediction: of 8x8 and 16x16 samples by 4x4.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_add_dc(table: *mut Add) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<Add, 2>(table, [add_dc_8x8::current(), add_dc_16x16::current()]) }
}

/// The transform of 4x4 DC coefficients of luminance, forth and back.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_dc(table: *mut Dc) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<Dc, 2>(table, [dc_4x4::current(), inverse_dc_4x4::current()]) }
}

/// Quantisation of 8x8, of 4x4 and of four 4x4 blocks; then of the DC coefficients of luminance and chrominance.
///
/// # Safety
/// `table` has 3 slots, `dc_table` has 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_quantize(table: *mut Quantize, dc_table: *mut QuantizeDc) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Quantize, 3>(
            table,
            [quantize::current::<8>(), quantize::current::<4>(), quantize_four::current()],
        );
        fill::<QuantizeDc, 2>(dc_table, [quantize_dc::current::<4>(), quantize_dc::current::<2>()]);
    }
}

/// Scaling of 8x8 and 4x4 blocks, and of the DC coefficients of luminance.
///
/// # Safety
/// `table` has 3 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_scale(table: *mut Scale) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<Scale, 3>(table, [scale_8x8::current(), scale_4x4::current(), scale_dc_4x4::current()]) }
}

/// The scans of 8x8 and 4x4 blocks, in zig-zag order or in field scan order.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_scan(table: *mut Scan, field: bool) {
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

/// DC coefficients of chrominance at 4:2:2, `dct2x4dc`.
///
/// # Safety
/// It is one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_tall_dc(slot: *mut TallDc) {
    // SAFETY: the caller vouches for it.
    unsafe { slot.write(tall_dc::current()) }
}
