//! Fewer samples for chrominance (T.81 A.1.1 leaves the filter open): the mean of each box of `H` by `V` samples.
//!
//! Means are rounded. Two samples in a row, and four in a square, round by a bias that alternates from one output column
//! to the next, so that no tint builds up; other boxes round half up.

use unite::kernel;
use unite::staged::{Tensor, TensorMut};

/// Half as many samples across; the bias is 0, 1, 0, 1, ...
#[kernel]
pub fn h2v1(plane: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = (plane[[!y, 2 * !x]] + plane[[!y, 2 * !x + 1]] + (!x & 1)) >> 1;
}

/// Half as many samples across and down; the bias is 1, 2, 1, 2, ...
#[kernel]
pub fn h2v2(plane: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
    let p = plane;
    out[[!y, !x]] = (p[[2 * !y, 2 * !x]]
        + p[[2 * !y, 2 * !x + 1]]
        + p[[2 * !y + 1, 2 * !x]]
        + p[[2 * !y + 1, 2 * !x + 1]]
        + 1
        + (!x & 1))
        >> 2;
}

/// `1 / H` as many samples across, `1 / V` as many down.
#[kernel]
pub fn box_mean<const H: i32, const V: i32>(plane: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let mut sum = 0;
        for j in 0..V {
            for i in 0..H {
                sum += plane[[V * y + j, H * x + i]];
            }
        }
        out[[y, x]] = (sum + H * V / 2) / (H * V);
    }
}

/// One sample for each box of `h` by `v`, of those boxes that sampling factors make.
pub(crate) fn downsample<S, O>(plane: &S, (h, v): (usize, usize), out: &mut O)
where
    S: Tensor<2, Elem = u8>,
    O: TensorMut<2, Elem = u8>,
{
    match (h, v) {
        (2, 1) => h2v1(plane, out),
        (2, 2) => h2v2(plane, out),
        (1, 2) => box_mean::<1, 2>(plane, out),
        _ => box_mean::<4, 1>(plane, out),
    }
}
