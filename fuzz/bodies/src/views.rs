//! Chains of operations on views: what the library reads is what the specification says.

use std::rc::Rc;

use unite::library::{BaseView, Boundary, CoarseRead, Place};
use unite::space::{Points, ReferenceSpace};
use unite::{Block, View, ViewError};

use crate::bytes::Bytes;

/// A view as the specification has it: its space, and how its points lead to the block.
struct Model {
    space: ReferenceSpace,
    how: How,
}

enum How {
    Block,
    Child(Rc<Model>),
    /// The destination, and the space of the source that it is indexed by.
    Colocated(Rc<Model>, ReferenceSpace),
}

impl Model {
    /// The index of the block that an index reads: of several points, the first.
    fn data(&self, index: &[isize]) -> Option<Vec<isize>> {
        let point: Points = [index.to_vec()].into_iter().collect();
        match &self.how {
            How::Block => Some(index.to_vec()),
            How::Child(parent) => parent.data(self.space.upstream(&point).first()?),
            How::Colocated(into, source) => into.data(source.map(&point, &into.space).first()?),
        }
    }

    /// All indices of the block that share the location of points of the view.
    fn covered(&self, points: &Points) -> Points {
        match &self.how {
            How::Block => points.clone(),
            How::Child(parent) => parent.covered(&self.space.upstream(points)),
            How::Colocated(into, source) => into.covered(&source.map(points, &into.space)),
        }
    }
}

/// Up to eight operations on a view of a block of rank 2, compared after each of them.
///
/// # Panics
/// If the library and the specification differ.
pub fn views(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let extents = [1 + bytes.below(5), 1 + bytes.below(5)];
    let numbered = (0..(extents[0] * extents[1]) as u32).collect();
    let block = Block::<u32>::from_vec(numbered, extents).unwrap_or_else(|error| panic!("{error}"));
    let origin = [bytes.between(-5, 5), bytes.between(-5, 5)];
    let block = block.with_origin(origin).unwrap_or_else(|error| panic!("{error}"));
    let block = block.with_coarsening([1 + bytes.below(2), 1 + bytes.below(2)]);
    let block = block.unwrap_or_else(|error| panic!("{error}"));

    let mut view = block.view();
    let mut model = Rc::new(Model { space: block.space(), how: How::Block });
    compare(&view, &model, extents, &mut bytes);
    for _ in 0..8 {
        if bytes.is_empty() {
            break;
        }
        let (next, how) = step(&view, &model, &mut bytes);
        // What cannot be is refused: too large, too dense, elsewhere.
        let Ok(next) = next else { continue };
        if weight(&next.space()) > 256 {
            break;
        }
        model = Rc::new(Model { space: next.space(), how });
        view = next;
        compare(&view, &model, extents, &mut bytes);
    }
    let (axis, at) = (bytes.below(2), bytes.between(-2, 4));
    if let Ok(slice) = view.slice(axis, at) {
        let model = Rc::new(Model { space: slice.space(), how: How::Child(model) });
        compare(&slice, &model, extents, &mut bytes);
    }
}

type Step<'a> = (Result<View<'a, u32, 2>, ViewError>, How);

fn step<'a>(view: &View<'a, u32, 2>, model: &Rc<Model>, bytes: &mut Bytes<'_>) -> Step<'a> {
    let child = How::Child(model.clone());
    let again = view.clone();
    match bytes.below(5) {
        0 => (again.permute(bytes.choice(&[[0, 1], [1, 0]])), child),
        1 => {
            let mut span = || {
                let (first, len) = (bytes.between(-3, 3), bytes.between(1, 6));
                unite::span(first..first + len).step_by(1 + bytes.below(3))
            };
            (again.partition((span(), span())), child)
        }
        2 => (again.refine([1 + bytes.below(3), 1 + bytes.below(3)]), child),
        3 => (again.coarsen([1 + bytes.below(3), 1 + bytes.below(3)]), child),
        _ => {
            let source =
                Block::<[[u8; 2]; 3]>::stack().with_origin([bytes.between(-4, 6), bytes.between(-4, 6)]);
            let source = source.unwrap_or_else(|error| panic!("{error}"));
            let factors = [1 + bytes.below(3), 1 + bytes.below(3)];
            let source =
                if bytes.flag() { source.with_coarsening(factors) } else { source.with_refinement(factors) };
            let source = source.unwrap_or_else(|error| panic!("{error}"));
            (again.colocate(&source), How::Colocated(model.clone(), source.space()))
        }
    }
}

/// How many points at most a point maps to along its path: what the specification costs.
fn weight(space: &ReferenceSpace) -> isize {
    let factors =
        |space: &ReferenceSpace| -> isize { space.refinement().iter().chain(space.coarsening()).product() };
    space.ancestry().map(factors).product()
}

/// Reads at a few places, in the view and around it.
fn compare<const N: usize>(
    view: &BaseView<&[u32], N>,
    model: &Model,
    extents: [usize; 2],
    bytes: &mut Bytes<'_>,
) {
    for _ in 0..4 {
        let index: [isize; N] = std::array::from_fn(|_| bytes.between(-4, 8));
        let expected = model.data(&index).and_then(|at| {
            let inside = at.iter().zip(extents).all(|(&at, extent)| 0 <= at && at < extent as isize);
            inside.then(|| (at[0] * extents[1] as isize + at[1]) as u32)
        });
        assert_eq!(view.get(index).ok(), expected, "{index:?} of {view:?}");

        let element = |at: &[isize]| (at[0] * extents[1] as isize + at[1]) as u32;
        let last = extents.map(|extent| extent as isize - 1);
        let clamped =
            model.data(&index).map(|at| element(&[at[0].clamp(0, last[0]), at[1].clamp(0, last[1])]));
        assert_eq!(view.get_with(Boundary::Clamp, index).ok(), clamped, "{index:?} of {view:?}, clamped");
        let all = model.covered(&[index.to_vec()].into_iter().collect());
        let inside = |at: &&[isize]| (0..2).all(|axis| 0 <= at[axis] && at[axis] <= last[axis]);
        let most = all.iter().filter(inside).map(element).max();
        assert_eq!(view.get_coarse(CoarseRead::Max, index).ok(), most, "{index:?} of {view:?}, all points");
    }
}
