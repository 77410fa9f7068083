//! The coding of differences (T.81 H.1.2.2): how many bits each has, and those bits.

use unite::kernel;
use unite_bitstream::{BitSegments, GroupWriter};

use crate::huffman::{HuffmanTable, SymbolCodes, optimal};

/// Categories of differences modulo 65536: SSSS is 0 to 16 (table H.2).
pub(super) const CATEGORIES: usize = 17;

/// How often each category occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts(pub [u64; CATEGORIES]);

impl Counts {
    /// The best table for categories that occur so often.
    pub(super) fn table(&self) -> HuffmanTable {
        let mut frequencies = [0; 256];
        frequencies[..CATEGORIES].copy_from_slice(&self.0);
        optimal(&frequencies)
    }

    /// How many bits it takes to write them with `table`.
    pub(super) fn cost(&self, table: &HuffmanTable) -> u64 {
        let mut values = table.values().iter();
        let mut bits = 0;
        for (length, &count) in (1..).zip(table.bits()) {
            for &category in values.by_ref().take(count.into()) {
                let extra = u64::from(category % 16);
                bits += self.0[usize::from(category)] * (length + extra);
            }
        }
        bits
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

/// A table for samples of `bits` bits without regard to the picture. It has a code for every category that can occur, and
/// none for others.
///
/// Noise has some three bits less than a sample; categories below occur half as often one after the other, those above
/// a third as often.
pub(super) fn fixed_table(bits: u8) -> HuffmanTable {
    let largest = (usize::from(bits) + 1).min(CATEGORIES - 1);
    let usual = usize::from(bits.saturating_sub(5)).max(1);
    let mut counts = Counts::default();
    for (category, count) in counts.0[..=largest].iter_mut().enumerate() {
        let rarity = match category.checked_sub(usual) {
            Some(above) => 3u64.pow(above as u32),
            None => 1 << (usual - category),
        };
        *count = ((1 << 20) / rarity).max(1);
    }
    counts.table()
}

/// Counts the categories of `differences`. A kernel without tensors: for the instruction sets.
#[kernel]
pub(super) fn count(differences: &[i16], bits: u8, counts: &mut Counts) {
    /// So many can be counted in 16 bits, and stay in the fastest cache while they are counted once for each category.
    const PIECE: usize = 8192;
    // A difference has at most one bit more than the samples.
    let largest = (usize::from(bits) + 1).min(CATEGORIES - 1);
    for piece in differences.chunks(PIECE) {
        let mut above = piece.len() as u16;
        for category in 0..largest {
            let limit = 1u16 << category;
            let mut at_least = 0u16;
            for &difference in piece {
                at_least += u16::from(difference.unsigned_abs() >= limit);
            }
            counts.0[category] += u64::from(above - at_least);
            above = at_least;
        }
        counts.0[largest] += u64::from(above);
    }
}

/// Differences from `-SMALL` up to `SMALL - 1` have entries of their own: all that 8 bits a sample can make.
const SMALL: usize = 512;

/// The code of each difference.
#[derive(Clone, Debug)]
pub(super) struct DifferenceCodes {
    /// By the low bits of the difference: the code with additional bits, shifted left by [`LENGTH_BITS`](Self::LENGTH_BITS),
    /// and the length of both.
    small: [u32; 2 * SMALL],
    /// By category.
    categories: [Category; CATEGORIES.next_power_of_two()],
    /// The longest code of a small difference, with additional bits.
    longest_small: u32,
    /// The longest code of all, with additional bits.
    longest: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Category {
    /// The code, shifted left by the number of additional bits.
    code: u32,
    /// Bits of both.
    length: u32,
    /// Which bits of the difference are added, of the difference less one if it is negative.
    additional: u32,
}

impl DifferenceCodes {
    const LENGTH_BITS: u32 = 6;

    pub(super) fn new(table: &HuffmanTable) -> Self {
        let codes = SymbolCodes::new(table);
        let categories = std::array::from_fn(|category| {
            if category >= CATEGORIES {
                return Category::default();
            }
            let (code, length) = SymbolCodes::unpack(codes.entry(category as u8));
            // Category 16 is the one difference 32768, which needs no additional bits.
            let additional = (1 << (category % 16)) - 1;
            Category { code: code as u32, length, additional }
        });
        let mut codes = Self { small: [0; 2 * SMALL], categories, longest_small: 0, longest: 0 };
        for difference in -(SMALL as i16)..SMALL as i16 {
            let (code, length) = codes.any(difference);
            codes.longest_small = codes.longest_small.max(length);
            codes.small[difference as usize % (2 * SMALL)] = (code as u32) << Self::LENGTH_BITS | length;
        }
        codes.longest = codes.categories.iter().map(|category| category.length).fold(0, u32::max);
        codes
    }

    /// Code and length of any difference.
    #[inline(always)]
    fn any(&self, difference: i16) -> (u64, u32) {
        let magnitude = u32::from(difference.unsigned_abs());
        let category = &self.categories[(u32::BITS - magnitude.leading_zeros()) as usize % 32];
        let less_one = i32::from(difference) + i32::from(difference >> 15);
        (u64::from(category.code | less_one as u32 & category.additional), category.length)
    }

    /// Code and length of a difference from `-SMALL` up to `SMALL - 1`.
    #[inline(always)]
    fn small(&self, difference: i16) -> (u64, u32) {
        let entry = self.small[difference as usize % (2 * SMALL)];
        (u64::from(entry >> Self::LENGTH_BITS), entry & ((1 << Self::LENGTH_BITS) - 1))
    }
}

/// Writes the differences of rows of `row` samples each; before those in `restarts`, counted from the first, a segment
/// ends. `bits` is how many a sample has. A kernel without tensors: for the instruction sets.
#[kernel]
pub(super) fn write(
    segments: &mut BitSegments,
    codes: &DifferenceCodes,
    differences: &[i16],
    bits: u8,
    row: usize,
    restarts: impl Iterator<Item = usize>,
) {
    let (rows, small) = (differences.len() / row.max(1), bits <= 8);
    let longest = if small { codes.longest_small } else { codes.longest } as usize;
    let mut writer = segments.group_writer((differences.len() * longest).div_ceil(8) + rows);
    let mut start = 0;
    for end in restarts.map(|restart| Some(restart * row)).chain([None]) {
        let run = &differences[start..end.unwrap_or(differences.len())];
        let small_code = |difference| codes.small(difference);
        let any_code = |difference| codes.any(difference);
        match (GroupWriter::MAX_LENGTH as usize / longest.max(1), small) {
            (3.., true) => groups::<3>(&mut writer, run, small_code),
            (2, true) => groups::<2>(&mut writer, run, small_code),
            (2.., false) => groups::<2>(&mut writer, run, any_code),
            _ => groups::<1>(&mut writer, run, any_code),
        }
        if let Some(end) = end {
            writer.end_segment();
            start = end;
        }
    }
    writer.finish();
}

/// Writes the codes of `N` differences at once.
#[inline(always)]
fn groups<const N: usize>(
    writer: &mut GroupWriter<'_>,
    differences: &[i16],
    code: impl Fn(i16) -> (u64, u32),
) {
    let (groups, rest) = differences.as_chunks::<N>();
    let mut put = |group: &[i16]| {
        let (mut bits, mut length) = (0, 0);
        for &difference in group {
            let (code, more) = code(difference);
            bits = bits << more | code;
            length += more;
        }
        writer.put(bits, length);
    };
    groups.iter().for_each(|group| put(group));
    put(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table H.2, as it reads.
    fn category(difference: i16) -> usize {
        (0..CATEGORIES).find(|&category| u32::from(difference.unsigned_abs()) < 1 << category).unwrap()
    }

    #[test]
    fn categories_are_counted() {
        let all: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        let mut counts = Counts::default();
        count(&all, 16, &mut counts);
        assert_eq!(counts.0[..3], [1, 2, 4]);
        assert_eq!(counts.0[15..], [1 << 15, 1]);
        let small: Vec<i16> = (-510..=510).collect();
        let mut counts = Counts::default();
        count(&small, 8, &mut counts);
        assert_eq!((counts.0[9], counts.0[10], counts.0.iter().sum()), (510, 0, 1021));
    }

    #[test]
    fn codes_are_those_of_tables_h_2() {
        let table = fixed_table(16);
        let codes = DifferenceCodes::new(&table);
        let symbols = SymbolCodes::new(&table);
        for difference in i16::MIN..=i16::MAX {
            let category = category(difference);
            let (code, length) = SymbolCodes::unpack(symbols.entry(category as u8));
            let additional = match category {
                0 | 16 => 0,
                _ if difference < 0 => (i32::from(difference) + (1 << category) - 1) as u64,
                _ => difference as u64,
            };
            assert_eq!(codes.any(difference), (code | additional, length), "{difference}");
            if (-512..512).contains(&difference) {
                assert_eq!(codes.small(difference), codes.any(difference), "{difference}");
            }
        }
    }

    #[test]
    fn fixed_tables_are_minimal() {
        for bits in 1..=16 {
            let table = fixed_table(bits);
            let mut values = table.values().to_vec();
            values.sort_unstable();
            assert!(values.into_iter().eq(0..=(bits + 1).min(16)), "{bits} bits");
        }
    }
}
