//! Residuals in the layout of openh264: coefficients lie in rows, factors are two rows that repeat, and are scaled for the
//! quantiser.

use unite::kernel;
use unite_h264::kernels;

use crate::levels::levels;
use crate::memory::{
    array, array_mut, at, at_mut, blocks, blocks_mut, copy_rows, line, line_mut, tight, tight_mut,
};
use crate::tables::fill;

/// `pfDctT4` or `pfDctFourT4`: the transform of differences.
pub type Dct =
    unsafe extern "C" fn(c: *mut i16, samples: *mut u8, samples_stride: i32, pred: *mut u8, pred_stride: i32);

/// `pfIDctT4`, `pfIDctFourT4` or `pfIDctI16x16Dc`: transformed back and added to a prediction, which may be where the samples
/// go to.
pub type IDct = unsafe extern "C" fn(u: *mut u8, u_stride: i32, pred: *mut u8, pred_stride: i32, d: *mut i16);

/// `pfQuantization4x4` or `pfQuantizationFour4x4`.
pub type Quantization = unsafe extern "C" fn(c: *mut i16, bias: *const i16, mf: *const i16);

/// `pfQuantizationDc4x4`.
pub type QuantizationDc = unsafe extern "C" fn(c: *mut i16, bias: i16, mf: i16);

/// `pfQuantizationFour4x4Max`: the largest level of each block, too.
pub type QuantizationMax =
    unsafe extern "C" fn(c: *mut i16, bias: *const i16, mf: *const i16, largest: *mut i16);

/// `pfQuantizationHadamard2x2`: the first coefficients of four blocks, taken out of them, transformed and quantised; the
/// result is how many levels are not 0.
pub type QuantizationHadamard =
    unsafe extern "C" fn(c: *mut i16, bias: i16, mf: i16, levels: *mut i16, block: *mut i16) -> i32;

/// `pfQuantizationHadamard2x2Skip`: whether any of those levels would not be 0.
pub type QuantizationHadamardSkip = unsafe extern "C" fn(c: *mut i16, bias: i16, mf: i16) -> i32;

/// `pfTransformHadamard4x4Dc`: the transform of the first coefficients of 16 blocks.
pub type TransformHadamard = unsafe extern "C" fn(dc: *mut i16, c: *mut i16);

/// `pfDequantization4x4` or `pfDequantizationFour4x4`.
pub type Dequantization = unsafe extern "C" fn(c: *mut i16, factors: *const u16);

/// `pfDequantizationIHadamard4x4`: the transform of DC levels, scaled.
pub type DequantizationHadamard = unsafe extern "C" fn(c: *mut i16, factor: u16);

/// `pfScan4x4` or `pfScan4x4Ac`.
pub type Scan4x4 = unsafe extern "C" fn(list: *mut i16, c: *mut i16);

/// Kernels on blocks in rows.
mod layout {
    use super::*;

    /// A row of eight is two rows of a block.
    #[kernel]
    pub fn quantize(c: &mut Tensor<[[i16; 8]; 2]>, bias: &Tensor<[u16; 8]>, mf: &Tensor<[u16; 8]>) {
        let biases = Block::<[[u16; 8]; 2]>::stack();
        biases[[!i, !j]] = bias[[!j]];
        let factors = Block::<[[u16; 8]; 2]>::stack();
        factors[[!i, !j]] = mf[[!j]];
        let nonzero = kernels::quantize(&mut c, factors, biases);
        let _ = nonzero;
    }

    #[kernel]
    pub fn largest(c: &Tensor<[[i16; 8]; 2]>) -> i32 {
        let mut largest = 0;
        for [i, j] in c.indices() {
            largest = largest.max(c[[i, j]].abs());
        }
        largest
    }

    /// The first coefficients of four blocks.
    #[kernel]
    pub fn chroma_dc(c: &Tensor<[[i16; 16]; 4]>, dc: &mut Tensor<[[i16; 2]; 2]>) {
        let f = Block::<[[i32; 2]; 2]>::stack();
        f[[0, 0]] = c[[0, 0]];
        f[[0, 1]] = c[[1, 0]];
        f[[1, 0]] = c[[2, 0]];
        f[[1, 1]] = c[[3, 0]];
        kernels::chroma_dc(&mut f);
        dc[[!i, !j]] = f[[!i, !j]];
    }

