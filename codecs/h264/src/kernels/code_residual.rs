//! The way of a residual through an encoder, in one kernel that calls the plain ones: transformed, quantised, scaled,
//! transformed back and added to the prediction.

use unite::{Elem, kernel};

use super::{construct, construct_8x8, forward, forward_8x8, quantize, scale, scale_8x8};

/// A 4x4 block: `u` is the prediction before and the constructed samples after, as a decoder has them; `c` are the levels.
/// Whether there are any but 0 is the result. Where there are none, `u` is the prediction.
///
/// `mf` and `bias` are those of [`quantize()`], `level_scale` and `qp` those of [`scale()`].
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::code_4x4;
/// use unite_h264::kernels::level_scale::{FLAT_4X4, bias, level_scale_4x4, multiplier_4x4};
///
/// let mf = multiplier_4x4(FLAT_4X4, 28);
/// let third = Block::from(mf.map(|row| row.map(|mf| bias(mf, 21))));
/// let table = Block::from(level_scale_4x4(FLAT_4X4));
/// let samples = Block::from([[20u8, 30, 40, 50]; 4]);
/// let mut u = Block::from([[36u8; 4]; 4]);
/// let mut c = Block::<[[i16; 4]; 4]>::stack();
/// assert!(code_4x4(&samples, &mut u, &mut c, &Block::from(mf), &third, &table, 28));
/// assert_eq!(c.as_slice()[..4], [0, -3, 0, 0]);
/// assert_eq!(u.as_slice()[..4], [21, 29, 44, 51]);
/// ```
#[kernel]
pub fn code_4x4<T: Elem<Wide = i32>>(
    samples: &Tensor<[[u8; 4]; 4]>,
    u: &mut Tensor<[[u8; 4]; 4]>,
    c: &mut Tensor<[[i16; 4]; 4]>,
    mf: &Tensor<[[u16; 4]; 4]>,
    bias: &Tensor<[[u16; 4]; 4]>,
    level_scale: &Tensor<[[[T; 4]; 4]; 6]>,
    qp: i32,
) -> bool {
    forward(samples, u, &mut c);
    let nonzero = quantize(&mut c, mf, bias);
    if nonzero {
        let d = Block::<[[i16; 4]; 4]>::stack();
        scale(c, level_scale, qp, &mut d);
        construct(d, &mut u);
    }
    nonzero
}

/// The four 4x4 blocks of 8x8 samples at once, as [`code_4x4()`] does one: `c[[2 * y + x, ..]]` are the levels of the block
/// in row `y` and column `x`. The result has a bit for each of them, that of the first one is 1.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::code_four;
/// use unite_h264::kernels::level_scale::{FLAT_4X4, bias, level_scale_4x4, multiplier_4x4};
///
/// let mf = multiplier_4x4(FLAT_4X4, 28);
/// let third = Block::from(mf.map(|row| row.map(|mf| bias(mf, 21))));
/// let table = Block::from(level_scale_4x4(FLAT_4X4));
/// let samples = Block::from([[36u8, 36, 36, 36, 60, 60, 60, 60]; 8]);
/// let mut u = Block::from([[36u8; 8]; 8]);
/// let mut c = Block::<[[[i16; 4]; 4]; 4]>::stack();
/// assert_eq!(code_four(&samples, &mut u, &mut c, &Block::from(mf), &third, &table, 28), 0b1010);
/// assert_eq!(u.as_slice()[..8], [36, 36, 36, 36, 60, 60, 60, 60]);
/// ```
#[kernel]
pub fn code_four<T: Elem<Wide = i32>>(
    samples: &Tensor<[[u8; 8]; 8]>,
    u: &mut Tensor<[[u8; 8]; 8]>,
    c: &mut Tensor<[[[i16; 4]; 4]; 4]>,
    mf: &Tensor<[[u16; 4]; 4]>,
    bias: &Tensor<[[u16; 4]; 4]>,
    level_scale: &Tensor<[[[T; 4]; 4]; 6]>,
    qp: i32,
) -> u32 {
    let mut nonzero = 0;
    for v in 0..2 {
        for h in 0..2 {
            let levels = c[[2 * v + h, .., ..]];
            let any = code_4x4(
                samples[[4 * v..4 * v + 4, 4 * h..4 * h + 4]],
                &mut u[[4 * v..4 * v + 4, 4 * h..4 * h + 4]],
                &mut levels,
                mf,
                bias,
                level_scale,
                qp,
            );
            nonzero |= u32::from(any) << (2 * v + h);
        }
    }
    nonzero
}

/// An 8x8 block: all as in [`code_4x4()`].
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::code_8x8;
/// use unite_h264::kernels::level_scale::{FLAT_8X8, bias, level_scale_8x8, multiplier_8x8};
///
/// let mf = multiplier_8x8(FLAT_8X8, 28);
/// let third = Block::from(mf.map(|row| row.map(|mf| bias(mf, 21))));
/// let table = Block::from(level_scale_8x8(FLAT_8X8));
/// let mut u = Block::from([[36u8; 8]; 8]);
/// let mut c = Block::<[[i16; 8]; 8]>::stack();
/// assert!(code_8x8(&Block::from([[60u8; 8]; 8]), &mut u, &mut c, &Block::from(mf), &third, &table, 28));
/// assert_eq!(c.as_slice()[..2], [12, 0]);
/// assert_eq!(u.as_slice(), [60; 64]);
/// ```
#[kernel]
pub fn code_8x8<T: Elem<Wide = i32>>(
    samples: &Tensor<[[u8; 8]; 8]>,
    u: &mut Tensor<[[u8; 8]; 8]>,
    c: &mut Tensor<[[i16; 8]; 8]>,
    mf: &Tensor<[[u16; 8]; 8]>,
    bias: &Tensor<[[u16; 8]; 8]>,
    level_scale: &Tensor<[[[T; 8]; 8]; 6]>,
    qp: i32,
) -> bool {
    forward_8x8(samples, u, &mut c);
    let nonzero = quantize(&mut c, mf, bias);
    if nonzero {
        let d = Block::<[[i16; 8]; 8]>::stack();
        scale_8x8(c, level_scale, qp, &mut d);
        construct_8x8(d, &mut u);
    }
    nonzero
}
