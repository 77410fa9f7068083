//! Slices of tensors that are refined or coarse, as other kernels are told of them.

use crate::nested::below;
use crate::padded::Random;
use unite::library::{Boundary, Place, View, ViewError};
use unite::{Block, kernel};

/// A tensor where a slice of it is.
#[kernel]
fn shown(out: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, slice: &Tensor<[i32]>) {
    out[[!y]] = t[slice][[!y]];
}

#[kernel]
fn shown_of_passed(out: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, x: i32) {
    shown(out, t, t[[.., x]]);
}

#[kernel]
fn shown_of_copy(out: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, x: i32) {
    let mut fine = t.refine([1, 3]).to_block();
    fine[[!y, !x]] = 100 * !y + !x;
    shown(out, fine, fine[[.., x]]);
}

/// What is passed with a slice of it shows the slice, and not the first of the points that share its location.
#[test]
fn slices_show_themselves() {
    let t = Block::from_vec((0..108).collect(), [9, 12]).unwrap().with_refinement([3, 3]).unwrap();
    let plain = Block::<i32>::zeros([9, 4]);
    for x in 0..12 {
        let slice = t.view().slice(1, x).unwrap();
        let mut out = Block::<i32>::zeros([9]);
        let want: Vec<i32> = (0..9).map(|y| t.read([y, x])).collect();
        assert!(shown_of_passed::fits(&out, &t, x as i32).is_ok());
        shown_of_passed(&mut out, &t, x as i32);
        assert_eq!(out.as_slice(), want);
        shown(&mut out, &t, &slice.tensor().unwrap());
        assert_eq!(out.as_slice(), want);
        shown(&mut out, &t, &slice.to_block().unwrap());
        assert_eq!(out.as_slice(), want);
        shown_of_copy(&mut out, &plain, x as i32);
        assert_eq!(out.as_slice(), (0..9).map(|y| 100 * y + x as i32).collect::<Vec<_>>());
    }
}

/// The first point of a region, by its element, and its extents.
#[kernel]
fn region(out: &mut Tensor<[i32; 3]>, of: &Tensor<Refined<[[i32]]>>, slice: &Tensor<Refined<[i32]>>) {
    let region = of.region_of(slice);
    out[[0]] = region.with_boundary(Boundary::Clamp)[[0, 0]];
    out[[1]] = region.extent(0);
    out[[2]] = region.extent(1);
}

#[kernel]
fn region_of_passed(out: &mut Tensor<[i32; 3]>, t: &Tensor<[[i32]]>, x: i32) {
    region(out, t, t[[.., x]]);
}

#[kernel]
fn region_of_coarse(out: &mut Tensor<[i32; 3]>, t: &Tensor<[[i32]]>, x: i32) {
    region(out, t, t.coarsen([1, 2])[[.., x]]);
}

#[kernel]
fn region_of_fine(out: &mut Tensor<[i32; 3]>, t: &Tensor<[[i32]]>, x: i32) {
    let fine = t.refine([3, 3]);
    region(out, fine, fine[[.., x]]);
}

#[kernel]
fn region_of_uneven(out: &mut Tensor<[i32; 3]>, t: &Tensor<[[i32]]>, x: i32) {
    region(out, t, t.coarsen([1, 2]).refine([1, 3])[[.., x]]);
}

/// The same, by the library.
fn by_library(of: View<'_, i32, 2>, slice: &impl Place<1>) -> [i32; 3] {
    let region = of.region_of(slice).unwrap();
    let [h, w] = region.extents();
    [region.get_with(Boundary::Clamp, [0, 0]).unwrap(), h as i32, w as i32]
}

/// A region is that of the slice, which may be a part of a location, or several.
#[test]
fn regions_are_those_of_slices() {
    let t = Block::from_vec((0..108).collect(), [9, 12]).unwrap();
    let fine = t.clone().with_refinement([3, 3]).unwrap();
    let mut out = Block::<[i32; 3]>::stack();
    for x in 0..6 {
        region_of_passed(&mut out, &fine, x as i32);
        assert_eq!(out.as_slice(), by_library(fine.view(), &fine.view().slice(1, x).unwrap()));
        region_of_coarse(&mut out, &t, x as i32);
        let coarse = t.view().coarsen([1, 2]).unwrap().slice(1, x).unwrap();
        assert_eq!(out.as_slice(), by_library(t.view(), &coarse));
        assert_eq!(out.read([2]), 2);
        let copy = coarse.to_block().unwrap();
        region(&mut out, &t, &copy);
        assert_eq!(out.as_slice(), by_library(t.view(), &copy));
        // Put elsewhere, a copy is no slice any more.
        let moved = copy.with_origin([0, x]).unwrap();
        region(&mut out, &t, &moved);
        assert_eq!(out.as_slice(), [x as i32, 9, 1]);
        let finer = t.view().refine([3, 3]).unwrap();
        region_of_fine(&mut out, &t, x as i32);
        assert_eq!(out.as_slice(), by_library(finer.clone(), &finer.slice(1, x).unwrap()));
        // Which points that is nobody is told.
        let error = region_of_uneven::fits(&out, &t, x as i32).unwrap_err().to_string();
        assert!(error.contains("in a way that is not passed on"), "{error}");
    }
}

