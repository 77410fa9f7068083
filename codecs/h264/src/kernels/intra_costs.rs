//! What the three plain modes of intra prediction cost, each predicted and compared with the samples in one kernel: an
//! encoder looks at them before it thinks of others. No prediction is kept.
//!
//! Of `pred` only the location counts: it is the block that would be predicted from `recon`.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::satd_of_three_16x16;
//!
//! // A picture of vertical stripes, and a macroblock of it that is the same.
//! let recon = Block::<u8>::from_vec((0..32).map(|x| 60 * (x % 3) as u8).collect::<Vec<_>>().repeat(32), [32, 32])?;
//! let samples = recon.view().partition([16..32, 16..32])?;
//! let samples = samples.tensor()?.fixed::<[[u8; 16]; 16]>()?;
//! let [vertical, horizontal, dc] = satd_of_three_16x16(&samples, &recon, &samples);
//! assert_eq!(vertical, 0);
//! assert!(horizontal > dc);
//! # Ok::<(), unite::ViewError>(())
//! ```

use unite::kernel;

use super::{
    intra_4x4, intra_8x8, intra_16x16, intra_chroma, intra_chroma_422, sad, satd, satd_4x4, satd_16x16,
};

#[kernel]
/// [`satd_4x4()`] of Intra_4x4 prediction: vertical, horizontal, DC.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_of_three_4x4;
///
/// let recon = Block::<u8>::from_vec([10, 20].repeat(32), [8, 8])?;
/// let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
/// let samples = Block::from([[10u8, 20, 10, 20]; 4]);
/// assert_eq!(satd_of_three_4x4(&pred, &recon, &samples), [0, 80, 64]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(satd_of_three_4x4: H = 4, W = 4, cost = satd_4x4, predict_first = intra_4x4::vertical, predict_second = intra_4x4::horizontal, predict_third = intra_4x4::dc)]
/// [`sad()`] of Intra_4x4 prediction: vertical, horizontal, DC.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_of_three_4x4;
///
/// let recon = Block::<u8>::from_vec([10, 20].repeat(32), [8, 8])?;
/// let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
/// let samples = Block::from([[10u8, 20, 10, 20]; 4]);
/// assert_eq!(sad_of_three_4x4(&pred, &recon, &samples), [0, 80, 80]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(sad_of_three_4x4: H = 4, W = 4, cost = sad, predict_first = intra_4x4::vertical, predict_second = intra_4x4::horizontal, predict_third = intra_4x4::dc)]
/// [`satd_16x16()`] of Intra_16x16 prediction: vertical, horizontal, DC.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_of_three_16x16;
///
/// let recon = Block::from([[9u8; 32]; 32]);
/// let pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
/// let samples = Block::from([[10u8; 16]; 16]);
/// assert_eq!(satd_of_three_16x16(&pred, &recon, &samples), [128; 3]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(satd_of_three_16x16: H = 16, W = 16, cost = satd_16x16, predict_first = intra_16x16::vertical, predict_second = intra_16x16::horizontal, predict_third = intra_16x16::dc)]
/// [`sad()`] of Intra_16x16 prediction: vertical, horizontal, DC.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_of_three_16x16;
///
/// let recon = Block::from([[9u8; 32]; 32]);
/// let pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
/// let samples = Block::from([[10u8; 16]; 16]);
/// assert_eq!(sad_of_three_16x16(&pred, &recon, &samples), [256; 3]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(sad_of_three_16x16: H = 16, W = 16, cost = sad, predict_first = intra_16x16::vertical, predict_second = intra_16x16::horizontal, predict_third = intra_16x16::dc)]
/// [`satd()`] of the prediction of one component of chrominance: DC, horizontal, vertical.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_of_three_chroma;
///
/// let recon = Block::<u8>::from_vec([10, 20].repeat(128), [16, 16])?;
/// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
/// let samples = Block::from([[10u8, 20, 10, 20, 10, 20, 10, 20]; 8]);
/// assert_eq!(satd_of_three_chroma(&pred, &recon, &samples)[1..], [320, 0]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(satd_of_three_chroma: H = 8, W = 8, cost = satd, predict_first = intra_chroma::dc, predict_second = intra_chroma::horizontal, predict_third = intra_chroma::vertical)]
/// [`sad()`] of the prediction of one component of chrominance: DC, horizontal, vertical.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_of_three_chroma;
///
/// let recon = Block::<u8>::from_vec([10, 20].repeat(128), [16, 16])?;
/// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
/// let samples = Block::from([[10u8, 20, 10, 20, 10, 20, 10, 20]; 8]);
/// assert_eq!(sad_of_three_chroma(&pred, &recon, &samples)[1..], [320, 0]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(sad_of_three_chroma: H = 8, W = 8, cost = sad, predict_first = intra_chroma::dc, predict_second = intra_chroma::horizontal, predict_third = intra_chroma::vertical)]
/// [`satd()`] of the prediction of one component of chrominance at 4:2:2: DC, horizontal, vertical.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_of_three_chroma_422;
///
/// let recon = Block::<u8>::from_vec([10, 20].repeat(24 * 8), [24, 16])?;
/// let pred = Block::<[[u8; 8]; 16]>::stack().with_origin([8, 8])?;
/// let samples = Block::from([[10u8, 20, 10, 20, 10, 20, 10, 20]; 16]);
/// assert_eq!(satd_of_three_chroma_422(&pred, &recon, &samples)[1..], [640, 0]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(satd_of_three_chroma_422: H = 16, W = 8, cost = satd, predict_first = intra_chroma_422::dc, predict_second = intra_chroma_422::horizontal, predict_third = intra_chroma_422::vertical)]
/// [`sad()`] of the prediction of one component of chrominance at 4:2:2: DC, horizontal, vertical.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_of_three_chroma_422;
///
/// let recon = Block::<u8>::from_vec([10, 20].repeat(24 * 8), [24, 16])?;
/// let pred = Block::<[[u8; 8]; 16]>::stack().with_origin([8, 8])?;
/// let samples = Block::from([[10u8, 20, 10, 20, 10, 20, 10, 20]; 16]);
/// assert_eq!(sad_of_three_chroma_422(&pred, &recon, &samples)[1..], [640, 0]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[instance(sad_of_three_chroma_422: H = 16, W = 8, cost = sad, predict_first = intra_chroma_422::dc, predict_second = intra_chroma_422::horizontal, predict_third = intra_chroma_422::vertical)]
pub fn of_three<const H: usize, const W: usize>(
    pred: &Tensor<[[u8; W]; H]>,
    recon: &Tensor<[[u8]]>,
    samples: &Tensor<[[u8; W]; H]>,
    cost: impl Fn(&Tensor<[[u8; W]; H]>, &Tensor<[[u8; W]; H]>) -> i32,
    predict_first: impl Fn(&mut Tensor<[[u8; W]; H]>, &Tensor<[[u8]]>),
    predict_second: impl Fn(&mut Tensor<[[u8; W]; H]>, &Tensor<[[u8]]>),
    predict_third: impl Fn(&mut Tensor<[[u8; W]; H]>, &Tensor<[[u8]]>),
) -> [i32; 3] {
    let first = pred.block_copy();
    predict_first(&mut first, recon);
    let second = pred.block_copy();
    predict_second(&mut second, recon);
    let third = pred.block_copy();
    predict_third(&mut third, recon);
    [cost(samples, first), cost(samples, second), cost(samples, third)]
}

