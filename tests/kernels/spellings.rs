//! Spellings that lanes have to see through: weights in an array around the loops or in a constant, a least value that begins with
//! `i32::MAX`, conditions joined by `&&` and `&=` around what a rule leads to; at every level.

use super::{at_every_level_and_width, numbers};
use unite::{Block, Dyn, kernel};

type Rows = Block<Dyn<Dyn<u8>>>;

const WEIGHTS: [i32; 5] = [1, -2, 3, 2, 1];

#[kernel]
fn by_array(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>) {
    let weights = [1, -2, 3, 2, 1];
    let p = plane.with_boundary(Boundary::Mirror);
    for [y, x] in out.indices() {
        let mut sum = 0;
        for i in 0..5 {
            for j in 0..5 {
                sum += weights[i] * weights[j] * p[[y + i - 2, x + j - 2]];
            }
        }
        out[[y, x]] = sum;
    }
}

#[kernel]
fn by_constant(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Mirror);
    for [y, x] in out.indices() {
        let mut sum = 0;
        for i in 0..5 {
            for j in 0..5 {
                sum += WEIGHTS[i] * WEIGHTS[j] * p[[y + i - 2, x + j - 2]];
            }
        }
        out[[y, x]] = sum;
    }
}

/// The array that is nearest around the loop is meant, and one that changes is no constant.
#[kernel]
fn by_others(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, #[range(-9..=9)] by: i32) {
    let weights = [9, 9, 9];
    let mut changed = [2, 3];
    changed[1] = by;
    for [y, x] in out.indices() {
        let inner = weights[2] - 8;
        let weights = [inner, 2, changed[1]];
        out[[y, x]] = weights[0] * plane[[y, x]] + weights[1] * changed[0] + weights[2];
    }
}

/// Weights that change are no constants.
#[kernel]
fn by_changed(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[u8]]>, #[range(-9..=9)] by: i32) {
    let mut weights = [1, 2, 1];
    weights[1] = by;
    let p = plane.with_boundary(Boundary::Mirror);
    for [y, x] in out.indices() {
        let mut sum = 0;
        for j in 0..3 {
            sum += weights[j] * p[[y, x + j - 1]];
        }
        out[[y, x]] = (sum + 2) >> 2;
    }
}

/// How many weights are wanted, the elements say: never as many as there are points of the loop.
#[kernel]
fn by_some(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let here = plane[[y, x]];
        let mut sum = 0;
        for j in 0..8 {
            if j < here & 3 {
                sum += WEIGHTS[j as usize] * here;
            }
        }
        out[[y, x]] = sum;
    }
}

/// The first of eight displacements with the least difference.
#[kernel]
fn displacement(out: &mut Tensor<[[i16]]>, left: &Tensor<[[u8]]>, right: &Tensor<[[u8]]>) {
    let (l, r) = (left.with_boundary(Boundary::Clamp), right.with_boundary(Boundary::Clamp));
    for [y, x] in out.indices() {
        let (mut least, mut best) = (i32::MAX, -1);
        for d in 0..8 {
            let mut sum = 0;
            for j in -1..=1 {
                sum += (l[[y, x + j]] - r[[y, x + j - d]]).abs();
            }
            if sum < least {
                least = sum;
                best = d;
            }
        }
        out[[y, x]] = best;
    }
}

/// Where nothing is below a bound, and where nothing is above another one, the first value is left.
#[kernel]
fn bounds(out: &mut Tensor<[[[i32; 4]]]>, a: &Tensor<[[u8]]>) {
    for [y, x] in a.indices() {
        let a = a[[y, x]];
        out[[y, x, 0]] = if a > i32::MIN { a } else { 7 };
        out[[y, x, 1]] = if a >= 70_000 { 7 } else { a + 1 };
        out[[y, x, 2]] = (a - 1).min(80_000);
        out[[y, x, 3]] = if 1000 * a < 70_000 { a } else { 7 };
    }
}

/// Elements that are greater than their neighbours, and than a bound.
#[kernel]
fn peaks(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Constant(200));
    for [y, x] in out.indices() {
        let v = p[[y, x]];
        let mut is_peak = v > 3;
        for i in -1..=1 {
            for j in -1..=1 {
                if i != 0 || j != 0 {
                    is_peak = is_peak && v >= p[[y + i, x + j]];
                }
            }
        }
        out[[y, x]] = if is_peak { v } else { 0 };
    }
}

#[kernel]
fn peaks_joined(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Constant(200));
    for [y, x] in out.indices() {
        let v = p[[y, x]];
        let mut is_peak = v > 3;
        for i in -1..=1 {
            for j in -1..=1 {
                if i != 0 || j != 0 {
                    is_peak &= v >= p[[y + i, x + j]];
                }
            }
        }
        let mut bits = v;
        bits &= 127;
        out[[y, x]] = if is_peak { bits } else { 0 };
    }
}

