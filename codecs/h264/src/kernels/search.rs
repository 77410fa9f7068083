//! What an exhaustive motion search looks at first: sums of the samples of every block, and how far they are from those of the
//! block that is searched for. Sums are kept as integrals, those of all rows above included, so that each costs one addition.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8)]
#[instance(of_more_bits: Sample = u16)]
/// Integrals of samples of a type.
pub(super) mod integrals {
    use unite::kernel;

    /// A row of integrals of 4 samples each: to those `above`, 4 samples of `p` are added. What has no place in 16 bits is lost, and
    /// does not matter to differences. `p` has 3 samples more than there are sums.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::integral_row_4;
    ///
    /// let mut sums = Block::from([0u16; 2]);
    /// integral_row_4(&mut sums, &Block::from([100u16, 0xFFFF]), &Block::from([1u8, 2, 3, 4, 5]));
    /// assert_eq!(sums.as_slice(), [110, 13]);
    /// ```
    #[kernel]
    pub fn integral_row_4<Sample>(sums: &mut Tensor<[u16]>, above: &Tensor<[u16]>, p: &Tensor<[Sample]>) {
        for x in 0..sums.extent(0) {
            sums[[x]] = i32::from((above[[x]] + p[[x]] + p[[x + 1]] + p[[x + 2]] + p[[x + 3]]) as u16);
        }
    }

    /// The same of 8 samples each. `p` has 7 samples more than there are sums.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::integral_row_8;
    ///
    /// let mut sums = Block::from([0u16; 2]);
    /// integral_row_8(&mut sums, &Block::from([100u16, 0xFFFF]), &Block::from([1u8; 9]));
    /// assert_eq!(sums.as_slice(), [108, 7]);
    /// ```
    #[kernel]
    pub fn integral_row_8<Sample>(sums: &mut Tensor<[u16]>, above: &Tensor<[u16]>, p: &Tensor<[Sample]>) {
        for x in 0..sums.extent(0) {
            sums[[x]] = i32::from(
                (above[[x]]
                    + p[[x]]
                    + p[[x + 1]]
                    + p[[x + 2]]
                    + p[[x + 3]]
                    + p[[x + 4]]
                    + p[[x + 5]]
                    + p[[x + 6]]
                    + p[[x + 7]]) as u16,
            );
        }
    }
}

pub use of_8_bits::*;

/// Integrals of 8 samples each to sums of blocks: those of a row of blocks are the difference between integrals `below` it and its own.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sums_of_blocks;
///
/// let mut sums = Block::from([0xFFFFu16, 5]);
/// sums_of_blocks(&mut sums, &Block::from([3u16, 9]));
/// assert_eq!(sums.as_slice(), [4, 4]);
/// ```
#[kernel]
pub fn sums_of_blocks(sums: &mut Tensor<[u16]>, below: &Tensor<[u16]>) {
    for x in 0..sums.extent(0) {
        sums[[x]] = i32::from((below[[x]] - sums[[x]]) as u16);
    }
}

/// Integrals of 4 samples each to sums of 4x4 blocks, `small`, and of 8x8 blocks in their place: `halfway` are the integrals 4 rows
/// below, `below` those 8 rows below. Of `sums` and `below` there are 4 more than of `small`.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sums_of_blocks_of_two_sizes;
///
/// let mut sums = Block::from([1u16, 0, 0, 0, 2]);
/// let mut small = Block::from([0u16]);
/// sums_of_blocks_of_two_sizes(&mut sums, &mut small, &Block::from([4u16]), &Block::from([10u16, 0, 0, 0, 20]));
/// assert_eq!((sums.read([0]), small.read([0])), (27, 3));
/// ```
#[kernel]
pub fn sums_of_blocks_of_two_sizes(
    sums: &mut Tensor<[u16]>,
    small: &mut Tensor<[u16]>,
    halfway: &Tensor<[u16]>,
    below: &Tensor<[u16]>,
) {
    // Rows of sums end with 8.
    #[vectorize(x, 8)]
    for x in 0..small.extent(0) {
        small[[x]] = i32::from((halfway[[x]] - sums[[x]]) as u16);
        sums[[x]] = i32::from((below[[x]] + below[[x + 4]] - sums[[x]] - sums[[x + 4]]) as u16);
    }
}

/// The distance with that of one more part of a block, `sum` there and `dc` of the block; what is more than 16 bits hold is the most
/// that there is.
#[kernel]
fn with_part(distance: u16, sum: u16, dc: u16) -> u16 {
    (i32::from(distance) + i32::from(sum.abs_diff(dc))).min(0xFFFF) as u16
}

