//! Macroblocks in the syntax of CAVLC (H.264 7.3.5, 7.3.5.3).

use unite_bitstream::syntax::{Bits, Writer};

use super::cabac_residual::Category;
use super::cavlc::{Context, LevelTooLarge, mask_of, residual_block};
use crate::location::BLOCKS_4X4;
use crate::macroblock::{Macroblock, OfBlocks, Prediction};
use crate::syntax::macroblock_layer::MacroblockLayer;

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
    let mut layer = MacroblockLayer::default();
    macroblock.layer(p_slice, &mut layer);
    let Ok(()) = layer.code(&mut Writer(bits), p_slice, references as i64, chroma, transform_8x8);
}

/// Writes `macroblock_layer` of all but I_PCM, whose samples are not among what it knows, by which levels are not 0, and by `nC` of blocks.
///
/// # Errors
/// If a level has no code.
pub fn write_macroblock(
    bits: &mut impl Bits,
    macroblock: &Macroblock,
    masks: &OfBlocks<u32>,
    contexts: &OfBlocks<u8>,
    format: Format,
) -> Result<(), LevelTooLarge> {
    write_layer(bits, macroblock, format);
    residual_blocks(macroblock, false, |category, component, [row, column], levels| {
        let luma = Context::Neighbours(contexts.luma[row][column]);
        // AC levels are after one that is 0.
        let (mask, context) = match category {
            Category::ChromaDc => (mask_of(levels), Context::ChromaDc),
            Category::ChromaAc => {
                let context = Context::Neighbours(contexts.chroma[component][row][column]);
                (masks.chroma[component][row][column] >> 1, context)
            }
            Category::Luma16Dc => (mask_of(levels), luma),
            Category::Luma16Ac => (masks.luma[row][column] >> 1, luma),
            Category::Luma4 | Category::Luma8 => (masks.luma[row][column], luma),
        };
        residual_block(bits, levels, mask, context)
    })
}

/// Goes through the blocks of levels of a macroblock in the order of the stream (7.3.5.3): what each is, of which component of
/// chrominance, in which row and column of blocks it lies, and its levels. `large` says that 8x8 blocks are not told as four.
#[inline(always)]
pub fn residual_blocks<E>(
    macroblock: &Macroblock,
    large: bool,
    mut block: impl FnMut(Category, usize, [usize; 2], &[i16]) -> Result<(), E>,
) -> Result<(), E> {
    let residual = &macroblock.residual;
    let pattern = macroblock.pattern();
    let intra_16x16 = matches!(macroblock.prediction, Prediction::Intra16x16(_));
    if intra_16x16 {
        block(Category::Luma16Dc, 0, [0, 0], residual.luma_dc.as_slice())?;
    }
    let (quarters, _) = BLOCKS_4X4.as_chunks::<4>();
    for (index, blocks) in quarters.iter().enumerate().filter(|(index, _)| pattern >> index & 1 == 1) {
        if large && !intra_16x16 {
            block(Category::Luma8, 0, blocks[0], residual.luma_levels_8x8(index))?;
            continue;
        }
        for &at in blocks {
            let levels = residual.luma_levels(at);
            // The first coefficient is among the DC coefficients there.
            match intra_16x16 {
                true => block(Category::Luma16Ac, 0, at, &levels[1..])?,
                false => block(Category::Luma4, 0, at, levels)?,
            }
        }
    }
    if pattern >> 4 > 0 {
        for (component, dc) in residual.chroma_dc.iter().enumerate() {
            block(Category::ChromaDc, component, [0, 0], dc.as_slice())?;
        }
    }
    if pattern >> 4 == 2 {
        for (component, at) in [0, 1].into_iter().flat_map(|component| (0..4).map(move |at| (component, at)))
        {
            let levels = &residual.chroma_levels(component, at)[1..];
            block(Category::ChromaAc, component, [at / 2, at % 2], levels)?;
        }
    }
    Ok(())
}
