//! Where a block lies in its universe.

use core::marker::PhantomData;

use super::{Block, BlockError, Layout, Place, Storage};
use crate::geometry::LIMIT;
use crate::space::SpaceError;
use crate::staged::{Coarsened, Geometry};
use crate::{Frame, MAX_RANK, Ranked, Shape};

impl<S, M, L, const N: usize> Block<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    M: Storage<Elem = S::Elem>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    /// The location of index 0, one coordinate for each axis of the universe. Negative ones are ordinary.
    ///
    /// ```
    /// use unite_core::{Block, staged::Tensor};
    /// let macroblock = Block::<[[u8; 16]; 16]>::stack().with_origin([32, -16])?;
    /// assert_eq!(macroblock.geometry().origin[..2], [32, -16]);
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If there is not one coordinate for each axis of the universe, or one is beyond [`LIMIT`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with_origin<const R: usize>(mut self, origin: [isize; R]) -> Result<Self, BlockError> {
        self.set_origin(origin)?;
        Ok(self)
    }

    /// Moves the block to another origin, with its elements as they are. Of many small blocks, one after the other, that is cheaper
    /// than [`with_origin`](Block::with_origin), which hands each of them on.
    ///
    /// ```
    /// use unite_core::{Block, staged::Tensor};
    /// let mut macroblock = Block::<[[u8; 16]; 16]>::stack();
    /// macroblock.set_origin([32, -16])?;
    /// assert_eq!(macroblock.geometry().origin[..2], [32, -16]);
    /// assert!(macroblock.set_origin([isize::MAX, 0]).is_err());
    /// assert_eq!(macroblock.geometry().origin[..2], [32, -16]);
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// As [`with_origin`](Block::with_origin); the block stays where it is then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn set_origin<const R: usize>(&mut self, origin: [isize; R]) -> Result<(), BlockError> {
        let rank = self.universe();
        if R != rank {
            return Err(SpaceError::Length { vector: "origin", expected: rank, found: R }.into());
        }
        if !self.stays_near(origin) {
            too_far(self.geometry, &origin)?;
        }
        self.geometry.origin[..R].copy_from_slice(&origin);
        self.geometry.root_rank = rank;
        self.settle();
        Ok(())
    }

    /// Whether all locations stay within [`LIMIT`] where index 0 is at `origin`, by what the type knows of the axes: mostly two
    /// comparisons an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stays_near<const R: usize>(&self, origin: [isize; R]) -> bool {
        let mut is_near = matches!(L::ROOT_RANK, Some(rank) if rank == N)
            || origin.into_iter().all(|at| (-LIMIT..=LIMIT).contains(&at));
        let mut axis = 0;
        while axis < N {
            let along = L::AXES[axis].unwrap_or(self.geometry.axes[axis]);
            let extent = S::EXTENT[axis].unwrap_or(self.geometry.extent[axis]);
            // Extent and step are from 1 to LIMIT.
            let room = 2 * LIMIT - extent * L::STEP[axis].unwrap_or(self.geometry.step[axis]);
            is_near = is_near && room >= 0 && origin[along].wrapping_add(LIMIT) as usize <= room as usize;
            axis += 1;
        }
        is_near
    }

    /// Axis `i` of the block runs along axis `permutation[i]` of the universe.
    ///
    /// # Errors
    /// If two axes run along the same one, or there is no such axis in the universe.
    pub fn with_permutation(
        mut self,
        permutation: [usize; N],
    ) -> Result<Block<S, M, L::Located>, BlockError> {
        self.geometry.root_rank = self.universe();
        injective(&permutation, self.geometry.root_rank)?;
        self.geometry.axes = permutation;
        Ok(self.relocated())
    }

    /// Places the block in a universe that has more axes than the block: a frame in a video, say. Axis `i` of the
    /// block runs along axis `permutation[i]` of the universe.
    ///
    /// ```
    /// use unite_core::{Block, staged::Tensor};
    /// let frame = Block::<u8>::zeros([4, 6]).in_universe([7, 0, 0], [1, 2])?;   // frame 7 of [time, y, x]
    /// assert_eq!(frame.geometry().root_rank, 3);
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If the universe has fewer axes than the block or too many, or the permutation is none.
    pub fn in_universe<const R: usize>(
        mut self,
        origin: [isize; R],
        permutation: [usize; N],
    ) -> Result<Block<S, M, L::Located>, BlockError> {
        if R > MAX_RANK {
            return Err(SpaceError::Rank { rank: R, parent: MAX_RANK }.into());
        }
        if N > R {
            return Err(SpaceError::Rank { rank: N, parent: R }.into());
        }
        injective(&permutation, R)?;
        self.geometry.axes = permutation;
        self.geometry.root_rank = R;
        self.geometry.origin = [0; MAX_RANK];
        place(&mut self.geometry, &origin)?;
        Ok(self.relocated())
    }

    /// Neighbours along each axis lie `coarsening` points of the universe apart: one flag for each macroblock is
    /// coarsened by 16 in both axes, a halved colour plane by 2.
    ///
    /// ```
    /// use unite_core::{Block, staged::Tensor};
    /// let flags = Block::<bool>::zeros([68, 120]).with_coarsening([16, 16])?;
    /// assert_eq!(flags.geometry().step, [16, 16]);
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If a factor is 0, the axis is refined, or locations are beyond [`LIMIT`].
    pub fn with_coarsening(mut self, coarsening: [usize; N]) -> Result<Block<S, M, L::Located>, BlockError> {
        self.coarsen(coarsening)?;
        Ok(self.relocated())
    }

    /// The same as [`with_coarsening`](Block::with_coarsening) along all axes by a factor that the type knows: kernels that read and
    /// write such blocks divide by a constant.
    ///
    /// ```
    /// use unite_core::{Block, staged::Tensor};
    /// let flags = Block::<bool>::zeros([68, 120]).coarsened::<16>()?;
    /// assert_eq!(flags.geometry().step, [16, 16]);
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If the factor is 0, an axis is refined, or locations are beyond [`LIMIT`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn coarsened<const STEP: usize>(mut self) -> Result<Block<S, M, Coarsened<L, STEP>>, BlockError> {
        self.coarsen([STEP; N])?;
        Ok(self.placed().typed())
    }

    /// Each point of the universe holds `refinement` points of the block along each axis: a quarter-sample picture
    /// is refined by 4.
    ///
    /// # Errors
    /// If a factor is 0, or the axis is coarsened.
    pub fn with_refinement(mut self, refinement: [usize; N]) -> Result<Block<S, M, L::Located>, BlockError> {
        self.geometry.root_rank = self.universe();
        self.geometry.refine = factors("refinement", refinement)?;
        density(&self.geometry)?;
        Ok(self.relocated())
    }

    /// Sets how far neighbours lie apart.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn coarsen(&mut self, coarsening: [usize; N]) -> Result<(), BlockError> {
        self.geometry.root_rank = self.universe();
        self.geometry.step = factors("coarsening", coarsening)?;
        density(&self.geometry)?;
        let origin = self.geometry.origin;
        place(&mut self.geometry, &origin)
    }

    /// The rank of its universe: of a copy of what has no location, that of what it was copied from.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn universe(&self) -> usize {
        if let Some(rank) = L::ROOT_RANK {
            return rank;
        }
        match (self.geometry.root_rank, self.memory.place()) {
            (0, Some(space)) => space.root().rank(),
            (rank, _) => rank,
        }
    }

    fn relocated(self) -> Block<S, M, L::Located> {
        let located: Block<S, M, L::Located> = self.typed();
        located.placed()
    }

    /// After a change of where it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn placed(mut self) -> Self {
        self.settle();
        self
    }

    /// The same in place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&mut self) {
        self.memory.displace();
        if const { is_coarse::<L, N>() } {
            return;
        }
        self.geometry.phase = [0; N];
        for refine in &mut self.geometry.refine {
            *refine = (*refine).max(1);
        }
        if self.geometry.refine != [1; N] {
            // No such block is a kernel's: one that is finer than its universe is made where this is paid for once.
            self.geometry.frame = Frame::of(&self.space());
        } else if const { !L::IS_THIN } {
            // What it was a copy of may have been a slice.
            self.geometry.frame = Frame::ROOT;
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn typed<K>(self) -> Block<S, M, K> {
        Block { memory: self.memory, geometry: self.geometry, space: PhantomData }
    }
}

