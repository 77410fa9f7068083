//! How busy a macroblock is.

use unite::kernel;

/// The sum of the squares of what the samples of a macroblock differ from their mean by.
#[kernel]
pub fn energy(samples: &Tensor<[[u8; 16]; 16]>) -> u32 {
    let mut sum = 0;
    let mut squares = 0;
    for [y, x] in samples.indices() {
        let sample = samples[[y, x]];
        sum += sample;
        squares += sample * sample;
    }
    squares as u32 - ((sum as u32 * sum as u32) >> 8)
}
