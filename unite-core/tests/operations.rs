//! The operations as the thesis draws them in its chapters 4 and 5.

// A partition of one axis.
#![allow(clippy::single_range_in_vec_init)]

use unite_core::library::{AccessError, Boundary};
use unite_core::space::{Points, ReferenceSpace};
use unite_core::{Block, Place, ViewError, span};

/// Numbers from 0.
fn numbered<const N: usize>(extents: [usize; N]) -> unite_core::library::Heap<u8, N>
where
    u8: unite_core::Dynamic<N>,
{
    let len: usize = extents.iter().product();
    Block::<u8>::from_vec((0..len as u8).collect(), extents).unwrap()
}

/// Figures 4.5 to 4.7: a point of the plane that is not on the line maps to nothing on it, though it projects there.
#[test]
fn projections_are_valid_where_locations_agree() {
    let plane = ReferenceSpace::universe(2);
    let turned = plane.child(&[1, 0], &[2, 1], &[1, 1], &[1, 1]).unwrap();
    let line = turned.sliced(0, 0).unwrap();
    let three = Points::from([[0, 3], [1, 3], [2, 3]]);
    assert_eq!(line.hull(&three), Points::from([[3]]));
    assert_eq!(line.narrow_downstream(&three), Points::from([[3]]));
    let valid: Vec<bool> = three.iter().map(|point| line.projects_validly(point)).collect();
    assert_eq!(valid, [true, false, false]);
    assert_eq!(line.upstream_to_root(&Points::from([[3]])), Points::from([[5, 1]]));
}

/// Figure 4.8: refinement maps one point to several downstream, coarsening upstream.
#[test]
fn refinement_and_coarsening_map_one_point_to_several() {
    let plane = ReferenceSpace::universe(2);
    let fine = plane.refined(&[2, 2]).unwrap();
    assert_eq!(fine.hull(&Points::from([[0, 1]])), Points::cuboid(&[0, 2], &[2, 4]));
    assert_eq!(fine.upstream(&Points::from([[1, 3]])), Points::from([[0, 1]]));
    let coarse = plane.coarsened(&[2, 2]).unwrap();
    assert_eq!(coarse.upstream(&Points::from([[0, 1]])), Points::cuboid(&[0, 2], &[2, 4]));
    assert_eq!(coarse.hull(&Points::from([[1, 3]])), Points::from([[0, 1]]));
}

/// Figure 5.4: a partition inside, and one that is nowhere near any data; making it reads nothing.
#[test]
fn partitions_may_lie_outside() -> Result<(), ViewError> {
    let block = numbered([4, 4]);
    let inside = block.view().partition([1..3, 1..3])?;
    assert_eq!([[0, 0], [1, 1]].map(|at| inside.read(at)), [5, 10]);
    let outside = block.view().partition([3..6, -2..1])?;
    assert_eq!(outside.extents(), [3, 3]);
    let found: Vec<Option<u8>> = outside.indices().map(|at| outside.get(at).ok()).collect();
    assert_eq!(found.iter().flatten().collect::<Vec<_>>(), [&12]);
    assert_eq!(outside.get([0, 2]), Ok(12));
    Ok(())
}

/// Figure 5.5: two blocks, one over the first row with every second point, one over the first two rows; and where the one is
/// in the other, with the points of the one and of the other.
#[test]
fn colocation_has_two_parameterisations() -> Result<(), ViewError> {
    let parent = numbered([4, 4]);
    let b0 = parent.view().partition((0..1, span(..).step_by(2)))?.block_copy()?;
    let b1 = parent.view().partition([0..2, 0..4])?.to_block()?;
    let of_source = b1.view().colocate(&b0)?;
    assert_eq!(of_source.extents(), [1, 2]);
    assert_eq!([[0, 0], [0, 1]].map(|at| of_source.read(at)), [0, 2]);
    let of_destination = b1.view().region_of(&b0)?;
    assert_eq!(of_destination.extents(), [1, 4]);
    assert_eq!([0, 1, 2, 3].map(|x| of_destination.read([0, x])), [0, 1, 2, 3]);
    Ok(())
}

/// Section 5.2.1: a copy is a child of its tensor, so it has the points of that tensor, and not only their locations: of
/// half samples, each finds itself.
#[test]
fn copies_are_children_of_their_tensors() -> Result<(), ViewError> {
    let half = numbered([16]).with_refinement([2])?;
    let t = half.view().partition([2..6])?;
    for copy in [t.block_copy()?, t.to_block()?] {
        assert_eq!(copy.space().parent(), Some(&t.space()));
        let there = t.view().colocate(&copy)?;
        assert_eq!([0, 1, 2, 3].map(|i| there.read([i])), [2, 3, 4, 5]);
        assert_eq!(half.view().region_of(&copy)?.extents(), [4]);
    }
    // It need not begin where a location does.
    let odd = half.view().partition([1..5])?.to_block()?;
    assert_eq!(odd.as_slice(), [1, 2, 3, 4]);
    assert_eq!(half.view().colocate(&odd)?.get([-1]), Ok(0));
    let plane = numbered([4, 4]).with_refinement([2, 2])?;
    let turned = plane.view().permute([1, 0])?;
    let part = turned.block_copy()?.view().partition([1..2, 0..1])?.space();
    let there = turned.view().region_of(&turned.view().partition([1..2, 0..1])?)?;
    assert_eq!((there.extents(), there.space().depth()), ([1, 1], part.depth() - 1));
    // One that is placed anew is a child of the universe.
    let placed = t.block_copy()?.with_origin([7])?;
    assert_eq!(placed.space().depth(), 1);
    Ok(())
}

