//! The macroblock layer before its residual (H.264 7.3.5, 7.3.5.1, 7.3.5.2), in I and P slices.

use unite_bitstream::syntax;

/// `mb_type` of I_PCM in I slices (table 7-11).
pub const I_PCM: i64 = 25;
/// `mb_type` of macroblocks of four partitions of 8x8 samples in P slices (table 7-13).
pub const P_8X8: i64 = 3;
/// How many numbers of `mb_type` stand before those of Intra macroblocks in P slices.
pub const INTRA_IN_P: i64 = 5;

/// `mb_type` as it is in I slices, if it is that of an Intra macroblock.
fn intra_type(p_slice: bool, mb_type: i64) -> Option<i64> {
    let intra = if p_slice { mb_type - INTRA_IN_P } else { mb_type };
    (intra >= 0).then_some(intra)
}

/// Whether a macroblock is of Intra_4x4 or Intra_8x8 prediction: `I_NxN`.
fn is_n_x_n(p_slice: bool, mb_type: i64) -> bool {
    intra_type(p_slice, mb_type) == Some(0)
}

/// `NumMbPart(mb_type)` of P macroblocks (table 7-13).
const fn partitions(mb_type: i64) -> i64 {
    match mb_type {
        0 => 1,
        1 | 2 => 2,
        _ => 4,
    }
}

/// `NumSubMbPart(sub_mb_type)` (table 7-17), or 1 where partitions are not divided.
const fn sub_partitions(mb_type: i64, sub_mb_type: i64) -> i64 {
    match sub_mb_type {
        _ if mb_type != P_8X8 => 1,
        0 => 1,
        1 | 2 => 2,
        _ => 4,
    }
}

/// `coded_block_pattern` by the number of its code (table 9-4, `ChromaArrayType` 1): for Intra_4x4 and Intra_8x8.
#[rustfmt::skip]
const INTRA: [u8; 48] = [
    47, 31, 15, 0, 23, 27, 29, 30, 7, 11, 13, 14, 39, 43, 45, 46, 16, 3, 5, 10, 12, 19, 21, 26,
    28, 35, 37, 42, 44, 1, 2, 4, 8, 17, 18, 20, 24, 6, 9, 22, 25, 32, 33, 34, 36, 40, 38, 41,
];

/// The same for Inter.
#[rustfmt::skip]
const INTER: [u8; 48] = [
    0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44,
    33, 34, 36, 40, 39, 43, 45, 46, 17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
];

/// The same without chrominance (`ChromaArrayType` 0): for Intra_4x4 and Intra_8x8.
const INTRA_MONOCHROME: [u8; 16] = [15, 0, 7, 11, 13, 14, 3, 5, 10, 12, 1, 2, 4, 8, 6, 9];

/// The same without chrominance for Inter.
const INTER_MONOCHROME: [u8; 16] = [0, 1, 2, 4, 8, 3, 5, 10, 12, 15, 7, 11, 13, 14, 6, 9];

/// The number of the code by what it stands for.
const fn inverted<const N: usize>(table: [u8; N]) -> [u8; N] {
    let mut numbers = [0; N];
    let mut number = 0;
    while number < N {
        numbers[table[number] as usize] = number as u8;
        number += 1;
    }
    numbers
}

/// The table of `coded_block_pattern`.
fn mapping(intra: bool, chroma: bool) -> &'static [u8] {
    match (intra, chroma) {
        (true, true) => const { &inverted(INTRA) },
        (false, true) => const { &inverted(INTER) },
        (true, false) => const { &inverted(INTRA_MONOCHROME) },
        (false, false) => const { &inverted(INTER_MONOCHROME) },
    }
}

/// The elements of `ae(v)`, by which the arithmetic coder knows them.
pub mod element {
    /// `mb_type`.
    pub const MB_TYPE: u32 = 0;
    /// `transform_size_8x8_flag`.
    pub const TRANSFORM_SIZE_8X8: u32 = 1;
    /// `prev_intra4x4_pred_mode_flag` and `prev_intra8x8_pred_mode_flag`.
    pub const PREV_INTRA_PRED_MODE: u32 = 2;
    /// `rem_intra4x4_pred_mode` and `rem_intra8x8_pred_mode`.
    pub const REM_INTRA_PRED_MODE: u32 = 3;
    /// `intra_chroma_pred_mode`.
    pub const INTRA_CHROMA_PRED_MODE: u32 = 4;
    /// `sub_mb_type`.
    pub const SUB_MB_TYPE: u32 = 5;
    /// `coded_block_pattern`.
    pub const CODED_BLOCK_PATTERN: u32 = 6;
    /// `mb_qp_delta`.
    pub const MB_QP_DELTA: u32 = 7;
    /// `ref_idx_l0` of partition 0; three more follow.
    pub const REF_IDX: u32 = 8;
    /// `mvd_l0` of partition 0, sub-partition 0, across; 31 more follow.
    pub const MVD: u32 = 16;
}

