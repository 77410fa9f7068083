//! Construction where nothing but the first coefficient of each 4x4 block is left, so that its residual is one number (H.264
//! 8.5.12.2 with all other coefficients 0).

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, Coefficient = i16, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16, Coefficient = i32)]
/// Construction of samples of a type.
pub(super) mod of_samples {
    use unite::kernel;

    /// 8x8 samples: `dc` are the scaled first coefficients of the blocks, `u` is the prediction before and the samples
    /// after.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::construct_dc_8x8;
    ///
    /// let mut u = Block::from([[250u8; 8]; 8]);
    /// construct_dc_8x8(&Block::from([[640i16, -640], [0, 64]]), &mut u);
    /// assert_eq!(u.as_slice()[..8], [255, 255, 255, 255, 240, 240, 240, 240]);
    /// assert_eq!(u.as_slice()[56..], [250, 250, 250, 250, 251, 251, 251, 251]);
    /// ```
    #[kernel]
    pub fn construct_dc_8x8<Sample, Coefficient>(
        dc: &Tensor<[[Coefficient; 2]; 2]>,
        u: &mut Tensor<[[Sample; 8]; 8]>,
        bit_depth: i32,
    ) {
        // The residual of a row of samples for each row of blocks.
        let r = Block::<[[Coefficient; 8]; 2]>::stack();
        for i in 0..2 {
            #[unroll]
            for j in 0..2 {
                for x in 0..4 {
                    r[[i, 4 * j + x]] = (dc[[i, j]] + 32) >> 6;
                }
            }
        }
        for i in 0..2 {
            for y in 0..4 {
                for x in 0..8 {
                    u[[4 * i + y, x]] = (u[[4 * i + y, x]] + r[[i, x]]).clamp(0, (1 << bit_depth) - 1);
                }
            }
        }
    }
}

pub use of_8_bits::*;

/// A macroblock: `dc` are the scaled first coefficients of the blocks, `u` is the prediction before and the samples
/// after.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::construct_dc_16x16;
///
/// let mut u = Block::from([[7u8; 16]; 16]);
/// construct_dc_16x16(&Block::from([[64i16; 4]; 4]), &mut u);
/// assert_eq!(u.as_slice(), [8; 256]);
/// ```
#[kernel]
pub fn construct_dc_16x16(dc: &Tensor<[[i16; 4]; 4]>, u: &mut Tensor<[[u8; 16]; 16]>) {
    // What samples gain or lose: bytes, of which one is 0. `(dc + 32) >> 6`, as lanes of 16 bits have it.
    let more = Block::<[[u8; 4]; 4]>::stack();
    let less = Block::<[[u8; 4]; 4]>::stack();
    more[[!i, !j]] = ((dc[[!i, !j]] * 512 + (1 << 14)) >> 15).clamp(0, 255);
    less[[!i, !j]] = (-((dc[[!i, !j]] * 512 + (1 << 14)) >> 15)).clamp(0, 255);
    let gain = Block::<[[u8; 16]; 4]>::stack();
    let loss = Block::<[[u8; 16]; 4]>::stack();
    for i in 0..4 {
        #[unroll]
        for j in 0..4 {
            for x in 0..4 {
                gain[[i, 4 * j + x]] = more[[i, j]];
                loss[[i, 4 * j + x]] = less[[i, j]];
            }
        }
    }
    for i in 0..4 {
        for y in 0..4 {
            for x in 0..16 {
                let gained = (u[[4 * i + y, x]] + gain[[i, x]]).min(255);
                u[[4 * i + y, x]] = (gained - loss[[i, x]]).max(0);
            }
        }
    }
}
