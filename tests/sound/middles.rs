//! Loops over ranges that become three, what is made before a loop, and rules at edges: ends of all types, names that are bound
//! anew, blocks and views that are made inside, jumps that a macro hides, operations that panic where they stand only.

#![allow(unused_variables, clippy::needless_range_loop, clippy::mut_range_bound)]

use unite::library::Boundary;
use unite::{Block, Dyn, kernel};

use crate::{is_refused, refusal};

type Row = Block<Dyn<i32>>;
type Plane = Block<Dyn<Dyn<i32>>>;

fn row(len: usize) -> Row {
    Block::from_vec((0..len as i32).collect(), [len]).unwrap()
}

fn plane(extents: [usize; 2]) -> Plane {
    Block::from_vec((0..(extents[0] * extents[1]) as i32).collect(), extents).unwrap()
}

/// What a kernel writes to 10 elements.
fn made(call: impl FnOnce(&mut Row)) -> Vec<i32> {
    let mut out = Block::<i32>::zeros([10]);
    call(&mut out);
    out.as_slice().to_vec()
}

/// The element at an index, as if it were an `i128`.
fn read(of: &Plane, rule: Boundary<i32>, at: [i128; 2]) -> i32 {
    let extents = of.extents().map(|extent| extent as i128);
    let mut place = 0;
    for (at, extent) in at.into_iter().zip(extents) {
        let at = match rule {
            Boundary::Clamp => at.clamp(0, extent - 1),
            Boundary::Mirror => {
                let period = (2 * (extent - 1)).max(1);
                let at = at.rem_euclid(period);
                at.min(period - at).min(extent - 1)
            }
            Boundary::Reflect => {
                let at = at.rem_euclid((2 * extent).max(1));
                at.min(2 * extent - 1 - at)
            }
            Boundary::Wrap => at.rem_euclid(extent.max(1)),
            Boundary::Constant(value) if !(0..extent).contains(&at) => return value,
            _ => at,
        };
        place = place * extent + at;
    }
    of.as_slice()[place as usize]
}

// Factors, rows and offsets of any size.

#[kernel]
fn twice(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i64, from: i64) {
    let p = plane.with_boundary(Boundary::Constant(-1));
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            out[[y, x - from]] = p[[i64::from(y) + a, 2 * x - 5]];
        }
    }
}

#[kernel]
fn backwards(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i32, b: i32, from: i32) {
    let p = plane.with_boundary(Boundary::Clamp);
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            out[[y, x - from]] = p[[y * a, b - 3 * x]];
        }
    }
}

#[kernel]
fn cubes(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i32, b: i32, from: i32) {
    let p = plane.with_boundary(Boundary::Constant(-1));
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            out[[y, x - from]] = p[[y + a * b * a, x + a * b * b]];
        }
    }
}

#[kernel]
fn reflected(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i32, b: i32, from: i32) {
    let p = plane.with_boundary(Boundary::Mirror);
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            out[[y, x - from]] = p[[y + a * b, x - a * b]];
        }
    }
}

#[kernel]
fn wrapped(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i32, b: i32, from: i32) {
    let p = plane.with_boundary(Boundary::Wrap);
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            out[[y, x - from]] = p[[y + a * b, x - a * b]];
        }
    }
}

#[kernel]
fn repeated(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i32, b: i32, from: i32) {
    let p = plane.with_boundary(Boundary::Reflect);
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            out[[y, x - from]] = p[[y + a * b, x - a * b]];
        }
    }
}

#[kernel]
fn scaled(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i32, b: i32, from: i32) {
    let p = plane.with_boundary(Boundary::Constant(-1));
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            out[[y, x - from]] = p[[4_611_686_018_427_387 * a + y, 1_152_921_504_606_846 * b + x]];
        }
    }
}

#[kernel]
fn halved(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i32, b: i32, from: i32) {
    let p = plane.with_boundary(Boundary::Constant(-1));
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            out[[y, x - from]] = p[[y, x / 2 - a]] + p[[y & 1, (x >> 1) + y]];
        }
    }
}

#[kernel]
fn with_inner_loops(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, a: i32, from: i32) {
    let p = plane.with_boundary(Boundary::Constant(-1));
    for y in 0..out.extent(0) {
        for x in from..from + 7 {
            let mut total = 0;
            for k in -2..3 {
                for l in (0..3).rev() {
                    total += p[[y + k * l + a, x - 2 * k + l]];
                }
            }
            out[[y, x - from]] = total;
        }
    }
}

