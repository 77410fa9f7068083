//! Sums of squares and of products, which of samples of 14 bits do not fit 32.

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

#[kernel]
/// The sum of 16x16 samples, and that of their squares.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::high::sum_and_squares_16x16;
///
/// let most = 16383;
/// assert_eq!(sum_and_squares_16x16(&Block::from([[16383u16; 16]; 16])), [256 * most, 256 * most * most]);
/// ```
#[instance(sum_and_squares_16x16: H = 16, W = 16)]
/// [`sum_and_squares_16x16()`] of 8x16 samples.
#[instance(sum_and_squares_8x16: H = 16, W = 8)]
/// [`sum_and_squares_16x16()`] of 8x8 samples.
#[instance(sum_and_squares_8x8: H = 8, W = 8)]
pub fn sum_and_squares<const H: usize, const W: usize>(p: &Tensor<[[u16; W]; H]>) -> [i64; 2] {
    let (mut sum, mut squares) = (0, 0);
    for [y, x] in p.indices() {
        let s = i64::from(p[[y, x]]);
        sum += s;
        squares += s * s;
    }
    [sum, squares]
}

#[kernel]
/// The sum of differences of 8x16 samples, and that of their squares.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::high::difference_and_squares_8x16;
///
/// let (a, b) = (Block::from([[3u16; 8]; 16]), Block::from([[16383u16; 8]; 16]));
/// assert_eq!(difference_and_squares_8x16(&a, &b), [128 * -16380, 128 * 16380 * 16380]);
/// ```
#[instance(difference_and_squares_8x16: H = 16)]
/// [`difference_and_squares_8x16()`] of 8x8 samples.
#[instance(difference_and_squares_8x8: H = 8)]
pub fn difference_and_squares<const H: usize>(
    a: &Tensor<[[u16; 8]; H]>,
    b: &Tensor<[[u16; 8]; H]>,
) -> [i64; 2] {
    let (mut sum, mut squares) = (0, 0);
    for [y, x] in a.indices() {
        let d = i64::from(a[[y, x]] - b[[y, x]]);
        sum += d;
        squares += d * d;
    }
    [sum, squares]
}

/// What the structural similarity of two 4x4 blocks is made of: the sums of `a`, of `b`, of the squares of both, and of the
/// products.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::high::moments;
///
/// assert_eq!(moments(&Block::from([[300u16; 4]; 4]), &Block::from([[5u16; 4]; 4])), [4800, 80, 1440400, 24000]);
/// ```
#[kernel]
pub fn moments(a: &Tensor<[[u16; 4]; 4]>, b: &Tensor<[[u16; 4]; 4]>) -> [i64; 4] {
    let (mut of_a, mut of_b, mut squares, mut products) = (0, 0, 0, 0);
    for [y, x] in a.indices() {
        let (s, t) = (i64::from(a[[y, x]]), i64::from(b[[y, x]]));
        of_a += s;
        of_b += t;
        squares += s * s + t * t;
        products += s * t;
    }
    [of_a, of_b, squares, products]
}

/// The sums of squared differences of two planes whose components take turns, of each component.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::high::ssd_in_turn;
///
/// assert_eq!(ssd_in_turn(&Block::from([[900u16, 1, 500, 1]]), &Block::from([[700u16, 1, 501, 4]])), [40001, 9]);
/// ```
#[kernel]
pub fn ssd_in_turn(a: &Tensor<[[u16]]>, b: &Tensor<[[u16]]>) -> [i64; 2] {
    let (mut first, mut second) = (0, 0);
    for y in 0..a.extent(0) {
        for x in 0..a.extent(1) / 2 {
            let d = i64::from(a[[y, 2 * x]] - b[[y, 2 * x]]);
            let e = i64::from(a[[y, 2 * x + 1]] - b[[y, 2 * x + 1]]);
            first += d * d;
            second += e * e;
        }
    }
    [first, second]
}
