//! Points that stand for several: what is read of them, and which are written.

use unite::level::{self, Level};
use unite::library::{CoarseRead, CoarseWrite};
use unite::{Block, kernel};

#[kernel]
fn summaries(
    mean: &mut Tensor<[[u8]]>,
    least: &mut Tensor<[[u8]]>,
    greatest: &mut Tensor<[[u8]]>,
    plane: &Tensor<[[u8]]>,
) {
    let cells = plane.coarsen([2, 3]);
    mean[[!y, !x]] = cells.with_coarse_read(CoarseRead::Mean)[[!y, !x]];
    let small = cells.with_coarse_read(CoarseRead::Min);
    for [y, x] in least.indices() {
        least[[y, x]] = small[[y, x]];
    }
    greatest[[!y, !x]] = cells.permute([1, 0]).with_coarse_read(CoarseRead::Max)[[!x, !y]];
}

#[kernel]
fn spread(plane: &mut Tensor<[[u8]]>, values: &Tensor<[[u8]]>, y0: i32) {
    let cells = plane[[y0.., ..]].coarsen([3, 2]).with_coarse_write(CoarseWrite::Broadcast);
    cells[[!y, !x]] = values[[!y, !x]];
    let first = cells.with_coarse_write(CoarseWrite::First);
    first[[0, 0]] += 1;
}

fn numbers(extents: [usize; 2]) -> Block<unite::Dyn<unite::Dyn<u8>>> {
    let len = extents[0] * extents[1];
    Block::from_vec((0..len).map(|i| (i * 37 % 251) as u8).collect(), extents).unwrap()
}

#[test]
fn reads_of_several_points() {
    for level in Level::available() {
        level::limit(level);
        for extents in [[4, 6], [5, 7], [1, 1], [8, 40], [7, 29]] {
            let plane = numbers(extents);
            let cells = plane.view().coarsen([2, 3]).unwrap();
            let size = cells.extents();
            let (mut mean, mut least, mut greatest) =
                (Block::<u8>::zeros(size), Block::<u8>::zeros(size), Block::<u8>::zeros(size));
            summaries(&mut mean, &mut least, &mut greatest, &plane);
            for at in cells.indices() {
                let want = |policy| cells.get_coarse(policy, at).unwrap();
                assert_eq!(mean.read(at), want(CoarseRead::Mean), "mean at {at:?} of {extents:?}");
                assert_eq!(least.read(at), want(CoarseRead::Min), "least at {at:?}");
                assert_eq!(greatest.read(at), want(CoarseRead::Max), "greatest at {at:?}");
            }
            let more = Block::<u8>::zeros([size[0], size[1] + 1]);
            assert!(summaries::fits(&mean, &least, &more, &plane).is_err());
        }
    }
}

#[test]
fn writes_of_several_points() {
    for level in Level::available() {
        level::limit(level);
        for extents in [[6, 6], [8, 7], [4, 1], [10, 33]] {
            for y0 in [0, 1, -2] {
                let mut plane = numbers(extents);
                let mut want = numbers(extents);
                let mut rows = want.view_mut().partition((unite::span(y0..), ..)).unwrap();
                let mut cells = rows.view_mut().coarsen([3, 2]).unwrap();
                let values = numbers(cells.extents());
                for at in values.view().indices() {
                    cells.set_coarse(CoarseWrite::Broadcast, at, values.read(at)).unwrap();
                }
                if y0 < 0 {
                    // The first point of the first cell lies above the block.
                    assert!(spread::fits(&plane, &values, y0 as i32).is_err());
                    continue;
                }
                cells.set([0, 0], values.read([0, 0]) + 1).unwrap();
                spread(&mut plane, &values, y0 as i32);
                assert_eq!(plane.as_slice(), want.as_slice(), "{extents:?} from {y0}");
            }
        }
    }
}

/// Means of a block of constant extents, wherever in the picture it is.
#[kernel]
fn halved(out: &mut Tensor<[[u8; 4]; 4]>, plane: &Tensor<[[u8]]>, y: i32, x: i32) {
    let part = plane[[y..y + 8, x..x + 8]].coarsen([2, 2]).with_coarse_read(CoarseRead::Mean);
    out[[!y, !x]] = part[[!y, !x]];
}

#[test]
fn blocks_of_means() {
    for level in Level::available() {
        level::limit(level);
        let plane = numbers([13, 21]);
        for [y, x] in [[0, 0], [5, 13], [3, 2], [6, 13], [5, 14], [-1, -1]] {
            let mut out = Block::<[[u8; 4]; 4]>::stack();
            halved(&mut out, &plane, y, x);
            let part = plane.view().partition((
                unite::span(y as isize..y as isize + 8),
                unite::span(x as isize..x as isize + 8),
            ));
            let cells = part.unwrap().coarsen([2, 2]).unwrap();
            for at in cells.indices() {
                assert_eq!(out.read(at), cells.get_coarse(CoarseRead::Mean, at).unwrap(), "{y}, {x}: {at:?}");
            }
        }
        assert!(halved::fits(&Block::stack(), &plane, 7, 0).is_err());
        assert!(halved::fits(&Block::stack(), &plane, 0, -2).is_err());
    }
}

