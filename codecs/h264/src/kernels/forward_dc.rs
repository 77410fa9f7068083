//! What a component of chrominance has of first coefficients: the sums of the differences of its 4x4 blocks, transformed as
//! 8.5.11.1 has it. An encoder looks at them before it codes the rest.

use unite::kernel;

use super::{chroma_dc, chroma_dc_422};

/// A kernel for each height.
macro_rules! forward_chroma_dc {
    ($($(#[$doc:meta])* $name:ident: [$h:literal] = $blocks:literal, $transform:ident;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub fn $name(
            samples: &Tensor<[[u8; 8]; $h]>,
            pred: &Tensor<[[u8; 8]; $h]>,
            c: &mut Tensor<[[i16; 2]; $blocks]>,
        ) {
            // The sum of each column of a block.
            let columns = Block::<[[i16; 8]; $blocks]>::stack();
            for v in 0..$blocks {
                for x in 0..8 {
                    let s = samples[[4 * v..4 * v + 4, x]];
                    let p = pred[[4 * v..4 * v + 4, x]];
                    columns[[v, x]] =
                        s[[0]] + s[[1]] + s[[2]] + s[[3]] - (p[[0]] + p[[1]] + p[[2]] + p[[3]]);
                }
            }
            let dc = Block::<[[i32; 2]; $blocks]>::stack();
            for v in 0..$blocks {
                #[unroll]
                for u in 0..2 {
                    let x = columns[[v, 4 * u..4 * u + 4]];
                    dc[[v, u]] = x[[0]] + x[[1]] + x[[2]] + x[[3]];
                }
            }
            $transform(&mut dc);
            c[[!v, !u]] = dc[[!v, !u]];
        }
    )*};
}

forward_chroma_dc! {
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
    forward_chroma_dc: [8] = 2, chroma_dc;
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
    forward_chroma_dc_422: [16] = 4, chroma_dc_422;
}
