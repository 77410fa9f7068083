//! Locality access that climbs: what a read outside of a block finds that the kernel made.

use crate::at_every_level;
use unite::library::{Boundary, Climb, View, span};
use unite::{Block, Dyn, kernel};

type Plane = Block<Dyn<Dyn<i32>>, Vec<i32>>;

fn plane(extents: [usize; 2]) -> Plane {
    let elements = (0..extents[0] * extents[1]).map(|i| (i * i * 7 % 1009) as i32).collect();
    Block::from_vec(elements, extents).unwrap()
}

/// What the library finds from a block on, whose elements are those of its place, changed by `change`.
fn climbing<R>(
    above: &View<'_, i32, 2>,
    change: impl Fn(i32) -> i32,
    then: impl FnOnce(&Climb<'_, i32, 2>) -> R,
    outermost: &View<'_, i32, 2>,
) -> R {
    let mut block = above.to_block().unwrap();
    block.as_mut_slice().iter_mut().for_each(|x| *x = change(*x));
    let view = block.view();
    let climb = view.climb(outermost).unwrap();
    then(&climb)
}

/// A block of constant extents with neighbours on all sides, at a place that is a parameter.
#[kernel]
fn around(out: &mut Tensor<[[i32; 4]; 4]>, plane: &Tensor<[[i32]]>, at: i32) {
    let block = plane[[at..at + 4, 6..10]].to_block();
    block[[!y, !x]] = 10_000 + block[[!y, !x]];
    for [y, x] in out.indices() {
        out[[y, x]] = block[[y - 1, x - 1]] + 3 * block[[y + 2, x]] - block[[y, 2 * x - 3]];
    }
}

#[test]
fn blocks_have_neighbours_where_they_were_made() {
    at_every_level(|| {
        let plane = plane([12, 16]);
        for at in 1..6i32 {
            let mut out = Block::<[[i32; 4]; 4]>::stack();
            around(&mut out, &plane, at);
            let place = plane.view().partition((span(at as isize..at as isize + 4), 6..10)).unwrap();
            climbing(
                &place,
                |x| x + 10_000,
                |block| {
                    for [y, x] in out.view().indices() {
                        let want = block.read([y - 1, x - 1]) + 3 * block.read([y + 2, x])
                            - block.read([y, 2 * x - 3]);
                        assert_eq!(out.read([y, x]), want, "at {at}: {y}, {x}");
                    }
                },
                &plane.view(),
            );
        }
    });
}

/// Only what is outside of the block has to exist in the tensor above: the rows before and after, not those between.
#[test]
fn only_what_is_outside_is_touched_above() {
    let plane = plane([12, 16]);
    let out = Block::<[[i32; 4]; 4]>::stack();
    assert!(around::fits(&out, &plane, 1).is_ok());
    let above = around::fits(&out, &plane, 0).unwrap_err().to_string();
    assert!(above.contains("axis 0 of plane"), "{above}");
    assert!(around::fits(&out, &plane, 6).is_ok());
    assert!(around::fits(&out, &plane, 7).is_err());
    assert!(std::panic::catch_unwind(|| around(&mut Block::stack(), &plane, 7)).is_err());
}

/// Extents that are known at run time only, one end in each read.
#[kernel]
fn rows(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>) {
    let block = plane[[1..out.extent(0) + 1, 2..out.extent(1) + 2]].to_block();
    block[[!y, !x]] = -block[[!y, !x]];
    out[[!y, !x]] =
        block[[!y - 1, !x]] + 2 * block[[!y + 1, !x]] + 4 * block[[!y, !x - 2]] + 8 * block[[!y, !x + 1]];
}

#[test]
fn extents_may_be_dynamic() {
    at_every_level(|| {
        for extents in [[1, 1], [3, 5], [2, 40], [7, 3]] {
            let plane = plane([extents[0] + 2, extents[1] + 3]);
            let mut out = Block::<i32>::zeros(extents);
            assert!(rows::fits(&out, &plane).is_ok());
            let [height, width] = extents.map(|e| e as isize);
            rows(&mut out, &plane);
            let place = plane.view().partition((1..height + 1, 2..width + 2)).unwrap();
            climbing(
                &place,
                |x| -x,
                |block| {
                    for [y, x] in out.view().indices() {
                        let want = block.read([y - 1, x])
                            + 2 * block.read([y + 1, x])
                            + 4 * block.read([y, x - 2])
                            + 8 * block.read([y, x + 1]);
                        assert_eq!(out.read([y, x]), want, "{extents:?}: {y}, {x}");
                    }
                },
                &plane.view(),
            );
            for [less_y, less_x] in [[1, 0], [0, 1]] {
                let smaller = self::plane([extents[0] + 2 - less_y, extents[1] + 3 - less_x]);
                assert!(rows::fits(&out, &smaller).is_err());
            }
        }
    });
}

/// Indices that are data, a corner whose two axes may both be outside, and one that is counted in twos.
#[kernel]
fn anywhere(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, shift: &Tensor<[i32]>, y0: i32) {
    let block = plane[[2..5, 3..out.extent(1) + 3]].to_block();
    block[[!y, !x]] = 1 - block[[!y, !x]];
    for [y, x] in out.indices() {
        let by = shift[[x]];
        out[[y, x]] = block[[y + by, x]]
            + 5 * block[[y - 1, x - 1]]
            + 25 * block[[y0, 2 * x - 1]]
            + block[[shift[[x]], shift[[y]]]];
    }
}

#[test]
fn indices_may_be_data() {
    let plane = plane([9, 20]);
    let shift = Block::from_vec(vec![-2, 3, 0, 1, -1, 2, -2], [7]).unwrap();
    for y0 in -2..6i32 {
        let mut out = Block::<i32>::zeros([3, 7]);
        anywhere(&mut out, &plane, &shift, y0);
        let place = plane.view().partition((2..5, 3..10)).unwrap();
        climbing(
            &place,
            |x| 1 - x,
            |block| {
                for [y, x] in out.view().indices() {
                    let by = shift.read([x]) as isize;
                    let want = block.read([y + by, x])
                        + 5 * block.read([y - 1, x - 1])
                        + 25 * block.read([y0 as isize, 2 * x - 1])
                        + block.read([by, shift.read([y]) as isize]);
                    assert_eq!(out.read([y, x]), want, "{y0}: {y}, {x}");
                }
            },
            &plane.view(),
        );
    }
    let out = || Block::<i32>::zeros([3, 7]);
    assert!(anywhere::fits(&out(), &plane, &shift, -3).is_err());
    let far = Block::from_vec(vec![-3, 3, 0, 1, -1, 2, -2], [7]).unwrap();
    assert!(std::panic::catch_unwind(|| anywhere(&mut out(), &plane, &far, 0)).is_err());
}

/// Loops of constant extents, whose variables are divided by what is no power of two.
#[kernel]
fn thirds(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, first: i32) {
    let block = row.refine([3])[[2..9]].to_block();
    let part = block[[first..first + 4]];
    out[[!x]] = part[[!x - 1]];
}

#[test]
fn constant_extents_are_asked_ahead() {
    let row = Block::from([0, 1, 2, 3, 4]);
    let mut out = Block::<i32>::zeros([4]);
    assert!(thirds::fits(&out, &row, 0).is_ok());
    thirds(&mut out, &row, 0);
    assert_eq!(out.as_slice(), [0, 0, 1, 1]);
    thirds(&mut out, &row, 7);
    assert_eq!(out.as_slice(), [2, 3, 3, 3]);
    assert!(thirds::fits(&out, &row, 20).is_err());
}

/// From a block in a block, permuted, up to the parameter.
#[kernel]
fn nested(out: &mut Tensor<[[i32; 8]; 8]>, plane: &Tensor<[[i32]]>) {
    let outer = plane[[3..7, 4..8]].to_block();
    outer[[!y, !x]] = 10_000 + outer[[!y, !x]];
    let inner = outer[[1..3, 1..3]].to_block();
    inner[[!y, !x]] = -inner[[!y, !x]];
    let p = inner.permute([1, 0]);
    out[[!y, !x]] = p[[!x - 3, !y - 3]];
}

#[test]
fn reads_climb_from_block_to_block() {
    let plane = plane([12, 12]);
    let mut out = Block::<[[i32; 8]; 8]>::stack();
    nested(&mut out, &plane);
    let mut outer = plane.view().partition((3..7, 4..8)).unwrap().to_block().unwrap();
    outer.as_mut_slice().iter_mut().for_each(|x| *x += 10_000);
    let mut inner = outer.view().partition((1..3, 1..3)).unwrap().to_block().unwrap();
    inner.as_mut_slice().iter_mut().for_each(|x| *x = -*x);
    let view = inner.view();
    let climb = view.climb(&outer.view()).unwrap().climb(&plane.view()).unwrap();
    let mut negative = 0;
    for [y, x] in out.view().indices() {
        assert_eq!(out.read([y, x]), climb.read([y - 3, x - 3]), "{y}, {x}");
        negative += usize::from(out.read([y, x]) < 0);
    }
    assert_eq!(negative, 4);
    let reach = nested::FOOTPRINT.expect("all is constant")[1];
    assert_eq!((reach.first[..2].to_vec(), reach.last[..2].to_vec()), (vec![1, 2], vec![8, 9]));
}

/// Other resolutions: a flag for four samples, asked for by samples outside; and every second sample.
#[kernel]
fn resolutions(out: &mut Tensor<[[i32; 6]; 6]>, plane: &Tensor<[[i32]]>) {
    let flags = plane[[4..8, 4..8]].coarsen([2, 2]).to_block();
    flags[[!y, !x]] = 7_000 + flags[[!y, !x]];
    let fine = flags.refine([2, 2]);
    let every = plane[[4..8, 4..8]].to_block();
    every[[!y, !x]] = -every[[!y, !x]];
    let second = every.coarsen([2, 2]);
    out[[!y, !x]] = fine[[!y - 1, !x - 1]] + 20_000 * second[[!y - 2, !x - 1]];
}

#[test]
fn coarse_blocks_climb_by_location() {
    let plane = plane([14, 16]);
    let mut out = Block::<[[i32; 6]; 6]>::stack();
    resolutions(&mut out, &plane);
    let place = plane.view().partition((4..8, 4..8)).unwrap();
    let mut flags = place.clone().coarsen([2, 2]).unwrap().to_block().unwrap();
    flags.as_mut_slice().iter_mut().for_each(|x| *x += 7_000);
    let fine = flags.view().refine([2, 2]).unwrap();
    let fine = fine.climb(&plane.view()).unwrap();
    let mut every = place.to_block().unwrap();
    every.as_mut_slice().iter_mut().for_each(|x| *x = -*x);
    let second = every.view().coarsen([2, 2]).unwrap();
    let second = second.climb(&plane.view()).unwrap();
    for [y, x] in out.view().indices() {
        let want = fine.read([y - 1, x - 1]) + 20_000 * second.read([y - 2, x - 1]);
        assert_eq!(out.read([y, x]), want, "{y}, {x}");
    }
}

/// A rule of the tensor above holds where that ends too; one of the block keeps reads in it.
#[kernel]
fn ruled(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>) {
    let block = plane.with_boundary(Boundary::Clamp)[[1..3, 1..3]].to_block();
    block[[!y, !x]] = -block[[!y, !x]];
    let own = block.with_boundary(Boundary::Clamp);
    out[[!y, !x]] = block[[!y - 3, !x - 3]] + 10_000 * own[[!y - 3, !x - 3]];
}

#[test]
fn rules_hold_where_no_block_is_left() {
    let plane = plane([4, 5]);
    let mut out = Block::<i32>::zeros([9, 10]);
    ruled(&mut out, &plane);
    let place = plane.view().partition((1..3, 1..3)).unwrap();
    let mut block = place.to_block().unwrap();
    block.as_mut_slice().iter_mut().for_each(|x| *x = -*x);
    let view = block.view();
    let climb = view.climb(&plane.view()).unwrap();
    for [y, x] in out.view().indices() {
        let at = [y - 3, x - 3];
        let want = climb.get_with(Boundary::Clamp, at).unwrap()
            + 10_000 * block.view().get_with(Boundary::Clamp, at).unwrap();
        assert_eq!(out.read([y, x]), want, "{y}, {x}");
    }
}

/// A block where a prediction is, in the reconstruction: the neighbours of the prediction are those of the block.
#[kernel]
fn between(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let block = recon[pred].block_copy();
    block[[!y, !x]] = 100 + !y;
    let above = block[[-1, 0..4]];
    for [y, x] in pred.indices() {
        pred[[y, x]] = (block[[y - 1, x]] + block[[y, x - 1]] + above[[x]]) / 3;
    }
}

#[test]
fn blocks_lie_where_another_parameter_is() {
    at_every_level(|| {
        let recon = Block::<u8>::from_vec((0..120u8).collect(), [10, 12]).unwrap();
        let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([3, 5]).unwrap();
        between(&mut pred, &recon);
        let recon_at = |y: isize, x: isize| i32::from(recon.read([3 + y, 5 + x]));
        let block = |y: isize, x: isize| if y >= 0 && x >= 0 { 100 + y as i32 } else { recon_at(y, x) };
        for [y, x] in pred.view().indices() {
            let want = (block(y - 1, x) + block(y, x - 1) + recon_at(-1, x)) / 3;
            assert_eq!(i32::from(pred.read([y, x])), want, "{y}, {x}");
        }
        for (origin, fits) in
            [([1, 1], true), ([0, 5], false), ([5, 0], false), ([6, 8], true), ([7, 8], false)]
        {
            let pred = Block::<[[u8; 4]; 4]>::stack().with_origin(origin).unwrap();
            assert_eq!(between::fits(&pred, &recon).is_ok(), fits, "{origin:?}");
        }
    });
}

/// A refined copy of means that reaches past the plane: only its first row is read above it.
#[kernel]
fn above_means(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>, at: i32) {
    let means = plane.coarsen([2, 2]).with_coarse_read(CoarseRead::Mean);
    let block = means[[1..2, 2..6]].refine([2, 2]).block_copy();
    block[[!y, !x]] = 100 * !y + !x;
    out[[!i]] = block[[!i - 1, at + !i]];
}

#[test]
fn means_are_touched_above_in_their_cases_only() {
    let plane = plane([4, 8]);
    let mut out = Block::<i32>::zeros([2]);
    assert!(above_means::fits(&out, &plane, 3).is_ok());
    above_means(&mut out, &plane, 3);
    let mean = [[0, 6], [0, 7], [1, 6], [1, 7]].map(|at| plane.read(at)).iter().sum::<i32>();
    assert_eq!(out.as_slice(), [(mean + 2).div_euclid(4), 4]);
    assert!(above_means::fits(&out, &plane, 4).is_err());
}