/// All extents are constants, and still it is the caller's block whose end the last cell may reach over.
#[kernel]
fn constant_cells(out: &mut Tensor<[u8; 8]>) {
    let cells = out.coarsen([3]).with_coarse_write(CoarseWrite::Broadcast);
    cells[[!i]] = 7 + !i;
}

#[test]
fn cells_of_constant_extents() {
    let mut out = Block::<[u8; 8]>::stack();
    constant_cells(&mut out);
    assert_eq!(out.as_slice(), [7, 7, 7, 8, 8, 8, 9, 9]);
    let mut longer = Block::<u8>::zeros([9]);
    constant_cells(&mut longer.view_mut().partition((0..8,)).unwrap().tensor_mut().unwrap().fixed().unwrap());
    assert_eq!(longer.as_slice(), [7, 7, 7, 8, 8, 8, 9, 9, 9]);
}

#[kernel]
fn brightened(out: &mut Tensor<[u8]>) {
    let cells = out.coarsen([3]).with_coarse_write(CoarseWrite::Broadcast).with_coarse_read(CoarseRead::Max);
    cells[[!i]] = cells[[!i]] + 1;
}

#[test]
fn sums_of_broadcasts_say_what_they_begin_with() {
    let mut out = Block::from_vec(vec![1u8, 5, 2, 9, 4, 7], [6]).unwrap();
    brightened(&mut out);
    assert_eq!(out.as_slice(), [6, 6, 6, 10, 10, 10]);
}

/// What all points of a coarser tensor give that lie at one of another tensor.
#[kernel]
fn means_at(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let means = plane.with_coarse_read(CoarseRead::Mean)[out];
    out[[!y, !x]] = means[[!y, !x]];
}

/// The same, said of the view; and of a part of it.
#[kernel]
fn means_seen(
    out: &mut Tensor<[[u8]]>,
    most: &mut Tensor<[[u8]]>,
    plane: &mut Tensor<[[u8]]>,
    cells: &Tensor<[[u8]]>,
) {
    let means = plane[out].with_coarse_read(CoarseRead::Mean);
    out[[!y, !x]] = means[[!y, !x]];
    let part = plane[cells][[1.., ..]].coarsen([1, 2]);
    most[[!y, !x]] = part.with_coarse_read(CoarseRead::Max)[[!y, !x]];
    let all = plane[cells].with_coarse_write(CoarseWrite::Broadcast);
    all[[3, 1]] = 7;
}

#[test]
fn policies_hold_of_what_is_seen_where_other_parameters_are() {
    let mut plane = numbers([8, 12]);
    let mut out = Block::<u8>::zeros([3, 4]).with_coarsening([2, 3]).unwrap().with_origin([2, 0]).unwrap();
    let cells = numbers([4, 4]).with_coarsening([2, 3]).unwrap();
    let (mut expected, mut most) = (out.clone(), Block::<u8>::zeros([3, 2]));
    means_at(&mut expected, &plane);
    let there = plane.view().colocate(&cells).unwrap().partition((1.., ..)).unwrap().coarsen([1, 2]).unwrap();
    let maxima: Vec<u8> = there.indices().map(|at| there.get_coarse(CoarseRead::Max, at).unwrap()).collect();
    let mut written = plane.clone();
    for (y, x) in [(6, 3), (6, 4), (6, 5), (7, 3), (7, 4), (7, 5)] {
        written.write([y, x], 7);
    }
    means_seen::fits(&out, &most, &plane, &cells).unwrap();
    means_seen(&mut out, &mut most, &mut plane, &cells);
    assert_eq!(out.as_slice(), expected.as_slice());
    assert_eq!(most.as_slice(), maxima);
    assert_eq!(plane.as_slice(), written.as_slice());
}

#[test]
fn policies_hold_where_other_parameters_are() {
    let plane = numbers([8, 12]);
    let mut out = Block::<u8>::zeros([3, 4]).with_coarsening([2, 3]).unwrap().with_origin([2, 0]).unwrap();
    means_at(&mut out, &plane);
    for (at, value) in out.as_slice().iter().enumerate() {
        let (y, x) = ((at / 4 * 2 + 2) as isize, (at % 4 * 3) as isize);
        let points = (0..6).map(|k| u32::from(plane.read([y + k / 3, x + k % 3])));
        assert_eq!(u32::from(*value), (points.sum::<u32>() + 3) / 6, "{at}");
    }
    // Of those that lie outside nothing is taken, and there has to be one.
    let mut out = Block::<u8>::zeros([1, 1]).with_coarsening([4, 4]).unwrap().with_origin([6, 10]).unwrap();
    means_at(&mut out, &plane);
    let points = [[6, 10], [6, 11], [7, 10], [7, 11]].map(|at| u32::from(plane.read(at)));
    assert_eq!(u32::from(out.as_slice()[0]), (points.iter().sum::<u32>() + 2) / 4);
    let out = Block::<u8>::zeros([1, 1]).with_origin([8, 0]).unwrap();
    assert!(means_at::fits(&out, &plane).is_err());
}
