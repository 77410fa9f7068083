//! Tensors of different resolution: refined and coarsened views, and one indexed by the other.

use crate::EVERY;
use crate::at_every_level;
use unite::library::{CoarseRead, Heap, Place};
use unite::{Block, View, kernel, span};

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

/// What a tensor shows whose points may share elements.
#[kernel]
fn shown(out: &mut Tensor<[[i32]]>, view: &Tensor<Refined<[[i32]]>>) {
    out[[!y, !x]] = view[[!y, !x]];
}

#[kernel]
fn add_to(view: &mut Tensor<Refined<[[i32]]>>, by: i32) {
    view[[1, 2]] += by;
}

/// A row above, a mean, and a region: of a tensor whose points share elements, as of any other one.
#[kernel]
fn asked(view: &Tensor<Refined<[[i32]]>>, other: &Tensor<[[i32]]>) -> [i32; 4] {
    let mean = view.coarsen([2, 2]).with_coarse_read(CoarseRead::Mean);
    let region = view.region_of(other);
    [view[[-1, 0]], mean[[1, 1]], region.extent(1) as i32, view[other][[0, 0]]]
}

#[kernel]
fn passed(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    shown(out, t.refine([2, 3])[[1.., (1..).step_by(2)]]);
}

#[kernel]
fn forwarded(out: &mut Tensor<[[i32]]>, view: &Tensor<Refined<[[i32]]>>) {
    shown(out, view.permute([1, 0])[[1.., ..]]);
}

/// Refined twice, by numbers that only the run knows, with a part between.
#[kernel]
fn passed_twice(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>, f: usize, g: i32, first: i32) {
    let finer = t.refine([f, 2])[[first.., 1..]].refine([g, f]);
    shown(out, finer);
}

/// Of every so many elements, as many points as the run says.
#[kernel]
fn passed_apart(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>, f: usize, g: usize) {
    let finer = t[[.., (0..).step_by(f)]].refine([2, g]).refine([1, f]);
    shown(out, finer);
}

/// All elements of a view, by the library.
fn all(view: &View<'_, i32, 2>) -> Vec<i32> {
    view.indices().map(|at| view.read(at)).collect()
}

