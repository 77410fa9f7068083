//! Where a view is: its space, and how its indices lead into the memory of the nearest block.

use core::array;

use super::correspondence::{self, Along, Correspondence};
use super::floor::{AxisMap, Floor};
use super::{AccessError, BlockError, ViewError};
use crate::Frame;
use crate::geometry::LIMIT;
use crate::space::ReferenceSpace;
use crate::staged::{Floors, Geometry, Spread, each, reach};

/// The highest rank of a block.
pub(super) const BLOCK_RANK: usize = 4;

/// The memory of the nearest block: how many indices there are, and how far apart they lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub rank: usize,
    pub extents: [isize; BLOCK_RANK],
    pub strides: [isize; BLOCK_RANK],
    pub offset: isize,
}

/// All of a view but its memory.
#[derive(Clone, Debug)]
pub(super) struct Placement<const N: usize> {
    pub extents: [isize; N],
    pub space: ReferenceSpace,
    /// The space of the nearest block.
    pub block: ReferenceSpace,
    pub nearest: Nearest,
    /// The index on each axis of the nearest block.
    pub maps: [AxisMap; BLOCK_RANK],
    /// The view shares no location with its block, whatever the maps say.
    pub elsewhere: bool,
    /// The view has no location: it is elsewhere, or a copy of what is.
    pub nowhere: bool,
}

/// The parameters of a child of rank `K` of a tensor of rank `N`.
pub(super) struct Child<const K: usize, const N: usize> {
    pub permutation: [usize; K],
    pub origin: [isize; N],
    pub refinement: [isize; K],
    pub coarsening: [isize; K],
    pub extents: [isize; K],
}

impl<const N: usize> Placement<N> {
    /// The whole of a block.
    pub fn of_block(geometry: &Geometry<N>, space: ReferenceSpace, nowhere: bool) -> Self {
        let entry = |values: &[isize; N], axis: usize| values.get(axis).copied().unwrap_or(0);
        Placement {
            extents: geometry.extent,
            block: space.clone(),
            space,
            nearest: Nearest {
                rank: N,
                extents: array::from_fn(|axis| entry(&geometry.extent, axis)),
                strides: array::from_fn(|axis| entry(&geometry.stride, axis)),
                offset: geometry.offset,
            },
            maps: array::from_fn(|axis| AxisMap::identity((axis < N).then_some(axis))),
            elsewhere: false,
            nowhere,
        }
    }

    /// The view that the parameters define, over the same memory.
    pub fn child<const K: usize>(&self, child: &Child<K, N>) -> Result<Placement<K>, ViewError> {
        let Child { permutation, origin, refinement, coarsening, extents } = child;
        for (axis, &extent) in extents.iter().enumerate() {
            if extent < 1 {
                return Err(BlockError::Empty { axis }.into());
            }
            if extent > LIMIT {
                return Err(BlockError::TooLarge { axis, extent: extent as usize }.into());
            }
        }
        let space = self.space.child(permutation, origin, refinement, coarsening)?;
        let mut maps = self.maps.clone();
        for map in &mut maps {
            let Some(parent) = map.along else { continue };
            match permutation.iter().position(|&p| p == parent) {
                Some(axis) => {
                    map.before(axis, Floor::up(coarsening[axis], refinement[axis], origin[parent])?)?;
                }
                None => *map = AxisMap::constant(map.interval(origin[parent], origin[parent])),
            }
        }
        Ok(Placement {
            extents: *extents,
            space,
            block: self.block.clone(),
            nearest: self.nearest,
            maps,
            elsewhere: self.elsewhere,
            nowhere: self.nowhere,
        })
    }

    /// The index on each axis of the nearest block, for indices of a tensor that leads to `indices` of the source of a
    /// correspondence with this one.
    pub fn maps_through(
        &self,
        found: &Correspondence,
        indices: &[AxisMap],
    ) -> Result<[AxisMap; BLOCK_RANK], ViewError> {
        let mut maps = self.maps.clone();
        for map in &mut maps {
            let Some(axis) = map.along else { continue };
            let there = match &found.axes[axis] {
                Along::Fixed(first, last) => AxisMap::constant((*first, *last)),
                Along::Runs(inner) => inner.after(&indices[inner.along.unwrap_or(0)])?,
            };
            *map = map.after(&there)?;
        }
        Ok(maps)
    }

