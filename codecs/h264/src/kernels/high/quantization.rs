//! Quantisation, and scaling (H.264 8.5.12 and 8.5.13), of coefficients of more than 16 bits.

use unite::kernel;

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