/// Which of `N` positions, at most 16, may be nearer than `limit`, bit `k` for position `k`: those where the distance between the sum
/// of samples there and that of the block, with what is `extra`, is less. No sum of absolute differences is less than that.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::nearer_by_one;
///
/// let sums = Block::from([100u16, 104, 90, 0xFFFF]);
/// assert_eq!(nearer_by_one(&sums, &Block::from([0u16, 0, 1, 9]), 101, 4), 0b11);
/// ```
#[kernel(inline(with_part))]
pub fn nearer_by_one<const N: usize>(
    sums: &Tensor<[u16; N]>,
    extra: &Tensor<[u16; N]>,
    dc: u16,
    limit: u16,
) -> i32 {
    let mut mask = 0;
    for k in 0..N {
        let distance = extra[[k]] as u16;
        let distance = with_part(distance, sums[[k]] as u16, dc);
        mask += if distance < limit { 1 << k } else { 0 };
    }
    mask
}

/// The same of two halves.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::nearer_by_two;
///
/// let sums = [[100u16, 104], [20, 20]].map(Block::from);
/// assert_eq!(nearer_by_two(&sums[0], &sums[1], &Block::from([0u16; 2]), 101, 21, 3), 0b01);
/// ```
#[kernel(inline(with_part))]
pub fn nearer_by_two<const N: usize>(
    first: &Tensor<[u16; N]>,
    second: &Tensor<[u16; N]>,
    extra: &Tensor<[u16; N]>,
    dc_first: u16,
    dc_second: u16,
    limit: u16,
) -> i32 {
    let mut mask = 0;
    for k in 0..N {
        let distance = extra[[k]] as u16;
        let distance = with_part(distance, first[[k]] as u16, dc_first);
        let distance = with_part(distance, second[[k]] as u16, dc_second);
        mask += if distance < limit { 1 << k } else { 0 };
    }
    mask
}

/// The same of four quarters.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::nearer_by_four;
///
/// let sums = [[1u16, 0], [2, 9], [3, 0], [4, 9]].map(Block::from);
/// let extra = Block::from([0u16; 2]);
/// assert_eq!(nearer_by_four(&sums[0], &sums[1], &sums[2], &sums[3], &extra, 0, 9, 0, 9, 2), 0b10);
/// ```
#[kernel(inline(with_part))]
pub fn nearer_by_four<const N: usize>(
    first: &Tensor<[u16; N]>,
    second: &Tensor<[u16; N]>,
    third: &Tensor<[u16; N]>,
    fourth: &Tensor<[u16; N]>,
    extra: &Tensor<[u16; N]>,
    dc_first: u16,
    dc_second: u16,
    dc_third: u16,
    dc_fourth: u16,
    limit: u16,
) -> i32 {
    let mut mask = 0;
    for k in 0..N {
        let distance = extra[[k]] as u16;
        let distance = with_part(distance, first[[k]] as u16, dc_first);
        let distance = with_part(distance, second[[k]] as u16, dc_second);
        let distance = with_part(distance, third[[k]] as u16, dc_third);
        let distance = with_part(distance, fourth[[k]] as u16, dc_fourth);
        mask += if distance < limit { 1 << k } else { 0 };
    }
    mask
}

/// The structural similarity of so many windows of 8x8 samples, added up: each of two by two blocks of 4x4, whose
/// [`moments()`](super::moments()) are in two rows, one block more than there are windows. `1` each where both pictures are the same.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::{moments, similarity};
///
/// let a = Block::from([[3u8, 9, 4, 7]; 4]);
/// let row = Block::from([moments(&a, &a); 3]);
/// assert_eq!(similarity(&row, &row), 2.0);
/// ```
#[kernel]
pub fn similarity(upper: &Tensor<[[i32; 4]]>, lower: &Tensor<[[i32; 4]]>) -> f32 {
    // (0.01 * 255)^2 * 64 and (0.03 * 255)^2 * 64 * 63: no quotient has 0 below. The first one would be 64 times as much for sums
    // of 64 samples; so encoders have it.
    let (c1, c2) = (416, 235963);
    let mut sum = 0.0;
    for k in 1..upper.extent(0) {
        let of = |m: usize| upper[[k - 1, m]] + upper[[k, m]] + lower[[k - 1, m]] + lower[[k, m]];
        let (a, b, squares, products) = (of(0), of(1), of(2), of(3));
        let variances = 64 * squares - a * a - b * b;
        let covariance = 64 * products - a * b;
        sum += (2 * a * b + c1) as f32 * (2 * covariance + c2) as f32
            / ((a * a + b * b + c1) as f32 * (variances + c2) as f32);
    }
    sum
}
