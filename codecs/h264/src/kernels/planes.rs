//! Planes as encoders keep them: components apart or sample by sample in turn, and at half the resolution.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8)]
#[instance(of_more_bits: Sample = u16)]
/// Planes of samples of a type.
pub(super) mod of_samples {
    use unite::kernel;

    /// Two planes as one, sample by sample in turn.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::interleave;
    ///
    /// let mut both = Block::<u8>::zeros([1, 4]);
    /// interleave(&mut both, &Block::from([[1u8, 2]]), &Block::from([[7u8, 8]]));
    /// assert_eq!(both.as_slice(), [1, 7, 2, 8]);
    /// ```
    #[kernel]
    pub fn interleave<Sample>(both: &mut Tensor<[[Sample]]>, a: &Tensor<[[Sample]]>, b: &Tensor<[[Sample]]>) {
        for y in 0..a.extent(0) {
            for x in 0..a.extent(1) {
                both[[y, 2 * x]] = a[[y, x]];
                both[[y, 2 * x + 1]] = b[[y, x]];
            }
        }
    }

    /// One plane whose samples take turns as two.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deinterleave;
    ///
    /// let [mut a, mut b] = [(); 2].map(|()| Block::<u8>::zeros([1, 2]));
    /// deinterleave(&Block::from([[1u8, 7, 2, 8]]), &mut a, &mut b);
    /// assert_eq!([a.as_slice(), b.as_slice()], [[1, 2], [7, 8]]);
    /// ```
    #[kernel]
    pub fn deinterleave<Sample>(
        both: &Tensor<[[Sample]]>,
        a: &mut Tensor<[[Sample]]>,
        b: &mut Tensor<[[Sample]]>,
    ) {
        for y in 0..a.extent(0) {
            for x in 0..a.extent(1) {
                a[[y, x]] = both[[y, 2 * x]];
                b[[y, x]] = both[[y, 2 * x + 1]];
            }
        }
    }

    #[kernel]
    /// One plane whose samples take turns as three.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deinterleave_three;
    ///
    /// let [mut r, mut g, mut b] = [(); 3].map(|()| Block::<u8>::zeros([1, 2]));
    /// deinterleave_three(&Block::from([[1u8, 2, 3, 4, 5, 6]]), &mut r, &mut g, &mut b);
    /// assert_eq!([r.as_slice(), g.as_slice(), b.as_slice()], [[1, 4], [2, 5], [3, 6]]);
    /// ```
    #[instance(deinterleave_three: COUNT = 3)]
    /// The first three components of a plane in which four take turns, as three planes.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deinterleave_three_of_four;
    ///
    /// let [mut r, mut g, mut b] = [(); 3].map(|()| Block::<u8>::zeros([1, 2]));
    /// deinterleave_three_of_four(&Block::from([[1u8, 2, 3, 0, 4, 5, 6, 0]]), &mut r, &mut g, &mut b);
    /// assert_eq!([r.as_slice(), g.as_slice(), b.as_slice()], [[1, 4], [2, 5], [3, 6]]);
    /// ```
    #[instance(deinterleave_three_of_four: COUNT = 4)]
    pub fn deinterleave_components<Sample, const COUNT: usize>(
        all: &Tensor<[[Sample]]>,
        a: &mut Tensor<[[Sample]]>,
        b: &mut Tensor<[[Sample]]>,
        c: &mut Tensor<[[Sample]]>,
    ) {
        for y in 0..a.extent(0) {
            for x in 0..a.extent(1) {
                a[[y, x]] = all[[y, COUNT * x]];
                b[[y, x]] = all[[y, COUNT * x + 1]];
                c[[y, x]] = all[[y, COUNT * x + 2]];
            }
        }
    }

    /// A plane whose samples take turns in the other order.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::swap_in_turn;
    ///
    /// let mut swapped = Block::<u8>::zeros([1, 4]);
    /// swap_in_turn(&mut swapped, &Block::from([[1u8, 7, 2, 8]]));
    /// assert_eq!(swapped.as_slice(), [7, 1, 8, 2]);
    /// ```
    #[kernel]
    pub fn swap_in_turn<Sample>(swapped: &mut Tensor<[[Sample]]>, both: &Tensor<[[Sample]]>) {
        for y in 0..both.extent(0) {
            for x in 0..both.extent(1) / 2 {
                swapped[[y, 2 * x]] = both[[y, 2 * x + 1]];
                swapped[[y, 2 * x + 1]] = both[[y, 2 * x]];
            }
        }
    }

