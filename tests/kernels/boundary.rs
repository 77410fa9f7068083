//! Rules for what lies outside every block.

use crate::EVERY;
use unite::level::{self, Level};
use unite::library::{Boundary, span};
use unite::{Block, kernel};

fn numbers(extents: [usize; 2]) -> Vec<u8> {
    (0..extents[0] * extents[1]).map(|i| (i * 37 % 251) as u8).collect()
}

/// A kernel for each rule that leads to an element, and what calls them all, against the library.
macro_rules! rules_that_lead {
    ($($name:ident: $rule:ident;)*) => {
        $(
            #[kernel]
            fn $name(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
                let p = plane.with_boundary(Boundary::$rule);
                out[[!y, !x]] = (p[[!y - 2, !x - 3]] + p[[!y + 1, !x + 2]] + 2 * p[[!y, 4 - !x]]) >> 2;
            }
        )*

        fn lead_as_in_the_library(plane: &Block<unite::Dyn<unite::Dyn<u8>>>, size: [usize; 2]) {
            let mut out = Block::<u8>::zeros(size);
            $(
                $name(&mut out, plane);
                for at in out.view().indices().step_by(EVERY) {
                    assert_eq!(out.read(at), expected(plane, Boundary::$rule, at), "{} at {at:?}", stringify!($name));
                }
            )*
        }
    };
}

rules_that_lead! {
    clamped: Clamp;
    mirrored: Mirror;
    reflected: Reflect;
    wrapped: Wrap;
}

#[kernel]
fn constant(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, value: u8) {
    let p = plane.with_boundary(Boundary::Constant(value));
    out[[!y, !x]] = (p[[!y - 2, !x - 3]] + p[[!y + 1, !x + 2]] + 2 * p[[!y, 4 - !x]]) >> 2;
}

fn expected(plane: &Block<unite::Dyn<unite::Dyn<u8>>>, rule: Boundary<u8>, [y, x]: [isize; 2]) -> u8 {
    let p = |y, x| i32::from(plane.view().get_with(rule, [y, x]).expect("a rule gives everything"));
    ((p(y - 2, x - 3) + p(y + 1, x + 2) + 2 * p(y, 4 - x)) >> 2) as u8
}

#[test]
fn rules_are_those_of_the_library() {
    let (wide, large) = if cfg!(miri) { (20, [4, 20]) } else { (80, [12, 50]) };
    for level in Level::available() {
        level::limit(level);
        for extents in [[9, 37], [1, 1], [2, 3], [5, 2], [4, wide]] {
            let plane = Block::<u8>::from_vec(numbers(extents), extents).unwrap();
            for size in [extents, [3, 3], large] {
                lead_as_in_the_library(&plane, size);
                let mut out = Block::<u8>::zeros(size);
                constant(&mut out, &plane, 200);
                for at in out.view().indices().step_by(EVERY) {
                    assert_eq!(out.read(at), expected(&plane, Boundary::Constant(200), at), "at {at:?}");
                }
            }
        }
    }
}

/// Half samples of a block of a picture, by the six taps of H.264, wherever the block is.
#[kernel]
fn half(pred: &mut Tensor<[[u8; 8]; 8]>, picture: &Tensor<[[u8]]>) {
    let p = picture.with_boundary(Boundary::Clamp)[pred];
    for [y, x] in pred.indices() {
        let taps = p[[y, x - 2]] - 5 * p[[y, x - 1]] + 20 * p[[y, x]] + 20 * p[[y, x + 1]]
            - 5 * p[[y, x + 2]]
            + p[[y, x + 3]];
        pred[[y, x]] = ((taps + 16) >> 5).clamp(0, 255);
    }
}

#[test]
fn blocks_may_lie_anywhere() {
    let picture = Block::<u8>::from_vec(numbers([20, 24]), [20, 24]).unwrap();
    for level in Level::available() {
        level::limit(level);
        for origin in [[4, 8], [-3, -5], [15, 20], [-50, 3], [2, 60]] {
            let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin(origin).unwrap();
            half(&mut pred, &picture);
            for [y, x] in pred.view().indices().step_by(EVERY) {
                let p = |k: isize| {
                    let at = [origin[0] + y, origin[1] + x + k];
                    i32::from(picture.view().get_with(Boundary::Clamp, at).unwrap())
                };
                let taps = p(-2) - 5 * p(-1) + 20 * p(0) + 20 * p(1) - 5 * p(2) + p(3);
                assert_eq!(i32::from(pred.read([y, x])), ((taps + 16) >> 5).clamp(0, 255), "{origin:?}");
            }
        }
    }
}

#[kernel]
fn copied(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, by: i32) {
    let around = plane.with_boundary(Boundary::Constant(7))[[-1..plane.extent(0) + 1, by..by + 6]];
    let copy = around.to_block();
    let strict = plane.with_boundary(Boundary::Clamp).with_boundary(Boundary::Error);
    let block = Block::<[[i32; 2]; 2]>::stack();
    block[[!y, !x]] = 10 * !y + !x;
    let corner = block.with_boundary(Boundary::Mirror);
    for [y, x] in out.indices() {
        out[[y, x]] = copy[[y, x]] + corner[[y - 1, x + 1]];
    }
    out[[0, 0]] = strict[[0, 0]];
}

