//! Tensors of different resolution: refined and coarsened views, and one indexed by the other.

use unite::level::{self, Level};
use unite::library::Place;
use unite::{Block, kernel, span};

/// Runs a test at every level of the machine.
fn at_every_level(test: impl Fn()) {
    for level in Level::available() {
        level::limit(level);
        test();
    }
}

fn numbers(extents: [usize; 2]) -> Vec<i32> {
    (0..(extents[0] * extents[1]) as i32).map(|i| i * 7 % 101).collect()
}

#[kernel]
fn nearest(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>) {
    let fine = plane.refine([2, 3]);
    out[[!y, !x]] = fine[[!y - 3, !x - 4]];
}

#[kernel]
fn round_trip(out: &mut Tensor<[[i32]]>) {
    let same = out.refine([4, 4]).coarsen([4, 4]);
    let cells = out.coarsen([2, 2]).refine([2, 2]);
    for [y, x] in out.indices() {
        same[[y, x]] += 1000 * cells[[y, x]];
    }
}

#[kernel]
fn extents(out: &mut Tensor<[i32; 8]>, plane: &Tensor<[[i32]]>) {
    let fine = plane[[1.., 2..5]].refine([3, 2]);
    out[[0]] = fine.extent(0);
    out[[1]] = fine.extent(1);
    out[[2]] = fine.coarsen([2, 4]).extent(0);
    out[[3]] = fine.coarsen([2, 4]).extent(1);
    out[[4]] = fine.origin(0);
    out[[5]] = fine[[4.., 3..]].origin(0);
    out[[6]] = fine[[4.., 3..]].origin(1);
    out[[7]] = plane.coarsen([2, 4]).step(1);
}

#[test]
fn refined_views_repeat_their_points() {
    at_every_level(|| {
        let plane = Block::<i32>::from_vec(numbers([5, 6]), [5, 6]).unwrap();
        let library = plane.view().refine([2, 3]).unwrap();
        let mut out = Block::<i32>::zeros([8, 11]);
        let error = nearest::fits(&out, &plane).unwrap_err().to_string();
        assert!(error.contains("touches indices -2..=2 of axis 0 of plane"), "{error}");
        let frame = Block::<i32>::from_vec(numbers([9, 9]), [9, 9]).unwrap();
        let part = frame.view().partition([2..7, 2..8]).unwrap();
        nearest(&mut out, &part.tensor().unwrap());
        let fine = part.refine([2, 3]).unwrap();
        for [y, x] in out.view().indices() {
            assert_eq!(out.read([y, x]), fine.read([y - 3, x - 4]), "{y}, {x}");
        }
        assert_eq!(library.read([3, 5]), plane.read([1, 1]));
    });
}

#[test]
fn refining_and_coarsening_undo_each_other() {
    at_every_level(|| {
        let before = numbers([5, 7]);
        let mut out = Block::<i32>::from_vec(before.clone(), [5, 7]).unwrap();
        round_trip(&mut out);
        for [y, x] in out.view().indices() {
            // The first point of a cell has been written when the others are.
            let cell = (y / 2 * 2 * 7 + x / 2 * 2) as usize;
            let first = if [y % 2, x % 2] == [0, 0] { before[cell] } else { 1001 * before[cell] };
            assert_eq!(out.read([y, x]), before[(y * 7 + x) as usize] + 1000 * first);
        }
    });
}

#[test]
fn getters_of_refined_views() {
    let plane = Block::<i32>::zeros([5, 6]).with_origin([10, 20]).unwrap();
    let mut out = Block::<[i32; 8]>::stack();
    extents(&mut out, &plane);
    assert_eq!(out.as_slice(), [12, 6, 6, 2, 11, 12, 23, 4]);
}

/// One flag for each macroblock, found at every sample: the edges of a picture that its blocks make.
#[kernel]
fn flags(out: &mut Tensor<[[i32]]>, frame: &Tensor<[[u8]]>) {
    let used = frame.coarsen([4, 4]).block_copy();
    used[[!y, !x]] = 10 * !y + !x + 1;
    let used = used.refine([4, 4]);
    for [y, x] in frame.coarsen([2, 2]).indices() {
        let block = frame[[2 * y..2 * y + 2, 2 * x..2 * x + 2]];
        let here = used[block];
        out[[y, x]] = here[[0, 0]];
        if y > 0 && x > 0 {
            out[[y, x]] += 100 * here[[-1, -1]];
        }
    }
}

#[test]
fn one_flag_for_each_macroblock() {
    at_every_level(|| {
        let frame = Block::<u8>::zeros([8, 12]).with_origin([3, -5]).unwrap();
        let mut out = Block::<i32>::zeros([4, 6]);
        flags(&mut out, &frame);
        for [y, x] in out.view().indices() {
            let flag = |y: isize, x: isize| (10 * y.div_euclid(4) + x.div_euclid(4) + 1) as i32;
            let corner = if y > 0 && x > 0 { flag(2 * y - 1, 2 * x - 1) } else { 0 };
            assert_eq!(out.read([y, x]), flag(2 * y, 2 * x) + 100 * corner);
        }
    });
}

