//! Intra prediction of 8x8 blocks from the line of filtered neighbours of x264: seven elements, then the samples at the
//! left upwards, the corner, and those above.

use super::intra::{mean, row, smoothed, weighted};
use super::scalar;
use unite_h264_c::Predict8x8;

/// The corner in the line.
const CORNER: usize = 15;

/// The line.
#[inline(always)]
unsafe fn line<'a>(edge: *const u8) -> &'a [u8; 32] {
    // SAFETY: the caller vouches for 32 elements.
    unsafe { &*edge.cast() }
}

/// The samples at the left downwards.
#[inline(always)]
fn left(edge: &[u8; 32]) -> [u8; 8] {
    std::array::from_fn(|y| edge[CORNER - 1 - y])
}

/// The samples above.
#[inline(always)]
fn above<const N: usize>(edge: &[u8; 32]) -> [u8; N] {
    std::array::from_fn(|x| edge[CORNER + 1 + x])
}

#[inline(always)]
unsafe fn fill(at: *mut u8, sample: u32) {
    for y in 0..8 {
        // SAFETY: the caller vouches for the block.
        unsafe { *row(at, y) = [sample as u8; 8] }
    }
}

/// Eight elements of a line.
#[inline(always)]
fn part(line: &[u8], from: usize) -> [u8; 8] {
    std::array::from_fn(|i| line[from + i])
}

fn sum(samples: [u8; 8]) -> u32 {
    samples.iter().map(|&sample| u32::from(sample)).sum()
}

scalar! {
    fn vertical(at: *mut u8, edge: *const u8) {
        let above = above::<8>(line(edge));
        for y in 0..8 {
            *row(at, y) = above;
        }
    }

    fn horizontal(at: *mut u8, edge: *const u8) {
        let left = left(line(edge));
        for (y, sample) in left.into_iter().enumerate() {
            *row(at, y) = [sample; 8];
        }
    }

    fn dc(at: *mut u8, edge: *const u8) {
        fill(at, (sum(left(line(edge))) + sum(above(line(edge))) + 8) >> 4);
    }

    fn dc_left(at: *mut u8, edge: *const u8) {
        fill(at, (sum(left(line(edge))) + 4) >> 3);
    }

    fn dc_above(at: *mut u8, edge: *const u8) {
        fill(at, (sum(above(line(edge))) + 4) >> 3);
    }

    fn dc_none(at: *mut u8, _edge: *const u8) {
        fill(at, 128);
    }

    fn diagonal_down_left(at: *mut u8, edge: *const u8) {
        let above = above::<16>(line(edge));
        let mut longer = [above[15]; 17];
        longer[..16].copy_from_slice(&above);
        let s = smoothed::<15>(&longer);
        for y in 0..8 {
            *row(at, y) = part(&s, y);
        }
    }

    fn diagonal_down_right(at: *mut u8, edge: *const u8) {
        let s = smoothed::<15>(&line(edge)[7..]);
        for y in 0..8 {
            *row(at, y) = part(&s, 7 - y);
        }
    }

    fn vertical_right(at: *mut u8, edge: *const u8) {
        let e = &line(edge)[7..];
        let s = smoothed::<15>(e);
        let means: [u8; 8] = std::array::from_fn(|x| mean(e[8 + x], e[9 + x]));
        let mut even = [s[2], s[4], s[6], 0, 0, 0, 0, 0, 0, 0, 0];
        even[3..].copy_from_slice(&means);
        let mut odd = [s[1], s[3], s[5], 0, 0, 0, 0, 0, 0, 0, 0];
        odd[3..].copy_from_slice(&s[7..15]);
        for y in 0..4 {
            *row(at, 2 * y) = part(&even, 3 - y);
            *row(at, 2 * y + 1) = part(&odd, 3 - y);
        }
    }

    fn horizontal_down(at: *mut u8, edge: *const u8) {
        let e = &line(edge)[7..];
        let s = smoothed::<15>(e);
        let mut q = [0; 22];
        for i in 0..8 {
            q[2 * i] = mean(e[i], e[i + 1]);
            q[2 * i + 1] = s[i];
        }
        q[16..].copy_from_slice(&s[8..14]);
        for y in 0..8 {
            *row(at, y) = part(&q, 14 - 2 * y);
        }
    }

    fn vertical_left(at: *mut u8, edge: *const u8) {
        let above = above::<16>(line(edge));
        let means: [u8; 11] = std::array::from_fn(|x| mean(above[x], above[x + 1]));
        let s = smoothed::<11>(&above);
        for y in 0..4 {
            *row(at, 2 * y) = part(&means, y);
            *row(at, 2 * y + 1) = part(&s, y);
        }
    }

    fn horizontal_up(at: *mut u8, edge: *const u8) {
        let l = left(line(edge));
        let mut q = [l[7]; 22];
        for i in 0..7 {
            q[2 * i] = mean(l[i], l[i + 1]);
            q[2 * i + 1] = weighted(l[i], l[i + 1], l[(i + 2).min(7)]);
        }
        for y in 0..8 {
            *row(at, y) = part(&q, 2 * y);
        }
    }

    /// With everything available.
    fn filter(at: *mut u8, edge: *mut u8, _neighbours: i32, _filters: i32) {
        let sample = |y: isize, x: isize| *at.offset(y * 32 + x);
        let mut e = [0; 27];
        for y in 0..8 {
            e[8 - y] = sample(y as isize, -1);
        }
        e[0] = e[1];
        for x in 0..17 {
            e[9 + x] = sample(-1, x as isize - 1);
        }
        e[26] = e[25];
        let filtered: &mut [u8; 25] = &mut *edge.add(7).cast();
        *filtered = smoothed(&e);
        *edge.add(6) = *edge.add(7);
        *edge.add(32) = *edge.add(31);
    }
}

/// In the order of x264.
pub const MODES: [Predict8x8; 12] = [
    vertical,
    horizontal,
    dc,
    diagonal_down_left,
    diagonal_down_right,
    vertical_right,
    horizontal_down,
    vertical_left,
    horizontal_up,
    dc_left,
    dc_above,
    dc_none,
];
