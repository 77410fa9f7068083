//! The deblocking filter, sample by sample along an edge.

use super::scalar;
use unite_h264_c::{Deblock, DeblockIntra};

/// Three samples on each side, `across` apart, and whether they are filtered.
#[inline(always)]
unsafe fn sides(q: *mut u8, across: isize, alpha: i32, beta: i32) -> Option<([i32; 3], [i32; 3])> {
    // SAFETY: the caller vouches for the samples.
    unsafe {
        let sample = |i: isize| i32::from(*q.offset(i * across));
        let (p0, p1, q0, q1) = (sample(-1), sample(-2), sample(0), sample(1));
        let filtered = (p0 - q0).abs() < alpha && (p1 - p0).abs() < beta && (q1 - q0).abs() < beta;
        filtered.then(|| ([p0, p1, sample(-3)], [q0, q1, sample(2)]))
    }
}

/// The change of the samples next to the edge.
#[inline(always)]
fn delta(p: [i32; 3], q: [i32; 3], tc: i32) -> i32 {
    ((((q[0] - p[0]) << 2) + (p[1] - q[1]) + 4) >> 3).clamp(-tc, tc)
}

#[inline(always)]
unsafe fn set(q: *mut u8, at: isize, sample: i32) {
    // SAFETY: the caller vouches for the sample.
    unsafe { *q.offset(at) = sample.clamp(0, 255) as u8 }
}

#[inline(always)]
unsafe fn luma(q: *mut u8, across: isize, along: isize, alpha: i32, beta: i32, tc0: *const i8) {
    for k in 0..16 {
        // SAFETY: the caller vouches for the edge.
        unsafe {
            let tc0 = i32::from(*tc0.add(k as usize / 4));
            let at = q.offset(k * along);
            if tc0 < 0 {
                continue;
            }
            let Some((p, q)) = sides(at, across, alpha, beta) else { continue };
            let inner = |s: [i32; 3], other: i32| {
                s[1] + (((s[2] + ((s[0] + other + 1) >> 1)) >> 1) - s[1]).clamp(-tc0, tc0)
            };
            let mut tc = tc0;
            if (p[2] - p[0]).abs() < beta {
                set(at, -2 * across, inner(p, q[0]));
                tc += 1;
            }
            if (q[2] - q[0]).abs() < beta {
                set(at, across, inner(q, p[0]));
                tc += 1;
            }
            let delta = delta(p, q, tc);
            set(at, -across, p[0] + delta);
            set(at, 0, q[0] - delta);
        }
    }
}

#[inline(always)]
unsafe fn luma_of_4(q: *mut u8, across: isize, along: isize, alpha: i32, beta: i32) {
    for k in 0..16 {
        // SAFETY: the caller vouches for the edge.
        unsafe {
            let at = q.offset(k * along);
            let Some((p, q)) = sides(at, across, alpha, beta) else { continue };
            let near = (p[0] - q[0]).abs() < (alpha >> 2) + 2;
            let side = |s: [i32; 3], o: [i32; 3], sign: isize| {
                let place = |i: isize| if sign < 0 { -(i + 1) * across } else { i * across };
                if near && (s[2] - s[0]).abs() < beta {
                    let s3 = i32::from(*at.offset(place(3)));
                    set(at, place(0), (s[2] + 2 * s[1] + 2 * s[0] + 2 * o[0] + o[1] + 4) >> 3);
                    set(at, place(1), (s[2] + s[1] + s[0] + o[0] + 2) >> 2);
                    set(at, place(2), (2 * s3 + 3 * s[2] + s[1] + s[0] + o[0] + 4) >> 3);
                } else {
                    set(at, place(0), (2 * s[1] + s[0] + o[1] + 2) >> 2);
                }
            };
            side(p, q, -1);
            side(q, p, 1);
        }
    }
}

