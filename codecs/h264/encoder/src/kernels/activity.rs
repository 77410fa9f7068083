//! How busy a macroblock is, and pictures of half the resolution.

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

/// Half the resolution on both axes: means of two by two samples.
#[kernel]
pub fn halve(half: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for [y, x] in half.indices() {
        half[[y, x]] = (plane[[2 * y, 2 * x]]
            + plane[[2 * y, 2 * x + 1]]
            + plane[[2 * y + 1, 2 * x]]
            + plane[[2 * y + 1, 2 * x + 1]]
            + 2)
            >> 2;
    }
}
