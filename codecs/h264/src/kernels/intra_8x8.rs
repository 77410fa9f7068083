//! Intra_8x8 sample prediction (H.264 8.3.2.2), one kernel for each mode of table 8-3, in its order.
//!
//! `pred` is the block that is predicted, `filtered` are its neighbouring samples as [`neighbours_8x8`] leaves them, on one
//! line: `p'[x, -1]` of the standard is `above[[x]]` here, and `p'[-1, y]` is `filtered[[7 - y]]`. `pred` is indexed
//! `[x, y]`, as in the standard.
//!
//! What a mode may use the filter has settled: samples above and to the right that are missing have been replaced, and
//! DC takes what is available, a kernel for each case.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::intra_8x8::vertical_right;
//! use unite_h264::kernels::neighbours_8x8::{NO_ABOVE_RIGHT, filter};
//!
//! // A picture whose samples grow by 8 from left to right, and the prediction of the block at row 8, column 16 of it.
//! let recon = Block::<u8>::from_vec((0..512).map(|i| 8 * (i % 32) as u8).collect(), [16, 32])?;
//! let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 16])?;
//! let mut filtered = Block::<[u8; 25]>::stack();
//! filter::<NO_ABOVE_RIGHT>(&pred, &recon, &mut filtered);
//! vertical_right(&mut pred, &filtered);
//! assert_eq!(pred.as_slice()[..4], [125, 132, 140, 148]);
//! # Ok::<(), unite::BlockError>(())
//! ```
//!
//! [`neighbours_8x8`]: super::neighbours_8x8

use unite::kernel;

/// Intra_8x8_Vertical (8.3.2.2.2).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::vertical;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// vertical(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [150, 160, 90, 100]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn vertical(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let above = filtered[[9..]];
    let pred = pred.permute([1, 0]);
    pred[[!x, !y]] = above[[!x]];
}

/// Intra_8x8_Horizontal (8.3.2.2.3).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::horizontal;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// horizontal(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [70, 70, 60, 60]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn horizontal(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let pred = pred.permute([1, 0]);
    pred[[!x, !y]] = filtered[[7 - !y]];
}

/// Intra_8x8_DC (8.3.2.2.4), all samples available.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::dc;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// dc(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [80, 80, 80, 80]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn dc(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let above = filtered[[9..]];
    let mut sum = 0;
    for i in 0..8 {
        sum += above[[i]] + filtered[[7 - i]];
    }
    pred[[!y, !x]] = (sum + 8) >> 4;
}

/// Intra_8x8_DC (8.3.2.2.4), samples above not available, those to the left available.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::dc_left;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// dc_left(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [35, 35, 35, 35]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn dc_left(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let mut sum = 0;
    for y in 0..8 {
        sum += filtered[[7 - y]];
    }
    pred[[!y, !x]] = (sum + 4) >> 3;
}

/// Intra_8x8_DC (8.3.2.2.4), samples to the left not available, those above available.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::dc_above;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// dc_above(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [125, 125, 125, 125]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn dc_above(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let above = filtered[[9..]];
    let mut sum = 0;
    for x in 0..8 {
        sum += above[[x]];
    }
    pred[[!y, !x]] = (sum + 4) >> 3;
}

/// Intra_8x8_DC (8.3.2.2.4), no samples available: `1 << (BitDepth - 1)`.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::dc_none;
///
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// dc_none(&mut pred);
/// assert_eq!(pred.as_slice(), [128; 64]);
/// ```
#[kernel]
pub fn dc_none(pred: &mut Tensor<[[u8; 8]; 8]>) {
    pred[[!y, !x]] = 1 << (8 - 1);
}

/// Intra_8x8_Diagonal_Down_Left (8.3.2.2.5).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::diagonal_down_left;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// diagonal_down_left(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [160, 170, 110, 120]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn diagonal_down_left(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let above = filtered[[9..]];
    let pred = pred.permute([1, 0]);
    for [x, y] in pred.indices() {
        pred[[x, y]] = if x == 7 && y == 7 {
            (above[[14]] + 3 * above[[15]] + 2) >> 2
        } else {
            (above[[x + y]] + 2 * above[[x + y + 1]] + above[[x + y + 2]] + 2) >> 2
        };
    }
}

/// Intra_8x8_Diagonal_Down_Right (8.3.2.2.6).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::diagonal_down_right;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// diagonal_down_right(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [140, 150, 70, 80]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn diagonal_down_right(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let above = filtered[[9..]];
    let pred = pred.permute([1, 0]);
    for [x, y] in pred.indices() {
        pred[[x, y]] = if x > y {
            (above[[x - y - 2]] + 2 * above[[x - y - 1]] + above[[x - y]] + 2) >> 2
        } else if x < y {
            (filtered[[7 - (y - x - 2)]] + 2 * filtered[[7 - (y - x - 1)]] + filtered[[7 - (y - x)]] + 2) >> 2
        } else {
            (above[[0]] + 2 * above[[-1]] + filtered[[7]] + 2) >> 2
        };
    }
}

