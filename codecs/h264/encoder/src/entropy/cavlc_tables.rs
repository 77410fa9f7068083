//! The codes of CAVLC (H.264 tables 9-5, 9-7 to 9-10).

/// A code: its bits, and how many they are.
pub type Code = (u8, u8);

/// Codes from their lengths and their bits.
const fn codes<const N: usize>(lengths: [u8; N], bits: [u8; N]) -> [Code; N] {
    let mut table = [(0, 0); N];
    let mut at = 0;
    while at < N {
        table[at] = (bits[at], lengths[at]);
        at += 1;
    }
    table
}

/// `coeff_token` (table 9-5) for `nC` of 0 and 1, of 2 and 3, of 4 to 7, and above, by `4 * TotalCoeff + TrailingOnes`.
#[rustfmt::skip]
pub const COEFF_TOKEN: [[Code; 68]; 4] = [
    codes(
        [1, 0, 0, 0, 6, 2, 0, 0, 8, 6, 3, 0, 9, 8, 7, 5, 10, 9, 8, 6, 11, 10, 9, 7, 13, 11, 10, 8, 13, 13, 11, 9, 13, 13, 13, 10, 14, 14,
         13, 11, 14, 14, 14, 13, 15, 15, 14, 14, 15, 15, 15, 14, 16, 15, 15, 15, 16, 16, 16, 15, 16, 16, 16, 16, 16, 16, 16, 16],
        [1, 0, 0, 0, 5, 1, 0, 0, 7, 4, 1, 0, 7, 6, 5, 3, 7, 6, 5, 3, 7, 6, 5, 4, 15, 6, 5, 4, 11, 14, 5, 4, 8, 10, 13, 4, 15, 14, 9, 4,
         11, 10, 13, 12, 15, 14, 9, 12, 11, 10, 13, 8, 15, 1, 9, 12, 11, 14, 13, 8, 7, 10, 9, 12, 4, 6, 5, 8],
    ),
    codes(
        [2, 0, 0, 0, 6, 2, 0, 0, 6, 5, 3, 0, 7, 6, 6, 4, 8, 6, 6, 4, 8, 7, 7, 5, 9, 8, 8, 6, 11, 9, 9, 6, 11, 11, 11, 7, 12, 11, 11, 9,
         12, 12, 12, 11, 12, 12, 12, 11, 13, 13, 13, 12, 13, 13, 13, 13, 13, 14, 13, 13, 14, 14, 14, 13, 14, 14, 14, 14],
        [3, 0, 0, 0, 11, 2, 0, 0, 7, 7, 3, 0, 7, 10, 9, 5, 7, 6, 5, 4, 4, 6, 5, 6, 7, 6, 5, 8, 15, 6, 5, 4, 11, 14, 13, 4, 15, 10, 9, 4,
         11, 14, 13, 12, 8, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 12, 7, 11, 6, 8, 9, 8, 10, 1, 7, 6, 5, 4],
    ),
    codes(
        [4, 0, 0, 0, 6, 4, 0, 0, 6, 5, 4, 0, 6, 5, 5, 4, 7, 5, 5, 4, 7, 5, 5, 4, 7, 6, 6, 4, 7, 6, 6, 4, 8, 7, 7, 5, 8, 8, 7, 6, 9, 8, 8,
         7, 9, 9, 8, 8, 9, 9, 9, 8, 10, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10],
        [15, 0, 0, 0, 15, 14, 0, 0, 11, 15, 13, 0, 8, 12, 14, 12, 15, 10, 11, 11, 11, 8, 9, 10, 9, 14, 13, 9, 8, 10, 9, 8, 15, 14, 13, 13,
         11, 14, 10, 12, 15, 10, 13, 12, 11, 14, 9, 12, 8, 10, 13, 8, 13, 7, 9, 12, 9, 12, 11, 10, 5, 8, 7, 6, 1, 4, 3, 2],
    ),
    codes(
        [6, 0, 0, 0, 6, 6, 0, 0, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
         6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
        [3, 0, 0, 0, 0, 1, 0, 0, 4, 5, 6, 0, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
         32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63],
    ),
];

/// The same for the DC coefficients of chrominance at 4:2:0, where `nC` is -1.
#[rustfmt::skip]
pub const COEFF_TOKEN_CHROMA_DC: [Code; 20] = codes(
    [2, 0, 0, 0, 6, 1, 0, 0, 6, 6, 3, 0, 6, 7, 7, 6, 6, 8, 8, 7],
    [1, 0, 0, 0, 7, 1, 0, 0, 4, 6, 1, 0, 3, 3, 2, 5, 2, 3, 2, 0],
);

/// `total_zeros` (tables 9-7 and 9-8) by `TotalCoeff - 1`, of blocks of 15 and 16 coefficients.
#[rustfmt::skip]
pub const TOTAL_ZEROS: [[Code; 16]; 15] = [
    codes([1, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9], [1, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 1]),
    codes([3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6, 0], [7, 6, 5, 4, 3, 5, 4, 3, 2, 3, 2, 3, 2, 1, 0, 0]),
    codes([4, 3, 3, 3, 4, 4, 3, 3, 4, 5, 5, 6, 5, 6, 0, 0], [5, 7, 6, 5, 4, 3, 4, 3, 2, 3, 2, 1, 1, 0, 0, 0]),
    codes([5, 3, 4, 4, 3, 3, 3, 4, 3, 4, 5, 5, 5, 0, 0, 0], [3, 7, 5, 4, 6, 5, 4, 3, 3, 2, 2, 1, 0, 0, 0, 0]),
    codes([4, 4, 4, 3, 3, 3, 3, 3, 4, 5, 4, 5, 0, 0, 0, 0], [5, 4, 3, 7, 6, 5, 4, 3, 2, 1, 1, 0, 0, 0, 0, 0]),
    codes([6, 5, 3, 3, 3, 3, 3, 3, 4, 3, 6, 0, 0, 0, 0, 0], [1, 1, 7, 6, 5, 4, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0]),
    codes([6, 5, 3, 3, 3, 2, 3, 4, 3, 6, 0, 0, 0, 0, 0, 0], [1, 1, 5, 4, 3, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0]),
    codes([6, 4, 5, 3, 2, 2, 3, 3, 6, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 3, 3, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([6, 6, 4, 2, 2, 3, 2, 5, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 1, 3, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([5, 5, 3, 2, 2, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 1, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([4, 4, 3, 3, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 2, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([4, 4, 2, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([3, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
];

/// `total_zeros` of the DC coefficients of chrominance at 4:2:0 (table 9-9 a).
pub const TOTAL_ZEROS_CHROMA_DC: [[Code; 4]; 3] =
    [codes([1, 2, 3, 3], [1, 1, 1, 0]), codes([1, 2, 2, 0], [1, 1, 0, 0]), codes([1, 1, 0, 0], [1, 0, 0, 0])];

/// `run_before` (table 9-10) by `zerosLeft - 1`, the last one for all above 6.
#[rustfmt::skip]
pub const RUN_BEFORE: [[Code; 15]; 7] = [
    codes([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([2, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [3, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([2, 2, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0], [3, 2, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([2, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0], [3, 0, 1, 3, 2, 5, 4, 0, 0, 0, 0, 0, 0, 0, 0]),
    codes([3, 3, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11], [7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// No code begins with another one, and `missing` of 65536 parts of all strings are none.
    fn prefix_free<'a>(codes: impl Iterator<Item = &'a Code>, missing: u32) {
        let codes: Vec<Code> = codes.copied().filter(|&(_, length)| length > 0).collect();
        for (i, &(bits, length)) in codes.iter().enumerate() {
            assert!(u32::from(bits) < 1 << length, "{bits} in {length} bits");
            for &(others, longer) in codes[..i].iter().chain(&codes[i + 1..]) {
                assert!(
                    longer < length || u16::from(others) >> (longer - length) != u16::from(bits),
                    "{bits:b} begins {others:b}"
                );
            }
        }
        let covered: u32 = codes.iter().map(|&(_, length)| 1 << (16 - length)).sum();
        assert_eq!(covered + missing, 1 << 16);
    }

    #[test]
    fn codes_are_prefix_free_and_nearly_complete() {
        // What is left over is what the standard leaves unused.
        for (table, missing) in COEFF_TOKEN.iter().zip([2, 8, 64, 2048]) {
            prefix_free(table.iter(), missing);
        }
        prefix_free(COEFF_TOKEN_CHROMA_DC.iter(), 0);
        for (index, table) in TOTAL_ZEROS.iter().enumerate() {
            prefix_free(table.iter(), if index == 0 { 1 << 7 } else { 0 });
        }
        TOTAL_ZEROS_CHROMA_DC.iter().for_each(|table| prefix_free(table.iter(), 0));
        for (index, table) in RUN_BEFORE.iter().enumerate() {
            prefix_free(table.iter(), if index == 6 { 1 << 5 } else { 0 });
        }
    }
}
