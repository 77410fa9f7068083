//! Macroblocks are entered into the tables, and the contexts of CAVLC are read from there (H.264 9.2.1).

use unite_h264::kernels::Motion;

use crate::entropy::macroblock::Contexts;
use crate::kernels::context::fill;
use crate::location::Macroblock as Location;
use crate::macroblock::{Macroblock, Prediction};
use crate::tables::{SliceTables, contexts_2x2, contexts_4x4, store_4x4};

/// Tells the tables what later macroblocks and the deblocking filter ask, whatever the entropy coder is.
pub fn enter(tables: &mut SliceTables<'_>, location: Location, macroblock: &Macroblock, qp: i32) {
    let area = location.area();
    let pcm = matches!(macroblock.prediction, Prediction::Pcm);
    fill(&mut tables.qp, &area, if pcm { 0 } else { qp as u8 });
    fill(&mut tables.intra, &area, macroblock.is_intra().into());
    if macroblock.is_intra() {
        fill(&mut tables.motion, &area, Motion::INTRA);
    }
}

/// Tells the tables what the residual of a macroblock is, and asks them for its contexts.
pub fn contexts(tables: &mut SliceTables<'_>, location: Location, macroblock: &Macroblock) -> Contexts {
    let pcm = matches!(macroblock.prediction, Prediction::Pcm);
    let residual = &macroblock.residual;
    fill(&mut tables.transform_8x8, &location.area(), macroblock.transform_8x8().into());
    let coded = if pcm { [[1; 4]; 4] } else { residual.luma_flags() };
    store_4x4(coded, location.luma, &mut tables.coded);
    let luma = if pcm { [[16; 4]; 4] } else { residual.luma_counts() };
    let mut contexts =
        Contexts { luma: contexts_4x4(luma, location.luma, &mut tables.total_coeff), ..Contexts::default() };
    let chroma = [&mut tables.total_coeff_cb, &mut tables.total_coeff_cr];
    for (component, table) in chroma.into_iter().enumerate() {
        let counts = if pcm { [[16; 2]; 2] } else { residual.chroma_counts(component) };
        contexts.chroma[component] = contexts_2x2(counts, location.chroma, table);
    }
    contexts
}
