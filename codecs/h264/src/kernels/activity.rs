//! How much samples differ among themselves, and pictures on the whole: what an encoder spreads its bits by. The standard leaves
//! that open.

use unite::kernel;

use super::{hadamard_sum_8x8, satd_8x8};

/// The sum of samples, and that of their squares.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sum_and_squares;
///
/// assert_eq!(sum_and_squares(&Block::from([[3u8; 16]; 16])), [768, 2304]);
/// ```
#[kernel]
pub fn sum_and_squares<const H: usize, const W: usize>(p: &Tensor<[[u8; W]; H]>) -> [i32; 2] {
    let mut sum = 0;
    let mut squares = 0;
    for [y, x] in p.indices() {
        sum += p[[y, x]];
        squares += p[[y, x]] * p[[y, x]];
    }
    [sum, squares]
}

/// The sum of differences, and that of their squares.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::difference_and_squares;
///
/// assert_eq!(difference_and_squares(&Block::from([[3u8; 8]; 8]), &Block::from([[5u8; 8]; 8])), [-128, 256]);
/// ```
#[kernel]
pub fn difference_and_squares<const H: usize, const W: usize>(
    a: &Tensor<[[u8; W]; H]>,
    b: &Tensor<[[u8; W]; H]>,
) -> [i32; 2] {
    let mut sum = 0;
    let mut squares = 0;
    for [y, x] in a.indices() {
        let d = a[[y, x]] - b[[y, x]];
        sum += d;
        squares += d * d;
    }
    [sum, squares]
}

/// The sum of differences of any number of rows.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::difference_of_rows;
///
/// let (a, b) = (Block::from([[3u8; 8]; 5]), Block::from([[5u8; 8]; 5]));
/// assert_eq!(difference_of_rows(&a, &b), -80);
/// ```
#[kernel]
pub fn difference_of_rows<const W: usize>(a: &Tensor<[[u8; W]]>, b: &Tensor<[[u8; W]]>) -> i32 {
    let mut sum = 0;
    for y in 0..a.extent(0) {
        for x in 0..W {
            sum += a[[y, x]] - b[[y, x]];
        }
    }
    sum
}

/// The sum of absolute differences between each row and the next one: more where odd and even rows are of other times.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_of_rows;
///
/// assert_eq!(sad_of_rows(&Block::from([[1u8; 4], [3; 4], [0; 4]])), 8 + 12);
/// ```
#[kernel]
pub fn sad_of_rows<const W: usize>(p: &Tensor<[[u8; W]]>) -> i32 {
    let mut sum = 0;
    for y in 1..p.extent(0) {
        for x in 0..W {
            sum += (p[[y - 1, x]] - p[[y, x]]).abs();
        }
    }
    sum
}

/// What the structural similarity of two 4x4 blocks is made of: the sums of `a`, of `b`, of the squares of both, and of the
/// products.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::moments;
///
/// assert_eq!(moments(&Block::from([[3u8; 4]; 4]), &Block::from([[5u8; 4]; 4])), [48, 80, 544, 240]);
/// ```
#[kernel]
pub fn moments(a: &Tensor<[[u8; 4]; 4]>, b: &Tensor<[[u8; 4]; 4]>) -> [i32; 4] {
    let mut of_a = 0;
    let mut of_b = 0;
    let mut squares = 0;
    let mut products = 0;
    for [y, x] in a.indices() {
        let (s, t) = (a[[y, x]], b[[y, x]]);
        of_a += s;
        of_b += t;
        squares += s * s + t * t;
        products += s * t;
    }
    [of_a, of_b, squares, products]
}

/// The sums of absolute values of the Hadamard transforms of the 4x4 blocks of an 8x8 block, and of the 8x8 block, both without
/// first coefficients: how much there is beside the mean.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::hadamard_ac_8x8;
///
/// assert_eq!(hadamard_ac_8x8(&Block::from([[7u8; 8]; 8])), [0, 0]);
/// assert_eq!(hadamard_ac_8x8(&Block::from([[7u8, 7, 7, 7, 9, 9, 9, 9]; 8])), [0, 64]);
/// ```
#[kernel]
pub fn hadamard_ac_8x8(p: &Tensor<[[u8; 8]; 8]>) -> [i32; 2] {
    let nothing = Block::<[[u8; 8]; 8]>::stack();
    let mut first = 0;
    for [y, x] in p.indices() {
        first += p[[y, x]];
    }
    [2 * satd_8x8(p, nothing) - first, hadamard_sum_8x8(p, nothing) - first]
}

/// How much the means of the 4x4 blocks of a macroblock differ: the sum of their squares without a sixteenth of the square of their sum.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::variance_of_means;
///
/// assert_eq!(variance_of_means(&Block::from([[7u8; 16]; 16])), 0);
/// assert_eq!(variance_of_means(&Block::from([[0u8, 0, 0, 0, 8, 8, 8, 8, 0, 0, 0, 0, 8, 8, 8, 8]; 16])), 512 - 256);
/// ```
#[kernel]
pub fn variance_of_means(p: &Tensor<[[u8; 16]; 16]>) -> i32 {
    let (mut sum, mut squares) = (0, 0);
    for v in 0..4 {
        for h in 0..4 {
            let block = p[[4 * v..4 * v + 4, 4 * h..4 * h + 4]];
            let mut samples = 0;
            for [y, x] in block.indices() {
                samples += block[[y, x]];
            }
            let mean = samples >> 4;
            sum += mean;
            squares += mean * mean;
        }
    }
    squares - ((sum * sum) >> 4)
}
