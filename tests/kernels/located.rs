//! Tensors that are made, placed and found again inside a kernel; and parts whose bounds are computed on the way.

// A partition of one axis.
#![allow(clippy::single_range_in_vec_init)]

use std::cell::Cell;

use unite::{Block, kernel};

fn counted(calls: &Cell<usize>, value: usize) -> usize {
    calls.set(calls.get() + 1);
    value
}

#[kernel]
fn parts_by_call(out: &mut Tensor<[i32]>, calls: &Cell<usize>) {
    let part = out[[counted(calls, 2)..]];
    for i in 0..3 {
        part[[i]] = 1;
    }
    out[[counted(calls, 6)..counted(calls, 8)]][[!i]] = 5;
    fill(&mut out[[counted(calls, 8)..]], 7);
    for [i] in out[[counted(calls, 0)..2]].indices() {
        out[[i]] = 9;
    }
    let n = out[[counted(calls, 3)..]].extent(0);
    out[[0]] = n;
}

#[kernel]
fn fill(out: &mut Tensor<[i32]>, value: i32) {
    out[[!i]] = value;
}

#[kernel]
fn block_by_call(out: &mut Tensor<[i32]>, calls: &Cell<usize>) {
    let tmp = Block::<i32>::zeros([counted(calls, 2), 3]);
    tmp[[!y, !x]] = 10 * !y + !x;
    out[[!i]] = tmp[[1, !i]] + tmp.extent(0);
}

#[kernel]
fn placed(out: &mut Tensor<[[i32]]>, y0: i32, x0: usize) {
    let tmp = Block::<[[i32; 2]; 2]>::stack().with_origin([y0, x0]);
    tmp[[!y, !x]] = 1 + !y + !x;
    let here = out[tmp];
    here[[!y, !x]] = tmp[[!y, !x]];
    here[[-1, -1]] = 100 + tmp.origin(0) + tmp.origin(1);
    out[tmp][[!y, 2]] = 50;
}

#[kernel]
fn blocks_of_a_frame(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>) {
    for by in 0..out.extent(0) / 2 {
        for bx in 0..out.extent(1) / 2 {
            let block = out[[2 * by..2 * by + 2, 2 * bx..2 * bx + 2]];
            let p = plane[block];
            block[[!y, !x]] = p[[!y, !x]] + p[[1 - !y, 1 - !x]];
        }
    }
}

#[kernel]
fn flags_of_blocks(out: &mut Tensor<[[i32]]>) {
    let flags = out.coarsen([2, 2]).block_copy();
    for [y, x] in flags.indices() {
        flags[[y, x]] = 10 * y + x;
    }
    for y in 0..4 {
        for x in 0..4 {
            let pixel = out[[y..y + 1, x..x + 1]];
            out[[y, x]] = flags[[y / 2, x / 2]] + pixel.origin(0) - y;
        }
    }
}

#[kernel]
fn neighbours_of_copies(out: &mut Tensor<[i32; 6]>, row: &Tensor<[i32]>) {
    let part = row[[2..8]];
    let copy = part.to_block();
    out[[!i]] = copy[[!i]];
    let right = row[copy];
    out[[5]] = right[[6]];
    out[[0]] = right[[-2]];
}

#[kernel]
fn fixed_by_parameter(out: &mut Tensor<[i32; 3]>, planes: &Tensor<[[[i32]]]>, plane: u8, y: i64) {
    let row = planes[[plane, y, ..]];
    out[[!i]] = row[[!i]];
    let column = planes[[plane, .., 0]];
    out[[2]] = column[[y - 1]];
}

#[test]
fn parts_are_evaluated_once() {
    let mut out = Block::<i32>::zeros([10]);
    let calls = Cell::new(0);
    parts_by_call(&mut out, &calls);
    assert_eq!(out.as_slice(), [7, 9, 1, 1, 1, 0, 5, 5, 7, 7]);
    assert_eq!(calls.get(), 6);
    let mut out = Block::<i32>::zeros([3]);
    block_by_call(&mut out, &calls);
    assert_eq!(out.as_slice(), [12, 13, 14]);
    assert_eq!(calls.get(), 7);
}