#[kernel]
fn in_slice(out: &mut Tensor<[i32; 3]>, slice: &Tensor<Refined<[i32]>>, of: &Tensor<Refined<[[i32]]>>) {
    let region = slice.region_of(of[[..1, ..1]]);
    out[[0]] = region.extent(0);
}

#[kernel]
fn first_shown(out: &mut Tensor<[i32; 3]>, of: &Tensor<Refined<[[i32]]>>, slice: &Tensor<Refined<[i32]>>) {
    out[[0]] = of[slice][[0]];
}

/// One more operation on a view.
fn drawn<'a>(random: &mut Random, view: View<'a, i32, 2>) -> Result<View<'a, i32, 2>, ViewError> {
    let by = [1 + below(random, 3), 1 + below(random, 3)];
    match below(random, 4) {
        0 => view.refine(by),
        1 => view.coarsen(by),
        _ => {
            let first = [0; 2].map(|_| below(random, 5) as isize - 1);
            let part = first.map(|first| first..first + 1 + below(random, 6) as isize);
            view.partition(part)
        }
    }
}

/// Slices of copies of views, and other such copies.
#[test]
fn random_slices_are_related_as_by_the_library() {
    let mut random = Random(11);
    let mut out = Block::<[i32; 3]>::stack();
    let (mut ran, mut inside, mut read, mut refused, mut apart) = (0, 0, 0, 0, 0);
    // Miri takes a thousand times as long.
    let cases = if cfg!(miri) { 40 } else { 4000 };
    for case in 0..cases {
        let fine = [1 + below(&mut random, 3), 1 + below(&mut random, 3)];
        let block = Block::<i32>::zeros([6, 6]).with_refinement(fine).unwrap();
        let mut view = |view: View<'_, i32, 2>, most: usize| {
            let count = below(&mut random, most + 1);
            (0..count).try_fold(view, |view, _| drawn(&mut random, view))?.block_copy()
        };
        let Ok(shared) = view(block.view(), 2) else { continue };
        let (Ok(mut of), Ok(by)) = (view(shared.view(), 2), view(shared.view(), 3)) else { continue };
        for (at, element) in of.as_mut_slice().iter_mut().enumerate() {
            *element = at as i32;
        }
        let at = below(&mut random, 7) as isize - 1;
        let Ok(slice) = by.view().slice(below(&mut random, 2), at) else { continue };
        let Ok(slice) = slice.block_copy() else { continue };
        let told = format!("{case}: {:?} {:?}", of.space(), slice.space());
        let mut check = |fits: Result<(), unite::staged::FootprintError>| match fits {
            Ok(()) => true,
            Err(error) => {
                let error = error.to_string();
                let is_row = ["not passed on", "no common step", "has data at"];
                assert!(is_row.iter().any(|row| error.contains(row)), "{told}: {error}");
                refused += usize::from(!error.contains("has data at"));
                false
            }
        };
        if check(region::fits(&out, &of, &slice)) {
            region(&mut out, &of, &slice);
            assert_eq!(out.as_slice(), by_library(of.view(), &slice), "{told}");
            ran += 1;
        }
        if check(first_shown::fits(&out, &of, &slice)) {
            first_shown(&mut out, &of, &slice);
            let want = of.view().colocate(&slice).unwrap().get([0]);
            assert_eq!(want, Ok(out.read([0])), "{told}");
            read += 1;
        }
        let point = of.view().partition([0..1, 0..1]).unwrap();
        match (slice.view().region_of(&point), in_slice::fits(&out, &slice, &of)) {
            (Ok(want), Ok(())) => {
                in_slice(&mut out, &slice, &of);
                assert_eq!(out.read([0]), want.extents()[0] as i32, "{told}");
                inside += 1;
            }
            (Err(_), Ok(())) => panic!("{told}: a kernel has what the library has not"),
            // Points that overlap share locations with what shares none with the slice.
            (Ok(_), Err(error)) => apart += usize::from(error.to_string().contains("lie apart")),
            (Err(_), Err(_)) => {}
        }
    }
    let found = format!("{ran} regions, {inside} in slices, {read} reads; {refused} refused, {apart} apart");
    println!("{found}");
    assert!(cfg!(miri) || (2 * ran > cases && 4 * read > cases && 8 * inside > cases), "{found}");
    assert!(4 * refused < cases && apart * 20 < inside, "{found}");
}