/// What each side of a condition reads is read whatever the condition is, and what one side reads is not.
#[kernel]
fn either(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[u8]]>, other: &Tensor<[[u8]]>) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = if (x / 3 + y) % 2 == 0 { plane[[y, x]] } else { -plane[[y, x]] };
    }
    for [y, x] in out.indices() {
        if x < 4 {
            out[[y, x]] += other[[y, x]];
        }
    }
}

/// Ranges that contain a number, and distances.
#[kernel]
fn between(out: &mut Tensor<[[[i16; 4]]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    for [y, x] in a.indices() {
        let (a, b) = (a[[y, x]], b[[y, x]]);
        let d = a.abs_diff(b);
        out[[y, x, 0]] = if (20..=90).contains(&a) { b } else { -1 };
        out[[y, x, 1]] = if (b..a + 9).contains(&100) || !(..7).contains(&b) { 1 } else { 0 };
        out[[y, x, 2]] = if d > 30 || d > 15 && b != 0 { 255 } else { d as i32 };
        out[[y, x, 3]] = (3 * a).abs_diff(b - 999) as i32;
    }
}

/// The mean of two neighbours for two points, of which a coarser view of the plane begins at each.
#[kernel]
fn subsampled(out: &mut Tensor<[[u8]]>, full: &Tensor<[[u8]]>) {
    let left = full.coarsen([1, 2]);
    let right = full[[.., 1..]].coarsen([1, 2]);
    for [y, x] in out.indices() {
        out[[y, x]] = (left[[y, x]] + right[[y, x]] + 1) >> 1;
    }
}

/// A plane of a width, and what is at a place of it, by one of two rules.
fn plane(seed: u32, width: usize) -> (Rows, impl Fn(isize, isize) -> Option<i32>) {
    let numbers = numbers(seed, 5 * width, [0, 255]);
    let bytes = numbers.iter().map(|n| *n as u8).collect();
    let block = Block::from_vec(bytes, [5, width]).expect("rows");
    let at = move |y: isize, x: isize| {
        let is_inside = (0..5).contains(&y) && (0..width as isize).contains(&x);
        is_inside.then(|| numbers[y as usize * width + x as usize])
    };
    (block.fixed::<Dyn<Dyn<u8>>>().expect("rows"), at)
}

/// Everywhere in five rows.
fn places(width: usize) -> impl Iterator<Item = (isize, isize)> {
    (0..5).flat_map(move |y| (0..width as isize).map(move |x| (y, x)))
}

#[test]
fn weights_are_numbers_wherever_they_stand() {
    for plan in [by_array::plan(), by_constant::plan()] {
        assert!(plan.contains("lanes along x"), "{plan}");
    }
    at_every_level_and_width(|width| {
        let width = width + 4;
        let (plane, at) = plane(1, width);
        let mirrored = |at: isize, extent: isize| {
            let at = at.rem_euclid(2 * extent - 2);
            at.min(2 * extent - 2 - at)
        };
        let mut outs = [(); 3].map(|()| Block::<i32>::zeros([5, width]));
        let [array, constant, others] = &mut outs;
        by_array(array, &plane);
        by_constant(constant, &plane);
        by_others(others, &plane, -5);
        let [mut changed, mut some] = [(); 2].map(|()| Block::<i16>::zeros([5, width]));
        by_changed(&mut changed, &plane, -5);
        by_some(&mut some, &plane);
        for (k, (y, x)) in places(width).enumerate() {
            let pairs = (0..5).flat_map(|i| (0..5).map(move |j| (i, j)));
            let term = |(i, j): (isize, isize)| {
                let there = at(mirrored(y + i - 2, 5), mirrored(x + j - 2, width as isize)).expect("inside");
                WEIGHTS[i as usize] * WEIGHTS[j as usize] * there
            };
            let sum: i32 = pairs.map(term).sum();
            assert_eq!([array.as_slice()[k], constant.as_slice()[k]], [sum; 2], "{y}, {x} of {width}");
            let here = at(y, x).expect("inside");
            assert_eq!(others.as_slice()[k], here + 4 - 5, "{y}, {x} of {width}");
            let beside = |j: isize| at(y, mirrored(x + j, width as isize)).expect("inside");
            let expected = (beside(-1) - 5 * here + beside(1) + 2) >> 2;
            assert_eq!(i32::from(changed.as_slice()[k]), expected, "{y}, {x} of {width}");
            assert_eq!(
                i32::from(some.as_slice()[k]),
                here * WEIGHTS[..here as usize & 3].iter().sum::<i32>(),
                "{y}, {x} of {width}"
            );
        }
    });
}

#[test]
fn the_least_begins_with_the_greatest_number() {
    assert!(displacement::plan().contains("of 16 bits"), "{}", displacement::plan());
    at_every_level_and_width(|width| {
        let ((left, l), (right, r)) = (plane(2, width), plane(3, width));
        let mut out = Block::<i16>::zeros([5, width]);
        displacement(&mut out, &left, &right);
        let mut four = Block::<i32>::zeros([5, width, 4]).fixed::<Dyn<Dyn<[i32; 4]>>>().expect("four");
        bounds(&mut four, &left);
        for (k, (y, x)) in places(width).enumerate() {
            let clamped = |x: isize| x.clamp(0, width as isize - 1);
            let difference = |d: &isize| -> i32 {
                let one = |j| {
                    (l(y, clamped(x + j)).expect("inside") - r(y, clamped(x + j - d)).expect("inside")).abs()
                };
                (-1..=1).map(one).sum()
            };
            let best = (0..8).min_by_key(difference).expect("eight");
            assert_eq!(isize::from(out.as_slice()[k]), best, "{y}, {x} of {width}");
            let a = l(y, x).expect("inside");
            assert_eq!(four.as_slice()[4 * k..][..4], [a, a + 1, a - 1, if a < 70 { a } else { 7 }], "{a}");
        }
    });
}

#[test]
fn conditions_are_joined_around_what_is_there() {
    for plan in [peaks::plan(), peaks_joined::plan()] {
        assert!(plan.contains("lanes along x"), "{plan}");
    }
    at_every_level_and_width(|width| {
        let (plane, at) = plane(4, width);
        let mut outs = [(); 2].map(|()| Block::<u8>::zeros([5, width]));
        let [one, other] = &mut outs;
        peaks(one, &plane);
        peaks_joined(other, &plane);
        for (k, (y, x)) in places(width).enumerate() {
            let v = at(y, x).expect("inside");
            let around = (-1..=1).flat_map(|i| (-1..=1).map(move |j| (y + i, x + j)));
            let is_peak =
                v > 3 && around.filter(|place| *place != (y, x)).all(|(y, x)| v >= at(y, x).unwrap_or(200));
            let [v, low] = [v, v & 127].map(|v| if is_peak { v } else { 0 });
            assert_eq!(
                [one.as_slice()[k], other.as_slice()[k]].map(i32::from),
                [v, low],
                "{y}, {x} of {width}"
            );
        }
    });
}

#[test]
fn what_both_sides_of_a_condition_read_is_there() {
    assert!(either::plan().contains("lanes along x"), "{}", either::plan());
    at_every_level_and_width(|width| {
        let ((plane, at), (other, beside)) = (plane(5, width), plane(6, width.min(4)));
        let mut out = Block::<i16>::zeros([5, width]);
        either(&mut out, &plane, &other);
        for (k, (y, x)) in places(width).enumerate() {
            let v = at(y, x).expect("inside");
            let expected = if (x / 3 + y) % 2 == 0 { v } else { -v } + beside(y, x).unwrap_or(0);
            assert_eq!(i32::from(out.as_slice()[k]), expected, "{y}, {x} of {width}");
        }
    });
}

#[test]
fn ranges_contain_numbers() {
    assert!(between::plan().contains("lanes along x"), "{}", between::plan());
    at_every_level_and_width(|width| {
        let ((first, a), (second, b)) = (plane(7, width), plane(8, width));
        let four = Block::<i16>::zeros([5, width, 4]);
        let mut four = four.fixed::<Dyn<Dyn<[i16; 4]>>>().expect("four");
        between(&mut four, &first, &second);
        for (is, (y, x)) in four.as_slice().chunks(4).zip(places(width)) {
            let (a, b) = (a(y, x).expect("inside"), b(y, x).expect("inside"));
            let d = (a - b).abs();
            let expected = [
                if (20..=90).contains(&a) { b } else { -1 },
                i32::from((b..a + 9).contains(&100) || b >= 7),
                if d > 30 || d > 15 && b != 0 { 255 } else { d },
                3 * a - b + 999,
            ];
            assert_eq!(is, expected.map(|value| value as i16), "{a}, {b}");
        }
    });
}

#[test]
fn neighbours_have_a_mean() {
    assert!(subsampled::plan().contains("lanes along x"), "{}", subsampled::plan());
    at_every_level_and_width(|width| {
        let (full, at) = plane(9, 2 * width);
        let mut out = Block::<u8>::zeros([5, width]);
        subsampled(&mut out, &full);
        for (is, (y, x)) in out.as_slice().iter().zip(places(width)) {
            let sum: i32 = [0, 1].iter().map(|k| at(y, 2 * x + k).expect("inside")).sum();
            assert_eq!(i32::from(*is), (sum + 1) >> 1, "{y}, {x} of {width}");
        }
    });
}
