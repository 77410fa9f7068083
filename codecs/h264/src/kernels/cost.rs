//! How far a prediction is from the samples: what an encoder chooses by. The standard leaves that open.

use unite::kernel;

/// The sum of squared differences.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::ssd;
///
/// assert_eq!(ssd(&Block::from([[7u8; 16]; 16]), &Block::from([[10u8; 16]; 16])), 2304);
/// ```
#[kernel]
pub fn ssd<const H: usize, const W: usize>(a: &Tensor<[[u8; W]; H]>, b: &Tensor<[[u8; W]; H]>) -> i32 {
    let mut sum = 0;
    for [y, x] in a.indices() {
        let d = a[[y, x]] - b[[y, x]];
        sum += d * d;
    }
    sum
}

/// Half the sums of absolute values of the Hadamard transforms of the differences of 4x4 blocks, `$blocks` of them at once,
/// `$v` of these in a column, and so `$parts` times. The last step of a transform makes `a + b` and `a - b`, and half the sum
/// of their absolute values is the greater of `|a|` and `|b|`. What is added up in a place of `sums` fits its type: of 8 bits
/// four parts are at most `4 * 4080`.
macro_rules! sums_of_blocks {
    ($sample:ident, $sum:ident; $($(#[$doc:meta])*
        $name:ident: [$h:literal, $w:literal] = $parts:literal of $blocks:literal, $v:literal high;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub fn $name(a: &Tensor<[[$sample; $w]; $h]>, b: &Tensor<[[$sample; $w]; $h]>) -> i32 {
            let sums = Block::<[$sum; 4 * $blocks]>::stack();
            for part in 0..$parts {
                // Blocks side by side, whether they are so in the partition or not.
                let columns = Block::<[[$sum; 4 * $blocks]; 4]>::stack();
                for v in 0..$v {
                    for x in 0..$w {
                        let y = 4 * ($v * part + v);
                        let a = a[[y..y + 4, x]];
                        let b = b[[y..y + 4, x]];
                        let (d0, d1) = (a[[0]] - b[[0]], a[[1]] - b[[1]]);
                        let (d2, d3) = (a[[2]] - b[[2]], a[[3]] - b[[3]]);
                        let (s03, s12, d03, d12) = (d0 + d3, d1 + d2, d0 - d3, d1 - d2);
                        let c = columns[[.., $w * v + x]];
                        c[[0]] = s03 + s12;
                        c[[1]] = d03 + d12;
                        c[[2]] = s03 - s12;
                        c[[3]] = d03 - d12;
                    }
                }
                for b in 0..$blocks {
                    for y in 0..4 {
                        let c = columns[[y, 4 * b..4 * b + 4]];
                        let (s03, s12) = (c[[0]] + c[[3]], c[[1]] + c[[2]]);
                        let (d03, d12) = (c[[0]] - c[[3]], c[[1]] - c[[2]]);
                        let sum = s03.abs().max(s12.abs()) + d03.abs().max(d12.abs());
                        sums[[4 * b + y]] = i32::from(sums[[4 * b + y]] as $sum + sum as $sum);
                    }
                }
            }
            let mut all = 0;
            for x in 0..4 * $blocks {
                all += sums[[x]];
            }
            all
        }
    )*};
}

pub(super) use sums_of_blocks;

/// The costs of samples of a type; `$sum` holds what becomes of four of them.
macro_rules! costs {
    ($sample:ident, $sum:ident) => {
        /// The sum of absolute differences.
        ///
        /// ```
        /// use unite::Block;
        /// use unite_h264::kernels::sad;
        ///
        /// assert_eq!(sad(&Block::from([[7u8; 16]; 16]), &Block::from([[9u8; 16]; 16])), 512);
        /// ```
        #[kernel]
        pub fn sad<const H: usize, const W: usize>(
            a: &Tensor<[[$sample; W]; H]>,
            b: &Tensor<[[$sample; W]; H]>,
        ) -> i32 {
            let mut sum = 0;
            for [y, x] in a.indices() {
                sum += (a[[y, x]] - b[[y, x]]).abs();
            }
            sum
        }

        sums_of_blocks! { $sample, $sum;
            /// Half the sum of absolute values of the Hadamard transform of the differences. The sum is even.
            ///
            /// ```
            /// use unite::Block;
            /// use unite_h264::kernels::satd_4x4;
            ///
            /// assert_eq!(satd_4x4(&Block::from([[7u8; 4]; 4]), &Block::from([[9u8; 4]; 4])), 16);
            /// ```
            satd_4x4: [4, 4] = 1 of 1, 1 high;
            /// The sum of [`satd_4x4()`] over two blocks side by side.
            ///
            /// ```
            /// use unite::Block;
            /// use unite_h264::kernels::satd_8x4;
            ///
            /// assert_eq!(satd_8x4(&Block::from([[7u8; 8]; 4]), &Block::from([[9u8; 8]; 4])), 32);
            /// ```
            satd_8x4: [4, 8] = 1 of 2, 1 high;
            /// The sum of [`satd_4x4()`] over two blocks, one below the other.
            ///
            /// ```
            /// use unite::Block;
            /// use unite_h264::kernels::satd_4x8;
            ///
            /// assert_eq!(satd_4x8(&Block::from([[7u8; 4]; 8]), &Block::from([[9u8; 4]; 8])), 32);
            /// ```
            satd_4x8: [8, 4] = 1 of 2, 2 high;
            /// The sum of [`satd_4x4()`] over two by two blocks.
            ///
            /// ```
            /// use unite::Block;
            /// use unite_h264::kernels::satd_8x8;
            ///
            /// assert_eq!(satd_8x8(&Block::from([[7u8; 8]; 8]), &Block::from([[9u8; 8]; 8])), 64);
            /// ```
            satd_8x8: [8, 8] = 1 of 4, 2 high;
            /// The sum of [`satd_4x4()`] over two by four blocks.
            ///
            /// ```
            /// use unite::Block;
            /// use unite_h264::kernels::satd_8x16;
            ///
            /// assert_eq!(satd_8x16(&Block::from([[7u8; 8]; 16]), &Block::from([[9u8; 8]; 16])), 128);
            /// ```
            satd_8x16: [16, 8] = 2 of 4, 2 high;
            /// The sum of [`satd_4x4()`] over four blocks side by side.
            ///
            /// ```
            /// use unite::Block;
            /// use unite_h264::kernels::satd_16x4;
            ///
            /// assert_eq!(satd_16x4(&Block::from([[7u8; 16]; 4]), &Block::from([[9u8; 16]; 4])), 64);
            /// ```
            satd_16x4: [4, 16] = 1 of 4, 1 high;
            /// The sum of [`satd_4x4()`] over four by two blocks.
            ///
            /// ```
            /// use unite::Block;
            /// use unite_h264::kernels::satd_16x8;
            ///
            /// assert_eq!(satd_16x8(&Block::from([[7u8; 16]; 8]), &Block::from([[9u8; 16]; 8])), 128);
            /// ```
            satd_16x8: [8, 16] = 2 of 4, 1 high;
            /// The sum of [`satd_4x4()`] over the 4x4 blocks of a macroblock.
            ///
            /// ```
            /// use unite::Block;
            /// use unite_h264::kernels::satd_16x16;
            ///
            /// assert_eq!(satd_16x16(&Block::from([[7u8; 16]; 16]), &Block::from([[9u8; 16]; 16])), 256);
            /// ```
            satd_16x16: [16, 16] = 4 of 4, 1 high;
        }

        /// The sum of [`satd_4x4()`] over the 4x4 blocks of a partition of any size; extents must be multiples of 4: what is left
        /// over does not count.
        ///
        /// ```
        /// use unite::Block;
        /// use unite_h264::kernels::satd;
        ///
        /// assert_eq!(satd(&Block::from([[7u8; 16]; 8]), &Block::from([[9u8; 16]; 8])), 128);
        /// ```
        #[kernel]
        pub fn satd<const H: usize, const W: usize>(
            a: &Tensor<[[$sample; W]; H]>,
            b: &Tensor<[[$sample; W]; H]>,
        ) -> i32 {
            let mut sum = 0;
            if const { W.is_multiple_of(16) && H.is_multiple_of(16) } {
                for v in 0..H / 16 {
                    for u in 0..W / 16 {
                        let (y, x) = (16 * v, 16 * u);
                        sum += satd_16x16(a[[y..y + 16, x..x + 16]], b[[y..y + 16, x..x + 16]]);
                    }
                }
            } else if const { W.is_multiple_of(16) && H.is_multiple_of(8) } {
                for v in 0..H / 8 {
                    for u in 0..W / 16 {
                        let (y, x) = (8 * v, 16 * u);
                        sum += satd_16x8(a[[y..y + 8, x..x + 16]], b[[y..y + 8, x..x + 16]]);
                    }
                }
            } else if const { W.is_multiple_of(16) } {
                for v in 0..H / 4 {
                    for u in 0..W / 16 {
                        let (y, x) = (4 * v, 16 * u);
                        sum += satd_16x4(a[[y..y + 4, x..x + 16]], b[[y..y + 4, x..x + 16]]);
                    }
                }
            } else if const { W.is_multiple_of(8) && H.is_multiple_of(16) } {
                for v in 0..H / 16 {
                    for u in 0..W / 8 {
                        let (y, x) = (16 * v, 8 * u);
                        sum += satd_8x16(a[[y..y + 16, x..x + 8]], b[[y..y + 16, x..x + 8]]);
                    }
                }
            } else if const { W.is_multiple_of(8) && H.is_multiple_of(8) } {
                for v in 0..H / 8 {
                    for u in 0..W / 8 {
                        let (y, x) = (8 * v, 8 * u);
                        sum += satd_8x8(a[[y..y + 8, x..x + 8]], b[[y..y + 8, x..x + 8]]);
                    }
                }
            } else if const { W.is_multiple_of(8) } {
                for v in 0..H / 4 {
                    for u in 0..W / 8 {
                        let (y, x) = (4 * v, 8 * u);
                        sum += satd_8x4(a[[y..y + 4, x..x + 8]], b[[y..y + 4, x..x + 8]]);
                    }
                }
            } else if const { H.is_multiple_of(8) } {
                for v in 0..H / 8 {
                    for u in 0..W / 4 {
                        let (y, x) = (8 * v, 4 * u);
                        sum += satd_4x8(a[[y..y + 8, x..x + 4]], b[[y..y + 8, x..x + 4]]);
                    }
                }
            } else {
                for v in 0..H / 4 {
                    for u in 0..W / 4 {
                        let (y, x) = (4 * v, 4 * u);
                        sum += satd_4x4(a[[y..y + 4, x..x + 4]], b[[y..y + 4, x..x + 4]]);
                    }
                }
            }
            sum
        }
    };
}
pub(super) use costs;

costs!(u8, i16);