    /// Four by four blocks, four quarters one after the other.
    #[kernel]
    pub fn luma_dc(dc: &mut Tensor<[[i16; 4]; 4]>, c: &Tensor<[[i16; 16]; 16]>) {
        for v in 0..2 {
            for h in 0..2 {
                for y in 0..2 {
                    for x in 0..2 {
                        dc[[2 * v + y, 2 * h + x]] = c[[8 * v + 4 * h + 2 * y + x, 0]];
                    }
                }
            }
        }
        kernels::forward_luma_dc(&mut dc);
    }

    #[kernel]
    pub fn scale(c: &mut Tensor<[[i16; 8]; 2]>, factors: &Tensor<[u16; 8]>) {
        c[[!i, !j]] = i32::from((c[[!i, !j]] * factors[[!j]]) as i16);
    }

    #[kernel]
    pub fn inverse_luma_dc(c: &mut Tensor<[[i16; 4]; 4]>, factor: i32) {
        let f = Block::<[[i32; 4]; 4]>::stack();
        f[[!i, !j]] = c[[!i, !j]];
        kernels::luma_dc(&mut f);
        c[[!i, !j]] = f[[!i, !j]] * factor;
    }

    /// All but the first coefficient, and 0 for it at the end.
    #[kernel]
    pub fn scan_ac(list: &mut Tensor<[i16; 16]>, c: &Tensor<[[i16; 4]; 4]>) {
        let all = Block::<[i16; 32]>::stack();
        for k in 0..32 {
            all[[k]] = 0;
        }
        kernels::zigzag_scan(c, &mut all[[0..16]]);
        for k in 0..16 {
            list[[k]] = all[[k + 1]];
        }
    }
}

