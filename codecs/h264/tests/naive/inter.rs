//! Prediction from other pictures, sample by sample (H.264 8.4.2.2 and 8.4.2.3).

use super::rig::largest;

/// The samples of a reference picture: `sample(x, y)`, as far outside as one asks.
pub type Samples<'a> = &'a dyn Fn(i32, i32) -> i32;

fn tap([e, f, g, h, i, j]: [i32; 6]) -> i32 {
    e - 5 * f + 20 * g + 20 * h - 5 * i + j
}

fn clip1(x: i32) -> i32 {
    x.clamp(0, largest())
}

/// The six places around the middle of 0 and 1.
const AROUND: [i32; 6] = [-2, -1, 0, 1, 2, 3];

/// The luma sample whose full sample `G` is at `[x, y]` (8.4.2.2.1), by table 8-12.
pub fn luma(sample: Samples, x: i32, y: i32, x_frac: u8, y_frac: u8) -> i32 {
    // `b1` of the row `dy` below `G`, `h1` of the column `dx` to its right.
    let b1 = |dy: i32| tap(AROUND.map(|dx| sample(x + dx, y + dy)));
    let h1 = |dx: i32| tap(AROUND.map(|dy| sample(x + dx, y + dy)));
    let full = |dx: i32, dy: i32| sample(x + dx, y + dy);
    let (b, s) = (clip1((b1(0) + 16) >> 5), clip1((b1(1) + 16) >> 5));
    let (h, m) = (clip1((h1(0) + 16) >> 5), clip1((h1(1) + 16) >> 5));
    let j1 = tap(AROUND.map(h1));
    assert_eq!(j1, tap(AROUND.map(b1)), "cc, dd, h1, m1, ee, ff give what aa, bb, b1, s1, gg, hh do");
    let j = clip1((j1 + 512) >> 10);
    let mean = |a: i32, b: i32| (a + b + 1) >> 1;
    match (x_frac, y_frac) {
        (0, 0) => full(0, 0),
        (0, 1) => mean(full(0, 0), h),
        (0, 2) => h,
        (0, 3) => mean(full(0, 1), h),
        (1, 0) => mean(full(0, 0), b),
        (1, 1) => mean(b, h),
        (1, 2) => mean(h, j),
        (1, 3) => mean(h, s),
        (2, 0) => b,
        (2, 1) => mean(b, j),
        (2, 2) => j,
        (2, 3) => mean(j, s),
        (3, 0) => mean(b, full(1, 0)),
        (3, 1) => mean(b, m),
        (3, 2) => mean(j, m),
        _ => mean(s, m),
    }
}

/// The chroma sample whose full sample `A` is at `[x, y]` (8.4.2.2.2).
pub fn chroma(sample: Samples, x: i32, y: i32, x_frac: i32, y_frac: i32) -> i32 {
    ((8 - x_frac) * (8 - y_frac) * sample(x, y)
        + x_frac * (8 - y_frac) * sample(x + 1, y)
        + (8 - x_frac) * y_frac * sample(x, y + 1)
        + x_frac * y_frac * sample(x + 1, y + 1)
        + 32)
        >> 6
}

/// One weighted sample (8.4.2.3.2).
pub fn weighted(l0: i32, log_wd: i32, w: i32, o: i32) -> i32 {
    if log_wd >= 1 {
        clip1(((l0 * w + 2i32.pow(log_wd as u32 - 1)) >> log_wd) + o)
    } else {
        clip1(l0 * w + o)
    }
}

/// One sample of two (8.4.2.3.2).
pub fn weighted_both([l0, l1]: [i32; 2], log_wd: i32, [w0, w1]: [i32; 2], [o0, o1]: [i32; 2]) -> i32 {
    clip1(((l0 * w0 + l1 * w1 + 2i32.pow(log_wd as u32)) >> (log_wd + 1)) + ((o0 + o1 + 1) >> 1))
}
