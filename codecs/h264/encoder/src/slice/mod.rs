//! A slice: its macroblocks decided and written one after the other (H.264 7.3.3, 7.3.4).

mod choice;

use std::ops::{AddAssign, Range};

use unite_bitstream::syntax::{BitCount, Bits, Writer, put_unsigned};
use unite_bitstream::{BitSegments, BitWriter};
use unite_h264::kernels::Motion;

use crate::entropy::cabac::Cabac;
use crate::entropy::cabac_macroblock::Increments;
use crate::entropy::macroblock::{Contexts, Format, write_layer, write_macroblock};
use crate::increments::increments;
use crate::kernels::context::fill;
use crate::location::{Macroblock as Location, first_address, macroblocks};
use crate::macroblock::{Macroblock, Prediction};
use crate::picture::PlanePart;
use crate::tables::{SliceTables, contexts_2x2, contexts_4x4, store_4x4};
use crate::work::{Shared, Source, Work};

/// The most bits of a macroblock (A.3.1: 128 and those of its samples), by whether there is chrominance.
fn most_bits(chroma: bool) -> u64 {
    128 + 8 * if chroma { 384 } else { 256 }
}

/// What a slice became.
#[derive(Debug)]
pub struct CodedSlice {
    /// The bits of its RBSP.
    pub segments: BitSegments,
    /// How many macroblocks of each kind there are.
    pub kinds: Kinds,
}

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
    fn count(&mut self, macroblock: &Macroblock) {
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

/// A slice while it is coded.
pub struct SliceCoder<'a> {
    rows: Range<usize>,
    work: Work<'a>,
    format: Format,
    /// The arithmetic coder, if that codes the slice.
    cabac: Option<Box<Cabac>>,
    /// `QPY,PRED`: that of the last macroblock (7.4.5).
    predicted_qp: i32,
    /// Whether `mb_qp_delta` of the last macroblock was there and not 0.
    qp_changed: bool,
    /// How many macroblocks before this one are skipped, where that is written as a number.
    skipped: u32,
}

impl<'a> SliceCoder<'a> {
    /// A slice of rows of macroblocks, with its parts of the picture that is constructed and of the tables.
    pub fn new(
        shared: &'a Shared<'a>,
        rows: Range<usize>,
        recon: Vec<PlanePart<'a>>,
        tables: SliceTables<'a>,
    ) -> Self {
        let chroma = recon.len() > 1;
        let work = Work::new(shared, recon, tables);
        let format = Format {
            p_slice: work.is_p(),
            references: shared.references.len(),
            chroma,
            transform_8x8: work.has_transform_8x8(),
        };
        let arithmetic = shared.pps.entropy_coding_mode_flag == 1;
        let cabac = arithmetic.then(|| Box::new(Cabac::new(format.p_slice, shared.qp)));
        SliceCoder { rows, work, format, cabac, predicted_qp: shared.qp, qp_changed: false, skipped: 0 }
    }

    /// Codes the slice (7.3.2.8, 7.3.4).
    pub fn code(mut self) -> CodedSlice {
        let mut segments = BitSegments::default();
        let mut kinds = Kinds::default();
        let Shared { nal_ref_idc, nal_unit_type, sps, pps, columns, .. } = *self.work.shared;
        let count = self.rows.len() * columns;
        let mut bits = segments.writer((count + 1) * (most_bits(true) as usize / 8 + 64));
        let mut stream = Aligned { bits: &mut bits, length: 0 };
        let mut header = self.work.shared.header;
        header.first_mb_in_slice = first_address(self.rows.start, columns) as i64;
        let Ok(()) = header.code(&mut Writer(&mut stream), nal_ref_idc, nal_unit_type, sps, pps);
        if self.cabac.is_some() {
            // cabac_alignment_one_bit.
            stream.align(1);
        }
        for (index, location) in macroblocks(self.rows.clone(), columns).enumerate() {
            let source = self.work.source(location);
            self.work.choose_qp(location);
            if self.work.shared.effort.trellis {
                self.work.cabac.clone_from(&self.cabac);
            }
            let mut macroblock = if self.work.shared.effort.real_costs {
                self.choose(location, &source)
            } else if self.format.p_slice {
                self.work.inter(location, &source)
            } else {
                self.work.intra(location, &source, i32::MAX).expect("there is no limit")
            };
            if macroblock.has_qp_delta() {
                macroblock.qp_delta = self.work.qp - self.predicted_qp;
            } else {
                self.work.set_qp(self.predicted_qp);
            }
            let macroblock = match self.cabac.take() {
                Some(mut cabac) => {
                    let macroblock = self.write_cabac(&mut cabac, &mut stream, location, &source, macroblock);
                    // end_of_slice_flag, with rbsp_stop_one_bit.
                    cabac.terminate(&mut stream, index + 1 == count);
                    self.cabac = Some(cabac);
                    macroblock
                }
                None => self.write(&mut stream, location, &source, macroblock),
            };
            if macroblock.has_qp_delta() {
                self.predicted_qp = self.work.qp;
            }
            self.qp_changed = macroblock.has_qp_delta() && macroblock.qp_delta != 0;
            kinds.count(&macroblock);
        }
        if self.skipped > 0 {
            // mb_skip_run of those at the end.
            put_unsigned(&mut stream, self.skipped);
        }
        if self.cabac.is_none() {
            // rbsp_slice_trailing_bits.
            stream.put(1, 1);
        }
        bits.finish();
        CodedSlice { segments, kinds }
    }

