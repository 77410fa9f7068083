//! Elements of rows that are named together and written together.

use unite::staged::Fault;
use unite::{Block, kernel};

use crate::padded::everywhere;

/// Rows of four, whose elements are all named.
#[kernel]
fn turned(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for y in 0..out.extent(0) {
        let [a, b, mut c, d] = plane[[y, ..]];
        c += 1;
        out[[y, ..]] = [d, (a + b + 1) >> 1, c & 255, a ^ 255];
    }
}

/// Columns of at least five, of which the first and the last ones are named.
#[kernel]
fn ends(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for x in 0..out.extent(1) {
        let [first, _, third, .., last] = plane[[.., x]];
        let [a, middle @ .., z] = plane[[1..5, x]];
        out[[0..5, x]] = [last, first, (third + z) >> 1, middle[[1]], a];
    }
}

/// What is written is read before.
#[kernel]
fn rotated(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for x in 0..out.extent(1) {
        let o = out[[.., x]];
        o[[0..4]] = [o[[1]], o[[2]], o[[3]], plane[[0, x]] ^ o[[0]]];
        out[[(0..4).step_by(2), x]] ^= [1, 2];
    }
}

/// Lists of lists, and lists of one value.
#[kernel]
fn corners(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let mut calls = 0;
    let mut next = || {
        calls += 1;
        calls
    };
    let [[a, b], [_, c]] = plane[[1..3, 2..4]];
    let [upper, lower] = plane[[2..4, 0..2]];
    out[[0..2, 0..2]] = [[a, b], [c, 7]];
    out[[2..4, 0..2]] = [[lower[[0]], lower[[1]]], [upper[[0]], upper[[1]]]];
    out[[0..2, 2..4]] = [[next(), next()]; 2];
    match out.extent(0) {
        0 => out[[0, 2..4]] = [1, 2],
        _ => out[[3, 2..4]] = [next(); 2],
    }
}

/// The value of `o` at column `x` and row `y` of a block of 4 by 4, in place.
#[test]
fn every_level_and_storage() {
    for h in [1, 3, 16, 40] {
        everywhere(
            [h, 4],
            |o, p| turned(o, p),
            |p, y, x, _| match x {
                0 => p(y, 3),
                1 => ((p(y, 0) as u32 + p(y, 1) as u32 + 1) >> 1) as u8,
                2 => p(y, 2).wrapping_add(1),
                _ => p(y, 0) ^ 255,
            },
        );
    }
    for (h, w) in [(5, 1), (5, 33), (9, 70)] {
        let mean = |a: u8, b: u8| ((a as u32 + b as u32) >> 1) as u8;
        everywhere(
            [h, w],
            |o, p| ends(o, p),
            |p, y, x, before| match y {
                0 => p(h - 1, x),
                1 => p(0, x),
                2 => mean(p(2, x), p(4, x)),
                3 => p(3, x),
                4 => p(1, x),
                _ => before,
            },
        );
    }
}

#[test]
fn what_is_written_is_read_before() {
    use unite::level::{self, Level};
    for (w, pitch) in [(1, 1), (1, 4), (17, 17), (64, 70)] {
        let memory: Vec<u8> = (0..5 * pitch).map(|i| (i * 7 + 3) as u8).collect();
        let plane = Block::<u8>::from_vec((0..w).map(|i| (i * 11) as u8).collect(), [1, w]).unwrap();
        let mut expected = memory.clone();
        for x in 0..w {
            let at = |y: usize| memory[y * pitch + x];
            let new = [at(1) ^ 1, at(2), at(3) ^ 2, plane.as_slice()[x] ^ at(0)];
            (0..4).for_each(|y| expected[y * pitch + x] = new[y]);
        }
        for level in Level::available() {
            level::limit(level);
            let mut memory = memory.clone();
            let mut out = Block::external_pitched(&mut memory, [5, w], pitch).unwrap();
            rotated(&mut out, &plane);
            assert_eq!(memory, expected, "{w}, {level:?}");
        }
        level::limit(Level::V4);
    }
}

#[test]
fn lists_of_lists_and_of_one_value() {
    let plane = Block::<u8>::from_vec((0..16).collect(), [4, 4]).unwrap();
    let mut out = Block::<u8>::zeros([4, 4]);
    corners(&mut out, &plane);
    assert_eq!(out.as_slice(), [6, 7, 1, 2, 11, 7, 1, 2, 12, 13, 0, 0, 8, 9, 3, 3]);
}

