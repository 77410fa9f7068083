//! Quantisation by hand: three tables side by side, one pass.

use super::forward_dct::Numbers;
use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use crate::library;
use unite::Block;
use unite_jpeg::kernels::{self, Divisors, divisors};

/// Coefficients, and what they become.
struct Sixteen {
    coefficients: Block<Numbers, Numbers>,
    divisors: Divisors,
    levels: Block<Numbers, Numbers>,
}

/// Steps as of a table for luminance: small for low frequencies, larger for high ones.
pub fn steps() -> Divisors {
    divisors(&std::array::from_fn(|i| (3 + i / 8 + i % 8 * (i / 8)) as u16))
}

fn sixteen() -> Sixteen {
    let numbers: Vec<i16> = samples(1024, 16_000).map(|sample| sample as i16 - 8000).collect();
    let coefficients = std::array::from_fn(|v| {
        std::array::from_fn(|u| std::array::from_fn(|b| numbers[128 * v + 16 * u + b]))
    });
    let levels = Block::from([[[0; 16]; 8]; 8]);
    Sixteen { coefficients: Block::from(coefficients), divisors: steps(), levels }
}

impl Data for Sixteen {
    fn output(&self) -> Vec<i64> {
        self.levels.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// The levels of sixteen blocks.
#[inline(always)]
pub fn quantized(coefficients: &[i16; 1024], tables: &[[i16; 1024]; 3], levels: &mut [i16; 1024]) {
    let [reciprocal, half, scale] = tables;
    for i in 0..1024 {
        let c = coefficients[i];
        let quotient = ((i32::from(c + c) * i32::from(reciprocal[i]) + (1 << 14)) >> 15) as i16;
        levels[i] = ((i32::from(quotient + half[i] + (c >> 15)) * i32::from(scale[i])) >> 16) as i16;
    }
}

by_hand! {
    #[inline(never)]
    fn all(coefficients: &[i16; 1024], tables: &[[i16; 1024]; 3], levels: &mut [i16; 1024]) {
        quantized(coefficients, tables, levels);
    }
}

/// The three tables.
pub fn tables(divisors: &Divisors) -> &[[i16; 1024]; 3] {
    divisors.as_slice().as_chunks().0.first_chunk().expect("three tables of 1024")
}

pair!(
    quantize,
    Sixteen,
    sixteen(),
    |Sixteen { coefficients, divisors, levels }| kernels::quantize(coefficients, divisors, levels),
    |Sixteen { coefficients, divisors, levels }: &mut Sixteen| {
        let coefficients = coefficients.as_slice().first_chunk().expect("sixteen blocks");
        let levels = levels.as_mut_slice().first_chunk_mut().expect("sixteen blocks");
        all(coefficients, tables(divisors), levels)
    },
    |Sixteen { coefficients, divisors, levels }| {
        library::transform::quantize(coefficients.view(), divisors.view(), levels.view_mut())
    },
);
