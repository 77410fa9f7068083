//! Context-adaptive variable length coding of residuals (H.264 7.3.5.3.2, 9.2).

use unite_bitstream::syntax::Bits;

use super::cavlc_tables::{
    COEFF_TOKEN, COEFF_TOKEN_CHROMA_DC, Code, RUN_BEFORE, TOTAL_ZEROS, TOTAL_ZEROS_CHROMA_DC,
};

/// The context of a block of coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// `nC`, from the neighbours.
    Neighbours(u8),
    /// The DC coefficients of chrominance at 4:2:0.
    ChromaDc,
}

/// A level has no code in the profile: `level_prefix` would be above 15, which only High has (9.2.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelTooLarge;

/// Writes `residual_block_cavlc` of the levels of a block, as many as it may have, in the order of the scan.
///
/// # Errors
/// If a level has no code. Some bits were written then.
pub fn residual_block(bits: &mut impl Bits, levels: &[i16], context: Context) -> Result<(), LevelTooLarge> {
    // The levels that are not 0, and how many zeros are before each, from the last one to the first one.
    let mut found = [(0i16, 0u8); 16];
    let mut total = 0;
    let mut zeros = 0;
    let mut last = 0;
    // Four zeros at once, where there are only those.
    let fours = levels.as_rchunks::<4>().1.iter().rev().take_while(|&&four| four == [0; 4]);
    let used = levels.len() - 4 * fours.count();
    for (at, &level) in levels[..used].iter().enumerate().rev() {
        if level != 0 {
            if total > 0 {
                found[total - 1].1 = zeros;
            } else {
                last = at;
            }
            found[total].0 = level;
            total += 1;
            zeros = 0;
        } else {
            zeros += 1;
        }
    }
    let found = &mut found[..total];
    let trailing_ones = found.iter().take(3).take_while(|(level, _)| level.unsigned_abs() == 1).count();
    let token = total * 4 + trailing_ones;
    let code = match context {
        Context::ChromaDc => COEFF_TOKEN_CHROMA_DC[token],
        Context::Neighbours(0 | 1) => COEFF_TOKEN[0][token],
        Context::Neighbours(2 | 3) => COEFF_TOKEN[1][token],
        Context::Neighbours(4..=7) => COEFF_TOKEN[2][token],
        Context::Neighbours(_) => COEFF_TOKEN[3][token],
    };
    // The signs of the trailing ones follow.
    let signs = found[..trailing_ones].iter().fold(0, |signs, (level, _)| signs << 1 | u64::from(*level < 0));
    debug_assert!(code.1 > 0, "a combination that the standard has no code for");
    bits.put(u64::from(code.0) << trailing_ones | signs, u32::from(code.1) + trailing_ones as u32);
    if total == 0 {
        return Ok(());
    }
    found[total - 1].1 = zeros;
    put_levels(bits, found, trailing_ones)?;
    let mut zeros_left = last + 1 - total;
    if total < levels.len() {
        let code = match context {
            Context::ChromaDc => TOTAL_ZEROS_CHROMA_DC[total - 1][zeros_left],
            Context::Neighbours(_) => TOTAL_ZEROS[total - 1][zeros_left],
        };
        put(bits, code);
    }
    for &(_, run) in &found[..total - 1] {
        if zeros_left == 0 {
            break;
        }
        put(bits, RUN_BEFORE[zeros_left.min(7) - 1][run as usize]);
        zeros_left -= run as usize;
    }
    Ok(())
}

/// The levels after the trailing ones: `level_prefix` and `level_suffix` (9.2.2.1).
fn put_levels(bits: &mut impl Bits, found: &[(i16, u8)], trailing_ones: usize) -> Result<(), LevelTooLarge> {
    let mut suffix_length = u32::from(found.len() > 10 && trailing_ones < 3);
    for (index, &(level, _)) in found.iter().enumerate().skip(trailing_ones) {
        let magnitude = u32::from(level.unsigned_abs());
        let mut level_code = 2 * magnitude - 2 + u32::from(level < 0);
        if index == trailing_ones && trailing_ones < 3 {
            level_code -= 2;
        }
        if suffix_length == 0 && level_code < 14 {
            bits.put(1, level_code + 1);
        } else if suffix_length == 0 && level_code < 30 {
            bits.put(u64::from(1 << 4 | (level_code - 14)), 15 + 4);
        } else if level_code < 15 << suffix_length {
            let suffix = level_code & ((1 << suffix_length) - 1);
            bits.put(
                u64::from(1 << suffix_length | suffix),
                (level_code >> suffix_length) + 1 + suffix_length,
            );
        } else {
            let suffix = level_code - (15 << suffix_length) - if suffix_length == 0 { 15 } else { 0 };
            if suffix >= 1 << 12 {
                return Err(LevelTooLarge);
            }
            bits.put(u64::from(1 << 12 | suffix), 16 + 12);
        }
        suffix_length = suffix_length.max(1);
        if magnitude > 3 << (suffix_length - 1) && suffix_length < 6 {
            suffix_length += 1;
        }
    }
    Ok(())
}

/// Puts a code of a table.
#[inline(always)]
fn put(bits: &mut impl Bits, (code, length): Code) {
    debug_assert!(length > 0, "a combination that the standard has no code for");
    bits.put(code.into(), length.into());
}