    /// Writes a macroblock, and what later ones need to know of it. If it has more bits than a macroblock may have, or no code,
    /// its samples are written as they are.
    fn write(
        &mut self,
        bits: &mut Aligned<'_, '_>,
        location: Location,
        source: &Source,
        macroblock: Macroblock,
    ) -> Macroblock {
        let contexts = self.enter(location, &macroblock);
        if let Prediction::Skip = macroblock.prediction {
            self.skipped += 1;
            return macroblock;
        }
        if self.format.p_slice {
            put_unsigned(bits, std::mem::take(&mut self.skipped));
        }
        let mut count = BitCount::default();
        let coded = write_macroblock(&mut count, &macroblock, &contexts, self.format);
        if coded.is_ok() && count.bits() <= most_bits(self.format.chroma) {
            let written = write_macroblock(bits, &macroblock, &contexts, self.format);
            debug_assert!(written.is_ok(), "it was counted before");
            return macroblock;
        }
        let macroblock = self.work.pcm(location, source);
        self.enter(location, &macroblock);
        write_layer(bits, &macroblock, self.format);
        bits.samples(source, self.format.chroma);
        macroblock
    }

    /// The same by arithmetic coding.
    fn write_cabac(
        &mut self,
        cabac: &mut Cabac,
        bits: &mut Aligned<'_, '_>,
        location: Location,
        source: &Source,
        macroblock: Macroblock,
    ) -> Macroblock {
        self.enter_all(location, &macroblock);
        let of_macroblock = self.increments(location, &macroblock);
        let mut count = BitCount::default();
        let mut tried = cabac.clone();
        tried.macroblock(&mut count, &macroblock, &of_macroblock, self.format);
        if count.bits() <= most_bits(self.format.chroma) {
            cabac.macroblock(bits, &macroblock, &of_macroblock, self.format);
            return macroblock;
        }
        let macroblock = self.work.pcm(location, source);
        self.enter_all(location, &macroblock);
        let of_macroblock = self.increments(location, &macroblock);
        cabac.macroblock(bits, &macroblock, &of_macroblock, self.format);
        bits.samples(source, self.format.chroma);
        cabac.restart();
        macroblock
    }

    /// What arithmetic coding asks about a macroblock.
    fn increments(&mut self, location: Location, macroblock: &Macroblock) -> Increments {
        let qp_delta = self.qp_changed.into();
        Increments { qp_delta, ..increments(&mut self.work.tables, location, macroblock) }
    }

    /// Tells the tables what later macroblocks and the deblocking filter ask, whatever the entropy coder is.
    fn enter_all(&mut self, location: Location, macroblock: &Macroblock) {
        let tables = &mut self.work.tables;
        let area = location.area();
        let pcm = matches!(macroblock.prediction, Prediction::Pcm);
        fill(&mut tables.qp, &area, if pcm { 0 } else { self.work.qp as u8 });
        fill(&mut tables.intra, &area, macroblock.is_intra().into());
        if macroblock.is_intra() {
            fill(&mut tables.motion, &area, Motion::INTRA);
        }
    }

    /// Tells the tables what a macroblock is, and asks them for the contexts of its residual.
    fn enter(&mut self, location: Location, macroblock: &Macroblock) -> Contexts {
        self.enter_all(location, macroblock);
        let tables = &mut self.work.tables;
        let pcm = matches!(macroblock.prediction, Prediction::Pcm);
        let residual = &macroblock.residual;
        fill(&mut tables.transform_8x8, &location.area(), macroblock.transform_8x8().into());
        let coded = if pcm { [[1; 4]; 4] } else { residual.luma_flags() };
        store_4x4(coded, location.luma, &mut tables.coded);
        let luma = if pcm { [[16; 4]; 4] } else { residual.luma_counts() };
        let mut contexts = Contexts {
            luma: contexts_4x4(luma, location.luma, &mut tables.total_coeff),
            ..Contexts::default()
        };
        let chroma = [&mut tables.total_coeff_cb, &mut tables.total_coeff_cr];
        for (component, table) in chroma.into_iter().enumerate() {
            let counts = if pcm { [[16; 2]; 2] } else { residual.chroma_counts(component) };
            contexts.chroma[component] = contexts_2x2(counts, location.chroma, table);
        }
        contexts
    }
}

/// Bits, and how many there are in the slice.
struct Aligned<'a, 'b> {
    bits: &'a mut BitWriter<'b>,
    length: u64,
}

impl Bits for Aligned<'_, '_> {
    #[inline(always)]
    fn put(&mut self, code: u64, length: u32) {
        self.length += u64::from(length);
        self.bits.put(code, length);
    }
}

impl Aligned<'_, '_> {
    /// Bits of a value up to the next byte.
    fn align(&mut self, bit: u64) {
        let missing = self.length.next_multiple_of(8) - self.length;
        (0..missing).for_each(|_| self.put(bit, 1));
    }

    /// `pcm_alignment_zero_bit`, `pcm_sample_luma` and `pcm_sample_chroma` (7.3.5).
    fn samples(&mut self, source: &Source, chroma: bool) {
        self.align(0);
        let chroma = source.chroma.iter().take(if chroma { 2 } else { 0 });
        let chroma = chroma.flat_map(|samples| samples.as_slice());
        for &sample in source.luma.as_slice().iter().chain(chroma) {
            self.put(sample.into(), 8);
        }
    }
}
