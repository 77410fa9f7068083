//! A slice: its macroblocks, which rows decided, written one after the other (H.264 7.3.3, 7.3.4).

use std::ops::{AddAssign, Range};

use unite_bitstream::syntax::{Writer, put_unsigned};
use unite_bitstream::{BitSegments, BitWriter, PausedWriter};

use crate::coder::Coder;
use crate::contexts::enter;
use crate::entropy::cabac::Cabac;
use crate::location::{first_address, macroblocks};
use crate::macroblock::{Macroblock, Prediction};
use crate::row::Chosen;
use crate::tables::Tables;
use crate::work::{Shared, Source, most_bits};

/// How many macroblocks of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Intra_4x4.
    pub intra_4x4: u64,
    /// Intra_8x8.
    pub intra_8x8: u64,
    /// Those with the 8x8 transform, whatever their prediction is.
    pub transform_8x8: u64,
    /// Intra_16x16.
    pub intra_16x16: u64,
    /// I_PCM.
    pub pcm: u64,
    /// Inter prediction of one, two, two and four partitions: 16x16, 16x8, 8x16, 8x8.
    pub inter: [u64; 4],
    /// Skipped.
    pub skip: u64,
}

impl Kinds {
    /// Counts a macroblock.
    pub(crate) fn count(&mut self, macroblock: &Macroblock) {
        self.transform_8x8 += u64::from(macroblock.transform_8x8());
        match &macroblock.prediction {
            Prediction::Intra4x4(_) => self.intra_4x4 += 1,
            Prediction::Intra8x8(_) => self.intra_8x8 += 1,
            Prediction::Intra16x16(_) => self.intra_16x16 += 1,
            Prediction::Pcm => self.pcm += 1,
            Prediction::Inter(inter) => self.inter[inter.mb_type as usize] += 1,
            Prediction::Skip => self.skip += 1,
        }
    }
}

impl AddAssign for Kinds {
    fn add_assign(&mut self, other: Kinds) {
        self.intra_4x4 += other.intra_4x4;
        self.intra_8x8 += other.intra_8x8;
        self.transform_8x8 += other.transform_8x8;
        self.intra_16x16 += other.intra_16x16;
        self.pcm += other.pcm;
        self.inter.iter_mut().zip(other.inter).for_each(|(count, other)| *count += other);
        self.skip += other.skip;
    }
}

/// A macroblock has more bits than one may have (A.3.1), or a level without a code.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge;

/// A slice while it is written.
#[derive(Debug)]
pub struct SliceWriter {
    segments: BitSegments,
    bits: PausedWriter,
    coder: Coder,
    /// The last row of macroblocks.
    pub last: usize,
}

impl SliceWriter {
    /// Begins a slice of rows of macroblocks (7.3.2.8).
    pub fn new(shared: &Shared<'_>, rows: &Range<usize>, mut segments: BitSegments) -> Self {
        let Shared { nal_ref_idc, nal_unit_type, sps, pps, columns, .. } = *shared;
        let count = rows.len() * columns;
        let mut bits = segments.writer((count + 1) * (most_bits(true) as usize / 8 + 64));
        let mut header = shared.header;
        header.first_mb_in_slice = first_address(rows.start, columns) as i64;
        let Ok(()) = header.code(&mut Writer(&mut bits), nal_ref_idc, nal_unit_type, sps, pps);
        let arithmetic = pps.entropy_coding_mode_flag == 1;
        if arithmetic {
            // cabac_alignment_one_bit.
            align(&mut bits, 1);
        }
        let cabac = arithmetic.then(|| Box::new(Cabac::new(shared.is_p(), shared.qp)));
        let coder = Coder { once: true, ..Coder::new(cabac, shared.qp) };
        SliceWriter { bits: bits.pause(), segments, coder, last: rows.end - 1 }
    }

    /// Writes the next row of macroblocks (7.3.4), which is row `at` of the tables.
    ///
    /// # Errors
    /// If a macroblock is too large.
    pub fn write_row(
        &mut self,
        shared: &Shared<'_>,
        tables: &mut Tables,
        [row, at]: [usize; 2],
        decided: &mut [Chosen],
    ) -> Result<(), TooLarge> {
        let (columns, format) = (shared.columns, shared.format());
        let mut bits = self.segments.resume(self.bits);
        tables.skip_row(at, shared.qp as u8);
        for (location, Chosen { macroblock, qp }) in macroblocks(row..row + 1, columns).zip(decided) {
            if self.coder.predicted_qp == shared.qp && self.coder.skip(macroblock) {
                continue;
            }
            self.coder.set_qp_delta(macroblock, *qp);
            enter(tables, location, macroblock, self.coder.predicted_qp + macroblock.qp_delta);
            let before = bits.len();
            let coded = self.coder.code(&mut bits, tables, location, macroblock, format);
            if macroblock.is_pcm() {
                let mut source = Source::default();
                shared.take(&mut source, location);
                put_samples(&mut bits, &source, format.chroma);
            } else if coded.is_err() || bits.len() - before > most_bits(format.chroma) {
                return Err(TooLarge);
            }
            let is_last = location.address == [self.last, columns - 1];
            self.coder.end(&mut bits, macroblock, is_last);
        }
        self.bits = bits.pause();
        Ok(())
    }

    /// Ends the slice (7.3.2.8), which is the one segment of its bits.
    pub fn finish(mut self) -> BitSegments {
        let mut bits = self.segments.resume(self.bits);
        if self.coder.skipped > 0 {
            // mb_skip_run of those at the end.
            put_unsigned(&mut bits, self.coder.skipped);
        }
        if self.coder.cabac.is_none() {
            // rbsp_slice_trailing_bits.
            bits.put(1, 1);
        }
        bits.finish();
        self.segments
    }
}

/// Bits of a value up to the next byte.
fn align(bits: &mut BitWriter<'_>, bit: u64) {
    (bits.len()..bits.len().next_multiple_of(8)).for_each(|_| bits.put(bit, 1));
}

/// `pcm_alignment_zero_bit`, `pcm_sample_luma` and `pcm_sample_chroma` (7.3.5).
fn put_samples(bits: &mut BitWriter<'_>, source: &Source, chroma: bool) {
    align(bits, 0);
    let chroma = source.chroma.iter().take(if chroma { 2 } else { 0 });
    let chroma = chroma.flat_map(|samples| samples.as_slice());
    source.luma.as_slice().iter().chain(chroma).for_each(|&sample| bits.put(sample.into(), 8));
}