#[test]
fn indices_of_the_middle_are_any_numbers() {
    const LARGE: [i32; 8] = [0, 1, -7, 1 << 21, 2000, i32::MAX, i32::MIN, -(1 << 30)];
    const FIRST: [i32; 5] = [0, -3, 30, i32::MAX - 7, i32::MIN];
    // Of many numbers Miri takes every third.
    let few = if cfg!(miri) { 3 } else { 1 };
    for extents in [[4, 10], [1, 1], [3, 40]].into_iter().step_by(few) {
        let of = plane(extents);
        let at = |rule, at| read(&of, rule, at);
        let outside = Boundary::Constant(-1);
        for (a, b, from) in LARGE
            .into_iter()
            .step_by(few)
            .flat_map(|a| LARGE.into_iter().step_by(few).map(move |b| (a, b)))
            .flat_map(|(a, b)| FIRST.into_iter().step_by(few).map(move |from| (a, b, from)))
        {
            let compare = |call: &dyn Fn(&mut Plane), want: &dyn Fn(i128, i128) -> i32| {
                let mut out = Block::<i32>::zeros([3, 7]);
                if refusal(|| call(&mut out)).is_some() {
                    return;
                }
                for (place, found) in out.as_slice().iter().enumerate() {
                    let (y, x) = ((place / 7) as i128, (place % 7) as i128 + i128::from(from));
                    assert_eq!(*found, want(y, x), "{a}, {b}, {from} at {y}, {x} of {extents:?}");
                }
            };
            let (i, j) = (i128::from(a), i128::from(b));
            compare(&|out| twice(out, &of, a.into(), from.into()), &|y, x| at(outside, [y + i, 2 * x - 5]));
            compare(&|out| backwards(out, &of, a, b, from), &|y, x| at(Boundary::Clamp, [y * i, j - 3 * x]));
            compare(&|out| cubes(out, &of, a, b, from), &|y, x| at(outside, [y + i * j * i, x + i * j * j]));
            compare(&|out| reflected(out, &of, a, b, from), &|y, x| {
                at(Boundary::Mirror, [y + i * j, x - i * j])
            });
            compare(&|out| repeated(out, &of, a, b, from), &|y, x| {
                at(Boundary::Reflect, [y + i * j, x - i * j])
            });
            compare(&|out| wrapped(out, &of, a, b, from), &|y, x| at(Boundary::Wrap, [y + i * j, x - i * j]));
            compare(&|out| scaled(out, &of, a, b, from), &|y, x| {
                at(outside, [4_611_686_018_427_387 * i + y, 1_152_921_504_606_846 * j + x])
            });
            compare(&|out| halved(out, &of, a, b, from), &|y, x| {
                at(outside, [y, x / 2 - i]) + at(outside, [y & 1, (x >> 1) + y])
            });
            compare(&|out| with_inner_loops(out, &of, a, from), &|y, x| {
                let pairs = (-2..3).flat_map(|k| (0..3).map(move |l| (k, l)));
                pairs.map(|(k, l)| at(outside, [y + k * l + i, x - 2 * k + l])).sum()
            });
        }
    }
}

// Ends of all types.

#[kernel]
fn of_bytes(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, from: u8, to: u8) {
    let p = row.with_boundary(Boundary::Clamp);
    for x in from..to {
        out[[0]] += p[[x - 3]];
    }
}

#[kernel]
fn of_signed_bytes(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, from: i8, to: i8) {
    let p = row.with_boundary(Boundary::Constant(-1));
    for x in from..to {
        out[[0]] += p[[100 * x - 3]];
    }
}

#[kernel]
fn of_products(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, a: i64, b: i64) {
    let p = row.with_boundary(Boundary::Constant(-1));
    for x in a * b..a * b + 4 {
        out[[0]] += p[[x - 5]];
    }
}

#[kernel]
fn of_words(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, from: u64, to: u64) {
    let p = row.with_boundary(Boundary::Constant(-1));
    for x in from..to {
        out[[0]] += p[[x + 5]];
    }
}

#[kernel]
fn far_rows(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>, a: i64, b: i64) {
    let p = plane.with_boundary(Boundary::Constant(-1));
    for y in a * b..a * b + 4 {
        for x in 0..out.extent(0) {
            out[[x]] += p[[4 * y, x + 8 * y]];
        }
    }
}

