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
    intra_4x4, intra_8x8, intra_16x16, intra_chroma, intra_chroma_422, sa8d, sad, satd, satd_4x4, satd_16x16,
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

#[kernel]
/// [`sa8d()`] of Intra_8x8 prediction: vertical, horizontal, DC.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sa8d_of_three_8x8;
///
/// assert_eq!(sa8d_of_three_8x8(&Block::from([7u8; 25]), &Block::from([[9u8; 8]; 8])), [32; 3]);
/// ```
#[instance(sa8d_of_three_8x8: cost = sa8d)]
/// [`sad()`] of Intra_8x8 prediction: vertical, horizontal, DC.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_of_three_8x8;
///
/// assert_eq!(sad_of_three_8x8(&Block::from([7u8; 25]), &Block::from([[9u8; 8]; 8])), [128; 3]);
/// ```
#[instance(sad_of_three_8x8: cost = sad)]
pub fn of_three_8x8(
    filtered: &Tensor<[u8; 25]>,
    samples: &Tensor<[[u8; 8]; 8]>,
    cost: impl Fn(&Tensor<[[u8; 8]; 8]>, &Tensor<[[u8; 8]; 8]>) -> i32,
) -> [i32; 3] {
    let vertical = Block::<[[u8; 8]; 8]>::stack();
    intra_8x8::vertical(&mut vertical, filtered);
    let horizontal = Block::<[[u8; 8]; 8]>::stack();
    intra_8x8::horizontal(&mut horizontal, filtered);
    let dc = Block::<[[u8; 8]; 8]>::stack();
    intra_8x8::dc(&mut dc, filtered);
    [cost(samples, vertical), cost(samples, horizontal), cost(samples, dc)]
}
