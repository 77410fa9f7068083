//! Intra_8x8 prediction, sample by sample (H.264 8.3.2.2).

use super::intra::Neighbours;
use super::rig::bit_depth;

/// The filtered samples `p'[x, y]` of 8.3.2.2.1.
fn filtered(neighbours: Neighbours, x: i32, y: i32) -> Option<i32> {
    // 8.3.2.2: samples above and to the right that are missing are replaced if those above are there.
    let p = |x: i32, y: i32| match neighbours(x, y) {
        None if y == -1 && x > 7 => neighbours(7, -1),
        sample => sample,
    };
    let corner = p(-1, -1);
    match (x, y) {
        (-1, -1) => Some(match (p(0, -1), p(-1, 0)) {
            (Some(above), Some(left)) => (above + 2 * corner? + left + 2) >> 2,
            (Some(above), None) => (3 * corner? + above + 2) >> 2,
            (None, Some(left)) => (3 * corner? + left + 2) >> 2,
            (None, None) => corner?,
        }),
        (0, -1) => Some(match corner {
            Some(corner) => (corner + 2 * p(0, -1)? + p(1, -1)? + 2) >> 2,
            None => (3 * p(0, -1)? + p(1, -1)? + 2) >> 2,
        }),
        (15, -1) => Some((p(14, -1)? + 3 * p(15, -1)? + 2) >> 2),
        (x, -1) => Some((p(x - 1, -1)? + 2 * p(x, -1)? + p(x + 1, -1)? + 2) >> 2),
        (_, 0) => Some(match corner {
            Some(corner) => (corner + 2 * p(-1, 0)? + p(-1, 1)? + 2) >> 2,
            None => (3 * p(-1, 0)? + p(-1, 1)? + 2) >> 2,
        }),
        (_, 7) => Some((p(-1, 6)? + 3 * p(-1, 7)? + 2) >> 2),
        (_, y) => Some((p(-1, y - 1)? + 2 * p(-1, y)? + p(-1, y + 1)? + 2) >> 2),
    }
}

/// The sample `pred8x8[x, y]` of an 8x8 block in the mode of table 8-3.
pub fn intra_8x8(mode: u8, neighbours: Neighbours, x: i32, y: i32) -> i32 {
    let p = |x: i32, y: i32| filtered(neighbours, x, y).expect("a sample that the mode must not use");
    let above = (0..8).all(|x| neighbours(x, -1).is_some());
    let left = (0..8).all(|y| neighbours(-1, y).is_some());
    match mode {
        0 => p(x, -1),
        1 => p(-1, y),
        2 if above && left => ((0..8).map(|i| p(i, -1) + p(-1, i)).sum::<i32>() + 8) >> 4,
        2 if left => ((0..8).map(|y| p(-1, y)).sum::<i32>() + 4) >> 3,
        2 if above => ((0..8).map(|x| p(x, -1)).sum::<i32>() + 4) >> 3,
        2 => 1 << (bit_depth() - 1),
        3 if x == 7 && y == 7 => (p(14, -1) + 3 * p(15, -1) + 2) >> 2,
        3 => (p(x + y, -1) + 2 * p(x + y + 1, -1) + p(x + y + 2, -1) + 2) >> 2,
        4 if x > y => (p(x - y - 2, -1) + 2 * p(x - y - 1, -1) + p(x - y, -1) + 2) >> 2,
        4 if x < y => (p(-1, y - x - 2) + 2 * p(-1, y - x - 1) + p(-1, y - x) + 2) >> 2,
        4 => (p(0, -1) + 2 * p(-1, -1) + p(-1, 0) + 2) >> 2,
        5 => match 2 * x - y {
            -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
            z if z < 0 => (p(-1, y - 2 * x - 1) + 2 * p(-1, y - 2 * x - 2) + p(-1, y - 2 * x - 3) + 2) >> 2,
            z if z % 2 == 0 => (p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 1) >> 1,
            _ => (p(x - (y >> 1) - 2, -1) + 2 * p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 2) >> 2,
        },
        6 => match 2 * y - x {
            -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
            z if z < 0 => (p(x - 2 * y - 1, -1) + 2 * p(x - 2 * y - 2, -1) + p(x - 2 * y - 3, -1) + 2) >> 2,
            z if z % 2 == 0 => (p(-1, y - (x >> 1) - 1) + p(-1, y - (x >> 1)) + 1) >> 1,
            _ => (p(-1, y - (x >> 1) - 2) + 2 * p(-1, y - (x >> 1) - 1) + p(-1, y - (x >> 1)) + 2) >> 2,
        },
        7 if y % 2 == 0 => (p(x + (y >> 1), -1) + p(x + (y >> 1) + 1, -1) + 1) >> 1,
        7 => (p(x + (y >> 1), -1) + 2 * p(x + (y >> 1) + 1, -1) + p(x + (y >> 1) + 2, -1) + 2) >> 2,
        _ => match x + 2 * y {
            z if z > 13 => p(-1, 7),
            13 => (p(-1, 6) + 3 * p(-1, 7) + 2) >> 2,
            z if z % 2 == 0 => (p(-1, y + (x >> 1)) + p(-1, y + (x >> 1) + 1) + 1) >> 1,
            _ => (p(-1, y + (x >> 1)) + 2 * p(-1, y + (x >> 1) + 1) + p(-1, y + (x >> 1) + 2) + 2) >> 2,
        },
    }
}
