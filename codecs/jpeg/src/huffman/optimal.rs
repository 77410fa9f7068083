//! Tables made for the symbols of a picture (T.81 K.2).

use super::HuffmanTable;

/// The longest code that a table may hold.
const MAX_LENGTH: usize = 16;
/// A symbol that never occurs takes the longest code, so that no code is all ones.
const RESERVED: usize = 256;
/// The leaves of a tree: all symbols, and the reserved one.
const LEAVES: usize = RESERVED + 1;
/// Leaves and joins.
const NODES: usize = 2 * LEAVES - 1;

/// The table with the shortest code for symbols, at most 256 from 0 on, that occur `frequencies` times.
///
/// Where frequencies are equal the symbol of greater value goes first, as figure K.1 has it: the bytes of the file
/// depend on that.
pub(crate) fn optimal(frequencies: &[u64]) -> HuffmanTable {
    /// Few symbols of a small picture occur.
    const PIECE: usize = 8;
    // The symbols that occur, by value, and the trees that each of them is at first; the reserved one is the last.
    let (mut symbols, mut trees) = ([0; RESERVED], [Tree::default(); LEAVES]);
    let mut count = 0;
    for (piece, first) in frequencies.chunks(PIECE).zip((0..).step_by(PIECE)) {
        if piece.iter().fold(0, |any, frequency| any | frequency) == 0 {
            continue;
        }
        for (symbol, &frequency) in (first..).zip(piece).filter(|&(_, &frequency)| frequency > 0) {
            (symbols[count], trees[count]) = (symbol as u8, Tree::new(frequency, count));
            count += 1;
        }
    }
    trees[count] = Tree::new(1, count);
    let mut lengths = [0; NODES];
    code_lengths(&mut trees[..=count], &mut lengths);
    let lengths = &lengths[..=count];
    // Figure K.2. A tree of 257 leaves is at most 256 deep, and most are no deeper than codes may be.
    let mut counts = [0; LEAVES];
    let mut deepest = MAX_LENGTH;
    for &length in lengths.iter().filter(|&&length| length > 0) {
        counts[usize::from(length)] += 1;
        deepest = deepest.max(length.into());
    }
    limit_lengths(&mut counts[..=deepest]);
    let bits = std::array::from_fn(|i| counts[i + 1] as u8);

    // Figure K.4: by length before it was limited, then by value. The reserved symbol is not listed.
    let order = &mut trees[..count];
    for (listed, (&length, &symbol)) in order.iter_mut().zip(lengths.iter().zip(&symbols)) {
        // In place of the trees, which are one.
        *listed = Tree(u64::from(length) << u8::BITS | u64::from(symbol));
    }
    order.sort_unstable();
    for (symbol, listed) in symbols.iter_mut().zip(&*order) {
        *symbol = listed.0 as u8;
    }
    HuffmanTable::listed(bits, &symbols[..count])
}

/// A tree as a number that orders it: by frequency, and of those as rare the one of the last leaf first. A tree of two is
/// known by the leaf of the rarer one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tree(u64);

impl Tree {
    const LEAF_BITS: u32 = 9;

    fn new(frequency: u64, leaf: usize) -> Self {
        Self(frequency.min(u64::MAX >> Self::LEAF_BITS) << Self::LEAF_BITS | (RESERVED - leaf) as u64)
    }

    fn frequency(self) -> u64 {
        self.0 >> Self::LEAF_BITS
    }

    fn leaf(self) -> usize {
        RESERVED - (self.0 & ((1 << Self::LEAF_BITS) - 1)) as usize
    }
}

/// Figure K.1: joins the two rarest trees until one is left; each join makes the codes of both one bit longer. `depths` are
/// all 0, and become those of leaves, and of joins after them.
fn code_lengths(trees: &mut [Tree], depths: &mut [u16; NODES]) {
    // The rarest is the last.
    trees.sort_unstable_by(|a, b| b.cmp(a));

    // Nodes are leaves, and then joins in their order, so that a node's parent comes after it.
    let mut nodes: [u16; LEAVES] = std::array::from_fn(|leaf| leaf as u16);
    let mut count = trees.len();
    let mut joins = count;
    while count > 1 {
        let (first, second) = (trees[count - 1], trees[count - 2]);
        count -= 2;
        for tree in [first, second] {
            // The parent, for now.
            depths[usize::from(nodes[tree.leaf()])] = joins as u16;
        }
        nodes[first.leaf()] = joins as u16;
        joins += 1;
        let joined = Tree::new(first.frequency().saturating_add(second.frequency()), first.leaf());
        // Seldom far from the end.
        let mut place = count;
        while place > 0 && trees[place - 1] < joined {
            trees[place] = trees[place - 1];
            place -= 1;
        }
        trees[place] = joined;
        count += 1;
    }
    // The root has no parent.
    for node in (0..joins - 1).rev() {
        depths[node] = depths[usize::from(depths[node])] + 1;
    }
}

/// Figure K.3: shortens codes of more than 16 bits in pairs, each at the cost of a shorter code, and then takes back
/// the code of the reserved symbol, which is the last of the longest.
fn limit_lengths(counts: &mut [u16]) {
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
