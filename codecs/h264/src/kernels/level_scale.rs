//! What coefficients are multiplied by: the level scale of the standard (H.264 8.5.9), and the reciprocals with which an
//! encoder quantises. Ordinary functions that make tables for the kernels.
//!
//! A coefficient `c` becomes a level by `((|c| + bias) * mf) >> 16`, with the sign of `c`. The multiplier `mf` is the
//! reciprocal of the level scale and of what the two transforms enlarge. The bias decides what becomes of fractions: half
//! a level rounds, less leaves a *dead zone* around 0. It is given in 64ths of a level; 21 (a third, for intra) and 11 (a
//! sixth, for inter) are usual.
//!
//! ```
//! use unite_h264::kernels::level_scale::{FLAT_4X4, bias, multiplier_4x4};
//!
//! let mf = multiplier_4x4(FLAT_4X4, 6);                          // a step of 10 / 16 at QP 0, twice that at QP 6
//! assert_eq!(mf[0], [13107, 8066, 13107, 8066]);
//! let third = bias(mf[0][0], 21);
//! let level = |c: u32| ((c + u32::from(third)) * u32::from(mf[0][0])) >> 16;
//! assert_eq!([0, 1, 2, 3, 4, 5, 10].map(level), [0, 0, 0, 0, 1, 1, 2]);
//! ```

/// Weights that change nothing, for 4x4 blocks: `Flat_4x4_16` (7.4.2.1.1).
pub const FLAT_4X4: [[u8; 4]; 4] = [[16; 4]; 4];
/// Weights that change nothing, for 8x8 blocks: `Flat_8x8_16` (7.4.2.1.1).
pub const FLAT_8X8: [[u8; 8]; 8] = [[16; 8]; 8];

/// `v` of `normAdjust4x4`, by `m` = QP % 6: for indices that are both even, both odd, and others.
const V_4X4: [[u32; 3]; 6] =
    [[10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23]];

/// `v` of `normAdjust8x8`, by `m` = QP % 6, for the classes of indices in the order of the clause.
const V_8X8: [[u32; 6]; 6] = [
    [20, 18, 32, 19, 25, 24],
    [22, 19, 35, 21, 28, 26],
    [26, 23, 42, 24, 33, 31],
    [28, 25, 45, 26, 35, 33],
    [32, 28, 51, 30, 40, 38],
    [36, 32, 58, 34, 46, 43],
];

/// `normAdjust4x4(m, i, j)`.
const fn norm_adjust_4x4(m: usize, i: usize, j: usize) -> u32 {
    match (i % 2, j % 2) {
        (0, 0) => V_4X4[m][0],
        (1, 1) => V_4X4[m][1],
        _ => V_4X4[m][2],
    }
}

/// `normAdjust8x8(m, i, j)`.
const fn norm_adjust_8x8(m: usize, i: usize, j: usize) -> u32 {
    match (i % 4, j % 4) {
        (0, 0) => V_8X8[m][0],
        (1 | 3, 1 | 3) => V_8X8[m][1],
        (2, 2) => V_8X8[m][2],
        (0, 1 | 3) | (1 | 3, 0) => V_8X8[m][3],
        (0, 2) | (2, 0) => V_8X8[m][4],
        _ => V_8X8[m][5],
    }
}

/// `LevelScale4x4(m, i, j)` for all `m` = QP % 6.
///
/// ```
/// use unite_h264::kernels::level_scale::{FLAT_4X4, level_scale_4x4};
///
/// assert_eq!(level_scale_4x4(FLAT_4X4)[1][1], [14 * 16, 18 * 16, 14 * 16, 18 * 16]);
/// ```
pub const fn level_scale_4x4(weight_scale: [[u8; 4]; 4]) -> [[[u16; 4]; 4]; 6] {
    let mut table = [[[0; 4]; 4]; 6];
    let mut at = 0;
    while at < 6 * 16 {
        let (m, i, j) = (at / 16, at / 4 % 4, at % 4);
        table[m][i][j] = (weight_scale[i][j] as u32 * norm_adjust_4x4(m, i, j)) as u16;
        at += 1;
    }
    table
}

