//! Intra prediction, sample by sample (H.264 8.3.1.2, 8.3.3 and 8.3.4).

use super::rig::{bit_depth, largest};

/// Neighbouring samples `p[x, y]`, `None` where they are not available for prediction.
pub type Neighbours<'a> = &'a dyn Fn(i32, i32) -> Option<i32>;

fn clip1(x: i32) -> i32 {
    x.clamp(0, largest())
}

/// The sample `pred[x, y]` of a 4x4 block in the mode of table 8-2.
pub fn intra_4x4(mode: u8, neighbours: Neighbours, x: i32, y: i32) -> i32 {
    // 8.3.1.2: samples above and to the right that are missing are replaced if those above are there.
    let available = |x: i32, y: i32| match neighbours(x, y) {
        None if y == -1 && x > 3 => neighbours(3, -1),
        sample => sample,
    };
    let p = |x: i32, y: i32| available(x, y).expect("a sample that the mode must not use");
    let above = (0..4).all(|x| available(x, -1).is_some());
    let left = (0..4).all(|y| available(-1, y).is_some());
    match mode {
        0 => p(x, -1),
        1 => p(-1, y),
        2 if above && left => {
            ((0..4).map(|x| p(x, -1)).sum::<i32>() + (0..4).map(|y| p(-1, y)).sum::<i32>() + 4) >> 3
        }
        2 if left => ((0..4).map(|y| p(-1, y)).sum::<i32>() + 2) >> 2,
        2 if above => ((0..4).map(|x| p(x, -1)).sum::<i32>() + 2) >> 2,
        2 => 1 << (bit_depth() - 1),
        3 if x == 3 && y == 3 => (p(6, -1) + 3 * p(7, -1) + 2) >> 2,
        3 => (p(x + y, -1) + 2 * p(x + y + 1, -1) + p(x + y + 2, -1) + 2) >> 2,
        4 if x > y => (p(x - y - 2, -1) + 2 * p(x - y - 1, -1) + p(x - y, -1) + 2) >> 2,
        4 if x < y => (p(-1, y - x - 2) + 2 * p(-1, y - x - 1) + p(-1, y - x) + 2) >> 2,
        4 => (p(0, -1) + 2 * p(-1, -1) + p(-1, 0) + 2) >> 2,
        5 => match 2 * x - y {
            0 | 2 | 4 | 6 => (p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 1) >> 1,
            1 | 3 | 5 => {
                (p(x - (y >> 1) - 2, -1) + 2 * p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 2) >> 2
            }
            -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
            _ => (p(-1, y - 1) + 2 * p(-1, y - 2) + p(-1, y - 3) + 2) >> 2,
        },
        6 => match 2 * y - x {
            0 | 2 | 4 | 6 => (p(-1, y - (x >> 1) - 1) + p(-1, y - (x >> 1)) + 1) >> 1,
            1 | 3 | 5 => {
                (p(-1, y - (x >> 1) - 2) + 2 * p(-1, y - (x >> 1) - 1) + p(-1, y - (x >> 1)) + 2) >> 2
            }
            -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
            _ => (p(x - 1, -1) + 2 * p(x - 2, -1) + p(x - 3, -1) + 2) >> 2,
        },
        7 if y % 2 == 0 => (p(x + (y >> 1), -1) + p(x + (y >> 1) + 1, -1) + 1) >> 1,
        7 => (p(x + (y >> 1), -1) + 2 * p(x + (y >> 1) + 1, -1) + p(x + (y >> 1) + 2, -1) + 2) >> 2,
        _ => match x + 2 * y {
            0 | 2 | 4 => (p(-1, y + (x >> 1)) + p(-1, y + (x >> 1) + 1) + 1) >> 1,
            1 | 3 => (p(-1, y + (x >> 1)) + 2 * p(-1, y + (x >> 1) + 1) + p(-1, y + (x >> 1) + 2) + 2) >> 2,
            5 => (p(-1, 2) + 3 * p(-1, 3) + 2) >> 2,
            _ => p(-1, 3),
        },
    }
}

