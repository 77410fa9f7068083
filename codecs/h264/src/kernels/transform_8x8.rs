//! The 8x8 transforms of residuals (H.264 8.5.13).
//!
//! A two-dimensional transform is one 1-D pass over the rows of a block and then, on the permuted block, over its
//! columns. The standard defines the inverse. The forward transform is its counterpart as encoders have it: the
//! transposed flow graph, so that both need additions and shifts alone. Shifts round, so that the order counts: the
//! inverse begins with the rows, and the forward transform with the columns.

use unite::kernel;

/// The inverse transform (8.5.13.2) of the rows of `d` and then of its columns, with the 32 that rounds it, by the
/// statement `write` for each row `k` of a column `j`. The clause asks of every bitstream that what is computed fits 16 bits;
/// otherwise it wraps around.
macro_rules! inverse {
    ($coefficient:ident $(, $bit_depth:ident)?; $(#[$doc:meta])* $name:ident($d:ident, $out:ident: $elem:ty; $k:ident, $j:ident, $m:ident) = $value:expr;) => {
        $(#[$doc])*
        #[kernel]
        pub fn $name($d: &Tensor<[[$coefficient; 8]; 8]>, $out: &mut Tensor<[[$elem; 8]; 8]> $(, $bit_depth: i32)?) {
            let inverse = |d: [$coefficient; 8]| {
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
            };
            let rows = Block::<[[$coefficient; 8]; 8]>::stack();
            for i in 0..8 {
                let x = $d[[i, ..]];
                let g = inverse([
                    x[[0]] as $coefficient,
                    x[[1]] as $coefficient,
                    x[[2]] as $coefficient,
                    x[[3]] as $coefficient,
                    x[[4]] as $coefficient,
                    x[[5]] as $coefficient,
                    x[[6]] as $coefficient,
                    x[[7]] as $coefficient,
                ]);
                #[unroll]
                for k in 0..8 {
                    rows[[i, k]] = i32::from(g[k]);
                }
            }
            for $j in 0..8 {
                let x = rows[[.., $j]];
                let m = inverse([
                    (x[[0]] as $coefficient).wrapping_add(32),
                    x[[1]] as $coefficient,
                    x[[2]] as $coefficient,
                    x[[3]] as $coefficient,
                    x[[4]] as $coefficient,
                    x[[5]] as $coefficient,
                    x[[6]] as $coefficient,
                    x[[7]] as $coefficient,
                ]);
                #[unroll]
                for $k in 0..8 {
                    let $m = i32::from(m[$k]);
                    $out[[$k, $j]] = $value;
                }
            }
        }
    };
}

pub(super) use inverse;

/// The transforms for samples of a type, of which none is above `$largest`.
macro_rules! residual_8x8 {
    ($sample:ident, $coefficient:ident, $largest:expr $(, $bit_depth:ident)?) => {
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
            samples: &Tensor<[[$sample; 8]; 8]>,
            pred: &Tensor<[[$sample; 8]; 8]>,
            c: &mut Tensor<[[$coefficient; 8]; 8]>,
        ) {
            let forward = |x: [$coefficient; 8]| {
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
            let columns = Block::<[[$coefficient; 8]; 8]>::stack();
            for j in 0..8 {
                let s = samples[[.., j]];
                let p = pred[[.., j]];
                let f = forward([
                    (s[[0]] - p[[0]]) as $coefficient,
                    (s[[1]] - p[[1]]) as $coefficient,
                    (s[[2]] - p[[2]]) as $coefficient,
                    (s[[3]] - p[[3]]) as $coefficient,
                    (s[[4]] - p[[4]]) as $coefficient,
                    (s[[5]] - p[[5]]) as $coefficient,
                    (s[[6]] - p[[6]]) as $coefficient,
                    (s[[7]] - p[[7]]) as $coefficient,
                ]);
                #[unroll]
                for k in 0..8 {
                    columns[[k, j]] = i32::from(f[k]);
                }
            }
            for i in 0..8 {
                let x = columns[[i, ..]];
                let f = forward([
                    x[[0]] as $coefficient,
                    x[[1]] as $coefficient,
                    x[[2]] as $coefficient,
                    x[[3]] as $coefficient,
                    x[[4]] as $coefficient,
                    x[[5]] as $coefficient,
                    x[[6]] as $coefficient,
                    x[[7]] as $coefficient,
                ]);
                #[unroll]
                for k in 0..8 {
                    c[[i, k]] = i32::from(f[k]);
                }
            }
        }

        inverse! {
            $coefficient;
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
            inverse_8x8(d, r: $coefficient; k, j, m) = m >> 6;
        }

        inverse! {
            $coefficient $(, $bit_depth)?;
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
            construct_8x8(d, u: $sample; k, j, m) = (u[[k, j]] + (m >> 6)).clamp(0, $largest);
        }
    };
}
pub(super) use residual_8x8;

residual_8x8!(u8, i16, 255);