#[test]
fn ends_of_ranges() {
    let (of, of_plane) = (row(10), plane([4, 10]));
    let at = |x: i128| if (0..10).contains(&x) { x as i32 } else { -1 };
    for (from, to) in [(0, 255), (250, 255), (5, 2), (255, 255)] {
        let want: i32 = (from..to).map(|x: u8| (i32::from(x) - 3).clamp(0, 9)).sum();
        assert_eq!(made(|out| of_bytes(out, &of, from, to))[0], want, "{from}..{to}");
    }
    for (from, to) in [(-128, 127), (-3, 5), (126, 127), (127, -128)] {
        let want: i32 = (from..to).map(|x: i8| at(100 * i128::from(x) - 3)).sum();
        assert_eq!(made(|out| of_signed_bytes(out, &of, from, to))[0], want, "{from}..{to}");
    }
    const LARGE: [i64; 8] = [0, 3, -3, i32::MAX as i64, i32::MIN as i64, 1 << 40, i64::MAX, i64::MIN];
    let few = if cfg!(miri) { 3 } else { 1 };
    for (a, b) in LARGE.into_iter().step_by(few).flat_map(|a| LARGE.into_iter().map(move |b| (a, b))) {
        let product = i128::from(a) * i128::from(b);
        let mut out = Block::<i32>::zeros([1]);
        if refusal(|| of_products(&mut out, &of, a, b)).is_none() {
            assert_eq!(out.as_slice(), [(product..product + 4).map(|x| at(x - 5)).sum::<i32>()], "{a} {b}");
        }
        let mut out = Block::<i32>::zeros([3]);
        if refusal(|| far_rows(&mut out, &of_plane, a, b)).is_none() {
            let rule = Boundary::Constant(-1);
            let sum = |x| (product..product + 4).map(|y| read(&of_plane, rule, [4 * y, x + 8 * y])).sum();
            assert_eq!(out.as_slice(), [0, 1, 2].map(sum), "{a} {b}");
        }
    }
    for (from, to) in [(u64::MAX - 3, u64::MAX), (0, 7), (1 << 63, (1 << 63) + 3), (3, 1)] {
        let mut out = Block::<i32>::zeros([1]);
        if refusal(|| of_words(&mut out, &of, from, to)).is_none() {
            assert_eq!(out.as_slice(), [(from..to).map(|x| at(i128::from(x) + 5)).sum::<i32>()]);
        }
    }
}

// What is made or bound inside of the loop.

#[kernel]
fn block_inside(out: &mut Tensor<[i32]>, n: i32) {
    for x in 0..out.extent(0) {
        let m = n + x;
        let b = Block::<i32>::zeros([m]);
        let q = b.with_boundary(Boundary::Constant(1));
        out[[x]] = q[[x - 1]] + q[[x + 5]];
    }
}

#[kernel]
fn block_inside_of_names(out: &mut Tensor<[i32; 10]>, other: &Tensor<[i32]>, n: i32) {
    for [x] in other.indices() {
        for [x] in out.indices() {
            let m = n + x;
            let b = Block::<i32>::zeros([m]);
            let q = b.with_boundary(Boundary::Constant(1));
            out[[x]] += q[[x + 5]];
        }
    }
}

#[kernel]
fn looked_up_inside(out: &mut Tensor<[i32]>, table: &Tensor<[i32]>, far: i32) {
    let m = table[[0]] + far;
    for x in 0..out.extent(0) {
        let m = table[[x]];
        let b = Block::<i32>::zeros([m]);
        let q = b.with_boundary(Boundary::Constant(1));
        out[[x]] = q[[x + 5]];
    }
}

#[kernel]
fn view_anew(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let v = row.with_boundary(Boundary::Constant(5));
    for x in 0..out.extent(0) {
        let v = v[[x..]];
        let x = x + 1;
        out[[x - 1]] = v[[x - 4]] + v[[x]];
    }
}

#[kernel]
fn seen_inside(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, other: &Tensor<[i32]>) {
    for x in 0..row.extent(0) {
        let q = other[row[[x..]]].with_boundary(Boundary::Clamp);
        out[[x]] = q[[x - 1]];
    }
}

#[kernel]
fn row_changes(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>, mut k: i32) {
    let p = plane.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        out[[x]] = p[[k.min(3), x]];
        k += 1;
    }
}

