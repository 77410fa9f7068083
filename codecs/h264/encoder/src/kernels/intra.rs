//! Intra_4x4 blocks from their neighbours to their samples (H.264 8.3.1.2, 8.5.1), in one kernel that calls the plain ones.

use unite::kernel;
use unite_h264::kernels::choose_4x4;

use super::residual::code_4x4;

/// A block of which all neighbours are available: the best mode and its cost as [`choose_4x4`](unite_h264::kernels::choose_4x4())
/// has them, and whether any of its levels is not 0, which become those of block `at`; its samples are in the picture then. Of `pred` the
/// location counts.
#[kernel]
pub fn decide_4x4<const LAST: i32>(
    pred: &mut Tensor<[[u8; 4]; 4]>,
    source: &Tensor<[[u8]]>,
    recon: &mut Tensor<[[u8]]>,
    extra: [i32; 9],
    levels: &mut Tensor<[[i16; 16]; 16]>,
    at: usize,
    mf: &Tensor<[[u16; 4]; 4]>,
    bias: &Tensor<[[u16; 4]; 4]>,
    level_scale: &Tensor<[[[u16; 4]; 4]; 6]>,
    qp: i32,
) -> (usize, i32, bool) {
    let samples = pred.block_copy();
    let place = source[pred];
    samples[[!y, !x]] = place[[!y, !x]];
    let (mode, cost) = choose_4x4::<LAST>(&mut pred, recon, samples, extra);
    let coded = code_4x4(pred, samples, &mut recon, &mut levels[[at, ..]], mf, bias, level_scale, qp);
    (mode, cost, coded)
}
