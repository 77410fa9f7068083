//! The sum of squared differences, which of samples of 14 bits does not fit 32.

use unite::kernel;

/// The sum of squared differences.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::high::ssd;
///
/// assert_eq!(ssd(&Block::from([[0u16; 16]; 16]), &Block::from([[16383u16; 16]; 16])), 256 * 16383 * 16383);
/// ```
#[kernel]
pub fn ssd<const H: usize, const W: usize>(a: &Tensor<[[u16; W]; H]>, b: &Tensor<[[u16; W]; H]>) -> i64 {
    let mut sum = 0;
    for [y, x] in a.indices() {
        let d = i64::from(a[[y, x]] - b[[y, x]]);
        sum += d * d;
    }
    sum
}
