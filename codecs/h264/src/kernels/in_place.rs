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

/// A kernel each that calls the one named with `pred` as what is written and as the picture.
macro_rules! in_place {
    ($($(#[$doc:meta])* $name:ident = $module:ident::$kernel:ident $(<$last:ident>)? of $n:literal;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub fn $name $(<const $last: i32>)? (pred: &mut Tensor<[[u8; $n]; $n]>) {
            $module::$kernel $(::<$last>)? (&mut pred, &pred);
        }
    )*};
}

in_place! {
    /// [`intra_4x4::vertical()`].
    vertical_4x4 = intra_4x4::vertical of 4;
    /// [`intra_4x4::horizontal()`].
    horizontal_4x4 = intra_4x4::horizontal of 4;
    /// [`intra_4x4::dc()`].
    dc_4x4 = intra_4x4::dc of 4;
    /// [`intra_4x4::dc_left()`].
    dc_left_4x4 = intra_4x4::dc_left of 4;
    /// [`intra_4x4::dc_above()`].
    dc_above_4x4 = intra_4x4::dc_above of 4;
    /// [`intra_4x4::diagonal_down_left()`].
    diagonal_down_left_4x4 = intra_4x4::diagonal_down_left<LAST> of 4;
    /// [`intra_4x4::diagonal_down_right()`].
    diagonal_down_right_4x4 = intra_4x4::diagonal_down_right of 4;
    /// [`intra_4x4::vertical_right()`].
    vertical_right_4x4 = intra_4x4::vertical_right of 4;
    /// [`intra_4x4::horizontal_down()`].
    horizontal_down_4x4 = intra_4x4::horizontal_down of 4;
    /// [`intra_4x4::vertical_left()`].
    vertical_left_4x4 = intra_4x4::vertical_left<LAST> of 4;
    /// [`intra_4x4::horizontal_up()`].
    horizontal_up_4x4 = intra_4x4::horizontal_up of 4;
    /// [`intra_16x16::vertical()`].
    vertical_16x16 = intra_16x16::vertical of 16;
    /// [`intra_16x16::horizontal()`].
    horizontal_16x16 = intra_16x16::horizontal of 16;
    /// [`intra_16x16::dc()`].
    dc_16x16 = intra_16x16::dc of 16;
    /// [`intra_16x16::dc_left()`].
    dc_left_16x16 = intra_16x16::dc_left of 16;
    /// [`intra_16x16::dc_above()`].
    dc_above_16x16 = intra_16x16::dc_above of 16;
    /// [`intra_16x16::plane()`].
    plane_16x16 = intra_16x16::plane of 16;
    /// [`intra_chroma::dc()`].
    dc_chroma = intra_chroma::dc of 8;
    /// [`intra_chroma::dc_left()`].
    dc_left_chroma = intra_chroma::dc_left of 8;
    /// [`intra_chroma::dc_above()`].
    dc_above_chroma = intra_chroma::dc_above of 8;
    /// [`intra_chroma::horizontal()`].
    horizontal_chroma = intra_chroma::horizontal of 8;
    /// [`intra_chroma::vertical()`].
    vertical_chroma = intra_chroma::vertical of 8;
    /// [`intra_chroma::plane()`].
    plane_chroma = intra_chroma::plane of 8;
}
