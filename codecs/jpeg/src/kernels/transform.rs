//! From samples to levels in zig-zag order: the steps of T.81 figure A.1, for a row of blocks.

use unite::kernel;

use super::forward_dct::fdct;
use super::masks::nonzero;
use super::quantization::quantize;
use super::sequence::zigzag;

/// So many blocks are transformed together.
pub const SIDE_BY_SIDE: usize = 16;

/// Level shift (T.81 A.3.1), transform (A.3.3), quantisation (A.3.4) and zig-zag sequence (A.3.6) of the blocks that
/// begin `samples`, one for each row of `levels`, of which there are at least sixteen, and their [masks](nonzero()).
///
/// Sixteen blocks are transformed at a time; the last sixteen may begin with some that were among those before. With
/// AVX-512 the compiler made one shuffle with a table of two that need none, and the whole process took 10 % longer (Intel); named as
/// they are now, they are to be measured there.
#[kernel(highest = v3)]
pub fn transform_row(
    samples: &Tensor<[[u8]]>,
    divisors: &Tensor<[[[[i16; 16]; 8]; 8]; 3]>,
    levels: &mut Tensor<[[i16; 64]]>,
    masks: &mut Tensor<[[u16; 4]]>,
) {
    let count = levels.extent(0);
    let mut coefficients = Block::<[[[i16; 16]; 8]; 8]>::stack();
    let mut quantized = Block::<[[[i16; 16]; 8]; 8]>::stack();
    for g in 0..(count + 15) / 16 {
        let first = (16 * g).min(count - 16);
        fdct(&samples[[0..8, 8 * first..8 * first + 128]], &mut coefficients);
        quantize(&coefficients, divisors, &mut quantized);
        zigzag(&quantized, &mut levels[[first..first + 16, ..]]);
        nonzero(&quantized, &mut masks[[first..first + 16, ..]]);
    }
}