/// Both components, sample by sample in turn: 8 of each.
#[inline(always)]
unsafe fn chroma(q: *mut u8, across: isize, along: isize, alpha: i32, beta: i32, tc: *const i8) {
    for k in 0..8 {
        for c in 0..2 {
            // SAFETY: the caller vouches for the edge.
            unsafe {
                let tc = i32::from(*tc.add(k as usize / 2));
                let at = q.offset(k * along + c);
                if tc <= 0 {
                    continue;
                }
                let Some((p, q)) = sides_of_chroma(at, across, alpha, beta) else { continue };
                let delta = ((((q[0] - p[0]) << 2) + (p[1] - q[1]) + 4) >> 3).clamp(-tc, tc);
                set(at, -across, p[0] + delta);
                set(at, 0, q[0] - delta);
            }
        }
    }
}

#[inline(always)]
unsafe fn sides_of_chroma(q: *mut u8, across: isize, alpha: i32, beta: i32) -> Option<([i32; 2], [i32; 2])> {
    // SAFETY: the caller vouches for the samples.
    unsafe {
        let sample = |i: isize| i32::from(*q.offset(i * across));
        let (p0, p1, q0, q1) = (sample(-1), sample(-2), sample(0), sample(1));
        let filtered = (p0 - q0).abs() < alpha && (p1 - p0).abs() < beta && (q1 - q0).abs() < beta;
        filtered.then_some(([p0, p1], [q0, q1]))
    }
}

#[inline(always)]
unsafe fn chroma_of_4(q: *mut u8, across: isize, along: isize, alpha: i32, beta: i32) {
    for k in 0..8 {
        for c in 0..2 {
            // SAFETY: the caller vouches for the edge.
            unsafe {
                let at = q.offset(k * along + c);
                let Some((p, q)) = sides_of_chroma(at, across, alpha, beta) else { continue };
                set(at, -across, (2 * p[1] + p[0] + q[1] + 2) >> 2);
                set(at, 0, (2 * q[1] + q[0] + p[1] + 2) >> 2);
            }
        }
    }
}

scalar! {
    fn luma_vertical(q: *mut u8, stride: isize, alpha: i32, beta: i32, tc0: *mut i8) {
        luma(q, 1, stride, alpha, beta, tc0);
    }

    fn luma_horizontal(q: *mut u8, stride: isize, alpha: i32, beta: i32, tc0: *mut i8) {
        luma(q, stride, 1, alpha, beta, tc0);
    }

    fn chroma_vertical(q: *mut u8, stride: isize, alpha: i32, beta: i32, tc: *mut i8) {
        chroma(q, 2, stride, alpha, beta, tc);
    }

    fn chroma_horizontal(q: *mut u8, stride: isize, alpha: i32, beta: i32, tc: *mut i8) {
        chroma(q, stride, 2, alpha, beta, tc);
    }

    fn luma_vertical_of_4(q: *mut u8, stride: isize, alpha: i32, beta: i32) {
        luma_of_4(q, 1, stride, alpha, beta);
    }

    fn luma_horizontal_of_4(q: *mut u8, stride: isize, alpha: i32, beta: i32) {
        luma_of_4(q, stride, 1, alpha, beta);
    }

    fn chroma_vertical_of_4(q: *mut u8, stride: isize, alpha: i32, beta: i32) {
        chroma_of_4(q, 2, stride, alpha, beta);
    }

    fn chroma_horizontal_of_4(q: *mut u8, stride: isize, alpha: i32, beta: i32) {
        chroma_of_4(q, stride, 2, alpha, beta);
    }
}

/// For `bS` below 4, in the order of our table.
pub const BELOW_4: [Deblock; 4] = [luma_vertical, luma_horizontal, chroma_vertical, chroma_horizontal];
/// For `bS` 4.
pub const OF_4: [DeblockIntra; 4] =
    [luma_vertical_of_4, luma_horizontal_of_4, chroma_vertical_of_4, chroma_horizontal_of_4];