#[kernel]
fn row_is_written(out: &mut Tensor<[i32]>, rows: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    let first = rows[[0]];
    for x in 0..out.extent(0) {
        out[[x]] = 100 * p[[rows[[0]].min(3), x]] + p[[first.min(3), x]];
        rows[[0]] += 1;
    }
}

#[kernel]
fn variable_changes(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let p = row.with_boundary(Boundary::Clamp);
    for mut x in 0..out.extent(0) {
        let y = x;
        x += 100_000;
        out[[y]] = p[[x]] + p[[y - 1]];
    }
}

#[kernel]
fn end_changes(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, mut n: i32) {
    let p = row.with_boundary(Boundary::Clamp);
    n += 3;
    for x in 0..n {
        n -= 1;
        out[[x]] = p[[x - 1]] + n;
    }
}

macro_rules! set {
    ($name:ident = $value:expr) => {
        let $name = $value;
    };
}

#[kernel]
fn variable_by_macro(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let p = row.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        let y = x;
        set!(x = 100_000 + x);
        out[[y]] = p[[x]];
    }
}

#[test]
fn what_is_made_inside() {
    assert_eq!(made(|out| block_inside(out, 0)), [2, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(is_refused(|| block_inside(&mut row(3), -2)));
    let mut out = Block::<[i32; 10]>::stack();
    block_inside_of_names(&mut out, &row(20), 3);
    assert_eq!(out.as_slice(), [20; 10]);
    let table = Block::<i32>::from_vec(vec![3, 6, 7, 8, 10, 11, 6, 7, 0, 15], [10]).unwrap();
    assert_eq!(made(|out| looked_up_inside(out, &table, 100_000)), [1, 1, 1, 1, 0, 0, 1, 1, 1, 0]);
    assert_eq!(made(|out| view_anew(out, &row(10))), [6, 8, 6, 10, 14, 12, 14, 10, 10, 10]);
    assert_eq!(made(|out| seen_inside(out, &row(10), &row(10))), [0, 1, 3, 5, 7, 9, 9, 9, 9, 9]);
    let of = plane([4, 10]);
    assert_eq!(made(|out| row_changes(out, &of, 0)), [0, 11, 22, 33, 34, 35, 36, 37, 38, 39]);
    let mut rows = Block::from_vec(vec![1], [1]).unwrap();
    let want = [1010, 2111, 3212, 3313, 3414, 3515, 3616, 3717, 3818, 3919];
    assert_eq!(made(|out| row_is_written(out, &mut rows, &of)), want);
    assert_eq!(made(|out| variable_changes(out, &row(10))), [9, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    assert_eq!(made(|out| end_changes(out, &row(10), 5)), [7, 6, 6, 6, 6, 6, 6, 6, 0, 0]);
    assert_eq!(made(|out| variable_by_macro(out, &row(10))), [9; 10]);
}

// Operations that panic are made where they stand.

#[kernel]
fn divided(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>, a: i32, b: i32) {
    let p = plane.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        if b != 0 {
            out[[x]] = p[[(a / b).min(3), x]];
        }
    }
}

#[kernel]
fn divided_outside(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>, a: i32, b: i32) {
    let p = plane.with_boundary(Boundary::Constant(7));
    for [x] in out.indices() {
        if b != 0 {
            out[[x]] = p[[a % b, x]];
        }
    }
}

#[kernel]
fn divided_along(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>, a: i32, b: i32) {
    let p = plane.with_boundary(Boundary::Constant(7));
    for x in 0..out.extent(0) {
        if b != 0 {
            out[[x]] = p[[0, x + a / b]];
        }
    }
}

#[kernel]
fn divided_in_constant(out: &mut Tensor<[i32; 10]>, plane: &Tensor<[[i32]]>, a: i32, b: i32) {
    let p = plane.with_boundary(Boundary::Constant(7));
    for [x] in out.indices() {
        if b != 0 {
            out[[x]] = p[[0, x + a / b]];
        }
    }
}

#[kernel]
fn shifted(out: &mut Tensor<[i32]>, plane: &Tensor<[[i32]]>, a: i32, by: i32) {
    let p = plane.with_boundary(Boundary::Mirror);
    for x in 0..out.extent(0) {
        if by < 31 {
            out[[x]] = p[[(a >> by).min(3), x]];
        }
    }
}

#[test]
fn what_panics_is_not_made_before() {
    let of = plane([4, 10]);
    let mut constant = Block::<[i32; 10]>::stack();
    assert_eq!(made(|out| divided(out, &of, 5, 0)), [0; 10]);
    assert_eq!(made(|out| divided_outside(out, &of, 5, 0)), [0; 10]);
    assert_eq!(made(|out| divided_along(out, &of, 5, 0)), [0; 10]);
    assert_eq!(made(|out| shifted(out, &of, 5, 77)), [0; 10]);
    divided_in_constant(&mut constant, &of, 5, 0);
    assert_eq!(constant.as_slice(), [0; 10]);
    assert_eq!(made(|out| divided(out, &of, 5, 2))[..3], [20, 21, 22]);
    assert_eq!(made(|out| divided_outside(out, &of, 5, 2))[..3], [10, 11, 12]);
    assert_eq!(made(|out| divided_along(out, &of, 16, 2)), [8, 9, 7, 7, 7, 7, 7, 7, 7, 7]);
    divided_in_constant(&mut constant, &of, 16, 2);
    assert_eq!(constant.as_slice(), [8, 9, 7, 7, 7, 7, 7, 7, 7, 7]);
    assert_eq!(made(|out| shifted(out, &of, 5, 1))[..3], [20, 21, 22]);
}

// Jumps.

macro_rules! stop {
    () => {
        break
    };
}

macro_rules! go_on {
    () => {
        continue
    };
}

#[kernel]
fn left_by_a_macro(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let p = row.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        if p[[x - 1]] > 100 {
            stop!()
        }
        out[[x]] = p[[x - 1]] + p[[x + 1]];
    }
}

#[kernel]
fn left_in_a_value(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let p = row.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        let more = if p[[x - 1]] > 100 { (stop!()) } else { 0 };
        out[[x]] = p[[x - 1]] + p[[x + 1]] + more;
    }
}

#[kernel]
fn left_in_a_right_side(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let p = row.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        out[[x]] = if p[[x - 1]] > 100 { break } else { p[[x - 1]] + p[[x + 1]] };
    }
}

