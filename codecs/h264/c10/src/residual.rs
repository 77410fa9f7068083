//! Residuals: coefficients lie in columns, which a permuted view says.

use unite::kernel;
use unite_h264::kernels::{self, high};
use unite_h264_c::levels::levels;
use unite_h264_c::memory::{
    array, array_mut, at_pitch, at_pitch_mut, blocks, blocks_mut, line_mut, span_mut, square, square_mut,
};
use unite_h264_c::tables::{FDEC_STRIDE, FENC_STRIDE, fill};

use crate::BIT_DEPTH;

/// `sub4x4_dct`, `sub8x8_dct`, `sub16x16_dct`, `sub8x8_dct8` or `sub16x16_dct8`, `sub8x8_dct_dc` or `sub8x16_dct_dc`.
pub type Sub = unsafe extern "C" fn(c: *mut i32, samples: *mut u16, pred: *mut u16);

/// `add4x4_idct`, `add8x8_idct`, `add16x16_idct`, `add8x8_idct8` or `add16x16_idct8`, `add8x8_idct_dc` or `add16x16_idct_dc`.
pub type Add = unsafe extern "C" fn(u: *mut u16, d: *mut i32);

/// `dct4x4dc` or `idct4x4dc`.
pub type Dc = unsafe extern "C" fn(c: *mut i32);

/// `scan_4x4` or `scan_8x8`.
pub type Scan = unsafe extern "C" fn(list: *mut i32, c: *mut i32);

/// Kernels on coefficients as x264 has them.
mod layout {
    use super::*;

    #[kernel]
    pub fn sub_4x4(
        c: &mut Tensor<[[i32; 4]; 4]>,
        samples: &Tensor<[[u16; 4]; 4]>,
        pred: &Tensor<[[u16; 4]; 4]>,
    ) {
        high::forward(samples, pred, &mut c.permute([1, 0]));
    }

    #[kernel]
    pub fn sub_8x8(
        c: &mut Tensor<[[[i32; 4]; 4]; 4]>,
        samples: &Tensor<[[u16; 8]; 8]>,
        pred: &Tensor<[[u16; 8]; 8]>,
    ) {
        high::forward_four(samples, pred, &mut c.permute([0, 2, 1]));
    }

    #[kernel]
    pub fn sub_16x16(
        c: &mut Tensor<[[[i32; 4]; 4]; 16]>,
        samples: &Tensor<[[u16; 16]; 16]>,
        pred: &Tensor<[[u16; 16]; 16]>,
    ) {
        for v in 0..2 {
            for h in 0..2 {
                let levels = c[[8 * v + 4 * h..8 * v + 4 * h + 4, .., ..]];
                high::forward_four(
                    samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    &mut levels.permute([0, 2, 1]),
                );
            }
        }
    }

    #[kernel]
    pub fn sub_8x8_by_8(
        c: &mut Tensor<[[i32; 8]; 8]>,
        samples: &Tensor<[[u16; 8]; 8]>,
        pred: &Tensor<[[u16; 8]; 8]>,
    ) {
        high::forward_8x8(samples, pred, &mut c.permute([1, 0]));
    }

    #[kernel]
    pub fn sub_16x16_by_8(
        c: &mut Tensor<[[[i32; 8]; 8]; 4]>,
        samples: &Tensor<[[u16; 16]; 16]>,
        pred: &Tensor<[[u16; 16]; 16]>,
    ) {
        for v in 0..2 {
            for h in 0..2 {
                let levels = c[[2 * v + h, .., ..]];
                high::forward_8x8(
                    samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    &mut levels.permute([1, 0]),
                );
            }
        }
    }

    #[kernel]
    pub fn add_4x4(u: &mut Tensor<[[u16; 4]; 4]>, d: &Tensor<[[i32; 4]; 4]>) {
        high::construct(d.permute([1, 0]), &mut u, BIT_DEPTH);
    }

    #[kernel]
    pub fn add_8x8(u: &mut Tensor<[[u16; 8]; 8]>, d: &Tensor<[[[i32; 4]; 4]; 4]>) {
        high::construct_four(d.permute([0, 2, 1]), &mut u, BIT_DEPTH);
    }

