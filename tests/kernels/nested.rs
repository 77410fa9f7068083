//! Tensors that are refined again below others, as other kernels are told of them.

#![allow(clippy::single_range_in_vec_init)]

use crate::padded::Random;
use unite::library::{Boundary, Place, View, ViewError};
use unite::{Block, kernel};

/// The first point of a region, by its element, and how many there are.
#[kernel]
fn region(out: &mut Tensor<[i32]>, of: &Tensor<Refined<[i32]>>, by: &Tensor<Refined<[i32]>>) {
    let region = of.region_of(by);
    out[[0]] = region.with_boundary(Boundary::Clamp)[[0]];
    out[[1]] = region.extent(0);
}

/// The same, by the library.
fn by_library(of: View<'_, i32, 1>, by: &impl Place<1>) -> [i32; 2] {
    let region = of.region_of(by).unwrap();
    [region.get_with(Boundary::Clamp, [0]).unwrap(), region.extents()[0] as i32]
}

/// The numbers from 0.
fn numbers<const N: usize>() -> [i32; N] {
    std::array::from_fn(|at| at as i32)
}

#[kernel]
fn finer(out: &mut Tensor<[i32]>, half: &Tensor<[i32]>, at: i32) {
    region(out, half, half.refine([3])[[at..at + 2]]);
}

#[kernel]
fn finer_twice(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: i32) {
    let copy = t.refine([2]).to_block();
    region(out, copy, copy.refine([3])[[1..]].refine([2])[[at..at + 3]]);
}

#[kernel]
fn finer_five_times(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: i32) {
    let copy = t.refine([2]).to_block();
    region(out, copy, copy.refine([2]).refine([2]).refine([2]).refine([2])[[at..at + 3]]);
}

/// What was refined below a tensor is in it by its points, and not by the locations that those share.
#[test]
fn nearest_common_ancestors_are_passed_on() {
    let half = Block::from_vec(numbers::<16>().to_vec(), [16]).unwrap().with_refinement([2]).unwrap();
    let t = Block::from_vec(numbers::<8>().to_vec(), [8]).unwrap();
    let mut out = Block::<i32>::zeros([2]);
    for at in 0..12 {
        let part = half.view().refine([3]).unwrap().partition([at..at + 2]).unwrap();
        finer(&mut out, &half, at as i32);
        assert_eq!(out.as_slice(), by_library(half.view(), &part), "{at}");
        let copy = t.view().refine([2]).unwrap().to_block().unwrap();
        let part = copy.view().refine([3]).unwrap().partition([1..48]).unwrap().refine([2]).unwrap();
        finer_twice(&mut out, &t, at as i32);
        assert_eq!(out.as_slice(), by_library(copy.view(), &part.partition([at..at + 3]).unwrap()), "{at}");
    }
    // A tensor tells four spaces that it lies in, and does not say something else of the fifth.
    let error = finer_five_times::fits(&out, &t, 0).unwrap_err().to_string();
    assert!(error.contains("refined again below one tensor in a way that is not passed on"), "{error}");
}

#[kernel]
fn of_two(out: &mut Tensor<[i32]>, a: &Tensor<[i32]>, b: &Tensor<[i32]>) {
    region(out, a.refine([2]).to_block(), b.refine([2])[[1..2]]);
}

#[kernel]
fn of_two_here(out: &mut Tensor<[i32]>, a: &Tensor<[i32]>, b: &Tensor<[i32]>) {
    let region = a.refine([2]).region_of(b.refine([2])[[1..2]]);
    out[[0]] = region.with_boundary(Boundary::Clamp)[[0]];
    out[[1]] = region.extent(0);
}

/// What a kernel refines of two parameters it refines apart, wherever they are: a location is both of its points.
#[test]
fn parameters_are_spaces_of_their_own() {
    let a = Block::from_vec(numbers::<8>().to_vec(), [8]).unwrap();
    let mut out = Block::<i32>::zeros([2]);
    for at in [0, 3] {
        let b = Block::<i32>::zeros([8]).with_origin([at]).unwrap();
        of_two(&mut out, &a, &b);
        assert_eq!(out.as_slice(), [at as i32, 2]);
        of_two_here(&mut out, &a, &b);
        assert_eq!(out.as_slice(), [at as i32, 2]);
    }
}

#[kernel]
fn alike(out: &mut Tensor<[i32; 5]>, t: &Tensor<[i32]>, x: i32) {
    let one = t.refine([2]);
    let other = t.refine([2]);
    out[[0]] = one.region_of(other[[1..2]]).extent(0);
    let one = t[[x..]].refine([2]);
    let other = t[[x..]].refine([2]);
    out[[1]] = one.region_of(other[[1..2]]).extent(0);
    let other = t[[x - 1..]][[1..]].refine([2]);
    out[[2]] = one.region_of(other[[1..2]]).extent(0);
    let mut passed = Block::<[i32; 2]>::stack();
    region(passed, t.refine([2]).to_block(), t.refine([2])[[1..2]]);
    out[[3]] = passed[[1]];
    region(passed, one.to_block(), other[[1..2]]);
    out[[4]] = passed[[1]];
}

