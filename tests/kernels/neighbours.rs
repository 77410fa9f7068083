//! Neighbours in rows of elements that have no lanes: each is found by its distance in memory from the one in the middle,
//! which is kept from the compiler. Every element is another number here, so a wrong distance is a wrong sum.

use unite::library::span;
use unite::{Block, kernel};

/// Neighbours on both sides and at several distances, in two tensors of different strides.
#[kernel]
fn weighed(out: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]]>, b: &Tensor<[[f64]]>) {
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            out[[y, x]] = a[[y, x]] + 3.0 * a[[y, x - 1]] + 5.0 * a[[y, x + 1]] + 7.0 * a[[y, x - 3]]
                - 11.0 * b[[y + 1, x]]
                + 13.0 * b[[y + 1, x + 2]]
                + 17.0 * b[[y + 1, x - 2]]
                + 19.0 * b[[y - 1, x + 1]];
        }
    }
}

/// The same in a statement, in 64 bits, whose row is the first axis of one tensor and the last of the other.
#[kernel]
fn stated(out: &mut Tensor<[[i64]]>, a: &Tensor<[[i64]]>) {
    let t = a.permute([1, 0]);
    out[[!y, !x]] = a[[!y, !x]]
        + 3 * a[[!y, !x - 1]]
        + 5 * a[[!y, !x + 2]]
        + 7 * t[[!y, !x]]
        + 11 * t[[!y, !x + 1]]
        + 13 * t[[!y, !x - 2]];
}

/// What the loop writes itself is not kept: each element is that of the pass before.
#[kernel]
fn running(row: &mut Tensor<[f64]>, by: &Tensor<[f64]>) {
    for x in 1..row.extent(0) - 1 {
        row[[x]] = row[[x - 1]] + 2.0 * row[[x]] + 4.0 * row[[x + 1]] + by[[x]] - by[[x - 1]];
    }
}

fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| (i * i + 3 * i + 1) as f64).collect()
}

#[test]
fn neighbours_are_found_at_every_stride() {
    let plane = |extents: [usize; 2]| Block::from_vec(numbers(extents[0] * extents[1]), extents).unwrap();
    let (a, b) = (plane([16, 45]), plane([37, 15]));
    let columns = b.view().permute([1, 0]).unwrap();
    for (height, width) in [(3, 1), (4, 5), (5, 18)] {
        for step in [1, 2] {
            let spans = (span(2..2 + height as isize), span(6..6 + (width * step) as isize).step_by(step));
            let a = a.view().partition(spans).unwrap();
            let b = columns.clone().partition((span(1..1 + height as isize), span(4..4 + width as isize)));
            let b = b.unwrap();
            let mut out = Block::<f64>::zeros([height, width]);
            weighed(&mut out, &a.tensor().unwrap(), &b.tensor().unwrap());
            for [y, x] in out.view().indices() {
                let want = a.read([y, x])
                    + 3.0 * a.read([y, x - 1])
                    + 5.0 * a.read([y, x + 1])
                    + 7.0 * a.read([y, x - 3])
                    - 11.0 * b.read([y + 1, x])
                    + 13.0 * b.read([y + 1, x + 2])
                    + 17.0 * b.read([y + 1, x - 2])
                    + 19.0 * b.read([y - 1, x + 1]);
                assert_eq!(out.read([y, x]), want, "{height}x{width} by {step}: {y}, {x}");
            }
        }
    }
}

#[test]
fn neighbours_are_found_along_every_axis() {
    let elements = numbers(24 * 24).into_iter().map(|x| x as i64).collect();
    let plane = Block::from_vec(elements, [24, 24]).unwrap();
    let a = plane.view().partition((3..19, 4..20)).unwrap();
    let mut out = Block::<i64>::zeros([14, 14]);
    stated(&mut out, &a.tensor().unwrap());
    for [y, x] in out.view().indices() {
        let want = a.read([y, x])
            + 3 * a.read([y, x - 1])
            + 5 * a.read([y, x + 2])
            + 7 * a.read([x, y])
            + 11 * a.read([x + 1, y])
            + 13 * a.read([x - 2, y]);
        assert_eq!(out.read([y, x]), want, "{y}, {x}");
    }
}

#[test]
fn what_a_loop_writes_it_reads_anew() {
    let mut row = Block::from_vec(numbers(23), [23]).unwrap();
    let by = Block::from_vec(numbers(23).into_iter().map(|x| x * x).collect(), [23]).unwrap();
    let mut want = row.as_slice().to_vec();
    for x in 1..22 {
        want[x] = want[x - 1] + 2.0 * want[x] + 4.0 * want[x + 1] + by.as_slice()[x] - by.as_slice()[x - 1];
    }
    running(&mut row, &by);
    assert_eq!(row.as_slice(), want);
}
