//! Macroblocks are entered into the tables, and the contexts of CAVLC are read from there (H.264 9.2.1).

use crate::kernels::context::{fill_all, put};
use crate::location::{MACROBLOCK, Macroblock as Location};
use crate::macroblock::{Macroblock, OfBlocks, Prediction};
use crate::tables::{Places, Tables, contexts_of, store_all};

/// Tells the tables what later macroblocks and the deblocking filter ask, whatever the entropy coder is.
pub fn enter(tables: &mut Tables, location: Location, macroblock: &Macroblock, qp: i32) {
    tables.places.go_to(location);
    let area = &tables.places.whole;
    put::<_, MACROBLOCK>(&mut tables.qp, area, if macroblock.is_pcm() { 0 } else { qp as u8 });
    put::<_, MACROBLOCK>(&mut tables.even, area, macroblock.evenness());
    put::<_, MACROBLOCK>(&mut tables.transform_8x8, area, macroblock.transform_8x8().into());
}

/// Tells the tables what the residual of a macroblock is, and asks them for its contexts; `once`: they say now that it has none.
pub fn contexts(
    tables: &mut Tables,
    macroblock: &Macroblock,
    masks: &OfBlocks<u32>,
    once: bool,
) -> OfBlocks<u8> {
    let Tables { coded, total_coeff, total_coeff_cb, total_coeff_cr, .. } = tables;
    let Places { fours, twos, .. } = &mut tables.places;
    let chroma = [total_coeff_cb, total_coeff_cr];
    if let Prediction::Skip = macroblock.prediction {
        if !once {
            [coded, total_coeff].into_iter().for_each(|table| fill_all(table, fours, 0));
            chroma.into_iter().for_each(|table| fill_all(table, twos, 0));
        }
        return OfBlocks::default();
    }
    store_all(macroblock.luma_flags(), fours, coded);
    let mut contexts = OfBlocks::default();
    // Of blocks that are not in the stream nobody asks for contexts.
    let pattern = if macroblock.is_pcm() { 0x2F } else { macroblock.pattern() };
    if pattern & 15 != 0 || matches!(macroblock.prediction, Prediction::Intra16x16(_)) {
        contexts.luma = contexts_of(macroblock.counts(&masks.luma), fours, total_coeff);
    } else if !once {
        fill_all(total_coeff, fours, 0);
    }
    for (component, table) in chroma.into_iter().enumerate() {
        if pattern >> 4 == 2 {
            let counts = macroblock.counts(&masks.chroma[component]);
            contexts.chroma[component] = contexts_of(counts, twos, table);
        } else if !once {
            fill_all(table, twos, 0);
        }
    }
    contexts
}
