//! Reference spaces (definition 4.2.1).

use alloc::sync::Arc;
use core::array;
use core::iter;

use super::{PartialPermutation, SpaceError};
use crate::MAX_RANK;

/// A space of rank `N`, defined relative to its parent of rank `M >= N` by a permutation, an origin, a refinement
/// and a coarsening; or the universe, the root of a trie, which has only a rank.
///
/// A space is its definition: two spaces with equal parameters under equal parents are the same space.
///
/// ```
/// use unite_core::space::ReferenceSpace;
/// let picture = ReferenceSpace::universe(2);
/// let column = picture.child(&[0], &[0, 5], &[1], &[1])?;       // runs along axis 0, at x = 5
/// assert_eq!((column.rank(), column.parent()), (1, Some(&picture)));
/// # Ok::<(), unite_core::space::SpaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceSpace(Arc<Definition>);

/// The five-tuple. The vectors are as long as [`MAX_RANK`] so that a space is one allocation; past the ranks of
/// the two spaces their entries are neutral, so that equality is that of the tuples.
#[derive(Debug, PartialEq, Eq)]
struct Definition {
    parent: Option<ReferenceSpace>,
    rank: usize,
    permutation: [usize; MAX_RANK],
    origin: [isize; MAX_RANK],
    refinement: [isize; MAX_RANK],
    coarsening: [isize; MAX_RANK],
}

impl ReferenceSpace {
    /// The root of a trie: a universe of the given rank.
    ///
    /// # Panics
    /// If the rank is above [`MAX_RANK`].
    pub fn universe(rank: usize) -> Self {
        assert!(rank <= MAX_RANK, "a universe has a rank of {MAX_RANK} at most, not {rank}");
        ReferenceSpace(Arc::new(Definition {
            parent: None,
            rank,
            permutation: array::from_fn(|axis| axis),
            origin: [0; MAX_RANK],
            refinement: [1; MAX_RANK],
            coarsening: [1; MAX_RANK],
        }))
    }

    /// A child of this space. Its rank is the length of the permutation; the origin is a point of this space.
    ///
    /// # Errors
    /// If the parameters do not define a space: see [`SpaceError`].
    pub fn child(
        &self,
        permutation: &[usize],
        origin: &[isize],
        refinement: &[isize],
        coarsening: &[isize],
    ) -> Result<Self, SpaceError> {
        let (rank, parent) = (permutation.len(), self.rank());
        if rank > parent {
            return Err(SpaceError::Rank { rank, parent });
        }
        length("origin", parent, origin.len())?;
        length("refinement", rank, refinement.len())?;
        length("coarsening", rank, coarsening.len())?;
        for axis in 0..rank {
            let value = permutation[axis];
            if value >= parent {
                return Err(SpaceError::Axis { axis, value, parent });
            }
            if permutation[..axis].contains(&value) {
                return Err(SpaceError::Permutation { axis, value });
            }
            at_least_one("refinement", axis, refinement[axis])?;
            at_least_one("coarsening", axis, coarsening[axis])?;
            let (refinement, coarsening) = (refinement[axis], coarsening[axis]);
            if refinement > 1 && coarsening > 1 {
                return Err(SpaceError::RefinedAndCoarsened { axis, refinement, coarsening });
            }
        }
        Ok(ReferenceSpace(Arc::new(Definition {
            parent: Some(self.clone()),
            rank,
            permutation: padded(permutation, 0),
            origin: padded(origin, 0),
            refinement: padded(refinement, 1),
            coarsening: padded(coarsening, 1),
        })))
    }

    /// The child whose axis `i` runs along axis `permutation[i]` of this space.
    ///
    /// # Errors
    /// If the permutation is none.
    pub fn permuted(&self, permutation: &[usize]) -> Result<Self, SpaceError> {
        let ones = [1; MAX_RANK];
        let n = permutation.len().min(MAX_RANK);
        self.child(permutation, &[0; MAX_RANK][..self.rank()], &ones[..n], &ones[..n])
    }

    /// The child whose origin is the given point of this space.
    ///
    /// # Errors
    /// If the origin has not one coordinate for each axis.
    pub fn translated(&self, origin: &[isize]) -> Result<Self, SpaceError> {
        let ones = &[1; MAX_RANK][..self.rank()];
        self.child(&self.axes()[..self.rank()], origin, ones, ones)
    }

