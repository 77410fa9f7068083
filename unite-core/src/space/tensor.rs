//! Tensor spaces (definition 4.4.1).

use alloc::vec;
use alloc::vec::Vec;

use super::{Points, ReferenceSpace, SpaceError};

/// A reference space and an extent along each axis: a bounded, rectangular set of points that begins at 0.
///
/// ```
/// use unite_core::space::{Points, ReferenceSpace, TensorSpace};
/// let picture = ReferenceSpace::universe(2);
/// let block = TensorSpace::new(picture.translated(&[4, -4])?, &[2, 2])?;
/// assert_eq!(block.points(), Points::from([[0, 0], [0, 1], [1, 0], [1, 1]]));
/// assert_eq!(block.origin_in(&picture), Some(vec![4, -4]));
/// # Ok::<(), unite_core::space::SpaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpace {
    space: ReferenceSpace,
    extents: Vec<usize>,
}

impl TensorSpace {
    /// The tensor space with the given extents.
    ///
    /// # Errors
    /// If there is not one extent for each axis, or one is 0.
    pub fn new(space: ReferenceSpace, extents: &[usize]) -> Result<Self, SpaceError> {
        if extents.len() != space.rank() {
            return Err(SpaceError::Length {
                vector: "extents",
                expected: space.rank(),
                found: extents.len(),
            });
        }
        if let Some(axis) = extents.iter().position(|&extent| extent == 0) {
            return Err(SpaceError::Below { vector: "extent", axis, value: 0 });
        }
        Ok(TensorSpace { space, extents: extents.to_vec() })
    }

    /// The space that the tensor lies in.
    pub fn space(&self) -> &ReferenceSpace {
        &self.space
    }

    /// The number of points along each axis.
    pub fn extents(&self) -> &[usize] {
        &self.extents
    }

    /// All points of the tensor.
    pub fn points(&self) -> Points {
        let end: Vec<isize> = self.extents.iter().map(|&extent| extent as isize).collect();
        Points::cuboid(&vec![0; end.len()], &end)
    }

    /// Whether a point of the space belongs to the tensor.
    pub fn contains(&self, point: &[isize]) -> bool {
        point.iter().zip(&self.extents).all(|(&x, &extent)| 0 <= x && x < extent as isize)
    }

    /// The points of this tensor that share a location with `points` of the space `of`.
    #[must_use]
    pub fn map_from(&self, of: &ReferenceSpace, points: &Points) -> Points {
        of.map(points, &self.space).into_iter().filter(|point| self.contains(point)).collect()
    }

    /// The point of an ancestor that index 0 lies at; its first, if there are several. `None` if it is no
    /// ancestor.
    pub fn origin_in(&self, ancestor: &ReferenceSpace) -> Option<Vec<isize>> {
        self.first_in(ancestor, &vec![0; self.space.rank()])
    }

    /// How far the tensor reaches along each axis of an ancestor, in points of the ancestor. `None` if it is no
    /// ancestor.
    ///
    /// ```
    /// use unite_core::space::{ReferenceSpace, TensorSpace};
    /// let picture = ReferenceSpace::universe(2);
    /// let flags = TensorSpace::new(picture.coarsened(&[16, 16])?, &[3, 5])?;
    /// assert_eq!(flags.extents_in(&picture), Some(vec![48, 80]));
    /// assert_eq!(flags.strides_in(&picture), Some(vec![Some(16), Some(16)]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn extents_in(&self, ancestor: &ReferenceSpace) -> Option<Vec<usize>> {
        let last: Vec<isize> = self.extents.iter().map(|&extent| extent as isize - 1).collect();
        let first = self.origin_in(ancestor)?;
        let corner = self.space.upstream_to(ancestor, &[last].into_iter().collect())?;
        let reach = |axis: usize| corner.iter().map(|point| point[axis]).max().unwrap_or(0) - first[axis] + 1;
        Some((0..ancestor.rank()).map(|axis| reach(axis) as usize).collect())
    }

    /// The distance between neighbours along each axis, in points of an ancestor: `None` for an axis along which it
    /// is not the same everywhere, because the tensor is finer than the ancestor. `None` altogether if it is no
    /// ancestor.
    pub fn strides_in(&self, ancestor: &ReferenceSpace) -> Option<Vec<Option<isize>>> {
        let mut runs: Vec<usize> = (0..self.space.rank()).collect();
        let mut period: Vec<isize> = vec![1; self.space.rank()];
        for space in self.space.ancestry().take_while(|&space| space != ancestor) {
            for (axis, period) in runs.iter_mut().zip(&mut period) {
                *period *= space.refinement()[*axis];
                *axis = space.permutation()[*axis];
            }
        }
        // The distances repeat after as many points as all refinements together make of one.
        let stride = |axis: usize| -> Option<Option<isize>> {
            let mut point = vec![0; self.space.rank()];
            let mut positions = Vec::new();
            for x in 0..=period[axis] {
                point[axis] = x;
                positions.push(self.first_in(ancestor, &point)?[runs[axis]]);
            }
            let stride = positions[1] - positions[0];
            Some(positions.windows(2).all(|pair| pair[1] - pair[0] == stride).then_some(stride))
        };
        (0..self.space.rank()).map(stride).collect()
    }

    fn first_in(&self, ancestor: &ReferenceSpace, point: &[isize]) -> Option<Vec<isize>> {
        let points = self.space.upstream_to(ancestor, &[point.to_vec()].into_iter().collect())?;
        points.first().map(<[isize]>::to_vec)
    }
}
