//! Quantisation, and scaling (H.264 8.5.12 and 8.5.13), of coefficients of more than 16 bits.

use unite::{Elem, kernel};

/// Coefficients to levels, in place: `((|c| + bias) * mf) >> 16`, with the sign of `c`. Whether there are any but 0 is the
/// result. Multipliers are those of [`multiplier_4x4()`](super::super::level_scale::multiplier_4x4), for qP of the clauses,
/// which grows by 6 with each bit more.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::high::quantize;
///
/// let mut c = Block::from([[-64000, 40], [63, 64]]);
/// assert!(quantize(&mut c, &Block::from([[1024u32; 2]; 2]), &Block::from([[0u32; 2]; 2])));
/// assert_eq!(c.as_slice(), [-1000, 0, 0, 1]);
/// ```
#[kernel]
pub fn quantize<const H: usize, const W: usize>(
    c: &mut Tensor<[[i32; W]; H]>,
    mf: &Tensor<[[u32; W]; H]>,
    bias: &Tensor<[[u32; W]; H]>,
) -> bool {
    let mut any = false;
    for [i, j] in c.indices() {
        let x = c[[i, j]];
        let sum = i64::from(x).abs() + i64::from(bias[[i, j]]);
        let level = ((sum * i64::from(mf[[i, j]])) >> 16) as i32;
        c[[i, j]] = if x < 0 { -level } else { level };
        any = any || level != 0;
    }
    any
}

/// Levels to scaled coefficients of a 4x4 block (8.5.12.1), all of them. `qp` is qP of the clause.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::high::scale;
/// use unite_h264::kernels::level_scale::{FLAT_4X4, level_scale_4x4};
///
/// let mut d = Block::<[[i32; 4]; 4]>::stack();
/// scale(&Block::from([[-1000; 4]; 4]), &Block::from(level_scale_4x4(FLAT_4X4)), 28, &mut d);
/// assert_eq!(d.read([0, 0]), -1000 * 16 * 16);
/// ```
#[kernel]
pub fn scale<T: Elem<Wide = i32>>(
    c: &Tensor<[[i32; 4]; 4]>,
    level_scale: &Tensor<[[[T; 4]; 4]; 6]>,
    qp: i32,
    d: &mut Tensor<[[i32; 4]; 4]>,
) {
    let level_scale = level_scale[[qp % 6, .., ..]];
    if qp >= 24 {
        d[[!i, !j]] = (c[[!i, !j]] * level_scale[[!i, !j]]) << (qp / 6 - 4);
    } else {
        d[[!i, !j]] = (c[[!i, !j]] * level_scale[[!i, !j]] + (1 << (3 - qp / 6))) >> (4 - qp / 6);
    }
}

/// Levels to scaled coefficients of an 8x8 block (8.5.13.1). `qp` is qP of the clause.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::high::scale_8x8;
/// use unite_h264::kernels::level_scale::{FLAT_8X8, level_scale_8x8};
///
/// let mut d = Block::<[[i32; 8]; 8]>::stack();
/// scale_8x8(&Block::from([[-1000; 8]; 8]), &Block::from(level_scale_8x8(FLAT_8X8)), 36, &mut d);
/// assert_eq!(d.read([0, 0]), -1000 * 20 * 16);
/// ```
#[kernel]
pub fn scale_8x8<T: Elem<Wide = i32>>(
    c: &Tensor<[[i32; 8]; 8]>,
    level_scale: &Tensor<[[[T; 8]; 8]; 6]>,
    qp: i32,
    d: &mut Tensor<[[i32; 8]; 8]>,
) {
    let level_scale = level_scale[[qp % 6, .., ..]];
    if qp >= 36 {
        d[[!i, !j]] = (c[[!i, !j]] * level_scale[[!i, !j]]) << (qp / 6 - 6);
    } else {
        d[[!i, !j]] = (c[[!i, !j]] * level_scale[[!i, !j]] + (1 << (5 - qp / 6))) >> (6 - qp / 6);
    }
}