syntax! {
    /// What is said of a macroblock before its residual. `p_slice` is whether its slice is a P slice, `references` how many
    /// pictures such a slice refers to, `chroma` whether there is chrominance, and `transform_8x8_mode_flag` that of the picture
    /// parameter set. The samples of I_PCM macroblocks come after `mb_type`, and are not part of this table.
    #[derive(Copy)]
    pub struct MacroblockLayer / macroblock_layer(
        p_slice: bool, references: i64, chroma: bool, transform_8x8_mode_flag: bool
    ) {
        mb_type: ue() | ae(element::MB_TYPE) in 0..=30;
        if (intra_type(p_slice, mb_type) != Some(I_PCM)) {
            if (is_n_x_n(p_slice, mb_type)) {
                if (transform_8x8_mode_flag) {
                    transform_size_8x8_flag: u(1) | ae(element::TRANSFORM_SIZE_8X8) in 0..=1;
                }
                if (transform_size_8x8_flag == 0) {
                    for (i in 0..16usize) {
                        prev_intra4x4_pred_mode_flag[i; 16]: u(1) | ae(element::PREV_INTRA_PRED_MODE) in 0..=1;
                        if (prev_intra4x4_pred_mode_flag[i] == 0) {
                            rem_intra4x4_pred_mode[i; 16]: u(3) | ae(element::REM_INTRA_PRED_MODE) in 0..=7;
                        }
                    }
                } else {
                    for (i in 0..4usize) {
                        prev_intra8x8_pred_mode_flag[i; 4]: u(1) | ae(element::PREV_INTRA_PRED_MODE) in 0..=1;
                        if (prev_intra8x8_pred_mode_flag[i] == 0) {
                            rem_intra8x8_pred_mode[i; 4]: u(3) | ae(element::REM_INTRA_PRED_MODE) in 0..=7;
                        }
                    }
                }
            }
            if (intra_type(p_slice, mb_type).is_some() && chroma) {
                intra_chroma_pred_mode: ue() | ae(element::INTRA_CHROMA_PRED_MODE) in 0..=3;
            }
            if (p_slice && mb_type == P_8X8) {
                for (i in 0..4u32) {
                    sub_mb_type[i; 4]: ue() | ae(element::SUB_MB_TYPE) in 0..=3;
                }
            }
            if (p_slice && mb_type <= P_8X8) {
                for (i in 0..partitions(mb_type) as u32) {
                    if (references > 1) {
                        ref_idx_l0[i; 4]: te(references - 1) | ae(element::REF_IDX + i) in 0..=references - 1;
                    }
                }
                for (i in 0..partitions(mb_type) as u32) {
                    for (j in 0..2 * sub_partitions(mb_type, sub_mb_type[i as usize]) as u32) {
                        mvd_l0[8 * i + j; 32]: se() | ae(element::MVD + 8 * i + j) in -16384..=16383;
                    }
                }
            }
            if (p_slice && mb_type < INTRA_IN_P || is_n_x_n(p_slice, mb_type)) {
                coded_block_pattern: me(mapping(is_n_x_n(p_slice, mb_type), chroma))
                    | ae(element::CODED_BLOCK_PATTERN) in 0..=47;
                if (coded_block_pattern % 16 > 0
                    && transform_8x8_mode_flag
                    && !is_n_x_n(p_slice, mb_type)
                    && (mb_type != P_8X8 || sub_mb_type == [0; 4])) {
                    again transform_size_8x8_flag: u(1) | ae(element::TRANSFORM_SIZE_8X8) in 0..=1;
                }
            }
            if (coded_block_pattern > 0 || intra_type(p_slice, mb_type).is_some_and(|intra| intra > 0)) {
                mb_qp_delta: se() | ae(element::MB_QP_DELTA) in -26..=25;
            }
        }
    }
}
