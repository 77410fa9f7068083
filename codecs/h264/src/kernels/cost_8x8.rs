//! How far a prediction is from the samples after an 8x8 transform, which the 8x8 transform of residuals makes the better
//! guess. The standard leaves that open.

use unite::{Elem, kernel};

/// The Hadamard transform of every row of an 8x8 block, in the order that its butterflies give.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::hadamard_8x8_1d;
///
/// let mut block = Block::from([[1i16, 1, 1, 1, 1, 1, 1, 2]; 8]);
/// hadamard_8x8_1d(&mut block);
/// assert_eq!(block.as_slice()[..8], [9, -1, -1, 1, -1, 1, 1, -1]);
/// ```
#[kernel]
pub fn hadamard_8x8_1d<T: Elem<Wide = i32>>(block: &mut Tensor<[[T; 8]; 8]>) {
    for i in 0..8 {
        let c = block[[i, ..]];
        let (a0, a1, a2, a3) = (c[[0]] + c[[4]], c[[1]] + c[[5]], c[[2]] + c[[6]], c[[3]] + c[[7]]);
        let (a4, a5, a6, a7) = (c[[0]] - c[[4]], c[[1]] - c[[5]], c[[2]] - c[[6]], c[[3]] - c[[7]]);
        let (b0, b1, b2, b3) = (a0 + a2, a1 + a3, a0 - a2, a1 - a3);
        let (b4, b5, b6, b7) = (a4 + a6, a5 + a7, a4 - a6, a5 - a7);
        c[[0]] = b0 + b1;
        c[[1]] = b0 - b1;
        c[[2]] = b2 + b3;
        c[[3]] = b2 - b3;
        c[[4]] = b4 + b5;
        c[[5]] = b4 - b5;
        c[[6]] = b6 + b7;
        c[[7]] = b6 - b7;
    }
}

/// The sum of absolute values of the Hadamard transform of the differences of an 8x8 block.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::hadamard_sum_8x8;
///
/// assert_eq!(hadamard_sum_8x8(&Block::from([[7u8; 8]; 8]), &Block::from([[9u8; 8]; 8])), 128);
/// ```
#[kernel]
pub fn hadamard_sum_8x8(a: &Tensor<[[u8; 8]; 8]>, b: &Tensor<[[u8; 8]; 8]>) -> i32 {
    let d = Block::<[[i16; 8]; 8]>::stack();
    d[[!y, !x]] = a[[!y, !x]] - b[[!y, !x]];
    hadamard_8x8_1d(&mut d);
    hadamard_8x8_1d(&mut d.permute([1, 0]));
    let mut sum = 0;
    for [y, x] in d.indices() {
        sum += d[[y, x]].abs();
    }
    sum
}

/// A quarter of the sum of [`hadamard_sum_8x8()`] over the 8x8 blocks of a partition, rounded; extents must be multiples
/// of 8: what is left over does not count.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sa8d;
///
/// assert_eq!(sa8d(&Block::from([[7u8; 16]; 16]), &Block::from([[9u8; 16]; 16])), 128);
/// ```
#[kernel]
pub fn sa8d<const H: usize, const W: usize>(a: &Tensor<[[u8; W]; H]>, b: &Tensor<[[u8; W]; H]>) -> i32 {
    let mut sum = 0;
    for v in 0..H / 8 {
        for u in 0..W / 8 {
            sum += hadamard_sum_8x8(
                a[[8 * v..8 * v + 8, 8 * u..8 * u + 8]],
                b[[8 * v..8 * v + 8, 8 * u..8 * u + 8]],
            );
        }
    }
    (sum + 2) >> 2
}