/// The flags around a block, from a tensor that the caller made.
#[kernel]
fn around(out: &mut Tensor<[i32; 4]>, block: &Tensor<[[u8; 4]; 4]>, flags: &Tensor<[[i32]]>) {
    let here = flags.refine([16, 16])[block];
    out[[0]] = here[[-1, -1]];
    out[[1]] = here[[-1, 0]];
    out[[2]] = here[[0, -1]];
    out[[3]] = here[[3, 3]];
}

#[kernel]
fn coarse(out: &mut Tensor<[[i32]]>, flags: &Tensor<[[i32]]>) {
    let here = flags.refine([4, 2])[out];
    out[[!y, !x]] = here[[!y, !x]];
}

#[test]
fn a_coarser_tensor_is_indexed_by_a_finer_one() {
    at_every_level(|| {
        let flags = Block::<i32>::from_vec((0..15).collect(), [3, 5]).unwrap();
        let flags = flags.with_origin([-16, 32]).unwrap().with_coarsening([16, 16]).unwrap();
        for [y, x] in [[0, 48], [0, 52], [4, 48], [7, 77], [16, 96], [-12, 40]] {
            let block = Block::<[[u8; 4]; 4]>::stack().with_origin([y, x]).unwrap();
            let mut out = Block::<[i32; 4]>::stack();
            around(&mut out, &block, &flags);
            let there = flags.view().colocate(&block).unwrap();
            let want = [[-1, -1], [-1, 0], [0, -1], [3, 3]].map(|at| there.read(at));
            assert_eq!(out.as_slice(), want, "at {y}, {x}");
        }
        let corner = Block::<[[u8; 4]; 4]>::stack().with_origin([-16, 40]).unwrap();
        let error = around::fits(&Block::stack(), &corner, &flags).unwrap_err().to_string();
        assert!(error.contains("of axis 0 of flags[block], which has data at 0..3 only"), "{error}");
        let fine = Block::<i32>::zeros([9, 9]);
        let error = around::fits(&Block::stack(), &corner, &fine).unwrap_err().to_string();
        assert!(error.contains("1 apart"), "{error}");
    });
}

#[test]
fn shared_points_where_factors_differ() {
    at_every_level(|| {
        let flags = Block::<i32>::from_vec((0..20).collect(), [4, 5]).unwrap();
        let flags = flags.with_origin([-3, 7]).unwrap().with_coarsening([4, 2]).unwrap();
        let mut out = Block::<i32>::zeros([7, 6]).with_origin([2, 9]).unwrap();
        coarse(&mut out, &flags);
        let there = flags.view().colocate(&out).unwrap();
        assert!(out.view().indices().all(|at| out.read(at) == there.read(at)));
        // A frame of another density is coarser or finer than what was said.
        let half = Block::<i32>::zeros([2, 2]).with_coarsening([2, 1]).unwrap();
        assert!(coarse::fits(&half, &flags).is_err());
    });
}

#[kernel]
fn regions(out: &mut Tensor<[i32; 8]>, frame: &Tensor<[[i32]]>, y: i32) {
    let blocks = frame.coarsen([4, 4]);
    let part = frame[[y..y + 6, 3..9]];
    let mine = blocks.region_of(part);
    out[[0]] = mine.origin(0);
    out[[1]] = mine.origin(1);
    out[[2]] = mine.extent(0);
    out[[3]] = mine.extent(1);
    out[[4]] = mine[[0, 0]];
    let pairs = frame.coarsen([1, 2]);
    let cell = frame.coverage([y, 5], pairs);
    out[[5]] = cell.extent(1);
    out[[6]] = cell[[0, 1]];
    out[[7]] = frame.coverage([y, 5], frame).extent(1);
}

#[test]
fn regions_and_coverage() {
    at_every_level(|| {
        let frame = Block::<i32>::from_vec(numbers([16, 12]), [16, 12]).unwrap();
        for y in 0..8i32 {
            let mut out = Block::<[i32; 8]>::stack();
            regions(&mut out, &frame, y);
            let blocks = frame.view().coarsen([4, 4]).unwrap();
            let part = frame.view().partition((span(y as isize..y as isize + 6), 3..9)).unwrap();
            let mine = blocks.region_of(&part).unwrap();
            let origin = mine.space().upstream_to_root(&[vec![0, 0]].into_iter().collect());
            let origin = origin.first().unwrap().to_vec();
            let pairs = frame.view().coarsen([1, 2]).unwrap();
            let cell = frame.view().coverage([y as isize, 5], &pairs).unwrap();
            let want = [
                origin[0] as i32,
                origin[1] as i32,
                mine.extents()[0] as i32,
                mine.extents()[1] as i32,
                mine.read([0, 0]),
                cell.extents()[1] as i32,
                cell.read([0, 1]),
                1,
            ];
            assert_eq!(out.as_slice(), want, "at {y}");
        }
    });
}
