//! Arrays of the body that are filled element by element, and sorted: by a network, in lanes.

use unite::library::{Boundary, Heap};
use unite::{Block, kernel};

use crate::at_every_level;

/// The median of a cross.
#[kernel]
fn of_a_cross(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let mut five = [p[[y - 1, x]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y + 1, x]]];
        five.sort();
        out[[y, x]] = five[2];
    }
}

/// The least, the second least and the greatest of a square, filled by loops.
#[kernel]
fn of_a_square(out: &mut Tensor<[[[i16]; 3]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Reflect);
    for y in 0..plane.extent(0) {
        for x in 0..plane.extent(1) {
            let mut nine: [i32; 9] = [0; 9];
            for dy in 0..3 {
                for dx in 0..3 {
                    nine[(3 * dy + dx) as usize] = p[[y + dy - 1, x + dx - 1]];
                }
            }
            nine[4] += 1;
            nine.sort_unstable();
            out[[y, 0, x]] = nine[0];
            out[[y, 1, x]] = nine[1];
            out[[y, 2, x]] = nine[8];
        }
    }
}

/// What is sorted where a condition says so; the rest is as it was.
#[kernel]
fn where_odd(out: &mut Tensor<[[i32; 4]]>, t: &Tensor<[[i32; 4]]>) {
    for y in 0..out.extent(0) {
        let mut four = [t[[y, 0]], t[[y, 1]], t[[y, 2]], t[[y, 3]]];
        if four[0] & 1 == 1 {
            four.sort();
        } else {
            four[3] -= 5;
        }
        for k in 0..4 {
            out[[y, k]] = four[k as usize];
        }
    }
}

/// Numbers with a fraction are sorted as their type says.
#[kernel]
fn of_floats(out: &mut Tensor<[f32]>, x: &Tensor<[f32]>) {
    for [i] in out.indices() {
        let mut three = [x[[i]], x[[i + 1]], x[[i + 2]]];
        three.sort_by(f32::total_cmp);
        out[[i]] = three[1];
    }
}

/// A method of the same name, which a kernel does not call.
trait Sort {
    fn sort(&mut self);
}

impl Sort for [i32; 5] {
    fn sort(&mut self) {
        self.fill(7);
    }
}

fn plane<T: unite::Elem>([h, w]: [usize; 2], of: impl Fn(usize) -> T) -> Heap<T, 2> {
    Block::<T>::from_vec((0..h * w).map(|k| of(k * 7919 % 1009)).collect(), [h, w]).expect("a plane")
}

#[test]
fn medians_are_in_the_middle() {
    let mut unsorted = [3, 1, 2, 5, 4];
    Sort::sort(&mut unsorted);
    assert_eq!(unsorted, [7; 5]);
    at_every_level(|| {
        for extents in [[1, 1], [5, 9], [9, 70]] {
            let t = plane(extents, |k| (k % 256) as u8);
            let mut out = Block::<u8>::zeros(extents);
            of_a_cross(&mut out, &t);
            for [y, x] in out.indices() {
                let read = |at| t.view().get_with(Boundary::Clamp, at).expect("a rule");
                let mut five =
                    [read([y - 1, x]), read([y, x - 1]), read([y, x]), read([y, x + 1]), read([y + 1, x])];
                five.sort_unstable();
                assert_eq!(out.read([y, x]), five[2], "{y} {x} of {extents:?}");
            }
        }
    });
    assert!(of_a_cross::plan().contains("lanes along x"), "{}", of_a_cross::plan());
}

#[test]
fn floats_are_sorted() {
    let mut out = Block::<f32>::zeros([4]);
    of_floats(&mut out, &Block::from([3.5f32, -1.0, 2.5, 9.0, -7.5, 0.0]));
    assert_eq!(out.as_slice(), [2.5, 2.5, 2.5, 0.0]);
}

#[test]
fn squares_are_filled_by_loops() {
    at_every_level(|| {
        for [h, w] in [[1, 1], [3, 8], [6, 75]] {
            let t = plane([h, w], |k| (k % 256) as u8);
            let mut out = Block::<i16>::zeros([h, 3, w]);
            {
                let mut view = out.view_mut();
                let mut tensor = view
                    .tensor_mut()
                    .expect("dense")
                    .fixed::<unite::shape!([[[i16]; 3]])>()
                    .expect("three rows");
                of_a_square(&mut tensor, &t);
            }
            for [y, x] in t.indices() {
                let read = |k: isize| {
                    t.view().get_with(Boundary::Reflect, [y + k / 3 - 1, x + k % 3 - 1]).expect("a rule")
                };
                let mut nine: Vec<i16> = (0..9).map(|k| i16::from(read(k)) + i16::from(k == 4)).collect();
                nine.sort_unstable();
                let found = [0, 1, 2].map(|k| out.read([y, k, x]));
                assert_eq!(found, [nine[0], nine[1], nine[8]], "{y} {x} of {h} x {w}");
            }
        }
    });
    assert!(of_a_square::plan().contains("lanes along x"), "{}", of_a_square::plan());
}

#[test]
fn what_is_sorted_under_a_condition() {
    at_every_level(|| {
        let t =
            plane([50, 4], |k| k as i32 - 500).fixed::<unite::shape!([[i32; 4]])>().expect("rows of four");
        let mut out =
            Block::<i32>::zeros([50, 4]).fixed::<unite::shape!([[i32; 4]])>().expect("rows of four");
        where_odd(&mut out, &t);
        for (found, row) in out.as_slice().chunks(4).zip(t.as_slice().chunks(4)) {
            let mut row = row.to_vec();
            if row[0] & 1 == 1 {
                row.sort_unstable();
            } else {
                row[3] -= 5;
            }
            assert_eq!(found, row);
        }
    });
}
