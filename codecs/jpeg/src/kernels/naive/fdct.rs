//! The forward cosine transform of a block (T.81 A.3.3), in integers.
//!
//! The two-dimensional transform is one 1-D pass over each row and then over each column. The pass is the 8-point
//! transform of Loeffler, Ligtenberg and Moschytz with 12 multiplications, whose outputs come out larger than the
//! orthonormal ones by the square root of 8; constants have 13 fractional bits, and every output is rounded once.
//! Decoders do not depend on the arithmetic, but the bytes of a file do: this is the one known as "islow".

/// Fractional bits of the constants.
const CONSTANT_BITS: u32 = 13;
/// Fractional bits that the first pass leaves in its outputs, for the second.
const PASS1_BITS: u32 = 2;

/// `millionths` with [`CONSTANT_BITS`] fractional bits, rounded.
const fn fixed(millionths: i64) -> i32 {
    (((millionths << CONSTANT_BITS) * 2 + 1_000_000) / 2_000_000) as i32
}

/// `x / 2^bits`, halves rounded up.
fn round_shift(x: i32, bits: u32) -> i32 {
    (x + (1 << (bits - 1))) >> bits
}

/// The 8-point transform of `x`, times the square root of 8, with [`CONSTANT_BITS`] fractional bits.
fn transform(x: [i32; 8]) -> [i32; 8] {
    // Sums and differences of samples that mirror each other.
    let even = [x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4]];
    let odd = [x[3] - x[4], x[2] - x[5], x[1] - x[6], x[0] - x[7]];

    // The even outputs are a 4-point transform: sums, and a rotation by 3 pi / 8.
    let [s0, s1] = [even[0] + even[3], even[1] + even[2]];
    let [d0, d1] = [even[0] - even[3], even[1] - even[2]];
    let r = (d0 + d1) * fixed(541_196);

    // The odd outputs: three rotations, sharing their sums.
    let z1 = (odd[0] + odd[3]) * -fixed(899_976);
    let z2 = (odd[1] + odd[2]) * -fixed(2_562_915);
    let z5 = (odd[0] + odd[1] + odd[2] + odd[3]) * fixed(1_175_876);
    let z3 = (odd[0] + odd[2]) * -fixed(1_961_571) + z5;
    let z4 = (odd[1] + odd[3]) * -fixed(390_181) + z5;

    [
        (s0 + s1) << CONSTANT_BITS,
        odd[3] * fixed(1_501_321) + z1 + z4,
        r + d0 * fixed(765_367),
        odd[2] * fixed(3_072_711) + z2 + z3,
        (s0 - s1) << CONSTANT_BITS,
        odd[1] * fixed(2_053_120) + z2 + z4,
        r - d1 * fixed(1_847_759),
        odd[0] * fixed(298_631) + z1 + z3,
    ]
}

/// Replaces level-shifted samples, row by row, by their coefficients, 8 times larger than T.81 A.3.3 has them.
pub(crate) fn fdct(block: &mut [i32; 64]) {
    for y in 0..8 {
        let row = std::array::from_fn(|x| block[8 * y + x]);
        for (x, value) in transform(row).into_iter().enumerate() {
            block[8 * y + x] = round_shift(value, CONSTANT_BITS - PASS1_BITS);
        }
    }
    for x in 0..8 {
        let column = std::array::from_fn(|y| block[8 * y + x]);
        for (y, value) in transform(column).into_iter().enumerate() {
            block[8 * y + x] = round_shift(value, CONSTANT_BITS + PASS1_BITS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_1_SQRT_2, PI};

    /// T.81 A.3.3, times 8.
    fn definition(s: &[i32; 64], u: usize, v: usize) -> f64 {
        let c = |k| if k == 0 { FRAC_1_SQRT_2 } else { 1.0 };
        let cosine = |x, u| ((2 * x + 1) as f64 * u as f64 * PI / 16.0).cos();
        let mut sum = 0.0;
        for y in 0..8 {
            for x in 0..8 {
                sum += f64::from(s[8 * y + x]) * cosine(x, u) * cosine(y, v);
            }
        }
        8.0 * 0.25 * c(u) * c(v) * sum
    }

    #[test]
    fn every_coefficient_is_the_definition_rounded() {
        let mut state = 7u32;
        for case in 0..50 {
            let samples: [i32; 64] = std::array::from_fn(|i| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                match case {
                    0 => -128,
                    1 => 127,
                    2 => {
                        if (i + i / 8) % 2 == 0 {
                            -128
                        } else {
                            127
                        }
                    }
                    _ => (state >> 24) as i32 - 128,
                }
            });
            let mut block = samples;
            fdct(&mut block);
            for v in 0..8 {
                for u in 0..8 {
                    let error = f64::from(block[8 * v + u]) - definition(&samples, u, v);
                    assert!(error.abs() < 2.0, "case {case}, coefficient ({u}, {v}): off by {error} eighths");
                }
            }
        }
    }
}
