//! A row of macroblocks: each decided and constructed, beside rows above that are not much ahead of it.

mod choice;

use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender};

use unite_bitstream::syntax::BitCount;
use unite_h264::kernels::Motion;

use crate::coder::Coder;
use crate::entropy::cabac::Cabac;
use crate::entropy::macroblock::write_macroblock;
use crate::kernels::context::fill_all;
use crate::location::{Macroblock as Location, enter_above, macroblocks, side_of, take_last};
use crate::macroblock::{IntraKind, Macroblock, OfBlocks, Prediction, Spare};
use crate::picture::Picture;
use crate::tables::{LastLine, Tables};
use crate::threads::soon;
use crate::work::{Shared, Source, Work};

/// After so many macroblocks of a row the one below has the arithmetic coder: the later, the nearer is it to that of the slice.
const HANDED: usize = 8;

/// A macroblock as a row chose it.
#[derive(Debug)]
pub struct Chosen {
    /// The macroblock.
    pub macroblock: Macroblock,
    /// Its quantiser, if it has one of its own.
    pub qp: i32,
}

/// What a row is constructed in, after one that has only what it asks of the row above, if that is of the slice.
#[derive(Debug)]
pub struct Strip {
    /// The samples, before they are filtered.
    pub recon: Picture,
    /// The tables.
    pub tables: Box<Tables>,
    /// Residuals that were written.
    pub spare: Spare,
    /// How many rows there are.
    pub rows: usize,
}

impl Strip {
    /// A strip of so many rows and columns of macroblocks.
    pub fn new(size: [usize; 2], components: usize) -> Self {
        let recon = Picture::new(size, components);
        Strip { recon, tables: Box::new(Tables::new(size)), spare: Spare::new(), rows: size[0] }
    }

    /// A row before its first macroblock.
    fn work<'a>(&'a mut self, shared: &'a Shared<'a>, row: usize) -> Work<'a> {
        let first = row + 1 - self.rows;
        self.recon.go_to(first);
        self.tables.go_to(first);
        Work::new(shared, &mut self.recon.planes, &mut self.tables, &mut self.spare)
    }
}

/// What macroblocks of a row tell those below.
#[derive(Debug, Default)]
pub struct Below {
    columns: Range<usize>,
    samples: Vec<Vec<u8>>,
    tables: LastLine,
    /// The arithmetic coder after some macroblocks, if bits are counted with it.
    cabac: Option<Box<Cabac>>,
}

/// A row that is to be decided.
#[derive(Debug)]
pub struct Row {
    /// Which one.
    pub row: usize,
    /// What the row above tells it, if that is of the slice.
    pub above: Option<Receiver<Box<Below>>>,
    /// Where it tells the row below, if that is of the slice.
    pub below: Option<Sender<Box<Below>>>,
}

impl Row {
    /// Rows of a slice.
    pub fn all(rows: Range<usize>) -> Vec<Row> {
        let mut all: Vec<Row> = rows.map(|row| Row { row, above: None, below: None }).collect();
        for at in 1..all.len() {
            let (below, above) = std::sync::mpsc::channel();
            (all[at - 1].below, all[at].above) = (Some(below), Some(above));
        }
        all
    }

    /// Decides its macroblocks, at least `batch` of them between words to the row below.
    pub fn decide(&self, shared: &Shared<'_>, strip: &mut Strip, batch: usize) -> Vec<Chosen> {
        let columns = shared.columns;
        let mut decided = Vec::with_capacity(columns);
        shared.fetch(self.row);
        let mut coder = RowCoder::new(shared, strip.work(shared, self.row));
        let (mut known, mut told) = (0, 0);
        // Words that were heard, in which others are told.
        let mut heard = Vec::new();
        let (mut handed, mut source) = (None, Source::default());
        for location in macroblocks(self.row..self.row + 1, columns) {
            let next = location.address[1] + 1;
            if let Some(above) = &self.above {
                // As far as what is above and to the right.
                while known < columns.min(next + 1) {
                    // A row that is gone is so in a panic, which will be told by the thread that had it.
                    let below = soon(|| above.try_recv().ok()).or_else(|| above.recv().ok());
                    let Some(mut below) = below else { return decided };
                    known = below.columns.end;
                    coder.enter_above(&mut below);
                    heard.push(below);
                }
            }
            shared.take(&mut source, location);
            decided.push(coder.decide(location, &source));
            if let Some(below) = &self.below {
                let first = if coder.coder.cabac.is_some() { HANDED } else { batch };
                if next == columns.min(first) {
                    handed.clone_from(&coder.coder.cabac);
                }
                if next == columns || next >= first && next - told >= batch {
                    let mut word: Box<Below> = heard.pop().unwrap_or_default();
                    coder.tell(&mut word, told..next, handed.take());
                    // Nobody listens any more only after a panic.
                    below.send(word).ok();
                    told = next;
                }
            }
        }
        decided
    }
}