#[test]
fn refined_views_are_passed_to_kernels() {
    let block = || Block::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]).with_origin([4, -2]).expect("it fits");
    let t = block();
    // What kernels are given by programs, with steps, parts and axes in another order.
    let refined = t.view().refine([2, 3]).expect("a refinement");
    let part = refined.clone().partition((1.., span(1..9).step_by(2))).expect("a part");
    let turned = refined.clone().permute([1, 0]).expect("a permutation");
    let coarse = t.view().coarsen([2, 1]).expect("coarse").refine([2, 2]).expect("and finer");
    for view in [&refined, &part, &turned, &coarse] {
        let mut out = Block::<i32>::zeros(view.extents());
        shown(&mut out, &view.refined().expect("one floor an axis"));
        assert_eq!(out.as_slice(), all(view));
        // From kernel to kernel.
        let rest = view.clone().permute([1, 0]).and_then(|view| view.partition((1.., ..))).expect("a part");
        let mut out = Block::<i32>::zeros(rest.extents());
        forwarded(&mut out, &view.refined().expect("one floor an axis"));
        assert_eq!(out.as_slice(), all(&rest));
    }
    let mut out = Block::<i32>::zeros(part.extents());
    passed(&mut out, &t);
    assert_eq!(out.as_slice(), all(&part));
    // By numbers that only the run knows.
    for (f, g) in [(1, 1), (1, 3), (2, 1), (2, 3), (3, 2)] {
        for first in -2..3 {
            let finer = t.view().refine([f, 2]).and_then(|view| view.partition((first.., 1..)));
            let finer = finer.and_then(|view| view.refine([g, f])).expect("finer");
            let fits = |out: &Heap<i32, 2>| passed_twice::fits(out, &t, f, g as i32, first as i32);
            let mut out = Block::<i32>::zeros(finer.extents());
            assert_eq!(fits(&out).is_err(), first < 0, "{f} {g} {first}");
            if first >= 0 {
                passed_twice(&mut out, &t, f, g as i32, first as i32);
                assert_eq!(out.as_slice(), all(&finer), "{f} {g} {first}");
            }
        }
        let apart = t.view().partition((.., span(0..).step_by(f))).and_then(|view| view.refine([2, g]));
        let apart = apart.and_then(|view| view.refine([1, f])).expect("finer");
        let mut out = Block::<i32>::zeros(apart.extents());
        passed_apart(&mut out, &t, f, g);
        assert_eq!(out.as_slice(), all(&apart), "{f} {g}");
    }
    // Those that are not refined, too.
    let mut out = Block::<i32>::zeros([3, 3]);
    shown(&mut out, &t);
    assert_eq!(out.as_slice(), t.as_slice());
    // Writes reach what shares the element.
    let mut written = block();
    add_to(
        &mut written.view_mut().refine([2, 3]).expect("a refinement").refined_mut().expect("one floor"),
        100,
    );
    assert_eq!(written.as_slice()[..3], [101, 2, 3]);
    // Outside is outside.
    let mut large = Block::<i32>::zeros([7, 9]);
    let above = t.view().partition((-1..2, ..)).and_then(|part| part.refine([2, 3])).expect("a view");
    let error = shown::fits(&large, &above.refined().expect("one floor")).map_err(|error| error.to_string());
    assert!(error.is_err(), "{error:?}");
    let error =
        shown::fits(&large, &refined.refined().expect("one floor")).map_err(|error| error.to_string());
    let message = "kernel shown touches indices 0..=6 of axis 0 of view, which has data at 0..6 only (extent 6, located at 4)";
    assert_eq!(error, Err(message.to_string()));
    large.as_mut_slice().fill(1);
    // Where it is.
    let other = Block::<i32>::zeros([1, 2]).with_origin([5, -1]).expect("it fits");
    let lower = refined.clone().partition((2.., ..)).expect("a part");
    let cells = lower.clone().coarsen([2, 2]).expect("coarse").with_coarse_read(CoarseRead::Mean);
    let region = refined.clone().region_of(&other).expect("they meet");
    let found = asked(&lower.clone().refined().expect("one floor"), &other);
    assert_eq!(found, [lower.read([-1, 0]), cells.read([1, 1]), region.extents()[1] as i32, 5]);
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
        let flags = flags.with_origin([-16, 32]).unwrap();
        let typed = || flags.clone().coarsened::<16>().unwrap();
        let flags = flags.clone().with_coarsening([16, 16]).unwrap();
        for [y, x] in [[0, 48], [0, 52], [4, 48], [7, 77], [16, 96], [-12, 40]] {
            let block = Block::<[[u8; 4]; 4]>::stack().with_origin([y, x]).unwrap();
            let mut out = Block::<[i32; 4]>::stack();
            around(&mut out, &block, &flags);
            let there = flags.view().colocate(&block).unwrap();
            let want = [[-1, -1], [-1, 0], [0, -1], [3, 3]].map(|at| there.read(at));
            assert_eq!(out.as_slice(), want, "at {y}, {x}");
            around(&mut out, &block, &typed());
            assert_eq!(out.as_slice(), want, "by a factor of the type, at {y}, {x}");
        }
        let corner = Block::<[[u8; 4]; 4]>::stack().with_origin([-16, 40]).unwrap();
        assert_eq!(
            around::fits(&Block::stack(), &corner, &flags).unwrap_err(),
            around::fits(&Block::stack(), &corner, &typed()).unwrap_err()
        );
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

/// Writes to the points of a coarser tensor that lie in a part.
#[kernel]
fn mark(flags: &mut Tensor<[[i32]]>, part: &Tensor<[[u8]]>, value: i32) {
    let covered = flags.region_of(part);
    covered[[!y, !x]] = value;
}