/// A colocated view has the points of its source: what is finer than the destination stays as fine, so that colocating
/// twice is as good as once.
#[test]
fn a_colocated_view_is_where_its_source_is() -> Result<(), ViewError> {
    let frame = numbered([16]);
    let flags = numbered([4]).with_coarsening([4])?;
    let b = Block::<[u8; 2]>::stack().with_origin([5])?;
    let flag = flags.view().refine([4])?.colocate(&b)?;
    assert_eq!((flag.read([0]), flag.read([-2])), (1, 0));
    assert_eq!(flag.space(), b.space());
    assert_eq!(frame.view().colocate(&flag)?.read([0]), 5);
    assert_eq!(frame.view().region_of(&flag)?.extents(), [2]);
    assert_eq!(frame.view().coverage([5], &flag)?.extents(), [1]);
    // All samples of the flag: the part of the flags, in their own parameters, says that.
    assert_eq!(frame.view().region_of(&flags.view().region_of(&b)?)?.extents(), [4]);
    Ok(())
}

/// Section 4.3.1: what shares no location with a tensor has none in it, and nothing is where it is.
#[test]
fn nowhere_is_nowhere() -> Result<(), ViewError> {
    let frame = numbered([4, 10]);
    let row0 = frame.view().slice(0, 0)?;
    let below = frame.view().slice(0, 2)?.block_copy()?;
    let nowhere = row0.view().colocate(&below)?;
    assert_eq!(nowhere.get([1]), Err(AccessError::Elsewhere));
    assert_eq!(frame.view().colocate(&below)?.get([1]), Ok(21));
    let part = nowhere.view().partition([1..3])?;
    let copy = part.block_copy()?;
    assert_eq!(copy.get([0]), Ok(0));
    for view in [nowhere.view(), part.view(), copy.view()] {
        assert!(view.is_nowhere());
        assert_eq!(frame.view().colocate(&view).unwrap_err(), ViewError::Elsewhere);
        assert_eq!(view.view().colocate(&below).unwrap_err(), ViewError::Elsewhere);
        assert_eq!(frame.view().region_of(&view).unwrap_err(), ViewError::Elsewhere);
        assert_eq!(view.view().region_of(&below).unwrap_err(), ViewError::Elsewhere);
        assert_eq!(frame.view().coverage([0, 0], &view).unwrap_err(), ViewError::Elsewhere);
        assert_eq!(view.climb(&row0).unwrap_err(), ViewError::Elsewhere);
    }
    let copied = row0.block_copy()?;
    assert_eq!(copied.view().colocate(&below)?.climb(&row0).unwrap_err(), ViewError::Elsewhere);
    Ok(())
}

/// Figure 5.6: how much a point covers depends on the tensor that it is seen from.
#[test]
fn coverage_depends_on_its_context() -> Result<(), ViewError> {
    let coarse = numbered([2]);
    let middle = coarse.view().refine([2])?.block_copy()?;
    let mut fine = middle.view().refine([2])?.block_copy()?;
    for [i] in fine.indices() {
        fine.write([i], i as u8);
    }
    let covered =
        |view: unite_core::View<'_, u8, 1>| -> Vec<u8> { view.indices().map(|at| view.read(at)).collect() };
    assert_eq!(covered(fine.view().coverage([5], &fine)?), [5]);
    assert_eq!(covered(fine.view().coverage([5], &middle)?), [4, 5]);
    assert_eq!(covered(fine.view().coverage([5], &coarse)?), [4, 5, 6, 7]);
    // The context need not lie above: any tensor of the universe will do.
    let elsewhere = coarse.view().partition((1..2,))?.refine([4])?;
    assert_eq!(covered(fine.view().coverage([5], &elsewhere)?), [4, 5, 6, 7]);
    Ok(())
}

/// Figures 5.7 and 5.8: an index is out of bounds, its location need not be: first in the block of a view, then in the block
/// that a block was copied from, then nowhere.
#[test]
fn locality_goes_as_far_as_there_is_data() -> Result<(), ViewError> {
    let frame = numbered([6, 6]);
    let view = frame.view().partition([1..3, 1..3])?;
    assert_eq!(view.get([2, 0]), Ok(19)); // the row below
    let block = frame.view().partition([2..4, 2..4])?.to_block()?;
    assert!(block.get([-1, 1]).is_err() && block.get([1, 1]).is_ok());
    let climb = block.view();
    let climb = climb.climb(&frame.view())?;
    assert_eq!(climb.get([-1, 1]), Ok(9)); // row 1, column 3 of the frame
    assert!(climb.get([-3, 0]).is_err());
    assert_eq!(climb.get_with(Boundary::Clamp, [-3, 0]), Ok(2));
    Ok(())
}