#[test]
fn blocks_are_found_where_they_are() {
    let mut out = Block::<i32>::zeros([4, 5]);
    placed(&mut out, 2, 1);
    assert_eq!(out.as_slice(), [0, 0, 0, 0, 0, 103, 0, 0, 0, 0, 0, 1, 2, 50, 0, 0, 2, 3, 50, 0]);
    assert!(std::panic::catch_unwind(|| placed(&mut Block::<i32>::zeros([4, 5]), 0, 1)).is_err());
    assert!(std::panic::catch_unwind(|| placed(&mut Block::<i32>::zeros([4, 5]), 3, 1)).is_err());
}

#[test]
fn blocks_of_frames() {
    let plane = Block::<i32>::from_vec((0..24).collect(), [4, 6]).unwrap();
    let mut out = Block::<i32>::zeros([4, 6]);
    blocks_of_a_frame(&mut out, &plane);
    for [y, x] in plane.view().indices() {
        let mirrored = plane.read([(y / 2) * 2 + 1 - y % 2, (x / 2) * 2 + 1 - x % 2]);
        assert_eq!(out.read([y, x]), plane.read([y, x]) + mirrored);
    }
    assert!(blocks_of_a_frame::fits(&Block::<i32>::zeros([4, 8]), &plane).is_err());
    assert!(blocks_of_a_frame::fits(&Block::<i32>::zeros([4, 7]), &plane).is_ok());
}

#[test]
fn coarse_copies() {
    let mut out = Block::<i32>::zeros([4, 4]);
    flags_of_blocks(&mut out);
    assert_eq!(out.as_slice(), [0, 0, 1, 1, 0, 0, 1, 1, 10, 10, 11, 11, 10, 10, 11, 11]);
    let mut out = Block::<[i32; 6]>::stack();
    let row = Block::<i32>::from_vec((0..9).collect(), [9]).unwrap();
    neighbours_of_copies(&mut out, &row);
    assert_eq!(out.as_slice(), [0, 3, 4, 5, 6, 8]);
}

#[test]
fn slices_by_parameter() {
    let planes = Block::<i32>::from_vec((0..24).collect(), [2, 4, 3]).unwrap();
    let mut out = Block::<[i32; 3]>::stack();
    fixed_by_parameter(&mut out, &planes, 1, 2);
    assert_eq!(out.as_slice(), [18, 19, 15]);
    assert!(fixed_by_parameter::fits(&out, &planes, 1, 0).is_err());
    assert!(fixed_by_parameter::fits(&out, &planes, 2, 1).is_err());
}

#[kernel]
fn invert(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 255 - out[[!y, !x]];
}

#[test]
fn views_of_the_library() {
    let mut block = Block::<u8>::zeros([4, 5]);
    let before: Vec<u8> = (0..20).collect();
    block.as_mut_slice().copy_from_slice(&before);
    invert(
        &mut block.view_mut().partition((1..3, 1..4)).unwrap().permute([1, 0]).unwrap().tensor_mut().unwrap(),
    );
    for y in 0..4 {
        for x in 0..5 {
            let inside = (1..3).contains(&y) && (1..4).contains(&x);
            let old = before[5 * y + x];
            assert_eq!(block.as_slice()[5 * y + x], if inside { 255 - old } else { old });
        }
    }
    let mut block = Block::<u8>::zeros([3, 4]);
    invert(&mut block.view_mut().coarsen([2, 2]).unwrap().tensor_mut().unwrap());
    assert_eq!(block.as_slice(), [255, 0, 255, 0, 0, 0, 0, 0, 255, 0, 255, 0]);
}

#[kernel]
fn wide_copies(out: &mut Tensor<[[i32; 4]; 4]>, samples: &Tensor<[[u8]]>) {
    let wide = samples[[2..6, 4..8]].block_copy::<i32>();
    wide[[!y, !x]] = samples[wide][[!y, !x]] * 1000;
    let there = wide[out];
    out[[!y, !x]] = there[[!y, !x]] - wide[[!y, !x]] + wide[[!y, !x]] + wide.origin(1);
}

/// A copy has the location of what it is copied of, and elements of any type.
#[test]
fn copies_of_another_element_type() {
    let samples = Block::from_vec((0..64).collect::<Vec<u8>>(), [8, 8]).unwrap();
    let mut out = Block::<[[i32; 4]; 4]>::stack().with_origin([2, 4]).unwrap();
    wide_copies(&mut out, &samples);
    for [y, x] in out.view().indices() {
        assert_eq!(out.read([y, x]), i32::from(samples.read([y + 2, x + 4])) * 1000 + 4);
    }
    let view = samples.view();
    let mut copy = view.clone().partition([2..6, 4..8]).unwrap().block_copy_of::<i32>().unwrap();
    copy.write([0, 0], 300);
    assert_eq!(view.colocate(&copy).unwrap().read([0, 0]), 20);
}

