//! Macroblocks in the syntax of CAVLC (H.264 7.3.5, 7.3.5.3).

use unite_bitstream::syntax::{Bits, Writer};

use super::cavlc::{Context, LevelTooLarge, residual_block};
use crate::location::BLOCKS_4X4;
use crate::macroblock::{Macroblock, Prediction};

/// `nC` of the blocks of a macroblock.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contexts {
    /// Of luminance, in rows of blocks.
    pub luma: [[u8; 4]; 4],
    /// Of Cb and Cr.
    pub chroma: [[[u8; 2]; 2]; 2],
}

/// What decides about the syntax of macroblocks in a slice.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Whether it is a P slice.
    pub p_slice: bool,
    /// How many pictures it refers to.
    pub references: usize,
    /// Whether there is chrominance.
    pub chroma: bool,
    /// `transform_8x8_mode_flag`.
    pub transform_8x8: bool,
}

/// Writes what is said of a macroblock before its residual.
pub fn write_layer(bits: &mut impl Bits, macroblock: &Macroblock, format: Format) {
    let Format { p_slice, references, chroma, transform_8x8 } = format;
    let mut layer = macroblock.layer(p_slice);
    let Ok(()) = layer.code(&mut Writer(bits), p_slice, references as i64, chroma, transform_8x8);
}

/// Writes `macroblock_layer` of all but I_PCM, whose samples are not among what it knows.
///
/// # Errors
/// If a level has no code.
pub fn write_macroblock(
    bits: &mut impl Bits,
    macroblock: &Macroblock,
    contexts: &Contexts,
    format: Format,
) -> Result<(), LevelTooLarge> {
    write_layer(bits, macroblock, format);
    let residual = &macroblock.residual;
    let pattern = macroblock.pattern();
    let intra_16x16 = matches!(macroblock.prediction, Prediction::Intra16x16(_));
    if intra_16x16 {
        residual_block(bits, residual.luma_dc.as_slice(), Context::Neighbours(contexts.luma[0][0]))?;
    }
    for (index, [row, column]) in BLOCKS_4X4.into_iter().enumerate() {
        if pattern >> (index / 4) & 1 == 1 {
            let context = Context::Neighbours(contexts.luma[row][column]);
            // The first coefficient is among the DC coefficients there.
            let levels = &residual.luma_levels([row, column])[usize::from(intra_16x16)..];
            residual_block(bits, levels, context)?;
        }
    }
    if pattern >> 4 > 0 {
        for dc in &residual.chroma_dc {
            residual_block(bits, dc.as_slice(), Context::ChromaDc)?;
        }
    }
    if pattern >> 4 == 2 {
        for component in 0..2 {
            for block in 0..4 {
                let context = Context::Neighbours(contexts.chroma[component][block / 2][block % 2]);
                residual_block(bits, &residual.chroma_levels(component, block)[1..], context)?;
            }
        }
    }
    Ok(())
}
