//! Quantisation, which is the encoder's own, and scaling (H.264 8.5.10 to 8.5.13), which undoes it.
//!
//! Levels are `((|c| + bias) * mf) >> 16`, with the sign of `c`: see [`level_scale`](super::level_scale) for the multiplier
//! `mf` and the bias. Where a bias alone makes a level, which no encoder lets it do, that of 0 is positive. The sum has 16 bits,
//! and what would be more is the largest there is. Levels and scaled coefficients have 16 bits with a sign, and are what is left of
//! them where that is not enough, which no coefficient of a residual makes. Scaling multiplies levels by the level scale of QP % 6
//! and shifts by QP / 6. Level scales are indexed `[m, i, j]`, as in the standard; a kernel takes them in whatever integers they
//! are kept.

use unite::{Elem, kernel};

use super::hadamard_1d;

/// Coefficients to levels, in place. Whether there are any but 0 is the result.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::level_scale::{FLAT_4X4, bias, multiplier_4x4};
/// use unite_h264::kernels::quantize;
///
/// let mf = multiplier_4x4(FLAT_4X4, 28);
/// let third = Block::from(mf.map(|row| row.map(|mf| bias(mf, 21))));
/// let mut c = Block::<[[i16; 4]; 4]>::stack();
/// c.write([0, 0], -640);
/// c.write([0, 1], 1);
/// assert!(quantize(&mut c, &Block::from(mf), &third));
/// assert_eq!(c.as_slice()[..2], [-10, 0]);
/// ```
#[kernel]
pub fn quantize<const H: usize, const W: usize>(
    c: &mut Tensor<[[i16; W]; H]>,
    mf: &Tensor<[[u16; W]; H]>,
    bias: &Tensor<[[u16; W]; H]>,
) -> bool {
    let mut any = false;
    for [i, j] in c.indices() {
        let x = c[[i, j]];
        let (sum, mf) = ((x.abs() + bias[[i, j]]).min(0xFFFF) as u16, mf[[i, j]] as u16);
        let level = ((u32::from(sum) * u32::from(mf)) >> 16) as u16;
        let signed = level as i16;
        c[[i, j]] = i32::from(if x < 0 { signed.wrapping_neg() } else { signed });
        any |= level != 0;
    }
    any
}

/// [`quantize()`] for DC coefficients, which all have one multiplier and one bias: of 4x4 of luminance, of 2x2 of
/// chrominance.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::quantize_dc;
///
/// let mut dc = Block::from([[-640i16, 40], [63, 64]]);
/// assert!(quantize_dc(&mut dc, 1024, 0));
/// assert_eq!(dc.as_slice(), [-10, 0, 0, 1]);
/// ```
#[kernel]
pub fn quantize_dc<const H: usize, const W: usize>(
    c: &mut Tensor<[[i16; W]; H]>,
    mf: u16,
    bias: u16,
) -> bool {
    let bias = i32::from(bias);
    let mut any = false;
    for [i, j] in c.indices() {
        let x = c[[i, j]];
        let sum = (x.abs() + bias).min(0xFFFF) as u16;
        let level = ((u32::from(sum) * u32::from(mf)) >> 16) as u16;
        let signed = level as i16;
        c[[i, j]] = i32::from(if x < 0 { signed.wrapping_neg() } else { signed });
        any |= level != 0;
    }
    any
}

/// Quantisation with an offset that is added after multiplying, as the reference encoder does it:
/// `(|c| * mf + offset) >> q_bits`, with the sign of `c`. There `mf` does not change with QP / 6, `q_bits` is 15 + QP / 6
/// (16 + QP / 6 for 8x8 blocks), and the offset is a third or a sixth of `1 << q_bits`.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::quantize_with_offset;
///
/// let mut c = Block::from([[-640i16, 40], [54, 52]]);
/// let q_bits = 15 + 28 / 6;
/// assert!(quantize_with_offset(&mut c, &Block::from([[8192u16; 2]; 2]), (1 << q_bits) / 6, q_bits));
/// assert_eq!(c.as_slice(), [-10, 0, 1, 0]);
/// ```
#[kernel]
pub fn quantize_with_offset<const H: usize, const W: usize>(
    c: &mut Tensor<[[i16; W]; H]>,
    mf: &Tensor<[[u16; W]; H]>,
    offset: i32,
    q_bits: i32,
) -> bool {
    let mut any = false;
    for [i, j] in c.indices() {
        let x = c[[i, j]];
        let level = (x.abs() * mf[[i, j]] + offset) >> q_bits;
        c[[i, j]] = if x < 0 { -level } else { level };
        any |= level != 0;
    }
    any
}

