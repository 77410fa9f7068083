//! Levels by what they cost: what a decoder would lose of coefficients, and the bits that the entropy coder makes of them. Nearest levels
//! become smaller, the last one of the scan first, as long as that costs less.

/// The most levels of a block.
const MOST: usize = 64;

/// 256ths of a level, squared: how far a coefficient is from what a level makes of it.
fn error(exact: u32, level: i16) -> i64 {
    (i64::from(exact) - 256 * i64::from(level.unsigned_abs())).pow(2)
}

/// The levels of a block that cost least, in the order of the scan, of its coefficients and what these are multiplied by (see
/// [`level_scale`](unite_h264::kernels::level_scale)). Squared errors in 256ths of a level are compared with 256ths of bits, of which each
/// weighs `weight`; `bits` says how many of these levels take, or none if they have no code. The result says whether any level is not 0.
pub fn choose_levels(
    coefficients: &[i16],
    mf: &[u16],
    levels: &mut [i16],
    weight: i64,
    bits: impl Fn(&[i16]) -> Option<u64>,
) -> bool {
    let cost_of_bits = |levels: &[i16]| bits(levels).map_or(i64::MAX / 4, |bits| weight * bits as i64);
    let mut exact = [0; MOST];
    for (at, (&coefficient, &mf)) in coefficients.iter().zip(mf).enumerate() {
        exact[at] = (u32::from(coefficient.unsigned_abs()) * u32::from(mf)) >> 8;
        let nearest = ((exact[at] + 128) >> 8).min(i16::MAX as u32) as i16;
        levels[at] = if coefficient < 0 { -nearest } else { nearest };
    }
    if levels.iter().all(|&level| level == 0) {
        return false;
    }
    let mut errors: i64 = levels.iter().zip(exact).map(|(&level, exact)| error(exact, level)).sum();
    let mut least = errors + cost_of_bits(levels);
    for at in (0..levels.len()).rev() {
        let level = levels[at];
        // Where a level is not above its coefficient, only a 1 is worth a try: the next one is too far.
        if level == 0 || level.unsigned_abs() > 1 && 256 * u32::from(level.unsigned_abs()) <= exact[at] {
            continue;
        }
        levels[at] = level - level.signum();
        let farther = errors + error(exact[at], levels[at]) - error(exact[at], level);
        let found = farther + cost_of_bits(levels);
        if found < least {
            (errors, least) = (farther, found);
        } else {
            levels[at] = level;
        }
    }
    // Nothing at all is often the cheapest.
    let farthest: i64 = exact[..levels.len()].iter().map(|&exact| error(exact, 0)).sum();
    let nothing = &[0; MOST][..levels.len()];
    if farthest + cost_of_bits(nothing) < least {
        levels.copy_from_slice(nothing);
    }
    levels.iter().any(|&level| level != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits of a code that has a unary number for each level, and one more for what is not the last zero.
    fn unary(levels: &[i16]) -> Option<u64> {
        let last = levels.iter().rposition(|&level| level != 0).map_or(0, |last| last + 1);
        let size = |level: &i16| 256 * (1 + 2 * u64::from(level.unsigned_abs()));
        Some(levels[..last].iter().map(size).sum())
    }

    fn cost(coefficients: &[i16; 4], levels: &[i16; 4], weight: i64) -> i64 {
        let errors = coefficients
            .iter()
            .zip(levels)
            .map(|(&c, &level)| (i64::from(c) - 256 * i64::from(level)).pow(2));
        errors.sum::<i64>() + weight * unary(levels).unwrap() as i64
    }

    #[test]
    fn costs_are_those_of_the_best_levels_nearby() {
        // A coefficient of 256 is a level of 1.
        let mf = [256; 4];
        for (coefficients, weight) in [
            ([600i16, -300, 140, 130], 30),
            ([600, -300, 140, 130], 0),
            ([130, 0, 0, 200], 60),
            ([-1000, 900, -380, 129], 200),
            ([140, 0, 0, 0], 500),
        ] {
            let mut levels = [0; 4];
            let any = choose_levels(&coefficients, &mf, &mut levels, weight, unary);
            assert_eq!(any, levels != [0; 4]);
            let nearest = coefficients.map(|c: i16| c.signum() * ((c.abs() + 128) / 256));
            let found = cost(&coefficients, &levels, weight);
            assert!(found <= cost(&coefficients, &nearest, weight), "{levels:?} of {coefficients:?}");
            assert!(found <= cost(&coefficients, &[0; 4], weight), "{levels:?} of {coefficients:?}");
            assert!(weight > 0 || levels == nearest);
        }
    }

    #[test]
    fn levels_without_a_code_become_smaller() {
        let small = |levels: &[i16]| (levels[0] < 2).then(|| unary(levels)).flatten();
        let mut levels = [0; 4];
        assert!(choose_levels(&[500, 0, 0, 0], &[256; 4], &mut levels, 1, small));
        assert_eq!(levels, [1, 0, 0, 0]);
    }
}
