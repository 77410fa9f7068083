//! From samples to levels in zig-zag order: the steps of T.81 figure A.1, for a row of blocks.

use unite::kernel;

use super::forward_dct::fdct;
use super::quantization::quantize;
use super::sequence::zigzag;

/// Level shift (T.81 A.3.1), transform (A.3.3), quantisation (A.3.4) and zig-zag sequence (A.3.6) of the blocks that
/// begin `samples`, one for each row of `levels`.
#[kernel(autovectorize)]
pub fn transform_row(
    samples: &Tensor<[[u8]]>,
    divisors: &Tensor<[[[u16; 8]; 8]; 3]>,
    levels: &mut Tensor<[[i16; 64]]>,
) {
    for b in 0..levels.extent(0) {
        let here = samples[[0..8, 8 * b..8 * b + 8]];
        let mut block = Block::<[[i32; 8]; 8]>::stack();
        block[[!y, !x]] = here[[!y, !x]] - 128;
        fdct(&mut block);
        let mut quantized = Block::<[[i16; 8]; 8]>::stack();
        quantize(&block, divisors, &mut quantized);
        zigzag(&quantized, &mut levels[[b, ..]]);
    }
}
