//! A picture: its rows are decided by several threads, and their bits, which have an order, are written by whichever has the next one.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use unite_bitstream::BitSegments;

use crate::config::Config;
use crate::deblock::{Edges, deblock};
use crate::picture::{Picture, Reference};
use crate::row::{Chosen, Row, Strip};
use crate::slice::{Kinds, SliceWriter, TooLarge};
use crate::tables::{Tables, take_row};
use crate::threads::Threads;
use crate::work::Shared;

/// What a picture is made in.
#[derive(Debug)]
pub struct Made {
    /// The picture as a decoder has it before the deblocking filter, if none may refer to it.
    pub recon: Picture,
    /// The picture for those that refer to it, if any may.
    pub reference: Option<Reference>,
    /// The tables of each slice.
    pub tables: Vec<Tables>,
    /// What the deblocking filter asks.
    pub edges: Edges,
    /// The bits of each slice.
    pub segments: Vec<BitSegments>,
    /// What rows are decided in; there are as many as are needed.
    pub strips: Vec<Strip>,
}

/// Codes the slices of a picture, given by their rows of macroblocks, which are filtered and referred to as soon as they are written.
///
/// # Errors
/// If a macroblock is too large.
pub fn code(
    shared: &Shared<'_>,
    slices: &[Range<usize>],
    config: &Config,
    threads: &Threads,
    made: &mut Made,
) -> Result<Kinds, TooLarge> {
    let Made { recon, reference, tables, edges, segments, strips } = made;
    let (columns, components) = (shared.columns, recon.planes.len());
    segments.resize_with(slices.len(), BitSegments::default);
    let mut writers: Vec<SliceWriter<'_>> = slices
        .iter()
        .zip(segments)
        .map(|(rows, segments)| SliceWriter::new(shared, rows, segments))
        .collect();
    let strips = Mutex::new(strips);
    let lock = || strips.lock().unwrap_or_else(PoisonError::into_inner);
    // After so many macroblocks the row below hears of them: the longer one takes, the more are some unlike others, and the longer would
    // wait whoever had to wait for several. A thread alone has nobody to tell anything before a row is whole.
    let batch = match (shared.effort.real_costs, shared.effort.transformed) {
        _ if config.threads == 1 => columns,
        (true, _) => 2,
        (_, true) => 4,
        _ => 8,
    };
    let decide = |row: Row| {
        let rows = if row.above.is_some() { 2 } else { 1 };
        let kept = |mut strips: MutexGuard<'_, &mut Vec<Strip>>| {
            strips.iter().position(|strip| strip.rows == rows).map(|at| strips.swap_remove(at))
        };
        let mut strip = kept(lock()).unwrap_or_else(|| Strip::new([rows, columns], components));
        let decided = row.decide(shared, &mut strip, batch);
        (row.row, strip, decided)
    };
    let (mut result, mut kinds) = (Ok(()), Kinds::default());
    let finish = |(row, mut strip, mut chosen): (usize, Strip, Vec<Chosen>)| {
        match &mut *reference {
            Some(reference) => reference.take_row(row, &strip.recon),
            None => recon.take_row(row, &strip.recon, strip.rows - 1),
        }
        if let (Ok(()), Some(slice)) = (result, slices.iter().position(|rows| rows.contains(&row))) {
            let (tables, at) = (&mut tables[slice], row - slices[slice].start);
            let motion = (&strip.tables.motion, strip.rows - 1);
            // Arithmetic coding asks for it, too.
            if shared.pps.entropy_coding_mode_flag == 1 {
                take_row(&mut tables.motion, at, motion.0, motion.1);
            }
            result = writers[slice].write_row(tables, [row, at], &mut chosen);
            edges.take_row(row, tables, at, motion);
        }
        if let (Ok(()), Some(reference)) = (result, &mut *reference) {
            deblock(&mut reference.luma[0], &mut reference.chroma, edges, config, row);
            reference.settle([row, edges.rows()]);
        }
        chosen.iter().for_each(|chosen| kinds.count(&chosen.macroblock));
        strip.spare.extend(chosen.into_iter().map(|chosen| chosen.macroblock.residual));
        lock().push(strip);
    };
    threads.in_turn(slices.iter().cloned().flat_map(Row::all).collect(), decide, finish);
    result?;
    writers.into_iter().for_each(SliceWriter::finish);
    Ok(kinds)
}
