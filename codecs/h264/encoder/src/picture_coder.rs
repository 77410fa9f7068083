//! A picture: its rows are decided by several threads, and their bits, which have an order, are written by whichever has a row that is
//! next.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use unite_bitstream::BitSegments;

use crate::picture::Picture;
use crate::row::{Chosen, Row, Strip};
use crate::slice::{Kinds, SliceWriter, TooLarge};
use crate::tables::Tables;
use crate::threads::in_turn;
use crate::work::Shared;

/// A row tells the one below so many times what it has become.
const WORDS: usize = 8;

/// What a picture is made in.
#[derive(Debug)]
pub struct Made {
    /// The picture as a decoder has it, which the deblocking filter may not have seen yet.
    pub recon: Picture,
    /// The tables.
    pub tables: Tables,
    /// The bits of each slice.
    pub segments: Vec<BitSegments>,
    /// What rows are decided in; there are as many as are needed.
    pub strips: Vec<Strip>,
}

/// Codes the slices of a picture, given by their rows of macroblocks.
///
/// # Errors
/// If a macroblock is too large.
pub fn code(
    shared: &Shared<'_>,
    slices: &[Range<usize>],
    threads: usize,
    made: &mut Made,
) -> Result<Kinds, TooLarge> {
    let Made { recon, tables, segments, strips } = made;
    let (columns, components) = (shared.columns, recon.planes.len());
    segments.resize_with(slices.len(), BitSegments::default);
    let mut writers: Vec<SliceWriter<'_>> = slices
        .iter()
        .zip(segments)
        .map(|(rows, segments)| SliceWriter::new(shared, rows, segments))
        .collect();
    let strips = Mutex::new(strips);
    let lock = || strips.lock().unwrap_or_else(PoisonError::into_inner);
    let batch = if threads > 1 { columns.div_ceil(WORDS) } else { columns };
    let decide = |row: Row| {
        let kept = lock().pop();
        let mut strip = kept.unwrap_or_else(|| Strip::new(columns, components));
        let decided = row.decide(shared, &mut strip, batch);
        (row.row, strip, decided)
    };
    let mut parts = tables.parts(slices);
    let (mut result, mut kinds) = (Ok(()), Kinds::default());
    let finish = |(row, mut strip, mut chosen): (usize, Strip, Vec<Chosen>)| {
        recon.take_row(row, &strip.recon);
        if let (Ok(()), Some(slice)) = (result, slices.iter().position(|rows| rows.contains(&row))) {
            let tables = &mut parts[slice];
            strip.tables.motion.give_row(&mut tables.motion, row - slices[slice].start);
            result = writers[slice].write_row(tables, row, &mut chosen);
        }
        chosen.iter().for_each(|chosen| kinds.count(&chosen.macroblock));
        strip.spare.extend(chosen.into_iter().map(|chosen| chosen.macroblock.residual));
        lock().push(strip);
    };
    in_turn(slices.iter().cloned().flat_map(Row::all).collect(), threads, decide, finish);
    result?;
    writers.into_iter().for_each(SliceWriter::finish);
    Ok(kinds)
}