    #[kernel]
    pub fn add_16x16(u: &mut Tensor<[[u16; 16]; 16]>, d: &Tensor<[[[i32; 4]; 4]; 16]>) {
        for v in 0..2 {
            for h in 0..2 {
                let levels = d[[8 * v + 4 * h..8 * v + 4 * h + 4, .., ..]];
                high::construct_four(
                    levels.permute([0, 2, 1]),
                    &mut u[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    BIT_DEPTH,
                );
            }
        }
    }

    #[kernel]
    pub fn add_8x8_by_8(u: &mut Tensor<[[u16; 8]; 8]>, d: &Tensor<[[i32; 8]; 8]>) {
        high::construct_8x8(d.permute([1, 0]), &mut u, BIT_DEPTH);
    }

    #[kernel]
    pub fn add_16x16_by_8(u: &mut Tensor<[[u16; 16]; 16]>, d: &Tensor<[[[i32; 8]; 8]; 4]>) {
        for v in 0..2 {
            for h in 0..2 {
                let levels = d[[2 * v + h, .., ..]];
                high::construct_8x8(
                    levels.permute([1, 0]),
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

    #[kernel]
    pub fn zigzag(list: &mut Tensor<[i32; 16]>, c: &Tensor<[[i32; 4]; 4]>) {
        for (idx, [i, j]) in c.permute([1, 0]).zigzag().enumerate() {
            list[[idx]] = c[[j, i]];
        }
    }

    #[kernel]
    pub fn zigzag_8x8(list: &mut Tensor<[i32; 64]>, c: &Tensor<[[i32; 8]; 8]>) {
        for (idx, [i, j]) in c.permute([1, 0]).zigzag().enumerate() {
            list[[idx]] = c[[j, i]];
        }
    }
}

/// Transforms of `H` rows of `W` samples to encode and of a macroblock.
macro_rules! sub {
    ($($name:ident: [$h:literal, $w:literal] = $kernel:ident($blocks:ident::<$n:literal $(, $count:literal)?>);)*) => {levels! {$(
        fn $name(level; c: *mut i32, samples: *mut u16, pred: *mut u16)
        where (
            c: &mut [i32; $n * $n $(* $count)?] = array_mut(c),
            samples: *const u16 = samples,
            pred: *const u16 = pred,
        ) at most v3 {
            let samples = at_pitch::<u16, $h, $w, FENC_STRIDE>(samples);
            let pred = at_pitch::<u16, $h, $w, FDEC_STRIDE>(pred);
            layout::$kernel::staged(level, $blocks::<i32, $($count,)? $n>(c.as_mut_ptr()).exclusive(), samples, pred);
        }
    )*}};
}

macro_rules! add {
    ($($name:ident: [$h:literal, $w:literal] = $kernel:ident($blocks:ident::<$n:literal $(, $count:literal)?>);)*) => {levels! {$(
        fn $name(level; u: *mut u16, d: *mut i32)
        where (
            u: &mut [u16] = span_mut::<u16, $h, $w>(u, FDEC_STRIDE),
            d: &[i32; $n * $n $(* $count)?] = array(d),
        ) at most v3 {
            let d = $blocks::<i32, $($count,)? $n>(d.as_ptr()).shared();
            layout::$kernel::staged(level, at_pitch_mut::<u16, $h, $w, FDEC_STRIDE>(u.as_mut_ptr()), d);
        }
    )*}};
}

sub! {
    sub_4x4: [4, 4] = sub_4x4(square_mut::<4>);
    sub_8x8: [8, 8] = sub_8x8(blocks_mut::<4, 4>);
    sub_16x16: [16, 16] = sub_16x16(blocks_mut::<4, 16>);
    sub_8x8_by_8: [8, 8] = sub_8x8_by_8(square_mut::<8>);
    sub_16x16_by_8: [16, 16] = sub_16x16_by_8(blocks_mut::<8, 4>);
}

add! {
    add_4x4: [4, 4] = add_4x4(square::<4>);
    add_8x8: [8, 8] = add_8x8(blocks::<4, 4>);
    add_16x16: [16, 16] = add_16x16(blocks::<4, 16>);
    add_8x8_by_8: [8, 8] = add_8x8_by_8(square::<8>);
    add_16x16_by_8: [16, 16] = add_16x16_by_8(blocks::<8, 4>);
}

levels! {
    fn dc_4x4(level; c: *mut i32) where (c: *mut i32 = c) at most v3 {
        layout::luma_dc::staged(level, square_mut::<i32, 4>(c).exclusive());
    }

    fn inverse_dc_4x4(level; c: *mut i32) where (c: *mut i32 = c) at most v3 {
        layout::inverse_luma_dc::staged(level, square_mut::<i32, 4>(c).exclusive());
    }

    fn zigzag_4x4(level; list: *mut i32, c: *mut i32)
    where (list: &mut [i32; 16] = array_mut(list), c: &[i32; 16] = array(c)) {
        let c = square::<i32, 4>(c.as_ptr()).shared();
        layout::zigzag::staged(level, line_mut::<i32, 16>(list.as_mut_ptr()).exclusive(), c);
    }

    fn zigzag_8x8(level; list: *mut i32, c: *mut i32)
    where (list: &mut [i32; 64] = array_mut(list), c: &[i32; 64] = array(c)) {
        let c = square::<i32, 8>(c.as_ptr()).shared();
        layout::zigzag_8x8::staged(level, line_mut::<i32, 64>(list.as_mut_ptr()).exclusive(), c);
    }
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

/// The scans of 8x8 and 4x4 blocks in zig-zag order.
///
/// # Safety
/// `table` has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_scan(table: *mut Scan) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<Scan, 2>(table, [zigzag_8x8::current(), zigzag_4x4::current()]) }
}
