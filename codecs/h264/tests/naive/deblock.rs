//! The deblocking filter, sample by sample (H.264 8.7.2).

use super::rig::largest;
use unite_h264::kernels::Motion;

fn clip3(lo: i32, hi: i32, x: i32) -> i32 {
    x.clamp(lo, hi)
}

/// The samples `p_i` and `q_i` across an edge after filtering (8.7.2.2 to 8.7.2.4).
pub fn filtered(
    p: [i32; 4],
    q: [i32; 4],
    chroma: bool,
    strength: u8,
    [alpha, beta, t_c0]: [i32; 3],
) -> ([i32; 4], [i32; 4]) {
    let filter_samples = strength != 0
        && (p[0] - q[0]).abs() < alpha
        && (p[1] - p[0]).abs() < beta
        && (q[1] - q[0]).abs() < beta;
    if !filter_samples {
        return (p, q);
    }
    let (mut new_p, mut new_q) = (p, q);
    let a_p = (p[2] - p[0]).abs();
    let a_q = (q[2] - q[0]).abs();
    if strength < 4 {
        let t_c = if chroma { t_c0 + 1 } else { t_c0 + i32::from(a_p < beta) + i32::from(a_q < beta) };
        let delta = clip3(-t_c, t_c, (((q[0] - p[0]) << 2) + (p[1] - q[1]) + 4) >> 3);
        new_p[0] = clip3(0, largest(), p[0] + delta);
        new_q[0] = clip3(0, largest(), q[0] - delta);
        if !chroma && a_p < beta {
            new_p[1] = p[1] + clip3(-t_c0, t_c0, (p[2] + ((p[0] + q[0] + 1) >> 1) - (p[1] << 1)) >> 1);
        }
        if !chroma && a_q < beta {
            new_q[1] = q[1] + clip3(-t_c0, t_c0, (q[2] + ((p[0] + q[0] + 1) >> 1) - (q[1] << 1)) >> 1);
        }
        return (new_p, new_q);
    }
    let side = |p: [i32; 4], q: [i32; 4], a_p: i32| {
        if !chroma && a_p < beta && (p[0] - q[0]).abs() < ((alpha >> 2) + 2) {
            [
                (p[2] + 2 * p[1] + 2 * p[0] + 2 * q[0] + q[1] + 4) >> 3,
                (p[2] + p[1] + p[0] + q[0] + 2) >> 2,
                (2 * p[3] + 3 * p[2] + p[1] + p[0] + q[0] + 4) >> 3,
                p[3],
            ]
        } else {
            [(2 * p[1] + p[0] + q[1] + 2) >> 2, p[1], p[2], p[3]]
        }
    };
    (side(p, q, a_p), side(q, p, a_q))
}

/// `bS` between two blocks that are both Inter and have no coefficients (8.7.2.1): the reference pictures and the vectors
/// of a block are taken as a set.
pub fn motion_differs(a: Motion, b: Motion) -> bool {
    let vectors = |m: Motion| -> Vec<(i8, [i16; 2])> {
        (0..2).filter(|&list| m.reference[list] != Motion::NONE).map(|l| (m.reference[l], m.mv[l])).collect()
    };
    let (a, b) = (vectors(a), vectors(b));
    let far = |a: [i16; 2], b: [i16; 2]| {
        (i32::from(a[0]) - i32::from(b[0])).abs() >= 4 || (i32::from(a[1]) - i32::from(b[1])).abs() >= 4
    };
    // Is there a way to pair the vectors, each with one into the same picture, all of them near?
    let paired = |b: &[(i8, [i16; 2])]| {
        a.iter().zip(b).all(|((picture, v), (other, w))| picture == other && !far(*v, *w))
    };
    let turned: Vec<_> = b.iter().rev().copied().collect();
    a.len() != b.len() || !(paired(&b) || paired(&turned))
}
