//! Levels on their way to the entropy coder.

use unite::kernel;

/// Coefficients with less noise: each moves towards 0 by what `offset` says, not past it. What they were, without signs, is added to
/// `sum`, of which an encoder makes offsets.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::denoise;
///
/// let (mut c, mut sum) = (Block::from([-9i16, 2, 5]), Block::from([1u32, 1, 1]));
/// denoise(&mut c, &mut sum, &Block::from([4u16; 3]));
/// assert_eq!((c.as_slice(), sum.as_slice()), (&[-5, 0, 1][..], &[10, 3, 6][..]));
/// ```
#[kernel]
pub fn denoise(c: &mut Tensor<[i16]>, sum: &mut Tensor<[u32]>, offset: &Tensor<[u16]>) {
    for i in 0..c.extent(0) {
        let x = c[[i]];
        sum[[i]] = sum[[i]] + x.unsigned_abs();
        let rest = (x.abs() - offset[[i]]).max(0);
        c[[i]] = if x < 0 { -rest } else { rest };
    }
}

/// Where levels are not 0, bit `k` for level `k`, at most 16 of them; and 1 where any is neither -1, 0 nor 1.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::nonzero;
///
/// assert_eq!(nonzero(&Block::from([1i16, 0, -1, 0])), [0b101, 0]);
/// assert_eq!(nonzero(&Block::from([0i16, 0, 0, -2])), [0b1000, 1]);
/// ```
#[kernel]
pub fn nonzero<const N: usize>(levels: &Tensor<[i16; N]>) -> [i32; 2] {
    let mut mask = 0;
    let mut largest = 0;
    for k in 0..N {
        let level = levels[[k]];
        mask += if level != 0 { 1 << k } else { 0 };
        largest = largest.max(level.abs());
    }
    [mask, if largest > 1 { 1 } else { 0 }]
}

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
