//! The 8x8 transforms of residuals (H.264 8.5.13).
//!
//! A two-dimensional transform is one 1-D pass over the rows of a block and then, on the permuted block, over its
//! columns. The standard defines the inverse. The forward transform is its counterpart as encoders have it: the
//! transposed flow graph, so that both need additions and shifts alone. Shifts round, so that the order counts: the
//! inverse begins with the rows, and the forward transform with the columns.

use unite::{Elem, kernel};

/// The forward transform of every row.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::forward_8x8_1d;
///
/// let mut block = Block::from([[1i16, 1, 1, 1, 1, 1, 1, 9]; 8]);
/// forward_8x8_1d(&mut block);
/// assert_eq!(block.as_slice()[..8], [16, -12, 8, -10, 8, -6, 4, -3]);
/// ```
#[kernel]
pub fn forward_8x8_1d<T: Elem<Wide = i32>>(block: &mut Tensor<[[T; 8]; 8]>) {
    for i in 0..8 {
        let x = block[[i, ..]];
        let (s07, s16, s25, s34) = (x[[0]] + x[[7]], x[[1]] + x[[6]], x[[2]] + x[[5]], x[[3]] + x[[4]]);
        let (d07, d16, d25, d34) = (x[[0]] - x[[7]], x[[1]] - x[[6]], x[[2]] - x[[5]], x[[3]] - x[[4]]);
        let (a0, a1) = (s07 + s34, s16 + s25);
        let (a2, a3) = (s07 - s34, s16 - s25);
        let a4 = d16 + d25 + (d07 + (d07 >> 1));
        let a5 = d07 - d34 - (d25 + (d25 >> 1));
        let a6 = d07 + d34 - (d16 + (d16 >> 1));
        let a7 = d16 - d25 + (d34 + (d34 >> 1));
        x[[0]] = a0 + a1;
        x[[1]] = a4 + (a7 >> 2);
        x[[2]] = a2 + (a3 >> 1);
        x[[3]] = a5 + (a6 >> 2);
        x[[4]] = a0 - a1;
        x[[5]] = a6 - (a5 >> 2);
        x[[6]] = (a2 >> 1) - a3;
        x[[7]] = (a4 >> 2) - a7;
    }
}

/// The forward transform of the difference between samples and their prediction. No coefficient needs more than 16 bits,
/// nor does what is in between.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::forward_8x8;
///
/// let (samples, pred) = (Block::from([[7u8; 8]; 8]), Block::from([[5u8; 8]; 8]));
/// let mut c = Block::<[[i16; 8]; 8]>::stack();
/// forward_8x8(&samples, &pred, &mut c);
/// assert_eq!(c.as_slice()[..3], [128, 0, 0]);
/// ```
#[kernel]
pub fn forward_8x8(
    samples: &Tensor<[[u8; 8]; 8]>,
    pred: &Tensor<[[u8; 8]; 8]>,
    c: &mut Tensor<[[i16; 8]; 8]>,
) {
    let r = Block::<[[i16; 8]; 8]>::stack();
    r[[!i, !j]] = samples[[!i, !j]] - pred[[!i, !j]];
    forward_8x8_1d(&mut r.permute([1, 0]));
    forward_8x8_1d(&mut r);
    c[[!i, !j]] = r[[!i, !j]];
}

/// The inverse transform of every row (8.5.13.2).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::inverse_8x8_1d;
///
/// let mut block = Block::from([[64, 32, 0, 0, 0, 0, 0, 0]; 8]);
/// inverse_8x8_1d(&mut block);
/// assert_eq!(block.as_slice()[..8], [112, 104, 88, 76, 52, 40, 24, 16]);
/// ```
#[kernel]
pub fn inverse_8x8_1d<T: Elem<Wide = i32>>(block: &mut Tensor<[[T; 8]; 8]>) {
    for i in 0..8 {
        let d = block[[i, ..]];
        let a0 = d[[0]] + d[[4]];
        let a1 = -d[[3]] + d[[5]] - d[[7]] - (d[[7]] >> 1);
        let a2 = d[[0]] - d[[4]];
        let a3 = d[[1]] + d[[7]] - d[[3]] - (d[[3]] >> 1);
        let a4 = (d[[2]] >> 1) - d[[6]];
        let a5 = -d[[1]] + d[[7]] + d[[5]] + (d[[5]] >> 1);
        let a6 = d[[2]] + (d[[6]] >> 1);
        let a7 = d[[3]] + d[[5]] + d[[1]] + (d[[1]] >> 1);
        let b0 = a0 + a6;
        let b1 = a1 + (a7 >> 2);
        let b2 = a2 + a4;
        let b3 = a3 + (a5 >> 2);
        let b4 = a2 - a4;
        let b5 = (a3 >> 2) - a5;
        let b6 = a0 - a6;
        let b7 = a7 - (a1 >> 2);
        d[[0]] = b0 + b7;
        d[[1]] = b2 + b5;
        d[[2]] = b4 + b3;
        d[[3]] = b6 + b1;
        d[[4]] = b6 - b1;
        d[[5]] = b4 - b3;
        d[[6]] = b2 - b5;
        d[[7]] = b0 - b7;
    }
}

/// Scaled coefficients `d` to the residual `r` (8.5.13.2).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::inverse_8x8;
///
/// let mut d = Block::<[[i16; 8]; 8]>::stack();
/// d.write([0, 0], 640);
/// let mut r = Block::<[[i16; 8]; 8]>::stack();
/// inverse_8x8(&d, &mut r);
/// assert_eq!(r.as_slice(), [10; 64]);
/// ```
#[kernel]
pub fn inverse_8x8(d: &Tensor<[[i16; 8]; 8]>, r: &mut Tensor<[[i16; 8]; 8]>) {
    let m = Block::<[[i32; 8]; 8]>::stack();
    m[[!i, !j]] = d[[!i, !j]];
    inverse_8x8_1d(&mut m);
    inverse_8x8_1d(&mut m.permute([1, 0]));
    r[[!i, !j]] = (m[[!i, !j]] + 32) >> 6;
}

/// Scaled coefficients `d` and a prediction to constructed samples (8.5.13.2, then 8.5.14 before deblocking): `u` is the
/// prediction before and the samples after.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::construct_8x8;
///
/// let mut d = Block::<[[i16; 8]; 8]>::stack();
/// d.write([0, 0], 640);
/// let mut u = Block::from([[250u8, 7, 0, 0, 0, 0, 0, 0]; 8]);
/// construct_8x8(&d, &mut u);
/// assert_eq!(u.as_slice()[..4], [255, 17, 10, 10]);
/// ```
#[kernel]
pub fn construct_8x8(d: &Tensor<[[i16; 8]; 8]>, u: &mut Tensor<[[u8; 8]; 8]>) {
    let m = Block::<[[i32; 8]; 8]>::stack();
    m[[!i, !j]] = d[[!i, !j]];
    inverse_8x8_1d(&mut m);
    inverse_8x8_1d(&mut m.permute([1, 0]));
    u[[!i, !j]] = (u[[!i, !j]] + ((m[[!i, !j]] + 32) >> 6)).clamp(0, 255);
}
