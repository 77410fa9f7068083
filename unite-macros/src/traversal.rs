//! Constant orders of the points of a tensor.

use crate::cost::TRAVERSED;

/// Whether a traversal of this name exists.
pub fn is_known(name: &str) -> bool {
    matches!(name, "raster" | "zigzag")
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

#[cfg(test)]
mod tests {
    use super::*;

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
