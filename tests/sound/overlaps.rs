//! Kernels that call others with views of one block: the result is that of one element after the other, at every level.

use std::fmt::Debug;

use unite::level::{Level, limit};
use unite::{Block, Dyn, kernel};

use crate::refusal;

/// Calls the same at every level; the levels agree.
fn at_all_levels<R: PartialEq + Debug>(call: impl Fn() -> R) -> R {
    let results: Vec<R> = [Level::Baseline, Level::V3, Level::V4]
        .into_iter()
        .map(|level| {
            limit(level);
            call()
        })
        .collect();
    limit(Level::V4);
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
    results.into_iter().next().unwrap()
}

type Plane = Block<Dyn<Dyn<i32>>>;

fn numbers(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * i * 7 + 200) as u8).collect()
}

fn block(len: usize) -> Block<Dyn<u8>> {
    Block::<u8>::from_vec(numbers(len), [len]).unwrap()
}

/// A loop over indices, which becomes lanes.
#[kernel]
fn slide(out: &mut Tensor<[u8; 32]>, input: &Tensor<[u8; 32]>) {
    for i in 0..32 {
        out[[i]] = (input[[i]] + 1) >> 1;
    }
}

#[kernel]
fn slide_row(row: &mut Tensor<[u8]>) {
    slide(&mut row[[2..34]], &row[[1..33]]);
}

#[kernel]
fn slide_back(row: &mut Tensor<[u8]>) {
    slide(&mut row[[1..33]], &row[[2..34]]);
}

#[kernel]
fn slide_in_place(row: &mut Tensor<[u8]>) {
    slide(&mut row[[3..35]], &row[[3..35]]);
}

#[kernel]
fn slide_far(row: &mut Tensor<[u8]>, by: i32) {
    slide(&mut row[[by..by + 32]], &row[[0..32]]);
}

/// A statement: all of its right side is read first.
#[kernel]
fn blur(out: &mut Tensor<[u8]>, input: &Tensor<[u8]>) {
    out[[!i]] = (input[[!i - 1]] + 2 * input[[!i]] + input[[!i + 1]] + 2) >> 2;
}

#[kernel]
fn blur_in_place(row: &mut Tensor<[u8]>) {
    let inner = row[[1..row.extent(0) - 1]];
    blur(&mut inner, &inner);
}

#[kernel]
fn blur_onward(row: &mut Tensor<[u8]>, by: i32) {
    let n = row.extent(0);
    blur(&mut row[[by + 1..n - 1]], &row[[1..n - 1 - by]]);
}

/// A loop over an index space: row by row, whatever the strides.
#[kernel]
fn carry(out: &mut Tensor<[[i32]]>, input: &Tensor<[[i32]]>) {
    for [y, x] in out.indices() {
        out[[y, x]] = (out[[y, x]] + 3 * input[[y, x]] + y) % 1009;
    }
}

#[kernel]
fn carry_across(plane: &mut Tensor<[[i32]]>) {
    let turned = plane.permute([1, 0]);
    carry(&mut plane, &turned);
}

#[kernel]
fn carry_aside(plane: &mut Tensor<[[i32]]>) {
    let (h, w) = (plane.extent(0), plane.extent(1));
    let to = plane[[1.., 0..w - 1]].permute([1, 0]);
    carry(&mut to, &plane[[0..h - 1, 1..]].permute([1, 0]));
}

/// Through two calls.
#[kernel]
fn both(a: &mut Tensor<[u8; 32]>, b: &mut Tensor<[u8; 32]>) {
    slide(&mut a, &b);
    slide(&mut b, &a);
}

#[kernel]
fn both_in_one(row: &mut Tensor<[u8]>) {
    both(&mut row[[2..34]], &mut row[[1..33]]);
}

/// In the place of what it is predicted from: its neighbours are not in it.
#[kernel]
fn vertical(pred: &mut Tensor<[[u8; 16]; 16]>, picture: &Tensor<[[u8]]>) {
    let p = picture[pred];
    pred[[!y, !x]] = p[[-1, !x]];
}

#[kernel]
fn diagonal(pred: &mut Tensor<[[u8; 16]; 16]>, picture: &Tensor<[[u8]]>) {
    let p = picture[pred];
    for y in 0..16 {
        for x in 0..16 {
            pred[[y, x]] = (p[[y - 1, x]] + p[[y, x - 1]] + 1) >> 1;
        }
    }
}

#[kernel]
fn predict(picture: &mut Tensor<[[u8]]>) {
    vertical(&mut picture[[1..17, 1..17]], &picture);
    diagonal(&mut picture[[17..33, 1..17]], &picture);
    let mb = picture[[1..17, 17..33]];
    diagonal(&mut mb, &mb);
}

/// Indices that depend on what is read.
#[kernel]
fn chosen(out: &mut Tensor<[[u8; 8]; 8]>, input: &Tensor<[[u8; 8]; 8]>) {
    out[[input[[0, 0]] & 7, !x]] = input[[1, !x]] + 1;
}

#[kernel]
fn chosen_in_place(plane: &mut Tensor<[[u8; 8]; 8]>) {
    chosen(&mut plane, &plane);
}