levels! {
    fn forward(level; c: *mut i16, samples: *mut u8, samples_stride: i32, pred: *mut u8, pred_stride: i32)
    where (
        c: &mut [i16; 16] = array_mut(c),
        samples: *const u8 = samples,
        samples_stride: isize = samples_stride as isize,
        pred: *const u8 = pred,
        pred_stride: isize = pred_stride as isize,
    ) {
        let samples = at::<u8, 4, 4>(samples, samples_stride);
        let pred = at::<u8, 4, 4>(pred, pred_stride);
        kernels::forward::staged(level, samples, pred, tight_mut::<i16, 4, 4>(c.as_mut_ptr()).exclusive());
    }

    fn forward_four(level; c: *mut i16, samples: *mut u8, samples_stride: i32, pred: *mut u8, pred_stride: i32)
    where (
        c: &mut [i16; 64] = array_mut(c),
        samples: *const u8 = samples,
        samples_stride: isize = samples_stride as isize,
        pred: *const u8 = pred,
        pred_stride: isize = pred_stride as isize,
    ) at most v3 {
        let samples = at::<u8, 8, 8>(samples, samples_stride);
        let pred = at::<u8, 8, 8>(pred, pred_stride);
        kernels::forward_four::staged(level, samples, pred, blocks_mut::<i16, 4, 4>(c.as_mut_ptr()).exclusive());
    }

    fn construct(level; u: *mut u8, u_stride: i32, pred: *mut u8, pred_stride: i32, d: *mut i16)
    where (
        u: *mut u8 = u,
        u_stride: isize = u_stride as isize,
        pred: *const u8 = pred,
        pred_stride: isize = pred_stride as isize,
        d: &[i16; 16] = array(d),
    ) {
        copy_rows::<u8, 4, 4>(u, u_stride, pred, pred_stride);
        let u = at_mut::<u8, 4, 4>(u, u_stride);
        kernels::construct::staged(level, tight::<i16, 4, 4>(d.as_ptr()).shared(), u);
    }

    fn construct_four(level; u: *mut u8, u_stride: i32, pred: *mut u8, pred_stride: i32, d: *mut i16)
    where (
        u: *mut u8 = u,
        u_stride: isize = u_stride as isize,
        pred: *const u8 = pred,
        pred_stride: isize = pred_stride as isize,
        d: &[i16; 64] = array(d),
    ) at most v3 {
        copy_rows::<u8, 8, 8>(u, u_stride, pred, pred_stride);
        let u = at_mut::<u8, 8, 8>(u, u_stride);
        kernels::construct_four::staged(level, blocks::<i16, 4, 4>(d.as_ptr()).shared(), u);
    }

    fn construct_dc(level; u: *mut u8, u_stride: i32, pred: *mut u8, pred_stride: i32, d: *mut i16)
    where (
        u: *mut u8 = u,
        u_stride: isize = u_stride as isize,
        pred: *const u8 = pred,
        pred_stride: isize = pred_stride as isize,
        dc: &[i16; 16] = array(d),
    ) {
        copy_rows::<u8, 16, 16>(u, u_stride, pred, pred_stride);
        let u = at_mut::<u8, 16, 16>(u, u_stride);
        kernels::construct_dc_16x16::staged(level, tight::<i16, 4, 4>(dc.as_ptr()).shared(), u);
    }

    fn quantize<const BLOCKS: usize>(level; c: *mut i16, bias: *const i16, mf: *const i16)
    where (
        c: &mut [[i16; 16]; BLOCKS] = array_mut(c.cast()),
        bias: &[u16; 8] = array(bias.cast()),
        mf: &[u16; 8] = array(mf.cast()),
    ) {
        for c in c {
            let (bias, mf) = (line::<u16, 8>(bias.as_ptr()), line::<u16, 8>(mf.as_ptr()));
            let c = tight_mut::<i16, 2, 8>(c.as_mut_ptr()).exclusive();
            layout::quantize::staged(level, c, bias.shared(), mf.shared());
        }
    }

    fn quantize_max(level; c: *mut i16, bias: *const i16, mf: *const i16, largest: *mut i16)
    where (
        c: &mut [[i16; 16]; 4] = array_mut(c.cast()),
        bias: &[u16; 8] = array(bias.cast()),
        mf: &[u16; 8] = array(mf.cast()),
        largest: &mut [i16; 4] = array_mut(largest),
    ) {
        for (c, largest) in c.iter_mut().zip(largest) {
            let (bias, mf) = (line::<u16, 8>(bias.as_ptr()), line::<u16, 8>(mf.as_ptr()));
            let levels = tight_mut::<i16, 2, 8>(c.as_mut_ptr()).exclusive();
            layout::quantize::staged(level, levels, bias.shared(), mf.shared());
            *largest = layout::largest::staged(level, tight::<i16, 2, 8>(c.as_ptr()).shared()) as i16;
        }
    }

    fn quantize_dc(level; c: *mut i16, bias: i16, mf: i16)
    where (c: *mut i16 = c, bias: i16 = bias, mf: i16 = mf) {
        kernels::quantize_dc::staged(level, tight_mut::<i16, 4, 4>(c).exclusive(), mf as u16, bias as u16);
    }

    fn quantize_chroma_dc(level; c: *mut i16, bias: i16, mf: i16, levels: *mut i16, block: *mut i16) -> i32
    where (
        c: &mut [i16; 64] = array_mut(c),
        bias: i16 = bias,
        mf: i16 = mf,
        levels: &mut [i16; 4] = array_mut(levels),
        block: &mut [i16; 4] = array_mut(block),
    ) {
        let dc = tight::<i16, 4, 16>(c.as_ptr()).shared();
        layout::chroma_dc::staged(level, dc, tight_mut::<i16, 2, 2>(levels.as_mut_ptr()).exclusive());
        for first in c.iter_mut().step_by(16) {
            *first = 0;
        }
        let quantized = tight_mut::<i16, 2, 2>(levels.as_mut_ptr()).exclusive();
        kernels::quantize_dc::staged(level, quantized, mf as u16, bias as u16);
        *block = *levels;
        levels.iter().filter(|&&level| level != 0).count() as i32
    }

    fn chroma_dc_remains(level; c: *mut i16, bias: i16, mf: i16) -> i32
    where (c: &[i16; 64] = array(c), bias: i16 = bias, mf: i16 = mf) {
        let mut levels = [0; 4];
        let dc = tight::<i16, 4, 16>(c.as_ptr()).shared();
        layout::chroma_dc::staged(level, dc, tight_mut::<i16, 2, 2>(levels.as_mut_ptr()).exclusive());
        let quantized = tight_mut::<i16, 2, 2>(levels.as_mut_ptr()).exclusive();
        kernels::quantize_dc::staged(level, quantized, mf as u16, bias as u16).into()
    }

    fn luma_dc(level; dc: *mut i16, c: *mut i16)
    where (dc: &mut [i16; 16] = array_mut(dc), c: &[i16; 256] = array(c)) {
        let c = tight::<i16, 16, 16>(c.as_ptr()).shared();
        layout::luma_dc::staged(level, tight_mut::<i16, 4, 4>(dc.as_mut_ptr()).exclusive(), c);
    }

    fn scale<const BLOCKS: usize>(level; c: *mut i16, factors: *const u16)
    where (c: &mut [[i16; 16]; BLOCKS] = array_mut(c.cast()), factors: &[u16; 8] = array(factors)) {
        for c in c {
            let factors = line::<u16, 8>(factors.as_ptr()).shared();
            layout::scale::staged(level, tight_mut::<i16, 2, 8>(c.as_mut_ptr()).exclusive(), factors);
        }
    }

    fn inverse_luma_dc(level; c: *mut i16, factor: u16) where (c: *mut i16 = c, factor: u16 = factor) {
        layout::inverse_luma_dc::staged(level, tight_mut::<i16, 4, 4>(c).exclusive(), factor.into());
    }

    fn scan(level; list: *mut i16, c: *mut i16)
    where (list: &mut [i16; 16] = array_mut(list), c: &[i16; 16] = array(c)) {
        let c = tight::<i16, 4, 4>(c.as_ptr()).shared();
        kernels::zigzag_scan::staged(level, c, line_mut::<i16, 16>(list.as_mut_ptr()).exclusive());
    }

    fn scan_ac(level; list: *mut i16, c: *mut i16)
    where (list: &mut [i16; 16] = array_mut(list), c: &[i16; 16] = array(c)) {
        let c = tight::<i16, 4, 4>(c.as_ptr()).shared();
        layout::scan_ac::staged(level, line_mut::<i16, 16>(list.as_mut_ptr()).exclusive(), c);
    }
}

