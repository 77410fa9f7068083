//! Weighted sample prediction (H.264 8.4.2.3), of luminance and chrominance alike.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16)]
/// The kernels for samples of a type.
pub(super) mod weights {
    use unite::kernel;

    /// The default for two predictions: their average (8.4.2.3.1).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::average;
    ///
    /// let mut pred = Block::<[[u8; 8]; 4]>::stack();
    /// average(&mut pred, &Block::from([[7u8; 8]; 4]), &Block::from([[10u8; 8]; 4]));
    /// assert_eq!(pred.as_slice(), [9; 32]);
    /// ```
    #[kernel]
    pub fn average<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        l0: &Tensor<[[Sample; W]; H]>,
        l1: &Tensor<[[Sample; W]; H]>,
    ) {
        pred[[!y, !x]] = (l0[[!y, !x]] + l1[[!y, !x]] + 1) >> 1;
    }

    /// Explicit weights for one prediction (8.4.2.3.2): `log_wd` is `logWD`, `w` and `o` are the weight and the offset. As the clause
    /// has them, `log_wd` is from 0 to 7, and `w` and `o` from -128 to 127, `o` for each of `2^(bit_depth - 8)`; others count as the
    /// nearest of these.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::weighted;
    ///
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// weighted(&mut pred, &Block::from([[100u8; 4]; 4]), 5, 16, -3);
    /// assert_eq!(pred.as_slice(), [47; 16]);
    /// ```
    #[kernel]
    pub fn weighted<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        l0: &Tensor<[[Sample; W]; H]>,
        log_wd: i32,
        w: i32,
        o: i32,
        bit_depth: i32,
    ) {
        let (log_wd, w) = (log_wd.clamp(0, 7), w.clamp(-128, 127));
        let most = 128 << (bit_depth - 8);
        let o = o.clamp(-most, most - 1);
        if log_wd >= 1 {
            pred[[!y, !x]] =
                (((l0[[!y, !x]] * w + (1 << (log_wd - 1))) >> log_wd) + o).clamp(0, (1 << bit_depth) - 1);
        } else {
            pred[[!y, !x]] = (l0[[!y, !x]] * w + o).clamp(0, (1 << bit_depth) - 1);
        }
    }

    /// Weights for two predictions, explicit or implicit (8.4.2.3.2).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::weighted_both;
    ///
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// let (l0, l1) = (Block::from([[100u8; 4]; 4]), Block::from([[50u8; 4]; 4]));
    /// weighted_both(&mut pred, &l0, &l1, 5, [48, 16], [0, 1]);
    /// assert_eq!(pred.as_slice(), [88 + 1; 16]);
    /// ```
    #[kernel]
    pub fn weighted_both<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        l0: &Tensor<[[Sample; W]; H]>,
        l1: &Tensor<[[Sample; W]; H]>,
        log_wd: i32,
        w: [i32; 2],
        o: [i32; 2],
        bit_depth: i32,
    ) {
        let [w0, w1] = w;
        let o = (o[0] + o[1] + 1) >> 1;
        let rounding = 1 << log_wd;
        pred[[!y, !x]] = (((l0[[!y, !x]] * w0 + l1[[!y, !x]] * w1 + rounding) >> (log_wd + 1)) + o)
            .clamp(0, (1 << bit_depth) - 1);
    }
}

pub use of_8_bits::*;

/// Implicit weights for two predictions (8.4.3, 8.4.2.3.2): the second one has `w1` 64ths, from -64 to 128, and the first one the rest.
/// 64 times a sample passes through the shift as it is, and what is left of both products has place in 16 bits. Other weights count
/// as -128 or 128.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::weighted_implicit;
///
/// let mut pred = Block::<[[u8; 4]; 4]>::stack();
/// let (l0, l1) = (Block::from([[100u8; 4]; 4]), Block::from([[50u8; 4]; 4]));
/// weighted_implicit(&mut pred, &l0, &l1, 16);
/// assert_eq!(pred.as_slice(), [88; 16]);
/// ```
#[kernel]
pub fn weighted_implicit<const H: usize, const W: usize>(
    pred: &mut Tensor<[[u8; W]; H]>,
    l0: &Tensor<[[u8; W]; H]>,
    l1: &Tensor<[[u8; W]; H]>,
    w1: i32,
) {
    let w1 = w1.clamp(-128, 128);
    pred[[!y, !x]] = (l0[[!y, !x]] + (((l1[[!y, !x]] - l0[[!y, !x]]) * w1 + 32) >> 6)).clamp(0, 255);
}

/// [`weighted()`] of any number of rows.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::weighted_rows;
///
/// let mut pred = Block::from([[0u8; 4]; 3]);
/// weighted_rows(&mut pred, &Block::from([[100u8; 4]; 3]), 5, 16, -3);
/// assert_eq!(pred.as_slice(), [47; 12]);
/// ```
#[kernel]
pub fn weighted_rows<const W: usize>(
    pred: &mut Tensor<[[u8; W]]>,
    l0: &Tensor<[[u8; W]]>,
    log_wd: i32,
    w: i32,
    o: i32,
) {
    let (log_wd, w, o) = (log_wd.clamp(0, 7), w.clamp(-128, 127), o.clamp(-128, 127));
    if log_wd >= 1 {
        for y in 0..pred.extent(0) {
            for x in 0..W {
                pred[[y, x]] = (((l0[[y, x]] * w + (1 << (log_wd - 1))) >> log_wd) + o).clamp(0, 255);
            }
        }
    } else {
        for y in 0..pred.extent(0) {
            for x in 0..W {
                pred[[y, x]] = (l0[[y, x]] * w + o).clamp(0, 255);
            }
        }
    }
}

/// [`average()`] of any number of rows.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::average_rows;
///
/// let mut pred = Block::from([[0u8; 4]; 3]);
/// average_rows(&mut pred, &Block::from([[7u8; 4]; 3]), &Block::from([[10u8; 4]; 3]));
/// assert_eq!(pred.as_slice(), [9; 12]);
/// ```
#[kernel]
pub fn average_rows<const W: usize>(
    pred: &mut Tensor<[[u8; W]]>,
    l0: &Tensor<[[u8; W]]>,
    l1: &Tensor<[[u8; W]]>,
) {
    for y in 0..pred.extent(0) {
        for x in 0..W {
            pred[[y, x]] = (l0[[y, x]] + l1[[y, x]] + 1) >> 1;
        }
    }
}
