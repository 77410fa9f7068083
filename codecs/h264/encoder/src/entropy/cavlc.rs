//! Context-adaptive variable length coding of residuals (H.264 7.3.5.3.2, 9.2).

use unite_bitstream::syntax::{Bits, Group};

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

/// Which levels are not 0, a bit for each.
pub fn mask_of(levels: &[i16]) -> u32 {
    levels.iter().rev().fold(0, |mask, &level| mask << 1 | u32::from(level != 0))
}

/// Where the last of some levels is, by a mask of them that is not 0.
#[inline(always)]
fn last(mask: u32) -> u32 {
    31 - (mask | 1).leading_zeros()
}

/// Puts a code of a table.
#[inline(always)]
fn put(bits: &mut impl Bits, (code, length): Code) {
    debug_assert!(length > 0, "a combination that the standard has no code for");
    bits.put(code.into(), length.into());
}

/// Writes `residual_block_cavlc` of the levels of a block in the order of the scan; a bit of `mask` says that one is not 0.
///
/// # Errors
/// If a level has no code. Some bits were written then.
pub fn residual_block(
    bits: &mut impl Bits,
    levels: &[i16],
    mask: u32,
    context: Context,
) -> Result<(), LevelTooLarge> {
    debug_assert_eq!(mask, mask_of(levels), "a bit for each level that is not 0");
    let total = mask.count_ones() as usize;
    // From the last level to the first one.
    let (mut rest, mut trailing_ones, mut signs) = (mask, 0, 0);
    while rest != 0 && trailing_ones < 3 {
        let level = levels[last(rest) as usize];
        if level.unsigned_abs() != 1 {
            break;
        }
        signs = signs << 1 | u32::from(level < 0);
        rest ^= 1 << last(rest);
        trailing_ones += 1;
    }
    let token = total * 4 + trailing_ones;
    let code = match context {
        Context::ChromaDc => COEFF_TOKEN_CHROMA_DC[token],
        Context::Neighbours(0 | 1) => COEFF_TOKEN[0][token],
        Context::Neighbours(2 | 3) => COEFF_TOKEN[1][token],
        Context::Neighbours(4..=7) => COEFF_TOKEN[2][token],
        Context::Neighbours(_) => COEFF_TOKEN[3][token],
    };
    let mut group = Group::new(bits);
    put(&mut group, code);
    if total == 0 {
        group.end();
        return Ok(());
    }
    group.put(signs.into(), trailing_ones as u32);
    put_levels(&mut group, levels, rest, total, trailing_ones)?;
    let mut zeros_left = last(mask) + 1 - total as u32;
    if total < levels.len() {
        let code = match context {
            Context::ChromaDc => TOTAL_ZEROS_CHROMA_DC[total - 1][zeros_left as usize],
            Context::Neighbours(_) => TOTAL_ZEROS[total - 1][zeros_left as usize],
        };
        put(&mut group, code);
    }
    let mut rest = mask;
    while zeros_left > 0 {
        let at = last(rest);
        rest ^= 1 << at;
        if rest == 0 {
            break;
        }
        let run = at - last(rest) - 1;
        put(&mut group, RUN_BEFORE[zeros_left.min(7) as usize - 1][run as usize]);
        zeros_left -= run;
    }
    group.end();
    Ok(())
}

/// The levels after the trailing ones: `level_prefix` and `level_suffix` (9.2.2.1).
#[inline(always)]
fn put_levels(
    bits: &mut impl Bits,
    levels: &[i16],
    mut rest: u32,
    total: usize,
    trailing_ones: usize,
) -> Result<(), LevelTooLarge> {
    let mut suffix_length = u32::from(total > 10 && trailing_ones < 3);
    // The first of them is not 1 where more trailing ones could be.
    let mut less = if trailing_ones < 3 { 2 } else { 0 };
    while rest != 0 {
        let level = levels[last(rest) as usize];
        rest ^= 1 << last(rest);
        let magnitude = u32::from(level.unsigned_abs());
        let level_code = 2 * magnitude - 2 + u32::from(level < 0) - std::mem::take(&mut less);
        let (prefix, suffix, length) = match suffix_length {
            0 if level_code < 14 => (level_code, 0, 0),
            0 if level_code < 30 => (14, level_code - 14, 4),
            _ if level_code < 15 << suffix_length => {
                (level_code >> suffix_length, level_code & ((1 << suffix_length) - 1), suffix_length)
            }
            0 => (15, level_code - 30, 12),
            _ => (15, level_code - (15 << suffix_length), 12),
        };
        if suffix >> length > 0 {
            return Err(LevelTooLarge);
        }
        bits.put((1 << length | suffix).into(), prefix + 1 + length);
        suffix_length = suffix_length.max(1);
        if magnitude > 3 << (suffix_length - 1) && suffix_length < 6 {
            suffix_length += 1;
        }
    }
    Ok(())
}
