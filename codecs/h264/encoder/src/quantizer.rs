//! Tables of quantisation for every QP (H.264 8.5.8, 8.5.9).

use unite::Block;
use unite_h264::kernels::level_scale::{
    FLAT_4X4, FLAT_8X8, bias, level_scale_4x4, level_scale_8x8, multiplier_4x4, multiplier_8x8,
};
use unite_h264::kernels::{zigzag_scan, zigzag_scan_8x8};

use crate::location::Local;

/// What coefficients at a QP are multiplied by, and what is added before.
#[derive(Debug)]
pub struct Quantizer {
    /// The quantiser, `QP'Y` or `QP'C`.
    pub qp: i32,
    /// What a bit weighs against a sum of absolute transformed differences.
    pub lambda: i32,
    /// What a bit weighs against squared differences, times 256.
    pub lambda_of_squares: u64,
    /// The multipliers.
    pub mf: Local<[[u16; 4]; 4]>,
    /// What is added for Intra.
    pub intra_bias: Local<[[u16; 4]; 4]>,
    /// What is added for Inter.
    pub inter_bias: Local<[[u16; 4]; 4]>,
    /// Where absolute differences of a block of Inter prediction are no more than this in all, none of its levels is other than 0.
    pub no_levels: i32,
    /// The same of the DC coefficients of a component of chrominance, by all of its differences.
    pub no_chroma_dc: i32,
    /// The multipliers in the order of the scan.
    pub scanned_mf: [u16; 16],
    /// The same of 8x8 blocks.
    pub scanned_mf_8x8: [u16; 64],
    /// The multipliers of 8x8 blocks.
    pub mf_8x8: Local<[[u16; 8]; 8]>,
    /// What is added for Intra of theirs.
    pub intra_bias_8x8: Local<[[u16; 8]; 8]>,
    /// What is added for Inter of theirs.
    pub inter_bias_8x8: Local<[[u16; 8]; 8]>,
}

/// By how many 64ths of a level coefficients of Intra and of Inter are rounded up, the first and the last one of a block, where there are
/// P pictures and where not: levels of high frequencies take more bits, as zeros are before them.
const ROUNDED_UP: [[[u32; 2]; 2]; 2] = [[[24, 18], [22, 9]], [[26, 22], [22, 9]]];

/// Functions that bring what there is for each coefficient of a block into the order of the scan.
macro_rules! scanned {
    ($($name:ident: $n:literal, $count:literal, $scan:ident;)*) => {$(
        fn $name(table: [[u16; $n]; $n]) -> [u16; $count] {
            let mut list = Block::stack();
            $scan(&Block::from(table.map(|row| row.map(|element| element as i16))), &mut list);
            list.into_memory().map(|element: i16| element as u16)
        }
    )*};
}

scanned! {
    scanned_4x4: 4, 16, zigzag_scan;
    scanned_8x8: 8, 64, zigzag_scan_8x8;
}

/// All of them.
#[derive(Debug)]
pub struct Quantizers {
    each: Vec<Quantizer>,
    chroma_offset: i32,
    /// `LevelScale4x4`.
    pub level_scale: Local<[[[u16; 4]; 4]; 6]>,
    /// `LevelScale8x8`.
    pub level_scale_8x8: Local<[[[u16; 8]; 8]; 6]>,
}

impl Quantizers {
    /// The tables, with `chroma_qp_index_offset`; `alone` says that there are only I pictures.
    pub fn new(chroma_offset: i32, alone: bool) -> Self {
        let rounded_up = ROUNDED_UP[usize::from(alone)];
        let each = (0..52).map(|qp| {
            let (mf, mf_8x8) = (multiplier_4x4(FLAT_4X4, qp), multiplier_8x8(FLAT_8X8, qp));
            let qp = qp as i32;
            let [intra_bias, inter_bias] = rounded_up.map(|range| biases(mf, range));
            let [intra_bias_8x8, inter_bias_8x8] = rounded_up.map(|range| biases(mf_8x8, range));
            Quantizer {
                qp,
                lambda: lambda(qp),
                lambda_of_squares: lambda_of_squares(qp),
                scanned_mf: scanned_4x4(mf),
                scanned_mf_8x8: scanned_8x8(mf_8x8),
                no_levels: no_levels(&mf, &inter_bias),
                // The multiplier is half as large there, the bias twice (8.5.11.1).
                no_chroma_dc: greatest_without_level(mf[0][0] >> 1, 2 * inter_bias.as_slice()[0]),
                mf: Block::from(mf),
                intra_bias,
                inter_bias,
                mf_8x8: Block::from(mf_8x8),
                intra_bias_8x8,
                inter_bias_8x8,
            }
        });
        Quantizers {
            each: each.collect(),
            chroma_offset,
            level_scale: Block::from(level_scale_4x4(FLAT_4X4)),
            level_scale_8x8: Block::from(level_scale_8x8(FLAT_8X8)),
        }
    }

