//! What a token of 16 bits says: which symbol, with which additional bits.
//!
//! | tokens from | are |
//! |:--|:--|
//! | 0 | small AC coefficients: 10 bits of run and level for each destination |
//! | 2048 | symbols without their additional bits: 8 bits for each destination |
//! | 2560 | bits without a code: a one, and the bits after it |
//! | 3584 | small differences of DC coefficients: 8 bits for each destination |
//!
//! Few kinds, so that their codes stay in the fastest cache, and are soon made for a small picture.

use std::array;

use super::{Magnitude, symbol as symbol_of};
use crate::huffman::HuffmanTable;
use crate::kernels::SMALL;

/// Small levels.
const SPAN: usize = 2 * SMALL as usize;
/// Runs of at most 15 zeros, with small levels.
const SMALLS: usize = 16 * SPAN;
/// Symbols, whether they are of use or not.
const SYMBOLS: usize = 256;
/// Differences of DC coefficients from `-SMALL_DIFFERENCE` up to `SMALL_DIFFERENCE - 1` are small.
const SMALL_DIFFERENCE: i32 = 128;
/// How many there are.
const DIFFERENCES: usize = 2 * SMALL_DIFFERENCE as usize;
/// Categories of differences, and more.
const CATEGORIES: usize = 16;

const FIRST_SYMBOL: usize = 2 * SMALLS;
const FIRST_RAW: usize = FIRST_SYMBOL + 2 * SYMBOLS;
const FIRST_DC: usize = FIRST_RAW + (2 << LONGEST_RAW);
/// All tokens: a power of two, so that every number can be made one.
const KINDS: usize = FIRST_DC + 2 * DIFFERENCES;

/// The most bits without a code that one token has.
pub(super) const LONGEST_RAW: u32 = 9;
const _: () = assert!(KINDS.is_power_of_two() && KINDS <= 1 << 16);

/// Whether a level is small.
#[inline(always)]
pub(super) fn is_small(level: i32) -> bool {
    (-SMALL..SMALL).contains(&level)
}

/// Whether a difference of DC coefficients is small.
#[inline(always)]
pub(super) fn is_small_difference(difference: i32) -> bool {
    (-SMALL_DIFFERENCE..SMALL_DIFFERENCE).contains(&difference)
}

/// Where a run and a small level are: negative levels come before the run, round the corner for the first.
#[inline(always)]
fn place(run: usize, level: i32) -> usize {
    (SPAN * run).wrapping_add(level as usize) % SMALLS
}

/// A small AC coefficient after `run` zeros, at most 15.
#[inline(always)]
pub(super) fn small(table: usize, run: usize, level: i32) -> u16 {
    ((table & 1) * SMALLS + place(run, level)) as u16
}

/// A symbol of AC coefficients, without its additional bits.
#[inline(always)]
pub(super) fn symbol(table: usize, symbol: u8) -> u16 {
    (FIRST_SYMBOL + (table & 1) * SYMBOLS + usize::from(symbol)) as u16
}

/// The symbol of a difference of DC coefficients, without its additional bits: among those that AC coefficients do not
/// make, as no level has 15 bits.
#[inline(always)]
pub(super) fn dc_symbol(table: usize, category: u32) -> u16 {
    symbol(table, symbol_of(category as usize, 15))
}

/// The `length` low bits of `bits`, at most [`LONGEST_RAW`].
#[inline(always)]
pub(super) fn raw(bits: u32, length: u32) -> u16 {
    (FIRST_RAW + (1 << length | bits) as usize) as u16
}

/// A small difference of DC coefficients.
#[inline(always)]
pub(super) fn dc(table: usize, difference: i32) -> u16 {
    (FIRST_DC + (table & 1) * DIFFERENCES + difference as usize % DIFFERENCES) as u16
}

/// Values that follow each other, and whose additional bits do.
struct Stretch {
    /// The least value.
    first: i32,
    count: usize,
    /// The additional bits of the least.
    additional: u32,
}

