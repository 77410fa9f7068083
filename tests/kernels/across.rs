//! Regions and coverage of two parameters: where one is in the other is known when the kernel is called.

use crate::EVERY;
use unite::library::{CoarseRead, Place, Placed, View, ViewError, span};
use unite::staged::Tensor as _;
use unite::{Block, kernel};

/// Where the part of a tensor is: extents, origins, the corners and the sum.
fn described(view: &View<'_, i32, 2>) -> [i32; 7] {
    let root: Vec<i32> = {
        let first = [vec![0, 0]].into_iter().collect();
        let points = view.space().upstream_to_root(&first);
        points.first().unwrap().iter().map(|&at| at as i32).collect()
    };
    let [h, w] = view.extents().map(|extent| extent as isize);
    let axes: Vec<i32> = view.tensor().unwrap().geometry().axes.map(|axis| root[axis]).to_vec();
    [
        h as i32,
        w as i32,
        axes[0],
        axes[1],
        view.read([0, 0]),
        view.read([h - 1, w - 1]),
        view.indices().map(|at| view.read(at)).sum(),
    ]
}

#[kernel]
fn regions(out: &mut Tensor<[i32; 7]>, a: &Tensor<[[i32]]>, b: &Tensor<[[i32]]>, x: i32) {
    let mine = a.region_of(b[[1.., x..x + 3]]);
    out[[0]] = mine.extent(0);
    out[[1]] = mine.extent(1);
    out[[2]] = mine.origin(0);
    out[[3]] = mine.origin(1);
    out[[4]] = mine[[0, 0]];
    out[[5]] = mine[[mine.extent(0) - 1, mine.extent(1) - 1]];
    let mut sum = 0;
    for [i, j] in mine.indices() {
        sum += mine[[i, j]];
    }
    out[[6]] = sum;
}

#[kernel]
fn covered(out: &mut Tensor<[i32; 7]>, a: &Tensor<[[i32]]>, s: &Tensor<[[i32]]>, y: i32, x: i32) {
    let part = a[[2.., 1..]].coverage([y, x], s);
    out[[0]] = part.extent(0);
    out[[1]] = part.extent(1);
    out[[2]] = part.origin(0);
    out[[3]] = part.origin(1);
    out[[4]] = part[[0, 0]];
    out[[5]] = part[[part.extent(0) - 1, part.extent(1) - 1]];
    let mut sum = 0;
    for [i, j] in part.indices() {
        sum += part[[i, j]];
    }
    out[[6]] = sum;
}

/// Writes what is at the locations of another tensor, in the own parameterisation.
#[kernel]
fn mark(flags: &mut Tensor<[[i32]]>, block: &Tensor<[[i32]]>) {
    let mine = flags.region_of(block);
    mine[[!y, !x]] = 1;
}

fn block(extents: [usize; 2], origin: [isize; 2], axes: [usize; 2], coarse: [usize; 2]) -> Placed<i32, 2> {
    let elements = (0..extents[0] * extents[1]).map(|i| (i * i % 97) as i32).collect();
    let block = Block::from_vec(elements, extents).unwrap();
    block.in_universe::<2>(origin, axes).unwrap().with_coarsening(coarse).unwrap()
}

/// A large tensor and others that lie in it: of the same resolution, coarser, finer, and permuted.
fn pairs() -> Vec<(Placed<i32, 2>, Placed<i32, 2>)> {
    vec![
        (block([20, 20], [0, 0], [0, 1], [1, 1]), block([5, 6], [3, 4], [0, 1], [1, 1])),
        (block([30, 30], [-2, -3], [0, 1], [1, 1]), block([5, 6], [3, 1], [0, 1], [2, 3])),
        (block([10, 9], [-3, -2], [0, 1], [4, 3]), block([6, 6], [2, 5], [0, 1], [1, 1])),
        (block([12, 12], [-6, -6], [0, 1], [3, 3]), block([5, 6], [1, 2], [0, 1], [2, 2])),
        (block([30, 30], [-2, -3], [1, 0], [1, 1]), block([4, 6], [3, 2], [0, 1], [2, 2])),
        (block([20, 20], [-4, -6], [0, 1], [2, 1]), block([5, 6], [1, 2], [1, 0], [1, 3])),
    ]
}