/// Intra_8x8_Vertical_Right (8.3.2.2.7).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::vertical_right;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// vertical_right(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [145, 155, 80, 90]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn vertical_right(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let above = filtered[[9..]];
    let pred = pred.permute([1, 0]);
    for [x, y] in pred.indices() {
        let z_vr = 2 * x - y;
        pred[[x, y]] = match z_vr {
            0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 => (above[[x - (y >> 1) - 1]] + above[[x - (y >> 1)]] + 1) >> 1,
            1 | 3 | 5 | 7 | 9 | 11 | 13 => {
                (above[[x - (y >> 1) - 2]] + 2 * above[[x - (y >> 1) - 1]] + above[[x - (y >> 1)]] + 2) >> 2
            }
            -1 => (filtered[[7]] + 2 * above[[-1]] + above[[0]] + 2) >> 2,
            _ => {
                (filtered[[7 - (y - 2 * x - 1)]]
                    + 2 * filtered[[7 - (y - 2 * x - 2)]]
                    + filtered[[7 - (y - 2 * x - 3)]]
                    + 2)
                    >> 2
            }
        };
    }
}

/// Intra_8x8_Horizontal_Down (8.3.2.2.8).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::horizontal_down;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// horizontal_down(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [130, 140, 65, 70]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn horizontal_down(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let above = filtered[[9..]];
    let pred = pred.permute([1, 0]);
    for [x, y] in pred.indices() {
        let z_hd = 2 * y - x;
        pred[[x, y]] = match z_hd {
            0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 => {
                (filtered[[7 - (y - (x >> 1) - 1)]] + filtered[[7 - (y - (x >> 1))]] + 1) >> 1
            }
            1 | 3 | 5 | 7 | 9 | 11 | 13 => {
                (filtered[[7 - (y - (x >> 1) - 2)]]
                    + 2 * filtered[[7 - (y - (x >> 1) - 1)]]
                    + filtered[[7 - (y - (x >> 1))]]
                    + 2)
                    >> 2
            }
            -1 => (filtered[[7]] + 2 * above[[-1]] + above[[0]] + 2) >> 2,
            _ => (above[[x - 2 * y - 1]] + 2 * above[[x - 2 * y - 2]] + above[[x - 2 * y - 3]] + 2) >> 2,
        };
    }
}

/// Intra_8x8_Vertical_Left (8.3.2.2.9).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::vertical_left;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// vertical_left(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [155, 165, 100, 110]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn vertical_left(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let above = filtered[[9..]];
    let pred = pred.permute([1, 0]);
    for [x, y] in pred.indices() {
        pred[[x, y]] = match y {
            0 | 2 | 4 | 6 => (above[[x + (y >> 1)]] + above[[x + (y >> 1) + 1]] + 1) >> 1,
            _ => (above[[x + (y >> 1)]] + 2 * above[[x + (y >> 1) + 1]] + above[[x + (y >> 1) + 2]] + 2) >> 2,
        };
    }
}

/// Intra_8x8_Horizontal_Up (8.3.2.2.10).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::intra_8x8::horizontal_up;
///
/// // p'[-1, 7] is 0, the corner 80, p'[15, -1] 240, and all between grow evenly.
/// let filtered = Block::<u8>::from_vec((0..250).step_by(10).collect(), [25])?.fixed::<[u8; 25]>()?;
/// let mut pred = Block::<[[u8; 8]; 8]>::stack();
/// horizontal_up(&mut pred, &filtered);
/// assert_eq!(pred.as_slice()[6..10], [35, 30, 55, 50]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn horizontal_up(pred: &mut Tensor<[[u8; 8]; 8]>, filtered: &Tensor<[u8; 25]>) {
    let pred = pred.permute([1, 0]);
    for [x, y] in pred.indices() {
        let z_hu = x + 2 * y;
        pred[[x, y]] = match z_hu {
            0 | 2 | 4 | 6 | 8 | 10 | 12 => {
                (filtered[[7 - (y + (x >> 1))]] + filtered[[7 - (y + (x >> 1) + 1)]] + 1) >> 1
            }
            1 | 3 | 5 | 7 | 9 | 11 => {
                (filtered[[7 - (y + (x >> 1))]]
                    + 2 * filtered[[7 - (y + (x >> 1) + 1)]]
                    + filtered[[7 - (y + (x >> 1) + 2)]]
                    + 2)
                    >> 2
            }
            13 => (filtered[[1]] + 3 * filtered[[0]] + 2) >> 2,
            _ => filtered[[0]],
        };
    }
}
