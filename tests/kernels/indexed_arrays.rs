//! Arrays are indexed by numbers of any type, as tensors are.

use super::{at_every_level_and_width, numbers};
use std::ops::Range;
use unite::{Block, kernel};

const TAPS: [i32; 5] = [1, 4, 6, 4, 1];

/// Weights that are a parameter, a `let` and a constant, by what loops count.
#[kernel]
fn filters(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, weights: [i32; 5], square: [[i32; 3]; 3]) {
    let own = [3, -1, 2];
    for [y, x] in out.indices() {
        let mut all = 0;
        for k in 0..5 {
            all += weights[k] * plane[[y, x + k]];
        }
        for k in -2..=2 {
            all += TAPS[k + 2] * plane[[y, x + k + 2]];
        }
        for j in 0..3 {
            for i in 0..3 {
                all += square[j][i] * own[(i + j) / 2] * plane[[y, x + i]];
            }
        }
        out[[y, x]] = all;
    }
}

/// Places that are data, read and written.
#[kernel]
fn counted(counts: &mut Tensor<[i32]>, out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, table: &[u8; 256]) {
    let mut seen = [0; 256];
    for [y, x] in plane.indices() {
        seen[plane[[y, x]]] += 1;
        let value = plane[[y, x]];
        out[[y, x]] = i32::from(table[value]);
    }
    for k in 0..256 {
        counts[[k]] = seen[k];
    }
}

/// What is no number is left as it is: a range, an `usize`, a name that stands for several things.
#[kernel]
fn others(out: &mut Tensor<[i32]>, list: &[i32], part: Range<usize>, at: usize) {
    let mut all = 0;
    for number in &list[part.clone()] {
        all += number;
    }
    all += list[at] + list[at + 1];
    let k = part;
    all += list[k.clone()].len() as i32;
    for k in 0..out.extent(0) {
        out[[k]] = all + list[k as usize];
    }
}

/// Elements of arrays that are indices.
#[kernel]
fn displaced(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>, offsets: [i32; 3]) {
    for x in 0..out.extent(0) {
        for k in 0..3 {
            out[[x]] += row[[x + offsets[k]]];
        }
    }
}

/// By the number that the caller says.
#[kernel]
fn one_of(list: &[i32], k: i32) -> i32 {
    list[k] * 10 + list[k.min(1)]
}

#[test]
fn arrays_are_indexed() {
    at_every_level_and_width(|width| {
        const HEIGHT: usize = 3;
        let bytes = |seed: u32, count: usize| -> Vec<u8> {
            numbers(seed, count, [0, 255]).into_iter().map(|number| number as u8).collect()
        };
        let (more, p) = (width + 4, bytes(1, HEIGHT * (width + 4)));
        let plane = Block::from_vec(p.clone(), [HEIGHT, more]).expect("a plane");
        let (weights, square) = ([2, -3, 5, 7, -11], [[1, 2, 3], [-4, 5, 6], [7, 8, -9]]);
        let mut out = Block::<i32>::zeros([HEIGHT, width]);
        filters(&mut out, &plane, weights, square);
        for (at, found) in out.as_slice().iter().enumerate() {
            let row: Vec<i32> =
                p[at / width * more + at % width..][..5].iter().map(|v| i32::from(*v)).collect();
            let one = |k: usize| (weights[k] + TAPS[k]) * row[k];
            let two = |k: usize| square[k / 3][k % 3] * [3, -1, 2][(k % 3 + k / 3) / 2] * row[k % 3];
            let wanted = (0..5).map(one).sum::<i32>() + (0..9).map(two).sum::<i32>();
            assert_eq!(*found, wanted, "{at} of {width}");
        }

        let (p, table) = (bytes(2, HEIGHT * width), bytes(3, 256));
        let table: [u8; 256] = table.try_into().expect("256 bytes");
        let plane = Block::from_vec(p.clone(), [HEIGHT, width]).expect("a plane");
        let (mut counts, mut out) = (Block::<i32>::zeros([256]), Block::<u8>::zeros([HEIGHT, width]));
        counted(&mut counts, &mut out, &plane, &table);
        let count = |k: usize| p.iter().filter(|v| usize::from(**v) == k).count() as i32;
        assert_eq!(counts.as_slice(), (0..256).map(count).collect::<Vec<_>>(), "{width}");
        assert_eq!(out.as_slice(), p.iter().map(|v| table[usize::from(*v)]).collect::<Vec<_>>(), "{width}");
    });
    let mut out = Block::<i32>::zeros([4]);
    others(&mut out, &[1, 2, 3, 4], 1..3, 2);
    assert_eq!(out.as_slice(), [15, 16, 17, 18]);
    let row = Block::from([1, 20, 300, 4000]);
    let mut out = Block::<i32>::zeros([2]);
    displaced(&mut out, &row, [2, 0, 1]);
    assert_eq!(out.as_slice(), [321, 4320]);
    assert!(std::panic::catch_unwind(move || displaced(&mut out, &row, [2, 0, 3])).is_err());
    assert_eq!(one_of(&[5, 6, 7], 2), 76);
    for outside in [-1, 3, i32::MIN] {
        assert!(std::panic::catch_unwind(|| one_of(&[5, 6, 7], outside)).is_err(), "{outside}");
    }
}
