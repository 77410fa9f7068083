//! Quantisation and scaling.

use unite::kernel;
use unite_h264::kernels::high;
use unite_h264_c::levels::levels;
use unite_h264_c::memory::{array, array_mut, blocks, tight, tight_mut};
use unite_h264_c::tables::fill;

/// `quant_4x4`, `quant_8x8` or `quant_4x4x4`.
pub type Quantize = unsafe extern "C" fn(c: *mut i32, mf: *mut u32, bias: *mut u32) -> i32;

/// `quant_4x4_dc` or `quant_2x2_dc`.
pub type QuantizeDc = unsafe extern "C" fn(c: *mut i32, mf: i32, bias: i32) -> i32;

/// `dequant_4x4`, `dequant_8x8` or `dequant_4x4_dc`.
pub type Scale = unsafe extern "C" fn(c: *mut i32, level_scale: *mut i32, qp: i32);

/// A quantiser that a slice of 10 bits may have. No other comes here.
#[inline(always)]
fn of_a_slice(qp: i32) -> i32 {
    (qp as u32).min(63) as i32
}

/// Kernels on coefficients as x264 has them, which is the same whether they lie in columns or in rows.
mod layout {
    use super::*;

    /// Levels in place: what is multiplied has 32 bits, as in x264, which coefficients of 10 bits do not exceed. Where a bias alone makes a
    /// level, that of 0 is negative there.
    #[kernel]
    pub fn quantize<const N: usize>(
        c: &mut Tensor<[[i32; N]; N]>,
        mf: &Tensor<[[i32; N]; N]>,
        bias: &Tensor<[[i32; N]; N]>,
    ) -> bool {
        let mut any = false;
        for [i, j] in c.indices() {
            let x = c[[i, j]];
            let product = x.wrapping_abs().wrapping_add(bias[[i, j]]).wrapping_mul(mf[[i, j]]);
            let level = ((product as u32) >> 16) as i32;
            c[[i, j]] = if x > 0 { level } else { -level };
            any |= level != 0;
        }
        any
    }

    /// The same with one multiplier and one bias.
    #[kernel]
    pub fn quantize_dc<const N: usize>(c: &mut Tensor<[[i32; N]; N]>, mf: i32, bias: i32) -> bool {
        let mut any = false;
        for [i, j] in c.indices() {
            let x = c[[i, j]];
            let product = x.wrapping_abs().wrapping_add(bias).wrapping_mul(mf);
            let level = ((product as u32) >> 16) as i32;
            c[[i, j]] = if x > 0 { level } else { -level };
            any |= level != 0;
        }
        any
    }

    #[kernel]
    pub fn scale(c: &mut Tensor<[[i32; 4]; 4]>, level_scale: &Tensor<[[[i32; 4]; 4]; 6]>, qp: i32) {
        high::scale(c, level_scale, qp, &mut c);
    }

    #[kernel]
    pub fn scale_8x8(c: &mut Tensor<[[i32; 8]; 8]>, level_scale: &Tensor<[[[i32; 8]; 8]; 6]>, qp: i32) {
        high::scale_8x8(c, level_scale, qp, &mut c);
    }

    /// DC coefficients of luminance, by the first level scale (8.5.10).
    #[kernel]
    pub fn scale_luma_dc(c: &mut Tensor<[[i32; 4]; 4]>, scale: i32, qp: i32) {
        let left = qp / 6 - 6;
        if left >= 0 {
            c[[!i, !j]] = c[[!i, !j]].wrapping_mul(scale << left);
        } else {
            c[[!i, !j]] = c[[!i, !j]].wrapping_mul(scale).wrapping_add(1 << (-1 - left)) >> -left;
        }
    }
}

levels! {
    fn quantize<const N: usize>(level; c: *mut i32, mf: *mut u32, bias: *mut u32) -> i32
    where (
        c: &mut [[i32; N]; N] = &mut *c.cast(),
        mf: &[[i32; N]; N] = &*mf.cast(),
        bias: &[[i32; N]; N] = &*bias.cast(),
    ) {
        let mf = tight::<i32, N, N>(mf.as_ptr().cast()).shared();
        let bias = tight::<i32, N, N>(bias.as_ptr().cast()).shared();
        layout::quantize::staged(level, tight_mut::<i32, N, N>(c.as_mut_ptr().cast()).exclusive(), mf, bias).into()
    }

    fn quantize_four(level; c: *mut i32, mf: *mut u32, bias: *mut u32) -> i32
    where (c: &mut [i32; 64] = array_mut(c), mf: &[i32; 16] = array(mf.cast()), bias: &[i32; 16] = array(bias.cast())) {
        let mut nonzero = 0;
        for block in 0..4 {
            let (mf, bias) = (tight::<i32, 4, 4>(mf.as_ptr()).shared(), tight::<i32, 4, 4>(bias.as_ptr()).shared());
            let c = tight_mut::<i32, 4, 4>(c.as_mut_ptr().add(16 * block)).exclusive();
            nonzero |= i32::from(layout::quantize::staged(level, c, mf, bias)) << block;
        }
        nonzero
    }

    fn quantize_dc<const N: usize>(level; c: *mut i32, mf: i32, bias: i32) -> i32
    where (c: *mut i32 = c, mf: i32 = mf, bias: i32 = bias) {
        layout::quantize_dc::staged(level, tight_mut::<i32, N, N>(c).exclusive(), mf, bias).into()
    }

    fn scale_4x4(level; c: *mut i32, level_scale: *mut i32, qp: i32)
    where (c: &mut [i32; 16] = array_mut(c), level_scale: &[i32; 96] = array(level_scale), qp: i32 = of_a_slice(qp)) {
        let level_scale = blocks::<i32, 6, 4>(level_scale.as_ptr()).shared();
        layout::scale::staged(level, tight_mut::<i32, 4, 4>(c.as_mut_ptr()).exclusive(), level_scale, qp);
    }

    fn scale_8x8(level; c: *mut i32, level_scale: *mut i32, qp: i32)
    where (c: &mut [i32; 64] = array_mut(c), level_scale: &[i32; 384] = array(level_scale), qp: i32 = of_a_slice(qp)) {
        let level_scale = blocks::<i32, 6, 8>(level_scale.as_ptr()).shared();
        layout::scale_8x8::staged(level, tight_mut::<i32, 8, 8>(c.as_mut_ptr()).exclusive(), level_scale, qp);
    }

    fn scale_dc_4x4(level; c: *mut i32, level_scale: *mut i32, qp: i32)
    where (c: &mut [i32; 16] = array_mut(c), level_scale: &[i32; 96] = array(level_scale), qp: i32 = of_a_slice(qp)) {
        let scale = level_scale[16 * (qp as usize % 6)];
        layout::scale_luma_dc::staged(level, tight_mut::<i32, 4, 4>(c.as_mut_ptr()).exclusive(), scale, qp);
    }
}

/// Quantisation of 8x8, of 4x4 and of four 4x4 blocks; then of the DC coefficients of luminance and chrominance.
///
/// # Safety
/// `table` has 3 slots, `dc_table` has 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_quantize(table: *mut Quantize, dc_table: *mut QuantizeDc) {
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
pub unsafe extern "C" fn unite_h264_x264_10_scale(table: *mut Scale) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Scale, 3>(table, [scale_8x8::current(), scale_4x4::current(), scale_dc_4x4::current()]);
    }
}
