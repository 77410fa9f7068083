//! Levels of DC coefficients of chrominance, back to coefficients, and as few of them as make the same samples, in the layout of x264.

use unite::kernel;
use unite_h264::kernels;

use super::fill;
use crate::levels::levels;
use crate::memory::{array, array_mut, tight, tight_mut};

/// `idct_dequant_2x4_dc`: levels at 4:2:2, the eight blocks whose first coefficients they are, scales, and the quantiser.
pub type TallDcBack = unsafe extern "C" fn(dc: *mut i16, c: *mut i16, level_scale: *mut i32, qp: i32);

/// `idct_dequant_2x4_dconly`: levels at 4:2:2, which are coefficients afterwards, scales, and the quantiser.
pub type TallDcOnly = unsafe extern "C" fn(dc: *mut i16, level_scale: *mut i32, qp: i32);

/// `optimize_chroma_2x2_dc` or `optimize_chroma_2x4_dc`: levels, which come nearer to 0 as far as samples stay as they are, and their
/// scale. The result is whether any is left.
pub type FewerLevels = unsafe extern "C" fn(levels: *mut i16, scale: i32) -> i32;

/// How much of a coefficient a sample does not see: what is less than half of 64.
const UNSEEN: u32 = 6;

#[kernel]
fn back_422(f: &mut Tensor<[[i16; 2]; 4]>, levels: &Tensor<[[i16; 2]; 4]>, scale: i32, rounding: i32) {
    let c = Block::<[[i32; 2]; 4]>::stack();
    c[[!i, !j]] = levels[[!i, !j]];
    kernels::chroma_dc_422(&mut c);
    f[[!i, !j]] = i32::from((c[[!i, !j]].wrapping_mul(scale).wrapping_add(rounding) >> 6) as i16);
}

#[kernel]
fn back_420(f: &mut Tensor<[[i16; 2]; 2]>, levels: &Tensor<[[i16; 2]; 2]>, scale: i32, rounding: i32) {
    let c = Block::<[[i32; 2]; 2]>::stack();
    c[[!i, !j]] = levels[[!i, !j]];
    kernels::chroma_dc(&mut c);
    f[[!i, !j]] = i32::from(((c[[!i, !j]].wrapping_mul(scale) >> 5) + rounding) as i16);
}

/// The scale of first coefficients.
fn scale_of(level_scale: &[i32; 96], qp: i32) -> i32 {
    let qp = qp.max(0) as u32;
    level_scale[16 * (qp as usize % 6)].wrapping_shl(qp / 6)
}

/// Takes as much from levels, from the last one on, as `samples` do not see. Whether any is left.
fn fewer<const N: usize>(levels: &mut [i16; N], samples: impl Fn(&[i16; N]) -> [i16; N]) -> bool {
    let wanted = samples(levels);
    if wanted.iter().all(|wanted| wanted >> UNSEEN == 0) {
        return false;
    }
    let mut left = false;
    for k in (0..N).rev() {
        while levels[k] != 0 {
            let level = levels[k];
            levels[k] = level - level.signum();
            if samples(levels).iter().zip(wanted).any(|(sample, wanted)| (sample ^ wanted) >> UNSEEN != 0) {
                levels[k] = level;
                left = true;
                break;
            }
        }
    }
    left
}

levels! {
    fn tall_dc_back(level; dc: *mut i16, c: *mut i16, level_scale: *mut i32, qp: i32)
    where (
        dc: &[i16; 8] = array(dc),
        c: &mut [i16; 128] = array_mut(c),
        level_scale: &[i32; 96] = array(level_scale),
        qp: i32 = qp,
    ) {
        let mut f = [0; 8];
        let scale = scale_of(level_scale, qp);
        let to = tight_mut::<i16, 4, 2>(f.as_mut_ptr()).exclusive();
        back_422::staged(level, to, tight::<i16, 4, 2>(dc.as_ptr()).shared(), scale, 32);
        for (block, f) in c.chunks_exact_mut(16).zip(f) {
            block[0] = f;
        }
    }

    fn tall_dc_only(level; dc: *mut i16, level_scale: *mut i32, qp: i32)
    where (dc: &mut [i16; 8] = array_mut(dc), level_scale: &[i32; 96] = array(level_scale), qp: i32 = qp) {
        let levels = *dc;
        let to = tight_mut::<i16, 4, 2>(dc.as_mut_ptr()).exclusive();
        back_422::staged(level, to, tight::<i16, 4, 2>(levels.as_ptr()).shared(), scale_of(level_scale, qp), 32);
    }

    fn fewer_420(level; levels: *mut i16, scale: i32) -> i32
    where (levels: &mut [i16; 4] = array_mut(levels), scale: i32 = scale) {
        fewer(levels, |levels| {
            let mut f = [0; 4];
            let to = tight_mut::<i16, 2, 2>(f.as_mut_ptr()).exclusive();
            back_420::staged(level, to, tight::<i16, 2, 2>(levels.as_ptr()).shared(), scale, 32);
            f
        })
        .into()
    }

    fn fewer_422(level; levels: *mut i16, scale: i32) -> i32
    where (levels: &mut [i16; 8] = array_mut(levels), scale: i32 = scale) {
        fewer(levels, |levels| {
            let mut f = [0; 8];
            let to = tight_mut::<i16, 4, 2>(f.as_mut_ptr()).exclusive();
            back_422::staged(level, to, tight::<i16, 4, 2>(levels.as_ptr()).shared(), scale, 32 + (32 << 6));
            f
        })
        .into()
    }
}

/// DC coefficients of chrominance: back at 4:2:2, `idct_dequant_2x4_dc` and `idct_dequant_2x4_dconly`; and fewer levels,
/// `optimize_chroma_2x2_dc` and `optimize_chroma_2x4_dc`.
///
/// # Safety
/// `fewer_table` has 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_chroma_levels(
    back: *mut TallDcBack,
    only: *mut TallDcOnly,
    fewer_table: *mut FewerLevels,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        back.write(tall_dc_back::current());
        only.write(tall_dc_only::current());
        fill::<FewerLevels, 2>(fewer_table, [fewer_420::current(), fewer_422::current()]);
    }
}
