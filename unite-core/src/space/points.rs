//! Sets of points.

use alloc::vec;
use alloc::vec::Vec;

use super::Point;

/// A finite set of points of one space.
///
/// ```
/// use unite_core::space::Points;
/// let points = Points::from([[0, 1], [0, 0], [0, 1]]);
/// assert_eq!(points.len(), 2);
/// assert_eq!(points.first(), Some(&[0, 0][..]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points(Vec<Point>); // in the order of coordinates, each once

impl Points {
    /// The empty set: what has no location maps to it.
    pub fn empty() -> Self {
        Points::default()
    }

    /// Every point from `first` up to and without `end`.
    ///
    /// ```
    /// use unite_core::space::Points;
    /// assert_eq!(Points::cuboid(&[-1, 0], &[1, 3]).len(), 6);
    /// ```
    pub fn cuboid(first: &[isize], end: &[isize]) -> Self {
        Points::of(Point::interval(first, end))
    }

    pub(super) fn of(points: impl Iterator<Item = Point>) -> Self {
        let mut points: Vec<Point> = points.collect();
        points.sort_unstable();
        points.dedup();
        Points(points)
    }

    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        self.0.iter().copied()
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `point` is in the set.
    pub fn contains(&self, point: &[isize]) -> bool {
        self.0.binary_search_by(|other| other[..].cmp(point)).is_ok()
    }

    /// The first point in the order of coordinates: the one that a read of several points takes.
    pub fn first(&self) -> Option<&[isize]> {
        self.0.first().map(|point| &point[..])
    }

    /// The points, in the order of coordinates.
    pub fn iter(&self) -> impl Iterator<Item = &[isize]> {
        self.0.iter().map(|point| &point[..])
    }

    /// The points that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Points) -> Points {
        Points(self.0.iter().copied().filter(|point| other.contains(point)).collect())
    }

    /// The points that are in either set.
    #[must_use]
    pub fn union(&self, other: &Points) -> Points {
        Points::of(self.0.iter().chain(&other.0).copied())
    }

    /// Whether every point is also in `other`.
    pub fn is_subset(&self, other: &Points) -> bool {
        self.0.iter().all(|point| other.contains(point))
    }
}

impl<const K: usize, const N: usize> From<[[isize; N]; K]> for Points {
    fn from(points: [[isize; N]; K]) -> Self {
        points.into_iter().map(Vec::from).collect()
    }
}

impl FromIterator<Vec<isize>> for Points {
    fn from_iter<I: IntoIterator<Item = Vec<isize>>>(points: I) -> Self {
        Points::of(points.into_iter().map(|point| Point::of(&point)))
    }
}

impl IntoIterator for Points {
    type Item = Vec<isize>;
    type IntoIter = vec::IntoIter<Vec<isize>>;

    fn into_iter(self) -> Self::IntoIter {
        let points: Vec<Vec<isize>> = self.iter().map(<[isize]>::to_vec).collect();
        points.into_iter()
    }
}
