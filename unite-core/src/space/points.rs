//! Sets of points.

use alloc::collections::BTreeSet;
use alloc::collections::btree_set;
use alloc::vec::Vec;

/// A finite set of points of one space.
///
/// ```
/// use unite_core::space::Points;
/// let points = Points::from([[0, 1], [0, 0], [0, 1]]);
/// assert_eq!(points.len(), 2);
/// assert_eq!(points.first(), Some(&[0, 0][..]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points(BTreeSet<Vec<isize>>);

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
        let mut points = BTreeSet::from([Vec::new()]);
        for (&first, &end) in first.iter().zip(end) {
            points = points
                .iter()
                .flat_map(|start| {
                    (first..end).map(move |x| {
                        let mut point = start.clone();
                        point.push(x);
                        point
                    })
                })
                .collect();
        }
        Points(points)
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
        self.0.contains(point)
    }

    /// The first point in the order of coordinates: the one that a read of several points takes.
    pub fn first(&self) -> Option<&[isize]> {
        self.0.first().map(Vec::as_slice)
    }

    /// The points, in the order of coordinates.
    pub fn iter(&self) -> impl Iterator<Item = &[isize]> {
        self.0.iter().map(Vec::as_slice)
    }

    /// The points that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Points) -> Points {
        Points(self.0.intersection(&other.0).cloned().collect())
    }

    /// The points that are in either set.
    #[must_use]
    pub fn union(&self, other: &Points) -> Points {
        Points(self.0.union(&other.0).cloned().collect())
    }

    /// Whether every point is also in `other`.
    pub fn is_subset(&self, other: &Points) -> bool {
        self.0.is_subset(&other.0)
    }
}

impl<const K: usize, const N: usize> From<[[isize; N]; K]> for Points {
    fn from(points: [[isize; N]; K]) -> Self {
        points.into_iter().map(Vec::from).collect()
    }
}

impl FromIterator<Vec<isize>> for Points {
    fn from_iter<I: IntoIterator<Item = Vec<isize>>>(points: I) -> Self {
        Points(points.into_iter().collect())
    }
}

impl IntoIterator for Points {
    type Item = Vec<isize>;
    type IntoIter = btree_set::IntoIter<Vec<isize>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