/// The values of `category`, at least 1, from `-limit` to `limit - 1`: those above zero, and those below. `limit` is a power
/// of two.
fn stretches(category: u32, limit: i32) -> [Stretch; 2] {
    let least = 1 << (category - 1);
    let most = (2 * least - 1).min(limit);
    let above = if least < limit { least } else { 0 };
    let below = (most + 1 - least).max(0);
    [
        Stretch { first: least, count: above as usize, additional: least as u32 },
        Stretch { first: -most, count: below as usize, additional: (2 * least - 1 - most) as u32 },
    ]
}

/// How often tokens occur: by destination.
#[derive(Clone, Debug)]
pub(super) struct Frequencies {
    /// Small AC coefficients that are not among the symbols yet.
    small: [[u32; SMALLS]; 2],
    /// How many there may be before a count is too large.
    room: u32,
    /// Symbols of AC coefficients.
    symbols: [[u64; SYMBOLS]; 2],
    /// Categories of differences of DC coefficients.
    dc: [[u64; CATEGORIES]; 2],
}

impl Frequencies {
    /// Of no tokens yet.
    pub(super) fn boxed() -> Box<Self> {
        let (symbols, dc) = ([[0; SYMBOLS]; 2], [[0; CATEGORIES]; 2]);
        Box::new(Self { small: [[0; SMALLS]; 2], room: u32::MAX, symbols, dc })
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        if self.room < u32::MAX {
            self.small.as_flattened_mut().fill(0);
        }
        self.symbols.as_flattened_mut().fill(0);
        self.dc.as_flattened_mut().fill(0);
        self.room = u32::MAX;
    }

    /// Makes room for so many tokens to be counted.
    #[inline(always)]
    pub(super) fn expect(&mut self, tokens: usize) {
        match u32::try_from(tokens) {
            Ok(tokens) if tokens <= self.room => self.room -= tokens,
            _ => {
                self.settle();
                // A row of MCUs, or of blocks, is at most some millions.
                self.room = self.room.saturating_sub(tokens as u32);
            }
        }
    }

    #[inline(always)]
    pub(super) fn count_small(&mut self, table: usize, run: usize, level: i32) {
        self.small[table & 1][place(run, level)] += 1;
    }

    #[inline(always)]
    pub(super) fn count_symbol(&mut self, table: usize, symbol: u8) {
        self.symbols[table & 1][usize::from(symbol)] += 1;
    }

    #[inline(always)]
    pub(super) fn count_dc(&mut self, table: usize, difference: i32) {
        self.dc[table & 1][Magnitude::of(difference).category() as usize % CATEGORIES] += 1;
    }

    /// Counts small coefficients as their symbols.
    fn settle(&mut self) {
        for (small, symbols) in self.small.iter_mut().zip(&mut self.symbols) {
            for run in 0..16 {
                // Of a small picture most do not occur.
                let halves = [place(run, 0), place(run, -SMALL)];
                let occurs =
                    |first: usize| small[first..][..SPAN / 2].iter().fold(0, |any, count| any | count) != 0;
                if !halves.into_iter().any(occurs) {
                    continue;
                }
                for category in 1..=SMALL.ilog2() + 1 {
                    let symbol = &mut symbols[usize::from(symbol_of(run, category))];
                    for Stretch { first, count, .. } in stretches(category, SMALL) {
                        let counts = &small[place(run, first)..][..count];
                        *symbol += counts.iter().map(|&count| u64::from(count)).sum::<u64>();
                    }
                }
                for first in halves {
                    small[first..][..SPAN / 2].fill(0);
                }
            }
        }
        self.room = u32::MAX;
    }

    /// Adds what `other` counted, which forgets it.
    pub(super) fn take(&mut self, other: &mut Self) {
        let add = |counts: &mut [u64], more: &[u64]| {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        };
        other.settle();
        add(self.symbols.as_flattened_mut(), other.symbols.as_flattened());
        add(self.dc.as_flattened_mut(), other.dc.as_flattened());
        other.clear();
    }

    /// How often symbols occur: of DC and of AC coefficients.
    pub(super) fn of_symbols(&mut self) -> [[&[u64]; 2]; 2] {
        self.settle();
        array::from_fn(|table| [&self.dc[table][..], &self.symbols[table][..]])
    }
}

