//! What a table says, and the codes that follow from it (T.81 Annex C).

use crate::Error;

/// A Huffman table as a DHT segment lists it (T.81 B.2.4.2).
///
/// ```
/// use unite_jpeg::HuffmanTable;
///
/// // Two symbols of two bits, and one of three.
/// let mut bits = [0; 16];
/// (bits[1], bits[2]) = (2, 1);
/// let table = HuffmanTable::new(bits, &[0, 1, 2])?;
/// assert_eq!(table.values(), [0, 1, 2]);
/// # Ok::<(), unite_jpeg::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HuffmanTable {
    /// BITS: how many codes there are of each length, from 1 to 16 bits.
    bits: [u8; 16],
    /// HUFFVAL: the symbols, by increasing length of their code, and zeros after them.
    values: [u8; 256],
}

impl HuffmanTable {
    /// A table with `bits[i]` codes of `i + 1` bits, for the symbols `values` by increasing length of their code.
    ///
    /// # Errors
    /// [`Error::HuffmanTable`] if there are more or fewer values than codes, if a value comes twice, or if there are more
    /// codes than fit, that of ones only left out (T.81 C.2).
    pub fn new(bits: [u8; 16], values: &[u8]) -> Result<Self, Error> {
        let count: usize = bits.iter().map(|&count| usize::from(count)).sum();
        let weight: u32 = (1..).zip(bits).map(|(length, count)| u32::from(count) << (16 - length)).sum();
        let mut seen = [false; 256];
        let repeated = values.iter().any(|&value| std::mem::replace(&mut seen[usize::from(value)], true));
        if count != values.len() || repeated || weight >= 1 << 16 {
            return Err(Error::HuffmanTable);
        }
        Ok(Self::listed(bits, values))
    }

    /// As [`new`](Self::new), of what is known to be right.
    pub(crate) const fn listed(bits: [u8; 16], listed: &[u8]) -> Self {
        let mut values = [0; 256];
        values.split_at_mut(listed.len()).0.copy_from_slice(listed);
        Self { bits, values }
    }

    /// How many codes there are of each length, from 1 to 16 bits.
    pub fn bits(&self) -> &[u8; 16] {
        &self.bits
    }

    /// The symbols, by increasing length of their code.
    pub fn values(&self) -> &[u8] {
        &self.values[..self.bits.iter().map(|&count| usize::from(count)).sum()]
    }

    /// The codes of its symbols.
    pub(crate) const fn codes(&self) -> Codes<'_> {
        Codes { spec: self, listed: 0, code: 0, length: 0, left: 0 }
    }

    /// Whether there is a code for each of `symbols`.
    pub(crate) fn has_all(&self, mut symbols: impl Iterator<Item = u8>) -> bool {
        symbols.all(|symbol| self.values().contains(&symbol))
    }
}

/// The codes of a table one after the other: symbol, code, and its length.
pub(crate) struct Codes<'a> {
    spec: &'a HuffmanTable,
    /// Symbols that had their turn.
    listed: usize,
    code: u32,
    /// The length of the next code, and how many there are of it.
    length: u32,
    left: u8,
}

impl Codes<'_> {
    /// The next by the procedure of C.2: codes of one length count up, and doubling the next gives the first of the next
    /// length.
    // No iterator, as the codes of the standard's tables are constants.
    pub(crate) const fn next(&mut self) -> Option<(u8, u32, u32)> {
        while self.left == 0 {
            if self.length as usize == self.spec.bits.len() {
                return None;
            }
            self.left = self.spec.bits[self.length as usize];
            self.length += 1;
            self.code <<= 1;
        }
        let (value, code) = (self.spec.values[self.listed], self.code);
        self.left -= 1;
        self.listed += 1;
        self.code += 1;
        Some((value, code, self.length))
    }
}

/// For each symbol `RRRRSSSS` its code with room for the SSSS bits that follow it, so that code and bits are put at
/// once: at most 16 + 11 bits.
///
/// An entry holds the length of both in its low byte, and above that the code, shifted left by SSSS.
#[derive(Clone, Debug)]
pub(crate) struct SymbolCodes([u64; 256]);

impl SymbolCodes {
    /// Bits of an entry that hold the length.
    const LENGTH_BITS: u32 = 8;

    /// The codes of `spec`. Symbols without a code get the entry 0.
    pub(crate) const fn new(spec: &HuffmanTable) -> Self {
        let mut entries = [0; 256];
        let mut codes = spec.codes();
        while let Some((value, code, length)) = codes.next() {
            let extra = value as u32 & 15;
            entries[value as usize] = Self::pack((code as u64) << extra, length + extra);
        }
        Self(entries)
    }

    /// The entry of `symbol`.
    #[inline(always)]
    pub(crate) const fn entry(&self, symbol: u8) -> u64 {
        self.0[symbol as usize]
    }

    /// The entry of `symbol` with the bits `additional` put into its room for them.
    #[inline(always)]
    pub(crate) const fn with_bits(&self, symbol: u8, additional: u32) -> u64 {
        self.entry(symbol) | (additional as u64) << Self::LENGTH_BITS
    }

    /// An entry of a code of at most 56 bits, and its length.
    #[inline(always)]
    pub(crate) const fn pack(code: u64, length: u32) -> u64 {
        code << Self::LENGTH_BITS | length as u64
    }

    /// The code and the length of an entry, as a bit writer takes them.
    #[inline(always)]
    pub(crate) const fn unpack(entry: u64) -> (u64, u32) {
        (entry >> Self::LENGTH_BITS, entry as u32 & ((1 << Self::LENGTH_BITS) - 1))
    }
}