#[kernel]
fn chosen_apart(plane: &mut Tensor<[[u8]]>) {
    chosen(&mut plane[[0..8, 0..8]], &plane[[0..8, 8..16]]);
}

#[kernel]
fn histogram(counts: &mut Tensor<[u8; 64]>, input: &Tensor<[u8; 64]>) {
    for i in 0..64 {
        counts[[input[[i]] & 63]] += 1;
    }
}

#[kernel]
fn histogram_in_place(row: &mut Tensor<[u8; 64]>) {
    histogram(&mut row, &row);
}

fn sequential(from: usize, to: usize) -> Vec<u8> {
    let mut row = numbers(80);
    for i in 0..32 {
        row[to + i] = ((u32::from(row[from + i]) + 1) >> 1) as u8;
    }
    row
}

fn run(kernel: impl Fn(&mut Block<Dyn<u8>>)) -> Vec<u8> {
    at_all_levels(|| {
        let mut row = block(80);
        kernel(&mut row);
        row.as_slice().to_vec()
    })
}

#[test]
fn loops_run_one_after_the_other() {
    assert_eq!(run(slide_row), sequential(1, 2));
    assert_eq!(run(slide_back), sequential(2, 1));
    assert_eq!(run(slide_in_place), sequential(3, 3));
    for by in [0, 1, 5, 31, 32, 40] {
        assert_eq!(run(|row| slide_far(row, by)), sequential(0, by as usize), "{by}");
    }
    let mut row = sequential(1, 2);
    for i in 0..32 {
        row[1 + i] = ((u32::from(row[2 + i]) + 1) >> 1) as u8;
    }
    assert_eq!(run(both_in_one), row);
}

#[test]
fn statements_read_first() {
    let blurred = |by: usize| {
        let before = numbers(80);
        let mut row = before.clone();
        for i in 1..79 - by {
            let at = |k: usize| u32::from(before[k]);
            row[by + i] = ((at(i - 1) + 2 * at(i) + at(i + 1) + 2) >> 2) as u8;
        }
        row
    };
    assert_eq!(run(blur_in_place), blurred(0));
    for by in [0, 1, 2, 17] {
        assert_eq!(run(|row| blur_onward(row, by)), blurred(by as usize), "{by}");
    }
}

#[test]
fn index_spaces_run_row_by_row() {
    let plane = |kernel: fn(&mut Plane)| {
        at_all_levels(|| {
            let mut plane = Block::<i32>::from_vec((0..400).collect(), [20, 20]).unwrap();
            kernel(&mut plane);
            plane.as_slice().to_vec()
        })
    };
    let mut want: Vec<i32> = (0..400).collect();
    for y in 0..20 {
        for x in 0..20 {
            want[20 * y + x] = (want[20 * y + x] + 3 * want[20 * x + y] + y as i32) % 1009;
        }
    }
    assert_eq!(plane(carry_across), want);
    let mut want: Vec<i32> = (0..400).collect();
    for y in 0..19 {
        for x in 0..19 {
            let at = 20 * (x + 1) + y;
            want[at] = (want[at] + 3 * want[20 * x + y + 1] + y as i32) % 1009;
        }
    }
    assert_eq!(plane(carry_aside), want);
}

#[test]
fn neighbours_are_apart() {
    let picture: Vec<u8> = at_all_levels(|| {
        let mut picture = Block::<u8>::from_vec(numbers(40 * 40), [40, 40]).unwrap();
        predict(&mut picture);
        picture.as_slice().to_vec()
    });
    let mut want = numbers(40 * 40);
    let at = |picture: &[u8], y: usize, x: usize| u32::from(picture[40 * y + x]);
    for y in 1..17 {
        for x in 1..17 {
            want[40 * y + x] = want[x];
        }
    }
    for (top, left) in [(17, 1), (1, 17)] {
        for y in top..top + 16 {
            for x in left..left + 16 {
                want[40 * y + x] = ((at(&want, y - 1, x) + at(&want, y, x - 1) + 1) >> 1) as u8;
            }
        }
    }
    assert_eq!(picture, want);
}

#[test]
fn indices_may_depend_on_what_is_written() {
    let got = at_all_levels(|| {
        let mut row = Block::<[u8; 64]>::stack();
        (0..64).for_each(|i| row.write([i as isize], (i * 5 % 64) as u8));
        histogram_in_place(&mut row);
        row.as_slice().to_vec()
    });
    let mut want: Vec<u8> = (0..64).map(|i| (i * 5 % 64) as u8).collect();
    for i in 0..64 {
        let at = usize::from(want[i] & 63);
        want[at] += 1;
    }
    assert_eq!(got, want);
}

#[test]
fn what_has_no_form_is_refused() {
    let text = refusal(|| chosen_in_place(&mut Block::from([[3; 8]; 8]))).unwrap();
    assert!(
        text.contains("chosen is called with tensors that may overlap") && text.contains("to_block"),
        "{text}"
    );
    let mut plane = Block::<u8>::from_vec(vec![3; 128], [8, 16]).unwrap();
    chosen_apart(&mut plane);
    assert_eq!(
        (plane.read([3, 0]), plane.read([3, 7]), plane.read([3, 8]), plane.read([2, 0])),
        (4, 4, 3, 3)
    );
}
