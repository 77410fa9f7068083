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
    pub(crate) fn listed(bits: [u8; 16], listed: &[u8]) -> Self {
        let mut values = [0; 256];
        values[..listed.len()].copy_from_slice(listed);
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

    /// Whether there is a code for each of `symbols`.
    pub(crate) fn has_all(&self, mut symbols: impl Iterator<Item = u8>) -> bool {
        symbols.all(|symbol| self.values().contains(&symbol))
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

    /// Assigns codes to the symbols of `spec` by the procedure of C.2: codes of one length count up, and doubling the
    /// next gives the first of the next length. Symbols without a code get the entry 0.
    pub(crate) fn new(spec: &HuffmanTable) -> Self {
        let mut entries = [0; 256];
        let mut code = 0u64;
        let mut values = spec.values().iter();
        for (length, &count) in (1..).zip(&spec.bits) {
            for &value in values.by_ref().take(usize::from(count)) {
                let extra = u64::from(value & 15);
                entries[usize::from(value)] =
                    code << (extra + u64::from(Self::LENGTH_BITS)) | (length + extra);
                code += 1;
            }
            code <<= 1;
        }
        Self(entries)
    }

    /// The entry of `symbol`.
    #[inline(always)]
    pub(crate) fn entry(&self, symbol: u8) -> u64 {
        self.0[usize::from(symbol)]
    }

    /// The entry of `symbol` with the bits `additional` put into its room for them.
    #[inline(always)]
    pub(crate) fn with_bits(&self, symbol: u8, additional: u32) -> u64 {
        self.entry(symbol) | u64::from(additional) << Self::LENGTH_BITS
    }

    /// An entry of a code of at most 56 bits, and its length.
    #[inline(always)]
    pub(crate) fn pack(code: u64, length: u32) -> u64 {
        code << Self::LENGTH_BITS | u64::from(length)
    }

    /// The code and the length of an entry, as a bit writer takes them.
    #[inline(always)]
    pub(crate) fn unpack(entry: u64) -> (u64, u32) {
        (entry >> Self::LENGTH_BITS, entry as u32 & ((1 << Self::LENGTH_BITS) - 1))
    }
}
