//! The thresholds of the deblocking filter (H.264 8.7.2.2), from quantisers. Ordinary functions and tables.
//!
//! ```
//! use unite_h264::kernels::deblock_tables::{Thresholds, tc0};
//!
//! let thresholds = Thresholds::new(28, 31, 0, 0);
//! assert_eq!(thresholds, Thresholds { alpha: 25, beta: 8, index_a: 30 });
//! assert_eq!(tc0(thresholds.index_a, [0, 1, 2, 3]), [-1, 1, 1, 2]);
//! ```

/// `alpha'` by `indexA` (table 8-16).
#[rustfmt::skip]
pub const ALPHA: [u8; 52] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    4, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 17, 20, 22, 25, 28,
    32, 36, 40, 45, 50, 56, 63, 71, 80, 90, 101, 113, 127, 144, 162, 182,
    203, 226, 255, 255,
];

/// `beta'` by `indexB` (table 8-16).
#[rustfmt::skip]
pub const BETA: [u8; 52] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 6, 6, 7, 7, 8, 8,
    9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16,
    17, 17, 18, 18,
];

/// `tC0'` by `indexA`, for `bS` 1, 2 and 3 (table 8-17).
#[rustfmt::skip]
pub const TC0: [[i8; 3]; 52] = [
    [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
    [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
    [0, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 1], [0, 1, 1], [1, 1, 1],
    [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 2], [1, 1, 2], [1, 1, 2], [1, 1, 2], [1, 2, 3],
    [1, 2, 3], [2, 2, 3], [2, 2, 4], [2, 3, 4], [2, 3, 4], [3, 3, 5], [3, 4, 6], [3, 4, 6],
    [4, 5, 7], [4, 5, 8], [4, 6, 9], [5, 7, 10], [6, 8, 11], [6, 8, 13], [7, 10, 14], [8, 11, 16],
    [9, 12, 18], [10, 13, 20], [11, 15, 23], [13, 17, 25],
];

/// What decides which samples of an edge are filtered, for samples of 8 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// The difference across the edge has to be smaller.
    pub alpha: u8,
    /// Differences on each side of the edge have to be smaller.
    pub beta: u8,
    /// `indexA`, by which [`tc0`] looks up how far samples may change.
    pub index_a: usize,
}

impl Thresholds {
    /// For the quantisers of the macroblocks on both sides, `qPp` and `qPq`, and the slice's `FilterOffsetA` and
    /// `FilterOffsetB`.
    ///
    /// ```
    /// use unite_h264::kernels::deblock_tables::Thresholds;
    ///
    /// assert_eq!(Thresholds::new(51, 51, 12, 12), Thresholds { alpha: 255, beta: 18, index_a: 51 });
    /// assert_eq!(Thresholds::new(20, 20, -6, 0).alpha, 0);
    /// ```
    pub const fn new(qp_p: i32, qp_q: i32, filter_offset_a: i32, filter_offset_b: i32) -> Thresholds {
        let average = (qp_p + qp_q + 1) >> 1;
        let index_a = index(average + filter_offset_a);
        Thresholds { alpha: ALPHA[index_a], beta: BETA[index(average + filter_offset_b)], index_a }
    }
}

/// `Clip3(0, 51, x)`.
const fn index(x: i32) -> usize {
    if x < 0 {
        0
    } else if x > 51 {
        51
    } else {
        x as usize
    }
}

/// `tC0` of the four parts of an edge by their `bS` of 0 to 3; -1 where `bS` is 0 and nothing is filtered.
///
/// ```
/// use unite_h264::kernels::deblock_tables::tc0;
///
/// assert_eq!(tc0(51, [3, 0, 2, 1]), [25, -1, 17, 13]);
/// ```
///
/// # Panics
/// If the index is above 51 or a strength above 3.
pub const fn tc0(index_a: usize, strengths: [u8; 4]) -> [i8; 4] {
    let mut parts = [-1; 4];
    let mut k = 0;
    while k < 4 {
        if strengths[k] > 0 {
            parts[k] = TC0[index_a][strengths[k] as usize - 1];
        }
        k += 1;
    }
    parts
}
