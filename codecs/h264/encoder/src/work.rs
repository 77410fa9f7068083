//! What it takes to decide and to construct the macroblocks of a slice.

use std::hint::black_box;
use std::ops::Range;

use unite::Block;
use unite_h264::kernels::{Motion, Neighbours};

use crate::entropy::cabac::Cabac;
use crate::entropy::macroblock::Format;
use crate::inter::Window;
use crate::kernels::context::{NOT_AVAILABLE, at, available, put};
use crate::kernels::motion::{load, place, touch};
use crate::kernels::residual::{construct_chroma, levels_chroma, sad_and_more_8x8};
use crate::location::{BLOCKS_4X4, MACROBLOCK, Macroblock as Location, move_to, rows_of, side_of, stack_at};
use crate::macroblock::{Residual, Spare};
use crate::picture::{Block8, Block16, Given, Plane, Reference};
use crate::quantizer::Quantizers;
use crate::settings::Effort;
use crate::syntax::parameter_sets::{PictureParameterSet, SequenceParameterSet};
use crate::syntax::slice_header::SliceHeader;
use crate::tables::{Table, Tables};

/// The most bits of a macroblock (A.3.1: 128 and those of its samples), by whether there is chrominance.
pub fn most_bits(chroma: bool) -> u64 {
    128 + 8 * if chroma { 384 } else { 256 }
}

/// What the slices of a picture share.
pub struct Shared<'a> {
    /// The sequence parameter set.
    pub sps: &'a SequenceParameterSet,
    /// The picture parameter set.
    pub pps: &'a PictureParameterSet,
    /// The slice header, but for its first macroblock.
    pub header: SliceHeader,
    /// `nal_ref_idc`.
    pub nal_ref_idc: i64,
    /// `nal_unit_type`.
    pub nal_unit_type: i64,
    /// `SliceQPY`.
    pub qp: i32,
    /// Columns of macroblocks.
    pub columns: usize,
    /// What is encoded.
    pub source: &'a [Given<'a>],
    /// By how much the quantiser of a macroblock differs from that of the slice, as adaptive quantisation wants it.
    pub qp_offset: &'a Table<i32, MACROBLOCK>,
    /// A macroblock that would have about as many bits becomes I_PCM.
    pub most_bits: u64,
    /// The pictures that P slices refer to, the last one first; none in I slices.
    pub references: &'a [&'a Reference],
    /// Vectors go up and down by less than so many samples.
    pub vertical: i32,
    /// How many vectors a macroblock may have.
    pub vectors: usize,
    /// The tables of all quantisers.
    pub quantizers: &'a Quantizers,
    /// How hard to try.
    pub effort: Effort,
}

impl Shared<'_> {
    /// Whether slices are P slices.
    pub fn is_p(&self) -> bool {
        !self.references.is_empty()
    }

    /// What decides about the syntax of macroblocks.
    pub fn format(&self) -> Format {
        Format {
            p_slice: self.is_p(),
            references: self.references.len(),
            chroma: self.source.len() > 1,
            transform_8x8: self.pps.transform_8x8_mode_flag == 1,
        }
    }

    /// What mode blocks of Inter prediction count as: with constrained_intra_pred_flag they are not available (8.3.1.1).
    pub fn mode_of_inter(&self) -> u8 {
        if self.pps.constrained_intra_pred_flag == 1 { NOT_AVAILABLE } else { 2 }
    }

    /// Takes the samples of a macroblock.
    pub fn take(&self, source: &mut Source, location: Location) {
        move_to!(source.luma, location.luma);
        load(&mut source.luma, &self.source[0]);
        for (samples, plane) in source.chroma.iter_mut().zip(&self.source[1..]) {
            move_to!(samples, location.chroma);
            load(samples, plane);
        }
    }

    /// Fetches the samples of a row of macroblocks: line by line they come sooner from memory than block by block.
    pub fn fetch(&self, row: usize) {
        for (component, plane) in self.source.iter().enumerate() {
            let lines = rows_of(row, side_of(component), 0);
            black_box(touch(plane, lines.start as i32, lines.end as i32));
        }
    }
}

/// A row of macroblocks while it is decided: its part of the picture that is constructed and of the tables, with the row above.
pub struct Work<'a> {
    /// What all slices share.
    pub shared: &'a Shared<'a>,
    /// The picture as it is constructed.
    pub recon: &'a mut [Plane],
    /// The tables.
    pub tables: &'a mut Tables,
    /// `QPY` of the macroblock.
    pub qp: i32,
    /// What a bit weighs.
    pub lambda: i32,
    /// The pictures that partitions are looked for in.
    pub tried: Range<i8>,
    /// Residuals that were used.
    pub spare: &'a mut Spare,
    /// Which neighbours its 4x4 blocks have that are available, by those of a macroblock.
    pub available: Option<(Neighbours, [Neighbours; 16])>,
    /// What a search by plain differences looks at.
    pub window: Box<Window>,
    /// The arithmetic coder as it is before the macroblock, if that codes the slice, and levels are chosen by their bits.
    pub cabac: Option<Box<Cabac>>,
}