#[kernel]
#[instance(of_16_bits: Coefficient = i16)]
#[instance(of_32_bits: Coefficient = i32)]
/// Scaling of levels and coefficients of a type.
pub(super) mod scales {
    use unite::{Elem, kernel};

    /// Levels to scaled coefficients of a 4x4 block (8.5.12.1), all of them. `qp` is qP of the clause.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::level_scale::{FLAT_4X4, level_scale_4x4};
    /// use unite_h264::kernels::scale;
    ///
    /// let mut c = Block::<[[i16; 4]; 4]>::stack();
    /// c.write([0, 0], -10);
    /// let mut d = Block::<[[i16; 4]; 4]>::stack();
    /// scale(&c, &Block::from(level_scale_4x4(FLAT_4X4)), 28, &mut d);
    /// assert_eq!(d.read([0, 0]), -10 * 16 * 16);
    /// ```
    #[kernel]
    pub fn scale<Coefficient, T: Elem<Wide = i32>>(
        c: &Tensor<[[Coefficient; 4]; 4]>,
        level_scale: &Tensor<[[[T; 4]; 4]; 6]>,
        qp: i32,
        d: &mut Tensor<[[Coefficient; 4]; 4]>,
    ) {
        let level_scale = level_scale[[qp % 6, .., ..]];
        if qp >= 24 {
            d[[!i, !j]] = i32::from(((c[[!i, !j]] * level_scale[[!i, !j]]) << (qp / 6 - 4)) as Coefficient);
        } else {
            d[[!i, !j]] = i32::from(
                ((c[[!i, !j]] * level_scale[[!i, !j]] + (1 << (3 - qp / 6))) >> (4 - qp / 6)) as Coefficient,
            );
        }
    }

    /// Levels to scaled coefficients of an 8x8 block (8.5.13.1). `qp` is qP of the clause.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::level_scale::{FLAT_8X8, level_scale_8x8};
    /// use unite_h264::kernels::scale_8x8;
    ///
    /// let mut c = Block::<[[i16; 8]; 8]>::stack();
    /// c.write([0, 0], -10);
    /// let mut d = Block::<[[i16; 8]; 8]>::stack();
    /// scale_8x8(&c, &Block::from(level_scale_8x8(FLAT_8X8)), 36, &mut d);
    /// assert_eq!(d.read([0, 0]), -10 * 20 * 16);
    /// ```
    #[kernel]
    pub fn scale_8x8<Coefficient, T: Elem<Wide = i32>>(
        c: &Tensor<[[Coefficient; 8]; 8]>,
        level_scale: &Tensor<[[[T; 8]; 8]; 6]>,
        qp: i32,
        d: &mut Tensor<[[Coefficient; 8]; 8]>,
    ) {
        let level_scale = level_scale[[qp % 6, .., ..]];
        if qp >= 36 {
            d[[!i, !j]] = i32::from(((c[[!i, !j]] * level_scale[[!i, !j]]) << (qp / 6 - 6)) as Coefficient);
        } else {
            d[[!i, !j]] = i32::from(
                ((c[[!i, !j]] * level_scale[[!i, !j]] + (1 << (5 - qp / 6))) >> (6 - qp / 6)) as Coefficient,
            );
        }
    }
}

pub use of_16_bits::*;

/// Levels to scaled coefficients of a 4x4 block (8.5.12.1) whose DC coefficient has been through a transform of its own:
/// of Intra_16x16 luminance, and of chrominance. It stays as it is.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::level_scale::{FLAT_4X4, level_scale_4x4};
/// use unite_h264::kernels::scale_ac;
///
/// let c = Block::from([[7i16, -10, 0, 0], [0; 4], [0; 4], [0; 4]]);
/// let mut d = Block::<[[i16; 4]; 4]>::stack();
/// scale_ac(&c, &Block::from(level_scale_4x4(FLAT_4X4)), 24, &mut d);
/// assert_eq!(d.as_slice()[..2], [7, -10 * 13 * 16]);
/// ```
#[kernel]
pub fn scale_ac<T: Elem<Wide = i32>>(
    c: &Tensor<[[i16; 4]; 4]>,
    level_scale: &Tensor<[[[T; 4]; 4]; 6]>,
    qp: i32,
    d: &mut Tensor<[[i16; 4]; 4]>,
) {
    let dc = c[[0, 0]];
    scale(c, level_scale, qp, &mut d);
    d[[0, 0]] = dc;
}