/// For each token that occurs the code with its additional bits: at most 27 bits, and below them their number.
#[derive(Clone, Debug)]
pub(super) struct Entries([u32; KINDS]);

/// Bits of an entry that hold the length.
const LENGTH_BITS: u32 = 5;

/// Puts `code` and numbers from `additional` on, which all have `length` bits together, into entries that follow each other.
fn put(entries: &mut [u32], code: u32, additional: u32, length: u32) {
    let first = (code | additional) << LENGTH_BITS | length;
    for (i, entry) in (0..).zip(entries) {
        *entry = first + (i << LENGTH_BITS);
    }
}

impl Entries {
    /// Only of bits without a code.
    pub(super) fn boxed() -> Box<Self> {
        let mut entries = Box::new(Self([0; KINDS]));
        for length in 1..=LONGEST_RAW {
            put(&mut entries.0[raw(0, length).into()..][..1 << length], 0, 0, length);
        }
        entries
    }

    /// The codes of `tables`, DC and AC, for luminance and for chrominance. Tokens without a code keep what they had.
    pub(super) fn fill(&mut self, tables: [[&HuffmanTable; 2]; 2]) {
        for (table, [dc_table, ac_table]) in tables.into_iter().enumerate() {
            let mut codes = ac_table.codes();
            while let Some((value, code, length)) = codes.next() {
                let (run, category) = (usize::from(value >> 4), u32::from(value & 15));
                put(&mut self.0[symbol(table, value).into()..][..1], code, 0, length);
                let (code, length) = (code << category, length + category);
                if (1..=SMALL.ilog2() + 1).contains(&category) {
                    for Stretch { first, count, additional } in stretches(category, SMALL) {
                        put(
                            &mut self.0[small(table, run, first).into()..][..count],
                            code,
                            additional,
                            length,
                        );
                    }
                }
            }
            let mut codes = dc_table.codes();
            while let Some((value, code, length)) = codes.next() {
                let category = u32::from(value);
                put(&mut self.0[dc_symbol(table, category).into()..][..1], code, 0, length);
                let (code, length) = (code << category, length + category);
                if category == 0 {
                    put(&mut self.0[dc(table, 0).into()..][..1], code, 0, length);
                } else if category <= SMALL_DIFFERENCE.ilog2() + 1 {
                    for Stretch { first, count, additional } in stretches(category, SMALL_DIFFERENCE) {
                        put(&mut self.0[dc(table, first).into()..][..count], code, additional, length);
                    }
                }
            }
        }
    }