/// `LevelScale8x8(m, i, j)` for all `m` = QP % 6.
///
/// ```
/// use unite_h264::kernels::level_scale::{FLAT_8X8, level_scale_8x8};
///
/// assert_eq!(level_scale_8x8(FLAT_8X8)[0][2][..4], [25 * 16, 24 * 16, 32 * 16, 24 * 16]);
/// ```
pub const fn level_scale_8x8(weight_scale: [[u8; 8]; 8]) -> [[[u16; 8]; 8]; 6] {
    let mut table = [[[0; 8]; 8]; 6];
    let mut at = 0;
    while at < 6 * 64 {
        let (m, i, j) = (at / 64, at / 8 % 8, at % 8);
        table[m][i][j] = (weight_scale[i][j] as u32 * norm_adjust_8x8(m, i, j)) as u16;
        at += 1;
    }
    table
}

/// `n / d`, rounded.
const fn divided(n: u64, d: u64) -> u64 {
    (n + d / 2) / d
}

/// The multiplier for a weight, at a quantiser of which `once` belongs to QP % 6 and QP 0. What does not fit into 16 bits,
/// with small weights and the finest quantisers, is 65535.
const fn multiplier(once: u64, weight: u8, qp: u32) -> u16 {
    let mf = divided(divided(once * 16, weight as u64), 1 << (qp / 6));
    if mf > u16::MAX as u64 { u16::MAX } else { mf as u16 }
}

/// The multipliers for 4x4 blocks at a QP: `2 * (2^21 / (v * n(i) * n(j)))` for the flat weights and QP 0 to 5, half of it
/// with every six more. `n`, what the transforms enlarge a row by, is 4 for even rows and 5 for odd ones. Rounded before
/// it is doubled, 13107 for the first one, this is the table that encoders have.
///
/// ```
/// use unite_h264::kernels::level_scale::{FLAT_4X4, multiplier_4x4};
///
/// assert_eq!(multiplier_4x4(FLAT_4X4, 28)[0][0], 1024);
/// assert_eq!(multiplier_4x4([[32; 4]; 4], 28)[0][0], 512);
/// ```
///
/// # Panics
/// If a weight is 0, which the standard excludes.
pub const fn multiplier_4x4(weight_scale: [[u8; 4]; 4], qp: u32) -> [[u16; 4]; 4] {
    const N: [u64; 2] = [4, 5];
    let mut table = [[0; 4]; 4];
    let mut at = 0;
    while at < 16 {
        let (i, j) = (at / 4, at % 4);
        let v = norm_adjust_4x4(qp as usize % 6, i, j) as u64;
        table[i][j] = multiplier(2 * divided(1 << 21, v * N[i % 2] * N[j % 2]), weight_scale[i][j], qp);
        at += 1;
    }
    table
}

/// The multipliers for 8x8 blocks at a QP: `2^34 / (v * n(i) * n(j))` for the flat weights and QP 0 to 5, half of it with
/// every six more. `n` is 256 for rows 0 and 4, 160 for rows 2 and 6, and 289 for odd ones.
///
/// ```
/// use unite_h264::kernels::level_scale::{FLAT_8X8, multiplier_8x8};
///
/// assert_eq!(multiplier_8x8(FLAT_8X8, 0)[1][..4], [12222, 11428, 15481, 11428]);
/// ```
///
/// # Panics
/// If a weight is 0, which the standard excludes.
pub const fn multiplier_8x8(weight_scale: [[u8; 8]; 8], qp: u32) -> [[u16; 8]; 8] {
    const N: [u64; 4] = [256, 289, 160, 289];
    let mut table = [[0; 8]; 8];
    let mut at = 0;
    while at < 64 {
        let (i, j) = (at / 8, at % 8);
        let v = norm_adjust_8x8(qp as usize % 6, i, j) as u64;
        table[i][j] = multiplier(divided(1 << 34, v * N[i % 4] * N[j % 4]), weight_scale[i][j], qp);
        at += 1;
    }
    table
}

/// The bias that adds `dead_zone` 64ths of a level, at most half of one.
///
/// ```
/// use unite_h264::kernels::level_scale::bias;
///
/// assert_eq!(bias(1024, 32), 32);
/// assert_eq!(bias(1024, 21), 21);
/// assert_eq!(bias(1024, 60), 32);
/// ```
///
/// # Panics
/// If the multiplier is 0.
pub const fn bias(mf: u16, dead_zone: u32) -> u16 {
    let added = divided((dead_zone as u64) << 10, mf as u64);
    let half = (1 << 15) / mf as u64;
    if added < half { added as u16 } else { half as u16 }
}
