//! Conditions that leave out the first or the last value of a loop: in the other branch the element before, or behind, is there.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::{Block, kernel};

#[kernel]
fn both_ends(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    let w = o.extent(1);
    for y in 0..o.extent(0) {
        for x in 0..w {
            let left = if x == 0 { a[[y, 0]] } else { a[[y, x - 1]] };
            let right = if x == w - 1 { a[[y, w - 1]] } else { a[[y, x + 1]] };
            o[[y, x]] = (left + right + 1) >> 1;
        }
    }
}

#[kernel]
fn one_of_three(o: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>) {
    let w = o.extent(1);
    for y in 0..=o.extent(0) - 1 {
        for x in 0..w {
            o[[y, x]] = if 0 == x {
                2.0
            } else if x + 1 == w {
                a[[y, x - 1]]
            } else {
                a[[y, x - 1]] + a[[y, x + 1]]
            };
        }
    }
}

#[kernel]
fn by_patterns(o: &mut Tensor<[[i32]]>, a: &Tensor<[[i32]]>) {
    for [y, x] in o.indices() {
        o[[y, x]] = match y {
            0 => a[[0, x]],
            _ => a[[y - 1, x]] * 3,
        };
        if x != 0 {
            o[[y, x]] += a[[y, x - 1]];
        }
    }
}

#[kernel]
fn passed_over(o: &mut Tensor<[[i32]]>, a: &Tensor<[[i32]]>) {
    let (h, w) = (o.extent(0), o.extent(1));
    for y in 0..h {
        if y == 0 {
            continue;
        }
        for x in 1..w {
            if x == 1 || x == w - 1 {
                continue;
            }
            o[[y, x]] = a[[y - 1, x - 2]] - a[[y - 1, x + 1]];
        }
    }
}

/// Both ends are the nearer one of two.
#[kernel]
fn in_a_part(o: &mut Tensor<[i32]>, a: &Tensor<[i32]>, first: i32, last: i32) {
    let w = o.extent(0);
    for x in first.max(0)..last.min(w) {
        let left = if x == 0 { 100 } else { a[[x - 1]] };
        o[[x]] = if x != w - 1 { left + a[[x + 1]] } else { left };
    }
}

/// The value that is left out is inside of the loop.
#[kernel]
fn not_an_end(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>) {
    for x in 0..o.extent(0) {
        o[[x]] = if x == 1 { 7 } else { a[[x - 1]] };
    }
}

/// It is left out, and still two before it are not there.
#[kernel]
fn too_far(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>) {
    for x in 0..o.extent(0) {
        o[[x]] = if x == 0 { 7 } else { a[[x - 2]] };
    }
}

/// What is left out is where another tensor ends.
#[kernel]
fn of_another(o: &mut Tensor<[u8]>, a: &Tensor<[u8]>, n: i32) {
    for x in 0..o.extent(0) {
        o[[x]] = if x == n { 7 } else { a[[x + 1]] };
    }
}

const EXTENTS: [[usize; 2]; 5] = [[1, 1], [1, 2], [3, 1], [4, 5], [9, 70]];

fn numbers(count: usize) -> Vec<i32> {
    (0..count).map(|at| (at * 37 % 101) as i32).collect()
}

#[test]
fn borders_by_hand() {
    for [h, w] in EXTENTS {
        let a: Vec<u8> = numbers(h * w).iter().map(|v| *v as u8).collect();
        let mut o = Block::<u8>::zeros([h, w]);
        both_ends(&mut o, &Block::from_vec(a.clone(), [h, w]).unwrap());
        let floats: Vec<f32> = a.iter().map(|v| f32::from(*v)).collect();
        let mut sums = Block::<f32>::zeros([h, w]);
        one_of_three(&mut sums, &Block::from_vec(floats.clone(), [h, w]).unwrap());
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            let at = |x: usize| u32::from(a[y * w + x]);
            let mean = (at(x.saturating_sub(1)) + at((x + 1).min(w - 1)) + 1) >> 1;
            assert_eq!(o.as_slice()[y * w + x], mean as u8);
            let sum = match x {
                0 => 2.0,
                _ if x + 1 == w => floats[y * w + x - 1],
                _ => floats[y * w + x - 1] + floats[y * w + x + 1],
            };
            assert_eq!(sums.as_slice()[y * w + x], sum);
        }
    }
}

#[test]
fn branches_and_jumps() {
    for [h, w] in EXTENTS {
        let a = numbers(h * w);
        let of = Block::from_vec(a.clone(), [h, w]).unwrap();
        let (mut o, mut p) = (Block::<i32>::zeros([h, w]), Block::<i32>::zeros([h, w]));
        by_patterns(&mut o, &of);
        passed_over(&mut p, &of);
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            let above = if y == 0 { a[x] } else { 3 * a[(y - 1) * w + x] };
            let left = if x == 0 { 0 } else { a[y * w + x - 1] };
            assert_eq!(o.as_slice()[y * w + x], above + left);
            let far = y > 0 && x > 1 && x + 1 < w;
            let expected = if far { a[(y - 1) * w + x - 2] - a[(y - 1) * w + x + 1] } else { 0 };
            assert_eq!(p.as_slice()[y * w + x], expected);
        }
    }
}

#[test]
fn parts_that_may_end_where_the_row_does() {
    let a = numbers(9);
    let of = Block::from_vec(a.clone(), [9]).unwrap();
    for first in -2..11 {
        for last in -2..12 {
            let mut o = Block::<i32>::zeros([9]);
            in_a_part(&mut o, &of, first, last);
            let expected = (0..9).map(|x| {
                let (left, right) = (if x == 0 { 100 } else { a[x - 1] }, if x == 8 { 0 } else { a[x + 1] });
                if (first..last).contains(&(x as i32)) { left + right } else { 0 }
            });
            assert_eq!(o.as_slice(), expected.collect::<Vec<_>>(), "{first} {last}");
        }
    }
}

#[test]
fn what_is_not_there_is_refused() {
    // At entry, and not where an element is read.
    let refused = |call: &mut dyn FnMut()| {
        let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("it is refused");
        panic.downcast_ref::<String>().expect("a message").clone()
    };
    let a = Block::from_vec(vec![5u8; 9], [9]).unwrap();
    let mut o = Block::<u8>::zeros([9]);
    assert!(refused(&mut || not_an_end(&mut o, &a)).contains("touches indices -1..=7 of axis 0 of a"));
    assert!(refused(&mut || too_far(&mut o, &a)).contains("touches indices -1..=6 of axis 0 of a"));
    for n in [-1, 0, 3, 7, 9] {
        let said = refused(&mut || of_another(&mut o, &a, n));
        assert!(said.contains("touches indices 1..=9 of axis 0 of a"), "{said}");
    }
    // All that is inside is touched: of a row that is shorter by one, too much.
    let (mut o, narrow) = (Block::<f32>::zeros([2, 9]), Block::<f32>::zeros([2, 8]));
    let said = refused(&mut || one_of_three(&mut o, &narrow));
    assert!(said.contains("touches indices 0..=8 of axis 1 of a"), "{said}");
    let mut shorter = Block::<u8>::zeros([8]);
    of_another(&mut shorter, &a, 3);
    assert_eq!(shorter.as_slice(), [5, 5, 5, 7, 5, 5, 5, 5]);
}
