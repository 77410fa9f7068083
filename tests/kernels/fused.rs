//! Calls of kernels that go along the rows of a block between them are made in turns, and nobody can tell but by the time. What they
//! write is what the same calls write that stand one by one in Rust.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::at_every_level;
use unite::library::Heap;
use unite::{Block, Dyn, Elem, kernel};

/// Few rows, and more than are made at a time, of pictures that are not near a processor as a whole.
const EXTENTS: [[usize; 2]; 4] = [[1, 1], [40, 33], LARGE, if cfg!(miri) { [101, 5] } else { [3001, 129] }];
const LARGE: [usize; 2] = if cfg!(miri) { [90, 17] } else { [1361, 211] };

fn plane<T: Elem>(extents: [usize; 2], of: impl Fn(usize) -> T) -> Heap<T, 2> {
    let samples = (0..extents[0] * extents[1]).map(|k| of(k * 7919 % 8191 % 251));
    Block::from_vec(samples.collect(), extents).expect("a plane")
}

/// Compares what two write.
fn same<T: Elem + PartialEq>(
    extents: [usize; 2],
    one: impl Fn(&mut Heap<T, 2>),
    other: impl Fn(&mut Heap<T, 2>),
) {
    at_every_level(|| {
        let (mut a, mut b) = (Block::<T>::zeros(extents), Block::<T>::zeros(extents));
        one(&mut a);
        other(&mut b);
        let at = a.as_slice().iter().zip(b.as_slice()).position(|(a, b)| a != b);
        assert!(at.is_none(), "{extents:?} at {at:?}");
    });
}

#[kernel]
fn rows(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Mirror);
    o[[!y, !x]] = (p[[!y, !x - 2]] + 3 * p[[!y, !x - 1]] + 8 * p[[!y, !x]] + 4 * p[[!y, !x + 1]] + 8) >> 4;
}

/// Farther up than down; what is above the first row is below it.
#[kernel]
fn columns(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Reflect);
    let weight = |k: i32| k + 7;
    for [y, x] in o.indices() {
        let mut total = 0;
        for k in -5..=2 {
            total += weight(k) * p[[y + k, x]];
        }
        o[[y, x]] = total >> 6;
    }
}

#[kernel]
fn both(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let between = plane.block_copy();
    rows(&mut between, plane);
    columns(o, between);
}

#[kernel]
fn turned(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let between = plane.block_copy();
    rows(&mut between, plane);
    rows(&mut o.permute([1, 0]), between.permute([1, 0]));
}

#[test]
fn two_passes() {
    assert_eq!(
        both::plan(),
        "calls of rows, columns: in turns, some rows of between at a time where they are many\n"
    );
    for extents in EXTENTS {
        let plane = plane(extents, |k| k as u8);
        let between = || {
            let mut between = Block::<u8>::zeros(extents);
            rows(&mut between, &plane);
            between
        };
        same::<u8>(extents, |o| both(o, &plane), |o| columns(o, &between()));
        same::<u8>(
            extents,
            |o| turned(o, &plane),
            |o| {
                let between = between();
                let between = between.view().permute([1, 0]).expect("two axes");
                let mut o = o.view_mut().permute([1, 0]).expect("two axes");
                rows(&mut o.tensor_mut().expect("a tensor"), &between.tensor().expect("a tensor"));
            },
        );
    }
}

/// With the same tensor twice, and with parts of it that overlap.
#[kernel]
fn in_place(t: &mut Tensor<[[u8]]>) {
    both(t, t);
}

#[kernel]
fn shifted(t: &mut Tensor<[[u8]]>) {
    let h = t.extent(0);
    both(&mut t[[20..h, ..]], t[[0..h - 20, ..]]);
}

#[test]
fn tensors_of_one_memory() {
    for extents in [[40, 33], LARGE] {
        let samples = || plane(extents, |k| k as u8);
        same::<u8>(
            extents,
            |o| {
                let mut t = samples();
                in_place(&mut t);
                o.as_mut_slice().copy_from_slice(t.as_slice());
            },
            |o| both(o, &samples()),
        );
        let less = [extents[0] - 20, extents[1]];
        let above = samples().as_slice()[..less[0] * less[1]].to_vec();
        let above = Block::from_vec(above, less).expect("the upper rows");
        same::<u8>(
            less,
            |o| {
                let mut t = samples();
                shifted(&mut t);
                o.as_mut_slice().copy_from_slice(&t.as_slice()[20 * extents[1]..]);
            },
            |o| both(o, &above),
        );
    }
}