#[test]
fn copies_hold_what_the_rule_gives() {
    let plane = Block::<u8>::from_vec((0..12).map(|i| 20 * i).collect(), [3, 4]).unwrap();
    for by in -2..3 {
        let mut out = Block::<u8>::zeros([5, 6]);
        copied(&mut out, &plane, by);
        for [y, x] in out.view().indices().filter(|at| *at != [0, 0]) {
            let there = plane.view().get_with(Boundary::Constant(7), [y - 1, x + by as isize]).unwrap();
            let corner = 10 * ((y - 1).rem_euclid(2)) + (x + 1).rem_euclid(2);
            assert_eq!(out.read([y, x]), there + corner as u8);
        }
    }
}

#[test]
fn a_block_without_elements_has_no_edge() {
    let plane = Block::<u8>::zeros([4, 4]);
    let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([0, 0]).unwrap();
    half(&mut pred, &plane);
    let elsewhere = Block::<u8>::zeros([4, 4]).in_universe([0, 0, 0], [1, 2]).unwrap();
    assert!(half::fits(&pred, &elsewhere).is_err());
}

/// A rule leads to an element of the block, if it has one.
#[kernel]
fn clamped_copy(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, from: i32) {
    let copy = t[[from..6]].to_block();
    let clamped = copy.with_boundary(Boundary::Clamp);
    out[[!i]] = clamped[[2 * !i - 1]];
}

#[test]
fn blocks_that_are_empty_have_no_nearest_element() {
    let (mut out, t) = (Block::<i32>::zeros([3]), Block::from_vec((0..6).collect(), [6]).expect("six"));
    clamped_copy(&mut out, &t, 4);
    assert_eq!(out.as_slice(), [4, 5, 5]);
    for from in [6, 7] {
        assert!(clamped_copy::fits(&out, &t, from).is_err());
        let mut out = Block::<i32>::zeros([3]);
        let call = std::panic::AssertUnwindSafe(|| clamped_copy(&mut out, &t, from));
        assert!(std::panic::catch_unwind(call).is_err());
    }
}

#[kernel]
fn clamped_there(out: &mut Tensor<[u8]>, row: &Tensor<[u8]>, by: &Tensor<[u8]>) {
    let there = row.with_boundary(Boundary::Clamp)[by];
    out[[!x]] = there[[!x - 1]];
}

/// A part with a step is a block of the points that it has; of a tensor that is seen from points farther apart, the nearest point
/// may lie between those.
#[test]
fn rules_lead_to_points_that_are_there() {
    let row = Block::from([0u8, 1, 2, 3, 4, 5, 6]);
    let odd = row.view().partition([span(1..7).step_by(2)]).unwrap();
    let mut out = Block::<u8>::zeros([5]);
    clamped_there(&mut out, &odd.tensor().unwrap(), &odd.tensor().unwrap());
    assert_eq!(out.as_slice(), [1, 1, 3, 5, 5]);
    let all = odd.to_block().unwrap();
    let clamped = all.view().with_boundary(Boundary::Clamp);
    assert_eq!(out.as_slice(), [-1, 0, 1, 2, 3].map(|x| clamped.read([x])));

    let dense = Block::<u8>::zeros([7]);
    clamped_there(&mut out, &row, &dense);
    assert_eq!(out.as_slice(), [0, 0, 1, 2, 3]);
    let coarse = Block::<u8>::zeros([4]).with_coarsening([2]).unwrap();
    let error = clamped_there::fits(&out, &row, &coarse).expect_err("the nearest point lies between");
    assert!(error.to_string().contains("points are 2 apart on axis 0, while its own are 1 apart"), "{error}");
}

/// What is on the left, with a rule, beside reads without one that happen under a condition only.
#[kernel]
fn beside_branches(t: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
    let p = t.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let mut sum = p[[y, x - 1]];
        if x > 0 {
            sum += t[[y, x - 1]];
        }
        let other = if x >= 1 { t[[y, x - 1]] } else { p[[y, x - 1]] };
        out[[y, x]] = (sum + other) & 255;
    }
}

#[test]
fn a_rule_holds_beside_reads_under_conditions() {
    for width in [1, 2, 7, 16, 33] {
        let t = Block::<u8>::from_vec(numbers([3, width]), [3, width]).unwrap();
        for level in Level::available() {
            level::limit(level);
            let mut out = Block::<u8>::zeros([3, width]);
            beside_branches(&t, &mut out);
            for [y, x] in out.view().indices() {
                let times = if x > 0 { 3 } else { 2 };
                let left = i32::from(t.read([y, (x - 1).max(0)]));
                assert_eq!(
                    i32::from(out.read([y, x])),
                    (times * left) & 255,
                    "{y}, {x} of {width}, {level:?}"
                );
            }
        }
    }
}

