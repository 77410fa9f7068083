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

#[kernel]
#[instance(of_8_bits: Sample = u8, Sum = i16)]
#[instance(of_more_bits: Sample = u16, Sum = i32)]
/// The costs of samples of a type; `Sum` holds what becomes of four of them.
pub(super) mod costs {
    use unite::kernel;

    /// The sum of absolute differences.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sad;
    ///
    /// assert_eq!(sad(&Block::from([[7u8; 16]; 16]), &Block::from([[9u8; 16]; 16])), 512);
    /// ```
    #[kernel]
    pub fn sad<Sample, const H: usize, const W: usize>(
        a: &Tensor<[[Sample; W]; H]>,
        b: &Tensor<[[Sample; W]; H]>,
    ) -> i32 {
        let mut sum = 0;
        for [y, x] in a.indices() {
            sum += (a[[y, x]] - b[[y, x]]).abs();
        }
        sum
    }

    #[kernel]
    /// Half the sum of absolute values of the Hadamard transform of the differences. The sum is even.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_4x4;
    ///
    /// assert_eq!(satd_4x4(&Block::from([[7u8; 4]; 4]), &Block::from([[9u8; 4]; 4])), 16);
    /// ```
    #[instance(satd_4x4: H = 4, W = 4)]
    /// The sum of [`satd_4x4()`] over two blocks side by side.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_8x4;
    ///
    /// assert_eq!(satd_8x4(&Block::from([[7u8; 8]; 4]), &Block::from([[9u8; 8]; 4])), 32);
    /// ```
    #[instance(satd_8x4: H = 4, W = 8)]
    /// The sum of [`satd_4x4()`] over two blocks, one below the other.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_4x8;
    ///
    /// assert_eq!(satd_4x8(&Block::from([[7u8; 4]; 8]), &Block::from([[9u8; 4]; 8])), 32);
    /// ```
    #[instance(satd_4x8: H = 8, W = 4)]
    /// The sum of [`satd_4x4()`] over two by two blocks.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_8x8;
    ///
    /// assert_eq!(satd_8x8(&Block::from([[7u8; 8]; 8]), &Block::from([[9u8; 8]; 8])), 64);
    /// ```
    #[instance(satd_8x8: H = 8, W = 8)]
    /// The sum of [`satd_4x4()`] over two by four blocks.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_8x16;
    ///
    /// assert_eq!(satd_8x16(&Block::from([[7u8; 8]; 16]), &Block::from([[9u8; 8]; 16])), 128);
    /// ```
    #[instance(satd_8x16: H = 16, W = 8)]
    /// The sum of [`satd_4x4()`] over four blocks side by side.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_16x4;
    ///
    /// assert_eq!(satd_16x4(&Block::from([[7u8; 16]; 4]), &Block::from([[9u8; 16]; 4])), 64);
    /// ```
    #[instance(satd_16x4: H = 4, W = 16)]
    /// The sum of [`satd_4x4()`] over four by two blocks.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_16x8;
    ///
    /// assert_eq!(satd_16x8(&Block::from([[7u8; 16]; 8]), &Block::from([[9u8; 16]; 8])), 128);
    /// ```
    #[instance(satd_16x8: H = 8, W = 16)]
    /// The sum of [`satd_4x4()`] over the 4x4 blocks of a macroblock.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_16x16;
    ///
    /// assert_eq!(satd_16x16(&Block::from([[7u8; 16]; 16]), &Block::from([[9u8; 16]; 16])), 256);
    /// ```
    #[instance(satd_16x16: H = 16, W = 16)]
    pub fn sum_of_blocks<Sample, Sum, const H: usize, const W: usize>(
        a: &Tensor<[[Sample; W]; H]>,
        b: &Tensor<[[Sample; W]; H]>,
    ) -> i32 {
        let columns = Block::<[[Sum; W]; H]>::stack();
        for v in 0..H / 4 {
            for x in 0..W {
                let [a0, a1, a2, a3] = a[[4 * v..4 * v + 4, x]];
                let [b0, b1, b2, b3] = b[[4 * v..4 * v + 4, x]];
                let (d0, d1, d2, d3) = (a0 - b0, a1 - b1, a2 - b2, a3 - b3);
                let (s03, s12, d03, d12) = (d0 + d3, d1 + d2, d0 - d3, d1 - d2);
                columns[[4 * v..4 * v + 4, x]] = [s03 + s12, d03 + d12, s03 - s12, d03 - d12];
            }
        }
        let mut sum = 0;
        for y in 0..H {
            for u in 0..W / 4 {
                let [c0, c1, c2, c3] = columns[[y, 4 * u..4 * u + 4]];
                let (s03, s12, d03, d12) = (c0 + c3, c1 + c2, c0 - c3, c1 - c2);
                sum += (s03 + s12).abs() + (d03 + d12).abs() + (s03 - s12).abs() + (d03 - d12).abs();
            }
        }
        sum >> 1
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
    pub fn satd<Sample, const H: usize, const W: usize>(
        a: &Tensor<[[Sample; W]; H]>,
        b: &Tensor<[[Sample; W]; H]>,
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
}

pub use of_8_bits::*;
