//! How far a prediction is from the samples: what an encoder chooses by. The standard leaves that open.

use unite::kernel;

use super::hadamard_1d;

/// The sum of absolute differences.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad;
///
/// assert_eq!(sad(&Block::from([[7u8; 16]; 16]), &Block::from([[9u8; 16]; 16])), 512);
/// ```
#[kernel]
pub fn sad<const H: usize, const W: usize>(a: &Tensor<[[u8; W]; H]>, b: &Tensor<[[u8; W]; H]>) -> i32 {
    let mut sum = 0;
    for [y, x] in a.indices() {
        sum += (a[[y, x]] - b[[y, x]]).abs();
    }
    sum
}

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

/// Half the sum of absolute values of the Hadamard transform of the differences. The sum is even.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_4x4;
///
/// assert_eq!(satd_4x4(&Block::from([[7u8; 4]; 4]), &Block::from([[9u8; 4]; 4])), 16);
/// ```
#[kernel(autovectorize)]
pub fn satd_4x4(a: &Tensor<[[u8; 4]; 4]>, b: &Tensor<[[u8; 4]; 4]>) -> i32 {
    let d = Block::<[[i32; 4]; 4]>::stack();
    d[[!y, !x]] = a[[!y, !x]] - b[[!y, !x]];
    hadamard_1d(&mut d);
    hadamard_1d(&mut d.permute([1, 0]));
    let mut sum = 0;
    for [y, x] in d.indices() {
        sum += d[[y, x]].abs();
    }
    sum >> 1
}

/// The sum of [`satd_4x4()`] over the 4x4 blocks of a macroblock.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_16x16;
///
/// assert_eq!(satd_16x16(&Block::from([[7u8; 16]; 16]), &Block::from([[9u8; 16]; 16])), 256);
/// ```
#[kernel]
pub fn satd_16x16(a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) -> i32 {
    let mut sum = 0;
    for y in (0..16).step_by(4) {
        for x in (0..16).step_by(4) {
            sum += satd_4x4(a[[y..y + 4, x..x + 4]], b[[y..y + 4, x..x + 4]]);
        }
    }
    sum
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
pub fn satd<const H: usize, const W: usize>(a: &Tensor<[[u8; W]; H]>, b: &Tensor<[[u8; W]; H]>) -> i32 {
    let mut sum = 0;
    for v in 0..H / 4 {
        for u in 0..W / 4 {
            sum += satd_4x4(a[[4 * v..4 * v + 4, 4 * u..4 * u + 4]], b[[4 * v..4 * v + 4, 4 * u..4 * u + 4]]);
        }
    }
    sum
}