#[kernel]
fn squares(o: &mut Tensor<[[i64]]>, plane: &Tensor<[[u8]]>) {
    o[[!y, !x]] = (plane[[!y, !x]] * plane[[!y, !x]]) as i64;
}

/// Downwards alone: what is below the last row is above it.
#[kernel]
fn downwards(o: &mut Tensor<[[i64]]>, a: &Tensor<[[i64]]>) {
    let a = a.with_boundary(Boundary::Reflect);
    for [y, x] in o.indices() {
        let mut total = 0;
        for k in 0..=6 {
            total += (k + 1) * a[[y + k, x]];
        }
        o[[y, x]] = total;
    }
}

#[kernel]
fn squares_downwards(o: &mut Tensor<[[i64]]>, plane: &Tensor<[[u8]]>) {
    let a = Block::<i64>::zeros([plane.extent(0), plane.extent(1)]);
    squares(&mut a, plane);
    downwards(o, a);
}

#[test]
fn few_rows_in_the_last_turn() {
    assert!(squares_downwards::plan().contains("in turns"));
    let (heights, width) = if cfg!(miri) { (80..82, 17) } else { (80..110, 1031) };
    for height in heights {
        let extents = [height, width];
        let plane = plane(extents, |k| k as u8);
        same::<i64>(
            extents,
            |o| squares_downwards(o, &plane),
            |o| {
                let mut a = Block::<i64>::zeros(extents);
                squares(&mut a, &plane);
                downwards(o, &a);
            },
        );
    }
}

/// What is more than a blur, of three planes.
#[kernel]
fn sharpened(o: &mut Tensor<[[i16]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            o[[y, x]] = 4 * plane[[y, x]] - a[[y, x]] - 2 * b[[y, x]];
        }
    }
}

#[kernel]
fn three(o: &mut Tensor<[[i16]]>, plane: &Tensor<[[u8]]>) {
    let a = plane.block_copy();
    rows(&mut a, plane);
    let b = plane.block_copy();
    columns(&mut b, a);
    sharpened(o, a, b, plane);
}

#[test]
fn three_stages() {
    assert!(three::plan().starts_with("calls of rows, columns, sharpened: in turns"), "{}", three::plan());
    for extents in EXTENTS {
        let plane = plane(extents, |k| k as u8);
        same::<i16>(
            extents,
            |o| three(o, &plane),
            |o| {
                let (mut a, mut b) = (Block::<u8>::zeros(extents), Block::<u8>::zeros(extents));
                rows(&mut a, &plane);
                columns(&mut b, &a);
                sharpened(o, &a, &b, &plane);
            },
        );
    }
}

/// Only some elements: the others have what the tensor had.
#[kernel]
fn bright(o: &mut Tensor<[[i32]]>, plane: &Tensor<[[f32]]>) {
    for [y, x] in o.indices() {
        if plane[[y, x]] > 100.5 {
            o[[y, x]] += 3 * plane[[y, x]] as i32 + 1;
        }
    }
}

/// All columns but the last one.
#[kernel]
fn but_one(o: &mut Tensor<[[i32]]>, plane: &Tensor<[[f32]]>) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) - 1 {
            o[[y, x]] = plane[[y, x]] as i32 - plane[[y, x + 1]] as i32;
        }
    }
}

#[kernel]
fn below(o: &mut Tensor<[[i64]]>, a: &Tensor<[[i32]]>) {
    o[[!y, !x]] = (a[[!y, !x]] + a[[!y + 1, !x]] - a[[!y + 4, !x]]) as i64;
}

#[kernel]
fn of_bright(o: &mut Tensor<[[i64]]>, plane: &Tensor<[[f32]]>) {
    let a = Block::<i32>::zeros([plane.extent(0), plane.extent(1)]);
    bright(&mut a, plane);
    below(o, a);
}

#[kernel]
fn of_all_but_one(o: &mut Tensor<[[i64]]>, plane: &Tensor<[[f32]]>) {
    let a = Block::<i32>::zeros([plane.extent(0), plane.extent(1)]);
    but_one(&mut a, plane);
    below(o, a);
}

