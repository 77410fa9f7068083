//! The 8x8 transforms of residuals (H.264 8.5.13).
//!
//! A two-dimensional transform is one 1-D pass over the rows of a block and then, on the permuted block, over its
//! columns. The standard defines the inverse. The forward transform is its counterpart as encoders have it: the
//! transposed flow graph, so that both need additions and shifts alone. Shifts round, so that the order counts: the
//! inverse begins with the rows, and the forward transform with the columns.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, Coefficient = i16, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16, Coefficient = i32)]
/// The transforms for samples of a type.
pub(super) mod residual_8x8 {
    use unite::kernel;

    /// The inverse transform (8.5.13.2) of a row or a column. The clause asks of every bitstream that what is computed fits 16 bits;
    /// otherwise it wraps around.
    #[kernel]
    fn inverse_of_eight<Coefficient>(d: [Coefficient; 8]) -> [Coefficient; 8] {
        let [d0, d1, d2, d3, d4, d5, d6, d7] = d;
        let a0 = d0.wrapping_add(d4);
        let a1 = d5.wrapping_sub(d3).wrapping_sub(d7).wrapping_sub(d7 >> 1);
        let a2 = d0.wrapping_sub(d4);
        let a3 = d1.wrapping_add(d7).wrapping_sub(d3).wrapping_sub(d3 >> 1);
        let a4 = (d2 >> 1).wrapping_sub(d6);
        let a5 = d7.wrapping_sub(d1).wrapping_add(d5).wrapping_add(d5 >> 1);
        let a6 = d2.wrapping_add(d6 >> 1);
        let a7 = d3.wrapping_add(d5).wrapping_add(d1).wrapping_add(d1 >> 1);
        let (b0, b2) = (a0.wrapping_add(a6), a2.wrapping_add(a4));
        let (b4, b6) = (a2.wrapping_sub(a4), a0.wrapping_sub(a6));
        let b1 = a1.wrapping_add(a7 >> 2);
        let b3 = a3.wrapping_add(a5 >> 2);
        let b5 = (a3 >> 2).wrapping_sub(a5);
        let b7 = a7.wrapping_sub(a1 >> 2);
        [
            b0.wrapping_add(b7),
            b2.wrapping_add(b5),
            b4.wrapping_add(b3),
            b6.wrapping_add(b1),
            b6.wrapping_sub(b1),
            b4.wrapping_sub(b3),
            b2.wrapping_sub(b5),
            b0.wrapping_sub(b7),
        ]
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
    pub fn forward_8x8<Sample, Coefficient>(
        samples: &Tensor<[[Sample; 8]; 8]>,
        pred: &Tensor<[[Sample; 8]; 8]>,
        c: &mut Tensor<[[Coefficient; 8]; 8]>,
    ) {
        let forward = |x: [Coefficient; 8]| {
            let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
            let (s07, s16, s25, s34) = (x0 + x7, x1 + x6, x2 + x5, x3 + x4);
            let (d07, d16, d25, d34) = (x0 - x7, x1 - x6, x2 - x5, x3 - x4);
            let (a0, a1, a2, a3) = (s07 + s34, s16 + s25, s07 - s34, s16 - s25);
            let a4 = d16 + d25 + (d07 + (d07 >> 1));
            let a5 = d07 - d34 - (d25 + (d25 >> 1));
            let a6 = d07 + d34 - (d16 + (d16 >> 1));
            let a7 = d16 - d25 + (d34 + (d34 >> 1));
            let even = [a0 + a1, a2 + (a3 >> 1), a0 - a1, (a2 >> 1) - a3];
            let odd = [a4 + (a7 >> 2), a5 + (a6 >> 2), a6 - (a5 >> 2), (a4 >> 2) - a7];
            [even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3]]
        };
        let columns = Block::<[[Coefficient; 8]; 8]>::stack();
        for j in 0..8 {
            let s = samples[[.., j]];
            let p = pred[[.., j]];
            let f = forward([
                (s[[0]] - p[[0]]) as Coefficient,
                (s[[1]] - p[[1]]) as Coefficient,
                (s[[2]] - p[[2]]) as Coefficient,
                (s[[3]] - p[[3]]) as Coefficient,
                (s[[4]] - p[[4]]) as Coefficient,
                (s[[5]] - p[[5]]) as Coefficient,
                (s[[6]] - p[[6]]) as Coefficient,
                (s[[7]] - p[[7]]) as Coefficient,
            ]);
            #[unroll]
            for k in 0..8 {
                columns[[k, j]] = i32::from(f[k]);
            }
        }
        for i in 0..8 {
            let x = columns[[i, ..]];
            let f = forward([
                x[[0]] as Coefficient,
                x[[1]] as Coefficient,
                x[[2]] as Coefficient,
                x[[3]] as Coefficient,
                x[[4]] as Coefficient,
                x[[5]] as Coefficient,
                x[[6]] as Coefficient,
                x[[7]] as Coefficient,
            ]);
            #[unroll]
            for k in 0..8 {
                c[[i, k]] = i32::from(f[k]);
            }
        }
    }

