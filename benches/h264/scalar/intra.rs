//! Intra prediction of 4x4 blocks, of macroblocks and of chrominance, in place, rows 32 samples apart.

use super::scalar;
use unite_h264_c::Predict;

/// Rows.
const S: usize = 32;

/// The mean of two samples.
#[inline(always)]
pub fn mean(a: u8, b: u8) -> u8 {
    ((u16::from(a) + u16::from(b) + 1) >> 1) as u8
}

/// The mean of three samples, with twice the weight for the middle one.
#[inline(always)]
pub fn weighted(a: u8, b: u8, c: u8) -> u8 {
    ((u16::from(a) + 2 * u16::from(b) + u16::from(c) + 2) >> 2) as u8
}

/// Row `y` of a block of `N` columns.
#[inline(always)]
pub unsafe fn row<'a, const N: usize>(at: *mut u8, y: usize) -> &'a mut [u8; N] {
    // SAFETY: the caller vouches for the block.
    unsafe { &mut *at.add(y * S).cast() }
}

/// The sample at the left of row `y`.
#[inline(always)]
unsafe fn left(at: *mut u8, y: usize) -> u8 {
    // SAFETY: the caller vouches for it.
    unsafe { *at.add(y * S).sub(1) }
}

/// The samples above.
#[inline(always)]
unsafe fn above<'a, const N: usize>(at: *mut u8) -> &'a [u8; N] {
    // SAFETY: the caller vouches for them.
    unsafe { &*at.sub(S).cast() }
}

/// Left samples upwards, the corner, samples above: what surrounds a 4x4 block.
#[inline(always)]
unsafe fn edge(at: *mut u8) -> [u8; 9] {
    // SAFETY: the caller vouches for them.
    unsafe {
        let above = above::<4>(at);
        let corner = *at.sub(S + 1);
        [left(at, 3), left(at, 2), left(at, 1), left(at, 0), corner, above[0], above[1], above[2], above[3]]
    }
}

/// Means of three neighbours of an edge.
#[inline(always)]
pub fn smoothed<const N: usize>(edge: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| weighted(edge[i], edge[i + 1], edge[i + 2]))
}

#[inline(always)]
unsafe fn fill<const H: usize, const W: usize>(at: *mut u8, sample: u8) {
    for y in 0..H {
        // SAFETY: the caller vouches for the block.
        unsafe { *row::<W>(at, y) = [sample; W] }
    }
}

#[inline(always)]
unsafe fn sum_above<const N: usize>(at: *mut u8) -> u32 {
    // SAFETY: the caller vouches for the samples.
    unsafe { above::<N>(at).iter().map(|&sample| u32::from(sample)).sum() }
}

#[inline(always)]
unsafe fn sum_left<const N: usize>(at: *mut u8) -> u32 {
    // SAFETY: the caller vouches for the samples.
    (0..N).map(|y| u32::from(unsafe { left(at, y) })).sum()
}

