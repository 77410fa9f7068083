//! Macroblocks are entered into the tables, and the contexts of CAVLC are read from there (H.264 9.2.1).

use unite_h264::kernels::Motion;

use crate::entropy::macroblock::Contexts;
use crate::kernels::context::{fill, put};
use crate::location::{MACROBLOCK, Macroblock as Location};
use crate::macroblock::{Macroblock, Prediction};
use crate::tables::{SliceTables, contexts_2x2, contexts_4x4, store_all};

/// Tells the tables what later macroblocks and the deblocking filter ask, whatever the entropy coder is.
pub fn enter(tables: &mut SliceTables<'_>, location: Location, macroblock: &Macroblock, qp: i32) {
    let area = location.area();
    put::<_, MACROBLOCK>(&mut tables.qp, &area, if macroblock.is_pcm() { 0 } else { qp as u8 });
    put::<_, MACROBLOCK>(&mut tables.intra, &area, macroblock.is_intra().into());
    if macroblock.is_intra() {
        fill(&mut tables.motion, &area, Motion::INTRA);
    }
}

/// Tells the tables what the residual of a macroblock is, and asks them for its contexts.
pub fn contexts(tables: &mut SliceTables<'_>, location: Location, macroblock: &Macroblock) -> Contexts {
    let area = &location.area();
    put::<_, MACROBLOCK>(&mut tables.transform_8x8, area, macroblock.transform_8x8().into());
    let [cb, cr] = [&mut tables.total_coeff_cb, &mut tables.total_coeff_cr];
    if let Prediction::Skip = macroblock.prediction {
        [&mut tables.coded, &mut tables.total_coeff].into_iter().for_each(|table| fill(table, area, 0));
        [cb, cr].into_iter().for_each(|table| store_all([[0; 2]; 2], location.chroma, table));
        return Contexts::default();
    }
    store_all(macroblock.luma_flags(), location.luma, &mut tables.coded);
    Contexts {
        luma: contexts_4x4(macroblock.luma_counts(), location.luma, &mut tables.total_coeff),
        chroma: [
            contexts_2x2(macroblock.chroma_counts(0), location.chroma, cb),
            contexts_2x2(macroblock.chroma_counts(1), location.chroma, cr),
        ],
    }
}
