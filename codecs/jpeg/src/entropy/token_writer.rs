//! Tokens as bits, when the tables for them are made.

use unite::kernel;
use unite_bitstream::{BitSegments, GroupWriter};

use super::kinds::Entries;
use super::pieces::Piece;
use super::{Stream, Tokens, unlikely};
use crate::Error;
use crate::huffman::HuffmanTable;
use crate::parallel;

/// Writes [`Tokens`]. Its memory is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenWriter {
    /// Made when the first are written.
    entries: Option<Box<Entries>>,
    /// Pieces that are written and not joined yet.
    written: Vec<BitSegments>,
}

impl TokenWriter {
    /// Writes all symbols with the codes of `tables`, on at most `threads` threads, handing the stream to `drain` now and
    /// then, with how much is done, from 0 to 1.
    pub(crate) fn write(
        &mut self,
        tokens: &Tokens,
        tables: [[&HuffmanTable; 2]; 2],
        threads: usize,
        stream: &mut Stream,
        drain: &mut dyn FnMut(&mut Stream, f32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let pieces = tokens.pieces();
        let Self { entries, written } = self;
        written.resize_with(if threads == 1 { 1 } else { 2 * threads }, BitSegments::default);
        let entries = entries.get_or_insert_with(Entries::boxed);
        entries.fill(tables);
        let run = |piece: usize, segments: &mut BitSegments| write_piece(segments, entries, &pieces[piece]);
        let mut done = 0;
        parallel::in_order(threads, written, 0..pieces.len(), &run, &mut |segments| {
            stream.append(segments);
            done += 1;
            drain(stream, done as f32 / pieces.len() as f32)
        })
    }
}

/// Writes the tokens of `piece`; a segment ends where a restart marker comes. A kernel without tensors: for the instruction
/// sets.
#[kernel]
fn write_piece(segments: &mut BitSegments, entries: &Entries, piece: &Piece) {
    /// The most bytes of a token: 27 bits.
    const BYTES_PER_TOKEN: usize = 4;
    /// The most bytes that a segment leaves free.
    const BYTES_PER_SEGMENT: usize = 8;
    let Piece { slots, filled, restarts } = piece;
    let room = filled * BYTES_PER_TOKEN + restarts.len() * BYTES_PER_SEGMENT;
    let mut writer = segments.group_writer(room);
    let mut start = 0;
    for (number, end) in restarts.iter().copied().chain([*filled]).enumerate() {
        if number > 0 {
            writer.end_segment();
        }
        let pair = |first, second| {
            let ((first, more), (second, length)) = (entries.code(first), entries.code(second));
            // 54 bits at most.
            (first << length | second, more + length)
        };
        let (fours, last) = slots[start..end].as_chunks();
        for &[a, b, c, d] in fours {
            let ((first, more), (second, length)) = (pair(a, b), pair(c, d));
            if more + length <= GroupWriter::MAX_LENGTH {
                writer.put(first << length | second, more + length);
            } else {
                unlikely();
                writer.put(first, more);
                writer.put(second, length);
            }
        }
        for &token in last {
            let (code, length) = entries.code(token);
            writer.put(code, length);
        }
        start = end;
    }
    writer.finish();
}
