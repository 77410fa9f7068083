//! The macroblocks of a slice by its entropy coder, one after the other, whether their bits are written or only counted (H.264 7.3.4).

use unite_bitstream::syntax::{Bits, put_unsigned};

use crate::contexts::contexts;
use crate::entropy::cabac::Cabac;
use crate::entropy::cavlc::LevelTooLarge;
use crate::entropy::macroblock::{Format, write_layer, write_macroblock};
use crate::increments::increments;
use crate::location::Macroblock as Location;
use crate::macroblock::{Macroblock, Prediction};
use crate::tables::Tables;

/// The entropy coder, and what it knows of the macroblocks before.
#[derive(Clone, Debug, Default)]
pub struct Coder {
    /// The arithmetic coder, if that codes the slice.
    pub cabac: Option<Box<Cabac>>,
    /// `QPY,PRED`: that of the last macroblock (7.4.5).
    pub predicted_qp: i32,
    /// Whether `mb_qp_delta` of the last macroblock was there and not 0.
    pub qp_changed: bool,
    /// How many macroblocks before this one are skipped, where that is written as a number.
    pub skipped: u32,
    /// Whether each macroblock is coded once, into tables that say of it before that it is skipped.
    pub once: bool,
}

impl Coder {
    /// The coder of a slice at `SliceQPY`.
    pub fn new(cabac: Option<Box<Cabac>>, qp: i32) -> Self {
        Coder { cabac, predicted_qp: qp, ..Coder::default() }
    }

    /// Tells a macroblock by how much its quantiser differs from the last one, if it says so.
    pub fn set_qp_delta(&self, macroblock: &mut Macroblock, qp: i32) {
        macroblock.qp_delta = if macroblock.has_qp_delta() { qp - self.predicted_qp } else { 0 };
    }

    /// Counts a skipped macroblock, if it is one, and if that is all that is said of it.
    pub fn skip(&mut self, macroblock: &Macroblock) -> bool {
        let counted = self.cabac.is_none() && matches!(macroblock.prediction, Prediction::Skip);
        self.skipped += u32::from(counted);
        counted
    }

    /// Enters a macroblock into the tables, and codes it, but for the samples of I_PCM.
    ///
    /// # Errors
    /// If a level has no code.
    pub fn code(
        &mut self,
        bits: &mut impl Bits,
        tables: &mut Tables,
        location: Location,
        macroblock: &Macroblock,
        format: Format,
    ) -> Result<(), LevelTooLarge> {
        if let Some(cabac) = &mut self.cabac {
            let increments = increments(tables, location, macroblock, self.qp_changed);
            cabac.macroblock(bits, macroblock, &increments, format);
            return Ok(());
        }
        let masks = macroblock.masks();
        let contexts = contexts(tables, macroblock, &masks, self.once);
        if self.skip(macroblock) {
            return Ok(());
        }
        if format.p_slice {
            put_unsigned(bits, std::mem::take(&mut self.skipped));
        }
        if macroblock.is_pcm() {
            write_layer(bits, macroblock, format);
            return Ok(());
        }
        write_macroblock(bits, macroblock, &masks, &contexts, format)
    }

    /// Ends a macroblock, and the slice if it is the last one: `end_of_slice_flag`, with `rbsp_stop_one_bit`.
    pub fn end(&mut self, bits: &mut impl Bits, macroblock: &Macroblock, is_last: bool) {
        self.predicted_qp += macroblock.qp_delta;
        self.qp_changed = macroblock.qp_delta != 0;
        if let Some(cabac) = &mut self.cabac {
            if macroblock.is_pcm() {
                cabac.restart();
            }
            cabac.terminate(bits, is_last);
        }
    }
}
