//! A coarse tensor, seen where every so many points of a finer one are.

use unite::library::{Heap, Placed, View, span};
use unite::{Block, kernel};

/// A plane of samples, at some place, and a coarser one around it: each of its points is 2 by 2 locations.
fn planes() -> (Heap<i32, 2>, Placed<i32, 2>) {
    let fine = Block::from_vec((0..96).collect(), [8, 12]).unwrap().with_origin([3, 5]).unwrap();
    let coarse = Block::from_vec((0..100).collect(), [10, 10]).unwrap().with_coarsening([2, 2]).unwrap();
    (fine, coarse)
}

#[kernel]
fn every_second(out: &mut Tensor<[[i32]]>, coarse: &Tensor<[[i32]]>, fine: &Tensor<[[i32]]>) {
    out[[!y, !x]] = coarse[fine.coarsen([2, 2])][[!y, !x]] + 1000 * fine.coarsen([2, 2])[[!y, !x]];
}

#[kernel]
fn by_step(out: &mut Tensor<[[i32]]>, coarse: &Tensor<[[i32]]>, fine: &Tensor<[[i32]]>, from: i32, by: i32) {
    let part = fine[[(from..).step_by(by as usize), (1..).step_by(2)]];
    let there = coarse[part];
    out[[!y, !x]] = there[[!y, !x]] + 1000 * part[[!y, !x]];
}

#[kernel]
fn by_rows(out: &mut Tensor<[[i32]]>, coarse: &Tensor<[[i32]]>, fine: &Tensor<[[i32]]>) {
    for y in 0..4 {
        let row = coarse[fine.coarsen([2, 2])[[y, ..]]];
        out[[y, !x]] = row[[!x]] + 1000 * fine.coarsen([2, 2])[[y, !x]];
    }
}

/// What the library shows, as the kernels above write it.
fn shown(coarse: View<'_, i32, 2>, at: &View<'_, i32, 2>) -> Vec<i32> {
    let there = coarse.colocate(at).unwrap();
    at.indices().map(|index| there.read(index) + 1000 * at.read(index)).collect()
}

#[test]
fn coarse_tensors_have_elements_at_every_second_point() {
    let (fine, coarse) = planes();
    let mut out = Block::<i32>::zeros([4, 6]);
    let halved = fine.view().coarsen([2, 2]).unwrap();
    every_second::fits(&out, &coarse, &fine).unwrap();
    every_second(&mut out, &coarse, &fine);
    assert_eq!(out.as_slice(), shown(coarse.view(), &halved));
    by_rows(&mut out, &coarse, &fine);
    assert_eq!(out.as_slice(), shown(coarse.view(), &halved));
    // As dense a tensor is there as before, and one between.
    every_second(&mut out, &fine, &fine);
    assert_eq!(out.as_slice(), shown(fine.view(), &halved));
    // Numbers that only the run knows.
    for by in [2, 4] {
        let part = fine.view().partition((span(2..).step_by(by), span(1..).step_by(2))).unwrap();
        let mut out = Block::<i32>::zeros(part.extents());
        by_step::fits(&out, &coarse, &fine, 2, by as i32).unwrap();
        by_step(&mut out, &coarse, &fine, 2, by as i32);
        assert_eq!(out.as_slice(), shown(coarse.view(), &part));
    }
    let out = Block::<i32>::zeros([2, 6]);
    let error = by_step::fits(&out, &coarse, &fine, 2, 3).unwrap_err().to_string();
    assert!(error.contains("points are 3 apart on axis 0, while its own are 2 apart"), "{error}");
    let error = by_step::fits(&out, &coarse, &fine, 2, 0).unwrap_err().to_string();
    assert!(error.contains("with a factor of 0 on axis 0"), "{error}");
    let out = Block::<i32>::zeros([4, 6]);
    let error = every_second::fits(&out, &coarse.with_coarsening([4, 4]).unwrap(), &fine).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("2 apart on axis 0, while its own are 4 apart: use coarse.refine(..) with 2")
    );
}

#[kernel]
fn copied(out: &mut Tensor<[[i32]]>, from: &Tensor<[[i32]]>) {
    out[[!y, !x]] = from[[!y, !x]];
}

#[kernel]
fn marked(flags: &mut Tensor<[[i32]]>) {
    flags[[!y, !x]] = 7;
}

#[kernel]
fn located(out: &mut Tensor<[i32; 8]>, flags: &Tensor<[[i32]]>, frame: &Tensor<[[i32]]>) {
    out[[0]] = flags.origin(0);
    out[[1]] = flags.origin(1);
    out[[2]] = flags.step(0);
    out[[3]] = flags.step(1);
    out[[4]] = frame[flags][[0, 0]];
    out[[5]] = frame[flags][[1, 2]];
    out[[6]] = frame.region_of(flags).extent(0);
    out[[7]] = flags.extent(1);
}

#[kernel]
fn passed(
    out: &mut Tensor<[[i32]]>,
    place: &mut Tensor<[i32; 8]>,
    coarse: &mut Tensor<[[i32]]>,
    fine: &Tensor<[[i32]]>,
    frame: &Tensor<[[i32]]>,
) {
    copied(out, coarse[fine.coarsen([2, 2])]);
    located(place, coarse[fine.coarsen([2, 2])[[1.., 2..]]], frame);
    marked(coarse[fine[[2..6, 4..8]].coarsen([2, 2])]);
    coarse[fine[[.., (0..4).step_by(2)]].coarsen([2, 1])][[0, !x]] = -1;
}

/// What is seen so is written, passed on, and knows where it is.
#[test]
fn coarse_tensors_are_passed_from_every_second_point() {
    let (fine, mut coarse) = planes();
    let frame = Block::from_vec((0..400).collect::<Vec<i32>>(), [20, 20]).unwrap();
    let (mut out, mut place) = (Block::<i32>::zeros([4, 6]), Block::<[i32; 8]>::stack());
    let before = coarse.clone();
    passed::fits(&out, &place, &coarse, &fine, &frame).unwrap();
    passed(&mut out, &mut place, &mut coarse, &fine, &frame);
    let halved = fine.view().coarsen([2, 2]).unwrap();
    let there = before.view().colocate(&halved).unwrap();
    let all: Vec<i32> = there.indices().map(|at| there.read(at)).collect();
    assert_eq!(out.as_slice(), all);
    // Index 0 lies at row 3 + 2 and column 5 + 4 of the universe.
    assert_eq!(place.as_slice(), [5, 9, 2, 2, 20 * 5 + 9, 20 * 7 + 13, 6, 4]);
    let mut expected = before;
    let ours = expected.as_mut_slice();
    for (y, x) in [(2, 4), (2, 5), (3, 4), (3, 5)] {
        ours[10 * y + x] = 7;
    }
    for x in [2, 3] {
        ours[10 + x] = -1;
    }
    assert_eq!(coarse.as_slice(), expected.as_slice());
}
