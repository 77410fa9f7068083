//! What the thesis leaves open, and the answer that holds everywhere: one test for each reading that `docs/definitions.md`
//! lists, in specification and library.

// A partition of one axis.
#![allow(clippy::single_range_in_vec_init)]

use unite_core::library::AccessError;
use unite_core::space::{Points, ReferenceSpace, ReferenceTensor, SpaceError, TensorSpace};
use unite_core::{Block, Place, ViewError};

/// Numbers from 0.
fn numbered(extent: usize) -> unite_core::library::Heap<u8, 1> {
    Block::<u8>::from_vec((0..extent as u8).collect(), [extent]).unwrap()
}

/// Two views that were refined alike at one place match point for point, because their nearest common ancestor is that
/// space; by their locations in the root each would find the first of two.
#[test]
fn between_two_spaces_one_goes_to_the_nearest_common_ancestor() -> Result<(), ViewError> {
    let root = ReferenceSpace::universe(1);
    let half = root.refined(&[2]).unwrap();
    let (from, to) = (half.translated(&[1]).unwrap(), half.translated(&[3]).unwrap());
    assert_eq!(from.common_ancestor(&to), Some(&half));
    assert_eq!(from.map(&Points::from([[4]]), &to), Points::from([[2]]));
    let by_root = to.hull_from_root(&from.upstream_to_root(&Points::from([[4]])));
    assert_eq!(by_root, Points::from([[1], [2]]));
    let samples = numbered(16).with_refinement([2])?;
    let (one, other) = (samples.view().partition([1..9])?, samples.view().partition([3..9])?);
    assert_eq!(other.colocate(&one)?.get([4]), Ok(5));
    Ok(())
}

/// Spaces with equal parameters under equal parents are one, whoever made them.
#[test]
fn equal_spaces_are_one() -> Result<(), ViewError> {
    let made = || ReferenceSpace::universe(2).child(&[1, 0], &[3, -2], &[2, 1], &[1, 4]).unwrap();
    assert_eq!(made(), made());
    assert_eq!(made().common_ancestor(&made()), Some(&made()));
    assert_ne!(made(), ReferenceSpace::universe(2).child(&[1, 0], &[3, -2], &[2, 1], &[1, 2]).unwrap());
    // So half samples of two blocks match, one for one.
    let (one, other) = (numbered(8).with_refinement([2])?, numbered(8).with_refinement([2])?);
    let there = one.view().colocate(&other)?;
    assert_eq!([0, 1, 2, 3].map(|i| there.read([i])), [0, 1, 2, 3]);
    Ok(())
}

/// A projection is valid where locations in the root agree: rows of a refined block share locations, so that one has elements
/// where the other is; rows of an ordinary block do not.
#[test]
fn projections_are_valid_where_roots_agree() -> Result<(), ViewError> {
    let plane = ReferenceSpace::universe(2).refined(&[2, 1]).unwrap();
    let [even, odd, next] = [0, 1, 2].map(|row| plane.sliced(0, row).unwrap());
    let mapped = |from: &ReferenceSpace| from.map(&Points::from([[2]]), &even);
    assert_eq!((mapped(&odd), mapped(&next)), (Points::from([[2]]), Points::empty()));
    let block = Block::<u8>::from_vec((0..12).collect(), [4, 3]).unwrap().with_refinement([2, 1])?;
    let row = |y| block.view().slice(0, y);
    assert_eq!(row(0)?.colocate(&row(1)?)?.get([2]), Ok(2));
    assert_eq!(row(0)?.colocate(&row(2)?)?.get([2]), Err(AccessError::Elsewhere));
    let whole = Block::<u8>::from_vec((0..12).collect(), [4, 3]).unwrap();
    let row = |y| whole.view().slice(0, y);
    assert_eq!(row(0)?.colocate(&row(1)?)?.get([2]), Err(AccessError::Elsewhere));
    Ok(())
}

/// A part of a coarse point is a point: 5 samples by twos are 3 points.
#[test]
fn coarse_extents_round_up() -> Result<(), ViewError> {
    let block = TensorSpace::new(ReferenceSpace::universe(1), &[5]).unwrap();
    let coarse = ReferenceTensor::block(block).coarsen(&[2]).unwrap();
    assert_eq!(coarse.tensor().extents(), [3]);
    let samples = numbered(5);
    let coarse = samples.view().coarsen([2])?;
    assert_eq!((coarse.extents(), coarse.get([2])), ([3], Ok(4)));
    Ok(())
}

