//! Constant orders of the points of a tensor.

use crate::cost::TRAVERSED;

/// Whether a traversal of this name exists.
pub fn is_known(name: &str) -> bool {
    matches!(name, "raster" | "zigzag" | "morton" | "hilbert")
}

/// The points of a box in the order `name`; `None` if the order is not defined for its rank, or there are too many.
pub fn points(name: &str, extents: &[i64]) -> Option<Vec<Vec<i64>>> {
    let count = extents.iter().try_fold(1i64, |count, extent| count.checked_mul((*extent).max(0)));
    if count.is_none_or(|count| count > TRAVERSED) {
        return None;
    }
    match (name, extents) {
        ("raster", _) => Some(raster(extents)),
        ("zigzag", &[h, w]) => Some(zigzag(h, w)),
        ("morton", _) => Some(morton(extents)),
        ("hilbert", &[h, w]) => Some(hilbert(h, w)),
        _ => None,
    }
}

/// Last axis fastest.
fn raster(extents: &[i64]) -> Vec<Vec<i64>> {
    extents.iter().fold(vec![Vec::new()], |points, &extent| {
        points.iter().flat_map(|p| (0..extent).map(move |i| p.iter().copied().chain([i]).collect())).collect()
    })
}

/// T.81 figure A.6 for any height and width: along the anti-diagonals, turning at the edges, first to the right.
fn zigzag(h: i64, w: i64) -> Vec<Vec<i64>> {
    let mut points = Vec::new();
    for diagonal in 0..h + w - 1 {
        let on: Vec<Vec<i64>> =
            (0..h).map(|y| vec![y, diagonal - y]).filter(|p| (0..w).contains(&p[1])).collect();
        // Odd diagonals run downwards, even ones upwards.
        if diagonal % 2 == 1 { points.extend(on) } else { points.extend(on.into_iter().rev()) }
    }
    points
}

/// How many bits numbers below `extent` have.
fn bits(extent: i64) -> u32 {
    64 - (extent - 1).max(0).leading_zeros()
}

/// By the number that the bits of all indices make, of equal weight the last axis lowest: each half of a box before the other.
fn morton(extents: &[i64]) -> Vec<Vec<i64>> {
    let bits = extents.iter().map(|extent| bits(*extent)).max().unwrap_or(0);
    let mut points = raster(extents);
    points.sort_by_key(|point| {
        let weights = (0..bits).rev().flat_map(|bit| point.iter().map(move |index| (index >> bit) & 1));
        weights.collect::<Vec<_>>()
    });
    points
}

/// Along Hilbert's curve in the smallest square that holds the box, whose side is a power of two: from the first element to the
/// last one of the first row of the square. Points outside of the box are left out.
fn hilbert(h: i64, w: i64) -> Vec<Vec<i64>> {
    let side = 1i64 << bits(h.max(w));
    let all = (0..side * side).map(|k| at_hilbert(side, k));
    all.filter(|p| p[0] < h && p[1] < w).collect()
}

/// Where the curve is after `k` steps.
fn at_hilbert(side: i64, mut k: i64) -> Vec<i64> {
    let (mut y, mut x) = (0, 0);
    let mut half = 1;
    while half < side {
        let (right, turned) = ((k / 2) & 1, (k ^ (k / 2)) & 1);
        // A quarter that is not passed through crosswise has its own turned.
        if turned == 0 {
            if right == 1 {
                (y, x) = (half - 1 - y, half - 1 - x);
            }
            (y, x) = (x, y);
        }
        (y, x) = (y + half * turned, x + half * right);
        k /= 4;
        half *= 2;
    }
    vec![y, x]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn morton_passes_through_quarters() {
        let order: Vec<i64> = morton(&[4, 4]).iter().map(|p| 4 * p[0] + p[1]).collect();
        assert_eq!(order, [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15]);
        assert_eq!(morton(&[2, 1, 3]).len(), 6);
        assert_eq!(morton(&[2, 3])[3..], [vec![1, 1], vec![0, 2], vec![1, 2]]);
        assert!(morton(&[0, 4]).is_empty());
    }

    #[test]
    fn hilbert_goes_from_neighbour_to_neighbour() {
        for side in [1, 2, 4, 8, 16] {
            let order = hilbert(side, side);
            assert_eq!((&order[0], &order[order.len() - 1]), (&vec![0, 0], &vec![0, side - 1]));
            for pair in order.windows(2) {
                assert_eq!((pair[0][0] - pair[1][0]).abs() + (pair[0][1] - pair[1][1]).abs(), 1);
            }
            let mut sorted = order.clone();
            sorted.sort();
            assert_eq!(sorted, raster(&[side, side]));
        }
        // Of the square of four by four, what lies in the box.
        let (inside, square) = (hilbert(3, 4), hilbert(4, 4));
        assert_eq!(inside, square.into_iter().filter(|p| p[0] < 3).collect::<Vec<_>>());
    }

    #[test]
    fn zigzag_begins_and_ends_as_in_the_figure() {
        let order: Vec<i64> = zigzag(8, 8).iter().map(|p| 8 * p[0] + p[1]).collect();
        assert_eq!(order[..12], [0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25]);
        assert_eq!(order[60..], [47, 55, 62, 63]);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..64).collect::<Vec<_>>());
    }

    #[test]
    fn too_many_points_are_none() {
        assert!(points("raster", &[64, 64]).is_some());
        assert!(points("raster", &[64, 65]).is_none());
        assert!(points("zigzag", &[i64::MAX, i64::MAX]).is_none());
    }

    #[test]
    fn raster_is_row_by_row() {
        assert_eq!(raster(&[2, 2]), vec![vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]]);
    }
}
