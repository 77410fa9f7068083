//! Tables made for the symbols of a picture (T.81 K.2).

use std::cmp::Reverse;

use super::HuffmanTable;

/// The longest code that a table may hold.
const MAX_LENGTH: usize = 16;
/// A symbol that never occurs takes the longest code, so that no code is all ones.
const RESERVED: usize = 256;

/// The table with the shortest code for symbols that occur `frequencies` times.
///
/// Where frequencies are equal the symbol of greater value goes first, as figure K.1 has it: the bytes of the file
/// depend on that.
pub(crate) fn optimal(frequencies: &[u64; 256]) -> HuffmanTable {
    let lengths = code_lengths(frequencies);
    // Figure K.2. A tree of 257 leaves is at most 256 deep.
    let mut counts = [0; RESERVED + 1];
    for &length in lengths.iter().filter(|&&length| length > 0) {
        counts[length] += 1;
    }
    limit_lengths(&mut counts);
    let bits = std::array::from_fn(|i| counts[i + 1] as u8);

    // Figure K.4: by length before it was limited, then by value. The reserved symbol is not listed.
    let mut values = [0; RESERVED];
    let mut listed = 0;
    for value in (0..=255).filter(|&value| lengths[usize::from(value)] > 0) {
        values[listed] = value;
        listed += 1;
    }
    let values = &mut values[..listed];
    values.sort_unstable_by_key(|&value| (lengths[usize::from(value)], value));
    HuffmanTable::listed(bits, values)
}

/// Figure K.1: joins the two rarest trees until one is left; each join makes the codes of both one bit longer.
fn code_lengths(frequencies: &[u64; 256]) -> [usize; RESERVED + 1] {
    let mut frequency = [0u64; RESERVED + 1];
    frequency[..RESERVED].copy_from_slice(frequencies);
    frequency[RESERVED] = 1;
    let mut lengths = [0; RESERVED + 1];
    // The symbols of a tree are chained from its first.
    let mut next: [Option<usize>; RESERVED + 1] = [None; RESERVED + 1];

    let mut all = [0; RESERVED + 1];
    let mut count = 0;
    for symbol in (0..=RESERVED).filter(|&symbol| frequency[symbol] > 0) {
        all[count] = symbol;
        count += 1;
    }
    // The rarest root is the last, and of those as rare the one of the greatest symbol.
    let key = |frequency: &[u64], root: usize| Reverse((frequency[root], Reverse(root)));
    all[..count].sort_unstable_by_key(|&root| key(&frequency, root));
    while count > 1 {
        let (first, second) = (all[count - 1], all[count - 2]);
        frequency[first] = frequency[first].saturating_add(frequency[second]);
        count -= 2;
        let mut symbol = first;
        lengths[symbol] += 1;
        while let Some(chained) = next[symbol] {
            symbol = chained;
            lengths[symbol] += 1;
        }
        next[symbol] = Some(second);
        while let Some(chained) = next[symbol] {
            symbol = chained;
            lengths[symbol] += 1;
        }
        let place = all[..count].partition_point(|&root| key(&frequency, root) < key(&frequency, first));
        all.copy_within(place..count, place + 1);
        all[place] = first;
        count += 1;
    }
    lengths
}

/// Figure K.3: shortens codes of more than 16 bits in pairs, each at the cost of a shorter code, and then takes back
/// the code of the reserved symbol, which is the last of the longest.
fn limit_lengths(counts: &mut [usize; RESERVED + 1]) {
    for length in (MAX_LENGTH + 1..counts.len()).rev() {
        while counts[length] > 0 {
            let Some(shorter) = (1..length - 1).rev().find(|&shorter| counts[shorter] > 0) else { break };
            counts[length] -= 2;
            counts[length - 1] += 1;
            counts[shorter + 1] += 2;
            counts[shorter] -= 1;
        }
    }
    if let Some(longest) = counts.iter_mut().rev().find(|count| **count > 0) {
        *longest -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kraft_sum(spec: &HuffmanTable) -> u32 {
        spec.bits().iter().enumerate().map(|(i, &count)| u32::from(count) << (15 - i)).sum()
    }

    #[test]
    fn one_symbol_gets_one_bit() {
        let mut frequencies = [0; 256];
        frequencies[7] = 1000;
        let spec = optimal(&frequencies);
        assert_eq!((spec.bits()[0], spec.values()), (1, &[7][..]));
    }

    #[test]
    fn no_symbol_gets_an_empty_table() {
        let spec = optimal(&[0; 256]);
        assert_eq!((*spec.bits(), spec.values().len()), ([0; 16], 0));
    }

    #[test]
    fn deep_trees_are_cut_to_16_bits_and_no_code_is_all_ones() {
        let mut frequencies = [0; 256];
        let (mut a, mut b) = (1, 1);
        for frequency in &mut frequencies[..80] {
            *frequency = a;
            (a, b) = (b, a + b);
        }
        let spec = optimal(&frequencies);
        assert_eq!(spec.bits().iter().map(|&count| usize::from(count)).sum::<usize>(), 80);
        assert_eq!(spec.values().len(), 80);
        assert!(kraft_sum(&spec) < 1 << 16);
        // The most frequent symbols still have the shortest codes.
        assert!(spec.values()[..2].iter().all(|value| (78..80).contains(value)), "{:?}", spec.values());
    }

    #[test]
    fn equal_frequencies_fill_the_tree() {
        let spec = optimal(&[5; 256]);
        assert_eq!(spec.values().len(), 256);
        assert!(kraft_sum(&spec) < 1 << 16);
    }
}
