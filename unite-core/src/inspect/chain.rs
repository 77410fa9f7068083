//! The path from the root to a tensor.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::number::{List, Number};
use crate::library::Place;
use crate::space::{ReferenceSpace, SpaceError};
use crate::staged::{Geometry, Space, Tensor};
use crate::{MAX_RANK, Shape};

/// One space under its parent: what changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub space: ReferenceSpace,
    permutation: Vec<Number>,
    origin: Vec<Number>,
    refinement: Vec<Number>,
    coarsening: Vec<Number>,
}

impl Link {
    /// A space of which the type of the tensor knows nothing.
    pub fn of(space: &ReferenceSpace) -> Link {
        let dynamic = |values: &[isize]| Number::all(values, &[]);
        let permutation: Vec<isize> = space.permutation().iter().map(|&axis| axis as isize).collect();
        Link {
            space: space.clone(),
            permutation: dynamic(&permutation),
            origin: dynamic(space.origin()),
            refinement: dynamic(space.refinement()),
            coarsening: dynamic(space.coarsening()),
        }
    }

    /// What differs from the parent, and the origin where nothing else does.
    pub fn changes(&self) -> Vec<String> {
        let mut changes = Vec::new();
        let ordered = (0..self.origin.len()).eq(self.permutation.iter().map(|axis| axis.value() as usize));
        let dense = |factors: &[Number]| factors.iter().any(|factor| factor.value() != 1);
        let (refined, coarsened) = (dense(&self.refinement), dense(&self.coarsening));
        let moved = self.origin.iter().any(|at| at.value() != 0);
        if moved || (ordered && !refined && !coarsened) {
            changes.push(format!("at {}", List(&self.origin)));
        }
        if !ordered {
            changes.push(format!("axes {}", List(&self.permutation)));
        }
        if refined {
            changes.push(format!("refined by {}", List(&self.refinement)));
        }
        if coarsened {
            changes.push(format!("coarsened by {}", List(&self.coarsening)));
        }
        changes
    }
}

/// Where a tensor is: every space from the root down to its own, and its extents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    pub(super) root: ReferenceSpace,
    pub(super) links: Vec<Link>,
    /// The space of the nearest block.
    pub(super) block: ReferenceSpace,
    pub(super) extents: Vec<Number>,
    strides: Option<Vec<Number>>,
}

impl Chain {
    /// The chain of a block or a run-time view, all of it dynamic.
    ///
    /// ```
    /// use unite_core::{Block, inspect::Chain};
    /// let frame = Block::<u8>::zeros([32, 48]);
    /// let view = frame.view().partition([16..32, 16..32])?.permute([1, 0])?.refine([2, 2])?;
    /// assert_eq!(
    ///     Chain::of(&view).to_string(),
    ///     "universe of 2 axes\n\
    ///      at [0?, 0?]: the block\n\
    ///      at [16?, 16?]\n\
    ///      axes [1?, 0?]\n\
    ///      refined by [2?, 2?]\n\
    ///      extents [32?, 32?]\n",
    /// );
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    pub fn of<const N: usize>(tensor: &impl Place<N>) -> Chain {
        let space = tensor.space();
        let mut links: Vec<Link> =
            space.ancestry().filter(|space| space.parent().is_some()).map(Link::of).collect();
        links.reverse();
        let extents = tensor.extents().map(|extent| Number::Dynamic(extent as isize)).to_vec();
        Chain { root: space.root().clone(), links, block: tensor.block_space(), extents, strides: None }
    }

    /// The chain of a tensor as a kernel takes it: what its type knows is constant.
    ///
    /// ```
    /// use unite_core::{Block, inspect::Chain};
    /// let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([8, 4])?;
    /// assert_eq!(
    ///     Chain::of_argument(&pred).to_string(),
    ///     "universe of 2 axes\nat [8?, 4?]: the block\nextents [4, 4]\nstrides [4, 1]\n",
    /// );
    /// let flags = Block::<bool>::zeros([4, 6]).with_coarsening([16, 16])?;
    /// assert_eq!(
    ///     Chain::of_argument(&flags).to_string(),
    ///     "universe of 2 axes\ncoarsened by [16?, 16?]: the block\nextents [4?, 6?]\nstrides [6?, 1]\n",
    /// );
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    pub fn of_argument<T: Tensor<N>, const N: usize>(tensor: &T) -> Chain {
        let geometry = tensor.geometry();
        let (root, spaces) = match spaces(geometry) {
            Ok(spaces) => spaces,
            // Tensors were checked when they were placed.
            Err(error) => unreachable!("{error}"),
        };
        let axes = T::Space::AXES.map(|axis| axis.map(|axis| axis as isize));
        let steps = T::Space::STEP;
        let mut links: Vec<Link> = spaces.iter().map(Link::of).collect();
        for (link, space) in links.iter_mut().zip(&spaces) {
            let permutation: Vec<isize> = space.permutation().iter().map(|&axis| axis as isize).collect();
            link.permutation = Number::all(&permutation, &axes);
            // A known step is a coarsening without refinement.
            link.refinement = Number::all(space.refinement(), &steps);
            link.coarsening = Number::all(space.coarsening(), &steps);
        }
        let block = spaces.last().unwrap_or(&root).clone();
        Chain {
            root,
            links,
            block,
            extents: Number::all(&geometry.extent, &T::Shape::EXTENT),
            strides: Some(Number::all(&geometry.stride, &T::Space::STRIDE)),
        }
    }

    /// The space of the tensor.
    pub(super) fn space(&self) -> &ReferenceSpace {
        self.links.last().map_or(&self.root, |link| &link.space)
    }

    /// Extents, and strides where they are known.
    pub(super) fn sizes(&self) -> Vec<String> {
        let extents = format!("extents {}", List(&self.extents));
        let strides = self.strides.as_ref().map(|strides| format!("strides {}", List(strides)));
        [Some(extents), strides].into_iter().flatten().collect()
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "universe of {} axes", self.root.rank())?;
        for link in &self.links {
            let block = if link.space == self.block { ": the block" } else { "" };
            writeln!(f, "{}{block}", link.changes().join(", "))?;
        }
        for size in self.sizes() {
            writeln!(f, "{size}")?;
        }
        Ok(())
    }
}

/// The root and the spaces below it that a geometry stands for.
fn spaces<const N: usize>(
    geometry: &Geometry<N>,
) -> Result<(ReferenceSpace, Vec<ReferenceSpace>), SpaceError> {
    let root = ReferenceSpace::universe(geometry.root_rank);
    let origin = &geometry.origin[..geometry.root_rank];
    // Along an axis whose locations have no common step the geometry knows the first one only.
    let (refine, step, phase) =
        (geometry.refine.map(|refine| refine.max(1)), &geometry.step, &geometry.phase);
    if (0..N).all(|axis| (refine[axis] == 1 || step[axis] == 1) && phase[axis] == 0) {
        let space = root.child(&geometry.axes, origin, &refine, step)?;
        return Ok((root, [space].into()));
    }
    let refined = root.child(&geometry.axes, origin, &refine, &[1; MAX_RANK][..N])?;
    let axes: Vec<usize> = (0..N).collect();
    let space = refined.child(&axes, phase, &[1; MAX_RANK][..N], step)?;
    Ok((root, [refined, space].into()))
}