    /// Half the resolution on both axes, at its full samples and half a sample to the right, downwards, and both: means of two by two
    /// samples, of the two in a column first. `p` has twice as many rows and columns, and one more of each.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::half_resolution;
    ///
    /// let p = Block::<u8>::from_vec((0..25).map(|i| i % 5 * 4 + i / 5 * 8).collect(), [5, 5])?;
    /// let [mut full, mut right, mut down, mut both] = [(); 4].map(|()| Block::<u8>::zeros([2, 2]));
    /// half_resolution(&p, &mut full, &mut right, &mut down, &mut both);
    /// assert_eq!(full.as_slice(), [6, 14, 22, 30]);
    /// assert_eq!([right.read([0, 0]), down.read([0, 0]), both.read([0, 0])], [10, 14, 18]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn half_resolution<Sample>(
        p: &Tensor<[[Sample]]>,
        full: &mut Tensor<[[Sample]]>,
        right: &mut Tensor<[[Sample]]>,
        down: &mut Tensor<[[Sample]]>,
        both: &mut Tensor<[[Sample]]>,
    ) {
        let mean = |a: i32, b: i32| (a + b + 1) >> 1;
        for y in 0..full.extent(0) {
            for x in 0..full.extent(1) {
                let [a, b, c] = p[[2 * y, 2 * x..2 * x + 3]];
                let [d, e, f] = p[[2 * y + 1, 2 * x..2 * x + 3]];
                let [g, h, i] = p[[2 * y + 2, 2 * x..2 * x + 3]];
                full[[y, x]] = mean(mean(a, d), mean(b, e));
                right[[y, x]] = mean(mean(b, e), mean(c, f));
                down[[y, x]] = mean(mean(d, g), mean(e, h));
                both[[y, x]] = mean(mean(e, h), mean(f, i));
            }
        }
    }
}

pub use of_8_bits::*;

/// The sums of squared differences of two planes whose components take turns, of each component: at most 16384 samples of it.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::ssd_in_turn;
///
/// assert_eq!(ssd_in_turn(&Block::from([[9u8, 1, 5, 1]]), &Block::from([[7u8, 1, 6, 4]])), [5, 9]);
/// ```
#[kernel]
pub fn ssd_in_turn(a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) -> [i32; 2] {
    let (mut first, mut second) = (0, 0);
    for y in 0..a.extent(0) {
        for x in 0..a.extent(1) / 2 {
            let d = a[[y, 2 * x]] - b[[y, 2 * x]];
            let e = a[[y, 2 * x + 1]] - b[[y, 2 * x + 1]];
            first += d * d;
            second += e * e;
        }
    }
    [first, second]
}

#[kernel]
/// [`ssd_in_turn()`] of rows of 64 samples, at most 512 of them.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::ssd_in_turn_64;
///
/// let (mut a, b) = (Block::from([[1u8; 64]; 3]), Block::from([[1u8; 64]; 3]));
/// a.write([2, 7], 5);
/// assert_eq!(ssd_in_turn_64(&a, &b), [0, 16]);
/// ```
#[instance(ssd_in_turn_64: COUNT = 32, W = 64)]
/// [`ssd_in_turn_64()`] of rows of 32 samples.
#[instance(ssd_in_turn_32: COUNT = 16, W = 32)]
pub fn ssd_of_rows_in_turn<const COUNT: usize, const W: usize>(
    a: &Tensor<[[u8; W]]>,
    b: &Tensor<[[u8; W]]>,
) -> [i32; 2] {
    let (mut first, mut second) = (0, 0);
    for y in 0..a.extent(0) {
        for x in 0..COUNT {
            let d = a[[y, 2 * x]] - b[[y, 2 * x]];
            let e = a[[y, 2 * x + 1]] - b[[y, 2 * x + 1]];
            first += d * d;
            second += e * e;
        }
    }
    [first, second]
}
