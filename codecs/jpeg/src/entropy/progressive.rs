//! The symbols of one scan of a progressive frame (T.81 G.1.2).

use std::ops::Range;

use unite::kernel;

use super::{Magnitude, McuBlock, Tokens, ZERO_RUN};
use crate::script::Scan;

/// Where the tokens of AC coefficients are counted, and of bits without a code.
const AC: usize = 1;
const RAW: usize = 3;

/// The most bits of corrections that are kept back: an end of band is written before there could be more.
const MAX_CORRECTIONS: usize = 1000;

/// What a scan keeps back from block to block.
#[derive(Debug)]
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
    fn unit(&mut self, tokens: &mut Tokens) {
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
    fn end_blocks(&mut self, tokens: &mut Tokens) {
        if self.ended == 0 {
            return;
        }
        let bits = self.ended.ilog2();
        tokens.put(AC, (bits << 4) as u8, 0);
        tokens.put(RAW, bits as u8, self.ended & ((1 << bits) - 1));
        raw(tokens, &self.corrections[..self.kept]);
        (self.ended, self.kept) = (0, 0);
    }
}

/// Bits as they are, one in each byte.
#[inline(always)]
fn raw(tokens: &mut Tokens, bits: &[u8]) {
    for piece in bits.chunks(15) {
        let value = piece.iter().fold(0, |value, &bit| value << 1 | u32::from(bit));
        tokens.put(RAW, piece.len() as u8, value);
    }
}

/// The most tokens of a block: 63 coefficients, three ZRL, an end, its bits, and corrections.
pub(super) const TOKENS_PER_BLOCK: usize = 64 + 3 + 2 + 64 + MAX_CORRECTIONS.div_ceil(15);

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
    tokens.grow(units.len() * blocks.len() * TOKENS_PER_BLOCK);
    for unit in units {
        state.unit(tokens);
        for block in blocks {
            let at = block.first + unit * block.step;
            let (levels, nonzero) = (&block.levels[at], block.nonzero[at]);
            match (scan.band, scan.high) {
                ([0, _], 0) => dc_first(tokens, scan, block, levels[0], state),
                ([0, _], _) => tokens.put(RAW, 1, (levels[0] >> scan.low) as u32 & 1),
                (_, 0) => ac_first(tokens, scan, levels, nonzero, state),
                (_, _) => ac_refinement(tokens, scan, levels, nonzero, state),
            }
        }
    }
}

/// What is still kept back when the last unit has come.
pub(crate) fn end_of_scan(tokens: &mut Tokens, state: &mut Progression) {
    tokens.grow(TOKENS_PER_BLOCK);
    state.end_blocks(tokens);
}

/// The first scan of a DC coefficient (G.1.2.1): as in a sequential frame, of the shifted coefficient.
#[inline(always)]
fn dc_first(tokens: &mut Tokens, scan: &Scan, block: &McuBlock<'_>, level: i16, state: &mut Progression) {
    let shifted = i32::from(level >> scan.low);
    let prediction = &mut state.prediction[block.component & 3];
    let magnitude = Magnitude::of(shifted - *prediction);
    *prediction = shifted;
    tokens.put((block.table & 1) << 1, magnitude.category() as u8, magnitude.additional_bits());
}

/// The coefficients of the band of `scan` that are not zero.
#[inline(always)]
fn in_band(scan: &Scan, nonzero: u64) -> u64 {
    let [first, last] = scan.band;
    nonzero & (u64::MAX << first) & (u64::MAX >> (63 - last))
}

/// The first scan of AC coefficients (G.1.2.2, figure G.3).
#[inline(always)]
fn ac_first(tokens: &mut Tokens, scan: &Scan, levels: &[i16; 64], nonzero: u64, state: &mut Progression) {
    let [first, last] = scan.band.map(u32::from);
    let mut next = first;
    let mut rest = in_band(scan, nonzero);
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
            tokens.put(AC, ZERO_RUN, 0);
            run -= 16;
        }
        let magnitude = Magnitude::of(if level < 0 { -magnitude } else { magnitude });
        tokens.put(AC, (run << 4 | magnitude.category()) as u8, magnitude.additional_bits());
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
    tokens: &mut Tokens,
    scan: &Scan,
    levels: &[i16; 64],
    nonzero: u64,
    state: &mut Progression,
) {
    let last = u32::from(scan.band[1]);
    let magnitude = |k: u32| u32::from(levels[k as usize & 63].unsigned_abs()) >> scan.low;
    // The last that becomes other than zero: after it there are no runs.
    let mut new = in_band(scan, nonzero);
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
    let mut rest = in_band(scan, nonzero);
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
            tokens.put(AC, ZERO_RUN, 0);
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
        tokens.put(AC, (run << 4 | 1) as u8, u32::from(levels[k as usize] >= 0));
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