    /// The child without `axis`, at coordinate `at` of it.
    ///
    /// ```
    /// use unite_core::space::ReferenceSpace;
    /// let row = ReferenceSpace::universe(3).sliced(1, -4)?;
    /// assert_eq!((row.permutation(), row.origin()), (&[0, 2][..], &[0, -4, 0][..]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such axis.
    pub fn sliced(&self, axis: usize, at: isize) -> Result<Self, SpaceError> {
        let parent = self.rank();
        if axis >= parent {
            return Err(SpaceError::Axis { axis, value: axis, parent });
        }
        let mut origin = [0; MAX_RANK];
        origin[axis] = at;
        let permutation: [usize; MAX_RANK] = array::from_fn(|i| if i < axis { i } else { i + 1 });
        let ones = &[1; MAX_RANK][..parent - 1];
        self.child(&permutation[..parent - 1], &origin[..parent], ones, ones)
    }

    /// The child with `refinement[i]` points for each point of this space along axis `i`.
    ///
    /// # Errors
    /// If there is not one factor for each axis, or one is below 1.
    pub fn refined(&self, refinement: &[isize]) -> Result<Self, SpaceError> {
        let n = self.rank();
        self.child(&self.axes()[..n], &[0; MAX_RANK][..n], refinement, &[1; MAX_RANK][..n])
    }

    /// The child with one point for every `coarsening[i]` points of this space along axis `i`.
    ///
    /// # Errors
    /// If there is not one factor for each axis, or one is below 1.
    pub fn coarsened(&self, coarsening: &[isize]) -> Result<Self, SpaceError> {
        let n = self.rank();
        self.child(&self.axes()[..n], &[0; MAX_RANK][..n], &[1; MAX_RANK][..n], coarsening)
    }

    fn axes(&self) -> [usize; MAX_RANK] {
        array::from_fn(|axis| axis)
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.0.rank
    }

    /// The parent; the universe has none.
    pub fn parent(&self) -> Option<&ReferenceSpace> {
        self.0.parent.as_ref()
    }

    /// The axis of the parent that each axis runs along.
    pub fn permutation(&self) -> &[usize] {
        &self.0.permutation[..self.rank()]
    }

    /// The origin, as a point of the parent.
    pub fn origin(&self) -> &[isize] {
        &self.0.origin[..self.parent().map_or(self.rank(), ReferenceSpace::rank)]
    }

    /// How many points share a point of the parent, along each axis.
    pub fn refinement(&self) -> &[isize] {
        &self.0.refinement[..self.rank()]
    }

    /// How many points of the parent share a point, along each axis.
    pub fn coarsening(&self) -> &[isize] {
        &self.0.coarsening[..self.rank()]
    }

    /// The partial permutation matrix with respect to the parent.
    pub fn matrix(&self) -> PartialPermutation {
        PartialPermutation::new(self.permutation(), self.origin().len())
    }

    /// This space, its parent, and so on up to the universe.
    pub fn ancestry(&self) -> impl Iterator<Item = &ReferenceSpace> {
        iter::successors(Some(self), |space| space.parent())
    }

    /// The universe that this space is located in.
    pub fn root(&self) -> &ReferenceSpace {
        self.ancestry().last().unwrap_or(self)
    }

    /// How many spaces lie above this one.
    pub fn depth(&self) -> usize {
        self.ancestry().count() - 1
    }

    /// The nearest space that both this one and `other` descend from, or are. `None` if their universes differ.
    ///
    /// ```
    /// use unite_core::space::ReferenceSpace;
    /// let picture = ReferenceSpace::universe(2).translated(&[1, 1])?;
    /// let (a, b) = (picture.coarsened(&[2, 2])?, picture.refined(&[4, 4])?);
    /// assert_eq!(a.common_ancestor(&b), Some(&picture));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn common_ancestor(&self, other: &ReferenceSpace) -> Option<&ReferenceSpace> {
        let (depth, other_depth) = (self.depth(), other.depth());
        let mine = self.ancestry().skip(depth.saturating_sub(other_depth));
        let others = other.ancestry().skip(other_depth.saturating_sub(depth));
        mine.zip(others).find(|(a, b)| a == b).map(|(a, _)| a)
    }

    /// Whether `ancestor` is this space, or lies above it.
    pub fn descends_from(&self, ancestor: &ReferenceSpace) -> bool {
        self.ancestry().any(|space| space == ancestor)
    }
}

fn padded<T: Copy>(values: &[T], neutral: T) -> [T; MAX_RANK] {
    array::from_fn(|axis| values.get(axis).copied().unwrap_or(neutral))
}

fn length(vector: &'static str, expected: usize, found: usize) -> Result<(), SpaceError> {
    if expected == found { Ok(()) } else { Err(SpaceError::Length { vector, expected, found }) }
}

fn at_least_one(vector: &'static str, axis: usize, value: isize) -> Result<(), SpaceError> {
    if value >= 1 { Ok(()) } else { Err(SpaceError::Below { vector, axis, value }) }
}