/// The samples of a macroblock.
pub struct Source {
    /// Of luminance.
    pub luma: Block16,
    /// Of Cb and Cr.
    pub chroma: [Block8; 2],
}

impl Default for Source {
    fn default() -> Self {
        Source { luma: Block::stack(), chroma: [Block::stack(), Block::stack()] }
    }
}

impl<'a> Work<'a> {
    /// A row before its first macroblock.
    pub fn new(
        shared: &'a Shared<'a>,
        recon: &'a mut [Plane],
        tables: &'a mut Tables,
        spare: &'a mut Spare,
    ) -> Self {
        tables.motion.as_mut_slice().fill(Motion::OUTSIDE);
        // As Inter prediction leaves them.
        tables.mode.as_mut_slice().fill(shared.mode_of_inter());
        tables.usable.as_mut_slice().fill((shared.pps.constrained_intra_pred_flag == 0).into());
        tables.transform_8x8.as_mut_slice().fill(0);
        Work {
            shared,
            recon,
            tables,
            qp: shared.qp,
            lambda: shared.quantizers.luma(shared.qp).lambda,
            tried: 0..1,
            spare,
            available: None,
            window: Box::default(),
            cabac: None,
        }
    }

    /// The quantiser of a macroblock: that of the slice, and what adaptive quantisation adds.
    pub fn choose_qp(&mut self, source: &Source) {
        let [offset, ..] = at(&source.luma, self.shared.qp_offset, 0);
        self.qp = (self.shared.qp + offset).clamp(0, 51);
        self.lambda = self.shared.quantizers.luma(self.qp).lambda;
    }

    /// A macroblock is coded in Intra prediction or not: whether others may use its samples.
    pub fn set_intra(&mut self, luma: &Block16, intra: bool) {
        let usable = intra || self.shared.pps.constrained_intra_pred_flag == 0;
        put::<_, MACROBLOCK>(&mut self.tables.usable, luma, usable.into());
    }

    /// A residual without levels.
    pub fn residual(&mut self, transform_8x8: bool) -> Box<Residual> {
        let mut residual = self.spare.pop().unwrap_or_default();
        residual.clear(transform_8x8);
        residual
    }

    /// Which neighbours of the 4x4 blocks of a macroblock are available, by those of all of it.
    pub fn available_4x4(&mut self, location: Location, all: Neighbours) -> [Neighbours; 16] {
        if let Some((_, each)) = self.available.filter(|(of, _)| *of == all) {
            return each;
        }
        let each = BLOCKS_4X4.map(|block| {
            stack_at!(pred: [[u8; 4]; 4] = location.block_4x4(block));
            available(&pred, &self.tables.usable)
        });
        self.available = Some((all, each));
        each
    }

    /// The samples of an 8x8 block, given by its first one in the macroblock.
    pub fn square_8x8(&self, location: Location, at: [usize; 2]) -> Block8 {
        stack_at!(samples: [[u8; 8]; 8] = location.sample(at));
        load(&mut samples, &self.shared.source[0]);
        samples
    }

    /// The residual of chrominance (8.5.4), and its samples, if there is any.
    pub fn code_chroma(&mut self, pred: &[Block8; 2], source: &Source, residual: &mut Residual, intra: bool) {
        if self.recon.len() == 1 {
            return;
        }
        let quantizer = self.shared.quantizers.chroma(self.qp);
        let bias = if intra { &quantizer.intra_bias } else { &quantizer.inter_bias };
        let mut none = [false; 2];
        for (component, pred) in pred.iter().enumerate() {
            let samples = &source.chroma[component];
            if !intra {
                let (sum, more) = sad_and_more_8x8(pred, samples, quantizer.no_levels);
                none[component] = !more && sum <= quantizer.no_chroma_dc;
                if none[component] {
                    continue;
                }
            }
            let (dc, levels) = (&mut residual.chroma_dc[component], &mut residual.chroma[component]);
            residual.coded_chroma[component] = levels_chroma(pred, samples, dc, levels, &quantizer.mf, bias);
        }
        if none != [true; 2] {
            // In the stream are both or none.
            (0..2)
                .filter(|&component| none[component])
                .for_each(|component| residual.clear_chroma(component));
        }
        if !intra {
            residual.drop_chroma();
        }
        for (component, pred) in pred.iter().enumerate() {
            let (dc, levels) = (&residual.chroma_dc[component], &residual.chroma[component]);
            let recon = &mut self.recon[1 + component];
            if residual.coded_chroma[component] == 0 {
                place(recon, pred);
            } else {
                let level_scale = &self.shared.quantizers.level_scale;
                construct_chroma(pred, recon, dc, levels, level_scale, quantizer.qp);
            }
        }
    }
}