    /// The code of a token, and its length.
    #[inline(always)]
    pub(super) fn code(&self, token: u16) -> (u64, u32) {
        let entry = self.0[usize::from(token) % KINDS];
        ((entry >> LENGTH_BITS).into(), entry & ((1 << LENGTH_BITS) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::huffman::{STANDARD, SymbolCodes};

    #[test]
    fn every_token_says_one_thing() {
        let mut seen = [false; KINDS];
        let mut take =
            |token: u16| assert!(!std::mem::replace(&mut seen[usize::from(token)], true), "{token}");
        for table in 0..2 {
            (0..16).for_each(|run| (-SMALL..SMALL).for_each(|level| take(small(table, run, level))));
            // Those of AC coefficients, of 10 bits at most, and then those of DC coefficients.
            let symbols = (0..=255).filter(|value| value & 15 <= 10);
            symbols.for_each(|value| take(symbol(table, value)));
            (0..=11).for_each(|category| take(dc_symbol(table, category)));
            let differences = (-2047..=2047).filter(|&difference| is_small_difference(difference));
            differences.for_each(|difference| take(dc(table, difference)));
        }
        (1..=LONGEST_RAW).for_each(|length| (0..1 << length).for_each(|bits| take(raw(bits, length))));
    }

    #[test]
    fn stretches_hold_every_value_once() {
        for limit in [1, 2, SMALL, SMALL_DIFFERENCE, 1024] {
            let mut seen = Vec::new();
            let all =
                (1..=11).flat_map(|category| stretches(category, limit).map(|stretch| (category, stretch)));
            for (category, Stretch { first, count, additional }) in all {
                for (value, additional) in (first..).zip(additional..).take(count) {
                    let magnitude = Magnitude::of(value);
                    assert_eq!((magnitude.category(), magnitude.additional_bits()), (category, additional));
                    seen.push(value);
                }
            }
            seen.sort_unstable();
            assert!(seen.into_iter().eq((-limit..limit).filter(|&value| value != 0)));
        }
    }

    #[test]
    fn tokens_have_the_codes_of_their_symbols() {
        let mut entries = Entries::boxed();
        // The second time over the first.
        for tables in [[&STANDARD[1], &STANDARD[0]], [&STANDARD[0], &STANDARD[1]]] {
            entries.fill(tables.map(|table| table.each_ref()));
            for (table, [dc_table, ac_table]) in tables.into_iter().enumerate() {
                let [dc_codes, ac_codes] = [dc_table, ac_table].map(SymbolCodes::new);
                let whole = |codes: &SymbolCodes, symbol, value| {
                    SymbolCodes::unpack(codes.with_bits(symbol, Magnitude::of(value).additional_bits()))
                };
                for difference in (-2047..=2047).filter(|&difference| is_small_difference(difference)) {
                    let category = Magnitude::of(difference).category() as u8;
                    assert_eq!(entries.code(dc(table, difference)), whole(&dc_codes, category, difference));
                }
                for (run, level) in (0..16).flat_map(|run| (-SMALL..SMALL).map(move |level| (run, level))) {
                    if level != 0 {
                        let symbol = symbol_of(run, Magnitude::of(level).category());
                        let expected = whole(&ac_codes, symbol, level);
                        assert_eq!(entries.code(small(table, run, level)), expected, "{run}, {level}");
                    }
                }
                for category in 0..=11u8 {
                    let (code, length) = SymbolCodes::unpack(dc_codes.entry(category));
                    let expected = (code >> category, length - u32::from(category));
                    assert_eq!(entries.code(dc_symbol(table, category.into())), expected);
                }
                for value in [0x00, 0xF0, 0x01, 0xFA, 0x56] {
                    let (code, length) = SymbolCodes::unpack(ac_codes.entry(value));
                    let additional = u32::from(value & 15);
                    assert_eq!(entries.code(symbol(table, value)), (code >> additional, length - additional));
                }
            }
        }
        assert_eq!(entries.code(raw(0b101, 4)), (0b101, 4));
        assert_eq!(
            entries.code(raw((1 << LONGEST_RAW) - 1, LONGEST_RAW)),
            ((1 << LONGEST_RAW) - 1, LONGEST_RAW)
        );
    }

    #[test]
    fn small_coefficients_count_as_their_symbols() {
        let mut frequencies = Frequencies::boxed();
        for (run, level) in [(0, -1), (0, 1), (15, -32), (15, 31), (3, -2)] {
            frequencies.count_small(1, run, level);
        }
        frequencies.count_symbol(1, 0x01);
        frequencies.count_dc(0, -1024);
        let mut twice = frequencies.clone();
        twice.take(&mut frequencies.clone());
        for (mut frequencies, times) in [(frequencies, 1), (twice, 2)] {
            let [[y_dc, y_ac], [c_dc, c_ac]] = frequencies.of_symbols();
            assert_eq!(
                [c_ac[0x01], c_ac[0xF6], c_ac[0xF5], c_ac[0x32]],
                [3, 1, 1, 1].map(|count| count * times)
            );
            assert_eq!((c_ac.iter().sum::<u64>(), y_ac.iter().sum::<u64>()), (6 * times, 0));
            assert_eq!((y_dc[11], y_dc.iter().sum::<u64>(), c_dc.iter().sum::<u64>()), (times, times, 0));
        }
    }

    #[test]
    fn counts_that_could_become_too_large_are_settled() {
        let mut frequencies = Frequencies::boxed();
        for _ in 0..3 {
            frequencies.expect(u32::MAX as usize / 2);
            frequencies.small[0][place(0, 1)] += u32::MAX / 2;
        }
        assert_eq!(frequencies.of_symbols()[0][1][0x01], 3 * u64::from(u32::MAX / 2));
    }
}