    /// The data of this tensor at the locations of points of the block of a view: where reads of that view go on which lie
    /// outside of the block.
    pub fn above<const K: usize>(&self, below: &Placement<K>) -> Result<Placement<K>, ViewError> {
        let found = correspondence::of_indices(&below.block, &self.space)?;
        Ok(Placement {
            extents: below.extents,
            space: below.space.clone(),
            block: self.block.clone(),
            nearest: self.nearest,
            maps: self.maps_through(&found, &below.maps)?,
            elsewhere: self.elsewhere || found.elsewhere,
            nowhere: found.elsewhere,
        })
    }

    /// The position of an index in the memory of the nearest block.
    pub fn position(&self, index: [isize; N]) -> Result<usize, AccessError> {
        self.position_with(index, |at, _| at)
    }

    /// As [`position`](Self::position), where `rule` maps the index on each axis of the nearest block, given its
    /// extent.
    pub fn position_with(
        &self,
        index: [isize; N],
        rule: impl Fn(isize, isize) -> isize,
    ) -> Result<usize, AccessError> {
        if self.elsewhere {
            return Err(AccessError::Elsewhere);
        }
        let mut position = self.nearest.offset;
        for axis in 0..self.nearest.rank {
            let extent = self.nearest.extents[axis];
            let at = rule(self.maps[axis].at_index(&index), extent);
            if at < 0 || at >= extent {
                return Err(AccessError::Outside { axis, index: at, extent: extent as usize });
            }
            position += at * self.nearest.strides[axis];
        }
        Ok(position as usize)
    }

    /// The map from indices to each axis of the root.
    pub fn located(&self) -> Result<([AxisMap; crate::MAX_RANK], usize), ViewError> {
        Ok((up(&self.space, None)?, self.space.root().rank()))
    }

    /// The view as kernels take it: with strides, and a location that is one affine function for each axis.
    pub fn geometry(&self) -> Result<Geometry<N>, ViewError> {
        let (mut geometry, _) = self.elements(false)?;
        self.locate(&mut geometry)?;
        Ok(geometry)
    }

    /// Where the elements of the view are in its memory, with strides and without a location, and the floor for each axis that
    /// leads from its points to them. An axis with another floor than the identity is an error unless points may share elements.
    fn elements(&self, may_share: bool) -> Result<(Geometry<N>, Floors<N>), ViewError> {
        let mut floors: Floors<N> = each();
        let mut geometry = Geometry {
            extent: self.extents,
            stride: [0; N],
            lo: [0; N],
            hi: [0; N],
            axes: [0; N],
            step: [1; N],
            refine: [1; N],
            phase: [0; N],
            origin: [0; crate::MAX_RANK],
            root_rank: 0,
            offset: self.nearest.offset,
            frame: Frame::ROOT,
        };
        let mut outside = self.elsewhere;
        let mut position = Some(self.nearest.offset);
        for k in 0..self.nearest.rank {
            let (extent, stride) = (self.nearest.extents[k], self.nearest.strides[k]);
            let map = self.maps[k].clone().of_first_points();
            let Some(axis) = map.along else {
                let at = map.at(0);
                outside |= at < 0 || at >= extent;
                position = position.and_then(|position| at.checked_mul(stride)?.checked_add(position));
                continue;
            };
            let spread = map.spread().filter(|_| may_share || map.is_affine());
            let Some((Floor { a, b, d }, Floor { a: apart, b: first, .. })) = spread else {
                return Err(ViewError::NotAffine { axis });
            };
            floors[axis] = [a, b, d];
            geometry.stride[axis] = apart.checked_mul(stride).ok_or(ViewError::Coordinate)?;
            // The first element at or past each end of the block.
            geometry.lo[axis] = -first.div_euclid(apart);
            geometry.hi[axis] = -(first - extent).div_euclid(apart);
            position = position.and_then(|position| first.checked_mul(stride)?.checked_add(position));
        }
        match position {
            // No access is possible, so any position will do.
            _ if self.nowhere => geometry = geometry.nowhere(),
            _ if outside => geometry = geometry.outside(),
            Some(position) => geometry.offset = position,
            None => return Err(ViewError::Coordinate),
        }
        Ok((geometry, floors))
    }

