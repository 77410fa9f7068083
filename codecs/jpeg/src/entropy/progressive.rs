//! The symbols of one scan of a progressive frame (T.81 G.1.2).

use std::ops::Range;

use unite::kernel;

use super::kinds::LONGEST_RAW;
use super::tokens::Collector;
use super::{McuBlock, SymbolSink, Tokens};
use crate::kernels::mask;
use crate::script::Scan;

/// Whose table AC coefficients have, whatever their component.
const AC: usize = 0;

/// The most bits of corrections that are kept back: an end of band is written before there could be more.
const MAX_CORRECTIONS: usize = 1000;

/// So many of them are one token.
const CORRECTIONS_PER_TOKEN: usize = LONGEST_RAW as usize;

/// What a scan keeps back from block to block.
#[derive(Clone, Debug)]
pub(crate) struct Progression {
    /// PRED: the DC coefficient of the previous block of each component, shifted.
    prediction: [i32; 4],
    /// EOBRUN: blocks that have ended, and are not written yet.
    ended: u32,
    /// Bits of corrections that follow the end of those blocks.
    corrections: [u8; MAX_CORRECTIONS],
    /// How many there are (BE).
    kept: usize,
    /// Units between restarts, 0 for none.
    interval: usize,
    /// Units before the next restart.
    to_go: usize,
}

impl Progression {
    /// Before the first unit.
    pub(crate) fn new(interval: u16) -> Self {
        let interval = interval.into();
        let (prediction, corrections) = ([0; 4], [0; MAX_CORRECTIONS]);
        Self { prediction, ended: 0, corrections, kept: 0, interval, to_go: interval }
    }

    /// Begins a unit, after a restart if one is due.
    #[inline(always)]
    fn unit(&mut self, tokens: &mut Collector<'_>) {
        if self.interval == 0 {
            return;
        }
        if self.to_go == 0 {
            self.end_blocks(tokens);
            tokens.restart();
            (self.prediction, self.to_go) = ([0; 4], self.interval);
        }
        self.to_go -= 1;
    }

    /// Writes that blocks have ended (figure G.4), and what they keep back.
    #[inline(always)]
    fn end_blocks(&mut self, tokens: &mut Collector<'_>) {
        if self.ended == 0 {
            return;
        }
        let bits = self.ended.ilog2();
        tokens.symbol(AC, (bits << 4) as u8);
        tokens.raw(self.ended & ((1 << bits) - 1), bits);
        raw(tokens, &self.corrections[..self.kept]);
        (self.ended, self.kept) = (0, 0);
    }
}

/// Bits as they are, one in each byte.
#[inline(always)]
fn raw(tokens: &mut Collector<'_>, bits: &[u8]) {
    for piece in bits.chunks(CORRECTIONS_PER_TOKEN) {
        let value = piece.iter().fold(0, |value, &bit| value << 1 | u32::from(bit));
        tokens.raw(value, piece.len() as u32);
    }
}

/// The most tokens of a block: 63 coefficients of two tokens each, three ZRL, an end, its bits, and corrections.
const TOKENS_PER_BLOCK: usize = 128 + 3 + 3 + 64 + MAX_CORRECTIONS.div_ceil(CORRECTIONS_PER_TOKEN);

/// The most tokens of a DC coefficient.
const TOKENS_PER_DC: usize = 3;

