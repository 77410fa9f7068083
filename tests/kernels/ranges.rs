//! Loops as a newcomer writes them: ranges, with rules at the edges, statements under a condition, and tuples of definitions.

use unite::level::{self, Level};
use unite::library::Boundary;
use unite::{Block, kernel};

fn numbers(extents: [usize; 2]) -> Vec<u8> {
    (0..extents[0] * extents[1]).map(|i| (i * 89 % 253) as u8).collect()
}

type Plane = Block<unite::Dyn<unite::Dyn<u8>>>;

fn at_every_level(test: impl Fn(&Plane)) {
    let sizes: &[[usize; 2]] =
        if cfg!(miri) { &[[1, 1], [3, 5]] } else { &[[1, 1], [2, 3], [1, 40], [7, 5], [6, 70]] };
    super::at_every_level(|| {
        for &extents in sizes {
            test(&Block::from_vec(numbers(extents), extents).unwrap());
        }
    });
}

fn read(plane: &Plane, rule: Boundary<u8>, at: [isize; 2]) -> i32 {
    i32::from(plane.view().get_with(rule, at).expect("a rule gives everything"))
}

/// Two ranges, the inner one with an end of its own, a skipped point and a loop of a few points inside.
#[kernel]
fn crosses(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, odd: i32) {
    let p = plane.with_boundary(Boundary::Mirror);
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            if (x + y) & 1 == odd {
                continue;
            }
            let (mut sum, centre) = (0, p[[y, x]]);
            for k in -2..=2 {
                sum += p[[y + k, x]] + p[[y, x - k]];
            }
            out[[y, x]] = sum - centre;
        }
    }
}

#[test]
fn ranges_have_a_middle() {
    at_every_level(|plane| {
        let [h, w] = plane.extents();
        for odd in 0..2 {
            let mut out = Block::<i32>::zeros([h + 1, w + 2]);
            crosses(&mut out, plane, odd);
            for [y, x] in out.view().indices() {
                let p = |y, x| read(plane, Boundary::Mirror, [y, x]);
                let sum: i32 = (-2..=2).map(|k| p(y + k, x) + p(y, x - k)).sum();
                let want = if (x + y) & 1 == odd as isize { 0 } else { sum - p(y, x) };
                assert_eq!(out.read([y, x]), want, "at {y}, {x} of {h} by {w}");
            }
        }
    });
}

/// A range of `u8` that begins at a parameter, over a view; and a loop that is left.
#[kernel]
fn first_above(plane: &Tensor<[[u8]]>, from: u8, to: u8, limit: i32) -> [i32; 2] {
    let p = plane[[.., 1..]].with_boundary(Boundary::Constant(9));
    let mut total = 0;
    for x in from..to {
        total += p[[0, x - 3]] - p[[1, x + 2]];
    }
    let mut found = -1;
    for x in 0..plane.extent(1) {
        if p[[0, x - 1]] + p[[-1, x]] > limit {
            found = x;
            break;
        }
    }
    [total, found as i32]
}

#[test]
fn ranges_of_any_type_begin_anywhere() {
    at_every_level(|plane| {
        let w = plane.extents()[1] as isize;
        let p = |y: isize, x: isize| read(plane, Boundary::Constant(9), [y, x + 1]);
        for (from, to) in [(0, 0), (0, 1), (0, 90), (2, 60), (40, 41), (5, 2)] {
            let total: i32 = (from..to).map(|x| p(0, x - 3) - p(1, x + 2)).sum();
            for limit in [-1, 100, 300] {
                let found = (0..w).find(|x| p(0, x - 1) + p(-1, *x) > limit).unwrap_or(-1);
                assert_eq!(
                    first_above(plane, from as u8, to as u8, limit),
                    [total, found as i32],
                    "{from}..{to}, {limit}"
                );
            }
        }
    });
}

/// The place of the least of four neighbours, and how many are below the middle: what is assigned under a condition.
#[kernel]
fn least(place: &mut Tensor<[[u8]]>, below: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in place.indices() {
        let (mut best, mut at) = (p[[y, x - 1]], 0);
        let (mut count, here) = (0, p[[y, x]]);
        for k in 1..4 {
            let there = p[[y + k - 2, x + (k & 1)]];
            if there < best {
                best = there;
                at = k;
            } else if there == best {
                at += 4;
            }
            if there < here {
                let one = 1;
                count += one;
            }
        }
        place[[y, x]] = at;
        below[[y, x]] = count;
    }
}