/// [`sa8d`](super::sa8d()) of Intra_8x8 prediction: vertical, horizontal, DC.
///
/// Of columns that are constant the transform has one row, of constant rows it has one column: the samples are transformed once, and
/// each prediction is taken away where it has coefficients.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sa8d_of_three_8x8;
///
/// assert_eq!(sa8d_of_three_8x8(&Block::from([7u8; 25]), &Block::from([[9u8; 8]; 8])), [32; 3]);
/// ```
#[kernel]
pub fn sa8d_of_three_8x8(filtered: &Tensor<[u8; 25]>, samples: &Tensor<[[u8; 8]; 8]>) -> [i32; 3] {
    // All but the last step, which makes `x + y` and `x - y` of neighbours.
    let hadamard = |x: [i32; 8]| {
        let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
        let (a0, a1, a2, a3) = (x0 + x4, x1 + x5, x2 + x6, x3 + x7);
        let (a4, a5, a6, a7) = (x0 - x4, x1 - x5, x2 - x6, x3 - x7);
        [a0 + a2, a1 + a3, a0 - a2, a1 - a3, a4 + a6, a5 + a7, a4 - a6, a5 - a7]
    };
    let columns = Block::<[[i16; 8]; 8]>::stack();
    for x in 0..8 {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = samples[[.., x]];
        let [c0, c1, c2, c3, c4, c5, c6, c7] = hadamard([a0, a1, a2, a3, a4, a5, a6, a7]);
        columns[[.., x]] = [c0 + c1, c0 - c1, c2 + c3, c2 - c3, c4 + c5, c4 - c5, c6 + c7, c6 - c7];
    }
    // Half of what a sample to the left makes of each row's first coefficient.
    let [l7, l6, l5, l4, l3, l2, l1, l0] = filtered[[..8]];
    let left = Block::<[i16; 8]>::stack();
    let [c0, c1, c2, c3, c4, c5, c6, c7] = hadamard([l0, l1, l2, l3, l4, l5, l6, l7]);
    left[[..]] = [
        4 * (c0 + c1),
        4 * (c0 - c1),
        4 * (c2 + c3),
        4 * (c2 - c3),
        4 * (c4 + c5),
        4 * (c4 - c5),
        4 * (c6 + c7),
        4 * (c6 - c7),
    ];
    // Each row without its last step, of the first two coefficients and of the others. The absolute values of `x + y` and of `x - y` are
    // together twice the greater of those of `x` and `y`.
    let (first, second) = (Block::<[i16; 8]>::stack(), Block::<[i16; 8]>::stack());
    let others = Block::<[i16; 8]>::stack();
    let (mut half, mut half_horizontal) = (0, 0);
    for y in 0..8 {
        let [x0, x1, x2, x3, x4, x5, x6, x7] = columns[[y, ..]];
        let [c0, c1, c2, c3, c4, c5, c6, c7] = hadamard([x0, x1, x2, x3, x4, x5, x6, x7]);
        let beside = c2.abs().max(c3.abs()) + c4.abs().max(c5.abs()) + c6.abs().max(c7.abs());
        // No sample makes more.
        let of_left = left[[y]].clamp(-8160, 8160);
        half += c0.abs().max(c1.abs()) + beside;
        half_horizontal += (c0 - of_left).abs().max((c1 - of_left).abs()) + beside;
        first[[y]] = c0;
        second[[y]] = c1;
        others[[y]] = beside;
    }
    // The first row without what is above, and without DC.
    let [x0, x1, x2, x3, x4, x5, x6, x7] = columns[[0, ..]];
    let [v0, v1, v2, v3, v4, v5, v6, v7] = filtered[[9..17]];
    let [d0, d1, d2, d3, d4, d5, d6, d7] = hadamard([
        x0 - 8 * v0,
        x1 - 8 * v1,
        x2 - 8 * v2,
        x3 - 8 * v3,
        x4 - 8 * v4,
        x5 - 8 * v5,
        x6 - 8 * v6,
        x7 - 8 * v7,
    ]);
    let dc = 32 * ((l0 + l1 + l2 + l3 + l4 + l5 + l6 + l7 + v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7 + 8) >> 4);
    let without_above =
        d0.abs().max(d1.abs()) + d2.abs().max(d3.abs()) + d4.abs().max(d5.abs()) + d6.abs().max(d7.abs());
    let (c0, c1) = (first[[0]], second[[0]]);
    let as_it_is = c0.abs().max(c1.abs());
    let without_dc = (c0 - dc).abs().max((c1 - dc).abs());
    let half_vertical = half + without_above - as_it_is - others[[0]];
    let half_dc = half + without_dc - as_it_is;
    [(2 * half_vertical + 2) >> 2, (2 * half_horizontal + 2) >> 2, (2 * half_dc + 2) >> 2]
}

/// [`sad()`] of Intra_8x8 prediction: vertical, horizontal, DC.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_of_three_8x8;
///
/// assert_eq!(sad_of_three_8x8(&Block::from([7u8; 25]), &Block::from([[9u8; 8]; 8])), [128; 3]);
/// ```
#[kernel]
pub fn sad_of_three_8x8(filtered: &Tensor<[u8; 25]>, samples: &Tensor<[[u8; 8]; 8]>) -> [i32; 3] {
    let vertical = Block::<[[u8; 8]; 8]>::stack();
    intra_8x8::vertical(&mut vertical, filtered);
    let horizontal = Block::<[[u8; 8]; 8]>::stack();
    intra_8x8::horizontal(&mut horizontal, filtered);
    let dc = Block::<[[u8; 8]; 8]>::stack();
    intra_8x8::dc(&mut dc, filtered);
    [sad(samples, vertical), sad(samples, horizontal), sad(samples, dc)]
}