/// Adds the symbols of some units of a row to `tokens`. A unit is an MCU of `blocks`, in the order of A.2.3. A kernel
/// without tensors: for the instruction sets.
#[kernel]
pub(crate) fn collect_scan(
    tokens: &mut Tokens,
    scan: &Scan,
    units: Range<usize>,
    blocks: &[McuBlock<'_>],
    state: &mut Progression,
) {
    let per_block = if scan.band == [0, 0] { TOKENS_PER_DC } else { TOKENS_PER_BLOCK };
    tokens.collect(units, blocks.len() * per_block, |tokens, units| {
        for unit in units {
            state.unit(tokens);
            for block in blocks {
                let at = block.first + unit * block.step;
                let (levels, mask) = (&block.levels[at], mask(block.masks[at]));
                match (scan.band, scan.high) {
                    ([0, _], 0) => dc_first(tokens, scan, block, levels[0], state),
                    ([0, _], _) => tokens.raw((levels[0] >> scan.low) as u32 & 1, 1),
                    (_, 0) => ac_first(tokens, scan, levels, mask, state),
                    (_, _) => ac_refinement(tokens, scan, levels, mask, state),
                }
            }
        }
    });
}

/// What is still kept back when the last unit has come.
pub(crate) fn end_of_scan(tokens: &mut Tokens, state: &mut Progression) {
    tokens.collect(0..1, TOKENS_PER_BLOCK, |tokens, _| state.end_blocks(tokens));
}

/// The first scan of a DC coefficient (G.1.2.1): as in a sequential frame, of the shifted coefficient.
#[inline(always)]
fn dc_first(
    tokens: &mut Collector<'_>,
    scan: &Scan,
    block: &McuBlock<'_>,
    level: i16,
    state: &mut Progression,
) {
    let shifted = i32::from(level >> scan.low);
    let prediction = &mut state.prediction[block.component & 3];
    tokens.dc(block.table, shifted - *prediction);
    *prediction = shifted;
}

/// The coefficients of the band of `scan` that are not zero.
#[inline(always)]
fn in_band(scan: &Scan, mask: u64) -> u64 {
    let [first, last] = scan.band;
    mask & (u64::MAX << first) & (u64::MAX >> (63 - last))
}

/// The first scan of AC coefficients (G.1.2.2, figure G.3).
#[inline(always)]
fn ac_first(tokens: &mut Collector<'_>, scan: &Scan, levels: &[i16; 64], mask: u64, state: &mut Progression) {
    let [first, last] = scan.band.map(u32::from);
    let mut next = first;
    let mut rest = in_band(scan, mask);
    while rest != 0 {
        let k = rest.trailing_zeros();
        rest &= rest - 1;
        let level = i32::from(levels[k as usize]);
        // Towards zero.
        let magnitude = level.abs() >> scan.low;
        if magnitude == 0 {
            continue;
        }
        state.end_blocks(tokens);
        let mut run = k - next;
        next = k + 1;
        while run > 15 {
            tokens.zero_run(AC);
            run -= 16;
        }
        tokens.ac(AC, run as usize, if level < 0 { -magnitude } else { magnitude });
    }
    if next <= last {
        state.ended += 1;
        if state.ended == 0x7FFF {
            state.end_blocks(tokens);
        }
    }
}

/// A later scan of AC coefficients (G.1.2.3, figure G.7): those that become other than zero have symbols, and bits that
/// correct the others follow the next of these.
#[inline(always)]
fn ac_refinement(
    tokens: &mut Collector<'_>,
    scan: &Scan,
    levels: &[i16; 64],
    mask: u64,
    state: &mut Progression,
) {
    let last = u32::from(scan.band[1]);
    let magnitude = |k: u32| u32::from(levels[k as usize & 63].unsigned_abs()) >> scan.low;
    // The last that becomes other than zero: after it there are no runs.
    let mut new = in_band(scan, mask);
    let mut end = 0;
    while new != 0 {
        let k = new.ilog2();
        if magnitude(k) == 1 {
            end = k;
            break;
        }
        new &= !(1 << k);
    }
    // Corrections of this block are added to those kept back.
    let mut from = state.kept;
    let mut count = 0;
    let (mut run, mut next) = (0, u32::from(scan.band[0]));
    let mut rest = in_band(scan, mask);
    while rest != 0 {
        let k = rest.trailing_zeros();
        rest &= rest - 1;
        let magnitude = magnitude(k);
        if magnitude == 0 {
            continue;
        }
        run += k - next;
        next = k + 1;
        while run > 15 && k <= end {
            state.end_blocks(tokens);
            tokens.zero_run(AC);
            run -= 16;
            raw(tokens, &state.corrections[from..from + count]);
            (from, count) = (0, 0);
        }
        if magnitude > 1 {
            state.corrections[from + count] = (magnitude & 1) as u8;
            count += 1;
            continue;
        }
        state.end_blocks(tokens);
        tokens.small(AC, run as usize + 1, levels[k as usize & 63].signum().into());
        raw(tokens, &state.corrections[from..from + count]);
        (from, count, run) = (0, 0, 0);
    }
    if run > 0 || next <= last || count > 0 {
        state.ended += 1;
        state.kept += count;
        if state.ended == 0x7FFF || state.kept > MAX_CORRECTIONS - 64 + 1 {
            state.end_blocks(tokens);
        }
    }
}
