//! Construction where nothing but the first coefficient of each 4x4 block is left, so that its residual is one number (H.264
//! 8.5.12.2 with all other coefficients 0).

use unite::kernel;

#[kernel]
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
#[instance(construct_dc_8x8: BLOCKS = 2, N = 8)]
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
#[instance(construct_dc_16x16: BLOCKS = 4, N = 16)]
pub fn construct<const BLOCKS: usize, const N: usize>(
    dc: &Tensor<[[i16; BLOCKS]; BLOCKS]>,
    u: &mut Tensor<[[u8; N]; N]>,
) {
    // The residual of a row of samples for each row of blocks.
    let r = Block::<[[i16; N]; BLOCKS]>::stack();
    for i in 0..BLOCKS {
        #[unroll]
        for j in 0..BLOCKS {
            for x in 0..4 {
                r[[i, 4 * j + x]] = (dc[[i, j]] + 32) >> 6;
            }
        }
    }
    for i in 0..BLOCKS {
        for y in 0..4 {
            for x in 0..N {
                u[[4 * i + y, x]] = (u[[4 * i + y, x]] + r[[i, x]]).clamp(0, 255);
            }
        }
    }
}