#[kernel]
fn where_refined(out: &mut Tensor<[i32]>, q: &Tensor<[i32]>) {
    out[[0]] = q[[4..8]].origin(0);
    out[[1]] = q[[1..5]].origin(0);
    out[[2]] = q.coarsen([4]).step(0);
    out[[3]] = q.coarsen([4])[[1..2]].origin(0);
    out[[4]] = q[[5..9]].permute([0]).origin(0);
}

/// Getters know that points of a parameter share locations.
#[test]
fn getters_see_refinement() {
    let q = Block::<i32>::zeros([16]).with_refinement([4]).unwrap().with_origin([100]).unwrap();
    let mut out = Block::<i32>::zeros([5]);
    where_refined(&mut out, &q);
    assert_eq!(out.as_slice(), [101, 100, 1, 101, 101]);
    let part = q.view().partition([3..16]).unwrap();
    where_refined(&mut out, &part.tensor().unwrap());
    assert_eq!(out.as_slice(), [101, 101, 1, 101, 102]);
}

#[kernel]
fn steps(out: &mut Tensor<[i32; 5]>, t: &Tensor<[i32]>) {
    let fine = t.refine([2]);
    out[[0]] = fine.step(0);
    out[[1]] = fine[[1..]].step(0);
    out[[2]] = fine.coarsen([3]).step(0);
    let block = Block::<i32>::zeros([4]).with_origin([7]);
    out[[3]] = block.refine([2])[[1..]].step(0);
    out[[4]] = block.refine([2])[[1..]].origin(0);
}

/// The step is how far index 1 lies past index 0: nowhere, where the two share a location.
#[test]
fn the_step_of_points_that_share_locations() {
    let mut out = Block::<[i32; 5]>::stack();
    steps(&mut out, &Block::<i32>::zeros([8]));
    assert_eq!(out.as_slice(), [0, 1, 1, 1, 7]);
    // Three at a location: points 1 and 2 of the refined view lie within one.
    steps(&mut out, &Block::<i32>::zeros([8]).with_refinement([3]).unwrap());
    assert_eq!(out.as_slice(), [0, 0, 0, 1, 7]);
}

#[kernel]
fn flag_of(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>, flags: &Tensor<[i32]>, b: &Tensor<[i32; 2]>) {
    let flag = flags.refine([4])[b];
    out[[0]] = frame[flag][[0]];
    out[[1]] = flag[[0]];
    out[[2]] = frame.region_of(flag).extent(0);
}

#[kernel]
fn flag_of_one(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>) {
    let b = frame[[5..7]];
    let flag = frame.coarsen([4])[b];
    out[[0]] = frame[flag][[0]];
    out[[1]] = flag[[0]];
    out[[2]] = frame.region_of(flag).extent(0);
}

/// Of three parameters or of one: a colocated view is where its source is.
#[test]
fn a_colocated_view_is_where_its_source_is() {
    let frame = Block::from_vec((0..16).collect::<Vec<i32>>(), [16]).unwrap();
    let flags = Block::from_vec((0..4).collect::<Vec<i32>>(), [4]).unwrap().with_coarsening([4]).unwrap();
    let b = Block::<[i32; 2]>::stack().with_origin([5]).unwrap();
    let mut out = Block::<i32>::zeros([3]);
    flag_of(&mut out, &frame, &flags, &b);
    assert_eq!(out.as_slice(), [5, 1, 2]);
    flag_of_one(&mut out, &frame);
    assert_eq!(out.as_slice(), [5, 4, 2]);
}

#[kernel]
fn halves(out: &mut Tensor<[i32; 4]>, one: &Tensor<[i32]>, other: &Tensor<[i32]>) {
    out[[!i]] = one[other][[!i]] + 100 * one.region_of(other)[[!i]];
}

#[kernel]
fn of_samples(out: &mut Tensor<[i32; 4]>, half: &Tensor<[i32]>, samples: &Tensor<[i32]>) {
    out[[!i]] = half[samples][[!i]] + 100 * samples.refine([2])[half][[!i]];
}