/// A row of another length is refused when the kernel is called, with the tensor, the axis, the extent and the count.
#[test]
fn another_length_is_refused_at_entry() {
    let refused = |h: usize, w: usize| {
        let (out, plane) = (Block::<u8>::zeros([h, w]), Block::<u8>::zeros([h, w]));
        turned::fits(&out, &plane).err().map(|error| (error.tensor, error.fault))
    };
    assert_eq!(refused(3, 4), None);
    for w in [3, 5] {
        let fault = Fault::Count { axis: 1, extent: w as isize, count: 4, all: true };
        assert_eq!(refused(3, w), Some(("plane", fault)));
    }
    let (out, plane) = (Block::<u8>::zeros([5, 2]), Block::<u8>::zeros([3, 2]));
    let error = ends::fits(&out, &plane).expect_err("too short");
    assert_eq!(
        error.to_string(),
        "kernel ends needs at least 4 elements along axis 0 of plane, whose extent is 3"
    );
}

/// The length is a constant that only the compiler knows.
#[kernel]
fn of_constant<const N: usize>(out: &mut Tensor<[i32; 2]>, row: &Tensor<[u8; N]>) {
    let [first, .., last] = row[[..]];
    out[[..]] = [first, last];
}

/// The length is computed where the row is.
#[kernel]
fn of_computed(out: &mut Tensor<[i32]>, row: &Tensor<[u8]>, lengths: &Tensor<[i32]>) {
    for [i] in lengths.indices() {
        let n = lengths[[i]];
        if n > 0 {
            let [a, b] = row[[0..n]];
            out[[i]] = 10 * a + b;
        }
    }
}

#[test]
fn lengths_that_only_the_run_knows() {
    let mut out = Block::from([0, 0]);
    of_constant(&mut out, &Block::from([5u8, 6, 7]));
    assert_eq!(out.as_slice(), [5, 7]);
    assert!(of_constant::fits(&out, &Block::from([5u8])).is_err());

    let row = Block::from([3u8, 4, 5]);
    let mut out = Block::<i32>::zeros([3]);
    of_computed(&mut out, &row, &Block::from([2, 0, 2]));
    assert_eq!(out.as_slice(), [34, 0, 34]);
    let refused = std::panic::catch_unwind(|| {
        of_computed(&mut Block::<i32>::zeros([3]), &row, &Block::from([2, 3, 2]));
    });
    let said = refused.expect_err("it is longer");
    assert_eq!(
        said.downcast_ref::<String>().expect("a sentence"),
        "kernel of_computed needs 2 elements along axis 0 of row[[0..n]], whose extent is 3"
    );
}

/// What a closure makes of a row is one.
#[kernel]
fn sorted(out: &mut Tensor<[[u8; 3]]>, t: &Tensor<[[u8; 3]]>) {
    let sort = |[a, b, c]: [i32; 3]| {
        let (low, high) = (a.min(b), a.max(b));
        [low.min(c), high.min(low.max(c)), high.max(c)]
    };
    for y in 0..out.extent(0) {
        let [a, b, c] = t[[y, ..]];
        out[[y, ..]] = sort([a, b, c]);
        if y % 2 == 1 {
            out[[y, y % 2..y % 2 + 2]] = { [9, 8] };
        }
    }
}

#[test]
fn an_array_is_written_as_a_list() {
    let t = Block::from([[3u8, 1, 2], [6, 5, 4], [7, 7, 0]]);
    let mut out = Block::from([[0u8; 3]; 3]);
    sorted(&mut out, &t);
    assert_eq!(out.as_slice(), [1, 2, 3, 4, 9, 8, 0, 7, 7]);
}

/// Names that hide what the index of the row is made of.
#[kernel]
fn hiding(out: &mut Tensor<[[i32; 2]; 2]>, t: &Tensor<[[i32; 2]]>) {
    for y in 0..2 {
        let [x, y] = t[[y + 1, ..]];
        out[[x & 1, ..]] = [x, y];
    }
}

#[test]
fn names_may_hide_the_index() {
    let mut out = Block::from([[0, 0], [0, 0]]);
    hiding(&mut out, &Block::from([[9, 9], [2, 3], [5, 6]]));
    assert_eq!(out.as_slice(), [2, 3, 5, 6]);
}
