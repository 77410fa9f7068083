//! Single points.

use core::cmp::Ordering;
use core::ops::{Add, Deref, Sub};

use crate::MAX_RANK;

/// A point of a space: a coordinate for each axis. It takes no memory of its own, as sets have many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    rank: usize,
    coordinates: [isize; MAX_RANK],
}

impl Point {
    pub fn of(coordinates: &[isize]) -> Self {
        assert!(
            coordinates.len() <= MAX_RANK,
            "a point has {MAX_RANK} coordinates at most, not {}",
            coordinates.len()
        );
        coordinates.iter().copied().collect()
    }

    /// All points from `first` up to and without `end`, in the order of coordinates.
    pub fn interval(first: &[isize], end: &[isize]) -> impl Iterator<Item = Point> {
        let (first, end) = (Point::of(first), Point::of(end));
        let extents = end - first;
        let count: isize = extents.iter().map(|&extent| extent.max(0)).product();
        (0..count).map(move |mut number| {
            let mut point = first;
            for axis in (0..first.rank).rev() {
                point.coordinates[axis] += number % extents[axis];
                number /= extents[axis];
            }
            point
        })
    }
}

impl FromIterator<isize> for Point {
    fn from_iter<I: IntoIterator<Item = isize>>(coordinates: I) -> Self {
        let mut point = Point { rank: 0, coordinates: [0; MAX_RANK] };
        for coordinate in coordinates {
            point.coordinates[point.rank] = coordinate;
            point.rank += 1;
        }
        point
    }
}

impl Deref for Point {
    type Target = [isize];

    fn deref(&self) -> &[isize] {
        &self.coordinates[..self.rank]
    }
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for Point {}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Self) -> Ordering {
        self[..].cmp(&other[..])
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        self.iter().zip(other.iter()).map(|(a, b)| a + b).collect()
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        self.iter().zip(other.iter()).map(|(a, b)| a - b).collect()
    }
}