/// Transforms of differences, of one and of four 4x4 blocks; back, of one, of four, and of a macroblock that has first
/// coefficients only.
///
/// # Safety
/// `dct` has 2 slots, `idct` has 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_transforms(dct: *mut Dct, idct: *mut IDct) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Dct, 2>(dct, [forward::current(), forward_four::current()]);
        fill::<IDct, 3>(idct, [construct::current(), construct_four::current(), construct_dc::current()]);
    }
}

/// Quantisation of one and of four 4x4 blocks, of DC coefficients of luminance, and of four blocks with their largest
/// levels.
///
/// # Safety
/// `table` has 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_quantization(
    table: *mut Quantization,
    dc: *mut QuantizationDc,
    max: *mut QuantizationMax,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Quantization, 2>(table, [quantize::current::<1>(), quantize::current::<4>()]);
        dc.write(quantize_dc::current());
        max.write(quantize_max::current());
    }
}

/// The DC coefficients: of chrominance transformed and quantised, and whether there are any; of luminance transformed, and
/// transformed back and scaled.
///
/// # Safety
/// All are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_dc(
    chroma: *mut QuantizationHadamard,
    chroma_skip: *mut QuantizationHadamardSkip,
    luma: *mut TransformHadamard,
    inverse_luma: *mut DequantizationHadamard,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        chroma.write(quantize_chroma_dc::current());
        chroma_skip.write(chroma_dc_remains::current());
        luma.write(luma_dc::current());
        inverse_luma.write(inverse_luma_dc::current());
    }
}

/// Scaling of one and of four 4x4 blocks; the scans of a block, with and without its first coefficient.
///
/// # Safety
/// Both tables have 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_scale_and_scan(
    scale_table: *mut Dequantization,
    scan_table: *mut Scan4x4,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Dequantization, 2>(scale_table, [scale::current::<1>(), scale::current::<4>()]);
        fill::<Scan4x4, 2>(scan_table, [scan::current(), scan_ac::current()]);
    }
}