#[test]
fn a_factor_of_the_type_writes_what_one_of_the_block_does() {
    at_every_level(|| {
        for (origin, extents) in [([8, 4], [8, 4]), ([9, 5], [6, 9]), ([-4, 0], [4, 4]), ([0, 3], [1, 1])] {
            let flags = || Block::<i32>::zeros([6, 7]).with_origin([-4, -8]).unwrap();
            let part = Block::<u8>::zeros(extents).with_origin(origin).unwrap();
            let (mut one, mut other) =
                (flags().with_coarsening([4, 4]).unwrap(), flags().coarsened::<4>().unwrap());
            mark(&mut one, &part, 9);
            mark(&mut other, &part, 9);
            assert_eq!(one.as_slice(), other.as_slice(), "{extents:?} at {origin:?}");
            let first = |axis: usize| origin[axis].div_euclid(4) * 4;
            let touched =
                |at: isize, axis: usize| at >= first(axis) && at < origin[axis] + extents[axis] as isize;
            for [y, x] in one.view().indices() {
                let want = touched(4 * y - 4, 0) && touched(4 * x - 8, 1);
                assert_eq!(one.read([y, x]) != 0, want, "{y} {x} of {extents:?} at {origin:?}");
            }
        }
    });
    let block = || Block::<i32>::zeros([2, 2]);
    assert!(block().coarsened::<0>().is_err());
    assert!(block().with_refinement([2, 1]).unwrap().coarsened::<3>().is_err());
    assert!(
        block()
            .with_origin([unite::library::LIMIT - 2; 2])
            .is_ok_and(|block| block.coarsened::<2>().is_err())
    );
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

/// A constant of the crate, in factors and steps.
const PAIR: usize = 2;

#[kernel]
fn by_constants<const N: usize>(out: &mut Tensor<[i32; 4]>, plane: &Tensor<[[i32]]>) {
    let three = 3;
    let halves = plane.coarsen([PAIR, three]);
    let doubled = halves.refine([N, 1])[[(1..).step_by(N), 1..]];
    out[[0]] = doubled[[0, 0]];
    out[[1]] = doubled[[1, 2]];
    out[[2]] = doubled.extent(0);
    out[[3]] = doubled.extent(1);
}

/// Every `by`-th element of means over `by` rows, of what a run-time factor leaves.
#[kernel]
fn by_parameters(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, by: usize, first: i32) {
    let means = plane.coarsen([by, 1]).with_coarse_read(CoarseRead::Mean);
    let every = means[[.., (first..).step_by(by + 1)]];
    out[[!y, !x]] = every[[!y, !x]];
}

#[kernel]
fn sum_of(out: &mut Tensor<[i32; 3]>, view: &Tensor<[[i32]]>) {
    let mut sum = 0;
    for [y, x] in view.indices() {
        sum += view[[y, x]] * (1 + x);
    }
    out[[0]] = sum;
    out[[1]] = view.extent(0);
    out[[2]] = view.step(1);
}

/// A view with a step that only the run knows has strides: it is passed on, written and seen from others.
#[kernel]
fn passes_a_step(out: &mut Tensor<[i32; 3]>, plane: &Tensor<[[i32]]>, by: u8) {
    let lattice = plane[[.., (1..).step_by(by as usize)]].coarsen([2, by as usize]);
    sum_of(out, lattice);
}

#[kernel]
fn writes_a_step(plane: &mut Tensor<[[i32]]>, mask: &Tensor<[[i32]]>, by: i32) {
    let lattice = plane.coarsen([by, by]);
    lattice[[!y, !x]] = -1 - !x;
    let seen = lattice[mask];
    seen[[0, 0]] = 7;
}

#[kernel]
fn repeats(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, by: i32) {
    out[[!x]] = row.refine([by])[[!x]] + 100 * row.refine([by]).coarsen([by])[[!x / 2]];
}

/// What is decided in the middle of a kernel.
#[kernel]
fn by_elements(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let by = row[[0]];
    let every = row[[(1..).step_by(by)]];
    out[[!x]] = every[[!x]];
}

#[test]
fn factors_may_be_known_late() {
    let plane = Block::from_vec((0..12 * 20).map(|i| i * i % 101).collect(), [12, 20]).unwrap();
    let view = || plane.view();
    let mut out = Block::<[i32; 4]>::stack();
    by_constants::<4>(&mut out, &plane);
    let want = view().coarsen([2, 3]).unwrap().refine([4, 1]).unwrap();
    let want = want.partition((span(1..).step_by(4), 1..)).unwrap();
    let extents = want.extents().map(|e| e as i32);
    assert_eq!(out.as_slice(), [want.read([0, 0]), want.read([1, 2]), extents[0], extents[1]]);

    for by in if cfg!(miri) { 2..4 } else { 1..6 } {
        for first in (0..4).step_by(EVERY) {
            let every = view().coarsen([by, 1]).unwrap();
            let every = every.partition((.., span(first as isize..).step_by(by + 1))).unwrap();
            let means = every.clone().with_coarse_read(CoarseRead::Mean);
            let want: Vec<i32> = every.indices().map(|at| means.get(at).unwrap()).collect();
            let mut out = Block::<i32>::zeros(every.extents());
            by_parameters(&mut out, &plane, by, first);
            assert_eq!(out.as_slice(), want, "{by} {first}");
            let mut larger = Block::<i32>::zeros(every.extents().map(|extent| extent + 1));
            assert!(by_parameters::fits(&larger, &plane, by, first).is_err());
            assert!(
                std::panic::catch_unwind(move || by_parameters(&mut larger, &self::plane(), by, first))
                    .is_err()
            );
        }
        let lattice = view().partition((.., span(1..).step_by(by))).unwrap().coarsen([2, by]).unwrap();
        let mut sum = Block::<[i32; 3]>::stack();
        passes_a_step(&mut sum, &plane, by as u8);
        let want = lattice.indices().map(|[y, x]| lattice.read([y, x]) * (1 + x as i32)).sum();
        assert_eq!(sum.as_slice(), [want, lattice.extents()[0] as i32, (by * by) as i32]);

        let mut written = plane.clone();
        let mask = Block::<i32>::zeros([2, 2]).with_origin([by as isize, 2 * by as isize]).unwrap();
        let mask = mask.with_coarsening([by, by]).unwrap();
        writes_a_step(&mut written, &mask, by as i32);
        for [y, x] in plane.view().indices() {
            let [j, i] = [y, x].map(|at| at / by as isize);
            let is_first = [y, x] == [j, i].map(|at| at * by as isize);
            let want = if is_first { -1 - i as i32 } else { plane.read([y, x]) };
            let want = if [j, i] == [1, 2] && is_first { 7 } else { want };
            assert_eq!(written.read([y, x]), want, "{by}: {y} {x}");
        }

        let row = Block::from_vec((3..9).collect(), [6]).unwrap();
        let mut out = Block::<i32>::zeros([6 * by.min(2)]);
        repeats(&mut out, &row, by as i32);
        let want = |x: usize| row.read([(x / by) as isize]) + 100 * row.read([(x / 2) as isize]);
        assert_eq!(out.as_slice(), (0..6 * by.min(2)).map(want).collect::<Vec<i32>>());
    }
    let row = Block::from_vec(vec![3, 4, 5, 6, 7, 8], [6]).unwrap();
    let mut out = Block::<i32>::zeros([2]);
    by_elements(&mut out, &row);
    assert_eq!(out.as_slice(), [4, 7]);

    // No factor, and no panic before it is said.
    let out = Block::<i32>::zeros([1, 1]);
    let error = by_parameters::fits(&out, &plane, 0, 0).unwrap_err().to_string();
    assert_eq!(
        error,
        "kernel by_parameters makes a view of plane with a factor of 0 on axis 0: it has to be at least 1"
    );
    let sum = Block::<[i32; 3]>::stack();
    assert!(passes_a_step::fits(&sum, &plane, 0).is_err());
    for by in [-1, i32::MIN, i32::MAX] {
        assert!(writes_a_step::fits(&plane, &plane, by).is_err() || by == i32::MAX);
    }
    let bad = Block::from_vec(vec![0, 4, 5], [3]).unwrap();
    assert!(std::panic::catch_unwind(|| by_elements(&mut Block::<i32>::zeros([2]), &bad)).is_err());
}

fn plane() -> Block<unite::Dyn<unite::Dyn<i32>>, Vec<i32>> {
    Block::from_vec((0..12 * 20).map(|i| i * i % 101).collect(), [12, 20]).unwrap()
}