/// Of several points an access takes the first on every axis; where that one has no element the access fails, whatever the
/// others have.
#[test]
fn the_first_of_several_points_decides() -> Result<(), ViewError> {
    let block = TensorSpace::new(ReferenceSpace::universe(1), &[6]).unwrap();
    let specified = ReferenceTensor::block(block).partition(&[(-1, 6, 1)]).unwrap().coarsen(&[2]).unwrap();
    assert_eq!(specified.covered(&Points::from([[0]])), Points::from([[-1], [0]]));
    let found = |i| specified.locality(&[i]).map(|(_, at)| at);
    assert_eq!([found(0), found(1)], [None, Some(vec![1])]);
    let samples = numbered(6);
    let pairs = samples.view().partition([-1..6])?.coarsen([2])?;
    assert!(pairs.get([0]).is_err());
    assert_eq!(pairs.get([1]), Ok(1));
    let plane = Block::<u8>::from_vec((0..16).collect(), [4, 4]).unwrap();
    assert_eq!(plane.view().coarsen([2, 2])?.get([1, 1]), Ok(10));
    Ok(())
}

/// Coverage asks by an index of the tensor whose part it is, and what it finds is not cut to the extents.
#[test]
fn coverage_is_not_cut() -> Result<(), ViewError> {
    let samples = numbered(6);
    let fours = samples.view().coarsen([4])?;
    let covered = samples.view().coverage([5], &fours)?;
    assert_eq!((covered.extents(), covered.get([0]), covered.get([1])), ([4], Ok(4), Ok(5)));
    assert!(covered.get([2]).is_err());
    let block = ReferenceTensor::block(TensorSpace::new(ReferenceSpace::universe(1), &[6]).unwrap());
    let covered = block.coverage(&[5], &block.coarsen(&[4]).unwrap()).unwrap();
    assert_eq!(covered.tensor().extents(), [4]);
    // The index is one of the samples, not of the points that are seen.
    assert_eq!(samples.view().coverage([1], &fours)?.get([0]), Ok(0));
    Ok(())
}

/// Definition 4.3.5 goes by locations in the root: below a refined space it finds both points that share one, and its hull only that
/// which the point itself leads to. Tensors go by the latter.
#[test]
fn to_the_letter_a_mapping_is_wider_than_its_hull() -> Result<(), ViewError> {
    let halves = ReferenceSpace::universe(1).refined(&[2]).unwrap();
    let later = halves.translated(&[3]).unwrap();
    let (point, both) = (Points::from([[4]]), Points::from([[1], [2]]));
    assert_eq!(later.hull(&point), Points::from([[1]]));
    assert_eq!(later.downstream(&point), both);
    assert_eq!(later.narrow_downstream(&point), Points::from([[1]]));
    assert_eq!(halves.map(&point, &later), Points::from([[1]]));
    let samples = numbered(16).with_refinement([2])?;
    assert_eq!(samples.view().colocate(&samples.view().partition([3..9])?)?.get([1]), Ok(4));
    // Where no ancestor is refined the two are one.
    let later = ReferenceSpace::universe(1).translated(&[3]).unwrap();
    assert_eq!(later.downstream(&point), later.narrow_downstream(&point));
    Ok(())
}

/// In definition 4.2.1 an axis of the parent is at most `M - 1`: the text's `p < M - 1` would leave none to run along the
/// last.
#[test]
fn the_last_axis_of_the_parent_can_be_run_along() {
    let plane = ReferenceSpace::universe(2);
    assert_eq!(plane.child(&[1, 0], &[0, 0], &[1, 1], &[1, 1]).unwrap().permutation(), [1, 0]);
    let past = plane.child(&[2], &[0, 0], &[1], &[1]).unwrap_err();
    assert_eq!(past, SpaceError::Axis { axis: 0, value: 2, parent: 2 });
}

/// The step of a tensor is how far the location of index 1 lies past that of index 0.
#[test]
fn steps_are_distances_between_locations() -> Result<(), ViewError> {
    let space = ReferenceSpace::universe(1).refined(&[4]).unwrap();
    let at = |index: isize| space.upstream_to_root(&Points::from([[index]])).first().unwrap()[0];
    assert_eq!(at(1) - at(0), 0);
    let by_fours = space.coarsened(&[4]).unwrap();
    let at = |index: isize| by_fours.upstream_to_root(&Points::from([[index]])).first().unwrap()[0];
    assert_eq!(at(1) - at(0), 1);
    let quarter = numbered(16).with_refinement([4])?.with_origin([100])?;
    let location = |view: &unite_core::View<'_, u8, 1>, i: isize| {
        view.space().upstream_to_root(&Points::from([[i]])).first().unwrap()[0]
    };
    let view = quarter.view();
    assert_eq!(location(&view, 1) - location(&view, 0), 0);
    let whole = quarter.view().coarsen([4])?;
    assert_eq!((location(&whole, 0), location(&whole, 1)), (100, 101));
    Ok(())
}