#[test]
fn regions_of_two_parameters() {
    for (number, (a, b)) in pairs().iter().enumerate() {
        for x in 0..3i32 {
            let mut out = Block::<[i32; 7]>::stack();
            assert!(regions::fits(&out, a, b, x).is_ok());
            regions(&mut out, a, b, x);
            let part = b.view().partition((1.., span(x as isize..x as isize + 3))).unwrap();
            let mine = a.view().region_of(&part).unwrap();
            assert_eq!(out.as_slice(), described(&mine), "pair {number} at {x}");
        }
    }
    // What lies at locations that the tensor has not is refused, and said where.
    let (a, _) = &pairs()[0];
    let far = block([5, 6], [3, 14], [0, 1], [1, 1]);
    let out = Block::<[i32; 7]>::stack();
    assert!(regions::fits(&out, a, &far, 3).is_ok());
    let error = regions::fits(&out, a, &far, 4).unwrap_err().to_string();
    assert!(error.contains("of axis 1 of a, which has data at 0..20"), "{error}");
}

#[test]
fn coverage_of_two_parameters() {
    for (number, (a, s)) in pairs().iter().enumerate() {
        for (y, x) in [(0, 0), (1, 2), (2, 1), (3, 3)] {
            let mut out = Block::<[i32; 7]>::stack();
            let of = a.view().partition((2.., 1..)).unwrap();
            let part = of.coverage([y, x], s).unwrap();
            let all_there = part.indices().all(|at| part.get(at).is_ok());
            let [y, x] = [y as i32, x as i32];
            assert_eq!(covered::fits(&out, a, s, y, x).is_ok(), all_there, "pair {number} at {y}, {x}");
            if all_there {
                covered(&mut out, a, s, y, x);
                assert_eq!(out.as_slice(), described(&part), "pair {number} at {y}, {x}");
            }
        }
    }
}

