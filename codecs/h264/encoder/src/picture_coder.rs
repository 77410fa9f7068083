//! A picture while it is coded: its rows are decided by several threads, and their bits, which have an order, are written by whichever has
//! the next one. Others may refer to what is final of it.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

use smallvec::SmallVec;
use unite_bitstream::BitSegments;

use crate::config::Config;
use crate::deblock::{Edges, deblock};
use crate::level::Level;
use crate::location::{MACROBLOCK, reach_of_vectors};
use crate::packet::Packet;
use crate::picture::{Given, Picture, Plane, Reference, Windows};
use crate::quantizer::Quantizers;
use crate::row::{Chosen, Row, Strip};
use crate::slice::{Kinds, SliceWriter, TooLarge};
use crate::syntax::nal::{NalType, append_nal};
use crate::syntax::parameter_sets::{PictureParameterSet, SequenceParameterSet};
use crate::syntax::slice_header::SliceHeader;
use crate::tables::{Table, Tables, take_row};
use crate::threads::{Job, lock};
use crate::work::Shared;

/// What the pictures of a stream share.
#[derive(Debug)]
pub struct Stream {
    /// Its settings.
    pub config: Config,
    /// Its level.
    pub level: Level,
    /// The sequence parameter set.
    pub sps: SequenceParameterSet,
    /// The picture parameter set.
    pub pps: PictureParameterSet,
    /// The tables of all quantisers.
    pub quantizers: Quantizers,
    /// The slices of a picture, by their rows of macroblocks.
    pub slices: Vec<Range<usize>>,
    /// What rows are decided in; there are as many as are needed.
    pub strips: Mutex<Vec<Strip>>,
}

/// What adaptive quantisation adds to the quantisers of macroblocks.
pub type Offsets = Arc<Table<i32, MACROBLOCK>>;

/// What is decided of a picture before its macroblocks are.
#[derive(Clone, Debug)]
pub struct Order {
    /// Its samples, if they are kept for it.
    pub source: Option<Arc<Picture>>,
    /// What adaptive quantisation adds to the quantisers of macroblocks.
    pub qp_offset: Offsets,
    /// The NAL units before its slices.
    pub sets: Vec<Vec<u8>>,
    /// Whether it is an IDR picture: of what type the NAL units of its slices are.
    pub kind: NalType,
    /// Its quantiser.
    pub qp: u8,
    /// What all its slice headers have, but for the quantiser.
    pub header: SliceHeader,
    /// A macroblock that would have about as many bits becomes I_PCM.
    pub most_bits: u64,
    /// The pictures that it refers to, the last one first.
    pub references: Vec<Arc<Windows>>,
}

/// What a picture is made in.
#[derive(Debug)]
pub struct Made {
    /// The picture as a decoder has it before the deblocking filter, if none may refer to it.
    pub recon: Picture,
    /// The picture for those that refer to it, if any may.
    pub reference: Option<Reference>,
    /// The windows that they look at, as far as they are not final.
    pub windows: Vec<Reference>,
    /// The tables of each slice.
    pub tables: Vec<Tables>,
    /// What the deblocking filter asks.
    pub edges: Edges,
    /// The bits of a slice.
    pub segments: BitSegments,
}

/// A picture while it is coded.
#[derive(Debug)]
pub struct Coding {
    stream: Arc<Stream>,
    /// What was decided before.
    pub order: Order,
    /// What others look at, if any may refer to it.
    pub windows: Option<Arc<Windows>>,
    rows: Mutex<Rows>,
    making: Mutex<Making>,
    /// What became of it, or that a macroblock was too large.
    pub end: OnceLock<Result<Packet, TooLarge>>,
}

/// A row that is decided, in what it was decided in.
type Decided = (Strip, Vec<Chosen>);

/// Rows that nobody has taken, those that are decided and not written, and which is the next of these; whether somebody writes.
#[derive(Debug)]
struct Rows {
    left: VecDeque<Row>,
    decided: BTreeMap<usize, Decided>,
    next: usize,
    busy: bool,
}