#[test]
fn elements_that_are_not_written_are_zero() {
    for plan in [of_bright::plan(), of_all_but_one::plan()] {
        assert!(plan.contains("in turns"), "{plan}");
    }
    for [height, width] in EXTENTS {
        let plane = plane([height + 4, width], |k| k as f32);
        let between = |by: fn(&mut Heap<i32, 2>, &Heap<f32, 2>)| {
            let mut a = Block::<i32>::zeros([height + 4, width]);
            by(&mut a, &plane);
            a
        };
        same::<i64>([height, width], |o| of_bright(o, &plane), |o| below(o, &between(bright)));
        same::<i64>([height, width], |o| of_all_but_one(o, &plane), |o| below(o, &between(but_one)));
        // Rows that nobody needs, and a tensor of which there is too little.
        let many = plane.view().partition([0..height as isize + 4, 0..width as isize]).expect("all");
        let [mut less, mut other] = [(); 2].map(|()| Block::<i64>::zeros([height.div_ceil(2), width]));
        of_bright(&mut less, &many.tensor().expect("a tensor"));
        below(&mut other, &between(bright));
        assert!(less.as_slice() == other.as_slice());
        let mut more = Block::<i64>::zeros([height + 1, width]);
        let refused = catch_unwind(AssertUnwindSafe(|| of_bright(&mut more, &plane)));
        let message = *refused.expect_err("too few rows").downcast::<String>().expect("a message");
        let expected = format!("kernel below touches indices 0..={} of axis 0 of a", height + 4);
        assert!(message.starts_with(&expected), "{message}");
        assert!(more.as_slice().iter().all(|element| *element == 0));
    }
}

/// The sums of three components, where they are, of pixels that change places along a row.
#[kernel]
fn swapped(o: &mut Tensor<[[[u8; 3]]]>, pixels: &Tensor<[[[u8; 3]]]>, table: &Tensor<[u8; 256]>) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            for c in 0..3 {
                o[[y, x, c]] = table[[pixels[[y, x, 2 - c]] & 255]];
            }
        }
    }
}

#[kernel]
fn summed(o: &mut Tensor<[[u8]]>, pixels: &Tensor<[[[u8; 3]]]>) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            let p = pixels[[y, x, ..]];
            o[[y, x]] = (p[[0]] + 2 * p[[1]] + p[[2]]) >> 2;
        }
    }
}

#[kernel]
fn of_pixels(o: &mut Tensor<[[u8]]>, pixels: &Tensor<[[[u8; 3]]]>, table: &Tensor<[u8; 256]>) {
    let other = pixels.block_copy();
    swapped(&mut other, pixels, table);
    summed(o, other);
}

#[test]
fn pixels_of_three() {
    let table = Block::from_vec((0..256).map(|k| (k * 37) as u8).collect(), [256]).expect("a table");
    let table = table.fixed::<[u8; 256]>().expect("256");
    for [height, width] in EXTENTS {
        let samples = (0..height * width * 3).map(|k| (k * 7919 % 8191) as u8).collect();
        let pixels = Block::from_vec(samples, [height, width, 3]).expect("pixels");
        let pixels = pixels.fixed::<Dyn<Dyn<[u8; 3]>>>().expect("three");
        same::<u8>(
            [height, width],
            |o| of_pixels(o, &pixels, &table),
            |o| {
                let zeros = Block::<u8>::zeros([height, width, 3]);
                let mut other = zeros.fixed::<Dyn<Dyn<[u8; 3]>>>().expect("three");
                swapped(&mut other, &pixels, &table);
                summed(o, &other);
            },
        );
    }
}

/// Upside down: row by row, but from the other end.
#[kernel]
fn flipped(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane[[.., ..]];
    for [y, x] in o.indices() {
        o[[y, x]] = p[[o.extent(0) - 1 - y, x]];
    }
}

/// What depends on where it is.
#[kernel]
fn numbered(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        o[[y, x]] = (plane[[y, x]] + 3 * y + x) & 255;
    }
}

/// What is below the last row is the first one.
#[kernel]
fn around(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Wrap);
    o[[!y, !x]] = (p[[!y - 1, !x]] + p[[!y + 1, !x]]) >> 1;
}

