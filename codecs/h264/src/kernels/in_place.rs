//! The predictions written into the picture that they are made from, as encoders and decoders do it: `pred` is a part
//! of the picture, and its neighbours are what surrounds it there.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::in_place;
//!
//! let mut picture = Block::<u8>::from_vec((0..64).collect(), [8, 8])?;
//! let mut block = picture.view_mut().partition([4..8, 4..8])?;
//! in_place::vertical_4x4(&mut block.tensor_mut()?.fixed::<[[u8; 4]; 4]>()?);
//! assert_eq!(picture.as_slice()[59..], [59, 28, 29, 30, 31]);
//! # Ok::<(), unite::ViewError>(())
//! ```

use unite::kernel;

use super::{intra_4x4, intra_16x16, intra_chroma};

#[kernel]
/// [`intra_4x4::vertical()`].
#[instance(vertical_4x4: N = 4, predict = intra_4x4::vertical)]
/// [`intra_4x4::horizontal()`].
#[instance(horizontal_4x4: N = 4, predict = intra_4x4::horizontal)]
/// [`intra_4x4::dc()`].
#[instance(dc_4x4: N = 4, predict = intra_4x4::dc)]
/// [`intra_4x4::dc_left()`].
#[instance(dc_left_4x4: N = 4, predict = intra_4x4::dc_left)]
/// [`intra_4x4::dc_above()`].
#[instance(dc_above_4x4: N = 4, predict = intra_4x4::dc_above)]
/// [`intra_4x4::diagonal_down_right()`].
#[instance(diagonal_down_right_4x4: N = 4, predict = intra_4x4::diagonal_down_right)]
/// [`intra_4x4::vertical_right()`].
#[instance(vertical_right_4x4: N = 4, predict = intra_4x4::vertical_right)]
/// [`intra_4x4::horizontal_down()`].
#[instance(horizontal_down_4x4: N = 4, predict = intra_4x4::horizontal_down)]
/// [`intra_4x4::horizontal_up()`].
#[instance(horizontal_up_4x4: N = 4, predict = intra_4x4::horizontal_up)]
/// [`intra_16x16::vertical()`].
#[instance(vertical_16x16: N = 16, predict = intra_16x16::vertical)]
/// [`intra_16x16::horizontal()`].
#[instance(horizontal_16x16: N = 16, predict = intra_16x16::horizontal)]
/// [`intra_16x16::dc()`].
#[instance(dc_16x16: N = 16, predict = intra_16x16::dc)]
/// [`intra_16x16::dc_left()`].
#[instance(dc_left_16x16: N = 16, predict = intra_16x16::dc_left)]
/// [`intra_16x16::dc_above()`].
#[instance(dc_above_16x16: N = 16, predict = intra_16x16::dc_above)]
/// [`intra_16x16::plane()`].
#[instance(plane_16x16: N = 16, predict = intra_16x16::plane)]
/// [`intra_chroma::dc()`].
#[instance(dc_chroma: N = 8, predict = intra_chroma::dc)]
/// [`intra_chroma::dc_left()`].
#[instance(dc_left_chroma: N = 8, predict = intra_chroma::dc_left)]
/// [`intra_chroma::dc_above()`].
#[instance(dc_above_chroma: N = 8, predict = intra_chroma::dc_above)]
/// [`intra_chroma::horizontal()`].
#[instance(horizontal_chroma: N = 8, predict = intra_chroma::horizontal)]
/// [`intra_chroma::vertical()`].
#[instance(vertical_chroma: N = 8, predict = intra_chroma::vertical)]
/// [`intra_chroma::plane()`].
#[instance(plane_chroma: N = 8, predict = intra_chroma::plane)]
pub fn in_place<const N: usize>(
    pred: &mut Tensor<[[u8; N]; N]>,
    predict: impl Fn(&mut Tensor<[[u8; N]; N]>, &Tensor<[[u8]]>),
) {
    predict(&mut pred, &pred);
}

#[kernel]
/// [`intra_4x4::diagonal_down_left()`].
#[instance(diagonal_down_left_4x4: N = 4, predict = intra_4x4::diagonal_down_left::<LAST>)]
/// [`intra_4x4::vertical_left()`].
#[instance(vertical_left_4x4: N = 4, predict = intra_4x4::vertical_left::<LAST>)]
pub fn in_place_up_to<const LAST: i32, const N: usize>(
    pred: &mut Tensor<[[u8; N]; N]>,
    predict: impl Fn(&mut Tensor<[[u8; N]; N]>, &Tensor<[[u8]]>),
) {
    predict(&mut pred, &pred);
}
