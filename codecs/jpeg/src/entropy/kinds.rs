//! What a token of 16 bits says: which symbol, with which additional bits.
//!
//! | tokens from | are |
//! |:--|:--|
//! | 0 | small AC coefficients: 10 bits of run and level for each destination |
//! | 2048 | symbols of AC coefficients without their additional bits: 8 bits for each destination |
//! | 2560 | bits without a code: a one, and the bits after it |
//! | 8192 | differences of DC coefficients: 12 bits for each destination |

use super::{Magnitude, symbol as symbol_of};
use crate::huffman::{HuffmanTable, SymbolCodes};
use crate::kernels::SMALL;

/// Small levels.
const SPAN: usize = 2 * SMALL as usize;
/// Runs of at most 15 zeros, with small levels.
const SMALLS: usize = 16 * SPAN;
/// Symbols, whether they are of use or not.
const SYMBOLS: usize = 256;
/// Differences of DC coefficients, of 11 bits and a sign.
const DIFFERENCES: usize = 1 << 12;
/// Categories of them, and more.
const CATEGORIES: usize = 16;

const FIRST_SYMBOL: usize = 2 * SMALLS;
const FIRST_RAW: usize = FIRST_SYMBOL + 2 * SYMBOLS;
const FIRST_DC: usize = 8192;
/// All tokens.
const KINDS: usize = FIRST_DC + 2 * DIFFERENCES;

/// The most bits without a code that one token has.
pub(super) const LONGEST_RAW: u32 = 10;
const _: () = assert!(FIRST_RAW + (2 << LONGEST_RAW) <= FIRST_DC && KINDS <= 1 << 16);