/// A line of a plane, wherever that is, by a rule.
#[kernel]
fn clamped_line(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>) {
    let p = plane.with_boundary(Boundary::Clamp)[out];
    out[[!x]] = p[[!x - 1]];
}

#[kernel]
fn mirrored_line(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>) {
    let p = plane[out].with_boundary(Boundary::Mirror);
    out[[!x]] = p[[!x - 1]];
}

#[kernel]
fn constant_line(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>) {
    let p = plane[out].with_boundary(Boundary::Constant(-7));
    out[[!x]] = p[[!x - 1]];
}

/// Of two points each.
#[kernel]
fn shared_line(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>) {
    let p = plane.refine([2, 2])[out].with_boundary(Boundary::Mirror);
    out[[!x]] = p[[!x - 1]];
}

/// What a copy does not have is read where it was made, by the rule.
#[kernel]
fn copied_line(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>) {
    let copy = plane[out].with_boundary(Boundary::Mirror).block_copy();
    copy[[!x]] = 1000 + !x;
    out[[!x]] = copy[[!x - 1]];
}

/// A line by a rule, and without one.
#[kernel]
fn both_lines(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>) {
    let p = plane[out];
    let q = p.with_boundary(Boundary::Clamp);
    out[[!x]] = q[[!x - 1]] + p[[!x]];
}

#[test]
fn rules_lead_along_axes_that_nothing_runs_along() {
    for row in -16..16 {
        let plane = Block::<i32>::from_vec((0..30).collect(), [6, 5]).unwrap().with_origin::<2>([row, 0]);
        let plane = plane.unwrap();
        let line = |refined: usize| {
            let line = Block::<i32>::zeros([4]).in_universe::<2>([0, 1], [1]).unwrap();
            line.with_refinement([refined]).unwrap()
        };
        type Line = unite::library::Placed<i32, 1>;
        let agrees = |mut out: Line, run: &dyn Fn(&mut Line), rule, share: usize| {
            let before = out.clone();
            run(&mut out);
            let finer = plane.view().refine([share, share]).unwrap().colocate(&before.view()).unwrap();
            let expected = [-1, 0, 1, 2].map(|x| finer.get_with(rule, [x]).expect("a rule"));
            assert_eq!(out.as_slice(), expected, "{rule:?}, from row {row}");
        };
        agrees(line(1), &|out| clamped_line(out, &plane), Boundary::Clamp, 1);
        agrees(line(1), &|out| mirrored_line(out, &plane), Boundary::Mirror, 1);
        agrees(line(1), &|out| constant_line(out, &plane), Boundary::Constant(-7), 1);
        agrees(line(2), &|out| shared_line(out, &plane), Boundary::Mirror, 2);
        let mut out = line(1);
        copied_line(&mut out, &plane);
        let first = plane.view().colocate(&line(1).view()).unwrap().get_with(Boundary::Mirror, [-1]);
        assert_eq!(out.as_slice(), [first.unwrap(), 1000, 1001, 1002]);
        // Where the plane is read without a rule, too, it has to be there.
        let is_there = (-5..=0).contains(&row);
        let error = both_lines::fits(&line(1), &plane).map_err(|error| error.to_string());
        assert_eq!(error.is_ok(), is_there, "{error:?}");
    }
}

/// A generation of cells on a torus.
#[kernel]
fn generation(next: &mut Tensor<[[u8]]>, cells: &Tensor<[[u8]]>) {
    let c = cells.with_boundary(Boundary::Wrap);
    for [y, x] in next.indices() {
        let above = c[[y - 1, x - 1]] + c[[y - 1, x]] + c[[y - 1, x + 1]];
        let below = c[[y + 1, x - 1]] + c[[y + 1, x]] + c[[y + 1, x + 1]];
        let alive = above + c[[y, x - 1]] + c[[y, x + 1]] + below;
        next[[y, x]] = if alive == 3 || (alive == 2 && c[[y, x]] == 1) { 1 } else { 0 };
    }
}

/// A glider is where it was after it went around, four steps for each cell.
#[test]
fn gliders_go_around() {
    for level in Level::available() {
        level::limit(level);
        for [h, w] in [[5, 5], [10, 15], [35, 70]] {
            let mut cells = Block::<u8>::zeros([h, w]);
            for at in [[0, 1], [1, 2], [2, 0], [2, 1], [2, 2]] {
                cells.write(at, 1);
            }
            let (begin, mut next) = (cells.clone(), Block::<u8>::zeros([h, w]));
            // It goes one cell down and one to the right.
            let around = (1..).find(|cells| cells % h == 0 && cells % w == 0).expect("a multiple of both");
            for step in 1..=4 * around {
                generation(&mut next, &cells);
                std::mem::swap(&mut next, &mut cells);
                assert_eq!(cells.as_slice().iter().filter(|&&cell| cell == 1).count(), 5, "step {step}");
            }
            assert_eq!(cells.as_slice(), begin.as_slice(), "{h} x {w}");
        }
    }
    assert!(generation::plan().contains("points near the edges one by one"), "{}", generation::plan());
}