/// The sample `predL[x, y]` of a macroblock in the Intra_16x16 mode of table 8-4.
pub fn intra_16x16(mode: u8, neighbours: Neighbours, x: i32, y: i32) -> i32 {
    let p = |x: i32, y: i32| neighbours(x, y).expect("a sample that the mode must not use");
    let above = (0..16).all(|x| neighbours(x, -1).is_some());
    let left = (0..16).all(|y| neighbours(-1, y).is_some());
    match mode {
        0 => p(x, -1),
        1 => p(-1, y),
        2 if above && left => {
            ((0..16).map(|x| p(x, -1)).sum::<i32>() + (0..16).map(|y| p(-1, y)).sum::<i32>() + 16) >> 5
        }
        2 if left => ((0..16).map(|y| p(-1, y)).sum::<i32>() + 8) >> 4,
        2 if above => ((0..16).map(|x| p(x, -1)).sum::<i32>() + 8) >> 4,
        2 => 1 << (bit_depth() - 1),
        _ => {
            let a = 16 * (p(-1, 15) + p(15, -1));
            let h: i32 = (0..=7).map(|x| (x + 1) * (p(8 + x, -1) - p(6 - x, -1))).sum();
            let v: i32 = (0..=7).map(|y| (y + 1) * (p(-1, 8 + y) - p(-1, 6 - y))).sum();
            let (b, c) = ((5 * h + 32) >> 6, (5 * v + 32) >> 6);
            clip1((a + b * (x - 7) + c * (y - 7) + 16) >> 5)
        }
    }
}

/// The sample `predC[x, y]` of an 8x8 block of chrominance in the mode of table 8-5, `ChromaArrayType` 1.
pub fn intra_chroma(mode: u8, neighbours: Neighbours, x: i32, y: i32) -> i32 {
    let p = |x: i32, y: i32| neighbours(x, y).expect("a sample that the mode must not use");
    match mode {
        0 => {
            let (x_o, y_o) = (x / 4 * 4, y / 4 * 4);
            let above: Option<i32> = (0..4).map(|x| neighbours(x + x_o, -1)).sum();
            let left: Option<i32> = (0..4).map(|y| neighbours(-1, y + y_o)).sum();
            // Which side counts where both are there: both, above, left.
            let both = (x_o, y_o) == (0, 0) || (x_o > 0 && y_o > 0);
            match (above, left) {
                (Some(above), Some(left)) if both => (above + left + 4) >> 3,
                (Some(above), Some(_)) if x_o > 0 => (above + 2) >> 2,
                (Some(_), Some(left)) => (left + 2) >> 2,
                (Some(side), None) | (None, Some(side)) => (side + 2) >> 2,
                (None, None) => 1 << (bit_depth() - 1),
            }
        }
        1 => p(-1, y),
        2 => p(x, -1),
        _ => {
            let a = 16 * (p(-1, 7) + p(7, -1));
            let h: i32 = (0..=3).map(|x| (x + 1) * (p(4 + x, -1) - p(2 - x, -1))).sum();
            let v: i32 = (0..=3).map(|y| (y + 1) * (p(-1, 4 + y) - p(-1, 2 - y))).sum();
            let (b, c) = ((34 * h + 32) >> 6, (34 * v + 32) >> 6);
            clip1((a + b * (x - 3) + c * (y - 3) + 16) >> 5)
        }
    }
}

/// The sample `predC[x, y]` of 8x16 samples of chrominance in the mode of table 8-5, `ChromaArrayType` 2: `xCF` is 0, `yCF` is 4.
pub fn intra_chroma_422(mode: u8, neighbours: Neighbours, x: i32, y: i32) -> i32 {
    if mode < 3 {
        return intra_chroma(mode, neighbours, x, y);
    }
    let p = |x: i32, y: i32| neighbours(x, y).expect("a sample that the mode must not use");
    let a = 16 * (p(-1, 15) + p(7, -1));
    let h: i32 = (0..=3).map(|x| (x + 1) * (p(4 + x, -1) - p(2 - x, -1))).sum();
    let v: i32 = (0..=7).map(|y| (y + 1) * (p(-1, 8 + y) - p(-1, 6 - y))).sum();
    let (b, c) = ((34 * h + 32) >> 6, ((34 - 29) * v + 32) >> 6);
    clip1((a + b * (x - 3) + c * (y - 7) + 16) >> 5)
}
