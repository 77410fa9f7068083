//! Levels on their way to the entropy coder.

use unite::kernel;

#[kernel]
#[instance(of_16_bits: Coefficient = i16, Offset = u16)]
#[instance(of_32_bits: Coefficient = i32, Offset = i32)]
/// Coefficients and levels of a type. Offsets are at least 0.
pub(super) mod of_coefficients {
    use unite::kernel;

    #[kernel]
    /// A coefficient with less noise: it moves towards 0 by what `offset` says, not past it. What it was, without sign, is added to
    /// `sum`, of which an encoder makes offsets.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::denoise_one;
    ///
    /// let (mut c, mut sum) = (Block::from([-9i16]), Block::from([1u32]));
    /// denoise_one(&mut c, &mut sum, &Block::from([4u16]));
    /// assert_eq!((c.as_slice(), sum.as_slice()), (&[-5][..], &[10][..]));
    /// ```
    #[instance(denoise_one: N = 1)]
    /// [`denoise_one()`] for those of a 4x4 block.
    #[instance(denoise_16: N = 16)]
    /// [`denoise_one()`] for those of an 8x8 block.
    #[instance(denoise_64: N = 64)]
    pub fn denoise<Coefficient, Offset, const N: usize>(
        c: &mut Tensor<[Coefficient; N]>,
        sum: &mut Tensor<[u32; N]>,
        offset: &Tensor<[Offset; N]>,
    ) {
        for i in 0..N {
            sum[[i]] = sum[[i]] + c[[i]].unsigned_abs();
        }
        for i in 0..N {
            let x = c[[i]];
            let rest = (x.abs() - offset[[i]]).max(0) as Coefficient;
            c[[i]] = i32::from(if x < 0 { rest.wrapping_neg() } else { rest });
        }
    }

    #[kernel]
    /// Where 4 levels are not 0, bit `k` for level `k`; and 1 where any is neither -1, 0 nor 1.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::nonzero_4;
    ///
    /// assert_eq!(nonzero_4(&Block::from([1i16, 0, -1, 0])), [0b101, 0]);
    /// assert_eq!(nonzero_4(&Block::from([0i16, 0, 0, -2])), [0b1000, 1]);
    /// ```
    #[instance(nonzero_4: N = 4)]
    /// [`nonzero_4()`] of 8 levels.
    #[instance(nonzero_8: N = 8)]
    /// [`nonzero_4()`] of 15 levels: those of a block without the first.
    #[instance(nonzero_15: N = 15)]
    /// [`nonzero_4()`] of 16 levels.
    #[instance(nonzero_16: N = 16)]
    pub fn nonzero<Coefficient, const N: usize>(levels: &Tensor<[Coefficient; N]>) -> [i32; 2] {
        let (mut mask, mut has_larger) = (0, false);
        for k in 0..N {
            let level = levels[[k]];
            mask += if level != 0 { 1 << k } else { 0 };
            has_larger |= level.abs() > 1;
        }
        [mask, i32::from(has_larger)]
    }

    /// [`nonzero_4()`] of 64 levels, those of an 8x8 block: the bits of the first 32, those of the others, and 1 where any is neither -1,
    /// 0 nor 1.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::nonzero_64;
    ///
    /// let mut levels = Block::from([0i16; 64]);
    /// levels.write([3], 1);
    /// levels.write([63], -1);
    /// assert_eq!(nonzero_64(&levels), [0b1000, i32::MIN, 0]);
    /// ```
    #[kernel]
    pub fn nonzero_64<Coefficient>(levels: &Tensor<[Coefficient; 64]>) -> [i32; 3] {
        let (mut first, mut second, mut has_larger) = (0, 0, false);
        for k in 0..32 {
            let (level, later) = (levels[[k]], levels[[k + 32]]);
            first += if level != 0 { 1 << k } else { 0 };
            second += if later != 0 { 1 << k } else { 0 };
            has_larger |= level.abs().max(later.abs()) > 1;
        }
        [first, second, i32::from(has_larger)]
    }

    /// Whether any of 64 levels is neither -1, 0 nor 1.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::exceed_one_64;
    ///
    /// let mut levels = Block::from([-1i16; 64]);
    /// assert!(!exceed_one_64(&levels));
    /// levels.write([63], -2);
    /// assert!(exceed_one_64(&levels));
    /// ```
    #[kernel]
    pub fn exceed_one_64<Coefficient>(levels: &Tensor<[Coefficient; 64]>) -> bool {
        let mut any = false;
        for k in 0..64 {
            any |= levels[[k]].abs() > 1;
        }
        any
    }
}

pub use of_16_bits::*;

/// Counts, of which those that are not 0 are 1 afterwards.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::flags;
///
/// let mut counts = Block::from([0i8, 16, -1, 1]);
/// flags(&mut counts);
/// assert_eq!(counts.as_slice(), [0, 1, 1, 1]);
/// ```
#[kernel]
pub fn flags<const N: usize>(counts: &mut Tensor<[i8; N]>) {
    for k in 0..N {
        counts[[k]] = if counts[[k]] != 0 { 1 } else { 0 };
    }
}
