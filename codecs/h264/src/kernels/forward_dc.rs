//! What a component of chrominance has of first coefficients: the sums of the differences of its 4x4 blocks, transformed as
//! 8.5.11.1 has it. An encoder looks at them before it codes the rest.

use unite::kernel;

use super::{chroma_dc, chroma_dc_422};

#[kernel]
/// At 4:2:0: the coefficient of the block in row `v` and column `u`, of blocks, goes to `c[[v, u]]` before they are
/// transformed.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::forward_chroma_dc;
///
/// let (samples, pred) = (Block::from([[7u8; 8]; 8]), Block::from([[5u8, 5, 5, 5, 4, 4, 4, 4]; 8]));
/// let mut c = Block::<[[i16; 2]; 2]>::stack();
/// forward_chroma_dc(&samples, &pred, &mut c);
/// assert_eq!(c.as_slice(), [2 * (32 + 48), 2 * (32 - 48), 0, 0]);
/// ```
#[instance(forward_chroma_dc: H = 8, BLOCKS = 2, transform = chroma_dc)]
/// At 4:2:2, where there are twice as many blocks.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::forward_chroma_dc_422;
///
/// let (samples, pred) = (Block::from([[7u8; 8]; 16]), Block::from([[5u8, 5, 5, 5, 4, 4, 4, 4]; 16]));
/// let mut c = Block::<[[i16; 2]; 4]>::stack();
/// forward_chroma_dc_422(&samples, &pred, &mut c);
/// assert_eq!(c.as_slice()[..4], [4 * (32 + 48), 4 * (32 - 48), 0, 0]);
/// ```
#[instance(forward_chroma_dc_422: H = 16, BLOCKS = 4, transform = chroma_dc_422)]
pub fn forward<const H: usize, const BLOCKS: usize>(
    samples: &Tensor<[[u8; 8]; H]>,
    pred: &Tensor<[[u8; 8]; H]>,
    c: &mut Tensor<[[i16; 2]; BLOCKS]>,
    transform: impl Fn(&mut Tensor<[[i32; 2]; BLOCKS]>),
) {
    // The sum of each column of a block.
    let columns = Block::<[[i16; 8]; BLOCKS]>::stack();
    for v in 0..BLOCKS {
        for x in 0..8 {
            let [s0, s1, s2, s3] = samples[[4 * v..4 * v + 4, x]];
            let [p0, p1, p2, p3] = pred[[4 * v..4 * v + 4, x]];
            columns[[v, x]] = s0 + s1 + s2 + s3 - (p0 + p1 + p2 + p3);
        }
    }
    let dc = Block::<[[i32; 2]; BLOCKS]>::stack();
    for v in 0..BLOCKS {
        #[unroll]
        for u in 0..2 {
            let [x0, x1, x2, x3] = columns[[v, 4 * u..4 * u + 4]];
            dc[[v, u]] = x0 + x1 + x2 + x3;
        }
    }
    transform(&mut dc);
    c[[!v, !u]] = dc[[!v, !u]];
}