#[test]
fn assignments_under_a_condition() {
    assert!(least::plan().contains("lanes along x"), "{}", least::plan());
    at_every_level(|plane| {
        let [h, w] = plane.extents();
        let mut place = Block::<u8>::zeros([h, w]);
        let mut below = Block::<u8>::zeros([h, w]);
        least(&mut place, &mut below, plane);
        for [y, x] in plane.view().indices() {
            let p = |y, x| read(plane, Boundary::Clamp, [y, x]);
            let (mut best, mut at, mut count) = (p(y, x - 1), 0, 0);
            for k in 1..4isize {
                let there = p(y + k - 2, x + (k & 1));
                if there < best {
                    (best, at) = (there, k as u8);
                } else if there == best {
                    at += 4;
                }
                count += u8::from(there < p(y, x));
            }
            assert_eq!([place.read([y, x]), below.read([y, x])], [at, count], "at {y}, {x} of {h} by {w}");
        }
    });
}

/// How many elements are above a limit, how much they are above it together, and how much the others are below.
#[kernel]
fn above(plane: &Tensor<[[u8; 32]; 8]>, limit: i32) -> [i32; 3] {
    let (mut count, mut over, mut under) = (0, 0, 0);
    for [y, x] in plane.indices() {
        if plane[[y, x]] > limit {
            count += 1;
            over += plane[[y, x]] - limit;
        } else {
            under -= plane[[y, x]] - limit;
        }
    }
    [count, over, under]
}

#[test]
fn sums_under_a_condition() {
    for level in Level::available() {
        level::limit(level);
        let mut plane = Block::<[[u8; 32]; 8]>::stack();
        plane.as_mut_slice().copy_from_slice(&numbers([8, 32]));
        for limit in [-1, 0, 100, 252, 300] {
            let of = |keep: bool| {
                let all = plane.as_slice().iter().map(|&p| i32::from(p) - limit);
                all.filter(move |d| (*d > 0) == keep)
            };
            let want = [of(true).count() as i32, of(true).sum(), -of(false).sum::<i32>()];
            assert_eq!(above(&plane, limit), want, "above {limit}");
        }
    }
}

/// Each cell of `coarse` becomes the mean of the four of `fine` that it covers.
#[kernel]
fn restrict(coarse: &mut Tensor<[[f32]]>, fine: &Tensor<[[f32]]>) {
    let means = fine.region_of(coarse).coarsen([2, 2]).with_coarse_read(CoarseRead::Mean);
    coarse[[!y, !x]] = means[[!y, !x]];
}

/// The largest of so many elements as there are in the frame.
#[kernel]
fn largest(coarse: &mut Tensor<[[u8]]>, fine: &Tensor<[[u8]]>) {
    let all = fine.coarsen([3, 2]).with_coarse_read(CoarseRead::Max);
    for y in 0..coarse.extent(0) {
        for x in 0..coarse.extent(1) {
            coarse[[y, x]] = all[[y, x]];
        }
    }
}

#[test]
fn points_that_stand_for_several() {
    for level in Level::available() {
        level::limit(level);
        for [h, w] in [[2, 2], [3, 5], [6, 40], [7, 41]] {
            let fine = Block::from_vec(numbers([h, w]), [h, w]).unwrap();
            let p = |y: usize, x: usize| fine.as_slice()[y * w + x];
            let mut out = Block::<u8>::zeros([h.div_ceil(3), w.div_ceil(2)]);
            largest(&mut out, &fine);
            for [y, x] in out.view().indices().map(|at| at.map(|i| i as usize)) {
                let rows = 3 * y..(3 * y + 3).min(h);
                let want = rows.flat_map(|y| (2 * x..(2 * x + 2).min(w)).map(move |x| p(y, x))).max();
                assert_eq!(Some(out.as_slice()[y * w.div_ceil(2) + x]), want, "at {y}, {x} of {h} by {w}");
            }
            let floats = fine.as_slice().iter().map(|&p| f32::from(p)).collect::<Vec<f32>>();
            let floats = Block::from_vec(floats, [h, w]).unwrap();
            let mut coarse = Block::<f32>::zeros([h / 2, w / 2]).with_coarsening([2, 2]).unwrap();
            restrict(&mut coarse, &floats);
            for [y, x] in coarse.view().indices().map(|at| at.map(|i| i as usize)) {
                let four = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[i, j]| f32::from(p(2 * y + i, 2 * x + j)));
                assert_eq!(coarse.as_slice()[y * (w / 2) + x], four.iter().sum::<f32>() / 4.0, "at {y}, {x}");
            }
        }
    }
}

/// What the names of a tuple stand for: each value is that of the line, and not of a name before it.
#[kernel]
fn tuples(row: &mut Tensor<[i32; 8]>, a: i32, b: i32) {
    let (a, b) = (b, a);
    let (first, second) = (a & 3, (b & 3) + 4);
    let (x, mut y) = (row[[first]], row[[second]]);
    y += x;
    row[[first]] = y;
    let (first, second) = (second, first);
    row[[first]] = 100 * first + second;
}

#[test]
fn names_of_tuples() {
    let mut row = Block::<[i32; 8]>::stack();
    row.as_mut_slice().copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
    tuples(&mut row, 2, 1);
    // a = 1, b = 2: first = 1, second = 6.
    assert_eq!(row.as_slice(), [1, 9, 3, 4, 5, 6, 601, 8]);
}
