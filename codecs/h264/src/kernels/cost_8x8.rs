//! How far a prediction is from the samples after an 8x8 transform, which the 8x8 transform of residuals makes the better
//! guess. The standard leaves that open.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, Sum = i16)]
#[instance(of_more_bits: Sample = u16, Sum = i32)]
/// The costs of samples of a type; `Sum` holds what becomes of eight of them.
pub(super) mod costs_8x8 {
    use unite::kernel;

    /// The sum of absolute values of the Hadamard transform of the differences of an 8x8 block.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::hadamard_sum_8x8;
    ///
    /// assert_eq!(hadamard_sum_8x8(&Block::from([[7u8; 8]; 8]), &Block::from([[9u8; 8]; 8])), 128);
    /// ```
    #[kernel]
    pub fn hadamard_sum_8x8<Sample, Sum>(a: &Tensor<[[Sample; 8]; 8]>, b: &Tensor<[[Sample; 8]; 8]>) -> i32 {
        // All but the last step, which makes `x + y` and `x - y` of neighbours.
        let hadamard = |x: [i32; 8]| {
            let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
            let (a0, a1, a2, a3) = (x0 + x4, x1 + x5, x2 + x6, x3 + x7);
            let (a4, a5, a6, a7) = (x0 - x4, x1 - x5, x2 - x6, x3 - x7);
            [a0 + a2, a1 + a3, a0 - a2, a1 - a3, a4 + a6, a5 + a7, a4 - a6, a5 - a7]
        };
        let columns = Block::<[[Sum; 8]; 8]>::stack();
        for x in 0..8 {
            let [a0, a1, a2, a3, a4, a5, a6, a7] = a[[.., x]];
            let [b0, b1, b2, b3, b4, b5, b6, b7] = b[[.., x]];
            let [c0, c1, c2, c3, c4, c5, c6, c7] =
                hadamard([a0 - b0, a1 - b1, a2 - b2, a3 - b3, a4 - b4, a5 - b5, a6 - b6, a7 - b7]);
            columns[[.., x]] = [c0 + c1, c0 - c1, c2 + c3, c2 - c3, c4 + c5, c4 - c5, c6 + c7, c6 - c7];
        }
        // The absolute values of `x + y` and of `x - y` are together twice the greater of those of `x` and `y`.
        let mut half = 0;
        for y in 0..8 {
            let [x0, x1, x2, x3, x4, x5, x6, x7] = columns[[y, ..]];
            let [c0, c1, c2, c3, c4, c5, c6, c7] = hadamard([x0, x1, x2, x3, x4, x5, x6, x7]);
            half += c0.abs().max(c1.abs())
                + c2.abs().max(c3.abs())
                + c4.abs().max(c5.abs())
                + c6.abs().max(c7.abs());
        }
        2 * half
    }

    /// A quarter of the sum of [`hadamard_sum_8x8()`] over the 8x8 blocks of a partition, rounded; extents must be multiples
    /// of 8: what is left over does not count.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sa8d;
    ///
    /// assert_eq!(sa8d(&Block::from([[7u8; 16]; 16]), &Block::from([[9u8; 16]; 16])), 128);
    /// ```
    #[kernel]
    pub fn sa8d<Sample, const H: usize, const W: usize>(
        a: &Tensor<[[Sample; W]; H]>,
        b: &Tensor<[[Sample; W]; H]>,
    ) -> i32 {
        let mut sum = 0;
        for v in 0..H / 8 {
            for u in 0..W / 8 {
                sum += hadamard_sum_8x8(
                    a[[8 * v..8 * v + 8, 8 * u..8 * u + 8]],
                    b[[8 * v..8 * v + 8, 8 * u..8 * u + 8]],
                );
            }
        }
        (sum + 2) >> 2
    }
}

pub use of_8_bits::*;
