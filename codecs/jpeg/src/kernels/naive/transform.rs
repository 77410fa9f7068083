//! From samples to levels in zig-zag order: the steps of T.81 figure A.1, for a row of blocks.

use super::{fdct::fdct, quantize::quantize};
use crate::kernels::ZIGZAG;

/// Level shift (T.81 A.3.1), transform (A.3.3), quantisation (A.3.4) and zig-zag sequence (A.3.6) of the blocks that
/// begin `rows`, one for each element of `levels`.
///
/// `rows` holds 8 rows of samples, `stride` apart, each at least `8 * levels.len()` long. `steps` are the
/// quantisation steps, row by row.
pub(crate) fn transform_row(rows: &[u8], stride: usize, steps: &[u16; 64], levels: &mut [[i16; 64]]) {
    for (b, levels) in levels.iter_mut().enumerate() {
        let mut block = [0; 64];
        for y in 0..8 {
            for x in 0..8 {
                block[8 * y + x] = i32::from(rows[y * stride + 8 * b + x]) - 128;
            }
        }
        fdct(&mut block);
        for (level, &place) in levels.iter_mut().zip(&ZIGZAG) {
            let place = usize::from(place);
            *level = quantize(block[place], steps[place]);
        }
    }
}

/// Bit `k` where level `k` is not zero, but for the first: bit 0 where some other level is not from -32 up to 31.
pub(crate) fn mask(levels: &[i16; 64]) -> u64 {
    let of = |k: usize| match levels[k] {
        0 => 0,
        -32..=31 => 1 << k,
        _ => 1 << k | 1,
    };
    (1..64).map(of).fold(0, |mask, bits| mask | bits)
}