    /// The pass over rows.
    #[kernel(inline(inverse_of_eight))]
    fn inverse_rows<Coefficient>(
        d: &Tensor<[[Coefficient; 8]; 8]>,
        rows: &mut Tensor<[[Coefficient; 8]; 8]>,
    ) {
        for i in 0..8 {
            let x = d[[i, ..]];
            let g = inverse_of_eight([
                x[[0]] as Coefficient,
                x[[1]] as Coefficient,
                x[[2]] as Coefficient,
                x[[3]] as Coefficient,
                x[[4]] as Coefficient,
                x[[5]] as Coefficient,
                x[[6]] as Coefficient,
                x[[7]] as Coefficient,
            ]);
            #[unroll]
            for k in 0..8 {
                rows[[i, k]] = i32::from(g[k]);
            }
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
    #[kernel(inline(inverse_of_eight))]
    pub fn inverse_8x8<Coefficient>(
        d: &Tensor<[[Coefficient; 8]; 8]>,
        r: &mut Tensor<[[Coefficient; 8]; 8]>,
    ) {
        let rows = Block::<[[Coefficient; 8]; 8]>::stack();
        inverse_rows(d, &mut rows);
        for j in 0..8 {
            let x = rows[[.., j]];
            let m = inverse_of_eight([
                (x[[0]] as Coefficient).wrapping_add(32),
                x[[1]] as Coefficient,
                x[[2]] as Coefficient,
                x[[3]] as Coefficient,
                x[[4]] as Coefficient,
                x[[5]] as Coefficient,
                x[[6]] as Coefficient,
                x[[7]] as Coefficient,
            ]);
            #[unroll]
            for k in 0..8 {
                let m = i32::from(m[k]);
                r[[k, j]] = m >> 6;
            }
        }
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
    #[kernel(inline(inverse_of_eight))]
    pub fn construct_8x8<Sample, Coefficient>(
        d: &Tensor<[[Coefficient; 8]; 8]>,
        u: &mut Tensor<[[Sample; 8]; 8]>,
        bit_depth: i32,
    ) {
        let rows = Block::<[[Coefficient; 8]; 8]>::stack();
        inverse_rows(d, &mut rows);
        for j in 0..8 {
            let x = rows[[.., j]];
            let m = inverse_of_eight([
                (x[[0]] as Coefficient).wrapping_add(32),
                x[[1]] as Coefficient,
                x[[2]] as Coefficient,
                x[[3]] as Coefficient,
                x[[4]] as Coefficient,
                x[[5]] as Coefficient,
                x[[6]] as Coefficient,
                x[[7]] as Coefficient,
            ]);
            #[unroll]
            for k in 0..8 {
                let m = i32::from(m[k]);
                u[[k, j]] = (u[[k, j]] + (m >> 6)).clamp(0, (1 << bit_depth) - 1);
            }
        }
    }
}

pub use of_8_bits::*;
