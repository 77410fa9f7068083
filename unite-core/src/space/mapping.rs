//! Mappings of sets of points (definitions 4.3.2 to 4.3.5).

use super::{Point, Points, ReferenceSpace};
use crate::MAX_RANK;

/// Between one space and its parent. The universe has no parent; its mappings are the identity.
impl ReferenceSpace {
    /// Upstream mapping (definition 4.3.2): the points of the parent that share a location with points of this
    /// space. A point of a coarsened space covers several.
    ///
    /// ```
    /// use unite_core::space::{Points, ReferenceSpace};
    /// let halved = ReferenceSpace::universe(1).coarsened(&[2])?;
    /// assert_eq!(halved.upstream(&Points::from([[-1]])), Points::from([[-2], [-1]]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn upstream(&self, points: &Points) -> Points {
        let (p, o, r, c) = (&self.matrix(), Point::of(self.origin()), self.refinement(), self.coarsening());
        let n = self.rank();
        let up = move |x: Point| {
            let d: Point = (0..n).map(|j| (c[j] * x[j]).div_euclid(r[j])).collect();
            Point::interval(&[0; MAX_RANK][..n], c).map(move |i| p.transposed_times(d + i) + o)
        };
        Points::of(points.points().flat_map(up))
    }

    /// Downstream hull (definition 4.3.4): the points of this space that points of the parent project to, whether
    /// they share a location or not.
    ///
    /// ```
    /// use unite_core::space::{Points, ReferenceSpace};
    /// let row = ReferenceSpace::universe(2).sliced(0, 3)?;
    /// assert_eq!(row.hull(&Points::from([[3, 7], [9, 8]])), Points::from([[7], [8]]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn hull(&self, points: &Points) -> Points {
        let (p, o, r, c) = (&self.matrix(), Point::of(self.origin()), self.refinement(), self.coarsening());
        let n = self.rank();
        let down = move |x: Point| {
            let t = p.times(x - o);
            let d: Point = (0..n).map(|j| (t[j] * r[j]).div_euclid(c[j])).collect();
            Point::interval(&[0; MAX_RANK][..n], r).map(move |i| d + i)
        };
        Points::of(points.points().flat_map(down))
    }

    /// Downstream mapping (definition 4.3.5), to the letter: the points of this space that share a location with
    /// points of the parent.
    ///
    /// A point of the parent that projects elsewhere maps to nothing. As the definition goes through the root, the
    /// result also holds points outside the [`hull`](Self::hull) that have the same location in the *root*, where
    /// an ancestor is refined; [`narrow_downstream`](Self::narrow_downstream) leaves them out.
    ///
    /// ```
    /// use unite_core::space::{Points, ReferenceSpace};
    /// let row = ReferenceSpace::universe(2).sliced(0, 3)?;
    /// assert_eq!(row.downstream(&Points::from([[3, 7], [9, 8]])), Points::from([[7]]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn downstream(&self, points: &Points) -> Points {
        match self.parent() {
            Some(parent) => {
                let valid = self.spatial_intersection(&self.hull(points), parent, points);
                self.hull_from_root(&valid)
            }
            None => points.clone(),
        }
    }

    /// The part of the [`downstream`](Self::downstream) mapping that lies in the [`hull`](Self::hull), as the hull
    /// is meant to bound it. The two mappings are equal where no ancestor is refined.
    ///
    /// ```
    /// use unite_core::space::{Points, ReferenceSpace};
    /// let refined = ReferenceSpace::universe(1).refined(&[2])?;
    /// let child = refined.translated(&[0])?;
    /// assert_eq!(child.downstream(&Points::from([[1]])), Points::from([[0], [1]]));
    /// assert_eq!(child.narrow_downstream(&Points::from([[1]])), Points::from([[1]]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn narrow_downstream(&self, points: &Points) -> Points {
        self.downstream(points).intersection(&self.hull(points))
    }
}

/// Between any two spaces of a trie.
impl ReferenceSpace {
    /// Upstream mappings, applied until the points are in `ancestor`. `None` if it is none.
    pub fn upstream_to(&self, ancestor: &ReferenceSpace, points: &Points) -> Option<Points> {
        if self == ancestor {
            return Some(points.clone());
        }
        self.parent()?.upstream_to(ancestor, &self.upstream(points))
    }

    /// Upstream mappings, applied up to the root: the locations of the points.
    #[must_use]
    pub fn upstream_to_root(&self, points: &Points) -> Points {
        match self.parent() {
            Some(parent) => parent.upstream_to_root(&self.upstream(points)),
            None => points.clone(),
        }
    }

    /// Downstream hulls, applied from the root.
    #[must_use]
    pub fn hull_from_root(&self, points: &Points) -> Points {
        match self.parent() {
            Some(parent) => self.hull(&parent.hull_from_root(points)),
            None => points.clone(),
        }
    }

    /// Spatial intersection (definition 4.3.3): the locations, as points of the root, that `points` of this space
    /// share with `others` of the space `other`. Spaces of different universes share none.
    #[must_use]
    pub fn spatial_intersection(&self, points: &Points, other: &ReferenceSpace, others: &Points) -> Points {
        if self.root() != other.root() {
            return Points::empty();
        }
        self.upstream_to_root(points).intersection(&other.upstream_to_root(others))
    }

    /// Spatial union: the locations, as points of the root, of `points` of this space or `others` of the space
    /// `other`. `None` for spaces of different universes, whose locations do not compare.
    pub fn spatial_union(&self, points: &Points, other: &ReferenceSpace, others: &Points) -> Option<Points> {
        (self.root() == other.root())
            .then(|| self.upstream_to_root(points).union(&other.upstream_to_root(others)))
    }

    /// The points of the space `to` that share a location with `points` of this space: upstream to the nearest
    /// common ancestor, then (narrowly) downstream. Spaces of different universes share none.
    ///
    /// ```
    /// use unite_core::space::{Points, ReferenceSpace};
    /// let picture = ReferenceSpace::universe(2);
    /// let (a, b) = (picture.translated(&[4, 4])?, picture.translated(&[0, -8])?.permuted(&[1, 0])?);
    /// assert_eq!(a.map(&Points::from([[1, 0]]), &b), Points::from([[12, 5]]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn map(&self, points: &Points, to: &ReferenceSpace) -> Points {
        let Some(common) = self.common_ancestor(to) else {
            return Points::empty();
        };
        let shared = self.upstream_to(common, points).unwrap_or_default();
        to.narrow_downstream_from(common, &shared)
    }

    fn narrow_downstream_from(&self, ancestor: &ReferenceSpace, points: &Points) -> Points {
        match self.parent() {
            Some(parent) if self != ancestor => {
                self.narrow_downstream(&parent.narrow_downstream_from(ancestor, points))
            }
            _ => points.clone(),
        }
    }
}