    /// The view as kernels take it that take refined ones: its elements with strides, its location, and a floor for each axis
    /// that leads from its points to its elements.
    pub fn spread(&self) -> Result<Spread<N>, ViewError> {
        let (mut elements, floors) = self.elements(true)?;
        elements.axes = array::from_fn(|axis| axis);
        let mut place = elements;
        self.locate(&mut place)?;
        let mut at = each();
        if place.refine.contains(&0) && self.follows()? {
            // What is refined and was coarsened before has no step of its own: it is where its elements are.
            at = floors;
            let (mut maps, root_rank) = (up(&self.block, None)?, self.space.root().rank());
            for map in &mut maps {
                if let Some(k) = map.along {
                    let own = self.maps[k].clone().of_first_points();
                    let inside = match (own.along, own.spread()) {
                        (Some(j), Some((_, affine))) => {
                            let mut inside = AxisMap::identity(Some(j));
                            inside.then(affine)?;
                            inside
                        }
                        _ => own,
                    };
                    *map = map.after(&inside)?;
                }
            }
            locate(&mut place, maps, root_rank);
            place.frame = Frame::of(&self.space).lost_in(Frame::of(&self.block));
        }
        elements = Geometry {
            stride: elements.stride,
            lo: elements.lo,
            hi: elements.hi,
            offset: elements.offset,
            ..place
        };
        place.offset = 0;
        (place.lo, place.hi) = reach(&elements, &floors);
        Ok(Spread { place, at, elements, floors })
    }

    /// Whether each point is where its element is.
    fn follows(&self) -> Result<bool, ViewError> {
        if !self.space.ancestry().any(|space| *space == self.block) {
            return Ok(false);
        }
        let maps = up(&self.space, Some(&self.block))?;
        Ok(maps
            .iter()
            .zip(&self.maps)
            .take(self.nearest.rank)
            .all(|(map, own)| map.clone().of_first_points() == own.clone().of_first_points()))
    }

    /// Sets the location of a geometry. An axis along which it is no floor of an affine function gets the refinement 0,
    /// which is none.
    pub fn locate(&self, geometry: &mut Geometry<N>) -> Result<(), ViewError> {
        let (maps, root_rank) = self.located()?;
        locate(geometry, maps, root_rank);
        geometry.frame = Frame::of(&self.space);
        Ok(())
    }
}

/// The map from the indices of a space to each axis of one above it, or of the root.
fn up(from: &ReferenceSpace, to: Option<&ReferenceSpace>) -> Result<[AxisMap; crate::MAX_RANK], ViewError> {
    let rank = from.rank();
    let mut maps = array::from_fn(|axis| AxisMap::identity((axis < rank).then_some(axis)));
    for space in from.ancestry() {
        let Some(parent) = space.parent().filter(|_| to != Some(space)) else { break };
        let mut above: [AxisMap; crate::MAX_RANK] = array::from_fn(|axis| {
            let at = space.origin().get(axis).copied().unwrap_or(0);
            AxisMap::constant((at, at))
        });
        for (axis, &runs) in space.permutation().iter().enumerate() {
            let up = Floor::up(space.coarsening()[axis], space.refinement()[axis], space.origin()[runs])?;
            let mut map = maps[axis].clone();
            map.then(up)?;
            above[runs] = map;
        }
        debug_assert!(parent.rank() >= space.rank());
        maps = above;
    }
    Ok(maps)
}

/// Sets the location of a geometry by the maps from its indices to each axis of the root.
fn locate<const N: usize>(geometry: &mut Geometry<N>, maps: [AxisMap; crate::MAX_RANK], root_rank: usize) {
    geometry.root_rank = root_rank;
    for (root, map) in maps.into_iter().enumerate().take(root_rank) {
        geometry.origin[root] = map.at(0);
        let Some(axis) = map.along else { continue };
        geometry.axes[axis] = root;
        match map.single() {
            Some(Floor { a, b, d }) if d <= DENSEST => {
                geometry.step[axis] = a;
                geometry.refine[axis] = d;
                geometry.phase[axis] = b.rem_euclid(d);
            }
            _ => geometry.refine[axis] = 0,
        }
    }
}

/// The most points at one location that a kernel relates to those of another tensor: so that no product overflows.
const DENSEST: isize = 1 << 14;
