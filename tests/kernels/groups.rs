//! Loops whose indices are divided: points that share a quotient are written out side by side.

use unite::{Block, kernel};

/// A picture three times as wide and twice as high, moved by a column.
#[kernel]
fn enlarged(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let fine = plane.refine([2, 3]);
    for [y, x] in out.indices() {
        out[[y, x]] = fine[[y, x + 1]] + (x & 1);
    }
}

/// Two divisors in one loop, and a value that the index depends on.
#[kernel]
fn mixed(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    let halves = row.refine([2]);
    let quarters = row.refine([4]);
    for [i] in out.indices() {
        let twice = 2 * i;
        out[[i]] = halves[[i]] + 100 * quarters[[i + 3]] + twice;
    }
}

#[test]
fn every_point_of_a_group_is_its_own() {
    for [h, w] in [[1, 1], [2, 2], [3, 8], [5, 13]] {
        let plane = Block::from_vec((0..3 * 6).map(|i| (7 * i) as u8).collect(), [3, 6]).unwrap();
        let mut rows = Block::<u8>::zeros([h, w]);
        enlarged(&mut rows, &plane);
        let mut columns = Block::<u8>::zeros([w, h]);
        enlarged(&mut columns.view_mut().permute([1, 0]).unwrap().tensor_mut().unwrap(), &plane);
        for [y, x] in rows.indices() {
            let want = plane.read([y / 2, (x + 1) / 3]) + (x & 1) as u8;
            assert_eq!([rows.read([y, x]), columns.read([x, y])], [want; 2], "{y}, {x} of {h}, {w}");
        }
    }
}

#[test]
fn groups_are_as_large_as_the_largest_divisor() {
    for length in [1, 4, 7, 16] {
        let row = Block::from_vec((1..20).collect::<Vec<i32>>(), [19]).unwrap();
        let mut out = Block::<i32>::zeros([length]);
        mixed(&mut out, &row);
        for [i] in out.indices() {
            let want = row.read([i / 2]) + 100 * row.read([(i + 3) / 4]) + 2 * i as i32;
            assert_eq!(out.read([i]), want, "{i} of {length}");
        }
    }
}
