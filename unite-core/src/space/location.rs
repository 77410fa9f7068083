//! Comparing locations: where points are, seen from any two spaces of a trie.

use alloc::vec::Vec;

use super::{Points, ReferenceSpace};

/// What may change between a space and its parent, and so how points map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MappingType {
    /// Permutation and translation only: one point to one point, both ways.
    Bijective,
    /// The space also lacks axes of its parent: points of the parent that lie elsewhere on these map to nothing.
    Embedded,
    /// The space is also refined or coarsened: one point to many, upstream or downstream.
    RefinedOrCoarsened,
}

/// Locations of points of two spaces. Spaces of different universes have no location in common, and nothing between
/// them is near or far.
impl ReferenceSpace {
    /// What the mapping between this space and its parent is. That of the universe is bijective.
    ///
    /// ```
    /// use unite_core::space::{MappingType, ReferenceSpace};
    /// let plane = ReferenceSpace::universe(2);
    /// assert_eq!(plane.permuted(&[1, 0])?.mapping_type(), MappingType::Bijective);
    /// assert_eq!(plane.sliced(0, 3)?.mapping_type(), MappingType::Embedded);
    /// assert_eq!(plane.refined(&[1, 2])?.mapping_type(), MappingType::RefinedOrCoarsened);
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn mapping_type(&self) -> MappingType {
        let dense = self.refinement().iter().chain(self.coarsening()).any(|&factor| factor > 1);
        match dense {
            true => MappingType::RefinedOrCoarsened,
            false if self.rank() < self.origin().len() => MappingType::Embedded,
            false => MappingType::Bijective,
        }
    }

    /// Whether the projection of a point of the parent is valid: whether the point has a location in this space.
    ///
    /// ```
    /// use unite_core::space::ReferenceSpace;
    /// let row = ReferenceSpace::universe(2).sliced(0, 3)?;
    /// assert!(row.projects_validly(&[3, 7]));
    /// assert!(!row.projects_validly(&[4, 7]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn projects_validly(&self, point: &[isize]) -> bool {
        !self.narrow_downstream(&[point.to_vec()].into_iter().collect()).is_empty()
    }

    /// Whether points of this space and points of another one have a location in common.
    ///
    /// ```
    /// use unite_core::space::{Points, ReferenceSpace};
    /// let picture = ReferenceSpace::universe(2);
    /// let (macroblocks, block) = (picture.coarsened(&[16, 16])?, picture.translated(&[12, 32])?);
    /// let (mine, its) = (Points::from([[0, 2]]), Points::from([[3, 0]]));
    /// assert!(macroblocks.shares_location(&mine, &block, &its));
    /// assert!(!macroblocks.same_location(&mine, &block, &its));          // there are 255 others
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn shares_location(&self, points: &Points, other: &ReferenceSpace, others: &Points) -> bool {
        !self.spatial_intersection(points, other, others).is_empty()
    }

    /// Whether points of this space and points of another one are at the same locations, all of them.
    ///
    /// ```
    /// use unite_core::space::{Points, ReferenceSpace};
    /// let picture = ReferenceSpace::universe(2);
    /// let (a, b) = (picture.translated(&[4, 4])?, picture.translated(&[0, -8])?.permuted(&[1, 0])?);
    /// assert!(a.same_location(&Points::from([[1, 0]]), &b, &Points::from([[12, 5]])));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn same_location(&self, points: &Points, other: &ReferenceSpace, others: &Points) -> bool {
        self.root() == other.root() && self.upstream_to_root(points) == other.upstream_to_root(others)
    }

    /// How far it is from a point of this space to a point of another one, along each axis of a space that both descend
    /// from. Where a point covers several of that space, its first counts. `None` if the space is above only one of
    /// them.
    ///
    /// ```
    /// use unite_core::space::ReferenceSpace;
    /// let video = ReferenceSpace::universe(3);                                // time, y, x
    /// let (a, b) = (video.sliced(0, 7)?, video.sliced(0, 9)?.coarsened(&[2, 2])?);
    /// assert_eq!(a.offset_in(&video, &[0, 1], &b, &[0, 3]), Some(vec![2, 0, 5]));
    /// assert_eq!(a.offset_in(&a, &[0, 1], &b, &[0, 3]), None);
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn offset_in(
        &self,
        frame: &ReferenceSpace,
        point: &[isize],
        other: &ReferenceSpace,
        other_point: &[isize],
    ) -> Option<Vec<isize>> {
        let first = |space: &ReferenceSpace, point: &[isize]| -> Option<Vec<isize>> {
            let points = space.upstream_to(frame, &[point.to_vec()].into_iter().collect())?;
            points.first().map(<[isize]>::to_vec)
        };
        let (from, to) = (first(self, point)?, first(other, other_point)?);
        Some(from.iter().zip(&to).map(|(from, to)| to - from).collect())
    }

    /// The square of the distance between points of this space and points of another one: the least between two of
    /// their locations in the root, so 0 if they share one. `None` between universes, or where there is no point.
    ///
    /// It is the square because that is exact.
    ///
    /// ```
    /// use unite_core::space::{Points, ReferenceSpace};
    /// let city = ReferenceSpace::universe(2);
    /// let (office, park) = (city.translated(&[1, 1])?, city.translated(&[4, 5])?);
    /// let here = Points::from([[0, 0]]);
    /// assert_eq!(office.distance_squared(&here, &park, &here), Some(25));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn distance_squared(
        &self,
        points: &Points,
        other: &ReferenceSpace,
        others: &Points,
    ) -> Option<usize> {
        if self.root() != other.root() {
            return None;
        }
        let (mine, its) = (self.upstream_to_root(points), other.upstream_to_root(others));
        let square =
            |a: &[isize], b: &[isize]| -> usize { a.iter().zip(b).map(|(a, b)| a.abs_diff(*b).pow(2)).sum() };
        mine.iter().flat_map(|a| its.iter().map(move |b| square(a, b))).min()
    }
}
