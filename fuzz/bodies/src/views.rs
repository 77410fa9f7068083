//! Chains of operations on views: what the library reads is what the specification says.

use unite::library::{BaseView, Boundary, CoarseRead, Place};
use unite::space::{ReferenceSpace, ReferenceTensor};
use unite::{Block, View};

use crate::bytes::Bytes;

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
    let mut model = ReferenceTensor::block(block.tensor_space());
    compare(&view, &model, &mut bytes);
    for _ in 0..8 {
        if bytes.is_empty() {
            break;
        }
        // What cannot be is refused: too large, too dense, elsewhere.
        let Some((next, expected)) = step(&view, &model, &mut bytes) else { continue };
        assert_eq!(next.space(), *expected.space(), "{next:?}");
        if weight(expected.space()) > 256 {
            break;
        }
        (view, model) = (next, expected);
        compare(&view, &model, &mut bytes);
    }
    let (axis, at) = (bytes.below(2), bytes.between(-2, 4));
    if let (Ok(slice), Ok(model)) = (view.slice(axis, at), model.slice(axis, at)) {
        compare(&slice, &model, &mut bytes);
    }
}

/// What an operation makes, in the library and by the specification.
fn step<'a>(
    view: &View<'a, u32, 2>,
    model: &ReferenceTensor,
    bytes: &mut Bytes<'_>,
) -> Option<(View<'a, u32, 2>, ReferenceTensor)> {
    let again = view.clone();
    let (made, expected) = match bytes.below(5) {
        0 => {
            let order = bytes.choice(&[[0, 1], [1, 0]]);
            (again.permute(order), model.permute(&order))
        }
        1 => {
            let ranges = [0, 1].map(|_| (bytes.between(-3, 3), bytes.between(1, 6), 1 + bytes.below(3)));
            let spans = ranges.map(|(first, len, step)| unite::span(first..first + len).step_by(step));
            let triples = ranges.map(|(first, len, step)| (first, len as usize, step as isize));
            (again.partition(spans), model.partition(&triples))
        }
        kind @ (2 | 3) => {
            let factors = [1 + bytes.below(3), 1 + bytes.below(3)];
            let signed = factors.map(|factor| factor as isize);
            match kind {
                2 => (again.refine(factors), model.refine(&signed)),
                _ => (again.coarsen(factors), model.coarsen(&signed)),
            }
        }
        _ => {
            let source =
                Block::<[[u8; 2]; 3]>::stack().with_origin([bytes.between(-4, 6), bytes.between(-4, 6)]);
            let source = source.unwrap_or_else(|error| panic!("{error}"));
            let factors = [1 + bytes.below(3), 1 + bytes.below(3)];
            let source =
                if bytes.flag() { source.with_coarsening(factors) } else { source.with_refinement(factors) };
            let source = source.unwrap_or_else(|error| panic!("{error}"));
            let made = again.colocate(&source).ok()?;
            let of_source = ReferenceTensor::block(source.tensor_space());
            (Ok(made), Ok(model.colocate(&of_source)))
        }
    };
    let made = made.ok()?;
    Some((made, expected.unwrap_or_else(|error| panic!("the specification has none: {error}"))))
}

/// How many points at most a point maps to along its path: what the specification costs.
fn weight(space: &ReferenceSpace) -> isize {
    let factors =
        |space: &ReferenceSpace| -> isize { space.refinement().iter().chain(space.coarsening()).product() };
    space.ancestry().map(factors).product()
}

/// Reads at a few places, in the view and around it.
fn compare<const N: usize>(view: &BaseView<&[u32], N>, model: &ReferenceTensor, bytes: &mut Bytes<'_>) {
    let block = model.nearest_block().tensor();
    let width = block.extents()[1] as isize;
    let element = |at: &[isize]| (at[0] * width + at[1]) as u32;
    for _ in 0..4 {
        let index: [isize; N] = std::array::from_fn(|_| bytes.between(-4, 8));
        let data = model.data(&index);
        let expected = data.as_deref().filter(|at| block.contains(at)).map(element);
        assert_eq!(view.get(index).ok(), expected, "{index:?} of {view:?}");

        let nearest = |at: Vec<isize>| -> Vec<isize> {
            at.iter().zip(block.extents()).map(|(&at, &extent)| at.clamp(0, extent as isize - 1)).collect()
        };
        let clamped = data.map(nearest).as_deref().map(element);
        assert_eq!(view.get_with(Boundary::Clamp, index).ok(), clamped, "{index:?} of {view:?}, clamped");
        let all = model.covered(&[index.to_vec()].into_iter().collect());
        let most = all.iter().filter(|at| block.contains(at)).map(element).max();
        assert_eq!(view.get_coarse(CoarseRead::Max, index).ok(), most, "{index:?} of {view:?}, all points");
    }
}
