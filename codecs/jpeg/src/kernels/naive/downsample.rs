//! Fewer samples for chrominance (T.81 A.1.1 leaves the filter open): the mean of each box of `h` by `v` samples.
//!
//! Means are rounded. Two samples in a row, and four in a square, round by a bias that alternates from one output column
//! to the next, so that no tint builds up; other boxes round half up.

/// Writes `rows` rows of `plane` reduced by `h` across and `v` down to `out`, whose rows are `width` samples.
///
/// `plane` has `rows * v` rows of `width * h` samples.
pub(crate) fn downsample(plane: &[u8], h: usize, v: usize, rows: usize, out: &mut [u8], width: usize) {
    let stride = width * h;
    for (y, out) in out.chunks_exact_mut(width).take(rows).enumerate() {
        let rows = &plane[y * v * stride..(y + 1) * v * stride];
        match (h, v) {
            (2, 1) => h2v1(rows, out),
            (2, 2) => h2v2(rows, out),
            _ => box_mean(rows, h, v, out),
        }
    }
}

/// The bias is 0, 1, 0, 1, ...
fn h2v1(row: &[u8], out: &mut [u8]) {
    for (x, out) in out.iter_mut().enumerate() {
        let sum = u32::from(row[2 * x]) + u32::from(row[2 * x + 1]);
        *out = ((sum + (x as u32 & 1)) >> 1) as u8;
    }
}

/// The bias is 1, 2, 1, 2, ...
fn h2v2(rows: &[u8], out: &mut [u8]) {
    let (upper, lower) = rows.split_at(2 * out.len());
    for (x, out) in out.iter_mut().enumerate() {
        let sum = [upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1]]
            .map(u32::from)
            .iter()
            .sum::<u32>();
        *out = ((sum + 1 + (x as u32 & 1)) >> 2) as u8;
    }
}

fn box_mean(rows: &[u8], h: usize, v: usize, out: &mut [u8]) {
    let stride = out.len() * h;
    let samples = (h * v) as u32;
    for (x, out) in out.iter_mut().enumerate() {
        let mut sum = 0;
        for j in 0..v {
            for i in 0..h {
                sum += u32::from(rows[j * stride + x * h + i]);
            }
        }
        *out = ((sum + samples / 2) / samples) as u8;
    }
}
