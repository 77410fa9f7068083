//! The deblocking filter for an edge that lies somewhere in a picture (H.264 8.7). The edge is before the first column, or row,
//! of `q`, of which only the location counts.

use unite::kernel;
use unite_h264::kernels::deblock;

/// In tables of how alike the blocks of macroblocks are: all move by one vector, and have no levels.
pub const STILL: u8 = 2;

#[kernel]
/// [`deblock::luma_vertical()`].
#[instance(luma_vertical: H = 16, W = 4, filter = deblock::luma_vertical)]
/// [`deblock::luma_horizontal()`].
#[instance(luma_horizontal: H = 4, W = 16, filter = deblock::luma_horizontal)]
/// [`deblock::chroma_vertical()`].
#[instance(chroma_vertical: H = 8, W = 2, filter = deblock::chroma_vertical)]
/// [`deblock::chroma_horizontal()`].
#[instance(chroma_horizontal: H = 2, W = 8, filter = deblock::chroma_horizontal)]
pub fn edge<const H: usize, const W: usize>(
    plane: &mut Tensor<[[u8]]>,
    q: &Tensor<[[u8; W]; H]>,
    alpha: i32,
    beta: i32,
    tc0: &Tensor<[i8; 4]>,
    filter: impl Fn(&mut Tensor<[[u8; W]; H]>, i32, i32, &Tensor<[i8; 4]>),
) {
    filter(&mut plane[q], alpha, beta, tc0);
}

#[kernel]
/// [`deblock::luma_vertical_intra()`].
#[instance(luma_vertical_intra: H = 16, W = 4, filter = deblock::luma_vertical_intra)]
/// [`deblock::luma_horizontal_intra()`].
#[instance(luma_horizontal_intra: H = 4, W = 16, filter = deblock::luma_horizontal_intra)]
/// [`deblock::chroma_vertical_intra()`].
#[instance(chroma_vertical_intra: H = 8, W = 2, filter = deblock::chroma_vertical_intra)]
/// [`deblock::chroma_horizontal_intra()`].
#[instance(chroma_horizontal_intra: H = 2, W = 8, filter = deblock::chroma_horizontal_intra)]
pub fn edge_intra<const H: usize, const W: usize>(
    plane: &mut Tensor<[[u8]]>,
    q: &Tensor<[[u8; W]; H]>,
    alpha: i32,
    beta: i32,
    filter: impl Fn(&mut Tensor<[[u8; W]; H]>, i32, i32),
) {
    filter(&mut plane[q], alpha, beta);
}

/// `bS` of the vertical and of the horizontal edges of a macroblock, a list for each edge in turn (8.7.2.1), as
/// [`strengths_vertical()`](unite_h264::kernels::strengths_vertical()) has them, where all of it has the same motion, and so have its
/// neighbours: `left` and `above` are what edges to these have beside levels.
#[kernel]
pub fn strengths_of_even(
    edges: &mut Tensor<[[[u8; 4]; 4]; 2]>,
    blocks: &Tensor<[[u8; 4]; 4]>,
    coefficients: &Tensor<[[u8]]>,
    left: u8,
    above: u8,
) {
    let there = coefficients.with_boundary(Boundary::Constant(0))[blocks];
    for [y, x] in blocks.indices() {
        edges[[0, x, y]] = if there[[y, x]] != 0 || there[[y, x - 1]] != 0 { 2 } else { 0 };
        edges[[1, y, x]] = if there[[y, x]] != 0 || there[[y - 1, x]] != 0 { 2 } else { 0 };
    }
    for i in 0..4 {
        edges[[0, 0, i]] = edges[[0, 0, i]].max(left as i32);
        edges[[1, 0, i]] = edges[[1, 0, i]].max(above as i32);
    }
}