/// Whether all of a space is told by its origin, its axes and its steps: no points share a location, and it is no slice of such.
const fn is_coarse<L: Layout<N>, const N: usize>() -> bool {
    let (mut is_coarse, mut axis) = (L::IS_THIN, 0);
    while axis < N {
        is_coarse &= matches!(L::REFINE[axis], Some(1));
        axis += 1;
    }
    is_coarse
}

/// Which coordinate it is that is beyond [`LIMIT`].
#[cold]
#[inline(never)]
fn too_far<const N: usize>(mut geometry: Geometry<N>, origin: &[isize]) -> Result<(), BlockError> {
    place(&mut geometry, origin)
}

/// Sets the origin, one coordinate for each axis of the universe, if all locations of the block stay within [`LIMIT`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn place<const N: usize>(geometry: &mut Geometry<N>, origin: &[isize]) -> Result<(), BlockError> {
    let bound = |axis, value: isize| match value.unsigned_abs() <= LIMIT as usize {
        true => Ok(()),
        false => Err(BlockError::Coordinate { axis, value }),
    };
    for (axis, &value) in origin.iter().enumerate() {
        bound(axis, value)?;
    }
    for j in 0..N {
        // Extent and step are at most LIMIT.
        bound(geometry.axes[j], origin[geometry.axes[j]] + geometry.extent[j] * geometry.step[j])?;
    }
    geometry.origin[..origin.len()].copy_from_slice(origin);
    Ok(())
}

/// Checks that each axis runs along an axis of its own.
fn injective(permutation: &[usize], rank: usize) -> Result<(), SpaceError> {
    for (axis, &value) in permutation.iter().enumerate() {
        if value >= rank {
            return Err(SpaceError::Axis { axis, value, parent: rank });
        }
        if permutation[..axis].contains(&value) {
            return Err(SpaceError::Permutation { axis, value });
        }
    }
    Ok(())
}

/// Checks that factors lie in `1..=LIMIT`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn factors<const N: usize>(vector: &'static str, values: [usize; N]) -> Result<[isize; N], BlockError> {
    for (axis, &value) in values.iter().enumerate() {
        if value == 0 {
            return Err(SpaceError::Below { vector, axis, value: 0 }.into());
        }
        if value > LIMIT as usize {
            return Err(BlockError::TooLarge { axis, extent: value });
        }
    }
    Ok(values.map(|value| value as isize))
}

/// Checks that no axis is both refined and coarsened.
#[cfg_attr(not(debug_assertions), inline(always))]
fn density<const N: usize>(geometry: &Geometry<N>) -> Result<(), SpaceError> {
    for axis in 0..N {
        let (refinement, coarsening) = (geometry.refine[axis], geometry.step[axis]);
        if refinement > 1 && coarsening > 1 {
            return Err(SpaceError::RefinedAndCoarsened { axis, refinement, coarsening });
        }
    }
    Ok(())
}