/// What a row is written to.
#[derive(Debug)]
struct Making {
    made: Made,
    writer: Option<SliceWriter>,
    packet: Packet,
    result: Result<(), TooLarge>,
}

impl Coding {
    /// Begins a picture.
    pub fn new(stream: Arc<Stream>, order: Order, windows: Option<Arc<Windows>>, made: Made) -> Self {
        let left = stream.slices.iter().cloned().flat_map(Row::all).collect();
        let Order { ref sets, kind, qp, .. } = order;
        let packet = Packet { nals: sets.clone(), key: kind == NalType::Idr, qp, kinds: Kinds::default() };
        let making = Making { made, writer: None, packet, result: Ok(()) };
        Coding {
            stream,
            order,
            windows,
            rows: Mutex::new(Rows { left, decided: BTreeMap::new(), next: 0, busy: false }),
            making: Mutex::new(making),
            end: OnceLock::new(),
        }
    }

    /// What it was made in and of, to be used again.
    pub fn into_parts(self) -> (Made, Order, Option<Arc<Windows>>) {
        let making = self.making.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        (making.made, self.order, self.windows)
    }

    /// Decides a row of a picture that is given, and writes it if it is the next one.
    pub fn code(&self, row: Row, source: &[Given<'_>]) {
        let Stream { config, strips, .. } = &*self.stream;
        let seen = self.order.references.iter().map(|windows| windows.of_row(row.row));
        let references: SmallVec<[&Reference; 4]> = seen.map(|window| window.expect("it is there")).collect();
        let shared = self.shared(source, &references);
        // After so many macroblocks the row below hears of them: the longer one takes, the more are some unlike others, and the longer
        // would wait whoever had to wait for several. A thread alone has nobody to tell anything before a row is whole.
        let batch = match (shared.effort.real_costs, shared.effort.transformed) {
            _ if config.threads == 1 => shared.columns,
            (true, _) => 2,
            (_, true) => 4,
            _ => 8,
        };
        let rows = if row.above.is_some() { 2 } else { 1 };
        let mut kept = lock(strips);
        let strip = kept.iter().position(|strip| strip.rows == rows).map(|at| kept.swap_remove(at));
        drop(kept);
        let mut strip = strip.unwrap_or_else(|| Strip::new([rows, shared.columns], config.components()));
        let decided = row.decide(&shared, &mut strip, batch);
        // A row that others do not tell anything any more is so after a panic.
        if decided.len() == shared.columns {
            self.in_turn(&shared, row.row, (strip, decided));
        }
    }

    /// Writes a row that was decided when it is its turn; whoever writes then does so, or this does so for others.
    fn in_turn(&self, shared: &Shared<'_>, row: usize, decided: Decided) {
        let mut rows = lock(&self.rows);
        rows.decided.insert(row, decided);
        if std::mem::replace(&mut rows.busy, true) {
            return;
        }
        loop {
            let row = rows.next;
            let Some(decided) = rows.decided.remove(&row) else { break };
            rows.next = row + 1;
            drop(rows);
            self.write(shared, &mut lock(&self.making), row, decided);
            rows = lock(&self.rows);
        }
        rows.busy = false;
    }

    /// Writes the next row, which then is filtered and referred to.
    fn write(&self, shared: &Shared<'_>, making: &mut Making, row: usize, (mut strip, mut chosen): Decided) {
        let Making { made, writer, packet, result } = making;
        let Made { recon, reference, windows, tables, edges, segments } = made;
        match reference {
            Some(reference) => reference.take_row(row, &strip.recon),
            None => recon.take_row(row, &strip.recon, strip.rows - 1),
        }
        let Stream { config, slices, strips, .. } = &*self.stream;
        if let (Ok(()), Some(slice)) = (*result, slices.iter().position(|rows| rows.contains(&row))) {
            let (tables, at) = (&mut tables[slice], row - slices[slice].start);
            let motion = (&strip.tables.motion, strip.rows - 1);
            // Arithmetic coding asks for it, too.
            if shared.pps.entropy_coding_mode_flag == 1 {
                take_row(&mut tables.motion, at, motion.0, motion.1);
            }
            let begin = || SliceWriter::new(shared, &slices[slice], std::mem::take(segments));
            *result = writer.get_or_insert_with(begin).write_row(shared, tables, [row, at], &mut chosen);
            edges.take_row(row, tables, at, motion);
        }
        if let (Ok(()), Some(whole), Some(seen)) = (*result, &mut *reference, &self.windows) {
            deblock(&mut whole.luma[0], &mut whole.chroma, edges, config, row);
            whole.settle(row);
            seen.take_row(windows, reference, row);
        }
        if let (Ok(()), Some(writer)) = (*result, writer.take_if(|writer| writer.last == row)) {
            *segments = writer.finish();
            for segment in segments.iter() {
                let mut nal = Vec::new();
                append_nal(&mut nal, shared.nal_ref_idc as u8, self.order.kind, segment.bytes());
                packet.nals.push(nal);
            }
        }
        chosen.iter().for_each(|chosen| packet.kinds.count(&chosen.macroblock));
        strip.spare.extend(chosen.into_iter().map(|chosen| chosen.macroblock.residual));
        lock(strips).push(strip);
        if row + 1 == edges.rows() {
            let nals = std::mem::take(&mut packet.nals);
            self.end.set(result.map(|()| Packet { nals, ..*packet })).expect("the last row is the last one");
        }
    }

    /// What its slices share, for a row whose references are there.
    fn shared<'a>(&'a self, source: &'a [Given<'a>], references: &'a [&'a Reference]) -> Shared<'a> {
        let Stream { config, level, sps, pps, quantizers, .. } = &*self.stream;
        let [rows, columns] = config.macroblocks();
        Shared {
            sps,
            pps,
            header: SliceHeader {
                slice_qp_delta: i64::from(self.order.qp) - 26 - pps.pic_init_qp_minus26,
                ..self.order.header
            },
            nal_ref_idc: if self.order.kind == NalType::Idr { 3 } else { 2 },
            nal_unit_type: self.order.kind as i64,
            qp: self.order.qp.into(),
            columns,
            source,
            qp_offset: &self.order.qp_offset,
            most_bits: self.order.most_bits,
            references,
            vertical: level.vertical.min(reach_of_vectors(rows)),
            vectors: level.vectors(),
            effort: config.preset.effort(),
            quantizers,
        }
    }

    /// Its planes as a decoder has them, and how many samples each has before those.
    pub fn planes(&self) -> Vec<(Plane, usize)> {
        let Made { recon, reference, edges, .. } = &lock(&self.making).made;
        if let Some(whole) = reference.as_ref().or_else(|| self.windows.as_ref()?.of_row(0)) {
            return whole.planes().map(|(plane, before)| (plane.clone(), before)).collect();
        }
        // Where nothing refers to pictures, they are filtered for those alone who ask.
        let mut planes = recon.planes.clone();
        if let [luma, chroma @ ..] = &mut planes[..] {
            (0..edges.rows()).for_each(|row| deblock(luma, chroma, edges, &self.stream.config, row));
        }
        planes.into_iter().map(|plane| (plane, 0)).collect()
    }
}

impl Job for Coding {
    type Piece = Row;

    /// The next row, where what it refers to is final: one whose row above is decided, or any, which then is not far behind that.
    fn take(&self, any: bool) -> Option<Row> {
        let mut rows = lock(&self.rows);
        let Row { row, above, .. } = rows.left.front()?;
        let alone = above.is_none() || *row <= rows.next || rows.decided.contains_key(&(row - 1));
        let is_there = |windows: &Arc<Windows>| windows.of_row(*row).is_some();
        let can = (any || alone) && self.order.references.iter().all(is_there);
        if can { rows.left.pop_front() } else { None }
    }

    fn work(&self, row: Row) {
        let source = self.order.source.as_ref().expect("other threads have the samples");
        self.code(row, &source.given());
    }
}
