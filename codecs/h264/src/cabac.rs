//! Arithmetic coding: which context comes next, how many bits a bin takes, and what state it leaves behind (H.264 9.3). Ordinary tables.
//!
//! A state is a byte, `2 * (63 - pStateIdx) + valMPS`: its last bit is the bin that is more probable, so that a state with that bit changed
//! says of the other bin what the state says of this one. Bytes from 128 on are no states.
//!
//! ```
//! use unite_h264::cabac::{AFTER, BITS};
//!
//! // Both bins are as probable as each other, and take a bit. After a 1, 1 is more probable.
//! assert_eq!([BITS[127], BITS[127 ^ 1]], [256, 256]);
//! assert_eq!(AFTER[127], [126, 125]);
//! assert_eq!([BITS[125], BITS[125 ^ 1]], [275, 238]);
//! ```

/// `transIdxLPS` by `pStateIdx` (table 9-45).
#[rustfmt::skip]
pub const AFTER_LPS: [u8; 64] = [
    0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12, 13, 13, 15, 15, 16, 16, 18, 18, 19, 19, 21, 21, 22, 22, 23, 24, 24, 25, 26, 26,
    27, 27, 28, 29, 29, 30, 30, 30, 31, 32, 32, 33, 33, 33, 34, 34, 35, 35, 35, 36, 36, 36, 37, 37, 37, 38, 38, 63,
];

/// `ctxIdxInc` of `significant_coeff_flag` of 8x8 blocks, of frames and of fields (table 9-43).
#[rustfmt::skip]
pub const SIGNIFICANT_INC_8X8: [[u8; 63]; 2] = [
    [
        0, 1, 2, 3, 4, 5, 5, 4, 4, 3, 3, 4, 4, 4, 5, 5, 4, 4, 4, 4, 3, 3, 6, 7, 7, 7, 8, 9, 10, 9, 8, 7, 7, 6, 11, 12, 13, 11, 6, 7, 8, 9,
        14, 10, 9, 8, 6, 11, 12, 13, 11, 6, 9, 14, 10, 9, 11, 12, 13, 11, 14, 10, 12,
    ],
    [
        0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 7, 8, 4, 5, 6, 9, 10, 10, 8, 11, 12, 11, 9, 9, 10, 10, 8, 11, 12, 11, 9, 9, 10, 10, 8, 11, 12,
        11, 9, 9, 10, 10, 8, 13, 13, 9, 9, 10, 10, 8, 13, 13, 9, 9, 10, 10, 14, 14, 14, 14, 14,
    ],
];

/// The same of `last_significant_coeff_flag`.
#[rustfmt::skip]
pub const LAST_INC_8X8: [u8; 63] = [
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4,
    4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8,
];

/// As many as a byte has; half of them are none.
pub const STATES: usize = 256;

/// 256ths of a bit by `pStateIdx`, of the more probable bin and of the other one: that one's probability is 0.5 in state 0, 0.01875 in state
/// 63, and falls by the same factor from each state to the next. Logarithms are taken to four digits.
#[rustfmt::skip]
const BITS_BY_INDEX: [[u16; 2]; 64] = [
    [256, 256], [238, 275], [221, 295], [206, 314], [192, 333], [180, 352], [168, 371], [157, 391], [148, 410], [139, 429],
    [130, 448], [122, 468], [115, 487], [108, 506], [102, 525], [96, 545], [90, 564], [85, 583], [80, 602], [76, 622], [72, 641],
    [68, 660], [64, 679], [60, 699], [57, 718], [54, 737], [51, 756], [48, 776], [46, 795], [43, 814], [41, 833], [39, 853],
    [37, 872], [35, 891], [33, 910], [31, 930], [29, 949], [28, 968], [26, 987], [25, 1007], [24, 1026], [22, 1045], [21, 1064],
    [20, 1084], [19, 1103], [18, 1122], [17, 1141], [16, 1161], [15, 1180], [15, 1199], [14, 1218], [13, 1238], [12, 1257],
    [12, 1276], [11, 1295], [11, 1315], [10, 1334], [10, 1353], [9, 1372], [9, 1392], [8, 1411], [8, 1430], [7, 1449], [7, 1469],
];

/// 256ths of a bit that a bin of 0 takes by the state. A bin of 1 takes those of the state whose last bit is the other one.
pub static BITS: [u16; STATES] = {
    let mut bits = [0; STATES];
    let mut state = 0;
    while state < 128 {
        bits[state] = BITS_BY_INDEX[63 - state / 2][state % 2];
        state += 1;
    }
    bits
};

/// The state after a bin of 0 and after one of 1.
pub static AFTER: [[u8; 2]; STATES] = {
    let mut after = [[0; 2]; STATES];
    let mut state = 0;
    while state < 128 {
        after[state] = [next(state as u8, 0), next(state as u8, 1)];
        state += 1;
    }
    after
};

/// The state after a bin (9.3.3.2.1.1).
const fn next(state: u8, bin: u8) -> u8 {
    let (index, most_probable) = (63 - state / 2, state % 2);
    if bin == most_probable {
        // State 62 stays as it is, and 63 is for the bins that have no contexts.
        let index = if index < 62 { index + 1 } else { index };
        return 2 * (63 - index) + most_probable;
    }
    let most_probable = if index == 0 { bin } else { most_probable };
    2 * (63 - AFTER_LPS[index as usize]) + most_probable
}

/// How many bins of `coeff_abs_level_minus1` have contexts: `uCoff` (9.3.2.3).
const PREFIX: u32 = 14;

/// 256ths of a bit of a bin that has no context, such as a sign.
pub const BYPASS: u32 = 256;

/// Bins that follow each other in one context.
#[derive(Clone, Copy)]
pub struct Bins {
    /// 256ths of a bit.
    pub bits: u16,
    /// The state after them.
    pub after: u8,
}

/// The bins of a level after the first one of them, by the state of their context: of a level of 2, of 3 and so on, at last of 15 and all
/// above it. There is a bin of 1 less than the level has above 2, and a 0 behind them where the prefix has room for it.
pub static OTHER_BINS: [[Bins; STATES]; PREFIX as usize] = {
    let mut bins = [[Bins { bits: 0, after: 0 }; STATES]; PREFIX as usize];
    let mut ones = 0;
    while ones < bins.len() {
        let mut state = 0;
        while state < 128 {
            let (mut bits, mut after, mut bin) = (0, state as u8, 0);
            while bin < ones {
                bits += BITS[after as usize ^ 1];
                after = next(after, 1);
                bin += 1;
            }
            if ones + 1 < bins.len() {
                bits += BITS[after as usize];
                after = next(after, 0);
            }
            bins[ones][state] = Bins { bits, after };
            state += 1;
        }
        ones += 1;
    }
    bins
};

/// The row of [`OTHER_BINS`] for a level of 2 and more.
#[inline(always)]
pub fn other_bins(level: u32) -> &'static [Bins; STATES] {
    &OTHER_BINS[level.saturating_sub(2).min(PREFIX - 1) as usize]
}

/// 256ths of a bit of what comes behind the prefix of a level, of which those from 15 on have an Exp-Golomb code (9.3.2.3).
#[inline(always)]
pub fn suffix(level: u32) -> u32 {
    match level.saturating_sub(PREFIX) {
        0 => 0,
        code => BYPASS * (2 * code.ilog2() + 1),
    }
}