#[kernel]
fn passed_by_a_macro(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let p = row.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        if p[[x - 1]] > 100 {
            go_on!()
        }
        out[[x]] = p[[x - 1]] + p[[x + 1]];
    }
}

#[kernel]
fn inner_loop_left_by_a_macro(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    for [x] in out.indices() {
        for k in 0..3 {
            if k == 2 {
                stop!()
            }
            out[[x]] += row[[x]];
        }
    }
}

#[kernel]
fn unrolled_and_left(out: &mut Tensor<[i32; 4]>, n: i32) {
    for y in 0..3 {
        #[unroll]
        for x in 0..4 {
            if x == n {
                break;
            }
            out[[x]] += 1;
        }
    }
}

#[kernel]
fn unrolled_and_passed(out: &mut Tensor<[i32; 4]>, n: i32) {
    for y in 0..3 {
        #[unroll]
        for x in 0..4 {
            if x == n {
                continue;
            }
            out[[x]] += 1;
        }
    }
}

#[test]
fn jumps_leave_the_loop_that_is_written() {
    for at in [0, 4, 8, 9] {
        let mut of = row(10);
        of.as_mut_slice()[at] = 200;
        let p = |x: isize| of.as_slice()[x.clamp(0, 9) as usize];
        let mut left: Vec<i32> =
            (0..10).take_while(|x| p(x - 1) <= 100).map(|x| p(x - 1) + p(x + 1)).collect();
        left.resize(10, 0);
        assert_eq!(made(|out| left_by_a_macro(out, &of)), left, "{at}");
        assert_eq!(made(|out| left_in_a_value(out, &of)), left, "{at}");
        assert_eq!(made(|out| left_in_a_right_side(out, &of)), left, "{at}");
        let passed: Vec<i32> =
            (0..10).map(|x| if p(x - 1) > 100 { 0 } else { p(x - 1) + p(x + 1) }).collect();
        assert_eq!(made(|out| passed_by_a_macro(out, &of)), passed, "{at}");
    }
    let twice = (0..10).map(|x| 2 * x).collect::<Vec<_>>();
    assert_eq!(made(|out| inner_loop_left_by_a_macro(out, &row(10))), twice);
    let mut out = Block::<[i32; 4]>::stack();
    unrolled_and_left(&mut out, 2);
    assert_eq!(out.as_slice(), [3, 3, 0, 0]);
    unrolled_and_passed(&mut out, 2);
    assert_eq!(out.as_slice(), [6, 6, 0, 3]);
}
