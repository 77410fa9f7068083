//! What a component of chrominance has of first coefficients: the sums of the differences of its 4x4 blocks, transformed as
//! 8.5.11.1 has it. An encoder looks at them before it codes the rest.
//!
//! The sum of a block is that of its columns, so that the columns of blocks are transformed first, and what is beside each other is
//! added up last.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, Coefficient = i16)]
#[instance(of_more_bits: Sample = u16, Coefficient = i32)]
/// First coefficients of samples of a type.
pub(super) mod first_coefficients {
    use unite::kernel;

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
    #[kernel]
    pub fn forward_chroma_dc<Sample, Coefficient>(
        samples: &Tensor<[[Sample; 8]; 8]>,
        pred: &Tensor<[[Sample; 8]; 8]>,
        c: &mut Tensor<[[Coefficient; 2]; 2]>,
    ) {
        let columns = Block::<[Coefficient; 16]>::stack();
        for x in 0..8 {
            let [s0, s1, s2, s3, s4, s5, s6, s7] = samples[[.., x]];
            let [p0, p1, p2, p3, p4, p5, p6, p7] = pred[[.., x]];
            let x0 = s0 + s1 + s2 + s3 - (p0 + p1 + p2 + p3);
            let x1 = s4 + s5 + s6 + s7 - (p4 + p5 + p6 + p7);
            columns[[x]] = x0 + x1;
            columns[[8 + x]] = x0 - x1;
        }
        let halves = Block::<[Coefficient; 8]>::stack();
        for k in 0..8 {
            halves[[k]] = columns[[2 * k]] + columns[[2 * k + 1]];
        }
        let sums = Block::<[Coefficient; 4]>::stack();
        for k in 0..4 {
            sums[[k]] = halves[[2 * k]] + halves[[2 * k + 1]];
        }
        for v in 0..2 {
            c[[v, 0]] = sums[[2 * v]] + sums[[2 * v + 1]];
            c[[v, 1]] = sums[[2 * v]] - sums[[2 * v + 1]];
        }
    }

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
    #[kernel]
    pub fn forward_chroma_dc_422<Sample, Coefficient>(
        samples: &Tensor<[[Sample; 8]; 16]>,
        pred: &Tensor<[[Sample; 8]; 16]>,
        c: &mut Tensor<[[Coefficient; 2]; 4]>,
    ) {
        let columns = Block::<[Coefficient; 32]>::stack();
        for x in 0..8 {
            let [s0, s1, s2, s3] = samples[[0..4, x]];
            let [s4, s5, s6, s7] = samples[[4..8, x]];
            let [s8, s9, s10, s11] = samples[[8..12, x]];
            let [s12, s13, s14, s15] = samples[[12..16, x]];
            let [p0, p1, p2, p3] = pred[[0..4, x]];
            let [p4, p5, p6, p7] = pred[[4..8, x]];
            let [p8, p9, p10, p11] = pred[[8..12, x]];
            let [p12, p13, p14, p15] = pred[[12..16, x]];
            let x0 = s0 + s1 + s2 + s3 - (p0 + p1 + p2 + p3);
            let x1 = s4 + s5 + s6 + s7 - (p4 + p5 + p6 + p7);
            let x2 = s8 + s9 + s10 + s11 - (p8 + p9 + p10 + p11);
            let x3 = s12 + s13 + s14 + s15 - (p12 + p13 + p14 + p15);
            let (s03, s12, d03, d12) = (x0 + x3, x1 + x2, x0 - x3, x1 - x2);
            columns[[x]] = s03 + s12;
            columns[[8 + x]] = d03 + d12;
            columns[[16 + x]] = s03 - s12;
            columns[[24 + x]] = d03 - d12;
        }
        let halves = Block::<[Coefficient; 16]>::stack();
        for k in 0..16 {
            halves[[k]] = columns[[2 * k]] + columns[[2 * k + 1]];
        }
        let sums = Block::<[Coefficient; 8]>::stack();
        for k in 0..8 {
            sums[[k]] = halves[[2 * k]] + halves[[2 * k + 1]];
        }
        for v in 0..4 {
            c[[v, 0]] = sums[[2 * v]] + sums[[2 * v + 1]];
            c[[v, 1]] = sums[[2 * v]] - sums[[2 * v + 1]];
        }
    }
}

pub use of_8_bits::*;
