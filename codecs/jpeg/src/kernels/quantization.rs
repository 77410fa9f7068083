//! Quantisation (T.81 A.3.4): the quotient of coefficient and step, rounded; halves away from zero.
//!
//! Division is multiplication by a reciprocal of 15 bits and a shift, exact for every coefficient.

use unite::{Block, kernel};

/// For each coefficient of a block, row by row: a reciprocal, a half and a scale; each sixteen times, for sixteen blocks
/// side by side.
///
/// The level of a coefficient `c` is `(r + half - (c < 0)) * scale >> 16`, where `r` is `2 * c * reciprocal` without its
/// last 15 bits, rounded.
pub type Divisors = Block<[[[[i16; 16]; 8]; 8]; 3]>;

/// The divisors of quantisation steps, row by row. Coefficients come 8 times too large from the transform.
pub fn divisors(steps: &[u16; 64]) -> Divisors {
    let mut table: Divisors = Block::<i16>::zeros([3, 8, 8, 16]).fixed().expect("these are its extents");
    let entries = table.as_mut_slice().as_chunks_mut::<16>().0;
    for (i, &step) in steps.iter().enumerate() {
        for (plane, entry) in divisor(8 * u32::from(step)).into_iter().enumerate() {
            entries[64 * plane + i] = [entry; 16];
        }
    }
    table
}

/// The largest magnitude of a coefficient: 8 times that of T.81, 1024, and what rounding adds.
const LARGEST: u32 = 8 * 1024 + 3;

/// Reciprocal, half and scale for one divisor, which must be even and at least 4.
fn divisor(divisor: u32) -> [i16; 3] {
    if divisor > 2 * LARGEST {
        // Nothing of the coefficient is left.
        return [0, 2, 1 << 13];
    }
    // Quotients with as many more bits as the reciprocal has room for: doubled coefficients with different levels are
    // at least one unit apart, and rounding both of reciprocal and product is less than half of one.
    let bits = (divisor - 1).ilog2();
    let reciprocal = ((1 << (15 + bits)) + divisor / 2) / divisor;
    [reciprocal, 1 << bits, 1 << (15 - bits)].map(|entry| entry as i16)
}

/// The levels of sixteen blocks of coefficients, which lie as [`fdct`](super::fdct()) leaves them.
#[kernel]
pub fn quantize(
    coefficients: &Tensor<[[[i16; 16]; 8]; 8]>,
    divisors: &Tensor<[[[[i16; 16]; 8]; 8]; 3]>,
    levels: &mut Tensor<[[[i16; 16]; 8]; 8]>,
) {
    let reciprocal = divisors[[0, .., .., ..]];
    let half = divisors[[1, .., .., ..]];
    let scale = divisors[[2, .., .., ..]];
    for [v, u, b] in levels.indices() {
        let c = coefficients[[v, u, b]] as i16;
        let quotient = (((c + c) as i32 * reciprocal[[v, u, b]] + (1 << 14)) >> 15) as i16;
        // Halves go away from zero.
        let rounded = quotient + half[[v, u, b]] as i16 + (c >> 15);
        levels[[v, u, b]] = (rounded as i32 * scale[[v, u, b]]) >> 16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_divide_exactly() {
        // Every step that tables K.1 and K.2 can be scaled to, and more.
        for step in (1..=6050).chain([10_000, 65_535]) {
            let [reciprocal, half, scale] = divisor(8 * step).map(i32::from);
            let level = |c: i32| {
                let quotient = (2 * c * reciprocal + (1 << 14)) >> 15;
                let rounded = quotient + half + (c >> 15);
                assert_eq!(rounded, i32::from(rounded as i16), "{c} by {}", 8 * step);
                (rounded * scale) >> 16
            };
            // Around every rounding border up to the largest coefficient.
            for border in (4 * step..=LARGEST).step_by(8 * step as usize) {
                let (c, above) = (border as i32, ((border + 4 * step) / (8 * step)) as i32);
                assert_eq!([level(c), level(c - 1)], [above, above - 1], "{c} by {}", 8 * step);
                assert_eq!([level(-c), level(1 - c)], [-above, 1 - above], "-{c} by {}", 8 * step);
            }
            assert_eq!(level(LARGEST as i32), -level(-(LARGEST as i32)));
        }
    }
}
