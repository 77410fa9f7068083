//! Macroblocks are entered into the tables, and the contexts of CAVLC are read from there (H.264 9.2.1).

use unite_h264::kernels::Motion;

use crate::entropy::macroblock::Contexts;
use crate::kernels::context::{fill_all, put};
use crate::location::{MACROBLOCK, Macroblock as Location};
use crate::macroblock::{Macroblock, Prediction};
use crate::tables::{Places, SliceTables, contexts_of, store_all};

/// Tells the tables what later macroblocks and the deblocking filter ask, whatever the entropy coder is.
pub fn enter(tables: &mut SliceTables<'_>, location: Location, macroblock: &Macroblock, qp: i32) {
    let area = location.area();
    put::<_, MACROBLOCK>(&mut tables.qp, &area, if macroblock.is_pcm() { 0 } else { qp as u8 });
    put::<_, MACROBLOCK>(&mut tables.plain, &area, macroblock.is_plain().into());
    put::<_, MACROBLOCK>(&mut tables.transform_8x8, &area, macroblock.transform_8x8().into());
    tables.places.go_to(location);
    if macroblock.is_intra() {
        fill_all(&mut tables.motion, &tables.places.fours, Motion::INTRA);
    }
}

/// Tells the tables what the residual of a macroblock is, and asks them for its contexts.
pub fn contexts(tables: &mut SliceTables<'_>, macroblock: &Macroblock) -> Contexts {
    let SliceTables { coded, total_coeff, total_coeff_cb, total_coeff_cr, .. } = tables;
    let Places { fours, twos, .. } = &mut tables.places;
    let chroma = [total_coeff_cb, total_coeff_cr];
    if let Prediction::Skip = macroblock.prediction {
        [coded, total_coeff].into_iter().for_each(|table| fill_all(table, fours, 0));
        chroma.into_iter().for_each(|table| fill_all(table, twos, 0));
        return Contexts::default();
    }
    store_all(macroblock.luma_flags(), fours, coded);
    let luma = contexts_of(macroblock.luma_counts(), fours, total_coeff);
    let [cb, cr] = chroma;
    let chroma = [(0, cb), (1, cr)].map(|(at, table)| contexts_of(macroblock.chroma_counts(at), twos, table));
    Contexts { luma, chroma }
}