#[test]
fn coarse_flags_of_a_block_are_marked() {
    let mut flags = Block::<i32>::zeros([4, 4]).with_coarsening([16, 16]).unwrap();
    let part = Block::<i32>::zeros([12, 4]).with_origin([8, 33]).unwrap();
    mark(&mut flags, &part);
    assert_eq!(flags.as_slice(), [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let outside = Block::<i32>::zeros([12, 4]).with_origin([8, 61]).unwrap();
    assert!(mark::fits(&flags, &outside).is_err());
}

/// Slices of one universe: a row has no location in another row.
#[kernel]
fn in_row(row: &Tensor<[i32]>, other: &Tensor<[i32]>) -> i32 {
    row.region_of(other).extent(0)
}

#[test]
fn tensors_without_a_common_location_are_refused() {
    let row = |y| Block::<i32>::zeros([8]).in_universe::<2>([y, 2], [1]).unwrap();
    let column = Block::<i32>::zeros([8]).in_universe::<2>([0, 3], [0]).unwrap();
    assert_eq!(in_row(&row(1), &row(1)), 8);
    assert!(in_row::fits(&row(1), &row(2)).is_err());
    let error = in_row::fits(&row(1), &row(2)).unwrap_err().to_string();
    assert_eq!(
        error,
        "kernel in_row asks where another tensor is in row, and they lie apart on axis 0 of the universe"
    );
    // They cross.
    assert_eq!(in_row(&row(1), &column), 1);
    assert!(in_row::fits(&row(8), &column).is_err());
    assert!(std::panic::catch_unwind(|| in_row(&row(1), &row(2))).is_err());
    let flat = Block::<i32>::zeros([8]);
    assert!(in_row::fits(&row(1), &flat).is_err());
}

/// Where part of a block is in a row, which is a parameter, or a line of a frame.
#[kernel]
fn along_a_row(out: &mut Tensor<[i32; 3]>, row: &Tensor<[i32]>, block: &Tensor<[[i32]]>, y: i32) {
    let mine = row.region_of(block[[y..y + 2, 1..]]);
    out[[0]] = mine.extent(0);
    out[[1]] = mine.origin(0);
    out[[2]] = mine[[0]];
}

#[kernel]
fn along_a_line(
    out: &mut Tensor<[i32; 3]>,
    frame: &Tensor<[[i32]]>,
    block: &Tensor<[[i32]]>,
    line: i32,
    y: i32,
) {
    let mine = frame[[line, ..]].region_of(block[[y..y + 2, 1..]]);
    out[[0]] = mine.extent(0);
    out[[1]] = mine.origin(0);
    out[[2]] = mine[[0]];
}

#[kernel]
fn covered_in_a_row(out: &mut Tensor<[i32; 3]>, row: &Tensor<[i32]>, seen: &Tensor<[[i32]]>, x: i32) {
    let mine = row.coverage([x], seen);
    out[[0]] = mine.extent(0);
    out[[1]] = mine.origin(0);
    out[[2]] = mine[[0]];
}

/// In a loop, line after line: only those that the block has are asked for.
#[kernel]
fn line_by_line(sum: &mut Tensor<[i32; 1]>, frame: &Tensor<[[i32]]>, block: &Tensor<[[i32]]>, end: i32) {
    for y in 2..end {
        let mine = frame[[y, ..]].region_of(block);
        for [x] in mine.indices() {
            sum[[0]] += mine[[x]];
        }
    }
}

#[test]
fn regions_along_fewer_axes() {
    let described = |row: View<'_, i32, 1>, part: &View<'_, i32, 2>| {
        let mine = row.region_of(part).ok()?;
        let place = mine.space().upstream_to_root(&[vec![0]].into_iter().collect());
        let first = place.first()?.to_vec();
        Some([mine.extents()[0] as i32, first[1] as i32, mine.get([0]).ok()?])
    };
    for (frame, block) in &pairs()[..4] {
        for y in -1..4isize {
            let part = block.view().partition((span(y..y + 2), 1..)).unwrap();
            for line in (-3..26isize).step_by(EVERY) {
                let want = described(frame.view().slice(0, line).unwrap(), &part);
                let mut out = Block::<[i32; 3]>::stack();
                let [line, y] = [line as i32, y as i32];
                assert_eq!(
                    along_a_line::fits(&out, frame, block, line, y).is_ok(),
                    want.is_some(),
                    "{line} {y}"
                );
                if let Some(want) = want {
                    along_a_line(&mut out, frame, block, line, y);
                    assert_eq!(out.as_slice(), want);
                }
                // A row is where it is; that of a coarse frame covers more.
                let elements = (0..30).map(|x| x * x % 89).collect();
                let row = Block::from_vec(elements, [30])
                    .unwrap()
                    .in_universe::<2>([line as isize, -2], [1])
                    .unwrap();
                let want = described(row.view(), &part);
                assert_eq!(along_a_row::fits(&out, &row, block, y).is_ok(), want.is_some(), "row {line} {y}");
                if let Some(want) = want {
                    along_a_row(&mut out, &row, block, y);
                    assert_eq!(out.as_slice(), want);
                }
            }
        }
    }
}

#[test]
fn coverage_along_fewer_axes() {
    let seen = block([3, 4], [4, 2], [0, 1], [3, 5]);
    for y in 2..15isize {
        let elements = (0..40).map(|x| x * 3).collect();
        let row = Block::from_vec(elements, [40]).unwrap().in_universe::<2>([y, -4], [1]).unwrap();
        for x in (0..30).step_by(EVERY) {
            let mut out = Block::<[i32; 3]>::stack();
            let want = row.view().coverage([x as isize], &seen).unwrap();
            let want = [Ok(want.extents()[0] as i32), want.get([0])];
            assert_eq!(covered_in_a_row::fits(&out, &row, &seen, x).is_ok(), want[1].is_ok(), "{y} {x}");
            if want[1].is_ok() {
                covered_in_a_row(&mut out, &row, &seen, x);
                assert_eq!([Ok(out.read([0])), Ok(out.read([2]))], want);
            }
        }
    }
}

#[test]
fn only_lines_that_are_asked_for_have_to_meet() {
    let frame = block([10, 10], [0, 0], [0, 1], [1, 1]);
    let part = block([3, 4], [2, 3], [0, 1], [1, 1]);
    let mut sum = Block::<[i32; 1]>::stack();
    assert!(line_by_line::fits(&sum, &frame, &part, 5).is_ok());
    line_by_line(&mut sum, &frame, &part, 5);
    let want: i32 = (2..5).flat_map(|y| (3..7).map(move |x| [y, x])).map(|at| frame.read(at)).sum();
    assert_eq!(sum.read([0]), want);
    assert!(line_by_line::fits(&sum, &frame, &part, 6).is_err());
    assert!(std::panic::catch_unwind(move || line_by_line(&mut sum, &frame, &part, 6)).is_err());
}

/// What a row shows along an axis that it does not have is somewhere only if the row is among the locations.
#[kernel]
fn through_a_row(
    out: &mut Tensor<[[i32; 2]; 2]>,
    frame: &Tensor<[[i32]]>,
    row: &Tensor<[i32]>,
    block: &Tensor<[[i32]]>,
) {
    let seen = row[block];
    let again = seen[[..2, ..2]];
    let there = frame[again];
    out[[!y, !x]] = there[[!y, !x]];
}

#[test]
fn what_is_shown_along_other_axes_is_somewhere_or_not() {
    let frame = block([10, 10], [0, 0], [0, 1], [1, 1]);
    let row = |y| Block::<i32>::zeros([8]).in_universe::<2>([y, 0], [1]).unwrap();
    let part = block([3, 4], [2, 3], [0, 1], [1, 1]);
    let mut out = Block::<[[i32; 2]; 2]>::stack();
    for y in 0..8 {
        assert_eq!(through_a_row::fits(&out, &frame, &row(y), &part).is_ok(), (2..5).contains(&y), "{y}");
    }
    through_a_row(&mut out, &frame, &row(4), &part);
    assert_eq!(out.as_slice(), [[2, 3], [2, 4], [3, 3], [3, 4]].map(|at| frame.read(at)));
    assert!(std::panic::catch_unwind(move || through_a_row(&mut out, &frame, &row(1), &part)).is_err());
}

/// A row where a block is, whose first axis it does not have.
#[kernel]
fn row_in_block(out: &mut Tensor<[[i32]]>, row: &Tensor<[i32]>, block: &Tensor<[[i32]]>) {
    out[[!y, !x]] = row[block][[!y, !x]];
}

#[kernel]
fn row_or_rule(out: &mut Tensor<[[i32]]>, row: &Tensor<[i32]>, block: &Tensor<[[i32]]>) {
    let seen = row[block].with_boundary(Boundary::Constant(-1));
    out[[!y, !x]] = seen[[!y, !x]];
}

/// The library shows nothing along an axis that the destination does not have. A kernel has its elements where locations agree,
/// elsewhere what a rule says, and without one does not run.
#[test]
fn sources_along_more_axes_are_a_projection() {
    let row = Block::from_vec((0..8).collect(), [8]).unwrap().in_universe::<2>([3, 0], [1]).unwrap();
    for (first, height) in [(2, 3), (3, 1), (1, 3), (3, 2)] {
        let part = block([height, 4], [first, 2], [0, 1], [1, 1]);
        assert_eq!(row.view().colocate(&part).unwrap_err(), ViewError::Projection { axis: 0 });
        let mut out = Block::<i32>::zeros([height, 4]);
        let is_there = |y: usize| first + y as isize == 3;
        row_or_rule(&mut out, &row, &part);
        let want = |y, x: i32| if is_there(y) { x + 2 } else { -1 };
        let want: Vec<i32> = (0..height).flat_map(|y| (0..4).map(move |x| want(y, x))).collect();
        assert_eq!(out.as_slice(), want, "{height} rows from {first}");
        match row_in_block::fits(&out, &row, &part) {
            Ok(()) => {
                assert_eq!(height, 1);
                out.as_mut_slice().fill(0);
                row_in_block(&mut out, &row, &part);
                assert_eq!(out.as_slice(), want);
            }
            Err(error) => {
                assert!(height > 1 && error.to_string().contains("axis 0"), "{error}");
                let call = || row_in_block(&mut out.clone(), &row, &part);
                assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err());
            }
        }
    }
}

#[kernel]
fn asks(at: &mut Tensor<[i32; 1]>, shown: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    at[[0]] = row.region_of(shown).origin(0);
}

#[kernel]
fn reads(at: &mut Tensor<[i32; 1]>, shown: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    at[[0]] = row[shown][[1]];
}

/// Whether a row is where another one is, it is for the kernel that is called to find out.
#[kernel]
fn asks_of_shown(at: &mut Tensor<[i32; 1]>, one: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    let shown = one[row];
    asks(at, shown[[(1..).step_by(2)]], row);
}

#[kernel]
fn reads_where_shown(at: &mut Tensor<[i32; 1]>, one: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    let shown = one[row];
    reads(at, shown[[2..]], row);
}

#[kernel]
fn asks_of_a_slice(at: &mut Tensor<[i32; 1]>, one: &Tensor<[[i32]]>, other: &Tensor<[[i32]]>) {
    let shown = one[other];
    asks(at, shown[[1, ..]], other[[1, ..]]);
}

#[test]
fn what_is_nowhere_stays_so_in_other_kernels() {
    let row = |y| Block::from_vec((0..8).collect(), [8]).unwrap().in_universe::<2>([y, 2], [1]).unwrap();
    let mut at = Block::<[i32; 1]>::stack();
    asks_of_shown(&mut at, &row(1), &row(1));
    assert_eq!(at.read([0]), 3);
    reads_where_shown(&mut at, &row(1), &row(1));
    assert_eq!(at.read([0]), 3);
    for fits in [asks_of_shown::fits(&at, &row(0), &row(1)), reads_where_shown::fits(&at, &row(0), &row(1))] {
        assert!(fits.is_err());
    }
    let plane = |z| Block::<i32>::zeros([4, 4]).in_universe::<3>([z, 0, 3], [1, 2]).unwrap();
    asks_of_a_slice(&mut at, &plane(1), &plane(1));
    assert_eq!(at.read([0]), 3);
    assert!(asks_of_a_slice::fits(&at, &plane(0), &plane(1)).is_err());
    assert!(std::panic::catch_unwind(move || asks_of_shown(&mut at, &row(0), &row(1))).is_err());
}

#[kernel]
fn asks_of_a_copy(at: &mut Tensor<[i32; 1]>, one: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    let copy = one[row].block_copy();
    asks(at, copy[[(1..).step_by(2)]], row);
}

#[kernel]
fn reads_where_copied(at: &mut Tensor<[i32; 1]>, one: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    let copy = one[row].block_copy();
    reads(at, copy[[2..]], row);
}

#[kernel]
fn reads_of_a_copy(at: &mut Tensor<[i32; 1]>, one: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    let finer = one.refine([1])[row].refine([2])[[2..]].block_copy();
    reads(at, row, finer);
}

#[kernel]
fn reads_by_a_finer_copy(at: &mut Tensor<[i32; 1]>, one: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    let finer = one[row].refine([2])[[2..]].block_copy();
    reads(at, finer[[(..).step_by(2)]], row);
}

#[kernel]
fn fills_a_copy(at: &mut Tensor<[i32; 1]>, one: &Tensor<[i32]>, row: &Tensor<[i32]>) {
    let copy = one[row].block_copy();
    copy[[!i]] = 7 * !i;
    second(at, copy);
}

#[kernel]
fn second(at: &mut Tensor<[i32; 1]>, of: &Tensor<[i32]>) {
    at[[0]] = of[[1]];
}

/// A copy of what is nowhere has elements, and is nowhere; made by a kernel or before.
#[test]
fn copies_of_what_is_nowhere_are_nowhere() {
    let row = |y| Block::from_vec((0..8).collect(), [8]).unwrap().in_universe::<2>([y, 2], [1]).unwrap();
    let mut at = Block::<[i32; 1]>::stack();
    let all = [
        (asks_of_a_copy::fits(&at, &row(1), &row(1)), asks_of_a_copy::fits(&at, &row(0), &row(1))),
        (reads_where_copied::fits(&at, &row(1), &row(1)), reads_where_copied::fits(&at, &row(0), &row(1))),
        (
            reads_by_a_finer_copy::fits(&at, &row(1), &row(1)),
            reads_by_a_finer_copy::fits(&at, &row(0), &row(1)),
        ),
    ];
    for (somewhere, nowhere) in all {
        assert_eq!(somewhere, Ok(()));
        assert!(nowhere.unwrap_err().to_string().contains("one of them shows a tensor where that is not"));
    }
    assert!(reads_of_a_copy::fits(&at, &row(0), &row(1)).is_err());
    reads_where_copied(&mut at, &row(1), &row(1));
    assert_eq!(at.read([0]), 3);
    reads_by_a_finer_copy(&mut at, &row(1), &row(1));
    assert_eq!(at.read([0]), 2);
    fills_a_copy(&mut at, &row(0), &row(1));
    assert_eq!(at.read([0]), 7);

    let (one, other) = (row(0), row(1));
    let nowhere = one.view().colocate(&other).unwrap();
    let copy = nowhere.block_copy().unwrap();
    second(&mut at, &copy);
    assert_eq!(at.read([0]), 0);
    assert!(reads::fits(&at, &copy, &other).is_err());
    assert!(reads::fits(&at, &nowhere.tensor().unwrap(), &other).is_err());
    let placed = copy.with_origin([1, 2]).unwrap();
    assert!(reads::fits(&at, &placed, &other).is_ok());
}

#[kernel]
fn of_blocks(out: &mut Tensor<[i32; 12]>, t: &Tensor<[[i32]]>, y: i32) {
    let own = Block::<[[i32; 6]; 4]>::stack().with_origin([y, 3]);
    own[[!i, !j]] = 10 * !i + !j;
    let part = t.region_of(own[[1..3, ..]]);
    out[[0]] = part.extent(0);
    out[[1]] = part.extent(1);
    out[[2]] = part.origin(0);
    out[[3]] = part[[0, 0]];
    let mine = own.region_of(t[[1..2, ..]]);
    out[[4]] = mine.extent(0);
    out[[5]] = mine.extent(1);
    out[[6]] = mine[[0, 1]];
    let covered = t.coverage([1, 1], own);
    out[[7]] = covered.extent(0);
    out[[8]] = covered.origin(1);
    let other = Block::<[[i32; 2]; 2]>::stack().with_origin([y + 1, 5]);
    out[[9]] = own.region_of(other)[[1, 1]];
    out[[10]] = t.with_coarse_read(CoarseRead::Max)[own][[1, 1]];
    out[[11]] = own.with_coarse_read(CoarseRead::Max)[t][[1, 1]];
}

/// Blocks that a kernel makes lie in the universe, at their origins: they have regions and coverage like all that does.
#[test]
fn blocks_of_kernels_are_related() {
    let numbers = Block::from_vec((0..60).collect::<Vec<i32>>(), [6, 10]).unwrap();
    let placed = |steps| {
        numbers.clone().with_coarsening(steps).unwrap().with_origin([4 - 2 * steps[0] as isize, 2]).unwrap()
    };
    for (t, y) in [(placed([1, 1]), 3), (placed([2, 2]), 0), (placed([2, 3]), 1)] {
        let mut out = Block::<[i32; 12]>::stack();
        of_blocks::fits(&out, &t, y).unwrap();
        of_blocks(&mut out, &t, y);
        let mut own = Block::<i32>::zeros([4, 6]).with_origin([y as isize, 3]).unwrap();
        own.indices().for_each(|[i, j]| own.write([i, j], (10 * i + j) as i32));
        let other = Block::<i32>::zeros([2, 2]).with_origin([y as isize + 1, 5]).unwrap();
        let part = t.view().region_of(&own.view().partition((1..3, ..)).unwrap()).unwrap();
        let mine = own.view().region_of(&t.view().partition((1..2, ..)).unwrap()).unwrap();
        let covered = t.view().coverage([1, 1], &own).unwrap();
        let all = own.view().colocate(&t).unwrap();
        let part_is = described(&part);
        let expected = [
            part_is[0],
            part_is[1],
            part_is[2],
            part_is[4],
            mine.extents()[0] as i32,
            mine.extents()[1] as i32,
            mine.read([0, 1]),
            described(&covered)[0],
            described(&covered)[3],
            own.view().region_of(&other).unwrap().read([1, 1]),
            t.view().colocate(&own).unwrap().get_coarse(CoarseRead::Max, [1, 1]).unwrap(),
            all.get_coarse(CoarseRead::Max, [1, 1]).unwrap(),
        ];
        assert_eq!(out.as_slice(), expected, "{y}");
    }
    let cube = Block::<i32>::zeros([2, 2]).in_universe::<3>([0, 0, 0], [0, 1]).unwrap();
    let error = of_blocks::fits(&Block::stack(), &cube, 0).unwrap_err().to_string();
    assert!(error.contains("another universe: theirs have ranks"), "{error}");
}
