//! Views as the specification has them: spaces, and mappings of points between them.

use std::rc::Rc;

use unite_core::space::{Points, ReferenceSpace};

/// A view: its space, and how its points lead to a block.
pub struct Model {
    pub space: ReferenceSpace,
    pub extents: Vec<usize>,
    pub how: How,
}

pub enum How {
    /// It is the block of this number.
    Block(usize),
    /// Its space is a child of that of this view.
    Child(Rc<Model>),
    /// The destination, and the source that it is indexed by.
    Colocated(Rc<Model>, Rc<Model>),
}

/// The set of one point.
pub fn point(index: &[isize]) -> Points {
    [index.to_vec()].into_iter().collect()
}

/// How many points at most a point may map to, up or down the whole path: what the specification costs.
pub fn weight(space: &ReferenceSpace) -> isize {
    let factors =
        |space: &ReferenceSpace| -> isize { space.refinement().iter().chain(space.coarsening()).product() };
    space.ancestry().map(factors).product()
}

impl Model {
    pub fn child(parent: &Rc<Model>, space: ReferenceSpace, extents: Vec<usize>) -> Model {
        Model { space, extents, how: How::Child(parent.clone()) }
    }

    pub fn all(&self) -> Points {
        let end: Vec<isize> = self.extents.iter().map(|&extent| extent as isize).collect();
        Points::cuboid(&vec![0; end.len()], &end)
    }

    /// The block and the index in it that an index of the view reads: of several points, the first.
    pub fn data(&self, index: &[isize]) -> Option<(usize, Vec<isize>)> {
        match &self.how {
            How::Block(block) => Some((*block, index.to_vec())),
            How::Child(parent) => parent.data(self.space.upstream(&point(index)).first()?),
            How::Colocated(into, source) => into.data(source.space.map(&point(index), &into.space).first()?),
        }
    }

    /// The block and all indices in it that share the location of points of the view.
    pub fn covered(&self, points: &Points) -> (usize, Points) {
        match &self.how {
            How::Block(block) => (*block, points.clone()),
            How::Child(parent) => parent.covered(&self.space.upstream(points)),
            How::Colocated(into, source) => into.covered(&source.space.map(points, &into.space)),
        }
    }

    /// Whether anything on the way to the block, or to the root, is refined.
    pub fn refined(&self) -> bool {
        let refined =
            |space: &ReferenceSpace| space.ancestry().any(|s| s.refinement().iter().any(|&r| r > 1));
        let coarse = |space: &ReferenceSpace| space.ancestry().any(|s| s.coarsening().iter().any(|&c| c > 1));
        match &self.how {
            How::Block(_) => refined(&self.space),
            How::Child(parent) => refined(&self.space) || parent.refined(),
            // A coarser destination makes the source a refinement of it.
            How::Colocated(into, source) => {
                refined(&self.space) || into.refined() || source.refined() || coarse(&into.space)
            }
        }
    }
}

/// The index inside `0..extent` that mirrors lead to, one after the other.
pub fn mirrored(mut at: isize, extent: isize) -> isize {
    while extent > 1 && !(0..extent).contains(&at) {
        at = if at < 0 { -at } else { 2 * (extent - 1) - at };
    }
    if extent == 1 { 0 } else { at }
}