scalar! {
    fn vertical<const N: usize>(at: *mut u8) {
        let above = *above::<N>(at);
        for y in 0..N {
            *row(at, y) = above;
        }
    }

    fn horizontal<const N: usize>(at: *mut u8) {
        for y in 0..N {
            *row(at, y) = [left(at, y); N];
        }
    }

    fn dc<const N: usize>(at: *mut u8) {
        fill::<N, N>(at, ((sum_above::<N>(at) + sum_left::<N>(at) + N as u32) / (2 * N as u32)) as u8);
    }

    fn dc_left<const N: usize>(at: *mut u8) {
        fill::<N, N>(at, ((sum_left::<N>(at) + N as u32 / 2) / N as u32) as u8);
    }

    fn dc_above<const N: usize>(at: *mut u8) {
        fill::<N, N>(at, ((sum_above::<N>(at) + N as u32 / 2) / N as u32) as u8);
    }

    fn dc_none<const N: usize>(at: *mut u8) {
        fill::<N, N>(at, 128);
    }

    fn diagonal_down_left(at: *mut u8) {
        let t = above::<8>(at);
        let line = smoothed::<7>(&[t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[7]]);
        for y in 0..4 {
            *row(at, y) = [line[y], line[y + 1], line[y + 2], line[y + 3]];
        }
    }

    fn diagonal_down_right(at: *mut u8) {
        let line = smoothed::<7>(&edge(at));
        for y in 0..4 {
            *row(at, y) = [line[3 - y], line[4 - y], line[5 - y], line[6 - y]];
        }
    }

    fn vertical_right(at: *mut u8) {
        let e = edge(at);
        let s = smoothed::<7>(&e);
        let [a, b, c, d] = [4, 5, 6, 7].map(|i| mean(e[i], e[i + 1]));
        *row(at, 0) = [a, b, c, d];
        *row(at, 1) = [s[3], s[4], s[5], s[6]];
        *row(at, 2) = [s[2], a, b, c];
        *row(at, 3) = [s[1], s[3], s[4], s[5]];
    }

    fn horizontal_down(at: *mut u8) {
        let e = edge(at);
        let s = smoothed::<7>(&e);
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| mean(e[i], e[i + 1]));
        *row(at, 0) = [d, s[3], s[4], s[5]];
        *row(at, 1) = [c, s[2], d, s[3]];
        *row(at, 2) = [b, s[1], c, s[2]];
        *row(at, 3) = [a, s[0], b, s[1]];
    }

    fn vertical_left(at: *mut u8) {
        let t = above::<8>(at);
        let a: [u8; 5] = std::array::from_fn(|i| mean(t[i], t[i + 1]));
        let s = smoothed::<5>(t);
        *row(at, 0) = [a[0], a[1], a[2], a[3]];
        *row(at, 1) = [s[0], s[1], s[2], s[3]];
        *row(at, 2) = [a[1], a[2], a[3], a[4]];
        *row(at, 3) = [s[1], s[2], s[3], s[4]];
    }

    fn horizontal_up(at: *mut u8) {
        let [a, b, c, d] = [left(at, 0), left(at, 1), left(at, 2), left(at, 3)];
        let line =
            [mean(a, b), weighted(a, b, c), mean(b, c), weighted(b, c, d), mean(c, d), weighted(c, d, d), d, d, d, d];
        for y in 0..4 {
            *row(at, y) = [line[2 * y], line[2 * y + 1], line[2 * y + 2], line[2 * y + 3]];
        }
    }

    /// `N` is 16 for luminance, 8 for chrominance.
    fn plane<const N: usize>(at: *mut u8) {
        let half = N / 2;
        let (mut h, mut v) = (0, 0);
        let sample = |y: isize, x: isize| i32::from(*at.offset(y * S as isize + x));
        for i in 0..half as isize {
            let middle = half as isize;
            h += (i as i32 + 1) * (sample(-1, middle + i) - sample(-1, middle - 2 - i));
            v += (i as i32 + 1) * (sample(middle + i, -1) - sample(middle - 2 - i, -1));
        }
        let last = N as isize - 1;
        let a = 16 * (sample(last, -1) + sample(-1, last));
        let factor = if N == 16 { 5 } else { 34 };
        let [b, c] = [h, v].map(|sum| (factor * sum + 32) >> 6);
        for y in 0..N {
            let row = row::<N>(at, y);
            let from_middle = |i: usize| i as i32 - (half as i32 - 1);
            for (x, sample) in row.iter_mut().enumerate() {
                *sample = ((a + b * from_middle(x) + c * from_middle(y) + 16) >> 5).clamp(0, 255) as u8;
            }
        }
    }

    fn dc_chroma(at: *mut u8) {
        let [s0, s1] = [0, 4].map(|x| sum_above::<4>(at.add(x)));
        let [s2, s3] = [0, 4].map(|y| sum_left::<4>(at.add(y * S)));
        fill::<4, 4>(at, ((s0 + s2 + 4) >> 3) as u8);
        fill::<4, 4>(at.add(4), ((s1 + 2) >> 2) as u8);
        fill::<4, 4>(at.add(4 * S), ((s3 + 2) >> 2) as u8);
        fill::<4, 4>(at.add(4 * S + 4), ((s1 + s3 + 4) >> 3) as u8);
    }

    fn dc_left_chroma(at: *mut u8) {
        for y in [0, 4] {
            let at = at.add(y * S);
            fill::<4, 8>(at, ((sum_left::<4>(at) + 2) >> 2) as u8);
        }
    }

    fn dc_above_chroma(at: *mut u8) {
        for x in [0, 4] {
            let at = at.add(x);
            fill::<8, 4>(at, ((sum_above::<4>(at) + 2) >> 2) as u8);
        }
    }
}

/// In the order of x264.
pub const MODES_4X4: [Predict; 12] = [
    vertical::<4>,
    horizontal::<4>,
    dc::<4>,
    diagonal_down_left,
    diagonal_down_right,
    vertical_right,
    horizontal_down,
    vertical_left,
    horizontal_up,
    dc_left::<4>,
    dc_above::<4>,
    dc_none::<4>,
];

/// In the order of x264.
pub const MODES_16X16: [Predict; 7] =
    [vertical::<16>, horizontal::<16>, dc::<16>, plane::<16>, dc_left::<16>, dc_above::<16>, dc_none::<16>];

/// In the order of x264.
pub const MODES_CHROMA: [Predict; 7] =
    [dc_chroma, horizontal::<8>, vertical::<8>, plane::<8>, dc_left_chroma, dc_above_chroma, dc_none::<8>];