/// Half samples find each other one for one where they were refined together; samples find the first of theirs.
#[test]
fn refined_parameters_are_related() {
    let half = Block::from_vec((0..16).collect::<Vec<i32>>(), [16]).unwrap().with_refinement([2]).unwrap();
    let mut out = Block::<[i32; 4]>::stack();
    let part = half.view().partition([3..7]).unwrap();
    halves(&mut out, &half, &part.tensor().unwrap());
    assert_eq!(out.as_slice(), [303, 404, 505, 606]);
    let there = half.view().colocate(&part).unwrap();
    assert_eq!([0, 1, 2, 3].map(|i| there.read([i])), [3, 4, 5, 6]);
    // A block that was refined at another place is another frame, of which only locations are known.
    let apart = Block::<i32>::zeros([8]).with_refinement([2]).unwrap().with_origin([1]).unwrap();
    let error = halves::fits(&out, &half, &apart).unwrap_err().to_string();
    assert!(error.contains("was refined apart from it"), "{error}");
    let samples = Block::from_vec((0..8).collect::<Vec<i32>>(), [8]).unwrap();
    of_samples(&mut out, &half, &samples);
    assert_eq!(out.as_slice(), [0, 2, 104, 106]);
    let error = halves::fits(&out, &samples, &half).unwrap_err().to_string();
    assert!(error.ends_with("its own are 1 apart: use one.refine(..) with 2 on that axis"), "{error}");
}

#[kernel]
fn coarse_then_fine(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, p: &Tensor<[i32]>) {
    let there = t.coarsen([2]).refine([2])[p];
    out[[!i]] = there[[!i]];
}

#[kernel]
fn fine_then_coarse(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, p: &Tensor<[i32]>) {
    let there = t.refine([4]).coarsen([2])[p];
    out[[!i]] = there[[!i]];
}

/// Views that were coarsened and refined are seen from another parameter, as far as each of their elements stands for as
/// many points.
#[test]
fn coarsened_and_refined_views_are_seen_from_others() {
    let t = Block::from_vec((0..24).collect::<Vec<i32>>(), [24]).unwrap();
    let p = Block::<i32>::zeros([9]).with_origin([3]).unwrap();
    let mut out = Block::<i32>::zeros([9]);
    coarse_then_fine(&mut out, &t, &p);
    let by_library = t.view().coarsen([2]).unwrap().refine([2]).unwrap().colocate(&p).unwrap();
    for i in 0..9 {
        assert_eq!(out.read([i]), (i as i32 + 3) / 2 * 2);
        assert_eq!(out.read([i]), by_library.read([i]));
    }
    let wide = Block::from_vec((0..24).collect::<Vec<i32>>(), [24]).unwrap().with_coarsening([2]).unwrap();
    fine_then_coarse(&mut out, &wide, &p);
    let by_library = wide.view().refine([4]).unwrap().coarsen([2]).unwrap().colocate(&p).unwrap();
    for i in 0..9 {
        assert_eq!(out.read([i]), (i as i32 + 3) / 2);
        assert_eq!(out.read([i]), by_library.read([i]));
    }
}

#[kernel]
fn three_by_two(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, p: &Tensor<[i32]>, by: i32) {
    let uneven = t.refine([3]).coarsen([2])[p];
    let late = t.refine([by])[p];
    out[[!i]] = uneven[[!i]] + 100 * late[[!i]];
}

/// Elements that stand for different numbers of points, and numbers that only the run knows: each access asks.
#[test]
fn uneven_and_late_views_are_seen_from_others() {
    let t = Block::from_vec((0..24).collect::<Vec<i32>>(), [24]).unwrap();
    let p = Block::<i32>::zeros([9]).with_origin([3]).unwrap();
    let coarse = Block::from_vec((0..8).collect::<Vec<i32>>(), [8]).unwrap().with_coarsening([4]).unwrap();
    let mut out = Block::<i32>::zeros([9]);
    for by in [1, 2, 4] {
        for t in [t.view(), coarse.view()] {
            let uneven = t.clone().refine([3]).unwrap().coarsen([2]).unwrap().colocate(&p).unwrap();
            let late = t.clone().refine([by]).unwrap().colocate(&p).unwrap();
            three_by_two::fits(&out, &t.tensor().unwrap(), &p, by as i32).unwrap();
            three_by_two(&mut out, &t.tensor().unwrap(), &p, by as i32);
            for i in 0..9 {
                assert_eq!(out.read([i]), uneven.read([i]) + 100 * late.read([i]), "{by}: {i}");
            }
        }
    }
}
