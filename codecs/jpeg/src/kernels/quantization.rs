//! Quantisation (T.81 A.3.4): the quotient of coefficient and step, rounded; halves away from zero.
//!
//! Division is multiplication by a reciprocal of 16 bits, exact for every dividend of 16 bits.

use unite::{Block, kernel};

/// For each coefficient of a block, row by row: a bias, a reciprocal and a scale.
///
/// The level of a coefficient of magnitude `n` is `((n + bias) * reciprocal >> 16) * scale >> 16`.
pub type Divisors = Block<[[[u16; 8]; 8]; 3], [[[u16; 8]; 8]; 3]>;

/// The divisors of quantisation steps, row by row. Coefficients come 8 times too large from the transform.
pub fn divisors(steps: &[u16; 64]) -> Divisors {
    let mut table = [[[0; 8]; 8]; 3];
    for (i, &step) in steps.iter().enumerate() {
        for (entry, plane) in divisor(8 * u32::from(step)).into_iter().zip(&mut table) {
            plane[i / 8][i % 8] = entry;
        }
    }
    Block::from(table)
}

/// Bias, reciprocal and scale for one divisor, which must be even, at least 4 and less than `1 << 16`.
fn divisor(divisor: u32) -> [u16; 3] {
    let divisor = divisor.clamp(4, 0xFFF8);
    let bits = divisor.ilog2();
    let (quotient, remainder) = ((1 << (16 + bits)) / divisor, (1 << (16 + bits)) % divisor);
    let half = divisor / 2;
    let [bias, reciprocal, shift] = match remainder {
        0 => [half, quotient / 2, bits - 1],
        // Rounded down, the reciprocal is too small by less than what one more in the dividend makes up for.
        r if r <= half => [half + 1, quotient, bits],
        _ => [half, quotient + 1, bits],
    };
    [bias, reciprocal, 1 << (16 - shift)].map(|entry| entry as u16)
}

/// The upper half of a product.
#[inline(always)]
fn high(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// The levels of a block of coefficients.
#[kernel]
pub fn quantize(
    coefficients: &Tensor<[[i32; 8]; 8]>,
    divisors: &Tensor<[[[u16; 8]; 8]; 3]>,
    levels: &mut Tensor<[[i16; 8]; 8]>,
) {
    let bias = divisors[[0, .., ..]];
    let reciprocal = divisors[[1, .., ..]];
    let scale = divisors[[2, .., ..]];
    for [v, u] in levels.indices() {
        let c = coefficients[[v, u]] as i16;
        let n = c.unsigned_abs() + bias[[v, u]] as u16;
        let level = high(high(n, reciprocal[[v, u]] as u16), scale[[v, u]] as u16) as i16;
        levels[[v, u]] = i32::from(if c < 0 { -level } else { level });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_divide_exactly() {
        // Every step that tables K.1 and K.2 can be scaled to.
        for step in 1..=6050u32 {
            let [bias, reciprocal, scale] = divisor(8 * step);
            let quotient = |n: u32| high(high((n + u32::from(bias)) as u16, reciprocal), scale);
            // Around every rounding border up to the largest coefficient, 8 times 1024 and some.
            for level in 0..=(9000 / (8 * step)) {
                let border = level * 8 * step + 4 * step;
                assert_eq!(u32::from(quotient(border)), level + 1, "{border} by {}", 8 * step);
                assert_eq!(u32::from(quotient(border - 1)), level, "{} by {}", border - 1, 8 * step);
            }
        }
    }
}
