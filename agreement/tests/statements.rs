//! Random statements that read what they write mean one thing: in the library, view by view and element by element, and
//! in kernels, at every level and in every order of strides.

use unite::level::{self, Level};
use unite::library::Strides;
use unite::{Block, kernel, span};
use unite_agreement::plan::orders::{ORDERS, order};
use unite_agreement::plan::statements::{MARGIN, Statement, statement};

type Plane = Block<unite::Dyn<unite::Dyn<i32>>>;
type Runner = fn(&mut [i32], usize, Strides<2>);

#[allow(clippy::all, unused)]
mod staged {
    use super::{Block, Runner, Strides, kernel};
    include!(concat!(env!("OUT_DIR"), "/statements.rs"));
}

/// What a statement makes of the elements of a square, through views of the library.
fn interpreted(s: &Statement, elements: &[i32], n: usize) -> Vec<i32> {
    let (n, m) = (n as isize, n as i64 - 2 * MARGIN);
    let mut block = Block::<i32>::from_vec(elements.to_vec(), [n as usize; 2]).unwrap();
    let middle = (span(MARGIN as isize..n - MARGIN as isize), span(MARGIN as isize..n - MARGIN as isize));
    let value = |block: &Plane, at: [i64; 2]| -> i32 {
        let view = block.view().partition(middle).unwrap();
        let turned = view.clone().permute([1, 0]).unwrap();
        let terms = s.terms.iter().map(|term| {
            let from = if term.permuted { &turned } else { &view };
            term.factor as i32 * from.read(term.at.map(|index| index.value(at, m) as isize))
        });
        terms.sum::<i32>() & 63
    };
    let rows = if s.stepped { (m + 1) / 2 } else { m };
    let [h, w] = if s.permuted { [m, rows] } else { [rows, m] };
    let place = |[i, j]: [i64; 2]| {
        let [y, x] = if s.permuted { [j, i] } else { [i, j] };
        [(MARGIN + if s.stepped { 2 * y } else { y }) as isize, (MARGIN + x) as isize]
    };
    let all: Vec<[i64; 2]> = (0..h).flat_map(|i| (0..w).map(move |j| [i, j])).collect();
    let before: Vec<i32> = all.iter().map(|at| value(&block, *at)).collect();
    for (at, before) in all.into_iter().zip(before) {
        let value = if s.is_loop { value(&block, at) } else { before };
        let old = if s.adds { block.read(place(at)) } else { 0 };
        block.write(place(at), old + value);
    }
    block.as_slice().to_vec()
}

#[test]
fn one_meaning() {
    let mut different = 0;
    for (number, run) in staged::RUNNERS.iter().enumerate() {
        let s = statement(number);
        for n in [8usize, 11, 29] {
            let elements: Vec<i32> =
                (0..n * n).map(|k| ((k * k * 31 + 7 * k + number) % 61) as i32).collect();
            let want = interpreted(&s, &elements, n);
            different += usize::from(want != elements);
            for (stride, offset) in (0..ORDERS).map(|number| order([n, n], number)) {
                let strides = Strides { stride, offset };
                let at = |k: usize| {
                    (offset + stride[0] * (k / n) as isize + stride[1] * (k % n) as isize) as usize
                };
                for level in Level::available() {
                    level::limit(level);
                    let mut memory = vec![0; 3 * (n + 3) * (n + 3)];
                    elements.iter().enumerate().for_each(|(k, element)| memory[at(k)] = *element);
                    run(&mut memory, n, strides);
                    let found: Vec<i32> = (0..n * n).map(|k| memory[at(k)]).collect();
                    assert_eq!(found, want, "{n}, {stride:?}, {level:?}: {s:?}");
                }
            }
        }
    }
    level::limit(Level::V4);
    assert!(different >= staged::RUNNERS.len());
}