/// Whether a level is small.
#[inline(always)]
pub(super) fn is_small(level: i32) -> bool {
    (-SMALL..SMALL).contains(&level)
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

/// The `length` low bits of `bits`, at most [`LONGEST_RAW`].
#[inline(always)]
pub(super) fn raw(bits: u32, length: u32) -> u16 {
    (FIRST_RAW + (1 << length | bits) as usize) as u16
}

/// A difference of DC coefficients.
#[inline(always)]
pub(super) fn dc(table: usize, difference: i32) -> u16 {
    (FIRST_DC + (table & 1) * DIFFERENCES + difference as usize % DIFFERENCES) as u16
}

/// How often tokens occur: by destination.
#[derive(Clone, Debug)]
pub(super) struct Frequencies {
    small: [[u64; SMALLS]; 2],
    symbols: [[u64; SYMBOLS]; 2],
    /// By category.
    dc: [[u64; CATEGORIES]; 2],
}

impl Default for Frequencies {
    fn default() -> Self {
        Self { small: [[0; SMALLS]; 2], symbols: [[0; SYMBOLS]; 2], dc: [[0; CATEGORIES]; 2] }
    }
}

impl Frequencies {
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

    pub(super) fn add(&mut self, other: &Self) {
        let add = |counts: &mut [u64], more: &[u64]| {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        };
        add(self.small.as_flattened_mut(), other.small.as_flattened());
        add(self.symbols.as_flattened_mut(), other.symbols.as_flattened());
        add(self.dc.as_flattened_mut(), other.dc.as_flattened());
    }

    /// How often symbols occur: of DC and of AC coefficients.
    pub(super) fn of_symbols(&self) -> [[[u64; 256]; 2]; 2] {
        [0, 1].map(|table| {
            let (mut dc, mut ac) = ([0; 256], self.symbols[table]);
            dc[..CATEGORIES].copy_from_slice(&self.dc[table]);
            for run in 0..16 {
                for level in -SMALL..SMALL {
                    let symbol = symbol_of(run, Magnitude::of(level).category());
                    ac[usize::from(symbol)] += self.small[table][place(run, level)];
                }
            }
            [dc, ac]
        })
    }
}

/// For each token that occurs the code with its additional bits, as entries of [`SymbolCodes`].
#[derive(Clone, Debug)]
pub(super) struct Entries([u64; KINDS]);

impl Default for Entries {
    fn default() -> Self {
        let mut entries = [0; KINDS];
        for length in 1..=LONGEST_RAW {
            for bits in 0..1 << length {
                entries[usize::from(raw(bits, length))] = SymbolCodes::pack(bits.into(), length);
            }
        }
        Self(entries)
    }
}

impl Entries {
    /// The codes of `tables`, DC and AC, for luminance and for chrominance. Tokens that do not occur may have any.
    pub(super) fn fill(&mut self, frequencies: &Frequencies, tables: [[&HuffmanTable; 2]; 2]) {
        for (table, codes) in tables.into_iter().enumerate() {
            let [dc_codes, ac] = codes.map(SymbolCodes::new);
            for run in 0..16 {
                for level in -SMALL..SMALL {
                    if frequencies.small[table][place(run, level)] > 0 {
                        let magnitude = Magnitude::of(level);
                        let symbol = symbol_of(run, magnitude.category());
                        self.0[usize::from(small(table, run, level))] =
                            ac.with_bits(symbol, magnitude.additional_bits());
                    }
                }
            }
            for value in 0..=255 {
                // What the entry has room for is left out.
                let (code, length) = SymbolCodes::unpack(ac.entry(value));
                let additional = u32::from(value & 15);
                self.0[usize::from(symbol(table, value))] =
                    SymbolCodes::pack(code >> additional, length.saturating_sub(additional));
            }
            let largest = (1..12).rev().find(|&category| frequencies.dc[table][category] > 0);
            let most = (1 << largest.unwrap_or_default()) - 1;
            for difference in -most..=most {
                let magnitude = Magnitude::of(difference);
                self.0[usize::from(dc(table, difference))] =
                    dc_codes.with_bits(magnitude.category() as u8, magnitude.additional_bits());
            }
        }
    }

    /// The code of a token, and its length.
    #[inline(always)]
    pub(super) fn code(&self, token: u16) -> (u64, u32) {
        SymbolCodes::unpack(self.0[usize::from(token) % KINDS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_says_one_thing() {
        let mut seen = [false; KINDS];
        let mut take =
            |token: u16| assert!(!std::mem::replace(&mut seen[usize::from(token)], true), "{token}");
        for table in 0..2 {
            (0..16).for_each(|run| (-SMALL..SMALL).for_each(|level| take(small(table, run, level))));
            (0..=255).for_each(|value| take(symbol(table, value)));
            (-2047..=2047).for_each(|difference| take(dc(table, difference)));
        }
        (1..=LONGEST_RAW).for_each(|length| (0..1 << length).for_each(|bits| take(raw(bits, length))));
    }

    #[test]
    fn small_coefficients_count_as_their_symbols() {
        let mut frequencies = Frequencies::default();
        for (run, level) in [(0, -1), (0, 1), (15, -32), (15, 31), (3, -2)] {
            frequencies.count_small(1, run, level);
        }
        frequencies.count_symbol(1, 0x01);
        frequencies.count_dc(0, -1024);
        let mut twice = frequencies.clone();
        twice.add(&frequencies);
        for (frequencies, times) in [(frequencies, 1), (twice, 2)] {
            let [[y_dc, y_ac], [c_dc, c_ac]] = frequencies.of_symbols();
            assert_eq!(
                [c_ac[0x01], c_ac[0xF6], c_ac[0xF5], c_ac[0x32]],
                [3, 1, 1, 1].map(|count| count * times)
            );
            assert_eq!((c_ac.iter().sum::<u64>(), y_ac.iter().sum::<u64>()), (6 * times, 0));
            assert_eq!((y_dc[11], y_dc.iter().sum::<u64>(), c_dc.iter().sum::<u64>()), (times, times, 0));
        }
    }
}
