//! Modes of intra prediction on a window of the picture, in which the block begins behind `Y` rows and `X` columns: `within`
//! writes it there, `beside` into memory of its own.

use unite::kernel;
use unite_h264::kernels::intra_4x4::{ABOVE_RIGHT, NO_ABOVE_RIGHT};
use unite_h264::kernels::{intra_4x4, intra_16x16, intra_chroma};

/// What is written is never a neighbour that is read later.
#[kernel]
#[instance(vertical_4x4: N = 4, Y = 1, X = 0, mode = intra_4x4::vertical)]
#[instance(horizontal_4x4: N = 4, Y = 0, X = 1, mode = intra_4x4::horizontal)]
#[instance(dc_4x4: N = 4, Y = 1, X = 1, mode = intra_4x4::dc)]
#[instance(dc_left_4x4: N = 4, Y = 0, X = 1, mode = intra_4x4::dc_left)]
#[instance(dc_above_4x4: N = 4, Y = 1, X = 0, mode = intra_4x4::dc_above)]
#[instance(diagonal_down_left_short_4x4: N = 4, Y = 1, X = 0, mode = intra_4x4::diagonal_down_left::<NO_ABOVE_RIGHT>)]
#[instance(vertical_left_short_4x4: N = 4, Y = 1, X = 0, mode = intra_4x4::vertical_left::<NO_ABOVE_RIGHT>)]
#[instance(horizontal_up_4x4: N = 4, Y = 0, X = 1, mode = intra_4x4::horizontal_up)]
#[instance(vertical_16x16: N = 16, Y = 1, X = 0, mode = intra_16x16::vertical)]
#[instance(horizontal_16x16: N = 16, Y = 0, X = 1, mode = intra_16x16::horizontal)]
#[instance(dc_16x16: N = 16, Y = 1, X = 1, mode = intra_16x16::dc)]
#[instance(dc_left_16x16: N = 16, Y = 0, X = 1, mode = intra_16x16::dc_left)]
#[instance(dc_above_16x16: N = 16, Y = 1, X = 0, mode = intra_16x16::dc_above)]
#[instance(dc_chroma: N = 8, Y = 1, X = 1, mode = intra_chroma::dc)]
#[instance(horizontal_chroma: N = 8, Y = 0, X = 1, mode = intra_chroma::horizontal)]
#[instance(vertical_chroma: N = 8, Y = 1, X = 0, mode = intra_chroma::vertical)]
#[instance(dc_left_chroma: N = 8, Y = 0, X = 1, mode = intra_chroma::dc_left)]
#[instance(dc_above_chroma: N = 8, Y = 1, X = 0, mode = intra_chroma::dc_above)]
pub mod direct {
    use super::*;

    #[kernel]
    pub fn within<const N: usize, const Y: usize, const X: usize>(
        window: &mut Tensor<[[u8]]>,
        mode: impl Fn(&mut Tensor<[[u8; N]; N]>, &Tensor<[[u8]]>),
    ) {
        mode(&mut window[[Y..Y + N, X..X + N]], window);
    }

    #[kernel]
    pub fn beside<const N: usize, const Y: usize, const X: usize>(
        pred: &mut Tensor<[[u8; N]; N]>,
        window: &Tensor<[[u8]]>,
        mode: impl Fn(&mut Tensor<[[u8; N]; N]>, &Tensor<[[u8]]>),
    ) {
        let here = window[[Y..Y + N, X..X + N]];
        let block = here.block_copy();
        mode(&mut block, window);
        pred[[!j, !i]] = block[[!j, !i]];
    }
}

/// Predicted in memory of its own first, so that the compiler knows that nothing that is written is a neighbour.
#[kernel]
#[instance(diagonal_down_left_4x4: N = 4, Y = 1, X = 0, mode = intra_4x4::diagonal_down_left::<ABOVE_RIGHT>)]
#[instance(diagonal_down_right_4x4: N = 4, Y = 1, X = 1, mode = intra_4x4::diagonal_down_right)]
#[instance(vertical_right_4x4: N = 4, Y = 1, X = 1, mode = intra_4x4::vertical_right)]
#[instance(horizontal_down_4x4: N = 4, Y = 1, X = 1, mode = intra_4x4::horizontal_down)]
#[instance(vertical_left_4x4: N = 4, Y = 1, X = 0, mode = intra_4x4::vertical_left::<ABOVE_RIGHT>)]
#[instance(plane_16x16: N = 16, Y = 1, X = 1, mode = intra_16x16::plane)]
#[instance(plane_chroma: N = 8, Y = 1, X = 1, mode = intra_chroma::plane)]
pub mod through_a_block {
    use super::*;

    #[kernel]
    pub fn within<const N: usize, const Y: usize, const X: usize>(
        window: &mut Tensor<[[u8]]>,
        mode: impl Fn(&mut Tensor<[[u8; N]; N]>, &Tensor<[[u8]]>),
    ) {
        let here = window[[Y..Y + N, X..X + N]];
        let block = here.block_copy();
        mode(&mut block, window);
        here[[!j, !i]] = block[[!j, !i]];
    }

    #[kernel]
    pub fn beside<const N: usize, const Y: usize, const X: usize>(
        pred: &mut Tensor<[[u8; N]; N]>,
        window: &Tensor<[[u8]]>,
        mode: impl Fn(&mut Tensor<[[u8; N]; N]>, &Tensor<[[u8]]>),
    ) {
        let here = window[[Y..Y + N, X..X + N]];
        let block = here.block_copy();
        mode(&mut block, window);
        pred[[!j, !i]] = block[[!j, !i]];
    }
}