/// The DC coefficients of luminance of an Intra_16x16 macroblock after they were transformed ([`luma_dc`]), scaled
/// (8.5.10).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::level_scale::{FLAT_4X4, level_scale_4x4};
/// use unite_h264::kernels::scale_luma_dc;
///
/// let mut dc = Block::<[[i16; 4]; 4]>::stack();
/// scale_luma_dc(&Block::from([[3; 4]; 4]), &Block::from(level_scale_4x4(FLAT_4X4)), 36, &mut dc);
/// assert_eq!(dc.as_slice(), [3 * 10 * 16; 16]);
/// ```
///
/// [`luma_dc`]: super::luma_dc()
#[kernel]
pub fn scale_luma_dc<F: Elem<Wide = i32>, T: Elem<Wide = i32>>(
    f: &Tensor<[[F; 4]; 4]>,
    level_scale: &Tensor<[[[T; 4]; 4]; 6]>,
    qp: i32,
    dc: &mut Tensor<[[i16; 4]; 4]>,
) {
    let scale = level_scale[[qp % 6, 0, 0]];
    if qp >= 36 {
        dc[[!i, !j]] = i32::from(((f[[!i, !j]] * scale) << (qp / 6 - 6)) as i16);
    } else {
        dc[[!i, !j]] = i32::from(((f[[!i, !j]] * scale + (1 << (5 - qp / 6))) >> (6 - qp / 6)) as i16);
    }
}

/// The DC coefficients of a component of chrominance at 4:2:0 after they were transformed ([`chroma_dc`]), scaled
/// (8.5.11.2).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::level_scale::{FLAT_4X4, level_scale_4x4};
/// use unite_h264::kernels::scale_chroma_dc;
///
/// let mut dc = Block::<[[i16; 2]; 2]>::stack();
/// scale_chroma_dc(&Block::from([[3; 2]; 2]), &Block::from(level_scale_4x4(FLAT_4X4)), 30, &mut dc);
/// assert_eq!(dc.as_slice(), [3 * 10 * 16; 4]);
/// ```
///
/// [`chroma_dc`]: super::chroma_dc()
#[kernel]
pub fn scale_chroma_dc<F: Elem<Wide = i32>, T: Elem<Wide = i32>>(
    f: &Tensor<[[F; 2]; 2]>,
    level_scale: &Tensor<[[[T; 4]; 4]; 6]>,
    qp: i32,
    dc: &mut Tensor<[[i16; 2]; 2]>,
) {
    let scale = level_scale[[qp % 6, 0, 0]];
    dc[[!i, !j]] = ((f[[!i, !j]] * scale) << (qp / 6)) >> 5;
}

/// The forward transform of the DC coefficients of luminance of an Intra_16x16 macroblock, halved and rounded, so that
/// they are quantised with half the multiplier of the first coefficient of a 4x4 block, and twice its bias. What has no place in
/// 16 bits is the largest there is, with its sign: residuals of 8 bits make nothing of the kind.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::forward_luma_dc;
///
/// let mut c = Block::from([[3i16; 4]; 4]);
/// forward_luma_dc(&mut c);
/// assert_eq!(c.as_slice()[..2], [24, 0]);
/// ```
#[kernel]
pub fn forward_luma_dc(c: &mut Tensor<[[i16; 4]; 4]>) {
    let f = Block::<[[i32; 4]; 4]>::stack();
    f[[!i, !j]] = c[[!i, !j]];
    hadamard_1d(&mut f);
    hadamard_1d(&mut f.permute([1, 0]));
    c[[!i, !j]] = ((f[[!i, !j]] + 1) >> 1).clamp(-0x8000, 0x7FFF);
}
