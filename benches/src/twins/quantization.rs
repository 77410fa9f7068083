//! Quantisation by hand: three tables side by side, one pass.

use super::block_row::{BLOCKS, BlockRow, block_row};
use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::kernel;
use unite_jpeg::kernels::{self, Divisors, divisors};

/// Coefficients, and what they become.
struct Row {
    coefficients: BlockRow<i32>,
    divisors: Divisors,
    levels: BlockRow<i16>,
}

/// Steps as of a table for luminance: small for low frequencies, larger for high ones.
pub fn steps() -> Divisors {
    divisors(&std::array::from_fn(|i| (3 + i / 8 + i % 8 * (i / 8)) as u16))
}

fn row() -> Row {
    let coefficients = samples(64 * BLOCKS, 16_000).map(|sample| sample as i32 - 8000).collect();
    Row { coefficients: block_row(coefficients), divisors: steps(), levels: block_row(vec![0; 64 * BLOCKS]) }
}

impl Data for Row {
    fn output(&self) -> Vec<i64> {
        self.levels.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// Every block, quantised.
#[kernel]
fn quantize_each(
    coefficients: &Tensor<[[[i32; 8]; 8]]>,
    divisors: &Tensor<[[[u16; 8]; 8]; 3]>,
    levels: &mut Tensor<[[[i16; 8]; 8]]>,
) {
    for b in 0..coefficients.extent(0) {
        kernels::quantize(coefficients[[b, .., ..]], divisors, levels[[b, .., ..]]);
    }
}

/// The upper half of a product.
fn high(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// The levels of a block.
#[inline(always)]
pub fn quantized(coefficients: &[i32; 64], divisors: &[u16; 192], levels: &mut [i16; 64]) {
    for i in 0..64 {
        let c = coefficients[i] as i16;
        let n = c.unsigned_abs() + divisors[i];
        let level = high(high(n, divisors[64 + i]), divisors[128 + i]) as i16;
        levels[i] = if c < 0 { -level } else { level };
    }
}

by_hand! {
    #[inline(never)]
    fn each(coefficients: &[i32], divisors: &[u16; 192], levels: &mut [i16]) {
        let blocks = coefficients.as_chunks::<64>().0.iter();
        for (coefficients, levels) in blocks.zip(levels.as_chunks_mut::<64>().0) {
            quantized(coefficients, divisors, levels);
        }
    }
}

/// The three tables in one.
pub fn tables(divisors: &Divisors) -> &[u16; 192] {
    divisors.as_slice().first_chunk().expect("three tables of 64")
}

pair!(
    quantize,
    Row,
    row(),
    |Row { coefficients, divisors, levels }| quantize_each(coefficients, divisors, levels),
    |Row { coefficients, divisors, levels }: &mut Row| {
        each(coefficients.as_slice(), tables(divisors), levels.as_mut_slice())
    }
);
