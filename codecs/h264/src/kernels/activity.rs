//! How much samples differ among themselves, and pictures on the whole: what an encoder spreads its bits by. The standard leaves
//! that open.

use unite::kernel;

#[kernel]
/// The sum of 16x16 samples, and that of their squares.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sum_and_squares_16x16;
///
/// assert_eq!(sum_and_squares_16x16(&Block::from([[3u8; 16]; 16])), [768, 2304]);
/// ```
#[instance(sum_and_squares_16x16: H = 16, W = 16)]
/// [`sum_and_squares_16x16()`] of 8x16 samples.
#[instance(sum_and_squares_8x16: H = 16, W = 8)]
/// [`sum_and_squares_16x16()`] of 8x8 samples.
#[instance(sum_and_squares_8x8: H = 8, W = 8)]
pub fn sum_and_squares<const H: usize, const W: usize>(p: &Tensor<[[u8; W]; H]>) -> [i32; 2] {
    let mut sum = 0;
    let mut squares = 0;
    for [y, x] in p.indices() {
        sum += p[[y, x]];
        squares += p[[y, x]] * p[[y, x]];
    }
    [sum, squares]
}

#[kernel]
/// The sum of differences of 8x16 samples, and that of their squares.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::difference_and_squares_8x16;
///
/// let (a, b) = (Block::from([[3u8; 8]; 16]), Block::from([[5u8; 8]; 16]));
/// assert_eq!(difference_and_squares_8x16(&a, &b), [-256, 512]);
/// ```
#[instance(difference_and_squares_8x16: H = 16)]
/// [`difference_and_squares_8x16()`] of 8x8 samples.
#[instance(difference_and_squares_8x8: H = 8)]
pub fn difference_and_squares<const H: usize>(
    a: &Tensor<[[u8; 8]; H]>,
    b: &Tensor<[[u8; 8]; H]>,
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

#[kernel]
#[instance(of_8_bits: Sample = u8, Sum = i16)]
#[instance(of_more_bits: Sample = u16, Sum = i32)]
/// What samples of a type are like; `Sum` holds what becomes of sixteen of them.
pub(super) mod of_samples {
    use unite::kernel;

    /// The sum of differences of any number of rows of 8 samples.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::difference_of_rows_8;
    ///
    /// let (a, b) = (Block::from([[3u8; 8]; 5]), Block::from([[5u8; 8]; 5]));
    /// assert_eq!(difference_of_rows_8(&a, &b), -80);
    /// ```
    #[kernel]
    pub fn difference_of_rows_8<Sample>(a: &Tensor<[[Sample; 8]]>, b: &Tensor<[[Sample; 8]]>) -> i32 {
        let mut sum = 0;
        for y in 0..a.extent(0) {
            for x in 0..8 {
                sum += a[[y, x]] - b[[y, x]];
            }
        }
        sum
    }

    /// The sum of absolute differences between each row of 16 samples and the next one: more where odd and even rows are of other times.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sad_of_rows_16;
    ///
    /// assert_eq!(sad_of_rows_16(&Block::from([[1u8; 16], [3; 16], [0; 16]])), 4 * (8 + 12));
    /// ```
    #[kernel]
    pub fn sad_of_rows_16<Sample>(p: &Tensor<[[Sample; 16]]>) -> i32 {
        let mut sum = 0;
        for y in 1..p.extent(0) {
            for x in 0..16 {
                sum += (p[[y - 1, x]] - p[[y, x]]).abs();
            }
        }
        sum
    }

    #[kernel]
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
    #[instance(hadamard_ac_8x8: BLOCKS = 1, W = 8)]
    /// [`hadamard_ac_8x8()`] of two blocks side by side: the sums of both.
    #[instance(hadamard_ac_16x8: BLOCKS = 2, W = 16)]
    pub fn hadamard_ac<Sample, Sum, const BLOCKS: usize, const W: usize>(
        p: &Tensor<[[Sample; W]; 8]>,
    ) -> [i32; 2] {
        let hadamard = |x: [i32; 4]| {
            let [x0, x1, x2, x3] = x;
            let (s03, s12, d03, d12) = (x0 + x3, x1 + x2, x0 - x3, x1 - x2);
            [s03 + s12, d03 + d12, s03 - s12, d03 - d12]
        };
        let mut first = 0;
        for [y, x] in p.indices() {
            first += p[[y, x]];
        }
        let columns = Block::<[[Sum; W]; 8]>::stack();
        for x in 0..W {
            let [x0, x1, x2, x3, x4, x5, x6, x7] = p[[.., x]];
            let [a0, a1, a2, a3] = hadamard([x0, x1, x2, x3]);
            let [b0, b1, b2, b3] = hadamard([x4, x5, x6, x7]);
            columns[[.., x]] = [a0, a1, a2, a3, b0, b1, b2, b3];
        }
        // The 8x8 transform has the sums and differences of what the 4x4 transforms have: first of those side by side.
        let mut of_4x4 = 0;
        let sizes = Block::<[[Sum; W]; 8]>::stack();
        for b in 0..BLOCKS {
            for y in 0..8 {
                let [x0, x1, x2, x3, x4, x5, x6, x7] = columns[[y, 8 * b..8 * b + 8]];
                let [l0, l1, l2, l3] = hadamard([x0, x1, x2, x3]);
                let [r0, r1, r2, r3] = hadamard([x4, x5, x6, x7]);
                of_4x4 +=
                    l0.abs() + l1.abs() + l2.abs() + l3.abs() + r0.abs() + r1.abs() + r2.abs() + r3.abs();
                let (s0, s1, s2, s3) = ((l0 + r0).abs(), (l1 + r1).abs(), (l2 + r2).abs(), (l3 + r3).abs());
                let (d0, d1, d2, d3) = ((l0 - r0).abs(), (l1 - r1).abs(), (l2 - r2).abs(), (l3 - r3).abs());
                sizes[[.., 8 * b + y]] = [s0, s1, s2, s3, d0, d1, d2, d3];
            }
        }
        // The absolute values of `x + y` and of `x - y` are together twice the greater of those of `x` and `y`.
        let mut half = 0;
        for b in 0..BLOCKS {
            for k in 0..8 {
                for y in 0..4 {
                    half += sizes[[k, 8 * b + y]].max(sizes[[k, 8 * b + y + 4]]);
                }
            }
        }
        [of_4x4 - first, 2 * half - first]
    }
}

pub use of_8_bits::*;

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