/// Views of one tensor that the same operations made are in one space, and others are not, though they are in one place.
#[test]
fn views_made_alike_are_one() {
    let t = Block::from_vec(numbers::<8>().to_vec(), [8]).unwrap();
    let mut out = Block::<[i32; 5]>::stack();
    alike(&mut out, &t, 2);
    assert_eq!(out.as_slice(), [1, 1, 2, 1, 2]);
    let one = t.view().refine([2]).unwrap();
    assert_eq!(by_library(one.clone(), &one.partition([1..2]).unwrap())[1], 1);
    let one = t.view().partition([2..8]).unwrap().refine([2]).unwrap();
    let other = t.view().partition([1..8]).unwrap().partition([1..7]).unwrap().refine([2]).unwrap();
    assert_eq!(by_library(one, &other.partition([1..2]).unwrap())[1], 2);
}

#[kernel]
fn shifted(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    let copy = t.refine([2]).to_block();
    region(out, copy, copy[[1..]].coarsen([2])[[0..1]]);
}

#[kernel]
fn shifted_view(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    let fine = t.refine([2]);
    region(out, fine, fine[[1..]].coarsen([2])[[1..2]]);
}

/// Points that have an element each, and begin within the location of that, are passed on as what they are.
#[test]
fn points_that_begin_within_others_are_passed_on() {
    let t = Block::from_vec(numbers::<8>().to_vec(), [8]).unwrap();
    let mut out = Block::<i32>::zeros([2]);
    let fine = t.view().refine([2]).unwrap();
    let pairs = fine.clone().partition([1..16]).unwrap().coarsen([2]).unwrap();
    shifted(&mut out, &t);
    assert_eq!(out.as_slice(), by_library(fine.clone(), &pairs.clone().partition([0..1]).unwrap()));
    shifted_view(&mut out, &t);
    assert_eq!(out.as_slice(), by_library(fine, &pairs.partition([1..2]).unwrap()));
}

#[kernel]
fn uneven(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    let fine = t.coarsen([2]).refine([3]);
    region(out, fine, fine[[1..2]]);
}

/// Of what was coarsened and refined again a kernel is told where it is, and not what is told apart there.
#[test]
fn what_is_not_passed_on_is_refused() {
    let t = Block::from_vec(numbers::<8>().to_vec(), [8]).unwrap();
    let error = uneven::fits(&Block::<i32>::zeros([2]), &t).unwrap_err().to_string();
    assert!(error.contains("refined again below one tensor in a way that is not passed on"), "{error}");
    let fine = t.view().coarsen([2]).unwrap().refine([3]).unwrap();
    let part = fine.clone().partition([1..2]).unwrap();
    let out = Block::<i32>::zeros([2]);
    let error = region::fits(&out, &fine.refined().unwrap(), &part.refined().unwrap()).unwrap_err();
    assert!(error.to_string().contains("in a way that is not passed on"), "{error}");
    // Where it is, is no floor of its indices: nobody else knows.
    let copy = part.block_copy().unwrap();
    let error = region::fits(&out, &t, &copy).unwrap_err().to_string();
    assert!(error.contains("have no common step"), "{error}");
}

pub fn below(random: &mut Random, limit: usize) -> usize {
    random.next() as usize % limit
}

/// One more operation on a view.
fn drawn<'a>(random: &mut Random, view: View<'a, i32, 1>) -> Result<View<'a, i32, 1>, ViewError> {
    match below(random, 5) {
        0 => view.refine([2]),
        1 => view.refine([3]),
        2 => view.coarsen([2]),
        _ => {
            let first = below(random, 5) as isize - 1;
            let len = 1 + below(random, 6) as isize;
            view.partition([first..first + len])
        }
    }
}

/// Blocks that are copies of views, one below another or beside it.
#[test]
fn random_copies_are_related_as_by_the_library() {
    let mut random = Random(7);
    let mut out = Block::<i32>::zeros([2]);
    let (mut ran, mut deep, mut uneven) = (0, 0, 0);
    // Miri takes a thousand times as long.
    let cases = if cfg!(miri) { 60 } else { 4000 };
    for case in 0..cases {
        let fine = 1 + below(&mut random, 3);
        let block = Block::<i32>::zeros([12]).with_refinement([fine]).unwrap();
        let mut drawn = |view: View<'_, i32, 1>, most: usize| {
            let count = below(&mut random, most + 1);
            (0..count).try_fold(view, |view, _| drawn(&mut random, view))?.block_copy()
        };
        let Ok(shared) = drawn(block.view(), 3) else { continue };
        let (Ok(mut of), Ok(by)) = (drawn(shared.view(), 3), drawn(shared.view(), 4)) else { continue };
        for (at, element) in of.as_mut_slice().iter_mut().enumerate() {
            *element = at as i32;
        }
        match region::fits(&out, &of, &by) {
            Ok(()) => {
                region(&mut out, &of, &by);
                let (space, other) = (of.space(), by.space());
                assert_eq!(out.as_slice(), by_library(of.view(), &by), "{case}: {space:?} {other:?}");
                ran += 1;
            }
            Err(error) => {
                let error = error.to_string();
                let is_deep = error.contains("not passed on");
                assert!(is_deep || error.contains("no common step"), "{error}");
                *(if is_deep { &mut deep } else { &mut uneven }) += 1;
            }
        }
    }
    assert!(
        2 * ran > cases && deep * 10 < ran && uneven < ran,
        "{ran} ran, {deep} and {uneven} were refused"
    );
}