/// A row while it is decided.
struct RowCoder<'a> {
    work: Work<'a>,
    /// The entropy coder, where bits are counted: the arithmetic one as it would be if slices had only the first macroblocks of rows above.
    coder: Coder,
}

impl<'a> RowCoder<'a> {
    fn new(shared: &'a Shared<'a>, work: Work<'a>) -> Self {
        let counts = shared.effort.real_costs && shared.pps.entropy_coding_mode_flag == 1;
        let cabac = counts.then(|| Box::new(Cabac::new(shared.is_p(), shared.qp)));
        RowCoder { work, coder: Coder::new(cabac, shared.qp) }
    }

    /// Enters what macroblocks above said.
    fn enter_above(&mut self, Below { columns, samples, tables, cabac }: &mut Below) {
        let all = self.work.shared.columns;
        for (component, (plane, samples)) in self.work.recon.iter_mut().zip(samples).enumerate() {
            enter_above(plane.as_mut_slice(), all, side_of(component), columns, samples);
        }
        self.work.tables.enter_above(all, columns, tables);
        if cabac.is_some() {
            self.coder.cabac = cabac.take();
        }
    }

    /// Puts what some macroblocks tell those below into a word.
    fn tell(&self, word: &mut Below, columns: Range<usize>, handed: Option<Box<Cabac>>) {
        let all = self.work.shared.columns;
        word.samples.resize_with(self.work.recon.len(), Vec::new);
        for (component, (line, plane)) in word.samples.iter_mut().zip(&*self.work.recon).enumerate() {
            take_last(line, plane.as_slice(), all, side_of(component), &columns);
        }
        word.tables.take(self.work.tables, all, &columns);
        (word.columns, word.cabac) = (columns, handed);
    }

    /// Decides a macroblock, and constructs it.
    fn decide(&mut self, location: Location, source: &Source) -> Chosen {
        self.work.tables.places.go_to(location);
        self.work.choose_qp(source);
        let mut macroblock = if self.work.shared.effort.real_costs {
            self.work.cabac.clone_from(&self.coder.cabac);
            self.choose(location, source)
        } else if self.work.shared.is_p() {
            self.work.inter(location, source)
        } else {
            self.work.intra(location, source, i32::MAX, IntraKind::ALL).expect("there is no limit")
        };
        if self.may_be_too_large(&macroblock) {
            macroblock = self.work.pcm(source);
        }
        if macroblock.is_intra() {
            let Tables { motion, places, .. } = &mut *self.work.tables;
            fill_all(motion, &places.fours, Motion::INTRA);
        }
        if self.work.shared.effort.real_costs {
            self.count(location, &mut macroblock);
        }
        Chosen { macroblock, qp: self.work.qp }
    }

    /// Tells what later macroblocks of the row ask where bits are counted.
    fn count(&mut self, location: Location, macroblock: &mut Macroblock) {
        let Work { shared, tables, qp, .. } = &mut self.work;
        self.coder.set_qp_delta(macroblock, *qp);
        let mut bits = BitCount::default();
        // One whose levels have no code is I_PCM by now.
        self.coder.code(&mut bits, tables, location, macroblock, shared.format()).ok();
        self.coder.end(&mut bits, macroblock, false);
    }

    /// Whether a macroblock may have more bits than one may have, or no code, by what CAVLC would make of it.
    fn may_be_too_large(&self, macroblock: &Macroblock) -> bool {
        /// Quantisers from this one on make no levels without a code.
        const SAFE_QP: i32 = 12;
        let Shared { quantizers, most_bits, pps, .. } = self.work.shared;
        if let Prediction::Skip | Prediction::Pcm = macroblock.prediction {
            return false;
        }
        let finest = quantizers.chroma(self.work.qp).qp.min(self.work.qp);
        let most = most_bits - most_bits / 8;
        if finest >= SAFE_QP && macroblock.residual.bits_at_most() < most {
            return false;
        }
        // Where there are many levels, neighbours have as many.
        let many = OfBlocks { luma: [[16; 4]; 4], chroma: [[[16; 2]; 2]; 2] };
        let mut count = BitCount::default();
        let format = self.work.shared.format();
        match write_macroblock(&mut count, macroblock, &macroblock.masks(), &many, format) {
            Ok(()) => count.bits() > most,
            Err(_) => pps.entropy_coding_mode_flag == 0,
        }
    }
}