    /// For luminance at `QPY`.
    pub fn luma(&self, qp: i32) -> &Quantizer {
        &self.each[qp as usize]
    }

    /// For chrominance at `QPY`.
    pub fn chroma(&self, qp: i32) -> &Quantizer {
        &self.each[chroma_qp(qp, self.chroma_offset) as usize]
    }
}

/// What is added before coefficients are multiplied, to round the first one and the last one up by so much.
fn biases<const N: usize>(mf: [[u16; N]; N], [first, last]: [u32; 2]) -> Local<[[u16; N]; N]>
where
    Block<[[u16; N]; N], [[u16; N]; N]>: From<[[u16; N]; N]>,
{
    let rounded_up = |y: usize, x: usize| first - (first - last) * (y + x) as u32 / (2 * (N as u32 - 1));
    Block::from(std::array::from_fn(|y| std::array::from_fn(|x| bias(mf[y][x], rounded_up(y, x)))))
}

/// The greatest coefficient that becomes 0.
fn greatest_without_level(mf: u16, bias: u16) -> i32 {
    i32::from(u16::MAX) / i32::from(mf) - i32::from(bias)
}

/// How large the differences of a 4x4 block may be together if none of its coefficients becomes a level: each is at most so many times as
/// large as the greatest numbers in its row and column of the transform say (8.5.12).
fn no_levels(mf: &[[u16; 4]; 4], bias: &Local<[[u16; 4]; 4]>) -> i32 {
    const GREATEST: [i32; 4] = [1, 2, 1, 2];
    let rows = mf.iter().zip(bias.as_slice().as_chunks::<4>().0).zip(GREATEST);
    let each = rows.flat_map(|((mf, bias), down)| {
        let row = mf.iter().zip(bias).zip(GREATEST);
        row.map(move |((&mf, &bias), across)| greatest_without_level(mf, bias) / (down * across))
    });
    each.min().unwrap_or_default()
}

/// `QPC` by `QPY` and `chroma_qp_index_offset` (8.5.8, table 8-15).
pub fn chroma_qp(qp: i32, offset: i32) -> i32 {
    #[rustfmt::skip]
    const ABOVE_29: [i32; 22] =
        [29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39];
    let index = (qp + offset).clamp(0, 51);
    if index < 30 { index } else { ABOVE_29[index as usize - 30] }
}

/// What a bit weighs: grows with the step of the quantiser.
fn lambda(qp: i32) -> i32 {
    (2f64.powf(f64::from(qp - 12) / 6.0).round() as i32).max(1)
}

/// What a bit weighs against squared differences, times 256: as the square of what it weighs against absolute ones.
fn lambda_of_squares(qp: i32) -> u64 {
    (256.0 * 0.85 * 2f64.powf(f64::from(qp - 12) / 3.0)).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::residual::levels_16x16;

    /// Whether a difference of one sample, wherever it is, leaves levels of a block.
    fn any(quantizer: &Quantizer, difference: u8) -> bool {
        (0..16).any(|at| {
            let (samples, mut levels) = (Block::<[[u8; 16]; 16]>::stack(), Block::stack());
            let mut pred = samples.clone();
            pred.write([at / 4, at % 4], difference);
            levels_16x16(&pred, &samples, &mut levels, &quantizer.mf, &quantizer.inter_bias) != 0
        })
    }

    #[test]
    fn differences_without_levels_are_as_large_as_can_be() {
        let quantizers = Quantizers::new(0, false);
        let fit = |quantizer: &&Quantizer| quantizer.no_levels < 255;
        let found: Vec<[bool; 2]> = quantizers
            .each
            .iter()
            .filter(fit)
            .map(|quantizer| [0, 1].map(|more| any(quantizer, (quantizer.no_levels + more) as u8)))
            .collect();
        assert!(found.len() > 40);
        assert_eq!(found, vec![[false, true]; found.len()]);
    }
}
