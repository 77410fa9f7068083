//! Neighbours in rows of elements that have no lanes: each is found by its distance in memory from the one in the middle,
//! which is kept from the compiler. Every element is another number here, so a wrong distance is a wrong sum.

use unite::library::span;
use unite::{Block, kernel};

/// Neighbours on both sides and at several distances, in two tensors of different strides.
#[kernel]
fn weighed(out: &mut Tensor<[[[f64]]]>, a: &Tensor<[[[f64]]]>, b: &Tensor<[[[f64]]]>) {
    for [z, y, x] in out.indices() {
        out[[z, y, x]] =
            a[[z, y, x]] + 3.0 * a[[z, y, x - 1]] + 5.0 * a[[z, y, x + 1]] + 7.0 * a[[z, y, x - 3]]
                - 11.0 * b[[z, y + 1, x]]
                + 13.0 * b[[z, y + 1, x + 2]]
                + 17.0 * b[[z, y + 1, x - 2]]
                + 19.0 * b[[z, y - 1, x + 1]];
    }
}

/// The same in a statement, row by row; the rows of one tensor are the columns of the other.
#[kernel]
fn stated(out: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>) {
    let t = a.permute([1, 0]);
    for y in 0..out.extent(0) {
        out[[y, ..]][[!x]] = a[[y, !x]]
            + 3.0 * a[[y, !x - 1]]
            + 5.0 * a[[y, !x + 2]]
            + 7.0 * t[[y, !x]]
            + 11.0 * t[[y, !x + 1]]
            + 13.0 * t[[y, !x - 2]];
    }
}

/// What the loop writes itself is not kept: each element is that of the pass before.
#[kernel]
fn running(row: &mut Tensor<[f64]>, by: &Tensor<[f64]>) {
    let middle = row[[1..row.extent(0) - 1]];
    for x in 0..middle.extent(0) {
        middle[[x]] = middle[[x - 1]] + 2.0 * middle[[x]] + 4.0 * middle[[x + 1]] + by[[x]] - by[[x - 1]];
    }
}

fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| (i * i + 3 * i + 1) as f64).collect()
}

#[test]
fn neighbours_are_found_at_every_stride() {
    let block = |extents: [usize; 3]| Block::from_vec(numbers(extents.iter().product()), extents).unwrap();
    let (a, b) = (block([3, 7, 33]), block([25, 9, 4]));
    let turned = b.view().permute([2, 1, 0]).unwrap();
    for (height, width) in [(3, 1), (4, 5), (5, 12)] {
        for step in [1, 2] {
            let rows = span(1..1 + height as isize);
            let spans = (span(..2), rows, span(6..6 + (width * step) as isize).step_by(step));
            let a = a.view().partition(spans).unwrap();
            let b = turned.clone().partition((span(1..3), rows, span(4..4 + width as isize))).unwrap();
            let mut out = Block::<f64>::zeros([2, height, width]);
            weighed(&mut out, &a.tensor().unwrap(), &b.tensor().unwrap());
            for [z, y, x] in out.view().indices() {
                let want = a.read([z, y, x])
                    + 3.0 * a.read([z, y, x - 1])
                    + 5.0 * a.read([z, y, x + 1])
                    + 7.0 * a.read([z, y, x - 3])
                    - 11.0 * b.read([z, y + 1, x])
                    + 13.0 * b.read([z, y + 1, x + 2])
                    + 17.0 * b.read([z, y + 1, x - 2])
                    + 19.0 * b.read([z, y - 1, x + 1]);
                assert_eq!(out.read([z, y, x]), want, "{height}x{width} by {step}: {z}, {y}, {x}");
            }
        }
    }
}

#[test]
fn neighbours_are_found_along_every_axis() {
    let elements = numbers(24 * 24).into_iter().map(|x| (x % 1021.0) as f32).collect();
    let plane = Block::from_vec(elements, [24, 24]).unwrap();
    let a = plane.view().partition((3..19, 4..20)).unwrap();
    let mut out = Block::<f32>::zeros([14, 14]);
    stated(&mut out, &a.tensor().unwrap());
    for [y, x] in out.view().indices() {
        let want = a.read([y, x])
            + 3.0 * a.read([y, x - 1])
            + 5.0 * a.read([y, x + 2])
            + 7.0 * a.read([x, y])
            + 11.0 * a.read([x + 1, y])
            + 13.0 * a.read([x - 2, y]);
        assert_eq!(out.read([y, x]), want, "{y}, {x}");
    }
}

#[test]
fn what_a_loop_writes_it_reads_anew() {
    let mut row = Block::from_vec(numbers(23), [23]).unwrap();
    let by = Block::from_vec(numbers(25).into_iter().map(|x| x * x).collect(), [25]).unwrap();
    let there = by.view().partition((1..22,)).unwrap();
    let mut want = row.as_slice().to_vec();
    for x in 1..22 {
        let before = there.read([x as isize - 2]);
        want[x] = want[x - 1] + 2.0 * want[x] + 4.0 * want[x + 1] + there.read([x as isize - 1]) - before;
    }
    running(&mut row, &there.tensor().unwrap());
    assert_eq!(row.as_slice(), want);
}