/// The first row, for all.
#[kernel]
fn from_first(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    o[[!y, !x]] = (plane[[!y, !x]] + plane[[0, !x]]) >> 1;
}

/// Each row from the one above, which another one makes use of.
#[kernel]
fn carried(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let above = o.with_boundary(Boundary::Constant(7));
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            o[[y, x]] = (3 * above[[y - 1, x]] + plane[[y, x]]) >> 2;
        }
    }
}

#[kernel]
fn after_carried(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let between = plane.block_copy();
    carried(&mut between, plane);
    columns(o, between);
}

#[test]
fn rows_that_depend_on_rows() {
    assert!(after_carried::plan().contains("one after the other"));
    let extents = LARGE;
    let plane = plane(extents, |k| k as u8);
    same::<u8>(
        extents,
        |o| after_carried(o, &plane),
        |o| {
            let mut between = Block::<u8>::zeros(extents);
            carried(&mut between, &plane);
            columns(o, &between);
        },
    );
}

/// A row from the one above.
#[kernel]
fn running(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    o[[0, !x]] = plane[[0, !x]];
    for y in 1..o.extent(0) {
        o[[y, !x]] = (o[[y - 1, !x]] + plane[[y, !x]]) >> 1;
    }
}

macro_rules! after_rows {
    ($($name:ident: $second:ident)*) => {
        $(
            #[kernel]
            fn $name(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
                let between = plane.block_copy();
                rows(&mut between, plane);
                $second(o, between);
            }
        )*

        #[test]
        fn others_are_made_one_after_the_other() {
            let extents = LARGE;
            let plane = plane(extents, |k| k as u8);
            $(
                let plan = format!(
                    "calls of rows, {}: one after the other, for they do not all go along between row by row\n",
                    stringify!($second),
                );
                assert_eq!($name::plan(), plan);
                same::<u8>(extents, |o| $name(o, &plane), |o| {
                    let mut between = Block::<u8>::zeros(extents);
                    rows(&mut between, &plane);
                    $second(o, &between);
                });
            )*
        }
    };
}

after_rows! {
    rows_flipped: flipped
    rows_numbered: numbered
    rows_around: around
    rows_from_first: from_first
    rows_running: running
}

/// The least of three rows, of a tensor that comes with its rule.
#[kernel]
fn least(o: &mut Tensor<[[u8]]>, #[boundary(Clamp, Wrap, Constant)] t: &Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        o[[y, x]] = t[[y - 1, x]].min(t[[y, x]]).min(t[[y + 1, x]]);
    }
}

#[kernel]
fn least_clamped(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let between = plane.block_copy();
    rows(&mut between, plane);
    least(o, between.with_boundary(Boundary::Clamp));
}

#[kernel]
fn least_around(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let between = plane.block_copy();
    rows(&mut between, plane);
    least(o, between.with_boundary(Boundary::Wrap));
}

#[kernel]
fn least_beside(o: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let between = plane.block_copy();
    rows(&mut between, plane);
    least(o, between.with_boundary(Boundary::Constant(90)));
}

#[test]
fn rules_that_are_passed_on() {
    for extents in EXTENTS {
        let plane = plane(extents, |k| k as u8);
        let mut between = Block::<u8>::zeros(extents);
        rows(&mut between, &plane);
        let of_three = |at: [isize; 2], read: &dyn Fn(isize, isize) -> u8| {
            (-1..=1).map(|k| read(at[0] + k, at[1])).min().expect("three")
        };
        let height = extents[0] as isize;
        let check = |by: fn(&mut Heap<u8, 2>, &Heap<u8, 2>), read: &dyn Fn(isize, isize) -> u8| {
            at_every_level(|| {
                let mut o = Block::<u8>::zeros(extents);
                by(&mut o, &plane);
                for y in (0..height).step_by(if height > 100 { 7 } else { 1 }).chain([height - 1]) {
                    for x in 0..extents[1] as isize {
                        assert_eq!(o.read([y, x]), of_three([y, x], read), "{y}, {x}");
                    }
                }
            });
        };
        check(least_clamped, &|y, x| between.read([y.clamp(0, height - 1), x]));
        check(least_around, &|y, x| between.read([y.rem_euclid(height), x]));
        let beside = |y: isize, x| if (0..height).contains(&y) { between.read([y, x]) } else { 90 };
        check(least_beside, &beside);
    }
}
