//! Prediction for lossless coding (T.81 H.1.2.1), one sample at a time.

/// The differences of a picture of `width` pixels of `components` samples, modulo 65536, with selection value `selection`.
/// Rows are `stride` samples apart; `half` is `2^(P - Pt - 1)`. If `begins` the scan begins with the first row; else it is only
/// looked at.
pub(crate) fn differences(
    samples: &[u16],
    [width, height]: [usize; 2],
    components: usize,
    stride: usize,
    selection: u8,
    half: i32,
    begins: bool,
) -> Vec<i16> {
    let at = |y: usize, x: usize, i: usize| i32::from(samples[y * stride + x * components + i]);
    let mut out = Vec::new();
    for y in usize::from(!begins)..height {
        for x in 0..width {
            for i in 0..components {
                let prediction = match (x, y) {
                    (0, 0) => half,
                    (_, 0) => at(y, x - 1, i),
                    (0, _) => at(y - 1, x, i),
                    _ => {
                        let (a, b, c) = (at(y, x - 1, i), at(y - 1, x, i), at(y - 1, x - 1, i));
                        match selection {
                            1 => a,
                            2 => b,
                            3 => c,
                            4 => a + b - c,
                            5 => a + ((b - c) >> 1),
                            6 => b + ((a - c) >> 1),
                            7 => (a + b) >> 1,
                            _ => 0,
                        }
                    }
                };
                out.push((at(y, x, i) - prediction).rem_euclid(1 << 16) as u16 as i16);
            }
        }
    }
    out
}
